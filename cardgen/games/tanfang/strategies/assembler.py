"""The assembler: after fragments by a list of rules, without looking ahead."""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.games.tanfang.legality import barred, dig_cost, take_cost
from cardgen.games.tanfang.state import NOBODY, Action, State, Trench, is_open, top_layer
from cardgen.games.tanfang.strategies.planner import Planner
from cardgen.games.tanfang.strategies.styles import CONSOLIDANT, TROWEL, assemble, finish

HARVEST_ROUND = 5


class Assembler:
    """Digs many trenches in search of fragments, takes those first, and harvests late."""

    def __init__(self, planner: Planner) -> None:
        self.planner = planner
        self.rules = planner.rules

    def choose(self, view: State, /) -> Action:
        """Return the next action."""
        done = assemble(self.planner, view)
        if done is not None:
            return done
        target = self._target(view)
        if target == NOBODY:
            return finish(self.planner, view)
        if target != view.pawns[view.player]:
            return Action("move", target)
        return self._work(view, target) or finish(self.planner, view)

    def _reach(self, view: State) -> list[int]:
        pawn = view.pawns[view.player]
        trenches: Iterable[int] = (pawn,) if view.moves >= self.rules.moves else range(self.rules.trenches)
        found = [t for t in trenches if t != NOBODY and barred(self.rules, view, t) is None]
        return sorted(found, key=lambda trench: trench != pawn)

    def _own(self, view: State, trench: Trench) -> list[int]:
        return [k for k, cell in enumerate(trench) if is_open(cell) and cell.digger == view.player]

    def _fragments(self, view: State, trench: Trench) -> list[int]:
        return [layer for layer in self._own(view, trench) if self.rules.cards[trench[layer].card].set >= 0]

    def _target(self, view: State) -> int:
        """Return the trench to work in, by the first rule that applies."""
        reach = self._reach(view)
        if not reach or not view.days:
            return NOBODY
        with_fragments = [t for t in reach if self._fragments(view, view.trenches[t])]
        if with_fragments:
            return with_fragments[0]
        worth = {t: self.planner.worth(view.trenches[t], view.player) for t in reach}
        if view.round >= HARVEST_ROUND and max(worth.values()) > 0:
            return max(reach, key=worth.__getitem__)
        diggable = [t for t in reach if self._can_dig(view, t)]
        if diggable:
            unseen = {t: sum(cell.card < 0 for cell in view.trenches[t]) for t in diggable}
            return max(diggable, key=unseen.__getitem__)
        return max(reach, key=worth.__getitem__) if max(worth.values()) > 0 else NOBODY

    def _can_dig(self, view: State, trench: int) -> bool:
        top = top_layer(view.trenches[trench])
        if top >= self.rules.depth:
            return False
        trowels = view.trowel + bool(view.hands[view.player][TROWEL])
        return self.rules.trowel.cost(self.rules.dig[top], trowels) <= view.days

    def _work(self, view: State, pawn: int) -> Action | None:
        """Return the next action in the trench one stands in."""
        rules, cells = self.rules, view.trenches[pawn]
        own, fragments = self._own(view, cells), self._fragments(view, cells)
        top = top_layer(cells)
        take = take_cost(rules, view)
        harvest = view.round >= HARVEST_ROUND and own
        if own and take and len(own) > view.days and view.hands[view.player][CONSOLIDANT]:
            return Action("play", card=CONSOLIDANT)
        if fragments and take <= view.days:
            return Action("extract", pawn, fragments[0])
        if not harvest and self._can_dig(view, pawn):
            if dig_cost(rules, view, top) > view.days:
                return Action("play", card=TROWEL)
            return Action("dig", pawn, top)
        if own and take <= view.days:
            best = max(own, key=lambda layer: rules.cards[cells[layer].card].points)
            return Action("extract", pawn, best)
        if self._can_dig(view, pawn) and dig_cost(rules, view, top) <= view.days:
            return Action("dig", pawn, top)
        return None
