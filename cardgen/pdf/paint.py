"""Draw artwork on a canvas: every distinct part once, as a form, however often it is shown."""

from __future__ import annotations

from dataclasses import dataclass, field

from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase import pdfmetrics

from cardgen.fonts import SILENT, Font
from cardgen.geometry import Rect
from cardgen.pdf.canvas import SheetCanvas
from cardgen.pdf.shapes import clip_to, draw_group
from cardgen.svg.artwork import Artwork, Matrix, Nest, Op, Place, Shapes, TextRun
from cardgen.svg.convert import shapes_group

_INLINE = 400
"""Shapes whose operators are shorter than this are written in place: a form costs about as much."""
_ANYWHERE = Rect(-10000.0, -10000.0, 20000.0, 20000.0)
_SHIFT = {"start": 0.0, "middle": 0.5, "end": 1.0}


@dataclass(slots=True)
class Painter:
    """Draws ops on one canvas, and remembers which forms its document has."""

    canvas: SheetCanvas
    _forms: set[str] = field(default_factory=set)
    _short: dict[str, str] = field(default_factory=dict)

    def face(self, artwork: Artwork, window: Rect) -> str:
        """Define (once) the form of a drawing clipped to `window`, in its own units; return its name."""
        edges = "_".join(fp_str(v) for v in (window.x, window.y, window.w, window.h))
        name = f"a{artwork.digest[:24]}_{edges}"
        if name not in self._forms:
            for op in artwork.ops:
                self._prepare(op)
            self._begin(name, window)
            for op in artwork.ops:
                self._draw(op)
            self.canvas.endForm()
        return name

    def place(self, form: str, matrix: Matrix) -> None:
        """Show a form under a matrix."""
        self.canvas.write(f"q {fp_str(*matrix)} cm")
        self.canvas.doForm(form)
        self.canvas.write("Q")

    def text(self, text: str, x: float, y: float, size: float, font: Font, fill: str, anchor: str) -> None:
        """Write one run in a space with y down; the caller has saved the state."""
        text = text.translate(SILENT)
        x -= font.width(text, size) * _SHIFT[anchor]
        face = pdfmetrics.getFont(font.register())
        doc = self.canvas._doc
        parts = [f"{fp_str(*_rgb(fill))} rg BT 1 0 0 -1 {fp_str(x, y)} Tm"]
        for subset, chunk in face.splitString(text, doc):
            name = face.getSubsetInternalName(subset, doc)
            parts.append(f"{name} {fp_str(size)} Tf ({self.canvas._escape(chunk)}) Tj")
        self.canvas.write(" ".join(parts) + " ET")

    def _begin(self, name: str, window: Rect) -> None:
        self._forms.add(name)
        # A form starts a fresh stream only when the one around it is not empty.
        self.canvas.write("")
        self.canvas.beginForm(name, window.x, window.y, window.right, window.bottom)

    def _prepare(self, op: Op) -> None:
        """Define the forms that the op needs; forms cannot be begun inside a form."""
        match op:
            case Shapes():
                self._prepare_shapes(op)
            case Place():
                self.face(op.artwork, op.artwork.view)
            case Nest():
                for inner in op.ops:
                    self._prepare(inner)

    def _prepare_shapes(self, op: Shapes) -> None:
        if op.digest in self._short or op.digest in self._forms:
            return
        self._begin(op.digest, _ANYWHERE)
        draw_group(self.canvas, shapes_group(op.source))
        if self.canvas.is_plain and sum(map(len, self.canvas._code)) < _INLINE:
            self._forms.discard(op.digest)
            self._short[op.digest] = self.canvas.drop_form()
        else:
            self.canvas.endForm()

    def _draw(self, op: Op) -> None:
        match op:
            case Shapes() if op.digest in self._short:
                self.canvas.write(self._short[op.digest])
            case Shapes():
                self.canvas.doForm(op.digest)
            case TextRun():
                self.canvas.saveState()
                if op.alpha < 1:
                    self.canvas.setFillAlpha(op.alpha)
                self.text(op.text, op.x, op.y, op.size, op.font, op.fill, op.anchor)
                self.canvas.restoreState()
            case Place():
                self.place(self.face(op.artwork, op.artwork.view), op.matrix)
            case Nest():
                self.canvas.saveState()
                self.canvas.write(f"{fp_str(*op.matrix)} cm")
                if op.clip:
                    clip_to(self.canvas, shapes_group(op.clip.source))
                for inner in op.ops:
                    self._draw(inner)
                self.canvas.restoreState()


def _rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue
