"""What a rulebook is made of: headings, paragraphs, lists, tables, call-outs, figures and page breaks.

Texts are in the markup of card texts (`**bold**`, `:icon:`, chosen line breaks), which the text
engine reads.  Every block knows the line of the template that it was written in.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardgen.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Words:
    """A text and its place."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 to 3; `number` is that of its section (none at level 3), `key` its name."""

    level: int
    words: Words
    number: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    words: Words


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list; each item is blocks of its own.  `first` is the number of an ordered list's first item."""

    items: tuple[tuple[Block, ...], ...]
    first: int | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture: `scheme` (face, art, icon or picture) and `name`, sides in mm where given, and a caption."""

    scheme: str
    name: str
    caption: Words
    width: float | None = None
    height: float | None = None


@dataclass(frozen=True, slots=True)
class Figures:
    """Pictures side by side."""

    items: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its rows of texts or pictures, the first of them the header; `aligns` is one a column."""

    rows: tuple[tuple[Words | Figure, ...], ...]
    aligns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Callout:
    """Blocks on a tinted ground."""

    blocks: tuple[Block, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Turn:
    """A page break."""


Block = Heading | Paragraph | ListOf | Figures | Table | Callout | Turn
