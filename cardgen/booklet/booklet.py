"""From a kit's template to the pages of its rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from cardgen.booklet.blocks import Heading, Words
from cardgen.booklet.contents import Entry, contents_page, entries
from cardgen.booklet.drawing import Bookmark, cover_artwork, draw_pages, page_artwork
from cardgen.booklet.faults import Faults
from cardgen.booklet.filling import fill_rulebook, template_name
from cardgen.booklet.look import Look, look_of
from cardgen.booklet.order import Order
from cardgen.booklet.paging import Page, paginate
from cardgen.booklet.pictures import Pictures
from cardgen.booklet.reading import read_blocks
from cardgen.booklet.setting import Setter
from cardgen.builtin.phrases import phrases
from cardgen.diagnostics import Findings, Span
from cardgen.faces import Faces
from cardgen.kit import Kit
from cardgen.printing import Options
from cardgen.svg import Artwork
from cardgen.values import freeze

_FIRST = 3
"""The number of the first page of text, after cover and contents."""


@dataclass(frozen=True, slots=True)
class Booklet:
    """A rulebook laid out: a picture of each A5 page, and where its sections are."""

    pages: tuple[Artwork, ...]
    bookmarks: tuple[Bookmark, ...]
    order: Order


def lay_out(kit: Kit, faces: Faces, findings: Findings) -> Booklet | None:
    """Lay out a kit's rulebook; None where it has none, or (with findings) cannot be made."""
    name = template_name(kit)
    if name is None:
        return None
    own = Findings()
    booklet = _laid_out(kit, faces, name, own)
    findings.extend(own)
    return None if own.has_errors else booklet


def check_text(kit: Kit, faces: Faces, findings: Findings) -> None:
    """Fill a kit's rulebook, if it has one, without drawing: what its template says wrong is found."""
    name = template_name(kit)
    if name is not None:
        fill_rulebook(kit, faces, look_of(kit), name, findings)


def _laid_out(kit: Kit, faces: Faces, name: str, findings: Findings) -> Booklet | None:
    filled = fill_rulebook(kit, faces, look_of(kit), name, findings)
    if filled is None:
        return None
    markdown, spans, look = filled
    faults = Faults(findings, faces.library)
    blocks = read_blocks(markdown, spans, faults)
    setter = Setter(look, faces.fonts, kit.lang, Pictures(faces, faults, look.ink), faults)
    pages = paginate(setter.boxes(blocks), look.height)
    found = entries(pages, _FIRST)
    span = Span(f"templates/{name}")
    words = phrases(kit.lang)
    contents, over = contents_page(Words(words["contents"], span), found, setter)
    if over:
        faults.overflow("the page of contents", over, span, "use fewer headings of the first two levels")
    drawn = _drawn(faces, [contents, *pages], look, span, words["contents"])
    return Booklet(drawn, _bookmarks(words["contents"], found), _order(kit)) if drawn else None


def draw_booklet(booklet: Booklet, faces: Faces, options: Options) -> tuple[bytes, int]:
    """The PDF of a rulebook, and how many sides of paper it has."""
    return draw_pages(faces, options, booklet.pages, booklet.bookmarks, booklet.order)


def _drawn(
    faces: Faces, pages: Sequence[Page], look: Look, span: Span, contents: str
) -> tuple[Artwork, ...] | None:
    artworks = [cover_artwork(faces)]
    chapter = contents
    for number, page in enumerate(pages, _FIRST - 1):
        chapter = _chapter(page, chapter)
        given = {
            "number": number,
            "pages": len(pages) + 1,
            "kind": "contents" if number < _FIRST else "text",
            "chapter": chapter,
            "side": "left" if number % 2 == 0 else "right",
            "look": freeze(asdict(look), "look"),
            "margin": look.side,
        }
        artworks.append(page_artwork(faces, page, look, span, given))
    done = tuple(artwork for artwork in artworks if artwork is not None)
    return done if len(done) == len(artworks) else None


def _chapter(page: Page, before: str) -> str:
    """The last chapter that begins on a page, or else the one that goes on there."""
    heads = [p.box.heading for p in page if p.box.heading is not None and p.box.heading.level == 1]
    return _title(heads[-1]) if heads else before


def _title(heading: Heading) -> str:
    text = heading.words.text.replace("**", "").replace("\n", " ")
    return f"{heading.number} {text}".strip()


def _bookmarks(contents: str, found: Sequence[Entry]) -> tuple[Bookmark, ...]:
    marks = [Bookmark(contents, 0, 1)]
    marks += [Bookmark(_title(entry.heading), entry.heading.level - 1, entry.page - 1) for entry in found]
    return tuple(marks)


def _order(kit: Kit) -> Order:
    return "booklet" if kit.data.get("kit", {}).get("rulebook") == "booklet" else "reading"
