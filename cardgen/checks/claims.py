"""Claims over the data: a value, a value by player count or by row, a table, a statement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardgen.checks import codes
from cardgen.checks.comparing import Difference, Manner, Printed, compare
from cardgen.checks.disagreement import Disagreement, Key
from cardgen.checks.printed import cell_value
from cardgen.checks.reading import Claim
from cardgen.checks.showing import arithmetic, show, substituted
from cardgen.checks.tracing import Reads, Scope, TracedRecord, plain
from cardgen.diagnostics import Related, Rule, Span
from cardgen.expr import ExprError
from cardgen.values import Items, Record

MAX_ROWS = 5000


@dataclass(slots=True)
class Outcome:
    """What one claim gave in one setup: what it read, how many values were compared, what disagrees."""

    reads: Reads = field(default_factory=dict)
    compared: int = 0
    found: list[Disagreement] = field(default_factory=list)


class _ClaimError(Exception):
    def __init__(self, message: str, key: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.key, self.hint = key, hint


@dataclass(slots=True)
class Row:
    """One row of a claim: its key in the document, and what expressions see of it."""

    key: Any
    names: tuple[str, ...]
    extra: Mapping[str, Any]
    scope: Scope


class Evaluation:
    """Evaluates one claim in one setup, or over the player counts."""

    def __init__(
        self,
        claim: Claim,
        scope: Scope,
        key: Key,
        counts: Mapping[int, Scope],
        order: Sequence[int] = (),
    ) -> None:
        self.claim, self.spec, self.entry = claim, claim.spec, claim.entry
        self.scope, self.key, self.counts = scope, key, counts
        self.order = list(order or counts)
        """All player counts of the claim, of which `counts` may be some: they place the rows of a list."""
        self.outcome = Outcome()
        self._at: Scope = scope
        self._last: Reads = {}
        self._all: list[Reads] = []
        spec = claim.spec
        within = None if spec.within is None else str(spec.within)
        self.manner = Manner(within, spec.exact, spec.set, spec.order, spec.includes)
        self.printed = Printed(
            spec.printed, self.entry.raw("printed"), (*self.entry.path, "printed"), self.entry.document
        )

    def run(self) -> Outcome:
        """Compare everything that the claim prints; faults of expressions are disagreements too."""
        try:
            if self.spec.where is None or self._value(self.spec.where, "where", self.scope, {}):
                self._run()
        except _ClaimError as error:
            self._add(codes.EXPRESSION, str(error), self.entry.span(error.key), hint=error.hint)
        for reads in self._all:
            self.outcome.reads.update(reads)
        return self.outcome

    def _run(self) -> None:
        if self.spec.holds is not None:
            self._statement(self.spec.holds)
        rows = self.spec.per if self.spec.per is not None else self.spec.rows
        if rows is not None:
            self._table(rows)
        elif self.spec.value is not None:
            value = self._value(self.spec.value, "value", self.scope, {})
            before = len(self.outcome.found)
            if self.spec.printed is not None:
                self._compare(value, self.printed, self.spec.value, self.scope, {}, ())
            for section in self.spec.also:
                path = (*self.entry.path, "also")
                other = Printed(self.spec.also, None, path, self.entry.document).below(section)
                self._compare(value, other, self.spec.value, self.scope, {}, ("also", section), section)
            self.outcome.found[before:] = _one_of_all_places(self.outcome.found[before:])

    # -- expressions --------------------------------------------------------------------------------

    def _value(self, source: str, key: str, scope: Scope, extra: Mapping[str, Any]) -> Any:
        self._at, self._last = scope, scope.begin()
        self._all.append(self._last)
        try:
            return scope.value(source, extra)
        except ExprError as error:
            raise _ClaimError(
                f"{self.entry.name}: {error}", key, f"the expression is `{' '.join(source.split())}`"
            ) from None

    # -- statements ---------------------------------------------------------------------------------

    def _statement(self, source: str) -> None:
        value = self._value(source, "holds", self.scope, {})
        self.outcome.compared += 1
        if not value:
            put_in = substituted(" ".join(source.split()), self.scope, {})
            values = f": {put_in}" if put_in != source else ""
            self._add(
                codes.STATEMENT,
                f"{self.entry.name}: `{' '.join(source.split())}` does not hold{values}",
                self.entry.span("holds"),
                brief=put_in,
            )

    # -- one printed value --------------------------------------------------------------------------

    def _compare(
        self,
        value: Any,
        printed: Printed,
        source: str,
        scope: Scope,
        extra: Mapping[str, Any],
        at: tuple[str, ...],
        section: str | None = None,
    ) -> None:
        if isinstance(value, Mapping) and isinstance(printed.data, dict):
            self._mapping(value, printed, source, scope, extra, at)
            return
        self.outcome.compared += 1
        difference = compare(value, printed, self.manner)
        if difference is None:
            return
        put_in = arithmetic(source, scope, extra, value, printed.figure)
        label = self.entry.name + (f", {' '.join(at)}" if at and at[0] != "also" else "")
        where = f" in {section}" if section else ""
        message = f"{label}: {put_in}, printed {difference.printed}{where}"
        if difference.detail:
            message += f" ({difference.detail})"
        figure = printed.figure
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        self._add(
            difference.rule,
            message,
            self.entry.document.span(printed.path),
            at=at,
            hint=_hint(difference, value),
            brief=f"printed {difference.printed}, from the data {difference.value}",
            got=float(value) if number else None,
            wanted=figure.value if number and figure is not None else None,
            section=section,
        )

    def _mapping(
        self,
        value: Mapping[Any, Any],
        printed: Printed,
        source: str,
        scope: Scope,
        extra: Mapping[str, Any],
        at: tuple[str, ...],
    ) -> None:
        known = {str(key): key for key in value}
        for key in printed.data:
            if str(key) not in known:
                self._row_fault(
                    f"`{key}` is printed, and not in the data", printed.path, key, (*at, str(key))
                )
                continue
            inner = value[known[str(key)]]
            self._compare(inner, printed.below(key), f"{source}", scope, extra, (*at, str(key)))
        missing = [key for key in known if key not in {str(k) for k in printed.data}]
        if missing and not self.spec.partial and not self.spec.includes:
            names = ", ".join(f"`{name}`" for name in missing)
            self._row_fault(f"{names} in the data, and not printed", printed.path, None, at)

    # -- rows ---------------------------------------------------------------------------------------

    def _table(self, rows: Any) -> None:
        found = list(self._rows(rows))
        if len(found) > MAX_ROWS:
            raise _ClaimError(f"{self.entry.name}: more than {MAX_ROWS} rows", "rows")
        columns = self.spec.columns
        if columns is None and self.spec.value is None:
            raise _ClaimError(f"{self.entry.name}: a claim with rows needs `value` or `columns`", "rows")
        for row, key, printed in self._paired(found):
            if columns is None:
                assert self.spec.value is not None
                value = self._value(self.spec.value, "value", row.scope, row.extra)
                self._compare(value, printed, self.spec.value, row.scope, row.extra, (str(key),))
            else:
                self._cells(row, str(key), printed, list(columns.items()))

    def _cells(self, row: Row, key: str, printed: Printed, columns: Sequence[tuple[str, str | None]]) -> None:
        names = [name for name, _ in columns]
        cells = self._cells_of(printed, names, key)
        numbers = {name: cell_value(cell) for name, cell in cells.items()}
        extra = {**row.extra, "cell": Record(numbers, f"row {key}")}
        for name, source in columns:
            cell = cells.get(name)
            if cell is None or source is None or cell.silent:
                continue
            try:
                value = self._value(source, "columns", row.scope, extra)
            except _ClaimError as error:
                span = self.entry.span("columns", name)
                self._add(codes.EXPRESSION, f"{error} (row {key})", span, at=(key, name), hint=error.hint)
                continue
            self._compare(value, cell, source, row.scope, extra, (key, name))

    def _cells_of(self, printed: Printed, names: list[str], key: str) -> dict[str, Printed]:
        if isinstance(printed.data, dict):
            unknown = [str(name) for name in printed.data if name not in names]
            for name in unknown:
                self._row_fault(f"row {key}: there is no column `{name}`", printed.path, name, (key, name))
            return {name: printed.below(name) for name in names if name in printed.data}
        if isinstance(printed.data, list):
            if len(printed.data) != len(names):
                message = f"row {key} has {len(printed.data)} cells, the table {len(names)} columns"
                self._row_fault(message, printed.path, None, (key,))
            return {name: printed.below(i) for i, name in enumerate(names) if i < len(printed.data)}
        if len(names) == 1:
            return {names[0]: printed}
        self._row_fault(f"row {key} is not a list of cells", printed.path, None, (key,))
        return {}

    def _paired(self, rows: list[Row]) -> Iterator[tuple[Row, Any, Printed]]:
        """Each printed row with its row of the data; rows without a partner are disagreements."""
        data = self.printed.data
        if isinstance(data, list):
            if self.counts and len(self.order) > len(rows) and len(data) == len(self.order):
                for row in rows:
                    yield row, row.key, self.printed.below(self.order.index(row.key))
                return
            if len(data) != len(rows) and not (self.spec.partial and len(data) < len(rows)):
                message = f"{len(data)} rows printed, {len(rows)} in the data"
                self._row_fault(message, self.printed.path, None, ("rows",))
            for index, row in enumerate(rows[: len(data)]):
                yield row, row.key, self.printed.below(index)
            return
        if not isinstance(data, dict):
            raise _ClaimError(f"{self.entry.name}: `printed` needs a line for each row", "printed")
        left = {str(key): key for key in data}
        missing = []
        for row in rows:
            name = next((name for name in row.names if name in left), None)
            if name is None:
                missing.append(row.names[0])
            else:
                key = left.pop(name)
                yield row, key, self.printed.below(key)
        for key in left.values():
            if not self._other_count(key):
                what = f"`{key}` is printed, and not in the data"
                self._row_fault(what, self.printed.path, key, (str(key),))
        if missing and not self.spec.partial:
            names = ", ".join(f"`{name}`" for name in missing[:8]) + (" …" if len(missing) > 8 else "")
            self._row_fault(f"{names} in the data, and not printed", self.printed.path, None, ("rows",))

    def _other_count(self, key: Any) -> bool:
        """Whether a printed row is of a player count that is not looked at just now."""
        players = self.spec.per == "players" or self.spec.rows == "players"
        return players and key in self.scope.kit.context["kit"].find("players") and key not in self.counts

    def _rows(self, rows: Any) -> Iterator[Row]:
        if rows == "players":
            for count, scope in sorted(self.counts.items()):
                yield Row(count, (str(count),), {"row": count}, scope)
            return
        members: Any = rows
        if isinstance(rows, str):
            members = self._value(rows, "per" if self.spec.per is not None else "rows", self.scope, {})
        if isinstance(members, Mapping):
            pairs = [(key, members[key]) for key in members]
        elif isinstance(members, (list, tuple, Items, range)):
            pairs = [(None, member) for member in members]
        else:
            raise _ClaimError(f"{self.entry.name}: `{rows}` is not a list", "per")
        so_far: list[Any] = []
        for index, (key, member) in enumerate(pairs):
            so_far.append(member)
            extra = {"row": member, "position": index + 1, "so_far": tuple(so_far)}
            extra |= {"key": key} if key is not None else {}
            extra["rows"] = tuple(m for _, m in pairs)
            names = _names(key, member, index)
            yield Row(names[0], names, extra, self.scope)

    # -- disagreements ------------------------------------------------------------------------------

    def _key(self) -> Key:
        """The setup that was looked at last: of a claim by player count, that of the row."""
        return (self.key[0], self._at.kit.players) if self.counts else self.key

    def _row_fault(self, what: str, path: tuple[str | int, ...], key: Any, at: tuple[str, ...]) -> None:
        document = self.entry.document
        span = document.key_span((*path, key)) if key is not None else document.span(path)
        self._add(codes.ROWS, f"{self.entry.name}: {what}", span, at=("rows", *at), brief=what)

    def _add(
        self,
        rule: Rule,
        message: str,
        span: Span | None,
        *,
        at: tuple[str, ...] = (),
        hint: str | None = None,
        brief: str = "",
        got: float | None = None,
        wanted: float | None = None,
        section: str | None = None,
    ) -> None:
        self.outcome.found.append(
            Disagreement(
                rule, self.entry, message, span or self.entry.span(), self.claim.severity, at, hint,
                self.spec.note, self._last, keys=[self._key()], brief=brief, got=got, wanted=wanted,
                section=section,
            )
        )  # fmt: skip


def _one_of_all_places(found: list[Disagreement]) -> list[Disagreement]:
    """One disagreement for all places that print a value wrongly, with the others under the first."""
    others = [one for one in found[1:] if one.at[:1] == ("also",) and len(one.at) == 2]
    if not others or len(found[0].at) not in (0, 2) or found[0].at[:1] not in ((), ("also",)):
        return found
    first = found[0]
    by_text: dict[str, list[str]] = {}
    for one in others:
        by_text.setdefault(one.brief, []).append(str(one.section))
        if one.span is not None:
            first.related.append(Related(one.span, f"{one.section}: {one.brief.split(', from')[0]}"))
    first.message += "".join(
        f"; {brief.split(', from')[0]} in {', '.join(sections)}" for brief, sections in by_text.items()
    )
    return [one for one in found if one not in others]


def _hint(difference: Difference, value: Any) -> str | None:
    if difference.agree:
        return f"print {difference.agree}, or change the data"
    return f"print {show(value)}, or change the data" if isinstance(value, (str, Record)) else None


def _names(key: Any, member: Any, index: int) -> tuple[str, ...]:
    """What a row may be called in the document, the best first."""
    if key is not None:
        return (str(key),)
    if isinstance(member, TracedRecord):
        found = [str(member.find(name)) for name in ("id", "name", "number") if name in member._data]
        return tuple(found) or (str(index + 1),)
    return (show(plain(member)),)
