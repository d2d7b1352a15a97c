"""Values of SVG attributes: numbers, colours, path data and transforms, strictly read."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from cardgen.svg.artwork import IDENTITY, Matrix, multiply

LIMIT = 1e6
"""The largest number a drawing may hold, in its own units; more is a slip or an attack."""

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?"
_NUMBER_RE = re.compile(_NUMBER, re.ASCII)
_COMMAND = re.compile(r"\s*([MLHVCSQTAZmlhvcsqtaz])([^MLHVCSQTAZmlhvcsqtaz]*)", re.ASCII)
_BLANKS = re.compile(r"[\s,]*", re.ASCII)
_TRANSFORM = re.compile(r"[\s,]*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)", re.ASCII)
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})", re.ASCII)
_RGB = re.compile(
    r"rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,\s*([\d.]{1,8})\s*)?\)", re.ASCII
)
NAMED = {
    "black": "#000000", "white": "#ffffff", "red": "#ff0000", "green": "#008000", "blue": "#0000ff",
    "yellow": "#ffff00", "gray": "#808080", "grey": "#808080", "silver": "#c0c0c0", "maroon": "#800000",
    "olive": "#808000", "lime": "#00ff00", "aqua": "#00ffff", "teal": "#008080", "navy": "#000080",
    "fuchsia": "#ff00ff", "purple": "#800080", "orange": "#ffa500",
}  # fmt: skip


class ValueRefused(ValueError):  # noqa: N818 - a verdict on the value, worded for the finding
    """A value that the subset does not hold; the message says what to write."""


def number(text: str) -> float:
    """Read one plain number within `LIMIT`; raises `ValueRefused` for units, percentages, NaN."""
    text = text.strip()
    if not _NUMBER_RE.fullmatch(text):
        raise ValueRefused("write a plain number in the drawing's units, without `mm`, `px` or `%`")
    value = float(text)
    if not math.isfinite(value) or abs(value) > LIMIT:
        raise ValueRefused(f"keep numbers within ±{LIMIT:,.0f}")
    return value


def numbers(text: str) -> tuple[float, ...]:
    """Read numbers parted by blanks or commas (or by nothing, as path data may); see `number`."""
    found: list[float] = []
    at = _BLANKS.match(text).end()  # type: ignore[union-attr]
    while at < len(text):
        match = _NUMBER_RE.match(text, at)
        if not match:
            raise ValueRefused(f"`{text[at : at + 12].strip()}` is not a number")
        found.append(number(match[0]))
        at = _BLANKS.match(text, match.end()).end()  # type: ignore[union-attr]
    return tuple(found)


def path(text: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield (command, arguments) of path data; repeated arguments stay together.

    Raises `ValueRefused` where a command, its count of numbers or an arc's flags are wrong.
    """
    at = 0
    while at < len(text.rstrip()):
        match = _COMMAND.match(text, at)
        if not match:
            raise ValueRefused(f"`{text[at : at + 12].strip()}` is no path command")
        command, arguments = match[1], numbers(match[2])
        if at == 0 and command not in "Mm":
            raise ValueRefused("path data begins with `M x y`")
        arity = _ARITY[command.upper()]
        if (arity == 0 and arguments) or (arity and (not arguments or len(arguments) % arity)):
            raise ValueRefused(f"`{command}` takes {arity} numbers at a time, not {len(arguments)}")
        if command in "Aa" and not {*arguments[3::7], *arguments[4::7]} <= {0.0, 1.0}:
            raise ValueRefused("an arc's two flags are 0 or 1, parted by blanks")
        yield command, arguments
        at = match.end()


def transform(text: str) -> Matrix:
    """Read a list of transforms as one matrix; raises `ValueRefused` for anything else."""
    matrix, at = IDENTITY, 0
    while at < len(text.rstrip()):
        match = _TRANSFORM.match(text, at)
        if not match:
            raise ValueRefused("write translate(x,y), scale(s), rotate(angle,x,y), skewX, skewY or matrix(…)")
        matrix = multiply(matrix, _step(match[1], numbers(match[2])))
        at = match.end()
    if any(not math.isfinite(value) or abs(value) > LIMIT for value in matrix):
        raise ValueRefused(f"keep numbers within ±{LIMIT:,.0f}")
    return matrix


def _step(name: str, values: tuple[float, ...]) -> Matrix:
    match name, values:
        case "matrix", (a, b, c, d, e, f):
            return (a, b, c, d, e, f)
        case "translate", (x,):
            return (1.0, 0.0, 0.0, 1.0, x, 0.0)
        case "translate", (x, y):
            return (1.0, 0.0, 0.0, 1.0, x, y)
        case "scale", (s,):
            return (s, 0.0, 0.0, s, 0.0, 0.0)
        case "scale", (sx, sy):
            return (sx, 0.0, 0.0, sy, 0.0, 0.0)
        case "rotate", (angle,):
            return _turn(angle)
        case "rotate", (angle, x, y):
            to, back = (1.0, 0.0, 0.0, 1.0, x, y), (1.0, 0.0, 0.0, 1.0, -x, -y)
            return multiply(multiply(to, _turn(angle)), back)
        case "skewX", (angle,):
            return (1.0, 0.0, math.tan(math.radians(angle)), 1.0, 0.0, 0.0)
        case "skewY", (angle,):
            return (1.0, math.tan(math.radians(angle)), 0.0, 1.0, 0.0, 0.0)
    raise ValueRefused(f"`{name}` does not take {len(values)} numbers")


def _turn(angle: float) -> Matrix:
    quarter = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}.get(angle % 360)
    cos, sin = quarter or (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    return (cos, sin, -sin, cos, 0.0, 0.0)


def colour(text: str, current: str = "#000000") -> tuple[str, float] | None:
    """Read a colour as (`#rrggbb` in lower case, alpha), or None for `none`.

    `current` stands in for `currentColor`.  Raises `ValueRefused` for unknown names and forms.
    """
    text = text.strip()
    if text in ("none", "transparent"):
        return None
    if text == "currentColor":
        return (current, 1.0)
    if text.lower() in NAMED:
        return (NAMED[text.lower()], 1.0)
    if _HEX.fullmatch(text):
        digits = text[1:].lower()
        if len(digits) < 6:
            digits = "".join(digit * 2 for digit in digits)
        return ("#" + digits[:6], int(digits[6:] or "ff", 16) / 255)
    match = _RGB.fullmatch(text)
    if match:
        channels = [int(match[i]) for i in (1, 2, 3)]
        alpha = number(match[4]) if match[4] else 1.0
        if max(channels) <= 255 and alpha <= 1:
            return ("#{:02x}{:02x}{:02x}".format(*channels), alpha)
    raise ValueRefused("write the colour as `#rrggbb`, `none` or `currentColor`")


def luminance(colour: str) -> float:
    """Relative luminance 0–1 of `#rrggbb` (WCAG 2.2, definition of relative luminance)."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def grey(colour: str) -> str:
    """The grey `#rrggbb` of the same luminance."""
    y = luminance(colour)
    level = round(255 * (12.92 * y if y <= 0.0031308 else 1.055 * y ** (1 / 2.4) - 0.055))
    return f"#{level:02x}{level:02x}{level:02x}"
