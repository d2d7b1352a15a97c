"""Where a YAML error really is: PyYAML's message, moved to the line that a person has to change."""

from __future__ import annotations

import re
from typing import Any

import yaml

from cardgen.diagnostics import Findings, Rule, Span

YAML_SYNTAX = Rule("D101", "yaml-syntax")
LOOKALIKE = Rule("D107", "lookalike-punctuation")
LIMIT = Rule("D109", "file-too-large")

ODD_SPACES = "\u3000\u00a0\u200b\u2003\ufeff"
PUNCTUATION = {
    "：": ":", "，": ",", "｛": "{", "｝": "}", "［": "[", "］": "]", "【": "[", "】": "]", "－": "-",
}  # fmt: skip
WIDE_COLON_KEY = re.compile(r"^\s*(?:-\s+)*[\w\-. ]{1,40}：")

_KEY = re.compile(r"\s*(?:-\s+)*[^\s:#\"'{\[-][^:#]*")
_NO_SPACE = re.compile(r"(\s*(?:-\s+)*[\w-]+):[^\s/:]")
_VALUE = re.compile(r"\s*(?:-\s+)*[\w-]+:\s+(.*)")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')


def report_syntax(error: yaml.MarkedYAMLError, lines: list[str], name: str, findings: Findings) -> None:
    """Add the one finding that tells what to change, and where; `lines` are those of the file."""
    _Fault(error, lines, name, findings).report()


def report_wide_colon(lines: list[str], number: int, name: str, findings: Findings, hint: str = "") -> None:
    """A full-width colon where a key was meant, on line `number` (from 0)."""
    column = lines[number].index("：") + 1
    findings.add(
        LOOKALIKE,
        "`：` is a full-width colon; YAML does not see a key here",
        Span(name, number + 1, column, column + 1),
        hint=f"write `: ` (a narrow colon and a space){hint}",
    )


def report_not_mapping(data: Any, lines: list[str], name: str, findings: Findings) -> None:
    """The whole file is a list or one text: say which, and find the colon that is at fault, if any."""
    for number, line in enumerate(lines):
        if WIDE_COLON_KEY.match(line):
            report_wide_colon(lines, number, name, findings)
            return
        if close := _NO_SPACE.match(line):
            _report_close_colon(close, number, name, findings)
            return
    kind = "a list" if isinstance(data, list) else f"the text `{str(data)[:40]}`"
    findings.add(
        YAML_SYNTAX,
        f"the file is {kind}, not `key: value` lines",
        Span(name),
        hint="write lines such as `components:`, with what belongs to them indented below",
    )


def _report_close_colon(match: re.Match[str], number: int, name: str, findings: Findings) -> None:
    column = match.end(1) + 1
    findings.add(
        YAML_SYNTAX,
        f"the colon after `{match[1].strip().lstrip('- ')}` has no space after it, so YAML sees no key here",
        Span(name, number + 1, column, column + 1),
        hint="write a space after the colon",
    )


class _Fault:
    """One error of the parser, with the lines around it."""

    def __init__(self, error: yaml.MarkedYAMLError, lines: list[str], name: str, findings: Findings) -> None:
        self.lines, self.name, self.findings = lines, name, findings
        mark: Any = error.problem_mark or error.context_mark
        self.line: int = mark.line if mark else 0
        self.column: int = mark.column if mark else 0
        self.start: Any = error.context_mark or mark
        self.problem = str(error.problem or error.context)
        self.at_end = self.line >= len(lines)
        self.source = "" if self.at_end else lines[self.line]

    def report(self) -> None:
        """Try what people mistype, the likeliest first."""
        for look in (
            self._too_deep, self._wide_colon, self._odd_space, self._tab, self._wide_in_brackets,
            self._open_quote, self._open_bracket, self._no_colon, self._nested_value, self._other,
        ):  # fmt: skip
            if look():
                return

    def _add(
        self, rule: Rule, message: str, hint: str, line: int | None = None, column: int | None = None
    ) -> bool:
        place = (self.line if line is None else line, self.column if column is None else column)
        self.findings.add(rule, message, Span(self.name, place[0] + 1, place[1] + 1), hint=hint)
        return True

    def _back(self, count: int) -> range:
        """The line of the error and some before it, the nearest first."""
        last = min(self.line, len(self.lines) - 1)
        return range(last, max(last - count, -1), -1)

    def _before(self) -> int | None:
        """The nearest line before the error that is not empty or a comment."""
        for number in self._back(20):
            if number < self.line and self.lines[number].strip() and self.lines[number].lstrip()[0] != "#":
                return number
        return None

    def _too_deep(self) -> bool:
        if "nesting depth" not in self.problem:
            return False
        return self._add(LIMIT, "too many levels of nesting", "close the brackets, or write fewer levels")

    def _wide_colon(self) -> bool:
        for number in self._back(4):
            if WIDE_COLON_KEY.match(self.lines[number]):
                report_wide_colon(self.lines, number, self.name, self.findings)
                return True
        return False

    def _odd_space(self) -> bool:
        for number in self._back(2):
            for column, sign in enumerate(self.lines[number]):
                if sign in ODD_SPACES:
                    what = f"an invisible or wide space (U+{ord(sign):04X}) stands here"
                    return self._add(LOOKALIKE, what, "use ordinary spaces", number, column)
                if not sign.isspace():
                    break
        return False

    def _tab(self) -> bool:
        indent = self.source[: len(self.source) - len(self.source.lstrip())]
        if "\t" not in indent:
            return False
        message = "a tab stands in the indentation"
        return self._add(YAML_SYNTAX, message, "indent with spaces, not tabs", column=indent.index("\t"))

    def _wide_in_brackets(self) -> bool:
        if "expected ',' or" not in self.problem or self.start is None:
            return False
        for number in range(self.start.line, min(self.line, len(self.lines) - 1) + 1):
            first = self.start.column if number == self.start.line else 0
            blank = _QUOTED.sub(lambda found: " " * len(found[0]), self.lines[number])
            for column in range(first, len(blank)):
                sign = blank[column]
                if sign in "，｝］】｛［【":
                    what = f"`{sign}` is full-width; YAML does not see it as `{PUNCTUATION[sign]}`"
                    hint = f"write `{PUNCTUATION[sign]}`, or put the text in quotes"
                    return self._add(LOOKALIKE, what, hint, number, column)
        return False

    def _open_quote(self) -> bool:
        value = _VALUE.match(self.source)
        text = value[1].rstrip() if value else ""
        if text[:1] in ("'", '"') and text[-1] == text[0] and text[0] in text[1:-1]:
            other = "'" if text[0] == '"' else '"'
            hint = f"put {other} around a text that holds {text[0]}"
            return self._add(YAML_SYNTAX, f"a {text[0]} inside the text ends it early", hint)
        for number in self._back(12):
            plain = _QUOTED.sub(lambda found: "_" * len(found[0]), self.lines[number])
            opened = re.search(r"(?:[:,\[{]|^\s*-)\s+\"|[\[{]\"", plain)
            opened = opened or re.search(r"(?:[:,\[{]|^\s*-)\s+'|[\[{]'", plain)
            if opened:
                column = opened.end() - 1
                message = "the quote that opens here is not closed"
                return self._add(YAML_SYNTAX, message, "close it on the same line", number, column)
        return False

    def _open_bracket(self) -> bool:
        if "expected ',' or" not in self.problem or self.start is None:
            return False
        next_key = self.line > self.start.line and re.match(r"\s*(?:-\s+)*[\w-]+:?\s", self.source + " ")
        if not self.at_end and not (next_key and self.source[self.column : self.column + 1] == ":"):
            message = "YAML cannot read this: a `,` or a closing bracket is missing"
            hint = "inside { } or [ ] a text that holds a comma, colon or quote must stand in quotes"
            return self._add(YAML_SYNTAX, message, hint)
        bracket = self.lines[self.start.line][self.start.column : self.start.column + 1]
        close = {"{": "}", "[": "]"}.get(bracket, "its partner")
        message = f"the `{bracket}` that opens here is not closed"
        hint = f"write `{close}` where it ends; a text that begins with `{bracket}` must stand in quotes"
        return self._add(YAML_SYNTAX, message, hint, self.start.line, self.start.column)

    def _no_colon(self) -> bool:
        """The line before, or the one that began a key, is no `key: value`."""
        number: int | None = None
        if "could not find expected ':'" in self.problem and self.start is not None:
            number = self.start.line
        elif "mapping values" in self.problem and _KEY.fullmatch(self.source[: self.column]):
            number = self._before()
        if number is None or number >= len(self.lines):
            return False
        line = self.lines[number]
        if close := _NO_SPACE.match(line):
            _report_close_colon(close, number, self.name, self.findings)
            return True
        first = len(line) - len(line.lstrip())
        if ": " not in line and not line.rstrip().endswith(":"):
            message = "this line has no colon, so YAML cannot tell what it is"
            return self._add(YAML_SYNTAX, message, "write `key: value`", number, first)
        if "mapping values" in self.problem:
            message = "this line is indented under a line that already has its value"
            indent = len(self.source) - len(self.source.lstrip())
            return self._add(YAML_SYNTAX, message, "line it up with the line above", column=indent)
        return False

    def _nested_value(self) -> bool:
        value = _VALUE.match(self.source)
        if value and value[1][:1] in tuple("*%@!|>?{[\"'`&"):
            message = f"a text cannot begin with `{value[1][0]}`"
            return self._add(YAML_SYNTAX, message, "put the text in quotes")
        if "mapping values" in self.problem:
            message = "a colon and a space inside a text make YAML look for another key"
            return self._add(YAML_SYNTAX, message, "put the text in quotes")
        if "block sequence entries" in self.problem:
            message = "a list cannot begin on the line of its key"
            hint = "begin the list on the next line, or put the text in quotes"
            return self._add(YAML_SYNTAX, message, hint)
        return False

    def _other(self) -> bool:
        hint = "look at the indentation and the quotes of this line and the one before"
        if "expected key" in self.problem or "block end" in self.problem:
            hint = "keys of one thing begin below one another, in the same column"
        return self._add(YAML_SYNTAX, f"YAML cannot read this: {self.problem}", hint)
