"""Contact sheets: all faces and drawings of a kit side by side, to be judged at a glance.

Faces are shown at true size and enlarged, drawings at 15 and 60 mm; both in colour and grey,
faces also as colour-blind people see them, drawings also in outline.  Sheets are PDF pages
of one size, so that no picture grows with the kit.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from cardgen.faces import Faces
from cardgen.fonts import FontSet
from cardgen.geometry import Rect, Size
from cardgen.kit import Kit
from cardgen.pdf import PdfFile
from cardgen.printing import face_key
from cardgen.proof import page_count, page_image
from cardgen.svg import Artwork, Place
from cardgen.units import MM_PER_PT

DPI = 150
"""Pixels an inch: at true size, about what a screen held at arm's length shows."""
SHEET = Size(420.0, 297.0)
"""Size of a contact sheet in mm: 2480 × 1754 pixels."""
ENLARGED = 1.5
ART_SIZES = (15.0, 60.0)
"""Longer side of a drawing, in mm: an icon's size on a card, and that of a poster of it."""
FACE_LOOKS = ("full", "grey", "deuteranopia", "protanopia", "tritanopia")
ART_LOOKS = ("full", "grey", "saver")
MAX_SHEETS = 200
"""Sheets of one kind; a kit with more faces shows its first ones."""

_EDGE, _GAP, _CAPTION, _HEAD = 8.0, 5.0, 4.6, 12.0
_GROUND = {"face": "#DAD5CB", "art": "#FFFFFF"}
_NAMES = {"full": "colour", "saver": "outline"}


@dataclass(frozen=True, slots=True)
class _Tile:
    """A drawing with its caption; `scale` is its size in print over its own."""

    artwork: Artwork
    caption: str
    scale: float

    @property
    def size(self) -> Size:
        return Size(self.artwork.view.w * self.scale, self.artwork.view.h * self.scale)


def contact_sheets(
    kit: Kit, faces: Faces, progress: Callable[[str], None] = lambda what: None
) -> Iterator[tuple[str, bytes]]:
    """Yield the name and PNG of each contact sheet, such as `contact-faces-colour-01.png`.

    `faces` have been drawn (`build.prepare`).  Equal faces are shown once.
    """
    for size, scale in (("", 1.0), ("-large", ENLARGED)):
        tiles = _faces(kit, faces, scale)
        pdf = _document(tiles, kit, faces.fonts, "face", f"{scale:g} ×" if scale != 1 else "1 : 1")
        yield from _pictures(pdf, f"contact-faces{size}", FACE_LOOKS, progress)
    for mode in ART_LOOKS:
        for side in ART_SIZES:
            tiles = _drawings(faces, side, mode)
            pdf = _document(tiles, kit, faces.fonts, "art", f"{side:g} mm")
            name = f"contact-art-{side:g}mm-{_NAMES.get(mode, mode)}"
            yield from _pictures(pdf, name, ("",), progress)


def _faces(kit: Kit, faces: Faces, scale: float) -> list[_Tile]:
    """Every distinct face, in the order of the data, made smaller where a sheet cannot hold it."""
    tiles, seen = [], set()
    for component, card in kit.cards():
        for side in ("front", "back"):
            artwork = faces.artwork.get(face_key(component.id, card.id, side))
            if artwork is None or artwork.digest in seen:
                continue
            seen.add(artwork.digest)
            caption = f"{component.id}/{card.id}" if side == "front" else f"{component.id} {side}"
            tiles.append(_bounded(artwork, caption, scale))
    return tiles


def _drawings(faces: Faces, side: float, mode: str) -> list[_Tile]:
    """Every drawing in `art/` with its longer side at so many mm, in an ink mode."""
    tiles = []
    for name in faces.library.names("art"):
        artwork = faces.library.drawing("art", name, "#000000", mode, None)
        if artwork is not None:
            tiles.append(_bounded(artwork, name, side / max(artwork.view.w, artwork.view.h)))
    return tiles


def _bounded(artwork: Artwork, caption: str, scale: float) -> _Tile:
    room = Size(SHEET.w - 2 * _EDGE, SHEET.h - _HEAD - _CAPTION - _EDGE)
    fitting = min(scale, room.w / artwork.view.w, room.h / artwork.view.h)
    return _Tile(artwork, caption if fitting == scale else f"{caption} ({fitting:.0%})", fitting)


def _laid(tiles: Iterable[_Tile], fonts: FontSet) -> list[list[tuple[float, float, _Tile]]]:
    """Tiles in rows on sheets: for each sheet the corners (mm) and tiles."""
    sheets: list[list[tuple[float, float, _Tile]]] = []
    x, y, row = _EDGE, _HEAD, 0.0
    for tile in tiles:
        wide = max(tile.size.w, fonts["text"].width(tile.caption, 6.4 * MM_PER_PT))
        wide = min(wide, SHEET.w - 2 * _EDGE)
        if x > _EDGE and x + wide > SHEET.w - _EDGE:
            x, y, row = _EDGE, y + row + _CAPTION + _GAP, 0.0
        if not sheets or y + tile.size.h + _CAPTION > SHEET.h - 2.0:
            if len(sheets) == MAX_SHEETS:
                break
            sheets.append([])
            x, y, row = _EDGE, _HEAD, 0.0
        sheets[-1].append((x, y, tile))
        x, row = x + wide + _GAP, max(row, tile.size.h)
    return sheets


def _document(tiles: Sequence[_Tile], kit: Kit, fonts: FontSet, kind: str, scale: str) -> bytes:
    """All sheets of one kind as a PDF; empty where there is nothing to show."""
    sheets = _laid(tiles, fonts)
    if not sheets:
        return b""
    pdf = PdfFile(title=kit.id, lang=kit.lang, fonts=fonts)
    title = _printable(f"{kit.title}   v{kit.version}   {scale}", fonts)
    for number, sheet in enumerate(sheets, 1):
        pdf.begin_page(SHEET)
        pdf.rect(0, 0, SHEET.w, SHEET.h, colour=None, fill=_GROUND[kind])
        pdf.text(title, _EDGE, 7.4, size=9 * MM_PER_PT, font="bold")
        pdf.text(f"{number} / {len(sheets)}", SHEET.w - _EDGE, 7.4, size=9 * MM_PER_PT, anchor="end")
        for x, y, tile in sheet:
            size = tile.size
            pdf.draw(_scaled(tile), x, y, size=size)
            pdf.text(tile.caption, x, y + size.h + 3.2, size=6.4 * MM_PER_PT, colour="#333333")
    return pdf.finish()


def _scaled(tile: _Tile) -> Artwork:
    """The drawing as one of another size, cut at its edge (a face at its trim)."""
    view, s = tile.artwork.view, tile.scale
    place = Place(tile.caption, tile.artwork, (s, 0.0, 0.0, s, -view.x * s, -view.y * s))
    return Artwork(Rect(0.0, 0.0, view.w * s, view.h * s), (place,))


def _printable(text: str, fonts: FontSet) -> str:
    missing = set(fonts["bold"].missing(text))
    return "".join(sign for sign in text if sign not in missing)


def _pictures(
    pdf: bytes, name: str, looks: Sequence[str], progress: Callable[[str], None]
) -> Iterator[tuple[str, bytes]]:
    for look in looks if pdf else ():
        for page in range(page_count(pdf)):
            label = f"-{_NAMES.get(look, look)}" if look else ""
            progress(f"{name}{label} {page + 1}")
            image = page_image(pdf, page, dpi=DPI, look=look or "full")
            buffer = io.BytesIO()
            image.save(buffer, "PNG", dpi=(DPI, DPI))
            yield f"{name}{label}-{page + 1:02}.png", buffer.getvalue()
