"""Colours and curves that templates compute: mixing, smooth paths, waves."""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup

from cardgen.expr import ExprError
from cardgen.units import coordinate

_MOST_POINTS = 5000


def mix(first: str, second: str, share: float) -> str:
    """The colour that lies `share` (0 to 1) of the way from one `#rrggbb` to another."""
    pairs = zip(_channels(first), _channels(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def _channels(color: str) -> tuple[int, int, int]:
    if len(color) != 7 or color[0] != "#":
        raise ExprError(f"`{color}` is not a colour such as #c8992e")
    return (int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16))


def smooth(points: Sequence[Sequence[float]], closed: bool = False) -> Markup:
    """A path through the points without corners (a Catmull-Rom spline as cubic Béziers)."""
    places = [(float(p[0]), float(p[1])) for p in points]
    if len(places) < 2 or len(places) > _MOST_POINTS:
        raise ExprError("smooth() needs between 2 and 5,000 points")
    count = len(places)
    path = [f"M{coordinate(places[0][0])},{coordinate(places[0][1])}"]
    for i in range(count if closed else count - 1):
        if closed:
            before, start, end, after = (places[(i + k) % count] for k in (-1, 0, 1, 2))
        else:
            before, start = places[max(i - 1, 0)], places[i]
            end, after = places[i + 1], places[min(i + 2, count - 1)]
        handles = (
            start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6,
            end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6, *end,
        )  # fmt: skip
        path.append("C" + " ".join(coordinate(value) for value in handles))
    return Markup("".join(path) + ("Z" if closed else ""))


def wave(
    x0: float, x1: float, step: float, y: float, sines: Sequence[Sequence[float]], dx: float = 0.0
) -> tuple[tuple[float, float], ...]:
    """Points every `step` from x0 to x1 (on multiples of it, a little beyond), swinging about y.

    Each of `sines` is (swing, degrees for each unit of x, phase in degrees); they add up.  The points
    are shifted by -dx.  The same x always has the same height, so that neighbours join.
    """
    if step <= 0 or not 0 <= (x1 - x0) / step < _MOST_POINTS:
        raise ExprError(f"wave() needs a step above zero, x0 below x1 and at most {_MOST_POINTS} points")
    waves = [(float(a), math.radians(f), math.radians(p)) for a, f, p in sines]
    places = (k * step for k in range(math.floor(x0 / step), math.ceil(x1 / step) + 1))
    return tuple((x - dx, y + sum(a * math.sin(f * x + p) for a, f, p in waves)) for x in places)
