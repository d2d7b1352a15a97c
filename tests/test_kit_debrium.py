"""The Debrium kit holds what its document's tables say, in both languages, and marks what they leave open."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pytest

from cardgen.build import prepare
from cardgen.diagnostics import Findings
from cardgen.faces import Faces
from cardgen.kit import Component, Kit
from cardgen.loading import load_kit
from cardgen.printing import Options, face_key, plan_files
from cardgen.resolve import resolve

ROOT = Path(__file__).parents[1] / "kits" / "debrium"
HAN = re.compile("[\u4e00-\u9fff]")

# What the document prints.
PENALTIES = {1: -1, 2: -3, 3: -6, 4: -12, 5: -15}
HIRING = {1: 1, 2: 3, 3: 5}
ROUNDS, PILE, START = 10, 10, 32
COMPANIES = {"红": "重力达纳摩", "蓝": "无限科技", "黄": "淘金热娜", "绿": "清洁空间"}
PHASES = ["竞标顺位", "选择行动", "挖掘准备", "额外资金", "残骸坠落", "采矿"]


@lru_cache(maxsize=8)
def _kit(players: int = 4, lang: str = "zh", variant: str | None = None) -> Kit:
    findings = Findings()
    source = load_kit(ROOT, findings)
    assert source is not None, list(findings)
    kit = resolve(source, players, findings, variant=variant, lang=lang)
    assert kit is not None, list(findings)
    assert not findings.has_errors, list(findings)
    return kit


@lru_cache(maxsize=8)
def _faces(players: int = 4, lang: str = "zh", variant: str | None = None) -> tuple[Faces, tuple[str, ...]]:
    findings = Findings()
    kit = _kit(players, lang, variant)
    faces = prepare(kit, Options(), findings)
    plan_files(kit, Options(), faces.has_back, findings)
    return faces, tuple(str(finding.message) for finding in findings)


def _component(name: str, players: int = 4, lang: str = "zh") -> Component:
    return next(c for c in _kit(players, lang).components if c.id == name)


def _pieces(players: int, variant: str | None = None) -> dict[str, int]:
    kit = _kit(players, variant=variant)
    return {c.id: sum(card.copies for card in c.cards) for c in kit.components}


@pytest.mark.parametrize("players", [3, 4])
def test_pieces_by_player_count(players: int) -> None:
    assert _pieces(players) == {
        "board": 1, "debris": START + PILE, "debt": ROUNDS, "coordinate": 16, "worker": 4 * 5, "order": 4,
        "coin": 10 * players, "skill": players, "company": 4, "screen": 4, "reference": players,
        "score-sheet": 1,
    }  # fmt: skip


def test_the_basic_variant_leaves_out_skill_tokens_only() -> None:
    whole, basic = _pieces(4), _pieces(4, "basic")
    assert set(whole) - set(basic) == {"skill"}
    assert all(whole[name] == count for name, count in basic.items())


def test_tables_of_the_document() -> None:
    rules = _kit().context["rules"]
    assert rules.rounds == ROUNDS == rules.levels.l4.count
    assert {row.cards: row.penalty for row in rules.debt} == PENALTIES
    assert {row.extra: row.cost for row in rules.hire} == HIRING
    assert (rules.workers.base, rules.workers.most, rules.king.points) == (2, 5, 15)
    assert rules.workers.base + max(HIRING) == rules.workers.most
    assert {company.hue: company.name for company in rules.companies} == COMPANIES
    assert [phase.name for phase in rules.phases] == PHASES
    assert [row.name for row in rules.board.rows] == list("ABCD")
    assert [column.name for column in rules.board.columns] == list("1234")


def test_the_start_fills_every_area_and_the_pile_lasts_for_all_rounds() -> None:
    kit = _kit()
    rules = kit.context["rules"]
    by_level: dict[str, int] = {}
    for card in _component("debris").cards:
        level = card.values["level"]["id"]
        by_level[level] = by_level.get(level, 0) + card.copies
    assert by_level == {level.id: level.count for level in rules.levels}
    assert sum(by_level[level.id] for level in rules.levels if level.start) == START
    assert kit.context["areas"] * rules.board.stack == START == kit.context["start_pieces"]
    assert all(level.workers == level.number for level in rules.levels)


def test_higher_levels_are_worth_more_as_a_rule_but_not_always() -> None:
    points: dict[int, list[int]] = {}
    for card in _component("debris").cards:
        points.setdefault(card.values["level"]["workers"], []).extend([card.values["points"]] * card.copies)
    means = {workers: sum(values) / len(values) / workers for workers, values in points.items()}
    assert sorted(means.values()) == [means[n] for n in (1, 2, 3, 4)]
    for low in (1, 2, 3):
        assert min(points[low + 1]) < max(points[low]) < max(points[low + 1])


def test_the_bag_can_erupt_and_never_runs_empty() -> None:
    kit = _kit()
    cards = _component("coordinate").cards
    assert {(c.values["shape"], c.values["place"]) for c in cards} == {("round", n) for n in "1234"} | {
        ("square", n) for n in "ABCD"
    }
    copies = {card.copies for card in cards}
    assert copies == {kit.context["rules"].bag.copies}
    assert min(copies) >= 2
    # before a draw at most one of each label is out, else it would have erupted
    assert 4 * min(copies) - 4 >= 1


@pytest.mark.parametrize("players", [3, 4])
def test_coins_are_a_closed_economy(players: int) -> None:
    context = _kit(players).context
    assert _pieces(players)["coin"] == context["setup"].coins * players + context["rules"].pool.start


def test_backs_tell_the_level_and_nothing_else() -> None:
    faces, _ = _faces()
    backs: dict[str, set[str]] = {}
    for card in _component("debris").cards:
        digest = faces.artwork[face_key("debris", card.id, "back")].digest
        backs.setdefault(card.values["level"]["id"], set()).add(digest)
    assert all(len(digests) == 1 for digests in backs.values())
    assert len({next(iter(digests)) for digests in backs.values()}) == 4


def test_four_workers_fit_on_a_piece_and_pieces_fit_their_area() -> None:
    worker, debris = _component("worker").size, _component("debris").size
    cell = _component("board").spaces["cell"]
    assert 2 * max(worker.w, worker.h) < min(debris.w, debris.h) - 8
    assert min(cell.w - debris.w, cell.h - debris.h) >= 1.4


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("players", [3, 4])
def test_every_face_is_clean(players: int, lang: str) -> None:
    assert _faces(players, lang)[1] == ()


def test_every_face_of_the_basic_variant_is_clean() -> None:
    assert _faces(4, "zh", "basic")[1] == ()


def test_the_english_print_has_no_han_sign() -> None:
    faces, _ = _faces(4, "en")
    left = {
        key: run.text
        for key, artwork in faces.artwork.items()
        for run in artwork.texts
        if HAN.search(run.text)
    }
    assert left == {}


def test_pieces_are_the_same_in_both_languages() -> None:
    for players in (3, 4):
        chinese, english = _kit(players), _kit(players, "en")
        shape = [(c.id, c.size, [(k.id, k.copies) for k in c.cards]) for c in chinese.components]
        assert shape == [(c.id, c.size, [(k.id, k.copies) for k in c.cards]) for c in english.components]


def test_a_provisional_piece_carries_the_mark_and_others_do_not() -> None:
    faces, _ = _faces()
    marked = {key.rsplit("/", 1)[0] for key, svg in faces.svg.items() if "icon:provisional" in svg}
    expected = {f"{c.id}/{card.id}" for c, card in _kit().cards() if card.values["provisional"]}
    assert marked == expected
    assert {key.split("/")[0] for key in expected} == {
        "board", "debris", "coordinate", "coin", "company", "reference",
    }  # fmt: skip


def test_the_kit_has_no_python_and_no_number_of_the_rules_in_its_texts() -> None:
    assert not list(ROOT.rglob("*.py"))
    document = (ROOT / "data" / "cards.yaml").read_text("utf-8")
    for line in document.splitlines():
        texts = re.findall(r'\btext: "([^"]*)"', line)
        for text in texts:
            bare = re.sub(r"\{\{.*?\}\}", "", text)
            assert not set(re.findall(r"\d+", bare)) - {"0", "1"}, line
