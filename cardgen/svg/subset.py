"""The subset of SVG that draws the same everywhere, as tables: elements, attributes, values.

Everything outside the tables is refused with a hint, since the converter would draw it
wrongly or leave it out without a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cardgen.svg import values
from cardgen.svg.values import ValueRefused

SHAPES = frozenset({"rect", "circle", "ellipse", "line", "polyline", "polygon", "path"})
GRADIENTS = frozenset({"linearGradient", "radialGradient"})
DROPPED = frozenset({"title", "desc", "metadata", "style"})
"""Elements without a picture: passed over (styles are attributes by then)."""

IGNORED = frozenset({"id", "class", "version", "baseProfile", "role"})
"""Attributes without a picture."""

CARRIED = ("transform", "clip-path", "data-ink")
"""Attributes that move from an element to a group around it."""

REFERENCE = re.compile(r"url\(\s*['\"]?#([\w.-]+)['\"]?\s*\)")
NAME = re.compile(r"[a-z0-9][a-z0-9_-]*(?:/[a-z0-9][a-z0-9_-]*)*", re.ASCII)


def _number(text: str) -> str:
    return f"{values.number(text):.6f}".rstrip("0").rstrip(".")


def _above(text: str) -> str:
    if values.number(text) < 0:
        raise ValueRefused("a length is not below zero")
    return _number(text)


def _unit(text: str) -> str:
    if not 0 <= values.number(text) <= 1:
        raise ValueRefused("write a number from 0 to 1")
    return _number(text)


def _offset(text: str) -> str:
    if text.strip().endswith("%"):
        return _unit(str(values.number(text.strip()[:-1]) / 100))
    return _unit(text)


def _along(text: str) -> str:
    return _offset(text) if text.strip().endswith("%") else _number(text)


def _one_of(*words: str) -> Callable[[str], str]:
    def check(text: str) -> str:
        if text.strip() not in words:
            raise ValueRefused(f"write {' or '.join(f'`{word}`' for word in words)}")
        return text.strip()

    return check


def _dashes(text: str) -> str:
    if text.strip() == "none":
        return "none"
    lengths = values.numbers(text)
    if not lengths or len(lengths) > 16 or min(lengths) < 0 or sum(lengths) <= 0:
        raise ValueRefused("write `none`, or up to 16 lengths of dash and gap, not all zero")
    return " ".join(_number(str(length)) for length in lengths * (1 + len(lengths) % 2))


def _points(text: str) -> str:
    found = values.numbers(text)
    if len(found) < 4 or len(found) % 2:
        raise ValueRefused("write at least two points as pairs of numbers")
    return " ".join(f"{found[i]!r},{found[i + 1]!r}" for i in range(0, len(found), 2))


def _path(text: str) -> str:
    if not list(values.path(text)):
        raise ValueRefused("path data begins with `M x y`")
    return text


def _transform(text: str) -> str:
    return "matrix({})".format(" ".join(f"{value:.9g}" for value in values.transform(text)))


def _colour(text: str) -> str:
    values.colour(text)
    return text.strip()


def _fill(text: str) -> str:
    match = REFERENCE.fullmatch(text.strip())
    return f"url(#{match[1]})" if match else _colour(text)


def _stroke(text: str) -> str:
    if text.strip().startswith("url("):
        raise ValueRefused("a stroke has one colour; draw a filled shape for a gradient")
    return _colour(text)


def _clip(text: str) -> str:
    match = REFERENCE.fullmatch(text.strip())
    if not match and text.strip() != "none":
        raise ValueRefused('write `clip-path="url(#name)"` of a `<clipPath>` in this drawing')
    return f"url(#{match[1]})" if match else "none"


def _weight(text: str) -> str:
    text = {"normal": "400", "bold": "700"}.get(text.strip(), text.strip())
    if not re.fullmatch(r"[1-9]00", text):
        raise ValueRefused("write `normal`, `bold` or 100, 200 … 900")
    return text


def _family(text: str) -> str:
    return text.split(",")[0].strip().strip("'\"").strip()


def _as_is(text: str) -> str:
    return text.strip()


Check = Callable[[str], str]

FONT: dict[str, Check] = {
    "font-family": _family,
    "font-size": _above,
    "font-weight": _weight,
    "font-style": _one_of("normal"),
    "text-anchor": _one_of("start", "middle", "end"),
}
PAINT: dict[str, Check] = {
    "fill": _fill,
    "fill-opacity": _unit,
    "fill-rule": _one_of("nonzero", "evenodd"),
    "clip-rule": _one_of("nonzero", "evenodd"),
    "stroke": _stroke,
    "stroke-width": _above,
    "stroke-opacity": _unit,
    "stroke-linejoin": _one_of("miter", "round", "bevel"),
    "stroke-linecap": _one_of("butt", "round", "square"),
    "stroke-dasharray": _dashes,
    "color": _colour,
}
INHERITED: dict[str, Check] = PAINT | FONT
COMMON: dict[str, Check] = {
    "transform": _transform,
    "clip-path": _clip,
    "display": _one_of("none", "inline"),
    "opacity": _one_of("1"),
    "data-ink": _one_of("keep", "solid", "drop"),
}
_BOX: dict[str, Check] = {"x": _number, "y": _number, "width": _above, "height": _above}

ELEMENTS: dict[str, dict[str, Check]] = {
    "svg": INHERITED | {"width": _as_is, "height": _as_is, "viewBox": _as_is, "preserveAspectRatio": _as_is},
    "defs": {},
    "g": COMMON | INHERITED,
    "rect": COMMON | INHERITED | _BOX | {"rx": _above, "ry": _above},
    "circle": COMMON | INHERITED | {"cx": _number, "cy": _number, "r": _above},
    "ellipse": COMMON | INHERITED | {"cx": _number, "cy": _number, "rx": _above, "ry": _above},
    "line": COMMON | INHERITED | {"x1": _number, "y1": _number, "x2": _number, "y2": _number},
    "polyline": COMMON | INHERITED | {"points": _points},
    "polygon": COMMON | INHERITED | {"points": _points},
    "path": COMMON | INHERITED | {"d": _path},
    "text": COMMON | INHERITED | {"x": _number, "y": _number},
    "tspan": INHERITED | {"x": _number, "y": _number},
    "use": COMMON | INHERITED | _BOX | {"href": _as_is},
    "clipPath": {"clipPathUnits": _one_of("userSpaceOnUse"), "transform": _one_of("none")},
    "linearGradient": {
        "gradientUnits": _one_of("userSpaceOnUse", "objectBoundingBox"),
        "spreadMethod": _one_of("pad"), "href": _as_is,
        "x1": _along, "y1": _along, "x2": _along, "y2": _along,
    },
    "radialGradient": {
        "gradientUnits": _one_of("userSpaceOnUse"), "spreadMethod": _one_of("pad"), "href": _as_is,
        "cx": _number, "cy": _number, "r": _above,
    },
    "stop": {"offset": _offset, "stop-color": _colour, "stop-opacity": _one_of("1")},
}  # fmt: skip

CHILDREN: dict[str, frozenset[str]] = {
    "svg": frozenset({"defs", "g", "text", "use", "clipPath"}) | SHAPES | GRADIENTS,
    "g": frozenset({"g", "text", "use"}) | SHAPES,
    "defs": frozenset({"g", "clipPath"}) | SHAPES | GRADIENTS,
    "clipPath": SHAPES - {"line", "polyline"},
    "linearGradient": frozenset({"stop"}),
    "radialGradient": frozenset({"stop"}),
    "text": frozenset({"tspan"}),
}

ELEMENT_HINTS = {
    "svg": "place a drawing with `<use href=\"art:name\" transform=\"…\"/>`",
    "symbol": "make it a `<g id=…>` in `<defs>`, or a file in `art/` or `icons/`",
    "image": "pixels are not drawn; redraw it as shapes and keep it in `art/`",
    "foreignObject": "write `<text>` runs; macros lay text out",
    "script": "drawings hold no programs",
    "pattern": "repeat a `<use href=\"#tile\"/>` inside a group with a `clip-path`",
    "mask": "use a `clip-path`",
    "filter": "blurs and shadows do not print; draw the shape",
    "marker": "draw the arrow head as a path",
    "textPath": "place the characters one by one with `<text transform=\"rotate(…)\">`",
    "tspan": "write one `<text x y>` a run",
    "a": "printed pieces have no links; leave it out",
    "switch": "leave it out",
    "animate": "printed pieces stand still; leave it out",
    "text": "draw the letters as paths here",
    "use": "draw the shapes themselves here",
}  # fmt: skip
ATTRIBUTE_HINTS = {
    "opacity": "write `fill-opacity` and `stroke-opacity` on the shapes",
    "letter-spacing": "place the characters one by one",
    "dominant-baseline": "give `y` as the baseline",
    "alignment-baseline": "give `y` as the baseline",
    "gradientTransform": "put the gradient's own coordinates where they belong",
    "stop-opacity": "choose the blended colour as `stop-color`",
    "mask": "use a `clip-path`",
    "filter": "blurs and shadows do not print; draw the shape",
    "stroke-dashoffset": "begin the path where a dash begins",
    "stroke-miterlimit": 'use `stroke-linejoin="round"`',
    "marker-start": "draw the arrow head as a path",
    "marker-mid": "draw the arrow head as a path",
    "marker-end": "draw the arrow head as a path",
    "mix-blend-mode": "choose the blended colour",
    "visibility": 'write `display="none"`',
    "font": "write `font-family`, `font-weight` and `font-size`",
    "fx": "the focus of a radial gradient is its centre",
    "fy": "the focus of a radial gradient is its centre",
    "dx": "give `x` itself",
    "dy": "give `y` itself",
    "rotate": 'write `transform="rotate(…)"`',
    "textLength": "fit the text before it is drawn",
    "onload": "drawings hold no programs",
    "onclick": "drawings hold no programs",
}
