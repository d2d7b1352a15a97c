"""Drawings: a strict subset of SVG, checked and compiled once, in full colour, grey or outline.

`compile_face` turns the SVG of a card side into an `Artwork`, a frozen display list that
`pdf` draws; a `Library` holds the art and icons that faces place by name.
"""

from __future__ import annotations

from cardgen.svg.artwork import Artwork, Nest, Op, Place, PlacedText, Shapes, TextRun
from cardgen.svg.ink import MODES
from cardgen.svg.library import Library, compile_face

__all__ = [
    "MODES",
    "Artwork",
    "Library",
    "Nest",
    "Op",
    "Place",
    "PlacedText",
    "Shapes",
    "TextRun",
    "compile_face",
]
