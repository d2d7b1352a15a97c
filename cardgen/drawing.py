"""Sheets to PDF: puts faces, marks and footers where the plan says.  Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardgen.builtin.phrases import counted_phrase, phrases
from cardgen.fonts import FontSet
from cardgen.geometry import Rect, Size
from cardgen.kit import Kit
from cardgen.manifest import PrintedPiece
from cardgen.marks import CircleMark, LineMark, Mark, Strip, TextMark, strip_text
from cardgen.pdf import PdfFile
from cardgen.printing import FilePlan, Options
from cardgen.sheet import BoardTile, Placement, SheetPage
from cardgen.svg import Artwork

_FLIP = {"long-edge": "flip_long", "short-edge": "flip_short", "gutterfold": "fold"}


def draw_file(
    plan: FilePlan, kit: Kit, options: Options, artwork: Mapping[str, Artwork], fonts: FontSet
) -> tuple[bytes, list[PrintedPiece]]:
    """Return the PDF of one file and where each of its pieces lies."""
    words = phrases(kit.lang)
    pdf = PdfFile(
        title=f"{kit.title} – {words.get(plan.name, plan.name)}",
        lang=kit.lang,
        fonts=fonts,
        subject=" · ".join(identity(kit)),
    )
    writer = _Writer(plan, kit, options, artwork, pdf)
    for copy, tiles in plan.tiled:
        writer.board(copy.component.id, copy.card.id, copy.number, copy.component.size, tiles)
    for page in plan.pages:
        writer.page(page)
    return pdf.finish(), writer.pieces()


def identity(kit: Kit) -> list[str]:
    """What every printed page says of the kit: title, version, date of the data, players, variant."""
    words = phrases(kit.lang)
    players = counted_phrase(words, "players", kit.players)
    parts = [kit.title, f"v{kit.version}", kit.date, players, kit.variant_name]
    return [part for part in parts if part]


def draw_mark(pdf: PdfFile, mark: Mark) -> None:
    """Draw a line, a circle or a text of a sheet on the page that is open."""
    grey = "#" + f"{round(mark.grey * 255):02x}" * 3
    match mark:
        case LineMark():
            pdf.line(mark.x1, mark.y1, mark.x2, mark.y2, width=mark.width, dash=mark.dash, colour=grey)
        case CircleMark():
            pdf.circle(mark.x, mark.y, mark.r, width=mark.width, colour=grey)
        case TextMark():
            x, y, size = mark.x, mark.y, mark.size
            pdf.text(mark.text, x, y, size=size, anchor=mark.anchor, rotation=mark.rotation, colour=grey)


class _Writer:
    """Draws the pages of one file and remembers the place of each piece."""

    def __init__(
        self, plan: FilePlan, kit: Kit, options: Options, artwork: Mapping[str, Artwork], pdf: PdfFile
    ) -> None:
        self.plan, self.kit, self.options, self.artwork, self.pdf = plan, kit, options, artwork, pdf
        self.words = phrases(kit.lang)
        self._fronts: dict[int, tuple[int, Placement]] = {}
        self._backs: dict[int, int] = {}
        self._boards: list[PrintedPiece] = []
        self._marked: set[str] = set()

    def page(self, page: SheetPage) -> None:
        """Draw one imposed page."""
        shift = page.shift
        boxes = _around(page.placements)
        self.pdf.begin_page(page.paper, *boxes, offset=(shift.dx, shift.dy), turn=shift.rotation)
        number = self.pdf.pages
        for placement in page.placements:
            copy = self.plan.copies[placement.item_index]
            self.pdf.draw(
                self.artwork[placement.face],
                placement.trim.x,
                placement.trim.y,
                size=copy.component.size,
                bleed=placement.bleed,
                rotation=placement.rotation,
            )
            if placement.side == "back":
                self._backs[placement.item_index] = number
            else:
                self._fronts[placement.item_index] = (number, placement)
                self._bookmark(copy.component.id, copy.component.name)
        self._furnish(page.marks, page.footer, page.header, self._advice(page))

    def _advice(self, page: SheetPage) -> str:
        """What to do with this page, in words."""
        two_sided = any(
            other.sheet_no == page.sheet_no and other.side == "back" for other in self.plan.pages
        ) or any(p.side == "back" for p in page.placements)
        key = _FLIP.get(self.options.backs, "single") if two_sided else "single"
        side = f"{self.words[page.side]} · " if two_sided and self.options.backs != "gutterfold" else ""
        return side + self.words[key]

    def board(self, component: str, card: str, number: int, size: Size, tiles: Sequence[BoardTile]) -> None:
        """Draw one board over its tiles."""
        art = self.artwork[f"{component}/{card}/front"]
        pages = []
        for tile in tiles:
            corner = tile.on_page(0, 0)
            trim = Rect(*corner, size.w, size.h) if len(tiles) == 1 else tile.at
            self.pdf.begin_page(tile.paper, trim, tile.at)
            pages.append(self.pdf.pages)
            self._bookmark(component, self._name(component))
            self.pdf.draw(art, *corner, size=size, window=tile.window)
            advice = self.words["tile"].format(name=tile.name) if len(tiles) > 1 else self.words["single"]
            self._furnish(tile.marks, tile.footer, tile.header, advice)
        first = tiles[0].on_page(0, 0)
        parts = tuple(pages) if len(pages) > 1 else ()
        self._boards.append(
            PrintedPiece(
                component,
                card,
                number,
                f"{self.plan.name}.pdf",
                pages[0],
                None,
                Rect(*first, size.w, size.h),
                art.digest,
                None,
                parts=parts,
            )
        )

    def _name(self, component: str) -> str:
        found = self.kit.component(component)
        return found.name if found else component

    def _bookmark(self, component: str, name: str) -> None:
        if component not in self._marked:
            self._marked.add(component)
            self.pdf.bookmark(name)

    def _furnish(
        self, marks: Sequence[Mark], footer: Strip | None, header: Strip | None, advice: str
    ) -> None:
        for mark in marks:
            draw_mark(self.pdf, mark)
        page = self.words["page"].format(page=self.pdf.pages, pages=self.plan.page_count)
        lines = [
            " · ".join([*identity(self.kit), f"{self.plan.name}.pdf", page]),
            f"{advice} · {self.words['full_size']}",
        ]
        if footer is None:
            return
        if header is not None:
            texts = [(header, lines[1:]), (footer, lines[:1])]
        else:
            texts = [(footer, lines if footer.depth > 6 else [" · ".join(lines)])]
        for strip, written in texts:
            for text in strip_text(strip, written, self._ems):
                draw_mark(self.pdf, text)

    def _ems(self, text: str) -> float:
        """How long a text is, in ems."""
        return self.pdf.fonts["text"].width(text, 1.0)

    def pieces(self) -> list[PrintedPiece]:
        """All pieces of the file: boards, then the rest in the order of the data."""
        return [*self._boards, *self._imposed()]

    def _imposed(self) -> Iterator[PrintedPiece]:
        for index, copy in enumerate(self.plan.copies):
            page, placement = self._fronts[index]
            key = f"{copy.component.id}/{copy.card.id}/"
            back_page = self._backs.get(index)
            yield PrintedPiece(
                copy.component.id, copy.card.id, copy.number, f"{self.plan.name}.pdf", page, back_page,
                placement.trim, self.artwork[key + "front"].digest,
                self.artwork[key + "back"].digest if back_page else None, placement.rotation,
            )  # fmt: skip


def _around(placements: Sequence[Placement]) -> tuple[Rect | None, Rect | None]:
    """The trim and bleed boxes of a page: of its only piece, or around all of them."""
    if not placements:
        return (None, None)
    trims = [p.trim for p in placements]
    arts = [p.art for p in placements]
    return (_hull(trims), _hull(arts))


def _hull(rects: Sequence[Rect]) -> Rect:
    x, y = min(r.x for r in rects), min(r.y for r in rects)
    return Rect(x, y, max(r.right for r in rects) - x, max(r.bottom for r in rects) - y)
