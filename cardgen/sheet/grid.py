"""How many pieces of one size a sheet holds, and where.

The rule, in order: most pieces per sheet with at least `LEAST_BLEED`; then a margin of 10 mm
if `GOOD_BLEED` fits inside it, else 6 mm, else 5 mm; then as much of the bleed asked for as
that margin leaves.  A gutter is two bleeds wide, so each card is cut on its own; art without
bleed has no gutter, and one straight cut parts its neighbours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal

from cardgen.geometry import Rect, Size
from cardgen.sheet.model import Axis, Mirror

LEAST_BLEED = 1.5
"""About what a careful hand misses by; fewer pieces are put on a sheet rather than less bleed."""
GOOD_BLEED = 2.0
MARGINS = (10.0, 6.0, 5.0)
"""Safe on any printer; safe on most; the least."""
BAND = 10.0
"""The margin that ruler and footer need, on two opposite sides of the sheet."""
FOLD_CLEAR = 5.0
"""White between the fold of a gutterfold sheet and the nearest bleed."""
_EPS = 1e-6


@dataclass(frozen=True, slots=True)
class Grid:
    """Slots for one size of piece; row by row from `origin`, the trim corner of the first one.

    `slot` is the size as it lies on the page, `turned` whether that is the piece turned by 90°.
    `band` tells which margins hold ruler and footer: `y` top and bottom, `x` left and right.
    """

    paper: Size
    slot: Size
    cols: int
    rows: int
    bleed: float
    gap: float
    margin: float
    band: Axis | None
    fold: Axis | None = None
    turned: bool = False

    @property
    def per_sheet(self) -> int:
        """How many pieces a sheet holds."""
        return self.cols * self.rows

    @property
    def origin(self) -> tuple[float, float]:
        """The trim corner of the first slot: the grid is centred, or lies against the fold."""
        x = _start(self.paper.w, self.cols, self.slot.w, self.gap, self.bleed, self.fold == "x")
        y = _start(self.paper.h, self.rows, self.slot.h, self.gap, self.bleed, self.fold == "y")
        return (x, y)

    def trim(self, index: int) -> Rect:
        """The trim of a slot, 0 being the first."""
        row, col = divmod(index, self.cols)
        x, y = self.origin
        return Rect(
            x + col * (self.slot.w + self.gap), y + row * (self.slot.h + self.gap), self.slot.w, self.slot.h
        )

    @property
    def fold_mirror(self) -> Mirror | None:
        """Where the backs of a gutterfold sheet lie."""
        if self.fold is None:
            return None
        return Mirror(self.fold, self.paper.w if self.fold == "x" else self.paper.h)


def _start(length: float, count: int, side: float, gap: float, bleed: float, folded: bool) -> float:
    block = count * side + (count - 1) * gap
    if folded:
        return length / 2 - FOLD_CLEAR - bleed - block
    return (length - block) / 2


def best_grid(
    size: Size,
    bleed: float,
    paper: Size,
    *,
    gap: float | None = None,
    fold: bool = False,
    may_turn: bool = False,
) -> Grid | None:
    """Return the grid that holds most pieces of this trim size, or None if not even one fits.

    `gap` in mm between trims overrides the gutter (then bleed is at most half of it); the paper
    is taken in both orientations, the piece itself is turned only if it `may_turn`.
    """
    least = min(bleed, LEAST_BLEED)
    for floor, banded in ((least, True), (least, False), (0.0, True), (0.0, False)):
        found = [g for g in _candidates(size, bleed, floor, paper, gap, fold, may_turn, banded) if g]
        if found:
            return max(found, key=_worth)
    return None


def _worth(grid: Grid) -> tuple[float, ...]:
    return (
        grid.per_sheet,
        grid.bleed,
        grid.margin,
        grid.band == "y",
        not grid.turned,
        grid.paper.h >= grid.paper.w,
        grid.fold == "y",
    )


def _candidates(
    size: Size,
    bleed: float,
    floor: float,
    paper: Size,
    gap: float | None,
    fold: bool,
    may_turn: bool,
    banded: bool,
) -> Iterator[Grid | None]:
    sheets = (paper, paper.turned())
    bands: tuple[Axis | None, ...] = ("y", "x") if banded else (None,)
    folds: tuple[Axis | None, ...] = ("x", "y") if fold else (None,)
    turns = (False, True) if may_turn else (False,)
    for sheet, band, crease, turned in product(sheets, bands, folds, turns):
        slot = size.turned() if turned else size
        yield _fill(Grid(sheet, slot, 0, 0, bleed, 0.0, MARGINS[-1], band, crease, turned), floor, gap)


def _room(grid: Grid, axis: Literal["x", "y"], margin: float) -> float:
    """Length for trims, gutters and outer bleed along one axis."""
    length = grid.paper.w if axis == "x" else grid.paper.h
    margin = max(margin, BAND) if grid.band == axis else margin
    return length / 2 - margin - FOLD_CLEAR if grid.fold == axis else length - 2 * margin


def _fill(grid: Grid, floor: float, gap: float | None) -> Grid | None:
    """Complete a grid of which paper, slot, band and fold are given."""
    tight = MARGINS[-1]
    if gap is not None:
        floor = min(grid.bleed, gap / 2)
    space = 2 * floor if gap is None else gap
    room = (_room(grid, "x", tight), _room(grid, "y", tight))
    sides = (grid.slot.w, grid.slot.h)
    cols, rows = (
        max(0, math.floor((r - 2 * floor + space + _EPS) / (s + space)))
        for r, s in zip(room, sides, strict=True)
    )
    if not cols or not rows:
        return None
    wanted = min(grid.bleed, GOOD_BLEED)
    for margin, enough in zip(MARGINS, (wanted, floor, floor), strict=True):
        roomy = (_room(grid, "x", margin), _room(grid, "y", margin))
        if gap is None:
            spare = min((r - n * s) / (2 * n) for r, n, s in zip(roomy, (cols, rows), sides, strict=True))
            bleed = min(grid.bleed, math.floor(spare * 10 + _EPS) / 10)
        else:
            fits = all(
                n * s + (n - 1) * gap + 2 * floor <= r + _EPS
                for r, n, s in zip(roomy, (cols, rows), sides, strict=True)
            )
            bleed, enough = (floor if fits else -1.0), floor
        if bleed >= enough - _EPS or margin == tight:
            bleed = max(bleed, floor)
            return Grid(
                grid.paper,
                grid.slot,
                cols,
                rows,
                bleed,
                2 * bleed if gap is None else gap,
                margin,
                grid.band,
                grid.fold,
                grid.turned,
            )
    return None
