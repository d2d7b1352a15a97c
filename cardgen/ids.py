"""Ids: words, each once in its list."""

from __future__ import annotations

from typing import Any

from cardgen.diagnostics import Findings, Related, Rule
from cardgen.document import Document, Path_
from cardgen.validate import BAD_ID

DUPLICATE_ID = Rule("D116", "duplicate-id")


def check_ids(data: Any, path: Path_, document: Document, findings: Findings) -> None:
    """Ids are unique in every list of things with ids."""
    if isinstance(data, dict):
        for key, value in data.items():
            check_ids(value, (*path, key), document, findings)
    elif isinstance(data, list):
        seen: dict[str, Path_] = {}
        for index, value in enumerate(data):
            here = (*path, index)
            if isinstance(value, dict) and "id" in value:
                name = str(value["id"])
                if not isinstance(value["id"], str):
                    findings.add(
                        BAD_ID,
                        f"the id of number {index + 1} of `{'.'.join(map(str, path))}` is not a word",
                        document.span((*here, "id")),
                        hint="write a word such as `l1`",
                    )
                elif name in seen:
                    first = document.span(seen[name])
                    findings.add(
                        DUPLICATE_ID,
                        f"`{'.'.join(map(str, path))}` has two things with the id `{name}`",
                        document.span(here),
                        hint="give one of them another id",
                        related=[Related(first, "first used here")] if first else [],
                    )
                seen.setdefault(name, here)
            check_ids(value, here, document, findings)
