"""The data of Tanfang: it resolves everywhere, has the pieces play needs, says each number once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardgen.diagnostics import Findings
from cardgen.games.tanfang.rules import Rules
from cardgen.games.tanfang.switches import Switches
from cardgen.kit import Component, Kit
from cardgen.loading import KitSource, load_kit
from cardgen.resolve import player_counts, resolve
from cardgen.text.markup import Icon, Run, parse
from cardgen.values import Items, Record

ROOT = Path(__file__).resolve().parents[1]
HAN = re.compile(r"[\u3400-\u9fff]")
CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)


@cache
def source() -> KitSource:
    findings = Findings()
    found = load_kit(ROOT, findings)
    assert found is not None, list(findings)
    assert not list(findings)
    return found


@cache
def kit(players: int, variant: str | None = None, lang: str = "zh") -> Kit:
    findings = Findings()
    found = resolve(source(), players, findings, variant=variant, lang=lang)
    assert found is not None, list(findings)
    assert not list(findings)
    return found


def games() -> list[tuple[int, str | None]]:
    spec = source().spec
    return [(n, v) for v in (None, *spec.variants) for n in player_counts(spec, v)]


def component(found: Kit, name: str) -> Component:
    part = found.component(name)
    assert part is not None, f"{found.variant} for {found.players} has no {name}"
    return part


def rules(found: Kit) -> Rules:
    return Rules.from_data({**found.data, "players": found.players})


def texts(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text below a value of the data, resolved or raw, with its path."""
    if isinstance(value, str):
        yield path, str(value)
    elif isinstance(value, (dict, Record)):
        for key, held in value.items():
            yield from texts(held, f"{path}.{key}")
    elif isinstance(value, (list, tuple, Items)):
        for index, held in enumerate(value):
            name = held["id"] if isinstance(held, (dict, Record)) and "id" in held else index
            yield from texts(held, f"{path}.{name}")


BASE = {"relic": 24, "tool": 24, "season": 14, "reference": 2}
PIECES: dict[tuple[int, str | None], dict[str, int]] = {
    (2, None): BASE | {"fragment": 3, "cover": 2, "workday": 8, "cells": 12, "flag": 3, "collapse": 6},
    (3, None): BASE | {"fragment": 3, "cover": 1, "workday": 12, "cells": 16, "flag": 4, "collapse": 8},
    (4, None): BASE | {"fragment": 6, "workday": 16, "cells": 20, "flag": 5, "collapse": 10},
    (2, "beginner"): {
        "relic": 24, "reference": 2, "fragment": 3, "cover": 2, "workday": 6, "cells": 12, "flag": 3,
    },
    (2, "duel"): BASE | {"fragment": 3, "cover": 3, "workday": 8, "cells": 8, "flag": 2, "collapse": 4},
    (2, "long-season"): BASE
    | {"fragment": 3, "cover": 1, "workday": 8, "cells": 16, "flag": 4, "collapse": 8},
    (3, "long-season"): BASE | {"fragment": 3, "workday": 12, "cells": 20, "flag": 5, "collapse": 10},
    (4, "long-season"): BASE
    | {"fragment": 6, "board-extension": 1, "workday": 16, "cells": 24, "flag": 6, "collapse": 12},
}  # fmt: skip
for _players, _looting in ((2, 6), (3, 8), (4, 10)):
    PIECES[_players, "expert"] = PIECES[_players, None] | {"season": 16}
    PIECES[_players, "co-op"] = PIECES[_players, None] | {"looting": _looting}


@pytest.mark.parametrize(("players", "variant"), games())
def test_each_game_holds_exactly_the_pieces_that_play_needs(players: int, variant: str | None) -> None:
    expected = dict(PIECES[players, variant])
    cells = expected.pop("cells")
    expected |= {"open-face": cells, "extracted": cells, "assembled": expected["fragment"] // 3}
    expected |= {"board": 1, "pawn": 5, "start-player": 1, "score-sheet": 1}
    found = kit(players, variant)
    assert {c.id: c.copies for c in found.components} == expected
    assert len({(c.id, card.id) for c, card in found.cards()}) == sum(len(c.cards) for c in found.components)


@pytest.mark.parametrize(("players", "cards"), [(2, 67), (3, 67), (4, 70)])
def test_the_base_kit_counts_its_cards(players: int, cards: int) -> None:
    assert sum(c.copies for c in kit(players).components if c.kind in ("card", "reference")) == cards


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(("players", "variant"), games())
def test_every_game_resolves_without_a_finding(players: int, variant: str | None, lang: str) -> None:
    found = kit(players, variant, lang)
    assert not any("{{" in text or "{%" in text for c in found.components for _, text in texts(c.data))
    assert rules(found).trenches == found.data["setup"]["trenches"]


def test_each_layer_has_two_relics_of_each_quality_worth_what_the_layer_says() -> None:
    found = kit(4)
    points: dict[tuple[str, str], list[int]] = {}
    for card in component(found, "relic").cards:
        key = (card.values["layer"]["id"], card.values["quality"]["id"])
        points.setdefault(key, []).append(card.values["points"])
    printed = {"l1": (2, 4, 6), "l2": (4, 7, 10), "l3": (6, 11, 16), "l4": (9, 16, 23)}
    qualities = ("poor", "common", "fine")
    assert points == {
        (layer, quality): [value, value]
        for layer, row in printed.items()
        for quality, value in zip(qualities, row, strict=True)
    }


def test_fragments_and_relics_cannot_be_told_apart_face_down() -> None:
    relic, fragment = component(kit(4), "relic"), component(kit(4), "fragment")
    assert relic.back == fragment.back == "relic"
    assert (relic.size, relic.bleed) == (fragment.size, fragment.bleed)
    assert {card.pile for card in (*relic.cards, *fragment.cards)} == {"dig-site"}
    cell = component(kit(4), "board").spaces["cell"]
    room = min(cell.w - relic.size.w, cell.h - relic.size.h)
    assert room > 1.39, "no room for cards cut by hand"
    assert component(kit(4, "long-season"), "board-extension").spaces["cell"] == cell


def test_the_pieces_of_a_set_are_numbered_from_the_top() -> None:
    parts: dict[str, list[tuple[int, str]]] = {}
    for card in component(kit(4), "fragment").cards:
        parts.setdefault(card.values["set"]["id"], []).append((card.values["part"], card.id))
    assert parts == {
        "sacred-tree": [(1, "tree-branch"), (2, "tree-trunk"), (3, "tree-root")],
        "gold-sceptre": [(1, "sceptre-head"), (2, "sceptre-shaft"), (3, "sceptre-tail")],
    }
    size = kit(4).data["rules"]["set_size"]
    assert {len(pieces) for pieces in parts.values()} == {size}


@pytest.mark.parametrize(("players", "variant"), games())
def test_tokens_last_in_the_richest_round(players: int, variant: str | None) -> None:
    found = kit(players, variant)
    read = rules(found)
    seasons = read.seasons if read.seasons_on else ()
    most = read.workdays + max((season.workdays for season in seasons), default=0)
    assert component(found, "workday").copies == players * most
    assert component(found, "flag").copies == read.trenches <= 2 * players
    storms = sum(season.copies for season in seasons if season.id == "storm")
    collapse = found.component("collapse")
    assert (collapse.copies if collapse else 0) == storms * read.trenches
    looting = found.component("looting")
    assert (looting.copies if looting else read.rounds) >= read.rounds, "the looting deck runs out"
    assert sum(season.copies for season in seasons) >= read.rounds or not seasons, "the season deck runs out"


def test_variants_change_what_chapter_nine_says() -> None:
    base = rules(kit(2))
    assert base.switches == Switches(), "the data's readings are the documented ones"
    assert (base.rounds, base.workdays, base.profile, base.target, base.preview) == (6, 3, 6, 0, False)
    beginner = rules(kit(2, "beginner"))
    assert (beginner.rounds, beginner.trenches) == (4, 3)
    assert not beginner.tools_on
    assert not beginner.seasons_on
    expert = rules(kit(4, "expert"))
    assert (expert.preview, expert.profile) == (True, 10)
    assert {s.id: s.copies for s in expert.seasons if s.copies != 2} == {"closure": 3, "inspection": 3}
    assert [rules(kit(n, "long-season")).trenches for n in (2, 3, 4)] == [4, 5, 6]
    assert rules(kit(4, "long-season")).rounds == 8
    assert rules(kit(2, "duel")).trenches == 2
    assert (rules(kit(3, "co-op")).looting, rules(kit(3, "co-op")).target) == (True, 100)


def test_a_changed_number_changes_the_texts_that_speak_of_it() -> None:
    findings = Findings()
    changed = {"rules.workdays": 5, "components.tool.cards.trowel.saves": 2, "rules.set_bonus": 15}
    found = resolve(source(), 2, findings, settings=changed)
    assert found is not None
    assert not list(findings)
    tools = {card.id: card.values for card in component(found, "tool").cards}
    seasons = {card.id: card.values for card in component(found, "season").cards}
    assert tools["trowel"]["headline"] == ":dig: 下挖成本 −2"
    assert "少花 2 :workday: 工日" in tools["trowel"]["text"]
    assert "每人 6 工日" in seasons["funding"]["text"]
    assert "只有 4 工日" in seasons["scorching"]["text"]
    assert component(found, "assembled").data["label"] == "合器 +15"
    assert component(found, "workday").copies == 2 * 6


def test_no_text_types_a_number_that_the_data_holds() -> None:
    data = source().document.data
    typed = []
    for part in ("words", "components", "variants"):
        for path, text in texts(data[part], part):
            if HAN.search(text) and re.search(r"[0-9]", CODE.sub("", text)):
                typed.append((path, text))
    for path, text in texts(source().languages["en"].data, "en"):
        if " " in text and re.search(r"[0-9]", CODE.sub("", text)):
            typed.append((path, text))
    assert not typed


def test_english_overlays_only_what_exists() -> None:
    """A comma in an unquoted text of a `{…}` makes a key of what follows; that must not go unseen."""
    stray: list[str] = []

    def walk(new: Any, old: Any, path: str) -> None:
        if isinstance(old, list) and isinstance(new, dict):
            old = {str(item.get("id")): item for item in old if isinstance(item, dict)}
        if isinstance(new, dict):
            for key, value in new.items():
                known = isinstance(old, dict) and key in old
                walk(value, old[key], f"{path}.{key}") if known else stray.append(f"{path}.{key}")
        elif new is None or type(new) is not type(old):
            stray.append(path)

    walk(source().languages["en"].data, source().document.data, "en")
    assert not stray


@pytest.mark.parametrize(("players", "variant"), games())
def test_english_leaves_nothing_in_chinese(players: int, variant: str | None) -> None:
    found = kit(players, variant, "en")
    shown = [*texts(found.context["words"], "words"), *texts(found.context["rules"], "rules")]
    for part in found.components:
        shown += [(part.id, part.name), (part.id, part.note), *texts(part.data, part.id)]
        shown += [pair for card in part.cards for pair in texts(card.values, f"{part.id}.{card.id}")]
    shown.append(("variant", found.variant_name or ""))
    assert not [(path, text) for path, text in shown if HAN.search(text)]


def spoken(text: str) -> str:
    """A text as it is read aloud: without its symbols, each of which stands beside its word."""
    return "".join(atom.text for atom in parse(text) if isinstance(atom, Run)).strip()


def test_rule_texts_stay_short_enough_for_their_lines() -> None:
    for players, variant in games():
        for part in kit(players, variant).components:
            if part.id in ("tool", "season", "looting"):
                for card in part.cards:
                    assert 8 <= len(spoken(card.values["text"])) <= 55, (part.id, card.id)
                    assert len(spoken(card.values["headline"])) <= 9, (part.id, card.id)


def test_names_are_given_once_in_each_language() -> None:
    for lang in ("zh", "en"):
        for part in ("relic", "fragment", "tool", "season", "pawn", "flag"):
            names = [card.name for card in component(kit(4, "long-season", lang), part).cards]
            assert len(set(names)) == len(names), (lang, part)


def test_the_palette_has_the_colours_of_layers_and_teams() -> None:
    found = kit(4)
    colors = found.context["colors"]
    for layer in found.context["rules"]["layers"]:
        assert colors[f"strata-{layer['number']}"] == layer["color"]
    teams = [card.values["color"] for card in component(found, "pawn").cards]
    assert len({colors[name] for name in teams}) == 5


def symbols(found: Kit, *parts: str) -> set[str]:
    """The symbols in the texts of some components, and in the fields called `icon`."""
    held = [pair for part in parts for card in component(found, part).cards for pair in texts(card.values)]
    inline = {atom.name for _, text in held for atom in parse(text) if isinstance(atom, Icon)}
    return inline | {text for path, text in held if path.endswith(".icon")}


def test_the_references_teach_every_symbol_that_cards_use() -> None:
    found = kit(4, "co-op")
    headed = {quality["icon"] for quality in found.context["rules"]["qualities"]}
    headed |= {f"layer-{layer['number']}" for layer in found.context["rules"]["layers"]}
    taught = symbols(found, "reference") | headed
    assert symbols(found, "tool", "season", "looting") - taught == set()
    assert {path.stem for path in (ROOT / "icons").glob("*.svg")} - taught == set(), "symbols nobody meets"


def test_a_symbol_never_stands_for_its_word() -> None:
    for lang in ("zh", "en"):
        for part in ("tool", "season", "looting", "reference"):
            for card in component(kit(4, "co-op", lang), part).cards:
                for path, text in texts(card.values):
                    alone = re.search(r":[a-z0-9-]+:\s*($|\n|[，。；、,.;:](?![a-z]))", text)
                    assert not alone, (lang, card.id, path, text)


def test_every_drawing_and_icon_that_the_data_names_is_there() -> None:
    arts: set[str] = set()
    icons = {"workday", "point"}
    for players, variant in games():
        found = kit(players, variant)
        icons |= {quality["icon"] for quality in found.context["rules"]["qualities"]}
        for part in found.components:
            if "art" in part.data:
                arts.add(part.data["art"])
            if part.kind in ("card", "pawn") or part.id == "flag":
                arts |= {card.values["art"] for card in part.cards}
            for card in part.cards:
                for _, text in texts(card.values):
                    icons |= {atom.name for atom in parse(text) if isinstance(atom, Icon)}
    assert sorted(name for name in arts if not (ROOT / "art" / f"{name}.svg").is_file()) == []
    assert sorted(name for name in icons if not (ROOT / "icons" / f"{name}.svg").is_file()) == []
