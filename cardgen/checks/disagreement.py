"""What a claim or check found, before it is put into findings."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardgen.checks.reading import Entry
from cardgen.checks.tracing import DataPath, Reads
from cardgen.diagnostics import Related, Rule, Severity, Span

Key = tuple[str | None, int]
"""A variant (None: the game itself) and a number of players."""


@dataclass(slots=True)
class Disagreement:
    """One thing that does not agree.

    `at` names the cell or row inside the claim; `reads` are the data paths that its value comes from.
    Equal disagreements of several setups are put together: `keys` are the setups that show it.
    """

    rule: Rule
    entry: Entry
    message: str
    span: Span | None
    severity: Severity
    at: tuple[str, ...] = ()
    hint: str | None = None
    note: str | None = None
    reads: Reads = field(default_factory=dict)
    related: list[Related] = field(default_factory=list)
    keys: list[Key] = field(default_factory=list)
    brief: str = ""
    wanted: float | None = None
    got: float | None = None
    section: str | None = None
    """The section of the document, where it is not the claim's own."""
    short: float | None = None
    """By how much a supply or a deck falls short; of several setups only the worst is told."""
    worst: bool = False
    """Whether it falls short by less in other setups."""

    @property
    def identity(self) -> tuple[str, str, int, int, tuple[str, ...]]:
        """What it is about, whatever the setup."""
        span = self.entry.span()
        where = (span.file, span.line, span.column) if span else ("", 0, 0)
        return (self.rule.code, *where, self.at)

    def reads_any(self, paths: set[DataPath]) -> bool:
        """Whether it comes from any of these data."""
        return any(path in paths for path in self.reads)
