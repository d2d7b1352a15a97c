"""Laying data over data: variants, languages and further files, places and all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.document import Document, Path_, Place


def overlay(base: Document, data: Mapping[Any, Any], places: Mapping[Path_, Place]) -> Document:
    """Return `base` with `data` laid over it, values with their places.

    Mappings merge by key.  A mapping or list laid over a list of things with ids merges by
    id (new ids are appended); anything else is replaced.
    """
    result = Document(dict(base.data), dict(base.places))
    result.data = _merge(result, base.data, data, (), (), places)
    return result


def _merge(out: Document, old: Any, new: Any, at: Path_, source: Path_, places: Mapping[Path_, Place]) -> Any:
    if isinstance(old, dict) and isinstance(new, Mapping):
        merged = dict(old)
        for key, value in new.items():
            merged[key] = _merge(out, old.get(key), value, (*at, key), (*source, key), places)
        return merged
    if _has_ids(old) and (isinstance(new, Mapping) or _has_ids(new)):
        return _merge_by_id(out, old, new, at, source, places)
    _replace_places(out, at, source, places)
    return new


def _merge_by_id(
    out: Document, old: list[Any], new: Any, at: Path_, source: Path_, places: Mapping[Path_, Place]
) -> list[Any]:
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
            index = len(merged)
            merged.append({})
            if isinstance(value, Mapping) and "id" not in value:
                value = {"id": str(key), **value}
        merged[index] = _merge(out, merged[index] or None, value, (*at, index), where, places)
        if where in places and (*at, index) not in out.places:
            out.places[(*at, index)] = places[where]
    return merged


def _has_ids(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) and "id" in v for v in value)


def _replace_places(out: Document, at: Path_, source: Path_, places: Mapping[Path_, Place]) -> None:
    for path in [p for p in out.places if p[: len(at)] == at]:
        del out.places[path]
    for path, place in places.items():
        if path[: len(source)] == source:
            out.places[at + path[len(source) :]] = place
