"""YAML as people type it: the right value, or one finding at the place that has to change."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen import files
from cardgen.diagnostics import Findings
from cardgen.source import parse_yaml, read_yaml

NBSP, ZWSP, WIDE, BOM = "\u00a0", "\u200b", "\u3000", "\ufeff"


def parse(text: str) -> tuple[Any, list[tuple[str, int, int]], Findings]:
    findings = Findings()
    document = parse_yaml(text, "data/cards.yaml", findings)
    places = [(f.code, f.span.line, f.span.column) for f in findings if f.span]
    return (document.data if document else None), places, findings


RIGHT = {
    "a number": ("a: 12\n", 12),
    "a negative number": ("a: -3\n", -3),
    "hexadecimal": ("a: 0x1F\n", 31),
    "an exponent": ("a: 1e3\n", 1000.0),
    "true": ("a: true\n", True),
    "null": ("a: null\n", None),
    "a tilde": ("a: ~\n", None),
    "a time or a ratio": ("a: 1:20\n", "1:20"),
    "a leading zero": ("a: 010\n", "010"),
    "a number of a spy": ("a: 007\n", "007"),
    "a date": ("a: 2024-01-02\n", "2024-01-02"),
    "a date that does not exist": ("a: 2024-13-45\n", "2024-13-45"),
    "digits in groups": ("a: 1_000\n", "1_000"),
    "no infinity": ("a: .inf\n", ".inf"),
    "one letter": ("a: y\n", "y"),
    "a comment": ("a: b # two of three\n", "b"),
    "a comment after a number": ("a: 5 #two\n", 5),
    "an apostrophe inside": ("a: it's\n", "it's"),
    "per cent inside": ("a: 50% off\n", "50% off"),
    "Chinese brackets": ("a: 【火】\n", "【火】"),
    "Chinese quotes": ("a: “火”\n", "“火”"),
    "Chinese punctuation in a text": ("a: 攻击：2，然后停\n", "攻击：2，然后停"),
    "a question mark": ("a: ?foo\n", "?foo"),
    "an anchor with its value": ("a: &rage fury\n", "fury"),
    "quoted word": ('a: "no"\n', "no"),
    "a block of lines": ("a: |\n  one\n  two\n", "one\ntwo\n"),
    "a byte order mark": (f"{BOM}a: 1\n", 1),
}


@pytest.mark.parametrize(("text", "value"), RIGHT.values(), ids=RIGHT.keys())
def test_the_right_value(text: str, value: object) -> None:
    data, places, _ = parse(text)
    assert places == []
    assert data["a"] == value
    assert type(data["a"]) is type(value) or isinstance(data["a"], str)


def test_words_that_yaml_1_1_reads_as_true_or_false_stay_keys() -> None:
    assert parse("no: 1\nyes: 2\non: 3\n")[0] == {"no": 1, "yes": 2, "on": 3}


MISTAKES = {
    "a key twice": ("a: 1\nb: 2\na: 3\n", "D102", 3, 1),
    "é composed and decomposed": ("\u00e9: 1\ne\u0301: 2\n", "D102", 2, 1),
    "full-width commas": ("colors: [火，水，土]\n", "D107", 1, 10),
    "a full-width colon alone": ("name：火球\n", "D107", 1, 5),
    "a full-width colon before a key": ("a: 1\nname：火球\nb: 2\n", "D107", 2, 5),
    "a full-width colon inside": ("kit:\n  id: x\n  name：火球\n  v: 1\n", "D107", 3, 7),
    "a full-width colon in a list": ("a:\n  - id: x\n    name：火\n    b: 1\n", "D107", 3, 9),
    "a full-width colon after a section": ("a: 1\ncards：\n  - {id: a}\n", "D107", 2, 6),
    "a full-width colon in braces": ("a: {b：1, c: 2}\n", "D107", 1, 5),
    "full-width colons and commas": ("a: {b：1，c：2}\n", "D107", 1, 5),
    "a full-width comma in braces": ("a: {b: 1，c: 2}\n", "D107", 1, 9),
    "a full-width bracket": ("a: [x, y】\n", "D107", 1, 9),
    "a full-width colon, folded": ("a: x\n  name：y\n", "D107", 2, 7),
    "a wide space in the indent": (f"a:\n{WIDE}b: 1\n", "D107", 2, 1),
    "a no-break space in the indent": (f"a:\n{NBSP}{NBSP}b: 1\n", "D107", 2, 1),
    "a zero-width space in the indent": (f"a: 1\n{ZWSP}b: 2\n", "D107", 2, 1),
    "a byte order mark inside": (f"a: 1\n{BOM}b: 2\n", "D107", 2, 1),
    "no": ("a: no\n", "D108", 1, 4),
    "on": ("a: on\n", "D108", 1, 4),
    "off": ("a: off\n", "D108", 1, 4),
    "yes": ("a: Yes\n", "D108", 1, 4),
    "an anchor for a text": ("name: &Rage\n", "D110", 1, 7),
    "a colour": ("color: #ff0000\n", "D110", 1, 7),
    "a text that begins with #": ("title: #1 card\n", "D110", 1, 7),
    "a text with #": ("title: card #1\n", "D110", 1, 8),
    "a text over lines": ("a: one\n  two\n  three\nb: 1\n", "D120", 1, 4),
    "a key as text": ("a: Draw: take 2\n", "D101", 1, 8),
    "a text with a colon in braces": ("a: {x: take 2: now}\n", "D101", 1, 14),
    "*": ("a: *foo\n", "D101", 1, 4),
    "%": ("a: %foo\n", "D101", 1, 4),
    "@": ("a: @foo\n", "D101", 1, 4),
    "!": ("a: !foo\n", "D101", 1, 4),
    "|": ("a: |foo\n", "D101", 1, 5),
    ">": ("a: >foo\n", "D101", 1, 5),
    "? and a space": ("a: ? foo\n", "D101", 1, 4),
    "`": ("a: `foo\n", "D101", 1, 4),
    "a list on the line of its key": ("a: - foo\n", "D101", 1, 4),
    "an open {": ("a: {foo\nb: 1\n", "D101", 1, 4),
    "an open [": ("a: [foo\nb: 1\n", "D101", 1, 4),
    'an open "': ('a: "foo\nb: 1\nc: "x"\n', "D101", 1, 4),
    "an open '": ("a: 'foo\nb: 1\n", "D101", 1, 4),
    "quotes in quotes": ('a: "say "hi" now"\n', "D101", 1, 10),
    "an apostrophe in quotes": ("a: 'it's'\n", "D101", 1, 8),
    "a tab": ("a:\n\tb: 1\n", "D101", 2, 1),
    "a tab further down": ("a: 1\n\tb: 2\n", "D101", 2, 1),
    "a foreign anchor": ("a: &火 x\n", "D101", 1, 5),
    "no space after the colon": ("a:1\nb: 2\n", "D101", 1, 2),
    "no space after the only colon": ("a:1\n", "D101", 1, 2),
    "no colon": ("a: 1\nb c\nd: 1\n", "D101", 2, 1),
    "indented under a value": ("a: b\n c: d\n", "D101", 2, 2),
    "not lined up": ("a:\n  b: 1\n c: 2\n", "D101", 3, 2),
    "a list for a key": ("? [a]\n: b\n", "D101", 1, 3),
    "a merge key": ("a: &x {b: 1}\nc:\n  <<: *x\n", "D101", 3, 3),
    "a tag": ("a: !!python/object:os.system x\n", "D101", 1, 4),
    "a second document": ("---\na: 1\n---\nb: 2\n", "D101", 3, 1),
    "a NUL": ("a: 1\x00\n", "D101", 1, 5),
    "a list": ("- a\n- b\n", "D101", 1, 1),
    "a text": ("just text\n", "D101", 1, 1),
    "a thousand brackets": ("a: " + "[" * 1000 + "]" * 1000, "D109", 1, 1003),
    "fifty brackets": ("a: " + "[" * 50 + "]" * 50, "D109", 1, 44),
    "4300 digits": ("a: " + "9" * 4300 + "\n", "D109", 1, 4),
    "a comma that ends a text": ("a: {b: one, two}\n", "D110", 1, 13),
}


@pytest.mark.parametrize(("text", "code", "line", "column"), MISTAKES.values(), ids=MISTAKES.keys())
def test_one_finding_where_it_helps(text: str, code: str, line: int, column: int) -> None:
    _, places, findings = parse(text)
    assert places == [(code, line, column)]
    assert all(finding.hint for finding in findings), "every finding says what to do"


def test_a_duplicate_key_shows_both_places() -> None:
    _, _, findings = parse("a: 1\na: 2\n")
    (finding,) = findings
    assert [related.span.line for related in finding.related] == [1]


def test_a_text_is_quoted_as_it_was_typed() -> None:
    document = parse_yaml("a: 1.10\n", "x.yaml", Findings())
    assert document is not None
    assert document.places[("a",)].raw == "1.10"


def test_every_value_has_a_place() -> None:
    document = parse_yaml("a:\n  - {b: 1, c: x}\n  - d\n", "x.yaml", Findings())
    assert document is not None
    assert str(document.span(("a", 0, "c"))) == "x.yaml:2:15"
    assert str(document.key_span(("a", 0, "c"))) == "x.yaml:2:12"
    assert str(document.span(("a", 1))) == "x.yaml:3:5"
    assert str(document.span(("a", 0, "missing"))) == "x.yaml:2:5", "a missing value is placed at its parent"


def test_aliases_that_multiply_are_bounded() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)]
    began = time.monotonic()
    _, places, _ = parse("\n".join(lines))
    assert [code for code, *_ in places] == ["D109"]
    assert time.monotonic() - began < 5


def test_many_anchors_in_a_large_file_are_quick() -> None:
    text = "\n".join(f"k{i}: &k{i} {{a: 1}}" for i in range(99)) + "\n"
    text += "\n".join(f"v{i}: {{a: 1, b: 2}}" for i in range(5000))
    assert parse(text)[1] == []


@pytest.mark.parametrize("encoding", ["gbk", "utf-16", "utf-16-be"])
def test_other_encodings_are_named(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "cards.yaml"
    mark = b"\xfe\xff" if encoding == "utf-16-be" else b""
    path.write_bytes(mark + "a: 1\nname: 火球术\n".encode(encoding))
    findings = Findings()
    assert read_yaml(path, "data/cards.yaml", findings) is None
    (finding,) = findings
    assert finding.code == "D103"
    assert ("GBK" if encoding == "gbk" else "UTF-16") in finding.message + str(finding.hint)


def test_a_file_that_is_too_large_or_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 10)
    path = tmp_path / "cards.yaml"
    path.write_text("a: 1234567890\n")
    findings = Findings()
    assert read_yaml(path, "big.yaml", findings) is None
    assert read_yaml(tmp_path, "folder.yaml", findings) is None
    assert [finding.code for finding in findings] == ["D109", "D119"]


ALPHABET = st.text(alphabet="ab:：,，-{}[]\"'#&*!|> \n\t\u3000?%@0.1é~", max_size=60)


@settings(max_examples=300, deadline=None)
@given(ALPHABET)
def test_no_text_gives_a_traceback(text: str) -> None:
    document, _, findings = parse(text)
    assert document is not None or findings.has_errors
    for finding in findings:
        assert finding.span
        assert finding.span.line <= text.count("\n") + 2
