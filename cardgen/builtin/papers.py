"""Papers and card sizes that go by a name.

Card sizes are those that sleeve makers and card printers list; all in millimetres, portrait.
"""

from __future__ import annotations

from types import MappingProxyType

from cardgen.diagnostics import did_you_mean
from cardgen.geometry import Size
from cardgen.units import UnitError, parse_size

PAPERS = MappingProxyType({"a4": Size(210, 297), "letter": Size(215.9, 279.4), "a3": Size(297, 420)})
"""Paper by name, portrait (ISO 216; ANSI Y14.1 A)."""

CARD_SIZES = MappingProxyType(
    {
        "poker": Size(63.5, 88.9),
        "tcg": Size(63, 88),
        "bridge": Size(57.15, 88.9),
        "usa": Size(56, 87),
        "euro": Size(59, 92),
        "mini-euro": Size(44, 68),
        "mini-usa": Size(41, 63),
        "micro": Size(31.75, 44.45),
        "tarot": Size(70, 120),
        "square": Size(70, 70),
    }
)
"""Trim size of a card by name."""


def named_size(text: str) -> Size:
    """Return the size for a name such as `poker`, or for `63mm x 88mm`.

    Raises `UnitError`, with the nearest known name when there is one.
    """
    name = "-".join(text.casefold().split())
    if name in CARD_SIZES:
        return CARD_SIZES[name]
    if any(sign.isdigit() for sign in text):
        return Size(*parse_size(text))
    hint = did_you_mean(name, CARD_SIZES) or f"known are {', '.join(CARD_SIZES)}"
    raise UnitError(f"unknown card size `{text}`; {hint}")
