"""Boards: on one page if at all possible, else over sheets that overlap and match."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from cardgen.geometry import Rect, Size
from cardgen.marks import CLEAR, EDGE, MARK_LENGTH, CircleMark, LineMark, Mark, Strip, TextMark
from cardgen.sheet.furniture import furnish
from cardgen.sheet.grid import BAND, MARGINS
from cardgen.sheet.model import Axis, SheetError

_EPS = 1e-6
_MOST_ROWS, _MOST_COLS = 26, 99


@dataclass(frozen=True, slots=True)
class BoardTile:
    """One page of a board.

    `window` is the part of the board that it shows, in board millimetres (it reaches below 0
    and past the size where there is bleed); `at` is where that part lies on the page.  `name`
    is row letter and column number, and tiles come in the order in which they are assembled:
    A1, A2, … then B1: each is cut along its `cut` sides and laid over its neighbours there.
    """

    name: str
    paper: Size
    window: Rect
    at: Rect
    marks: tuple[Mark, ...]
    cut: tuple[str, ...] = ()
    footer: Strip | None = None
    header: Strip | None = None

    def on_page(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the board lies on the page."""
        return (x - self.window.x + self.at.x, y - self.window.y + self.at.y)


@dataclass(frozen=True, slots=True)
class _Cut:
    """One axis cut into equal, overlapping windows over [`low`, `low` + `length`]."""

    low: float
    length: float
    count: int
    overlap: float

    @property
    def window(self) -> float:
        return (self.length + (self.count - 1) * self.overlap) / self.count

    def start(self, n: int) -> float:
        return self.low + n * (self.window - self.overlap)


def tile_board(
    size: Size, paper: Size, margin: float = 10.0, overlap: float = 10.0, bleed: float = 0.0
) -> tuple[BoardTile, ...]:
    """Return the pages of a board, one if it fits with a margin of 5 mm in either orientation.

    On a single page the bleed is what the margin of 5 mm leaves.  Otherwise the orientation
    with the fewest sheets is taken, and windows of equal size share `overlap` mm.
    Raises `SheetError` when the overlap leaves no room or the board takes more than 26 rows.
    """
    for sheet in (paper, paper.turned()):
        spare = min(sheet.w - size.w, sheet.h - size.h) / 2 - MARGINS[-1]
        if spare >= -_EPS:
            return (_single(size, sheet, max(0.0, min(bleed, math.floor(spare * 10 + _EPS) / 10))),)
    plans = [_plan(size, sheet, max(margin, BAND), overlap, bleed) for sheet in (paper, paper.turned())]
    across, down, sheet = min(plans, key=lambda plan: plan[0].count * plan[1].count)
    if down.count > _MOST_ROWS or across.count > _MOST_COLS:
        raise SheetError(f"a board of {size.w:g} × {size.h:g} mm takes too many sheets to tile")
    return tuple(_tiles(size, sheet, across, down))


def _single(size: Size, paper: Size, bleed: float) -> BoardTile:
    trim = Rect((paper.w - size.w) / 2, (paper.h - size.h) / 2, size.w, size.h)
    art = trim.inset(-bleed)
    depth = max(art.x, art.y)
    band: Axis | None = None if depth < BAND else ("y" if art.y >= BAND else "x")
    furniture = furnish(paper, [trim], bleed, band=band, depth=art.x if band == "x" else art.y)
    window = Rect(0, 0, size.w, size.h).inset(-bleed)
    return BoardTile(
        "A1", paper, window, art, furniture.marks, footer=furniture.footer, header=furniture.header
    )


def _plan(size: Size, paper: Size, margin: float, overlap: float, bleed: float) -> tuple[_Cut, _Cut, Size]:
    cuts = []
    for side, length in ((size.w, paper.w), (size.h, paper.h)):
        room, whole = length - 2 * margin, side + 2 * bleed
        if room <= 2 * overlap:
            raise SheetError(f"an overlap of {overlap:g} mm leaves no room on paper {length:g} mm wide")
        count = 1 if whole <= room + _EPS else math.ceil((whole - overlap) / (room - overlap) - _EPS)
        cuts.append(_Cut(-bleed, whole, count, overlap))
    return (cuts[0], cuts[1], paper)


def _tiles(size: Size, paper: Size, across: _Cut, down: _Cut) -> Iterator[BoardTile]:
    at = Rect((paper.w - across.window) / 2, (paper.h - down.window) / 2, across.window, down.window)
    for row in range(down.count):
        for col in range(across.count):
            window = Rect(across.start(col), down.start(row), across.window, down.window)
            furniture = furnish(paper, [], 0, band="y", depth=at.y)
            marks = list(furniture.marks)
            marks += _trim_marks(size, window, at)
            for n, cut, axis in ((col, across, "x"), (row, down, "y")):
                seams = [cut.start(n)] * (n > 0) + [cut.start(n + 1)] * (n + 1 < cut.count)
                for seam in seams:
                    offset = (at.x - window.x) if axis == "x" else (at.y - window.y)
                    marks += _match(seam + offset, at, axis)
            marks += _neighbours(row, col, across, down, at)
            cut_sides = ("left",) * (col > 0) + ("top",) * (row > 0)
            yield BoardTile(
                _name(row, col),
                paper,
                window,
                at,
                tuple(marks),
                cut_sides,
                furniture.footer,
                furniture.header,
            )


def _name(row: int, col: int) -> str:
    return f"{chr(ord('A') + row)}{col + 1}"


def _ticks(at: Rect, line: float, axis: str) -> Iterator[tuple[float, float, float, float]]:
    """Stretches outside the art, at both ends of a line over it; each from the art outward."""
    # 10 mm of margin less the strip of ruler or footer and its clearance leaves 1.5 mm beyond the art
    reach = min(MARK_LENGTH, (at.x if axis == "y" else at.y) - EDGE - CLEAR)
    reach = reach if axis == "y" else min(reach, max(1.2, at.y - 4.0 - 3.6 - 2 * CLEAR))
    near, far = CLEAR, CLEAR + reach
    if axis == "x":
        yield (line, at.y - near, line, at.y - far)
        yield (line, at.bottom + near, line, at.bottom + far)
    else:
        yield (at.x - near, line, at.x - far, line)
        yield (at.right + near, line, at.right + far, line)


def _trim_marks(size: Size, window: Rect, at: Rect) -> Iterator[Mark]:
    """Crop marks where the edge of the board runs through this tile."""
    for edge in (0.0, size.w):
        if window.x - _EPS <= edge <= window.right + _EPS:
            yield from (LineMark(*tick) for tick in _ticks(at, edge - window.x + at.x, "x"))
    for edge in (0.0, size.h):
        if window.y - _EPS <= edge <= window.bottom + _EPS:
            yield from (LineMark(*tick) for tick in _ticks(at, edge - window.y + at.y, "y"))


def _match(line: float, at: Rect, axis: str) -> Iterator[Mark]:
    """Match marks of a seam: a tick with a ring, at the same place of the board on both tiles."""
    for x1, y1, x2, y2 in _ticks(at, line, axis):
        yield LineMark(x1, y1, x2, y2)
        yield CircleMark((x1 + x2) / 2, (y1 + y2) / 2, 0.5)


def _neighbours(row: int, col: int, across: _Cut, down: _Cut, at: Rect) -> Iterator[Mark]:
    """The name of the tile that belongs at each side, in the side margins and beside the seams."""
    middle = at.y + at.h / 2
    if col > 0:
        yield TextMark(at.x - 2, middle, f"← {_name(row, col - 1)}", anchor="middle", rotation=270.0)
    if col + 1 < across.count:
        yield TextMark(at.right + 3.6, middle, f"{_name(row, col + 1)} →", anchor="middle", rotation=270.0)
    if row > 0:
        yield TextMark(at.x - 2, at.y + 6, f"↑ {_name(row - 1, col)}", anchor="middle", rotation=270.0)
    if row + 1 < down.count:
        low = at.bottom - down.overlap - 6
        yield TextMark(at.x - 2, low, f"{_name(row + 1, col)} ↓", anchor="middle", rotation=270.0)
