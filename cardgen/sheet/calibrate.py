"""A sheet to hold to the light, and the correction that its readings ask for."""

from __future__ import annotations

import math
from collections.abc import Iterator

from cardgen.geometry import Size
from cardgen.marks import LineMark, Mark, TextMark, cross
from cardgen.sheet.furniture import furnish
from cardgen.sheet.grid import BAND
from cardgen.sheet.impose import flip_mirror
from cardgen.sheet.model import NO_SHIFT, Backs, SheetPage, Shift

REACH = 5
"""The scales of the calibration sheet run from -5 to 5 mm; home printers are off by up to 4."""
INSET = 40.0
"""Distance of the outer scales from the edges of the paper."""


def reading_points(paper: Size) -> tuple[tuple[str, float, float], ...]:
    """Name and place of the scales on the front: A left, B right, C in the middle, all at half height."""
    middle = paper.h / 2
    return (("A", INSET, middle), ("B", paper.w - INSET, middle), ("C", paper.w / 2, middle))


def calibration_sheet(
    paper: Size, backs: Backs = "long-edge", shift: Shift = NO_SHIFT
) -> tuple[SheetPage, SheetPage]:
    """Front and back of a page of marks only.

    The front has scales, the back crosses behind their zeros: held to the light with the
    front up, each cross shows on the scale how far right (+) and down (+) the back fell.
    Printed with a `shift` it proves the correction.
    """
    mirror = flip_mirror(paper, backs)
    room = furnish(paper, [], 0, band="y", depth=2 * BAND, registration=True)
    front: list[Mark] = list(room.marks)
    back: list[Mark] = list(room.marks)
    for name, x, y in reading_points(paper):
        front += _scale(name, x, y)
        u, v = (mirror.total - x, y) if mirror.axis == "x" else (x, mirror.total - y)
        back += cross(u, v, 7.0)
    return (
        SheetPage("front", paper, (), tuple(front), 1, room.footer, room.header),
        SheetPage("back", paper, (), tuple(back), 1, room.footer, room.header, shift),
    )


def _scale(name: str, x: float, y: float) -> Iterator[Mark]:
    """Two scales in mm, crossing at (x, y)."""
    yield LineMark(x - REACH, y, x + REACH, y)
    yield LineMark(x, y - REACH, x, y + REACH)
    for mm in range(-REACH, REACH + 1):
        tick = 1.6 if mm % REACH == 0 else 0.8
        yield LineMark(x + mm, y - tick, x + mm, y + tick)
        yield LineMark(x - tick, y + mm, x + tick, y + mm)
    for mm in (-REACH, REACH):
        yield TextMark(x + mm * 1.4, y + 0.7, f"{mm:+d}", anchor="middle")
        yield TextMark(x, y + mm * 1.4 + 0.7, f"{mm:+d}", anchor="middle")
    yield TextMark(x - 9, y - 9, name, size=4.0, anchor="middle")


def correction(
    left: tuple[float, float], right: tuple[float, float], paper: Size, backs: Backs = "long-edge"
) -> Shift:
    """Return the shift that undoes what was read at A (`left`) and B (`right`), each (right, down) in mm.

    The two readings are half the paper apart at most, so the rotation is as good as the
    reading: 0.2 mm over 130 mm is about 0.1°.
    """
    span = paper.w - 2 * INSET
    turn = math.degrees(math.atan2(right[1] - left[1], span + right[0] - left[0]))
    dx, dy = (left[0] + right[0]) / 2, (left[1] + right[1]) / 2
    # Seen through the paper the reverse is mirrored, so a rotation appears the other way round,
    # and of the two directions only the one along the flip axis keeps its sign.
    if flip_mirror(paper, backs).axis == "x":
        return Shift(dx, -dy, turn)
    return Shift(-dx, dy, turn)
