"""From data to a kit: sized by players, changed by variants, translated, with every reference resolved."""

from __future__ import annotations

from typing import Any

import pytest
from tinykits import BASE, MakeKit, resolved, sections

from cardgen.kit import Kit

TEXT = """\
kit: {id: tiny, title: {en: Tiny, de: Klein}, version: "0.1.0", players: [2, 3], language: en}

rules:
  rounds: 6
  layers:
    - {id: l1, name: Topsoil, dig: 1, points: {poor: 2, fine: 4}}
    - {id: l2, name: Clay, dig: 2, points: {poor: 3, fine: 6}}
  qualities: [{id: poor, name: Poor}, {id: fine, name: Fine}]

quantities:
  cells: setup.trenches * (rules.layers | length)
  spare: cells + 1

words: {turn: "Turn of {{ rules.rounds }}", steps: ["Dig {{ cells }}", Draw]}

setups:
  2: {trenches: 3}
  3: {trenches: 4}

variants:
  long: {name: Long, rules: {rounds: 8, layers: {l2: {dig: 5}}}, setups: {3: {trenches: 6}}}
  more:
    name: More
    players: [3]
    components:
      relic: {cards: [{id: pot, layer: l1, quality: poor}]}
      token: {kind: token, name: Token, size: 10mm x 10mm, quantity: cells}

components:
  relic:
    kind: card
    name: Relics
    size: 63mm x 88mm
    fields:
      layer: {refers_to: rules.layers}
      quality: {refers_to: rules.qualities}
      points: {derive: "card.layer.points[card.quality]"}
      tags: {type: list, required: false}
    cards:
      - {id: cup, name: Clay cup, layer: l1, quality: fine, text: "{{ card.points }} of {{ card.layer }}"}
      - {id: comb, layer: l2, quality: poor, copies: players - 1}
      - {id: rare, layer: l2, quality: poor, when: players > 2}
  cube:
    kind: token
    name: Cube
    size: 10mm x 10mm
    quantity: players * (rules.rounds + 1)
"""
GERMAN = """\
words: {turn: "Zug {{ rules.rounds }}"}
rules: {layers: {l1: {name: Humus}}}
components: {relic: {name: Funde, cards: {cup: {name: Becher}}}}
"""


def kit_of(make_kit: MakeKit, players: int = 2, **options: Any) -> Kit:
    kit, findings = resolved(
        make_kit(files={"data/cards.yaml": TEXT, "data/lang/de.yaml": GERMAN}), players, **options
    )
    assert findings == []
    assert kit is not None
    return kit


def test_expressions_size_pieces_by_player_count(make_kit: MakeKit) -> None:
    for players, cubes, combs, cells in ((2, 14, 1, 6), (3, 21, 2, 8)):
        kit = kit_of(make_kit, players)
        cube, relic = kit.component("cube"), kit.component("relic")
        assert cube is not None
        assert relic is not None
        assert cube.copies == cubes
        assert {card.id: card.copies for card in relic.cards}["comb"] == combs
        assert (kit.context["cells"], kit.context["spare"]) == (cells, cells + 1)


def test_a_piece_whose_condition_fails_is_left_out(make_kit: MakeKit) -> None:
    ids = [[card.id for _, card in kit_of(make_kit, n).cards()] for n in (2, 3)]
    assert ids == [["cup", "comb", "cube"], ["cup", "comb", "rare", "cube"]]


def test_references_derived_fields_and_texts(make_kit: MakeKit) -> None:
    relic = kit_of(make_kit).component("relic")
    assert relic is not None
    cup, comb = relic.cards
    assert cup.values.layer.dig == 1
    assert (cup.values.points, comb.values.points) == (4, 3)
    assert cup.values.text == "4 of Topsoil"
    assert (comb.name, comb.values.art, comb.values.text) == ("comb", "comb", "")
    assert cup.values.tags is None
    assert str(cup.place("text")).startswith("data/cards.yaml:40:")


def test_words_are_filled(make_kit: MakeKit) -> None:
    words = kit_of(make_kit).context["words"]
    assert (words.turn, words.steps[0]) == ("Turn of 6", "Dig 6")


def test_components_see_the_pieces_before_them(make_kit: MakeKit) -> None:
    text = TEXT.replace("quantity: players * (rules.rounds + 1)", "quantity: components.relic.copies")
    kit, findings = resolved(make_kit(files={"data/cards.yaml": text}))
    assert findings == []
    assert kit is not None
    cube = kit.component("cube")
    assert cube is not None
    assert cube.copies == 2


def test_a_variant_changes_values_by_id(make_kit: MakeKit) -> None:
    kit = kit_of(make_kit, 3, variant="long")
    assert (kit.variant, kit.variant_name) == ("long", "Long")
    rules = kit.context["rules"]
    assert (rules.rounds, rules.layers.l2.dig, rules.layers.l2.name, rules.layers.l1.dig) == (8, 5, "Clay", 1)
    assert kit.context["cells"] == 12
    assert kit_of(make_kit, 3).context["rules"].rounds == 6, "the game itself stays as it is"


def test_a_variant_adds_cards_and_pieces(make_kit: MakeKit) -> None:
    kit = kit_of(make_kit, 3, variant="more")
    relic, token = kit.component("relic"), kit.component("token")
    assert relic is not None
    assert token is not None
    assert [card.id for card in relic.cards] == ["cup", "comb", "rare", "pot"]
    assert token.copies == 8


def test_a_language_changes_names_and_texts_by_id(make_kit: MakeKit) -> None:
    kit = kit_of(make_kit, lang="de")
    relic = kit.component("relic")
    assert relic is not None
    assert (kit.title, kit.lang, relic.name) == ("Klein", "de", "Funde")
    assert [card.name for card in relic.cards] == ["Becher", "comb"]
    assert relic.cards[0].values.text == "4 of Humus"
    assert kit.context["words"].turn == "Zug 6"
    assert str(relic.cards[0].place("name")).startswith("data/lang/de.yaml:3:")


def test_settings_try_another_value(make_kit: MakeKit) -> None:
    settings = {"rules.rounds": 9, "rules.layers.l2.points.fine": 20, "components.cube.quantity": 4}
    kit = kit_of(make_kit, settings=settings)
    cube = kit.component("cube")
    assert cube is not None
    assert (kit.context["rules"].rounds, kit.context["rules"].layers.l2.points.fine, cube.copies) == (
        9,
        20,
        4,
    )
    assert kit_of(make_kit).context["rules"].rounds == 6


@pytest.mark.parametrize("path", ["rules.round", "rules.layers.l9.dig", "ruls", "rules.layers.l1.points.fin"])
def test_a_setting_that_does_not_exist_is_a_finding(make_kit: MakeKit, path: str) -> None:
    _, findings = resolved(make_kit(files={"data/cards.yaml": TEXT}), settings={path: 1})
    assert [finding.code for finding in findings] == ["D104"]
    assert findings[0].hint


def test_a_setting_of_the_wrong_kind_is_a_finding(make_kit: MakeKit) -> None:
    _, findings = resolved(make_kit(), settings={"components.relic.cards.comb.copies": -3})
    assert [finding.code for finding in findings] == ["D112"]


def test_data_may_be_split_over_files(make_kit: MakeKit) -> None:
    parts = sections(BASE)
    rules = parts.pop("rules")
    root = make_kit(files={"data/cards.yaml": "".join(parts.values()), "data/rules.yaml": rules})
    kit, findings = resolved(root)
    assert findings == []
    assert kit is not None
    assert kit.context["rules"].rounds == 6


def test_a_kit_can_go_to_another_process(make_kit: MakeKit) -> None:
    import pickle

    kit = kit_of(make_kit)
    assert pickle.loads(pickle.dumps(kit)).context["rules"] == kit.context["rules"]


def test_texts_among_the_rules_take_their_numbers_too(make_kit: MakeKit) -> None:
    """A text in `rules` may say a number of the rules or a quantity; it prints as filled."""
    text = TEXT.replace("name: Topsoil,", 'name: "Topsoil of {{ rules.rounds }}",')
    assert text != TEXT
    kit, findings = resolved(make_kit(files={"data/cards.yaml": text}), 2)
    assert findings == []
    assert kit is not None
    assert kit.context["rules"].layers.l1.name == f"Topsoil of {kit.context['rules'].rounds}"
    assert kit.components[0].cards[0].values.layer.name == kit.context["rules"].layers.l1.name
