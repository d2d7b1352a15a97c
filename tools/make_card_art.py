"""Make `art/texture-*.svg` and the pattern backs of tools and looting in `art/`.

    python tools/make_card_art.py [--art art]

The templates of the cards place them; they never change with the data.  Also made here are
the line versions of the backs (`back-*-line.svg`) for the ink-saving print, so run it again
when `back-meander.svg` or `back-season.svg` is redrawn.  The same drawings give the same bytes.
"""

from __future__ import annotations

import argparse
import math
import random
import re
from collections.abc import Iterator
from pathlib import Path

BRONZE, PALE_BRONZE, NIGHT, DULL_GOLD, DUST, GREY = (
    "#2F5D50", "#B4CBBF", "#23231D", "#8F6A18", "#6E5F50", "#8C847C",
)  # fmt: skip
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""x, y, width, height in mm, as in a viewBox."""
PLATE: Box = (7, -3, 29, 46)
"""The plate of a relic or fragment, bleed included."""
LARGE: Box = (-3, -3, 69, 94)
"""A card of 63 × 88 mm, bleed included."""


def n(value: float) -> str:
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written in ("-0", "") else written


def at(x: float, y: float) -> str:
    return f"M{n(x)} {n(y)}"


def dot(x: float, y: float) -> str:
    """A dot: a line of almost no length with round ends."""
    return f"{at(x, y)}h.01"


def svg(box: Box, *parts: str) -> str:
    w, h = box[2:]
    view = " ".join(map(n, box))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{n(w)}" height="{n(h)}" viewBox="{view}">'
    return "\n".join((head, *parts, "</svg>\n"))


def stroke(d: str, width: float, opacity: float) -> str:
    return (
        f'<path d="{d}" fill="none" stroke="currentColor" stroke-width="{width}" stroke-opacity="{opacity}" '
        'stroke-linecap="round" stroke-linejoin="round" data-ink="drop"/>'
    )


def fill(d: str, opacity: float) -> str:
    return f'<path d="{d}" fill="currentColor" fill-opacity="{opacity}" data-ink="drop"/>'


def spread(rng: random.Random, box: Box, count: int, gap: float) -> list[Point]:
    """Up to `count` points that keep `gap` mm from one another."""
    x, y, w, h = box
    points: list[Point] = []
    for _ in range(count * 60):
        if len(points) == count:
            break
        point = (x + rng.random() * w, y + rng.random() * h)
        if all(math.dist(point, other) > gap for other in points):
            points.append(point)
    return sorted(points, key=lambda p: (round(p[1]), p[0]))


def sherd(rng: random.Random, x: float, y: float, size: float) -> str:
    turn, corners = rng.random() * math.tau, rng.choice((3, 4, 4))
    places = []
    for i in range(corners):
        angle = turn + i * math.tau / corners
        reach = size * rng.uniform(0.6, 1.1)
        places.append(f"{n(x + reach * 1.3 * math.cos(angle))} {n(y + reach * math.sin(angle))}")
    return f"M{'L'.join(places)}Z"


def soil(layer: int, count: int, gap: float) -> str:
    """Flecks of a plate that echo, thinly, the hatch of its layer: dots, dashes, slants, crosses."""
    rng = random.Random(10 + layer)
    flecks, sherds = "", ""
    for index, (x, y) in enumerate(spread(rng, PLATE, count, gap)):
        long = rng.uniform(0.35, 0.8)
        if layer == 1:
            flecks += dot(x, y)
        elif layer == 2:
            flecks += f"{at(x, y)}h{n(long * 1.5)}"
        elif layer == 3:
            flecks += f"{at(x, y)}l{n(long)} {n(-long)}"
        else:
            long *= 0.8
            flecks += f"{at(x, y)}l{n(long)} {n(-long)}m{n(-long)} 0l{n(long)} {n(long)}"
        if index % 5 == 0:
            aside, below = rng.uniform(0.9, 1.6), rng.uniform(-0.8, 0.8)
            sherds += sherd(rng, x + aside, y + below, rng.uniform(0.22, 0.5))
    grains = "".join(dot(x, y) for x, y in spread(rng, PLATE, count, 0.6))
    width = 0.26 if layer == 1 else 0.15
    return svg(PLATE, stroke(flecks, width, 0.34), fill(sherds, 0.16), stroke(grains, 0.13, 0.3))


def patina() -> str:
    """Verdigris blisters on the plate of a fragment."""
    rng = random.Random(5)
    window: Box = (7.2, -3, 28, 46)
    blisters = ""
    for x, y in spread(rng, window, 46, 2.6):
        r = rng.uniform(0.25, 0.75)
        arc = f"a{n(r)} {n(r * 0.8)} 0 1 0"
        blisters += f"{at(x - r, y)}{arc} {n(2 * r)} 0{arc} {n(-2 * r)} 0Z"
    grains = "".join(dot(x, y) for x, y in spread(rng, window, 120, 1.3))
    return svg(PLATE, fill(blisters, 0.12), stroke(grains, 0.16, 0.35))


def scrape() -> str:
    """Ground scraped by a trowel, behind the tools."""
    rng = random.Random(31)
    strokes = ""
    for row in range(17):
        x, y = -3 + rng.uniform(-4, 2), 1.2 + row * 2.75
        while x < 66:
            end, bend, start = min(x + rng.uniform(9, 21), 66.0), rng.uniform(0.5, 1.3), max(x, -3.0)
            strokes += f"{at(start, y + rng.uniform(-0.3, 0.3))}q{n((end - start) / 2)} {n(-bend)} "
            strokes += f"{n(end - start)} {n(rng.uniform(-0.3, 0.5))}"
            x = end + rng.uniform(1.5, 6)
    grains = "".join(dot(x, y) for x, y in spread(rng, (-3, -3, 69, 50), 120, 2.6))
    return svg((-3, -3, 69, 52), stroke(strokes, 0.14, 0.4), stroke(grains, 0.24, 0.3))


def hatch(layer: int, side: float = 9.2) -> str:
    """Hatch of a closed step of the bar, as in a section drawing: dots, dashes, slants, crosses."""
    rng = random.Random(70 + layer)
    d = ""
    if layer <= 2:
        for row in range(6):
            y = 0.75 + row * 1.54
            x = 0.5 + row % 2 * 0.78 if layer == 1 else -0.4 + row % 2 * 1.05
            while x < side - 0.4:
                if layer == 1:
                    d += dot(x + rng.uniform(-0.15, 0.15), y + rng.uniform(-0.15, 0.15))
                else:
                    d += f"{at(max(x, 0), y + rng.uniform(-0.1, 0.1))}H{n(min(x + 1.15, side - 0.25))}"
                x += 1.55 if layer == 1 else 2.1
    else:
        across = 0.7
        while across < 2 * side:
            near, far = max(0.0, across - side), min(across, side)
            d += f"{at(near, far)}L{n(far)} {n(near)}"
            if layer == 4:
                d += f"{at(side - far, near)}L{n(side - near)} {n(far)}"
            across += 1.35
    width, cap = (0.32, "round") if layer == 1 else (0.14, "butt")
    line = f'fill="none" stroke="currentColor" stroke-width="{width}" stroke-linecap="{cap}" data-ink="solid"'
    return svg((0, 0, side, side), f'<path d="{d}" {line}/>')


def _seen(r: float, scale: float) -> float:
    """The angle below the horizon at which an arc of radius r goes under the scales of the next row."""
    angle = 0.0
    while angle < math.pi / 2:
        if math.hypot(r * math.cos(angle) - scale, r * math.sin(angle) - scale) < scale:
            break
        angle += 0.001
    return angle


def _places(left: float, top: float, step: float, row: float) -> Iterator[tuple[int, int, float, float]]:
    """Places in rows, every second row shifted by half a step: column, row, x, y."""
    for j in range(int((97 - top) / row) + 1):
        x0 = left + (step / 2 if j % 2 else 0)
        for i in range(int((71 - x0) / step) + 1):
            yield i, j, x0 + i * step, top + j * row


def tool_back(step: float = 10.5) -> str:
    """Overlapping scales of three arcs each."""
    scale = step / 2
    arcs = []
    for r in (scale, scale * 0.74, scale * 0.48):
        angle = _seen(r, scale)
        arcs.append((r, r * math.cos(angle), r * math.sin(angle)))
    d = ""
    for _, _, x, y in _places(31.5 - 4 * step, 44 - 9 * scale, step, scale):
        for r, dx, dy in arcs:
            d += f"{at(x - dx, y + dy)}A{n(r)} {n(r)} 0 {int(dy > 0.05)} 1 {n(x + dx)} {n(y + dy)}"
    ground = f'<rect x="-3" y="-3" width="69" height="94" fill="{PALE_BRONZE}"/>'
    return svg(LARGE, ground, f'<path d="{d}" fill="none" stroke="{BRONZE}" stroke-width=".28"/>')


def crescent(x: float, y: float, r: float) -> str:
    tip = f"{n(x + r * 0.35)} {n(y - r * 0.94)}"
    horn = f"{n(x + r * 0.94)} {n(y + r * 0.35)}"
    return f"M{tip}A{n(r)} {n(r)} 0 1 0 {horn}A{n(r * 0.88)} {n(r * 0.88)} 0 0 1 {tip}Z"


def spark(x: float, y: float, r: float) -> str:
    k = r * 0.22
    rays = ((0, -r), (k, -k), (r, 0), (k, k), (0, r), (-k, k), (-r, 0), (-k, -k))
    return "M" + "L".join(f"{n(x + dx)} {n(y + dy)}" for dx, dy in rays) + "Z"


def probe(x: float, y: float) -> str:
    """A robber's probing shovel: the half tube, and its shaft upward."""
    blade = "h.7v3.6h1.15q.5 0 .5 .5v3.1q0 2.3 -2 3.4q-2 -1.1 -2 -3.4v-3.1q0 -.5 .5 -.5h1.15Z"
    return f"{at(x - 0.35, y - 5.4)}{blade}{at(x - 0.95, y - 0.7)}v2.6q.1 1.1 .95 1.9q.85 -.8 .95 -1.9v-2.6Z"


def looting_back() -> str:
    """Night: crescents, probing shovels and sparks."""
    moons, probes, sparks = "", "", ""
    for i, j, x, y in _places(31.5 - 42, -11, 14, 11):
        if (i + j // 2) % 2 == 0:
            moons += crescent(x, y, 2.3)
        else:
            probes += probe(x, y - 0.4)
        sparks += spark(x + 7, y + 0.2, 0.75)
    return svg(
        LARGE,
        f'<rect x="-3" y="-3" width="69" height="94" fill="{NIGHT}"/>',
        f'<path d="{moons}" fill="{DULL_GOLD}"/>',
        f'<path d="{probes}" fill="{DULL_GOLD}" fill-rule="evenodd"/>',
        f'<path d="{sparks}" fill="{DUST}"/>',
    )


def outline(drawing: str, width: float) -> str:
    """The same pattern in thin grey lines, without its ground."""
    scale = re.search(r"scale\(([\d.]+)\)", drawing)
    line = f'fill="none" stroke="{GREY}" stroke-width="{width / float(scale[1] if scale else 1):.2f}"'
    drawing = re.sub(r"<rect [^>]*/>\n?", "", drawing)
    drawing = re.sub(r' (?:fill|stroke|stroke-width|fill-opacity|stroke-opacity)="[^"]*"', "", drawing)
    return drawing.replace("<path ", f"<path {line} ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--art", type=Path, default=Path("art"))
    art = parser.parse_args().art
    made = {f"texture-hatch-{layer}": hatch(layer) for layer in (1, 2, 3, 4)}
    for layer, (count, gap) in enumerate(((110, 1.7), (95, 1.8), (105, 1.75), (95, 1.8)), start=1):
        made[f"texture-soil-{layer}"] = soil(layer, count, gap)
    made |= {"texture-patina": patina(), "texture-scrape": scrape()}
    made |= {"back-tool": tool_back(), "back-looting": looting_back()}
    for name in ("back-tool", "back-meander", "back-season", "back-looting"):
        source = made.get(name) or (art / f"{name}.svg").read_text("utf-8")
        made[f"{name}-line"] = outline(source, 0.2)
    for name, drawing in made.items():
        (art / f"{name}.svg").write_text(drawing, "utf-8")


if __name__ == "__main__":
    main()
