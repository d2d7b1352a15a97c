"""Replaying a recorded game by the rules, and comparing what it claims with what they give.

Two lines are played side by side.  The strict line refuses what is illegal; its scores are the result.
The lenient line goes on as the record claims, so that one broken rule is one finding and what follows
from it is not reported again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.diagnostics import Finding, Findings, Rule
from cardgen.play import codes
from cardgen.play.game import Reason
from cardgen.play.record import Place, Playthrough, RecordReader, Round, Source, Step, Turn
from cardgen.play.recorder import Bonus, Event, Recorder, UnreadableError
from cardgen.play.replayed import Draft, Replayed
from cardgen.play.statements import check_statements


def replay(source: Source, recorder: Recorder, file: str = "") -> Replayed:
    """Replay one record; every fault is in the result's findings."""
    findings = Findings()
    record = RecordReader(source, findings).read()
    if record is None:
        return Replayed(file, (), findings=tuple(findings))
    return _Replay(source, recorder, record, file).run(findings)


class _Replay:
    """The two lines of one replay, and the differences that are explained already."""

    def __init__(self, source: Source, recorder: Recorder, record: Playthrough, file: str) -> None:
        self.source, self.recorder, self.record, self.file = source, recorder, record, file
        self.names = record.players
        self.drafts: list[Draft] = []
        self.known: Counter[str] = Counter()
        self.known_sources: Counter[tuple[str, str]] = Counter()
        self.causes: dict[str, Draft] = {}
        self.adjusted: Counter[str] = Counter()
        self.events: list[Event] = []
        self.ends: list[Any] = []
        self.said: set[Reason] = set()
        self.section: str | None = record.section
        self.strict: Any = None
        self.lenient: Any = None

    def complain(self, rule: Rule, message: str, place: Place, hint: str | None = None) -> Draft:
        """Note a finding at a place of the record; return it so that consequences can be added."""
        draft = Draft(rule, message, self.source.span(place), hint, self.section)
        self.drafts.append(draft)
        return draft

    def note(self, rule: Rule, message: str, place: Place, hint: str | None = None) -> None:
        """As `complain`, for engines."""
        self.complain(rule, message, place, hint)

    def quiet(self, rule: Rule, message: str, place: Place, hint: str | None = None) -> None:
        """Take no note: the other line has said it."""

    def totals(self, state: Any) -> dict[str, int]:
        """Return points by player name."""
        return dict(zip(self.names, self.recorder.game.totals(state), strict=False))

    def run(self, findings: Findings) -> Replayed:
        record, recorder = self.record, self.recorder
        if len(record.players) != recorder.game.players:
            message = f"{len(record.players)} players; the game is set up for {recorder.game.players}"
            self.complain(codes.RECORD_SHAPE, message, ("players",))
            return Replayed(self.file, self.names, findings=self._findings(findings))
        self.strict = self.lenient = recorder.lay_out(record, self.note)
        strict_rounds: list[dict[str, int]] = []
        lenient_rounds: list[dict[str, int]] = []
        for entry in record.rounds[: recorder.rounds]:
            self._round(entry)
            strict_rounds.append(self.totals(self.strict))
            claimed = self.totals(self.lenient)
            lenient_rounds.append({name: claimed[name] + self.adjusted[name] for name in self.names})
            self.compare(entry.totals, strict_rounds[-1], codes.TOTALS_DIFFER, (*entry.place, "totals"))
        self.section = record.section
        self._length()
        final = self.totals(self.strict)
        ledger = dict(zip(self.names, recorder.game.ledger(self.strict), strict=True))
        groups = [[self.names[seat] for seat in group] for group in recorder.game.ranking(self.strict)]
        ranking = tuple(name for group in groups for name in group)
        self.compare(record.final, final, codes.FINAL_DIFFERS, ("final",))
        self._compare_ranking(final, groups)
        self._compare_sources(ledger)
        facts = dict(recorder.facts(self.events, self.ends))
        check_statements(self, facts, final, ranking, strict_rounds, ledger)
        return Replayed(
            self.file,
            self.names,
            tuple(strict_rounds),
            tuple(lenient_rounds),
            final,
            ranking,
            ledger,
            self._findings(findings),
        )

    def _findings(self, findings: Findings) -> tuple[Finding, ...]:
        findings.extend(draft.finding() for draft in self.drafts)
        return tuple(findings)

    def _length(self) -> None:
        played, whole = len(self.record.rounds), self.recorder.rounds
        if played < whole:
            message = f"the record ends after round {played} of {whole}"
            self.complain(codes.CUT_SHORT, message, ("rounds",))
        elif played > whole:
            place = self.record.rounds[whole].place
            self.complain(codes.RECORD_SHAPE, f"round {whole + 1} of a game of {whole} rounds", place)

    def _round(self, entry: Round) -> None:
        recorder = self.recorder
        self.section = entry.section or self.record.section
        self.strict = recorder.begin_round(self.strict, entry, self.note)
        self.lenient = recorder.begin_round(self.lenient, entry, self.quiet)
        order = [self.names[seat] for seat in recorder.turn_order(entry.number)]
        self._check_order(entry, order)
        before = [self.strict]
        for number, turn in enumerate(entry.turns):
            seat = self.names.index(turn.player)
            self.section = turn.section or entry.section or self.record.section
            self.strict = recorder.begin_turn(self.strict, number, seat)
            self.lenient = recorder.begin_turn(self.lenient, number, seat)
            if turn.stuck:
                self._check_stuck(entry, turn, order, number, before)
            self._turn(entry, turn, seat)
            before.append(self.strict)
        self.section = entry.section or self.record.section
        self.ends.append(self.strict)
        self.strict = recorder.end_round(self.strict)
        self.lenient = recorder.end_round(self.lenient)

    def _check_order(self, entry: Round, order: Sequence[str]) -> None:
        seen: list[str] = []
        for turn in entry.turns:
            if turn.player in seen:
                message = f"round {entry.number}: {turn.player} has a second turn"
                self.complain(codes.TURN_REPEATED, message, turn.place)
            else:
                seen.append(turn.player)
        missing = [name for name in order if name not in seen]
        if missing:
            message = f"round {entry.number}: no turn of {', '.join(missing)}"
            self.complain(codes.CUT_SHORT, message, entry.place)
        expected = [name for name in order if name in seen]
        wrong = next((n for n, (a, b) in enumerate(zip(seen, expected, strict=True)) if a != b), None)
        if wrong is not None:
            place = next(turn.place for turn in entry.turns if turn.player == seen[wrong])
            message = f"round {entry.number}: turns go {' '.join(seen)}; by the rules {' '.join(order)}"
            self.complain(codes.TURN_ORDER, message, place)

    def _check_stuck(
        self, entry: Round, turn: Turn, order: Sequence[str], number: int, before: Sequence[Any]
    ) -> None:
        options = self.recorder.options(self.strict)
        due = order.index(turn.player)
        ahead = {other.player for other in entry.turns[:due]}
        more: tuple[str, ...] = ()
        if due != number and due < len(before) and ahead == set(order[:due]):
            there = self.recorder.begin_turn(before[due], due, self.names.index(turn.player))
            more = tuple(option for option in self.recorder.options(there) if option not in options)
        if options or more:
            said = f"`{'`, `'.join(options[:6])}`" if options else "nothing at this point"
            message = f"round {entry.number}, {turn.player}: nothing is said to be possible, but {said} is"
            if more:
                message += f"; in the right turn order also `{'`, `'.join(more[:6])}`"
            self.complain(codes.COULD_ACT, message, turn.place)

    def _turn(self, entry: Round, turn: Turn, seat: int) -> None:
        start, lenient_start = self.totals(self.strict), self.totals(self.lenient)
        budget, refused = self.recorder.budget(self.strict), False
        self.said.clear()
        explained: Counter[str] = Counter()
        claimed: Counter[str] = Counter()
        bonuses = {b.source for step in turn.steps if (b := self._bonus(step)) is not None}
        paid = {source: self._source(self.strict, seat, source) for source in bonuses}
        for step in turn.steps:
            try:
                meaning = self.recorder.read(self.lenient, step.words)
            except UnreadableError as error:
                self.complain(
                    error.rule, f"round {entry.number}, {turn.player}: {error}", step.place, error.hint
                )
                refused = True
                continue
            if isinstance(meaning, Bonus):
                self._claim_bonus(entry, turn, seat, step, meaning, paid, explained, claimed)
            else:
                refused |= self._action(entry, turn, seat, step, meaning, bonuses, explained, claimed)
        gained = {name: points - start[name] for name, points in self.totals(self.strict).items()}
        followed = {name: points - lenient_start[name] for name, points in self.totals(self.lenient).items()}
        self.known.update(explained)
        for name in self.names:
            if name in turn.scores:
                difference = turn.scores[name] - gained[name] - explained[name]
                if difference:
                    place = (*turn.place, "scores")
                    message = (
                        f"round {entry.number}, {turn.player}'s turn: {turn.scores[name]} points are claimed "
                        f"for {name}; the rules give {gained[name]}"
                    )
                    self.causes[name] = self.complain(codes.POINTS_DIFFER, message, place)
                    self.known[name] += difference
                self.adjusted[name] += turn.scores[name] - followed[name]
            else:
                self.adjusted[name] += claimed[name]
        spent = budget - self.recorder.budget(self.strict)
        if turn.days is not None and turn.days != spent and not refused:
            message = (
                f"round {entry.number}, {turn.player}: {turn.days} workdays are claimed, {spent} are spent"
            )
            self.complain(codes.COST_DIFFERS, message, (*turn.place, "days"))

    def _bonus(self, step: Step) -> Bonus | None:
        try:
            meaning = self.recorder.read(self.lenient, step.words)
        except UnreadableError:
            return None
        return meaning if isinstance(meaning, Bonus) else None

    def _source(self, state: Any, seat: int, source: str) -> int:
        return int(self.recorder.game.ledger(state)[seat].get(source, 0))

    def _claim_bonus(
        self,
        entry: Round,
        turn: Turn,
        seat: int,
        step: Step,
        bonus: Bonus,
        paid: dict[str, int],
        explained: Counter[str],
        claimed: Counter[str],
    ) -> None:
        name = turn.player
        why = self.recorder.earned(self.strict, seat, bonus)
        now = self._source(self.strict, seat, bonus.source)
        due = now - paid[bonus.source]
        paid[bonus.source] = now
        points = due if step.points is None else step.points
        claimed[name] += points - due
        if why is not None:
            message = f"round {entry.number}, {name}: no {bonus.source} bonus for `{step.words}`: {why}"
            self.causes[name] = self.complain(codes.BONUS_DENIED, message, step.place)
        elif points != due:
            message = f"round {entry.number}, {name}: `{step.words}` gives {due} points, not {points}"
            self.causes[name] = self.complain(codes.POINTS_DIFFER, message, step.place)
        explained[name] += points - due
        self.known_sources[name, bonus.source] += points - due

    def _action(
        self,
        entry: Round,
        turn: Turn,
        seat: int,
        step: Step,
        action: Any,
        bonuses: set[str],
        explained: Counter[str],
        claimed: Counter[str],
    ) -> bool:
        """Take one action in both lines; return whether the strict line refused it."""
        recorder = self.recorder
        where = f"round {entry.number}, {turn.player}: `{step.words}`"
        against = [why for why in recorder.why_illegal(self.lenient, action) if why not in self.said]
        self.said.update(against)
        if against:
            reasons = "; ".join(reason.text for reason in against)
            draft = self.complain(codes.ILLEGAL_ACTION, f"{where} is not allowed: {reasons}", step.place)
            self.causes[turn.player] = draft
        refused = bool(recorder.why_illegal(self.strict, action))
        before, lenient_before = self.strict, self.lenient
        self.lenient = recorder.take(self.lenient, action, step.place, True, self.quiet)
        if not refused:
            self.strict = recorder.take(self.strict, action, step.place, False, self.note)
            self.events.append(Event(entry.number, seat, action, before, self.strict))
        due = self._gains(before, self.strict, seat, bonuses)
        followed = self._gains(lenient_before, self.lenient, seat, bonuses)
        says = dict(step.gives)
        if step.points is not None:
            says[turn.player] = step.points
        for name, points in says.items():
            difference = points - due[name]
            if difference and not refused:
                message = f"{where} gives {name} {due[name]} points, not {points}"
                self.causes[name] = self.complain(codes.POINTS_DIFFER, message, step.place)
            explained[name] += difference
            claimed[name] += points - followed[name]
        if refused and not says:
            for name in self.names:
                explained[name] += followed[name] - due[name]
        return refused

    def _gains(self, before: Any, after: Any, seat: int, without: set[str]) -> dict[str, int]:
        old, new = self.totals(before), self.totals(after)
        gains = {name: new[name] - old[name] for name in self.names}
        for source in without:
            gains[self.names[seat]] -= self._source(after, seat, source) - self._source(before, seat, source)
        return gains

    def compare(
        self, claimed: Mapping[str, int], actual: Mapping[str, int], rule: Rule, place: Place
    ) -> None:
        """Compare claimed points with the strict line; what a cause explains is added to that cause."""
        for name, points in claimed.items():
            difference = points - actual[name]
            where = (*place, name)
            if difference != self.known[name]:
                label = "after" if rule is codes.TOTALS_DIFFER else "at the end of"
                message = (
                    f"{name} is said to have {points} points {label} the {_what(place)}; it is {actual[name]}"
                )
                self.causes[name] = self.complain(rule, message, where)
                self.known[name] = difference
            elif difference and name in self.causes:
                self.causes[name].add(self.source.span(where), f"{name} has {actual[name]}, not {points}")

    def _compare_ranking(self, final: Mapping[str, int], groups: Sequence[Sequence[str]]) -> None:
        """Compare the printed ranking, or else the printed winner; players who tie may stand either way."""
        record = self.record
        rank = {name: place for place, group in enumerate(groups) for name in group}
        if record.ranking:
            printed, place = record.ranking, ("ranking",)
            ranks = [rank[name] for name in printed]
            right = ranks == sorted(ranks)
        else:
            best = max(record.final.values(), default=0)
            printed = tuple(name for name, points in record.final.items() if points == best)
            place = ("final",)
            right = not printed or any(rank[name] == 0 for name in printed)
        if right:
            return
        shown = ", ".join(f"{name} {final[name]}" for group in groups for name in group)
        won = "" if rank[printed[0]] == 0 else f"{printed[0]} did not win: "
        message = f"{won}the record ranks {' '.join(printed)}; the rules rank {shown}"
        self.complain(codes.RANKING_DIFFERS, message, place)

    def _compare_sources(self, ledger: Mapping[str, Mapping[str, int]]) -> None:
        for name, claims in self.record.sources.items():
            rest = self.known[name] - sum(n for (who, _), n in self.known_sources.items() if who == name)
            for key, points in claims.items():
                place = ("sources", name, key)
                parts = key.split("+")
                unknown = [part for part in parts if part not in self.recorder.game.sources]
                if unknown:
                    message = f"there is no source of points `{unknown[0]}`"
                    hint = f"sources are {', '.join(self.recorder.game.sources)}"
                    self.complain(codes.RECORD_SHAPE, message, place, hint)
                    continue
                actual = sum(ledger[name][part] for part in parts)
                difference = points - actual
                folded = difference in (rest, sum(self.known_sources[name, part] for part in parts))
                if difference and folded and name in self.causes:
                    text = f"{name} has {actual} from {key}, not {points}"
                    self.causes[name].add(self.source.span(place), text)
                elif difference:
                    message = f"{name} is said to have {points} points from {key}; the rules give {actual}"
                    self.complain(codes.SOURCES_DIFFER, message, place)


def _what(place: Place) -> str:
    return f"round {int(place[1]) + 1}" if place[0] == "rounds" else "game"
