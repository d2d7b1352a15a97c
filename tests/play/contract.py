"""What every game engine promises, as one suite: subclass `GameContract` and give it games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgen.play.game import CHANCE, OVER, Game, IllegalAction
from cardgen.play.table import game_random, pick

LIMIT = 3000


class GameContract:
    """Properties of any game; `games` makes one for each setting to be tested."""

    games: ClassVar[tuple[Callable[[], Game], ...]]

    def invariant(self, game: Any, before: Any, action: Any, after: Any) -> None:
        """Assert what must hold after each step of this game; engines add their own."""

    def line(self, game: Game, seed: int) -> Iterator[tuple[Any, Any, Any]]:
        """Play at random, players and chance alike, and yield (before, action, after)."""
        random = game_random(seed, 0)
        state = game.initial_state()
        for _ in range(LIMIT):
            actor = game.current_actor(state)
            if actor == OVER:
                return
            if actor == CHANCE:
                action = pick(game.chance_outcomes(state), random)
            else:
                action = random.choice(game.legal_actions(state))
            after = game.apply(state, action)
            yield state, action, after
            state = after
        raise AssertionError(f"a random game did not end in {LIMIT} steps")

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "make" in metafunc.fixturenames:
            metafunc.parametrize("make", self.games)

    @settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    @given(seed=st.integers(0, 2**32))
    def test_random_games_end_and_keep_every_invariant(self, make: Callable[[], Game], seed: int) -> None:
        game = make()
        last = game.initial_state()
        for before, action, after in self.line(game, seed):
            assert hash(before) is not None
            self.invariant(game, before, action, after)
            last = after
        assert game.current_actor(last) == OVER
        assert game.legal_actions(last) == ()
        ledger = game.ledger(last)
        assert game.totals(last) == tuple(sum(line.values()) for line in ledger)
        assert sorted(p for group in game.ranking(last) for p in group) == list(range(game.players))
        assert 0.0 <= sum(game.returns(last)) <= 1.0 + 1e-9

    @settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    @given(seed=st.integers(0, 2**32), data=st.data())
    def test_legal_actions_are_exactly_what_apply_accepts(
        self, make: Callable[[], Game], seed: int, data: st.DataObject
    ) -> None:
        game = make()
        line = [before for before, _, _ in self.line(game, seed)]
        seen = {action for before in line for action in game.legal_actions(before)}
        everything = sorted(seen, key=repr)
        for state in data.draw(st.lists(st.sampled_from(line), max_size=12)):
            legal = game.legal_actions(state)
            assert len(set(legal)) == len(legal) > 0
            for action in everything:
                assert (action in legal) == (not game.why_illegal(state, action))
                if action in legal:
                    game.apply(state, action)
                else:
                    with pytest.raises(IllegalAction):
                        game.apply(state, action)

    @settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    @given(seed=st.integers(0, 2**32))
    def test_a_recorded_game_replays_to_the_same_ledger(self, make: Callable[[], Game], seed: int) -> None:
        game = make()
        steps = list(self.line(game, seed))
        state = make().initial_state()
        for _, action, _ in steps:
            state = game.apply(state, action)
        assert state == steps[-1][2]
        assert game.ledger(state) == game.ledger(steps[-1][2])

    @settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    @given(seed=st.integers(0, 2**32))
    def test_chance_offers_exactly_its_weighted_outcomes(self, make: Callable[[], Game], seed: int) -> None:
        game = make()
        for before, _, _ in self.line(game, seed):
            chance = game.chance_outcomes(before)
            assert bool(chance) == (game.current_actor(before) == CHANCE)
            if chance:
                assert all(weight > 0 for _, weight in chance)
                assert tuple(action for action, _ in chance) == game.legal_actions(before)

    @settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    @given(seed=st.integers(0, 2**32))
    def test_a_view_is_enough_to_know_ones_own_legal_actions(
        self, make: Callable[[], Game], seed: int
    ) -> None:
        game = make()
        for before, _, _ in self.line(game, seed):
            actor = game.current_actor(before)
            if actor >= 0:
                assert game.legal_actions(game.view(before, actor)) == game.legal_actions(before)
