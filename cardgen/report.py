"""Findings for people, programs and CI: the only module that prints, with `cli`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from cardgen.diagnostics import Finding, Findings, Severity, Span
from cardgen.tables import columns, counted, table

if TYPE_CHECKING:
    from cardgen.checks.coverage import Coverage, Unguarded

_COLORS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.NOTE: "36"}
_GITHUB = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def use_color(stream: TextIO) -> bool:
    """Whether to colour: on a terminal, unless `NO_COLOR` is set (no-color.org) or it is dumb."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class Reporter:
    """Shows findings about the kit at `root`; paths are shown from the current folder."""

    def __init__(self, root: Path, stream: TextIO | None = None) -> None:
        self.root = root
        self.stream = stream or sys.stderr
        self.color = use_color(self.stream)
        self._lines: dict[str, list[str]] = {}

    def show(self, findings: Findings, output: str = "text") -> None:
        """Print all findings as `text` (with the source line) or for `github`."""
        for finding in findings:
            print(self._github(finding) if output == "github" else self._text(finding), file=self.stream)

    def summary(self, findings: Findings, what: str = "") -> None:
        """One line that counts them."""
        errors, warnings, notes = (findings.count(s) for s in Severity)
        parts = [counted(errors, "error"), counted(warnings, "warning")] + (
            [counted(notes, "note")] * (notes > 0)
        )
        print((f"{what}: " if what else "") + ", ".join(parts), file=self.stream)

    def _paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.color else text

    def _path(self, span: Span) -> str:
        path = self.root / span.file
        try:
            shown = os.path.relpath(path)
        except ValueError:  # another drive, on Windows
            shown = str(path)
        return Path(shown).as_posix()

    def _text(self, finding: Finding) -> str:
        color = _COLORS[finding.severity]
        head = self._paint(f"{finding.severity}[{finding.code}]", f"1;{color}")
        section = f" (§{finding.section})" if finding.section else ""
        span = finding.span
        place = f"{self._path(span)}:{span.line}:{span.column}: " if span else ""
        lines = [f"{place}{head} {finding.message}{section}"]
        if span:
            lines += self._excerpt(span, color)
        for related in finding.related:
            lines.append(
                f"   {self._path(related.span)}:{related.span.line}:{related.span.column}: {related.message}"
            )
        if finding.hint:
            lines.append(f"   = {finding.hint}")
        return "\n".join(lines)

    def _excerpt(self, span: Span, color: str) -> list[str]:
        source = self._source(span.file)
        if not 0 < span.line <= len(source) or not source[span.line - 1].strip():
            return []
        line = source[span.line - 1].replace("\t", " ")
        number = f"{span.line:>5}"
        length = max(span.end_column - span.column, 1)
        before, marked = line[: span.column - 1], line[span.column - 1 : span.column - 1 + length]
        carets = " " * columns(before) + "^" * max(columns(marked), 1)
        if len(line) > 160:
            return []
        return [f"{number} | {line}", " " * 5 + " | " + self._paint(carets, color)]

    def _source(self, file: str) -> list[str]:
        if file not in self._lines:
            try:
                self._lines[file] = (self.root / file).read_text("utf-8-sig").splitlines()
            except (OSError, UnicodeDecodeError):
                self._lines[file] = []
        return self._lines[file]

    def _github(self, finding: Finding) -> str:
        """A workflow command that GitHub shows at the line."""
        span = finding.span
        where = f"file={self._path(span)},line={span.line},col={span.column}," if span else ""
        text = finding.message + (f"\n{finding.hint}" if finding.hint else "")
        escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
        return f"::{_GITHUB[finding.severity]} {where}title={finding.code} {finding.name}::{escaped}"


def finding_json(finding: Finding) -> dict[str, Any]:
    """A finding as the contract says."""
    span = finding.span
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": str(finding.severity),
        "message": finding.message,
        "file": span.file if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "section": finding.section,
        "hint": finding.hint,
        "related": [
            {"file": r.span.file, "line": r.span.line, "column": r.span.column, "message": r.message}
            for r in finding.related
        ],
    }


def replays_json(games: Sequence[Any]) -> str:
    """Replayed games as the contract says: one as an object, several as a list."""
    records = [{**game.as_json(), "findings": [finding_json(f) for f in game.findings]} for game in games]
    return json.dumps(records[0] if len(records) == 1 else records, ensure_ascii=False, indent=1)


def replays_text(games: Sequence[Any]) -> str:
    """Scores round by round and the result of each replayed game, by the rules."""
    tables = []
    for game in games:
        rows: list[Sequence[object]] = [["round", *game.players]]
        rows += [[number, *scores.values()] for number, scores in enumerate(game.rounds, 1)]
        places = " > ".join(f"{name} {game.final[name]}" for name in game.ranking)
        tables.append("\n".join([game.file, table(rows, right=tuple(range(1, len(rows[0])))), places]))
    return "\n\n".join(tables)


def check_json(kit: str, findings: Findings, checked: int) -> str:
    """The result of a check as JSON."""
    data = {
        "kit": kit,
        "findings": [finding_json(finding) for finding in findings],
        "errors": findings.count(Severity.ERROR),
        "warnings": findings.count(Severity.WARNING),
        "checked": checked,
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def coverage_text(coverage: Coverage, shown: Callable[[str], str]) -> str:
    """The values that nothing guards, a line each with place and change; then the share of guarded ones."""
    lines = []
    for one in coverage.unguarded:
        place = f"{shown(one.span.file)}:{one.span.line}:{one.span.column}: " if one.span else ""
        lines.append(f"{place}{one.path}: {one.value} → {one.other} changes nothing that is checked")
    lines += [f"excused: {one.path}: {one.reason}" for one in coverage.excused]
    counted = coverage.values - len(coverage.excused)
    excused = f", {len(coverage.excused)} excused" if coverage.excused else ""
    lines.append(f"{coverage.guarded} of {counted} values are guarded ({coverage.percent:.1f} %){excused}")
    return "\n".join(lines)


def coverage_json(kit: str, coverage: Coverage, findings: Findings) -> str:
    """The coverage as JSON."""

    def value(one: Unguarded) -> dict[str, Any]:
        place = {"file": one.span.file, "line": one.span.line, "column": one.span.column} if one.span else {}
        reason = {"reason": one.reason} if one.reason else {}
        return {"path": one.path, "value": one.value, "changed": one.other, **place, **reason}

    data = {
        "kit": kit,
        "values": coverage.values,
        "guarded": coverage.guarded,
        "percent": round(coverage.percent, 2),
        "unguarded": [value(one) for one in coverage.unguarded],
        "excused": [value(one) for one in coverage.excused],
        "findings": [finding_json(finding) for finding in findings],
    }
    return json.dumps(data, ensure_ascii=False, indent=1)
