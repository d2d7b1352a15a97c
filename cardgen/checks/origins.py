"""From what a claim read to the numbers typed in the data that it comes from.

A quantity, a derived field, the `quantity` of a component, the `copies` of a card and the condition that
puts either into a setup are expressions: what they read counts as read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cardgen.checks.places import node
from cardgen.checks.tracing import MEMBERS, DataPath, Scope, names_in
from cardgen.document import Document, Path_
from cardgen.expr import ExprError
from cardgen.values import UnknownNameError

_MAX_DEPTH = 6
_MOST = 3000
_COUNTED = ("copies", "distinct", "cards", "left_out")


class Origins:
    """The origins of values in one setup."""

    def __init__(self, document: Document, scope: Scope, players: int) -> None:
        self.document, self.scope, self.players = document, scope, players
        self._found: set[Path_] = set()
        self._seen: set[object] = set()

    def of(self, reads: Iterable[DataPath]) -> set[Path_]:
        """The paths in the document of the numbers that lie behind these paths."""
        for path in list(reads):
            self._follow(path, 0)
        return self._found

    def _follow(self, path: DataPath, depth: int) -> None:
        if path in self._seen or depth > _MAX_DEPTH or len(self._seen) > _MOST:
            return
        self._seen.add(path)
        for place in self._places(path):
            value: Any = self.document.data
            for step in place:
                value = value[step]
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                self._found.add(place)
            elif isinstance(value, str):
                self._evaluate(value, place, path, depth)

    def _evaluate(self, source: str, place: Path_, path: DataPath, depth: int) -> None:
        own = "card" in names_in(source)
        seen = (source, place[:4] if own else None)
        if seen in self._seen:
            return
        self._seen.add(seen)
        reads = self.scope.begin()
        try:
            self.scope.value(source, self._card(place, path) if own else {})
        except (ExprError, UnknownNameError):
            return
        for inner in list(reads):
            self._follow(inner, depth + 1)

    def _card(self, place: Path_, path: DataPath) -> Mapping[str, Any]:
        """The card that an expression stands on, or is read of."""
        if place[0] != "components":
            return {}
        component = self.scope.names()["components"].find(str(place[1]))
        if len(place) > 3 and place[2] == "cards":
            name = str(self.document.data["components"][place[1]]["cards"][place[3]].get("id"))
        elif len(path) > 3 and path[2] in ("cards", "left_out"):
            name = path[3]
        else:
            return {}
        cards = component.find("cards")
        return {"card": cards.find(name) if name in cards else component.find("left_out").find(name)}

    def _places(self, path: DataPath) -> Iterator[Path_]:
        """Where what is read at a path was typed, and what decides whether it is there at all."""
        place = node(path, self.document, self.players)
        if place is not None:
            yield place
        if path[0] != "components":
            return
        rest = path[1:]
        components = self.document.data.get("components") or {}
        for name in components if not rest or rest[0] == MEMBERS else rest[:1]:
            component = components.get(name)
            if isinstance(component, dict):
                yield from _decisive(("components", name), component, rest[1:])


def _decisive(path: Path_, component: Mapping[Any, Any], rest: tuple[str, ...]) -> Iterator[Path_]:
    """What decides how many pieces a component, or one of its cards, has in a setup."""
    if "when" in component:
        yield (*path, "when")
    if rest and rest[0] not in (*_COUNTED, MEMBERS):
        return
    one = rest[1] if len(rest) > 1 and rest[1] != MEMBERS else None
    if one is None and "quantity" in component:
        yield (*path, "quantity")
    cards = component.get("cards")
    for index, card in enumerate(cards if isinstance(cards, list) else ()):
        if isinstance(card, dict) and (one is None or str(card.get("id")) == one):
            for key in ("when", "copies"):
                if key in card and (key == "when" or one is None or rest[2:] == ("copies",)):
                    yield (*path, "cards", index, key)
