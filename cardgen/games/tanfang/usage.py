"""What a simulation counts about each action of Tanfang."""

from __future__ import annotations

from cardgen.games.tanfang.rules import LETTERS, TOOLS, Rules
from cardgen.games.tanfang.state import NOBODY, Action, State

Tag = tuple[str, str, str]
"""Kind of thing, its id, and what happened to it."""


def tags(rules: Rules, before: State, action: Action, after: State) -> tuple[Tag, ...]:
    """Return what an action used: cards, tools, layers, trenches and seasons."""
    verb, trench, layer, card = action
    if verb == "dig":
        return (("layer", f"l{layer + 1}", "dug"), ("trench", LETTERS[trench], "dug"))
    if verb in ("extract", "assist"):
        taken = rules.cards[before.trenches[trench][layer].card].id
        return (
            ("card", taken, verb),
            ("layer", f"l{layer + 1}", verb),
            ("trench", LETTERS[trench], verb),
        )
    if verb == "move":
        return (("trench", LETTERS[trench], "entered"),)
    if verb == "play":
        return (("tool", TOOLS[card], "played"),)
    if verb == "tool":
        return (("tool", TOOLS[card], "drawn"),)
    if verb == "season":
        return (("season", rules.seasons[card].id, "revealed"),)
    if verb == "assemble":
        return (("set", rules.sets[card], "assembled"),)
    if verb in ("deal", "bury"):
        return (("card", rules.cards[card].id, "laid"),)
    if verb == "end" and after.round != before.round and after.trenches != before.trenches:
        return tuple(
            ("layer", f"l{k + 1}", "collapsed")
            for old, new in zip(before.trenches, after.trenches, strict=True)
            for k, (was, now) in enumerate(zip(old, new, strict=True))
            if was.digger != NOBODY and now.digger == NOBODY
        )
    return ()
