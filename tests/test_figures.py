import math

import pytest

from cardgen.expr import evaluate
from cardgen.figures import number, parse_figure, split_list


@pytest.mark.parametrize(
    ("printed", "inside", "outside"),
    [
        ("18", [18, 17.6], [17, 19, 18.6]),
        ("2.33", [7 / 3, 2.325], [2.32, 2.34]),
        ("2.00 分/工日", [2, 1.996], [2.01]),
        ("86%", [36 / 42, 0.855, 0.865], [0.85, 0.87]),
        ("+4", [4], [5, -4]),
        ("−1", [-1], [1]),
        ("≥ 4", [4, 9], [3.9]),
        ("at most 3", [3, -7], [3.1]),
        ("> 4", [4.1], [4]),
        ("12 岁以上", [12, 40], [11]),
        ("2.00-3.43", [2, 3.43, 3], [1.99, 3.44]),
        ("45–70 minutes", [45, 70], [44, 71]),
        ("约 9", [8, 10], [7.9]),
        ("1,200", [1200], [1]),
        ("1/2", [0.5], [0.51]),
        ("62.8%", [0.6275], [0.627, 0.629]),
        ("两片", [2], [1, 3]),
        ("一片", [1], [2]),
        ("两片碎片", [2], [1]),
        ("十轮", [10], [9]),
        ("二十四张", [24], [20, 4]),
        ("一百零八张", [108], [180]),
        ("一百二十枚", [120], [102]),
        ("五两", [5], [2]),
        ("共10轮", [10], [9]),
        ("共十轮", [10], [9]),
        ("一共 24 张", [24], [25]),
        ("×1", [1], [2]),
        ("每人 3 枚", [3], [2]),
        ("每人两枚", [2], [3]),
        ("卡 30 张", [30], [31]),
        ("最多5名", [5, 1], [6]),
        ("每人最多三枚", [3, 0], [4]),
        ("至少两名", [2, 9], [1]),
        ("约三十张", [30, 31, 29], [32]),
        ("二到四人", [2, 4], [1, 5]),
        ("三个工日", [3], [4]),
    ],
)
def test_a_figure_admits_what_would_be_printed_so(printed, inside, outside):
    figure = parse_figure(printed)
    assert [x for x in inside if not figure.admits(x)] == []
    assert [x for x in outside if figure.admits(x)] == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "P0",
        "A1",
        "7x2",
        "2 / 4 / 6",
        "two",
        "3 of 4",
        "8-2",
        "第三轮",
        "第 3 轮",
        "三川郡",
        "三分之一",
        "十多张",
        "一次性",
        "三百五张",
        "二三十张",
        "两人各三枚",
        "一级",
        "一起",
        "减 2 分",
        "三行四列",
        "两个半",
        "三星堆",
    ],
)
def test_what_is_no_figure_is_a_text(text):
    assert parse_figure(text) is None


def test_lists_in_one_line():
    assert split_list("2 / 4 / 6") == ["2", "4", "6"]
    assert split_list("A、B、C") == ["A", "B", "C"]
    assert split_list("1,200, 3") == ["1,200", "3"]


def test_numbers_in_texts():
    assert number("38%") == pytest.approx(0.38)
    assert number("14 days") == 14
    with pytest.raises(ValueError, match="no number"):
        number("many")


def test_functions_of_expressions():
    data = {"r": {"a": 3, "b": 5}, "l": [{"id": "x", "n": 2}, {"id": "y", "n": 2}, {"id": "z", "n": 7}]}
    expected = {
        "winner(r)": "b", "ranked(r)": ("b", "a"), "values(r)": (3, 5), "count(l)": 3, "count(l, 'n', 2)": 2,
        "tally(l, 'n')": {2: 2, 7: 1}, "distinct(l, 'n')": (2, 7), "product(l, 'n')": 28, "median(l, 'n')": 2,
        "l | where('n', 7) | ids": ("z",), "best(l, 'n').id": "z", "least([3, 1, 2])": 1,
        "number('50%')": 0.5, "weighted(l, 'n', 'n')": 57, "l | weighted_mean('n', 'n') | round(3)": 5.182,
        "number('两片')": 2,
    }  # fmt: skip
    assert {source: evaluate(source, data) for source in expected} == expected
    assert math.isclose(evaluate("draw_odds(14, 2, 6)", {}), 1 - math.comb(12, 6) / math.comb(14, 6))
