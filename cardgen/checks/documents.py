"""Claims that need no data: places of a document against each other, written sums, parts, samples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cardgen.checks import codes
from cardgen.checks.comparing import Manner, Printed, compare
from cardgen.checks.disagreement import Disagreement
from cardgen.checks.faults import fault, printed_of, short, span_of
from cardgen.checks.reading import Claim
from cardgen.checks.sampled import sample_faults
from cardgen.checks.sums import SumError, wrong_in
from cardgen.diagnostics import Related, Span
from cardgen.figures import Figure, parse_figure

KINDS = {"类", "种", "样", "kind", "kinds", "type", "types", "sort", "sorts"}
"""Units that count kinds of things, not things."""


def document_faults(claim: Claim) -> Iterator[Disagreement]:
    """Everything about a claim that the document alone decides."""
    spec = claim.spec
    if spec.also and spec.value is None and spec.columns is None:
        yield from _places(claim)
    if spec.arithmetic is not None:
        yield from _arithmetic(claim)
    if spec.parts is not None:
        yield from _parts(claim)
    if spec.sums_to is not None:
        yield from _column_sums(claim)
    if spec.sample is not None:
        yield from sample_faults(claim)


def _places(claim: Claim) -> Iterator[Disagreement]:
    """Each further place prints what the first one does."""
    first = printed_of(claim)
    everywhere = printed_of(claim, "also")
    spec = claim.spec
    manner = Manner(None, spec.exact, spec.set, spec.order, spec.includes)
    for section in spec.also:
        other = everywhere.below(section)
        if other.silent or not _differ(first, other, manner):
            continue
        place = claim.entry.document.span(first.path)
        yield fault(
            claim,
            codes.PLACES,
            f"{other.text} in {section}, and {first.text} in {claim.entry.section or 'the first place'}",
            claim.entry.document.span(other.path),
            at=(section,),
            hint="print the same in both",
            section=section,
            related=[Related(place, f"{first.text} here")] if place else [],
        )


def _differ(first: Printed, other: Printed, manner: Manner) -> bool:
    one, two = first.figure, other.figure
    if one is not None and two is not None:
        if one.kind == two.kind == "range":
            return (one.low, one.high) != (two.low, two.high)
        return not (one.admits(two.value) or two.admits(one.value))
    value: Any = first.data
    if isinstance(value, str) and isinstance(other.data, list):
        return compare(other.data, first, manner) is not None
    return compare(value, other, manner) is not None


def _arithmetic(claim: Claim) -> Iterator[Disagreement]:
    given = claim.spec.arithmetic
    texts = [given] if isinstance(given, str) else list(given or ())
    for index, text in enumerate(texts):
        span = (
            claim.entry.span("arithmetic", index)
            if not isinstance(given, str)
            else claim.entry.span("arithmetic")
        )
        try:
            wrong = wrong_in(text)
        except SumError as error:
            yield fault(
                claim, codes.EXPRESSION, f"`{text}` cannot be worked out: {error}", span, at=(str(index),)
            )
            continue
        if wrong is None:
            continue
        left, right = wrong.left, wrong.right
        shown = f"{left.text} is {short(left.value, right.figure)}"
        if right.figure is None:
            shown += f", and {right.text} is {short(right.value, None)}"
        else:
            shown += (
                f", printed {right.text}" if wrong.relation == "=" else f", not {wrong.relation} {right.text}"
            )
        yield fault(
            claim, codes.ARITHMETIC, shown, span, at=(str(index),), hint=f"the document writes `{text}`"
        )


def _parts(claim: Claim) -> Iterator[Disagreement]:
    """Printed parts and their total; kinds are not added to pieces."""
    whole = printed_of(claim, "parts")
    keys = list(whole.data) if isinstance(whole.data, dict) else list(range(len(whole.data)))
    parts = [(str(key), whole.below(key)) for key in keys]
    figures = [(name, part, part.figure) for name, part in parts if not part.silent]
    for name, part, figure in figures:
        if figure is None:
            yield fault(claim, codes.CLAIM_SHAPE, f"`{part.text}` is not a number", span_of(part), at=(name,))
    numbers = [(name, part, figure) for name, part, figure in figures if figure is not None]
    kinds = [(name, part) for name, part, figure in numbers if _is_kind(figure)]
    if kinds and len(kinds) < len(numbers):
        pieces = sum(figure.value for _, _, figure in numbers if not _is_kind(figure))
        named = ", ".join(f"{part.text} ({name})" for name, part in kinds)
        yield fault(
            claim,
            codes.UNITS,
            f"{named} counts kinds, and is added to {pieces:g} pieces",
            span_of(kinds[0][1]),
            at=("units",),
            hint="add up the pieces, or leave the kinds out of the total",
        )
    total = printed_of(claim)
    wanted = total.figure
    if wanted is not None:
        yield from _sum(claim, [f for _, _, f in numbers], wanted, total.text, span_of(total), ("total",))


def _is_kind(figure: Figure) -> bool:
    return bool(set(re.findall(r"\w+", figure.unit)) & KINDS) or any(
        figure.unit.startswith(kind) for kind in ("类", "种")
    )


def _sum(
    claim: Claim, figures: list[Figure], wanted: Figure, text: str, span: Span | None, at: tuple[str, ...]
) -> Iterator[Disagreement]:
    """Numbers and their sum.  Where they are rounded, the sum may miss by their rounding."""
    result = sum(figure.value for figure in figures)
    rounded = any(figure.percent or 0 < figure.half < 0.4 for figure in figures)
    slack = sum(figure.half for figure in figures) if rounded else 0.0
    if abs(result - wanted.value) <= slack + 1e-9:
        return
    shown = " + ".join(short(f.value, f) for f in figures[:12]) + (" + …" if len(figures) > 12 else "")
    message = f"{shown} = {short(result, wanted)}, printed {text}"
    yield fault(
        claim,
        codes.SUM,
        message,
        span,
        at=at,
        hint=f"the difference is {short(abs(result - wanted.value), wanted)}",
    )


def _column_sums(claim: Claim) -> Iterator[Disagreement]:
    spec = claim.spec
    printed = printed_of(claim)
    names = list(spec.columns) if spec.columns else None
    targets = spec.sums_to if isinstance(spec.sums_to, dict) else {None: spec.sums_to}
    rows = printed.data
    if not isinstance(rows, (dict, list)):
        yield fault(
            claim, codes.CLAIM_SHAPE, "`sums_to` needs several printed numbers", claim.entry.span("sums_to")
        )
        return
    keys = list(rows) if isinstance(rows, dict) else list(range(len(rows)))
    for column, target in targets.items():
        below = ("sums_to",) if column is None else ("sums_to", column)
        raw = claim.entry.raw(*below)
        wanted = parse_figure(raw if raw is not None else str(target))
        if wanted is None:
            yield fault(claim, codes.CLAIM_SHAPE, f"`{target}` is not a number", claim.entry.span(*below))
            continue
        figures = []
        for key in keys:
            cell = _cell(printed.below(key), column, names)
            figure = None if cell is None or cell.silent else cell.figure
            if figure is not None:
                figures.append(figure)
        at = ("sum", column or "")
        yield from _sum(
            claim, figures, wanted, f"{wanted_text(raw, target)}", claim.entry.span("printed"), at
        )


def wanted_text(raw: str | None, target: Any) -> str:
    """A total as it was typed."""
    return raw if raw is not None else str(target)


def _cell(row: Printed, column: str | None, names: list[str] | None) -> Printed | None:
    if column is None:
        return row
    if isinstance(row.data, dict):
        return row.below(column) if column in row.data else None
    if isinstance(row.data, list) and names and column in names and names.index(column) < len(row.data):
        return row.below(names.index(column))
    return None
