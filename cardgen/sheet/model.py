"""What imposition takes and gives: items, placements, pages."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from cardgen.geometry import Rect, Size
from cardgen.marks import Mark, Strip

Side: TypeAlias = Literal["front", "back"]
Axis: TypeAlias = Literal["x", "y"]
Backs: TypeAlias = Literal["long-edge", "short-edge", "separate", "gutterfold", "none"]


class SheetError(ValueError):
    """Something that no sheet of this paper can hold."""


@dataclass(frozen=True, slots=True)
class Item:
    """One piece to print.  `size` is the trim in mm, `bleed` the art drawn past it on every side.

    `front` and `back` are keys of faces; the caller knows what they stand for.
    """

    key: str
    size: Size
    bleed: float
    front: str
    back: str | None = None


@dataclass(frozen=True, slots=True)
class Placement:
    """A face on a page.  `trim` is where the cut goes; the art shows `bleed` mm past it.

    `rotation` is clockwise, in degrees; at 90 and 270 the sides of `trim` are swapped.
    """

    item_index: int
    face: str
    trim: Rect
    rotation: int = 0
    bleed: float = 0.0
    side: Side = "front"

    @property
    def art(self) -> Rect:
        """The printed rectangle: the trim and its bleed."""
        return self.trim.inset(-self.bleed)


@dataclass(frozen=True, slots=True)
class Mirror:
    """Where the reverse of a sheet lies: axis `x` sends x to `total` - x, axis `y` does so with y."""

    axis: Axis
    total: float

    def rect(self, rect: Rect) -> Rect:
        """The place on the reverse that lies behind `rect`."""
        if self.axis == "x":
            return Rect(self.total - rect.right, rect.y, rect.w, rect.h)
        return Rect(rect.x, self.total - rect.bottom, rect.w, rect.h)

    def rotation(self, degrees: int) -> int:
        """The rotation of a back, so that the piece turned over like a page of a book reads upright."""
        return (-degrees if self.axis == "x" else 180 - degrees) % 360


@dataclass(frozen=True, slots=True)
class Shift:
    """How far a printer's reverse must be moved: mm right and down on the back page, degrees clockwise
    about the middle of the paper.
    """

    dx: float = 0.0
    dy: float = 0.0
    rotation: float = 0.0

    def point(self, x: float, y: float, paper: Size) -> tuple[float, float]:
        """Where a point of the back page must be printed."""
        turn = math.radians(self.rotation)
        u, v = x - paper.w / 2, y - paper.h / 2
        return (
            paper.w / 2 + u * math.cos(turn) - v * math.sin(turn) + self.dx,
            paper.h / 2 + u * math.sin(turn) + v * math.cos(turn) + self.dy,
        )


NO_SHIFT = Shift()


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One page of a PDF.

    `sheet_no` counts sheets of paper from 1; a front and its back share it.  `footer` and
    `header` are free room for the caller's text, None where the pieces fill the paper.
    `shift` is to be applied to the whole page when it is drawn; placements are nominal.
    """

    side: Side
    paper: Size
    placements: tuple[Placement, ...]
    marks: tuple[Mark, ...]
    sheet_no: int
    footer: Strip | None = None
    header: Strip | None = None
    shift: Shift = NO_SHIFT
