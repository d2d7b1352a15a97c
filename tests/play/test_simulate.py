from __future__ import annotations

import json
from typing import Any

import pytest

from cardgen.diagnostics import FindingsError
from cardgen.play import batch
from cardgen.play.balance import Verdict, judge
from cardgen.play.batch import over_processes, plain, seating
from cardgen.play.compare import compare
from cardgen.play.engines import find_engine
from cardgen.play.overrides import grid, override, parse_override, parse_sweep
from cardgen.play.simulate import Simulated, simulate, simulate_many
from cardgen.play.tables import (
    aligned,
    comparison_rows,
    simulation_csv,
    simulation_text,
    strategy_rows,
    sweep_rows,
)
from tests.play.tanfang_data import data


@pytest.fixture(scope="module")
def four() -> Simulated:
    return simulate("tanfang", data(4), 96, seed=3)


def test_wins_and_points_add_up(four: Simulated) -> None:
    rows = four.as_json()["strategies"]
    assert sum(row["wins"] for row in rows) == pytest.approx(96)
    for row in rows:
        assert row["games"] == 96
        assert sum(row["sources"].values()) == pytest.approx(row["mean_score"], abs=0.05)
        assert sum(count for _, count in row["scores"]) == 96
        assert row["win_rate_ci95"][0] < row["win_rate"] < row["win_rate_ci95"][1]
    assert four.as_json()["length"]["rounds"] == 6


def test_the_number_of_processes_changes_nothing(four: Simulated) -> None:
    shared = simulate("tanfang", data(4), 96, seed=3, backend=over_processes(2))
    assert shared.as_json() == four.as_json()
    assert shared.tally == four.tally


def test_another_seed_gives_other_games_and_the_same_seed_the_same(four: Simulated) -> None:
    assert simulate("tanfang", data(4), 96, seed=3).tally == four.tally
    assert simulate("tanfang", data(4), 96, seed=4).tally != four.tally


def test_chunks_change_nothing(four: Simulated, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "CHUNK", 7)
    assert simulate("tanfang", data(4), 96, seed=3).tally == four.tally


def test_progress_counts_up_to_the_whole(four: Simulated) -> None:
    seen: list[tuple[int, int]] = []
    simulate("tanfang", data(2), 90, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(40, 90), (80, 90), (90, 90)]


def test_every_strategy_sits_in_every_seat_equally_often() -> None:
    lineup = ("digger", "forager", "pioneer")
    seats = [seating(lineup, index) for index in range(12)]
    assert all(sum(names[seat] == name for names in seats) == 4 for seat in range(3) for name in lineup)


def test_conserved_usage(four: Simulated) -> None:
    usage = four.as_json()["usage"]
    assert sum(counts["revealed"] for counts in usage["season"].values()) == pytest.approx(6, abs=0.01)
    dug = sum(counts["dug"] for counts in usage["layer"].values())
    assert dug == pytest.approx(sum(c["dug"] for c in usage["trench"].values()), abs=0.01)


def test_results_as_text_csv_and_json(four: Simulated) -> None:
    text = simulation_text(four)
    assert text.startswith("96 games, 4 players, seed 3\n")
    assert all(name in text for name in four.names)
    lines = simulation_csv([four]).splitlines()
    assert len(lines) == 5
    assert len({line.count(",") for line in lines}) == 1
    assert json.loads(json.dumps(four.as_json(1.5)))["seconds"] == 1.5
    assert len({len(row) for row in strategy_rows(four)}) == 1


def test_overrides_follow_ids_and_leave_the_original_alone() -> None:
    original = data(4)
    changed = override(original, {"rules.layers.l4.dig": 5, "rules.switches.d3": "freq"})
    assert changed["rules"]["layers"][3]["dig"] == 5
    assert changed["rules"]["switches"]["d3"] == "freq"
    assert original == data(4)


@pytest.mark.parametrize(
    "path",
    ["rules.layer.l4.dig", "rules.layers.l9.dig", "rules.layers", "rules.rounds.x", "rules.layers.l4", "x"],
)
def test_an_override_of_what_is_not_there_is_a_finding(path: str) -> None:
    with pytest.raises(FindingsError, match="G660"):
        override(data(4), {path: 1})


@pytest.mark.parametrize(
    ("text", "value"), [("a=5", 5), ("a=0.5", 0.5), ("a=true", True), ("a=freq", "freq"), ("a = -3", -3)]
)
def test_override_values_are_read_as_yaml_reads_them(text: str, value: Any) -> None:
    assert parse_override(text) == ("a", value)


def test_sweeps_make_a_grid() -> None:
    axes = [parse_sweep("a=3..6"), parse_sweep("b=0..4:2"), parse_sweep("c=x,y")]
    points = grid(axes)
    assert len(points) == 4 * 3 * 2
    assert points[0] == {"a": 3, "b": 0, "c": "x"}
    assert points[-1] == {"a": 6, "b": 4, "c": "y"}


@pytest.mark.parametrize("text", ["a", "=3", "a=6..3", "a=0..9999999"])
def test_bad_sweeps_are_findings(text: str) -> None:
    with pytest.raises(FindingsError, match="G660"):
        parse_sweep(text)


def test_a_grid_has_a_row_a_point() -> None:
    points = grid([parse_sweep("rules.layers.l4.dig=4..5"), parse_sweep("rules.assist=0,4")])
    versions = [(point, override(data(3), point)) for point in points]
    results = simulate_many("tanfang", versions, 40)
    rows = sweep_rows(results)
    assert [row[:2] for row in rows[1:]] == [["4", "0"], ["4", "4"], ["5", "0"], ["5", "4"]]
    assert results[3].tally == simulate("tanfang", versions[3][1], 40).tally


def test_the_same_data_differ_by_nothing() -> None:
    result = compare("tanfang", data(3), data(3), 60)
    assert all(row.difference == 0 and not row.more_than_chance for row in result.differences)


def test_a_change_that_matters_is_more_than_chance() -> None:
    dearer = override(data(3), {"rules.layers.l3.points.fine": 60})
    result = compare("tanfang", data(3), dearer, 60)
    scores = {row.strategy: row for row in result.differences if row.measure == "mean_score"}
    assert scores["digger"].more_than_chance
    assert scores["digger"].interval[0] > 0
    assert "yes" in aligned(comparison_rows(result))
    assert result.first.tally == simulate("tanfang", data(3), 60).tally
    assert result.second.tally == simulate("tanfang", dearer, 60).tally


def test_unknown_engines_and_strategies_are_findings() -> None:
    with pytest.raises(FindingsError, match="G606"):
        find_engine("tanfeng")
    with pytest.raises(FindingsError, match="G606"):
        find_engine("os.path")
    with pytest.raises(FindingsError, match="G660"):
        simulate("tanfang", data(2), 1, lineup=["digger", "diggr"])
    with pytest.raises(FindingsError, match="G660"):
        simulate("tanfang", data(2), 1, lineup=["digger"])


def test_missing_numbers_are_all_named_at_once() -> None:
    broken = data(4)
    del broken["rules"]["assist"], broken["rules"]["layers"][2]["dig"]
    broken["rules"]["switches"] = {"d3": "sometimes", "d99": "x"}
    broken["components"]["tool"]["cards"].append({"id": "trowl", "copies": 1})
    with pytest.raises(FindingsError) as caught:
        simulate("tanfang", broken, 1)
    messages = " ".join(finding.message for finding in caught.value.findings)
    for word in ("rules.assist", "rules.layers.l3.dig", "rules.switches.d3", "d99", "trowl"):
        assert word in messages


def test_data_are_plain_before_they_are_sent() -> None:
    class Name(str):
        __slots__ = ()

    sent = plain({"a": [Name("x"), {"b": 1}]})
    assert type(sent["a"][0]) is str


def test_claims_of_balance_are_judged(four: Simulated) -> None:
    results = {4: four}
    mean = four.as_json()["strategies"][0]["mean_score"]
    claims: list[dict[str, Any]] = [
        {"id": "close", "players": 4, "strategy": "digger", "mean_score": mean, "games": 20},
        {"id": "far", "players": 4, "strategy": "digger", "mean_score": 99, "games": 400},
        {"id": "rate", "players": 4, "strategy": "digger", "win_rate": "99%", "games": 400},
        {"id": "above", "players": 4, "strategy": "digger", "above": "1%"},
        {"id": "below", "players": 4, "strategy": "digger", "below": "1%"},
        {"id": "order", "players": 4, "order": ["assembler", "forager"]},
        {"id": "fair", "players": 4, "strategy": "pioneer", "above": "fair"},
    ]
    judged, findings = judge(claims, results)
    verdicts = {row.id: row.verdict for row in judged}
    assert verdicts["close"] is Verdict.CONFIRMED
    assert verdicts["far"] is verdicts["rate"] is verdicts["below"] is Verdict.CONTRADICTED
    assert verdicts["above"] is Verdict.CONFIRMED
    assert verdicts["order"] is not Verdict.CONFIRMED
    assert {f.code for f in findings} <= {"G650", "G651"}


@pytest.mark.parametrize(
    "claim",
    [
        {},
        {"players": 3, "strategy": "digger", "above": "fair"},
        {"players": 4, "strategy": "nobody", "above": "fair"},
        {"players": 4, "strategy": "digger"},
        {"players": 4, "strategy": "digger", "above": "often"},
        {"players": 4, "strategy": "digger", "never": "second"},
        {"players": 4, "strategy": "digger", "win_rate": "3%", "games": 0},
        {"players": 4, "order": ["digger", "nobody"]},
    ],
)
def test_claims_that_cannot_be_read_are_findings(four: Simulated, claim: dict[str, Any]) -> None:
    judged, findings = judge([claim], {4: four})
    assert not judged
    assert [finding.code for finding in findings] == ["G652"]
