from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from cardgen.diagnostics import Span
from cardgen.games.tanfang import ENGINE
from cardgen.games.tanfang.engine import Tanfang
from cardgen.games.tanfang.recorder import TanfangRecorder
from cardgen.games.tanfang.scribe import Played, write_record
from cardgen.games.tanfang.state import State
from cardgen.games.tanfang.strategies import STRATEGIES, planners
from cardgen.games.tanfang.switches import CHOICES
from cardgen.play.batch import seating
from cardgen.play.replay import replay
from cardgen.play.table import game_random, play
from tests.play.tanfang_data import data

OTHER = {name: choices[1] for name, choices in CHOICES.items()}
SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"rounds": 4, "tools": False, "seasons": False}),
    (3, {"preview": True, "profile": 10}),
    (3, {"looting": True, "target": 100}),
    (4, {"switches": OTHER}),
    (4, {"rounds": 8}),
]


def record_game(players: int, index: int, **rules: Any) -> tuple[dict[str, Any], Tanfang, list[Played]]:
    resolved = data(players, **rules)
    game = ENGINE.game(resolved)
    steps: list[Played] = []
    strategies = ENGINE.bench(game)(seating(ENGINE.lineup(players), index))
    play(game, strategies, game_random(7, index), lambda *step: steps.append(Played(*step)))
    return resolved, game, steps


@pytest.mark.parametrize(("players", "rules"), SETTINGS)
def test_strategies_play_legal_games_to_the_end(players: int, rules: dict[str, Any]) -> None:
    for index in range(6):
        _, game, steps = record_game(players, index, **rules)
        assert game.current_actor(steps[-1].after) == -2


class Record:
    def __init__(self, written: dict[str, Any]) -> None:
        self.data = written

    def span(self, path: tuple[str | int, ...]) -> Span:
        return Span("written", 1 + len(path))


@pytest.mark.parametrize(("players", "rules"), [row for row in SETTINGS if "switches" not in row[1]])
def test_a_simulated_game_written_down_replays_to_the_same_ledger(
    players: int, rules: dict[str, Any]
) -> None:
    for index in range(6):
        resolved, game, steps = record_game(players, index, **rules)
        written = write_record(game, steps, [f"P{seat}" for seat in range(players)])
        result = replay(Record(written), TanfangRecorder(resolved))
        assert [finding.message for finding in result.findings] == []
        assert [dict(line) for line in result.ledger.values()] == [
            dict(line) for line in game.ledger(steps[-1].after)
        ]


def shuffled_secrets(game: Tanfang, state: State, player: int, random: Random) -> State:
    """Return a state that looks the same to a player: unseen cards and others' hands changed."""
    bit = 1 << player
    unseen = [(t, k) for t, row in enumerate(state.trenches) for k, c in enumerate(row) if not c.known & bit]
    cards = [state.trenches[t][k].card for t, k in unseen]
    random.shuffle(cards)
    rows = [list(row) for row in state.trenches]
    for (t, k), card in zip(unseen, cards, strict=True):
        rows[t][k] = rows[t][k]._replace(card=card)
    others = [p for p in range(game.players) if p != player]
    pool = Counter(dict(enumerate(state.tool_deck)))
    for p in others:
        pool.update(dict(enumerate(state.hands[p])))
    loose = [tool for tool, count in sorted(pool.items()) for _ in range(count)]
    random.shuffle(loose)
    hands = list(state.hands)
    for p in others:
        drawn = Counter(loose.pop() for _ in range(sum(state.hands[p])))
        hands[p] = tuple(drawn[tool] for tool in range(6))
    left = Counter(loose)
    return state._replace(
        trenches=tuple(map(tuple, rows)),
        hands=tuple(hands),
        tool_deck=tuple(left[tool] for tool in range(6)),
    )


@pytest.mark.parametrize("players", [2, 4])
def test_what_a_player_cannot_see_changes_no_choice(players: int) -> None:
    _, game, steps = record_game(players, 3)
    ready = planners(game.rules)
    random, changed = Random(5), 0
    for before, actor, _, _ in steps:
        if actor < 0:
            continue
        other = shuffled_secrets(game, before, actor, random)
        changed += other != before
        assert game.view(other, actor) == game.view(before, actor)
        for name, make in STRATEGIES.items():
            choices = {make(ready[name]).choose(game.view(state, actor)) for state in (before, other)}
            assert len(choices) == 1
            assert not game.why_illegal(before, choices.pop())
    assert changed > len(steps) // 4


def test_every_tool_is_used_in_a_series() -> None:
    played: Counter[str] = Counter()
    for index in range(24):
        _, game, steps = record_game(4, index)
        played.update(game.describe(s.action).split()[0] for s in steps if s.action.verb == "play")
    assert set(played) == {
        "trowel", "shoring", "ground-radar", "consolidant", "liaison-letter", "journal",
    }  # fmt: skip
