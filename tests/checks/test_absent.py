"""Components and cards that a setup does without can still be named, and counted as none."""

from __future__ import annotations

import pytest

from tests.checks.conftest import Check, shown

DATA = """
components:
  strip:
    kind: token
    name: Strip
    size: 16mm x 16mm
    quantity: 4 - players
  storm:
    kind: card
    name: Storm
    size: poker
    when: players > 2
    cards:
      - {id: gale, name: Gale}
      - {id: hail, name: Hail, when: players > 3}
"""


@pytest.mark.parametrize(
    "claim",
    [
        "{per: players, value: components.strip.copies, printed: {2: 2, 3: 1, 4: 0}}",
        "{per: players, value: components.storm.copies, printed: {2: 0, 3: 1, 4: 2}}",
        "{per: players, value: components.storm.distinct, printed: [0, 1, 2]}",
        "{value: 'names(components.storm.left_out)', printed: [Gale, Hail], players: 2}",
        "{value: 'names(components.storm.left_out)', printed: [Hail], players: 3}",
        "{value: components.storm.left_out.hail.copies, printed: 0, players: 3}",
        "{value: components.storm.cards | length, printed: 0, players: 2}",
        "{value: components | length, printed: 3, players: 2}",
        "{holds: \"'storm' not in components\", players: 2}",
        "{holds: \"'strip' not in components\", players: 4}",
        "{value: ids(components), printed: [season, workday, storm], players: 4}",
    ],
)
def test_what_is_absent_counts_as_none(check: Check, claim: str) -> None:
    assert shown(check(f"claims:\n  - {claim}\n", DATA)) == []


def test_what_no_setup_has_is_still_an_error(check: Check) -> None:
    found = check("claims:\n  - {id: a, value: components.strips.copies, printed: 0}\n", DATA)
    assert shown(found) == ["R219 a: `components` has no `strips`; did you mean `strip`?"]


def test_a_component_that_comes_in_is_noticed(check: Check) -> None:
    claims = "claims:\n  - {id: a, value: components.storm.copies, printed: 0, players: 2}\n"
    assert shown(check(claims, DATA.replace("players > 2", "players > 1"))) == [
        "R201 a: components.storm.copies = 1, printed 0"
    ]
