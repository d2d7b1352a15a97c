"""The recorded games of a kit: finding them, resolving the kit for each, replaying them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cardgen.diagnostics import Findings, FindingsError
from cardgen.document import Document
from cardgen.loading import OUTSIDE, KitSource, inside
from cardgen.play.codes import RECORD_SHAPE, UNKNOWN_ENGINE
from cardgen.play.engines import Engine, find_engine
from cardgen.play.kits import engine_data
from cardgen.play.replay import replay
from cardgen.play.replayed import Replayed
from cardgen.resolve import player_counts, resolve
from cardgen.source import read_yaml

FOLDER = "data/playthroughs"
MOST_FILES = 500


def engine_of(source: KitSource, findings: Findings) -> Engine | None:
    """Return the rules engine that a kit names, or None with a finding."""
    name = source.spec.kit.engine
    span = source.document.span(("kit", "engine"))
    if name is None:
        message = "this kit names no rules engine"
        findings.add(UNKNOWN_ENGINE, message, span, hint="write `engine: NAME` under `kit`")
        return None
    try:
        return find_engine(str(name), span)
    except FindingsError as error:
        findings.extend(error.findings)
        return None


def data_for(
    source: KitSource,
    players: int,
    findings: Findings,
    variant: str | None = None,
    settings: Mapping[str, Any] | None = None,
) -> dict[str, Any] | None:
    """Return the data for the rules engine at one player count, or None with findings.

    `settings` are dotted paths and values, as from ``--set``.
    """
    kit = resolve(source, players, findings, variant=variant, settings=settings)
    return None if kit is None or findings.has_errors else engine_data(kit)


def recorded_games(source: KitSource) -> tuple[str, ...]:
    """Return the kit's recorded games, as paths inside the kit."""
    folder = source.root / FOLDER
    names = sorted(path.name for path in folder.glob("*.yaml"))
    return tuple(f"{FOLDER}/{name}" for name in names[:MOST_FILES])


def replay_all(source: KitSource, files: Iterable[str] | None = None) -> list[Replayed]:
    """Replay recorded games of a kit (all, unless some are named, as paths inside the kit).

    Whatever is wrong with one of them is in its result.  A kit without recorded games gives none, and
    then needs no engine.
    """
    names = recorded_games(source) if files is None else tuple(files)
    if not names:
        return []
    findings = Findings()
    engine = engine_of(source, findings)
    if engine is None:
        return [Replayed(names[0], (), findings=tuple(findings))]
    return [_replay_one(source, engine, name) for name in names]


def _replay_one(source: KitSource, engine: Engine, name: str) -> Replayed:
    findings = Findings()
    path = source.root / Path(name)
    if not inside(source.root, path):
        findings.add(OUTSIDE, f"`{name}` leads outside the kit", hint="copy the file into the kit")
        return Replayed(name, (), findings=tuple(findings))
    document = read_yaml(path, name, findings)
    if document is None:
        return Replayed(name, (), findings=tuple(findings))
    data = _data_of(source, document, findings)
    if data is None:
        return Replayed(name, (), findings=tuple(findings))
    try:
        result = replay(document, engine.recorder(data), name)
    except FindingsError as error:
        findings.extend(error.findings)
        return Replayed(name, (), findings=tuple(findings))
    findings.extend(result.findings)
    return result.with_findings(tuple(findings))


def _data_of(source: KitSource, document: Document, findings: Findings) -> dict[str, Any] | None:
    """Return the data for the number of players and the variant that a record names."""
    players, variant = document.data.get("players"), document.data.get("variant")
    if variant is not None and variant not in source.spec.variants:
        findings.add(RECORD_SHAPE, f"there is no variant `{variant}`", document.span(("variant",)))
        return None
    known = player_counts(source.spec, variant)
    count = len(players) if isinstance(players, list) else 0
    if count not in known:
        message = f"{count} players are listed; the game is for {', '.join(map(str, known))}"
        findings.add(RECORD_SHAPE, message, document.span(("players",)))
        return None
    return data_for(source, count, findings, variant)
