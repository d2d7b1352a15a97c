"""Results of simulations as text: plain tables for a terminal, and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.play.compare import Compared
from cardgen.play.simulate import Simulated, usage_json
from cardgen.tables import table

Rows = list[list[str]]


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as columns: the first to the left, the others to the right; the first row is the head."""
    return table(rows, right=tuple(range(1, len(rows[0])))) + "\n"


def csv_text(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as CSV with plain newlines."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _percent(rate: float) -> str:
    return f"{100 * rate:.1f}%"


def strategy_rows(result: Simulated) -> Rows:
    """Return one row a strategy: wins, score and sources, with intervals."""
    records = result.as_json()["strategies"]
    sources = list(records[0]["sources"]) if records else []
    rows = [["strategy", "wins", "95%", "score", "95%", "quartiles", *sources]]
    for record in records:
        low, high = record["win_rate_ci95"]
        score_low, score_high = record["mean_score_ci95"]
        rows.append(
            [
                record["id"],
                _percent(record["win_rate"]),
                f"{_percent(low)}-{_percent(high)}",
                f"{record['mean_score']:.1f}",
                f"{score_low:.1f}-{score_high:.1f}",
                "/".join(map(str, record["score_quartiles"])),
                *(f"{record['sources'][source]:.1f}" for source in sources),
            ]
        )
    return rows


def usage_tables(result: Simulated) -> str:
    """Return one table for each kind of thing: what happened to each, as a mean a game."""
    tables: list[str] = []
    for kind, things in usage_json(result.tally).items():
        ways = list(dict.fromkeys(way for counts in things.values() for way in sorted(counts)))
        rows = [[f"{kind}, a game", *ways]]
        rows += [
            [ident, *(f"{counts[way]:.2f}" if way in counts else "-" for way in ways)]
            for ident, counts in things.items()
        ]
        tables.append(aligned(rows))
    return "\n".join(tables)


def simulation_text(result: Simulated) -> str:
    """Return a simulation for a terminal."""
    told = ", ".join(f"{path}={value}" for path, value in result.changes.items())
    head = f"{result.games} games, {result.players} players, seed {result.seed}" + (
        f", {told}" if told else ""
    )
    return f"{head}\n\n{aligned(strategy_rows(result))}\n{usage_tables(result)}"


def simulation_csv(results: Sequence[Simulated]) -> str:
    """Return simulations as CSV, one row a strategy: bare numbers, for other programs."""
    paths = list(dict.fromkeys(path for result in results for path in result.changes))
    sources = list(dict.fromkeys(s for r in results for t in r.tally.strategies.values() for s in t.sources))
    rows = [
        [
            "players", "games", "seed", *paths, "strategy", "wins", "win_rate", "win_rate_low",
            "win_rate_high", "mean_score", "mean_score_low", "mean_score_high", *sources,
        ]
    ]  # fmt: skip
    for result in results:
        rows += [_bare(result, record, paths, sources) for record in result.as_json()["strategies"]]
    return csv_text(rows)


def _bare(
    result: Simulated, record: Mapping[str, Any], paths: Sequence[str], sources: Sequence[str]
) -> list[str]:
    return [
        str(result.players),
        str(result.games),
        str(result.seed),
        *(str(result.changes.get(path, "")) for path in paths),
        record["id"],
        str(record["wins"]),
        str(record["win_rate"]),
        *map(str, record["win_rate_ci95"]),
        str(record["mean_score"]),
        *map(str, record["mean_score_ci95"]),
        *(str(record["sources"].get(source, 0)) for source in sources),
    ]


def sweep_rows(results: Sequence[Simulated]) -> Rows:
    """Return one row a point of a grid: win rate and mean score of each strategy."""
    paths = list(dict.fromkeys(path for result in results for path in result.changes))
    names = list(dict.fromkeys(name for result in results for name in result.names))
    rows = [
        [*(paths or ["version"]), "players", *(f"{n} wins" for n in names), *(f"{n} score" for n in names)]
    ]
    for number, result in enumerate(results, 1):
        records = {record["id"]: record for record in result.as_json()["strategies"]}
        wins = [_plus_minus(records, name, "win_rate", 100) for name in names]
        scores = [_plus_minus(records, name, "mean_score", 1) for name in names]
        point = [str(result.changes.get(path, "")) for path in paths] or [str(number)]
        rows.append([*point, str(result.players), *wins, *scores])
    return rows


def _plus_minus(records: Mapping[str, Mapping[str, Any]], name: str, measure: str, unit: int) -> str:
    if name not in records:
        return "-"
    low, high = records[name][f"{measure}_ci95"]
    value = records[name][measure]
    return f"{unit * value:.1f}±{unit * (high - low) / 2:.1f}"


def comparison_rows(result: Compared) -> Rows:
    """Return one row for each strategy and measure, with what the difference amounts to."""
    rows = [["strategy", "measure", "first", "second", "difference", "95%", "p", "more than chance"]]
    for row in result.differences:
        unit = 100 if row.measure == "win_rate" else 1
        low, high = row.interval
        rows.append(
            [
                row.strategy,
                row.measure + (" %" if unit == 100 else ""),
                f"{unit * row.first:.1f}",
                f"{unit * row.second:.1f}",
                f"{unit * row.difference:+.1f}",
                f"{unit * low:+.1f}..{unit * high:+.1f}",
                "<0.001" if row.p_value < 0.001 else f"{row.p_value:.3f}",
                "yes" if row.more_than_chance else "no",
            ]
        )
    return rows
