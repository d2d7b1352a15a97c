"""The kit, frozen: what a game is for one player count, one variant and one language.

Everything downstream (checks, rules, templates, sheets) reads these and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardgen.diagnostics import Span
from cardgen.geometry import Size
from cardgen.values import Record


@dataclass(frozen=True, slots=True)
class Card:
    """One distinct card (or token, board …) and how many copies of it the kit holds.

    `values` has every field, references resolved to the records they name and derived
    fields computed.  `places` tells where each field was typed.
    """

    id: str
    component: str
    copies: int
    values: Record
    span: Span | None = None
    places: Mapping[str, Span] = field(default_factory=dict, compare=False, hash=False)
    pile: str | None = None
    """The pile that it is mixed into, face down."""

    @property
    def name(self) -> str:
        """The name printed on it, or its id."""
        return str(self.values.find("name")) if "name" in self.values else self.id

    def place(self, name: str) -> Span | None:
        """Where a field was typed, or else where the card begins."""
        return self.places.get(name, self.span)


@dataclass(frozen=True, slots=True)
class Component:
    """A kind of piece with its distinct cards; lengths in millimetres."""

    id: str
    kind: str
    name: str
    size: Size
    bleed: float
    safe: float
    file: str
    template: str
    back: str
    """The component whose back template it uses (often its own id), or `none`."""
    cards: tuple[Card, ...]
    corner: float = 0.0
    fits: str | None = None
    note: str = ""
    paper: str = ""
    spaces: Mapping[str, Size] = field(default_factory=dict)
    data: Record = field(default_factory=lambda: Record({}))
    fields: frozenset[str] = frozenset()
    span: Span | None = None
    record: Record = field(default_factory=lambda: Record({}))
    """What expressions and templates see of it: id, name, copies, distinct, cards, …"""

    @property
    def copies(self) -> int:
        """How many pieces the kit holds of this component."""
        return sum(card.copies for card in self.cards)


@dataclass(slots=True)
class Tongues:
    """The languages of a kit, each resolved when it is first asked for; `resolve` gives the kit in one."""

    codes: tuple[str, ...]
    resolve: Callable[[str], Kit | None]
    _kits: dict[str, Kit | None] = field(default_factory=dict)

    def kit(self, code: str) -> Kit | None:
        """The kit in this language; None where it cannot be resolved."""
        if code not in self._kits:
            self._kits[code] = self.resolve(code)
        return self._kits[code]


@dataclass(frozen=True, slots=True)
class Kit:
    """A game resolved for players, variant and language."""

    id: str
    title: str
    version: str
    players: int
    variant: str | None
    variant_name: str | None
    lang: str
    date: str
    root: Path = field(compare=False)
    components: tuple[Component, ...]
    context: Mapping[str, Any]
    """What every expression and template sees: players, setup, rules, words, quantities, …"""
    engine: str | None = None
    fonts: Mapping[str, str] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict, compare=False, hash=False)
    """The plain merged data, for the rules engine."""
    tongues: Tongues | None = field(default=None, compare=False, hash=False, repr=False)
    """The same kit in its other languages, for faces that print two."""

    def component(self, name: str) -> Component | None:
        """The component with this id, or None."""
        return next((c for c in self.components if c.id == name), None)

    def cards(self) -> Iterator[tuple[Component, Card]]:
        """Every distinct card of the kit with its component, in the order of the data."""
        for component in self.components:
            for card in component.cards:
                yield component, card
