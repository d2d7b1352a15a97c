"""Lengths: `63mm`, `3/8in`, `9pt`, `6.3cm`; a bare number is an error.

Everything inside cardgen is in millimetres.
"""

from __future__ import annotations

import re
from fractions import Fraction

MM_PER_PT = 25.4 / 72
"""One PostScript point in millimetres."""

_UNITS = {"mm": Fraction(1), "cm": Fraction(10), "in": Fraction(254, 10), "pt": Fraction(254, 720)}
_LENGTH = re.compile(r"(?P<number>[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:/[1-9]\d*)?)\s*(?P<unit>[a-z]*)", re.ASCII)
_MAX_DIGITS = 24


class UnitError(ValueError):
    """A text that is not a length; the message says why and what to write."""


def parse_length(text: str) -> float:
    """Return the length in millimetres.

    Raises `UnitError` for a bare number, an unknown unit or anything else.
    >>> parse_length("3/8in")
    9.525
    """
    match = _LENGTH.fullmatch(text.strip())
    if not match or len(match["number"]) > _MAX_DIGITS:
        raise UnitError(f"`{text}` is not a length; write a number and a unit, such as `63mm`")
    if not match["unit"]:
        raise UnitError(f"`{text}` has no unit; write `{text.strip()}mm` if millimetres are meant")
    if match["unit"] not in _UNITS:
        raise UnitError(f"unknown unit `{match['unit']}`; known are {', '.join(sorted(_UNITS))}")
    whole, _, divisor = match["number"].partition("/")
    return float(Fraction(whole) / int(divisor or 1) * _UNITS[match["unit"]])


def parse_size(text: str) -> tuple[float, float]:
    """Return (width, height) in millimetres of `63mm x 88mm`, `63x88mm` or `63 × 88 mm`.

    Raises `UnitError` when either side is not a length above zero.
    """
    parts = re.split(r"\s*[x×]\s*", text.strip())
    if len(parts) != 2:
        raise UnitError(f"`{text}` is not a size; write width and height, such as `63mm x 88mm`")
    width, height = parts
    unit = _LENGTH.fullmatch(height)
    if unit and unit["unit"] and re.fullmatch(r"[+-]?[\d./]+", width):
        width += unit["unit"]
    sides = (parse_length(width), parse_length(height))
    if min(sides) <= 0:
        raise UnitError(f"`{text}` is not a size: both sides must be above zero")
    return sides


def coordinate(value: float, digits: int = 3) -> str:
    """Write a number for a drawing: at most so many decimals, no trailing zeros, never `-0`."""
    written = f"{value:.{digits}f}"
    written = written.rstrip("0").rstrip(".") if digits else written
    return "0" if written in ("-0", "") else written


def format_length(mm: float) -> str:
    """Write a length so that `parse_length` gives it back to a nanometre, without trailing zeros."""
    return f"{coordinate(mm, 6)}mm"
