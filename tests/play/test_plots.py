from __future__ import annotations

from lxml import etree

from cardgen.play.plots import plot_page
from cardgen.play.simulate import simulate, simulate_many
from tests.play.tanfang_data import data


def test_a_page_of_plots_is_sound_and_always_the_same() -> None:
    results = simulate_many("tanfang", [({}, data(players)) for players in (2, 4)], 40)
    page = plot_page(results, "A & B")
    assert page == plot_page(results, "A & B")
    root = etree.fromstring(page.encode())
    svg = "{http://www.w3.org/2000/svg}"
    words = [text.text for text in root.iter(f"{svg}text")]
    assert words[0] == "A & B"
    assert words.count("digger") == 4
    assert len(list(root.iter(f"{svg}circle"))) == len(list(root.iter(f"{svg}polygon"))) == 6
    heights = [float(text.get("y", "nan")) for text in root.iter(f"{svg}text")]
    assert min(heights) > 0
    assert max(heights) < 297 - 10


def test_a_higher_win_rate_stands_further_right() -> None:
    result = simulate("tanfang", data(3), 60)
    root = etree.fromstring(plot_page([result], "x").encode())
    dots = [float(dot.get("cx", "nan")) for dot in root.iter("{http://www.w3.org/2000/svg}circle")]
    wins = [result.wins(name) for name in result.names]
    assert sorted(range(3), key=dots.__getitem__) == sorted(range(3), key=wins.__getitem__)
