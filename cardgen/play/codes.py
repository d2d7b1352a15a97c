"""The kinds of findings that a recorded game can give rise to."""

from __future__ import annotations

from cardgen.diagnostics import Rule, Severity

RECORD_SHAPE = Rule("G601", "record-shape")
UNKNOWN_PLAYER = Rule("G602", "unknown-player")
UNKNOWN_CARD = Rule("G603", "unknown-card")
UNKNOWN_CELL = Rule("G604", "unknown-cell")
UNREADABLE_ACTION = Rule("G605", "unreadable-action")
UNKNOWN_ENGINE = Rule("G606", "unknown-engine")
CUT_SHORT = Rule("G607", "game-cut-short")
DEAL_INCOMPLETE = Rule("G610", "deal-incomplete")
CARD_CONTRADICTED = Rule("G611", "card-contradicted")
CARD_DUPLICATED = Rule("G612", "card-duplicated")
SETUP_BROKEN = Rule("G613", "setup-broken")
IMPOSSIBLE_DECK = Rule("G620", "impossible-deck")
BUDGET_DIFFERS = Rule("G621", "budget-differs")
TURN_ORDER = Rule("G622", "turn-order")
TURN_REPEATED = Rule("G623", "turn-repeated")
ILLEGAL_ACTION = Rule("G630", "illegal-action")
BONUS_DENIED = Rule("G631", "bonus-denied")
COULD_ACT = Rule("G632", "could-act")
COST_DIFFERS = Rule("G634", "cost-differs")
POINTS_DIFFER = Rule("G640", "points-differ")
TOTALS_DIFFER = Rule("G641", "totals-differ")
FINAL_DIFFERS = Rule("G642", "final-differs")
RANKING_DIFFERS = Rule("G643", "ranking-differs")
SOURCES_DIFFER = Rule("G644", "sources-differ")
STATEMENT_DIFFERS = Rule("G645", "statement-differs")
UNKNOWN_FACT = Rule("G646", "unknown-fact")
CLAIM_CONTRADICTED = Rule("G650", "claim-contradicted")
CLAIM_UNDECIDED = Rule("G651", "claim-undecided", Severity.NOTE)
CLAIM_SHAPE = Rule("G652", "claim-shape")
BAD_OVERRIDE = Rule("G660", "bad-override")

CODES = tuple(value for value in list(globals().values()) if isinstance(value, Rule))
