"""Numbers typed in a text that the data has: on the cards, and in the rulebook."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from cardgen.checks import codes
from cardgen.checks.wording import texts
from cardgen.diagnostics import Findings, Span
from cardgen.document import Document, Path_
from cardgen.kit import Kit
from cardgen.loading import inside
from cardgen.validate import describe

_CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.S)
_DIGITS = re.compile(r"(?<![\w.#-])(?<![A-Za-z])[+−-]?(\d+(?:\.\d+)?)(?![\w.]*[A-Za-z_]|\d|\.\d)")
_UNPRINTED = re.compile(
    r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|\[\[.*?\]\]|\[#[^\]]*\]|(?<=\])\([^()]*\)|:[a-z][a-z0-9-]*:"
    r"|^[ \t>]*\d+[.)](?=\s)",
    re.S | re.M,
)
"""What a rulebook does not print as it stands: code, references, names of sections, targets of pictures,
icons, and the numbers of lists, which are counted anew."""
_NOT_RULE_TEXT = {"id", "name", "icon", "art", "note", "provisional", "silence", "color", "title"}
_SHOWN = 3
_MOST_BYTES = 400_000


def check_typed_numbers(root: Path, document: Document, kits: Collection[Kit], findings: Findings) -> None:
    """Look for typed numbers in the texts of cards and in the templates of the rulebook."""
    _in_cards(document, findings)
    _in_rulebook(root, document, kits, findings)


def _in_cards(document: Document, findings: Findings) -> None:
    """A number typed in a text of a card or component, where the data has that number."""
    numbers = _numbers(document.data)
    for path, text in texts(document.data):
        if path[0] != "components" or path[-1] in _NOT_RULE_TEXT or not _is_text_field(path, document):
            continue
        for match in _DIGITS.finditer(_CODE.sub(lambda m: " " * len(m[0]), text)):
            found = numbers.get(float(match[1]))
            own = [other for other in found or () if other[:4] == path[:4] and len(other) == 5]
            if not found or (float(match[1]) <= 1 and not own):
                continue  # "1 point for every …": one of something is seldom a number of the game
            near = sorted(
                found, key=lambda other: (other[:4] != path[:4], other[:2] != path[:2], other[0] != "rules")
            )
            shown = [_dotted(other, document) for other in near[:_SHOWN]]
            more = f" and {len(near) - _SHOWN} more" if len(near) > _SHOWN else ""
            findings.add(
                codes.TYPED,
                f"`{match[0]}` is typed in `{path[-1]}` of {describe(path, document.data)}; "
                f"the data has it at {', '.join(shown)}{more}",
                document.span(path),
                hint=f"take it from there: `{{{{ {_expression(near[0], path, document)} }}}}`; "
                f"where it is another number, write `{{{{ {match[1]} }}}}`",
            )


def _is_text_field(path: Path_, document: Document) -> bool:
    """Texts of cards (not references, numbers as expressions, or lists of words), and of `data`."""
    if len(path) > 4 and path[2] == "cards":
        fields = document.data["components"][path[1]].get("fields") or {}
        spec = fields.get(path[4], {}) if isinstance(fields, dict) else {}
        if not isinstance(spec, dict):
            return False
        plain = "refers_to" not in spec and "one_of" not in spec
        return (
            plain
            and spec.get("type", "text") in ("text", "list", "any")
            and path[4] not in ("copies", "when")
        )
    return len(path) > 3 and path[2] == "data"


def _numbers(data: Mapping[Any, Any]) -> dict[float, list[Path_]]:
    """Where each number of the data stands: rules, setups, and the number fields of cards."""
    found: dict[float, list[Path_]] = {}

    def walk(value: Any, path: Path_) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(inner, (*path, key))
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                walk(inner, (*path, index))
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            found.setdefault(abs(float(value)), []).append(path)

    walk(data.get("rules", {}), ("rules",))
    walk(data.get("setups", {}), ("setups",))
    for name, component in data.get("components", {}).items():
        for index, card in enumerate(component.get("cards") or []):
            walk(card, ("components", name, "cards", index))
    return found


def _dotted(path: Path_, document: Document) -> str:
    return ".".join(_steps(path, document))


def _steps(path: Path_, document: Document) -> list[str]:
    """The steps of a path, with ids in place of positions."""
    holder: Any = document.data
    parts = []
    for key in path:
        holder = holder[key]
        parts.append(
            str(holder["id"])
            if isinstance(key, int) and isinstance(holder, dict) and "id" in holder
            else str(key)
        )
    return parts


def _expression(path: Path_, at: Path_, document: Document) -> str:
    """How a text takes the number at a path."""
    if path[:4] == at[:4] and len(path) == 5:
        return f"card.{path[4]}"
    if path[0] == "setups":
        return "setup." + ".".join(map(str, path[2:]))
    return _dotted(path, document)


def _in_rulebook(root: Path, document: Document, kits: Collection[Kit], findings: Findings) -> None:
    """A number typed in a line of the rulebook, where the data or a quantity has it."""
    templates = sorted((root / "templates").glob("rulebook*.md.j2"))
    if not templates:
        return
    known: dict[float, list[str]] = {}
    for number, paths in _numbers(document.data).items():
        near = sorted(paths, key=lambda path: path[0] != "rules")
        known[number] = list(dict.fromkeys(_written(path, document) for path in near))
    for name in document.data.get("quantities") or {}:
        for value in dict.fromkeys(kit.context.get(name) for kit in kits):
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                known.setdefault(abs(float(value)), []).insert(0, str(name))
    for players in sorted({kit.players for kit in kits}):
        known.setdefault(float(players), []).append("players")
    for path in templates:
        if not inside(root, path) or path.stat().st_size > _MOST_BYTES:
            continue
        text = path.read_text("utf-8-sig", errors="replace")
        printed = _UNPRINTED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
        for line, column, typed in _digits(printed):
            found = known.get(float(typed), []) if float(typed) > 1 else []
            if found:
                more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
                findings.add(
                    codes.TYPED_IN_RULEBOOK,
                    f"`{typed}` is typed in the rulebook; "
                    f"the data has it at {', '.join(found[:_SHOWN])}{more}",
                    Span(f"templates/{path.name}", line, column),
                    hint=f"take it from there: `{{{{ {found[0]} }}}}`; "
                    f"where it is another number, write `{{{{ {typed} }}}}`",
                )


def _digits(text: str) -> Iterator[tuple[int, int, str]]:
    """Typed numbers with their lines and columns, from 1."""
    for number, line in enumerate(text.split("\n"), 1):
        for match in _DIGITS.finditer(line):
            yield number, match.start(1) + 1, match[1]


def _written(path: Path_, document: Document) -> str:
    """A path as a template writes it; the setup is that of the players at hand."""
    if path[0] == "setups":
        path = ("setup", *path[2:])
        parts: list[str] = list(map(str, path))
    else:
        parts = _steps(path, document)
    rest = [f".{part}" if part.isidentifier() or part.isdigit() else f"['{part}']" for part in parts[1:]]
    return parts[0] + "".join(rest)
