"""The page of each finding: what it means, why it matters, an example, what to do."""

from __future__ import annotations

import re
from pathlib import Path

PAGES = Path(__file__).parent / "builtin" / "findings"


def page(code: str) -> str | None:
    """The page of a code (in any case), or None."""
    name = code.strip().upper()
    path = PAGES / f"{name}.md"
    return path.read_text("utf-8").rstrip() if re.fullmatch(r"[A-Z]\d{3}", name) and path.is_file() else None


def codes() -> str:
    """All codes with their names, a line each."""
    heads = [path.read_text("utf-8").split("\n", 1)[0].lstrip("# ") for path in sorted(PAGES.glob("*.md"))]
    return "\n".join(heads)
