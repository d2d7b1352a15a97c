"""Declared checks: each kind passing and offending."""

from __future__ import annotations

import pytest

from tests.checks.conftest import Check, shown

CARDS = "of: components.season.cards"


@pytest.mark.parametrize(
    "kind",
    [
        f"unique: row.name, {CARDS}",
        f"one_of: [start, end], field: row.moment, {CARDS}",
        "one_of: 'keys(rules.points)', field: row, of: '[\"poor\", \"fine\"]'",
        "refers_to: rules.layers, field: row.id, of: rules.layers",
        f"total: row.copies, {CARDS}, is: 6",
        f"total: row.copies, {CARDS}, at_least: players, at_most: 6",
        f"total: row.copies, {CARDS}, is: 2, where: row.moment == 'end'",
        f"capacity: components.workday.copies, needs: players * (rules.workdays + row.days), {CARDS}",
        "feasible: rules.rounds, from: components.season.copies, variants: none",
        "feasible: [fair, Fair, storm], from: components.season.cards",
        "feasible: 2, from: row.copies, of: components.season.cards",
        "expect: setup.trenches > players",
        "expect: 'row.points[0] >= row.dig', of: rules.layers",
        "expect: rules.rounds == 6, variants: none",
        "expect: rules.rounds == 8, variants: [long]",
        "expect: setup.trenches == 4, players: 3",
    ],
)
def test_a_check_passes(check: Check, kind: str) -> None:
    assert shown(check(data=f"checks:\n  - {{id: a, {kind}}}\n")) == []


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        (f"unique: row.moment, {CARDS}", "R221 a: funding and fair have the same row.moment: start"),
        (
            f"one_of: [end], field: row.moment, {CARDS}, where: row.days",
            "R223 a: funding: row.moment is start",
        ),
        (
            f"refers_to: rules.layers, field: row.moment, {CARDS}, where: row.id == 'storm'",
            "R222 a: storm names end, which `rules.layers` has not",
        ),
        (f"total: row.copies, {CARDS}, is: 7", "R224 a: 2 + 2 + 2 = 6, and it should be 7"),
        (f"total: row.copies, {CARDS}, at_most: 5", "R224 a: 2 + 2 + 2 = 6, and it should be at most 5"),
        (
            f"capacity: components.workday.copies, needs: players * (rules.workdays + 2 * row.days), {CARDS}",
            "R225 a: 20 are needed with funding "
            "(players * (rules.workdays + 2 * row.days) = 4 × (3 + 2 × 1) = 20), "
            "and there are components.workday.copies = 16 [4 players; 5 other setups, too]",
        ),
        (
            "feasible: 2 * setup.trenches, from: components.season.copies",
            "R226 a: 10 are drawn, and `components.season.copies` has 6 [4 players; 3 other setups, too]",
        ),
        (
            "feasible: rules.rounds, from: components.season.copies",
            "R226 a: 8 are drawn, and `components.season.copies` has 6 [long]",
        ),
        (
            "feasible: [fair, fair, fair], from: components.season.cards",
            "R226 a: fair comes up 3 times, and `components.season.cards` has 2 of it",
        ),
        (
            "expect: row.dig <= rules.workdays, of: rules.layers",
            "R227 a: l4: `row.dig <= rules.workdays` is not so: 4 ≤ 3",
        ),
        (
            "expect: setup.trenches == 4, reason: four are drawn",
            "R227 a: `setup.trenches == 4` is not so: 3 = 4 [2, 4 players; long, 2, 4 players] "
            "— four are drawn",
        ),
        (
            "expect: row.digg, of: rules.layers",
            "R219 a: `rules.layers.l1` has no `digg`; did you mean `dig`? (row l1)",
        ),
        (
            "expect: true, unique: row",
            "R200 a: a check is of one kind, and this has 2 kinds (unique, expect)",
        ),
        ("of: rules.layers", "R200 a: a check is of one kind, and this has no kind"),
        ("total: row.dig, of: rules.layers", "R200 a: `total` needs `is`, `at_least` or `at_most`"),
        ("expect: true, variants: lnog", "R200 a: there is no variant `lnog`"),
    ],
)
def test_a_check_gives_the_rows_that_offend(check: Check, kind: str, found: str) -> None:
    assert shown(check(data=f"checks:\n  - {{id: a, {kind}}}\n")) == [found]


def test_a_row_is_found_at_its_own_line(check: Check) -> None:
    found = check(data="checks:\n  - {id: a, expect: row.dig <= rules.workdays, of: rules.layers}\n")
    assert [(f.span.file, f.span.line) for f in found if f.span] == [("data/cards.yaml", 12)]
    assert "the check" in [r.message for r in found[0].related]


def test_checks_may_stand_in_the_rulebook_with_a_section(check: Check) -> None:
    found = check("checks:\n  - {id: a, section: '7.2', expect: rules.rounds > 6, variants: none}\n")
    assert [(f.code, f.section) for f in found] == [("R227", "7.2")]
