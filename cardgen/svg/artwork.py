"""A checked drawing as a frozen display list, ready to be drawn and safe to share.

Lengths are in the drawing's own units: millimetres for a face, viewBox units for art and
icons.  A matrix (a, b, c, d, e, f) maps (x, y) to (ax + cy + e, bx + dy + f), as in SVG.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from cardgen.fonts import Font
from cardgen.geometry import Rect, Size

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that applies `inner` first, then `outer`."""
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (
        a * p + c * q,
        b * p + d * q,
        a * r + c * s,
        b * r + d * s,
        a * t + c * u + e,
        b * t + d * u + f,
    )


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """The point (x, y) mapped by the matrix."""
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e, b * x + d * y + f)


def scale_of(matrix: Matrix) -> float:
    """How much the matrix enlarges lengths: the root of the area's factor."""
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


@dataclass(frozen=True, slots=True)
class Shapes:
    """Plain shapes: a self-contained SVG document in the drawing's units, and a hash of it."""

    source: bytes
    digest: str


@dataclass(frozen=True, slots=True)
class TextRun:
    """One line of text in one font, drawn from (x, y) on the baseline.

    `size` is the em in the drawing's units; `anchor` is start, middle or end;
    `fill` is `#rrggbb`.
    """

    text: str
    x: float
    y: float
    size: float
    font: Font
    fill: str
    alpha: float = 1.0
    anchor: str = "start"


@dataclass(frozen=True, slots=True)
class Place:
    """Another drawing, set in by a matrix from its units to those around it."""

    name: str
    artwork: Artwork
    matrix: Matrix


@dataclass(frozen=True, slots=True)
class Nest:
    """Some ops under a matrix and, if `clip` is given, inside the outline of its shapes.

    `clip` is a document like that of `Shapes`: an empty group with a `clip-path`.
    """

    ops: tuple[Op, ...]
    matrix: Matrix = IDENTITY
    clip: Shapes | None = None


Op = Shapes | TextRun | Place | Nest


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A run of text as it ends up on the face: position and em in the face's units.

    `x`, `y` is the anchor on the baseline; `turned` is the clockwise angle in degrees.
    """

    text: str
    x: float
    y: float
    size: float
    font: Font
    fill: str
    alpha: float
    anchor: str
    turned: float


@dataclass(frozen=True)
class Artwork:
    """A whole drawing: its viewBox, what to draw in order, and a hash of all that it shows."""

    view: Rect
    ops: tuple[Op, ...]

    @property
    def size(self) -> Size:
        """Width and height of the viewBox."""
        return Size(self.view.w, self.view.h)

    @cached_property
    def digest(self) -> str:
        """A hash that is equal for equal pictures, over runs and machines; covers the art inside."""
        digest = hashlib.sha256(repr((self.view.x, self.view.y, self.view.w, self.view.h)).encode())
        for op in self.ops:
            digest.update(_digest(op).encode())
        return digest.hexdigest()

    @cached_property
    def texts(self) -> tuple[PlacedText, ...]:
        """Every run of text in drawing order, that of placed art included."""
        return tuple(_texts(self.ops, IDENTITY))


def _digest(op: Op) -> str:
    match op:
        case Shapes():
            return f"shapes {op.digest}\n"
        case TextRun():
            font = (op.font.family, op.font.weight, op.font.name)
            return f"text {(op.text, op.x, op.y, op.size, font, op.fill, op.alpha, op.anchor)!r}\n"
        case Place():
            return f"place {op.artwork.digest} {op.matrix!r}\n"
        case Nest():
            inner = "".join(map(_digest, op.ops))
            return f"nest {op.matrix!r} {op.clip.digest if op.clip else ''}\n{inner}end\n"


def _texts(ops: tuple[Op, ...], matrix: Matrix) -> Iterator[PlacedText]:
    for op in ops:
        match op:
            case TextRun():
                x, y = apply(matrix, op.x, op.y)
                turned = math.degrees(math.atan2(matrix[1], matrix[0]))
                size = op.size * scale_of(matrix)
                yield PlacedText(op.text, x, y, size, op.font, op.fill, op.alpha, op.anchor, turned)
            case Place():
                yield from _texts(op.artwork.ops, multiply(matrix, op.matrix))
            case Nest():
                yield from _texts(op.ops, multiply(matrix, op.matrix))
