"""Reading numbers out of a kit's data, and saying of everything odd where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardgen.diagnostics import Findings, FindingsError, Rule, Span, did_you_mean

RULES_DATA = Rule("G600", "engine-data")
"""A number, card or switch that the rules engine needs is missing or cannot be used."""


class Reader:
    """A mapping at a dotted path; wrong or missing values become findings and a harmless stand-in."""

    __slots__ = ("_data", "_findings", "_path")

    def __init__(self, data: Any, path: str = "", findings: Findings | None = None) -> None:
        self._data = data if isinstance(data, Mapping) else {}
        self._path = path
        self._findings = Findings() if findings is None else findings

    def _get(self, key: str, default: Any = None) -> Any:
        """Return a value; a reference to a thing with an id stands for that id."""
        value = self._data.get(key, default)
        return value["id"] if isinstance(value, Mapping) and "id" in value else value

    def _name(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key

    def _complain(self, key: str, message: str, hint: str | None = None) -> None:
        value = self._data.get(key)
        span = getattr(value, "span", None)
        self._findings.add(
            RULES_DATA, f"`{self._name(key)}`: {message}", span if isinstance(span, Span) else None, hint=hint
        )

    def require(self, holds: bool, key: str, message: str) -> None:
        """Note a finding unless the condition holds."""
        if not holds:
            self._complain(key, message)

    def finish(self) -> None:
        """Raise `FindingsError` if anything was wrong."""
        if len(self._findings):
            raise FindingsError(self._findings)

    def part(self, key: str, optional: bool = False) -> Reader:
        """Return the mapping below a key."""
        value = self._data.get(key)
        if not isinstance(value, Mapping) and not (optional and value is None):
            self._complain(key, "a mapping is missing here")
        return Reader(value, self._name(key), self._findings)

    def items(self, key: str) -> list[Reader]:
        """Return the mappings of a list; each is addressed by its `id`."""
        value = self._data.get(key)
        if isinstance(value, str) or not isinstance(value, Sequence):
            self._complain(key, "a list is missing here")
            return []
        name = self._name(key)
        return [
            Reader(item, f"{name}.{item.get('id', n) if isinstance(item, Mapping) else n}", self._findings)
            for n, item in enumerate(value)
        ]

    def cards(self, component: str, known: Iterable[str], needed: bool) -> list[Reader]:
        """Return the cards of a component; one that the engine has no effect for is a finding."""
        if not needed:
            return []
        names = set(known)
        cards = self.part("components").part(component).items("cards")
        for card in cards:
            ident = card.text("id")
            if ident not in names:
                card._complain("id", f"the engine knows no {component} `{ident}`", did_you_mean(ident, names))
        return cards

    def number(self, key: str, default: int | None = None) -> int:
        """Return a whole number."""
        value = self._data.get(key)
        value = default if value is None else value
        if isinstance(value, bool) or not isinstance(value, int):
            shown = "nothing" if value is None else repr(value)
            self._complain(key, f"a whole number is needed, not {shown}")
            return 1
        return int(value)

    def flag(self, key: str, default: bool) -> bool:
        """Return true or false."""
        value = self._data.get(key, default)
        if not isinstance(value, bool):
            self._complain(key, f"true or false is needed, not {value!r}")
            return default
        return value

    def text(self, key: str, default: str = "") -> str:
        """Return a text."""
        value = self._get(key, default)
        if not isinstance(value, str) or not value:
            self._complain(key, "a text is missing here")
            return default
        return str(value)

    def one_of(self, key: str, names: Sequence[str], default: int = -1) -> int:
        """Return the index of a name among the known ones, or -1 after a finding."""
        value = self._get(key)
        if value is None and default >= 0:
            return default
        if not isinstance(value, str) or value not in names:
            hint = did_you_mean(str(value), names) or f"one of {', '.join(names)}"
            self._complain(key, f"`{value}` is not known", hint)
            return -1
        return names.index(str(value))

    def keys(self) -> tuple[str, ...]:
        """Return the keys that are there."""
        return tuple(str(key) for key in self._data)
