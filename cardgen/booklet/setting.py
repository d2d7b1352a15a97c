"""Blocks to boxes: text measured and broken into lines, tables into rows, figures to their size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cardgen.booklet.blocks import (
    Block,
    Callout,
    Figure,
    Figures,
    Heading,
    ListOf,
    Paragraph,
    Table,
    Turn,
    Words,
)  # fmt: skip
from cardgen.booklet.columns import column_widths
from cardgen.booklet.faults import Faults
from cardgen.booklet.look import Look
from cardgen.booklet.paging import Bar, Box, Ink, Mark, Picture
from cardgen.booklet.pictures import Pictures
from cardgen.fonts import FontSet
from cardgen.svg.artwork import Artwork
from cardgen.text import Block as Setting
from cardgen.text import layout_block, layout_line
from cardgen.units import MM_PER_PT

HEADS = {1: (17.0, 7.4, 3.0), 2: (11.4, 5.2, 1.7), 3: (9.6, 3.4, 0.8)}
"""Of each level of heading: size in pt, space above and below in mm."""
AFTER, TIGHT = 2.1, 0.9
"""Space between paragraphs and between the items of a list, in mm."""
INDENT = 5.6
CELL = (1.7, 1.15)
"""Room at the sides of a table's cell, and above and below, in mm."""
CELL_LEADING, CELL_TALL, LEAST_CELL = 1.42, 20.0, 6.0
"""Leading in a cell in em; the height of a picture there, unless asked for, and the least width, in mm."""
CALLOUT = (4.6, 1.9)
CAPTION = 7.8
FIGURE_GAP, FIGURE_TALL = 4.0, 42.0
"""Between two pictures, and the height in mm that a picture has when none is asked for."""
_TIGHTER = 0.97
"""A last line of one sign may cost this much of the size."""


@dataclass(slots=True)
class Setter:
    """Sets blocks in the width of the page, or inside lists and call-outs."""

    look: Look
    fonts: FontSet
    lang: str
    pictures: Pictures
    faults: Faults

    def boxes(self, blocks: Sequence[Block]) -> list[Box]:
        """The boxes of a whole rulebook."""
        return self._all(blocks, 0.0, self.look.width, self.look.text, after=AFTER)

    def _all(self, blocks: Sequence[Block], x: float, width: float, size: float, after: float) -> list[Box]:
        found: list[Box] = []
        turn, above = False, 0.0
        for block in blocks:
            if isinstance(block, Turn):
                turn = True
                continue
            made = list(self._boxes(block, x, width, size))
            if not made:
                continue
            space = HEADS[block.level][1] if isinstance(block, Heading) else above
            made[0] = replace(made[0], before=space if found else made[0].before, turn=turn)
            turn, above = False, (HEADS[block.level][2] if isinstance(block, Heading) else after)
            if isinstance(block, (Table, Figures, Callout)):
                above = max(above, after + 1.2)
                made[0] = replace(made[0], before=max(made[0].before, after + 0.4))
                _introduced(found)
            found += made
        return found

    def _boxes(self, block: Block, x: float, width: float, size: float) -> Iterator[Box]:
        match block:
            case Heading():
                yield self._heading(block, x, width)
            case Paragraph():
                yield from self._paragraph(block.words, x, width, size)
            case ListOf():
                yield from self._list(block, x, width, size)
            case Table():
                yield from self._table(block, x, width)
            case Figures():
                yield from self._figures(block, x, width)
            case Callout():
                yield from self._callout(block, x, width)

    def text(
        self, words: Words, width: float, size: float, style: str = "text", align: str = "left",
        leading: float | None = None,
    ) -> Setting:  # fmt: skip
        """A text in a width, at one size; what is wrong with it becomes findings."""
        block = layout_block(
            words.text, fonts=self.fonts, width=width, height=None, size=size, floor=size * _TIGHTER,
            leading=leading or self.look.leading, leading_floor=1.2, style=style,
            bold_style="bold" if style == "text" else style, align=align,  # type: ignore[arg-type]
            lang=self.lang, icons=self.pictures.library.has_icon,
        )  # fmt: skip
        self.faults.text(block, words.text, words.span)
        return block

    def _heading(self, block: Heading, x: float, width: float) -> Box:
        size, _, _ = HEADS[block.level]
        style = "bold" if block.level == 3 else "title"
        marks: list[Mark] = []
        at = 0.0
        if block.number:
            number = self.text(Words(block.number, block.words.span), width, size, style)
            at = number.lines[0].width + (2.6 if block.level == 1 else 1.9)
            marks.append(Ink(number, x, 0.0, self.look.second))
        setting = self.text(block.words, width - at, size, style, leading=1.25)
        marks.append(Ink(setting, x + at, 0.0, self.look.strong))
        tall = setting.height
        if block.level == 1:
            marks += [
                Bar(x, tall + 1.0, width, 0.35, self.look.strong),
                Bar(x, tall + 0.72, max(at - 2.6, 4.0), 0.9, self.look.second),
            ]
            tall += 1.9
        return Box(tall, tuple(marks), keep=True, heading=block, span=block.words.span)

    def _paragraph(
        self, words: Words, x: float, width: float, size: float, style: str = "text", fill: str = ""
    ) -> Iterator[Box]:
        """A box a line; the first two and the last two stay together."""
        setting = self.text(words, width, size, style)
        pitch = size * self.look.leading * MM_PER_PT
        em = setting.size_pt * MM_PER_PT
        own = setting.leading * em
        tall = em * (self.fonts[style].ascent - self.fonts[style].descent)
        count = len(setting.lines)
        for k, row in enumerate(setting.lines):
            ink = Ink(replace(setting, lines=(row,)), x, (pitch - tall) / 2 - k * own, fill or self.look.ink)
            keep = k < count - 1 and (k == 0 or k == count - 2)
            yield Box(pitch, (ink,), keep=keep, span=words.span)

    def _list(self, block: ListOf, x: float, width: float, size: float) -> Iterator[Box]:
        loose = any(isinstance(b, Paragraph) for item in block.items for b in item[1:])
        pitch = size * self.look.leading * MM_PER_PT
        for index, item in enumerate(block.items):
            made = self._all(item, x + INDENT, width - INDENT, size, after=TIGHT)
            if not made:
                continue
            space = 0.0 if not index else TIGHT + 0.7 * loose
            sign = self._sign(block, index, x, size, pitch)
            yield replace(made[0], before=space, marks=(sign, *made[0].marks))
            yield from made[1:]

    def _sign(self, block: ListOf, index: int, x: float, size: float, pitch: float) -> Mark:
        """The number or the dot of an item."""
        if block.first is None:
            side = 1.25 if size >= self.look.text or x < INDENT / 2 else 1.0
            nested = x >= INDENT / 2
            fill, stroke = ("none", self.look.strong) if nested else (self.look.strong, "")
            return Bar(x + 1.6, (pitch - side) / 2, side, side, fill, stroke)
        number = layout_line(
            str(block.first + index), fonts=self.fonts, width=None, size=size, floor=size, style="bold",
            anchor="start",
        )  # fmt: skip
        em = size * MM_PER_PT
        font = self.fonts["text"]
        base = (pitch - em * (font.ascent - font.descent)) / 2 + em * font.ascent
        return Ink(number, x + max(0.0, 3.6 - number.lines[0].width), base, self.look.strong)

    def _callout(self, block: Callout, x: float, width: float) -> Iterator[Box]:
        """One box: blocks on a ground, with a rule at the left."""
        pad_x, pad_y = CALLOUT
        inner = self._all(block.blocks, x + pad_x, width - pad_x - 3.0, self.look.small + 0.4, after=1.4)
        y, marks = pad_y, list[Mark]()
        for k, box in enumerate(inner):
            y += box.before if k else 0.0
            marks += [moved(mark, 0.0, y) for mark in box.marks]
            y += box.height
        tall = y + pad_y
        ground = (Bar(x, 0.0, width, tall, self.look.ground), Bar(x, 0.0, 1.1, tall, self.look.second))
        if tall > self.look.height:
            self.faults.overflow("a call-out", tall - self.look.height, block.span, "make it several")
        yield Box(tall, (*ground, *marks), span=block.span)

    def _figures(self, block: Figures, x: float, width: float) -> Iterator[Box]:
        find = self.pictures.find
        shown = [(figure, artwork) for figure in block.items if (artwork := find(figure, width))]
        if not shown:
            return
        sizes = [self.pictures.size(figure, artwork, FIGURE_TALL) for figure, artwork in shown]
        gaps = len(shown) - 1
        shrink = min(1.0, (width - FIGURE_GAP * gaps) / sum(w for w, _ in sizes))
        sizes = [(w * shrink, h * shrink) for w, h in sizes]
        wide, tall = sum(w for w, _ in sizes), max(h for _, h in sizes)
        gap = min(FIGURE_GAP * 1.6, (width - wide) / gaps) if gaps else 0.0
        left = x + (width - wide - gap * gaps) / 2
        marks: list[Mark] = []
        under = 0.0
        for (figure, artwork), (w, h) in zip(shown, sizes, strict=True):
            marks += self._shown(figure, artwork, left, (tall - h) / 2, w, h)
            if figure.caption.text:
                room = w + gap * 0.8 if gaps else width
                caption = self.text(figure.caption, room, CAPTION, align="center", leading=1.4)
                marks.append(Ink(caption, left + (w - room) / 2, tall + 1.5, self.look.muted))
                under = max(under, 1.5 + caption.height)
            left += w + gap
        total, span = tall + under, block.items[0].caption.span
        if total > self.look.height:
            over = total - self.look.height
            self.faults.overflow("a figure", over, span, "give it a smaller `height=`")
        yield Box(total, tuple(marks), span=span)

    def _shown(
        self, figure: Figure, artwork: Artwork, x: float, y: float, w: float, h: float
    ) -> tuple[Mark, ...]:
        """A picture in its place; a face has a hairline around it, as its ground may be white."""
        scale = w / artwork.view.w
        matrix = (scale, 0.0, 0.0, scale, x - artwork.view.x * scale, y - artwork.view.y * scale)
        edge = (Bar(x, y, w, h, stroke=self.look.hair),) if figure.scheme == "face" else ()
        return (Picture(artwork, matrix), *edge)

    def _table(self, block: Table, x: float, width: float) -> Iterator[Box]:
        columns = range(len(block.aligns))
        needs = [
            [self._cell_widths(cell, "bold" if index == 0 else "text") for cell in row]
            for index, row in enumerate(block.rows)
        ]
        pad = 2 * CELL[0]
        natural = [max(row[c][0] for row in needs if c < len(row)) + pad for c in columns]
        least = [max(row[c][1] for row in needs if c < len(row)) + pad for c in columns]
        widths = column_widths(natural, least, width)
        rows = [self._row(row, block.aligns, widths, x, k == 0) for k, row in enumerate(block.rows)]
        empty = not any(isinstance(cell, Figure) or cell.text for cell in block.rows[0])
        head, body = (None if empty else rows[0]), rows[1:]
        if head is not None:
            yield replace(head, keep=True)
        for k, box in enumerate(body):
            # No row is left alone at the foot of a page, nor taken alone to the next.
            keep = k < len(body) - 1 and k in (0, len(body) - 2) and len(body) > 2
            yield replace(box, keep=keep, repeat=head if k else None)

    def _cell_widths(self, cell: Words | Figure, style: str) -> tuple[float, float]:
        """The width that a cell would like, and the least it needs, in mm."""
        if isinstance(cell, Figure):
            artwork = self.pictures.find(cell, self.look.width)
            wide = self.pictures.size(cell, artwork, CELL_TALL)[0] if artwork else 0.0
            return wide, wide
        em = self.look.small * MM_PER_PT
        line = layout_line(
            cell.text, fonts=self.fonts, width=None, size=self.look.small, floor=self.look.small, style=style
        )  # fmt: skip
        wide = line.lines[0].width + 0.3
        words = [word.replace("*", "") for word in cell.text.split() if word.isascii() and ":" not in word]
        least = max((self.fonts["bold"].width(word, em) for word in words), default=0.0) + 0.3
        return wide, min(wide, max(least, LEAST_CELL))

    def _row(
        self, row: Sequence[Words | Figure], aligns: Sequence[str], widths: Sequence[float], x: float,
        head: bool,
    ) -> Box:  # fmt: skip
        pad_x, pad_y = CELL
        style, fill = ("bold", self.look.strong) if head else ("text", self.look.ink)
        pictured = any(isinstance(cell, Figure) for cell in row)
        cells: list[tuple[float, float, Setting | Figure]] = []
        left = x
        for cell, align, w in zip(row, aligns, widths, strict=False):
            if isinstance(cell, Words):
                setting = self.text(cell, w - 2 * pad_x, self.look.small, style, align, CELL_LEADING)
                cells.append((left + pad_x, setting.height, setting))
            elif artwork := self.pictures.find(cell, self.look.width):
                fw, fh = self.pictures.size(cell, artwork, CELL_TALL)
                cells.append((left + (w - fw) / 2, fh, cell))
            left += w
        tall, total = max((h for _, h, _ in cells), default=0.0) + 2 * pad_y, sum(widths)
        marks: list[Mark] = [Bar(x, 0.0, total, tall, self.look.ground)] if head else []
        for at, h, content in cells:
            top = (tall - h) / 2 if pictured else pad_y
            if isinstance(content, Setting):
                marks.append(Ink(content, at, top, fill))
            elif artwork := self.pictures.find(content, self.look.width):
                marks += self._shown(content, artwork, at, top, h * artwork.size.w / artwork.size.h, h)
        rule = self.look.strong if head else self.look.hair
        marks.append(Bar(x, tall - 0.1, total, 0.3 if head else 0.2, rule))
        span = row[0].span if isinstance(row[0], Words) else row[0].caption.span
        if tall > self.look.height:
            self.faults.overflow("a row of a table", tall - self.look.height, span, "make it several")
        return Box(tall, tuple(marks), span=span)


def _introduced(found: list[Box]) -> None:
    """A short paragraph between a heading and a table stays with the table, not with the page's foot."""
    for back in range(1, min(len(found), 4) + 1):
        if found[-back].heading is not None:
            found[-1] = replace(found[-1], keep=True)
            return


def moved(mark: Mark, dx: float, dy: float) -> Mark:
    """A mark shifted by so many mm."""
    if isinstance(mark, Picture):
        a, b, c, d, e, f = mark.matrix
        return replace(mark, matrix=(a, b, c, d, e + dx, f + dy))
    return replace(mark, x=mark.x + dx, y=mark.y + dy)
