"""Silencers: findings that may stay, each with a reason; one that silences nothing is a finding."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from cardgen.checks.codes import IDLE_SILENCER
from cardgen.checks.disagreement import Disagreement
from cardgen.checks.places import walk
from cardgen.checks.reading import Entry, Rulebook, Silencer
from cardgen.diagnostics import Finding, Findings, Span
from cardgen.loading import KitSource

Lines = set[tuple[str, int]]


@dataclass(slots=True)
class Silencers:
    """The silencers of a kit, and which of them have silenced something."""

    source: KitSource
    rulebook: Rulebook
    _used: set[int] = field(default_factory=set)
    _lines: dict[int, Lines] = field(default_factory=dict)

    def silences(self, found: Disagreement) -> bool:
        """Whether a disagreement may stay: by its claim or check, before causes are looked for."""
        return any(list(self._of_entry(found)))

    def _of_entry(self, found: Disagreement) -> Iterator[bool]:
        for silencer in self.rulebook.silencers:
            if silencer.code != found.rule.code:
                continue
            mine = silencer.entry is not None and silencer.entry.path == found.entry.path
            mine = mine and silencer.entry is not None and silencer.entry.document is found.entry.document
            if mine or (silencer.at is not None and silencer.at == found.entry.name):
                self._used.add(id(silencer))
                yield True

    def apply(self, findings: Findings) -> Findings:
        """The findings without those that may stay, and with the silencers that silence nothing."""
        kept = Findings()
        for finding in findings:
            if not any(list(self._of_finding(finding))):
                kept.extend([finding])
        return kept

    def idle(self, findings: Findings) -> None:
        """Add a finding for each silencer that has silenced nothing."""
        for silencer in self.rulebook.silencers:
            if id(silencer) not in self._used:
                where = f" at `{silencer.at}`" if silencer.at else ""
                findings.add(
                    IDLE_SILENCER,
                    f"there is no finding {silencer.code}{where} to silence",
                    silencer.span,
                    hint="remove it",
                )

    def _of_finding(self, finding: Finding) -> Iterator[bool]:
        for silencer in self.rulebook.silencers:
            if silencer.code == finding.code and self._covers(silencer, finding):
                self._used.add(id(silencer))
                yield True

    def _covers(self, silencer: Silencer, finding: Finding) -> bool:
        if silencer.at is None and silencer.entry is None:
            return True
        if finding.span is None:
            return False
        if silencer.at in (finding.span.file, f"{finding.span.file}:{finding.span.line}"):
            return True
        if id(silencer) not in self._lines:
            self._lines[id(silencer)] = set(self._places(silencer))
        return (finding.span.file, finding.span.line) in self._lines[id(silencer)]

    def _places(self, silencer: Silencer) -> Iterator[tuple[str, int]]:
        """All lines of what a silencer stands at."""
        if silencer.entry is not None:
            yield from _lines(silencer.entry)
            return
        entries = [claim.entry for claim in self.rulebook.claims]
        for entry in entries + [check.entry for check in self.rulebook.checks]:
            if entry.name == silencer.at:
                yield from _lines(entry)
        parts = tuple((silencer.at or "").split("."))
        for document in (self.source.document, *self.source.languages.values()):
            path = walk((), parts, document.data)
            if path is not None and len(path) == len(parts):
                yield from _lines(Entry("", document, path, None))


def _lines(entry: Entry) -> Iterator[tuple[str, int]]:
    spans: list[Span] = []
    for _, place in entry.document.below(entry.path):
        spans += [place.value] + ([place.key] if place.key else [])
    return ((span.file, span.line) for span in spans)
