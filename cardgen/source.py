"""Strict YAML with a place for every value.

The reader walks PyYAML's events itself, so that nothing is guessed: plain scalars are
typed by the core schema of YAML 1.2 (section 10.3.2) without the surprises of 1.1
(`no`, `010`, `1:20`, dates stay text), keys are unique, and depth, size and alias
expansion are bounded.  Every fault is a finding; reading goes on wherever it can.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import yaml

from cardgen.diagnostics import Findings, Related, Rule, Severity, Span
from cardgen.document import Document, Path_, Place
from cardgen.files import read_text
from cardgen.syntax import (
    LIMIT,
    LOOKALIKE,
    ODD_SPACES,
    PUNCTUATION,
    WIDE_COLON_KEY,
    YAML_SYNTAX,
    report_not_mapping,
    report_syntax,
    report_wide_colon,
)
from cardgen.values import Text

DUPLICATE_KEY = Rule("D102", "duplicate-key")
AMBIGUOUS = Rule("D108", "ambiguous-word")
SWALLOWED = Rule("D110", "swallowed-value")
FOLDED = Rule("D120", "folded-text", Severity.WARNING)

MAX_DEPTH = 40
MAX_NODES = 400_000
MAX_DIGITS = 18
MAX_ANCHORS = 100

_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", re.ASCII)
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", re.ASCII)
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]+")
_NULLS = {"", "~", "null", "Null", "NULL"}
_BOOLS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_YAML11_BOOLS = {"yes", "no", "on", "off", "y", "n"}


def read_yaml(path: Path, name: str, findings: Findings) -> Document | None:
    """Read one YAML file of the kit; `name` is its path inside the kit, for spans.

    Returns None (with findings) where the file has no usable mapping at all.
    """
    text = read_text(path, name, findings)
    return None if text is None else parse_yaml(text, name, findings)


def parse_yaml(text: str, name: str, findings: Findings) -> Document | None:
    """Parse YAML text whose top level is a mapping; see `read_yaml`."""
    reader = _Reader(text, name, findings)
    try:
        data = reader.read()
    except yaml.MarkedYAMLError as error:
        report_syntax(error, reader.lines, name, findings)
        return None
    except yaml.reader.ReaderError as error:
        # The C reader counts bytes and the Python one characters, so the place is looked up anew.
        found = yaml.reader.Reader.NON_PRINTABLE.search(text)
        at = found.start() if found else min(error.position, max(len(text) - 1, 0))
        shown = f"the character U+{ord(text[at]):04X}" if text else "something here"
        line = text.count("\n", 0, at) + 1
        findings.add(
            YAML_SYNTAX,
            f"{shown} is not allowed in YAML",
            Span(name, line, at - text.rfind("\n", 0, at)),
            hint="remove it (it is often invisible) or retype the line",
        )
        return None
    except _LimitError as error:
        findings.add(LIMIT, str(error), error.span, hint="split the file, or write the values out plainly")
        return None
    if data is None:
        data = {}
    if not isinstance(data, dict):
        report_not_mapping(data, reader.lines, name, findings)
        return None
    findings.extend(reader.folded)
    return Document(data, reader.places)


class _LimitError(Exception):
    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.span = span


@dataclass(slots=True)
class _Anchor:
    data: Any
    places: dict[Path_, Place]


class _Reader:
    """Builds plain data and places from parse events; one instance reads one text."""

    def __init__(self, text: str, name: str, findings: Findings) -> None:
        self.text = text
        self.lines = text.splitlines()
        self.name = name
        self.findings = findings
        self.places: dict[Path_, Place] = {}
        self._anchors: dict[str, _Anchor] = {}
        self._nodes = 0
        self.folded = Findings()
        """Texts over several lines: worth telling only where YAML could read the rest."""

    def read(self) -> Any:
        """Return the data of the only document in the text (None when empty)."""
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        self._events = yaml.parse(self.text, Loader=loader)
        data: Any = None
        seen = False
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                if seen:
                    self.findings.add(
                        YAML_SYNTAX,
                        "a second document begins here",
                        self._span(event),
                        hint="remove the `---` line",
                    )
                    break
                data = self._node(next(self._events), (), None, 0)
                seen = True
        return data

    def _span(self, event: Any, start: bool = True) -> Span:
        mark, end = event.start_mark, event.end_mark
        same = end.line == mark.line and end.column > mark.column
        return Span(self.name, mark.line + 1, mark.column + 1, end.column + 1 if same and start else 0)

    def _count(self, amount: int, span: Span) -> None:
        self._nodes += amount
        if self._nodes > MAX_NODES:
            raise _LimitError(f"more than {MAX_NODES} values (aliases written out)", span)

    def _node(self, event: Any, path: Path_, key: Span | None, depth: int) -> Any:
        span = self._span(event)
        self._count(1, span)
        before = len(self.places)
        if depth > MAX_DEPTH:
            raise _LimitError(f"more than {MAX_DEPTH} levels of nesting", span)
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event, path, key, span)
        if isinstance(event, yaml.ScalarEvent):
            value, place = self._scalar(event, key, span)
            self.places[path] = place
        elif isinstance(event, yaml.SequenceStartEvent):
            self.places[path] = Place(Span(self.name, span.line, span.column), key)
            value = self._sequence(path, depth, event)
        else:
            self.places[path] = Place(Span(self.name, span.line, span.column), key)
            value = self._mapping(path, depth, bool(event.flow_style))
        anchor = getattr(event, "anchor", None)
        if anchor is not None:
            if len(self._anchors) >= MAX_ANCHORS:
                raise _LimitError(f"more than {MAX_ANCHORS} anchors", span)
            since = islice(self.places.items(), before, None)
            inner = {p[len(path) :]: place for p, place in since if p[: len(path)] == path}
            self._anchors[anchor] = _Anchor(value, inner)
        return value

    def _alias(self, event: Any, path: Path_, key: Span | None, span: Span) -> Any:
        anchor = self._anchors.get(event.anchor)
        if anchor is None:
            self.findings.add(
                YAML_SYNTAX,
                f"`*{event.anchor}` refers to an anchor that does not exist",
                span,
                hint="put the text in quotes if it should begin with an asterisk",
            )
            self.places[path] = Place(span, key)
            return None
        self._count(len(anchor.places), span)
        for inner, place in anchor.places.items():
            self.places[path + inner] = place
        self.places[path] = Place(span, key, anchor.places[()].raw)
        return anchor.data

    def _sequence(self, path: Path_, depth: int, start: Any) -> list[Any]:
        items: list[Any] = []
        for event in self._events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            items.append(self._node(event, (*path, len(items)), None, depth + 1))
        if start.flow_style and len(items) == 1 and isinstance(items[0], str) and "，" in items[0]:
            place = self.places[(*path, 0)]
            if place.raw is not None:
                self.findings.add(
                    LOOKALIKE,
                    f"`[{items[0]}]` is a list of one text: its commas are full-width `，`",
                    place.value,
                    hint="write `,` between the items, or put the text in quotes",
                )
        return items

    def _mapping(self, path: Path_, depth: int, flow: bool) -> dict[Any, Any]:
        data: dict[Any, Any] = {}
        spans: dict[str, Span] = {}
        for event in self._events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            span = self._span(event)
            if not isinstance(event, yaml.ScalarEvent):
                self.findings.add(
                    YAML_SYNTAX, "a key must be a plain word", span, hint="put the text in quotes"
                )
                self._node(event, (*path, "?"), None, depth + 1)
                self._node(next(self._events), (*path, "?"), None, depth + 1)
                continue
            key = self._key(event, span)
            value = self._node(next(self._events), (*path, key), span, depth + 1)
            if value is None and isinstance(key, str) and "：" in key:
                # Already reported; read what was meant, so that nothing else is reported for it.
                self.places[(*path, key.partition("：")[0])] = self.places.pop((*path, key))
                key, _, typed = key.partition("：")
                value = Text(typed.strip(), span)
            if (
                flow
                and value is None
                and self.places[(*path, key)].raw == ""
                and data
                and self._no_colon(span)
            ):
                close = re.match(r"([\w-]+):\S", str(key))
                self.findings.add(
                    SWALLOWED,
                    f"`{key}` has no value: the colon after `{close[1]}` needs a space"
                    if close
                    else f"`{key}` has no value: inside {{ }} a comma ends the text before it",
                    span,
                    hint="write `key: value`"
                    if close
                    else "put the text before it in quotes, or write `key: value`",
                )
            folded = unicodedata.normalize("NFC", str(key))
            if folded in spans:
                self.findings.add(
                    DUPLICATE_KEY,
                    f"`{key}` is given twice; the second would silently win",
                    span,
                    hint="remove one of the two",
                    related=[Related(spans[folded], "first given here")],
                )
                continue
            spans[folded] = span
            data[key] = value
        return data

    def _no_colon(self, key: Span) -> bool:
        """Whether a key stands without a colon, because a comma made a word of a text into one."""
        line = self.lines[key.line - 1]
        return not line[key.end_column - 1 :].lstrip().startswith(":")

    def _key(self, event: Any, span: Span) -> str | int:
        text = str(event.value)
        if any(space in text for space in ODD_SPACES):
            self.findings.add(
                LOOKALIKE,
                f"an invisible or wide space (U+{ord(next(c for c in text if c in ODD_SPACES)):04X}) "
                "is part of this key",
                span,
                hint="indent with ordinary spaces",
            )
            text = text.strip(ODD_SPACES + " ")
        if text == "<<" and event.implicit[0]:
            self.findings.add(
                YAML_SYNTAX,
                "`<<` merges nothing here: it is not part of YAML 1.2",
                span,
                hint="write the lines out, or lay a variant over them",
            )
        wide = next((c for c in PUNCTUATION if c in text), None) if event.implicit[0] else None
        if wide:
            self.findings.add(
                LOOKALIKE,
                f"`{text}` is one long key: `{wide}` is full-width",
                span,
                hint=f"write `{PUNCTUATION[wide]}`"
                + (" followed by a space" if wide == "：" else "")
                + ", or put the key in quotes",
            )
        if (
            event.implicit[0]
            and _INT.fullmatch(text)
            and not _LEADING_ZERO.fullmatch(text)
            and len(text) < 10
        ):
            return int(text, 0)
        return unicodedata.normalize("NFC", text)

    def _scalar(self, event: Any, key: Span | None, span: Span) -> tuple[Any, Place]:
        text = str(event.value)
        plain = bool(event.implicit[0])
        if event.tag and event.tag not in ("!", "tag:yaml.org,2002:str"):
            self.findings.add(
                YAML_SYNTAX,
                f"the tag `{event.tag}` is not allowed",
                span,
                hint="put the text in quotes if it should begin with `!`",
            )
        if not plain:
            return Text(text, span), Place(span, key)
        comment = text in ("", "~") and self._comment_follows(event)
        place = Place(span, key, text, comment)
        if text in _NULLS:
            if getattr(event, "anchor", None):
                self.findings.add(
                    SWALLOWED,
                    f"`&{event.anchor}` is read as an anchor, and the value is empty",
                    span,
                    hint=f'put the text in quotes: "&{event.anchor}"',
                )
            elif comment:
                self.findings.add(
                    SWALLOWED,
                    "everything after `#` is a comment, so this value is empty",
                    span,
                    hint='put the text in quotes, such as "#c8992e"',
                )
            return None, place
        if text in _BOOLS:
            return _BOOLS[text], place
        number = self._number(text, span)
        if number is not None:
            return number, place
        if text.casefold() in _YAML11_BOOLS and len(text) > 1:
            self.findings.add(
                AMBIGUOUS,
                f"`{text}` is kept as text, but many programs read it as true or false",
                span,
                hint=f'write "{text}" in quotes, or true / false',
            )
        self._check_folded(event, span)
        if self._comment_follows(event):
            self.findings.add(
                SWALLOWED,
                f"everything after `#` is a comment, so this text is only `{text}`",
                span,
                hint="put the text in quotes, or write a space after `#` if a comment is meant",
                severity=Severity.WARNING,
            )
        return Text(text, span), place

    def _number(self, text: str, span: Span) -> int | float | None:
        if _INT.fullmatch(text):
            if _LEADING_ZERO.fullmatch(text):
                return None
            if len(text) > MAX_DIGITS:
                self.findings.add(
                    LIMIT, f"a number of {len(text)} digits", span, hint="put it in quotes if it is a text"
                )
                return 0
            return int(text, 0)
        if _FLOAT.fullmatch(text) and any(c.isdigit() for c in text) and len(text) <= 40:
            value = float(text)
            return value if abs(value) < 1e18 else None
        return None

    def _comment_follows(self, event: Any) -> bool:
        line = self.lines[event.end_mark.line] if event.end_mark.line < len(self.lines) else ""
        rest = line[event.end_mark.column :].strip()
        return bool(re.match(r"#[^\s#]", rest)) and "#" not in line[: event.end_mark.column]

    def _check_folded(self, event: Any, span: Span) -> None:
        """A plain text over several lines loses its line ends; often a full-width colon is why."""
        if event.end_mark.line == event.start_mark.line:
            return
        for number in range(event.start_mark.line, min(event.end_mark.line + 1, len(self.lines))):
            if WIDE_COLON_KEY.match(self.lines[number]):
                hint = ", or put the whole text in quotes"
                report_wide_colon(self.lines, number, self.name, self.folded, hint)
                return
        lines = event.end_mark.line - event.start_mark.line + 1
        self.folded.add(
            FOLDED,
            f"this text runs over {lines} lines, which YAML joins with spaces",
            span,
            hint="write `|` after the colon to keep the lines, or put the text on one line",
        )
