"""The markup of card texts: `**bold**`, `:icon-name:`, chosen line breaks, backslash escapes.

    draw **2** :relic: cards\\n:workday: pay 1

An icon's name is lower-case Latin letters, digits and hyphens, a letter first, so that `1:2:3` stays text.
A backslash takes away the meaning of `*`, `:` and `\\` after it; elsewhere it stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cardgen.fonts import SILENT


@dataclass(frozen=True, slots=True)
class Run:
    """Text in one weight, without line breaks."""

    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Icon:
    """An inline symbol by name."""

    name: str


@dataclass(frozen=True, slots=True)
class Break:
    """A line break chosen by the author."""


Atom = Run | Icon | Break

_SPECIAL = re.compile(r"\\([*:\\])|(\*\*)|:([a-z][a-z0-9]*(?:-[a-z0-9]+)*):|\r?\n")
_BLANKS = re.compile(r"[ \t]{2,}|\t")
_DROPPED = SILENT | dict.fromkeys([*range(9), 11, 12, *range(14, 32), 127, 0xAD, 0xFFFC, 0xFFFE, 0xFFFF])
"""Joiners, soft hyphens, and control characters, which no SVG may hold."""
_SPACED_BREAK = re.compile(r"[ \t]*(\r?\n)[ \t]*")


def parse(text: str) -> tuple[Atom, ...]:
    """Return the atoms of `text`: neighbouring runs differ in weight, and none is empty.

    Runs of blanks become one blank; joiners, control characters and line breaks at the end are dropped.
    A `**` that nothing closes stays as two asterisks.
    >>> parse("a **b** :coin:")
    (Run(text='a ', bold=False), Run(text='b', bold=True), Run(text=' ', bold=False), Icon(name='coin'))
    """
    text = _BLANKS.sub(" ", str(text).translate(_DROPPED)).rstrip("\r\n")
    text = _SPACED_BREAK.sub(r"\1", text)
    found = list(_SPECIAL.finditer(text))
    if not found:
        return (Run(text),) if text else ()
    toggles = sum(match[2] is not None for match in found)
    atoms: list[Atom] = []
    pending, bold, end = "", False, 0

    def flush() -> None:
        nonlocal pending
        if pending:
            atoms.append(Run(pending, bold))
        pending = ""

    for match in found:
        pending += text[end : match.start()]
        end = match.end()
        if match[1]:
            pending += match[1]
        elif match[2] and (bold or toggles > 1):
            toggles -= 1
            flush()
            bold = not bold
        elif match[2]:
            pending += match[2]
        else:
            flush()
            atoms.append(Icon(match[3]) if match[3] else Break())
    pending += text[end:]
    flush()
    return tuple(_joined(atoms))


def _joined(atoms: list[Atom]) -> list[Atom]:
    """Join neighbouring runs of one weight, such as those around an empty `****`."""
    joined: list[Atom] = []
    for atom in atoms:
        last = joined[-1] if joined else None
        if isinstance(atom, Run) and isinstance(last, Run) and atom.bold == last.bold:
            joined[-1] = Run(last.text + atom.text, last.bold)
        else:
            joined.append(atom)
    return joined


def plain(text: str) -> str:
    """The text without markup, as a person would read it aloud: icons by name, breaks as blanks.

    >>> plain("pay **1** :workday:")
    'pay 1 workday'
    """
    return "".join(
        atom.text if isinstance(atom, Run) else atom.name if isinstance(atom, Icon) else " "
        for atom in parse(text)
    )


def unclosed_bold(text: str) -> bool:
    """Whether a `**` in `text` has no partner, and so would be printed."""
    return sum(match[2] is not None for match in _SPECIAL.finditer(text)) % 2 == 1
