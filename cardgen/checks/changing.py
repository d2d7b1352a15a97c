"""Trying out another value: resolve the kit with it, and run again what reads anything that changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from cardgen.checks.disagreement import Disagreement, Key
from cardgen.checks.examine import Examined, Setting, Unit, open_settings, run
from cardgen.checks.origins import Origins
from cardgen.checks.tracing import DataPath, Reads
from cardgen.diagnostics import Finding, Findings
from cardgen.document import Document, Path_
from cardgen.loading import KitSource
from cardgen.resolve import resolve
from cardgen.validate import validate


class Laboratory:
    """Changes one value of the data at a time and tells what notices."""

    def __init__(self, source: KitSource, examined: Examined) -> None:
        self.source, self.examined = source, examined
        self.document = source.document
        self._readers: dict[Key, dict[DataPath, list[Unit]]] = {}
        for key in examined.settings:
            index: dict[DataPath, list[Unit]] = defaultdict(list)
            self._readers[key] = index
        for unit in examined.units:
            for key in unit.keys:
                for path in unit.outcome.reads:
                    self._readers[key][path].append(unit)
        self._baseline: dict[Key, set[Finding]] = {}
        self._known = {d.identity for d in examined.found}

    def value(self, path: Path_) -> Any:
        """The value at a path of the document."""
        holder: Any = self.document.data
        for key in path:
            holder = holder[key]
        return holder

    def shown(self, path: Path_) -> str:
        """A path of the document as a designer writes it, with ids instead of positions."""
        holder: Any = self.document.data
        parts = []
        for key in path:
            holder = holder[key]
            named = isinstance(key, int) and isinstance(holder, dict) and "id" in holder
            parts.append(str(holder["id"]) if named else str(key))
        return ".".join(parts)

    def changed(self, path: Path_, value: Any, findings: Findings) -> KitSource | None:
        """The kit's source with another value at a path; None (with findings) where it is malformed then."""
        document = Document(_replaced(self.document.data, path, value), self.document.places)
        spec = validate(document, findings)
        if spec is None:
            return None
        return KitSource(self.source.root, document, spec, self.source.languages, self.source.rulebook)

    def settings(self, source: KitSource, key: Key, findings: Findings) -> dict[Key, Setting] | None:
        """The setting of one setup of a changed source; None (with findings) where it cannot be resolved."""
        kit = resolve(source, key[1], findings, variant=key[0])
        return None if kit is None else open_settings(self.examined.rulebook, {key: kit})

    def rerun(
        self, key: Key, setting: Setting, document: Document, full: bool = False
    ) -> Iterator[tuple[Unit, list[Disagreement]]]:
        """What the units that read something changed (all, if `full`) find now, in one setup."""
        old, new = self.examined.settings[key].flat, setting.flat
        readers = self._readers[key]
        units: dict[int, Unit] = {}
        for path in old.keys() | new.keys():
            if path in readers and (full or old.get(path, self) != new.get(path, self)):
                units |= {id(unit): unit for unit in readers[path]}
        for unit in units.values():
            counts = (key[1],) if unit.counts else ()
            yield unit, run(Unit(unit.item, key, counts, unit.counts), {key: setting}, document).found

    def fixes(self, path: Path_, value: Any, failed: Iterable[Disagreement]) -> list[Disagreement]:
        """Which of these disagreements another value would settle; none if it breaks anything else."""
        findings = Findings()
        source = self.changed(path, value, findings)
        if source is None:
            return []
        failing = list(failed)
        settled: list[Disagreement] = []
        keys = self._keys(path)
        for key in dict.fromkeys([*(d.keys[0] for d in failing), *keys]):
            settings = self.settings(source, key, findings)
            if settings is None or findings.has_errors:
                return []
            now: dict[int, set[tuple[Any, ...]]] = {}
            for unit, found in self.rerun(key, settings[key], source.document):
                if any(d.identity not in self._known for d in found):
                    return []
                now[id(unit.item.entry)] = {d.identity for d in found}
            for one in failing:
                still = now.get(id(one.entry))
                if key in one.keys and still is not None and one.identity not in still and one not in settled:
                    settled.append(one)
                if key in one.keys and (still is None or one.identity in still) and one in settled:
                    settled.remove(one)
        return settled

    def _keys(self, path: Path_) -> list[Key]:
        """The setups that a value can matter for, those of the game itself first."""
        keys = sorted(self.examined.settings, key=lambda key: (key[0] is not None, str(key[0]), -key[1]))
        match path:
            case ("variants", variant, "setups", count, *_):
                return [key for key in keys if key == (variant, count)]
            case ("variants", variant, *_):
                return [key for key in keys if key[0] == variant]
            case ("setups", count, *_):
                return [key for key in keys if key[1] == count]
            case _:
                return keys

    def noticed(self, path: Path_, value: Any, *, full: bool = False) -> str | None:
        """What notices another value at a path: the name of a claim, a check, or a code; else None."""
        findings = Findings()
        source = self.changed(path, value, findings)
        if source is None:
            return _first(findings)
        for key in self._keys(path):
            settings = self.settings(source, key, findings)
            if settings is None:
                return _first(findings)
            new = [finding for finding in findings if finding not in self._resolved(key)]
            if new:
                return new[0].code
            for unit, found in self.rerun(key, settings[key], source.document, full):
                if any(d.identity not in self._known for d in found):
                    return unit.item.entry.name
        return None

    def _resolved(self, key: Key) -> set[Finding]:
        """What resolving the unchanged kit finds."""
        if key not in self._baseline:
            findings = Findings()
            resolve(self.source, key[1], findings, variant=key[0])
            self._baseline[key] = set(findings)
        return self._baseline[key]

    def origins(self, key: Key, reads: Reads) -> set[Path_]:
        """The numbers typed in the data that values come from, in one setup."""
        setting = self.examined.settings[key]
        return Origins(self.document, setting.scope, setting.kit.players).of(reads)


def _replaced(data: Any, path: Path_, value: Any) -> Any:
    """Plain data with the value at a path replaced; everything else is shared."""
    if not path:
        return value
    copy: Any = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = _replaced(data[path[0]], path[1:], value)
    return copy


def _first(findings: Findings) -> str:
    return next(iter(findings)).code
