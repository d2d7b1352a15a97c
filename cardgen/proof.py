"""Pictures for looking: pages and faces as PNG, also in grey and as colour-blind eyes see them."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pypdfium2
import pypdfium2.raw as raw
from PIL import Image, ImageFilter

from cardgen.fonts import FontSet
from cardgen.geometry import Rect, Size
from cardgen.svg.artwork import Artwork
from cardgen.units import MM_PER_PT

MAX_PIXELS = 60_000_000
TRIM_COLOUR, SAFE_COLOUR = "#E5007D", "#00A0E0"

# G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: A Physiologically-based Model for Simulation
# of Color Vision Deficiency, IEEE TVCG 15(6), 2009: matrices for severity 1.0, on linear RGB.
_VISION = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
LOOKS = ("full", "grey", *sorted(_VISION))
"""How a picture is shown: as it is, in grey, or as people see it who lack one kind of cone."""


def page_count(pdf: bytes) -> int:
    """How many pages the file has."""
    with pypdfium2.PdfDocument(pdf) as document:
        return len(document)


def page_png(
    pdf: bytes, page: int = 0, *, dpi: float = 150.0, crop: Rect | None = None, look: str = "full"
) -> bytes:
    """Render one page (counted from 0), or the part of it inside `crop` (mm), as PNG.

    Raises `ValueError` for over `MAX_PIXELS` pixels or an unknown look, `IndexError` for a
    page that is not there.
    """
    return _png(page_image(pdf, page, dpi=dpi, crop=crop, look=look), dpi)


def page_image(
    pdf: bytes, page: int = 0, *, dpi: float = 150.0, crop: Rect | None = None, look: str = "full"
) -> Image.Image:
    """The same as `page_png`, as an RGB image of Pillow."""
    if look not in LOOKS:
        raise ValueError(f"a look is one of {', '.join(LOOKS)}, not {look!r}")
    with pypdfium2.PdfDocument(pdf) as document:
        if not 0 <= page < len(document):
            raise IndexError(f"the file has {len(document)} pages; there is no page {page}")
        sheet = document[page]
        width, height = (side * MM_PER_PT for side in sheet.get_size())
        part = crop or Rect(0.0, 0.0, width, height)
        if part.w * part.h * (dpi / 25.4) ** 2 > MAX_PIXELS or dpi <= 0:
            raise ValueError(f"{dpi:g} dpi is too fine: a picture has at most {MAX_PIXELS:,} pixels")
        image = _render(sheet, part, dpi)
        sheet.close()
    return _seen(image, look)


def _render(sheet: pypdfium2.PdfPage, part: Rect, dpi: float) -> Image.Image:
    """The part of a page to the nearest whole pixel, at exactly the scale asked for.

    The plain way of rendering rounds sizes up and edges to points, so that pictures of the
    same card from two pages would differ by a pixel.
    """
    per_mm = dpi / 25.4
    width, height = max(1, round(part.w * per_mm)), max(1, round(part.h * per_mm))
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    matrix = raw.FS_MATRIX(dpi / 72, 0, 0, dpi / 72, -part.x * per_mm, -part.y * per_mm)
    window = raw.FS_RECTF(0, 0, width, height)
    raw.FPDF_RenderPageBitmapWithMatrix(bitmap, sheet, matrix, window, raw.FPDF_ANNOT)
    image: Image.Image = bitmap.to_pil().convert("RGB")
    bitmap.close()
    return image


def face_pdf(
    artwork: Artwork, fonts: FontSet, *, bleed: float = 0.0, trim: bool = False, safe: float | None = None,
    lang: str = "zh", title: str = "proof",
) -> bytes:  # fmt: skip
    """One face on a page as large as its bleed, with TrimBox and BleedBox; units are mm.

    `trim` draws the trim line, `safe` the line that far inside the trim.
    """
    from cardgen.pdf import PdfFile

    size = artwork.size
    page = Rect(0.0, 0.0, size.w + 2 * bleed, size.h + 2 * bleed)
    cut = page.inset(bleed)
    file = PdfFile(title=title, lang=lang, fonts=fonts)
    file.begin_page(Size(page.w, page.h), cut, page)
    file.draw(artwork, bleed, bleed, size=size, bleed=bleed)
    if trim:
        file.rect(cut.x, cut.y, cut.w, cut.h, colour=TRIM_COLOUR, width=0.2)
    if safe is not None:
        inner = cut.inset(safe)
        file.rect(inner.x, inner.y, inner.w, inner.h, colour=SAFE_COLOUR, width=0.2, dash=(1.0, 1.0))
    return file.finish()


def face_png(
    artwork: Artwork, fonts: FontSet, *, dpi: float = 300.0, bleed: float = 0.0, trim: bool = False,
    safe: float | None = None, look: str = "full",
) -> bytes:  # fmt: skip
    """One face as PNG, `bleed` mm around its trim shown; see `face_pdf` and `page_png`."""
    return page_png(face_pdf(artwork, fonts, bleed=bleed, trim=trim, safe=safe), dpi=dpi, look=look)


def _png(image: Image.Image, dpi: float) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG", dpi=(dpi, dpi))
    return buffer.getvalue()


def _seen(image: Image.Image, look: str) -> Image.Image:
    if look == "full":
        return image
    if look == "grey":
        return image.convert("L").convert("RGB")
    return image.filter(_table(look))


@lru_cache(maxsize=4)
def _table(look: str) -> Any:
    """A colour table for the look; 33 steps a channel are within one level of the exact value."""
    matrix = _VISION[look]

    def see(red: float, green: float, blue: float) -> tuple[float, ...]:
        linear = [_linear(v) for v in (red, green, blue)]
        return tuple(_encoded(sum(m * v for m, v in zip(row, linear, strict=True))) for row in matrix)

    callback: Callable[[float, float, float], tuple[float, ...]] = see
    return ImageFilter.Color3DLUT.generate(33, callback)


def _linear(value: float) -> float:
    """sRGB to linear light (IEC 61966-2-1)."""
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


def _encoded(value: float) -> float:
    """Linear light, held to 0–1, to sRGB."""
    value = min(1.0, max(0.0, value))
    return float(12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055)
