"""Single rules of Tanfang, each in the smallest situation that shows it."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest

from cardgen.games.tanfang import chance
from cardgen.games.tanfang.engine import Tanfang
from cardgen.games.tanfang.legality import CHECKS, candidates
from cardgen.games.tanfang.rules import SEASONS, TOOLS, Rules
from cardgen.games.tanfang.state import JOURNAL, NOBODY, RELIC, SEASON, Action, Cell, Stage, State
from cardgen.games.tanfang.turns import EFFECTS
from tests.play.tanfang_data import data

CARDS = ("clay-cup", "jade-zhang", "gold-fish", "great-zhang")


def table(season: str = "fair", **rules: Any) -> tuple[Tanfang, State]:
    """Two players, A laid with known cards, player 0 at turn in round 1 with every tool once."""
    game = Tanfang(Rules.from_data(data(2, **rules)))
    column = tuple(Cell(game.rules.card(ident) or 0) for ident in CARDS)
    state = game.initial_state()._replace(
        trenches=(column,) * game.rules.trenches,
        hands=((1,) * len(TOOLS),) * 2,
        stage=Stage.FORECAST,
        round=1,
    )
    return game, game.apply(state, Action("season", card=SEASONS.index(season)))


def act(game: Tanfang, state: State, *actions: Action) -> State:
    for action in actions:
        state = game.apply(state, action)
    return state


def reasons(game: Tanfang, state: State, action: Action) -> list[str]:
    return [reason.rule for reason in game.why_illegal(state, action)]


def tool(name: str, trench: int = -1) -> Action:
    return Action("play", trench, -1, TOOLS.index(name))


MOVE_A, DIG_A1, TAKE_A1, END = Action("move", 0), Action("dig", 0, 0), Action("extract", 0, 0), Action("end")


@pytest.mark.parametrize(
    ("season", "relic", "extra"), [("fair", 2, 0), ("inspection", 0, 0), ("expert-visit", 2, 2)]
)
def test_what_a_poor_relic_pays_in_each_season(season: str, relic: int, extra: int) -> None:
    game, state = table(season)
    state = act(game, state, MOVE_A, DIG_A1, TAKE_A1)
    assert (state.ledger[0][RELIC], state.ledger[0][SEASON]) == (relic, extra)


@pytest.mark.parametrize(("season", "days"), [("fair", 3), ("funding", 4), ("scorching", 2), ("storm", 3)])
def test_workdays_of_each_season(season: str, days: int) -> None:
    assert table(season)[1].days == days


def test_a_closed_trench_lets_nobody_in_even_with_a_letter() -> None:
    game, state = table("closure")
    state = act(game, state, tool("liaison-letter"))
    assert reasons(game, state, MOVE_A) == ["trench-closed"]


def test_nobody_extracts_a_face_that_another_dug_or_assists_with_an_own_one() -> None:
    game, state = table()
    state = act(game, state, MOVE_A, DIG_A1)
    assert reasons(game, state, Action("assist", 0, 0)) == ["own-face"]
    state = act(game, state, END, tool("liaison-letter"), MOVE_A)
    assert reasons(game, state, TAKE_A1) == ["not-own-face"]
    assert reasons(game, state, Action("assist", 0, 0)) == []


def after_two_storms(game: Tanfang, state: State) -> list[bool]:
    """Leave A with an open face; return whether it still stands after the storms of rounds 2 and 3."""
    standing = []
    for _ in range(2):
        state = act(game, state, END, END) if state.round == 1 else state
        state = act(game, state, Action("season", card=SEASONS.index("storm")))
        state = act(game, state, END, END)
        standing.append(state.trenches[0][0].digger != NOBODY)
    return standing


@pytest.mark.parametrize(
    ("shored", "switches", "standing"),
    [
        (False, {}, [False, False]),
        (True, {}, [True, False]),
        (True, {"d14": "this-round"}, [False, False]),
    ],
)
def test_shoring_holds_this_round_and_the_next(
    shored: bool, switches: dict[str, str], standing: list[bool]
) -> None:
    game, state = table(switches=switches)
    state = act(game, state, MOVE_A, DIG_A1, *([tool("shoring")] if shored else []))
    assert after_two_storms(game, state) == standing


def test_shoring_holds_in_the_round_in_which_it_is_played() -> None:
    game, state = table("storm", switches={"d16": "work"})
    state = act(game, state, MOVE_A, DIG_A1)._replace(worked=0)
    bare = act(game, state, END, END)
    shored = act(game, state, tool("shoring"), END, END)
    assert [s.trenches[0][0].digger for s in (bare, shored)] == [NOBODY, 0]


@pytest.mark.parametrize(("reading", "costs"), [("turn", [1, 1]), ("once", [1, 2])])
def test_a_trowel_serves_every_dig_of_the_turn_unless_read_otherwise(reading: str, costs: list[int]) -> None:
    game, state = table("funding", switches={"d12": reading})
    state = act(game, state, MOVE_A, tool("trowel"))
    spent = []
    for layer in (0, 1):
        after = act(game, state, Action("dig", 0, layer))
        spent.append(state.days - after.days)
        state = after
    assert spent == costs


def test_a_consolidant_makes_extracting_free_and_an_assist_no_cheaper() -> None:
    game, state = table()
    state = act(game, state, MOVE_A, DIG_A1, tool("consolidant"))
    assert act(game, state, TAKE_A1).days == state.days
    state = act(game, state, END, tool("liaison-letter"), tool("consolidant"), MOVE_A)
    assert act(game, state, Action("assist", 0, 0)).days == state.days - 1


@pytest.mark.parametrize(("reading", "points"), [("each-copy", 8), ("one-copy", 4)])
def test_a_journal_pays_for_every_fine_relic_at_the_end(reading: str, points: int) -> None:
    game, state = table(rounds=1, switches={"d15": reading})
    state = state._replace(fine=(2, 1), hands=((0, 0, 0, 0, 0, 2), (0,) * 6))
    state = act(game, state, tool("journal"), tool("journal"), END, END)
    assert state.stage == Stage.OVER
    assert [line[JOURNAL] for line in state.ledger] == [points, 0]


def test_radar_shows_one_trench_to_one_player() -> None:
    game, state = table()
    state = act(game, state, tool("ground-radar", 1))
    seen = [[cell.card >= 0 for cell in trench] for trench in game.view(state, 0).trenches]
    assert seen == [[False] * 4, [True] * 4, [False] * 4]
    assert not any(cell.card >= 0 for trench in game.view(state, 1).trenches for cell in trench)


def test_ties_are_broken_by_fine_relics_then_sets_then_tools() -> None:
    game, state = table()
    assert game.ranking(state) == ((0, 1),)
    more_tools = state._replace(hands=((1,) * 6, (2,) * 6))
    assert game.ranking(more_tools) == ((1,), (0,))
    assert game.ranking(more_tools._replace(sets=(1, 0))) == ((0,), (1,))
    assert game.ranking(more_tools._replace(sets=(1, 0), fine=(0, 1))) == ((1,), (0,))


def test_forced_actions_leave_no_negative_workdays() -> None:
    game, state = table()
    state = act(game, state, MOVE_A)._replace(days=0)
    assert reasons(game, state, DIG_A1) == ["too-few-days"]
    assert game.force(state, DIG_A1).days == 0


def test_what_players_and_chance_may_do_is_what_has_an_effect() -> None:
    """Three registries name the actions: what players may try, what is checked, what is done."""
    tried = {action.verb for action in candidates(table()[0].rules)}
    fallen = set(re.findall(r'Action\("(\w+)"', inspect.getsource(chance)))
    assert tried == set(CHECKS)
    assert len(fallen) == 6
    assert set(EFFECTS) == tried | fallen
    assert not tried & fallen
