"""The planner that three of the four strategies share.

Before every single action all plans are compared: a path (stay, go, or stay and then go) and on it, a
trench at a time, the top layers to dig, the own faces to extract and the rivals' faces to assist.  Only
the first action of the best plan is taken, so each card turned over is used at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from cardgen.games.tanfang.legality import barred
from cardgen.games.tanfang.rules import Rules
from cardgen.games.tanfang.state import NOBODY, STAY, Action, State, Trench

REMEMBERED = 60_000
"""Trench tables kept; more than a few hundred games need at once."""
OPEN_RISK = 2.5
"""Points by which a face left open is worth less than one extracted: a workday, and the storm."""


@dataclass(frozen=True, slots=True)
class Style:
    """What a way to play makes of things; points unless said otherwise.

    `open_keep`: share of the value that an open face keeps; `own_weight`: how much of what an assist gives
    its owner counts against it; `draw_value`: a workday left over; `layers`: the deepest it digs.
    """

    open_keep: float
    own_weight: float = 0.0
    draw_value: float = 0.8
    assists: bool = True
    layers: int = 99


class Option(NamedTuple):
    """The best to do in one trench for a number of workdays: its value, and its first step if any."""

    value: float
    verb: str
    layer: int


class Plan(NamedTuple):
    """A plan's value and its first action; None when nothing is worth doing."""

    value: float
    action: Action | None
    trench: int


NOTHING = Plan(0.0, None, NOBODY)


class Planner:
    """Values plans for one style under one set of rules."""

    def __init__(self, rules: Rules, style: Style) -> None:
        self.rules = rules
        self.style = style
        self._tables: dict[tuple[Trench, int, int, int, int, bool], tuple[Option, ...]] = {}
        sets = sum(card.set >= 0 for card in rules.cards) // max(1, len(rules.sets))
        share = rules.fragment_sets * sets / (rules.trenches * rules.depth)
        self._later = self._values(-1, share)
        self._now = [self._values(season, share) for season in range(len(rules.seasons))]
        top = max((season.workdays for season in rules.seasons), default=0)
        self._most = max(1, rules.workdays + max(0, top))

    def _values(self, season: int, share: float) -> tuple[list[float], list[float]]:
        """Return what each card is worth, and an unseen card of each layer, when taken in a season."""
        rules = self.rules
        name = rules.seasons[season].id if season >= 0 else ""
        bonus = rules.seasons[season].bonus if season >= 0 else 0
        cards: list[float] = []
        for card in rules.cards:
            if card.set >= 0:
                extra = bonus if rules.switches.d9 == "all" else 0
                cards.append(float(card.points + extra))
            else:
                refused = name == "inspection" and card.quality == 0
                cards.append(float((0 if refused else card.points) + bonus))
        unseen: list[float] = []
        for layer in range(rules.depth):
            relics = [value for card, value in zip(rules.cards, cards, strict=True) if card.layer == layer]
            mean = sum(relics) / max(1, len(relics))
            unseen.append((1 - share) * mean + share * rules.fragment_points)
        return cards, unseen

    def worth(self, trench: Trench, player: int) -> float:
        """Return what the player's own open faces in a trench are worth."""
        cards, unseen = self._later
        return sum(
            cards[cell.card] if cell.card >= 0 else unseen[layer]
            for layer, cell in enumerate(trench)
            if cell.digger == player and cell.taker == NOBODY
        )

    def table(self, view: State, trench: int, trowel: int, consolidant: int) -> tuple[Option, ...]:
        """Return the best option in a trench for each number of workdays from 0."""
        last = view.round >= self.rules.rounds
        key = (view.trenches[trench], view.player, view.season, trowel, consolidant, last)
        found = self._tables.get(key)
        if found is None:
            if len(self._tables) >= REMEMBERED:
                self._tables.clear()
            found = self._work_out(*key)
            self._tables[key] = found
        return found

    def _work_out(
        self, trench: Trench, player: int, season: int, trowel: int, consolidant: int, last: bool
    ) -> tuple[Option, ...]:
        rules, style = self.rules, self.style
        now, unseen_now = self._now[season] if season >= 0 else self._later
        later, unseen = self._later
        keep = 0.0 if last else style.open_keep
        spare = 0.0 if last else style.draw_value
        take = rules.consolidant.cost(rules.extract, consolidant)
        own: list[tuple[float, float, int]] = []
        rivals: list[tuple[float, int]] = []
        top, taken = rules.depth, 0
        for layer, (card, digger, taker, _, _, _) in enumerate(trench):
            if digger == NOBODY:
                top = min(top, layer)
            elif taker == NOBODY:
                if digger == player:
                    kept = keep * max(0.0, later[card] - OPEN_RISK)
                    own.append((now[card], kept, layer))
                elif style.assists:
                    gain = rules.assist - style.own_weight * now[card] / (rules.players - 1)
                    rivals.append((gain, layer))
            elif taker == player == digger:
                taken += 1
        rivals.sort(reverse=True)
        most = self._most
        best: list[Option | None] = [None] * (most + 1)
        dig_cost, firsts, n = 0, 0.0, 0
        while True:
            faces = sorted(own, key=_gain, reverse=True)
            left = sum(face[1] for face in faces)
            got = firsts + left
            cost = dig_cost
            for m in range(len(faces) + 1):
                if m:
                    value, kept, _ = faces[m - 1]
                    got += value - kept
                    cost += take
                if cost > most:
                    break
                if m == len(faces) and m + taken == rules.depth:
                    got += rules.profile
                total, spent = got, cost
                for j in range(len(rivals) + 1):
                    if j:
                        total += rivals[j - 1][0]
                        spent += rules.assist_cost
                    if spent > most:
                        break
                    held = best[spent]
                    if held is None or total > held.value:
                        if n:
                            option = Option(total, "dig", top)
                        elif m:
                            option = Option(total, "extract", faces[0][2])
                        elif j:
                            option = Option(total, "assist", rivals[0][1])
                        else:
                            option = Option(total, "", -1)
                        best[spent] = option
            layer = top + n
            if layer >= min(rules.depth, style.layers):
                break
            card, _, _, opened, _, paid = trench[layer]
            dig_cost += rules.trowel.cost(rules.dig[layer], trowel) - paid
            if dig_cost > most:
                break
            if not opened:
                firsts += rules.first[layer]
            value = now[card] if card >= 0 else unseen_now[layer]
            kept = keep * max(0.0, (later[card] if card >= 0 else unseen[layer]) - OPEN_RISK)
            own.append((value, kept, layer))
            n += 1
        return _cumulate(best, spare)

    def best(
        self,
        view: State,
        trenches: Iterable[int] | None = None,
        trowel: int = 0,
        consolidant: int = 0,
        letter: bool = False,
    ) -> Plan:
        """Return the best plan among paths that keep to the trenches given (all, if none are).

        `trowel`, `consolidant` and `letter` are tools to suppose played besides those that are.
        """
        if letter:
            view = view._replace(letter=True)
        rules, player, days = self.rules, view.player, min(view.days, self._most)
        trowel += view.trowel
        consolidant += view.consolidant
        allowed = range(rules.trenches) if trenches is None else trenches
        pawn = view.pawns[player]
        spare = 0.0 if view.round >= rules.rounds else self.style.draw_value
        best = Plan(days * spare, None, NOBODY)
        home: tuple[Option, ...] | None = None
        if pawn != NOBODY and pawn in allowed and barred(rules, view, pawn) is None:
            home = self.table(view, pawn, trowel, consolidant)
            option = home[days]
            if option.verb and option.value > best.value:
                best = Plan(option.value, Action(option.verb, pawn, option.layer), pawn)
        if view.moves >= rules.moves or rules.move_cost > days:
            return best
        days -= rules.move_cost
        guard = self._guards(view, pawn) if home is not None else False
        for trench in allowed:
            if trench == pawn or barred(rules, view, trench) is not None:
                continue
            there = self.table(view, trench, trowel, consolidant)
            option = there[days]
            if option.verb and option.value > best.value:
                best = Plan(option.value, Action("move", trench), trench)
            if home is None:
                continue
            for spent in range(days + 1):
                here = home[spent]
                if not here.verb and not guard:
                    continue
                onward = there[days - spent]
                value = here.value + onward.value
                if onward.verb and value > best.value:
                    step = Action(here.verb, pawn, here.layer) if here.verb else STAY
                    best = Plan(value, step, pawn)
        return best

    def _guards(self, view: State, pawn: int) -> bool:
        """Whether to hold one's trench although one goes on: a storm comes, and faces are open."""
        stormy = view.season >= 0 and self.rules.seasons[view.season].id == "storm"
        held = view.claims[pawn] >> view.player & 1
        return stormy and not held and self.worth(view.trenches[pawn], view.player) > 0


def _gain(face: tuple[float, float, int]) -> float:
    return face[0] - face[1]


def _cumulate(best: list[Option | None], spare: float) -> tuple[Option, ...]:
    """Return for each number of workdays the best option within it, workdays left over counted."""
    result: list[Option] = []
    for days, option in enumerate(best):
        previous = result[-1] if result else None
        waited = previous._replace(value=previous.value + spare) if previous else None
        if option is None or (waited is not None and waited.value >= option.value):
            result.append(waited or Option(0.0, "", -1))
        else:
            result.append(option)
        assert len(result) == days + 1
    return tuple(result)
