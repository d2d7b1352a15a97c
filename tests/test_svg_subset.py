"""What may stand in a drawing, and that all else is a finding with a hint, never a wrong picture."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen import svg
from cardgen.diagnostics import Findings, Span
from cardgen.fonts import FontSet
from cardgen.svg import rules, values

FONTS = FontSet.load({})
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="10mm" viewBox="0 0 20 10">'


def library(tmp_path: Path, ink: str = "full", **files: str) -> svg.Library:
    for name, text in files.items():
        path = tmp_path / f"{name.replace('__', '/')}.svg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return svg.Library(tmp_path, ink, FONTS, Findings())


def compiled(tmp_path: Path, body: str, **files: str) -> tuple[svg.Artwork | None, list[str]]:
    lib = library(tmp_path, **files)
    art = svg.compile_face(f"{HEAD}{body}</svg>", library=lib, where=Span("data/cards.yaml", 3, 5))
    assert all(f.hint for f in lib.findings), "every finding says what to do"
    return art, [f.code for f in lib.findings]


GOOD = {
    "shapes": '<rect width="5" height="5" rx="1"/><circle r="2"/><ellipse rx="2" ry="1"/>'
    '<line x2="3" stroke="red"/>',
    "points": '<polygon points="0,0 5,0 5,5"/><polyline points="0 0 5 5" fill="none" stroke="#123"/>',
    "path": '<path d="M0 0h5v5H0zm1-1c.5.5-1e1 2 3 4S1 2 3 4q1 1 2 2T1 1a2 2 0 0 1 3 3"/>',
    "transforms": '<g transform="translate(1) rotate(30 2 2),scale(2,1)skewX(3)"><circle r="1"/></g>',
    "style sheet": "<style>.a{fill:#f00} g > rect{stroke:blue}</style>"
    "<g><rect class='a' width='2' height='2'/></g>",
    "style after": "<rect class='a' width='2' height='2'/><defs><style>.a{fill:#f00}</style></defs>",
    "inline style": '<rect style="fill:#f00; stroke-width:.2" width="2" height="2"/>',
    "gradient": '<defs><linearGradient id="a"><stop stop-color="#fff"/><stop offset="100%"/>'
    "</linearGradient></defs>"
    '<rect fill="url(#a)" width="2" height="2" transform="rotate(20)"/>',
    "use of a group": '<defs><g id="a"><circle r="1"/></g></defs><use href="#a" x="3" y="4"/>',
    "text": '<text x="1" y="2" font-family="Noto Sans SC" font-size="3" fill-opacity=".5">层</text>',
    "titles": "<title>x</title><desc>y</desc><circle r='1'/>",
}


@pytest.mark.parametrize("body", GOOD.values(), ids=GOOD.keys())
def test_the_subset_is_accepted(tmp_path: Path, body: str) -> None:
    art, codes = compiled(tmp_path, body)
    assert codes == []
    assert art is not None
    assert art.ops


BAD = {
    "foreignObject": ("<foreignObject/>", "S502"),
    "script": ("<script>alert(1)</script>", "S502"),
    "event": ('<rect width="1" height="1" onload="x()"/>', "S503"),
    "image": ('<image href="http://example.org/a.png" width="1" height="1"/>', "S507"),
    "file image": ('<image href="/etc/passwd"/>', "S507"),
    "use of a file": ('<use href="other.svg#a"/>', "S507"),
    "use of an address": (
        '<use xmlns:x="http://www.w3.org/1999/xlink" x:href="http://example.org/a.svg"/>',
        "S507",
    ),
    "art escape": ('<use href="art:../../secret"/>', "S505"),
    "art absolute": ('<use href="art:/etc/passwd"/>', "S505"),
    "no art": ('<use href="art:nothing"/>', "S505"),
    "no icon": ('<use href="icon:nothing"/>', "S506"),
    "no group": ('<use href="#nothing"/>', "S510"),
    "no gradient": ('<rect width="1" height="1" fill="url(#nothing)"/>', "S510"),
    "outside paint": ('<rect width="1" height="1" fill="url(http://example.org/#a)"/>', "S503"),
    "itself": ('<g id="a"><use href="#a"/></g>', "S508"),
    "css import": ("<style>@import url(http://example.org/x.css);</style>", "S502"),
    "nested svg": ("<svg/>", "S502"),
    "symbol": ("<symbol/>", "S502"),
    "mask": ("<mask/>", "S502"),
    "animate": ('<rect width="1" height="1"/><animate/>', "S502"),
    "opacity": ('<rect width="1" height="1" opacity=".5"/>', "S503"),
    "letter-spacing": ('<text letter-spacing="1">a</text>', "S503"),
    "percent": ('<rect width="100%" height="1"/>', "S503"),
    "unit": ('<rect width="1mm" height="1"/>', "S503"),
    "NaN": ('<circle r="NaN"/>', "S503"),
    "infinite": ('<circle r="1e999"/>', "S503"),
    "huge": ('<path d="M0 0L1e300 0"/>', "S503"),
    "huge scale": ('<g transform="scale(1e5) scale(1e5)"><circle r="1"/></g>', "S503"),
    "bad path": ('<path d="M0 0 L 1"/>', "S503"),
    "no path start": ('<path d="L1 1"/>', "S503"),
    "bad transform": ('<g transform="scale(2"><circle r="1"/></g>', "S503"),
    "rx and ry": ('<rect width="4" height="4" rx="1" ry="2"/>', "S503"),
    "gradient stroke": ('<line x2="4" stroke="url(#a)"/>', "S503"),
    "colour name": ('<circle r="1" fill="rebeccapurple"/>', "S503"),
    "font": ('<text font-family="Arial" font-size="3">a</text>', "S504"),
    "weight": ('<text font-family="Noto Sans SC" font-weight="300" font-size="3">a</text>', "S504"),
    "no font size": ('<text font-family="Noto Sans SC">a</text>', "S503"),
    "tspan in line": ('<text font-family="Noto Sans SC" font-size="3">a<tspan>b</tspan></text>', "S502"),
    "raw ampersand": ("<text>Dig & find</text>", "S501"),
    "unclosed": ("<g>", "S501"),
    "unknown entity": ("<text>&nope;</text>", "S501"),
    "foreign element": ('<x:y xmlns:x="urn:x"/>', "S502"),
}


@pytest.mark.parametrize(("body", "code"), BAD.values(), ids=BAD.keys())
def test_everything_else_is_a_finding(tmp_path: Path, body: str, code: str) -> None:
    art, codes = compiled(tmp_path, body)
    assert art is None
    assert code in codes


USE = '<use href="#g%d"/>'
BOMBS = {
    "laughs": '<!DOCTYPE s [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>' + HEAD + "<text>&b;</text></svg>",
    "external entity": '<!DOCTYPE s [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    + HEAD
    + "<text>&a;</text></svg>",
    "deep": HEAD + "<g>" * 200 + "</g>" * 200 + "</svg>",
    "very deep": HEAD + "<g>" * 50_000 + "</g>" * 50_000 + "</svg>",
    "wide": HEAD + "<g/>" * 60_000 + "</svg>",
    "long": HEAD + " " * 5_000_000 + "</svg>",
    "no root": "<html/>",
    "empty": "",
    "null": HEAD + "\0</svg>",
    "uses of uses": HEAD
    + '<defs><g id="g0"><circle r="1"/></g>'
    + "".join(f'<g id="g{i + 1}">{(USE % i) * 10}</g>' for i in range(9))
    + '</defs><use href="#g9"/></svg>',
    "digits": HEAD + f'<path d="M{"1" * 100_000}"/></svg>',
    "signs": HEAD + f'<path d="M0 0L{"-" * 100_000}"/></svg>',
    "blanks": HEAD + f'<g transform="{" " * 100_000}x"/></svg>',
    "selector": HEAD + f"<style>{'a ' * 5000}{{fill:red}}</style><g/></svg>",
    "other scale": HEAD.replace("20mm", "40mm") + "</svg>",
    "no scale": HEAD.replace("20mm", "20") + "</svg>",
}


@pytest.mark.parametrize("source", BOMBS.values(), ids=BOMBS.keys())
def test_bombs_are_refused_in_bounded_time(tmp_path: Path, source: str) -> None:
    lib = library(tmp_path)
    begun = time.process_time()
    art = svg.compile_face(source, library=lib)
    assert time.process_time() - begun < 5
    assert art is None or not art.ops
    if "style" not in source:
        assert len(lib.findings) > 0


def test_findings_of_faces_point_at_the_card_and_those_of_files_at_their_line(tmp_path: Path) -> None:
    bad = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<circle r="1" filter="x"/>\n</svg>'
    lib = library(tmp_path, art__bad=bad)
    span = Span("data/cards.yaml", 3, 5)
    svg.compile_face(f'{HEAD}\n<rect/>\n<rect mask="x"/><use href="art:bad"/></svg>', library=lib, where=span)
    found = {(f.span.file, f.span.line): f.message for f in lib.findings if f.span}
    assert "line 3 of the face's SVG" in found["data/cards.yaml", 3]
    assert found["art/bad.svg", 2] == "`filter` on `<circle>` is not drawn"


def test_names_stay_inside_the_kit(tmp_path: Path) -> None:
    (tmp_path / "secret.svg").write_text(HEAD + "</svg>", encoding="utf-8")
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "link.svg").symlink_to(tmp_path / "secret.svg")
    (tmp_path / "kit").mkdir()
    (tmp_path / "kit" / "art").symlink_to(tmp_path / "icons")
    lib = library(tmp_path, icons__dig="<svg/>")
    assert not library(tmp_path / "kit").has_art("dig")
    assert lib.has_icon("dig")
    assert not any(map(lib.has_art, ("../secret", "link", "/etc/passwd", "", ".", "a" * 500, "A")))


def test_rule_codes_are_distinct() -> None:
    assert len({rule.code for rule in rules.ALL}) == len({rule.name for rule in rules.ALL}) == len(rules.ALL)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="MmLlCcAaZz0123456789.-+eE, \n", max_size=40))
def test_path_data_is_read_or_refused_never_anything_else(text: str) -> None:
    try:
        for command, numbers in values.path(text):
            assert command in "MLCAZmlcaz"
            assert all(abs(n) <= values.LIMIT for n in numbers)
    except values.ValueRefused:
        pass
