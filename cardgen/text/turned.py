"""Latin names turned by 90 degrees, read downward like the spine of a book, the first line at the right."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Literal

from cardgen.fonts import SILENT, Font
from cardgen.units import MM_PER_PT

_WORD = re.compile(r"[^ \-/]+[-/]?|[-/]")
_MAX_WORDS = 32
_MAX_LINES = 4
_SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class TurnedLine:
    """One line: its baseline is `x` mm right of the axis, it begins `y` mm below the top."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Turned:
    """A turned text laid out; places count from the top of its axis, in mm.

    `length` is that of the longest line (downward), `breadth` that of all lines (across).
    """

    size_pt: float
    lines: tuple[TurnedLine, ...]
    length: float
    breadth: float
    style: str
    overflow_tall: float = 0.0
    overflow_wide: float = 0.0
    missing: tuple[str, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether nothing runs over."""
        return not (self.overflow_tall or self.overflow_wide)


def layout_turned(
    text: str,
    *,
    fonts: Mapping[str, Font],
    length: float,
    size: float,
    floor: float,
    breadth: float | None = None,
    keep: float | None = None,
    caps: Sequence[float] = (),
    max_lines: int = 3,
    leading: float = 1.18,
    style: str = "title",
    valign: Literal["top", "middle", "bottom"] = "top",
) -> Turned:
    """Lay out a name along an axis that runs down from (0, 0), in `length` mm down and `breadth` mm across.

    One line is kept if it reaches `keep` pt (by default `size`); else the break into up to `max_lines` lines
    (four at most), at blanks and after hyphens, that gives the largest type.  `caps` are the largest sizes
    for one, two, … lines (the last holds for more).  Past `floor` pt the overflows tell by how much.
    """
    if min(size, floor) <= 0:
        raise ValueError("the size of a text must be above zero")
    font = fonts[style]
    words = _words(" ".join(str(text).translate(SILENT).split()))
    best: tuple[float, list[str]] = (0.0, [])
    for count in range(1, max(1, min(max_lines, len(words), _MAX_LINES)) + 1):
        cap = min(size, caps[min(count, len(caps)) - 1]) if caps else size
        if breadth is not None:
            cap = min(cap, breadth / ((count - 1) * leading + 1) / MM_PER_PT)
        lines = _broken(words, count, font)
        widest = max(font.width(line, MM_PER_PT) for line in lines)
        points = min(cap, length / widest) if widest else cap
        if not best[1] or points > best[0] + 0.05:
            best = (points, lines)
        if count == 1 and points >= (size if keep is None else keep) - _SLACK:
            break
    lines = best[1]
    points = max(int(best[0] * 100 + _SLACK) / 100, min(floor, size))
    em = points * MM_PER_PT
    share = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[valign]
    placed: list[TurnedLine] = []
    for index, line in enumerate(lines):
        axis = ((len(lines) - 1) / 2 - index) * leading * em
        start = share * max(0.0, length - font.width(line, em))
        placed.append(TurnedLine(axis - font.cap_height / 2 * em, start, line))
    longest = max(font.width(line, em) for line in lines)
    across = em * ((len(lines) - 1) * leading + 1)
    return Turned(
        size_pt=points,
        lines=tuple(placed),
        length=longest,
        breadth=across,
        style=style,
        overflow_tall=longest - length if longest > length + _SLACK else 0.0,
        overflow_wide=across - breadth if breadth is not None and across > breadth + _SLACK else 0.0,
        missing=font.missing("".join(lines)),
    )


def _words(line: str) -> list[str]:
    """Words with the blank before them, if any; joined they give the line."""
    words = [match[0] for match in re.finditer(rf" ?(?:{_WORD.pattern})", line)]
    if len(words) > _MAX_WORDS:
        words[_MAX_WORDS - 1 :] = ["".join(words[_MAX_WORDS - 1 :])]
    return words or [""]


def _broken(words: list[str], count: int, font: Font) -> list[str]:
    """The break of `words` into `count` lines whose longest line is shortest; ties go to long first lines."""
    widths = [font.width(word, 1.0) for word in words]
    best: tuple[float, tuple[int, ...]] | None = None
    for cuts in combinations(range(1, len(words)), count - 1):
        bounds = (0, *cuts, len(words))
        widest = max(sum(widths[a:b]) for a, b in pairwise(bounds))
        if best is None or widest <= best[0] - _SLACK:
            best = (widest, bounds)
    assert best is not None
    bounds = best[1]
    return ["".join(words[a:b]).strip() for a, b in pairwise(bounds)]
