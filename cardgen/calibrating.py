"""Calibration of a printer: the sheets to hold to the light, and the numbers that follow from them.

A printer turns a landscape page round before it prints it, one printer clockwise and another
not, so the shift of its landscape backs is measured on a sheet of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.builtin.papers import PAPERS
from cardgen.builtin.phrases import phrases
from cardgen.drawing import draw_mark
from cardgen.fonts import FontSet
from cardgen.geometry import Size
from cardgen.marks import TextMark, strip_text
from cardgen.pdf import PdfFile
from cardgen.printing import shift_text
from cardgen.sheet import Backs, SheetPage, Shift, calibration_sheet, correction
from cardgen.sheet.model import NO_SHIFT

FARTHEST, STEEPEST = 10.0, 5.0
"""A shift beyond this many mm or degrees is a slip of the pen; no printer is that far off."""
READABLE = 5.0
"""The scales end there, in mm."""
HEAD, TEXT = 4.6, 3.2
"""13 and 9 pt, in mm."""
_FLIPS = {"long-edge": "flip on the long edge", "short-edge": "flip on the short edge"}
_STACK = "all fronts first, then turn the stack about its long edge"
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)")


class CalibrationError(ValueError):
    """Numbers that cannot be a reading or a shift; the message says what to write."""


def read_reading(text: str) -> tuple[float, float]:
    """What was read at a scale: mm right and mm down, as `0.5,-1.25`.  Raises `CalibrationError`."""
    right, down = _numbers(text, 2, "RIGHT,DOWN in millimetres, such as `0.5,-1.25`")
    if max(abs(right), abs(down)) > READABLE:
        raise CalibrationError(f"`{text}` lies beyond the scales, which end at {READABLE:g} mm")
    return (right, down)


def read_shift(text: str) -> Shift:
    """A shift as `1.5,-0.25,0.1`: mm right, mm down, degrees clockwise.  Raises `CalibrationError`."""
    right, down, turn = _numbers(
        text, 3, "RIGHT,DOWN,TURN in millimetres and degrees, such as `1.5,-0.25,0.1`"
    )
    if max(abs(right), abs(down)) > FARTHEST or abs(turn) > STEEPEST:
        raise CalibrationError(
            f"`{text}` is more than a printer can be off: at most {FARTHEST:g} mm and {STEEPEST:g}°"
        )
    return Shift(right, down, turn)


def _numbers(text: str, count: int, what: str) -> list[float]:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != count or not all(_NUMBER.fullmatch(part) for part in parts):
        raise CalibrationError(f"`{text}` is not {what}")
    return [float(part) for part in parts]


def shift_from(
    left: tuple[float, float],
    right: tuple[float, float],
    paper: str,
    backs: Backs = "long-edge",
    landscape: bool = False,
) -> Shift:
    """The shift to print with, to the hundredth, from the readings at A (`left`) and B (`right`)."""
    found = correction(left, right, _size(paper, landscape), backs)
    return Shift(*(round(value, 2) + 0.0 for value in (found.dx, found.dy, found.rotation)))


def option(shift: Shift, landscape: bool) -> str:
    """The option of `build` that prints with a shift."""
    return f"--shift{'-landscape' if landscape else ''}={shift_text(shift)}"


def calibration_pdf(
    paper: str, backs: Backs = "long-edge", shift: Shift = NO_SHIFT, shift_landscape: Shift = NO_SHIFT
) -> bytes:
    """Two sheets, upright and landscape, each front and back; printed with a shift they prove it."""
    fonts = FontSet.load()
    pdf = PdfFile(title="Calibration of backs", lang="en", fonts=fonts, subject=f"{paper} · {backs}")
    sheets = [
        (page, landscape)
        for landscape, moved in ((False, shift), (True, shift_landscape))
        for page in calibration_sheet(_size(paper, landscape), backs, moved)
    ]
    if backs == "separate":
        sheets.sort(key=lambda sheet: sheet[0].side == "back")
    for number, (page, landscape) in enumerate(sheets, 1):
        moved = shift_landscape if landscape else shift
        pdf.begin_page(page.paper, offset=(page.shift.dx, page.shift.dy), turn=page.shift.rotation)
        lines = _front(paper, backs, landscape, moved) if page.side == "front" else _back(landscape)
        said = (TextMark(*_place(n), line, size=TEXT if n else HEAD) for n, line in enumerate(lines))
        footer = [f"cardgen · calibration · {paper} · {page.side} · page {number} of {len(sheets)}"]
        for mark in (*page.marks, *said, *_margins(page, footer, backs, fonts)):
            draw_mark(pdf, mark)
    return pdf.finish()


def _place(line: int) -> tuple[float, float]:
    """Where a line of the instructions begins; the first is their heading."""
    return (22.0, 32.0 + line * 5.4 if line else 31.0)


def _size(paper: str, landscape: bool) -> Size:
    return PAPERS[paper].turned() if landscape else PAPERS[paper]


def _margins(page: SheetPage, footer: list[str], backs: str, fonts: FontSet) -> Iterator[TextMark]:
    words = phrases("en")
    advice = [f"{_FLIPS.get(backs, _STACK)} · {words['full_size']}"]
    for strip, lines in ((page.header, advice), (page.footer, footer)):
        if strip is not None:
            yield from strip_text(strip, lines, lambda text: fonts["text"].width(text, 1.0))


def _front(paper: str, backs: str, landscape: bool, shift: Shift) -> list[str]:
    lies = " --landscape" if landscape else ""
    given = [f"Printed with {option(shift, landscape)}."] if shift != NO_SHIFT else []
    return [
        f"Calibration of backs on {'landscape' if landscape else 'upright'} sheets",
        f"1. Print at 100 % on both sides, as you print cards: {_FLIPS.get(backs, _STACK)}.",
        "2. Hold the sheet to a window, this side towards you: a cross shows through at each scale.",
        "3. At A and at B, read how many mm the cross lies to the right and down;",
        "    left and up are negative. Read to a quarter of a millimetre.",
        f"4. cardgen calibrate --paper {paper} --backs {backs}{lies} --a RIGHT,DOWN --b RIGHT,DOWN",
        f"    tells the numbers for {option(NO_SHIFT, landscape).partition('=')[0]} of cardgen build.",
        "5. Print this again with that option: now the crosses must lie on the zeros, C too.",
        "    If they are twice as far off, the sheet was flipped about the other edge.",
        *given,
    ]


def _back(landscape: bool) -> list[str]:
    return [f"Back of the {'landscape' if landscape else 'upright'} sheet"]
