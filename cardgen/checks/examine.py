"""Runs claims and declared checks in every setup that they are about."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardgen.checks import codes
from cardgen.checks.claims import Evaluation, Outcome
from cardgen.checks.declared import Examination
from cardgen.checks.disagreement import Disagreement, Key
from cardgen.checks.documents import document_faults
from cardgen.checks.faults import fault
from cardgen.checks.memory import Memory
from cardgen.checks.printed import printed_values
from cardgen.checks.reading import Check, Claim, Entry, Rulebook
from cardgen.checks.tracing import DataPath, Reads, Scope, flatten
from cardgen.checks.wording import wording_faults
from cardgen.diagnostics import did_you_mean
from cardgen.document import Document, Path_
from cardgen.kit import Kit
from cardgen.values import Record


@dataclass(slots=True)
class Setting:
    """One kit with what its expressions see, and (when asked for) all of that by path."""

    kit: Kit
    scope: Scope
    _flat: Reads | None = None

    @property
    def flat(self) -> Reads:
        """Everything that can be read, by path."""
        if self._flat is None:
            self._flat = flatten(self.kit.context)
        return self._flat


@dataclass(slots=True)
class Unit:
    """A claim or check in one setup; `counts` are the setups of a claim by player count."""

    item: Claim | Check
    key: Key
    counts: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    """All counts of the claim, where only some are looked at."""
    outcome: Outcome = field(default_factory=Outcome)

    @property
    def keys(self) -> list[Key]:
        """All setups that it looks at."""
        return [(self.key[0], count) for count in self.counts] or [self.key]


@dataclass(slots=True)
class Examined:
    """Everything that was examined: the setups, the units with their outcomes, and what disagrees."""

    rulebook: Rulebook
    settings: dict[Key, Setting]
    document: Document
    units: list[Unit] = field(default_factory=list)
    found: list[Disagreement] = field(default_factory=list)
    compared: int = 0


def open_settings(rulebook: Rulebook, kits: Mapping[Key, Kit]) -> dict[Key, Setting]:
    """Each kit with its traced scope, in which claims' printed values can be read."""
    extra = (
        {"printed": printed_values(rulebook.claims)}
        if rulebook.claims
        else {"printed": Record({}, "printed")}
    )
    return {key: Setting(kit, Scope(kit, extra)) for key, kit in kits.items()}


def examine(
    rulebook: Rulebook, kits: Mapping[Key, Kit], document: Document, memory: Memory | None = None
) -> Examined:
    """Run all claims and checks.

    Setups that differ in nothing that a claim reads are not run again, nor what the `memory` knows.
    """
    examined = Examined(rulebook, open_settings(rulebook, kits), document)
    printed = flatten({"printed": printed_values(rulebook.claims)}) if memory is not None else {}
    items: list[Claim | Check] = [*rulebook.claims, *rulebook.checks]
    for item in items:
        faults = list(_unknown_setups(item, examined))
        examined.found += faults
        if faults:
            continue
        done: list[Unit] = []
        for unit in _units(item, examined.settings):
            twin = next((other for other in done if _same(other, unit, examined.settings)), None)
            if twin is not None:
                unit.outcome = Outcome(twin.outcome.reads, twin.outcome.compared)
                for disagreement in twin.outcome.found:
                    disagreement.keys.append(unit.key)
            else:
                unit.outcome = _outcome(unit, examined, memory, printed)
                done.append(unit)
                examined.found += unit.outcome.found
            examined.units.append(unit)
        examined.compared += max((unit.outcome.compared for unit in done), default=0)
    for claim in rulebook.claims:
        faults = list(document_faults(claim))
        examined.compared += bool(faults) or claim.spec.value is None
        examined.found += faults
    examined.found += list(wording_faults(rulebook, document))
    return examined


def _outcome(unit: Unit, examined: Examined, memory: Memory | None, printed: Reads) -> Outcome:
    """What a unit gives now, or gave before if it agreed and reads the same."""
    if memory is None:
        return run(unit, examined.settings, examined.document)
    spec = unit.item.spec.model_dump_json(exclude_defaults=True)
    typed = "".join(_typed(unit.item.entry, unit.item.entry.path))
    key = hashlib.sha256(
        f"{unit.key} {unit.counts} {spec} {typed}".encode("utf-8", "surrogatepass")
    ).hexdigest()
    flats = [examined.settings[k].flat for k in unit.keys if k in examined.settings] + [printed]
    known = memory.agreed(key, flats)
    if known is not None:
        return Outcome({path: _first(path, flats) for path in known[1]}, known[0])
    outcome = run(unit, examined.settings, examined.document)
    if not outcome.found:
        memory.agree(key, outcome.compared, outcome.reads, flats)
    return outcome


def _typed(entry: Entry, path: Path_) -> Iterator[str]:
    """The numbers of an entry as they were typed: 2.00 is not 2.0."""
    holder: Any = entry.document.data
    for step in path:
        holder = holder[step]
    if isinstance(holder, (dict, list)):
        for step in holder if isinstance(holder, dict) else range(len(holder)):
            yield from _typed(entry, (*path, step))
    elif isinstance(holder, float):
        place = entry.document.places.get(path)
        yield f" {place.raw if place else holder}"


def _first(path: DataPath, flats: Sequence[Reads]) -> Any:
    return next((flat[path] for flat in flats if path in flat), None)


def run(unit: Unit, settings: Mapping[Key, Setting], document: Document) -> Outcome:
    """Run one unit in its setup."""
    if isinstance(unit.item, Check):
        examination = Examination(unit.item, settings[unit.key].scope, unit.key, document)
        examination.run()
        return Outcome(examination.reads, examination.compared, examination.found)
    counts = {
        count: settings[unit.key[0], count].scope for count in unit.counts if (unit.key[0], count) in settings
    }
    key = unit.key if unit.key in settings else next(k for k in unit.keys if k in settings)
    return Evaluation(unit.item, settings[key].scope, key, counts, unit.order).run()


def _same(done: Unit, unit: Unit, settings: Mapping[Key, Setting]) -> bool:
    """Whether nothing that was read is different in another setup."""
    if done.counts or unit.counts:
        return False
    flat = settings[unit.key].flat
    return all(
        path[0] == "printed" or flat.get(path, done) == value for path, value in done.outcome.reads.items()
    )


def _units(item: Claim | Check, settings: Mapping[Key, Setting]) -> Iterator[Unit]:
    players = item.spec.players
    wanted = None if players is None else {players} if isinstance(players, int) else set(players)
    by_count = isinstance(item, Claim) and "players" in (item.spec.per, item.spec.rows)
    if isinstance(item, Claim) and not _reads_data(item):
        return
    for variant in _variants(item, settings):
        counts = [n for v, n in settings if v == variant and (wanted is None or n in wanted)]
        if by_count and counts:
            yield Unit(item, (variant, counts[0]), tuple(counts))
        elif not by_count:
            for count in counts:
                yield Unit(item, (variant, count))


def _reads_data(claim: Claim) -> bool:
    spec = claim.spec
    return (
        spec.value is not None or spec.columns is not None or spec.holds is not None or spec.per is not None
    )


def _named(item: Claim | Check) -> list[str]:
    given = item.spec.variants if isinstance(item, Check) else item.spec.variant or "none"
    return [given] if isinstance(given, str) else list(given)


def _variants(item: Claim | Check, settings: Mapping[Key, Setting]) -> Iterator[str | None]:
    known = dict.fromkeys(variant for variant, _ in settings)
    for name in _named(item):
        if name == "all":
            yield from known
        elif name == "none" and None in known:
            yield None
        elif name in known:
            yield name


def _unknown_setups(item: Claim | Check, examined: Examined) -> Iterator[Disagreement]:
    known = list(examined.document.data.get("variants") or {})
    key = "variant" if isinstance(item, Claim) else "variants"
    for name in _named(item):
        if name not in ("all", "none", *known):
            hint = did_you_mean(name, known) or f"there are: {', '.join(known) or 'none'}"
            yield setup_fault(item, f"there is no variant `{name}`", key, hint)
    players = item.spec.players
    counts = examined.document.data.get("kit", {}).get("players") or []
    for count in [players] if isinstance(players, int) else players or []:
        if count not in counts:
            yield setup_fault(item, f"the game is not for {count} players", "players", f"{counts} are")


def setup_fault(item: Claim | Check, message: str, key: str, hint: str) -> Disagreement:
    """A claim or check that is about a setup which does not exist."""
    if isinstance(item, Claim):
        return fault(item, codes.CLAIM_SHAPE, message, item.entry.span(key), at=(key,), hint=hint)
    entry = item.entry
    return Disagreement(
        codes.CLAIM_SHAPE,
        entry,
        f"{entry.name}: {message}",
        entry.span(key),
        codes.CLAIM_SHAPE.severity,
        (key,),
        hint,
    )
