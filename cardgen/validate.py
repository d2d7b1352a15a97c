"""Plain data to `KitSpec`: every fault of shape as a finding at its own place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from cardgen.builtin.iso639 import MISTAKEN
from cardgen.diagnostics import Findings, Rule, Span, did_you_mean
from cardgen.document import Document, Path_
from cardgen.schema import ComponentSpec, FieldSpec, KitInfo, KitSpec, VariantSpec
from cardgen.schema_checks import (
    CheckSpec,
    ClaimSpec,
    CoverageSpec,
    ExcuseSpec,
    SilenceSpec,
    TermSpec,
)
from cardgen.shapes import ID_PATTERN, Shape, as_language
from cardgen.syntax import LOOKALIKE, WIDE_COLON_KEY

UNKNOWN_FIELD = Rule("D104", "unknown-field")
MISSING_FIELD = Rule("D105", "missing-field")
WRONG_TYPE = Rule("D106", "wrong-type")
TEXT_EXPECTED = Rule("D111", "text-expected")
OUT_OF_RANGE = Rule("D112", "number-out-of-range")
BAD_LENGTH = Rule("D113", "bad-length")
BAD_ID = Rule("D114", "bad-id")

WIDE_BRACKETS = ("【", "［", "｛")

_Model = TypeVar("_Model", bound=Shape)

_EXPECTED = {
    "int_type": "a whole number is expected",
    "bool_type": "true or false is expected",
    "dict_type": "`key: value` lines are expected",
    "model_type": "`key: value` lines are expected",
    "list_type": "a list is expected",
    "float_type": "a number is expected",
    "too_short": "at least one is expected",
    "too_long": "there are too many",
    "int_parsing": "a whole number is expected",
    "greater_than_equal": "that is too few",
    "less_than_equal": "that is too many",
}


def validate(document: Document, findings: Findings) -> KitSpec | None:
    """Check the merged document against the schema; None when anything is wrong."""
    try:
        spec = KitSpec.model_validate(document.data)
    except ValidationError as error:
        _report_all(error, document, findings)
        return None
    return None if _misspelt_setups(spec, document, findings) else spec


def _misspelt_setups(spec: KitSpec, document: Document, findings: Findings) -> bool:
    """A key that one setup alone has, near to one that all others have and it lacks, is a slip of the pen.

    Found here, it is told once, and not at every expression that reads what is missing.
    """
    found = False
    # Of two setups either might be the slip; it is told once, at the second.
    judged = list(spec.setups.items())[1 if len(spec.setups) == 2 else 0 :]
    for players, setup in judged:
        others = [set(other) for count, other in spec.setups.items() if count != players]
        lacking = set.intersection(*others) - set(setup) if others else set()
        for name in setup:
            hint = did_you_mean(str(name), map(str, lacking))
            if hint and not any(name in other for other in others):
                place = document.key_span(("setups", players, name))
                message = f"unknown field `{name}` in the setup for {players} players"
                findings.add(UNKNOWN_FIELD, message, place, hint=f"{hint} (the other setups have it)")
                found = True
    return found


def validate_at(
    model: type[_Model], path: Path_, document: Document, findings: Findings, value: Any
) -> _Model | None:
    """Check one thing of a document, which stands at `path`; None (with findings) when it is wrong."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        _report_all(error, document, findings, path)
        return None


def _report_all(error: ValidationError, document: Document, findings: Findings, at: Path_ = ()) -> None:
    """One finding for each cause: a value that fits no branch of a union, or a misspelt key, is one."""
    details: dict[Path_, ErrorDetails] = {}
    for detail in error.errors(include_url=False, include_context=True):
        path = _real_path((*at, *detail["loc"]), document.data)
        details.setdefault(path, detail)  # of the branches of a union, the plainest comes first
    unknown = [path for path, detail in details.items() if detail["type"] == "extra_forbidden"]
    told: set[Path_] = set()
    for path, detail in details.items():
        if "[key]" in detail["loc"] and path[:-1] in told:
            continue
        told |= {path[:-1]} if "[key]" in detail["loc"] else set()
        siblings = [str(other[-1]) for other in unknown if other[:-1] == path[:-1]]
        if detail["type"] != "missing" or not did_you_mean(str(path[-1]), siblings):
            _report(detail, path, document, findings)


def _report(detail: ErrorDetails, path: Path_, document: Document, findings: Findings) -> None:
    name, owner = name_and_owner(path, document.data)
    kind, value = detail["type"], detail.get("input")
    if "[key]" in detail["loc"] and kind != "id_format":
        what = _EXPECTED.get(kind, detail["msg"])
        findings.add(
            WRONG_TYPE, f"{name} cannot be a key of {owner}: {what}", document.key_span(path), hint=_BEGIN
        )
        return
    if kind == "extra_forbidden":
        known = _known_names(path[:-1])
        hint = did_you_mean(str(path[-1]), known) or f"known here: {', '.join(known)}"
        findings.add(UNKNOWN_FIELD, f"unknown field {name} on {owner}", document.key_span(path), hint=hint)
    elif kind == "missing":
        findings.add(
            MISSING_FIELD,
            f"{owner} has no {name}",
            document.key_span(path[:-1]) or Span("data/cards.yaml"),
            hint=f"add `{path[-1]}: …`",
        )
    elif kind in ("text_type", "text_empty"):
        place = document.place(path)
        raw = place.raw if place and place.raw is not None else None
        findings.add(
            TEXT_EXPECTED,
            f"{name} on {owner}: {detail['msg']}",
            document.span(path),
            hint=f'put it in quotes: "{raw}"' if raw else f"write the text after {name}",
        )
    elif kind in ("length", "size", "bleed"):
        hint = "lengths have a unit, such as `3mm`, `1/8in` or `9pt`"
        hint = "3mm is enough for most printers" if kind == "bleed" else hint
        findings.add(BAD_LENGTH, f"{name} on {owner}: {detail['msg']}", document.span(path), hint=hint)
    elif kind in ("quantity_range", "greater_than_equal", "less_than_equal"):
        findings.add(
            OUT_OF_RANGE,
            f"{name} on {owner} is {value}; {_EXPECTED.get(kind, detail['msg'])}",
            document.span(path),
            hint="write 0 to leave the piece out"
            if kind == "quantity_range"
            else "write a number in the range",
        )
    elif kind == "id_format":
        where = document.key_span(path) if "[key]" in detail["loc"] else document.span(path)
        findings.add(BAD_ID, f"`{value}` is not an id: {detail['msg']}", where, hint=id_hint(value))
    elif kind == "literal_error":
        known = [str(word) for word in _literals(path)]
        findings.add(
            WRONG_TYPE,
            f"{name} on {owner} cannot be `{value}`",
            document.span(path),
            hint=did_you_mean(str(value), known) or f"one of {', '.join(known)}",
        )
    elif kind in ("dict_type", "model_type") and isinstance(value, str) and WIDE_COLON_KEY.match(value):
        findings.add(
            LOOKALIKE,
            f"{name} on {owner} is one text, because `：` is a full-width colon",
            document.span(path),
            hint="write `: ` (a narrow colon and a space)",
        )
    else:
        what = _EXPECTED.get(kind, detail["msg"])
        given = "nothing" if value is None else f"`{_short(value)}`"
        findings.add(
            WRONG_TYPE,
            f"{name} on {owner}: {what}, not {given}",
            document.span(path),
            hint=_hint(kind, value),
        )


_BEGIN = "look at the indentation: this stands where another word is expected"


def _hint(kind: str, value: Any) -> str | None:
    """What to write where a value has the wrong type."""
    if isinstance(value, str) and value[:1] in WIDE_BRACKETS:
        return "use the narrow brackets [ ] and { }"
    hints = {
        "list_type": "write `[one, two]`, or a line with `- ` for each",
        "dict_type": "write `key: value` lines, indented below the name",
        "model_type": "write `key: value` lines, indented below the name",
        "bool_type": "write true or false",
        "too_short": "write at least one",
        "int_type": "write a number without a point or quotes",
        "color": 'write it in quotes, such as `"#c8992e"`',
        "language": _language_hint(value),
        "repeated": "leave one of them out",
        "quantity": "write a number, or an expression such as `players * 2`",
    }
    return hints.get(kind)


def _language_hint(value: Any) -> str:
    """The code that may be meant."""
    said = str(value).strip().replace("_", "-")
    begin, *more = said.split("-")
    meant = "-".join([MISTAKEN.get(begin.casefold(), begin.casefold()), *more])
    try:
        return f"write `{as_language(meant)}`"
    except PydanticCustomError:
        return "write the code of ISO 639, such as `de` for German"


def id_hint(value: Any) -> str:
    """How an id could be spelt."""
    slug = "-".join(re.findall(r"[a-z0-9]+", str(value).casefold()))
    return f"write `{slug}`" if re.fullmatch(ID_PATTERN, slug) else "write a word such as `bone-needle`"


def name_and_owner(path: Path_, data: Any) -> tuple[str, str]:
    """What stands at a path, and on what: "`copies`", "relic `cup`"; "item 2 of `players`", "`kit`"."""
    if not path:
        return "the file", "the kit's data"
    if isinstance(path[-1], int) and len(path) > 1 and isinstance(_at(path[:-1], data), list):
        return f"item {path[-1] + 1} of `{path[-2]}`", describe(path[:-2], data)
    return f"`{path[-1]}`", describe(path[:-1], data)


def _at(path: Path_, data: Any) -> Any:
    for part in path:
        data = data[part]
    return data


def _real_path(loc: Iterable[str | int], data: Any) -> Path_:
    """Drop what pydantic adds to a path (union branches, `[key]`)."""
    path: list[str | int] = []
    parts = list(loc)
    for position, part in enumerate(parts):
        if part == "[key]":
            continue
        last = position == len(parts) - 1
        if isinstance(data, dict):
            if part in data or last:
                path.append(part)
                data = data.get(part)
        elif isinstance(data, list) and isinstance(part, int) and part < len(data):
            path.append(part)
            data = data[part]
    return tuple(path)


def describe(path: Path_, data: Any) -> str:
    """Name the thing at a path as a designer would: "relic `bone-needle`", "component `relic`"."""
    match path:
        case ():
            return "the kit's data"
        case ("components", component, "cards", int(index), *_):
            cards = data["components"][component].get("cards") or []
            card = cards[index] if index < len(cards) and isinstance(cards[index], dict) else {}
            return f"{component} `{card['id']}`" if card.get("id") else f"{component} number {index + 1}"
        case ("components", component, "fields", name, *_):
            return f"field `{name}` of {component}"
        case ("components", component, *_):
            return f"component `{component}`"
        case ("variants", variant, *_):
            return f"variant `{variant}`"
        case ("claims" | "checks" | "terms" | "silence" as kind, int(index), *_):
            return _entry(kind, data[kind], index)
        case ("claims", section, int(index), *_):
            return _entry("claims", data["claims"][section], index)
        case _:
            return "`" + ".".join(map(str, path)) + "`"


def _entry(kind: str, entries: Any, index: int) -> str:
    entry = entries[index] if isinstance(entries, list) and index < len(entries) else {}
    name = entry.get("id") or entry.get("name") if isinstance(entry, dict) else None
    word = {"claims": "claim", "checks": "check", "terms": "term", "silence": "silencer"}[kind]
    return f"{word} `{name}`" if name else f"{word} number {index + 1}"


_MODELS: dict[tuple[str, int], Any] = {
    ("kit", 1): KitInfo,
    ("components", 2): ComponentSpec,
    ("components", 4): FieldSpec,
    ("variants", 2): VariantSpec,
    ("checks", 2): CheckSpec,
    ("terms", 2): TermSpec,
    ("silence", 2): SilenceSpec,
    ("coverage", 1): CoverageSpec,
    ("coverage", 3): ExcuseSpec,
    ("claims", 2): ClaimSpec,
    ("claims", 3): ClaimSpec,
}


def _known_names(path: Path_) -> list[str]:
    model = KitSpec if not path else _MODELS.get((str(path[0]), len(path)))
    return [field.alias or name for name, field in model.model_fields.items()] if model else []


def _literals(path: Path_) -> tuple[Any, ...]:
    model = _MODELS.get((str(path[0]), len(path) - 1))
    annotation = model.model_fields[str(path[-1])].annotation if model else None
    return getattr(annotation, "__args__", ())


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else text[:39] + "…"
