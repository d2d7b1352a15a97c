"""What a translation or variant lays over, and the data does not have: a misspelt id changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardgen.diagnostics import Findings, Rule, did_you_mean
from cardgen.document import Document, Path_
from cardgen.overlay import overlay
from cardgen.schema import KitInfo, VariantSpec

STRAY = Rule("D127", "overlay-of-nothing")

_SECTIONS = ("rules", "setups", "words", "components")


def strays(base: Document, language: Document) -> Iterator[Path_]:
    """Paths of a language's file that name what the data does not have."""
    yield from ((key,) for key in language.data if key not in base.data)
    yield from _of_layers(base.data, language.data, ())
    yield from (("kit", key) for key in _mapping(language.data.get("kit")) if key not in KitInfo.model_fields)
    variants = _mapping(base.data.get("variants"))
    for name, layers in _mapping(language.data.get("variants")).items():
        if name not in variants:
            if variants:
                yield ("variants", name)
            continue
        yield from (
            ("variants", name, key) for key in _mapping(layers) if key not in VariantSpec.model_fields
        )
        varied = overlay(base, {key: variants[name][key] for key in _SECTIONS if key in variants[name]}, {})
        yield from _of_layers(varied.data, _mapping(layers), ("variants", name))


def _of_layers(base: Mapping[Any, Any], layers: Mapping[Any, Any], top: Path_) -> Iterator[Path_]:
    for section in _SECTIONS:
        if section in layers and section in base:
            for path in _strays(base[section], layers[section], (section,)):
                yield (*top, *path)


def check_language(base: Document, language: Document, name: str, findings: Findings) -> None:
    """A translation names what the data has; everything else in it would be printed nowhere."""
    for path in strays(base, language):
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
        if isinstance(over, list):
            over = {str(item["id"]): item for item in over if isinstance(item, dict) and "id" in item}
    if not isinstance(base, Mapping) or not isinstance(over, Mapping):
        return
    for key, value in over.items():
        if key in base:
            yield from _strays(base[key], value, (*path, key))
        elif not _is_thing(path):
            yield (*path, key)


def _is_thing(path: Path_) -> bool:
    """Whether a path is that of a component or a card, whose fields may be added freely."""
    return path[0] == "components" and len(path) in (2, 4)


def _names(data: Any, path: Path_) -> list[str]:
    """What the data has beside the last part of a path."""
    for part in path[:-1]:
        if isinstance(data, list):
            data = next(
                (item for item in data if isinstance(item, dict) and str(item.get("id")) == part), None
            )
        else:
            data = _mapping(data).get(part)
    if isinstance(data, list):
        return [str(item["id"]) for item in data if isinstance(item, dict) and "id" in item]
    return [str(key) for key in _mapping(data)]


def _mapping(value: Any) -> Mapping[Any, Any]:
    return value if isinstance(value, Mapping) else {}


def _add(data: Any, path: Path_, span: Any, name: str, findings: Findings) -> None:
    findings.add(
        STRAY,
        f"{name} changes `{'.'.join(map(str, path))}`, which the data does not have",
        span,
        hint=did_you_mean(str(path[-1]), _names(data, path)) or "look at the spelling, or remove it",
    )
