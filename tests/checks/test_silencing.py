"""Silencers: with a reason, where they stand; one that silences nothing is a finding."""

from __future__ import annotations

import pytest

from tests.checks.conftest import Check, shown

WRONG = "claims:\n  - {id: a, value: rules.rounds, printed: 7%s}\n"


@pytest.mark.parametrize(
    ("rulebook", "data"),
    [
        (WRONG % ", silence: {R201: as printed}", ""),
        (WRONG % "" + "silence:\n  - {code: R201, at: a, reason: as printed}\n", ""),
        (WRONG % "", "silence:\n  - {code: R201, at: a, reason: as printed}\n"),
        (WRONG % "", "silence:\n  - {code: R201, at: data/rulebook.yaml, reason: as printed}\n"),
        (WRONG % "", "silence:\n  - {code: R201, reason: as printed}\n"),
        (
            "",
            "silence:\n  - {code: R227, at: rules.layers.l4, reason: so}\n"
            "checks:\n  - {expect: row.dig < 4, of: rules.layers}\n",
        ),
        ("", "checks:\n  - {expect: row.dig < 4, of: rules.layers, silence: {R227: so}}\n"),
    ],
)
def test_a_finding_may_stay_with_a_reason(check: Check, rulebook: str, data: str) -> None:
    assert shown(check(rulebook, data)) == []


def test_only_what_it_names_is_silenced(check: Check) -> None:
    found = check(WRONG % ", silence: {R203: other}")
    assert shown(found) == [
        "R201 a: rules.rounds = 6, printed 7",
        "R260 there is no finding R203 to silence",
    ]


def test_a_silencer_that_silences_nothing_is_found(check: Check) -> None:
    found = check(WRONG.replace("7", "6") % "", "silence:\n  - {code: R201, at: a, reason: old}\n")
    assert shown(found) == ["R260 there is no finding R201 at `a` to silence"]
    assert found[0].span is not None
    assert found[0].span.file == "data/more.yaml"


def test_a_silencer_needs_a_reason(check: Check) -> None:
    assert "D105" in [f.code for f in check("silence:\n  - {code: R201}\n")]


def test_a_silenced_claim_is_no_part_of_a_cause(check: Check) -> None:
    found = check(
        "claims:\n"
        "  - {id: a, value: rules.workdays, printed: 4, silence: {R201: as printed}}\n"
        "  - {id: b, value: rules.workdays * 2, printed: 8}\n"
    )
    assert shown(found) == ["R201 b: rules.workdays * 2 = 3 × 2 = 6, printed 8"]
