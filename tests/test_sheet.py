"""Imposition: every piece once, nothing overlaps, every back behind its front."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.builtin.papers import CARD_SIZES, PAPERS
from cardgen.geometry import Rect, Size
from cardgen.marks import CLEAR, EDGE, CircleMark, LineMark, Mark, TextMark
from cardgen.sheet import (
    Imposing,
    Item,
    Placement,
    SheetError,
    SheetPage,
    Shift,
    best_grid,
    impose,
    too_large,
)
from cardgen.sheet.grid import FOLD_CLEAR, LEAST_BLEED, MARGINS

TCG = CARD_SIZES["tcg"]
A4, LETTER = PAPERS["a4"], PAPERS["letter"]
LEAST_MARGIN = MARGINS[-1]


def deck(count: int, size: Size = TCG, bleed: float = 3, backs: bool = True) -> list[Item]:
    return [Item(f"c{n}", size, bleed, f"front-{n}", f"back-{n}" if backs else None) for n in range(count)]


def extent(mark: Mark) -> Rect:
    """The rectangle of a line or circle; of a text, its anchor."""
    if isinstance(mark, CircleMark):
        return Rect(mark.x - mark.r, mark.y - mark.r, 2 * mark.r, 2 * mark.r)
    if isinstance(mark, TextMark):
        return Rect(mark.x, mark.y, 0, 0)
    x, y = min(mark.x1, mark.x2), min(mark.y1, mark.y2)
    return Rect(x, y, abs(mark.x2 - mark.x1), abs(mark.y2 - mark.y1))


def flipped(rect: Rect, page: SheetPage, edge: str) -> Rect:
    """Where a rectangle of the reverse is seen from the front, by turning the paper over in the hand.

    The edge that the paper is turned about is the upright one of a portrait page for `long`.
    """
    long_is_upright = page.paper.h >= page.paper.w
    if long_is_upright == (edge == "long"):
        return Rect(page.paper.w - rect.x - rect.w, rect.y, rect.w, rect.h)
    return Rect(rect.x, page.paper.h - rect.y - rect.h, rect.w, rect.h)


def same(a: Rect, b: Rect) -> bool:
    return all(
        math.isclose(p, q, abs_tol=1e-6)
        for p, q in zip((a.x, a.y, a.w, a.h), (b.x, b.y, b.w, b.h), strict=True)
    )


sides = st.sampled_from([8.0, 16.0, 25.0, 31.75, 40.0, 44.45, 50.0, 63.0, 88.9, 105.0, 148.0])
sizes = st.builds(Size, sides, sides)
bleeds = st.sampled_from([0.0, 1.0, 1.5, 2.0, 3.0])
groups = st.lists(st.tuples(sizes, bleeds, st.integers(1, 24), st.booleans()), min_size=1, max_size=3)
modes = st.sampled_from(["long-edge", "short-edge", "separate", "gutterfold", "none"])
papers = st.sampled_from(sorted(PAPERS)).map(PAPERS.__getitem__)
gaps = st.sampled_from([None, None, 0.0, 2.0, 7.0])


@settings(max_examples=60, deadline=None)
@given(groups=groups, backs=modes, paper=papers, gap=gaps, may_turn=st.booleans())
def test_every_sheet_holds(groups, backs, paper, gap, may_turn) -> None:
    items = [
        Item(f"{g}-{n}", size, bleed, f"f{g}-{n}", f"b{g}-{n}" if has_back else None)
        for g, (size, bleed, count, has_back) in enumerate(groups)
        for n in range(count)
    ]
    how = Imposing(backs=backs, gap=gap, may_turn=may_turn)
    if unplaced := set(too_large(items, paper, how)):
        with pytest.raises(SheetError):
            impose(items, paper, how)
        items = [item for n, item in enumerate(items) if n not in unplaced]
    pages = impose(items, paper, how)

    placed = [(p.item_index, p.face) for page in pages for p in page.placements]
    wanted = [(n, item.front) for n, item in enumerate(items)]
    if backs != "none":
        wanted += [(n, item.back) for n, item in enumerate(items) if item.back]
    assert Counter(placed) == Counter(wanted)

    for page in pages:
        assert page.placements
        assert {page.paper} <= {paper, paper.turned()}
        printable = Rect(0, 0, page.paper.w, page.paper.h).inset(LEAST_MARGIN)
        arts = [p.art for p in page.placements]
        assert all(printable.contains(art) for art in arts)
        assert not any(a.overlaps(b) for a, b in combinations(arts, 2))
        assert len({(p.trim.w, p.trim.h) for p in page.placements}) == 1
        check_marks(page)


def check_marks(page: SheetPage) -> None:
    paper = Rect(0, 0, page.paper.w, page.paper.h)
    arts = [p.art for p in page.placements]
    for mark in page.marks:
        box = extent(mark)
        assert paper.inset(EDGE).contains(box), mark
        near = box.inset(-CLEAR)
        assert not any(near.overlaps(art) for art in arts), mark
    strips = [s.rect for s in (page.footer, page.header) if s]
    for strip in strips:
        assert paper.inset(EDGE).contains(strip)
        assert not any(strip.overlaps(art) for art in arts)
        assert not any(strip.overlaps(extent(m).inset(-0.05)) for m in page.marks)
    # a straight edge needs a mark on each trim line of each used slot, also on a partial sheet
    uprights = [m.x1 for m in page.marks if isinstance(m, LineMark) and m.x1 == m.x2 and not m.dash]
    levels = [m.y1 for m in page.marks if isinstance(m, LineMark) and m.y1 == m.y2 and not m.dash]
    for p in page.placements:
        assert all(any(abs(x - m) < 1e-3 for m in uprights) for x in (p.trim.x, p.trim.right)), p
        assert all(any(abs(y - m) < 1e-3 for m in levels) for y in (p.trim.y, p.trim.bottom)), p


@settings(max_examples=60, deadline=None)
@given(
    size=sizes,
    count=st.integers(1, 30),
    backs=st.sampled_from(["long-edge", "short-edge", "separate"]),
    paper=papers,
    may_turn=st.booleans(),
)
def test_each_back_lies_behind_its_front(size, count, backs, paper, may_turn) -> None:
    pages = impose(deck(count, size), paper, Imposing(backs=backs, may_turn=may_turn))
    edge = "short" if backs == "short-edge" else "long"
    fronts = {p.item_index: p for page in pages if page.side == "front" for p in page.placements}
    for page in (page for page in pages if page.side == "back"):
        for back in page.placements:
            front = fronts[back.item_index]
            assert same(flipped(back.trim, page, edge), front.trim)
            assert up_as_seen_from_front(back, page, edge) == pytest.approx(up(front.rotation))


def up(rotation: int) -> tuple[float, float]:
    """Which way a face's top points on its page."""
    return (math.sin(math.radians(rotation)), -math.cos(math.radians(rotation)))


def up_as_seen_from_front(back: Placement, page: SheetPage, edge: str) -> tuple[float, float]:
    dx, dy = up(back.rotation)
    x, y = back.trim.x, back.trim.y
    start, end = (flipped(Rect(px, py, 0, 0), page, edge) for px, py in ((x, y), (x + dx, y + dy)))
    return (end.x - start.x, end.y - start.y)


@settings(max_examples=40, deadline=None)
@given(size=sizes, count=st.integers(1, 12), paper=papers)
def test_folding_brings_each_back_behind_its_front(size, count, paper) -> None:
    items = deck(count, size)
    how = Imposing(backs="gutterfold")
    if too_large(items, paper, how):
        return
    for page in impose(items, paper, how):
        assert page.side == "front"
        fold = next(m for m in page.marks if isinstance(m, LineMark) and m.dash)
        upright = fold.x1 == fold.x2
        for back in (p for p in page.placements if p.side == "back"):
            front = next(p for p in page.placements if p.item_index == back.item_index and p is not back)
            if upright:
                folded = Rect(2 * fold.x1 - back.trim.right, back.trim.y, back.trim.w, back.trim.h)
                clear = min(abs(fold.x1 - front.art.right), abs(back.art.x - fold.x1))
            else:
                folded = Rect(back.trim.x, 2 * fold.y1 - back.trim.bottom, back.trim.w, back.trim.h)
                clear = min(abs(fold.y1 - front.art.bottom), abs(back.art.y - fold.y1))
            assert same(folded, front.trim)
            assert clear >= FOLD_CLEAR - 1e-6
            assert back.rotation == (0 if upright else 180)


@pytest.mark.parametrize(
    ("size", "paper", "per_sheet", "bleed", "landscape"),
    [
        (Size(50, 40), A4, 20, 2.7, True),
        (Size(50, 40), LETTER, 20, 1.7, True),
        (CARD_SIZES["tcg"], A4, 9, 1.5, False),
        (CARD_SIZES["tcg"], LETTER, 8, 1.9, True),
        (CARD_SIZES["poker"], A4, 9, 1.5, False),
        (CARD_SIZES["euro"], A4, 9, 1.5, False),
        (CARD_SIZES["tarot"], LETTER, 4, 3, False),
        (Size(105, 148), A4, 2, 3, True),
    ],
)
def test_how_many_fit(size, paper, per_sheet, bleed, landscape) -> None:
    grid = best_grid(size, 3, paper)
    assert grid is not None
    assert (grid.per_sheet, grid.bleed, grid.paper.w > grid.paper.h) == (per_sheet, bleed, landscape)
    assert grid.gap == 2 * grid.bleed


def test_square_tokens_without_bleed_touch() -> None:
    grid = best_grid(Size(16, 16), 0, A4)
    assert grid is not None
    assert (grid.per_sheet, grid.gap) == (204, 0)
    first, second = grid.trim(0), grid.trim(1)
    assert first.right == pytest.approx(second.x)


def test_a_margin_of_ten_is_kept_where_it_costs_nothing() -> None:
    tarot = best_grid(CARD_SIZES["tarot"], 3, A4)
    assert tarot is not None
    assert tarot.margin == 10
    x, y = tarot.origin
    assert min(x, y) - tarot.bleed >= 10


def test_fewer_pieces_rather_than_less_bleed() -> None:
    """On Letter nine 63 x 88 cards would leave 0.9 mm of bleed."""
    for size in CARD_SIZES.values():
        for paper in (A4, LETTER):
            grid = best_grid(size, 3, paper)
            assert grid is not None
            assert grid.bleed >= LEAST_BLEED


def test_pages_are_interleaved_or_separate() -> None:
    order = [(p.side, p.sheet_no) for p in impose(deck(12), A4)]
    assert order == [("front", 1), ("back", 1), ("front", 2), ("back", 2)]
    separate = [(p.side, p.sheet_no) for p in impose(deck(12), A4, Imposing(backs="separate"))]
    assert separate == [("front", 1), ("front", 2), ("back", 1), ("back", 2)]


def test_no_back_page_where_nothing_has_a_back() -> None:
    mixed = deck(9) + deck(4, backs=False)
    assert [p.side for p in impose(mixed, A4)] == ["front", "back", "front"]
    assert [p.side for p in impose(deck(9), A4, Imposing(backs="none"))] == ["front"]
    assert [len(p.placements) for p in impose(deck(3) + deck(3, backs=False), A4)] == [6, 3]


def test_a_partial_last_sheet_is_not_centred_again() -> None:
    pages = impose(deck(10), A4)
    assert pages[2].placements[0].trim == pages[0].placements[0].trim
    assert pages[3].placements[0].trim == pages[1].placements[0].trim
    assert len(pages[2].placements) == 1


def test_registration_crosses_only_where_there_is_a_back_to_meet() -> None:
    def circles(page: SheetPage) -> int:
        return sum(isinstance(mark, CircleMark) for mark in page.marks)

    assert [circles(p) for p in impose(deck(1), A4)] == [4, 4]
    assert [circles(p) for p in impose(deck(1, backs=False), A4)] == [0]


@pytest.mark.parametrize("name", sorted(CARD_SIZES))
@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_every_sheet_of_cards_has_a_ruler_and_a_footer(name: str, paper: str) -> None:
    for backs in ("long-edge", "gutterfold"):
        for page in impose(deck(1, CARD_SIZES[name]), PAPERS[paper], Imposing(backs=backs)):
            assert page.footer is not None
            assert page.footer.length > 150
            assert {m.text for m in page.marks if isinstance(m, TextMark)} == {"4 in", "100 mm"}


@pytest.mark.parametrize("name", sorted(CARD_SIZES))
@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_a_ruler_laid_over_a_full_sheet_finds_a_mark_at_both_ends(name: str, paper: str) -> None:
    grid = best_grid(CARD_SIZES[name], 3, PAPERS[paper])
    assert grid is not None
    page, _ = impose(deck(grid.per_sheet, CARD_SIZES[name]), PAPERS[paper])
    lines = [m for m in page.marks if isinstance(m, LineMark)]
    trims = [p.trim for p in page.placements]
    top, bottom = min(t.y for t in trims), max(t.bottom for t in trims)
    left, right = min(t.x for t in trims), max(t.right for t in trims)
    for x in {t.x for t in trims} | {t.right for t in trims}:
        ends = [m.y1 for m in lines if m.x1 == m.x2 and abs(m.x1 - x) < 1e-3]
        assert min(ends) < top
        assert max(ends) > bottom
    for y in {t.y for t in trims} | {t.bottom for t in trims}:
        ends = [m.x1 for m in lines if m.y1 == m.y2 and abs(m.y1 - y) < 1e-3]
        assert min(ends) < left
        assert max(ends) > right


def test_the_shift_of_a_printer_goes_on_backs_only() -> None:
    pages = impose(deck(1), A4, Imposing(shift=Shift(1, -0.5, 0.2)))
    assert [page.shift for page in pages] == [Shift(), Shift(1, -0.5, 0.2)]


def test_what_does_not_fit_is_named() -> None:
    items = [*deck(1), Item("huge", Size(300, 420), 3, "f", None)]
    assert too_large(items, A4) == (1,)
    with pytest.raises(SheetError, match=r"`huge`.*300 × 420"):
        impose(items, A4)
    with pytest.raises(SheetError, match="no size"):
        impose([Item("flat", Size(0, 5), 0, "f")], A4)
    assert impose([], A4) == ()


def test_the_printing_page_states_what_is_computed() -> None:
    """The table of `docs/printing.md`, row by row."""
    page = (Path(__file__).parents[1] / "docs" / "printing.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\d.]+) × ([\d.]+) [^|]*\| ([^|]+) \| ([^|]+) \|$", page, re.MULTILINE)
    assert len(rows) == 9
    for w, h, *cells in rows:
        for cell, paper in zip(cells, (A4, LETTER), strict=True):
            grid = best_grid(Size(float(w), float(h)), 0 if w == "16" else 3, paper)
            assert grid is not None
            count, orientation, *bleed = cell.split(", ")
            assert (grid.per_sheet, grid.paper.w > grid.paper.h) == (int(count), orientation == "landscape")
            assert [grid.bleed] == ([float(b.split()[0]) for b in bleed] or [0])
