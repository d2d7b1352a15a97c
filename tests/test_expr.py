"""The expression language: what it gives, what it says when it cannot, and that no attack gets anywhere."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.expr import ExprError, evaluate, render_text
from cardgen.values import freeze

RULES = {
    "rounds": 6,
    "text": "abc",
    "nothing": None,
    "layers": [
        {"id": "l1", "name": "Topsoil", "dig": 1, "points": {"poor": 2, "fine": 4}},
        {"id": "l2", "name": "Clay", "dig": 2, "points": {"poor": 3, "fine": 6}},
    ],
    "table": [[1, 2], [3, 4]],
}
CONTEXT: dict[str, Any] = {"players": 3, "rules": freeze(RULES, "rules")}

GIVES = {
    "players * (rules.rounds + 1)": 21,
    "rules.layers.l2.dig": 2,
    "rules['layers']['l2']['dig']": 2,
    "rules.layers[0].dig": 1,
    "rules.layers[-1].id": "l2",
    "rules.layers | sum('dig')": 3,
    "rules.layers | map(attribute='dig') | list": [1, 2],
    "rules.layers | map(attribute='dig') | max": 2,
    "sum(rules.layers, 'points.fine')": 10,
    "rules.layers.l1.points[quality]": 2,
    "rules.layers.l1 == 'l1'": True,
    "'l2' in rules.layers": True,
    "'l9' in rules.layers": False,
    "'a' ~ players ~ 'b'": "a3b",
    "1 if players > 2 else 2": 1,
    "nothing is defined": False,
    "rules.nope | default(7)": 7,
    "rules.layers | selectattr('dig', 'gt', 1) | map(attribute='id') | join(',')": "l2",
    "rules.layers | sort(attribute='dig', reverse=true) | first == 'l2'": True,
    "rules.table[1][0]": 3,
    "rules.text[1:]": "bc",
    "[1, 2, 3][1:] | length": 2,
    "{'a': 1}.a": 1,
    "ceil(players / 2)": 2,
    "round(2.5)": 2,
    "round(7 / 3, 2)": 2.33,
    "mean([1, 2, 6])": 3.0,
    "cumulative([1, 2, 3])": (1, 3, 6),
    "choose(5, 2)": 10,
    "draw_odds(40, 4, 7)": pytest.approx(0.5522, abs=1e-4),
    "(7 / 3) | fixed(1)": "2.3",
    "(0 - 3) | signed": "−3",
    "rules.text | upper": "ABC",
    "rules.text.upper()": "ABC",
    "rules.text | replace('b', '-')": "a-c",
    "range(3) | list": [0, 1, 2],
    "noise(7).uniform(0, 1) == noise(7).uniform(0, 1)": True,
}


@pytest.mark.parametrize(("source", "value"), GIVES.items())
def test_gives(source: str, value: object) -> None:
    assert evaluate(source, {**CONTEXT, "quality": freeze({"id": "poor"})}) == value


SAYS = {
    "player + 1": "there is no `player` here; did you mean `players`?",
    "rules.layer": "`rules` has no `layer`; did you mean `layers`?",
    "rules.layers.l3": "`rules.layers` has no `l3`",
    "rules.layers.l1.digg": "`rules.layers.l1` has no `digg`; did you mean `dig`?",
    "rules.layers | sum('digg')": "`rules.layers.l1` has no `digg`; did you mean `dig`?",
    "rules.nothing.more": "`more` of an empty value",
    "1 / 0": "this divides by zero",
    "5 % 0": "this divides by zero",
    "1 +": "something is missing at the end",
    "(": "something is missing at the end",
    "": "something is missing at the end",
    "players players": "something stands after the end of the expression",
    "a = 1": "something stands after the end of the expression",
    "'a' + 1": "does not work between",
    "ceil('a')": "this cannot be computed",
    "(0 - 8) ** 0.5": "a number below zero has no such root",
    "x" * 5000: "longer than 4000 signs",
}


@pytest.mark.parametrize(("source", "said"), SAYS.items(), ids=[s[:30] for s in SAYS])
def test_says(source: str, said: str) -> None:
    with pytest.raises(ExprError) as caught:
        evaluate(source, CONTEXT)
    assert said in str(caught.value)


TEXTS_SAY = {
    "one {{ rules.round": "`{{` is not closed by `}}`",
    "one {{ rules.round }}": "did you mean `rounds`?",
    "a\nb\n{{ nope }}": "there is no `nope` here",
    "{{ rules.nothing }}": "this is empty, so there is nothing to print",
    "{{ 'a' ~ rules.nothing }}": "this is empty, so there is nothing to print",
    "{{ range }}": "only texts and numbers can be printed",
    "{{ rules.table[0] }}": "a list cannot be printed",
    "{{ rules.layers }}": "a list cannot be printed",
    "{{ {'a': 1} }}": "only texts and numbers can be printed",
    "{{ noise(1) }}": "only texts and numbers can be printed",
    "{{ rules.layers | map(attribute='id') }}": "only texts and numbers can be printed",
    "{{ namespace(a=1) }}": "only texts and numbers can be printed",
    "{% include 'x' %}": "only face templates may include others",
    "{% foo %}": "there is no tag `{% foo %}`",
}


@pytest.mark.parametrize(("text", "said"), TEXTS_SAY.items())
def test_a_text_says(text: str, said: str) -> None:
    with pytest.raises(ExprError) as caught:
        render_text(text, CONTEXT)
    assert said in str(caught.value)
    assert caught.value.line == text.count("\n") + 1


def test_a_text_takes_its_numbers_from_data() -> None:
    text = "Dig for {{ rules.layers.l2.dig }} in {{ rules.layers.l2 }}."
    assert render_text(text, CONTEXT) == "Dig for 2 in Clay."
    assert render_text("no { braces } here", CONTEXT) == "no { braces } here"


REFUSED = [
    "''.__class__", "().__class__.__mro__", "rules.__class__", "rules._data", "rules.find",
    "rules.layers._by_id", "rules.layers.l1.__init__", "'%s' % 5",
    "'{0.__class__}'.format(1)", "'a'.format_map(rules)",
    "rules | attr('__class__')", "'{}' | format(1)", "'x' | safe", "noise(1)._stream", "noise.__init__",
    "[].append(1)", "{}.update({})", "rules.text.encode('utf8')", "lipsum(9)", "cycler(1)", "range.__class__",
    "(1).__class__", "1.0.__class__", "x.__class__", "namespace(a=1).__class__", "sum.__globals__",
    "rules.layers | map('attr', '__class__') | list", "rules.layers | select('callable') | list",
    "rules.layers | selectattr('__class__') | list", "self.__init__",
]  # fmt: skip


@pytest.mark.parametrize("source", REFUSED)
def test_python_is_out_of_reach(source: str) -> None:
    with pytest.raises(ExprError):
        evaluate(source, CONTEXT)


def test_attributes_of_python_read_as_undefined_inside_map() -> None:
    with pytest.raises(ExprError):
        render_text("{{ rules.layers | map(attribute='__class__') | join }}", CONTEXT)


HUGE = [
    "1e400",
    "9 ** 9 ** 9", "10 ** 10 ** 10", "2.0 ** 2000", "2 ** 300 * 2 ** 399 * 2 ** 399",
    "'a' * 3000000", "[1] * 3000000", "'a' * 1000 * 1000 * 1000", "[[1] * 1000] * 1000",
    "range(10 ** 9) | list", "range(100000) | list | sort | list * 50", "sum(range(10 ** 7))",
    "('a' * 100000) | replace('a', 'b' * 1000)", "'abc' | replace('', 'x' * 1000000)",
    "[1] | batch(2000000, 'x') | list", "[1] | slice(10000000) | list", "5.5 | round(10000000, 'floor')",
    "('f' * 1000000) | int(0, 16) * 5", "product(range(1, 99999))", "range(300) | map('string') | list * 999",
    "(" * 200 + "1" + ")" * 200, "(" * 1900 + "1" + ")" * 1900, "-" * 3000 + "1", "not " * 900 + "1",
    "+".join(["1"] * 1900), "[" * 1900, "{'a':" * 300 + "1" + "}" * 300,
]  # fmt: skip


@pytest.mark.parametrize("source", HUGE, ids=[s[:40] for s in HUGE])
def test_a_huge_expression_ends_quickly(source: str) -> None:
    began = time.monotonic()
    with pytest.raises(ExprError):
        evaluate(source, CONTEXT)
    assert time.monotonic() - began < 2


DOUBLING = ["ns.s ~ ns.s", "ns.s + ns.s", "[ns.s, ns.s] | join", "(ns.s, ns.s) | string", "[ns.s, ns.s]",
            "ns.s | replace('a', 'aa')", "{'a': ns.s, 'b': ns.s}", "ns.s * 2", "[ns.s] * 2",
            "zip([ns.s], [ns.s])", "dict(a=ns.s, b=ns.s)", "ns.s | batch(1) | list + [ns.s]"]  # fmt: skip
ENDLESS = [
    "{% for i in range(10000) %}{% for j in range(10000) %}x{% endfor %}{% endfor %}",
    "{% for i in range(90000) %}{{ 'x' * 90000 }}{% endfor %}",
    "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
    "{% for a in rules.layers recursive %}{{ loop(rules.layers) }}{% endfor %}",
    "{% for x in range(90000) %}{{ draw_odds(1000, 500, 500) }}{% endfor %}",
    "{% set b = [1] * 90000 %}{% for x in range(90000) %}{% set y = b == b %}{% endfor %}",
    "{% set b = [1] * 90000 %}{% for x in range(90000) %}{% set y = b[1:] %}{% endfor %}",
    "{% set b = [1] * 90000 %}{% for x in range(90000) %}{% set y = b | sort %}{% endfor %}",
    "{% set b = [1] * 90000 %}{% for x in range(90000) %}{% set y = 5 in b %}{% endfor %}",
    "{% set b = 'a' * 900000 %}{% for x in range(90000) %}{% set y = b | upper %}{% endfor %}",
    "{% set b = 'a' * 900000 %}{% for x in range(90000) %}{% set y = b.split('z') %}{% endfor %}",
    "{% set ns = namespace(s='a') %}{% for i in range(60) %}{% set x %}{{ ns.s }}{{ ns.s }}{% endset %}"
    "{% set ns.s = x %}{% endfor %}{{ ns.s }}",
    *(
        f"{{% set ns = namespace(s={start}) %}}{{% for i in range(60) %}}{{% set ns.s = {step} %}}"
        "{% endfor %}{{ ns.s | string | length }}"
        for step in DOUBLING
        for start in (("['a']",) if "batch" in step else ("'a'", "['a']")[: 2 - ("replace" in step)])
    ),
]


@pytest.mark.parametrize("text", ENDLESS, ids=[str(i) for i in range(len(ENDLESS))])
def test_an_endless_text_ends_quickly(text: str) -> None:
    began = time.monotonic()
    with pytest.raises(ExprError):
        render_text(text, CONTEXT)
    assert time.monotonic() - began < 6


def test_what_is_printed_never_depends_on_the_run() -> None:
    assert " at 0x" not in render_text("{{ noise(1).pick([1, 2]) }}{{ [noise(1)] | join }}", CONTEXT)


WORDS = st.sampled_from(
    re.findall(
        r"\S+",
        "players rules layers l1 dig . [ ] ( ) { } + - * / ** ~ | , : 1 0 'a' if else not in is and or == < "
        'map sum join range list sort 9999 {{ }} {% %} for endfor set # \\ " 1e9 noise max',
    )
)


@settings(max_examples=200, deadline=None)
@given(st.lists(WORDS, max_size=12))
def test_no_expression_gives_a_traceback(words: list[str]) -> None:
    for run in (evaluate, render_text):
        with suppress(ExprError):
            run(" ".join(words), CONTEXT)


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("'six' - 1", "`-` does not work between a text and a number"),
        ("1 < 'six'", "`<` does not work between a number and a text"),
        ("'six' + 1", "`+` does not work between a text and a number; join texts with `~`"),
        ("none * 2", "`*` does not work between an empty value and a number"),
        ("[1] - 1", "`-` does not work between a list and a number"),
    ],
)
def test_kinds_that_do_not_go_together_are_named(source: str, says: str) -> None:
    with pytest.raises(ExprError) as caught:
        evaluate(source, {})
    assert says in str(caught.value)
