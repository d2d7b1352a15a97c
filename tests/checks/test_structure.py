"""What is found in any kit with nothing declared."""

from __future__ import annotations

import pytest

from tests.checks.conftest import DATA, Check, shown

TOOLS = """
components:
  tool:
    kind: card
    name: Tool
    size: poker
    fields: {saves: {type: integer, required: false}}
    cards:
"""


@pytest.mark.parametrize(
    ("card", "found"),
    [
        ("{id: a, name: Spade, text: Save one day.}", []),
        ("{id: a, name: Spade, text: 'Dig {{ rules.workdays }} times.'}", []),
        ("{id: a, name: Spade, text: 'Version {{ 3 }}.'}", []),
        ("{id: a, name: Spade 3, text: 'M3 and 17 more.'}", []),
        (
            "{id: a, name: Spade, text: '每轮 3 次。'}",
            [
                "R242 `3` is typed in `text` of tool `a`; "
                "the data has it at rules.workdays, rules.layers.l3.dig, setups.2.trenches"
            ],
        ),
        (
            "{id: a, name: Spade, saves: 9, text: 'Save 9.'}",
            [
                "R242 `9` is typed in `text` of tool `a`; "
                "the data has it at components.tool.cards.a.saves, rules.layers.l4.points.0"
            ],
        ),
        ("{id: a, name: Spade, text: TODO}", ["R243 `TODO` is left in `text` of tool `a`"]),
        ("{id: a, name: Spade, text: 效果待定}", ["R243 `待定` is left in `text` of tool `a`"]),
        ("{id: a, name: Spade, text: 'What?'}", []),
        ("{id: a, name: Spade, provisional: too strong}", ["R248 tool `a` is provisional: too strong"]),
    ],
)
def test_texts(check: Check, card: str, found: list[str]) -> None:
    assert shown(check(data=f"{TOOLS}      - {card}\n")) == found


def test_names_are_unique_in_their_list(check: Check) -> None:
    cards = "      - {id: a, name: Spade}\n      - {id: b, name: Spade}\n      - {id: c, name: Fork}\n"
    found = check(data=TOOLS + cards)
    assert shown(found) == ["R240 `a` and `b` in components.tool.cards are both called `Spade`"]
    assert found[0].related


def test_an_icon_means_one_kind_of_thing(check: Check) -> None:
    cards = "      - {id: a, name: A, icon: hammer}\n      - {id: b, name: B, icon: hammer}\n"
    assert shown(check(data=TOOLS + cards)) == []
    found = check(data=TOOLS + cards, base=DATA.replace("id: storm,", "id: storm, icon: hammer,"))
    assert shown(found) == ["R241 the icon `hammer` stands for season `storm` and for tool `a`"]


def test_a_number_is_found_with_how_to_take_it_from_data(check: Check) -> None:
    found = check(data=TOOLS + "      - {id: a, name: Spade, saves: 9, text: 'Save 9.'}\n")
    assert (
        found[0].hint == "take it from there: `{{ card.saves }}`; where it is another number, write `{{ 9 }}`"
    )
