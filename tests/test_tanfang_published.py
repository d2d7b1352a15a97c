"""The published Tanfang, transcribed with its faults: check names each of them, and nothing that is right."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import yaml

from cardgen.checking import check_kit, check_rulebook
from cardgen.diagnostics import Finding, Findings
from cardgen.loading import KitSource, load_kit

ROOT = Path(__file__).resolve().parents[1] / "kits" / "tanfang-as-published"

FAULTS = {
    # the claim or check (or its cell), the code, the section
    ("pieces-scattered", "R205", "1"),
    ("deepest-does-not-win", "R205", "1"),
    ("pieces-listed", "R203", "3.1"),
    ("lookup-sheet", "R212", "3.1"),
    ("workday-markers", "R225", "3.1"),
    ("layer-icons, 💠", "R201", "3.2"),
    ("bonus-for-collecting", "R201", "3.2"),
    ("cards-to-print, 2", "R201", "3.3"),
    ("cards-to-print, 3", "R201", "3.3"),
    ("cards-to-print, 4", "R201", "3.3"),
    ("darker-below", "R204", "4.1"),
    ("expected-of-a-cell", "R201", "5.1"),
    ("repair-room", "R212", "5.2"),
    ("signed-faces", "R212", "5.2"),
    ("sole-key", "R201", "5.3"),
    ("shoring-where-nothing-falls", "R205", "5.3"),
    ("tool-outlasts-its-card, shoring", "R227", "5.3"),
    ("tool-outlasts-its-card, journal", "R227", "5.3"),
    ("frequencies", "R203", "5.4"),
    ("storm_takes_all", "R201", "5.4"),
    ("collapse-markers", "R225", "5.5"),
    ("assembled-markers", "R227", "5.5"),
    ("score-sheet", "R212", "5.5"),
    ("nobody-turns-the-season", "R205", "6.4"),
    ("start-marker", "R212", "6.4"),
    ("scoring-sources, journal", "R222", "6.5"),
    ("scoring-sources, expert-visit", "R222", "6.5"),
    ("digger-keeps-to-one-trench", "R201", "7"),
    ("pioneer-most-first-finds", "R202", "7"),
    ("sceptre-tail-icon", "R202", "7.1"),
    ("one-storm-takes-two", "R201", "7.2"),
    ("everybody-stops", "R201", "7.2"),
    ("owner-gets-nothing", "R201", "7.2"),
    ("one-assist-in-round-4", "R201", "7.2"),
    ("three-days-wasted", "R201", "7.2"),
    ("not-one-piece", "R201", "7.3"),
    ("whose-faces", "R203", "7.4"),
    ("through-to-the-floor", "R201", "8.1"),
    ("one-trowel-one-day", "R201", "8.1"),
    ("fewer-wins-with-more-players", "R213", "8.2"),
    ("forager-never-the-worse", "R205", "8.2"),
    ("suits-four", "R205", "8.2"),
    ("twelve-is-the-most", "R201", "8.2"),
    ("storms-by-players, 2", "R201", "8.3"),
    ("keep-a-workday", "R205", "8.3"),
    ("standard-opening", "R206", "7.2"),
    ("funding-foreseen", "R205", "8.3"),
    ("pawn-on-a-closed-trench", "R205", "8.3"),
    ("letter-in-the-last-round", "R205", "8.3"),
    ("four-faces-outweigh-a-round", "R205", "8.3"),
    ("three-trenches-for-four", "R205", "9.1"),
    ("pit-floor-in-reach", "R227", "9.1"),
    ("preview", "R205", "9.2"),
    ("spare-seasons", "R201", "9.2"),
    ("sixth-trench", "R205", "9.3"),
    ("duel-completion", "R207", "9.4"),
    ("seize-their-faces", "R205", "9.4"),
    ("looting-cards", "R212", "9.5"),
    ("loss-or-gain", "R206", "A.5"),
    ("two-player-mood", "R206", "8.3"),
    ("reshuffle-for-eight", "R205", "Q12"),
    ("two-sources-of-luck", "R201", "Q15"),
    ("digging-on, l3 points", "R201", "A.4"),
    ("unlike-compared", "R205", "A.4"),
    ("source-of-the-figures", "R212", "B"),
    ("wins-3", "R213", "B"),
    ("wins-4", "R213", "B"),
    ("forager-never-last", "R205", "B"),
    ("total", "R209", "C"),
    ("workdays-left-out", "R201", "C"),
    ("board-in-the-list", "R203", "C"),
}
TWO_NAMES = {"列", "方", "入库", "贯通", "完整器", "器材室"}
ICONS = {"⛏️", "🧩", "🕳️", "🥇", "🌳", "🔨", "🏛️", "📋"}
FOLDED = {"whole-trench-saved": "storm_takes_all"}
"""Claims that repeat a fault that is already found elsewhere."""

RIGHT = {
    "deeper-dearer",  # costs that pile up with the square of the layer
    "completion",
    "completion-A3",
    "layers",
    "two-keys",
    "final",  # every column of the table, as printed
    "fourteen-days",
    "no-digging-cost",
    "five-rounds",  # 14 workdays in rounds of three
    "duel-share",  # 129 % is right, only its formula lacks brackets
    "slack-share",
    "taking-over",
    "seven-percent",
    "digging-rates",
    "wins-2",
    "category",
}


@cache
def source() -> KitSource:
    findings = Findings()
    found = load_kit(ROOT, findings)
    assert found is not None
    assert not list(findings)
    return found


@cache
def found() -> tuple[Finding, ...]:
    return tuple(check_rulebook(source(), Findings()))


def named(finding: Finding) -> str:
    """The claim that a finding is about, with the row or cell if it has one."""
    name, _, rest = finding.message.partition(": ")
    row = re.match(r"(\S+?):? (?:`row|names)", rest)
    return f"{name}, {row[1]}" if row else name


def claims() -> list[dict[str, object]]:
    found = []
    for path in sorted((ROOT / "data" / "rulebook").glob("*.yaml")):
        for listed in (yaml.safe_load(path.read_text("utf-8")).get("claims") or {}).values():
            found += listed
    return found


def test_each_fault_is_found_once_in_its_section_and_nothing_else() -> None:
    others = {"R217", "R241"}
    seen = Counter((named(f), f.code, f.section) for f in found() if f.code not in others)
    assert set(seen) - FAULTS == set()
    assert FAULTS - set(seen) == set()
    assert set(seen.values()) == {1}


def test_an_editor_finds_over_sixty_and_so_do_we() -> None:
    errors = [f for f in found() if f.code not in ("R241",)]
    assert len(errors) > 70


@pytest.mark.parametrize(("code", "names"), [("R217", TWO_NAMES), ("R241", ICONS)])
def test_one_name_and_one_icon_for_two_things(code: str, names: set[str]) -> None:
    messages = [f.message for f in found() if f.code == code]
    assert len(messages) == len(names)
    for name in names:
        assert any(f"`{name}`" in message for message in messages), name


@pytest.mark.parametrize("name", sorted(RIGHT))
def test_what_looks_wrong_and_is_right_is_left_alone(name: str) -> None:
    assert name in {claim.get("id") for claim in claims()}
    assert name not in {named(f).partition(",")[0] for f in found()}


def test_no_column_of_rounded_shares_and_no_quarter_of_400_games_is_called_wrong() -> None:
    assert not [f.message for f in found() if f.code in ("R208", "R214")]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("digging-on, l3 points", ["= 28", "printed 27.0"]),
        ("cards-to-print, 2", ["= 67", "printed 30"]),
        ("cards-to-print, 4", ["= 70", "printed 36"]),
        ("workday-markers", ["4", "funding"]),
        ("whose-faces", ["[P0, P1]", "printed [P1, P3]"]),
        ("total", ["6 类", "75 pieces"]),
        ("duel-completion", ["514.286%", "129%"]),
        ("twelve-is-the-most", ["= 23", "printed 12"]),
        ("two-sources-of-luck", ["= 4", "printed 2"]),
        ("frequencies", ["0.14286", "38%"]),
        ("three-trenches-for-four", ["3 ≥ 4", "beginner, 4 players"]),
        ("sixth-trench", ["6 ≤ 5"]),
        ("wins-4", ["digger (22%)", "pioneer (19.5%)", "400"]),
        ("pieces-listed", ["塌方标记", "合器标记"]),
        ("board-in-the-list", ["not printed: 探区板"]),
    ],
)
def test_a_finding_names_both_values(name: str, words: list[str]) -> None:
    (finding,) = (f for f in found() if named(f) == name)
    for word in words:
        assert word in finding.message


@pytest.mark.parametrize(("name", "cause"), sorted(FOLDED.items()))
def test_a_repeated_fault_stands_under_the_first(name: str, cause: str) -> None:
    (finding,) = (f for f in found() if named(f) == cause)
    assert any(name in place.message for place in finding.related)


def test_every_section_of_the_document_is_transcribed() -> None:
    rulebook = [
        yaml.safe_load(path.read_text("utf-8")) for path in (ROOT / "data" / "rulebook").glob("*.yaml")
    ]
    sections = {name for part in rulebook for name in part.get("sections") or {}}
    told = {name for part in rulebook for name in part.get("claims") or {}}
    assert sections - told == {"A"}  # a heading only
    assert len(claims()) >= 400


def test_the_example_is_replayed_with_the_rest() -> None:
    findings = Findings()
    check_kit(source(), findings)
    replayed = Counter(f.code for f in findings if f.code.startswith("G"))
    assert replayed["G611"] == 8
    assert replayed["G631"] == 1


def test_the_page_lists_every_finding() -> None:
    page = (ROOT / "README.md").read_text("utf-8")
    for name, _, section in FAULTS:
        assert f"`{name.partition(',')[0]}`" in page, name
        assert f"| {section} |" in page, section
