"""Structure checks: what can be said of any kit with nothing declared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cardgen.checks import codes
from cardgen.checks.wording import texts
from cardgen.diagnostics import Findings, Related
from cardgen.document import Document, Path_
from cardgen.kit import Kit
from cardgen.validate import describe

_CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.S)
_DIGITS = re.compile(r"(?<![\w.#-])(?<![A-Za-z])[+−-]?(\d+(?:\.\d+)?)(?![\w.]*[A-Za-z_]|\d|\.\d)")
_PLACEHOLDER = re.compile(
    r"\b(?:TODO|TBD|TBA|FIXME|XXX+|lorem ipsum)\b|待定|待补|待填|占位|\?{3,}|？{3,}"
    r"|(?<![A-Za-z])xxx+(?![A-Za-z])",
    re.I,
)
_NOT_RULE_TEXT = {"id", "name", "icon", "art", "note", "provisional", "silence", "color", "title"}
_PICTURED = {"reference", "sheet", "pawn", "board", "mat"}
"""Kinds on which an icon explains or pictures something, and does not stand for it."""
_SHOWN = 3


def check_structure(document: Document, kits: Iterable[Kit], findings: Findings) -> None:
    """Look at the merged data: names, icons, numbers typed in texts, placeholders; and provisional cards."""
    lists = dict(_lists(document.data))
    _same_names(lists, document, findings)
    _icons(lists, document, findings)
    _typed_numbers(document, findings)
    _placeholders(document, findings)
    _provisional(kits, findings)


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


def _typed_numbers(document: Document, findings: Findings) -> None:
    """A number typed in a text of a card or component, where the data has that number."""
    numbers = _numbers(document.data)
    for path, text in texts(document.data):
        if path[0] != "components" or path[-1] in _NOT_RULE_TEXT or not _is_text_field(path, document):
            continue
        for match in _DIGITS.finditer(_CODE.sub(lambda m: " " * len(m[0]), text)):
            found = numbers.get(float(match[1]))
            own = [other for other in found or () if other[:4] == path[:4] and len(other) == 5]
            if not found or (float(match[1]) <= 1 and not own):
                continue  # "1 point for every …": one of something is seldom a number of the game
            near = sorted(
                found, key=lambda other: (other[:4] != path[:4], other[:2] != path[:2], other[0] != "rules")
            )
            shown = [_dotted(other, document) for other in near[:_SHOWN]]
            more = f" and {len(near) - _SHOWN} more" if len(near) > _SHOWN else ""
            findings.add(
                codes.TYPED,
                f"`{match[0]}` is typed in `{path[-1]}` of {describe(path, document.data)}; "
                f"the data has it at {', '.join(shown)}{more}",
                document.span(path),
                hint=f"take it from there: `{{{{ {_expression(near[0], path, document)} }}}}`; "
                f"where it is another number, write `{{{{ {match[1]} }}}}`",
            )


def _is_text_field(path: Path_, document: Document) -> bool:
    """Texts of cards (not references, numbers as expressions, or lists of words), and of `data`."""
    if len(path) > 4 and path[2] == "cards":
        fields = document.data["components"][path[1]].get("fields") or {}
        spec = fields.get(path[4], {}) if isinstance(fields, dict) else {}
        if not isinstance(spec, dict):
            return False
        plain = "refers_to" not in spec and "one_of" not in spec
        return (
            plain
            and spec.get("type", "text") in ("text", "list", "any")
            and path[4] not in ("copies", "when")
        )
    return len(path) > 3 and path[2] == "data"


def _numbers(data: Mapping[Any, Any]) -> dict[float, list[Path_]]:
    """Where each number of the data stands: rules, setups, and the number fields of cards."""
    found: dict[float, list[Path_]] = {}

    def walk(value: Any, path: Path_) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(inner, (*path, key))
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                walk(inner, (*path, index))
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            found.setdefault(abs(float(value)), []).append(path)

    walk(data.get("rules", {}), ("rules",))
    walk(data.get("setups", {}), ("setups",))
    for name, component in data.get("components", {}).items():
        for index, card in enumerate(component.get("cards") or []):
            walk(card, ("components", name, "cards", index))
    return found


def _dotted(path: Path_, document: Document) -> str:
    holder: Any = document.data
    parts = []
    for key in path:
        holder = holder[key]
        parts.append(
            str(holder["id"])
            if isinstance(key, int) and isinstance(holder, dict) and "id" in holder
            else str(key)
        )
    return ".".join(parts)


def _expression(path: Path_, at: Path_, document: Document) -> str:
    """How a text takes the number at a path."""
    if path[:4] == at[:4] and len(path) == 5:
        return f"card.{path[4]}"
    if path[0] == "setups":
        return "setup." + ".".join(map(str, path[2:]))
    return _dotted(path, document)


def _placeholders(document: Document, findings: Findings) -> None:
    for path, text in texts(document.data):
        match = _PLACEHOLDER.search(_CODE.sub(" ", text))
        if match:
            findings.add(
                codes.PLACEHOLDER,
                f"`{match[0]}` is left in `{path[-1]}` of {describe(path, document.data)}",
                document.span(path),
                hint="fill it in; a card that is not final says why in `provisional`",
            )


def _provisional(kits: Iterable[Kit], findings: Findings) -> None:
    told = set()
    for kit in kits:
        for component, card in kit.cards():
            why = str(card.values.find("provisional")) if "provisional" in card.values else ""
            if why and (component.id, card.id) not in told:
                told.add((component.id, card.id))
                findings.add(
                    codes.PROVISIONAL,
                    f"{component.id} `{card.id}` is provisional: {why}",
                    card.place("provisional"),
                    hint="remove the line when it is final",
                )
