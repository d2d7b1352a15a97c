"""What `cardgen check` does: every player count and variant, as data, by its rules, and as it would print."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from cardgen.checks.changing import Laboratory
from cardgen.checks.checker import check_rules
from cardgen.checks.coverage import Coverage, cover
from cardgen.checks.disagreement import Key
from cardgen.checks.examine import Examined
from cardgen.checks.memory import Memory
from cardgen.checks.reading import Rulebook, read_rulebook
from cardgen.checks.silencing import Silencers
from cardgen.checks.structure import check_structure
from cardgen.checks.unused import check_unused
from cardgen.diagnostics import Findings
from cardgen.drawn import check_drawn
from cardgen.kit import Kit
from cardgen.loading import KitSource, language_codes
from cardgen.resolve import player_counts, resolve
from cardgen.translations import check_languages
from cardgen.unchanged import name_of, replay_findings, unchanged

Progress = Callable[[str], None]


@dataclass(slots=True)
class Checked:
    """A kit's resolved setups and what was examined of it."""

    kits: dict[Key, Kit] = field(default_factory=dict)
    examined: Examined | None = None
    sound: bool = False
    """Whether the data could be resolved without an error: only then is it drawn."""
    whole: bool = True
    """Whether all setups could be looked at: only then can a silencer be called idle."""


def check_kit(
    source: KitSource,
    findings: Findings,
    *,
    players: int | None = None,
    variant: str | None = None,
    lang: str | None = None,
    progress: Progress = lambda what: None,
) -> int:
    """Check the kit for these players and this variant, or for all; return how many things were looked at."""
    known = None if len(findings) else unchanged(source, players, variant, lang)
    if known is not None:
        return known
    memory = Memory.read(source.root)
    rulebook = read_rulebook(source, findings)
    silencers = Silencers(source, rulebook)
    checked = _examine(source, rulebook, silencers, findings, players, variant, lang, memory)
    check_languages(source, findings, lang)
    count = sum(1 for kit in checked.kits.values() for _ in kit.cards())
    if checked.examined is not None:
        count += checked.examined.compared
    if source.spec.kit.prints and checked.sound and checked.examined is not None:
        faces = [(setting.kit, setting.flat) for setting in checked.examined.settings.values()]
        others = _in_languages(source, checked, findings) if lang is None else []
        drawn = check_drawn([*faces, *((kit, None) for kit in others)], findings, memory, progress)
        _fill_rulebooks([*checked.kits.values(), *others], findings)
        if checked.whole and drawn.complete:
            check_unused(source.root, (source.document, *source.rulebook), drawn.read, drawn.used, findings)
    findings.extend(replay_findings(source) or ())
    kept = silencers.apply(findings)
    if checked.whole and lang is None:
        silencers.idle(kept)
        if not len(kept):
            memory.passes(name_of(players, variant, lang), count)
        memory.write()
    findings.replace(kept)
    return count


def check_rulebook(source: KitSource, findings: Findings) -> Findings:
    """Check data, structure, declared checks and claims, without drawing; return all findings that stay."""
    rulebook = read_rulebook(source, findings)
    silencers = Silencers(source, rulebook)
    _examine(source, rulebook, silencers, findings, None, None, None)
    kept = silencers.apply(findings)
    silencers.idle(kept)
    return kept


def measure_coverage(
    source: KitSource, findings: Findings, *, full: bool = False, progress: Progress = lambda what: None
) -> Coverage | None:
    """Tell which values of the data nothing would notice; None (with findings) where the kit has faults."""
    rulebook = read_rulebook(source, findings)
    silencers = Silencers(source, rulebook)
    checked = _examine(source, rulebook, silencers, findings, None, None, None)
    findings.replace(silencers.apply(findings))
    if checked.examined is None or findings.has_errors:
        return None
    known = replay_findings(source)
    also = (lambda changed: replay_findings(changed) != known) if known is not None else None
    return cover(Laboratory(source, checked.examined), findings, also=also, full=full, progress=progress)


def setups(source: KitSource, players: int | None = None, variant: str | None = None) -> Iterator[Key]:
    """The variants and player counts of a kit: all, or those asked for."""
    for chosen in (variant,) if variant else (None, *source.spec.variants):
        for count in player_counts(source.spec, chosen):
            if players is None or count == players:
                yield (chosen, count)


def _examine(
    source: KitSource,
    rulebook: Rulebook,
    silencers: Silencers,
    findings: Findings,
    players: int | None,
    variant: str | None,
    lang: str | None,
    memory: Memory | None = None,
) -> Checked:
    checked = Checked(whole=players is None and variant is None)
    for key in setups(source, players, variant):
        kit = resolve(source, key[1], findings, variant=key[0], lang=lang)
        if kit is None:
            checked.whole = False
            return checked
        checked.kits[key] = kit
    checked.sound = not findings.has_errors
    check_structure(source.root, source.document, list(checked.kits.values()), findings)
    if not checked.sound:
        checked.whole = False  # what was left out would look wrong to every rule that needs it
    elif checked.kits:
        checked.examined = check_rules(source, rulebook, checked.kits, silencers, findings, memory)
    return checked


def _in_languages(source: KitSource, checked: Checked, findings: Findings) -> list[Kit]:
    """The setups in the kit's other languages; of a language with faults, none."""
    kits: list[Kit] = []
    for code in language_codes(source)[1:]:
        own = Findings()
        found = [
            resolve(source, players, own, variant=variant, lang=code) for variant, players in checked.kits
        ]
        findings.extend(own)
        if not own.has_errors:
            kits += [kit for kit in found if kit is not None]
    return kits


def _fill_rulebooks(kits: Sequence[Kit], findings: Findings) -> None:
    """The rulebook's text for each player count and language of the game itself."""
    from cardgen.booklet import check_text
    from cardgen.faces import open_faces

    for kit in kits:
        if kit.variant is None:
            check_text(kit, open_faces(kit, "full", Findings()), findings)
