"""What can be wrong with a drawing, as rules for findings."""

from __future__ import annotations

from cardgen.diagnostics import Rule

NOT_WELL_FORMED = Rule("S501", "svg-not-well-formed")
OUTSIDE_SUBSET = Rule("S502", "svg-element-outside-subset")
ATTRIBUTE_OUTSIDE_SUBSET = Rule("S503", "svg-attribute-outside-subset")
FONT_NOT_IN_KIT = Rule("S504", "font-not-in-kit")
UNKNOWN_ART = Rule("S505", "unknown-art")
UNKNOWN_ICON = Rule("S506", "unknown-icon")
REFERENCE_REFUSED = Rule("S507", "svg-reference-refused")
TOO_LARGE = Rule("S508", "svg-too-large")
WRONG_SCALE = Rule("S509", "svg-wrong-scale")
UNKNOWN_REFERENCE = Rule("S510", "svg-unknown-reference")

ALL = (
    NOT_WELL_FORMED,
    OUTSIDE_SUBSET,
    ATTRIBUTE_OUTSIDE_SUBSET,
    FONT_NOT_IN_KIT,
    UNKNOWN_ART,
    UNKNOWN_ICON,
    REFERENCE_REFUSED,
    TOO_LARGE,
    WRONG_SCALE,
    UNKNOWN_REFERENCE,
)
