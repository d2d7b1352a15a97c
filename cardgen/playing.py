"""What `cardgen simulate` does: data for each version asked for, games, tables and plots."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from cardgen.diagnostics import Findings, FindingsError, Span
from cardgen.loading import KitSource
from cardgen.play.balance import Judged, judge
from cardgen.play.batch import Backend, Progress
from cardgen.play.codes import CLAIM_SHAPE
from cardgen.play.compare import Compared, compare
from cardgen.play.overrides import grid, parse_override, parse_sweep
from cardgen.play.playthroughs import data_for, engine_of
from cardgen.play.plots import plot_page
from cardgen.play.simulate import Simulated, simulate_many
from cardgen.play.tables import (
    aligned,
    comparison_rows,
    csv_text,
    simulation_csv,
    simulation_text,
    sweep_rows,
)
from cardgen.source import read_yaml


@dataclass(frozen=True, slots=True)
class Asked:
    """A simulation as asked for; `settings` and `sweeps` are `path=value` and `path=a..b`."""

    players: tuple[int, ...]
    variant: str | None = None
    games: int = 1000
    seed: int = 1
    settings: tuple[str, ...] = ()
    sweeps: tuple[str, ...] = ()
    strategies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """One or more simulations, or comparisons, of what was asked."""

    results: tuple[Simulated, ...] = ()
    compared: tuple[Compared, ...] = ()
    swept: bool = False

    def text(self, output: str, seconds: float) -> str:
        """The result as `text`, `json` or `csv`; `seconds` is told in JSON."""
        if self.compared:
            return self._compared(output, seconds)
        if output == "json":
            records = [result.as_json(seconds / len(self.results)) for result in self.results]
            return _json(records[0] if len(records) == 1 else records)
        if output == "csv":
            return (
                csv_text(sweep_rows(self.results)) if self.swept else simulation_csv(self.results)
            ).rstrip("\n")
        if self.swept:
            return aligned(sweep_rows(self.results))
        return "\n\n".join(simulation_text(result) for result in self.results)

    def _compared(self, output: str, seconds: float) -> str:
        if output == "json":
            records = [each.as_json(seconds / len(self.compared)) for each in self.compared]
            return _json(records[0] if len(records) == 1 else records)
        tables = [comparison_rows(each) for each in self.compared]
        if output == "csv":
            return "\n".join(csv_text(table).rstrip("\n") for table in tables)
        return "\n\n".join(aligned(table) for table in tables)


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1)


def run(
    source: KitSource,
    asked: Asked,
    findings: Findings,
    comparing: bool,
    backend: Backend,
    tell: Callable[[str], None] = lambda what: None,
) -> Played | None:
    """Simulate; None with findings when the kit has no engine, or a path or value is wrong."""
    engine = engine_of(source, findings)
    if engine is None:
        return None
    fixed = dict(parse_override(text) for text in asked.settings)
    points = grid(parse_sweep(text) for text in asked.sweeps) if asked.sweeps else [{}]
    versions = []
    for players, point in product(asked.players, points):
        changes = {**fixed, **point}
        data = data_for(source, players, findings, asked.variant, changes)
        if data is None:
            return None
        versions.append((changes, data))
    name = str(source.spec.kit.engine)
    progress = _progress(tell)
    if comparing:
        base = [data_for(source, players, findings, asked.variant) for players in asked.players]
        pairs = [
            compare(
                name,
                before,
                after,
                asked.games,
                asked.seed,
                asked.strategies,
                ({}, changes),
                backend,
                progress,
            )
            for before, (changes, after) in zip(base, versions, strict=True)
            if before is not None
        ]
        return Played(compared=tuple(pairs))
    results = simulate_many(name, versions, asked.games, asked.seed, asked.strategies, backend, progress)
    return Played(tuple(results), swept=bool(asked.sweeps))


def _progress(tell: Callable[[str], None]) -> Progress:
    return lambda done, total: tell(f"{done} of {total} games")


def judge_file(path: Path, played: Played, findings: Findings) -> list[Judged]:
    """Judge the claims of a YAML file (`claims: [...]`) by simulations of each player count.

    What is contradicted, undecided or unreadable becomes a finding at its line.
    """
    document = read_yaml(path, path.name, findings)
    claims = document.data.get("claims") if document else None
    if document is None or not isinstance(claims, list) or not all(isinstance(c, dict) for c in claims):
        findings.add(CLAIM_SHAPE, f"`{path.name}` has no list of `claims`", Span(path.name))
        return []
    judged, found = judge(
        claims, {result.players: result for result in played.results}, lambda n: document.span(("claims", n))
    )
    findings.extend(found)
    return judged


def judged_text(judged: Sequence[Judged], output: str) -> str:
    """Verdicts as a table, CSV or JSON."""
    if output == "json":
        return _json([row.as_json() for row in judged])
    rows = [["claim", "section", "verdict", "figures"]]
    rows += [[row.id, row.section or "", str(row.verdict), row.text] for row in judged]
    return csv_text(rows).rstrip("\n") if output == "csv" else aligned(rows)


def plot_file(source: KitSource, played: Played, ending: str) -> bytes:
    """Win rates and score distributions as one page, SVG or PDF."""
    results = played.results or tuple(
        result for each in played.compared for result in (each.first, each.second)
    )
    title = _title(source.spec.kit.title)
    svg = plot_page(results, title)
    if ending == ".svg":
        return svg.encode()
    from cardgen.fonts import FontSet
    from cardgen.proof import face_pdf
    from cardgen.svg import Library, compile_face

    fonts, findings = FontSet.load(), Findings()
    artwork = compile_face(svg, library=Library(source.root, "full", fonts, findings))
    if artwork is None:
        raise FindingsError(findings)
    return face_pdf(artwork, fonts, lang=str(source.spec.kit.language), title=title)


def _title(title: str | Mapping[str, str]) -> str:
    return title if isinstance(title, str) else next(iter(title.values()))
