"""Make `art/board-*.svg`: the soil, the pits and the buried finds of the board's section.

    python tools/make_board_art.py [--art art]

The board's template places these textures; they never change with the data.  The finds are
the drawings of the relic cards, turned into faint shadows in the earth, so run it again
when those are redrawn.  The same drawings give the same bytes.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from lxml import etree

INK, PAPER, CINNABAR = "#241A14", "#F7F0E1", "#A63A24"
PALE, CLAY, LOAM, GOLD = "#F2DFA7", "#B8672F", "#8A2F1D", "#C8992E"
TILE_W, TILE_H = 53.0, 41.8
"""One column pitch and one row pitch of the board, in mm."""
BOARD_W, EXTENSION_W, SECTION_H = 287.0, 53.0, 4 * TILE_H
TOP = 28.0
"""The ground line of the board, in mm below its edge."""

FINDS: dict[int, tuple[tuple[str, float, float, float, float], ...]] = {
    1: (
        ("pottery-dou", 75.0, 50.5, 13.0, 14),
        ("spindle-whorl", 128.6, 45.0, 10.0, -12),
        ("clay-cup", 181.4, 55.5, 12.0, 22),
        ("bi-shard", 234.6, 45.5, 10.5, 0),
        ("tooth-pendant", 313.5, 64.6, 8.0, 60),
    ),
    2: (
        ("jade-chisel", 75.5, 91.0, 14.5, 22),
        ("pottery-he", 128.6, 93.5, 13.5, -9),
        ("bronze-eye", 181.4, 83.0, 12.6, 76),
        ("pottery-tripod", 234.6, 95.0, 13.0, 8),
        ("ivory-segment", 287.5, 90.0, 12.0, 20),
    ),
    3: (
        ("eagle-head", 75.5, 127.0, 13.0, -12),
        ("dragon-ornament", 128.6, 133.0, 14.0, 10),
        ("bronze-mask", 181.4, 137.0, 14.6, -78),
        ("gold-fish", 234.6, 129.0, 13.0, 48),
        ("edged-zhang", 287.5, 133.0, 14.0, 0),
    ),
    4: (
        ("bronze-beast", 75.5, 179.5, 13.8, 8),
        ("tree-base", 128.6, 179.0, 14.4, -4),
        ("gold-mask", 181.4, 170.0, 14.2, -10),
        ("standing-figure", 234.6, 174.6, 30.0, -3),
        ("great-zhang", 287.5, 175.0, 15.0, 10),
    ),
}
"""For each layer: drawing, centre on the board (x, y), longest side, all in mm, and its turn in degrees."""

TUSKS = (
    (47.0, 193.4, 27.0, 2.9, 3.0), (104.0, 192.8, 26.0, 2.7, -8.0), (158.0, 193.2, 24.0, 2.6, 6.0),
    (206.0, 193.6, 28.0, 3.0, -3.0), (261.0, 193.2, 26.0, 2.8, 2.0), (313.0, 193.4, 26.0, 2.8, -4.0),
    (99.0, 157.6, 25.0, 2.5, 4.0), (209.0, 158.2, 24.0, 2.6, -6.0), (40.0, 158.0, 20.0, 2.2, 5.0),
)  # fmt: skip
"""Elephant tusks on the pit floor: centre, length, thickness at the root, turn in degrees."""


def main() -> None:
    """Write all textures."""
    parser = argparse.ArgumentParser(description="Make the textures of the board.")
    parser.add_argument("--art", type=Path, default=Path("art"))
    art = parser.parse_args().art
    for layer in range(1, 5):
        _write(art / f"board-soil-{layer}.svg", TILE_W, TILE_H, soil(layer))
        _write(art / f"board-pit-{layer}.svg", TILE_W, TILE_H, pit(layer))
        for part, left, width in (("finds", 0.0, BOARD_W), ("buried", BOARD_W, EXTENSION_W)):
            shapes = finds(art, layer, left, width)
            _write(art / f"board-{part}-{layer}.svg", width, SECTION_H, shapes, (left, TOP))


def _write(
    path: Path, w: float, h: float, shapes: Sequence[str], origin: tuple[float, float] = (0.0, 0.0)
) -> None:
    x, y = origin
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{w:g}mm" height="{h:g}mm" '
    head += f'viewBox="{x:g} {y:g} {w:g} {h:g}">\n'
    path.write_text(head + "\n".join(shapes) + "\n</svg>\n", encoding="utf-8")


def _n(value: float, digits: int = 2) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _fill(d: str, colour: str, opacity: float) -> str:
    return f'<path d="{d}" fill="{colour}" fill-opacity="{opacity:g}"/>'


def _line(d: str, colour: str, width: float, opacity: float) -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
        f'stroke-opacity="{opacity:g}" stroke-linecap="round"/>'
    )


# ---------------------------------------------------------------- soil


def soil(layer: int) -> list[str]:
    """The flecks of one column of one layer: what makes the four earths look different."""
    noise = random.Random(f"soil {layer}")
    dark, light = (0.16, 0.26) if layer < 3 else (0.3, 0.13)
    shapes = [
        _fill(_flecks(noise, 130, 0.12, 0.46), INK, dark),
        _fill(_flecks(noise, 60, 0.12, 0.5), PAPER, light),
    ]
    if layer == 1:
        shapes.append(_line(_roots(noise), INK, 0.2, 0.3))
        shapes.append(_fill(_shards(noise, 5, 0.7, 1.2), CINNABAR, 0.3))
    elif layer == 2:
        shapes.append(_line(_pebbles(noise, 16), INK, 0.16, 0.32))
    elif layer == 3:
        shapes.append(_fill(_shards(noise, 13, 0.5, 1.1), INK, 0.4))
        shapes.append(_fill(_shards(noise, 8, 0.6, 1.3), PALE, 0.28))
    else:
        shapes.append(_fill(_lenses(noise, 7), INK, 0.34))
        shapes.append(_fill(_shards(noise, 9, 0.4, 0.8), GOLD, 0.4))
    return shapes


def _somewhere(noise: random.Random, margin: float) -> tuple[float, float]:
    return noise.uniform(margin, TILE_W - margin), noise.uniform(margin, TILE_H - margin)


def _flecks(noise: random.Random, count: int, least: float, most: float) -> str:
    parts = []
    for _ in range(count):
        x, y = _somewhere(noise, 0.8)
        a = least + (most - least) * noise.random() ** 2
        b = a * noise.uniform(0.45, 0.8)
        parts.append(
            f"M{_n(x)},{_n(y)}l{_n(a)},{_n(-b)}l{_n(a)},{_n(b * 0.8)}"
            f"l{_n(-a * 0.7)},{_n(b)}l{_n(-a)},{_n(-b * 0.1)}z"
        )
    return "".join(parts)


def _shards(noise: random.Random, count: int, least: float, most: float) -> str:
    parts = []
    for _ in range(count):
        x, y = _somewhere(noise, 2)
        size, turn = noise.uniform(least, most), noise.uniform(0, 360)
        corners = []
        for k in range(5):
            r, a = size * noise.uniform(0.55, 1), math.radians(turn + 72 * k + noise.uniform(-18, 18))
            corners.append(f"{_n(x + r * math.cos(a))},{_n(y + 0.7 * r * math.sin(a))}")
        parts.append("M" + "L".join(corners) + "Z")
    return "".join(parts)


def _pebbles(noise: random.Random, count: int) -> str:
    parts = []
    for _ in range(count):
        x, y = _somewhere(noise, 2)
        a, b = noise.uniform(0.5, 1.2), noise.uniform(0.35, 0.6)
        parts.append(
            f"M{_n(x - a)},{_n(y)}a{_n(a)},{_n(b)} 0 0 1 {_n(2 * a)},0"
            f"a{_n(a)},{_n(b * 0.9)} 0 0 1 {_n(-2 * a)},0"
        )
    return "".join(parts)


def _roots(noise: random.Random) -> str:
    parts = []
    for _ in range(6):
        x, length = noise.uniform(2, TILE_W - 2), noise.uniform(2.5, 7)
        parts.append(
            f"M{_n(x)},0c{_n(noise.uniform(-2, 2))},{_n(length * 0.3)} "
            f"{_n(noise.uniform(-2.6, 2.6))},{_n(length * 0.6)} "
            f"{_n(noise.uniform(-1.5, 1.5))},{_n(length)}"
        )
    return "".join(parts)


def _lenses(noise: random.Random, count: int) -> str:
    parts = []
    for _ in range(count):
        x, y = noise.uniform(8, TILE_W - 8), noise.uniform(3, TILE_H - 3)
        a, b, dip = noise.uniform(3, 7), noise.uniform(0.25, 0.6), noise.uniform(-0.8, 0.8)
        parts.append(
            f"M{_n(x - a)},{_n(y + dip)}Q{_n(x)},{_n(y - b * 2)} {_n(x + a)},{_n(y - dip)}"
            f"Q{_n(x)},{_n(y + b * 2)} {_n(x - a)},{_n(y + dip)}Z"
        )
    return "".join(parts)


# ---------------------------------------------------------------- pits


def pit(layer: int) -> list[str]:
    """The emptied pit of a cell, centred in its tile, drawn as on an excavation plan."""
    noise = random.Random(f"pit {layer}")
    w, h = 17.6 + noise.uniform(-0.6, 0.6), 12.2 + noise.uniform(-0.4, 0.4)
    cx, cy = TILE_W / 2, TILE_H / 2

    def edge(degrees: float, shrink: float = 1.0, jitter: float = 0.0) -> tuple[float, float]:
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        x = w * shrink * math.copysign(abs(c) ** 0.55, c) + noise.uniform(-jitter, jitter)
        y = h * shrink * math.copysign(abs(s) ** 0.55, s) + noise.uniform(-jitter, jitter)
        return cx + x, cy + y

    rim = [edge(360 * k / 16, 1.0, 0.5) for k in range(16)]
    floor = [(cx + (x - cx) * 0.86 + 0.5, cy + (y - cy) * 0.84 + 0.7) for x, y in rim]
    strokes = []
    for k, (x, y) in enumerate(_evenly([edge(k) for k in range(361)], 44)):
        reach = math.hypot(x - cx, y - cy)
        length = (2.3 if k % 2 else 1.2) / reach
        strokes.append(f"M{_n(x)},{_n(y)}L{_n(x - (x - cx) * length)},{_n(y - (y - cy) * length)}")
    tint, deep = ((CLAY, 0.2), (LOAM, 0.16), (INK, 0.22), (INK, 0.38))[layer - 1]
    return [
        _fill(_closed(rim), tint, deep),
        _fill(_closed(floor), tint, round(deep * 0.7, 3)),
        _line("".join(strokes), INK, 0.16, 0.42),
        _line(_closed(rim), INK, 0.28, 0.62),
    ]


def _evenly(way: Sequence[tuple[float, float]], count: int) -> list[tuple[float, float]]:
    """So many points of a line, the same distance apart."""
    steps = [math.dist(a, b) for a, b in itertools.pairwise(way)]
    apart, gone, found = sum(steps) / count, 0.0, []
    for step, point in zip(steps, way, strict=False):
        if gone >= apart * len(found):
            found.append(point)
        gone += step
    return found[:count]


def _closed(points: Sequence[tuple[float, float]]) -> str:
    count = len(points)
    parts = [f"M{_n(points[0][0])},{_n(points[0][1])}"]
    for i in range(count):
        a, b, c, d = (points[(i + k) % count] for k in (-1, 0, 1, 2))
        parts.append(
            f"C{_n(b[0] + (c[0] - a[0]) / 6)},{_n(b[1] + (c[1] - a[1]) / 6)} "
            f"{_n(c[0] - (d[0] - b[0]) / 6)},{_n(c[1] - (d[1] - b[1]) / 6)} {_n(c[0])},{_n(c[1])}"
        )
    return "".join(parts) + "Z"


# ---------------------------------------------------------------- finds


def finds(art: Path, layer: int, left: float, width: float) -> list[str]:
    """The buried finds of a layer whose centres lie on one part of the board."""
    shapes: list[str] = []
    if layer == 4:
        shapes += [_tusk(*tusk) for tusk in TUSKS if left <= tusk[0] < left + width]
    for name, x, y, size, turn in FINDS[layer]:
        half = size / 2
        if x + half > left and x - half < left + width:
            shapes.append(_shadow(art / f"{name}.svg", x, y, size, turn, layer))
    return shapes


def _tusk(x: float, y: float, length: float, thick: float, turn: float) -> str:
    a, t = length / 2, thick / 2
    root, bow = 0.12 * a, -0.52 * a
    body = (
        f"M{_n(-a)},{_n(root - t)}Q{_n(-a * 0.1)},{_n(bow - t)} {_n(a)},{_n(-root)}"
        f"Q{_n(-a * 0.1)},{_n(bow + t * 1.7)} {_n(-a + 0.3)},{_n(root + t)}"
        f"Q{_n(-a - t * 0.7)},{_n(root)} {_n(-a)},{_n(root - t)}Z"
    )
    tip = f"{_n(a * 0.6)},{_n(-root * 1.6)}"
    grain = f"M{_n(-a * 0.86)},{_n(root * 0.5)}Q{_n(-a * 0.1)},{_n(bow + t * 0.3)} {tip}"
    return (
        f'<g transform="translate({_n(x)} {_n(y)}) rotate({_n(turn)})">{_fill(body, PALE, 0.24)}'
        f"{_line(body, INK, 0.24, 0.55)}{_line(grain, INK, 0.14, 0.3)}</g>"
    )


_KEPT = ("d", "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height", "x1", "y1", "x2", "y2", "points")


def _shadow(path: Path, x: float, y: float, size: float, turn: float, layer: int) -> str:
    """A drawing as a shadow in the earth: few tones of ink, hardly any light."""
    root = etree.parse(str(path)).getroot()
    vx, vy, vw, vh = (float(v) for v in str(root.get("viewBox")).split())
    scale = size / max(vw, vh)
    inner = "".join(_faded(root, {}, scale, layer))
    middle = f"translate({_n(-vx - vw / 2)} {_n(-vy - vh / 2)})"
    place = f"translate({_n(x)} {_n(y)}) rotate({_n(turn)}) scale({_n(scale, 4)}) {middle}"
    return f'<g transform="{place}" stroke-linejoin="round" stroke-linecap="round">{inner}</g>'


def _faded(node: etree._Element, style: dict[str, str], scale: float, layer: int) -> Iterator[str]:
    for child in node:
        if not isinstance(child.tag, str):
            continue
        tag = etree.QName(child).localname
        own = {**style, **{k: str(child.get(k)) for k in ("fill", "stroke", "stroke-width") if child.get(k)}}
        if tag == "g":
            inner = "".join(_faded(child, own, scale, layer))
            turn = child.get("transform")
            yield f'<g transform="{turn}">{inner}</g>' if turn else inner
            continue
        if tag in ("defs", "title") or child.get("fill-opacity") or child.get("stroke-dasharray"):
            continue
        paint = "".join(_tones(own, scale, layer))
        if paint:
            shape = "".join(f' {k}="{_short(str(child.get(k)))}"' for k in _KEPT if child.get(k))
            turn = f' transform="{child.get("transform")}"' if child.get("transform") else ""
            yield f"<{tag}{shape}{turn}{paint}/>"


def _tones(style: dict[str, str], scale: float, layer: int) -> Iterator[str]:
    fill, stroke = style.get("fill", "#000000"), style.get("stroke", "none")
    width = float(style.get("stroke-width", "1"))
    fine = width * scale < 0.09
    toned = fill.startswith("#") and fill != "#000000"
    if not toned and (stroke == "none" or fine):
        return
    if toned:
        light = _luminance(fill)
        colour, strength = (
            (INK, 0.2 if light < 0.12 else 0.1) if light < 0.45 else (PAPER, 0.1 if layer < 4 else 0.16)
        )
        if layer == 4 and colour == INK:
            strength += 0.06
        yield f' fill="{colour}" fill-opacity="{_n(strength).lstrip("0")}"'
    else:
        yield ' fill="none"'
    if stroke != "none" and not fine:
        strength = (0.36, 0.36, 0.5, 0.6)[layer - 1]
        width = min(width, 0.3 / scale)
        yield f' stroke="{INK}" stroke-width="{_n(width)}" stroke-opacity="{_n(strength).lstrip("0")}"'


def _short(data: str) -> str:
    round_off: Callable[[re.Match[str]], str] = lambda m: _n(float(m[0]), 1)  # noqa: E731
    return re.sub(r"-?\d+\.\d{2,}", round_off, data)


def _luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


if __name__ == "__main__":
    main()
