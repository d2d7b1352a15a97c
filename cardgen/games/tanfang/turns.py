"""The effect of each action, once it is known to be legal (or is forced by a record)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardgen.games.tanfang.chance import looted_layer
from cardgen.games.tanfang.legality import assemble_cost, dig_cost, take_cost
from cardgen.games.tanfang.rounds import next_setup_step, next_turn, open_turns, reveal
from cardgen.games.tanfang.rules import TOOLS
from cardgen.games.tanfang.state import (
    ASSIST,
    FIRST,
    FRAGMENT,
    LOST,
    NOBODY,
    PROFILE,
    RELIC,
    SEASON,
    SET,
    Action,
    Cell,
    Stage,
    State,
    add,
    credit,
    put,
    put_cell,
)

if TYPE_CHECKING:
    from cardgen.games.tanfang.engine import Tanfang


def _hold(state: State, trench: int) -> tuple[int, ...]:
    """Return the claims once the player at turn holds a trench."""
    bits = state.claims[trench] | 1 << state.player
    return state.claims if bits == state.claims[trench] else put(state.claims, trench, bits)


def _move(game: Tanfang, state: State, action: Action) -> State:
    claims = state.claims
    old = state.pawns[state.player]
    if game.rules.switches.d6 == "presence" and old != NOBODY:
        claims = put(claims, old, claims[old] & ~(1 << state.player))
    claims = put(claims, action.trench, claims[action.trench] | 1 << state.player)
    return state._replace(
        pawns=put(state.pawns, state.player, action.trench),
        claims=claims,
        moves=state.moves + 1,
        days=max(0, state.days - game.rules.move_cost),
    )


def _stay(_game: Tanfang, state: State, _action: Action) -> State:
    return state._replace(claims=_hold(state, state.pawns[state.player]))


def _dig(game: Tanfang, state: State, action: Action) -> State:
    rules = game.rules
    _, trench, layer, _ = action
    cell = state.trenches[trench][layer]
    player = state.player
    cost = dig_cost(rules, state, layer) - cell.paid
    claims = _hold(state, trench)
    worked = state.worked | 1 << trench
    if cost > state.days and rules.switches.d7 == "instalments":
        partly = cell._replace(paid=cell.paid + state.days)
        trenches = put_cell(state.trenches, trench, layer, partly)
        return state._replace(trenches=trenches, claims=claims, worked=worked, days=0)
    ledger = state.ledger
    if not cell.opened:
        ledger = credit(ledger, player, FIRST, rules.first[layer])
    dug = cell._replace(digger=player, taker=NOBODY, opened=True, known=(1 << rules.players) - 1, paid=0)
    return state._replace(
        trenches=put_cell(state.trenches, trench, layer, dug),
        ledger=ledger,
        claims=claims,
        worked=worked,
        days=max(0, state.days - cost),
        trowel=0 if rules.switches.d12 == "once" else state.trowel,
    )


def _take(game: Tanfang, state: State, action: Action) -> State:
    rules = game.rules
    verb, trench, layer, _ = action
    cell = state.trenches[trench][layer]
    owner, taker = cell.digger, state.player
    card = rules.cards[cell.card]
    season = rules.seasons[state.season] if state.season >= 0 else None
    bonus = season.bonus if season else 0
    fine, fragments = state.fine, state.fragments
    if card.set >= 0:
        ledger = credit(state.ledger, owner, FRAGMENT, card.points)
        fragments = put(fragments, owner, fragments[owner] | 1 << cell.card)
        if rules.switches.d9 == "relics":
            bonus = 0
    else:
        refused = season is not None and season.id == "inspection" and card.quality == 0
        ledger = credit(state.ledger, owner, RELIC, 0 if refused else card.points)
        if card.quality == rules.fine and (taker == owner or rules.switches.d10 == "credited"):
            fine = add(fine, owner, 1)
    if bonus:
        ledger = credit(ledger, owner, SEASON, bonus)
    trenches = put_cell(state.trenches, trench, layer, cell._replace(taker=taker))
    consolidant = state.consolidant
    if verb == "assist":
        cost = rules.assist_cost
        ledger = credit(ledger, taker, ASSIST, rules.assist)
    else:
        cost = take_cost(rules, state)
        consolidant = 0 if rules.switches.d13 == "once" else consolidant
        if all(c.digger == taker and c.taker == taker for c in trenches[trench]):
            ledger = credit(ledger, taker, PROFILE, rules.profile)
    here = state.pawns[taker] == trench
    return state._replace(
        trenches=trenches,
        ledger=ledger,
        fine=fine,
        fragments=fragments,
        claims=_hold(state, trench) if here else state.claims,
        worked=state.worked | 1 << trench if here else state.worked,
        days=max(0, state.days - cost),
        consolidant=consolidant,
    )


def _assemble(game: Tanfang, state: State, action: Action) -> State:
    player = state.player
    return state._replace(
        sets=put(state.sets, player, state.sets[player] | 1 << action.card),
        ledger=credit(state.ledger, player, SET, game.rules.set_bonus),
        days=max(0, state.days - assemble_cost(game.rules, state)),
        consolidant=0 if game.rules.switches.d13 == "once" else state.consolidant,
    )


def _draw(game: Tanfang, state: State, _action: Action) -> State:
    return state._replace(stage=Stage.DRAW, days=max(0, state.days - game.rules.draw_cost))


def _play(game: Tanfang, state: State, action: Action) -> State:
    player, tool = state.player, action.card
    hand = state.hands[player]
    hand = put(hand, tool, max(0, hand[tool] - 1))
    days = max(0, state.days - game.rules.play_cost)
    state = state._replace(hands=(*state.hands[:player], hand, *state.hands[player + 1 :]), days=days)
    name = TOOLS[tool]
    if name == "journal":
        return state._replace(journals=add(state.journals, player, 1))
    state = state._replace(tool_discard=add(state.tool_discard, tool, 1))
    if name == "trowel":
        return state._replace(trowel=state.trowel + 1)
    if name == "consolidant":
        return state._replace(consolidant=state.consolidant + 1)
    if name == "liaison-letter":
        return state._replace(letter=True)
    if name == "shoring":
        trench = state.pawns[player]
        last = state.round + (game.rules.switches.d14 == "next-round")
        return state._replace(protected=put(state.protected, trench, max(last, state.protected[trench])))
    bit = 1 << player
    seen = tuple(cell._replace(known=cell.known | bit) for cell in state.trenches[action.trench])
    trenches = (*state.trenches[: action.trench], seen, *state.trenches[action.trench + 1 :])
    return state._replace(trenches=trenches)


def _end(game: Tanfang, state: State, _action: Action) -> State:
    return next_turn(game.rules, game.first_player, state)


def _deal(game: Tanfang, state: State, action: Action) -> State:
    _, trench, layer, card = action
    stack = tuple(n for n in state.stacks[layer] if n != card)
    return next_setup_step(
        game.rules,
        game.first_player,
        state._replace(
            trenches=put_cell(state.trenches, trench, layer, Cell(card)),
            stacks=(*state.stacks[:layer], stack, *state.stacks[layer + 1 :]),
            step=state.step + 1,
        ),
    )


def _choose(game: Tanfang, state: State, action: Action) -> State:
    first = action.card
    count = len(game.rules.sets)
    chosen = [(first + n) % count for n in range(game.rules.fragment_sets)]
    pieces = tuple(n for c in chosen for n, card in enumerate(game.rules.cards) if card.set == c)
    return next_setup_step(game.rules, game.first_player, state._replace(pieces=pieces))


def _bury(game: Tanfang, state: State, action: Action) -> State:
    _, trench, layer, card = action
    trenches = put_cell(state.trenches, trench, layer, Cell(card))
    return next_setup_step(
        game.rules, game.first_player, state._replace(trenches=trenches, step=state.step + 1)
    )


def _tool(game: Tanfang, state: State, action: Action) -> State:
    tool = action.card
    deck, discard = state.tool_deck, state.tool_discard
    if not any(deck):
        deck, discard = discard, tuple(0 for _ in TOOLS)
    supply = state.stage == Stage.SUPPLY
    player = state.step // max(1, game.rules.hand) if supply else state.player
    hand = add(state.hands[player], tool, 1)
    state = state._replace(
        hands=(*state.hands[:player], hand, *state.hands[player + 1 :]),
        tool_deck=add(deck, tool, -1) if deck[tool] else deck,
        tool_discard=discard,
    )
    if supply:
        return next_setup_step(game.rules, game.first_player, state._replace(step=state.step + 1))
    return state._replace(stage=Stage.TURN)


def _season(game: Tanfang, state: State, action: Action) -> State:
    return reveal(game.rules, game.first_player, state, action.card)


def _loot(game: Tanfang, state: State, action: Action) -> State:
    deck = state.looting_deck
    if deck[action.trench]:
        state = state._replace(looting_deck=add(deck, action.trench, -1))
    layer = looted_layer(state, action.trench)
    if layer >= 0:
        cell = state.trenches[action.trench][layer]._replace(taker=LOST)
        state = state._replace(trenches=put_cell(state.trenches, action.trench, layer, cell))
    return open_turns(game.rules, game.first_player, state)


Effect = Callable[["Tanfang", State, Action], State]
EFFECTS: dict[str, Effect] = {
    "move": _move,
    "stay": _stay,
    "dig": _dig,
    "extract": _take,
    "assist": _take,
    "assemble": _assemble,
    "draw": _draw,
    "play": _play,
    "end": _end,
    "deal": _deal,
    "choose": _choose,
    "bury": _bury,
    "tool": _tool,
    "season": _season,
    "loot": _loot,
}
