"""What a translation or variant lays over, and the data does not have: a misspelt id changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardgen.diagnostics import Findings, Rule, did_you_mean
from cardgen.document import Document, Path_

STRAY = Rule("D127", "overlay-of-nothing")

_THINGS = {"components", "words"}
"""Sections in which a translation may only name what is there."""


def check_language(base: Document, language: Document, name: str, findings: Findings) -> None:
    """A translation names what the data has; everything else in it would be printed nowhere."""
    for key in language.data:
        if key not in base.data:
            _add(base.data, (key,), language.key_span((key,)), name, findings)
    for section in _THINGS & set(language.data) & set(base.data):
        found = language.data[section]
        for path in _strays(base.data[section], found, (section,)):
            _add(base.data, path, language.key_span(path), name, findings)


def check_variant(base: Document, variant: str, findings: Findings) -> None:
    """A variant may add what is new; a name that is nearly one of the data's is a slip."""
    layers = base.data["variants"][variant]
    for section in ("rules", "setups", "components", "words"):
        for path in _strays(base.data.get(section, {}), layers.get(section, {}), (section,)):
            if did_you_mean(str(path[-1]), _names(base.data, path)):
                span = base.key_span(("variants", variant, *path))
                _add(base.data, path, span, f"the variant `{variant}`", findings)


def _strays(base: Any, over: Any, path: Path_) -> Iterator[Path_]:
    """Paths of `over` that name a thing which `base` does not have; a thing's own fields are free."""
    if isinstance(base, list):
        base = {str(item["id"]): item for item in base if isinstance(item, dict) and "id" in item}
        named = isinstance(over, Mapping)
        pairs = list(over.items()) if named else []
    elif isinstance(base, Mapping) and isinstance(over, Mapping):
        pairs = list(over.items())
    else:
        return
    for key, value in pairs:
        if key in base:
            yield from _strays(base[key], value, (*path, key))
        elif not _is_thing(path):
            yield (*path, key)


def _is_thing(path: Path_) -> bool:
    """Whether a path is that of a component or a card, whose fields may be added freely."""
    return path[0] == "components" and len(path) in (2, 4)


def _names(data: Any, path: Path_) -> list[str]:
    for part in path[:-1]:
        if isinstance(data, list):
            data = next(item for item in data if isinstance(item, dict) and str(item.get("id")) == part)
        else:
            data = data[part]
    if isinstance(data, list):
        return [str(item["id"]) for item in data if isinstance(item, dict) and "id" in item]
    return [str(key) for key in data] if isinstance(data, Mapping) else []


def _add(data: Any, path: Path_, span: Any, name: str, findings: Findings) -> None:
    findings.add(
        STRAY,
        f"{name} changes `{'.'.join(map(str, path))}`, which the data does not have",
        span,
        hint=did_you_mean(str(path[-1]), _names(data, path)) or "look at the spelling, or remove it",
    )
