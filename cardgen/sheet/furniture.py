"""The margin of a sheet: which strip holds the ruler, the footer and the crosses, and all its marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.geometry import Rect, Size
from cardgen.marks import (
    REGISTRATION,
    RULER_ROOM,
    Mark,
    Strip,
    crop_marks,
    cross,
    fold_line,
    registration_rects,
    ruler,
)
from cardgen.sheet.model import Axis

TEXT_EDGE = 4.0
"""Ruler, footer and crosses begin this far from the paper's edge: about where printers begin to print."""
_ENDS = TEXT_EDGE + REGISTRATION + 2.4
_THIN, _DEEP = REGISTRATION, 7.2
_FOR_CROP_MARKS = 9.4


@dataclass(frozen=True, slots=True)
class Furniture:
    """Marks of a page and its room for text."""

    marks: tuple[Mark, ...]
    footer: Strip | None
    header: Strip | None


def furnish(
    paper: Size,
    trims: Sequence[Rect],
    bleed: float,
    *,
    band: Axis | None,
    depth: float,
    fold: tuple[Axis, float] | None = None,
    registration: bool = False,
) -> Furniture:
    """Mark out a page with these trims.

    `band` names the margins (`y` top and bottom, `x` left and right) that are at least 10 mm
    wide, `depth` their width up to the first bleed; without a band there is no text.
    """
    first, last = _strips(paper, band, depth)
    corners = registration_rects(paper, TEXT_EDGE) if registration and band else ()
    marks: list[Mark] = []
    header = first
    if first and first.length >= RULER_ROOM:
        marks += ruler(first)
        rest = first.part(RULER_ROOM + 2, first.length) if first.length > RULER_ROOM + 20 else None
        header = rest
    for corner in corners:
        marks += cross(corner.x + corner.w / 2, corner.y + corner.h / 2)
    keep_out = [*corners, *(strip.rect for strip in (first, last) if strip)]
    marks += crop_marks(paper, trims, bleed, keep_out)
    if fold:
        marks += fold_line(paper, *fold, keep_out)
    return Furniture(tuple(marks), last, header)


def _strips(paper: Size, band: Axis | None, depth: float) -> tuple[Strip | None, Strip | None]:
    """Ruler strip and footer strip: top and bottom, or left and right."""
    if band is None:
        return (None, None)
    deep = max(_THIN, min(_DEEP, depth - _FOR_CROP_MARKS))
    if band == "y":
        wide = paper.w - 2 * _ENDS
        return (
            Strip(Rect(_ENDS, TEXT_EDGE, wide, _THIN)),
            Strip(Rect(_ENDS, paper.h - TEXT_EDGE - deep, wide, deep)),
        )
    tall = paper.h - 2 * _ENDS
    return (
        Strip(Rect(TEXT_EDGE, _ENDS, _THIN, tall), turned=True),
        Strip(Rect(paper.w - TEXT_EDGE - deep, _ENDS, deep, tall), turned=True),
    )
