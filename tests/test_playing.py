"""The command line of replay and simulation, on the root kit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cardgen.cli import app

ROOT = Path(__file__).parents[1]
PUBLISHED = ROOT / "kits" / "tanfang-as-published"
run = CliRunner()


def simulate(*arguments: str) -> object:
    return run.invoke(app, ["simulate", "-C", str(ROOT), "--jobs", "1", *arguments])


def test_replay_tells_the_published_result_as_the_rules_give_it() -> None:
    result = run.invoke(app, ["replay", "-C", str(PUBLISHED), "--format", "json"])
    data = json.loads(result.stdout)
    assert result.exit_code == 1
    assert data["final"] == {"P0": 75, "P1": 68, "P2": 78, "P3": 37}
    assert data["ranking"] == ["P2", "P0", "P1", "P3"]
    assert [r["claimed"] for r in data["rounds"]][2] == {"P0": 18, "P1": 22, "P2": 39, "P3": 30}
    assert {f["file"] for f in data["findings"]} == {"data/playthroughs/example.yaml"}


def test_replay_of_our_own_example_is_clean() -> None:
    result = run.invoke(app, ["replay", "-C", str(ROOT), "data/playthroughs/example.yaml"])
    assert result.exit_code == 0
    assert "0 errors, 0 warnings" in result.stderr


def test_a_record_that_is_not_there_or_not_in_the_kit_is_a_usage_error(tmp_path: Path) -> None:
    from cardgen.cli.kits import UsageError

    (tmp_path / "game.yaml").write_text("players: [A, B]")
    for name in ("nowhere.yaml", str(tmp_path / "game.yaml")):
        result = run.invoke(app, ["replay", "-C", str(ROOT), name])
        assert isinstance(result.exception, UsageError)


def test_simulate_gives_the_contract_and_the_same_for_the_same_seed() -> None:
    first = json.loads(simulate("--players", "2", "--games", "20", "--seed", "7", "--format", "json").stdout)
    again = json.loads(simulate("--players", "2", "--games", "20", "--seed", "7", "--format", "json").stdout)
    assert {"players", "games", "seed", "strategies", "length", "seconds"} <= set(first)
    assert {"id", "games", "wins", "win_rate", "win_rate_ci95", "mean_score", "mean_score_ci95"} <= set(
        first["strategies"][0]
    )
    assert sum(s["wins"] for s in first["strategies"]) == pytest.approx(20)
    first.pop("seconds"), again.pop("seconds")
    assert first == again


def test_a_sweep_has_a_row_a_point_and_a_slip_in_a_path_is_found() -> None:
    swept = simulate(
        "--players", "2", "--games", "6", "--sweep", "rules.assist=3..4", "--sweep", "rules.profile=6,8"
    )
    assert len(swept.stdout.strip().splitlines()) == 5
    slip = simulate("--players", "2", "--games", "6", "--set", "rules.layers.l9.dig=2")
    assert slip.exit_code == 1
    assert "l9" in slip.stderr
    assert "Traceback" not in slip.stderr


def test_compare_names_the_differences() -> None:
    result = simulate(
        "--players",
        "2",
        "--games",
        "40",
        "--set",
        "rules.layers.l4.points.fine=80",
        "--compare",
        "--format",
        "csv",
    )
    rows = [line.split(",") for line in result.stdout.strip().splitlines()]
    assert rows[0][0] == "strategy"
    assert any(row[1] == "mean_score" and row[-1] == "yes" for row in rows)


def test_claims_of_balance_get_a_verdict_each() -> None:
    claims = PUBLISHED / "data" / "balance.yaml"
    result = simulate("--games", "24", "--claims", str(claims), "--format", "json")
    judged = json.loads(result.stdout)
    assert len(judged) == 24
    assert {row["verdict"] for row in judged} <= {"confirmed", "contradicted", "undecided"}


def test_a_plot_is_drawn_as_pdf_and_svg(tmp_path: Path) -> None:
    for name, start in (("plot.pdf", b"%PDF"), ("plot.svg", b"<svg")):
        result = simulate("--players", "2", "--games", "6", "--plot", str(tmp_path / name))
        assert result.exit_code == 0, result.stderr
        assert (tmp_path / name).read_bytes().startswith(start)
