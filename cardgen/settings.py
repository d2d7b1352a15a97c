"""Trying another value for one number of the data, without editing a file."""

from __future__ import annotations

from typing import Any

from cardgen.diagnostics import Findings, did_you_mean
from cardgen.document import Document
from cardgen.validate import UNKNOWN_FIELD


def with_setting(document: Document, path: str, value: Any, findings: Findings) -> Document:
    """The document with the value at a dotted path replaced; list items are named by id."""
    result = Document(dict(document.data), dict(document.places))
    parts = path.split(".")
    holder: Any = result.data
    for depth, part in enumerate(parts):
        last = depth == len(parts) - 1
        key: Any = part
        if isinstance(holder, list):
            positions = {str(v.get("id")): i for i, v in enumerate(holder) if isinstance(v, dict)}
            key, known = positions.get(part), list(positions)
        else:
            known = [str(k) for k in holder] if isinstance(holder, dict) else []
            key = next((k for k in holder if str(k) == part), None) if known else None
        if key is None:
            findings.add(
                UNKNOWN_FIELD,
                f"`{path}` does not exist: there is no `{part}`",
                hint=did_you_mean(part, known) or (f"there are: {', '.join(known)}" if known else None),
            )
            return document
        if last:
            holder[key] = value
        else:
            child = holder[key]
            holder[key] = (
                dict(child) if isinstance(child, dict) else list(child) if isinstance(child, list) else child
            )
            holder = holder[key]
    return result
