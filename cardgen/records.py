"""What expressions and templates see of a component."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.kit import Card
from cardgen.schema import ComponentSpec
from cardgen.values import Items, Record


def component_record(
    name: str, spec: ComponentSpec, cards: Sequence[Card], left_out: Sequence[Card], data: Any
) -> Record:
    """The record of a component: how many pieces, its cards, and in `left_out` those that stay in the box."""
    values = {
        "id": name,
        "name": spec.name,
        "kind": spec.kind,
        "copies": sum(card.copies for card in cards),
        "distinct": len(cards),
        "cards": Items([Record({**card.values, "copies": card.copies}, card.id) for card in cards], name),
        "left_out": Items([Record({**card.values, "copies": 0}, card.id) for card in left_out], name),
        "size": Record({"w": spec.size.w, "h": spec.size.h}, "size"),
        "data": data,
    }
    return Record(values, f"components.{name}")
