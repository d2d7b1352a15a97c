"""Four ways to play Tanfang.  Each sees only its player's view."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cardgen.games.tanfang.rules import Rules
from cardgen.games.tanfang.strategies.assembler import Assembler
from cardgen.games.tanfang.strategies.planner import Planner, Style
from cardgen.games.tanfang.strategies.styles import Digger, Forager, Pioneer
from cardgen.play.game import Strategy

STRATEGIES: Mapping[str, Callable[[Planner], Strategy]] = {
    "digger": Digger,
    "forager": Forager,
    "pioneer": Pioneer,
    "assembler": Assembler,
}
STYLES: Mapping[str, Style] = {
    "digger": Style(open_keep=0.85, assists=False),
    "forager": Style(open_keep=0.75, own_weight=0.0),
    "pioneer": Style(open_keep=0.85, own_weight=0.25, layers=3),
    "assembler": Style(open_keep=0.85, assists=False),
}
LINEUPS: Mapping[int, tuple[str, ...]] = {
    2: ("digger", "forager"),
    3: ("digger", "forager", "pioneer"),
    4: ("digger", "forager", "pioneer", "assembler"),
}
"""Who sits at the table of each size, as in the published table of win rates."""


def planners(rules: Rules) -> dict[str, Planner]:
    """Return one planner a style; planners remember what they worked out, and are kept between games."""
    return {name: Planner(rules, style) for name, style in STYLES.items()}
