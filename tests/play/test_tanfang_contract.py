from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

from cardgen.games.tanfang.engine import Tanfang
from cardgen.games.tanfang.rules import Rules
from cardgen.games.tanfang.state import FIRST, NOBODY, Action, Stage, State, is_open
from cardgen.games.tanfang.switches import CHOICES
from cardgen.play.game import Game
from tests.play.contract import GameContract
from tests.play.tanfang_data import data


def table(players: int, trenches: int | None = None, **rules: Any) -> Callable[[], Game]:
    def make() -> Game:
        resolved = data(players, **rules)
        if trenches:
            resolved["setup"]["trenches"] = trenches
        return Tanfang(Rules.from_data(resolved))

    return make


OTHER_READINGS = {name: choices[1] for name, choices in CHOICES.items()}


class TestTanfang(GameContract):
    games: ClassVar[tuple[Callable[[], Game], ...]] = (
        table(2),
        table(3),
        table(4),
        table(2, 3, rounds=4, tools=False, seasons=False),
        table(3, preview=True, profile=10),
        table(4, 6, rounds=8),
        table(2, 2),
        table(3, looting=True, target=100),
        table(3, switches=OTHER_READINGS),
        table(4, switches={"d3": "freq", "d6": "presence", "d16": "work"}),
    )

    def invariant(self, game: Any, before: State, action: Action, after: State) -> None:
        rules = game.rules
        cells = [cell for trench in after.trenches for cell in trench]
        assert after.days >= 0
        assert all(cell.digger != NOBODY for cell in cells if cell.taker != NOBODY)
        if after.stage > Stage.BURY:
            cards = [cell.card for cell in cells]
            assert len(set(cards)) == len(cards) == rules.trenches * rules.depth
            assert sum(rules.cards[card].set >= 0 for card in cards) == 3 * rules.fragment_sets
            if rules.switches.d2 == "spread":
                for chosen in {card.set for card in rules.cards if card.set >= 0}:
                    lying = {
                        t
                        for t, trench in enumerate(after.trenches)
                        if any(rules.cards[cell.card].set == chosen for cell in trench)
                    }
                    assert len(lying) != 1, "the pieces of a set are spread"
        firsts = sum(rules.first[k] for trench in after.trenches for k, c in enumerate(trench) if c.opened)
        assert sum(line[FIRST] for line in after.ledger) == firsts, "each first find is paid once"
        held = Counter({tool: sum(hand[tool] for hand in after.hands) for tool in range(6)})
        for tool, copies in enumerate(rules.tools):
            aside = after.tool_deck[tool] + after.tool_discard[tool]
            journals = sum(after.journals) if tool == 5 else 0
            assert held[tool] + aside + journals == copies, "tool cards are conserved"
        if rules.switches.d3 != "freq" and rules.switches.d4 == "top":
            for season, card in enumerate(rules.seasons):
                out = (after.season == season and after.stage != Stage.OVER) + (after.coming == season)
                listed = after.season_deck[season] + after.season_discard[season]
                assert listed + out in (card.copies, 0), "season cards are conserved"
        for t, (old, new) in enumerate(zip(before.trenches, after.trenches, strict=True)):
            fallen = [
                k
                for k, (a, b) in enumerate(zip(old, new, strict=True))
                if a.digger != NOBODY and b.digger == NOBODY
            ]
            assert len(fallen) <= 1, "a storm takes at most one face a trench"
            if fallen:
                assert rules.seasons[before.season].id == "storm"
                assert not any(is_open(cell) for cell in old[fallen[0] + 1 :])
                assert not before.claims[t] or rules.switches.d16 == "work"
            assert all(b.opened >= a.opened for a, b in zip(old, new, strict=True))
            assert all(b.known & a.known == a.known for a, b in zip(old, new, strict=True))
