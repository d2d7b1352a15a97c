"""Markup: bold, icons, chosen breaks, escapes, and what stays as it is."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.text.markup import Break, Icon, Run, parse, plain, unclosed_bold


@pytest.mark.parametrize(
    ("text", "atoms"),
    [
        ("", ()),
        ("挖掘", (Run("挖掘"),)),
        ("得**+3**分", (Run("得"), Run("+3", bold=True), Run("分"))),
        ("付:work-day:，", (Run("付"), Icon("work-day"), Run("，"))),
        ("**付:coin:一**", (Run("付", bold=True), Icon("coin"), Run("一", bold=True))),
        ("一\n二\n", (Run("一"), Break(), Run("二"))),
        ("一 \r\n  二", (Run("一"), Break(), Run("二"))),
        ("1:2:3 和 :Big: :-a: 注：甲：", (Run("1:2:3 和 :Big: :-a: 注：甲："),)),
        (r"\**a\** \:coin: \\ \n", (Run(r"**a** :coin: \ \n"),)),
        ("a ** b", (Run("a ** b"),)),
        ("**a** b**", (Run("a", bold=True), Run(" b**"))),
        ("a****b", (Run("ab"),)),
        ("a  \t b\u3000\u3000c", (Run("a b\u3000\u3000c"),)),
        ("陶\ufe0f\u200d\x00\x0b器", (Run("陶器"),)),
    ],
)
def test_parse(text: str, atoms: tuple[object, ...]) -> None:
    assert parse(text) == atoms


def test_unclosed_bold_is_told() -> None:
    assert unclosed_bold("**a** b**")
    assert not unclosed_bold("**a**")
    assert not unclosed_bold(r"\**a")


def test_plain_text_for_a_reader() -> None:
    assert plain("付 **1** :workday:\n完") == "付 1 workday 完"


@given(st.text(alphabet="ab*\\: \n中，1-", max_size=40))
def test_no_sign_that_is_not_markup_is_lost_and_runs_alternate(text: str) -> None:
    atoms = parse(text)
    kept = "".join(atom.text for atom in atoms if isinstance(atom, Run))
    names = "".join(atom.name for atom in atoms if isinstance(atom, Icon))
    for sign in "ab中，1":
        assert (kept + names).count(sign) == text.count(sign)
    for one, two in pairwise(atoms):
        if isinstance(one, Run) and isinstance(two, Run):
            assert one.bold != two.bold
    assert all(atom.text for atom in atoms if isinstance(atom, Run))
