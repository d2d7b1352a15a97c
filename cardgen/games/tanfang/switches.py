"""The readings D1 to D17: where the published rules are silent or contradict themselves.

Each is a named switch of the data; the first value listed is the default.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from cardgen.games.tanfang.reading import Reader

CHOICES: dict[str, tuple[str, ...]] = {
    "d1": ("random", "first"),
    "d2": ("spread", "anywhere"),
    "d3": ("7x2", "5x2", "freq"),
    "d4": ("top", "reshuffle"),
    "d5": ("free", "blocked"),
    "d6": ("round", "presence"),
    "d7": ("at-once", "instalments"),
    "d8": ("in-trench", "anywhere"),
    "d9": ("relics", "all"),
    "d10": ("credited", "extracted"),
    "d11": ("reshuffle", "exhausted"),
    "d12": ("turn", "once"),
    "d13": ("turn", "once"),
    "d14": ("next-round", "this-round"),
    "d15": ("each-copy", "one-copy"),
    "d16": ("presence", "work"),
    "d17": ("start", "end"),
}


@dataclass(frozen=True, slots=True)
class Switches:
    """One chosen reading for each open question.

    d1 which set when only one is used; d2 pieces of a set spread over trenches; d3 what the season deck
    holds; d4 seasons come off one deck, or a fresh deck each round; d5 whether a pawn left from the last
    round blocks; d6 how long a claim lasts; d7 whether a dig may be paid over several turns; d8 where one
    may extract; d9 what an expert's visit rewards; d10 whose fine relics count; d11 an empty tool deck;
    d12 and d13 how long trowel and consolidant last; d14 how long shoring lasts; d15 several journals;
    d16 what spares a trench from a storm; d17 when the preview variant shows the next season.
    """

    d1: str = "random"
    d2: str = "spread"
    d3: str = "7x2"
    d4: str = "top"
    d5: str = "free"
    d6: str = "round"
    d7: str = "at-once"
    d8: str = "in-trench"
    d9: str = "relics"
    d10: str = "credited"
    d11: str = "reshuffle"
    d12: str = "turn"
    d13: str = "turn"
    d14: str = "next-round"
    d15: str = "each-copy"
    d16: str = "presence"
    d17: str = "start"

    @classmethod
    def from_data(cls, data: Reader) -> Switches:
        """Read the switches; an unknown one or an unknown reading is a finding."""
        chosen: dict[str, str] = {}
        for name in data.keys():  # noqa: SIM118 - a Reader is not a mapping
            data.require(name in CHOICES, name, "no such switch")
        for field in fields(cls):
            choices = CHOICES[field.name]
            chosen[field.name] = choices[max(0, data.one_of(field.name, choices, default=0))]
        return cls(**chosen)
