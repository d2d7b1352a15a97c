"""From a kit to the plain data that a rules engine reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.kit import Kit
from cardgen.play.batch import plain


def engine_data(kit: Kit) -> dict[str, Any]:
    """Return `players`, `rules`, `setup` and the cards of each component of a resolved kit.

    Cards keep their ids, names, copies, numbers and references (as ids); what is only printed is left out.
    """
    return {
        "players": kit.players,
        "rules": plain(kit.context["rules"]),
        "setup": plain(kit.context["setup"]),
        "components": {
            component.id: {"cards": [_card(card.id, card.copies, card.values) for card in component.cards]}
            for component in kit.components
        },
    }


def _card(ident: str, copies: int, values: Mapping[str, Any]) -> dict[str, Any]:
    fields: dict[str, Any] = {"id": ident, "copies": copies, "name": str(values.get("name", ident))}
    for name, value in values.items():
        if isinstance(value, Mapping):
            if "id" in value:
                fields[name] = str(value["id"])
        elif isinstance(value, int | float) and name not in fields:
            fields[name] = value
    return fields
