"""Which values nothing would notice: each is changed in turn, and all checks and claims run again.

Numbers change by one in both directions (a number with a point by one unit of its last digit), references and
enumerated values to the next member, true to false; numbers inside expressions count as well.  Left alone is
what is a matter of print: names, texts, lengths, colours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from cardgen.checks.changing import Laboratory
from cardgen.checks.codes import IDLE_EXCUSE
from cardgen.checks.showing import show
from cardgen.diagnostics import Findings, Span
from cardgen.document import Document, Path_
from cardgen.loading import KitSource
from cardgen.schema_checks import ExcuseSpec

Notices = Callable[[KitSource], bool]
"""Whether something else (recorded games) notices a changed kit."""

_NUMERAL = re.compile(r"(?<![\w.'\"\]])\d+(?![\w.'\"])")
_NOT_RULES = {"id", "name", "icon", "art", "note", "color", "short", "provisional", "silence"}
_PLAIN_COMPONENT = ("quantity", "copies", "when")


@dataclass(frozen=True, slots=True)
class Change:
    """One value of the data, and the other values that are tried for it."""

    path: Path_
    value: Any
    others: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Unguarded:
    """A value and a change of it that nothing noticed."""

    path: str
    value: str
    other: str
    span: Span | None
    reason: str | None = None
    """Why nothing needs to notice it, where the kit excuses it."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many values were changed, and those that nothing guards (excused ones apart)."""

    values: int
    unguarded: tuple[Unguarded, ...]
    excused: tuple[Unguarded, ...]

    @property
    def guarded(self) -> int:
        """How many values something guards."""
        return self.values - len(self.unguarded) - len(self.excused)

    @property
    def percent(self) -> float:
        """The share of guarded values among those that are not excused, in per cent."""
        counted = self.values - len(self.excused)
        return 100.0 * self.guarded / counted if counted else 100.0


def cover(
    laboratory: Laboratory,
    findings: Findings,
    *,
    also: Notices | None = None,
    full: bool = False,
    progress: Callable[[str], None] = lambda what: None,
) -> Coverage:
    """Change every value in turn.  With `full`, all claims and checks run for each, not only the readers."""
    document = laboratory.document
    coverage = laboratory.source.spec.coverage
    excuses = list(coverage.excuse) if coverage else []
    used: set[str] = set()
    changes = list(changes_of(document))
    unguarded: list[Unguarded] = []
    excused: list[Unguarded] = []
    for number, change in enumerate(changes, 1):
        progress(f"value {number} of {len(changes)}")
        for other in change.others:
            if laboratory.noticed(change.path, other, full=full) is not None:
                continue
            if also is not None and _noticed_also(laboratory, change.path, other, also):
                continue
            shown = laboratory.shown(change.path)
            excuse = next((e for e in excuses if _excuses(e, shown)), None)
            found = Unguarded(
                shown,
                show(change.value),
                show(other),
                document.span(change.path),
                excuse.reason if excuse else None,
            )
            (excused if excuse else unguarded).append(found)
            if excuse:
                used.add(excuse.path)
            break
    for index, excuse in enumerate(excuses):
        if excuse.path not in used:
            findings.add(
                IDLE_EXCUSE,
                f"`{excuse.path}` excuses no unguarded value",
                document.span(("coverage", "excuse", index)),
                hint="remove it: a check guards the value now, or the path is wrong",
            )
    return Coverage(len(changes), tuple(unguarded), tuple(excused))


def _noticed_also(laboratory: Laboratory, path: Path_, other: Any, also: Notices) -> bool:
    source = laboratory.changed(path, other, Findings())
    return source is None or also(source)


def _excuses(excuse: ExcuseSpec, path: str) -> bool:
    wanted, parts = str(excuse.path).split("."), path.split(".")
    return len(wanted) <= len(parts) and all(
        fnmatchcase(part, want) for want, part in zip(wanted, parts, strict=False)
    )


def changes_of(document: Document) -> Iterator[Change]:
    """Every value that can be changed, in the order of the data."""
    data = document.data
    yield from _block(data, (), document, data)
    for name, variant in (data.get("variants") or {}).items():
        yield from _block(variant, ("variants", name), document, data)


def _block(
    block: Mapping[Any, Any], at: Path_, document: Document, data: Mapping[Any, Any]
) -> Iterator[Change]:
    references = _ids(data.get("rules"))
    for key in ("rules", "setups"):
        if key in block:
            yield from _values(block[key], (*at, key), document, references)
    for name, expression in (block.get("quantities") or {}).items():
        yield from _numerals(expression, (*at, "quantities", name))
    for name, component in (block.get("components") or {}).items():
        whole = (data.get("components") or {}).get(name) or {}
        if isinstance(component, dict):
            yield from _component(component, (*at, "components", name), whole, document, data)


def _component(
    component: Mapping[Any, Any],
    at: Path_,
    whole: Mapping[Any, Any],
    document: Document,
    data: Mapping[Any, Any],
) -> Iterator[Change]:
    for key in _PLAIN_COMPONENT:
        if key in component:
            yield from _amount(component[key], (*at, key), document)
    fields = whole.get("fields") or {}
    for name, field in (component.get("fields") or {}).items():
        if isinstance(field, dict):
            if isinstance(field.get("default"), (int, float)):
                yield from _values(field["default"], (*at, "fields", name, "default"), document, {})
            yield from _numerals(field.get("derive"), (*at, "fields", name, "derive"))
    cards = component.get("cards")
    pairs = enumerate(cards) if isinstance(cards, list) else (cards or {}).items()
    for position, card in pairs:
        for name, value in card.items() if isinstance(card, dict) else ():
            path = (*at, "cards", position, name)
            field = fields.get(name) or {}
            if name in ("copies", "when"):
                yield from _amount(value, path, document)
            elif name in _NOT_RULES:
                continue
            elif field.get("refers_to"):
                yield from _reference(value, path, _members(field["refers_to"], data))
            elif field.get("one_of"):
                yield from _reference(value, path, list(field["one_of"]))
            elif not isinstance(value, str):
                yield from _values(value, path, document, {})
            elif field.get("type") in ("integer", "number"):
                yield from _numerals(value, path)


def _amount(value: Any, path: Path_, document: Document) -> Iterator[Change]:
    if isinstance(value, str):
        yield from _numerals(value, path)
    else:
        yield from _values(value, path, document, {})


def _values(
    value: Any, path: Path_, document: Document, references: Mapping[str, list[str]], name: str = ""
) -> Iterator[Change]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in _NOT_RULES:
                yield from _values(inner, (*path, key), document, references, str(key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _values(inner, (*path, index), document, references, name)
    elif isinstance(value, bool):
        yield Change(path, value, (not value,))
    elif isinstance(value, int):
        yield Change(path, value, (value + 1, value - 1) if value != 0 else (1,))
    elif isinstance(value, float):
        place = document.places.get(path)
        digits = len((place.raw or "").partition(".")[2]) if place else 1
        step = 10.0**-digits
        yield Change(path, value, (round(value + step, digits), round(value - step, digits)))
    elif isinstance(value, str) and value in references:
        yield from _reference(value, path, references[value])


def _reference(value: Any, path: Path_, members: list[Any]) -> Iterator[Change]:
    if isinstance(value, list):
        for index, one in enumerate(value):
            yield from _reference(one, (*path, index), members)
        return
    others = [member for member in members if member != value]
    if others:
        following = members[members.index(value) + 1 :] if value in members else []
        yield Change(path, value, (next(iter(m for m in following if m != value), others[0]),))


def _numerals(source: Any, path: Path_) -> Iterator[Change]:
    """The numbers inside an expression; each is changed by one."""
    if not isinstance(source, str) or "{" in source:
        return
    for match in _NUMERAL.finditer(source):
        number = int(match[0])
        others = (number + 1, number - 1) if number > 0 else (1,)
        changed = tuple(source[: match.start()] + str(other) + source[match.end() :] for other in others)
        yield Change(path, source, changed)


def _ids(value: Any) -> dict[str, list[str]]:
    """For each id in the rules, all ids of its list: what a text equal to it may refer to."""
    found: dict[str, list[str]] = {}

    def walk(inner: Any) -> None:
        if isinstance(inner, dict):
            for part in inner.values():
                walk(part)
        elif isinstance(inner, list):
            if inner and all(isinstance(v, dict) and "id" in v for v in inner):
                names = [str(v["id"]) for v in inner]
                for name in names:
                    found.setdefault(name, names)
            for part in inner:
                walk(part)

    walk(value)
    return found


def _members(target: str, data: Mapping[Any, Any]) -> list[str]:
    holder: Any = data
    for part in target.split("."):
        holder = holder.get(part) if isinstance(holder, dict) else None
    return [str(v["id"]) for v in holder or [] if isinstance(v, dict) and "id" in v]
