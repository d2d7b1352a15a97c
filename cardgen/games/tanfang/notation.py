"""The words of a written record of Tanfang, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cardgen.diagnostics import did_you_mean
from cardgen.games.tanfang.legality import RADAR
from cardgen.games.tanfang.rules import LETTERS, TOOLS, Rules
from cardgen.games.tanfang.state import NOBODY, Action, State, top_layer
from cardgen.play.codes import UNKNOWN_CARD, UNKNOWN_CELL, UNREADABLE_ACTION
from cardgen.play.recorder import Bonus, UnreadableError

VERBS = (
    "stay", "move A", "dig", "dig A1", "extract A1", "assist A1", "assemble SET", "draw", "draw TOOL",
    "TOOL", "ground-radar A", "profile A",
)  # fmt: skip
_CELL = re.compile(r"([A-Z])([0-9]{1,2})")


def names_in(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the id of each card by its id and by its printed name."""
    found: dict[str, str] = {}
    for component in ("relic", "fragment", "tool", "season"):
        part = data.get("components", {}).get(component, {})
        for card in part.get("cards", ()) if isinstance(part, Mapping) else ():
            if isinstance(card, Mapping) and "id" in card:
                ident = str(card["id"])
                found.setdefault(str(card.get("name", ident)), ident)
                found[ident] = ident
    return found


class Notation:
    """Reads cells, cards and actions for one set of rules."""

    def __init__(self, rules: Rules, names: Mapping[str, str]) -> None:
        self.rules = rules
        self.names = names

    def trench(self, word: str) -> int:
        """Return the trench with this letter."""
        letters = LETTERS[: self.rules.trenches]
        if len(word) == 1 and word in letters:
            return letters.index(word)
        raise UnreadableError(UNKNOWN_CELL, f"there is no trench `{word}`", f"trenches are {letters}")

    def cell(self, word: str) -> tuple[int, int]:
        """Return trench and layer of a cell such as ``C4``."""
        match = _CELL.fullmatch(word)
        if match and match[1] in LETTERS[: self.rules.trenches] and 1 <= int(match[2]) <= self.rules.depth:
            return LETTERS.index(match[1]), int(match[2]) - 1
        last = f"{LETTERS[self.rules.trenches - 1]}{self.rules.depth}"
        raise UnreadableError(UNKNOWN_CELL, f"there is no cell `{word}`", f"cells are A1 to {last}")

    def card(self, word: str) -> str:
        """Return the id of a card by id or printed name."""
        if word in self.names:
            return self.names[word]
        raise UnreadableError(UNKNOWN_CARD, f"there is no card `{word}`", did_you_mean(word, self.names))

    def tool(self, word: str) -> int:
        """Return the number of a tool by id or printed name."""
        ident = self.names.get(word, word)
        if ident in TOOLS:
            return TOOLS.index(ident)
        raise UnreadableError(UNKNOWN_CARD, f"there is no tool `{word}`", did_you_mean(word, TOOLS))

    def season(self, word: str) -> int:
        """Return the number of a season by id or printed name."""
        ident = self.names.get(word, word)
        known = [season.id for season in self.rules.seasons]
        if ident in known:
            return known.index(ident)
        raise UnreadableError(UNKNOWN_CARD, f"there is no season `{word}`", did_you_mean(word, known))

    def drawn(self, words: str) -> int | None:
        """Return the tool that ``draw TOOL`` names, if it names one."""
        parts = words.split()
        return self.tool(parts[1]) if len(parts) == 2 and parts[0] == "draw" else None

    def played(self, words: str) -> int | None:
        """Return the tool that the words play, if they play one."""
        parts = words.removeprefix("play ").split()
        ident = self.names.get(parts[0], parts[0]) if parts else ""
        return TOOLS.index(ident) if ident in TOOLS else None

    def read(self, state: State, words: str) -> Action | Bonus:
        """Return the meaning of one action in the record's words."""
        tool = self.played(words)
        verb, *rest = words.removeprefix("play ").split()
        if tool is not None:
            if tool == RADAR and len(rest) == 1:
                return Action("play", self.trench(rest[0]), -1, tool)
            if not rest and tool != RADAR:
                return Action("play", card=tool)
        elif verb in ("stay", "end") and not rest:
            return Action(verb)
        elif verb == "draw" and len(rest) <= 1:
            self.drawn(words)
            return Action("draw")
        elif verb == "move" and len(rest) == 1:
            return Action("move", self.trench(rest[0]))
        elif verb == "profile" and len(rest) == 1:
            return Bonus("profile", self.trench(rest[0]))
        elif verb == "assemble" and len(rest) == 1:
            if rest[0] in self.rules.sets:
                return Action("assemble", card=self.rules.sets.index(rest[0]))
            hint = did_you_mean(rest[0], self.rules.sets)
            raise UnreadableError(UNKNOWN_CARD, f"there is no set `{rest[0]}`", hint)
        elif verb in ("dig", "extract", "assist") and len(rest) == 1:
            return Action(verb, *self.cell(rest[0]))
        elif verb == "dig" and not rest:
            pawn = state.pawns[state.player]
            if pawn == NOBODY:
                raise UnreadableError(UNREADABLE_ACTION, "`dig` names no cell, and the pawn is off the board")
            return Action("dig", pawn, min(top_layer(state.trenches[pawn]), self.rules.depth - 1))
        hint = did_you_mean(verb, [v.split()[0] for v in VERBS] + list(TOOLS))
        raise UnreadableError(
            UNREADABLE_ACTION, f"`{words}` is no action", hint or f"actions are: {', '.join(VERBS)}"
        )
