"""How many pieces of each kind a kit holds."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from typing import Any

from cardgen.kit import Kit

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
    """All components with their totals; `sheets` is None where nobody has laid them out."""

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
