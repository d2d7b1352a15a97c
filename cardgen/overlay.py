"""Laying data over data: variants, languages and further files, places and all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cardgen.document import Document, Path_, Place


def overlay(base: Document, data: Mapping[Any, Any], places: Mapping[Path_, Place]) -> Document:
    """Return `base` with `data` laid over it, values with their places.

    Mappings merge by key.  A mapping or list laid over a list of things with ids merges by
    id (new ids are appended); anything else is replaced.
    """
    laying = _Laying()
    merged = laying.merge(base.data, data, (), ())
    return Document(merged, laying.moved(base.places, places))


@dataclass(slots=True)
class _Laying:
    """One overlay; notes which values are replaced, so that all places move in one pass."""

    replaced: dict[Path_, Path_] = field(default_factory=dict)
    """Where a value is put -> where it was typed."""

    def merge(self, old: Any, new: Any, at: Path_, source: Path_) -> Any:
        if isinstance(old, dict) and isinstance(new, Mapping):
            merged = dict(old)
            for key, value in new.items():
                merged[key] = self.merge(old.get(key), value, (*at, key), (*source, key))
            return merged
        if _has_ids(old) and (isinstance(new, Mapping) or _has_ids(new)):
            return self._by_id(old, new, at, source)
        self.replaced[at] = source
        return new

    def _by_id(self, old: list[Any], new: Any, at: Path_, source: Path_) -> list[Any]:
        position = {str(item["id"]): index for index, item in enumerate(old)}
        merged = list(old)
        pairs: list[tuple[Any, Any, Path_]]
        if isinstance(new, Mapping):
            pairs = [(key, value, (*source, key)) for key, value in new.items()]
        else:
            pairs = [(item["id"], item, (*source, index)) for index, item in enumerate(new)]
        for key, value, where in pairs:
            index = position.get(str(key))
            if index is None:
                index = position[str(key)] = len(merged)
                merged.append(None)
                if isinstance(value, Mapping) and "id" not in value:
                    value = {"id": str(key), **value}
            merged[index] = self.merge(merged[index], value, (*at, index), where)
        return merged

    def moved(self, base: Mapping[Path_, Place], places: Mapping[Path_, Place]) -> dict[Path_, Place]:
        """The places of what stays, and those of what is laid over, at their new paths."""
        moved = {path: place for path, place in base.items() if not _beginning(path, self.replaced)}
        targets = {source: at for at, source in self.replaced.items()}
        for path, place in places.items():
            source = _beginning(path, targets)
            if source:
                moved[targets[source] + path[len(source) :]] = place
        return moved


def _beginning(path: Path_, known: Mapping[Path_, Path_]) -> Path_ | None:
    """The shortest beginning of a path that is known."""
    return next((path[:end] for end in range(1, len(path) + 1) if path[:end] in known), None)


def _has_ids(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) and "id" in v for v in value)
