"""Tanfang: an excavation season of six rounds.  `ENGINE` is what the entry point names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cardgen.games.tanfang.engine import Tanfang
from cardgen.games.tanfang.recorder import TanfangRecorder
from cardgen.games.tanfang.rules import Rules
from cardgen.games.tanfang.state import Action, State
from cardgen.games.tanfang.strategies import LINEUPS, STRATEGIES, planners
from cardgen.games.tanfang.usage import Tag, tags
from cardgen.play.game import Strategy


class TanfangEngine:
    """Makes games, tables of strategies and recorders of Tanfang; see `cardgen.play.engines.Engine`."""

    id = "tanfang"
    strategies = tuple(STRATEGIES)

    def game(self, data: Mapping[str, Any]) -> Tanfang:
        """Return the game for a kit's data; raise `FindingsError` if they do not suffice."""
        return Tanfang(Rules.from_data(data))

    def recorder(self, data: Mapping[str, Any]) -> TanfangRecorder:
        """Return a recorder for one record."""
        return TanfangRecorder(data)

    def lineup(self, players: int) -> tuple[str, ...]:
        """Return the strategies that sit at a table of this size unless others are asked for."""
        return LINEUPS[players]

    def bench(self, game: Any) -> Callable[[Sequence[str]], list[Strategy]]:
        """Return what seats fresh strategies by name for each new game."""
        ready = planners(game.rules)

        def seat(names: Sequence[str]) -> list[Strategy]:
            game.forget()
            return [STRATEGIES[name](ready[name]) for name in names]

        return seat

    def tags(self, game: Any, before: State, action: Action, after: State) -> tuple[Tag, ...]:
        """Return what an action used, to be counted."""
        return tags(game.rules, before, action, after)


ENGINE = TanfangEngine()
