"""Which pages lie side by side on a sheet: in reading order, or so that the folded sheets make a booklet."""

from __future__ import annotations

from typing import Literal

Order = Literal["reading", "booklet"]
Side = tuple[int | None, int | None]
"""The left and the right page of one side of a sheet, counted from 0; None is blank."""


def sides(pages: int, order: Order) -> tuple[Side, ...]:
    """The sides of the sheets, in the order in which they are printed.

    >>> sides(3, "reading")
    ((0, 1), (2, None))
    """
    return saddle_stitch(pages) if order == "booklet" else in_pairs(pages)


def in_pairs(pages: int) -> tuple[Side, ...]:
    """Two pages a side, from the first to the last."""
    return tuple((left, left + 1 if left + 1 < pages else None) for left in range(0, pages, 2))


def saddle_stitch(pages: int) -> tuple[Side, ...]:
    """Front and back of each sheet, from the outermost to the innermost.

    Printed on both sides, flipped on the short edge, and folded in one pile about the middle, the pages
    follow one another; blank pages come last.

    >>> saddle_stitch(4)
    ((3, 0), (1, 2))
    >>> saddle_stitch(7)
    ((None, 0), (1, 6), (5, 2), (3, 4))
    """
    count = -(-pages // 4) * 4
    order: list[int | None] = [*range(pages), *[None] * (count - pages)]
    found: list[Side] = []
    for sheet in range(count // 4):
        first, last = 2 * sheet, count - 1 - 2 * sheet
        found += [(order[last], order[first]), (order[first + 1], order[last - 1])]
    return tuple(found)
