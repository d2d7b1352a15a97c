from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.diagnostics import Findings
from cardgen.document import Document
from cardgen.games.tanfang.recorder import TanfangRecorder
from cardgen.play.replay import replay
from cardgen.play.replayed import Replayed
from cardgen.source import parse_yaml, read_yaml
from tests.play.tanfang_data import data

ROOT = Path(__file__).parents[2]
PUBLISHED = "kits/tanfang-as-published/data/playthroughs/example.yaml"
PLAYERS = ("P0", "P1", "P2", "P3")


def play_file(name: str, **rules: Any) -> Replayed:
    findings = Findings()
    source = read_yaml(ROOT / name, name, findings)
    assert source is not None
    assert not len(findings)
    return replay(source, TanfangRecorder(data(4, **rules)), name)


def play_text(text: str, players: int = 2, **rules: Any) -> Replayed:
    findings = Findings()
    source = parse_yaml(text, "game.yaml", findings)
    assert source is not None
    assert not len(findings), [finding.message for finding in findings]
    return replay(source, TanfangRecorder(data(players, **rules)), "game.yaml")


def kinds(result: Replayed) -> Counter[str]:
    return Counter(finding.name for finding in result.findings)


@pytest.fixture(scope="module")
def published() -> Replayed:
    return play_file(PUBLISHED)


def points(scores: str) -> dict[str, int]:
    return dict(zip(PLAYERS, map(int, scores.split("/")), strict=True))


def test_published_example_by_the_rules_is_not_won_by_its_printed_winner(published: Replayed) -> None:
    assert published.final == points("75/68/78/37")
    assert published.ranking == ("P2", "P0", "P1", "P3")


@pytest.mark.parametrize("line", ["rounds", "claimed_rounds"])
def test_published_rounds_are_as_printed_up_to_the_fifth(published: Replayed, line: str) -> None:
    printed = ["3/3/3/3", "6/6/6/6", "18/22/39/30", "39/36/51/34", "66/40/55/37"]
    assert [dict(scores) for scores in getattr(published, line)[:5]] == [points(row) for row in printed]


def test_published_example_followed_leniently_ends_as_printed(published: Replayed) -> None:
    assert published.claimed_rounds[-1] == points("81/68/78/37")


def test_published_example_each_fault_once_and_nothing_else(published: Replayed) -> None:
    assert kinds(published) == {
        "card-contradicted": 8,
        "card-duplicated": 2,
        "impossible-deck": 2,
        "turn-order": 1,
        "bonus-denied": 1,
        "could-act": 1,
        "ranking-differs": 1,
        "statement-differs": 3,
    }


def test_published_contradictions_are_the_eight_cards(published: Replayed) -> None:
    found = {f.message.split(":")[0] for f in published.findings if f.name == "card-contradicted"}
    assert found == {"A1", "D1", "A2", "B2", "E2", "B3", "C4", "E4"}


def test_a_denied_bonus_gathers_the_claims_that_depend_on_it(published: Replayed) -> None:
    (denied,) = (finding for finding in published.findings if finding.name == "bonus-denied")
    assert "cleared by P2" in denied.message
    assert len(denied.related) == 6


def test_findings_stand_where_the_record_says_it(published: Replayed) -> None:
    lines = (ROOT / PUBLISHED).read_text(encoding="utf-8").splitlines()
    for finding in published.findings:
        assert finding.span is not None
        if finding.name == "card-contradicted":
            assert finding.message.split(":")[0] in lines[finding.span.line - 1]


def test_what_could_be_done_where_the_record_says_nothing(published: Replayed) -> None:
    (found,) = (finding for finding in published.findings if finding.name == "could-act")
    assert "`draw`" in found.message
    assert "`move A and assist A4`" in found.message


DEAL = """
deal:
  {A1: clay-cup, B1: bi-shard, C1: bone-needle, A2: pottery-he, B2: tree-root, C2: jade-zhang,
   A3: tree-trunk, B3: gold-fish, C3: edged-zhang, A4: great-zhang, B4: bronze-beast, C4: tree-branch}
"""
HEAD = f"players: [ann, bo]\n{DEAL}"


def rounds(*turns: str) -> str:
    return HEAD + "rounds:\n  - season: fair\n    turns:\n" + "".join(f"      - {turn}\n" for turn in turns)


def messages(result: Replayed, name: str) -> str:
    return "\n".join(finding.message for finding in result.findings if finding.name == name)


def test_a_legal_round_has_no_finding_but_that_the_game_is_cut_short() -> None:
    result = play_text(
        rounds(
            "{player: ann, does: [move A, dig A1 +1, extract A1 +2], scores: 3, days: 2}",
            "{player: bo, does: [move B, dig, dig], scores: 3}",
        )
    )
    assert kinds(result) == {"game-cut-short": 1}
    assert result.final == {"ann": 3, "bo": 3}


@pytest.mark.parametrize(
    ("turn", "kind", "words"),
    [
        ("{player: bo, does: [move A]}", "illegal-action", "ann holds trench A"),
        ("{player: bo, does: [move B, dig B2]}", "illegal-action", "B1 lies above B2"),
        ("{player: bo, does: [move B, dig, dig, extract B1]}", "illegal-action", "costs 1 workdays, 0 are"),
        ("{player: bo, does: [dig B1]}", "illegal-action", "bo does not stand in B"),
        ("{player: bo, does: [move B, dig, assemble sacred-tree]}", "illegal-action", "holds 0 of 3"),
        ("{player: bo, does: [move Z]}", "unknown-cell", "no trench `Z`"),
        ("{player: bo, does: [move B, dig B9]}", "unknown-cell", "no cell `B9`"),
        ("{player: bo, does: [hop B]}", "unreadable-action", "`hop B` is no action"),
        ("{player: bo, does: [move B, draw shovel]}", "unknown-card", "no tool `shovel`"),
        ("{player: zed, does: []}", "unknown-player", "no player `zed`"),
        ("{player: bo, does: [move B, dig +4]}", "points-differ", "gives bo 1 points, not 4"),
        ("{player: bo, does: [move B, dig], scores: 5}", "points-differ", "5 points are claimed for bo"),
        ("{player: bo, does: [move B, dig], days: 2}", "cost-differs", "2 workdays are claimed, 1 are"),
        ("{player: bo, does: nothing}", "could-act", "`move B and dig B1`"),
        ("{player: bo, does: [7]}", "record-shape", "an action is a text"),
        ("{player: bo, jumps: 1}", "record-shape", "unknown field `jumps`"),
        ("{player: ann, does: []}", "turn-repeated", "ann has a second turn"),
    ],
)
def test_each_broken_rule_is_named_at_its_place(turn: str, kind: str, words: str) -> None:
    result = play_text(rounds("{player: ann, does: [move A, dig A1]}", turn))
    assert words in messages(result, kind)
    assert all(finding.span and finding.span.file == "game.yaml" for finding in result.findings)
    found = [finding for finding in result.findings if finding.name == kind]
    assert found[0].span is not None
    assert found[0].span.line >= 9


def test_what_follows_from_one_broken_rule_is_not_reported_again() -> None:
    result = play_text(
        rounds(
            "{player: ann, does: [move A, dig]}",
            "{player: bo, does: [move A, dig A2 +2], scores: 2}",
        )
        + "    totals: {ann: 1, bo: 2}\n"
    )
    assert kinds(result) == {"illegal-action": 1, "game-cut-short": 1}
    assert result.final == {"ann": 1, "bo": 0}
    assert result.claimed_rounds[-1] == {"ann": 1, "bo": 2}


def test_wrong_totals_are_found_once() -> None:
    result = play_text(
        rounds("{player: ann, does: [move A, dig]}", "{player: bo, does: []}")
        + "    totals: {ann: 2, bo: 0}\nfinal: {ann: 2, bo: 0}\nsources: {ann: {first: 2, assist: 0}}\n"
    )
    assert kinds(result) == {"totals-differ": 1, "game-cut-short": 1}


@pytest.mark.parametrize(
    ("deal", "kind"),
    [
        ("{A1: no-such-card}", "unknown-card"),
        ("{A7: clay-cup}", "unknown-cell"),
        ("{A1: clay-cup}", "deal-incomplete"),
        ("{A1: trowel}", "setup-broken"),
        ("{A1: bronze-beast}", "setup-broken"),
        ("{A1: {card: clay-cup, points: many}}", "record-shape"),
        ("[A1]", "record-shape"),
    ],
)
def test_a_deal_that_cannot_be_is_found(deal: str, kind: str) -> None:
    assert kinds(play_text(f"players: [ann, bo]\ndeal: {deal}\nrounds: []\n"))[kind] >= 1


@pytest.mark.parametrize(
    "text",
    [
        "players: []",
        "players: ann",
        "players: [ann, ann]\nrounds: []",
        "players: [ann, bo, cy]\nrounds: []",
        "players: [ann, bo]\nrounds: 3",
        "players: [ann, bo]\nrounds: [3, {turns: {}}, {turns: [{}]}]",
        "players: [ann, bo]\nrounds: []\nfinal: {ann: lots, zed: 3}\nsources: [1]\nstatements: [{}]",
        "players: [ann, bo]\nrounds: [{season: snow}]\nhands: {ann: trowel, zed: [trowel]}",
        "players: [ann, bo]\nrounds: []\nstatements: [{fact: players.ann.height, is: 3}]",
    ],
)
def test_unreadable_records_are_findings_and_nothing_worse(text: str) -> None:
    result = play_text(text)
    assert result.findings
    assert all(finding.span is not None for finding in result.findings)


def test_tools_come_from_the_hand_or_from_a_draw() -> None:
    played = rounds(
        "{player: ann, does: [move A, draw, trowel, trowel, journal]}",
        "{player: bo, does: [move B, trowel, trowel, trowel]}",
    )
    result = play_text(played)
    assert "bo holds no trowel" in messages(result, "illegal-action")
    assert kinds(result)["illegal-action"] == 1


def test_our_own_example_is_clean_and_complete() -> None:
    result = play_file("data/playthroughs/example.yaml")
    assert [finding.message for finding in result.findings] == []
    assert result.final == points("47/70/56/64")
    assert result.ranking == ("P1", "P3", "P2", "P0")
    sources = {source for line in result.ledger.values() for source, value in line.items() if value}
    assert sources == {"relic", "fragment", "set", "first", "profile", "assist", "season", "journal"}


def test_the_example_follows_the_numbers_of_the_data() -> None:
    changed = play_file("data/playthroughs/example.yaml", assist=5)
    assert any("gives P2 5 points, not 4" in finding.message for finding in changed.findings)
    assert changed.final["P2"] == 56 + 3


def test_players_who_tie_may_be_ranked_either_way() -> None:
    for ranking in ("[ann, bo]", "[bo, ann]"):
        text = rounds("{player: ann, does: [move A, dig]}", "{player: bo, does: [move B, dig]}")
        assert "ranking-differs" not in kinds(play_text(f"{text}ranking: {ranking}\n"))
    text = rounds("{player: ann, does: [move A, dig, dig]}", "{player: bo, does: [move B, dig]}")
    assert kinds(play_text(f"{text}ranking: [bo, ann]\n"))["ranking-differs"] == 1


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value of a record but the whole of it."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from leaves(item, (*path, key))


JUNK = st.sampled_from(
    [
        *(None, True, -1, 0, 7, 1.5, "", "x", [], {}, [[]], {"P0": 3}, {"player": "P0"}),
        *("dig", "dig A1 +99", "move Z", "nothing", "trowel", "P0", "assemble sacred-tree", "profile A +6"),
        ["assist A1", "extract A1", "draw"],
    ]
)


@settings(max_examples=150, deadline=None)
@given(choice=st.data())
def test_no_record_however_odd_stops_the_replay(choice: st.DataObject) -> None:
    name = choice.draw(st.sampled_from([PUBLISHED, "data/playthroughs/example.yaml"]))
    source = read_yaml(ROOT / name, name, Findings())
    assert source is not None
    record = copy.deepcopy(source.data)
    for _ in range(choice.draw(st.integers(1, 3))):
        *way, last = choice.draw(st.sampled_from(sorted(leaves(record), key=repr)))
        place = record
        for key in way:
            place = place[key]
        if choice.draw(st.booleans()):
            place[last] = copy.deepcopy(choice.draw(JUNK))
        else:
            del place[last]
    result = replay(Document(record, source.places), TanfangRecorder(data(4)), name)
    assert isinstance(result.findings, tuple)
