"""Boards over one sheet or several, and the calibration sheet."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.builtin.papers import PAPERS
from cardgen.geometry import Rect, Size
from cardgen.marks import EDGE, CircleMark, LineMark
from cardgen.sheet import (
    BoardTile,
    SheetError,
    Shift,
    calibration_sheet,
    correction,
    flip_mirror,
    tile_board,
)
from cardgen.sheet.calibrate import reading_points

A4 = PAPERS["a4"]


def test_a_board_that_fills_the_paper_to_5_mm_stays_whole() -> None:
    (tile,) = tile_board(Size(287, 200), A4, bleed=3)
    assert tile.paper == Size(297, 210)
    assert tile.at == Rect(5, 5, 287, 200)
    assert len([m for m in tile.marks if isinstance(m, LineMark)]) == 8
    assert tile.footer is None


def test_a_small_board_keeps_its_bleed_footer_and_ruler() -> None:
    (tile,) = tile_board(Size(180, 240), A4, bleed=3)
    assert tile.paper == A4
    assert tile.window == Rect(-3, -3, 186, 246)
    assert tile.footer is not None
    assert tile.on_page(0, 0) == (15, 28.5)


@settings(max_examples=60, deadline=None)
@given(
    w=st.floats(20, 1200),
    h=st.floats(20, 1200),
    overlap=st.floats(5, 20),
    bleed=st.sampled_from([0.0, 3.0]),
)
def test_tiles_cover_the_board_and_match(w: float, h: float, overlap: float, bleed: float) -> None:
    board = Rect(0, 0, w, h)
    tiles = tile_board(Size(w, h), A4, 10, overlap, bleed)
    assert tiles[0].window.x <= 0
    assert tiles[-1].window.right >= w - 1e-6
    for tile in tiles:
        paper = Rect(0, 0, tile.paper.w, tile.paper.h)
        assert paper.inset(5).contains(tile.at)
        assert board.inset(-bleed).contains(tile.window)
        for mark in tile.marks:
            if isinstance(mark, LineMark):
                box = Rect(
                    min(mark.x1, mark.x2),
                    min(mark.y1, mark.y2),
                    abs(mark.x1 - mark.x2),
                    abs(mark.y1 - mark.y2),
                )
                assert paper.inset(EDGE).contains(box)
                assert not box.inset(-0.2).overlaps(tile.at)
                for strip in (tile.footer, tile.header):
                    assert strip is None or not box.overlaps(strip.rect), "text and marks keep apart"
    by_name = {tile.name: tile for tile in tiles}
    assert len(by_name) == len(tiles)
    for tile in tiles:
        right = by_name.get(f"{tile.name[0]}{int(tile.name[1:]) + 1}")
        if right:
            assert tile.window.right - right.window.x == pytest.approx(overlap)
            assert "left" in right.cut
            assert same_match(rings(tile, "x"), rings(right, "x"), right.window.x)
        below = by_name.get(f"{chr(ord(tile.name[0]) + 1)}{tile.name[1:]}")
        if below:
            assert tile.window.bottom - below.window.y == pytest.approx(overlap)
            assert "top" in below.cut
            assert same_match(rings(tile, "y"), rings(below, "y"), below.window.y)


def rings(tile: BoardTile, axis: str) -> list[float]:
    """Where the match marks of seams stand, in millimetres of the board."""
    found = []
    for mark in tile.marks:
        if isinstance(mark, CircleMark):
            x, y = mark.x - tile.at.x + tile.window.x, mark.y - tile.at.y + tile.window.y
            beside = mark.x < tile.at.x - 0.3 or mark.x > tile.at.right + 0.3
            if beside == (axis == "y"):
                found.append(x if axis == "x" else y)
    return found


def same_match(one: list[float], other: list[float], seam: float) -> bool:
    return all(any(abs(place - seam) < 1e-6 for place in places) for places in (one, other))


def test_the_fewest_sheets_are_taken() -> None:
    assert [t.name for t in tile_board(Size(420, 297), A4)] == ["A1", "A2", "B1", "B2"]
    assert [t.name for t in tile_board(Size(180, 500), A4)] == ["A1", "B1"]


def test_what_cannot_be_tiled_says_so() -> None:
    with pytest.raises(SheetError, match="overlap"):
        tile_board(Size(400, 400), A4, overlap=100)
    with pytest.raises(SheetError, match="too many sheets"):
        tile_board(Size(100, 20000), A4)


@pytest.mark.parametrize("paper", [A4, A4.turned()])
@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
@pytest.mark.parametrize("error", [Shift(1.5, -2, 0), Shift(-0.7, 0.4, 0.5), Shift(0, 0, -0.8)])
def test_the_correction_undoes_the_printer(paper, backs, error) -> None:
    mirror = flip_mirror(paper, backs)

    def seen(x: float, y: float) -> tuple[float, float]:
        """Reading at a scale: print the cross behind it with the error, look through the paper."""
        behind = mirror.rect(Rect(x, y, 0, 0))
        printed = error.point(behind.x, behind.y, paper)
        through = mirror.rect(Rect(*printed, 0, 0))
        return (through.x - x, through.y - y)

    (_, *a), (_, *b), _ = reading_points(paper)
    shift = correction(seen(*a), seen(*b), paper, backs)
    for x, y in ((10, 10), (200, 10), (105, 148)):
        moved = error.point(*shift.point(x, y, paper), paper)
        assert moved == pytest.approx((x, y), abs=0.06)


def test_the_calibration_sheet_is_marks_only_and_its_crosses_meet() -> None:
    front, back = calibration_sheet(A4)
    assert front.placements == back.placements == ()
    centres = {(round(A4.w - m.x, 3), round(m.y, 3)) for m in back.marks if isinstance(m, CircleMark)}
    assert {(x, y) for _, x, y in reading_points(A4)} <= centres
