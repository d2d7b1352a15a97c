"""The drawings of Tanfang: safe to render, of one palette and hand, told apart, joined where they meet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image, ImageChops, ImageFilter, ImageStat

from cardgen.diagnostics import Findings
from cardgen.faces import Faces, open_faces
from cardgen.fonts import FontSet
from cardgen.kit import Component, Kit
from cardgen.loading import load_kit
from cardgen.printing import face_key
from cardgen.proof import face_pdf, page_image
from cardgen.resolve import resolve
from cardgen.svg import Artwork, Library, values
from cardgen.svg.artwork import Shapes, scale_of

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted([*(ROOT / "art").glob("*.svg"), *(ROOT / "icons").glob("*.svg")])
PALETTE = frozenset(
    colour.upper()
    for row in (ROOT / "docs/art.md").read_text("utf-8").splitlines()
    if row.startswith("|")
    for colour in re.findall(r"#[0-9A-Fa-f]{6}", row)
)
FONTS = FontSet.load({})

KILOBYTES = {
    "icon": 1.0,
    "back": 20.0,
    "board": 32.0,
    "texture": 8.0,
    "plate": 17.0,
    "piece": 8.0,
    "find": 8.0,
}
THIN = 0.97
"""Thinnest line of a drawing of 100 units; 1.0 of them, turned and scaled, may round to a little less."""
THIN_MM = 0.12
"""Thinnest line of a drawing made in millimetres, such as the grain of a soil."""
ALIKE = 0.04
"""Mean difference of two pictures, 0 to 1, under which they would pass for the same at a glance."""


def sort_of(path: Path) -> str:
    """What a file is drawn for, by its name and size: the kinds of `KILOBYTES`."""
    if path.parent.name == "icons":
        return "icon"
    first = path.stem.split("-")[0]
    if first in ("back", "board", "texture"):
        return first
    view = str(etree.parse(path).getroot().get("viewBox")).split()
    return {"100": "find", "28": "piece", "69": "plate"}[view[2]]


@cache
def library(ink: str) -> Library:
    return Library(ROOT, ink, FONTS, Findings())


def elements(path: Path) -> Iterator[tuple[etree._Element, float]]:
    """Every element of a file, and how much the groups around it enlarge it."""

    def below(element: etree._Element, scale: float) -> Iterator[tuple[etree._Element, float]]:
        scale *= scale_of(values.transform(element.get("transform") or ""))
        yield element, scale
        for child in element:
            yield from below(child, scale)

    return below(etree.parse(path).getroot(), 1.0)


@pytest.mark.parametrize("ink", ["full", "saver", "grey"])
def test_every_drawing_compiles_without_a_finding(ink: str) -> None:
    lib = library(ink)
    for path in FILES:
        drawn = lib.icon(path.stem) if path.parent.name == "icons" else lib.art(path.stem)
        assert drawn is not None, path.name
        assert drawn.ops or (ink == "saver" and sort_of(path) in ("texture", "board")), path.name
    assert not list(lib.findings)


def test_the_style_page_lists_the_colours_of_the_kit() -> None:
    assert len(PALETTE) > 20
    text = (ROOT / "data/cards.yaml").read_text("utf-8")
    listed = {colour.upper() for colour in re.findall(r"#[0-9A-Fa-f]{6}", text)}
    assert listed <= PALETTE


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_drawing_keeps_to_palette_lines_and_size(path: Path) -> None:
    sort, least = sort_of(path), 9.0
    for element, scale in elements(path):
        tag = etree.QName(element).localname
        assert tag not in ("text", "tspan", "image", "style", "use"), f"{tag} in line {element.sourceline}"
        for key in ("fill", "stroke", "color"):
            colour = element.get(key, "none")
            assert colour in ("none", "currentColor") or colour.upper() in PALETTE, f"{key}={colour}"
        if element.get("stroke", "none") not in ("none", element.get("fill")):
            least = min(least, float(element.get("stroke-width", 1)) * scale)
    assert least >= (THIN if sort == "find" else THIN_MM * (0.7 if sort == "board" else 1.0)), f"{least:.2f}"
    assert path.stat().st_size <= KILOBYTES[sort] * 1024
    if sort == "icon":
        assert 'fill="currentColor"' in path.read_text("utf-8")


def test_every_drawing_is_used() -> None:
    where = [*(ROOT / "templates").glob("*.j2"), *(ROOT / "data").glob("*.yaml")]
    text = "\n".join(path.read_text("utf-8") for path in where)
    names = [path.stem for path in FILES if path.parent.name == "art"]
    # Templates put some names together: a set and its piece, a ground and its layer.
    unused = [
        name for name in names if not any(part in text for part in (name, name.rpartition("-")[0] or name))
    ]
    assert not unused


def picture(artwork: Artwork, dpi: float, bleed: float = 0.0) -> Image.Image:
    return page_image(face_pdf(artwork, FONTS, bleed=bleed), dpi=dpi)


def difference(one: Image.Image, other: Image.Image) -> float:
    """Mean difference of two grey pictures, 0 (the same) to 1."""
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0] / 255


@cache
def kit() -> Kit:
    findings = Findings()
    source = load_kit(ROOT, findings)
    found = source and resolve(source, 4, findings)
    assert found, list(findings)
    return found


@cache
def faces(ink: str) -> Faces:
    return open_faces(kit(), ink, Findings())


def component(name: str) -> Component:
    found = kit().component(name)
    assert found is not None, name
    return found


@pytest.mark.parametrize("deck", ["relic", "fragment", "tool", "season", "pawn"])
def test_no_two_cards_of_a_deck_show_the_same_picture(deck: str) -> None:
    small: dict[str, Image.Image] = {}
    for card in component(deck).cards:
        name = str(card.values.find("art") if "art" in card.values else card.id)
        art = library("full").art(name)
        assert art is not None, name
        side = 40 / max(art.view.w, art.view.h) * 25.4
        small[name] = picture(art, side).convert("L")
    assert len(small) == len(component(deck).cards)
    for (one, a), (other, b) in combinations(small.items(), 2):
        b = b.resize(a.size)
        assert difference(a, b) > ALIKE * (0.5 if deck == "season" else 1.0), f"{one} and {other} look alike"


PER_MM = 20.0
NEAR = 0.6
"""How far on either side of the joint, in mm, both cards have to show the same; hands cut no better."""
PLATE = (7.2, 35.2)
"""Left and right edge of the picture on a fragment card, in mm."""


def fragment(ink: str, name: str) -> Image.Image:
    drawn = faces(ink)
    part = component("fragment")
    card = next(card for card in part.cards if card.id == name)
    drawn.draw(part, card, "front")
    return picture(drawn.artwork[face_key("fragment", name, "front")], PER_MM * 25.4, 3.0).convert("L")


def strip(face: Image.Image, top: float, high: float, shift: float = 0.0) -> Image.Image:
    """A strip of the picture of a fragment; `top` in mm below the upper trim."""
    x0, x1, y0 = PLATE[0] + 3.2 + shift, PLATE[1] + 2.8 + shift, top + 3.0
    return face.crop(tuple(round(side * PER_MM) for side in (x0, y0, x1, y0 + high)))  # type: ignore[arg-type]


def strangers(one: Image.Image, other: Image.Image) -> float:
    """Share of pixels of `one` that have no like within 0.1 mm of their place in `other`."""
    reach = 2 * round(0.1 * PER_MM) + 1
    low, high = other.filter(ImageFilter.MinFilter(reach)), other.filter(ImageFilter.MaxFilter(reach))
    off = ImageChops.lighter(ImageChops.subtract(low, one), ImageChops.subtract(one, high))
    return sum(off.histogram()[40:]) / (one.width * one.height)


@pytest.mark.parametrize("ink", ["full", "saver"])
@pytest.mark.parametrize(
    "order", [("tree-branch", "tree-trunk", "tree-root"), ("sceptre-head", "sceptre-shaft", "sceptre-tail")],
    ids=["tree", "sceptre"],
)  # fmt: skip
def test_fragments_laid_together_join_within_a_tenth_of_a_millimetre(
    order: tuple[str, ...], ink: str
) -> None:
    for upper, lower in pairwise(order):
        above, below = fragment(ink, upper), fragment(ink, lower)
        size = component("fragment").size
        # What the upper card bleeds below its trim is the top of the lower one, and the reverse.
        for y in (0.0, -NEAR):
            one, other = strip(above, size.h + y, NEAR), strip(below, y, NEAR)
            assert ImageStat.Stat(one).stddev[0] > 8, f"nothing of {upper} reaches the joint"
            apart = max(strangers(one, other), strangers(other, one))
            assert apart < 0.01, f"{upper} and {lower}: {apart:.1%} of the joint differs"
        moved = strip(below, 0.0, NEAR, shift=0.3)
        assert strangers(strip(above, size.h, NEAR), moved) > 0.03


@pytest.mark.parametrize("ink", ["full", "saver"])
def test_the_back_of_the_find_cards_is_the_same_either_way_up(ink: str) -> None:
    drawn, relic = faces(ink), component("relic")
    drawn.draw(relic, relic.cards[0], "back")
    artwork = drawn.artwork[face_key("relic", relic.cards[0].id, "back")]
    back = picture(artwork, PER_MM * 25.4, 3.0).convert("L")
    turned = back.rotate(180)
    assert ImageStat.Stat(back).stddev[0] > 5
    off = ImageChops.difference(back, turned)
    assert sum(off.histogram()[64:]) / (back.width * back.height) < 1e-4
    assert component("fragment").back == "relic"


def test_a_width_in_millimetres_tells_how_thick_lines_print(tmp_path: Path) -> None:
    line = '<path d="M0 5h100" fill="none" stroke="#2F5D50" stroke-width="1"/>'
    (tmp_path / "art").mkdir()
    for name, width in (("small", 'width="100"'), ("plain", ""), ("large", 'width="100mm"')):
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" {width} viewBox="0 0 100 100">{line}</svg>'
        (tmp_path / f"art/{name}.svg").write_text(svg, "utf-8")
    lib = Library(tmp_path, "saver", FONTS, Findings())
    found = {}
    for name in ("small", "plain", "large"):
        art = lib.art(name)
        assert art is not None
        op = art.ops[0]
        assert isinstance(op, Shapes)
        found[name] = re.findall(r'stroke-width="([\d.]+)"', op.source.decode())
    assert found == {"small": ["1"], "plain": ["1"], "large": ["0.3"]}
