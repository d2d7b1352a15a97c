"""Vertical setting of Han names: one sign a step, columns from right to left.

A dot between names takes half a step and is drawn as a dot; a number of two digits stands in one step;
brackets and dashes take their upright forms.  A long name narrows its pitch, and the size follows; past the
floor it is broken into columns.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from cardgen.fonts import SILENT, Font
from cardgen.text.rules import NO_END, NO_START
from cardgen.units import MM_PER_PT

DOT_STEP = 0.48
BLANK_STEP = 0.5
DOT_RADIUS = 0.085
"""Radius of a drawn dot in em."""

_DOTS = "·•・‧"
_BLANKS = " \u3000"
_CELL = re.compile(r"(?<![0-9])[0-9]{2}(?![0-9])|.", re.DOTALL)
_UPRIGHT = dict(
    zip(
        "（）｛｝〔〕【】《》〈〉「」『』［］—–…：，。、；！？()",
        "︵︶︷︸︹︺︻︼︽︾︿﹀﹁﹂﹃﹄﹇﹈︱︲︙︓︐︒︑︔︕︖︵︶",
        strict=True,
    )
)
_MAX_STEPS = 64
"""A longer text is no name, and is not tried in columns."""
_SLACK = 1e-6
_FLOOR_SLACK = 0.05
"""In pt: seven signs in 20.6 mm are 8.1 pt, but for a rounding."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One step of a column: its signs, `x` of their left edge and `y` of their baseline in mm.

    Without text it is a dot centred at (x, y).
    """

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Vertical:
    """A vertical text laid out; places count from the top of its axis, in mm.

    `pitch` is the step in mm, `height` that of the longest column, `width` that of all columns.
    The overflows are 0 when it fits, else by how many mm it does not.
    """

    size_pt: float
    pitch: float
    columns: int
    cells: tuple[Cell, ...]
    height: float
    width: float
    style: str
    overflow_tall: float = 0.0
    missing: tuple[str, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether nothing runs over the height."""
        return not self.overflow_tall


def layout_vertical(
    text: str,
    *,
    fonts: Mapping[str, Font],
    height: float,
    size: float,
    floor: float,
    pitch: float = 1.03,
    pitch_max: float | None = None,
    style: str = "title",
    columns: int = 1,
    column_pitch: float = 1.15,
    valign: Literal["top", "middle", "bottom"] = "top",
) -> Vertical:
    """Lay out a name downward from the axis at (0, 0) in `height` mm.

    The step is as many mm as `height` divided by the number of steps, at most `pitch_max` mm (by default
    `size` × `pitch`); the size is the step / `pitch`, at most `size` pt.  If that is below `floor` pt, up to
    `columns` columns are tried, `column_pitch` em apart and centred on the axis, the first on the right.
    """
    if min(size, floor) <= 0:
        raise ValueError("the size of a text must be above zero")
    font = fonts[style]
    steps = _steps(text, font)
    largest = size * pitch * MM_PER_PT if pitch_max is None else pitch_max
    best: tuple[float, float, list[list[str]]] | None = None
    for count in range(1, max(1, min(columns, len(steps) if len(steps) <= _MAX_STEPS else 1)) + 1):
        parted = _parted(steps, count)
        longest = max(map(_length, parted))
        step = min(largest, height / longest) if longest else largest
        points = min(size, step / pitch / MM_PER_PT)
        if best is None or points > best[0] + _SLACK:
            best = (points, step, parted)
        if points >= floor - _FLOOR_SLACK:
            break
    assert best is not None
    points, step, parted = best
    if points < floor - _FLOOR_SLACK:
        points, step = min(size, floor), min(size, floor) * pitch * MM_PER_PT
    em = points * MM_PER_PT
    used = max(map(_length, parted)) * step - max(0.0, step - em)
    share = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[valign]
    cells: list[Cell] = []
    for index, column in enumerate(parted):
        axis = ((len(parted) - 1) / 2 - index) * column_pitch * em
        # The blank below the last sign is not part of the column: the em box is what is aligned.
        y = share * max(0.0, height - (_length(column) * step - (step - em if column else 0.0)))
        for signs in column:
            if signs in _DOTS:
                cells.append(Cell(axis, y + step * DOT_STEP / 2, ""))
            elif signs not in _BLANKS:
                cells.append(Cell(axis - font.width(signs, em) / 2, y + font.ascent * em, signs))
            y += step * _length([signs])
    return Vertical(
        size_pt=points,
        pitch=step,
        columns=len(parted),
        cells=tuple(cells),
        height=used,
        width=em * (1 + (len(parted) - 1) * column_pitch),
        style=style,
        overflow_tall=used - height if used > height + _SLACK else 0.0,
        missing=font.missing("".join(cell.text for cell in cells)),
    )


def _steps(text: str, font: Font) -> list[str]:
    line = " ".join(str(text).translate(SILENT).split())
    upright = {sign: form for sign, form in _UPRIGHT.items() if form in font.advances}
    return [upright.get(signs, signs) for signs in _CELL.findall(line)]


def _length(steps: list[str]) -> float:
    """How many full steps these take up."""
    return sum(DOT_STEP if signs in _DOTS else BLANK_STEP if signs in _BLANKS else 1.0 for signs in steps)


def _parted(steps: list[str], count: int) -> list[list[str]]:
    """Part steps into `count` columns of like length, at dots and blanks if that costs under one step."""
    columns: list[list[str]] = []
    rest = steps
    for left in range(count, 1, -1):
        goal = _length(rest) / left
        places = [place for place in range(1, len(rest)) if _may_part(rest[place - 1], rest[place])]
        if not places:
            break
        at = min(places, key=lambda place: _cost(rest, place, goal))
        columns.append([*_trimmed(rest[:at])])
        rest = rest[at:]
    columns.append(_trimmed(rest))
    return columns


def _may_part(before: str, after: str) -> bool:
    forms = {form: sign for sign, form in _UPRIGHT.items()}
    return forms.get(before, before) not in NO_END and (
        after in _BLANKS or after in _DOTS or forms.get(after, after) not in NO_START
    )


def _cost(steps: list[str], place: int, goal: float) -> tuple[float, int]:
    natural = steps[place - 1] in _BLANKS + _DOTS or steps[place] in _BLANKS + _DOTS
    # The longer column comes first, as in a title slip.
    return (abs(_length(steps[:place]) - goal) + (0.0 if natural else 1.0), -place)


def _trimmed(steps: list[str]) -> list[str]:
    """A column without blanks and dots at its ends: the new column says what they said."""
    edge = _BLANKS + _DOTS
    start, end = 0, len(steps)
    while start < end and steps[start] in edge:
        start += 1
    while end > start and steps[end - 1] in edge:
        end -= 1
    return steps[start:end]
