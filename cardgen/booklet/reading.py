"""From Markdown to blocks: the part of CommonMark that a printed rulebook needs, and tables.

markdown-it reads the structure only.  HTML, code, links and setext headings are off, and what
stands inside a paragraph goes to the text engine as it is, so that `**bold**` next to full-width
punctuation means what it says (CommonMark's rules on flanking do not fit Chinese).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

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
from cardgen.booklet.faults import Faults
from cardgen.diagnostics import Span
from cardgen.text.rules import HAN
from cardgen.units import UnitError, parse_length

_FIGURE = re.compile(r"!\[(?P<caption>[^\]]*)\]\((?P<what>[^)]*)\)\s*")
_KEY = re.compile(r"\s*\[#(?P<key>[a-z][a-z0-9-]*)\]\s*$")
_REFERENCE = re.compile(r"\[\[(?P<key>[^\]]*)\]\]")
_ESCAPED = re.compile(r"\\([!-)+-/;-@\[\]^-`{-~])")
"""A backslash before a sign whose meaning only Markdown knows; `*`, `:` and `\\` are the text engine's."""
_FOREIGN = re.compile(r"<[A-Za-z/!][^>]*>?|`+|\]\(|(?<![\\*])\*(?!\*)(?=\S)")
_SCHEMES = ("face", "art", "icon", "picture")
_HARD = re.compile(r"(?: {2,}|\\)$")


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    return MarkdownIt("zero").enable(["heading", "list", "blockquote", "table", "hr"])


def read_blocks(markdown: str, spans: Sequence[Span], faults: Faults) -> tuple[Block, ...]:
    """The blocks of a rulebook, sections numbered and references to them filled in.

    `spans` tells of each line of the Markdown where it was written.
    """
    tree = SyntaxTreeNode(_markdown().parse(markdown))
    reader = _Reader(spans, faults)
    blocks = _numbered(reader.blocks(tree.children))
    return _Linked(blocks, faults).all(blocks)


@dataclass(slots=True)
class _Reader:
    spans: Sequence[Span]
    faults: Faults

    def blocks(self, nodes: Sequence[SyntaxTreeNode]) -> tuple[Block, ...]:
        return tuple(block for node in nodes for block in self._block(node))

    def _block(self, node: SyntaxTreeNode) -> tuple[Block, ...]:
        match node.type:
            case "heading":
                words = self._words(node)
                key = _KEY.search(words.text)
                if key:
                    words = replace(words, text=words.text[: key.start()])
                return (Heading(min(3, int(node.tag[1])), words, key=key["key"] if key else ""),)
            case "paragraph":
                return self._paragraph(node)
            case "bullet_list":
                return (ListOf(tuple(self.blocks(item.children) for item in node.children)),)
            case "ordered_list":
                first = int(node.attrs.get("start", 1))
                return (ListOf(tuple(self.blocks(item.children) for item in node.children), first),)
            case "blockquote":
                return (Callout(self.blocks(node.children), self._span(node)),)
            case "table":
                return (self._table(node),)
            case "hr":
                return (Turn(),)
        return ()

    def _paragraph(self, node: SyntaxTreeNode) -> tuple[Block, ...]:
        source, span = node.children[0].content, self._span(node)
        found = self._figures(source, span)
        if found is not None:
            return (Figures(found),) if found else ()
        return (Paragraph(self._text(source, span)),)

    def _table(self, node: SyntaxTreeNode) -> Table:
        rows: list[tuple[Words | Figure, ...]] = []
        aligns: list[str] = []
        for part in node.children:
            for row in part.children:
                span = self._span(row)
                rows.append(tuple(self._cell(cell, span) for cell in row.children))
                if not aligns:
                    styles = [str(cell.attrs.get("style", "")) for cell in row.children]
                    aligns = [style.removeprefix("text-align:") or "left" for style in styles]
        return Table(tuple(rows), tuple(aligns))

    def _cell(self, node: SyntaxTreeNode, span: Span) -> Words | Figure:
        source = node.children[0].content if node.children else ""
        found = self._figures(source, span)
        if found:
            return found[0]
        return self._text(source, span) if found is None else Words("", span)

    def _figures(self, source: str, span: Span) -> tuple[Figure, ...] | None:
        """The pictures of a text that holds nothing else; None for any other text."""
        matches = list(_FIGURE.finditer(source))
        if not matches or "".join(match[0] for match in matches) != source:
            return None
        found: list[Figure] = []
        for match in matches:
            # Pictures on lines of their own are each placed at their line.
            below = replace(span, line=span.line + source.count("\n", 0, match.start()))
            figure = self._figure(match["caption"], match["what"], below)
            found += [figure] if figure else []
        return tuple(found)

    def _figure(self, caption: str, what: str, span: Span) -> Figure | None:
        name, *options = what.split() or [""]
        scheme, _, name = name.partition(":")
        if scheme not in _SCHEMES or not name:
            hint = "write `face:component/card`, `art:name`, `icon:name` or `picture:name`"
            self.faults.figure(f"`{what}` is no picture", span, hint)
            return None
        sides: dict[str, float] = {}
        for option in options:
            key, _, value = option.partition("=")
            try:
                if key not in ("width", "height"):
                    raise UnitError(f"`{option}` is neither `width=…` nor `height=…`")
                sides[key] = parse_length(value if not value.replace(".", "").isdigit() else f"{value}mm")
                if not 3 <= sides[key] <= 250:
                    raise UnitError("a side of a picture is 3 to 250 mm")
            except UnitError as error:
                self.faults.figure(f"`{what}`: {error}", span, "such as `width=60` (in mm)")
        return Figure(scheme, name, self._text(caption, span), sides.get("width"), sides.get("height"))

    def _words(self, node: SyntaxTreeNode) -> Words:
        return self._text(node.children[0].content, self._span(node))

    def _text(self, source: str, span: Span) -> Words:
        foreign = _FOREIGN.search(source)
        if foreign:
            self.faults.markup(foreign[0], span)
        return Words(_ESCAPED.sub(r"\1", _joined(source)), span)

    def _span(self, node: SyntaxTreeNode) -> Span:
        line = node.map[0] if node.map else 0
        return self.spans[min(line, len(self.spans) - 1)]


def _joined(source: str) -> str:
    """Lines as one: a blank between them, none between Han signs, a break after two blanks or a backslash."""
    lines = source.split("\n")
    text = lines[0]
    for line in lines[1:]:
        line = line.strip()
        hard = _HARD.search(text)
        if hard:
            text = text[: hard.start()] + "\n" + line
        elif text and line and HAN.match(text[-1]) and HAN.match(line[0]):
            text += line
        else:
            text = text.rstrip() + " " + line
    return text.strip()


def _numbered(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    chapter = section = 0
    done: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading) and block.level == 1:
            chapter, section = chapter + 1, 0
            block = replace(block, number=str(chapter))
        elif isinstance(block, Heading) and block.level == 2:
            section += 1
            block = replace(block, number=f"{chapter}.{section}")
        done.append(block)
    return tuple(done)


class _Linked:
    """Puts section numbers in the place of `[[key]]`."""

    def __init__(self, blocks: tuple[Block, ...], faults: Faults) -> None:
        self.faults = faults
        self.numbers = {b.key: b.number for b in blocks if isinstance(b, Heading) and b.key and b.number}

    def all(self, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        return tuple(map(self._block, blocks))

    def _block(self, block: Block) -> Block:
        match block:
            case Heading() | Paragraph():
                return replace(block, words=self._words(block.words))
            case ListOf():
                return replace(block, items=tuple(map(self.all, block.items)))
            case Callout():
                return replace(block, blocks=self.all(block.blocks))
            case Figures():
                return Figures(tuple(map(self._figure, block.items)))
            case Table():
                rows = tuple(
                    tuple(self._words(c) if isinstance(c, Words) else self._figure(c) for c in row)
                    for row in block.rows
                )
                return replace(block, rows=rows)
        return block

    def _figure(self, figure: Figure) -> Figure:
        return replace(figure, caption=self._words(figure.caption))

    def _words(self, words: Words) -> Words:
        def number(match: re.Match[str]) -> str:
            if match["key"] not in self.numbers:
                self.faults.section(match["key"], sorted(self.numbers), words.span)
            return self.numbers.get(match["key"], match["key"])

        return replace(words, text=_REFERENCE.sub(number, words.text))
