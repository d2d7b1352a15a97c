"""Two versions of the data on the same games: the difference, and whether it is more than chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardgen.play.batch import Backend, Progress, in_process, tasks_for
from cardgen.play.engines import find_engine
from cardgen.play.simulate import Simulated, lineup_for
from cardgen.play.statistics import Interval, holm, mean_interval, mean_p_value
from cardgen.play.tally import SHARE, PairTally, Tally

LEVEL = 0.05
"""A difference whose adjusted p value lies below this is more than chance."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One measure of one strategy, second version less first, from games paired by their number.

    `p_value` is adjusted for the number of rows looked at (Holm).
    """

    strategy: str
    measure: str
    first: float
    second: float
    difference: float
    interval: Interval
    p_value: float

    @property
    def more_than_chance(self) -> bool:
        """Whether chance alone would hardly give such a difference."""
        return self.p_value < LEVEL


@dataclass(frozen=True, slots=True)
class Compared:
    """Two simulations of the same games, and their differences."""

    first: Simulated
    second: Simulated
    differences: tuple[Difference, ...] = field(default=())

    def as_json(self, seconds: float | None = None) -> dict[str, Any]:
        """Return the machine-readable form."""
        result: dict[str, Any] = {
            "first": self.first.as_json(),
            "second": self.second.as_json(),
            "differences": [
                {
                    "strategy": row.strategy,
                    "measure": row.measure,
                    "first": round(row.first, 4),
                    "second": round(row.second, 4),
                    "difference": round(row.difference, 4),
                    "ci95": [round(row.interval[0], 4), round(row.interval[1], 4)],
                    "p_value": round(row.p_value, 4),
                    "more_than_chance": row.more_than_chance,
                }
                for row in self.differences
            ],
        }
        if seconds is not None:
            result["seconds"] = round(seconds, 2)
        return result


def compare(
    engine: str,
    first: Mapping[str, Any],
    second: Mapping[str, Any],
    games: int,
    seed: int = 1,
    lineup: Sequence[str] = (),
    changes: tuple[Mapping[str, Any], Mapping[str, Any]] | None = None,
    backend: Backend = in_process,
    progress: Progress | None = None,
) -> Compared:
    """Play the same games by both versions and compare them game by game."""
    found = find_engine(engine)
    players = found.game(first).players
    if found.game(second).players != players:
        raise ValueError("both versions must be for the same number of players")
    seats = lineup_for(found, players, lineup)
    tallies, pairs = (Tally(), Tally()), dict[str, PairTally]()
    for chunk in backend(tasks_for(engine, first, seats, games, seed, second), progress):
        tallies[0].merge(chunk.tally)
        tallies[1].merge(chunk.other or Tally())
        for name, pair in (chunk.pairs or {}).items():
            pairs.setdefault(name, PairTally()).merge(pair)
    told = changes or ({}, {})
    results = [
        Simulated(players, games, seed, seats, tally, dict(change))
        for tally, change in zip(tallies, told, strict=True)
    ]
    return Compared(results[0], results[1], tuple(_differences(results, pairs)))


def _differences(results: Sequence[Simulated], pairs: Mapping[str, PairTally]) -> list[Difference]:
    rows: list[tuple[str, str, float, float, float, Interval, float]] = []
    for name in results[0].names:
        pair, seats = pairs[name], results[0].lineup.count(name)
        first, second = (result.tally.strategies[name] for result in results)
        for measure, total, squares, unit, a, b in (
            ("win_rate", pair.wins, pair.wins_squared, SHARE, first.wins, second.wins),
            ("mean_score", pair.score, pair.score_squared, 1, first.score, second.score),
        ):
            scale = unit * seats
            low, high = mean_interval(total / scale, squares / scale**2, pair.games)
            p_value = mean_p_value(total, squares, pair.games)
            rows.append(
                (
                    name,
                    measure,
                    a / unit / first.games,
                    b / unit / second.games,
                    total / scale / pair.games,
                    (low, high),
                    p_value,
                )
            )
    adjusted = holm([row[-1] for row in rows])
    return [Difference(*row[:-1], p) for row, p in zip(rows, adjusted, strict=True)]
