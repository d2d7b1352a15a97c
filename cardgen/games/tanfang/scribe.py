"""Writing a played game down in the words of a record, so that it can be read, kept and replayed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cardgen.games.tanfang.engine import Tanfang
from cardgen.games.tanfang.legality import cell_name
from cardgen.games.tanfang.rules import TOOLS
from cardgen.games.tanfang.state import SOURCES, Action, Stage, State


class Played(NamedTuple):
    """One step of a game, chance included."""

    before: State
    actor: int
    action: Action
    after: State


def write_record(game: Tanfang, steps: Sequence[Played], names: Sequence[str]) -> dict[str, Any]:
    """Return the record of a whole game, with every point, workday, total and source filled in."""
    opening = next(step.before for step in steps if step.before.stage > Stage.SUPPLY)
    turns = _turns(game, steps, names)
    last = steps[-1].after
    totals = dict(zip(names, game.totals(last), strict=True))
    return {
        "players": list(names),
        "first": names[game.first_player],
        "deal": {
            cell_name(t, k): game.rules.cards[cell.card].id
            for t, trench in enumerate(opening.trenches)
            for k, cell in enumerate(trench)
        },
        "hands": {
            name: [tool for n, tool in enumerate(TOOLS) for _ in range(hand[n])]
            for name, hand in zip(names, opening.hands, strict=True)
        },
        "rounds": [_round(game, steps, number, turns, names) for number in range(1, game.rules.rounds + 1)],
        "final": totals,
        "ranking": [names[player] for group in game.ranking(last) for player in group],
        "sources": {
            name: {source: points for source, points in zip(SOURCES, line, strict=True) if points}
            for name, line in zip(names, last.ledger, strict=True)
        },
    }


def _round(
    game: Tanfang,
    steps: Sequence[Played],
    number: int,
    turns: Sequence[tuple[int, dict[str, Any]]],
    names: Sequence[str],
) -> dict[str, Any]:
    first = next(s.before for s in steps if s.before.round == number and s.before.stage == Stage.TURN)
    end = [s for s in steps if s.before.round == number and s.before.stage == Stage.TURN][-1].after
    entry: dict[str, Any] = {}
    if first.season >= 0:
        entry["season"] = game.rules.seasons[first.season].id
    looted = [s.action for s in steps if s.before.round == number and s.action.verb == "loot"]
    if looted:
        entry["looted"] = cell_name(looted[0].trench, 0)[0]
    entry["workdays"] = first.days
    entry["turns"] = [turn for round_number, turn in turns if round_number == number]
    entry["totals"] = dict(zip(names, game.totals(end), strict=True))
    return entry


def _turns(game: Tanfang, steps: Sequence[Played], names: Sequence[str]) -> list[tuple[int, dict[str, Any]]]:
    turns: list[tuple[int, dict[str, Any]]] = []
    does: list[str] = []
    start: State | None = None
    for place, (before, actor, action, after) in enumerate(steps):
        if actor < 0:
            continue
        start = start or before
        if action.verb != "end":
            words = game.describe(action)
            if action.verb == "draw":
                words += f" {TOOLS[steps[place + 1].action.card]}"
            does.append(words + _points(game, before, after, actor, names))
            continue
        old, new = game.totals(start), game.totals(before)
        gained = {name: new[p] - old[p] for p, name in enumerate(names) if new[p] != old[p]}
        mine = names[actor]
        scores = gained.get(mine, 0) if set(gained) <= {mine} else gained
        days = start.days - before.days
        turn = {"player": mine, "does": does or "pass", "days": days, "scores": scores}
        turns.append((before.round, turn))
        does, start = [], None
    return turns


def _points(game: Tanfang, before: State, after: State, actor: int, names: Sequence[str]) -> str:
    old, new = game.totals(before), game.totals(after)
    told = f" +{new[actor] - old[actor]}" if new[actor] != old[actor] else ""
    for player, name in enumerate(names):
        if player != actor and new[player] != old[player]:
            told += f" {name} +{new[player] - old[player]}"
    return told
