"""The text of a kit's files: UTF-8, and of a size that a person could have typed."""

from __future__ import annotations

from pathlib import Path

from cardgen.diagnostics import Findings, Rule, Span
from cardgen.syntax import LIMIT

ENCODING = Rule("D103", "file-encoding")
UNREADABLE = Rule("D119", "unreadable-file")

MAX_BYTES = 4_000_000


def read_text(path: Path, name: str, findings: Findings) -> str | None:
    """Return the UTF-8 text of a file, or None with a finding that names the real encoding."""
    span = Span(name)
    try:
        raw = path.read_bytes()
    except OSError as error:
        findings.add(
            UNREADABLE,
            f"cannot read `{name}`: {error.strerror}",
            span,
            hint="look at its name and permissions",
        )
        return None
    if len(raw) > MAX_BYTES:
        findings.add(LIMIT, f"`{name}` has {len(raw)} bytes; at most {MAX_BYTES} are read", span)
        return None
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        findings.add(ENCODING, f"`{name}` is UTF-16", span, hint="save it as UTF-8")
        return None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        guess = "it looks like GBK; " if _decodes(raw, "gb18030") else ""
        findings.add(
            ENCODING, f"`{name}` is not UTF-8", Span(name, line), hint=f"{guess}save the file as UTF-8"
        )
        return None


def _decodes(raw: bytes, encoding: str) -> bool:
    try:
        raw.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
