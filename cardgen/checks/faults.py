"""Disagreements of claims that need no data, in the making."""

from __future__ import annotations

from cardgen.checks.comparing import Printed
from cardgen.checks.disagreement import Disagreement
from cardgen.checks.reading import Claim
from cardgen.diagnostics import Related, Rule, Severity, Span
from cardgen.figures import Figure


def printed_of(claim: Claim, key: str = "printed") -> Printed:
    """What a claim prints, or another of its values, with its place."""
    entry = claim.entry
    return Printed(getattr(claim.spec, key), entry.raw(key), (*entry.path, key), entry.document)


def fault(
    claim: Claim,
    rule: Rule,
    message: str,
    span: Span | None,
    *,
    at: tuple[str, ...] = (),
    hint: str | None = None,
    related: list[Related] | None = None,
    severity: Severity | None = None,
    section: str | None = None,
) -> Disagreement:
    """A disagreement of a claim; a claim that is milder than its rule makes it milder."""
    return Disagreement(
        rule, claim.entry, f"{claim.entry.name}: {message}", span or claim.entry.span(),
        _milder(claim.severity, severity or rule.severity), at, hint, claim.spec.note,
        related=related or [], brief=message, section=section,
    )  # fmt: skip


def _milder(one: Severity, other: Severity) -> Severity:
    return max(one, other, key=list(Severity).index)


def short(value: float, like: Figure | None) -> str:
    """A number in six digits; a percentage like the figure it is compared with."""
    if like is not None and like.percent:
        return f"{value * 100:.6g}%"
    return f"{value:.6g}"


def span_of(printed: Printed) -> Span | None:
    """The place of a printed value."""
    return printed.document.span(printed.path)
