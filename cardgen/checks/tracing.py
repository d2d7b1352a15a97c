"""Values that remember which data an expression reads.

A `Scope` is what the expressions of one kit (players, variant) see.  Evaluating in it gives the value and
the paths read, so that findings can name the data, and a changed value concerns only what reads it.
Paths are keys and ids from a root name: `("rules", "layers", "l4", "dig")`; the path of a list or mapping
with `#` appended stands for its members and their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cardgen.expr import evaluate
from cardgen.kit import Kit
from cardgen.values import Items, Record, freeze

DataPath = tuple[str, ...]
Reads = dict[DataPath, Any]

MEMBERS = "#"
_WORD = re.compile(r"(?<![\w.'\"])[^\W\d]\w*")
_NAMES: dict[str, tuple[str, ...]] = {}
_SCALARS = (str, int, float, bool, type(None))


@dataclass(slots=True)
class Trace:
    """Collects what is read."""

    reads: Reads = field(default_factory=dict)


class TracedRecord(Record):
    """A record that notes what is read of it."""

    __slots__ = ("_path", "_trace")
    _path: DataPath
    _trace: Trace

    def __init__(self, inner: Record, path: DataPath, trace: Trace) -> None:
        object.__setattr__(self, "_data", inner._data)
        object.__setattr__(self, "_label", inner._label)
        object.__setattr__(self, "_weight", inner.weight)
        object.__setattr__(self, "_path", path)
        object.__setattr__(self, "_trace", trace)

    def find(self, name: object) -> Any:
        """Return the value called `name`, traced."""
        key = name.find("id") if isinstance(name, Record) and "id" in name else name
        if not isinstance(key, str) or key not in self._data:
            self._note_members()
        return watched(super().find(key), (*self._path, str(key)), self._trace)

    def __iter__(self) -> Iterator[str]:
        self._note_members()
        return iter(self._data)

    def __len__(self) -> int:
        self._note_members()
        return len(self._data)

    def __contains__(self, name: object) -> bool:
        if name != "id":
            self._note_members()
        return super().__contains__(name)

    def __eq__(self, other: object) -> bool:
        self._note("id" if isinstance(other, str) else MEMBERS)
        return super().__eq__(other)

    def __hash__(self) -> int:
        self._note("id")
        return super().__hash__()

    def __str__(self) -> str:
        self._note("name" if "name" in self._data else "id")
        return super().__str__()

    def __reduce__(self) -> tuple[Any, ...]:
        return (Record, (self._data, self._label))

    def _note(self, name: str) -> None:
        if name == MEMBERS:
            self._note_members()
        elif name in self._data:
            self._trace.reads[(*self._path, name)] = self._data[name]

    def _note_members(self) -> None:
        self._trace.reads[(*self._path, MEMBERS)] = tuple(self._data)


class TracedItems(Items):
    """A list of things that notes what is read of it."""

    __slots__ = ("_path", "_trace")

    def __init__(self, inner: Items, path: DataPath, trace: Trace) -> None:
        self._records = inner._records
        self._by_id = inner._by_id
        self._absent = inner._absent
        self._label = inner._label
        self._weight = inner.weight
        self._path = path
        self._trace = trace

    def find(self, name: object) -> Any:
        """Return the thing with this id or position, traced."""
        key = name.find("id") if isinstance(name, Record) and "id" in name else name
        if key not in self._by_id:
            self._note_members()
        found = super().find(key)
        return self._watched(found)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids, in order."""
        self._note_members()
        return tuple(self._by_id)

    def __getitem__(self, name: Any) -> Any:
        if isinstance(name, slice):
            self._note_members()
            return tuple(self._watched(record) for record in self._records[name])
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self._note_members()
        return super().__contains__(name)

    def __iter__(self) -> Iterator[Record]:
        self._note_members()
        return iter([self._watched(record) for record in self._records])

    def __len__(self) -> int:
        self._note_members()
        return len(self._records)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Items, (self._records, self._label, tuple(self._absent.values())))

    def _watched(self, record: Record) -> Any:
        return watched(record, (*self._path, str(record._data["id"])), self._trace)

    def _note_members(self) -> None:
        self._trace.reads[(*self._path, MEMBERS)] = tuple(self._by_id)


def watched(value: Any, path: DataPath, trace: Trace) -> Any:
    """A value with its reads noted: scalars at once, the others when something is read of them."""
    if isinstance(value, (TracedRecord, TracedItems)):
        return value
    if isinstance(value, Record):
        home = reference(value, path)
        if home is not None:
            trace.reads[path] = value._data.get("id")
            path = home
        return TracedRecord(value, path, trace)
    if isinstance(value, Items):
        return TracedItems(value, path, trace)
    if isinstance(value, tuple):
        trace.reads[(*path, MEMBERS)] = len(value)
        return tuple(watched(part, (*path, str(index)), trace) for index, part in enumerate(value))
    trace.reads[path] = value
    return value


def reference(record: Record, path: DataPath) -> DataPath | None:
    """Where a thing of the rules lives, when it is met elsewhere (a card's `layer`); else None."""
    label = record._label
    if path[0] != "rules" and label.startswith("rules."):
        return tuple(label.split("."))
    return None


def flatten(context: Mapping[str, Any]) -> Reads:
    """All that expressions can read of a context, by path, as `Trace` notes it."""
    found: Reads = {}
    for name, value in context.items():
        _flatten(value, (name,), found)
    return found


def _flatten(value: Any, path: DataPath, found: Reads) -> None:
    if isinstance(value, Record):
        if reference(value, path) is not None:
            found[path] = value._data.get("id")
            return
        found[(*path, MEMBERS)] = tuple(value._data)
        for key, inner in value._data.items():
            _flatten(inner, (*path, str(key)), found)
    elif isinstance(value, Items):
        found[(*path, MEMBERS)] = tuple(value._by_id)
        for record in (*value._records, *value._absent.values()):
            _flatten(record, (*path, str(record._data["id"])), found)
    elif isinstance(value, tuple):
        found[(*path, MEMBERS)] = len(value)
        for index, inner in enumerate(value):
            _flatten(inner, (*path, str(index)), found)
    else:
        found[path] = value


class Scope:
    """What expressions see in one kit, traced.  `extra` are further names (`printed`)."""

    __slots__ = ("_context", "kit", "trace")

    def __init__(self, kit: Kit, extra: Mapping[str, Any] | None = None) -> None:
        self.kit = kit
        self.trace = Trace()
        context = {**kit.context, **(extra or {})}
        self._context = {name: self.watch(value, (name,)) for name, value in context.items()}

    def watch(self, value: Any, path: DataPath) -> Any:
        """A value of this scope, traced."""
        return value if isinstance(value, _SCALARS) else watched(freeze(value, path[-1]), path, self.trace)

    def begin(self) -> Reads:
        """Start to collect reads anew; the returned mapping fills as expressions are evaluated."""
        self.trace.reads = {}
        return self.trace.reads

    def value(self, source: str, extra: Mapping[str, Any] | None = None) -> Any:
        """Evaluate an expression; raise `ExprError` as `evaluate` does."""
        context = {**self._context, **extra} if extra else self._context
        for name in names_in(source):
            if name in context and isinstance(context[name], _SCALARS):
                self.trace.reads[(name,)] = context[name]
        return evaluate(source, context)

    def names(self) -> Mapping[str, Any]:
        """The names that expressions may use."""
        return self._context


def names_in(source: str) -> tuple[str, ...]:
    """The plain names in an expression; a few too many (words in quotes) do no harm."""
    cached = _NAMES.get(source)
    if cached is None:
        cached = _NAMES[source] = tuple(sorted(set(_WORD.findall(source))))
    return cached


def plain(value: Any) -> Any:
    """A value without tracing, for comparison."""
    if isinstance(value, TracedRecord):
        return Record(value._data, value._label)
    if isinstance(value, TracedItems):
        return Items(value._records, value._label, tuple(value._absent.values()))
    if isinstance(value, (list, tuple)):
        return type(value)(plain(part) for part in value)
    return value
