"""Adding up simulated games.  Everything is a whole number, so any order of adding gives the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

SHARE = 12
"""Wins are counted in twelfths: a win shared by 1, 2, 3 or 4 is whole."""


@dataclass(slots=True)
class StrategyTally:
    """Sums for one strategy over all its seats; `wins` in twelfths of a win."""

    games: int = 0
    wins: int = 0
    wins_squared: int = 0
    score: int = 0
    score_squared: int = 0
    sources: Counter[str] = field(default_factory=Counter)
    histogram: Counter[int] = field(default_factory=Counter)
    usage: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    seats: Counter[int] = field(default_factory=Counter)

    def add_game(self, seat: int, share: float, score: int, ledger: Mapping[str, int]) -> None:
        """Add one finished game from one seat."""
        twelfths = round(share * SHARE)
        self.games += 1
        self.wins += twelfths
        self.wins_squared += twelfths * twelfths
        self.score += score
        self.score_squared += score * score
        self.histogram[score] += 1
        self.seats[seat] += twelfths
        for source, points in ledger.items():
            self.sources[source] += points

    def merge(self, other: StrategyTally) -> None:
        """Add another tally's sums."""
        self.games += other.games
        self.wins += other.wins
        self.wins_squared += other.wins_squared
        self.score += other.score
        self.score_squared += other.score_squared
        self.sources.update(other.sources)
        self.histogram.update(other.histogram)
        self.usage.update(other.usage)
        self.seats.update(other.seats)


@dataclass(slots=True)
class Tally:
    """Sums over games at one kind of table."""

    strategies: dict[str, StrategyTally] = field(default_factory=dict)
    games: int = 0
    rounds: int = 0
    actions: int = 0
    chance: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    won_together: int = 0
    """Games in which somebody won: all of them, but for cooperative games."""

    def strategy(self, name: str) -> StrategyTally:
        """Return the tally of a strategy, made when it is first asked for."""
        return self.strategies.setdefault(name, StrategyTally())

    def merge(self, other: Tally) -> None:
        """Add another tally's sums."""
        self.games += other.games
        self.rounds += other.rounds
        self.actions += other.actions
        self.won_together += other.won_together
        self.chance.update(other.chance)
        for name, tally in other.strategies.items():
            self.strategy(name).merge(tally)

    def usage(self) -> Counter[tuple[str, str, str]]:
        """Return what was used by anybody, chance included."""
        used = Counter(self.chance)
        for tally in self.strategies.values():
            used.update(tally.usage)
        return used


@dataclass(slots=True)
class PairTally:
    """Sums of per-game differences, second version less first, for one strategy."""

    games: int = 0
    wins: int = 0
    wins_squared: int = 0
    score: int = 0
    score_squared: int = 0

    def add(self, wins: int, score: int) -> None:
        """Add the differences of one game."""
        self.games += 1
        self.wins += wins
        self.wins_squared += wins * wins
        self.score += score
        self.score_squared += score * score

    def merge(self, other: PairTally) -> None:
        """Add another tally's sums."""
        self.games += other.games
        self.wins += other.wins
        self.wins_squared += other.wins_squared
        self.score += other.score
        self.score_squared += other.score_squared


def by_strategy(names: Sequence[str], values: Sequence[int]) -> dict[str, int]:
    """Return the sum of the seats' values for each strategy."""
    found: dict[str, int] = {}
    for name, value in zip(names, values, strict=True):
        found[name] = found.get(name, 0) + value
    return found
