"""The kit 文明密语 holds what its document's tables say, and what it fills in is playable and marked."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardgen.build import prepare
from cardgen.diagnostics import Findings
from cardgen.kit import Component, Kit
from cardgen.loading import KitSource, load_kit
from cardgen.printing import Options
from cardgen.resolve import resolve
from cardgen.values import Items, Record

ROOT = Path(__file__).resolve().parents[1] / "kits" / "cipher"
PLAYERS = (2, 3, 4, 5)
HAN = re.compile(r"[\u3400-\u9fff]")
CARDS = ("clue", "tool", "trap", "cipher", "event")
DECKS = {2: (60, 20, 15, 10, 8), 3: (60, 22, 18, 12, 10), 4: (60, 25, 20, 15, 10), 5: (60, 25, 20, 15, 10)}
TOTALS = {2: 113, 3: 122, 4: 130, 5: 130}


@cache
def source() -> KitSource:
    findings = Findings()
    found = load_kit(ROOT, findings)
    assert found is not None, list(findings)
    assert not list(findings)
    return found


@cache
def kit(players: int, lang: str = "zh") -> Kit:
    findings = Findings()
    found = resolve(source(), players, findings, lang=lang)
    assert found is not None, list(findings)
    assert not list(findings)
    return found


def component(name: str, players: int = 5, lang: str = "zh") -> Component:
    part = kit(players, lang).component(name)
    assert part is not None
    return part


def texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, (dict, Record)):
        return [text for key in value for text in texts(value[key])]
    if isinstance(value, (list, tuple, Items)):
        return [text for held in value for text in texts(held)]
    return []


@pytest.mark.parametrize("players", PLAYERS)
def test_the_decks_are_as_large_as_the_table_says(players: int) -> None:
    found = {c.id: c.copies for c in kit(players).components}
    assert tuple(found[name] for name in CARDS) == DECKS[players]
    assert tuple(kit(players).data["setup"]["deck"][name] for name in CARDS) == DECKS[players]
    assert (
        sum(c.copies for c in kit(players).components if c.kind in ("card", "reference")) == TOTALS[players]
    )


@pytest.mark.parametrize("players", PLAYERS)
def test_the_other_pieces_are_as_many_as_the_list_says(players: int) -> None:
    found = {c.id: c.copies for c in kit(players).components if c.id not in CARDS}
    assert found == {
        "board": 1, "pawn": 5, "marker": 30, "action": 3 * players, "progress": 1, "start-player": 1,
        "die": 2, "aid": players, "setup": 1, "score-sheet": 4,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "copies"),
    [
        ("clue", [10] * 6),
        ("tool", [5, 4, 4, 4, 4, 4]),
        ("trap", [5, 4, 4, 4, 3]),
        ("cipher", [1] * 15),
        ("event", [1] * 10),
        ("marker", [5] * 6),
    ],
)
def test_the_whole_box_holds_the_copies_of_each_card(name: str, copies: list[int]) -> None:
    assert [card.copies for card in component(name).cards] == copies


@pytest.mark.parametrize("players", PLAYERS)
def test_what_stays_in_the_box_is_known_and_named_on_the_setup_card(players: int) -> None:
    whole = {card.id: card.copies for name in CARDS for card in component(name).cards}
    left = {card.id: card.copies for name in CARDS for card in component(name, players).cards}
    out = kit(players).data["setup"]["out"]
    assert {i: n - left.get(i, 0) for i, n in whole.items() if n != left.get(i, 0)} == out
    roll = kit(players).context["words"]["roll"]
    assert set(out) <= {row["id"] for kind in roll for row in roll[kind]}
    assert set(out.values()) <= {1}, "the setup card says: one copy of each"


def test_every_kind_of_tool_and_trap_and_every_named_cipher_is_always_in_play() -> None:
    for players in PLAYERS:
        assert len(component("tool", players).cards) == 6
        assert len(component("trap", players).cards) == 5
        assert sum(card.values["series"]["id"] == "named" for card in component("cipher", players).cards) == 5


def recipes(players: int) -> list[frozenset[str]]:
    found = [frozenset(s["id"] for s in card.values["need"]) for card in component("cipher", players).cards]
    return [recipe for recipe in found if recipe]


def test_the_five_printed_recipes_are_as_printed() -> None:
    named = [card for card in component("cipher").cards if card.values["series"]["id"] == "named"]
    assert ["".join(sign["letter"] for sign in card.values["need"]) for card in named] == [
        "ACE", "BDF", "ADF", "CEF", "BCE",
    ]  # fmt: skip
    assert {card.values["progress"] for card in named} == {2}


def test_recipes_differ_and_ask_for_each_sign_equally() -> None:
    assert len(set(recipes(5))) == len(recipes(5)) == 10
    assert set(Counter(sign for recipe in recipes(5) for sign in recipe).values()) == {5}
    assert set(Counter(sign for recipe in recipes(2) for sign in recipe).values()) == {4}
    assert all(len(recipe) == 3 for recipe in recipes(5))
    assert [card.values["wild"] for card in component("cipher").cards][-5:] == [4] * 5


@pytest.mark.parametrize("players", PLAYERS)
def test_the_track_can_be_filled_twice_over(players: int) -> None:
    assert sum(card.values["progress"] for card in component("cipher", players).cards) >= 19


def test_each_sign_is_found_where_its_regions_say() -> None:
    rules = kit(4).context["rules"]
    pairs = {(sign["id"], region) for sign in rules["signs"] for region in sign["from"]}
    assert pairs == {(sign, region["id"]) for region in rules["regions"] for sign in region["signs"]}
    piles = Counter[str]()
    for sign in rules["signs"]:
        for region in sign["from"]:
            piles[region] += 10 // len(sign["from"])
    assert piles == {"egypt": 15, "dragon": 10, "maya": 10, "thunder": 15, "sea": 10}


def test_the_die_names_each_place_once() -> None:
    rules = kit(4).context["rules"]
    orders = [region["order"] for region in rules["regions"]] + [rules["centre"]["order"]]
    assert orders == list(range(1, rules["die"] + 1))


def test_each_trap_that_can_be_warded_off_names_the_tool_that_does_it() -> None:
    names = {card.id: str(card.values["name"]) for card in component("tool").cards}
    traps = {card.id: str(card.values["counter"]) for card in component("trap").cards}
    guards = {card.values["guard"]: card.id for card in component("tool").cards if card.values["guard"]}
    assert set(guards) == {"collapse", "curse", "vortex"}
    for trap, tool in guards.items():
        assert names[tool] in traps[trap]


def test_what_the_document_leaves_open_is_marked_and_says_why() -> None:
    for name in ("tool", "cipher"):
        assert all(len(str(card.values["provisional"])) > 5 for card in component(name).cards), name
    rules = source().document.data["rules"]
    for name in ("start", "refill", "centre", "adjacency", "piles", "judgement", "scoring"):
        assert len(rules[name]["provisional"]) > 5, name
    for players in (2, 3):
        assert source().document.data["setups"][players]["provisional"]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_english_kit_has_no_chinese_left(players: int) -> None:
    found = kit(players, "en")
    left = [
        text
        for part in found.components
        for card in part.cards
        for key in card.values
        if key not in ("provisional", "note")
        for text in texts(card.values[key])
        if HAN.search(text) and not re.search("文档", text)
    ]
    assert not left
    assert not [text for text in texts(found.context["words"]) if HAN.search(text)]
    assert not [part.name for part in found.components if HAN.search(part.name + part.note)]


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("players", PLAYERS)
def test_no_text_keeps_a_placeholder(players: int, lang: str) -> None:
    found = kit(players, lang)
    shown = texts(found.context["words"])
    shown += [t for part in found.components for card in part.cards for t in texts(card.values)]
    assert not [text for text in shown if "{{" in text or "{%" in text]


def test_the_kit_has_no_program_and_drawings_for_all_its_cards() -> None:
    assert not list(ROOT.rglob("*.py"))
    for name in ("tool", "trap", "cipher", "event"):
        for card in component(name).cards:
            assert (ROOT / "art" / f"{card.id}.svg").is_file(), card.id


def test_the_english_overlay_changes_no_number_and_no_id() -> None:
    for players in PLAYERS:
        here = [(c.id, card.id, card.copies) for c, card in kit(players).cards()]
        there = [(c.id, card.id, card.copies) for c, card in kit(players, "en").cards()]
        assert here == there


@pytest.mark.parametrize(("players", "lang", "ink"), [(2, "zh", "full"), (5, "en", "saver")])
def test_every_face_is_drawn_without_a_finding(players: int, lang: str, ink: str) -> None:
    findings = Findings()
    prepare(kit(players, lang), Options(ink=ink), findings)
    assert not list(findings)
