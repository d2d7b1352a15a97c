"""Places the faults of a face: which card, which field, or which line of the template."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from cardgen.diagnostics import Findings, Related, Rule, Severity, Span, did_you_mean
from cardgen.kit import Card
from cardgen.values import Text

OVERFLOW = Rule("T310", "text-overflow")
MISSING_GLYPH = Rule("T311", "missing-glyph")
UNKNOWN_ICON = Rule("T312", "unknown-icon")
UNKNOWN_ART = Rule("T313", "unknown-art")
UNCLOSED_BOLD = Rule("T314", "unclosed-bold", Severity.WARNING)


class Teller:
    """Collects the faults of the card that is being drawn; `icons` lists the names of all icons."""

    def __init__(self, findings: Findings, icons: Callable[[], Any]) -> None:
        self.findings, self.icons = findings, icons
        self.card: Card | None = None
        self.template = ""
        self._told: set[tuple[Span, str]] = set()

    def field(self, value: object) -> str | None:
        """The name of the card's field that holds this very value, if one does."""
        if self.card is None:
            return None
        for name, held in self.card.values.items():
            if held is value:
                return name
        return None

    def report(self, value: object, layout: Any) -> None:
        """Turn what a layout could not do into findings."""
        field = self.field(value)
        what = f"`{field}`" if field else f"`{_short(str(value))}`"
        over = [
            f"{amount:.1f} mm too {word}"
            for amount, word in (
                (getattr(layout, "overflow_wide", 0.0), "wide"),
                (layout.overflow_tall, "tall"),
            )
            if amount
        ]
        if over:
            self.find(
                OVERFLOW,
                value,
                f"{what} is {' and '.join(over)} at its smallest size ({layout.size_pt:g} pt)",
                hint="shorten the text, or give it more room in the template",
            )
        if getattr(layout, "unclosed_bold", False):
            self.find(
                UNCLOSED_BOLD,
                value,
                f"{what} begins `**bold**` and never ends it",
                hint="close it with `**`, or write `\\*` for a star",
            )
        missing = getattr(layout, "missing", ())
        if missing:
            signs = ", ".join(f"`{sign}` (U+{ord(sign):04X})" for sign in missing)
            self.find(
                MISSING_GLYPH,
                value,
                f"{what} has signs that the font lacks: {signs}",
                hint="use another sign, an `:icon:`, or a font that has it",
            )
        for name in getattr(layout, "unknown_icons", ()):
            self.unknown_icon(name, value)

    def unknown_icon(self, name: object, value: object) -> None:
        """Tell of an icon that is not there; `value` is the text that names it."""
        self.find(
            UNKNOWN_ICON,
            value,
            f"there is no icon `{name}`",
            hint=did_you_mean(str(name), self.icons()) or f"add `icons/{name}.svg`",
        )

    def find(self, rule: Rule, value: object, message: str, hint: str) -> None:
        """Add a finding at the place where a value was typed.

        A field of a card is reported for the card.  What many cards show (a word, or what the
        template says itself) is one fault, reported once with the first card that shows it.
        """
        card, field = self.card, self.field(value)
        typed = value.span if isinstance(value, Text) else None
        if card and (field or typed in card.places.values()):
            span = typed or card.place(field or "id")
            self.findings.add(rule, f"{card.component} `{card.id}`: {message}", span, hint=hint)
            return
        place = typed or _template_place(self.template)
        if (place, rule.code) in self._told:
            return
        self._told.add((place, rule.code))
        seen = []
        if card and card.span:
            seen = [Related(card.span, f"while drawing {card.component} `{card.id}`")]
        self.findings.add(rule, message, place, hint=hint, related=seen)


def _template_place(name: str) -> Span:
    """The line of the template that is being filled, found on the call stack as Jinja's tracebacks are."""
    frame = sys._getframe(1)
    while frame is not None:
        template = frame.f_globals.get("__jinja_template__")
        if template is not None and template.filename:
            return Span(template.filename, template.get_corresponding_lineno(frame.f_lineno))
        frame = frame.f_back  # type: ignore[assignment]
    return Span(f"templates/{name}")


def _short(text: str) -> str:
    return text if len(text) <= 24 else text[:23] + "…"
