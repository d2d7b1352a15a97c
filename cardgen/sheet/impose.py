"""Imposition: pieces in order onto numbered sheets, each back behind its front."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardgen.geometry import Size
from cardgen.sheet.furniture import furnish
from cardgen.sheet.grid import Grid, best_grid
from cardgen.sheet.model import NO_SHIFT, Backs, Item, Mirror, Placement, SheetError, SheetPage, Shift, Side


@dataclass(frozen=True, slots=True)
class Imposing:
    """How to impose.  `gap` (mm between trims) and `may_turn` are as in `best_grid`;
    `shift` corrects the reverse of one printer.
    """

    backs: Backs = "long-edge"
    gap: float | None = None
    may_turn: bool = False
    shift: Shift = NO_SHIFT


def flip_mirror(paper: Size, backs: Backs) -> Mirror:
    """Where the reverse lies when a page of this orientation is flipped about its long or short edge.

    The long edge of a portrait page is upright, so left and right change places; that of a
    landscape page lies flat, so top and bottom do, and the backs are printed upside down.
    """
    upright_edge = (paper.h >= paper.w) == (backs != "short-edge")
    return Mirror("x", paper.w) if upright_edge else Mirror("y", paper.h)


def too_large(items: Sequence[Item], paper: Size, how: Imposing | None = None) -> tuple[int, ...]:
    """Indexes of the items that no sheet of this paper holds; they would need `tile_board`."""
    how = how or Imposing()
    grids = {size: _grid(items, indexes, paper, how) for size, indexes in _by_size(items).items()}
    return tuple(n for n, item in enumerate(items) if grids[item.size] is None)


def impose(items: Sequence[Item], paper: Size, how: Imposing | None = None) -> tuple[SheetPage, ...]:
    """Place every item once, in order; pieces of different trim sizes never share a sheet.

    Pages come front, back, front, back, or with `separate` all fronts and then all backs; a
    sheet on which nothing has a back gets no back page.  The grid stays where it is on a
    partial last sheet.  Raises `SheetError` for an item of `too_large`.
    """
    how = how or Imposing()
    sheets: list[list[SheetPage]] = []
    for size, indexes in _by_size(items).items():
        grid = _grid(items, indexes, paper, how)
        if grid is None:
            piece = f"`{items[indexes[0]].key}` ({size.w:g} × {size.h:g} mm)"
            raise SheetError(f"{piece} does not fit on paper of {paper.w:g} × {paper.h:g} mm")
        for start in range(0, len(indexes), grid.per_sheet):
            used = indexes[start : start + grid.per_sheet]
            sheets.append(list(_sheet(items, used, grid, how, len(sheets) + 1)))
    if how.backs == "separate":
        ordered = sorted((p for sheet in sheets for p in sheet), key=lambda page: page.side == "back")
        return tuple(ordered)
    return tuple(page for sheet in sheets for page in sheet)


def _by_size(items: Sequence[Item]) -> dict[Size, list[int]]:
    groups: dict[Size, list[int]] = {}
    for index, item in enumerate(items):
        if min(item.size.w, item.size.h) <= 0 or item.bleed < 0:
            raise SheetError(f"`{item.key}` has no size to print: {item.size}, bleed {item.bleed:g}")
        groups.setdefault(item.size, []).append(index)
    return groups


def _grid(items: Sequence[Item], indexes: Sequence[int], paper: Size, how: Imposing) -> Grid | None:
    return best_grid(
        items[indexes[0]].size,
        max(items[n].bleed for n in indexes),
        paper,
        gap=how.gap,
        fold=how.backs == "gutterfold" and any(items[n].back is not None for n in indexes),
        may_turn=how.may_turn,
    )


def _sheet(
    items: Sequence[Item], used: Sequence[int], grid: Grid, how: Imposing, number: int
) -> Iterator[SheetPage]:
    """The one or two pages of a sheet of paper."""
    fronts = tuple(
        Placement(
            n, items[n].front, grid.trim(slot), 90 if grid.turned else 0, min(items[n].bleed, grid.bleed)
        )
        for slot, n in enumerate(used)
    )
    if how.backs == "none":
        yield _page(grid, "front", fronts, number)
        return
    fold = grid.fold_mirror
    backs = tuple(_back(items, front, fold or flip_mirror(grid.paper, how.backs)) for front in fronts)
    placed = tuple(back for back in backs if back)
    if fold:
        yield _page(grid, "front", fronts + placed, number)
        return
    yield _page(grid, "front", fronts, number, registration=bool(placed))
    if placed:
        yield _page(grid, "back", placed, number, registration=True, shift=how.shift)


def _back(items: Sequence[Item], front: Placement, mirror: Mirror) -> Placement | None:
    face = items[front.item_index].back
    if face is None:
        return None
    rotation = mirror.rotation(front.rotation)
    return Placement(front.item_index, face, mirror.rect(front.trim), rotation, front.bleed, "back")


def _page(
    grid: Grid,
    side: Side,
    placements: tuple[Placement, ...],
    number: int,
    *,
    registration: bool = False,
    shift: Shift = NO_SHIFT,
) -> SheetPage:
    mirror = grid.fold_mirror
    furniture = furnish(
        grid.paper,
        [placement.trim for placement in placements],
        grid.bleed,
        band=grid.band,
        depth=_band_depth(grid),
        fold=(mirror.axis, mirror.total / 2) if mirror else None,
        registration=registration,
    )
    return SheetPage(
        side,
        grid.paper,
        placements,
        furniture.marks,
        number,
        furniture.footer,
        furniture.header,
        shift,
    )


def _band_depth(grid: Grid) -> float:
    """Margin between the paper's edge and the first bleed of the full grid, on the sides of the band."""
    x, y = grid.origin
    return (y if grid.band == "y" else x) - grid.bleed
