"""What chance does in Tanfang: dealing, burying fragments, seasons, tools and looters.

Every outcome has a whole weight.  The pieces of a set are laid one after another; the weights make every
layout of one set that reading D2 allows equally likely, as a redraw would.
"""

from __future__ import annotations

from cardgen.games.tanfang.rules import FREQUENCY, Rules
from cardgen.games.tanfang.state import Action, Stage, State, is_open

Outcomes = tuple[tuple[Action, int], ...]


def outcomes(rules: Rules, state: State) -> Outcomes:
    """Return the actions of chance in this state with their weights; empty when a player is at turn."""
    stage = state.stage
    if stage == Stage.DEAL:
        trench, layer = divmod(state.step, rules.depth)
        return tuple((Action("deal", trench, layer, card), 1) for card in state.stacks[layer])
    if stage == Stage.CHOOSE:
        count = 1 if rules.switches.d1 == "first" else len(rules.sets)
        return tuple((Action("choose", card=chosen), 1) for chosen in range(count))
    if stage == Stage.BURY:
        return _burials(rules, state)
    if stage in (Stage.SUPPLY, Stage.DRAW):
        deck = state.tool_deck if any(state.tool_deck) else state.tool_discard
        return tuple((Action("tool", card=tool), n) for tool, n in enumerate(deck) if n)
    if stage == Stage.FORECAST:
        return _seasons(rules, state)
    if stage == Stage.LOOT:
        deck = state.looting_deck if any(state.looting_deck) else (1,) * rules.trenches
        return tuple((Action("loot", trench), copies) for trench, copies in enumerate(deck) if copies)
    return ()


def _seasons(rules: Rules, state: State) -> Outcomes:
    if rules.switches.d3 == "freq":
        named = ((n, FREQUENCY.get(season.id, 0)) for n, season in enumerate(rules.seasons))
        return tuple((Action("season", card=n), weight) for n, weight in named if weight)
    deck = state.season_deck if any(state.season_deck) else state.season_discard
    return tuple((Action("season", card=n), copies) for n, copies in enumerate(deck) if copies)


def _burials(rules: Rules, state: State) -> Outcomes:
    piece = state.pieces[state.step]
    chosen = rules.cards[piece].set
    free = [
        [layer for layer, cell in enumerate(trench) if rules.cards[cell.card].set < 0]
        for trench in state.trenches
    ]
    beside = [sum(rules.cards[cell.card].set == chosen for cell in trench) for trench in state.trenches]
    total = sum(map(len, free))
    size = sum(rules.cards[number].set == chosen for number in state.pieces)
    laid = sum(beside)
    spread = rules.switches.d2 == "spread" and rules.trenches > 1 and size > 1
    found: list[tuple[Action, int]] = []
    for trench, layers in enumerate(free):
        weight = 1
        if spread and beside[trench] == laid:
            if laid == size - 1:
                weight = 0
            elif laid == size - 2 and laid:
                weight = total - len(layers)
        elif spread and laid == size - 2 and laid:
            weight = total - 1
        if weight:
            found += [(Action("bury", trench, layer, piece), weight) for layer in layers]
    return tuple(found)


def looted_layer(state: State, trench: int) -> int:
    """Return the deepest open face of a trench, or -1."""
    cells = state.trenches[trench]
    return next((layer for layer in range(len(cells) - 1, -1, -1) if is_open(cells[layer])), -1)
