"""Coverage: what changes of the data nothing notices."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

from typer.testing import CliRunner

from cardgen.checking import measure_coverage
from cardgen.checks.coverage import Coverage
from cardgen.cli import app
from cardgen.diagnostics import Finding, Findings
from cardgen.loading import load_kit

KIT = """
kit: {id: dig, title: Dig, version: "1", players: [2, 3], prints: false}
rules:
  rounds: 6
  share: 0.25
  open: true
  layers:
    - {id: l1, name: One, dig: 1}
    - {id: l2, name: Two, dig: 2}
  deepest: l2
quantities: {days: rules.rounds * 3}
setups: {2: {trenches: 3}, 3: {trenches: 4}}
variants:
  long: {name: Long, rules: {rounds: 8}}
components:
  relic:
    kind: card
    name: Relic
    size: poker
    fields: {layer: {refers_to: rules.layers}, mood: {one_of: [good, bad], default: good}}
    cards:
      - {id: cup, name: Cup, layer: l1, copies: 2}
      - {id: mask, name: Mask, layer: l2, mood: bad}
"""
CLAIMS = """
claims:
  - {value: days, printed: 18}
  - {value: rules.share, printed: 25%}
  - {per: rules.layers, value: row.dig, printed: [1, 2]}
  - {per: players, value: setup.trenches, printed: {2: 3, 3: 4}}
  - {value: rules.rounds, variant: long, printed: 8}
  - {value: "components.relic.cards | where('layer', 'l1') | total('copies')", printed: 2}
"""


def measure(path: Path, claims: str, more: str = "", full: bool = False) -> tuple[Coverage, list[Finding]]:
    (path / "data").mkdir(exist_ok=True)
    (path / "data" / "cards.yaml").write_text(dedent(KIT) + dedent(more), "utf-8")
    (path / "data" / "rulebook.yaml").write_text(dedent(claims), "utf-8")
    findings = Findings()
    source = load_kit(path, findings)
    assert source is not None
    found = measure_coverage(source, findings, full=full)
    assert found is not None, [f.message for f in findings]
    return found, list(findings)


def test_everything_is_unguarded_where_nothing_is_claimed(tmp_path: Path) -> None:
    found, _ = measure(tmp_path, "")
    assert [u.path for u in found.unguarded] == [
        "rules.rounds", "rules.share", "rules.open", "rules.layers.l1.dig", "rules.layers.l2.dig",
        "rules.deepest",
        "setups.2.trenches", "setups.3.trenches", "quantities.days",
        "components.relic.cards.cup.layer", "components.relic.cards.cup.copies",
        "components.relic.cards.mask.layer", "components.relic.cards.mask.mood", "variants.long.rules.rounds",
    ]  # fmt: skip
    assert (found.values, found.guarded, found.percent) == (14, 0, 0)


def test_what_is_left_is_told_with_its_place_and_change(tmp_path: Path) -> None:
    found, _ = measure(tmp_path, CLAIMS)
    assert [(u.path, u.value, u.other) for u in found.unguarded] == [
        ("rules.open", "true", "false"),
        ("rules.deepest", "l2", "l1"),
        ("components.relic.cards.mask.mood", "bad", "good"),
    ]
    assert [u.span.line for u in found.unguarded if u.span] == [6, 10, 23]
    assert found.values == 14


def test_only_running_what_reads_a_change_finds_the_same_as_running_all(tmp_path: Path) -> None:
    assert measure(tmp_path, CLAIMS) == measure(tmp_path, CLAIMS, full=True)
    assert measure(tmp_path, "") == measure(tmp_path, "", full=True)


def test_a_value_may_be_excused_with_a_reason(tmp_path: Path) -> None:
    excuse = """
    coverage:
      excuse:
        - {path: rules.open, reason: a switch}
        - {path: components.*.cards.*.mood, reason: taste}
        - {path: rules.rounds, reason: idle}
    """
    found, findings = measure(tmp_path, CLAIMS, excuse)
    assert [(u.path, u.reason) for u in found.excused] == [
        ("rules.open", "a switch"),
        ("components.relic.cards.mask.mood", "taste"),
    ]
    assert [u.path for u in found.unguarded] == ["rules.deepest"]
    assert [(f.code, f.message) for f in findings] == [("R261", "`rules.rounds` excuses no unguarded value")]
    assert found.percent == 100 * 11 / 12


def test_the_command_tells_it_to_people_and_programs(tmp_path: Path) -> None:
    measure(tmp_path, CLAIMS)
    result = CliRunner().invoke(app, ["check", "--coverage", "-C", str(tmp_path)])
    assert result.exit_code == 0
    assert "rules.deepest: l2 → l1 changes nothing that is checked" in result.stdout
    assert "11 of 14 values are guarded (78.6 %)" in result.stdout
    result = CliRunner().invoke(app, ["check", "--coverage", "--format", "json", "-C", str(tmp_path)])
    data = json.loads(result.stdout)
    assert (data["values"], data["guarded"], data["percent"]) == (14, 11, 78.57)
    assert data["unguarded"][0] == {
        "path": "rules.open", "value": "true", "changed": "false",
        "file": "data/cards.yaml", "line": 6, "column": 9,
    }  # fmt: skip
    assert CliRunner().invoke(app, ["check", "--coverage", "--strict", "-C", str(tmp_path)]).exit_code == 1


def test_a_kit_with_faults_is_not_measured(tmp_path: Path) -> None:
    measure(tmp_path, CLAIMS)
    (tmp_path / "data" / "rulebook.yaml").write_text("claims: [{value: days, printed: 19}]\n", "utf-8")
    result = CliRunner().invoke(app, ["check", "--coverage", "-C", str(tmp_path)])
    assert result.exit_code == 1
    assert "R201" in result.stderr
