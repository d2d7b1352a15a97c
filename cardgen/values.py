"""The values that expressions and templates see: frozen, and addressed by id.

`Text` is a string that remembers its place in a file.  `Record` is a mapping read by
attribute or item.  `Items` is a list of records with ids, read in order or by id:
`rules.layers.l4.dig`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardgen.diagnostics import Span, did_you_mean


class Text(str):
    """A string with the place it was typed at; equality and hash ignore the place."""

    __slots__ = ("span",)
    span: Span | None

    def __new__(cls, text: str, span: Span | None = None) -> Text:
        """Return the text as one that was typed at `span`."""
        self = super().__new__(cls, text)
        self.span = span
        return self


class UnknownNameError(LookupError):
    """A name that a record does not have; the message lists what is near."""


def _key(name: object) -> object:
    """A record used as a key stands for its id, so that `layer.points[card.quality]` works."""
    if isinstance(name, Record) and "id" in name:
        return name["id"]
    return name


class Record(Mapping[str, Any]):
    """A frozen mapping; `record.name` and `record["name"]` are the same.

    A record with an `id` equals that id as a string, so that `card.layer == "l1"` reads
    as a designer expects; `str(record)` is its name, or else its id.
    """

    __slots__ = ("_data", "_label", "_weight")

    def __init__(self, data: Mapping[str, Any], label: str = "value") -> None:
        object.__setattr__(self, "_data", dict(data))
        object.__setattr__(self, "_label", label)
        object.__setattr__(self, "_weight", 0)

    @property
    def weight(self) -> int:
        """How many values it holds, in depth: what comparing or writing it out costs."""
        if not self._weight:
            object.__setattr__(self, "_weight", 1 + sum(map(_weight, self._data.values())))
        return int(self._weight)

    def find(self, name: object) -> Any:
        """Return the value called `name`; raise `UnknownNameError` with a suggestion otherwise."""
        key = _key(name)
        try:
            return self._data[key]
        except (KeyError, TypeError):
            hint = did_you_mean(str(key), map(str, self._data))
            raise UnknownNameError(
                f"`{self._label}` has no `{key}`" + (f"; {hint}" if hint else "")
            ) from None

    def __getitem__(self, name: Any) -> Any:
        try:
            return self.find(name)
        except UnknownNameError as fault:
            raise KeyError(str(fault)) from None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return self.find(name)
        except UnknownNameError as fault:
            raise AttributeError(str(fault)) from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("records are frozen")

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __contains__(self, name: object) -> bool:
        return _key(name) in self._data

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return bool(self._data.get("id") == other)
        return isinstance(other, Record) and self._data == other._data

    def __hash__(self) -> int:
        identity = self._data.get("id")
        return hash(identity if identity is not None else tuple(self._data))

    def __str__(self) -> str:
        return str(self._data.get("name", self._data.get("id", self._label)))

    def __repr__(self) -> str:
        return f"Record({self._data!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Record, (self._data, self._label))


class Items(Sequence[Record]):
    """A frozen list of records with ids; `items.l4`, `items["l4"]` and `items[3]` all work.

    `absent` are records that can be named and are no members: components that a setup does without.
    """

    __slots__ = ("_absent", "_by_id", "_label", "_records", "_weight")

    def __init__(self, records: Sequence[Record], label: str = "list", absent: Sequence[Record] = ()) -> None:
        self._records = tuple(records)
        self._absent = {record.find("id"): record for record in absent}
        self._by_id = {record.find("id"): record for record in self._records}
        self._label = label
        self._weight = 0

    @property
    def weight(self) -> int:
        """How many values it holds, in depth."""
        if not self._weight:
            every = (*self._records, *self._absent.values())
            self._weight = 1 + sum(record.weight for record in every)
        return self._weight

    def find(self, name: object) -> Any:
        """Return the record with this id (or position); raise `UnknownNameError` otherwise."""
        key = _key(name)
        if isinstance(key, int) and not isinstance(key, bool) and -len(self) <= key < len(self):
            return self._records[key]
        if key in self._by_id:
            return self._by_id[key]
        if key in self._absent:
            return self._absent[key]
        hint = did_you_mean(str(key), map(str, self._by_id))
        raise UnknownNameError(f"`{self._label}` has no `{key}`" + (f"; {hint}" if hint else ""))

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids, in order."""
        return tuple(self._by_id)

    def __getitem__(self, name: Any) -> Any:
        if isinstance(name, slice):
            return self._records[name]
        try:
            return self.find(name)
        except UnknownNameError as fault:
            raise (IndexError if isinstance(name, int) else KeyError)(str(fault)) from None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self.find(name)
        except UnknownNameError as fault:
            raise AttributeError(str(fault)) from None

    def __contains__(self, name: object) -> bool:
        return _key(name) in self._by_id

    def __iter__(self) -> Iterator[Record]:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Items) and self._records == other._records

    def __hash__(self) -> int:
        return hash(self.ids)

    def __repr__(self) -> str:
        return f"Items({list(self._records)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Items, (self._records, self._label, tuple(self._absent.values())))


def _weight(value: Any) -> int:
    if isinstance(value, (Record, Items)):
        return value.weight
    if isinstance(value, (list, tuple)):
        return 1 + sum(map(_weight, value))
    return 1 + len(value) // 20 if isinstance(value, str) else 1


def freeze(data: Any, label: str = "value") -> Any:
    """Turn plain data into records and items, in depth; scalars stay as they are."""
    if isinstance(data, (Record, Items)):
        return data
    if isinstance(data, Mapping):
        return Record({str(k): freeze(v, f"{label}.{k}") for k, v in data.items()}, label)
    if isinstance(data, (list, tuple)):
        frozen = [freeze(value, f"{label}.{_item_name(value, i)}") for i, value in enumerate(data)]
        if frozen and all(isinstance(v, Record) and "id" in v for v in frozen):
            return Items(frozen, label)
        return tuple(frozen)
    return data


def _item_name(value: Any, index: int) -> str:
    return str(value.get("id", index)) if isinstance(value, Mapping) else str(index)
