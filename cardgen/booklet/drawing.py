"""Pages to PDF: each A5 page an artwork, two of them on a side of paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cardgen.booklet.look import PAGE, Look
from cardgen.booklet.order import Order, Side, sides
from cardgen.booklet.paging import Bar, Ink, Page, Picture
from cardgen.builtin.papers import PAPERS
from cardgen.builtin.phrases import phrases
from cardgen.diagnostics import Span
from cardgen.drawing import identity
from cardgen.faces import Faces
from cardgen.geometry import Rect, Size
from cardgen.guide import filled
from cardgen.pdf import PdfFile
from cardgen.printing import Options
from cardgen.svg import Artwork, Place, compile_face
from cardgen.text import draw_block
from cardgen.units import coordinate

COVER, FURNITURE = "rulebook-cover.svg.j2", "rulebook-page.svg.j2"


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline: its title, level from 0, and page from 0."""

    title: str
    level: int
    page: int


def page_artwork(
    faces: Faces, page: Page, look: Look, span: Span, given: Mapping[str, Any]
) -> Artwork | None:
    """One page of text, with the running foot that its template draws."""
    furniture = filled(faces, FURNITURE, given, PAGE)
    parts: list[str] = []
    pictures: list[Place] = []
    for placed in page:
        for mark in placed.box.marks:
            x, y = look.side, look.top + placed.y
            match mark:
                case Ink():
                    parts.append(draw_block(mark.block, x + mark.x, y + mark.y, mark.fill, faces.fonts))
                case Bar():
                    parts.append(_rect(mark, x, y))
                case Picture():
                    a, b, c, d, e, f = mark.matrix
                    pictures.append(Place("figure", mark.artwork, (a, b, c, d, e + x, f + y)))
    source = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{PAGE.w:g}mm" height="{PAGE.h:g}mm" '
        f'viewBox="0 0 {PAGE.w:g} {PAGE.h:g}">{"".join(parts)}</svg>'
    )
    body = compile_face(source, library=faces.library, where=span)
    if body is None or furniture is None:
        return None
    return replace(body, ops=(*furniture.ops, *body.ops, *pictures))


def cover_artwork(faces: Faces) -> Artwork | None:
    """The cover: the kit's own template, or the plain one."""
    return filled(faces, COVER, {}, PAGE)


def _rect(bar: Bar, x: float, y: float) -> str:
    stroke = f' stroke="{bar.stroke}" stroke-width="0.2"' if bar.stroke else ""
    rounded = f' rx="{coordinate(bar.r)}"' if bar.r else ""
    # Rules and list signs are thin enough to stay when ink is saved; grounds go.
    solid = ' data-ink="solid"' if min(bar.w, bar.h) <= 1.3 and bar.fill != "none" else ""
    return (
        f'<rect x="{coordinate(x + bar.x)}" y="{coordinate(y + bar.y)}" width="{coordinate(bar.w)}" '
        f'height="{coordinate(bar.h)}" fill="{bar.fill}"{stroke}{rounded}{solid}/>'
    )


def draw_pages(
    faces: Faces, options: Options, artworks: Sequence[Artwork], bookmarks: Sequence[Bookmark], order: Order
) -> tuple[bytes, int]:
    """The PDF, and how many sides of paper it has; two pages lie on each, in landscape."""
    kit = faces.kit
    upright = PAPERS[options.paper]
    paper = upright.turned() if upright.h > upright.w else upright
    pdf = PdfFile(
        title=f"{kit.title} – {phrases(kit.lang)['rulebook']}",
        lang=kit.lang,
        fonts=faces.fonts,
        subject=" · ".join(identity(kit)),
    )
    for side in sides(len(artworks), order):
        pdf.begin_page(paper)
        pdf.draw(_spread(artworks, side, paper), 0, 0, size=paper)
        # In booklet order the pages are for folding, and the outline would lead to and fro.
        for mark in bookmarks if order == "reading" else ():
            if mark.page in side:
                pdf.bookmark(mark.title, mark.level)
    return pdf.finish(), pdf.pages


def _spread(artworks: Sequence[Artwork], side: Side, paper: Size) -> Artwork:
    scale = min(paper.w / 2 / PAGE.w, paper.h / PAGE.h)
    ops = []
    for half, page in enumerate(side):
        if page is not None:
            x = paper.w / 2 - PAGE.w * scale if half == 0 else paper.w / 2
            y = (paper.h - PAGE.h * scale) / 2
            ops.append(Place(f"page:{page + 1}", artworks[page], (scale, 0.0, 0.0, scale, x, y)))
    return Artwork(Rect(0.0, 0.0, paper.w, paper.h), tuple(ops))
