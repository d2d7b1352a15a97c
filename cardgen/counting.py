"""How many pieces of each kind a kit holds."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from typing import Any

from cardgen.kit import Kit
from cardgen.tables import counted, table

CARD_KINDS = ("card", "reference")
"""Kinds that people call cards when they count them."""


@dataclass(frozen=True, slots=True)
class Count:
    """One component's line."""

    id: str
    name: str
    kind: str
    distinct: int
    copies: int


@dataclass(frozen=True, slots=True)
class Counts:
    """All components with their totals, and the sheets of paper that they take."""

    players: int
    variant: str | None
    components: tuple[Count, ...]
    sheets: int

    @property
    def cards(self) -> int:
        """How many cards."""
        return sum(c.copies for c in self.components if c.kind in CARD_KINDS)

    @property
    def pieces(self) -> int:
        """How many pieces of any kind."""
        return sum(c.copies for c in self.components)


def count(kit: Kit, sheets: int) -> Counts:
    """Count the pieces of a kit."""
    lines = tuple(Count(c.id, c.name, c.kind, len(c.cards), c.copies) for c in kit.components)
    return Counts(kit.players, kit.variant, lines, sheets)


def counts_json(counts: Counts) -> str:
    """The counts as the contract says."""
    data: dict[str, Any] = {
        "players": counts.players,
        "variant": counts.variant,
        "components": [
            {"id": c.id, "name": c.name, "kind": c.kind, "distinct": c.distinct, "copies": c.copies}
            for c in counts.components
        ],
        "totals": {"cards": counts.cards, "pieces": counts.pieces, "sheets_of_paper": counts.sheets},
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def counts_csv(counts: Counts) -> str:
    """The counts as CSV with a header row."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["players", "variant", "id", "name", "kind", "distinct", "copies"])
    for c in counts.components:
        writer.writerow([counts.players, counts.variant or "", c.id, c.name, c.kind, c.distinct, c.copies])
    return out.getvalue().rstrip("\n")


def counts_text(counts: Counts) -> str:
    """The counts as a table for people."""
    head = counted(counts.players, "player") + (f", {counts.variant}" if counts.variant else "")
    rows: list[tuple[object, ...]] = [("component", "name", "kind", "different", "copies")]
    rows += [(c.id, c.name, c.kind, c.distinct, c.copies) for c in counts.components]
    total = f"{counted(counts.cards, 'card')}, {counted(counts.pieces, 'piece')}, "
    total += f"{counted(counts.sheets, 'sheet')} of paper"
    return f"{head}\n{table(rows, right=(3, 4))}\n{total}"


def join_formats(texts: list[str], output: str) -> str:
    """Several counts as one text: a JSON list, one CSV with one header, or tables below one another."""
    if len(texts) == 1:
        return texts[0]
    if output == "json":
        return "[" + ",\n".join(texts) + "]"
    if output == "csv":
        return (
            "\n".join([texts[0], *(line for text in texts[1:] for line in text.split("\n")[1:])])
            if texts
            else ""
        )
    return "\n\n".join(texts)
