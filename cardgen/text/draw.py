"""Laid-out text as SVG: one `<text>` a run, one `<use>` an icon, in millimetres.

Every run tells its own place, without anchor or transform, because svglib draws some of these wrong.
Icons are boxes of 24 × 24 units, scaled to their side in em and centred on the em box.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from cardgen.fonts import Font
from cardgen.text.block import Block, Piece
from cardgen.text.turned import Turned
from cardgen.text.vertical import DOT_RADIUS, Vertical
from cardgen.units import MM_PER_PT, coordinate

ICON_UNITS = 24
"""The side of an icon's box in its own units."""


def draw_block(block: Block, x: float, y: float, fill: str, fonts: Mapping[str, Font]) -> str:
    """SVG of a block whose box has its top-left corner at (x, y) mm."""
    size = block.size_pt * MM_PER_PT
    side = block.icon_size * size
    heads = {key: _head(font, size, fill) for key, font in fonts.items()}
    parts: list[str] = []
    for row in block.lines:
        baseline = _number(y + row.y)
        for piece in row.pieces:
            if isinstance(piece, Piece):
                signs = _signs(piece.text)
                parts.append(
                    f'<text x="{_number(x + piece.x)}" y="{baseline}"{heads[piece.style]}{signs}</text>'
                )
            elif piece.name not in block.unknown_icons:
                top = y + row.y - block.em_centre * size - side / 2
                place = (
                    f"translate({_number(x + piece.x)},{_number(top)}) scale({_number(side / ICON_UNITS, 6)})"
                )
                parts.append(f'<use href="icon:{piece.name}" transform="{place}" color="{escape(fill)}"/>')
    return "".join(parts)


def draw_line(line: Block, x: float, y: float, fill: str, fonts: Mapping[str, Font]) -> str:
    """SVG of a single line whose anchor stands on the baseline at (x, y) mm."""
    return draw_block(line, x, y, fill, fonts)


def draw_vertical(vertical: Vertical, x: float, y: float, fill: str, fonts: Mapping[str, Font]) -> str:
    """SVG of a vertical text whose axis begins at (x, y) mm."""
    size = vertical.size_pt * MM_PER_PT
    head = _head(fonts[vertical.style], size, fill)
    parts: list[str] = []
    for cell in vertical.cells:
        left, down = _number(x + cell.x), _number(y + cell.y)
        if cell.text:
            parts.append(f'<text x="{left}" y="{down}"{head}{_signs(cell.text)}</text>')
        else:
            radius = _number(DOT_RADIUS * size)
            parts.append(f'<circle cx="{left}" cy="{down}" r="{radius}" fill="{escape(fill)}"/>')
    return "".join(parts)


def draw_turned(turned: Turned, x: float, y: float, fill: str, fonts: Mapping[str, Font]) -> str:
    """SVG of a turned text whose axis begins at (x, y) mm: a turned group for each line."""
    head = _head(fonts[turned.style], turned.size_pt * MM_PER_PT, fill)
    return "".join(
        f'<g transform="translate({_number(x + line.x)},{_number(y + line.y)}) rotate(90)">'
        f'<text x="0" y="0"{head}{_signs(line.text)}</text></g>'
        for line in turned.lines
        if line.text
    )


def _number(value: float, places: int = 4) -> str:
    return coordinate(value, places)


def _head(font: Font, size: float, fill: str) -> str:
    """The attributes that all runs of one font share."""
    return (
        f' font-family="{escape(font.family)}" font-weight="{font.weight}"'
        f' font-size="{_number(size)}" fill="{escape(fill)}">'
    )


def _signs(text: str) -> str:
    return escape(text, quote=False)
