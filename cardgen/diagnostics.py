"""Findings: what is wrong with a kit, where, and what to do about it.

Library code never prints and never stops at the first fault: it adds to a `Findings`
and goes on as far as it can.  Only `report` and `cli` show them to a person.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum


class Severity(StrEnum):
    """How bad a finding is; only `ERROR` stops a build."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A place in a file of the kit.

    `file` is relative to the kit's folder, with forward slashes, so that output never
    depends on where the kit lies.  Lines and columns count from 1; `end_column` is
    exclusive and on the same line (equal to `column` when unknown).
    """

    file: str
    line: int = 1
    column: int = 1
    end_column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of finding: a stable code, a name for what it finds, and its usual severity."""

    code: str
    name: str
    severity: Severity = Severity.ERROR


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that belongs to a finding, with what to see there."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found.  `message` carries the value; `hint` says what to do."""

    rule: Rule
    message: str
    span: Span | None = None
    hint: str | None = None
    section: str | None = None
    related: tuple[Related, ...] = ()
    severity: Severity = Severity.ERROR

    @property
    def code(self) -> str:
        """The stable code, such as `D104`."""
        return self.rule.code

    @property
    def name(self) -> str:
        """What the rule finds, such as `unknown-field`."""
        return self.rule.name

    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Order by place, then code: the order in which a person works through a file."""
        span = self.span or Span("", 0, 0)
        return (span.file, span.line, span.column, self.code, self.message)


@dataclass(slots=True)
class Findings:
    """A growing collection of findings; equal ones are kept once."""

    _items: dict[Finding, None] = field(default_factory=dict)

    def add(
        self,
        rule: Rule,
        message: str,
        span: Span | None = None,
        *,
        hint: str | None = None,
        section: str | None = None,
        related: Iterable[Related] = (),
        severity: Severity | None = None,
    ) -> None:
        """Record one finding; its severity is the rule's unless given."""
        finding = Finding(rule, message, span, hint, section, tuple(related), severity or rule.severity)
        self._items.setdefault(finding)

    def extend(self, other: Iterable[Finding]) -> None:
        """Take over findings from elsewhere."""
        for finding in other:
            self._items.setdefault(finding)

    def without(self, codes: Iterable[str]) -> Findings:
        """The findings but for those of some codes."""
        left_out = {code.upper() for code in codes}
        return Findings({finding: None for finding in self._items if finding.code not in left_out})

    def replace(self, others: Findings) -> None:
        """Become these findings: those that stay when the silenced ones are taken out."""
        self._items = dict(others._items)

    def __iter__(self) -> Iterator[Finding]:
        return iter(sorted(self._items, key=Finding.sort_key))

    def __len__(self) -> int:
        return len(self._items)

    def count(self, severity: Severity) -> int:
        """How many findings have this severity."""
        return sum(finding.severity is severity for finding in self._items)

    @property
    def has_errors(self) -> bool:
        """Whether any finding stops a build."""
        return self.count(Severity.ERROR) > 0


class FindingsError(Exception):
    """Raised where work cannot go on; carries everything found so far."""

    def __init__(self, findings: Findings) -> None:
        super().__init__("; ".join(f"{f.code} {f.message}" for f in findings))
        self.findings = findings


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return a hint ``did you mean `x`?`` for the nearest known word, or None."""
    names = sorted({str(name) for name in known})
    near = difflib.get_close_matches(word, names, n=1, cutoff=0.6)
    if not near:
        folded = {name.casefold().replace("_", "-"): name for name in names}
        match = folded.get(word.casefold().replace("_", "-"))
        near = [match] if match else []
    return f"did you mean `{near[0]}`?" if near else None
