"""Ink modes: the same drawing in full colour, in grey, or in outline on white.

The saver mode makes a print that needs little ink and can still be played from: areas turn
white and keep an edge, lines and text turn black, coloured lines turn thin, pale texture
goes.  What counts as an area, a line or texture is measured at the size in print.  A
template has the last word: `data-ink="keep"` leaves an element as it is, `solid` turns all
of it black (a hatch, a symbol), `drop` leaves it out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lxml import etree

from cardgen.svg import subset, values
from cardgen.svg.artwork import scale_of
from cardgen.svg.measure import extent

MODES = ("full", "saver", "grey")
INK, PAPER = "#000000", "#ffffff"

HAIRLINE = 0.18
"""Width in mm of the edge that a white area gets."""
LINE = 0.3
"""Width in mm to which lines in other colours than black are thinned."""
TEXTURE = 0.35
"""Fills and strokes with less opacity than this are texture."""
NEAR_BLACK = 0.03
"""Relative luminance under which a colour counts as the drawing's ink."""
PALE = 0.45
"""Relative luminance from which a small mark is a highlight, not a mark."""
SMALL = 1.2
"""Mean thickness in mm up to which a dark mark stays solid; 6 pt text cannot stand on it."""
EDGED = 4.0
"""Area in mm² from which a white area gets an edge."""


@dataclass(slots=True)
class _Saver:
    """State of one drawing: what its lines already are, and how it scales in print."""

    edges: bool
    small: float
    widest: dict[str, float] = field(default_factory=dict)


def apply(tree: etree._Element, mode: str, mm: float = 1.0, kind: str = "face") -> etree._Element:
    """Return the clean tree in the ink mode; the tree given is used up.

    `mm` is the size in print of one unit of the drawing.  `kind` is face, art or icon: art
    that has contours of its own gets no further edges, and the black of icons stays solid.
    """
    if mode == "grey":
        for element in tree.iter():
            _grey(element)
    if mode == "saver":
        own_lines = kind != "face" and any(_is_ink(element.get("stroke")) for element in tree.iter())
        small = {"face": SMALL, "art": 3.0, "icon": 1e9}[kind]
        _save(tree, {}, mm, _Saver(edges=not own_lines, small=small))
    for element in tree.iter():
        if element.tag != "use":
            _drop(element, "data-ink")
    return tree


def _drop(element: etree._Element, key: str) -> None:
    if key in element.attrib:
        del element.attrib[key]


def grey_definition(definition: etree._Element) -> None:
    """Turn the stops of a clean gradient grey, in place."""
    for element in definition.iter():
        _grey(element)


def _grey(element: etree._Element) -> None:
    for key in ("fill", "stroke", "stop-color", "color"):
        colour = element.get(key)
        if colour and colour.startswith("#"):
            element.set(key, values.grey(colour))


def _is_ink(colour: str | None) -> bool:
    return bool(colour) and str(colour).startswith("#") and values.luminance(str(colour)) < NEAR_BLACK


def _save(element: etree._Element, inherited: Mapping[str, str], mm: float, state: _Saver) -> bool:
    """Turn one element to outline, in place; return whether anything of it is left."""
    word = element.get("data-ink") or inherited.get("data-ink")
    if word == "keep":
        for use in element.iter("use"):
            use.set("data-ink", "keep")
        return True
    if word == "drop":
        return False
    style = {**inherited, **{k: str(element.get(k)) for k in subset.PAINT if k in element.attrib}}
    if element.tag == "g":
        if word == "solid":
            style["data-ink"] = word
        inner = mm * scale_of(values.transform(str(element.get("transform") or "")))
        for child in list(element):
            if not _save(child, style, inner, state):
                element.remove(child)
        return len(element) > 0
    if element.tag == "use":
        element.set("color", INK)
        return True
    if element.tag == "text":
        element.set("fill", INK)
        _drop(element, "fill-opacity")
        return True
    if word == "solid":
        _solid(element, style)
        return True
    stroke, width = _stroke(element, style, mm, state)
    fill, edge = _fill(element, style, mm, state)
    if edge and stroke == "none":
        stroke, width = INK, HAIRLINE / mm
        _drop(element, "stroke-dasharray")
        _drop(element, "stroke-opacity")
        element.set("stroke-linejoin", "round")
    element.set("fill", fill)
    element.set("fill-opacity", "1")
    element.set("stroke", stroke)
    element.set("stroke-width", f"{width:.4g}")
    return fill != "none" or stroke != "none"


def _solid(element: etree._Element, style: Mapping[str, str]) -> None:
    for key, usual in (("fill", INK), ("stroke", "none")):
        if style.get(key, usual) != "none":
            element.set(key, INK)
            element.set(f"{key}-opacity", "1")


def _stroke(element: etree._Element, style: Mapping[str, str], mm: float, state: _Saver) -> tuple[str, float]:
    """(colour, width): black, but white inside a wider line along the same shape (a tube)."""
    colour, width = style.get("stroke", "none"), float(style.get("stroke-width", 1))
    if colour == "none" or width == 0 or float(style.get("stroke-opacity", 1)) < TEXTURE:
        return "none", width
    outlines = _outlines(element)
    before = min(state.widest.get(outline, 0.0) for outline in outlines)
    if before > width and not _is_ink(colour):
        return PAPER, width
    if not _is_ink(colour):
        width = min(width, LINE / mm)
    for outline in outlines:
        state.widest[outline] = max(state.widest.get(outline, 0.0), width)
    return INK, width


def _outlines(element: etree._Element) -> list[str]:
    """What the element draws along, one text for each outline of it."""
    if element.tag == "path":
        return [f"M{part.strip()}" for part in str(element.get("d")).split("M") if part.strip()]
    return [repr(sorted((str(k), str(v)) for k, v in element.attrib.items() if k not in subset.PAINT))]


def _fill(element: etree._Element, style: Mapping[str, str], mm: float, state: _Saver) -> tuple[str, bool]:
    """(colour, whether the area needs an edge to be seen)."""
    colour = style.get("fill", "#000000")
    if element.tag == "line" or colour == "none" or float(style.get("fill-opacity", 1)) < TEXTURE:
        return "none", False
    longest, area = extent(element)
    longest, area = longest * mm, area * mm * mm
    thickness = area / longest if longest else 0.0
    luminance = values.luminance(colour) if colour.startswith("#") else 1.0
    if (luminance < NEAR_BLACK and thickness < state.small) or (
        luminance < PALE and area < EDGED and state.edges
    ):
        return INK, False
    return PAPER, state.edges and area >= EDGED / (10 if state.small > SMALL else 1)
