"""From the path of a value that an expression read to the place where it was typed."""

from __future__ import annotations

from typing import Any

from cardgen.checks.tracing import MEMBERS, DataPath
from cardgen.diagnostics import Related, Span
from cardgen.document import Document, Path_
from cardgen.schema import CARD_FIELDS, KitSpec


def node(path: DataPath, document: Document, players: int) -> Path_ | None:
    """The path in the document of what a context path reads; None where it was not typed (`players`)."""
    root, rest = path[0], path[1:]
    if rest and rest[-1] == MEMBERS:
        rest = rest[:-1]
    if root in ("rules", "words", "kit"):
        return walk((root,), rest, document.data)
    if root == "colors":
        return walk(("kit", "colors"), rest, document.data)
    if root == "setup":
        return walk(("setups", players), rest, document.data)
    if root == "components":
        return _component(rest, document.data)
    if root in document.data.get("quantities", {}):
        return ("quantities", root)
    return None


def walk(start: Path_, rest: tuple[str, ...], data: Any) -> Path_ | None:
    """Follow names and ids through plain data; the nearest place above where the way ends."""
    at: list[str | int] = []
    holder = data
    for part in (*start, *rest):
        key: Any = None
        if isinstance(holder, dict):
            key = part if part in holder else next((k for k in holder if str(k) == str(part)), None)
        elif isinstance(holder, list):
            key = next(
                (i for i, v in enumerate(holder) if isinstance(v, dict) and str(v.get("id")) == part), None
            )
            if key is None and str(part).isdigit() and int(part) < len(holder):
                key = int(part)
        if key is None:
            break
        at.append(key)
        holder = holder[key]
    return tuple(at) or None


def _component(rest: tuple[str, ...], data: Any) -> Path_ | None:
    if not rest:
        return ("components",)
    component = data.get("components", {}).get(rest[0])
    if not isinstance(component, dict):
        return ("components",)
    match rest[1:]:
        case ("cards", card, str(field), *more) if field not in ("component",):
            found = walk(("components", rest[0], "cards", card, field), tuple(more), data)
            if found and len(found) > 4:
                return found
            fields = component.get("fields") or {}
            if field in fields:
                return walk(("components", rest[0], "fields", field, "derive"), (), data)
            if field == "copies":
                return walk(("components", rest[0], "copies"), (), data) or found
            return found if field in CARD_FIELDS else ("components", rest[0])
        case ("copies",):
            for name in ("quantity", "copies"):
                if name in component:
                    return ("components", rest[0], name)
            return walk(("components", rest[0], "cards"), (), data)
        case ("distinct",):
            return walk(("components", rest[0], "cards"), (), data)
        case _:
            return walk(("components", rest[0]), rest[1:], data)


def shown(path: DataPath) -> str:
    """A path as a designer writes it: `rules.layers.l4.dig`."""
    return ".".join(part for part in path if part != MEMBERS)


def related(path: DataPath, text: str, document: Document, spec: KitSpec, players: int) -> Related | None:
    """The place of a value that was read, with what stands there."""
    found = node(path, document, players)
    span: Span | None = document.span(found) if found else None
    if span is None:
        return None
    expression = spec.quantities.get(path[0]) if len(path) == 1 else None
    return Related(span, f"{shown(path)} is {text}" + (f" ({expression})" if expression else ""))
