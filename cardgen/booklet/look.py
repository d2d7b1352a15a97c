"""The look of a rulebook: page, margins, sizes of type, colours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cardgen.diagnostics import did_you_mean
from cardgen.expr import ExprError
from cardgen.geometry import Size
from cardgen.kit import Kit
from cardgen.units import MM_PER_PT
from cardgen.values import Record

PAGE = Size(148.0, 210.0)
"""A5 (ISO 216)."""
_COLOUR = re.compile("#[0-9a-fA-F]{6}")
_SIZES = {"text": (7.0, 12.0), "small": (7.0, 12.0), "leading": (1.2, 2.0)}
_COLOURS = ("ink", "strong", "second", "ground", "hair", "muted")


@dataclass(frozen=True, slots=True)
class Look:
    """Margins in mm, type in pt, `leading` in em; colours as `#rrggbb`.

    `strong` is the colour of headings and rules, `second` that of section numbers, `ground` that
    of call-outs and table heads.
    """

    side: float = 14.0
    top: float = 14.0
    foot: float = 16.5
    text: float = 9.0
    small: float = 8.2
    leading: float = 1.55
    ink: str = "#241A14"
    strong: str = "#2C5A6B"
    second: str = "#2C5A6B"
    ground: str = "#EEF1F1"
    hair: str = "#C9C4BF"
    muted: str = "#6B625B"

    @property
    def width(self) -> float:
        """The width of the text in mm."""
        return PAGE.w - 2 * self.side

    @property
    def height(self) -> float:
        """The height of the text in mm."""
        return PAGE.h - self.top - self.foot

    @property
    def pitch(self) -> float:
        """From baseline to baseline, in mm."""
        return self.text * self.leading * MM_PER_PT

    def changed(self, options: Mapping[str, Any]) -> Look:
        """The look with other colours or sizes; raise `ExprError` for what is none."""
        return replace(self, **{name: _option(name, value) for name, value in options.items()})


def _option(name: str, value: Any) -> Any:
    if name in _SIZES:
        least, most = _SIZES[name]
        if not isinstance(value, (int, float)) or not least <= value <= most:
            raise ExprError(f"`{name}` lies between {least:g} and {most:g}")
        return float(value)
    if name not in _COLOURS:
        known = (*_COLOURS, *_SIZES)
        raise ExprError(
            f"a look has no `{name}`; {did_you_mean(name, known) or 'it has ' + ', '.join(known)}"
        )
    if not _COLOUR.fullmatch(str(value)):
        raise ExprError(f"`{value}` is not a colour such as #c8992e")
    return str(value)


def look_of(kit: Kit) -> Look:
    """The plain look, with the kit's `ink` and `accent` where it names them."""
    plain, colors = Look(), kit.context.get("colors")
    known = dict(colors) if isinstance(colors, Record) else {}
    accent, ink = known.get("accent", plain.strong), known.get("ink", plain.ink)
    try:
        return plain.changed({"ink": ink, "strong": accent, "second": accent})
    except ExprError:
        return plain
