from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardgen.diagnostics import Findings
from cardgen.games.tanfang.rules import Rules
from cardgen.loading import KitSource, load_kit
from cardgen.play.kits import engine_data
from cardgen.play.playthroughs import data_for, replay_all
from cardgen.play.simulate import simulate
from cardgen.resolve import resolve
from tests.play.tanfang_data import data

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def source() -> KitSource:
    findings = Findings()
    found = load_kit(ROOT, findings)
    assert found is not None, [finding.message for finding in findings]
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_kit_gives_the_engine_the_numbers_that_it_prints(source: KitSource, players: int) -> None:
    findings = Findings()
    resolved = data_for(source, players, findings)
    assert resolved is not None
    kit, small = Rules.from_data(resolved), Rules.from_data(data(players))
    for name in ("dig", "first", "workdays", "rounds", "seasons", "tools", "profile", "trenches", "switches"):
        assert getattr(kit, name) == getattr(small, name), name
    relics = [card for card in kit.cards if card.layer >= 0]
    assert relics == [card for card in small.cards if card.layer >= 0]
    assert (kit.trowel, kit.consolidant, kit.journal_points) == (
        small.trowel,
        small.consolidant,
        small.journal_points,
    )
    assert sum(card.set >= 0 for card in kit.cards) == 3 * kit.fragment_sets


@pytest.mark.parametrize(
    ("variant", "players"),
    [("beginner", 2), ("expert", 3), ("long-season", 4), ("long-season", 2), ("duel", 2), ("co-op", 3)],
)
def test_every_variant_can_be_played(source: KitSource, variant: str, players: int) -> None:
    resolved = data_for(source, players, Findings(), variant)
    assert resolved is not None
    result = simulate("tanfang", resolved, 12)
    assert result.tally.games == 12
    rounds = {"beginner": 4, "long-season": 8}.get(variant, 6)
    assert result.as_json()["length"]["rounds"] == rounds


def test_a_number_of_the_data_changes_the_game(source: KitSource) -> None:
    changed = data_for(source, 4, Findings(), settings={"rules.layers.l4.dig": 5})
    assert changed is not None
    assert Rules.from_data(changed).dig == (1, 2, 3, 5)


def test_our_recorded_games_are_clean(source: KitSource) -> None:
    results = replay_all(source)
    assert [result.file for result in results] == ["data/playthroughs/example.yaml"]
    assert [finding.message for result in results for finding in result.findings] == []
    assert results[0].final == {"P0": 47, "P1": 70, "P2": 56, "P3": 64}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("players: [a, b, c, d, e]\nrounds: []\n", "5 players are listed"),
        ("players: none\n", "0 players are listed"),
        ("players: [a, b]\nvariant: moon\n", "there is no variant `moon`"),
        ("- a\n", "the file is a list"),
        ("players: [a, b]\nvariant: duel\nrounds: []\n", "after round 0 of 6"),
    ],
)
def test_a_bad_record_is_a_finding(source: KitSource, tmp_path: Path, text: str, words: str) -> None:
    folder = tmp_path / "data" / "playthroughs"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    copy = KitSource(tmp_path, source.document, source.spec, {})
    (result,) = replay_all(copy)
    assert words in " ".join(finding.message for finding in result.findings)


def test_records_outside_the_kit_are_not_read(source: KitSource, tmp_path: Path) -> None:
    shutil.copy(ROOT / "data/playthroughs/example.yaml", tmp_path / "game.yaml")
    inside = tmp_path / "kit"
    inside.mkdir()
    (result,) = replay_all(KitSource(inside, source.document, source.spec, {}), ["../game.yaml"])
    assert [finding.name for finding in result.findings] == ["file-outside-kit"]
    assert not result.final


def test_engine_data_hold_what_rules_need_and_no_texts(source: KitSource) -> None:
    kit = resolve(source, 4, Findings())
    assert kit is not None
    card = next(c for c in engine_data(kit)["components"]["tool"]["cards"] if c["id"] == "trowel")
    assert (card["copies"], card["saves"], card["floor"]) == (4, 1, 1)
    assert "text" not in card
