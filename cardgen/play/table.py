"""One game at one table: chance and the players' strategies, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from cardgen.play.game import CHANCE, OVER, Game, Strategy

STEPS = 5000
"""More steps than any game of a printed kit takes; a game that needs more does not end."""


def game_random(seed: int, index: int) -> Random:
    """Return the random numbers of one game of a series: they depend on seed and index only."""
    return Random(f"{seed}:{index}")


def pick(outcomes: Sequence[tuple[Any, int]], random: Random) -> Any:
    """Return one outcome, each with a chance in proportion to its weight."""
    total = 0
    for _, weight in outcomes:
        total += weight
    at = random.random() * total
    for action, weight in outcomes:
        at -= weight
        if at < 0:
            return action
    return outcomes[-1][0]


Watcher = Callable[[Any, int, Any, Any], None]
"""Called after each step with the state before, the actor, the action, and the state after."""


def play(game: Game, strategies: Sequence[Strategy], random: Random, watch: Watcher | None = None) -> Any:
    """Play one game to its end and return the last state; `strategies[p]` plays for player p.

    A strategy is given its player's view and nothing else.
    """
    state = game.initial_state()
    for _ in range(STEPS):
        actor = game.current_actor(state)
        if actor == OVER:
            return state
        if actor == CHANCE:
            action = pick(game.chance_outcomes(state), random)
        else:
            action = strategies[actor].choose(game.view(state, actor))
        after = game.apply(state, action)
        if watch is not None:
            watch(state, actor, action, after)
        state = after
    raise RuntimeError(f"the game did not end within {STEPS} steps")
