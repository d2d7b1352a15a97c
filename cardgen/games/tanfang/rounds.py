"""From one turn, round or step of the setup to the next; storms and the last scoring."""

from __future__ import annotations

from cardgen.games.tanfang.rules import Rules
from cardgen.games.tanfang.state import (
    JOURNAL,
    NOBODY,
    Stage,
    State,
    add,
    credit,
    is_open,
    put_cell,
)


def next_setup_step(rules: Rules, first_player: int, state: State) -> State:
    """Return the state with the setup stage moved on when its cards are all laid."""
    stage, step = state.stage, state.step
    if stage == Stage.DEAL:
        if step < rules.trenches * rules.depth:
            return state
        chosen = bool(state.pieces) or not rules.fragment_sets
        state = state._replace(stage=Stage.BURY if chosen else Stage.CHOOSE, step=0)
        if not chosen:
            return state
        stage, step = Stage.BURY, 0
    if stage == Stage.CHOOSE:
        return state._replace(stage=Stage.BURY, step=0)
    if stage == Stage.BURY:
        if step < len(state.pieces):
            return state
        state = state._replace(stage=Stage.SUPPLY, step=0)
        step = 0
    if step < rules.hand * rules.players and any(state.tool_deck):
        return state
    return start_round(rules, first_player, state._replace(step=0))


def start_round(rules: Rules, first_player: int, state: State) -> State:
    """Return the state at the start of the next round, waiting for its season where there is one."""
    state = state._replace(
        round=state.round + 1,
        turn=0,
        player=NOBODY,
        claims=(0,) * rules.trenches,
        worked=0,
        closed=-1,
        season=-1,
    )
    if not rules.seasons_on:
        return _after_season(rules, first_player, state)
    if state.coming >= 0:
        return _put_in_force(rules, first_player, state)
    return state._replace(stage=Stage.FORECAST)


def reveal(rules: Rules, first_player: int, state: State, season: int) -> State:
    """Return the state after a season card is turned over: in force, or shown a round ahead."""
    if rules.switches.d3 != "freq" and rules.switches.d4 == "top":
        deck, discard = state.season_deck, state.season_discard
        if not any(deck):
            deck, discard = discard, (0,) * len(discard)
        deck = add(deck, season, -1) if deck[season] else deck
        state = state._replace(season_deck=deck, season_discard=discard)
    if state.season >= 0:
        return _after_season(rules, first_player, state._replace(coming=season))
    return _put_in_force(rules, first_player, state._replace(coming=season))


def _put_in_force(rules: Rules, first_player: int, state: State) -> State:
    season = state.coming
    state = state._replace(season=season, coming=-1)
    if rules.seasons[season].id == "closure":
        pawns = tuple(NOBODY if pawn == 0 else pawn for pawn in state.pawns)
        state = state._replace(closed=0, pawns=pawns)
    if rules.preview and rules.switches.d17 == "start" and state.round < rules.rounds:
        return state._replace(stage=Stage.FORECAST)
    return _after_season(rules, first_player, state)


def _after_season(rules: Rules, first_player: int, state: State) -> State:
    if rules.looting:
        return state._replace(stage=Stage.LOOT)
    return open_turns(rules, first_player, state)


def open_turns(rules: Rules, first_player: int, state: State) -> State:
    """Return the state at the first turn of the round; the start moves on clockwise every round."""
    player = (first_player + state.round - 1) % rules.players
    return start_turn(rules, state, 0, player)


def start_turn(rules: Rules, state: State, turn: int, player: int) -> State:
    """Return the state at the start of a turn: full workdays, and off the board if driven out."""
    pawns = state.pawns
    pawn = pawns[player]
    if pawn != NOBODY and state.claims[pawn] & ~(1 << player):
        pawns = (*pawns[:player], NOBODY, *pawns[player + 1 :])
    extra = rules.seasons[state.season].workdays if state.season >= 0 else 0
    return state._replace(
        stage=Stage.TURN,
        turn=turn,
        player=player,
        pawns=pawns,
        days=max(0, rules.workdays + extra),
        moves=0,
        trowel=0,
        consolidant=0,
        letter=False,
    )


def next_turn(rules: Rules, first_player: int, state: State) -> State:
    """Return the state after a turn has ended: the next player's turn, or the end of the round."""
    if state.turn + 1 < rules.players:
        return start_turn(rules, state, state.turn + 1, (state.player + 1) % rules.players)
    return end_round(rules, first_player, state)


def end_round(rules: Rules, first_player: int, state: State) -> State:
    """Return the state after storms, the discard and, in the end, the last scoring."""
    if state.season >= 0:
        if rules.seasons[state.season].id == "storm":
            state = storm(rules, state)
        if rules.switches.d3 != "freq" and rules.switches.d4 == "top":
            state = state._replace(season_discard=add(state.season_discard, state.season, 1))
    state = state._replace(days=0, moves=0, trowel=0, consolidant=0, letter=False)
    if state.round < rules.rounds:
        return start_round(rules, first_player, state)
    ledger = state.ledger
    for player, copies in enumerate(state.journals):
        counted = min(copies, 1) if rules.switches.d15 == "one-copy" else copies
        ledger = credit(ledger, player, JOURNAL, rules.journal_points * counted * state.fine[player])
    return state._replace(stage=Stage.OVER, ledger=ledger, player=NOBODY)


def storm(rules: Rules, state: State) -> State:
    """Return the state after a storm: one face collapses in each trench that nobody kept or shored."""
    trenches = state.trenches
    for trench, cells in enumerate(state.trenches):
        kept = state.worked >> trench & 1 if rules.switches.d16 == "work" else state.claims[trench]
        if kept or state.protected[trench] >= state.round:
            continue
        for layer in range(len(cells) - 1, -1, -1):
            if is_open(cells[layer]):
                trenches = put_cell(trenches, trench, layer, cells[layer]._replace(digger=NOBODY, paid=0))
                break
    return state if trenches is state.trenches else state._replace(trenches=trenches)
