"""How large a shape of a clean tree is: rough numbers for decisions, not for drawing."""

from __future__ import annotations

import math
from collections.abc import Iterator

from lxml import etree

from cardgen.svg import values

Point = tuple[float, float]


def extent(shape: etree._Element) -> tuple[float, float]:
    """(longest side of the bounding box, area), in the shape's own units.

    Curves count by their control points, so both are a little too large.
    """

    def get(name: str) -> float:
        return float(shape.get(name) or 0)

    match shape.tag:
        case "rect":
            return max(get("width"), get("height")), get("width") * get("height")
        case "circle":
            return 2 * get("r"), math.pi * get("r") ** 2
        case "ellipse":
            return 2 * max(get("rx"), get("ry")), math.pi * get("rx") * get("ry")
        case "line":
            return math.hypot(get("x2") - get("x1"), get("y2") - get("y1")), 0.0
        case "polyline" | "polygon":
            flat = values.numbers(str(shape.get("points")))
            outlines = [list(zip(flat[::2], flat[1::2], strict=True))]
        case _:
            outlines = list(_outlines(str(shape.get("d") or "")))
    points = [point for outline in outlines for point in outline]
    if not points:
        return 0.0, 0.0
    xs, ys = zip(*points, strict=True)
    return max(max(xs) - min(xs), max(ys) - min(ys)), sum(map(_area, outlines))


def _area(points: list[Point]) -> float:
    total = 0.0
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
        total += x1 * y2 - x2 * y1
    return abs(total) / 2


def _outlines(d: str) -> Iterator[list[Point]]:
    points: list[Point] = []
    x = y = start_x = start_y = 0.0
    for command, numbers in values.path(d):
        relative, kind = command.islower(), command.upper()
        if kind == "Z":
            x, y = start_x, start_y
            continue
        step = {"H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7}.get(kind, 2)
        for i in range(0, len(numbers), step):
            dx, dy = (x, y) if relative else (0.0, 0.0)
            part = numbers[i : i + step]
            if kind == "H":
                pairs = [(part[0] + dx, y)]
            elif kind == "V":
                pairs = [(x, part[0] + dy)]
            else:
                part = part[5:] if kind == "A" else part
                pairs = [(part[k] + dx, part[k + 1] + dy) for k in range(0, len(part), 2)]
            if kind == "M" and i == 0:
                if points:
                    yield points
                points = []
                start_x, start_y = pairs[-1]
            points.extend(pairs)
            x, y = pairs[-1]
    if points:
        yield points
