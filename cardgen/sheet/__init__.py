"""Sheets of paper: which piece goes where, and the marks round it.  Pure geometry in millimetres."""

from __future__ import annotations

from cardgen.sheet.board import BoardTile, tile_board
from cardgen.sheet.calibrate import calibration_sheet, correction
from cardgen.sheet.grid import Grid, best_grid
from cardgen.sheet.impose import Imposing, flip_mirror, impose, too_large
from cardgen.sheet.model import Backs, Item, Mirror, Placement, SheetError, SheetPage, Shift, Side

__all__ = [
    "Backs",
    "BoardTile",
    "Grid",
    "Imposing",
    "Item",
    "Mirror",
    "Placement",
    "SheetError",
    "SheetPage",
    "Shift",
    "Side",
    "best_grid",
    "calibration_sheet",
    "correction",
    "flip_mirror",
    "impose",
    "tile_board",
    "too_large",
]
