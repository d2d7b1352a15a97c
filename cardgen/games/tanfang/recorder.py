"""Replaying a written record of Tanfang; see `cardgen.play.recorder.Recorder`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.games.tanfang import layout, rounds
from cardgen.games.tanfang.engine import Tanfang
from cardgen.games.tanfang.facts import facts
from cardgen.games.tanfang.notation import Notation, names_in
from cardgen.games.tanfang.rules import LETTERS, TOOLS, Rules
from cardgen.games.tanfang.state import NOBODY, Action, Stage, State, put_cell
from cardgen.play.codes import BUDGET_DIFFERS, IMPOSSIBLE_DECK, RECORD_SHAPE, SETUP_BROKEN
from cardgen.play.game import Reason
from cardgen.play.record import Place, Playthrough, Round
from cardgen.play.recorder import Bonus, Complain, Event, UnreadableError

USEFUL = ("dig", "extract", "assist", "assemble", "draw")
BEYOND_FORCE = {
    "malformed", "no-such-trench", "no-such-layer", "no-such-set", "no-such-tool", "no-such-action",
    "already-dug", "not-dug", "already-taken", "already-assembled", "pieces-missing", "no-tools-left",
}  # fmt: skip
"""Reasons that not even a lenient replay goes past: there is nothing to dig, take or assemble."""


class TanfangRecorder:
    """One record's table: names for players, cards for cells, and the chance that the record tells."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.rules = Rules.from_data(data)
        self.names = names_in(data)
        self.game = Tanfang(self.rules)
        self.notation = Notation(self.rules, self.names)
        self.players: tuple[str, ...] = ()
        self.draws: dict[Place, int] = {}
        self.coming: list[int] = []
        self.turned = Counter[int]()

    @property
    def rounds(self) -> int:
        """How many rounds a whole game has."""
        return self.rules.rounds

    def lay_out(self, record: Playthrough, complain: Complain) -> State:
        """Return the state at the start of round 1."""
        self.players = record.players
        if len(record.players) != self.rules.players:
            message = f"{len(record.players)} players; the kit is set up for {self.rules.players}"
            complain(RECORD_SHAPE, message, ("players",), None)
        rules, board = layout.deal(record, self.notation, complain)
        hands, self.draws = layout.hands(record, self.notation, complain)
        self.rules = rules
        self.notation = Notation(rules, self.names)
        self.game = Tanfang(rules, record.players.index(record.first))
        self.coming = [self._season(entry, complain) for entry in record.rounds]
        state = self.game.initial_state()._replace(trenches=board, hands=hands)
        spent = [sum(hand[tool] for hand in hands) for tool in range(len(TOOLS))]
        deck = tuple(max(0, n - out) for n, out in zip(state.tool_deck, spent, strict=True))
        return rounds.start_round(rules, self.game.first_player, state._replace(tool_deck=deck))

    def _season(self, entry: Round, complain: Complain) -> int:
        """Return the season of a round, counting the copies that have been seen."""
        place = (*entry.place, "season")
        word = entry.entry.get("season")
        if not self.rules.seasons_on:
            if word not in (None, "fair"):
                complain(SETUP_BROKEN, "this game is played without seasons", place, None)
            return -1
        if word is None:
            complain(RECORD_SHAPE, f"round {entry.number} names no `season`", entry.place, None)
            return 0
        try:
            season = self.notation.season(str(word))
        except UnreadableError as error:
            complain(error.rule, str(error), place, error.hint)
            return 0
        self.turned[season] += 1
        copies = self.game.initial_state().season_deck[season]
        once = self.rules.switches.d3 != "freq" and self.rules.switches.d4 == "top"
        if once and self.turned[season] == copies + 1:
            message = (
                f"round {entry.number}: `{word}` comes up a {_th(copies + 1)} time; the deck holds {copies}"
            )
            complain(IMPOSSIBLE_DECK, message, place, None)
        return season

    def begin_round(self, state: State, entry: Round, complain: Complain) -> State:
        """Return the state at the first turn of a round, with the record's season in force."""
        first = self.game.first_player
        while state.stage == Stage.FORECAST:
            ahead = entry.number if state.season >= 0 else entry.number - 1
            season = self.coming[ahead] if ahead < len(self.coming) else 0
            state = rounds.reveal(self.rules, first, state, season)
        if state.stage == Stage.LOOT:
            state = self._loot(state, entry, complain)
        claimed = entry.entry.get("workdays")
        if claimed is not None and claimed != state.days:
            message = f"round {entry.number} gives {state.days} workdays, not {claimed}"
            complain(BUDGET_DIFFERS, message, (*entry.place, "workdays"), None)
        return state

    def _loot(self, state: State, entry: Round, complain: Complain) -> State:
        try:
            trench = self.notation.trench(str(entry.entry.get("looted", "")))
        except UnreadableError as error:
            complain(error.rule, f"`looted`: {error}", entry.place, error.hint)
            return rounds.open_turns(self.rules, self.game.first_player, state)
        action = Action("loot", trench)
        if self.game.why_illegal(state, action):
            message = f"round {entry.number}: no looting card of this trench is left"
            complain(IMPOSSIBLE_DECK, message, (*entry.place, "looted"), None)
        return self.game.force(state, action)

    def turn_order(self, number: int) -> Sequence[int]:
        """Return the seats in turn order: clockwise, the start moving on one seat a round."""
        first = self.game.first_player + number - 1
        return [(first + n) % self.rules.players for n in range(self.rules.players)]

    def begin_turn(self, state: State, turn: int, player: int) -> State:
        """Return the state with a player at turn, in order or not."""
        return rounds.start_turn(self.rules, state, turn, player)

    def budget(self, state: State) -> int:
        """Return the workdays left."""
        return state.days

    def read(self, state: State, words: str) -> Action | Bonus:
        """Return the meaning of the record's words."""
        return self.notation.read(state, words)

    def earned(self, state: State, player: int, bonus: Bonus) -> str | None:
        """Return why the bonus for a whole profile is not due, naming who broke it."""
        for layer, cell in enumerate(state.trenches[bonus.about]):
            name = f"{LETTERS[bonus.about]}{layer + 1}"
            if cell.digger != player:
                by = f"was dug by {self.players[cell.digger]}" if cell.digger != NOBODY else "is not dug"
                return f"{name} {by}"
            if cell.taker != player:
                by = f"was cleared by {self.players[cell.taker]}" if cell.taker >= 0 else "is not extracted"
                return f"{name} {by}"
        return None

    def why_illegal(self, state: State, action: Action) -> tuple[Reason, ...]:
        """Return the reasons against an action, with the players' names."""

        def named(match: re.Match[str]) -> str:
            return self.players[int(match[1])]

        reasons = self.game.why_illegal(state, action)
        return tuple(Reason(rule, re.sub(r"player (\d+)", named, text)) for rule, text in reasons)

    def take(self, state: State, action: Action, place: Place, force: bool, complain: Complain) -> State:
        """Return the state after an action; a draw brings the tool that the record names."""
        reasons = {reason.rule for reason in self.game.why_illegal(state, action)}
        if reasons and (not force or reasons & BEYOND_FORCE):
            return state
        if "not-own-face" in reasons:
            cell = state.trenches[action.trench][action.layer]._replace(digger=state.player)
            state = state._replace(trenches=put_cell(state.trenches, action.trench, action.layer, cell))
        state = self.game.force(state, action)
        if state.stage != Stage.DRAW:
            return state
        tool = self.draws.get(place)
        offered = [outcome.card for outcome, _ in self.game.chance_outcomes(state)]
        if tool is not None and tool not in offered:
            complain(IMPOSSIBLE_DECK, f"no `{TOOLS[tool]}` is left to draw", place, None)
        drawn = tool if tool is not None else max(offered, key=lambda t: (state.tool_deck[t], -t))
        return self.game.force(state, Action("tool", card=drawn))

    def options(self, state: State) -> tuple[str, ...]:
        """Return what of use the player at turn could do, at once or after a move."""
        found = [self.game.describe(a) for a in self.game.legal_actions(state) if a.verb in USEFUL]
        for move in self.game.legal_actions(state):
            if move.verb == "move":
                there = self.game.apply(state, move)
                found += [
                    f"{self.game.describe(move)} and {self.game.describe(a)}"
                    for a in self.game.legal_actions(there)
                    if a.verb in USEFUL[:3] and a.trench == move.trench
                ]
        return tuple(found)

    def end_round(self, state: State) -> State:
        """Return the state after storms and, in the last round, the last scoring."""
        return rounds.end_round(self.rules, self.game.first_player, state)

    def facts(self, events: Sequence[Event], ends: Sequence[Any]) -> Mapping[str, Any]:
        """Return what a commentary may state; see `cardgen.games.tanfang.facts`."""
        return facts(self.game, self.players, events, ends)


def _th(number: int) -> str:
    """Return an ordinal in English, for the small numbers of copies in a deck."""
    return {1: "first", 2: "second", 3: "third", 4: "fourth"}.get(number, f"{number}th")
