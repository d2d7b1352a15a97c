"""The page of contents: chapters and sections with their pages, in two columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.booklet.blocks import Heading, Words
from cardgen.booklet.look import Look
from cardgen.booklet.paging import Bar, Box, Ink, Mark, Page, Placed
from cardgen.booklet.setting import Setter, moved

_GAP = 9.0
_CHAPTER, _SECTION = (10.0, 3.6), (8.4, 0.7)
"""Size in pt and space above in mm."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A heading and the number of its page."""

    heading: Heading
    page: int


def entries(pages: Sequence[Page], first: int) -> list[Entry]:
    """The chapters and sections of some pages, the first of which has the number `first`."""
    return [
        Entry(placed.box.heading, number)
        for number, page in enumerate(pages, first)
        for placed in page
        if placed.box.heading is not None and placed.box.heading.level <= 2
    ]


def contents_page(title: Words, found: Sequence[Entry], setter: Setter) -> tuple[Page, float]:
    """The page, and how many mm too tall it is (0 when it fits)."""
    look = setter.look
    head = setter.text(title, look.width, 17.0, "title", leading=1.25)
    top = head.height + 7.0
    rule: list[Mark] = [
        Ink(head, 0.0, 0.0, look.strong),
        Bar(0.0, head.height + 1.0, look.width, 0.35, look.strong),
    ]
    column = (look.width - _GAP) / 2
    chapters: list[list[Box]] = []
    for entry in found:
        if entry.heading.level == 1 or not chapters:
            chapters.append([])
        chapters[-1].append(_line(entry, column, setter))
    placed = [Placed(Box(0.0, tuple(rule)), 0.0)]
    tallest = 0.0
    for index, chosen in enumerate(_halves(chapters)):
        y = 0.0
        for k, box in enumerate(b for chapter in chosen for b in chapter):
            y += box.before if k else 0.0
            marks = tuple(moved(mark, index * (column + _GAP), 0.0) for mark in box.marks)
            placed.append(Placed(Box(box.height, marks), top + y))
            y += box.height
        tallest = max(tallest, y)
    return tuple(placed), max(0.0, top + tallest - look.height)


def _line(entry: Entry, width: float, setter: Setter) -> Box:
    look: Look = setter.look
    chapter = entry.heading.level == 1
    size, before = _CHAPTER if chapter else _SECTION
    style = "title" if chapter else "text"
    span = entry.heading.words.span
    indent = 6.4 if chapter else 7.6
    number = setter.text(Words(entry.heading.number, span), indent, size, style)
    page = setter.text(Words(str(entry.page), span), 8.0, size, style, "right")
    words = setter.text(entry.heading.words, width - indent - 9.0, size, style, leading=1.3)
    fill = look.strong if chapter else look.ink
    marks: list[Mark] = [
        Ink(number, 0.0, 0.0, look.second),
        Ink(words, indent, 0.0, fill),
        Ink(page, width - 8.0, words.height - page.height, fill),
    ]
    if not chapter:
        start = indent + words.lines[-1].width + 1.6
        end = width - page.lines[0].width - 1.4
        y = words.lines[-1].y - 0.35
        step = 1.7
        # Dots stand on one grid for all lines of the column.
        dots = range(int(start / step) + 1, int(end / step))
        marks += [Bar(k * step, y, 0.3, 0.3, look.muted, r=0.15) for k in dots]
    return Box(words.height, tuple(marks), before=before)


def _halves(chapters: Sequence[list[Box]]) -> tuple[Sequence[list[Box]], Sequence[list[Box]]]:
    """Chapters in two columns, the taller of which is as short as can be."""
    tall = [sum(box.before + box.height for box in chapter) for chapter in chapters]
    at = min(range(len(tall) + 1), key=lambda k: (max(sum(tall[:k]), sum(tall[k:])), -k))
    return chapters[:at], chapters[at:]
