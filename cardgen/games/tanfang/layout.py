"""Laying out the table that a record describes: its deal and its hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from cardgen.games.tanfang.legality import cell_name
from cardgen.games.tanfang.notation import Notation
from cardgen.games.tanfang.rules import TOOLS, Card, Rules
from cardgen.games.tanfang.state import Cell
from cardgen.play.codes import (
    CARD_CONTRADICTED,
    CARD_DUPLICATED,
    DEAL_INCOMPLETE,
    IMPOSSIBLE_DECK,
    RECORD_SHAPE,
    SETUP_BROKEN,
)
from cardgen.play.record import Place, Playthrough
from cardgen.play.recorder import Complain, UnreadableError

Board = tuple[tuple[Cell, ...], ...]


def deal(record: Playthrough, notation: Notation, complain: Complain) -> tuple[Rules, Board]:
    """Return the rules with the record's own cards added, and the cells as dealt.

    A card that lies there against the kit's list keeps the quality and points that the record prints,
    so that its later lines still add up; each such contradiction is one finding.
    """
    rules = notation.rules
    extra: list[Card] = []
    cards: dict[tuple[int, int], int] = {}
    where: dict[str, str] = {}
    for word, value in record.deal.items():
        place: Place = ("deal", word)
        try:
            trench, layer = notation.cell(str(word))
            fields = value if isinstance(value, Mapping) else {"card": value}
            ident = notation.card(str(fields.get("card", "")))
        except UnreadableError as error:
            complain(error.rule, str(error), place, error.hint)
            continue
        number = rules.card(ident)
        if number is None:
            complain(SETUP_BROKEN, f"{word}: `{ident}` is no card for a cell", place, None)
            continue
        if ident in where:
            complain(
                CARD_DUPLICATED, f"{word}: the only `{ident}` already lies at {where[ident]}", place, None
            )
        where.setdefault(ident, str(word))
        card = _as_printed(rules.cards[number], layer, fields, rules, str(word), place, complain)
        if card != rules.cards[number]:
            number = len(rules.cards) + len(extra)
            extra.append(card)
        cards[trench, layer] = number
    wanted = [(t, k) for t in range(rules.trenches) for k in range(rules.depth)]
    missing = [cell_name(*cell) for cell in wanted if cell not in cards]
    if missing:
        complain(DEAL_INCOMPLETE, f"no card is given for {', '.join(missing)}", ("deal",), None)
        stock = iter(n for n in range(len(rules.cards)) if n not in set(cards.values()))
        for cell in wanted:
            if cell not in cards:
                cards[cell] = next(stock, 0)
    elif rules.fragment_sets:
        _check_fragments(rules, cards, complain)
    rules = rules.with_cards(tuple(extra))
    return rules, tuple(tuple(Cell(cards[t, k]) for k in range(rules.depth)) for t in range(rules.trenches))


def _as_printed(
    card: Card,
    layer: int,
    fields: Mapping[str, Any],
    rules: Rules,
    word: str,
    place: Place,
    complain: Complain,
) -> Card:
    """Return the card with the layer, quality and points that the record gives it."""
    unknown = sorted(set(map(str, fields)) - {"card", "quality", "points"})
    if unknown:
        complain(RECORD_SHAPE, f"{word}: unknown field `{unknown[0]}` on a dealt card", place, None)
    points = fields.get("points", card.points)
    if isinstance(points, bool) or not isinstance(points, int):
        complain(RECORD_SHAPE, f"{word}: points are a whole number, not {points!r}", place, None)
        points = card.points
    if card.set >= 0:
        if points != card.points:
            message = f"{word}: `{card.id}` is worth {card.points}, not {points}"
            complain(CARD_CONTRADICTED, message, place, None)
        return Card(card.id, points, card.layer, card.quality, card.set, card.piece)
    if card.layer != layer:
        message = f"{word}: `{card.id}` belongs to layer {card.layer + 1}"
        complain(SETUP_BROKEN, message, place, None)
    listed = rules.qualities[card.quality]
    quality = str(fields.get("quality", listed))
    if quality not in rules.qualities:
        complain(RECORD_SHAPE, f"{word}: there is no quality `{quality}`", place, None)
        quality = listed
    if (quality, points) != (listed, card.points):
        message = (
            f"{word}: `{card.id}` is given as {quality}, {points} points; "
            f"the card list has {listed}, {card.points} points"
        )
        complain(CARD_CONTRADICTED, message, place, None)
    return Card(card.id, points, card.layer, rules.qualities.index(quality))


def _check_fragments(rules: Rules, cards: Mapping[tuple[int, int], int], complain: Complain) -> None:
    fragments = {cell: rules.cards[n] for cell, n in cards.items() if n < len(rules.cards)}
    lying = Counter(card.set for card in fragments.values() if card.set >= 0)
    if len(lying) != rules.fragment_sets:
        message = (
            f"{len(lying)} sets of fragments lie in the trenches; the setup buries {rules.fragment_sets}"
        )
        complain(SETUP_BROKEN, message, ("deal",), None)
    for chosen, count in sorted(lying.items()):
        size = sum(card.set == chosen for card in rules.cards)
        if count != size:
            message = f"{count} of {size} pieces of {rules.sets[chosen]} lie in the trenches"
            complain(SETUP_BROKEN, message, ("deal",), None)
        trenches = {cell[0] for cell, card in fragments.items() if card.set == chosen}
        if rules.switches.d2 == "spread" and count > 1 and len(trenches) == 1:
            message = f"every piece of {rules.sets[chosen]} lies in one trench"
            complain(SETUP_BROKEN, message, ("deal",), "redraw the fragments")


def hands(
    record: Playthrough, notation: Notation, complain: Complain
) -> tuple[tuple[tuple[int, ...], ...], dict[Place, int]]:
    """Return the starting hands, and the tool that each draw brought, by the place of the draw.

    Where the record does not say, a tool that is played later was in the starting hand if there was
    room, or else came with an earlier draw; the rest of the hand stays unknown and is filled from what is
    left, which matters to nothing but the count of tools in hand.
    """
    rules = notation.rules
    start = [Counter[int]() for _ in record.players]
    given = set()
    for name, tools in record.hands.items():
        if name not in record.players or not isinstance(tools, list):
            complain(
                RECORD_SHAPE, f"`hands` gives each player a list of tools; not so `{name}`", ("hands",), None
            )
            continue
        seat = record.players.index(name)
        given.add(seat)
        for n, word in enumerate(tools):
            try:
                start[seat][notation.tool(str(word))] += 1
            except UnreadableError as error:
                complain(error.rule, str(error), ("hands", name, n), error.hint)
        if len(tools) != rules.hand:
            message = f"{name} starts with {len(tools)} tools; the rules deal {rules.hand}"
            complain(SETUP_BROKEN, message, ("hands", name), None)
    draws: dict[Place, int] = {}
    for seat, name in enumerate(record.players):
        held = start[seat].copy()
        open_draws: list[Place] = []
        for turn in (turn for entry in record.rounds for turn in entry.turns if turn.player == name):
            for step in turn.steps:
                try:
                    drawn, played = notation.drawn(step.words), notation.played(step.words)
                except UnreadableError:
                    continue
                if drawn is not None:
                    draws[step.place] = drawn
                    held[drawn] += 1
                elif step.words == "draw":
                    open_draws.append(step.place)
                elif played is not None and held[played]:
                    held[played] -= 1
                elif played is not None and seat not in given and start[seat].total() < rules.hand:
                    start[seat][played] += 1
                elif played is not None and open_draws:
                    draws[open_draws.pop(0)] = played
    left = Counter(dict(enumerate(rules.tools)))
    for hand in start:
        left.subtract(hand)
    for tool in [tool for tool, count in left.items() if count < 0]:
        message = f"the starting hands hold more than {rules.tools[tool]} of `{TOOLS[tool]}`"
        complain(IMPOSSIBLE_DECK, message, ("hands",) if record.hands else (), None)
    for seat, hand in enumerate(start):
        while seat not in given and hand.total() < rules.hand and max(left.values()) > 0:
            tool = max(left, key=lambda t: (left[t], -t))
            hand[tool] += 1
            left[tool] -= 1
    return tuple(tuple(hand[tool] for tool in range(len(TOOLS))) for hand in start), draws
