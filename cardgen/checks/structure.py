"""Structure checks: what can be said of any kit with nothing declared."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from cardgen.checks import codes
from cardgen.checks.drafts import check_placeholders, check_provisional
from cardgen.checks.typed import check_typed_numbers
from cardgen.diagnostics import Findings, Related
from cardgen.document import Document, Path_
from cardgen.kit import Kit

_PICTURED = {"reference", "sheet", "pawn", "board", "mat"}
"""Kinds on which an icon explains or pictures something, and does not stand for it."""


def check_structure(root: Path, document: Document, kits: Collection[Kit], findings: Findings) -> None:
    """Look at the data and the rulebook: names, icons, typed numbers, placeholders, what is provisional."""
    lists = dict(_lists(document.data))
    _same_names(lists, document, findings)
    _icons(lists, document, findings)
    check_typed_numbers(root, document, kits, findings)
    check_placeholders(document, findings)
    check_provisional(document, kits, findings)


def _lists(data: Mapping[Any, Any]) -> Iterator[tuple[Path_, list[dict[Any, Any]]]]:
    """Every list of things with ids: in the rules, and the cards of each component."""

    def walk(value: Any, path: Path_) -> Iterator[tuple[Path_, list[dict[Any, Any]]]]:
        if isinstance(value, dict):
            for key, inner in value.items():
                yield from walk(inner, (*path, key))
        elif isinstance(value, list):
            if value and all(isinstance(v, dict) and "id" in v for v in value):
                yield path, value
            for index, inner in enumerate(value):
                yield from walk(inner, (*path, index))

    yield from walk(data.get("rules", {}), ("rules",))
    for name, component in data.get("components", {}).items():
        cards = component.get("cards") if isinstance(component, dict) else None
        if isinstance(cards, list):
            yield ("components", name, "cards"), [card for card in cards if isinstance(card, dict)]


def _same_names(lists: Mapping[Path_, list[dict[Any, Any]]], document: Document, findings: Findings) -> None:
    for path, things in lists.items():
        seen: dict[str, int] = {}
        for index, thing in enumerate(things):
            name = thing.get("name")
            if not isinstance(name, str) or "{" in name:
                continue
            first = seen.setdefault(name, index)
            if first != index:
                span = document.span((*path, first, "name"))
                findings.add(
                    codes.SAME_NAME,
                    f"`{things[first].get('id')}` and `{thing.get('id')}` in {'.'.join(map(str, path))} "
                    f"are both called `{name}`",
                    document.span((*path, index, "name")),
                    hint="give one of them another name; for a second copy write `copies: 2`",
                    related=[Related(span, "the other one")] if span else [],
                )


def _icons(lists: Mapping[Path_, list[dict[Any, Any]]], document: Document, findings: Findings) -> None:
    """An icon marks things of one list; the same icon in another list means something else."""
    seen: dict[str, tuple[Path_, int]] = {}
    told: set[tuple[str, Path_]] = set()
    for path, things in lists.items():
        if path[0] == "components" and _kind(document, path) in _PICTURED:
            continue
        for index, thing in enumerate(things):
            icon = thing.get("icon")
            if not isinstance(icon, str) or not icon:
                continue
            first_path, first = seen.setdefault(icon, (path, index))
            if first_path != path and (icon, path) not in told:
                told.add((icon, path))
                span = document.span((*first_path, first, "icon"))
                other = lists[first_path][first]
                findings.add(
                    codes.ICON,
                    f"the icon `{icon}` stands for {_named(first_path, other)} and for {_named(path, thing)}",
                    document.span((*path, index, "icon")),
                    hint="give one of them another icon",
                    related=[Related(span, "the other one")] if span else [],
                )


def _kind(document: Document, path: Path_) -> str:
    return str(document.data["components"][path[1]].get("kind"))


def _named(path: Path_, thing: Mapping[Any, Any]) -> str:
    owner = path[1] if path[0] == "components" else path[-1]
    return f"{owner} `{thing.get('id')}`"
