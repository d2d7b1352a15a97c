"""The kinds of findings of the checker, one code each; `cardgen explain CODE` tells more."""

from __future__ import annotations

from cardgen.diagnostics import Rule, Severity

CLAIM_SHAPE = Rule("R200", "claim-shape")
NUMBER = Rule("R201", "number-contradicted")
TEXT = Rule("R202", "text-contradicted")
LIST = Rule("R203", "list-contradicted")
ORDER = Rule("R204", "order-contradicted")
STATEMENT = Rule("R205", "statement-false")
PLACES = Rule("R206", "places-disagree")
ARITHMETIC = Rule("R207", "arithmetic-wrong")
SUM = Rule("R208", "sum-differs")
UNITS = Rule("R209", "units-mixed")
CAUSE = Rule("R210", "value-contradicted")
SECTION = Rule("R211", "section-missing")
UNDEFINED = Rule("R212", "term-undefined")
UNDECIDED = Rule("R213", "sample-cannot-tell", Severity.WARNING)
IMPOSSIBLE = Rule("R214", "rate-impossible")
RANK = Rule("R215", "rank-contradicted")
ROWS = Rule("R216", "rows-differ")
TWO_NAMES = Rule("R217", "two-names")
EXPRESSION = Rule("R219", "claim-expression")

UNIQUE = Rule("R221", "not-unique")
MEMBER = Rule("R222", "unknown-member")
ALLOWED = Rule("R223", "value-not-allowed")
TOTAL = Rule("R224", "total-differs")
CAPACITY = Rule("R225", "supply-too-small")
DECK = Rule("R226", "deck-too-small")
EXPECTED = Rule("R227", "expectation-fails")

SAME_NAME = Rule("R240", "same-name", Severity.WARNING)
ICON = Rule("R241", "icon-means-two-things", Severity.WARNING)
TYPED = Rule("R242", "number-typed", Severity.WARNING)
PLACEHOLDER = Rule("R243", "placeholder-left", Severity.WARNING)
FIELD_UNUSED = Rule("R244", "field-unused", Severity.WARNING)
WORD_UNUSED = Rule("R245", "word-unused", Severity.WARNING)
ART_UNUSED = Rule("R246", "art-unused", Severity.WARNING)
ICON_UNUSED = Rule("R247", "icon-unused", Severity.WARNING)
PROVISIONAL = Rule("R248", "provisional", Severity.NOTE)
TYPED_IN_RULEBOOK = Rule("R249", "number-typed-in-rulebook", Severity.WARNING)

IDLE_SILENCER = Rule("R260", "idle-silencer", Severity.WARNING)
IDLE_EXCUSE = Rule("R261", "idle-excuse", Severity.WARNING)
