"""Claims about balance, confirmed or contradicted by simulation at 95 percent, or left undecided.

A claim is a mapping of the rulebook's data:

* a figure: ``{players: 2, strategy: digger, win_rate: 62.8%, games: 400}`` or ``mean_score: 55.5``;
  `games` is the sample behind the printed figure, which is uncertain too;
* an order: ``{players: 4, order: [forager, digger, pioneer, assembler]}`` by win rate;
* a bound: ``{players: 2, strategy: digger, above: fair}`` (or `below`), where `fair` is one win in as many
  games as there are players, or a rate such as ``50%``;
* a place: ``{players: [2, 3, 4], strategy: forager, never: last}`` (or `first`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from math import sqrt
from typing import Any

from cardgen.diagnostics import Finding, Findings, Span
from cardgen.play.codes import CLAIM_CONTRADICTED, CLAIM_SHAPE, CLAIM_UNDECIDED
from cardgen.play.simulate import Simulated
from cardgen.play.statistics import (
    Interval,
    mean_and_variance,
    mean_interval,
    normal_quantile,
    rate_difference,
    wilson,
)
from cardgen.play.tally import SHARE


class Verdict(StrEnum):
    """What a simulation says of a claim."""

    CONFIRMED = "confirmed"
    CONTRADICTED = "contradicted"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Judged:
    """One claim with its verdict and the figures behind it."""

    id: str
    section: str | None
    verdict: Verdict
    text: str
    span: Span | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the machine-readable form."""
        return {"id": self.id, "section": self.section, "verdict": str(self.verdict), "text": self.text}


class _ShapeError(ValueError):
    """A claim that cannot be read."""


def judge(
    claims: Sequence[Mapping[str, Any]],
    results: Mapping[int, Simulated],
    place: Callable[[int], Span | None] = lambda _: None,
) -> tuple[list[Judged], tuple[Finding, ...]]:
    """Return a verdict for each claim and findings for those not confirmed or not readable.

    `results` are simulations by player count; `place` gives the span of the n-th claim.
    """
    findings = Findings()
    judged: list[Judged] = []
    for number, claim in enumerate(claims):
        try:
            verdict, text = _judge(claim, results)
        except _ShapeError as error:
            findings.add(CLAIM_SHAPE, str(error), place(number))
            continue
        section = claim.get("section")
        row = Judged(
            str(claim.get("id", number + 1)),
            None if section is None else str(section),
            verdict,
            text,
            place(number),
        )
        judged.append(row)
        if verdict is not Verdict.CONFIRMED:
            rule = CLAIM_CONTRADICTED if verdict is Verdict.CONTRADICTED else CLAIM_UNDECIDED
            findings.add(rule, f"`{row.id}`: {text}", row.span, section=row.section)
    return judged, tuple(findings)


def rate(value: Any, players: int) -> float:
    """Return a rate from ``62.8%``, ``0.628`` or ``fair``."""
    if value == "fair":
        return 1 / players
    text = str(value)
    try:
        return float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        raise _ShapeError(f"`{value}` is no rate") from None


def _judge(claim: Mapping[str, Any], results: Mapping[int, Simulated]) -> tuple[Verdict, str]:
    counts = claim.get("players")
    several = list(counts) if isinstance(counts, Sequence) and not isinstance(counts, str) else [counts]
    verdicts: list[tuple[Verdict, str]] = []
    for players in several:
        if not isinstance(players, int) or players not in results:
            raise _ShapeError(f"no simulation for {players} players")
        verdicts.append(_judge_one(claim, results[players]))
    worst = next(
        (row for kind in (Verdict.CONTRADICTED, Verdict.UNDECIDED) for row in verdicts if row[0] is kind),
        None,
    )
    return worst or (Verdict.CONFIRMED, "; ".join(text for _, text in verdicts))


def _judge_one(claim: Mapping[str, Any], result: Simulated) -> tuple[Verdict, str]:
    if "order" in claim:
        return _order([str(name) for name in claim["order"]], result)
    name = str(claim.get("strategy"))
    if name not in result.tally.strategies:
        raise _ShapeError(f"no strategy `{name}` at the table of {result.players}")
    if "above" in claim or "below" in claim:
        return _bound(claim, name, result)
    if "never" in claim:
        return _never(str(claim["never"]), name, result)
    if "win_rate" in claim:
        return _rate_figure(claim, name, result)
    if "mean_score" in claim:
        return _mean_figure(claim, name, result)
    raise _ShapeError("a claim needs win_rate, mean_score, order, above, below or never")


def _sample(claim: Mapping[str, Any]) -> int:
    games = claim.get("games", 1_000_000)
    if isinstance(games, bool) or not isinstance(games, int) or games < 2:
        raise _ShapeError(f"`games` is a whole number of at least 2, not {games!r}")
    return games


def _rate_figure(claim: Mapping[str, Any], name: str, result: Simulated) -> tuple[Verdict, str]:
    printed, games = rate(claim["win_rate"], result.players), _sample(claim)
    tally = result.tally.strategies[name]
    wins = tally.wins / SHARE
    low, high = wilson(wins, tally.games)
    text = (
        f"{name} is printed to win {100 * printed:.1f}% with {result.players} players; simulated "
        f"{100 * wins / tally.games:.1f}% ({100 * low:.1f}-{100 * high:.1f}% in {tally.games} games)"
    )
    apart = rate_difference(printed * games, games, wins, tally.games)
    return _figure((low, high), wilson(printed * games, games), apart), text


def _mean_figure(claim: Mapping[str, Any], name: str, result: Simulated) -> tuple[Verdict, str]:
    games, tally = _sample(claim), result.tally.strategies[name]
    try:
        printed = float(claim["mean_score"])
    except (TypeError, ValueError):
        raise _ShapeError(f"`{claim['mean_score']}` is no mean score") from None
    mean, variance = mean_and_variance(tally.score, tally.score_squared, tally.games)
    own = mean_interval(tally.score, tally.score_squared, tally.games)
    z = normal_quantile()
    reach = z * sqrt(variance / games)
    both = z * sqrt(variance / games + variance / tally.games)
    text = (
        f"{name} is printed to score {printed:.1f} with {result.players} players; simulated {mean:.1f} "
        f"({own[0]:.1f}-{own[1]:.1f} in {tally.games} games)"
    )
    apart = (printed - mean - both, printed - mean + both)
    return _figure(own, (printed - reach, printed + reach), apart), text


def _figure(own: Interval, printed: Interval, apart: Interval) -> Verdict:
    """Compare two uncertain figures: contradicted if their difference is no chance, confirmed if within."""
    if apart[0] > 0 or apart[1] < 0:
        return Verdict.CONTRADICTED
    within = printed[0] <= own[0] and own[1] <= printed[1]
    return Verdict.CONFIRMED if within else Verdict.UNDECIDED


def _lead(first: str, second: str, result: Simulated) -> Interval:
    """Return the interval of one strategy's win rate less another's in the same games.

    Shares of one multinomial: Var(p - q) = (p + q - (p - q)^2) / n.
    """
    games = result.tally.games
    p = result.tally.strategies[first].wins / SHARE / games
    q = result.tally.strategies[second].wins / SHARE / games
    reach = normal_quantile() * sqrt(max(0.0, p + q - (p - q) ** 2) / games)
    return (p - q - reach, p - q + reach)


def _side(interval: Interval) -> Verdict:
    if interval[0] > 0:
        return Verdict.CONFIRMED
    return Verdict.CONTRADICTED if interval[1] < 0 else Verdict.UNDECIDED


def _order(names: Sequence[str], result: Simulated) -> tuple[Verdict, str]:
    missing = [name for name in names if name not in result.tally.strategies]
    if missing:
        raise _ShapeError(f"no strategy `{missing[0]}` at the table of {result.players}")
    weakest, text = Verdict.CONFIRMED, f"with {result.players} players {' > '.join(names)} holds"
    for first, second in pairwise(names):
        lead = _lead(first, second, result)
        verdict = _side(lead)
        if verdict is Verdict.CONTRADICTED or (verdict, weakest) == (Verdict.UNDECIDED, Verdict.CONFIRMED):
            weakest = verdict
            low, high = 100 * lead[0], 100 * lead[1]
            text = (
                f"with {result.players} players {first} leads {second} by {low:.1f} to {high:.1f} points "
                "of the win rate"
            )
        if verdict is Verdict.CONTRADICTED:
            break
    return weakest, text


def _bound(claim: Mapping[str, Any], name: str, result: Simulated) -> tuple[Verdict, str]:
    way = "above" if "above" in claim else "below"
    bound = rate(claim[way], result.players)
    tally = result.tally.strategies[name]
    low, high = wilson(tally.wins / SHARE, tally.games)
    text = (
        f"{name} wins {100 * low:.1f}-{100 * high:.1f}% with {result.players} players; "
        f"the claim is {way} {100 * bound:.1f}%"
    )
    return _side((low - bound, high - bound) if way == "above" else (bound - high, bound - low)), text


def _never(place: str, name: str, result: Simulated) -> tuple[Verdict, str]:
    if place not in ("last", "first"):
        raise _ShapeError(f"`never` is `last` or `first`, not `{place}`")
    sign = 1 if place == "last" else -1
    leads: list[Interval] = []
    for other in result.names:
        if other != name:
            low, high = _lead(name, other, result)
            leads.append((low, high) if sign == 1 else (-high, -low))
    text = f"with {result.players} players {name} is {place}"
    if any(low > 0 for low, _ in leads):
        return Verdict.CONFIRMED, f"with {result.players} players {name} is not {place}"
    if all(high < 0 for _, high in leads):
        return Verdict.CONTRADICTED, text
    return Verdict.UNDECIDED, f"with {result.players} players {name} may be {place}"
