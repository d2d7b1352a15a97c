"""What text layout hands on: rows of pieces with their places in millimetres."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """Signs set in one go at `x` mm in the font of `style`."""

    x: float
    text: str
    style: str


@dataclass(frozen=True, slots=True)
class PlacedIcon:
    """An icon whose box begins at `x` mm."""

    x: float
    name: str


@dataclass(frozen=True, slots=True)
class Row:
    """One line: its baseline `y` and its left edge `x` in mm; `width` counts no hanging blank."""

    x: float
    y: float
    width: float
    pieces: tuple[Piece | PlacedIcon, ...]

    @property
    def text(self) -> str:
        """The signs of the line; an icon is `:name:`."""
        return "".join(part.text if isinstance(part, Piece) else f":{part.name}:" for part in self.pieces)


@dataclass(frozen=True, slots=True)
class Block:
    """A text laid out.

    Places count in mm from the top-left corner of its box, those of a single line from its anchor.
    `size_pt` and `leading` (line distance in em) are those found; `height` is what the lines take up.
    `overflow_tall` and `overflow_wide` are 0 when the text fits, else by how many mm it does not.
    `missing` are characters without a glyph, `unknown_icons` names that the kit has no icon for,
    `unclosed_bold` tells of a `**` that is printed, `torn` of words broken without a rule, for want of width.
    `icon_size` is the side of an icon in em, `em_centre` the height of its middle above the baseline in em.
    """

    size_pt: float
    leading: float
    lines: tuple[Row, ...]
    height: float
    overflow_tall: float = 0.0
    overflow_wide: float = 0.0
    missing: tuple[str, ...] = ()
    unknown_icons: tuple[str, ...] = ()
    unclosed_bold: bool = False
    torn: bool = False
    icon_size: float = 1.0
    em_centre: float = 0.38

    @property
    def fits(self) -> bool:
        """Whether nothing runs over the box."""
        return not (self.overflow_tall or self.overflow_wide)
