"""The fields of a card: which a card may have, of what type, and what they refer to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cardgen.diagnostics import Findings, Rule, did_you_mean
from cardgen.document import Document, Path_
from cardgen.expr import ExprError, evaluate
from cardgen.schema import CARD_FIELDS, ComponentSpec, FieldSpec
from cardgen.shapes import COLOR_PATTERN
from cardgen.units import UnitError, parse_length
from cardgen.validate import (
    BAD_LENGTH,
    MISSING_FIELD,
    OUT_OF_RANGE,
    TEXT_EXPECTED,
    UNKNOWN_FIELD,
    WRONG_TYPE,
    describe,
)
from cardgen.values import Items, Record, Text, UnknownNameError

UNKNOWN_REFERENCE = Rule("D115", "unknown-reference")
BAD_EXPRESSION = Rule("D117", "bad-expression")
DERIVED_TYPED = Rule("D121", "derived-field-typed")

_TEXT_FIELDS = {"id", "name", "text", "icon", "art", "note", "provisional"}
_COLOR = re.compile(COLOR_PATTERN)


def listed(names: Iterable[object], most: int = 12) -> str:
    """Names for a hint, not too many of them."""
    found = [str(name) for name in names]
    return ", ".join([*found[:most], "…"] if len(found) > most else found) or "none"


@dataclass(frozen=True, slots=True)
class FieldReader:
    """Reads the typed fields of the cards of one component.

    `context` is what expressions see; faults become findings at the field's place.
    """

    spec: ComponentSpec
    document: Document
    context: Mapping[str, Any]
    findings: Findings

    def read(self, raw: Mapping[Any, Any], path: Path_) -> dict[str, Any]:
        """Return the card's values: typed fields checked, references resolved, defaults filled in.

        Derived fields are left to `derive`, because they may read all of these.
        """
        owner = describe((*path,), self.document.data)
        allowed = [*CARD_FIELDS, *self.spec.fields]
        values: dict[str, Any] = {}
        for name, value in raw.items():
            spec = self.spec.fields.get(name)
            if spec is None and name not in CARD_FIELDS:
                known = did_you_mean(str(name), allowed) or f"known here: {', '.join(allowed)}"
                self.findings.add(
                    UNKNOWN_FIELD,
                    f"unknown field `{name}` on {owner}",
                    self.document.key_span((*path, name)),
                    hint=f"{known}; or declare it under `fields`",
                )
            elif spec and spec.derive:
                self.findings.add(
                    DERIVED_TYPED,
                    f"`{name}` on {owner} is derived and may not be typed",
                    self.document.key_span((*path, name)),
                    hint="remove the line; the value follows from the rules",
                )
            else:
                values[str(name)] = self._value(str(name), value, spec, (*path, name), owner)
        for name, spec in self.spec.fields.items():
            if name in raw or spec.derive:
                continue
            misspelt = did_you_mean(str(name), [str(key) for key in raw if key not in allowed])
            if spec.required and spec.default is None and not misspelt:
                self.findings.add(
                    MISSING_FIELD,
                    f"{owner} has no `{name}`",
                    self.document.key_span(path),
                    hint=f"add `{name}: …`",
                )
            values[str(name)] = self._default(spec, path)
        return values

    def _default(self, spec: FieldSpec, path: Path_) -> Any:
        if spec.refers_to and spec.default is not None:
            return self._reference(spec.refers_to, spec.default, "default", path, "field")
        return spec.default

    def _value(self, name: str, value: Any, spec: FieldSpec | None, path: Path_, owner: str) -> Any:
        kind = "text" if name in _TEXT_FIELDS else "any" if spec is None else spec.type
        if spec and spec.refers_to:
            return self._reference(spec.refers_to, value, name, path, owner)
        if spec and spec.one_of is not None and value not in spec.one_of:
            known = [str(word) for word in spec.one_of]
            self.findings.add(
                UNKNOWN_REFERENCE,
                f"`{name}` on {owner} cannot be `{value}`",
                self.document.span(path),
                hint=did_you_mean(str(value), known) or f"one of {', '.join(known)}",
            )
        elif kind in ("text", "icon", "art") and not isinstance(value, str):
            self._wrong_text(name, path, owner)
            return Text("", self.document.span(path))
        elif kind == "color" and not (isinstance(value, str) and _COLOR.fullmatch(value)):
            self._wrong(name, value, path, owner, 'a colour such as `"#c8992e"` is expected')
        elif kind == "boolean" and not isinstance(value, bool):
            self._wrong(name, value, path, owner, "true or false is expected")
        elif kind == "list" and not isinstance(value, list):
            self._wrong(name, value, path, owner, "a list is expected")
        elif kind in ("integer", "number"):
            return self._number(name, value, kind, path, owner)
        elif kind == "length":
            return self._length(name, value, path, owner)
        return value

    def _number(self, name: str, value: Any, kind: str, path: Path_, owner: str) -> Any:
        allowed = int if kind == "integer" else (int, float)
        if isinstance(value, allowed) and not isinstance(value, bool):
            return value
        if isinstance(value, str):
            number = self.compute(value, path, f"`{name}` on {owner}")
            return number if isinstance(number, (int, float)) else 0
        what = "a whole number is expected" if kind == "integer" else "a number is expected"
        self._wrong(name, value, path, owner, what)
        return 0

    def _length(self, name: str, value: Any, path: Path_, owner: str) -> float:
        try:
            return parse_length(str(value))
        except UnitError as error:
            self.findings.add(BAD_LENGTH, f"`{name}` on {owner}: {error}", self.document.span(path))
            return 0.0

    def _reference(self, target: str, value: Any, name: str, path: Path_, owner: str) -> Any:
        items = self._target(target)
        if isinstance(value, list):
            return tuple(self._reference(target, v, name, (*path, i), owner) for i, v in enumerate(value))
        if value in items:
            return items.find(value)
        known = list(items.ids)
        self.findings.add(
            UNKNOWN_REFERENCE,
            f"`{name}` on {owner} names `{value}`, which `{target}` does not have",
            self.document.span(path),
            hint=did_you_mean(str(value), known) or f"there are: {listed(known)}",
        )
        return Record({"id": str(value), "name": str(value)}, f"{target}.{value}")

    def _target(self, target: str) -> Items:
        return self._found(target) or Items((), target)

    def _found(self, target: str) -> Items | None:
        found: Any = Record(self.context)
        try:
            for part in target.split("."):
                found = found.find(part)
        except (UnknownNameError, AttributeError):
            return None
        return found if isinstance(found, Items) else None

    def targets_exist(self, component: str) -> bool:
        """Whether every `refers_to` names a list of things; a finding for each that does not."""
        lost = [
            (name, spec.refers_to)
            for name, spec in self.spec.fields.items()
            if spec.refers_to and self._found(spec.refers_to) is None
        ]
        for name, target in lost:
            self.findings.add(
                UNKNOWN_REFERENCE,
                f"field `{name}` of {component} refers to `{target}`, which is no list of things with ids",
                self.document.span(("components", component, "fields", name, "refers_to")),
                hint=did_you_mean(str(target), self._lists()) or f"there are: {listed(self._lists())}",
            )
        return not lost

    def _lists(self) -> list[str]:
        rules = self.context.get("rules")
        names = [f"rules.{name}" for name in rules if isinstance(rules.find(name), Items)] if rules else []
        components = self.context.get("components", ())
        return [*names, *(f"components.{c.find('id')}.cards" for c in components)]

    def _wrong(self, name: str, value: Any, path: Path_, owner: str, expected: str) -> None:
        self.findings.add(
            WRONG_TYPE, f"`{name}` on {owner}: {expected}, not `{value}`", self.document.span(path)
        )

    def _wrong_text(self, name: str, path: Path_, owner: str) -> None:
        place = self.document.place(path)
        raw = place.raw if place else None
        self.findings.add(
            TEXT_EXPECTED,
            f"`{name}` on {owner}: a text is expected, and this is `{raw or 'nothing'}`",
            place.value if place else None,
            hint=f'put it in quotes: "{raw}"'
            if raw
            else f"write the text after `{name}:`, or remove the line",
        )

    def compute(self, source: str, path: Path_, what: str, extra: Mapping[str, Any] | None = None) -> Any:
        """Evaluate an expression typed at `path`; None with a finding when it fails."""
        try:
            return evaluate(source, {**self.context, **(extra or {})})
        except ExprError as error:
            self.findings.add(
                BAD_EXPRESSION,
                f"{what}: {error}",
                self.document.span(path),
                hint=f"the expression is `{source}`",
            )
            return None

    def quantity(self, value: Any, path: Path_, what: str, extra: Mapping[str, Any] | None = None) -> int:
        """A number of copies: typed, or an expression that gives a whole number of at least 0."""
        number = self.compute(value, path, what, extra) if isinstance(value, str) else value
        if number is None and isinstance(value, str):
            return 0
        if isinstance(number, float) and number.is_integer():
            number = int(number)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= 10_000:
            given = {None: "nothing", True: "true", False: "false"}.get(number, number)
            self.findings.add(
                OUT_OF_RANGE,
                f"{what} is {given}; a quantity is a whole number between 0 and 10000",
                self.document.span(path),
                hint="write 0 to leave the piece out"
                if isinstance(number, int) and not isinstance(number, bool)
                else "write a number such as `2`, or an expression such as `players + 1`",
            )
            return 0
        return number

    def condition(self, value: Any, path: Path_, what: str, extra: Mapping[str, Any] | None = None) -> bool:
        """Whether a `when` holds."""
        return bool(self.compute(value, path, what, extra) if isinstance(value, str) else value)
