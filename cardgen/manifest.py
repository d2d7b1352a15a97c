"""The manifest: every physical piece of a printed kit, and where it lies on paper."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from cardgen import __version__
from cardgen.geometry import Rect
from cardgen.kit import Kit


@dataclass(frozen=True, slots=True)
class PrintedFile:
    """One PDF: its name, the digest of its bytes, and how it is to be printed."""

    path: str
    sha256: str
    pages: int
    paper: str
    backs: str
    sheets: int


@dataclass(frozen=True, slots=True)
class PrintedPiece:
    """One copy of one card and its place; pages count from 1, `trim` is in mm from the top left.

    `parts` is set for a board that is tiled over several pages: page, and where on that page.
    """

    component: str
    id: str
    copy: int
    file: str
    page: int
    back_page: int | None
    trim: Rect
    front: str
    back: str | None
    rotation: int = 0
    parts: tuple[int, ...] = ()


def manifest(kit: Kit, files: list[PrintedFile], pieces: list[PrintedPiece], options: dict[str, str]) -> str:
    """The manifest as JSON text; the same kit gives the same text."""
    data: dict[str, Any] = {
        "kit": {"id": kit.id, "version": kit.version},
        "players": kit.players,
        "variant": kit.variant,
        "lang": kit.lang,
        "cardgen": __version__,
        "options": options,
        "files": [
            {"path": f.path, "sha256": f.sha256, "pages": f.pages, "paper": f.paper, "backs": f.backs}
            for f in files
        ],
        "pieces": [_piece(piece) for piece in pieces],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _piece(piece: PrintedPiece) -> dict[str, Any]:
    trim = piece.trim
    entry: dict[str, Any] = {
        "component": piece.component,
        "id": piece.id,
        "copy": piece.copy,
        "file": piece.file,
        "page": piece.page,
        "back_page": piece.back_page,
        "trim_mm": [round(value, 4) for value in (trim.x, trim.y, trim.w, trim.h)],
        "front": piece.front,
        "back": piece.back,
    }
    if piece.rotation:
        entry["rotation"] = piece.rotation
    if piece.parts:
        entry["parts"] = list(piece.parts)
    return entry
