"""The numbers of Tanfang for tests of its engine, small enough to change in one line."""

from __future__ import annotations

import copy
from typing import Any

RELICS = (
    "clay-cup",
    "pottery-dou",
    "bi-shard",
    "spindle-whorl",
    "tooth-pendant",
    "bone-needle",
    "pottery-tripod",
    "pottery-he",
    "jade-chisel",
    "ivory-segment",
    "jade-zhang",
    "bronze-eye",
    "sceptre-shard",
    "dragon-ornament",
    "bronze-mask",
    "edged-zhang",
    "gold-fish",
    "eagle-head",
    "tree-base",
    "great-zhang",
    "bronze-altar",
    "standing-figure",
    "gold-mask",
    "bronze-beast",
)
POINTS = ((2, 4, 6), (4, 7, 10), (6, 11, 16), (9, 16, 23))
QUALITIES = ("poor", "common", "fine")
TOOLS = ["trowel", "shoring", "ground-radar", "consolidant", "liaison-letter", "journal"]
SEASONS = ["fair", "storm", "funding", "scorching", "expert-visit", "closure", "inspection"]
FRAGMENTS = {
    "sacred-tree": ("tree-root", "tree-trunk", "tree-branch"),
    "gold-sceptre": ("sceptre-head", "sceptre-shaft", "sceptre-tail"),
}
SETUPS = {2: (3, 1), 3: (4, 1), 4: (5, 2)}


def data(players: int = 4, **rules: Any) -> dict[str, Any]:
    """Resolved data of the kit; keyword arguments replace entries of `rules`."""
    trenches, sets = SETUPS[players]
    layers = [
        {"id": f"l{n + 1}", "dig": n + 1, "first": n + 1, "points": dict(zip(QUALITIES, row, strict=True))}
        for n, row in enumerate(POINTS)
    ]
    numbers = {
        "rounds": 6,
        "workdays": 3,
        "extract": 1,
        "assist": 4,
        "assist_cost": 1,
        "assemble_cost": 2,
        "set_bonus": 12,
        "fragment_points": 3,
        "profile": 6,
        "draw_cost": 1,
        "hand": 2,
        "layers": layers,
        "qualities": [{"id": name} for name in QUALITIES],
        "switches": {},
    }
    relics = [
        {"id": name, "layer": f"l{n // 6 + 1}", "quality": QUALITIES[n % 6 // 2]}
        for n, name in enumerate(RELICS)
    ]
    fragments = [{"id": piece, "set": name} for name, pieces in FRAGMENTS.items() for piece in pieces]
    resolved = {
        "players": players,
        "rules": numbers | rules,
        "setup": {"trenches": trenches, "fragment_sets": sets},
        "components": {
            "relic": {"cards": relics},
            "fragment": {"cards": fragments},
            "tool": {"cards": [{"id": name, "copies": 4} for name in TOOLS]},
            "season": {"cards": [{"id": name, "copies": 2} for name in SEASONS]},
        },
    }
    return copy.deepcopy(resolved)
