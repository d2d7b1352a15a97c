"""What every game engine offers, in the vocabulary of OpenSpiel (Lanctot et al. 2019, arXiv:1908.09453).

A game is a set of pure functions over immutable states.  Chance is an actor like the players, so a
recorded game replays without a seed: its chance actions are part of the record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

CHANCE = -1
"""The actor that deals, draws and turns over cards."""
OVER = -2
"""The actor of a finished game: nobody."""


class Reason(NamedTuple):
    """Why an action is illegal: a stable `rule` name, and a sentence with the values that decide it."""

    rule: str
    text: str


class IllegalAction(ValueError):  # noqa: N818 - named for what it is, as in OpenSpiel
    """Raised by `apply`; carries the reasons."""

    def __init__(self, reasons: Sequence[Reason]) -> None:
        super().__init__("; ".join(reason.text for reason in reasons))
        self.reasons = tuple(reasons)


class Game(Protocol):
    """One game for one number of players.  States and actions are immutable and hashable.

    Players count from 0.  `returns` is each player's share of the win: it adds up to 1.
    """

    @property
    def players(self) -> int:
        """How many players sit at the table."""
        ...

    @property
    def sources(self) -> tuple[str, ...]:
        """The names of the sources of points, in the order of the ledger."""
        ...

    def initial_state(self) -> Any:
        """Return the state before anything is dealt."""
        ...

    def current_actor(self, state: Any, /) -> int:
        """Return the player to act, `CHANCE`, or `OVER`."""
        ...

    def legal_actions(self, state: Any, /) -> tuple[Any, ...]:
        """Return every action that `apply` accepts now, in a fixed order."""
        ...

    def chance_outcomes(self, state: Any, /) -> Sequence[tuple[Any, int]]:
        """Return what chance may do now, each with a positive integer weight."""
        ...

    def why_illegal(self, state: Any, action: Any, /) -> tuple[Reason, ...]:
        """Return the reasons against an action; none means legal."""
        ...

    def apply(self, state: Any, action: Any, /) -> Any:
        """Return the state after a legal action; raise `IllegalAction` otherwise."""
        ...

    def view(self, state: Any, player: int, /) -> Any:
        """Return the state as one player sees it: what is hidden from the player is not in it."""
        ...

    def totals(self, state: Any, /) -> tuple[int, ...]:
        """Return the points of every player so far."""
        ...

    def ledger(self, state: Any, /) -> tuple[Mapping[str, int], ...]:
        """Return the points of every player by source."""
        ...

    def rounds_played(self, state: Any, /) -> int:
        """Return how many rounds have begun; games without rounds count turns."""
        ...

    def ranking(self, state: Any, /) -> tuple[tuple[int, ...], ...]:
        """Return the players best first, ties together, after every tie-break."""
        ...

    def returns(self, state: Any, /) -> tuple[float, ...]:
        """Return each player's share of the win of a finished game."""
        ...

    def describe(self, action: Any, /) -> str:
        """Return an action in the words of a written record, such as ``dig A1``."""
        ...


class Strategy(Protocol):
    """A way to play: from a player's view to one legal action."""

    def choose(self, view: Any, /) -> Any:
        """Return the action to take; the view is all that the strategy knows."""
        ...


def shares(ranking: Sequence[Sequence[int]], players: int) -> tuple[float, ...]:
    """Return the shares of the win: one, split evenly among the players ranked first."""
    first = ranking[0]
    return tuple(1.0 / len(first) if player in first else 0.0 for player in range(players))
