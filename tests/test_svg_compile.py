"""From faces to display lists: what is shared, what is told apart, where text ends up, what ink modes do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardgen import svg
from cardgen.diagnostics import Findings
from cardgen.fonts import FontSet
from cardgen.svg import values
from cardgen.svg.artwork import Nest, Op, Place, Shapes, TextRun

FONTS = FontSet.load({})
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="10mm" viewBox="0 0 20 10">'
TEXT = '<text x="1" y="2" font-family="Noto Sans SC" font-size="3">{}</text>'
MASK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
    '<circle cx="50" cy="50" r="40" fill="#C8992E"/></svg>'
)


def library(tmp_path: Path, ink: str = "full", **files: str) -> svg.Library:
    for name, text in files.items():
        path = tmp_path / f"{name.replace('__', '/')}.svg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return svg.Library(tmp_path, ink, FONTS, Findings())


def face(lib: svg.Library, body: str) -> svg.Artwork:
    art = svg.compile_face(f"{HEAD}{body}</svg>", library=lib)
    assert art is not None, list(lib.findings)
    return art


def sources(ops: tuple[Op, ...]) -> str:
    parts = []
    for op in ops:
        match op:
            case Shapes():
                parts.append(op.source.decode())
            case Place():
                parts.append(sources(op.artwork.ops))
            case Nest():
                parts.append(sources(op.ops))
    return "".join(parts)


def test_shapes_in_a_row_are_one_op_and_groups_their_own(tmp_path: Path) -> None:
    body = '<circle r="1"/><circle r="2"/><g><circle r="3"/></g>' + TEXT.format("层") + '<circle r="4"/>'
    kinds = [type(op) for op in face(library(tmp_path), body).ops]
    assert kinds == [Shapes, Shapes, TextRun, Shapes]


def test_equal_groups_on_two_faces_are_the_same_op_whatever_their_ids(tmp_path: Path) -> None:
    lib = library(tmp_path)
    gradient = (
        '<defs><linearGradient id="{0}"><stop stop-color="#fff"/><stop offset="1"/></linearGradient></defs>'
    )
    body = gradient + '<g><rect width="4" height="4" fill="url(#{0})"/></g>'
    first, second = face(lib, body.format("g1")), face(lib, TEXT.format("另") + body.format("g77"))
    assert first.ops[-1] == second.ops[-1]
    assert first.digest != second.digest


def test_a_group_that_differs_only_in_a_definition_is_another(tmp_path: Path) -> None:
    lib = library(tmp_path)
    body = (
        '<defs><clipPath id="c"><circle r="{}"/></clipPath></defs>'
        '<g clip-path="url(#c)"><rect width="4" height="4"/></g>'
    )
    assert face(lib, body.format(1)).digest != face(lib, body.format(2)).digest


def test_the_digest_covers_the_art_inside(tmp_path: Path) -> None:
    body = '<use href="art:mask" width="5" height="5"/>'
    before = face(library(tmp_path, art__mask=MASK), body).digest
    assert face(library(tmp_path, art__mask=MASK), body).digest == before
    assert face(library(tmp_path, art__mask=MASK.replace("40", "41")), body).digest != before


def test_art_is_compiled_once_for_all_faces(tmp_path: Path) -> None:
    lib = library(tmp_path, art__mask=MASK)
    ops = [face(lib, f'<use href="art:mask" x="{x}"/>').ops[0] for x in (0, 5)]
    assert all(isinstance(op, Place) for op in ops)
    assert ops[0].artwork is ops[1].artwork  # type: ignore[union-attr]
    assert lib.art_size("mask") == lib.art("mask").size  # type: ignore[union-attr]


def test_texts_tell_where_runs_end_up(tmp_path: Path) -> None:
    body = f'<g transform="translate(10 5) rotate(90) scale(2)">{TEXT.format("两 行")}</g>'
    (run,) = face(library(tmp_path), body).texts
    assert (run.x, run.y, run.size, run.turned) == pytest.approx((6, 7, 6, 90))
    assert (run.text, run.font.family, run.fill) == ("两 行", "Noto Sans SC", "#000000")


def test_text_inherits_and_its_parts_have_their_own_places(tmp_path: Path) -> None:
    body = (
        '<g font-family="Noto Sans SC" font-size="2" fill="#a63a24" text-anchor="end">'
        '<text x="1" y="2">甲<tspan x="3" y="4" font-weight="bold">乙</tspan></text></g>'
    )
    first, second = face(library(tmp_path), body).texts
    assert (first.text, first.x, first.font.weight, first.anchor, first.fill) == (
        "甲",
        1,
        400,
        "end",
        "#a63a24",
    )
    assert (second.text, second.x, second.y, second.font.weight) == ("乙", 3, 4, 700)


def test_icons_take_the_colour_around_them(tmp_path: Path) -> None:
    icon = MASK.replace("#C8992E", "currentColor")
    lib = library(tmp_path, icons__dot=icon)
    assert "#a63a24" in sources(face(lib, '<g color="#A63A24"><use href="icon:dot"/></g>').ops)
    assert "#000000" in sources(face(lib, '<use href="icon:dot"/>').ops)


def test_art_that_shows_itself_is_a_finding(tmp_path: Path) -> None:
    loop = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><use href="art:loop"/></svg>'
    lib = library(tmp_path, art__loop=loop)
    assert lib.art("loop") is None
    assert [f.code for f in lib.findings] == ["S507"]


@pytest.mark.parametrize("ink", ["saver", "grey"])
def test_no_colour_is_left_outside_full_ink(tmp_path: Path, ink: str) -> None:
    body = (
        '<defs><linearGradient id="a"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/>'
        "</linearGradient></defs>"
        '<g fill="#a63a24" stroke="#c8992e"><rect width="9" height="9"/><circle r="3" fill="url(#a)"/></g>'
        '<use href="art:mask"/>' + TEXT.format("红").replace("<text", '<text fill="#f00"')
    )
    art = face(library(tmp_path, ink, art__mask=MASK), body)
    shown = re.sub(r"<g [^>]*>", "", sources(art.ops)) if ink == "saver" else sources(art.ops)
    colours = {*re.findall(r"#[0-9a-f]{6}", shown), *(run.fill for run in art.texts)}
    assert colours
    assert all(c[1:3] == c[3:5] == c[5:7] for c in colours)
    if ink == "saver":
        assert colours <= {"#000000", "#ffffff"}


def test_saver_keeps_drops_and_blackens_as_the_template_says(tmp_path: Path) -> None:
    body = (
        '<g data-ink="keep"><rect width="9" height="9" fill="#a63a24"/></g>'
        '<rect width="8" height="8" fill="#111111"/>'
        '<g data-ink="drop"><circle r="7"/></g>'
        '<g data-ink="solid"><circle r="6" fill="#d9a95b" fill-opacity=".1"/></g>'
    )
    shown = sources(face(library(tmp_path, "saver"), body).ops)
    assert 'fill="#a63a24" height="9"' in shown
    assert 'r="7"' not in shown
    assert re.search(r'r="6"[^>]*fill="#000000"|fill="#000000"[^>]*r="6"', shown)
    assert "data-ink" not in shown
    full = sources(face(library(tmp_path, "full"), body).ops)
    assert "data-ink" not in full
    assert 'r="7"' in full


def test_saver_leaves_tubes_open_and_thins_coloured_lines(tmp_path: Path) -> None:
    tube = (
        '<g fill="none"><path d="M1 1L9 9" stroke="#241A14" stroke-width="2"/>'
        '<path d="M1 1L9 9" stroke="#2F5D50"/></g>'
    )
    shown = sources(face(library(tmp_path, "saver"), tube).ops)
    assert re.findall(r'stroke="(#[0-9a-f]+)"', shown) == ["#000000", "#ffffff"]
    line = sources(face(library(tmp_path, "saver"), '<line x2="9" stroke="#2F5D50" stroke-width="2"/>').ops)
    assert 'stroke-width="0.3"' in line


def test_luminance_is_that_of_wcag() -> None:
    assert values.luminance("#ffffff") == pytest.approx(1)
    assert (values.luminance("#f7f0e1") + 0.05) / (values.luminance("#241a14") + 0.05) == pytest.approx(
        15, abs=0.1
    )
