"""Each kind of claim, with what it finds and with what it leaves alone."""

from __future__ import annotations

import pytest

from tests.checks.conftest import Check, shown


def one(check: Check, claim: str, data: str = "") -> list[str]:
    return shown(check(f"claims:\n  - {claim}\n", data))


@pytest.mark.parametrize(
    "claim",
    [
        "{value: rules.rounds * rules.workdays, printed: 18}",
        "{value: season_days, printed: 18 days}",
        "{value: trench_days / season_days, printed: 78%}",
        "{value: rules.layers.l1.name, printed: Topsoil}",
        "{value: rules.layers.l3, printed: Sand}",
        "{value: rules.layers.l3, printed: l3}",
        "{value: rules.points, printed: {poor: 2, fine: 6}}",
        "{value: rules.layers.l1.points, printed: 2 / 4 / 6 points}",
        "{value: 'rules.layers | map(attribute=\"dig\") | list', printed: 1-4}",
        "{value: 'ids(components.season.cards)', set: true, printed: [storm, funding, fair]}",
        "{value: 'ids(components.season.cards)', includes: true, printed: [storm]}",
        "{value: 'ids(rules.layers)', order: true, printed: [l1, l3, l4]}",
        "{value: 'winner(rules.points)', printed: fine}",
        "{holds: rules.layers.l4.dig > rules.workdays}",
        "{holds: setup.trenches == players + 1}",
        "{per: players, value: setup.trenches, printed: {2: 3, 3: 4, 4: 5}}",
        "{per: rules.layers, value: row.dig, printed: {l1: 1, l2: 2, Sand: 3, l4: 4}}",
        "{per: rules.layers, value: 'so_far | total(\"dig\")', printed: [1, 3, 6, 10]}",
        "{per: [3, 4], value: row * rules.extract, printed: [3, 4]}",
        "{value: rules.rounds, printed: 8, variant: long}",
        "{value: setup.trenches, printed: 4, players: 3}",
        "{value: setup.trenches, printed: 9, where: players > 4}",
        "{value: rules.rounds, printed: 6, also: {B: 6 rounds}}",
        "{printed: 5, also: {B: 5 pawns, C: '5'}}",
        "{value: rules.rounds, printed: about 7}",
        "{value: rules.rounds, printed: 6.5, within: 10%}",
        "{arithmetic: 6 + 4×3 + (16+3+2) = 6 + 12 + 21 = 39}",
        "{arithmetic: ['36/42 = 86%', '72 ÷ 70 = 103%', 4 > 3]}",
        "{parts: {a: 24 cards, b: 5}, printed: 29}",
        "{printed: {a: 62.8%, b: 37.2%}, sums_to: 100%, sample: 400}",
        "{printed: {a: 50.2%, b: 22.0%, c: 19.5%, d: 8.2%}, sums_to: 100%, sample: 400, ranks: a > b > d}",
    ],
)
def test_what_agrees_is_left_alone(check: Check, claim: str) -> None:
    assert one(check, claim) == []


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        (
            "{id: a, value: rules.rounds * rules.workdays, printed: 20}",
            "R201 a: rules.rounds * rules.workdays = 6 × 3 = 18, printed 20",
        ),
        (
            "{id: a, value: trench_days / season_days, printed: 79%}",
            "R201 a: trench_days / season_days = 14 ÷ 18 = 77.7778%, printed 79%",
        ),
        (
            "{id: a, value: rules.layers.l1.name, printed: Clay}",
            "R202 a: rules.layers.l1.name = Topsoil, printed `Clay`",
        ),
        (
            "{id: a, value: rules.points, printed: {poor: 3, fine: 6}}",
            "R201 a, poor: rules.points = 2, printed 3",
        ),
        ("{id: a, value: rules.points, printed: {poor: 2}}", "R216 a: `fine` in the data, and not printed"),
        (
            "{id: a, value: rules.layers.l1.points, printed: 2 / 4 / 7}",
            "R203 a: rules.layers.l1.points = [2, 4, 6], printed 2 / 4 / 7 (number 3 is 6, printed 7)",
        ),
        (
            "{id: a, value: 'ids(rules.layers)', order: true, printed: [l3, l1]}",
            "R204 a: ids(rules.layers) = [l1, l2, l3, l4], printed [l3, l1] (l1 comes before l3)",
        ),
        (
            "{id: a, value: 'ids(components.season.cards)', set: true, printed: [fair, sun]}",
            "R203 a: ids(components.season.cards) = [fair, storm, funding], printed [fair, sun] "
            "(only printed: sun; not printed: storm, funding)",
        ),
        (
            "{id: a, value: 'winner(rules.points)', printed: poor}",
            "R202 a: winner(rules.points) = fine, printed `poor`",
        ),
        (
            "{id: a, holds: rules.layers.l4.dig < rules.workdays}",
            "R205 a: `rules.layers.l4.dig < rules.workdays` does not hold: 4 < 3",
        ),
        (
            "{id: a, holds: setup.trenches == 4}",
            "R205 a: `setup.trenches == 4` does not hold: 3 = 4 [2, 4 players]",
        ),
        (
            "{id: a, per: players, value: setup.trenches, printed: {2: 3, 3: 4, 4: 6}}",
            "R201 a, 4: setup.trenches = 5, printed 6",
        ),
        (
            "{id: a, per: players, value: setup.trenches, printed: {2: 3, 4: 5}}",
            "R216 a: `3` in the data, and not printed",
        ),
        (
            "{id: a, per: players, value: setup.trenches, printed: {2: 3, 3: 4, 4: 5, 5: 6}}",
            "R216 a: `5` is printed, and not in the data",
        ),
        ("{id: a, value: rules.rounds, printed: 6, variant: long}", "R201 a: rules.rounds = 8, printed 6"),
        (
            "{id: a, value: rules.rounds, printed: 6, variant: all}",
            "R201 a: rules.rounds = 8, printed 6 [long]",
        ),
        (
            "{id: a, value: rules.rounds, printed: 6, also: {B: 7}}",
            "R201 a: rules.rounds = 6, printed 7 in B",
        ),
        (
            "{id: a, value: rules.rounds, printed: 7, also: {B: 7, C: 6, D: 9, E: 7}}",
            "R201 a: rules.rounds = 6, printed 7; printed 7 in B, E; printed 9 in D",
        ),
        ("{id: a, section: A, printed: 5, also: {B: 6}}", "R206 a: 6 in B, and 5 in A"),
        ("{id: a, value: rules.rounds, printed: 6.4, exact: true}", "R201 a: rules.rounds = 6, printed 6.4"),
        ("{id: a, arithmetic: 18×2 ÷ 14×2 = 129%}", "R207 a: 18×2 ÷ 14×2 is 514.286%, printed 129%"),
        ("{id: a, parts: {x: 24, y: 5}, printed: 30}", "R208 a: 24 + 5 = 29, printed 30"),
        (
            "{id: a, parts: {x: 24, y: 6 kinds}, printed: 30}",
            "R209 a: 6 kinds (y) counts kinds, and is added to 24 pieces",
        ),
        (
            "{id: a, printed: {x: 38%, y: 28%, z: 14%}, sums_to: 100%}",
            "R208 a: 38% + 28% + 14% = 80%, printed 100%",
        ),
        ("{id: a, sample: 20, printed: {x: 33%}}", "R214 a: 33% of 20 is 6.6: no whole number is printed so"),
        (
            "{id: a, sample: 400, printed: {x: 22.0%, y: 19.5%}, ranks: x > y}",
            "R213 a: x (22%) and y (19.5%) cannot be told apart by 400: z = 0.87, p = 0.38",
        ),
        (
            "{id: a, sample: 400, printed: {x: 22.0%, y: 39.5%}, ranks: x > y}",
            "R215 a: x (22%) is ranked above y (39.5%): z = -5.36, p = 8.2e-08",
        ),
        (
            "{id: a, sample: 400, sd: 60, printed: {x: 61.9, y: 58.7}, ranks: x > y}",
            "R213 a: x (61.9) and y (58.7) cannot be told apart by 400: z = 0.75, p = 0.45",
        ),
        ("{id: a, uses: repair room}", "R212 a: `repair room` is used and never defined"),
    ],
)
def test_what_disagrees_is_told_with_its_arithmetic(check: Check, claim: str, found: str) -> None:
    assert one(check, claim) == [found]


TABLE = """
claims:
  - id: t
    section: A.4
    rows: rules.layers
    columns: {days: row.dig + rules.extract, mean: row.points | mean, rate: cell.mean / cell.days}
    printed:
      l1: [2, 4.0, 2.00]
      l2: [3, 7.0, 2.33]
      l3: [4, 11.0, 2.75]
      l4: [5, 16.0, 3.20]
    sums_to: {days: 14}
"""


def test_a_table_agrees_cell_by_cell(check: Check) -> None:
    assert shown(check(TABLE)) == []


def test_each_wrong_cell_is_a_finding_at_its_place(check: Check) -> None:
    found = check(TABLE.replace("2.75", "2.57").replace("7.0", "7.5"))
    assert shown(found) == [
        "R201 t, l2 mean: row.points | mean = 7, printed 7.5",
        "R201 t, l2 rate: cell.mean / cell.days = 7.5 ÷ 3 = 2.5, printed 2.33",
        "R201 t, l3 rate: cell.mean / cell.days = 11 ÷ 4 = 2.75, printed 2.57",
    ]
    assert [(f.span.line, f.section) for f in found if f.span] == [(9, "A.4"), (9, "A.4"), (10, "A.4")]


def test_a_row_too_many_or_too_few(check: Check) -> None:
    assert shown(check(TABLE.replace("      l3:", "      l9:"))) == [
        "R216 t: `l3` in the data, and not printed",
        "R216 t: `l9` is printed, and not in the data",
    ]


def test_a_column_of_sums(check: Check) -> None:
    assert shown(check(TABLE.replace("days: 14", "days: 15"))) == ["R208 t: 2 + 3 + 4 + 5 = 14, printed 15"]


def test_sections_exist_and_have_their_titles(check: Check) -> None:
    found = check(
        """
        sections: {A: Start, "9.4": The duel}
        claims:
          A:
            - {id: good, cites: {"9.4": The duel}}
            - {id: wrong, cites: {"9.4": Duel}}
            - {id: gone, cites: "9.5"}
          B:
            - {id: lost, arithmetic: 1 + 1 = 2}
        """
    )
    assert shown(found) == [
        "R211 wrong: section 9.4 is called `The duel`, cited as `Duel`",
        "R211 gone: section 9.5 does not exist",
        "R211 lost: the claim stands in section B, which is not in `sections`",
    ]


def test_terms_have_one_name(check: Check) -> None:
    found = check(
        """
        terms:
          - {name: season, defined: "1", not: [weather]}
          - {name: silver, defined: "2", also: {"5": coins}}
        claims:
          - {id: use, uses: season}
        """,
        "words: {a: The weather of a round, b: \"{{ 'weather' | length }} in code\"}",
    )
    assert [f for f in shown(found) if "R217" in f] == [
        "R217 `weather` stands here; the term is `season`",
        "R217 `silver` in 2 is called `coins` in 5",
    ]


def test_a_term_may_be_mild_and_shows_where_its_other_name_stands(check: Check) -> None:
    found = check(
        """
        terms:
          - {name: silver, defined: "2", also: {"5": coins}, severity: note}
          - {name: season, defined: "1", not: [weather], severity: warning}
        """,
        "words: {a: Some coins., b: The weather of a round}",
    )
    assert [(f.code, f.severity) for f in found] == [("R217", "warning"), ("R217", "note")]
    assert [(r.span.file, r.message) for r in found[1].related] == [
        ("data/more.yaml", "`coins` stands here, too")
    ]


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("{id: a, value: rules.rounds +, printed: 1}", "R219 a: "),
        ("{id: a, value: 'sum(range(10**9))', printed: 1}", "R219 a: a range holds at most"),
        ("{id: a, value: rules.rounds / 0, printed: 1}", "R219 a: this divides by zero"),
        ("{id: a, value: rules.runds, printed: 1}", "R219 a: `rules` has no `runds`; did you mean `rounds`?"),
        (
            "{id: a, value: rulez.rounds, printed: 1}",
            "R219 a: there is no `rulez` here; did you mean `rules`?",
        ),
        ("{id: a, arithmetic: 1 / 0 = 3}", "R219 a: `1 / 0 = 3` cannot be worked out: it divides by zero"),
        ("{id: a, note: nothing}", "R200 a says nothing that can be compared"),
        ("{id: a, value: 1, printed: 1, variant: lnog}", "R200 a: there is no variant `lnog`"),
        ("{id: a, value: 1, printed: 1, players: 7}", "R200 a: the game is not for 7 players"),
        ("{id: a, valeu: 1, printed: 1}", "D104 unknown field `valeu` on claim `a`"),
        ("{id: a, per: players, printed: {2: 1}}", "R219 a: a claim with rows needs `value` or `columns`"),
    ],
)
def test_a_malformed_claim_is_a_finding_with_its_place(check: Check, claim: str, found: str) -> None:
    findings = check(f"claims:\n  - {claim}\n")
    assert [text.startswith(found) for text in shown(findings)] == [True], shown(findings)
    assert findings[0].span is not None
    assert (findings[0].span.file, findings[0].span.line) == ("data/rulebook.yaml", 2)


def test_two_claims_of_one_name(check: Check) -> None:
    found = check("claims:\n  - {id: a, value: 1, printed: 1}\n  - {id: a, value: 2, printed: 2}\n")
    assert shown(found) == ["R200 two are called `a`"]


def test_one_cause_is_one_finding_with_the_claims_under_it(check: Check) -> None:
    found = check(
        """
        claims:
          - {id: a, section: A, value: rules.rounds * rules.workdays, printed: 24}
          - {id: b, section: B, value: rules.workdays, printed: 4}
          - {id: c, value: rules.rounds, printed: 6}
          - {id: d, holds: rules.layers.l4.dig == rules.workdays}
          - {id: e, value: printed.b + 1, printed: 5}
        """
    )
    assert shown(found) == ["R210 rules.workdays is 3, and 3 claims contradict it: a, b, d"]
    assert found[0].span is not None
    assert found[0].span.file == "data/cards.yaml"
    assert [r.message for r in found[0].related] == [
        "a (§A): printed 24, from the data 18",
        "b (§B): printed 4, from the data 3",
        "d: 4 = 3",
    ]
    assert found[0].hint == "with 4 all of them agree; else change what is printed there"


def test_what_no_single_value_explains_stays_apart(check: Check) -> None:
    found = check(
        """
        claims:
          - {id: a, value: rules.rounds * 2, printed: 13}
          - {id: b, value: rules.rounds * 3, printed: 19}
        """
    )
    assert [f.code for f in found] == ["R201", "R201"]


def test_what_follows_from_a_wrong_printed_value_goes_under_it(check: Check) -> None:
    found = check(
        """
        claims:
          - {id: whole-season, value: season_days, printed: 20}
          - {id: slack, value: printed.whole_season - trench_days, printed: 4}
        """
    )
    assert shown(found) == ["R201 whole-season: season_days = 18, printed 20"]
    assert any("slack follows from it" in r.message for r in found[0].related)
