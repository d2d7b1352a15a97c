"""The checker: rulebook and kits in, findings out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cardgen.checks.causes import cause_finding, causes
from cardgen.checks.changing import Laboratory
from cardgen.checks.disagreement import Disagreement, Key
from cardgen.checks.examine import Examined, examine
from cardgen.checks.memory import Memory
from cardgen.checks.places import related
from cardgen.checks.reading import Rulebook
from cardgen.checks.showing import show
from cardgen.checks.silencing import Silencers
from cardgen.checks.tracing import MEMBERS
from cardgen.diagnostics import Finding, Findings, Related
from cardgen.kit import Kit
from cardgen.loading import KitSource

_SHOWN_DATA = 4
_UNTOLD = {MEMBERS, "id", "name"}


def check_rules(
    source: KitSource,
    rulebook: Rulebook,
    kits: Mapping[Key, Kit],
    silencers: Silencers,
    findings: Findings,
    memory: Memory | None = None,
) -> Examined:
    """Confirm claims and declared checks in all these kits; `kits` are by variant and player count."""
    examined = examine(rulebook, kits, source.document, memory)
    failed = [d for d in merged(examined.found) if not silencers.silences(d)]
    failed = list(_dependants_folded(failed))
    if failed:
        laboratory = Laboratory(source, examined)
        found = causes(laboratory, failed)
        for cause in found:
            findings.extend([cause_finding(cause, laboratory)])
        explained = {id(d) for cause in found for d in cause.explains}
        failed = [d for d in failed if id(d) not in explained]
    findings.extend(finding_of(d, examined, source) for d in failed)
    return examined


def merged(found: Sequence[Disagreement]) -> list[Disagreement]:
    """One disagreement for all setups that show it, in the words of the first setup, or of the worst."""
    by_identity: dict[object, Disagreement] = {}
    for one in found:
        first = by_identity.setdefault(one.identity, one)
        if first is not one:
            kept, other = (one, first) if (one.short or 0) > (first.short or 0) else (first, one)
            kept.keys += [key for key in other.keys if key not in kept.keys]
            kept.worst = kept.worst or other.worst or kept.short != other.short
            by_identity[one.identity] = kept
    return list(by_identity.values())


def _dependants_folded(failed: list[Disagreement]) -> Iterator[Disagreement]:
    """A claim computed from a printed value that is wrong itself goes under that one."""
    by_claim: dict[str, list[Disagreement]] = {}
    for one in failed:
        by_claim.setdefault(_alias(one.entry.name), []).append(one)
    for one in failed:
        cause = next(
            (
                other
                for path in one.reads
                if path[0] == "printed" and len(path) > 1
                for other in by_claim.get(_alias(path[1]), ())
                if other is not one and other.entry is not one.entry and _concerns(other, path[2:])
            ),
            None,
        )
        if cause is not None and not any(path[0] == "printed" for path in cause.reads):
            if one.span is not None:
                cause.related.append(Related(one.span, f"{one.entry.name} follows from it: {one.brief}"))
        else:
            yield one


def _concerns(other: Disagreement, cell: tuple[str, ...]) -> bool:
    return not other.at or not cell or other.at[: len(cell)] == cell[: len(other.at)] or cell[0] == MEMBERS


def _alias(name: str) -> str:
    return re.sub(r"\W", "_", name)


def finding_of(one: Disagreement, examined: Examined, source: KitSource) -> Finding:
    """The finding for one disagreement: both places, the setups, the note."""
    message = one.message + _setups(one, examined)
    if one.note:
        message += f" — {one.note}"
    places = list(one.related)
    key = one.keys[0] if one.keys else None
    for path, value in one.reads.items():
        if key is None or len(places) >= _SHOWN_DATA or path[0] == "printed" or path[-1] in _UNTOLD:
            continue
        found = related(path, show(value), source.document, source.spec, key[1])
        if found is not None and found.span not in (one.span, *(p.span for p in places)):
            places.append(found)
    return Finding(
        one.rule, message, one.span, one.hint, one.section or one.entry.section, tuple(places), one.severity
    )


def _setups(one: Disagreement, examined: Examined) -> str:
    """In which setups it is so, unless it is in all that were looked at."""
    looked = {key for unit in examined.units if unit.item.entry is one.entry for key in unit.keys}
    keys = [key for key in one.keys if key in looked]
    by_count = any(unit.counts for unit in examined.units if unit.item.entry is one.entry)
    if one.worst and len(keys) > 1:
        variant, count = keys[0]
        others = f"{len(keys) - 1} other setup{'s' * (len(keys) > 2)}"
        return f" [{variant + ', ' if variant else ''}{count} players; {others}, too]"
    if by_count or not keys or set(keys) == looked:
        return ""
    variants = list(dict.fromkeys(variant for variant, _ in keys))
    parts = []
    for variant in variants[:4]:
        counts = [count for v, count in keys if v == variant]
        every = counts == [count for v, count in sorted(looked, key=str) if v == variant] or {
            count for v, count in looked if v == variant
        } == set(counts)
        players = "" if every else ", ".join(map(str, sorted(counts))) + " players"
        parts.append(", ".join(part for part in (variant or "", players) if part) or "the game itself")
    return f" [{'; '.join(parts)}{'; …' if len(variants) > 4 else ''}]"
