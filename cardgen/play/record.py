"""A recorded game as a person writes it down, read into plain records with their places."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from cardgen.diagnostics import Findings, Rule, Span, did_you_mean
from cardgen.play.codes import RECORD_SHAPE, UNKNOWN_PLAYER

Place = tuple[str | int, ...]


class Source(Protocol):
    """A file's data with a place for every value, as `cardgen.source.Document`."""

    @property
    def data(self) -> Any:
        """The plain data."""
        ...

    def span(self, path: Place, /) -> Span | None:
        """Return the place of a value."""
        ...


@dataclass(frozen=True, slots=True)
class Step:
    """One action in the record's words, with the points it claims for the player and for others."""

    words: str
    place: Place
    points: int | None = None
    gives: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """One player's turn.  `stuck` claims that nothing could be done."""

    player: str
    steps: tuple[Step, ...]
    place: Place
    scores: Mapping[str, int]
    days: int | None = None
    stuck: bool = False
    section: str | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its turns, claimed totals after it, and what only the game's own words explain."""

    number: int
    turns: tuple[Turn, ...]
    totals: Mapping[str, int]
    entry: Mapping[str, Any]
    place: Place
    section: str | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """A number in the commentary: a fact of the replay by its dotted path, and what is said of it."""

    fact: str
    value: Any
    place: Place
    section: str | None = None


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A whole recorded game; mappings are by player name."""

    players: tuple[str, ...]
    first: str
    deal: Mapping[str, Any]
    hands: Mapping[str, Any]
    rounds: tuple[Round, ...]
    final: Mapping[str, int]
    ranking: tuple[str, ...]
    sources: Mapping[str, Mapping[str, int]]
    statements: tuple[Statement, ...]
    section: str | None = None


FIELDS = {
    "record": (
        "title", "section", "variant", "players", "first", "deal", "hands", "rounds", "final",
        "ranking", "sources", "statements", "note", "teams", "styles",
    ),
    "round": ("section", "turns", "totals", "note", "season", "workdays", "looted"),
    "turn": ("player", "does", "scores", "days", "section", "note"),
    "statement": ("fact", "is", "section", "says", "note"),
}  # fmt: skip
_POINTS = re.compile(r"(?:\s+(?P<who>[^\s+]+))??\s+\+(?P<points>\d{1,4})$")
MAX_ROUNDS, MAX_TURNS, MAX_STEPS = 100, 50, 100


class RecordReader:
    """Reads one record; everything odd becomes a finding and is left out."""

    def __init__(self, source: Source, findings: Findings) -> None:
        self.source = source
        self.findings = findings
        self.players: tuple[str, ...] = ()

    def complain(self, rule: Rule, message: str, place: Place, hint: str | None = None) -> None:
        """Note a finding at a place of the record."""
        self.findings.add(rule, message, self.source.span(place), hint=hint)

    def read(self) -> Playthrough | None:
        """Return the record, or None when it has no players or rounds at all."""
        data = self._mapping(self.source.data, (), "record")
        names = data.get("players")
        if not isinstance(names, Sequence) or isinstance(names, str) or not names:
            self.complain(RECORD_SHAPE, "`players` must list the players' names in seat order", ("players",))
            return None
        self.players = tuple(str(name) for name in names)
        if len(set(self.players)) != len(self.players):
            self.complain(RECORD_SHAPE, "two players have the same name", ("players",))
            return None
        first = str(data.get("first", self.players[0]))
        if not self.known(first, ("first",)):
            first = self.players[0]
        rounds = self._list(data.get("rounds"), ("rounds",), MAX_ROUNDS)
        ranking = self._list(data.get("ranking", []), ("ranking",), MAX_TURNS)
        statements = self._list(data.get("statements", []), ("statements",), MAX_STEPS * 5)
        read_statements = [self._statement(item, ("statements", n)) for n, item in enumerate(statements)]
        return Playthrough(
            players=self.players,
            first=first,
            deal=self._plain(data.get("deal", {}), ("deal",)),
            hands=self._plain(data.get("hands", {}), ("hands",)),
            rounds=tuple(self._round(n + 1, item, ("rounds", n)) for n, item in enumerate(rounds)),
            final=self.points(data.get("final", {}), ("final",)),
            ranking=tuple(str(p) for n, p in enumerate(ranking) if self.known(str(p), ("ranking", n))),
            sources={
                str(name): self.points(line, ("sources", name), by_player=False)
                for name, line in self._plain(data.get("sources", {}), ("sources",)).items()
                if self.known(str(name), ("sources", name))
            },
            statements=tuple(item for item in read_statements if item),
            section=_text(data.get("section")),
        )

    def known(self, name: str, place: Place) -> bool:
        """Whether a player sits at the table; a finding otherwise."""
        if name in self.players:
            return True
        hint = did_you_mean(name, self.players) or f"the players are {', '.join(self.players)}"
        self.complain(UNKNOWN_PLAYER, f"there is no player `{name}`", place, hint)
        return False

    def points(self, value: Any, place: Place, by_player: bool = True) -> dict[str, int]:
        """Return points by name."""
        found: dict[str, int] = {}
        for name, points in self._plain(value, place).items():
            where = (*place, name)
            if by_player and not self.known(str(name), where):
                continue
            if isinstance(points, bool) or not isinstance(points, int):
                self.complain(RECORD_SHAPE, f"points are a whole number, not {points!r}", where)
                continue
            found[str(name)] = points
        return found

    def _plain(self, value: Any, place: Place) -> Mapping[str, Any]:
        if isinstance(value, Mapping):
            return value
        self.complain(RECORD_SHAPE, f"`{place[-1]}` must be a mapping", place)
        return {}

    def _mapping(self, value: Any, place: Place, kind: str) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            self.complain(RECORD_SHAPE, f"a {kind} must be a mapping", place)
            return {}
        for key in value:
            if key not in FIELDS[kind]:
                hint = did_you_mean(str(key), FIELDS[kind])
                self.complain(RECORD_SHAPE, f"unknown field `{key}` on a {kind}", (*place, key), hint)
        return value

    def _list(self, value: Any, place: Place, most: int) -> Sequence[Any]:
        if isinstance(value, str) or not isinstance(value, Sequence):
            self.complain(RECORD_SHAPE, f"`{place[-1]}` must be a list", place)
            return []
        if len(value) > most:
            self.complain(RECORD_SHAPE, f"more than {most} entries in `{place[-1]}`", place)
        return value[:most]

    def _whole(self, value: Any, place: Place) -> int | None:
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.complain(RECORD_SHAPE, f"a whole number is needed, not {value!r}", place)
            return None
        return int(value)

    def _round(self, number: int, value: Any, place: Place) -> Round:
        entry = self._mapping(value, place, "round")
        items = self._list(entry.get("turns", []), (*place, "turns"), MAX_TURNS)
        turns = [self._turn(item, (*place, "turns", n)) for n, item in enumerate(items)]
        return Round(
            number=number,
            turns=tuple(turn for turn in turns if turn),
            totals=self.points(entry.get("totals", {}), (*place, "totals")),
            entry=entry,
            place=place,
            section=_text(entry.get("section")),
        )

    def _turn(self, value: Any, place: Place) -> Turn | None:
        entry = self._mapping(value, place, "turn")
        player = str(entry.get("player", ""))
        if not self.known(player, (*place, "player") if "player" in entry else place):
            return None
        does = entry.get("does", [])
        stuck = does == "nothing"
        does = [] if does in ("nothing", "pass") else does
        items = self._list(does, (*place, "does"), MAX_STEPS)
        scores = entry.get("scores")
        if isinstance(scores, int) and not isinstance(scores, bool):
            scores = {player: scores}
        steps = [self._step(item, (*place, "does", n)) for n, item in enumerate(items)]
        return Turn(
            player=player,
            steps=tuple(step for step in steps if step),
            place=place,
            scores={} if scores is None else self.points(scores, (*place, "scores")),
            days=self._whole(entry.get("days"), (*place, "days")),
            stuck=stuck,
            section=_text(entry.get("section")),
        )

    def _step(self, value: Any, place: Place) -> Step | None:
        if not isinstance(value, str) or not value.strip():
            self.complain(RECORD_SHAPE, f"an action is a text such as `dig A1`, not {value!r}", place)
            return None
        words, own, gives = value.strip(), None, {}
        while match := _POINTS.search(words):
            who, points = match["who"], int(match["points"])
            if who in self.players:
                gives[who] = points
                words = words[: match.start()]
            else:
                own = points
                words = words[: match.start("points") - 1].rstrip()
        return Step(words, place, own, gives)

    def _statement(self, value: Any, place: Place) -> Statement | None:
        entry = self._mapping(value, place, "statement")
        fact = entry.get("fact")
        if not isinstance(fact, str) or "is" not in entry:
            self.complain(RECORD_SHAPE, "a statement needs `fact` and `is`", place)
            return None
        return Statement(fact, entry["is"], place, _text(entry.get("section")))


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
