"""What an engine offers so that a written record of its game can be replayed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from cardgen.diagnostics import Rule
from cardgen.play.game import Game, Reason
from cardgen.play.record import Place, Playthrough, Round

Complain = Callable[[Rule, str, Place, str | None], None]
"""Notes a finding: the kind, what is wrong, the place in the record, a hint."""


class Bonus(NamedTuple):
    """Points that a record claims for something that is no action, such as a finished profile."""

    source: str
    about: Any


class Event(NamedTuple):
    """One action of the strict line: who did what in which round, and what it paid by player and source."""

    round: int
    player: int
    action: Any
    before: Any
    after: Any


class Recorder(Protocol):
    """Between a record's words and a game's states.  One recorder replays one record.

    Player numbers are seats of the record; states are the game's own.
    """

    @property
    def game(self) -> Game:
        """The game as the record's table has it (a record may know cards that the kit does not)."""
        ...

    @property
    def rounds(self) -> int:
        """How many rounds a whole game has."""
        ...

    def lay_out(self, record: Playthrough, complain: Complain) -> Any:
        """Return the state at the start of round 1 for the record's deal and hands."""
        ...

    def begin_round(self, state: Any, entry: Round, complain: Complain) -> Any:
        """Return the state at the first turn of a round."""
        ...

    def turn_order(self, number: int) -> Sequence[int]:
        """Return who takes a turn in a round, in order."""
        ...

    def begin_turn(self, state: Any, turn: int, player: int) -> Any:
        """Return the state with the player at turn, whoever should be."""
        ...

    def budget(self, state: Any) -> int:
        """Return what the player at turn has left to spend."""
        ...

    def read(self, state: Any, words: str) -> Any:
        """Return the action (or `Bonus`) that the words mean; raise `UnreadableError` otherwise."""
        ...

    def earned(self, state: Any, player: int, bonus: Bonus) -> str | None:
        """Return why a bonus is not due, or None when it is."""
        ...

    def why_illegal(self, state: Any, action: Any) -> tuple[Reason, ...]:
        """Return the reasons against an action, in the players' names."""
        ...

    def take(self, state: Any, action: Any, place: Place, force: bool, complain: Complain) -> Any:
        """Return the state after an action and the chance that the record tells of with it."""
        ...

    def options(self, state: Any) -> tuple[str, ...]:
        """Return what the player at turn could do of use, in the words of a record."""
        ...

    def end_round(self, state: Any) -> Any:
        """Return the state after the round's end."""
        ...

    def facts(self, events: Sequence[Event], ends: Sequence[Any]) -> Mapping[str, Any]:
        """Return facts for statements, as nested mappings; `ends` are the states before each round's end."""
        ...


class UnreadableError(ValueError):
    """Words of a record that mean nothing; the hint says what would."""

    def __init__(self, rule: Rule, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.hint = hint
