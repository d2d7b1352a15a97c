"""Columns and counted words for a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


def columns(text: str) -> int:
    """Cells that a text takes on a terminal: two for wide signs (UAX #11)."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def counted(count: int, word: str) -> str:
    """`1 sheet`, `2 sheets`."""
    return f"{count} {word}" + "s" * (count != 1)


def table(rows: Iterable[Iterable[object]], right: tuple[int, ...] = ()) -> str:
    """Rows as aligned columns; those in `right` are set flush right."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(columns, column)) for column in zip(*cells, strict=True)]
    lines = []
    for row in cells:
        padded = []
        for index, (cell, width) in enumerate(zip(row, widths, strict=True)):
            space = " " * (width - columns(cell))
            padded.append(space + cell if index in right else cell + space)
        lines.append("  ".join(padded).rstrip())
    return "\n".join(lines)
