"""The findings of a rulebook, each placed at the line of the template."""

from __future__ import annotations

from dataclasses import dataclass

from cardgen.diagnostics import Findings, Rule, Severity, Span, did_you_mean
from cardgen.svg import Library
from cardgen.telling import MISSING_GLYPH, OVERFLOW, UNCLOSED_BOLD, UNKNOWN_ICON
from cardgen.text import Block

BAD_FIGURE = Rule("T320", "bad-figure")
UNKNOWN_SECTION = Rule("T321", "unknown-section")
NOT_IN_SUBSET = Rule("T322", "markup-not-printed", Severity.WARNING)


@dataclass(slots=True)
class Faults:
    """Turns what a rulebook could not do into findings."""

    findings: Findings
    library: Library

    def figure(self, message: str, span: Span, hint: str) -> None:
        """A picture that cannot be shown."""
        self.findings.add(BAD_FIGURE, message, span, hint=hint)

    def section(self, key: str, known: list[str], span: Span) -> None:
        """A reference to a section that is not there."""
        hint = did_you_mean(key, known) or "give the section a name: `## Heading [#name]`"
        self.findings.add(UNKNOWN_SECTION, f"no section is called `{key}`", span, hint=hint)

    def markup(self, what: str, span: Span) -> None:
        """Markdown that is outside the subset, and so is printed as it stands."""
        self.findings.add(
            NOT_IN_SUBSET, f"`{what}` is not of the Markdown that a rulebook knows, and would be printed",
            span, hint="use **bold**, :icon:, lists, tables and figures; or take its meaning with `\\`",
        )  # fmt: skip

    def overflow(self, what: str, by: float, span: Span, hint: str) -> None:
        """Something that is larger than its room, by so many mm."""
        self.findings.add(OVERFLOW, f"{what} is {by:.1f} mm too large for its room", span, hint=hint)

    def text(self, block: Block, text: str, span: Span) -> None:
        """All that a laid-out text could not do."""
        what = f"`{text if len(text) <= 24 else text[:23] + '…'}`"
        if block.torn or block.overflow_wide > 0.01:
            message = f"{what} has a word that is wider than its room"
            self.findings.add(OVERFLOW, message, span, hint="shorten it, or give the column less company")
        if block.unclosed_bold:
            hint = "close it with `**`, or write `\\*` for a star"
            self.findings.add(UNCLOSED_BOLD, f"{what} begins `**bold**` and never ends it", span, hint=hint)
        if block.missing:
            signs = ", ".join(f"`{sign}` (U+{ord(sign):04X})" for sign in block.missing)
            self.findings.add(
                MISSING_GLYPH, f"{what} has signs that the font lacks: {signs}", span,
                hint="use another sign, an `:icon:`, or a font that has it",
            )  # fmt: skip
        for name in block.unknown_icons:
            hint = did_you_mean(name, self.library.names("icon")) or f"add `icons/{name}.svg`"
            self.findings.add(UNKNOWN_ICON, f"there is no icon `{name}`", span, hint=hint)
