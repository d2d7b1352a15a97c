"""Digger, forager and pioneer: the same planner, with different likings and rules of their own."""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.games.tanfang.legality import barred, dig_cost, why_illegal
from cardgen.games.tanfang.rules import TOOLS
from cardgen.games.tanfang.state import DRAW_TOOL, END, NOBODY, STAY, Action, State, is_open, top_layer
from cardgen.games.tanfang.strategies.planner import Plan, Planner

TROWEL, SHORING, RADAR, CONSOLIDANT, LETTER, JOURNAL = (TOOLS.index(name) for name in (
    "trowel", "shoring", "ground-radar", "consolidant", "liaison-letter", "journal",
))  # fmt: skip
TROWEL_GAIN, CONSOLIDANT_GAIN, LETTER_GAIN, LAST_GAIN = 1.5, 1.5, 1.8, 0.3
"""Points that a tool must gain to be played now; in the last round there is no later."""
SHORING_WORTH = 10
RADAR_ROUNDS = 3


def assemble(planner: Planner, view: State) -> Action | None:
    """Return the assembling of a finished set, if it can be done now."""
    if view.fragments[view.player].bit_count() > 1:
        for chosen in range(len(planner.rules.sets)):
            action = Action("assemble", card=chosen)
            if not why_illegal(planner.rules, view, action):
                return action
    return None


def finish(planner: Planner, view: State) -> Action:
    """Return what to do once no plan is left: journals, shoring, a new tool, the end of the turn."""
    rules, player = planner.rules, view.player
    hand, pawn = view.hands[player], view.pawns[player]
    last = view.round >= rules.rounds
    if hand[JOURNAL] and last:
        return Action("play", card=JOURNAL)
    if not last:
        if view.days and not why_illegal(rules, view, DRAW_TOOL):
            return DRAW_TOOL
        if (
            hand[SHORING]
            and pawn != NOBODY
            and view.protected[pawn] <= view.round
            and planner.worth(view.trenches[pawn], player) >= SHORING_WORTH
        ):
            return Action("play", card=SHORING)
    if pawn != NOBODY and planner.worth(view.trenches[pawn], player) and not why_illegal(rules, view, STAY):
        return STAY
    return END


class Forager:
    """Takes the best plan anywhere, but enters no trench where a rival's pawn stands."""

    def __init__(self, planner: Planner) -> None:
        self.planner = planner

    def trenches(self, view: State) -> Iterable[int] | None:
        """Return the trenches that plans may use; None for all."""
        rivals = {pawn for player, pawn in enumerate(view.pawns) if player != view.player}
        return [trench for trench in range(self.planner.rules.trenches) if trench not in rivals]

    def choose(self, view: State, /) -> Action:
        """Return the next action."""
        radar = self.radar(view)
        if radar is not None:
            return radar
        done = assemble(self.planner, view)
        if done is not None:
            return done
        allowed = self.trenches(view)
        plan = self.planner.best(view, allowed)
        tool = self.tool(view, allowed, plan)
        if tool is not None:
            return tool
        return plan.action or finish(self.planner, view)

    def radar(self, view: State) -> Action | None:
        """Return a look into the least known trench while there is time to use it."""
        if view.round > RADAR_ROUNDS or not view.hands[view.player][RADAR]:
            return None
        unseen = [sum(cell.card < 0 for cell in trench) for trench in view.trenches]
        most = max(unseen)
        return Action("play", unseen.index(most), -1, RADAR) if most else None

    def tool(self, view: State, allowed: Iterable[int] | None, plan: Plan) -> Action | None:
        """Return a tool that makes the best plan enough better, the most gainful first."""
        hand = view.hands[view.player]
        if not view.days or not (hand[TROWEL] or hand[CONSOLIDANT] or hand[LETTER]):
            return None
        last = view.round >= self.planner.rules.rounds
        best, found = 0.0, None
        if hand[TROWEL]:
            gain = self.planner.best(view, allowed, trowel=1).value - plan.value
            if gain > max(best, LAST_GAIN if last else TROWEL_GAIN):
                best, found = gain, Action("play", card=TROWEL)
        if hand[CONSOLIDANT]:
            gain = self.planner.best(view, allowed, consolidant=1).value - plan.value
            if gain > max(best, LAST_GAIN if last else CONSOLIDANT_GAIN):
                best, found = gain, Action("play", card=CONSOLIDANT)
        if hand[LETTER] and not view.letter and view.moves < self.planner.rules.moves:
            gain = self.planner.best(view, allowed, letter=True).value - plan.value
            if gain > max(best, LAST_GAIN if last else LETTER_GAIN):
                best, found = gain, Action("play", card=LETTER)
        return found


class Pioneer(Forager):
    """Takes the best plan anywhere on the upper layers."""

    def trenches(self, view: State) -> Iterable[int] | None:  # noqa: ARG002
        """Return None: any trench will do."""
        return None


class Digger(Forager):
    """Keeps to one trench, its home, as long as something can be done there."""

    def __init__(self, planner: Planner) -> None:
        super().__init__(planner)
        self.home = NOBODY

    def trenches(self, view: State) -> Iterable[int] | None:
        """Return home alone while it is of use, nothing while it is blocked, and else every trench."""
        rules, player = self.planner.rules, view.player
        if self.home == NOBODY:
            plan = self.planner.best(view)
            self.home = plan.trench
            return None if self.home == NOBODY else (self.home,)
        cells = view.trenches[self.home]
        faces = [cell for cell in cells if is_open(cell) and cell.digger == player]
        top = top_layer(cells)
        if top == rules.depth and not faces:
            if view.round <= 4:
                self.home = NOBODY
                return self.trenches(view)
            return None
        if barred(rules, view, self.home) is not None or (
            view.moves >= rules.moves and view.pawns[player] != self.home
        ):
            return () if view.pawns[player] in (NOBODY, self.home) else None
        affordable = top < rules.depth and dig_cost(rules, view, top) <= view.days
        return (self.home,) if faces or affordable or not view.days else None
