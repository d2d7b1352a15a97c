"""Vertical Han names and turned Latin names, by the numbers of the card layout."""

from __future__ import annotations

from functools import partial

import pytest

from cardgen.fonts import FontSet
from cardgen.text import Turned, Vertical, layout_turned, layout_vertical
from cardgen.units import MM_PER_PT

FONTS = FontSet.load()
vertical = partial(
    layout_vertical, fonts=FONTS, height=20.6, size=13.2, floor=8.1, pitch=1.03, pitch_max=4.85, columns=2
)
turned = partial(layout_turned, fonts=FONTS, length=20.8, size=13, floor=6, keep=9.5, caps=(13, 11, 9.2))


def column_texts(found: Vertical) -> list[str]:
    columns: dict[float, str] = {}
    for cell in found.cells:
        width = FONTS[found.style].width(cell.text, found.size_pt * MM_PER_PT) if cell.text else 0
        axis = round(cell.x + width / 2, 4)
        columns[axis] = columns.get(axis, "") + (cell.text or "·")
    return [columns[axis] for axis in sorted(columns, reverse=True)]


@pytest.mark.parametrize(("count", "size"), [(2, 13.2), (4, 13.2), (5, 11.3), (6, 9.4), (7, 8.1)])
def test_long_names_narrow_their_pitch(count: int, size: float) -> None:
    found = vertical("青铜纵目面具鸟"[:count])
    assert found.pitch == pytest.approx(min(4.85, 20.6 / count))
    assert found.size_pt == pytest.approx(size, abs=0.05)
    assert found.columns == 1
    assert found.fits
    steps = [cell.y for cell in found.cells]
    assert steps == pytest.approx([0.88 * found.size_pt * MM_PER_PT + found.pitch * n for n in range(count)])
    assert all(cell.x == pytest.approx(-found.size_pt * MM_PER_PT / 2) for cell in found.cells)


def test_past_the_floor_a_name_takes_two_columns_the_longer_one_first() -> None:
    found = vertical("青铜兽首冠人像残")
    assert found.columns == 2
    assert column_texts(found) == ["青铜兽首", "冠人像残"]
    assert column_texts(vertical("青铜兽首冠人像残片")) == ["青铜兽首冠", "人像残片"]
    assert vertical("青铜兽首冠人像残", columns=1).overflow_tall > 0


def test_a_name_of_two_parts_is_parted_at_its_dot() -> None:
    assert column_texts(vertical("青铜立人像·戴冠鸟首")) == ["青铜立人像", "戴冠鸟首"]


def test_no_column_starts_or_ends_against_the_rules() -> None:
    for text in ("青铜人像残件（第三号）坑", "青铜（人像残件）第三号坑", "青铜人像、残件、三号坑出"):
        for column in column_texts(vertical(text)):
            assert column[0] not in "︶︑"
            assert column[-1] not in "︵"


def test_a_dot_takes_half_a_step() -> None:
    found = vertical("神树·枝")
    assert [cell.text for cell in found.cells] == ["神", "树", "", "枝"]
    assert found.cells[2].x == 0
    assert found.cells[2].y == pytest.approx(2 * 4.85 + 0.24 * 4.85)
    assert found.cells[3].y - found.cells[1].y == pytest.approx(1.48 * 4.85)


def test_numbers_stand_in_one_step_and_brackets_upright() -> None:
    assert [cell.text for cell in vertical("（残）12件2件").cells] == [
        "︵",
        "残",
        "︶",
        "12",
        "件",
        "2",
        "件",
    ]


@pytest.mark.parametrize(("valign", "share"), [("top", 0), ("middle", 0.5), ("bottom", 1)])
def test_a_short_name_is_placed_in_its_height(valign: str, share: float) -> None:
    found = vertical("骨针", valign=valign)
    size = found.size_pt * MM_PER_PT
    top, bottom = found.cells[0].y - 0.88 * size, found.cells[-1].y + 0.12 * size
    assert top == pytest.approx(share * (20.6 - (bottom - top)))


def test_vertical_reports_missing_signs_and_bears_extremes() -> None:
    assert vertical("陶🏺").missing == ("🏺",)
    assert vertical("").cells == ()
    assert vertical("·· ·").cells == () or vertical("·· ·").fits
    assert not vertical("堆" * 3000).fits
    with pytest.raises(ValueError, match="above zero"):
        vertical("堆", floor=0)


def texts(found: Turned) -> list[str]:
    return [line.text for line in found.lines]


def test_the_break_that_gives_the_largest_type_is_taken() -> None:
    found = turned("Bronze Standing Figure")
    assert texts(found) == ["Bronze", "Standing", "Figure"]
    assert found.size_pt == 9.2
    assert turned("Bronze Standing Figure", max_lines=1, floor=4).size_pt == pytest.approx(4.8, abs=0.1)


def test_one_line_is_kept_if_it_is_large_enough() -> None:
    found = turned("Jade Blade")
    assert texts(found) == ["Jade Blade"]
    assert found.size_pt >= 9.5
    assert len(turned("Jade Blade", keep=12).lines) == 2


def test_words_break_after_hyphens() -> None:
    assert texts(turned("Gold-foil Mask")) == ["Gold-foil", "Mask"]
    assert texts(turned("Self-supporting", length=12)) == ["Self-", "supporting"]


def test_lines_run_from_right_to_left_around_the_axis() -> None:
    found = turned("Gold-foil Mask")
    size, cap = found.size_pt * MM_PER_PT, FONTS["title"].cap_height
    centres = [line.x + cap / 2 * size for line in found.lines]
    assert centres[0] == pytest.approx(-centres[1])
    assert centres[0] - centres[1] == pytest.approx(1.18 * size)
    assert found.length == pytest.approx(FONTS["title"].width("Gold-foil", size))


def test_breadth_limits_the_size() -> None:
    found = turned("Gold-foil Mask", caps=(), breadth=6)
    assert found.breadth <= 6 + 1e-6
    assert found.fits


def test_a_word_too_long_for_the_floor_says_so() -> None:
    found = turned("Antidisestablishmentarianism")
    assert found.size_pt == 6
    assert found.overflow_tall == pytest.approx(found.length - 20.8)


def test_turned_bears_extremes() -> None:
    assert texts(turned("")) == [""]
    assert not turned("dig " * 5000, max_lines=10**6).fits
    assert turned("a 🏺").missing == ("🏺",)
    assert texts(turned("- / -- a")) == ["- / -- a"]
