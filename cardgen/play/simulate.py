"""Simulating many games of one version of the data, or of two versions side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardgen.diagnostics import Findings, FindingsError, did_you_mean
from cardgen.play.batch import Backend, Progress, Task, in_process, tasks_for
from cardgen.play.codes import BAD_OVERRIDE
from cardgen.play.engines import Engine, find_engine
from cardgen.play.statistics import mean_and_variance, mean_interval, quantile, wilson
from cardgen.play.tally import SHARE, StrategyTally, Tally


@dataclass(frozen=True, slots=True)
class Simulated:
    """A simulation and what it was of."""

    players: int
    games: int
    seed: int
    lineup: tuple[str, ...]
    tally: Tally
    changes: Mapping[str, Any] = field(default_factory=dict)

    def wins(self, name: str) -> float:
        """Return a strategy's wins; a shared win counts in part."""
        return self.tally.strategies[name].wins / SHARE

    def as_json(self, seconds: float | None = None) -> dict[str, Any]:
        """Return the machine-readable form; rates to 4 places, points to 2."""
        tally = self.tally
        result: dict[str, Any] = {
            "players": self.players,
            "games": self.games,
            "seed": self.seed,
            "set": dict(self.changes),
            "strategies": [strategy_json(name, tally.strategies[name]) for name in self.names],
            "length": {
                "rounds": _ratio(tally.rounds, tally.games),
                "actions": _ratio(tally.actions, tally.games),
            },
            "won": _ratio(tally.won_together, tally.games),
            "usage": usage_json(tally),
        }
        if seconds is not None:
            result["seconds"] = round(seconds, 2)
        return result

    @property
    def names(self) -> tuple[str, ...]:
        """The strategies at the table, each once."""
        return tuple(dict.fromkeys(self.lineup))


def _ratio(total: int, count: int) -> float:
    value = round(total / count, 2) if count else 0.0
    return int(value) if value == int(value) else value


def strategy_json(name: str, tally: StrategyTally) -> dict[str, Any]:
    """Return one strategy's results with 95 percent intervals."""
    wins, games = tally.wins / SHARE, tally.games
    low, high = wilson(wins, games)
    score_low, score_high = mean_interval(tally.score, tally.score_squared, games)
    mean, variance = mean_and_variance(tally.score, tally.score_squared, games)
    histogram = sorted(tally.histogram.items())
    return {
        "id": name,
        "games": games,
        "wins": round(wins, 4),
        "win_rate": round(wins / games, 4) if games else 0.0,
        "win_rate_ci95": [round(low, 4), round(high, 4)],
        "mean_score": round(mean, 2),
        "mean_score_ci95": [round(score_low, 2), round(score_high, 2)],
        "score_deviation": round(variance**0.5, 2),
        "score_quartiles": [quantile(histogram, share) for share in (0.25, 0.5, 0.75)],
        "scores": [[score, count] for score, count in histogram],
        "sources": {source: _ratio(points, games) for source, points in tally.sources.items()},
    }


def usage_json(tally: Tally) -> dict[str, dict[str, dict[str, float]]]:
    """Return what happened to each thing, as means a game: kind, id, what happened."""
    usage: dict[str, dict[str, dict[str, float]]] = {}
    for (kind, ident, what), count in sorted(tally.usage().items()):
        usage.setdefault(kind, {}).setdefault(ident, {})[what] = round(count / tally.games, 4)
    return usage


def lineup_for(engine: Engine, players: int, asked: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the strategies at the table; raise `FindingsError` for unknown ones or a wrong number."""
    if not asked:
        return engine.lineup(players)
    findings = Findings()
    for name in asked:
        if name not in engine.strategies:
            hint = did_you_mean(name, engine.strategies) or f"one of {', '.join(engine.strategies)}"
            findings.add(BAD_OVERRIDE, f"there is no strategy `{name}`", hint=hint)
    if len(asked) != players:
        findings.add(BAD_OVERRIDE, f"{len(asked)} strategies for {players} players")
    if len(findings):
        raise FindingsError(findings)
    return tuple(asked)


def simulate(
    engine: str,
    data: Mapping[str, Any],
    games: int,
    seed: int = 1,
    lineup: Sequence[str] = (),
    changes: Mapping[str, Any] | None = None,
    backend: Backend = in_process,
    progress: Progress | None = None,
) -> Simulated:
    """Simulate a number of games.

    `data` are the kit's, resolved, changes made already (`changes` is only told in the result).  The
    result depends on the data, `games`, `seed` and `lineup`, and not on the backend.
    """
    found = find_engine(engine)
    players = found.game(data).players
    seats = lineup_for(found, players, lineup)
    tasks = tasks_for(engine, data, seats, games, seed)
    tally = Tally()
    for chunk in backend(tasks, progress):
        tally.merge(chunk.tally)
    return Simulated(players, games, seed, seats, tally, dict(changes or {}))


def simulate_many(
    engine: str,
    versions: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]],
    games: int,
    seed: int = 1,
    lineup: Sequence[str] = (),
    backend: Backend = in_process,
    progress: Progress | None = None,
) -> list[Simulated]:
    """Simulate several versions, each `(changes, data)`, as one batch of work: a grid, or player counts."""
    found = find_engine(engine)
    tasks: list[Task] = []
    spans: list[tuple[int, int, tuple[str, ...], int]] = []
    for _, data in versions:
        players = found.game(data).players
        seats = lineup_for(found, players, lineup)
        chunks = tasks_for(engine, data, seats, games, seed)
        spans.append((len(tasks), len(tasks) + len(chunks), seats, players))
        tasks += chunks
    chunks_done = list(backend(tasks, progress))
    results: list[Simulated] = []
    for (changes, _), (start, stop, seats, players) in zip(versions, spans, strict=True):
        tally = Tally()
        for chunk in chunks_done[start:stop]:
            tally.merge(chunk.tally)
        results.append(Simulated(players, games, seed, seats, tally, dict(changes)))
    return results
