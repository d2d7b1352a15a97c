"""Fields, words, art and icons that nothing uses: neither a face, nor an expression, a text or a claim."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from cardgen.checks import codes
from cardgen.checks.tracing import MEMBERS, DataPath
from cardgen.diagnostics import Findings, Rule, Span
from cardgen.document import Document
from cardgen.schema import CARD_FIELDS

_WORDS = re.compile(r"[^\W\d][\w-]*")


def check_unused(
    root: Path,
    documents: Iterable[Document],
    read: Collection[DataPath],
    used: Collection[str],
    findings: Findings,
) -> None:
    """Look for what is never used.

    `documents` are the data first, then the rulebook; `read` is what the faces of all setups read;
    `used` names the drawings in them, as `art:mask`.
    """
    document, *others = documents
    named = set(_names([document.data, *(other.data for other in others)]))
    named |= set(_template_names(root))
    _fields(document, read, named, findings)
    words = {path[1] for path in read if path[0] == "words" and len(path) > 1}
    for word in document.data.get("words") or {}:
        if str(word) not in words and str(word) not in named and MEMBERS not in words:
            findings.add(
                codes.WORD_UNUSED,
                f"the word `{word}` is used by no face and no text",
                document.key_span(("words", word)),
                hint="remove it, or print it",
            )
    _files(root, "art", codes.ART_UNUSED, used, named, findings)
    _files(root, "icons", codes.ICON_UNUSED, used, named, findings)


def _fields(
    document: Document, read: Collection[DataPath], named: Collection[str], findings: Findings
) -> None:
    seen: dict[str, set[str]] = {}
    for path in read:
        if path[0] == "components" and len(path) > 4 and path[2] == "cards":
            seen.setdefault(path[1], set()).add(path[4])
    engine = document.data.get("kit", {}).get("engine") is not None
    for name, component in document.data.get("components", {}).items():
        fields = component.get("fields") if isinstance(component, dict) else None
        known = seen.get(name, set())
        if engine or MEMBERS in known or not known:
            continue  # a rules engine may read any field, as may a template that lists them all
        for field in fields or {}:
            if field not in known and field not in named and field not in CARD_FIELDS:
                findings.add(
                    codes.FIELD_UNUSED,
                    f"the field `{field}` of {name} is used by no face, text, check or claim",
                    document.key_span(("components", name, "fields", field)),
                    hint=f"print it with `{{{{ card.{field} }}}}`, or remove it",
                )


def _files(
    root: Path, folder: str, rule: Rule, used: Collection[str], named: Collection[str], findings: Findings
) -> None:
    kind = "art" if folder == "art" else "icon"
    for path in sorted((root / folder).rglob("*.svg")):
        name = path.relative_to(root / folder).with_suffix("").as_posix()
        if f"{kind}:{name}" not in used and name not in named:
            findings.add(
                rule,
                f"no face shows `{folder}/{name}.svg`",
                Span(f"{folder}/{name}.svg"),
                hint="remove the file, or use it",
            )


def _names(values: Iterable[Any]) -> Iterator[str]:
    """All words in the texts of plain data; the keys of mappings are no use of what they name."""
    for value in values:
        if isinstance(value, str):
            yield from _WORDS.findall(value)
        elif isinstance(value, dict):
            yield from _names(value.values())
        elif isinstance(value, list):
            yield from _names(value)


def _template_names(root: Path) -> Iterator[str]:
    """Names in quotes in the kit's templates: drawings and words that only some setups or inks show."""
    for path in sorted((root / "templates").glob("*.j2")):
        text = path.read_text("utf-8-sig", errors="replace")
        yield from re.findall(r"""['"]([\w/-]+)['"]""", text)
        yield from re.findall(r"\bwords\.(\w+)", text)
        yield from re.findall(r"\b(?:card|data)\.(\w+)", text)
