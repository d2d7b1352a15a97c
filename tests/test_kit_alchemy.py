"""The kit 大秦丹经 holds what its document's tables say; what it fills in is playable and marked."""

from __future__ import annotations

import re
from collections import Counter, deque
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cardgen.build import prepare
from cardgen.diagnostics import Findings
from cardgen.faces import Faces
from cardgen.kit import Card, Component, Kit
from cardgen.loading import KitSource, load_kit
from cardgen.printing import Options, face_key, plan_files
from cardgen.resolve import resolve
from cardgen.sheet import BoardTile

ROOT = Path(__file__).resolve().parents[1] / "kits" / "alchemy"
PLAYERS = (2, 3, 4)
HAN = re.compile(r"[㐀-鿿]")

# What the document prints.
BOX = {
    "map": 1, "market": 1, "panel": 4, "carriage": 1, "day": 1, "busy": 21, "coin": 44, "material": 72,
    "recipe": 80, "spell": 36,
}  # fmt: skip
EACH = {"score": 1, "order": 1, "alchemist": 1, "apprentice": 3, "altar-marker": 3, "element": 10}
MATERIALS = {
    "硝石": "水", "矾石": "木", "牡蛎": "火", "滑石": "土", "雄黄": "金", "雌黄": "金",
    "赤石脂": "土", "丹砂": "火",
}  # fmt: skip
PLACES = ["咸阳", "三川郡", "济北郡", "胶东郡", "东海郡", "九江郡", "南郡"]
ROUTE = ["三川郡", "济北郡", "胶东郡", "东海郡"]


@cache
def source() -> KitSource:
    findings = Findings()
    found = load_kit(ROOT, findings)
    assert found is not None, list(findings)
    assert not list(findings)
    return found


@cache
def kit(players: int = 4, lang: str = "zh") -> Kit:
    findings = Findings()
    found = resolve(source(), players, findings, lang=lang)
    assert found is not None, list(findings)
    assert not list(findings)
    return found


@cache
def drawn(players: int = 4, lang: str = "zh") -> tuple[Faces, tuple[str, ...]]:
    findings = Findings()
    faces = prepare(kit(players, lang), Options(), findings)
    plan_files(kit(players, lang), Options(), faces.has_back, findings)
    return faces, tuple(str(finding.message) for finding in findings)


def component(name: str, players: int = 4, lang: str = "zh") -> Component:
    part = kit(players, lang).component(name)
    assert part is not None
    return part


def rules(players: int = 4) -> Any:
    return kit(players).context["rules"]


def needs(card: Card) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((name, card.values["needs"][name]) for name in card.values["needs"]))


@pytest.mark.parametrize("players", PLAYERS)
def test_pieces_by_player_count(players: int) -> None:
    pieces = {c.id: sum(card.copies for card in c.cards) for c in kit(players).components}
    expected = BOX | {name: count * players for name, count in EACH.items()}
    assert pieces == expected | {"furnace": BOX["panel"], "reference": players}


def test_tables_of_the_document() -> None:
    game = rules()
    assert {m.name: game.elements.find(m.element).name for m in game.materials} == MATERIALS
    assert [place.name for place in game.places] == PLACES
    stops = sorted((place.stop, place.name) for place in game.places if place.stop)
    assert [name for _, name in stops] == ROUTE
    assert [card.copies for card in component("material").cards] == [9] * 8
    assert (game.rounds, game.income, game.ride, game.carriage, game.gold) == (4, 2, 1, 3, 2)
    assert (game.silver_a_prestige, game.tribute, game.altar_slots, len(game.altars)) == (2, 2, 3, 3)
    assert (game.start.silver, game.start.elements, game.start.recipes, game.start.spells) == (3, 3, 2, 2)
    assert (len(game.works), len(game.trigrams), len(game.elements)) == (6, 8, 5)
    assert "".join(e.name for e in game.elements) == "木火土金水"


@pytest.mark.parametrize(("players", "open_materials", "display"), [(2, 12, 3), (3, 12, 3), (4, 16, 4)])
def test_setup_by_player_count(players: int, open_materials: int, display: int) -> None:
    context = kit(players).context
    assert (context["materials_open"], context["setup"].display) == (open_materials, display)
    assert (context["spells_open"], context["draft_tiles"]) == (10, players + 2)
    assert context["late_players"] == {2: 0, 3: 1, 4: 2}[players]


def test_the_calendar_gives_ten_turns_and_one_row_of_materials_each_day() -> None:
    context, game = kit().context, rules()
    step, squares = game.calendar.square_days, context["squares"]
    assert (squares, context["turn_squares"], squares * step) == (20, 10, 60)
    days = [(game.stems[d * step % 10], game.branches[d * step % 12]) for d in range(squares)]
    assert (days[0][0].name + days[0][1].name, days[10][0].name + days[10][1].name) == ("甲子", "甲午")
    assert sorted({branch.row for _, branch in days}) == [1, 2, 3, 4]
    for month in (days[:10], days[10:]):
        assert len({stem.id for stem, _ in month}) == 10
        assert Counter(stem.group for stem, _ in month) == {1: 5, 2: 5}


def test_roads_join_all_places_and_carry_the_king() -> None:
    near: dict[str, set[str]] = {place.id: set() for place in rules().places}
    for road in rules().roads:
        first, second = road.ends
        near[first].add(second)
        near[second].add(first)
    assert all(2 <= len(ends) <= 3 for ends in near.values())
    by_name = {place.name: place.id for place in rules().places}
    assert all(by_name[b] in near[by_name[a]] for a, b in pairwise(["咸阳", *ROUTE]))
    for start in near:
        steps, waiting = {start: 0}, deque([start])
        while waiting:
            here = waiting.popleft()
            for there in near[here] - steps.keys():
                steps[there] = steps[here] + 1
                waiting.append(there)
        assert len(steps) == len(near)
        assert max(steps.values()) in (2, 3)
    drawn_at = component("map").data
    assert {p.id for p in drawn_at.places} == set(near)
    assert {r.id for r in drawn_at.roads} == {r.id for r in rules().roads}


def test_recipes_follow_one_rule_and_all_differ() -> None:
    cards = component("recipe").cards
    assert all(card.copies == 1 for card in cards)
    assert Counter(card.values["grade"]["id"] for card in cards) == {"low": 32, "middle": 32, "high": 16}
    assert set(Counter(card.values["material"]["id"] for card in cards).values()) == {10}
    assert len({(card.values["material"]["id"], needs(card)) for card in cards}) == 80
    for lang in ("zh", "en"):
        assert len({card.values["name"] for card in component("recipe", lang=lang).cards}) == 80
    for card in cards:
        grade, material = card.values["grade"], card.values["material"]
        markers = sum(count for _, count in needs(card))
        assert markers in {"low": (2, 3), "middle": (4, 5), "high": (6, 7)}[grade["id"]]
        assert material["element"] in dict(needs(card))
        assert card.values["prestige"] == grade["prestige"] + markers + material["prestige"] > 0
        assert card.values["price"] == grade["price"] + markers
        assert markers <= rules().elements_each


def test_higher_recipes_are_worth_more_even_the_least() -> None:
    worth: dict[str, set[int]] = {}
    for card in component("recipe").cards:
        worth.setdefault(card.values["grade"]["id"], set()).add(card.values["prestige"])
    assert max(worth["low"]) < min(worth["middle"]) <= max(worth["middle"]) < min(worth["high"])


def test_spells_are_eighteen_pairs_of_both_kinds() -> None:
    cards = component("spell").cards
    assert [card.copies for card in cards] == [2] * 18
    assert set(Counter(card.values["kind"]["id"] for card in cards)) == {"active", "lasting"}
    assert len({card.values["text"] for card in cards}) == 18


def test_backs_tell_the_grade_of_a_recipe_and_nothing_else() -> None:
    faces, _ = drawn()
    for name, groups in (("recipe", 3), ("spell", 1), ("material", 1)):
        backs: dict[str | None, set[str]] = {}
        for card in component(name).cards:
            backs.setdefault(card.pile, set()).add(faces.artwork[face_key(name, card.id, "back")].digest)
        assert len(backs) == groups
        assert all(len(digests) == 1 for digests in backs.values())
        assert len({next(iter(digests)) for digests in backs.values()}) == groups


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_both_boards_take_two_sheets_that_overlap(paper: str) -> None:
    faces, _ = drawn()
    plans = {plan.name: plan for plan in plan_files(kit(), Options(paper=paper), faces.has_back, Findings())}
    tiled: dict[str, tuple[BoardTile, ...]] = {
        copy.component.id: tiles for copy, tiles in plans["board"].tiled
    }
    for board in ("map", "market"):
        left, right = tiled[board]
        assert left.window.right - right.window.x == pytest.approx(10)
    seam = tiled["map"][1].window.x
    assert all(abs(place.x - seam) > 23 for place in component("map").data.places)


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("players", PLAYERS)
def test_every_face_is_clean(players: int, lang: str) -> None:
    assert drawn(players, lang)[1] == ()


def test_the_english_print_has_no_han_sign_and_the_same_pieces() -> None:
    faces, _ = drawn(4, "en")
    left = {key: run.text for key, art in faces.artwork.items() for run in art.texts if HAN.search(run.text)}
    assert left == {}
    for players in PLAYERS:
        both = [
            [
                (c.id, c.size, [(card.id, card.copies) for card in c.cards])
                for c in kit(players, lang).components
            ]
            for lang in ("zh", "en")
        ]
        assert both[0] == both[1]


def test_a_provisional_piece_carries_the_open_seal_and_others_do_not() -> None:
    faces, _ = drawn()
    marked = {key.rsplit("/", 1)[0] for key, svg in faces.svg.items() if "icon:provisional" in svg}
    expected = {f"{c.id}/{card.id}" for c, card in kit().cards() if card.values["provisional"]}
    assert marked == expected
    kinds = {key.split("/")[0] for key in expected}
    assert kinds == {"map", "market", "recipe", "spell", "coin", "reference"}


def test_the_kit_has_no_python_and_no_words_in_its_templates() -> None:
    assert not list(ROOT.rglob("*.py"))
    for path in (ROOT / "templates").glob("*.svg.j2"):
        assert not HAN.search(path.read_text("utf-8")), path.name


def test_drawings_keep_to_the_palette() -> None:
    palette = {str(value).upper() for value in kit().context["colors"].values()}
    assert 10 <= len(palette) <= 12
    for path in [*(ROOT / "art").glob("*.svg"), *(ROOT / "icons").glob("*.svg")]:
        used = {colour.upper() for colour in re.findall(r"#[0-9A-Fa-f]{6}", path.read_text("utf-8"))}
        assert used <= palette, (path.name, used - palette)
