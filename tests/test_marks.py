"""Marks: on the trim lines, clear of art, clear of the paper's edge."""

from __future__ import annotations

import pytest

from cardgen.builtin.papers import CARD_SIZES, PAPERS, named_size
from cardgen.geometry import Rect, Size
from cardgen.marks import (
    EDGE,
    RULER_ROOM,
    LineMark,
    Strip,
    TextMark,
    crop_marks,
    fold_line,
    registration_rects,
    ruler,
    strip_text,
)
from cardgen.units import UnitError, parse_length

A4 = PAPERS["a4"]


def upright(marks: tuple[LineMark, ...], x: float) -> list[tuple[float, float]]:
    return [(m.y1, m.y2) for m in marks if m.x1 == m.x2 == pytest.approx(x)]


def test_a_lone_slot_has_eight_marks_pointing_away_from_it() -> None:
    marks = crop_marks(A4, [Rect(50, 60, 63, 88)], 2)
    assert len(marks) == 8
    assert upright(marks, 50) == [(53.5, 57.5), (150.5, 154.5)]
    assert upright(marks, 113) == [(53.5, 57.5), (150.5, 154.5)]


def test_a_narrow_gutter_has_no_mark_and_a_wide_one_has() -> None:
    tight = crop_marks(A4, [Rect(50, 50, 40, 40), Rect(50, 94, 40, 40)], 2)
    assert all(b < 50 or a > 134 for a, b in upright(tight, 50))
    wide = crop_marks(A4, [Rect(50, 50, 40, 40), Rect(50, 100, 40, 40)], 2)
    assert (92.5, 97.5) in upright(wide, 50)


def test_a_vacant_neighbour_leaves_room_for_a_mark() -> None:
    marks = crop_marks(A4, [Rect(50, 50, 40, 40), Rect(94, 50, 40, 40), Rect(50, 94, 40, 40)], 2)
    assert (92.5, 96.5) in upright(marks, 134)
    assert (92.5, 96.5) in upright(marks, 94), "the inner corner of the L has its own mark"


def test_pieces_edge_to_edge_are_marked_only_outside() -> None:
    marks = crop_marks(A4, [Rect(50 + 16 * i, 50, 16, 16) for i in range(3)], 0)
    assert upright(marks, 66) == [(45.5, 49.5), (66.5, 70.5)]


def test_a_mark_stops_short_of_the_paper_and_of_what_it_must_keep_out_of() -> None:
    near = crop_marks(A4, [Rect(6, 6, 63, 88)], 0)
    assert upright(near, 6)[0] == (EDGE, 5.5)
    strip = Rect(4, 40, 100, 10)
    assert upright(crop_marks(A4, [Rect(20, 53, 63, 88)], 0, [strip]), 20)[0] == (50.5, 52.5)
    assert len(upright(crop_marks(A4, [Rect(20, 51.5, 63, 88)], 0, [strip]), 20)) == 1, "no room: left out"


def test_a_fold_is_dashed_and_stops_at_text() -> None:
    assert [(m.y1, m.y2) for m in fold_line(A4, "x", 105)] == [(3, 294)]
    assert all(m.dash for m in fold_line(A4, "y", 148.5))
    broken = fold_line(A4, "x", 105, [Rect(10, 4, 190, 4)])
    assert [(m.y1, m.y2) for m in broken] == [(8.5, 294)]


def test_registration_squares_meet_whichever_edge_is_flipped() -> None:
    rects = set(registration_rects(A4))
    flipped = {Rect(round(210 - r.right, 6), r.y, r.w, r.h) for r in rects}
    assert flipped == {Rect(round(r.x, 6), r.y, r.w, r.h) for r in rects}


@pytest.mark.parametrize("turned", [False, True])
def test_the_ruler_is_true_and_stays_in_its_strip(turned: bool) -> None:
    room = Rect(4, 10, 3.6, 190) if turned else Rect(10, 4, 190, 3.6)
    marks = ruler(Strip(room, turned))
    lengths = [abs(m.x2 - m.x1) + abs(m.y2 - m.y1) for m in marks if isinstance(m, LineMark)]
    assert max(lengths) == pytest.approx(101.6)
    along = sorted(
        (m.y1 if turned else m.x1)
        for m in marks
        if isinstance(m, LineMark) and abs(m.x2 - m.x1) + abs(m.y2 - m.y1) < 2
    )
    assert along[-1] - along[0] == pytest.approx(101.6)
    assert len(along) == 11 + 5
    for mark in marks:
        ends = (
            [(mark.x, mark.y)] if not isinstance(mark, LineMark) else [(mark.x1, mark.y1), (mark.x2, mark.y2)]
        )
        assert all(room.contains(Rect(x, y, 0, 0)) for x, y in ends)
    ends = {m.text: m.y if turned else m.x for m in marks if isinstance(m, TextMark)}
    zero = along[-1] if turned else along[0]
    assert 100 < abs(ends["100 mm"] - zero) < 101.6 < abs(ends["4 in"] - zero)
    assert RULER_ROOM >= 101 + 6 * 0.7 * 1.7, "and there is room for it"


def test_footer_text_takes_as_many_lines_as_fit() -> None:
    lines = ["one", "two", "three"]
    assert [m.text for m in strip_text(Strip(Rect(10, 280, 190, 3.6)), lines, len)] == ["one"]
    two = strip_text(Strip(Rect(10, 280, 190, 5)), lines, len)
    assert [m.text for m in two] == ["one", "two"]
    assert 280 < two[0].y < two[1].y <= 285
    turned = strip_text(Strip(Rect(4, 10, 3.6, 270), turned=True), lines, len)
    assert turned == (TextMark(4 + 0.9 * 2.1, 280, "one", rotation=270.0),)


@pytest.mark.parametrize("length", [1, 40, 60, 80, 400])
def test_a_line_of_text_never_leaves_its_strip(length: int) -> None:
    line = "fold here " * (length // 10) + "x" * (length % 10)
    (mark,) = strip_text(Strip(Rect(10, 280, 100, 3.6)), [line], len)
    assert len(mark.text) * mark.size <= 100 + 1e-9
    assert 1.5 <= mark.size <= 2.1
    whole = length * 1.5 <= 100
    assert (mark.text == line) is whole
    assert mark.text.endswith("…") is not whole


@pytest.mark.parametrize("text", ["5/3in", "100pt", "3.5in", "8.466666666666667mm", "213.39999999999998mm"])
def test_a_length_that_a_template_writes_out_is_read_back(text: str) -> None:
    assert parse_length(f"{parse_length(text)}mm") == pytest.approx(parse_length(text), abs=1e-9)


def test_sizes_by_name_and_by_length() -> None:
    assert named_size("Poker") == CARD_SIZES["poker"] == Size(63.5, 88.9)
    assert named_size("mini euro") == Size(44, 68)
    assert named_size("50mm x 40mm") == Size(50, 40)
    with pytest.raises(UnitError, match="did you mean `poker`"):
        named_size("pokr")
    with pytest.raises(UnitError, match="known are"):
        named_size("zzz")
