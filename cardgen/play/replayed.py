"""The result of a replay, and findings that gather their consequences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cardgen.diagnostics import Finding, Related, Rule, Span


@dataclass(slots=True)
class Draft:
    """A finding in the making: later claims that follow from it become related places."""

    rule: Rule
    message: str
    span: Span | None
    hint: str | None = None
    section: str | None = None
    related: list[Related] = field(default_factory=list)

    def add(self, span: Span | None, message: str) -> None:
        """Note one more claim that depends on this."""
        if span is not None:
            self.related.append(Related(span, message))

    def finding(self) -> Finding:
        """Return the finished finding."""
        return Finding(
            self.rule,
            self.message,
            self.span,
            hint=self.hint,
            section=self.section,
            related=tuple(self.related),
            severity=self.rule.severity,
        )


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a replay came to.

    `rounds` and `final` are by the rules; `claimed_rounds` follow the record's own claims.  Points are
    totals so far, by player.  `ranking` is best first; a tie is left in seat order.
    """

    file: str
    players: tuple[str, ...]
    rounds: tuple[Mapping[str, int], ...] = ()
    claimed_rounds: tuple[Mapping[str, int], ...] = ()
    final: Mapping[str, int] = field(default_factory=dict)
    ranking: tuple[str, ...] = ()
    ledger: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()

    def with_findings(self, findings: tuple[Finding, ...]) -> Replayed:
        """Return the same result with other findings."""
        return replace(self, findings=findings)

    def as_json(self) -> dict[str, Any]:
        """Return the machine-readable form, without the findings (a report formats those)."""
        claimed = self.claimed_rounds
        return {
            "file": self.file,
            "final": dict(self.final),
            "ranking": list(self.ranking),
            "rounds": [
                {"round": number, "scores": dict(scores), "claimed": dict(claimed[number - 1])}
                for number, scores in enumerate(self.rounds, 1)
            ],
            "claimed_final": dict(claimed[-1]) if claimed else {},
            "sources": {name: dict(line) for name, line in self.ledger.items()},
        }
