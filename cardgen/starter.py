"""The starter kit: a small game that builds at once."""

from __future__ import annotations

import re
from pathlib import Path

STARTER = Path(__file__).parent / "builtin" / "starter"


class StarterError(Exception):
    """A starter kit that cannot be made there; the message says why."""


def create(directory: Path) -> list[Path]:
    """Write the starter kit into a new or empty folder; return the files.

    The kit's id comes from the folder's name.  Raises `StarterError` where files exist already.
    """
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        raise StarterError(f"`{directory}` exists and is not empty")
    name = kit_id(directory)
    written = []
    for path in sorted(p for p in STARTER.rglob("*") if p.is_file()):
        target = directory / path.relative_to(STARTER)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(path.read_text("utf-8").replace("harbour-id", name), "utf-8")
        written.append(target)
    return written


def kit_id(directory: Path) -> str:
    """An id made of a folder's name: small letters, digits and hyphens."""
    words = re.findall(r"[a-z0-9]+", directory.resolve().name.casefold())
    joined = "-".join(words)
    return joined if joined[:1].isalpha() else f"kit-{joined}".rstrip("-")
