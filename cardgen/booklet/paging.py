"""Boxes to pages: what stays together, what is repeated on top of a page, where a page ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardgen.booklet.blocks import Heading
from cardgen.diagnostics import Span
from cardgen.svg.artwork import Artwork, Matrix
from cardgen.text import Block as Setting

_SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class Ink:
    """A laid-out text with the corner of its box at (x, y)."""

    block: Setting
    x: float
    y: float
    fill: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle, filled or (with `stroke`) outlined in 0.2 mm."""

    x: float
    y: float
    w: float
    h: float
    fill: str = "none"
    stroke: str = ""
    r: float = 0.0


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing under a matrix."""

    artwork: Artwork
    matrix: Matrix


Mark = Ink | Bar | Picture


@dataclass(frozen=True, slots=True)
class Box:
    """What is never torn: a line, a row, a figure.  Lengths in mm, marks from its top-left corner.

    `before` is the space above it, which falls away on top of a page; `keep` holds the next box on
    the same page; `turn` begins a page; `repeat` is put above it where it comes first on a page.
    """

    height: float
    marks: tuple[Mark, ...] = ()
    before: float = 0.0
    keep: bool = False
    turn: bool = False
    repeat: Box | None = None
    heading: Heading | None = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A box with the y of its top."""

    box: Box
    y: float


Page = tuple[Placed, ...]


def paginate(boxes: Sequence[Box], height: float) -> tuple[Page, ...]:
    """Fill pages of this height from top to bottom.

    Boxes that must stay together go to the next page together, unless no page holds them; a box
    that is taller than a page gets one of its own, and runs over.
    """
    pages: list[list[Placed]] = [[]]
    y = 0.0
    for group in _groups(boxes):
        tall = _height(group, first=not pages[-1])
        lost = y + tall > height + _SLACK and _height(group, first=True) <= height + _SLACK
        if pages[-1] and (group[0].turn or lost):
            pages.append([])
            y = 0.0
        for box in group:
            first = not pages[-1]
            if not first and y + box.before + box.height > height + _SLACK:
                pages.append([])
                y, first = 0.0, True
            if first and box.repeat is not None:
                pages[-1].append(Placed(box.repeat, 0.0))
                y = box.repeat.height
            y += 0.0 if first else box.before
            pages[-1].append(Placed(box, y))
            y += box.height
    return tuple(tuple(page) for page in pages if page)


def _groups(boxes: Sequence[Box]) -> Iterator[list[Box]]:
    group: list[Box] = []
    for box in boxes:
        if box.turn and group:
            yield group
            group = []
        group.append(box)
        if not box.keep:
            yield group
            group = []
    if group:
        yield group


def _height(group: Sequence[Box], first: bool) -> float:
    tall = sum(box.before + box.height for box in group)
    if not first:
        return tall
    repeated = group[0].repeat.height if group[0].repeat else 0.0
    return tall - group[0].before + repeated
