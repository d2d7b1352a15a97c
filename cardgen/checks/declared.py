"""Declared checks: each looks at rows and gives those that offend; no rows, no finding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cardgen.checks import codes
from cardgen.checks.disagreement import Disagreement, Key
from cardgen.checks.places import node
from cardgen.checks.reading import Check
from cardgen.checks.showing import arithmetic, show, substituted
from cardgen.checks.tracing import Reads, Scope, TracedItems, TracedRecord
from cardgen.diagnostics import Related, Rule, Severity, Span
from cardgen.document import Document
from cardgen.expr import ExprError
from cardgen.values import Items, Record


class _CheckError(Exception):
    def __init__(
        self, message: str, key: str, hint: str | None = None, rule: Rule = codes.EXPRESSION
    ) -> None:
        super().__init__(message)
        self.key, self.hint, self.rule = key, hint, rule


@dataclass(frozen=True, slots=True)
class _Row:
    value: Any
    extra: Mapping[str, Any]
    name: str


class Examination:
    """Runs one declared check in one setup."""

    def __init__(self, check: Check, scope: Scope, key: Key, document: Document) -> None:
        self.check, self.spec, self.entry = check, check.spec, check.entry
        self.scope, self.key, self.document = scope, key, document
        self.reads: Reads = {}
        self.compared = 0
        self.found: list[Disagreement] = []

    def run(self) -> None:
        """Find the offending rows; `found`, `reads` and `compared` tell the rest."""
        self.reads = self.scope.begin()
        try:
            self._kind()()
        except _CheckError as error:
            self._add(error.rule, str(error), ("error",), span=self.entry.span(error.key), hint=error.hint)

    def _kind(self) -> Callable[[], None]:
        kinds: dict[str, Callable[[], None]] = {
            "unique": self._unique,
            "one_of": self._one_of,
            "refers_to": self._refers_to,
            "total": self._total,
            "capacity": self._capacity,
            "feasible": self._feasible,
            "expect": self._expect,
        }
        given = [name for name in kinds if getattr(self.spec, name) is not None]
        if len(given) != 1:
            what = "no kind" if not given else f"{len(given)} kinds ({', '.join(given)})"
            raise _CheckError(
                f"a check is of one kind, and this has {what}",
                "id",
                f"one of {', '.join(kinds)}",
                codes.CLAIM_SHAPE,
            )
        return kinds[given[0]]

    # -- rows and values ----------------------------------------------------------------------------

    def _value(self, key: str, extra: Mapping[str, Any] | None = None) -> Any:
        name = {"is": "is_", "from": "from_"}.get(key, key)
        source = getattr(self.spec, name)
        if source is None:
            raise _CheckError(f"the check needs `{key}`", "id", None, codes.CLAIM_SHAPE)
        try:
            return self.scope.value(source, extra or {})
        except ExprError as error:
            where = f" (row {show(extra['row'])})" if extra and "row" in extra else ""
            raise _CheckError(f"{error}{where}", key, f"the expression is `{source}`") from None

    def _rows(self) -> Iterator[_Row]:
        members = self._value("of")
        if isinstance(members, Mapping):
            pairs = [(str(key), members[key]) for key in members]
        elif isinstance(members, (list, tuple, Items)):
            pairs = [("", member) for member in members]
        else:
            raise _CheckError(f"`{self.spec.of}` is not a list", "of")
        for index, (key, member) in enumerate(pairs):
            extra = {"row": member, "position": index + 1} | ({"key": key} if key else {})
            if self.spec.where is None or self._value("where", extra):
                self.compared += 1
                name = key or (
                    show(member) if isinstance(member, Record) else f"{show(member)} (number {index + 1})"
                )
                yield _Row(member, extra, name)

    def _source(self, key: str) -> str:
        return " ".join(str(getattr(self.spec, {"is": "is_", "from": "from_"}.get(key, key))).split())

    def _put_in(self, key: str, value: Any, extra: Mapping[str, Any] | None = None) -> str:
        return arithmetic(self._source(key), self.scope, extra or {}, value)

    # -- kinds --------------------------------------------------------------------------------------

    def _unique(self) -> None:
        seen: dict[Any, _Row] = {}
        for row in self._rows():
            value = self._value("unique", row.extra)
            name = _hashable(value)
            first = seen.setdefault(name, row)
            if first is not row:
                place = self._place(first)
                self._add(
                    codes.UNIQUE,
                    f"{row.name} and {first.name} have the same {self._source('unique')}: {show(value)}",
                    (row.name,),
                    row,
                    related=[Related(place, f"{first.name} here")] if place else [],
                )

    def _one_of(self) -> None:
        allowed = self.spec.one_of
        if isinstance(allowed, str):
            try:
                allowed = list(self.scope.value(allowed))
            except ExprError as error:
                raise _CheckError(str(error), "one_of", f"the expression is `{allowed}`") from None
        known = [show(value) for value in allowed] if isinstance(allowed, list) else []
        for row in self._rows():
            value = self._value("field", row.extra)
            if show(value) not in known:
                self._add(
                    codes.ALLOWED,
                    f"{row.name}: {self._source('field')} is {show(value)}",
                    (row.name,),
                    row,
                    hint=f"one of {', '.join(known)}",
                )

    def _refers_to(self) -> None:
        target = self._value("refers_to")
        if isinstance(target, (Items, Mapping)):
            known = target.ids if isinstance(target, Items) else [str(key) for key in target]
        elif isinstance(target, (list, tuple)):
            known = [show(value) for value in target]
        else:
            raise _CheckError(f"`{self.spec.refers_to}` is not a list", "refers_to")
        for row in self._rows():
            value = self._value("field", row.extra)
            for one in value if isinstance(value, (list, tuple)) else (value,):
                if show(one) not in known:
                    self._add(
                        codes.MEMBER,
                        f"{row.name} names {show(one)}, which `{self._source('refers_to')}` has not",
                        (row.name, show(one)),
                        row,
                        hint=f"there are: {', '.join(list(known)[:20]) or 'none'}",
                    )

    def _total(self) -> None:
        values = [self._value("total", row.extra) for row in self._rows()]
        if not all(isinstance(v, (int, float)) for v in values):
            raise _CheckError(f"`{self._source('total')}` is not a number for every row", "total")
        found = sum(values)
        limits = (
            ("is", found.__eq__, ""),
            ("at_least", found.__ge__, "at least "),
            ("at_most", found.__le__, "at most "),
        )
        given = [x for x in limits if getattr(self.spec, "is_" if x[0] == "is" else x[0]) is not None]
        if not given:
            raise _CheckError("`total` needs `is`, `at_least` or `at_most`", "total", None, codes.CLAIM_SHAPE)
        for key, holds, word in given:
            wanted = self._value(key)
            if not holds(wanted):
                sums = " + ".join(show(v) for v in values[:12]) + (" + …" if len(values) > 12 else "")
                self._add(
                    codes.TOTAL,
                    f"{sums or 'nothing'} = {show(found)}, and it should be {word}{show(wanted)}",
                    (key,),
                    span=self.entry.span(key),
                )

    def _capacity(self) -> None:
        supply = self._value("capacity")
        rows: list[_Row | None] = list(self._rows()) if self.spec.of is not None else [None]
        worst: tuple[float, _Row | None] | None = None
        for row in rows:
            needs = self._value("needs", row.extra if row else None)
            if not isinstance(needs, (int, float)) or not isinstance(supply, (int, float)):
                raise _CheckError("`capacity` and `needs` are numbers", "needs")
            self.compared += 1
            if worst is None or needs > worst[0]:
                worst = (needs, row)
        if worst is not None and worst[0] > supply:
            needs, row = worst
            event = f" with {row.name}" if row else ""
            shown = self._put_in("needs", needs, row.extra if row else None)
            self._add(
                codes.CAPACITY,
                f"{show(needs)} are needed{event} ({shown}), "
                f"and there are {self._put_in('capacity', supply)}",
                ("supply",),
                span=self.entry.span("capacity"),
                hint=f"{show(needs - supply)} more are needed",
                short=needs - supply,
            )

    def _feasible(self) -> None:
        rows: list[_Row | None] = list(self._rows()) if self.spec.of is not None else [None]
        for row in rows:
            extra = row.extra if row else None
            deck = self._value("from", extra)
            draws: Any = self.spec.feasible
            if isinstance(draws, str):
                draws = self._value("feasible", extra)
            self.compared += 1
            for card, short, message in _short_of(draws, deck, self._source("from")):
                self._add(
                    codes.DECK,
                    message + (f" (for {row.name})" if row else ""),
                    (row.name if row else "", card),
                    row,
                    short=short,
                )

    def _expect(self) -> None:
        rows: list[_Row | None] = list(self._rows()) if self.spec.of is not None else [None]
        for row in rows:
            extra = row.extra if row else {}
            self.compared += 1
            if not self._value("expect", extra):
                source = self._source("expect")
                put_in = substituted(source, self.scope, extra)
                values = f": {put_in}" if put_in != source else ""
                who = f"{row.name}: " if row else ""
                self._add(
                    codes.EXPECTED, f"{who}`{source}` is not so{values}", (row.name if row else "",), row
                )

    # -- disagreements ------------------------------------------------------------------------------

    def _place(self, row: _Row | None) -> Span | None:
        if row is None or not isinstance(row.value, TracedRecord):
            return None
        found = node(row.value._path, self.document, self.scope.kit.players)
        return self.document.span(found) if found else None

    def _add(
        self,
        rule: Rule,
        message: str,
        at: tuple[str, ...],
        row: _Row | None = None,
        *,
        span: Span | None = None,
        hint: str | None = None,
        related: list[Related] | None = None,
        short: float | None = None,
    ) -> None:
        place = self._place(row)
        own = self.entry.span()
        also = [*(related or []), *([Related(own, "the check")] if own and place else [])]
        self.found.append(
            Disagreement(
                rule,
                self.entry,
                f"{self.entry.name}: {message}",
                span or place or own,
                Severity(self.spec.severity),
                at,
                hint,
                self.spec.reason,
                self.reads,
                also,
                [self.key],
                message,
                short=short,
            )
        )


def _hashable(value: Any) -> Any:
    if isinstance(value, Record):
        return show(value)
    if isinstance(value, (list, tuple, Items, Mapping)):
        return tuple(_hashable(v) for v in (value.values() if isinstance(value, Mapping) else value))
    return value


def _short_of(draws: Any, deck: Any, source: str) -> Iterator[tuple[str, float, str]]:
    """What a deck lacks for the draws: which card (or any), how many, and that in words."""
    if isinstance(draws, (int, float)):
        size = sum(_copies(deck).values()) if not isinstance(deck, (int, float)) else deck
        if draws > size:
            yield "", draws - size, f"{show(draws)} are drawn, and `{source}` has {show(size)}"
        return
    copies = _copies(deck)
    for name, times in Counter(show(card) for card in draws).items():
        has = copies.get(name, 0)
        if times > has:
            yield name, times - has, f"{name} comes up {times} times, and `{source}` has {has} of it"


def _copies(deck: Any) -> Counter[str]:
    """How many of each card: from cards with copies, a mapping of numbers, or a list."""
    found: Counter[str] = Counter()
    if isinstance(deck, (Items, TracedItems, list, tuple)):
        for card in deck:
            copies = card.find("copies") if isinstance(card, Record) and "copies" in card else 1
            names = {show(card)} | (
                {str(card.find("name"))} if isinstance(card, Record) and "name" in card else set()
            )
            for name in names:
                found[name] += copies
        return found
    if isinstance(deck, Mapping):
        return Counter({str(key): deck[key] for key in deck})
    return Counter({"": deck}) if isinstance(deck, int) else found
