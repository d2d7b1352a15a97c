"""Fitting: leading before size, both to their floors, orphans, and how far a text runs over."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.fonts import FontSet
from cardgen.text import Block, PlacedIcon, layout_block, layout_line
from cardgen.text.fit import sizes
from cardgen.units import MM_PER_PT

FONTS = FontSet.load()
RULE = "本轮你每次**挖掘**只付 1 个 :workday:，若翻开的遗物为“精品”，立即得 +3 分；其他人可弃 1 张工具卡。"
block = partial(
    layout_block,
    fonts=FONTS,
    width=53.8,
    height=20,
    size=8.4,
    floor=7.6,
    leading=1.55,
    leading_floor=1.35,
    lang="zh",
)
line = partial(layout_line, fonts=FONTS, width=30, size=15, floor=9, style="title", bold_style="title")


def em(found: Block) -> float:
    return found.size_pt * MM_PER_PT


def han(count: int) -> str:
    return ("发掘探方三星堆遗物" * count)[:count]


def test_a_text_with_room_keeps_size_and_leading() -> None:
    found = block(han(40))
    assert (found.size_pt, found.leading, found.fits, found.torn) == (8.4, 1.55, True, False)
    assert len(found.lines) == 3
    assert found.height == pytest.approx(em(found) * (1 + 2 * 1.55))
    assert [row.y for row in found.lines] == pytest.approx([em(found) * (0.88 + n * 1.55) for n in range(3)])
    assert {row.x for row in found.lines} == {0}


def test_leading_gives_way_before_size() -> None:
    full = 8.4 * MM_PER_PT
    found = block(han(40), height=full * (1 + 2 * 1.4))
    assert found.size_pt == 8.4
    assert found.leading == pytest.approx(1.4)


def test_size_goes_down_in_steps_when_leading_is_at_its_floor() -> None:
    found = block(han(40), height=8.4 * MM_PER_PT * (1 + 2 * 1.34))
    assert found.size_pt == pytest.approx(8.2)
    assert 1.35 <= found.leading <= 1.55
    assert found.height <= 8.4 * MM_PER_PT * (1 + 2 * 1.34) + 1e-6


def test_past_the_floors_the_text_says_by_how_many_mm_it_is_too_tall() -> None:
    found = block(han(100), height=5)
    assert found.size_pt == 7.6
    assert found.leading == 1.35
    assert found.overflow_tall == pytest.approx(found.height - 5)
    assert found.overflow_tall > 5
    assert found.overflow_wide == 0
    assert not found.fits


def test_too_wide_is_told_too() -> None:
    found = block("堆:coin:", width=2, height=None)
    assert found.overflow_wide == pytest.approx(7.6 * MM_PER_PT * 1.08 - 2)
    assert found.torn


def test_without_a_height_only_the_width_counts() -> None:
    assert block(han(400), height=None).size_pt == 8.4


def test_a_last_line_of_one_sign_costs_a_little_size() -> None:
    per_line = int(53.8 / (8.4 * MM_PER_PT))
    found = block(han(per_line + 1), height=None)
    assert found.size_pt < 8.4
    assert len(found.lines) == 1 or found.lines[-1].width > 2 * em(found)
    assert block(han(per_line + 3), height=None).size_pt == 8.4, "three signs are no orphan"


def test_an_orphan_that_no_size_cures_keeps_the_size() -> None:
    found = block(han(19), size=8.4, floor=8.4, height=None)
    assert found.size_pt == 8.4
    assert len(found.lines) == 2


def test_a_chosen_short_line_is_no_orphan() -> None:
    assert block(han(10) + "\n完", height=None).size_pt == 8.4


def test_a_word_is_kept_whole_at_a_smaller_size_rather_than_torn() -> None:
    word = "Archaeologist"
    width = FONTS["text"].width(word, 8.0 * MM_PER_PT) + 0.01
    found = block(word, width=width, height=None)
    assert found.size_pt == 8.0
    assert not found.torn
    assert block(word, width=width / 2, height=None).torn


@pytest.mark.parametrize(("align", "share"), [("left", 0), ("center", 0.5), ("right", 1)])
def test_alignment(align: str, share: float) -> None:
    found = block("探方三\n堆", align=align, height=None)
    for row, count in zip(found.lines, (3, 1), strict=True):
        assert row.x == pytest.approx((53.8 - count * em(found)) * share)
        assert row.pieces[0].x == pytest.approx(row.x)


@pytest.mark.parametrize(("valign", "share"), [("top", 0), ("middle", 0.5), ("bottom", 1)])
def test_vertical_alignment(valign: str, share: float) -> None:
    found = block(han(4), valign=valign)
    assert found.lines[0].y == pytest.approx((20 - em(found)) * share + 0.88 * em(found))
    assert block(han(100), valign=valign, height=5).lines[0].y == pytest.approx(0.88 * 7.6 * MM_PER_PT)


def test_pieces_follow_each_other_and_icons_have_room() -> None:
    found = block("得**两枚**:coin:后", height=None)
    (row,) = found.lines
    assert [getattr(part, "text", None) or part.name for part in row.pieces] == ["得", "两枚", "coin", "后"]
    places = [part.x / em(found) for part in row.pieces]
    assert places == pytest.approx([0, 1, 3 + 0.04, 3 + 1.08])
    assert row.text == "得两枚:coin:后"
    assert row.width == pytest.approx(5.08 * em(found))


def test_blanks_at_the_ends_of_pieces_become_distance() -> None:
    (row,) = block("a **b** c", height=None).lines
    assert [part.text for part in row.pieces] == ["a", "b", "c"]
    size = 8.4 * MM_PER_PT
    assert row.pieces[1].x == pytest.approx(FONTS["text"].width("a ", size))
    assert row.pieces[2].x == pytest.approx(
        row.pieces[1].x + FONTS["bold"].width("b", size) + FONTS["text"].width(" ", size)
    )


def test_what_is_wrong_with_a_text_is_told() -> None:
    found = block("🏺 :coin: :ghost: **x", icons=lambda name: name == "coin")
    assert found.missing == ("🏺",)
    assert found.unknown_icons == ("ghost",)
    assert found.unclosed_bold


def test_an_empty_text_is_one_empty_line() -> None:
    found = block("")
    assert [row.pieces for row in found.lines] == [()]
    assert found.fits


def test_a_size_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="above zero"):
        block("a", floor=0)


def test_sizes_end_at_the_floor_and_are_bounded() -> None:
    assert list(sizes(8.4, 7.6)) == [8.4, 8.2, 8.0, 7.8, 7.6]
    assert list(sizes(8.5, 8.4)) == [8.5, 8.4]
    assert list(sizes(8, 9)) == [8]
    assert len(list(sizes(1e6, 1))) < 500


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.sampled_from([*"探方，。（）“”\n ", "dig", "12", ":coin:", "**", "%"]), max_size=80).map(
        "".join
    ),
    st.floats(6, 70),
    st.floats(4, 40),
)
def test_what_fits_lies_in_its_box_and_what_does_not_says_so(text: str, width: float, height: float) -> None:
    found = block(text, width=width, height=height)
    assert 7.6 <= found.size_pt <= 8.4
    assert 1.35 <= found.leading <= 1.55 + 1e-6
    for row in found.lines:
        assert row.x >= 0
        assert row.x + row.width <= width + found.overflow_wide + 1e-6
    assert found.lines[-1].y + 0.12 * em(found) <= height + found.overflow_tall + 1e-5
    assert (found.overflow_tall > 0) == (found.height > height + 1e-6)
    for above, below in pairwise(found.lines):
        assert below.y - above.y == pytest.approx(found.leading * em(found))


def test_less_room_never_means_larger_type() -> None:
    found = [block(RULE, height=h / 4).size_pt for h in range(60, 20, -1)]
    assert all(small <= large for large, small in pairwise(found))


def test_a_line_keeps_its_size_or_shrinks_to_its_floor() -> None:
    assert line(han(5)).size_pt == 15
    shrunk = line(han(7))
    assert shrunk.size_pt == pytest.approx(30 / 7 / MM_PER_PT, abs=0.01)
    assert shrunk.fits
    long = line(han(12))
    assert long.size_pt == 9
    assert long.overflow_wide == pytest.approx(12 * 9 * MM_PER_PT - 30)
    assert line(han(50), width=None).fits


@pytest.mark.parametrize(("anchor", "share"), [("start", 0), ("middle", -0.5), ("end", -1)])
def test_a_line_is_anchored(anchor: str, share: float) -> None:
    (row,) = line("三:coin:堆", anchor=anchor).lines
    assert row.x == pytest.approx(row.width * share)
    assert row.y == 0
    icon = row.pieces[1]
    assert isinstance(icon, PlacedIcon)
    assert icon.x == pytest.approx(row.x + 1.04 * 15 * MM_PER_PT)


def test_a_line_has_no_breaks_and_may_be_empty() -> None:
    assert line("三\n星").lines[0].text == "三星"
    assert line("三\n星").lines[0].width == pytest.approx((2 + FONTS["title"].width(" ", 1)) * 15 * MM_PER_PT)
    assert line("").lines[0].pieces == ()
