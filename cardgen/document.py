"""A document: plain data, and where every value of it was typed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from cardgen.diagnostics import Span

Path_ = tuple[str | int, ...]
"""Keys and list positions from the top of a document to a value, as in pydantic's `loc`."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands: its own span, its key's span, and the raw text of a plain scalar."""

    value: Span
    key: Span | None = None
    raw: str | None = None
    comment: bool = False


@dataclass(slots=True)
class Document:
    """Plain data and, by path, the place of every node.

    A path is a tuple of keys and list positions, as in pydantic's `loc`.
    """

    data: dict[Any, Any] = field(default_factory=dict)
    places: dict[Path_, Place] = field(default_factory=dict)

    def place(self, path: Path_) -> Place | None:
        """The place of the node at `path`, or of the nearest node above it."""
        for end in range(len(path), -1, -1):
            if path[:end] in self.places:
                return self.places[path[:end]]
        return None

    def span(self, path: Path_) -> Span | None:
        """The span of the value at `path`, or of the nearest node above it."""
        place = self.place(path)
        return place.value if place else None

    def key_span(self, path: Path_) -> Span | None:
        """The span of the key at `path`, or of the value where there is no key."""
        place = self.place(path)
        return (place.key or place.value) if place else None

    def below(self, prefix: Path_) -> Iterator[tuple[Path_, Place]]:
        """All places at or under `prefix`, with their paths relative to it."""
        for path, place in self.places.items():
            if path[: len(prefix)] == prefix:
                yield path[len(prefix) :], place
