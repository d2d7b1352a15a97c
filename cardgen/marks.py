"""What is printed round the pieces of a sheet: crop marks, folds, registration, ruler.

Everything is in millimetres on the page, origin top-left, y down.  A mark never touches
art (it keeps `CLEAR` away) and never comes nearer than `EDGE` to the paper's edge, where
printers cannot print and viewers begin to shrink the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from cardgen.geometry import Rect, Size

EDGE = 3.0
"""No mark lies nearer to the paper's edge."""
CLEAR = 0.5
"""White kept between a mark and the nearest bleed."""
HAIRLINE = 0.15
"""Line width of a crop mark."""
MARK_LENGTH = 4.0
SHORTEST_MARK = 1.0
"""Where there is less room than this a crop mark is left out."""
TEXT_SIZE = 2.1
"""6 pt: the text of rulers and footers."""
SMALLEST_TEXT = 1.5
"""4.2 pt: a line that is too long for its strip is set down to this, and cut beyond."""
RULER_TEXT = 1.7
"""4.8 pt: two labels of the ruler stand above each other."""
RULER_ROOM = 110.0
"""Length of a ruler with its labels."""
REGISTRATION = 3.6
"""Width of a registration cross."""

Anchor: TypeAlias = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class LineMark:
    """A straight line; `dash` holds on and off lengths, `grey` is 0 for black to 1 for white."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = HAIRLINE
    dash: tuple[float, ...] = ()
    grey: float = 0.0


@dataclass(frozen=True, slots=True)
class CircleMark:
    """A circle, stroked and not filled."""

    x: float
    y: float
    r: float
    width: float = HAIRLINE
    grey: float = 0.0


@dataclass(frozen=True, slots=True)
class TextMark:
    """A line of text: (x, y) is its anchor on the baseline, `size` in mm, `rotation` clockwise in degrees."""

    x: float
    y: float
    text: str
    size: float = TEXT_SIZE
    anchor: Anchor = "start"
    rotation: float = 0.0
    grey: float = 0.0


Mark: TypeAlias = LineMark | CircleMark | TextMark


@dataclass(frozen=True, slots=True)
class Strip:
    """Room for text in a margin.  A turned strip reads upward: its length is the height of `rect`."""

    rect: Rect
    turned: bool = False

    @property
    def length(self) -> float:
        """Room along the reading direction, in mm."""
        return self.rect.h if self.turned else self.rect.w

    @property
    def depth(self) -> float:
        """Room across the reading direction, in mm."""
        return self.rect.w if self.turned else self.rect.h

    def at(self, along: float, across: float) -> tuple[float, float]:
        """The point on the page `along` the text and `across` (downward for the reader) from the start."""
        if self.turned:
            return (self.rect.x + across, self.rect.bottom - along)
        return (self.rect.x + along, self.rect.y + across)

    def part(self, start: float, end: float) -> Strip:
        """The piece of the strip between two distances along it."""
        if self.turned:
            rect = Rect(self.rect.x, self.rect.bottom - end, self.rect.w, end - start)
        else:
            rect = Rect(self.rect.x + start, self.rect.y, end - start, self.rect.h)
        return Strip(rect, self.turned)

    def text(self, along: float, across: float, text: str, size: float = TEXT_SIZE) -> TextMark:
        """A line of text whose baseline starts at a point of the strip; `size` is the em in mm."""
        x, y = self.at(along, across)
        return TextMark(x, y, text, size=size, rotation=270.0 if self.turned else 0.0)

    def line(self, along: float, across: float, along2: float, across2: float) -> LineMark:
        """A hairline between two points of the strip."""
        return LineMark(*self.at(along, across), *self.at(along2, across2))


def strip_text(strip: Strip, lines: Sequence[str], width: Callable[[str], float]) -> tuple[TextMark, ...]:
    """Set the caller's lines into a strip, as many as its depth holds, from the top.

    `width` tells how many ems a text is long.  A line too long for the strip is set smaller, and cut
    where even `SMALLEST_TEXT` is too large, so that it never runs into a cross or off the paper.
    """
    leading = 1.3 * TEXT_SIZE
    room = max(1, int((strip.depth - TEXT_SIZE + 1e-6) // leading) + 1)
    marks = []
    for number, line in enumerate(lines[:room]):
        text, size = _fitted(line, strip.length, width)
        marks.append(strip.text(0, 0.9 * TEXT_SIZE + number * leading, text, size))
    return tuple(marks)


def _fitted(line: str, length: float, width: Callable[[str], float]) -> tuple[str, float]:
    """The line, or its beginning and an ellipsis, and the size in mm at which it fits."""
    size = min(TEXT_SIZE, length / max(width(line), 1e-6))
    if size >= SMALLEST_TEXT:
        return (line, size)
    fits = (f"{line[:end].rstrip()}…" for end in range(len(line) - 1, 0, -1))
    return (next((cut for cut in fits if width(cut) * SMALLEST_TEXT <= length), "…"), SMALLEST_TEXT)


def crop_marks(
    paper: Size, trims: Sequence[Rect], bleed: float, keep_out: Iterable[Rect] = ()
) -> tuple[LineMark, ...]:
    """Hairlines on the trim lines of the slots in use, outside all bleed.

    Every corner gets a mark on each side that has room for one, so that a partial sheet is
    marked like a full one, and a gutter only when it is wide enough.
    """
    arts = [trim.inset(-bleed) for trim in trims]
    walls = [*arts, *keep_out]
    across = [_Span(a.x, a.right, a.y, a.bottom) for a in walls]
    down = [_Span(a.y, a.bottom, a.x, a.right) for a in walls]
    columns = _edges((t.x, t.right, a.y, a.bottom) for t, a in zip(trims, arts, strict=True))
    rows = _edges((t.y, t.bottom, a.x, a.right) for t, a in zip(trims, arts, strict=True))
    marks = [LineMark(x, a, x, b) for x, ends in columns for a, b in _ticks(x, ends, across, paper.h)]
    marks += [LineMark(a, y, b, y) for y, ends in rows for a, b in _ticks(y, ends, down, paper.w)]
    return tuple(marks)


@dataclass(frozen=True, slots=True)
class _Span:
    """An obstacle seen along a line: its extent across the line, and along it."""

    low: float
    high: float
    start: float
    end: float


def _edges(
    slots: Iterable[tuple[float, float, float, float]],
) -> list[tuple[float, list[tuple[float, float]]]]:
    """Collect, for each trim line, the (start, end) of the bleed of every slot that is cut along it."""
    lines: dict[float, list[tuple[float, float]]] = {}
    for low, high, start, end in slots:
        for edge in (low, high):
            lines.setdefault(round(edge, 4), []).append((start, end))
    return sorted(lines.items())


def _free(line: float, walls: Iterable[_Span], length: float) -> Iterator[tuple[float, float]]:
    """Yield the stretches of a line where a mark may stand."""
    blocked = sorted((w.start - CLEAR, w.end + CLEAR) for w in walls if w.low - CLEAR < line < w.high + CLEAR)
    reached = EDGE
    for start, end in blocked:
        if start - reached >= SHORTEST_MARK:
            yield (reached, start)
        reached = max(reached, end)
    if length - EDGE - reached >= SHORTEST_MARK:
        yield (reached, length - EDGE)


def _ticks(
    line: float, owners: Iterable[tuple[float, float]], walls: Iterable[_Span], length: float
) -> Iterator[tuple[float, float]]:
    """Yield the marks on one trim line: a stretch beside each end of its slots' bleed."""
    ends = list(owners)
    before = {round(start - CLEAR, 4) for start, _ in ends}
    after = {round(end + CLEAR, 4) for _, end in ends}
    for low, high in _free(line, walls, length):
        follows, leads = round(low, 4) in after, round(high, 4) in before
        if follows and leads and high - low <= 2 * MARK_LENGTH:
            yield (low, high)
            continue
        if follows:
            yield (low, min(high, low + MARK_LENGTH))
        if leads:
            yield (max(low, high - MARK_LENGTH), high)


def fold_line(
    paper: Size, axis: Literal["x", "y"], at: float, keep_out: Iterable[Rect] = ()
) -> tuple[LineMark, ...]:
    """A dashed line over the sheet where it is folded; axis `x` is a vertical line at x = `at`."""
    if axis == "x":
        walls = [_Span(r.x, r.right, r.y, r.bottom) for r in keep_out]
        return tuple(LineMark(at, a, at, b, dash=(2.0, 1.5)) for a, b in _free(at, walls, paper.h))
    walls = [_Span(r.y, r.bottom, r.x, r.right) for r in keep_out]
    return tuple(LineMark(a, at, b, at, dash=(2.0, 1.5)) for a, b in _free(at, walls, paper.w))


def cross(x: float, y: float, arm: float = REGISTRATION / 2) -> tuple[Mark, ...]:
    """A registration cross with its circle."""
    return (
        LineMark(x - arm, y, x + arm, y),
        LineMark(x, y - arm, x, y + arm),
        CircleMark(x, y, arm / 2),
    )


def registration_rects(paper: Size, inset: float = 4.0) -> tuple[Rect, ...]:
    """The corner squares of the registration crosses; they meet whichever edge is flipped."""
    r = REGISTRATION
    return tuple(Rect(x, y, r, r) for y in (inset, paper.h - inset - r) for x in (inset, paper.w - inset - r))


def ruler(strip: Strip) -> tuple[Mark, ...]:
    """A line with 100 mm below it and 4 in above it, from the start of a strip at least `RULER_ROOM` long.

    Each label stands at the end of its own scale, on its own side: the line is 1.6 mm longer than 100 mm.
    """
    start, axis = 0.2, 1.8
    marks: list[Mark] = [strip.line(start, axis, start + 101.6, axis)]
    marks += [
        strip.line(start + mm, axis, start + mm, axis + (1.7 if mm % 50 == 0 else 1.0))
        for mm in range(0, 101, 10)
    ]
    marks += [strip.line(start + i * 25.4, axis, start + i * 25.4, axis - 1.7) for i in range(5)]
    marks.append(strip.text(start + 102.3, axis - 0.25, "4 in", RULER_TEXT))
    marks.append(strip.text(start + 100.7, axis + 1.55, "100 mm", RULER_TEXT))
    return tuple(marks)
