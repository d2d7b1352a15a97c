"""One cause, one finding: a value that several claims contradict, with these claims under it.

A datum is a cause when there is another value for it with which at least two claims that fail now would hold,
and none that holds now would fail.  This is tried out, not guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardgen.checks.changing import Laboratory
from cardgen.checks.codes import CAUSE, NUMBER, STATEMENT
from cardgen.checks.disagreement import Disagreement
from cardgen.checks.showing import show
from cardgen.diagnostics import Finding, Related
from cardgen.document import Path_
from cardgen.validate import describe

_DATA_TRIED, _VALUES_TRIED = 6, 8
_COMPUTED = {NUMBER.code, STATEMENT.code, "R202", "R203", "R204", "R216", "R224", "R225", "R226", "R227"}


@dataclass(frozen=True, slots=True)
class Cause:
    """A datum, the value with which its claims would agree, and the disagreements that it explains."""

    path: Path_
    value: Any
    wanted: Any
    explains: tuple[Disagreement, ...]


def causes(laboratory: Laboratory, failed: list[Disagreement]) -> list[Cause]:
    """The causes of several disagreements each, the one that explains most first."""
    left = [d for d in failed if d.rule.code in _COMPUTED and d.reads]
    found: list[Cause] = []
    tried: set[Path_] = set()
    while len(left) > 1 and len(tried) < _DATA_TRIED:
        origins = {id(d): laboratory.origins(d.keys[0], d.reads) for d in left}
        shared = Counter(path for d in left for path in sorted(origins[id(d)], key=str))
        candidates = [p for p, n in shared.most_common() if n > 1 and p not in tried][
            : _DATA_TRIED - len(tried)
        ]
        best: Cause | None = None
        for path in candidates:
            tried.add(path)
            mine = [d for d in left if path in origins[id(d)]]
            for wanted in _values(laboratory.value(path), mine):
                fixed = laboratory.fixes(path, wanted, mine)
                if len(fixed) > 1 and (best is None or len(fixed) > len(best.explains)):
                    best = Cause(path, laboratory.value(path), wanted, tuple(fixed))
                if len(fixed) == len(mine):
                    break
        if best is None:
            break
        found.append(best)
        explained = {id(d) for d in best.explains}
        left = [d for d in left if id(d) not in explained]
    return found


def _values(value: Any, failed: list[Disagreement]) -> Iterator[Any]:
    """Other values worth trying: what the printed numbers ask for, then the neighbours."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return
    asked: Counter[float] = Counter()
    for one in failed:
        if one.got is None or one.wanted is None:
            continue
        asked[value + one.wanted - one.got] += 1
        if one.got:
            asked[value * one.wanted / one.got] += 1
    whole = isinstance(value, int)
    given = [
        round(v) if whole else round(v, 6)
        for v, _ in asked.most_common()
        if not whole or abs(v - round(v)) < 0.02
    ]
    near = [value + 1, value - 1, value + 2, value - 2]
    yield from list(dict.fromkeys(v for v in (*given, *near) if v != value))[:_VALUES_TRIED]


def cause_finding(cause: Cause, laboratory: Laboratory) -> Finding:
    """The finding for a cause: the datum's place, and each claim that contradicts it."""
    names = list(dict.fromkeys(d.entry.name for d in cause.explains))
    listed = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
    path = laboratory.shown(cause.path)
    places = "1 claim contradicts" if len(names) == 1 else f"{len(names)} claims contradict"
    related = [
        Related(
            d.span, f"{d.entry.name}" + (f" (§{d.entry.section})" if d.entry.section else "") + f": {d.brief}"
        )
        for d in cause.explains
        if d.span is not None
    ]
    sections = list(dict.fromkeys(d.entry.section for d in cause.explains if d.entry.section))
    severity = min((d.severity for d in cause.explains), key=["error", "warning", "note"].index)
    owner = describe(cause.path[:-1], laboratory.document.data) if cause.path[0] == "components" else ""
    return Finding(
        CAUSE,
        f"{path} is {show(cause.value)}" + (f" ({owner})" if owner else "") + f", and {places} it: {listed}",
        laboratory.document.span(cause.path),
        f"with {show(cause.wanted)} all of them agree; else change what is printed there",
        ", ".join(sections[:6]) or None,
        tuple(related),
        severity,
    )
