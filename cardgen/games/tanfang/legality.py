"""What is legal in Tanfang, and why the rest is not."""

from __future__ import annotations

from cardgen.games.tanfang.rules import LETTERS, TOOLS, Rules
from cardgen.games.tanfang.state import NOBODY, Action, Stage, State, top_layer
from cardgen.play.game import Reason

RADAR = TOOLS.index("ground-radar")


def cell_name(trench: int, layer: int) -> str:
    """Return a cell's name as on the board, such as ``C4``."""
    return f"{LETTERS[trench]}{layer + 1}"


def dig_cost(rules: Rules, state: State, layer: int) -> int:
    """Return the workdays for digging a layer now: its price less the trowels played."""
    return rules.trowel.cost(rules.dig[layer], state.trowel)


def take_cost(rules: Rules, state: State) -> int:
    """Return the workdays for extracting one card now."""
    return rules.consolidant.cost(rules.extract, state.consolidant)


def assemble_cost(rules: Rules, state: State) -> int:
    """Return the workdays for assembling a set now."""
    return rules.consolidant.cost(rules.assemble_cost, state.consolidant)


def barred(rules: Rules, state: State, trench: int) -> Reason | None:
    """Return what keeps the player at turn out of a trench, if anything does."""
    if trench == state.closed:
        return Reason("trench-closed", f"trench {LETTERS[trench]} is closed this round")
    if state.letter:
        return None
    others = state.claims[trench] & ~(1 << state.player)
    if others:
        holder = others.bit_length() - 1
        return Reason("trench-claimed", f"player {holder} holds trench {LETTERS[trench]} this round")
    if rules.switches.d5 == "blocked":
        for player, pawn in enumerate(state.pawns):
            if pawn == trench and player != state.player:
                return Reason("trench-occupied", f"the pawn of player {player} stands in {LETTERS[trench]}")
    return None


def _short(cost: int, state: State) -> tuple[Reason, ...]:
    if cost > state.days:
        return (Reason("too-few-days", f"costs {cost} workdays, {state.days} are left"),)
    return ()


def _at(state: State, trench: int, letters: int) -> Reason | None:
    if not 0 <= trench < letters:
        return Reason("no-such-trench", f"there is no trench {trench}")
    if state.pawns[state.player] != trench:
        return Reason("not-in-trench", f"player {state.player} does not stand in {LETTERS[trench]}")
    return None


def _move(rules: Rules, state: State, action: Action) -> tuple[Reason, ...]:
    trench = action.trench
    if not 0 <= trench < rules.trenches:
        return (Reason("no-such-trench", f"there is no trench {trench}"),)
    if state.moves >= rules.moves:
        return (Reason("second-move", f"a player moves at most {_times(rules.moves)} a turn"),)
    if state.pawns[state.player] == trench:
        return (Reason("already-there", f"player {state.player} stands in {LETTERS[trench]} already"),)
    reason = barred(rules, state, trench)
    return (reason,) if reason else _short(rules.move_cost, state)


def _times(number: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(number, f"{number} times")


def _stay(rules: Rules, state: State, action: Action) -> tuple[Reason, ...]:
    trench = state.pawns[state.player]
    if action != ("stay", -1, -1, -1):
        return (Reason("malformed", "staying names no trench or card"),)
    if trench == NOBODY:
        return (Reason("not-in-trench", f"player {state.player} stands in no trench"),)
    if state.claims[trench] >> state.player & 1:
        return (Reason("already-claimed", f"player {state.player} holds {LETTERS[trench]} already"),)
    reason = barred(rules, state, trench)
    return (reason,) if reason else ()


def _dig(rules: Rules, state: State, action: Action) -> tuple[Reason, ...]:
    trench, layer = action.trench, action.layer
    reason = _at(state, trench, rules.trenches) or barred(rules, state, trench)
    if reason:
        return (reason,)
    top = top_layer(state.trenches[trench])
    if layer != top or layer >= rules.depth:
        if not 0 <= layer < rules.depth:
            return (Reason("no-such-layer", f"trench {LETTERS[trench]} has no layer {layer + 1}"),)
        name = cell_name(trench, layer)
        if layer < top and state.trenches[trench][layer].digger != NOBODY:
            return (Reason("already-dug", f"{name} is dug already"),)
        return (Reason("layer-skipped", f"{cell_name(trench, top)} lies above {name}, not dug yet"),)
    if rules.switches.d7 == "instalments":
        return _short(1, state)
    return _short(dig_cost(rules, state, layer), state)


def _take(rules: Rules, state: State, action: Action) -> tuple[Reason, ...]:
    trench, layer, player = action.trench, action.layer, state.player
    if rules.switches.d8 == "anywhere" and 0 <= trench < rules.trenches:
        closed = trench == state.closed
        reason = Reason("trench-closed", f"trench {LETTERS[trench]} is closed this round") if closed else None
    else:
        reason = _at(state, trench, rules.trenches) or barred(rules, state, trench)
    if reason:
        return (reason,)
    if not 0 <= layer < rules.depth:
        return (Reason("no-such-layer", f"trench {LETTERS[trench]} has no layer {layer + 1}"),)
    cell = state.trenches[trench][layer]
    name = cell_name(trench, layer)
    if cell.digger == NOBODY:
        return (Reason("not-dug", f"{name} is not dug"),)
    if cell.taker != NOBODY:
        return (Reason("already-taken", f"{name} is taken already"),)
    if action.verb == "extract":
        if cell.digger != player:
            return (Reason("not-own-face", f"{name} was dug by player {cell.digger}"),)
        return _short(take_cost(rules, state), state)
    if cell.digger == player:
        return (Reason("own-face", f"{name} is player {player}'s own: it is extracted, not assisted"),)
    return _short(rules.assist_cost, state)


def _assemble(rules: Rules, state: State, action: Action) -> tuple[Reason, ...]:
    chosen, player = action.card, state.player
    if not 0 <= chosen < len(rules.sets) or action.trench != -1 or action.layer != -1:
        return (Reason("no-such-set", f"there is no set {chosen}"),)
    if state.sets[player] >> chosen & 1:
        return (Reason("already-assembled", f"{rules.sets[chosen]} is assembled already"),)
    held = wanted = 0
    for number, card in enumerate(rules.cards):
        if card.set == chosen:
            wanted += 1
            held += state.fragments[player] >> number & 1
    if not wanted or held < wanted:
        return (Reason("pieces-missing", f"holds {held} of {wanted} pieces of {rules.sets[chosen]}"),)
    return _short(assemble_cost(rules, state), state)


def _draw(rules: Rules, state: State, action: Action) -> tuple[Reason, ...]:
    if action != ("draw", -1, -1, -1):
        return (Reason("malformed", "drawing names no card"),)
    refill = rules.switches.d11 == "reshuffle" and any(state.tool_discard)
    if not any(state.tool_deck) and not refill:
        return (Reason("no-tools-left", "no tool card is left to draw"),)
    return _short(rules.draw_cost, state)


def _play(rules: Rules, state: State, action: Action) -> tuple[Reason, ...]:
    tool = action.card
    if not 0 <= tool < len(TOOLS):
        return (Reason("no-such-tool", f"there is no tool {tool}"),)
    hand = state.hands[state.player]
    if not hand or not hand[tool]:
        return (Reason("not-in-hand", f"player {state.player} holds no {TOOLS[tool]}"),)
    if tool == RADAR:
        if not 0 <= action.trench < rules.trenches or action.layer != -1:
            return (Reason("no-such-trench", "the radar looks into one trench of the board"),)
    elif action.trench != -1 or action.layer != -1:
        return (Reason("malformed", f"{TOOLS[tool]} names no trench"),)
    if TOOLS[tool] == "shoring" and state.pawns[state.player] == NOBODY:
        return (Reason("not-in-trench", "shoring goes into the trench one stands in"),)
    return _short(rules.play_cost, state)


def _end(_rules: Rules, _state: State, action: Action) -> tuple[Reason, ...]:
    return () if action == ("end", -1, -1, -1) else (Reason("malformed", "ending a turn names nothing"),)


CHECKS = {
    "move": _move,
    "stay": _stay,
    "dig": _dig,
    "extract": _take,
    "assist": _take,
    "assemble": _assemble,
    "draw": _draw,
    "play": _play,
    "end": _end,
}


def why_illegal(rules: Rules, state: State, action: Action) -> tuple[Reason, ...]:
    """Return the reasons against a player's action; none means legal."""
    if state.stage != Stage.TURN:
        return (Reason("not-a-turn", "no player is at turn"),)
    check = CHECKS.get(action.verb)
    if check is None:
        return (Reason("no-such-action", f"players cannot `{action.verb}`"),)
    if action.verb == "move" and (action.layer != -1 or action.card != -1):
        return (Reason("malformed", "a move names a trench only"),)
    if action.verb in ("dig", "extract", "assist") and action.card != -1:
        return (Reason("malformed", f"`{action.verb}` names a cell only"),)
    return check(rules, state, action)


def candidates(rules: Rules) -> tuple[Action, ...]:
    """Return every action that could be legal for a player at some time, in a fixed order."""
    trenches, layers = range(rules.trenches), range(rules.depth)
    found = [Action("stay")]
    found += [Action("move", trench) for trench in trenches]
    for verb in ("dig", "extract", "assist"):
        found += [Action(verb, trench, layer) for trench in trenches for layer in layers]
    found += [Action("assemble", card=chosen) for chosen in range(len(rules.sets))]
    found.append(Action("draw"))
    for tool in range(len(TOOLS)):
        if tool == RADAR:
            found += [Action("play", trench, -1, tool) for trench in trenches]
        else:
            found.append(Action("play", card=tool))
    return (*found, Action("end"))
