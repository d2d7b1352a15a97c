"""Facts of a replayed game that a rulebook's commentary may state, as nested mappings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.games.tanfang.engine import Tanfang
from cardgen.games.tanfang.rules import LETTERS, TOOLS
from cardgen.games.tanfang.state import PROFILE, SOURCES, Action, is_open
from cardgen.play.recorder import Event


def facts(
    game: Tanfang, names: Sequence[str], events: Sequence[Event], ends: Sequence[Any]
) -> Mapping[str, Any]:
    """Return facts by path.

    ``players.P0``: the ledger's sources, `days`, `dug`, `dig-days`, `extracts`, `assists`, `deepest`
    (layer), `profiles`, `tools.trowel`, `pieces.SET`, `sets`; ``rounds.3``: `open.P0`, `open.all`,
    `dug.P0`, `deepest.P0` so far, `bottoms` (deepest layers dug), `days.P0`, `gained.P0` by source and `all`;
    ``cells.C4``: `digger`, `taker`, `points`.
    """
    rules = game.rules
    players = {name: _player(game, seat, events, ends) for seat, name in enumerate(names)}
    rounds: dict[str, Any] = {}
    for number, end in enumerate(ends, 1):
        mine = [event for event in events if event.round == number]
        opened = {
            name: sum(is_open(cell) and cell.digger == seat for trench in end.trenches for cell in trench)
            for seat, name in enumerate(names)
        }
        dug = [event for event in mine if event.action.verb == "dig"]
        rounds[str(number)] = {
            "open": opened | {"all": sum(opened.values())},
            "dug": {name: sum(event.player == seat for event in dug) for seat, name in enumerate(names)},
            "deepest": {name: _deepest(seat, number, events) for seat, name in enumerate(names)},
            "bottoms": sum(event.action.layer == rules.depth - 1 for event in dug),
            "days": {name: _days(seat, mine) for seat, name in enumerate(names)},
            "gained": {name: _gained(seat, mine) for seat, name in enumerate(names)},
        }
    cells: dict[str, Any] = {}
    for trench, column in enumerate(ends[-1].trenches if ends else ()):
        for layer, cell in enumerate(column):
            cells[f"{LETTERS[trench]}{layer + 1}"] = {
                "digger": names[cell.digger] if cell.digger >= 0 else None,
                "taker": names[cell.taker] if cell.taker >= 0 else None,
                "points": rules.cards[cell.card].points,
            }
    return {"players": players, "rounds": rounds, "cells": cells}


def _deepest(seat: int, number: int, events: Sequence[Event]) -> int:
    """Return the deepest layer that a player has dug by the end of a round."""
    return max(
        (
            e.action.layer + 1
            for e in events
            if e.action.verb == "dig" and e.player == seat and e.round <= number
        ),
        default=0,
    )


def _days(seat: int, events: Sequence[Event]) -> int:
    return sum(event.before.days - event.after.days for event in events if event.player == seat)


def _gained(seat: int, events: Sequence[Event]) -> dict[str, int]:
    gained: Counter[str] = Counter()
    for event in events:
        pairs = zip(SOURCES, event.before.ledger[seat], event.after.ledger[seat], strict=True)
        gained.update({source: new - old for source, old, new in pairs})
    return {source: gained[source] for source in SOURCES} | {"all": sum(gained.values())}


def _player(game: Tanfang, seat: int, events: Sequence[Event], ends: Sequence[Any]) -> dict[str, Any]:
    mine = [event for event in events if event.player == seat]
    actions: list[Action] = [event.action for event in mine]
    count = Counter(action.verb for action in actions)
    played = Counter(TOOLS[action.card] for action in actions if action.verb == "play")
    last = ends[-1] if ends else None
    pieces = {
        name: sum(
            card.set == chosen and last is not None and last.fragments[seat] >> number & 1
            for number, card in enumerate(game.rules.cards)
        )
        for chosen, name in enumerate(game.rules.sets)
    }
    digs = [event for event in mine if event.action.verb == "dig"]
    ledger = dict(zip(SOURCES, last.ledger[seat], strict=True)) if last else dict.fromkeys(SOURCES, 0)
    profile = game.rules.profile
    return ledger | {
        "days": _days(seat, mine),
        "dug": count["dig"],
        "dig-days": _days(seat, digs),
        "extracts": count["extract"],
        "assists": count["assist"],
        "deepest": max((action.layer + 1 for action in actions if action.verb == "dig"), default=0),
        "profiles": last.ledger[seat][PROFILE] // profile if last and profile else 0,
        "tools": {tool: played[tool] for tool in TOOLS},
        "pieces": pieces | {"all": sum(pieces.values())},
        "sets": last.sets[seat].bit_count() if last else 0,
    }
