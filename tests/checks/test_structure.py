"""What is found in any kit with nothing declared."""

from __future__ import annotations

from pathlib import Path

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


def test_what_is_provisional_for_one_reason_is_told_once(check: Check) -> None:
    base = DATA.replace(
        "3: {trenches: 4}",
        "3: {trenches: 4, bag: {provisional: not told}, hand: {provisional: a guess}}",
    ).replace("rounds: 6", "bag: {size: 2, provisional: not told}\n  trap: {provisional: ''}\n  rounds: 6")
    cards = "      - {id: a, name: A, provisional: '{{ rules.bag.provisional }}'}\n"
    data = "    data: {rows: [{id: x, provisional: not told}]}\n"
    found = check(data=TOOLS.replace("    cards:\n", f"{data}    cards:\n{cards}"), base=base)
    assert shown(found) == [
        "R248 `setups.3.hand` is provisional: a guess",
        "R248 4 values are provisional: not told "
        "(tool `a`, `rules.bag`, `setups.3.bag`, `components.tool.data.rows.x`)",
    ]
    assert [r.message for r in found[1].related] == [
        "`rules.bag`",
        "`setups.3.bag`",
        "`components.tool.data.rows.x`",
    ]


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


RULEBOOK = """{# Six rounds of 6. #}
{% set days = 3 %}
# The 6 rounds [#round-6]

1. Dig in cell A3, as in [[round-6]]; {{ 3 }} :icon-3:
3. You have 3 workdays,
   and 14 to win; 7.3 and 99 are other numbers, 1 is any.

![6 faces](face:relic/cup-6 width=36) | {{ rules.rounds
}} and 第 6 轮
"""


def test_a_number_typed_in_the_rulebook_is_found_at_its_line(check: Check, tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "rulebook.en.md.j2").write_text(RULEBOOK, "utf-8")
    found = check()
    assert [(f.code, f.span.line, f.span.column, f.message[:3]) for f in found if f.span] == [
        ("R249", 3, 7, "`6`"),
        ("R249", 6, 13, "`3`"),
        ("R249", 7, 8, "`14"),
        ("R249", 9, 3, "`6`"),
        ("R249", 10, 10, "`6`"),
    ]
    assert found[1].message == (
        "`3` is typed in the rulebook; "
        "the data has it at rules.workdays, rules.layers.l3.dig, setup.trenches "
        "and 1 more"
    )
    assert found[2].message.endswith("the data has it at trench_days")
    assert (
        found[2].hint
        == "take it from there: `{{ trench_days }}`; where it is another number, write `{{ 14 }}`"
    )
    silencers = ", ".join(
        f"{{code: R249, at: '{at}', reason: so}}"
        for at in ("templates/rulebook.en.md.j2:3", "templates/rulebook.en.md.j2:99")
    )
    assert [f"{f.code} {f.span.line}" for f in check(data=f"silence: [{silencers}]") if f.span] == [
        "R260 1",
        "R249 6",
        "R249 7",
        "R249 9",
        "R249 10",
    ]
