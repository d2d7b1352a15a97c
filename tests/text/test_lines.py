"""Lines: no rule of Chinese line setting is broken, nothing is lost, nothing is too wide."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardgen.fonts import FontSet
from cardgen.text import rules
from cardgen.text.lines import break_lines, measure
from cardgen.text.markup import Atom, Break, Icon, Run, parse

FONTS = FontSet.load()
FORBIDDEN_START = "，。、；：？！）》」』】〕〉”’％…—·～,.;:!?)]%"
FORBIDDEN_END = "（《「『【〔〈“‘([￥"

SIGNS = st.one_of(
    st.sampled_from("探方三星堆发掘季遗物分张轮第盉的一中"),
    st.sampled_from("，。、；：？！（）《》「」『』“”‘’…—·％～￥"),
    st.sampled_from(
        ["Dig", "relic ", " trench", "archaeological", "don’t", "well-known", "a/b ", " ", "\u00a0"]
    ),
    st.sampled_from(
        ["3", "12", "+3", "−2", "×4", "50%", "3 cm", "3.5", "1,000", ",", ".", "(", ")", "+", "\u3000"]
    ),
)
ATOMS = st.lists(
    st.one_of(
        st.builds(Run, st.lists(SIGNS, min_size=1, max_size=30).map("".join), st.booleans()),
        st.builds(Icon, st.sampled_from(["coin", "workday"])),
        st.just(Break()),
    ),
    max_size=8,
).map(tuple)


def flat(atoms: tuple[Atom, ...]) -> str:
    return "".join(
        atom.text if isinstance(atom, Run) else rules.ICON if isinstance(atom, Icon) else "\n"
        for atom in atoms
    )


def lines(text: str, width: float, lang: str | None = None) -> list[str]:
    return list(break_lines(parse(text), FONTS, width, lang=lang))


@settings(max_examples=150, deadline=None)
@given(ATOMS, st.floats(0.4, 40), st.sampled_from([None, "en", "zh"]))
@example((Run("「「「（（（中）））」」」"),), 3.0, None)
@example((Run("（（"), Break(), Run("，")), 9.0, None)
def test_rules_hold_for_any_mix(atoms: tuple[Atom, ...], width: float, lang: str | None) -> None:
    measured = measure(atoms, FONTS, "text", "bold", lang=lang)
    kept = ""
    for paragraph in measured.paragraphs:
        broken = paragraph.lines(width)
        end = 0
        for number, line in enumerate(broken):
            between = paragraph.text[end : line.start]
            assert not between.strip(" \u3000"), "only blanks may vanish between lines"
            kept += between
            signs = paragraph.text[line.start : line.end]
            kept += signs
            end = line.end
            single = line.end - line.start <= 1
            assert line.width <= width + 1e-6 or (single and line.torn), "only a single sign may be too wide"
            if number and not broken[number - 1].torn:
                assert signs[0] not in FORBIDDEN_START
            if number < len(broken) - 1 and not line.torn:
                assert signs[-1] not in FORBIDDEN_END
            if line.torn:
                units = rules.UNIT.finditer(paragraph.text)
                unit = next(unit for unit in units if unit.start() <= line.start < unit.end(1))
                assert paragraph.edges[unit.end(1)] - paragraph.edges[unit.start()] > width - 0.5, (
                    "torn needlessly"
                )
            drawn = "".join(text for _, text, _ in paragraph.stretches_of(line))
            assert drawn == signs + line.hyphen, "what is drawn is what was broken"
        kept += paragraph.text[end:]
        assert not paragraph.text[end:].strip(" \u3000")
        kept += "\n"
    want = "\n".join(part.lstrip(" ") for part in flat(atoms).split("\n")) + "\n"
    assert "".join(kept.split(" ")) == "".join(want.split(" "))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from("探方三，。（）“”"), min_size=1, max_size=60).map("".join), st.floats(4, 30))
def test_a_line_is_as_full_as_it_can_be(text: str, width: float) -> None:
    (paragraph,) = measure((Run(text),), FONTS, "text", "bold").paragraphs
    broken = paragraph.lines(width)
    for line, following in pairwise(broken):
        if line.torn or following.torn:
            continue
        unit = next(end for end in paragraph.ends if end > following.start)
        (whole,) = measure((Run(text[line.start : unit]),), FONTS, "text", "bold").paragraphs
        assert whole.width > width - 0.51, "the next unit would have fitted"


@pytest.mark.parametrize(
    "text",
    [
        "+3分",
        "−2 分",
        "第10层",
        "50%",
        "3.5％",
        "12张",
        "3 cm",
        "1,000",
        "3–5",
        "3%～5%",
        "约.5",
        "（3",
        "¥5",
        "＋3",
        "2×3",
    ],
)
def test_a_number_stays_with_its_sign_and_unit(text: str) -> None:
    for indent in range(1, 12):
        assert any(text in line for line in lines("中" * indent + text + "中文", 12)), (
            f"split at indent {indent}"
        )


@pytest.mark.parametrize("text", ["3:coin:", ":coin:×3", "+:coin:", ":coin:3", "（:coin:）", ":coin:。"])
def test_a_number_stays_with_its_icon(text: str) -> None:
    want = text.replace(":coin:", rules.ICON)
    for indent in range(1, 10):
        assert any(want in line for line in lines("中" * indent + text + "中文", 10)), (
            f"split at indent {indent}"
        )


def test_a_number_in_bold_stays_with_its_unit() -> None:
    for indent in range(1, 8):
        assert any("+3分" in line for line in lines("中" * indent + "**+3**分中", 8))


def test_bold_is_measured_in_the_bold_font() -> None:
    word = "Excavation"
    bold, thin = (
        measure((Run(word, weight),), FONTS, "text", "bold").paragraphs[0].width for weight in (True, False)
    )
    assert bold == pytest.approx(FONTS["bold"].width(word, 1))
    assert bold > thin == pytest.approx(FONTS["text"].width(word, 1))


def test_latin_words_stay_whole_without_a_language_and_are_hyphenated_with_one() -> None:
    text = "The excavation of archaeological documentation"
    assert lines(text, 9) == ["The excavation of", "archaeological", "documentation"]
    hyphenated = lines(text, 8, "en")
    assert any(line.endswith("-") for line in hyphenated)
    assert "".join(line.rstrip("-") for line in hyphenated).replace(" ", "") == text.replace(" ", "")
    assert lines(text, 9, "zh") == lines(text, 9), "Chinese has no hyphenation"
    assert lines(text, 9, "xx-unknown") == lines(text, 9), "an unknown language is no error"


def test_words_may_break_after_a_hyphen_or_slash_without_a_second_hyphen() -> None:
    assert lines("aa well-known", 5) == ["aa well-", "known"]
    assert lines("relics/fragments", 5) == ["relics/", "fragments"]


def test_a_closing_mark_hangs_its_blank_half_over_the_edge() -> None:
    assert lines("三星堆，探方", 3.5) == ["三星堆，", "探方"]
    assert lines("三星堆，探方", 3.4) == ["三星", "堆，探", "方"]


def test_neighbouring_marks_are_squeezed_and_an_opening_one_starts_flush() -> None:
    def width(text: str) -> float:
        return measure((Run(text),), FONTS, "text", "bold").paragraphs[0].width

    assert width("中」，") == 2, "the pair takes one and a half, and hangs half"
    assert width("中，（中") == 3.5
    assert width("“中") == 1.5
    assert width("中。中") == 3


def test_curly_quotes_are_narrow_among_latin_and_full_in_chinese() -> None:
    def width(text: str) -> float:
        return measure((Run(text),), FONTS, "text", "bold").paragraphs[0].width

    straight = FONTS["text"].width("dont", 1)
    assert width("don’t") - straight == pytest.approx(rules.QUOTE_SETTING["’"][0])
    assert width("中don’t") - straight - 1 == pytest.approx(rules.QUOTE_SETTING["’"][0])
    assert width("中“文”中") == 5


def test_missing_characters_are_counted_in_both_weights() -> None:
    measured = measure(parse("陶🏺**⚙⚡**🏺"), FONTS, "text", "bold")
    assert measured.missing == ("🏺", "⚙", "⚡")


def test_blank_lines_and_empty_text_have_lines() -> None:
    assert lines("", 5) == [""]
    assert lines("中\n\n文", 5) == ["中", "", "文"]


def test_a_long_hostile_text_costs_little() -> None:
    for sign in ("（", "，", " ", "(", "1", "a-", "a ", "。 ", "第", "\u00a0", "—", "’", "**", ":a:"):
        lines(sign * 4000, 10, "en")
