"""Paragraphs measured in em, and broken into lines.

Widths are in em because they do not change with the size: a paragraph is measured once, and a search for
its size only repeats the breaking, which looks up sums by bisection.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any

from cardgen.fonts import Font
from cardgen.text import rules
from cardgen.text.markup import Atom, Icon, Run

_SLACK = 1e-6
_MIN_GAP = 0.2
"""A word is hyphenated only if the line would otherwise stay empty by more than this share."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Signs set in one go: from `start` to `end` in the paragraph, moved by `shift` em.

    `style` is a font style, or empty for an icon, whose name is in `icon`.
    """

    start: int
    end: int
    style: str
    icon: str = ""
    shift: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a paragraph: signs `start` to `end`, then `hyphen`; `width` in em without hanging blanks.

    `torn` tells that a unit wider than the line was broken hard.
    """

    start: int
    end: int
    width: float
    hyphen: str = ""
    torn: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph measured in em.

    `edges[i]` is where sign i begins; units end at `ends` (visible right edge at `rights`), and a line after
    such an end begins at `nexts`.
    """

    text: str
    edges: list[float]
    stretches: list[Stretch]
    ends: list[int]
    nexts: list[int]
    rights: list[float]
    lang: str | None
    hyphen_width: float

    @property
    def width(self) -> float:
        """The width on one line, in em."""
        return self.rights[-1] - self._base(0) if self.rights else 0.0

    def lines(self, width: float) -> list[Line]:
        """Break greedily into lines of at most `width` em; only a single sign may be wider."""
        if not self.ends:
            return [Line(0, 0, 0.0)]
        ends, rights = self.ends, self.rights
        result: list[Line] = []
        start, unit, last = 0, 0, len(ends) - 1
        while unit <= last:
            base = self._base(start)
            limit = base + width + _SLACK
            fits = bisect_right(rights, limit, unit) - 1
            if fits < last and (line := self._broken_word(start, max(fits, unit - 1), width)):
                result.append(line)
                start, unit = self._after(line)
            elif fits >= unit:
                result.append(Line(start, ends[fits], rights[fits] - base))
                start, unit = self.nexts[fits], fits + 1
            else:
                line = self._torn(start, ends[unit], base, limit)
                result.append(line)
                start, unit = self._after(line)
        return result

    def _after(self, line: Line) -> tuple[int, int]:
        """Where the line after one that was broken inside a unit starts, and with which unit."""
        unit = bisect_right(self.ends, line.end)
        start = self.nexts[unit - 1] if unit and self.ends[unit - 1] == line.end else line.end
        while start < len(self.text) and self.text[start] in rules.BLANKS:
            start += 1
        return start, unit

    def _base(self, start: int) -> float:
        """Where a line that starts with this sign begins: past the blank half of an opening bracket."""
        opening = self.text[start] in rules.OPENING_HALF
        edge = self.edges[start]
        return edge + 0.5 if opening and self.edges[start + 1] - edge > 0.9 else edge

    def _broken_word(self, start: int, fits: int, width: float) -> Line | None:
        """The longest line that ends inside the unit after unit `fits`, if a word there may be broken."""
        begin, end = (self.nexts[fits] if fits >= 0 else 0), self.ends[fits + 1]
        begin, base = max(begin, start), self._base(start)
        if end - begin < 5:
            return None
        unit, edges = self.text[begin:end], self.edges
        best = 0
        for joint in rules.AFTER_JOINT.finditer(unit):
            if edges[begin + joint.start()] - base <= width + _SLACK:
                best = begin + joint.start()
        gap = width - (self.rights[fits] - base if fits >= 0 and begin > start else 0)
        if self.lang and gap > _MIN_GAP * width:
            room = base + width - self.hyphen_width + _SLACK
            for word in rules.LATIN_WORD.finditer(unit):
                for place in _hyphenation(word[0], self.lang):
                    at = begin + word.start() + place
                    if at > best and edges[at] <= room:
                        best = at
        if not best:
            return None
        hyphen = "" if rules.AFTER_JOINT.match(unit, best - begin) else "-"
        return Line(start, best, edges[best] - base + (self.hyphen_width if hyphen else 0), hyphen)

    def _torn(self, start: int, end: int, base: float, limit: float) -> Line:
        """A unit wider than the line, broken where it hurts least; at least one sign is taken."""
        text = self.text
        longest = min(max(bisect_right(self.edges, limit) - 1, start + 1), end)
        at = longest
        while at > start + 1 and not _may_part(text[at - 1], text[at : at + 1]):
            at -= 1
        if not _may_part(text[at - 1], text[at : at + 1]):
            at = longest
        return Line(start, at, self.edges[at] - base, torn=True)

    def stretches_of(self, line: Line) -> Iterator[tuple[Stretch, str, float]]:
        """Yield each stretch of a line with its text and its distance from the line's start in em."""
        if line.start == line.end:
            return
        origin = self._base(line.start)
        index = bisect_right(self.stretches, line.start, key=lambda stretch: stretch.start) - 1
        for stretch in self.stretches[max(index, 0) :]:
            if stretch.start >= line.end:
                break
            first = max(stretch.start, line.start)
            last = min(stretch.end, line.end)
            hyphen = line.hyphen if last == line.end else ""
            yield stretch, self.text[first:last] + hyphen, self.edges[first] - origin + stretch.shift

    def has_orphan(self, lines: list[Line]) -> bool:
        """Whether the last of several lines holds only one or two signs."""
        return len(lines) > 1 and lines[-1].width <= 2 + _SLACK


@dataclass(frozen=True, slots=True)
class Measured:
    """The paragraphs of a text, and what is wrong with its signs."""

    paragraphs: tuple[Paragraph, ...]
    missing: tuple[str, ...]
    icons: tuple[str, ...]


def measure(
    atoms: Iterable[Atom],
    fonts: Mapping[str, Font],
    style: str,
    bold_style: str,
    *,
    lang: str | None = None,
    icon_advance: float = 1.0,
) -> Measured:
    """Measure atoms in the fonts of `style` and `bold_style`; a `Break` begins a new paragraph.

    `lang` is a BCP 47 tag; Latin words are hyphenated only if it is given and hyphenation is known for it.
    """
    paragraphs: list[Paragraph] = []
    missing: dict[str, None] = {}
    icons: dict[str, None] = {}
    parts: list[str] = []
    advances: list[float] = []
    stretches: list[Stretch] = []
    hyphen_width = max(fonts[style].width("-", 1), fonts[bold_style].width("-", 1))

    def finish() -> None:
        paragraphs.append(_paragraph("".join(parts), advances, stretches, lang, hyphen_width))

    for atom in atoms:
        start = len(advances)
        if isinstance(atom, Run):
            key = bold_style if atom.bold else style
            text = atom.text if parts else atom.text.lstrip(" ")
            known = fonts[key].advances
            try:
                advances += [known[sign] for sign in text]
            except KeyError:
                missing.update(dict.fromkeys(fonts[key].missing(text)))
                blank = fonts[key].missing_advance
                advances += [known.get(sign, blank) for sign in text]
            if text:
                parts.append(text)
                stretches.append(Stretch(start, len(advances), key))
        elif isinstance(atom, Icon):
            icons[atom.name] = None
            parts.append(rules.ICON)
            advances.append(icon_advance)
            stretches.append(Stretch(start, start + 1, "", atom.name))
        else:
            finish()
            parts, advances, stretches = [], [], []
    finish()
    return Measured(tuple(paragraphs), tuple(missing), tuple(icons))


def _paragraph(
    text: str, advances: list[float], stretches: list[Stretch], lang: str | None, hyphen_width: float
) -> Paragraph:
    _adjust(text, advances, stretches)
    edges = list(accumulate(advances, initial=0.0))
    units = [(unit.end(1), unit.end()) for unit in rules.UNIT.finditer(text)]
    half = rules.CLOSING_HALF
    return Paragraph(
        text=text,
        edges=edges,
        stretches=stretches,
        ends=[end for end, _ in units],
        nexts=[after for _, after in units],
        rights=[
            edges[end] - (0.5 if text[end - 1] in half and advances[end - 1] > 0.9 else 0.0)
            for end, _ in units
        ],
        lang=lang if lang and _dictionary(lang) else None,
        hyphen_width=hyphen_width,
    )


def _adjust(text: str, advances: list[float], stretches: list[Stretch]) -> None:
    """Squeeze neighbouring full-width marks, and set curly quotes among Latin letters close."""
    changes: dict[int, tuple[float, float]] = {}
    for match in rules.SQUEEZED.finditer(text):
        at = match.start()
        if advances[at] > 0.9:
            changes[at] = (advances[at] - 0.5, 0.0)
    for match in rules.DASHES.finditer(text):
        changes[match.start()] = (advances[match.start()] - rules.DASH_GAP, 0.0)
    quotes = rules.APOSTROPHE if rules.HAN.search(text) else rules.LATIN_QUOTE
    for match in quotes.finditer(text):
        if advances[match.start()] > 0.9:
            changes[match.start()] = rules.QUOTE_SETTING[match[0]]
    if not changes:
        return
    for at, (advance, _) in changes.items():
        advances[at] = advance
    cut: list[Stretch] = []
    for stretch in stretches:
        start = stretch.start
        for at in sorted(place for place in changes if stretch.start <= place < stretch.end):
            shift = changes[at][1]
            if shift and at > start:
                cut.append(Stretch(start, at, stretch.style))
                start = at
            cut.append(Stretch(start, at + 1, stretch.style, shift=shift))
            start = at + 1
        if start < stretch.end:
            cut.append(Stretch(start, stretch.end, stretch.style, stretch.icon))
    stretches[:] = cut


def _may_part(before: str, after: str) -> bool:
    """Whether a unit may be torn between two signs without breaking a rule on how lines start and end."""
    return not (after in rules.NO_START or before in rules.NO_END or (before.isdigit() and after.isdigit()))


@lru_cache(maxsize=8)
def _dictionary(lang: str) -> Any:
    if lang.startswith(("zh", "ja", "ko")):
        return None
    import pyphen

    name = pyphen.language_fallback(lang.replace("-", "_"))
    return pyphen.Pyphen(lang=name, left=2, right=3) if name else None


@lru_cache(maxsize=4096)
def _hyphenation(word: str, lang: str) -> tuple[int, ...]:
    dictionary = _dictionary(lang)
    return tuple(dictionary.positions(word)) if dictionary else ()


def break_lines(
    atoms: Iterable[Atom],
    fonts: Mapping[str, Font],
    width: float,
    *,
    style: str = "text",
    bold_style: str = "bold",
    lang: str | None = None,
) -> tuple[str, ...]:
    """The lines that atoms break into at `width` em, as text; an icon is U+FFFC.

    >>> from cardgen.fonts import FontSet
    >>> from cardgen.text.markup import parse
    >>> break_lines(parse("本轮挖掘，少付1个工日。"), FontSet.load(), 5)
    ('本轮挖掘，', '少付1个工', '日。')
    """
    measured = measure(atoms, fonts, style, bold_style, lang=lang)
    return tuple(
        paragraph.text[line.start : line.end] + line.hyphen
        for paragraph in measured.paragraphs
        for line in paragraph.lines(width)
    )
