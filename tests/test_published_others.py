"""Three published documents, transcribed with their faults: check names each, and nothing that is right."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardgen.checking import check_rulebook
from cardgen.diagnostics import Finding, Findings
from cardgen.loading import load_kit

KITS = Path(__file__).resolve().parents[1] / "kits"
NAMES = ("debrium", "cipher", "alchemy")

FAULTS = {
    # the claim or check (or its row), the code, the section
    "debrium": {
        ("outlasts-its-turn, blue", "R227", "公司技能"),
        ("page-slug", "R202", "标题"),
        ("coins-cost-a-round", "R201", "游戏目标"),
        ("placed-at-once", "R206", "挖掘准备"),
        ("order-of-round-1", "R212", "竞标顺位"),
        ("nobody-has-a-coin", "R205", "竞标顺位"),
        ("the-bag", "R212", "残骸坠落"),
        ("each-worker-collects", "R201", "采矿"),
        ("green-below-nothing", "R205", "公司技能"),
        ("debt-accelerates", "R205", "提示"),
    },
    "cipher": {
        ("pieces-in-use, counter", "R227", "物品"),
        ("events-for-all, theft", "R227", "卡牌"),
        ("events-for-all, expedition", "R227", "卡牌"),
        ("who-wins", "R206", "胜利"),
        ("dice-for-events", "R206", "事件卡"),
        ("bar-marker", "R203", "物品"),
        ("six-civilisations", "R201", "卡牌"),
        ("what-tools-do", "R203", "卡牌"),
        ("riddles", "R212", "卡牌"),
        ("events-last", "R226", "胜利"),
        ("bar-listed-twice", "R206", "物品"),
        ("scripts, dragon", "R203", "区域"),
        ("scripts, maya", "R203", "区域"),
        ("scripts, thunder", "R203", "区域"),
        ("scripts, sea", "R203", "区域"),
        ("where-effects-work", "R206", "区域"),
        ("three-kinds", "R201", "线索卡"),
        ("named-recipes", "R201", "线索卡"),
        ("at-any-time", "R206", "行动"),
        ("free-of-charge", "R201", "工具卡"),
        ("two-kinds-alike", "R201", "工具卡"),
        ("one-more-or-twice", "R201", "工具卡"),
        ("attack", "R212", "陷阱卡"),
        ("one-bar", "R206", "陷阱卡"),
        ("big-hands", "R206", "技巧"),
        ("any-moment", "R206", "Q2"),
        ("trap-as-a-gift", "R202", "密语碎片卡"),
        ("held-or-discarded", "R206", "行动"),
        ("final-judgement", "R211", "密语碎片卡"),
        ("score-in-play", "R205", "事件卡"),
        ("good-for-all", "R205", "事件卡"),
        ("steps-of-each-player", "R201", "回合"),
        ("who-is-first", "R212", "回合"),
        ("refill", "R212", "回合"),
        ("one-token-each, activate", "R201", "回合"),
        ("neighbours", "R212", "行动"),
        ("piles-of-clues", "R206", "Q4"),
        ("traps-as-an-action", "R201", "行动"),
        ("awakening-of-what", "R212", "胜利"),
        ("scoring", "R212", "胜利"),
        ("ties", "R203", "Q6"),
        ("turns-told", "R201", "示例"),
        ("face-up", "R212", "技巧"),
        ("hand-limit", "R212", "技巧"),
        ("curse-on-solving", "R202", "技巧"),
        ("tools-against-events", "R212", "技巧"),
        ("yes-but-no", "R205", "Q1"),
        ("verifier-for-nothing", "R201", "Q1"),
        ("what-is-shuffled-in", "R206", "事件卡"),
        ("all-fifteen", "R205", "Q5"),
        ("never-all", "R205", "Q5"),
    },
    "alchemy": {
        ("pieces-in-use, score", "R227", "配件表"),
        ("pieces-in-use, cube", "R227", "配件表"),
        ("when-it-ends", "R206", "游戏结束"),
        ("cards-of-each-player", "R201", "配件表"),
        ("bag", "R203", "配件表"),
        ("sowing", "R206", "济北郡"),
        ("ten-at-most", "R205", "行动阶段"),
        ("gold-in-the-furnace", "R205", "主材"),
    },
}
TWO_NAMES = {
    "debrium": {("轮", "回合"), ("总得分", "胜利点数"), ("撞击区域", "撞击点")},
    "cipher": {
        ("密语碎片卡", "线索碎片"),
        ("文明事件卡", "事件牌"),
        ("陷阱卡", "陷阱牌"),
        ("密语板", "遗迹探索地图"),
        ("中央密语格", "文明密码格"),
        ("进度", "加分"),
    },
    "alchemy": {
        ("上品", "商品"),
        ("祭品", "贡品"),
        ("秦王", "秦始皇"),
        ("秦王", "亲王"),
        ("弛道", "驰道"),
        ("银两", "钱币"),
        ("五行指示物", "五行元素标记"),
        ("行动顺序标记", "顺位标记"),
        ("玩家面版", "玩家版图"),
        ("秦王车驾标记", "秦王车驾指示物"),
        ("声望", "积分"),
        ("属性盘", "五行盘"),
        ("炼丹术", "丹术"),
        ("主材", "主材料"),
        ("回合", "玩家回合"),
    },
}
ICONS = {"debrium": set(), "cipher": {"🏺", "🐉", "🏛️", "⚡", "🌊"}, "alchemy": set()}

RIGHT = {
    "debrium": {
        "grid", "first-levels", "levels", "pile-lasts", "last-piece", "most-workers", "red-without-hiring",
        "debt-table", "debt-again", "one-step", "phase-count",
    },
    "cipher": {
        "card-total", "card-types", "full-decks", "tool-table", "trap-table", "markers", "markers-enough",
        "dice-count-to-ten", "steps-of-the-bar", "where-dug", "region-by-die", "fifteen", "two-of-ten",
        "ming-can-solve", "once-a-turn", "one-left", "most-actions", "examples-of-recipes", "ten-events",
        "what-traps-do", "three-discarded", "labels",
    },
    "alchemy": {
        "ten-turns", "half-cycle", "days-of-a-turn", "two-cycles", "branches", "tiles", "tiles-of-eight",
        "tiles-last", "route", "route-in-order", "step-c", "novices", "four-rows", "materials",
        "spells-shown",
    },
}  # fmt: skip
"""What looks wrong and is right, and what an editor checks first."""


@cache
def found(kit: str) -> tuple[Finding, ...]:
    findings = Findings()
    source = load_kit(KITS / f"{kit}-as-published", findings)
    assert source is not None
    assert not list(findings)
    return tuple(check_rulebook(source, Findings()))


@cache
def rulebook(kit: str) -> tuple[dict[str, Any], ...]:
    data = KITS / f"{kit}-as-published" / "data"
    paths = sorted(p for p in data.rglob("*.yaml") if p.name != "cards.yaml")
    return tuple(yaml.safe_load(path.read_text("utf-8")) for path in paths)


def claims(kit: str) -> list[dict[str, Any]]:
    return [
        claim for part in rulebook(kit) for listed in (part.get("claims") or {}).values() for claim in listed
    ]


def named(finding: Finding) -> str:
    """The claim or check that a finding is about, with the row if it has one."""
    name, _, rest = finding.message.partition(": ")
    row = re.match(r"(\w+): `row", rest) or re.match(r"(\w+): `\(rules.phases", rest)
    return f"{name}, {row[1]}" if row else name


@pytest.mark.parametrize("kit", NAMES)
def test_each_fault_is_found_once_in_its_section_and_nothing_else(kit: str) -> None:
    seen = Counter((named(f), f.code, f.section) for f in found(kit) if f.code not in ("R217", "R241"))
    assert set(seen) - FAULTS[kit] == set()
    assert FAULTS[kit] - set(seen) == set()
    assert set(seen.values()) == {1}


@pytest.mark.parametrize("kit", NAMES)
def test_things_with_two_names_and_icons_with_two_meanings(kit: str) -> None:
    quoted = [re.findall(r"`([^`]*)`", f.message) for f in found(kit) if f.code == "R217"]
    assert Counter((names[0], names[1]) for names in quoted) == Counter(TWO_NAMES[kit])
    icons = [re.findall(r"`([^`]*)`", f.message)[0] for f in found(kit) if f.code == "R241"]
    assert Counter(icons) == Counter(ICONS[kit])


def test_an_editor_finds_two_dozen_in_the_third_and_several_in_each() -> None:
    assert len(FAULTS["cipher"]) >= 24
    assert min(len(FAULTS[kit]) for kit in NAMES) >= 8


@pytest.mark.parametrize(("kit", "name"), [(kit, name) for kit in NAMES for name in sorted(RIGHT[kit])])
def test_what_looks_wrong_and_is_right_is_left_alone(kit: str, name: str) -> None:
    declared = {claim.get("id") for claim in claims(kit)}
    declared |= {check.get("id") for part in rulebook(kit) for check in part.get("checks") or []}
    assert name in declared
    assert name not in {named(f).partition(",")[0] for f in found(kit)}


@pytest.mark.parametrize(
    ("kit", "name", "words"),
    [
        ("debrium", "debt-accelerates", ["-15", "-12", "-6", "−10"]),
        ("debrium", "nobody-has-a-coin", ["0 + 0 > 0"]),
        ("debrium", "green-below-nothing", ["3 ≤"]),
        ("cipher", "three-kinds", ["= 4", "printed 3 种"]),
        ("cipher", "one-token-each, activate", ["= 2", "printed 1 枚"]),
        ("cipher", "events-last", ["15 are drawn", "has 10"]),
        ("cipher", "all-fifteen", ["10 ≥ 15", "2, 3 players"]),
        ("cipher", "scripts, dragon", ["[甲骨文, 希腊文]", "printed [甲骨文]"]),
        ("cipher", "one-more-or-twice", ["= 3", "printed +1"]),
        ("cipher", "verifier-for-nothing", ["2 + 1 = 3", "printed 2 令牌"]),
        ("cipher", "final-judgement", ["变体规则"]),
        ("cipher", "ties", ["持有密语碎片卡数量", "已激活密语碎片数量"]),
        ("alchemy", "cards-of-each-player", ["(80 + 36) ÷ 4 = 29", "printed 116"]),
        ("alchemy", "bag", ["not printed: 主材盲抽袋"]),
        ("alchemy", "when-it-ends", ["概述", "游戏结束", "86", "72"]),
    ],
)
def test_a_finding_names_both_values(kit: str, name: str, words: list[str]) -> None:
    (finding,) = (f for f in found(kit) if named(f) == name)
    for word in words:
        assert word in finding.message


@pytest.mark.parametrize("kit", NAMES)
def test_every_section_of_the_document_is_transcribed(kit: str) -> None:
    sections = {name for part in rulebook(kit) for name in part.get("sections") or ()}
    told = {name for part in rulebook(kit) for name in part.get("claims") or ()}
    assert sections == told


@pytest.mark.parametrize("kit", NAMES)
def test_the_page_lists_every_finding_and_counts_them(kit: str) -> None:
    page = (KITS / f"{kit}-as-published" / "README.md").read_text("utf-8")
    for name, _, section in FAULTS[kit]:
        rows = [line for line in page.splitlines() if f"`{name.partition(',')[0]}`" in line]
        assert any(line.startswith(f"| {section} |") for line in rows), name
    for name, _ in TWO_NAMES[kit]:
        assert f"`{name}`" in page, name
    assert f"**{len(found(kit))} findings**" in page
    assert f"{len(claims(kit))} claims" in page


@pytest.mark.parametrize(("kit", "at_least"), [("debrium", 55), ("cipher", 70)])
def test_the_playable_kit_keeps_what_its_rules_say(kit: str, at_least: int) -> None:
    findings = Findings()
    source = load_kit(KITS / kit, findings)
    assert source is not None
    told = [f.message for f in check_rulebook(source, Findings()) if f.code < "R240"]
    assert told == []
    rules = yaml.safe_load((KITS / kit / "data" / "rulebook.yaml").read_text("utf-8"))
    assert sum(len(listed) for listed in rules["claims"].values()) >= at_least
