"""The claims of Tanfang's own rulebook: all true, and a changed number of the data contradicts one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardgen.checking import check_rulebook
from cardgen.diagnostics import Finding, Findings
from cardgen.loading import load_kit

ROOT = Path(__file__).resolve().parents[1]


def check(root: Path) -> list[Finding]:
    findings = Findings()
    source = load_kit(root, findings)
    assert source is not None
    assert not list(findings)
    return list(check_rulebook(source, findings))


def test_the_rulebook_agrees_with_the_data_for_all_players_and_variants() -> None:
    assert [f.message for f in check(ROOT) if f.code not in ("R244", "R245", "R246", "R247")] == []


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("  assist: 4 ", "  assist: 5 ", "rules.assist is 5"),
        ("  rounds: 6\n", "  rounds: 7\n", "rules.rounds is 7"),
        ("dig: 4, first: 4", "dig: 3, first: 4", "rules.layers.l4.dig"),
        ("common: 16, fine: 23", "common: 16, fine: 24", "rules.layers.l4.points.fine"),
        ("name: 骨针, layer: l1, quality: fine", "name: 骨针, layer: l1, quality: poor", "relic-table"),
        (
            "  4: {trenches: 5, fragment_sets: 2}",
            "  4: {trenches: 5, fragment_sets: 1}",
            "setups.4.fragment_sets is 1",
        ),
        ("closure: {copies: 3}", "closure: {copies: 2}", "closure"),
        ("rules: {looting: true, target: 100}", "rules: {looting: true, target: 90}", "printed 100"),
        ('value: "{{ rules.profile | signed }}"}', 'value: "+7"}', "scoring-card, profile"),
    ],
)
def test_a_changed_number_is_noticed(tmp_path: Path, old: str, new: str, words: str) -> None:
    shutil.copytree(ROOT / "data", tmp_path / "data", ignore=shutil.ignore_patterns("playthroughs"))
    file = tmp_path / "data" / "cards.yaml"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
    messages = [f.message for f in check(tmp_path)]
    assert any(words in message for message in messages), messages
