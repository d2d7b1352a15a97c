"""Faces are drawn once, remembered where they are clean, and drawn again when what they read has changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardgen import faces
from cardgen.build import prepare
from cardgen.checking import check_kit, setups
from cardgen.checks.memory import FILE
from cardgen.diagnostics import Findings
from cardgen.loading import load_kit
from cardgen.printing import Options
from cardgen.resolve import resolve
from tests.tinykits import BASE, TEMPLATE

BACK = TEMPLATE.split("{{ line")[0] + "</svg>\n"
KIT = BASE.replace("    back: none\n", "").replace("players: [2]", "players: [2, 3]").replace(
    "  2: {trenches: 3}",
    "  2: {trenches: 3}\n  3: {trenches: 4}\nvariants:\n  long: {name: Long, rules: {rounds: 8}}",
)  # fmt: skip


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    for name, text in {
        "data/cards.yaml": KIT,
        "templates/relic.svg.j2": TEMPLATE,
        "templates/relic.back.svg.j2": BACK,
        "output/.keep": "",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The faces that are really drawn, in order."""
    names: list[str] = []
    draw = faces.Faces.draw

    def noting(self, component, card, side):
        names.append(f"{card.id}/{side}")
        draw(self, component, card, side)

    monkeypatch.setattr(faces.Faces, "draw", noting)
    return names


def check(root: Path) -> list[str]:
    findings = Findings()
    source = load_kit(root, findings)
    assert source is not None
    check_kit(source, findings)
    return [f"{f.code} {f.message}" for f in findings]


def change(root: Path, old: str, new: str, file: str = "data/cards.yaml") -> None:
    path = root / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_a_face_is_drawn_once_for_all_setups_and_a_shared_back_once_for_all_cards(
    kit: Path, drawn: list[str]
) -> None:
    assert check(kit) == []
    assert drawn == ["cup/front", "cup/back", "comb/front"]


def test_nothing_is_drawn_again_while_nothing_changes(kit: Path, drawn: list[str]) -> None:
    check(kit)
    drawn.clear()
    assert check(kit) == []
    assert drawn == []


def test_only_what_reads_a_change_is_drawn_again(kit: Path, drawn: list[str]) -> None:
    check(kit)
    drawn.clear()
    change(kit, "rounds: 6", "rounds: 7")
    change(kit, "dig: 1", "dig: 9")
    assert check(kit) == []
    assert drawn == ["cup/front"]


def test_a_face_that_depends_on_the_setup_is_drawn_for_each(kit: Path, drawn: list[str]) -> None:
    change(kit, "card.layer.dig }}", "card.layer.dig }} of {{ rules.rounds }} by {{ players }}")
    assert check(kit) == []
    assert drawn.count("cup/front") == 4
    assert drawn.count("comb/front") == 1


def test_another_template_or_drawing_means_drawing_all(kit: Path, drawn: list[str]) -> None:
    check(kit)
    drawn.clear()
    change(kit, "#FFFFFF", "#FFFFF0", "templates/relic.svg.j2")
    assert check(kit) == []
    assert len(drawn) == 3


def test_a_face_with_a_fault_shows_it_in_every_run(kit: Path) -> None:
    change(
        kit, "Dig for {{ card.layer.dig }}.", "Dig for {{ card.layer.dig }}. " + "Deeper and deeper. " * 90
    )
    first = check(kit)
    assert [text[:4] for text in first] == ["T310"]
    assert check(kit) == first


def test_drawing_less_finds_the_same(kit: Path) -> None:
    change(
        kit,
        "line(card.name, 5, 10, width=size.w - 10)",
        "line(card.name, 1, 10, size=5)",
        "templates/relic.svg.j2",
    )
    findings = Findings()
    source = load_kit(kit, findings)
    assert source is not None
    for variant, players in setups(source):
        resolved = resolve(source, players, findings, variant=variant)
        assert resolved is not None
        prepare(resolved, Options(), findings)
    for _ in range(2):
        assert set(check(kit)) <= {f"{f.code} {f.message}" for f in findings}
        assert {text[:4] for text in check(kit)} == {f.code for f in findings}


@pytest.mark.parametrize("memory", ["", "[]", "{", '{"form": 2, "digest": "x", "faces": 3}', "\0"])
def test_a_broken_memory_costs_time_only(kit: Path, drawn: list[str], memory: str) -> None:
    (kit / FILE).write_text(memory, "utf-8")
    assert check(kit) == []
    assert len(drawn) == 3
    assert json.loads((kit / FILE).read_text("utf-8"))["faces"]


def test_a_kit_without_an_output_folder_gets_none(kit: Path) -> None:
    (kit / "output" / ".keep").unlink()
    (kit / "output").rmdir()
    assert check(kit) == []
    assert not (kit / "output").exists()
