"""One PDF file: pages with their boxes, faces placed on them, marks, words and bookmarks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from io import BytesIO

from reportlab.lib.rl_accel import fp_str

from cardgen.fonts import FontSet
from cardgen.geometry import Rect, Size
from cardgen.pdf.canvas import SheetCanvas
from cardgen.pdf.paint import Painter
from cardgen.svg import values
from cardgen.svg.artwork import Artwork, Matrix, multiply
from cardgen.units import MM_PER_PT

_PT = 1 / MM_PER_PT
_SAME = 0.011
"""Largest difference in mm between a face's size and the trim it is drawn to."""


class PdfFile:
    """A PDF being drawn, in millimetres from the top-left corner of each page.

    The file is the same, byte for byte, whenever the same is drawn: it holds no clock, path
    or random number.  Fonts are embedded as subsets; text can be found and copied.
    """

    def __init__(
        self,
        *,
        title: str,
        lang: str,
        fonts: FontSet,
        subject: str = "",
        keywords: Sequence[str] = (),
        creator: str = "cardgen",
    ) -> None:
        self.fonts = fonts
        self._buffer = BytesIO()
        self._canvas = SheetCanvas(self._buffer, lang)
        self._painter = Painter(self._canvas)
        self._canvas.setTitle(title)
        self._canvas.setAuthor("")
        self._canvas.setSubject(subject)
        self._canvas.setKeywords(list(keywords))
        self._canvas.setCreator(creator)
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._canvas.setViewerPreference("DisplayDocTitle", "true")
        self._pages = 0
        self._levels: list[int] = []
        self._bookmarks = 0

    @property
    def pages(self) -> int:
        """How many pages have been begun."""
        return self._pages

    def begin_page(
        self,
        size: Size,
        trim: Rect | None = None,
        bleed: Rect | None = None,
        *,
        offset: tuple[float, float] = (0.0, 0.0),
        turn: float = 0.0,
    ) -> None:
        """Begin a page of this size; `trim` and `bleed` become its boxes (else the whole page).

        `offset` (mm, right and down) and `turn` (degrees clockwise about the centre) shift all
        that is drawn, to make up for a printer that is off.
        """
        if self._pages:
            self._end_page()
        self._pages += 1
        canvas = self._canvas
        canvas.setPageSize((size.w * _PT, size.h * _PT))
        whole = Rect(0.0, 0.0, size.w, size.h)
        cut = trim or whole
        for name, box in (("crop", whole), ("bleed", bleed or cut), ("trim", cut), ("art", cut)):
            canvas.setCropBox(_points(box, size), name)
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        x, y = size.w / 2, size.h / 2
        dx, dy = x - cos * x + sin * y + offset[0], y - sin * x - cos * y + offset[1]
        about: Matrix = (cos, sin, -sin, cos, dx, dy)
        base: Matrix = (_PT, 0.0, 0.0, -_PT, 0.0, size.h * _PT)
        canvas.saveState()
        canvas.write(f"{fp_str(*multiply(base, about))} cm")

    def draw(
        self,
        artwork: Artwork,
        x: float,
        y: float,
        *,
        size: Size,
        bleed: float = 0.0,
        rotation: int = 0,
        window: Rect | None = None,
    ) -> None:
        """Draw a face so that the top-left corner of its trim, as it then lies, is at (x, y).

        `size` is the trim of the upright face.  `rotation` is clockwise by 0, 90, 180 or 270;
        turned by 90 or 270 the face covers `size.turned()`.  Nothing shows beyond `bleed`
        outside the trim, or outside `window`, a part of the face in its own millimetres.
        Raises `ValueError` when the face has another size, or for another rotation.
        """
        view = artwork.view
        if abs(view.w - size.w) > _SAME or abs(view.h - size.h) > _SAME:
            raise ValueError(f"a face of {view.w:g} × {view.h:g} mm is not {size.w:g} × {size.h:g}")
        shown = window.moved(view.x, view.y) if window else view.inset(-bleed)
        form = self._painter.face(artwork, shown)
        corner: Matrix = (1.0, 0.0, 0.0, 1.0, -view.x, -view.y)
        self._painter.place(form, multiply(_placed(x, y, size, rotation), corner))

    def line(
        self, x1: float, y1: float, x2: float, y2: float, *, width: float = 0.15, colour: str = "#000000",
        dash: Sequence[float] = (),
    ) -> None:  # fmt: skip
        """Draw a straight line; `dash` are lengths of dash and gap."""
        self._mark(f"{fp_str(x1, y1)} m {fp_str(x2, y2)} l", width, colour, None, dash)

    def rect(
        self, x: float, y: float, w: float, h: float, *, width: float = 0.15, colour: str | None = "#000000",
        fill: str | None = None, dash: Sequence[float] = (),
    ) -> None:  # fmt: skip
        """Draw a rectangle by its top-left corner: edge in `colour`, inside in `fill`, None for neither."""
        self._mark(f"{fp_str(x, y, w, h)} re", width, colour, fill, dash)

    def circle(
        self, x: float, y: float, radius: float, *, width: float = 0.15, colour: str | None = "#000000",
        fill: str | None = None,
    ) -> None:  # fmt: skip
        """Draw a circle about (x, y)."""
        k, r = 0.5522847498 * radius, radius
        quarters = (
            (x + r, y + k, x + k, y + r, x, y + r),
            (x - k, y + r, x - r, y + k, x - r, y),
            (x - r, y - k, x - k, y - r, x, y - r),
            (x + k, y - r, x + r, y - k, x + r, y),
        )
        path = f"{fp_str(x + r, y)} m " + " ".join(f"{fp_str(*quarter)} c" for quarter in quarters) + " h"
        self._mark(path, width, colour, fill, ())

    def text(
        self, text: str, x: float, y: float, *, size: float, font: str = "text", colour: str = "#000000",
        anchor: str = "start", rotation: float = 0.0,
    ) -> None:  # fmt: skip
        """Write a line of text from (x, y) on the baseline; `size` is the em in mm, `font` a style key."""
        cos, sin = math.cos(math.radians(rotation)), math.sin(math.radians(rotation))
        self._canvas.saveState()
        self._canvas.write(f"{fp_str(cos, sin, -sin, cos, x, y)} cm")
        self._painter.text(text, 0.0, 0.0, size, self.fonts[font], _plain(colour), anchor)
        self._canvas.restoreState()

    def bookmark(self, title: str, level: int = 0) -> None:
        """Add an outline entry for the current page, at most one level below the one before."""
        level = max(0, min(level, (self._levels[-1] + 1) if self._levels else 0))
        self._levels.append(level)
        self._bookmarks += 1
        key = f"b{self._bookmarks}"
        self._canvas.bookmarkPage(key)
        self._canvas.addOutlineEntry(title, key, level)

    def finish(self) -> bytes:
        """Close the last page and return the file.  Raises `ValueError` if there is no page."""
        if not self._pages:
            raise ValueError("a file without pages is no PDF")
        self._end_page()
        if self._levels:
            self._canvas.showOutline()
        self._canvas.finish()
        return self._buffer.getvalue()

    def _end_page(self) -> None:
        self._canvas.restoreState()
        # The identity of the file comes from what it shows, since no clock may go in.
        self._canvas._doc.updateSignature("\n".join(self._canvas._code))
        self._canvas.showPage()

    def _mark(
        self, path: str, width: float, colour: str | None, fill: str | None, dash: Sequence[float]
    ) -> None:
        parts = ["q"]
        if fill:
            parts.append(f"{_operands(fill)} rg")
        if colour:
            parts.append(f"{_operands(colour)} RG {fp_str(width)} w")
        if dash:
            parts.append(f"[{fp_str(*dash)}] 0 d")
        painted = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}
        parts += [path, painted[bool(fill), bool(colour)], "Q"]
        self._canvas.write(" ".join(parts))


def _placed(x: float, y: float, size: Size, rotation: int) -> Matrix:
    match rotation % 360:
        case 0:
            return (1.0, 0.0, 0.0, 1.0, x, y)
        case 90:
            return (0.0, 1.0, -1.0, 0.0, x + size.h, y)
        case 180:
            return (-1.0, 0.0, 0.0, -1.0, x + size.w, y + size.h)
        case 270:
            return (0.0, -1.0, 1.0, 0.0, x, y + size.w)
    raise ValueError(f"a face is turned by 0, 90, 180 or 270, not by {rotation}")


def _points(box: Rect, page: Size) -> list[float]:
    """A box as left, bottom, right, top in points from the bottom-left corner."""
    return [round(v * _PT, 4) for v in (box.x, page.h - box.bottom, box.right, page.h - box.y)]


def _plain(colour: str) -> str:
    found = values.colour(colour)
    return found[0] if found else "#ffffff"


def _operands(colour: str) -> str:
    plain = _plain(colour)
    return str(fp_str(*(int(plain[i : i + 2], 16) / 255 for i in (1, 3, 5))))
