"""The immutable state of a game of Tanfang, and its actions.

Named tuples: cheap to build, compared by value, hashable.  Players, trenches and layers count from 0;
-1 stands for nobody, nowhere, or a card that is not known.  Decks are counts of each card, because the
order of a shuffled deck is decided only when chance turns a card over.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

NOBODY = -1
LOST = -2
"""Taker of a face that looters took: gone for good."""
UNKNOWN = -1

SOURCES = ("relic", "fragment", "set", "first", "profile", "assist", "season", "journal")
"""The sources of points, in the order of a player's ledger."""
RELIC, FRAGMENT, SET, FIRST, PROFILE, ASSIST, SEASON, JOURNAL = range(8)


class Stage(IntEnum):
    """What the game waits for; all but `TURN` and `OVER` wait for chance."""

    DEAL = 0
    CHOOSE = 1
    BURY = 2
    SUPPLY = 3
    FORECAST = 4
    LOOT = 5
    TURN = 6
    DRAW = 7
    OVER = 8


class Cell(NamedTuple):
    """One layer of one trench.  `known` is a bit for each player who has seen the card."""

    card: int
    digger: int = NOBODY
    taker: int = NOBODY
    opened: bool = False
    known: int = 0
    paid: int = 0


Trench = tuple[Cell, ...]


class State(NamedTuple):
    """A whole game at one moment, or a player's view of it (with `UNKNOWN` for what is hidden)."""

    stage: int
    step: int
    round: int
    turn: int
    player: int
    trenches: tuple[Trench, ...]
    stacks: tuple[tuple[int, ...], ...]
    pieces: tuple[int, ...]
    pawns: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    fragments: tuple[int, ...]
    sets: tuple[int, ...]
    fine: tuple[int, ...]
    journals: tuple[int, ...]
    ledger: tuple[tuple[int, ...], ...]
    season: int
    coming: int
    season_deck: tuple[int, ...]
    season_discard: tuple[int, ...]
    tool_deck: tuple[int, ...]
    tool_discard: tuple[int, ...]
    claims: tuple[int, ...]
    worked: int
    protected: tuple[int, ...]
    closed: int
    looting_deck: tuple[int, ...]
    days: int
    moves: int
    trowel: int
    consolidant: int
    letter: bool


class Action(NamedTuple):
    """One action of a player or of chance.  `card` is a tool, set, season or card, as the verb asks."""

    verb: str
    trench: int = -1
    layer: int = -1
    card: int = -1


END = Action("end")
STAY = Action("stay")
DRAW_TOOL = Action("draw")


def put(items: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """Return the tuple with one item replaced."""
    return (*items[:index], value, *items[index + 1 :])


def add(items: tuple[int, ...], index: int, amount: int) -> tuple[int, ...]:
    """Return the tuple with an amount added to one item."""
    return (*items[:index], items[index] + amount, *items[index + 1 :])


def put_cell(trenches: tuple[Trench, ...], trench: int, layer: int, cell: Cell) -> tuple[Trench, ...]:
    """Return the trenches with one cell replaced."""
    old = trenches[trench]
    new = (*old[:layer], cell, *old[layer + 1 :])
    return (*trenches[:trench], new, *trenches[trench + 1 :])


def credit(
    ledger: tuple[tuple[int, ...], ...], player: int, source: int, points: int
) -> tuple[tuple[int, ...], ...]:
    """Return the ledger with points added for a player."""
    return (*ledger[:player], add(ledger[player], source, points), *ledger[player + 1 :])


def top_layer(trench: Trench) -> int:
    """Return the uppermost layer not yet dug, or the depth when all are."""
    for layer, cell in enumerate(trench):
        if cell.digger == NOBODY:
            return layer
    return len(trench)


def is_open(cell: Cell) -> bool:
    """Whether the layer is dug and its card not yet taken."""
    return cell.digger != NOBODY and cell.taker == NOBODY
