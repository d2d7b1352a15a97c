"""Numbers in a record's commentary, compared with the facts of its replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardgen.diagnostics import did_you_mean
from cardgen.play.codes import STATEMENT_DIFFERS, UNKNOWN_FACT

if TYPE_CHECKING:
    from cardgen.play.replay import _Replay


def check_statements(
    line: _Replay,
    facts: dict[str, Any],
    final: Mapping[str, int],
    ranking: Sequence[str],
    rounds: Sequence[Mapping[str, int]],
    ledger: Mapping[str, Mapping[str, int]],
) -> None:
    """Compare each statement; one that follows from a difference already found is added to its cause."""
    players = {name: dict(facts.get("players", {}).get(name, {})) for name in line.names}
    for name in line.names:
        players[name] |= dict(ledger[name]) | {"score": final[name], "rank": ranking.index(name) + 1}
    facts["players"] = players
    facts["ranking"] = list(ranking)
    known_rounds = {number: dict(fact) for number, fact in facts.get("rounds", {}).items()}
    for number, scores in enumerate(rounds, 1):
        known_rounds.setdefault(str(number), {})["scores"] = dict(scores)
    facts["rounds"] = known_rounds
    for statement in line.record.statements:
        line.section = statement.section or line.record.section
        place = (*statement.place, "fact")
        parts = [part.strip() for part in statement.fact.split("+")]
        values: list[Any] = []
        for part in parts:
            try:
                values.append(_look_up(facts, part))
            except KeyError as error:
                line.complain(UNKNOWN_FACT, f"`{part}`: {error.args[0]}", place, error.args[1])
        if len(values) < len(parts):
            continue
        if len(values) > 1 and not all(isinstance(value, int) for value in values):
            line.complain(UNKNOWN_FACT, f"`{statement.fact}` adds up what are not numbers", place)
            continue
        value = values[0] if len(values) == 1 else sum(values)
        if value == statement.value:
            continue
        cause = next((name for name in line.names if _depends(line, parts, name)), None)
        text = f"`{statement.fact}` is {value}, not {statement.value}"
        where = (*statement.place, "is")
        if cause is not None:
            line.causes[cause].add(line.source.span(where), text)
        else:
            line.complain(STATEMENT_DIFFERS, text, where)


def _look_up(facts: Mapping[str, Any], path: str) -> Any:
    value: Any = facts
    for key in path.split("."):
        if not isinstance(value, Mapping) or key not in value:
            names = [str(name) for name in value] if isinstance(value, Mapping) else []
            hint = did_you_mean(key, names) or (f"known here: {', '.join(names[:12])}" if names else None)
            raise KeyError(f"there is no fact `{key}`", hint)
        value = value[key]
    if isinstance(value, Mapping):
        raise KeyError("more than one fact is meant", f"known here: {', '.join(map(str, value))}")
    return value


def _depends(line: _Replay, parts: Sequence[str], name: str) -> bool:
    """Whether a statement is about a score that a difference already found has changed."""
    if name not in line.causes:
        return False
    sources = {source for (who, source), n in line.known_sources.items() if who == name and n}
    touched = {"score", "rank"} | sources | {f"{source}s" for source in sources}
    return any(
        part == f"players.{name}.{fact}" or (part.endswith(f".scores.{name}") and line.known[name])
        for part in parts
        for fact in touched
    )
