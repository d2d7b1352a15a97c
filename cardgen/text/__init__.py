"""Text on faces: markup, Chinese line rules, fitting, vertical and turned names; pure functions."""

from cardgen.text.block import Block, Piece, PlacedIcon, Row
from cardgen.text.draw import draw_block, draw_line, draw_turned, draw_vertical
from cardgen.text.fit import layout_block, layout_line
from cardgen.text.turned import Turned, layout_turned
from cardgen.text.vertical import Vertical, layout_vertical

__all__ = [
    "Block",
    "Piece",
    "PlacedIcon",
    "Row",
    "Turned",
    "Vertical",
    "draw_block",
    "draw_line",
    "draw_turned",
    "draw_vertical",
    "layout_block",
    "layout_line",
    "layout_turned",
    "layout_vertical",
]
