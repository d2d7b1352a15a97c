"""What `cardgen lang` shows: how far the languages of a kit are, and the lines that one still lacks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from cardgen.languages import SECTIONS, Translation
from cardgen.loading import KitSource
from cardgen.tables import table

_WIDE = 70
"""Originals up to this length stand behind their key, longer ones above it."""
_PLAIN_KEY = re.compile(r"[^\W\d][\w-]*|\d+")


def languages_text(translations: Sequence[Translation], *, whole: bool = False) -> str:
    """A table by language and section; `whole` shows each component."""
    rows: list[Sequence[object]] = [["language", "section", "translated", "missing", "orphaned", "percent"]]
    for translation in translations:
        for name, part in [*_parts(translation, whole), ("all", translation)]:
            counts = _counts(part)
            # Rounded down: what is not whole must not read 100 %.
            percent = f"{int(counts.pop('percent'))} %"
            rows.append([translation.code, name, *counts.values(), percent])
    return table(rows, right=(2, 3, 4, 5))


def languages_json(source: KitSource, translations: Sequence[Translation], *, whole: bool = False) -> str:
    """The same as JSON; `whole` adds every text that is missing, with its place."""
    languages = [
        {
            "code": translation.code,
            **_counts(translation),
            "sections": [{"id": name, **_counts(part)} for name, part in _parts(translation, whole)],
            **({"texts": list(_texts(source, translation))} if whole else {}),
        }
        for translation in translations
    ]
    info = source.spec.kit
    return json.dumps(
        {"kit": info.id, "language": info.language, "languages": languages}, ensure_ascii=False, indent=1
    )


def skeleton(translation: Translation) -> str:
    """The missing texts as YAML for `data/lang/<code>.yaml`: their ids, with the originals as remarks.

    A key without a value counts as missing, so that the lines can be filled in one by one.
    """
    tree: dict[Any, Any] = {}
    for entry in translation.missing:
        *above, last = entry.phrase.path
        holder = tree
        for part in above:
            holder = holder.setdefault(part, {})
        holder[last] = _Original(entry.phrase.original)
    return "\n".join(_lines(tree, 0))


class _Original:
    """A leaf of the skeleton: what has to be translated."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def lines(self) -> list[str]:
        if isinstance(self.value, str):
            return self.value.splitlines() or [""]
        dumped: str = yaml.safe_dump(_plain(self.value), allow_unicode=True, sort_keys=False, width=1000)
        return dumped.splitlines()


def _lines(tree: Mapping[Any, Any], depth: int) -> Iterator[str]:
    indent = "  " * depth
    for key, value in tree.items():
        name = f"{indent}{_key(key)}:"
        if not isinstance(value, _Original):
            yield name
            yield from _lines(value, depth + 1)
            continue
        lines = value.lines()
        if len(lines) == 1 and len(lines[0]) <= _WIDE and isinstance(value.value, str):
            yield f"{name}  # {lines[0]}"
        else:
            yield from (f"{indent}# {line}".rstrip() for line in lines)
            yield name


def _key(key: Any) -> str:
    text = str(key)
    return text if _PLAIN_KEY.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return str(value) if isinstance(value, str) else value


def _parts(translation: Translation, whole: bool) -> Iterator[tuple[str, Translation]]:
    """The sections in which there is anything, by name."""
    strange = {str(path[0]): None for path in translation.orphaned if path[0] not in SECTIONS}
    for section in (*SECTIONS, *strange):
        names: list[tuple[str, ...]] = [(section,)]
        if whole and section == "components":
            found = [entry.phrase.path for entry in translation.entries] + list(translation.orphaned)
            own = {str(path[1]): None for path in found if path[0] == section and len(path) > 1}
            names = [(section, name) for name in own]
        for path in names:
            part = translation.part(*path)
            if part.entries or part.orphaned:
                yield ".".join(path), part


def _counts(part: Translation) -> dict[str, Any]:
    missing = len(part.missing)
    return {
        "translated": len(part.entries) - missing,
        "missing": missing,
        "orphaned": len(part.orphaned),
        "percent": round(part.percent, 1),
    }


def _texts(source: KitSource, translation: Translation) -> Iterator[dict[str, Any]]:
    for entry in translation.missing:
        span = source.document.span(entry.phrase.at)
        place = {"file": span.file, "line": span.line, "column": span.column} if span else {}
        yield {"path": entry.phrase.name, "original": _plain(entry.phrase.original), **place}
