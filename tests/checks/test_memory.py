"""Claims that agreed are not worked out again, and yet every change is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.checking import check_kit
from cardgen.checks.claims import Evaluation
from cardgen.diagnostics import Findings
from cardgen.loading import load_kit
from tests.checks.conftest import DATA

CLAIMS = """
claims:
  - {id: budget, value: rules.rounds * rules.workdays, printed: 18}
  - {id: half, value: rules.rounds / 3, printed: 2.0}
  - {id: name, value: rules.layers.l3, printed: Sand}
  - {id: names, value: components.season.cards, set: true, printed: [Fair, Storm, Funding]}
  - {id: rows, per: rules.layers, value: row.dig, printed: {Topsoil: 1, Clay: 2, Sand: 3, Pit: 4}}
  - {id: open, per: players, value: setup.trenches, printed: {2: 3, 3: 4, 4: 5}}
  - {id: copies, value: "components.season.cards | where('moment', 'start') | total('copies')", printed: 4}
  - {id: slack, value: printed.budget - trench_days, printed: 4}
checks:
  - {id: days, expect: row.days <= 1, of: components.season.cards}
"""


def check(root: Path) -> list[str]:
    findings = Findings()
    source = load_kit(root, findings)
    assert source is not None, [f.message for f in findings]
    check_kit(source, findings)
    return [f"{f.code} {f.message}" for f in findings]


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    (tmp_path / "output").mkdir()
    (tmp_path / "data" / "cards.yaml").write_text(DATA, "utf-8")
    (tmp_path / "data" / "rulebook.yaml").write_text(CLAIMS, "utf-8")
    assert check(tmp_path) == []
    return tmp_path


def test_what_agreed_is_not_worked_out_again(kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Evaluation, "run", lambda self: pytest.fail("worked out again"))
    assert check(kit) == []
    other = kit / "data" / "words.yaml"
    other.write_text("words: {}\n", "utf-8")
    assert check(kit) == []


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cards", "workdays: 3", "workdays: 4"),
        ("cards", "name: Sand", "name: Grit"),
        ("cards", "name: Storm", "name: Gale"),
        ("cards", "name: Pit, dig: 4", "name: Pit, dig: 5"),
        ("cards", "3: {trenches: 4}", "3: {trenches: 6}"),
        ("cards", "moment: end", "moment: start"),
        ("cards", "days: 1", "days: 2"),
        ("cards", "    - {id: l2,", "    - {id: l5, name: Rock, dig: 9, points: [1]}\n    - {id: l2,"),
        ("rulebook", "printed: 2.0", "printed: 2.05"),
        ("rulebook", "printed: 18", "printed: 19"),
        ("rulebook", "4: 5}", "4: 6}"),
        ("rulebook", "row.days <= 1", "row.days < 1"),
    ],
)
def test_every_change_is_noticed(kit: Path, file: str, old: str, new: str) -> None:
    path = kit / "data" / f"{file}.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    remembered = check(kit)
    assert remembered
    (kit / "output" / ".check.json").unlink()
    assert check(kit) == remembered


def test_the_precision_that_is_typed_counts(kit: Path) -> None:
    path = kit / "data" / "cards.yaml"
    path.write_text(path.read_text("utf-8").replace("rounds: 6", "rounds: 6.1"), "utf-8")
    assert not [text for text in check(kit) if " half:" in text]
    book = kit / "data" / "rulebook.yaml"
    book.write_text(book.read_text("utf-8").replace("printed: 2.0}", "printed: 2.00}"), "utf-8")
    assert [text for text in check(kit) if " half:" in text]
