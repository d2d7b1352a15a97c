"""Reads finished PDFs back: where forms, lines and text really lie, in mm from the page's top-left corner."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass

import pypdf
import pypdfium2
from pypdf.generic import ContentStream

from cardgen.geometry import Rect
from cardgen.units import MM_PER_PT

Matrix = tuple[float, float, float, float, float, float]


def multiply(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


@dataclass(frozen=True)
class Drawn:
    """What a page shows: the rectangles of its forms (clipped art), and its own straight lines."""

    faces: list[Rect]
    lines: list[tuple[float, float, float, float]]


def pages(data: bytes) -> Iterator[Drawn]:
    reader = pypdf.PdfReader(io.BytesIO(data))
    for page in reader.pages:
        height = float(page.mediabox.height)
        forms = page["/Resources"].get("/XObject", {})
        state: list[Matrix] = []
        matrix: Matrix = (1, 0, 0, 1, 0, 0)
        faces, lines = [], []
        start = (0.0, 0.0)

        def point(x: float, y: float, matrix: Matrix, height: float = height) -> tuple[float, float]:
            a, b, c, d, e, f = matrix
            return ((a * x + c * y + e) * MM_PER_PT, (height - (b * x + d * y + f)) * MM_PER_PT)

        for operands, operator in ContentStream(page.get_contents(), reader).operations:
            match operator:
                case b"q":
                    state.append(matrix)
                case b"Q":
                    matrix = state.pop()
                case b"cm":
                    matrix = multiply(tuple(float(v) for v in operands), matrix)
                case b"m":
                    start = point(*(float(v) for v in operands), matrix)
                case b"l":
                    lines.append((*start, *point(*(float(v) for v in operands), matrix)))
                case b"Do":
                    box = [float(v) for v in forms[operands[0]].get_object()["/BBox"]]
                    corners = [point(box[0], box[1], matrix), point(box[2], box[3], matrix)]
                    x, y = min(c[0] for c in corners), min(c[1] for c in corners)
                    w, h = (abs(corners[0][i] - corners[1][i]) for i in (0, 1))
                    faces.append(Rect(x, y, w, h))
        yield Drawn(faces, lines)


def characters(data: bytes, page: int) -> list[tuple[str, Rect]]:
    """Every visible character of a page (counted from 0) and its tight box."""
    with pypdfium2.PdfDocument(data) as document:
        sheet = document[page]
        height = sheet.get_height()
        text = sheet.get_textpage()
        found = []
        for index in range(text.count_chars()):
            sign = text.get_text_range(index, 1)
            if not sign.strip():
                continue
            left, bottom, right, top = text.get_charbox(index)
            found.append(
                (
                    sign,
                    Rect(
                        left * MM_PER_PT,
                        (height - top) * MM_PER_PT,
                        (right - left) * MM_PER_PT,
                        (top - bottom) * MM_PER_PT,
                    ),
                )
            )
        return found


def text_in(data: bytes, page: int, area: Rect) -> str:
    """The text of a page (counted from 0) inside a rectangle."""
    with pypdfium2.PdfDocument(data) as document:
        sheet = document[page]
        height = sheet.get_height()
        text = sheet.get_textpage()
        left, right = area.x / MM_PER_PT, area.right / MM_PER_PT
        bottom, top = height - area.bottom / MM_PER_PT, height - area.y / MM_PER_PT
        return str(text.get_text_bounded(left=left, bottom=bottom, right=right, top=top))
