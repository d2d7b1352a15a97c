from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from cardgen.checking import check_rulebook
from cardgen.diagnostics import Finding, Findings
from cardgen.loading import load_kit

Check = Callable[..., list[Finding]]

DATA = """
kit: {id: dig, title: Dig, version: "1", players: [2, 3, 4], prints: false}
rules:
  rounds: 6
  workdays: 3
  extract: 1
  points: {poor: 2, fine: 6}
  layers:
    - {id: l1, name: Topsoil, dig: 1, points: [2, 4, 6]}
    - {id: l2, name: Clay, dig: 2, points: [4, 7, 10]}
    - {id: l3, name: Sand, dig: 3, points: [6, 11, 16]}
    - {id: l4, name: Pit, dig: 4, points: [9, 16, 23]}
quantities:
  season_days: rules.rounds * rules.workdays
  trench_days: (rules.layers | total('dig')) + rules.extract * (rules.layers | length)
setups: {2: {trenches: 3}, 3: {trenches: 4}, 4: {trenches: 5}}
variants:
  long: {name: Long, rules: {rounds: 8}}
components:
  season:
    kind: card
    name: Season
    size: poker
    fields: {moment: {one_of: [start, end]}, days: {type: integer, default: 0}}
    cards:
      - {id: fair, name: Fair, copies: 2, moment: start}
      - {id: storm, name: Storm, copies: 2, moment: end}
      - {id: funding, name: Funding, copies: 2, moment: start, days: 1}
  workday:
    kind: token
    name: Workday
    size: 16mm x 16mm
    quantity: players * (rules.workdays + 1)
"""


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """Check a rulebook (and more data) against a small game; the findings come in order."""

    def run(rulebook: str = "", data: str = "", base: str = DATA) -> list[Finding]:
        (tmp_path / "data").mkdir(exist_ok=True)
        (tmp_path / "data" / "cards.yaml").write_text(dedent(base), "utf-8")
        (tmp_path / "data" / "more.yaml").write_text(dedent(data), "utf-8")
        (tmp_path / "data" / "rulebook.yaml").write_text(dedent(rulebook), "utf-8")
        findings = Findings()
        source = load_kit(tmp_path, findings)
        assert source is not None, [f.message for f in findings]
        return list(check_rulebook(source, findings))

    return run


def shown(findings: list[Finding]) -> list[str]:
    return [f"{f.code} {f.message}" for f in findings]
