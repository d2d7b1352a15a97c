"""One cause, one finding, also where a value reaches the claims by way of conditions and quantities."""

from __future__ import annotations

import pytest

from tests.checks.conftest import DATA, Check, shown

KIT = """
components:
  strip:
    kind: token
    name: Strip
    size: 16mm x 16mm
    quantity: 6 - setup.trenches
  flag:
    kind: token
    name: Flag
    size: 16mm x 16mm
    cards:
      - {id: near, name: Near, copies: setup.trenches - 1}
      - {id: far, name: Far, when: setup.trenches > 4}
  banner:
    kind: token
    name: Banner
    size: 16mm x 16mm
    when: setup.trenches > 4
"""
CLAIMS = """
claims:
  - {id: open, per: players, value: setup.trenches, printed: {2: 3, 3: 4, 4: 5}}
  - {id: listed, per: players, value: setup.trenches, printed: [3, 4, 5]}
  - {id: strips, per: players, value: components.strip.copies, printed: {2: 3, 3: 2, 4: 1}}
  - {id: flags, per: players, value: components.flag.copies, printed: {2: 2, 3: 3, 4: 5}}
  - {id: far, value: "'far' in components.flag.cards", printed: true, players: 4}
  - {id: banners, per: players, value: components.banner.copies, printed: {2: 0, 3: 0, 4: 1}}
"""


def test_nothing_is_wrong_to_begin_with(check: Check) -> None:
    assert shown(check(CLAIMS, KIT)) == []


@pytest.mark.parametrize(
    ("old", "new", "claims"),
    [
        ("4: {trenches: 5}", "4: {trenches: 4}", "open, listed, strips, flags, far, banners"),
        ("3: {trenches: 4}", "3: {trenches: 5}", "open, listed, strips, flags, banners"),
        ("2: {trenches: 3}", "2: {trenches: 4}", "open, listed, strips, flags"),
    ],
)
def test_a_changed_setup_is_one_finding(check: Check, old: str, new: str, claims: str) -> None:
    players, value = new[0], new[-2]
    found = check(CLAIMS, KIT, base=DATA.replace(old, new))
    number = claims.count(",") + 1
    assert shown(found) == [
        f"R210 setups.{players}.trenches is {value}, and {number} claims contradict it: {claims}"
    ]
    assert found[0].span is not None
    assert found[0].hint == f"with {old[-2]} all of them agree; else change what is printed there"
    assert len(found[0].related) == number


def test_a_row_by_player_count_shows_the_setup_of_its_players(check: Check) -> None:
    found = check(CLAIMS.replace("{2: 3, 3: 4, 4: 5}", "{2: 3, 3: 4, 4: 6}"), KIT)
    assert shown(found) == ["R201 open, 4: setup.trenches = 5, printed 6"]
    place = found[0].related[0].span
    assert (place.file, DATA.splitlines()[place.line - 1][place.column - 1]) == ("data/cards.yaml", "5")
