"""What is not final yet: placeholders that are left, and values that say that they are provisional."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from cardgen.checks import codes
from cardgen.checks.wording import texts
from cardgen.diagnostics import Findings, Related, Span
from cardgen.document import Document, Path_
from cardgen.expr import ExprError, render_text
from cardgen.kit import Kit
from cardgen.validate import describe

_CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.S)
_PLACEHOLDER = re.compile(
    r"\b(?:TODO|TBD|TBA|FIXME|XXX+|lorem ipsum)\b|待定|待补|待填|占位|\?{3,}|？{3,}"
    r"|(?<![A-Za-z])xxx+(?![A-Za-z])",
    re.I,
)
_NAMED = 5


def check_placeholders(document: Document, findings: Findings) -> None:
    """A text that somebody meant to write later."""
    for path, text in texts(document.data):
        match = _PLACEHOLDER.search(_CODE.sub(" ", text))
        if match:
            findings.add(
                codes.PLACEHOLDER,
                f"`{match[0]}` is left in `{path[-1]}` of {describe(path, document.data)}",
                document.span(path),
                hint="fill it in; a card that is not final says why in `provisional`",
            )


def check_provisional(document: Document, kits: Collection[Kit], findings: Findings) -> None:
    """All that is provisional: one note a reason, with the places that give it."""
    reasons: dict[str, dict[str, Span | None]] = {}
    for kit in kits:
        for component, card in kit.cards():
            why = str(card.values.find("provisional")) if "provisional" in card.values else ""
            if why:
                name = f"{component.id} `{card.id}`"
                reasons.setdefault(why, {}).setdefault(name, card.place("provisional"))
    first = next(iter(kits), None)
    for key in ("rules", "setups", "variants", "components"):
        for path, why in _marked(document.data.get(key), (key,)):
            told = _filled(why, first)
            name = _name(path, document)
            reasons.setdefault(told, {}).setdefault(name, document.span((*path, "provisional")))
    for why, places in reasons.items():
        names = list(places)
        listed = ", ".join(names[:_NAMED])
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        head = f"{names[0]} is" if len(names) == 1 else f"{len(names)} values are"
        findings.add(
            codes.PROVISIONAL,
            f"{head} provisional: {why}" + (f" ({listed}{more})" if len(names) > 1 else ""),
            next(iter(places.values())),
            hint="remove the line when it is final"
            if len(names) == 1
            else "remove the lines as they are final",
            related=[Related(span, name) for name, span in list(places.items())[1:] if span is not None],
        )


def _marked(value: Any, path: Path_) -> Iterator[tuple[Path_, str]]:
    """Mappings that have a `provisional` text, cards of the game itself apart."""
    if isinstance(value, dict):
        why = value.get("provisional")
        a_card = len(path) == 4 and path[0] == "components" and path[2] == "cards"
        if isinstance(why, str) and why and not a_card:
            yield path, why
        for key, inner in value.items():
            if key not in ("fields", "silence"):
                yield from _marked(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _marked(inner, (*path, index))


def _filled(why: str, kit: Kit | None) -> str:
    """A reason that is taken from elsewhere counts as the same reason."""
    try:
        return render_text(why, kit.context) if kit is not None else why
    except ExprError:
        return why


def _name(path: Path_, document: Document) -> str:
    if path[0] == "components" and len(path) > 3 and path[2] == "cards":
        return describe(path, document.data)
    holder: Any = document.data
    parts = []
    for key in path:
        holder = holder[key]
        named = isinstance(key, int) and isinstance(holder, dict) and "id" in holder
        parts.append(str(holder["id"]) if named else str(key))
    return "`" + ".".join(parts) + "`"
