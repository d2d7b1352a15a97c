"""The claims and checks of 大秦丹经 hold in every setup, and a changed number contradicts one of them."""

from __future__ import annotations

import shutil
from itertools import islice
from pathlib import Path

import pytest

from cardgen.checking import check_rulebook, measure_coverage
from cardgen.checks import coverage
from cardgen.diagnostics import Finding, Findings
from cardgen.document import Document
from cardgen.loading import KitSource, load_kit

ROOT = Path(__file__).resolve().parents[1] / "kits" / "alchemy"
STEP = 23
"""Each so-manieth value is changed here; `cardgen check --coverage` changes all."""


def load(root: Path) -> KitSource:
    findings = Findings()
    source = load_kit(root, findings)
    assert source is not None
    assert not list(findings)
    return source


def check(root: Path) -> list[Finding]:
    return [f for f in check_rulebook(load(root), Findings()) if f.code != "R248"]


def test_the_rules_agree_with_the_data_for_all_players() -> None:
    assert [f.message for f in check(ROOT)] == []


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("cards.yaml", "  rounds: 4 ", "  rounds: 5 ", "rules.rounds"),
        ("cards.yaml", "  tiles_each: 9\n", "  tiles_each: 8\n", "tiles-enough"),
        ("cards.yaml", "square_days: 3\n", "square_days: 5\n", "branches-of-the-squares"),
        ("cards.yaml", "{id: mao, name: 卯, row: 2,", "{id: mao, name: 卯, row: 1,", "rows-once"),
        ("cards.yaml", "ends: [nanjun, xianyang]", "ends: [nanjun, jiujiang]", "road-once"),
        ("cards.yaml", "lines: [1, 0, 1]}", "lines: [1, 1, 1]}", "trigrams-once"),
        ("cards.yaml", "- {id: moon, seat: moon,", "- {id: moon, seat: sun,", "alchemist-colours"),
        ("recipes.yaml", "needs: {wood: 1, fire: 1}", "needs: {wood: 1, fire: 2}", "recipes-by-rule"),
        ("recipes.yaml", "nitre, needs: {wood: 1,", "nitre, needs: {metal: 1,", "no-recipe-twice"),
        ("recipes.yaml", "grade: high, material: talc", "grade: low, material: talc", "low-recipes"),
        ("recipes.yaml", "card.grade.price + card.markers", "card.grade.price + 2", "recipe-price"),
        ("spells.yaml", "kind: active, amount: 2", "kind: lasting, amount: 2", "spells, stretching"),
    ],
)
def test_a_changed_value_is_noticed(tmp_path: Path, file: str, old: str, new: str, words: str) -> None:
    for part in ("data", "icons"):
        shutil.copytree(ROOT / part, tmp_path / part)
    path = tmp_path / "data" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    found = [f.message for f in check(tmp_path)]
    assert any(words in message for message in found), found


def test_of_values_all_over_the_data_none_can_change_unnoticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = coverage.changes_of

    def some(document: Document) -> list[coverage.Change]:
        return list(islice(real(document), 0, None, STEP))

    monkeypatch.setattr(coverage, "changes_of", some)
    measured = measure_coverage(load(ROOT), Findings())
    assert measured is not None
    assert measured.values > 20
    assert [(one.path, one.value, one.other) for one in measured.unguarded] == []
