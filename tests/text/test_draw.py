"""Drawing: exact places, escaped signs, icons on the middle of the em box, plain SVG only."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from cardgen.fonts import FontSet
from cardgen.text import (
    draw_block,
    draw_line,
    draw_turned,
    draw_vertical,
    layout_block,
    layout_line,
    layout_turned,
    layout_vertical,
)
from cardgen.text.draw import _number as number
from cardgen.units import MM_PER_PT

FONTS = FontSet.load()


def block(text: str, y: float = 20) -> str:
    found = layout_block(
        text, fonts=FONTS, width=53, height=None, size=8, floor=7, leading=1.5, leading_floor=1.3, lang=None
    )
    return draw_block(found, 10, y, "#241A14", FONTS)


def elements(svg: str) -> list[etree._Element]:
    return list(etree.fromstring(f"<svg>{svg}</svg>"))


def test_runs_name_font_size_place_and_fill() -> None:
    thin, bold = elements(block("探**方**"))
    size = 8 * MM_PER_PT
    assert dict(thin.attrib) == {
        "x": "10",
        "y": number(20 + 0.88 * size),
        "font-family": "Noto Sans SC",
        "font-weight": "400",
        "font-size": number(size),
        "fill": "#241A14",
    }
    assert (bold.get("font-weight"), bold.get("x"), bold.text) == ("700", number(10 + size), "方")


def test_an_icon_is_centred_on_the_em_box_of_the_han_signs() -> None:
    _, icon = elements(block("付:work-day:"))
    assert icon.get("href") == "icon:work-day"
    place = re.fullmatch(r"translate\((\S+),(\S+)\) scale\((\S+)\)", icon.get("transform") or "")
    assert place
    x, y, scale = map(float, place.groups())
    size = 8 * MM_PER_PT
    assert scale * 24 == pytest.approx(size, abs=1e-3)
    assert x == pytest.approx(10 + 1.04 * size, abs=1e-3)
    assert y == pytest.approx(20, abs=1e-3), "an icon of 1 em covers the em box, whose top is that of the box"


def test_signs_are_escaped_and_kept() -> None:
    assert [text.text for text in elements(block("a&b <i> \"c\" 'd' ]]>"))] == ["a&b <i> \"c\" 'd' ]]>"]


@given(st.text(max_size=60))
def test_any_text_draws_as_well_formed_svg(text: str) -> None:
    elements(block(text.encode("utf-8", "replace").decode()))


def test_a_fill_cannot_leave_its_attribute() -> None:
    found = layout_line("a", fonts=FONTS, width=None, size=8, floor=8)
    (text,) = elements(draw_line(found, 0, 0, '"/><script/>', FONTS))
    assert text.get("fill") == '"/><script/>'


def test_a_line_stands_on_its_baseline() -> None:
    found = layout_line("三分", fonts=FONTS, width=None, size=10, floor=8, style="title", anchor="end")
    (text,) = elements(draw_line(found, 50, 30, "red", FONTS))
    assert (text.get("x"), text.get("y")) == (number(50 - 20 * MM_PER_PT), "30")
    assert (text.get("font-family"), text.get("font-weight")) == ("Noto Serif SC", "900")


def test_vertical_draws_one_text_a_sign_and_a_dot_as_a_circle() -> None:
    found = layout_vertical("神树·枝", fonts=FONTS, height=20, size=10, floor=8)
    drawn = elements(draw_vertical(found, 44.6, 2.9, "#000", FONTS))
    assert [(item.tag, item.text) for item in drawn] == [
        ("text", "神"),
        ("text", "树"),
        ("circle", None),
        ("text", "枝"),
    ]
    assert drawn[2].get("cx") == "44.6"


def test_turned_draws_a_group_a_line() -> None:
    found = layout_turned("Gold-foil Mask", fonts=FONTS, length=20, size=11, floor=6, keep=9.5)
    drawn = elements(draw_turned(found, 44, 2.9, "#000", FONTS))
    assert [group[0].text for group in drawn] == ["Gold-foil", "Mask"]
    assert all(
        re.fullmatch(r"translate\(\S+,2\.9\) rotate\(90\)", group.get("transform") or "") for group in drawn
    )


def test_numbers_are_short_and_never_minus_zero() -> None:
    assert [number(value) for value in (0.0, -0.00001, 1.0, 2.50004, -1 / 3)] == [
        "0",
        "0",
        "1",
        "2.5",
        "-0.3333",
    ]


def test_drawing_twice_gives_the_same_bytes() -> None:
    assert block("得 **2** :coin:，再翻 1 张") == block("得 **2** :coin:，再翻 1 张")
