"""The game of Tanfang as the protocol asks for it: states in, states out."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.games.tanfang import chance, legality, turns
from cardgen.games.tanfang.rules import LETTERS, TOOLS, Rules
from cardgen.games.tanfang.state import (
    NOBODY,
    SOURCES,
    UNKNOWN,
    Action,
    Cell,
    Stage,
    State,
    Trench,
)
from cardgen.play.game import CHANCE, OVER, IllegalAction, Reason, shares


class Tanfang:
    """Tanfang for one player count, variant and set of readings; see `cardgen.play.game.Game`."""

    sources = SOURCES

    def __init__(self, rules: Rules, first_player: int = 0) -> None:
        self.rules = rules
        self.first_player = first_player
        self.players = rules.players
        self._candidates = legality.candidates(rules)
        self._masked: dict[tuple[Trench, int], Trench] = {}

    def initial_state(self) -> State:
        """Return the state before the first card is dealt."""
        rules = self.rules
        nothing = tuple(0 for _ in range(rules.players))
        sets = range(rules.fragment_sets) if rules.fragment_sets == len(rules.sets) else ()
        kinds = 5 if rules.switches.d3 == "5x2" else len(rules.seasons)
        blank = Cell(UNKNOWN)
        return State(
            stage=Stage.DEAL,
            step=0,
            round=0,
            turn=0,
            player=NOBODY,
            trenches=tuple((blank,) * rules.depth for _ in range(rules.trenches)),
            stacks=tuple(
                tuple(n for n, card in enumerate(rules.cards) if card.layer == layer)
                for layer in range(rules.depth)
            ),
            pieces=tuple(n for chosen in sets for n, card in enumerate(rules.cards) if card.set == chosen),
            pawns=tuple(NOBODY for _ in range(rules.players)),
            hands=tuple((0,) * len(TOOLS) for _ in range(rules.players)),
            fragments=nothing,
            sets=nothing,
            fine=nothing,
            journals=nothing,
            ledger=tuple((0,) * len(SOURCES) for _ in range(rules.players)),
            season=-1,
            coming=-1,
            season_deck=tuple(season.copies if n < kinds else 0 for n, season in enumerate(rules.seasons)),
            season_discard=tuple(0 for _ in rules.seasons),
            tool_deck=rules.tools,
            tool_discard=tuple(0 for _ in TOOLS),
            claims=tuple(0 for _ in range(rules.trenches)),
            worked=0,
            protected=tuple(0 for _ in range(rules.trenches)),
            closed=-1,
            looting_deck=rules.looting_copies,
            days=0,
            moves=0,
            trowel=0,
            consolidant=0,
            letter=False,
        )

    def current_actor(self, state: State, /) -> int:
        """Return the player at turn, `CHANCE` or `OVER`."""
        if state.stage == Stage.TURN:
            return state.player
        return OVER if state.stage == Stage.OVER else CHANCE

    def legal_actions(self, state: State, /) -> tuple[Action, ...]:
        """Return every action that `apply` accepts now."""
        if state.stage == Stage.TURN:
            rules = self.rules
            return tuple(a for a in self._candidates if not legality.CHECKS[a.verb](rules, state, a))
        return tuple(action for action, _ in chance.outcomes(self.rules, state))

    def chance_outcomes(self, state: State, /) -> tuple[tuple[Action, int], ...]:
        """Return what chance may do now, with weights."""
        return chance.outcomes(self.rules, state)

    def why_illegal(self, state: State, action: Action, /) -> tuple[Reason, ...]:
        """Return the reasons against an action; none means legal."""
        if state.stage == Stage.OVER:
            return (Reason("game-over", "the game is over"),)
        if state.stage == Stage.TURN:
            return legality.why_illegal(self.rules, state, action)
        if any(action == outcome for outcome, _ in chance.outcomes(self.rules, state)):
            return ()
        return (Reason("no-such-outcome", f"chance cannot {self.describe(action)} here"),)

    def apply(self, state: State, action: Action, /) -> State:
        """Return the state after a legal action; raise `IllegalAction` with the reasons otherwise."""
        reasons = self.why_illegal(state, action)
        if reasons:
            raise IllegalAction(reasons)
        return turns.EFFECTS[action.verb](self, state, action)

    def force(self, state: State, action: Action) -> State:
        """Return the state after an action that a record claims, legal or not, as far as it has an effect.

        Workdays do not fall below 0, and nobody digs or takes what is not there.
        """
        return turns.EFFECTS[action.verb](self, state, action)

    def view(self, state: State, player: int, /) -> State:
        """Return what a player sees: unseen cards are `UNKNOWN`, other hands and decks are only counted."""
        bit = 1 << player
        masked = self._masked
        trenches = []
        for trench in state.trenches:
            seen = masked.get((trench, player))
            if seen is None:
                seen = tuple(cell if cell.known & bit else cell._replace(card=UNKNOWN) for cell in trench)
                masked[trench, player] = seen
            trenches.append(seen)
        return state._replace(
            trenches=tuple(trenches),
            stacks=(),
            hands=tuple(hand if p == player else (sum(hand),) for p, hand in enumerate(state.hands)),
            tool_deck=(sum(state.tool_deck),),
        )

    def forget(self) -> None:
        """Drop what was remembered for speed, between games."""
        self._masked.clear()

    def totals(self, state: State, /) -> tuple[int, ...]:
        """Return the points of every player so far."""
        return tuple(map(sum, state.ledger))

    def ledger(self, state: State, /) -> tuple[Mapping[str, int], ...]:
        """Return the points of every player by source."""
        return tuple(dict(zip(SOURCES, line, strict=True)) for line in state.ledger)

    def rounds_played(self, state: State, /) -> int:
        """Return how many rounds have begun."""
        return state.round

    def ranking(self, state: State, /) -> tuple[tuple[int, ...], ...]:
        """Return the players best first: points, fine relics, sets, tools left in hand; ties together."""

        def merit(player: int) -> tuple[int, int, int, int]:
            return (
                sum(state.ledger[player]),
                state.fine[player],
                state.sets[player].bit_count(),
                sum(state.hands[player]),
            )

        groups: dict[tuple[int, int, int, int], list[int]] = {}
        for player in range(self.players):
            groups.setdefault(merit(player), []).append(player)
        return tuple(tuple(groups[key]) for key in sorted(groups, reverse=True))

    def returns(self, state: State, /) -> tuple[float, ...]:
        """Return each player's share of the win; a cooperative game is won or lost together."""
        if state.stage != Stage.OVER:
            return (0.0,) * self.players
        if self.rules.target:
            won = sum(map(sum, state.ledger)) >= self.rules.target
            return (1.0 / self.players if won else 0.0,) * self.players
        return shares(self.ranking(state), self.players)

    def describe(self, action: Action, /) -> str:
        """Return an action in the words of a written record."""
        verb, trench, layer, card = action
        words = [verb]
        if verb in ("play", "tool") and 0 <= card < len(TOOLS):
            words = [TOOLS[card]] if verb == "play" else ["tool", TOOLS[card]]
        elif verb in ("assemble", "choose") and 0 <= card < len(self.rules.sets):
            words.append(self.rules.sets[card])
        elif verb == "season" and 0 <= card < len(self.rules.seasons):
            words.append(self.rules.seasons[card].id)
        if 0 <= trench < len(LETTERS):
            words.append(LETTERS[trench] + (str(layer + 1) if layer >= 0 else ""))
        if verb in ("deal", "bury") and 0 <= card < len(self.rules.cards):
            words.append(self.rules.cards[card].id)
        return " ".join(words)
