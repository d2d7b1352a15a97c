"""Print-readiness: what would go wrong on paper, found before anything is printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.diagnostics import Findings, Related, Rule, Severity
from cardgen.geometry import Rect, Size
from cardgen.kit import Card, Component, Kit
from cardgen.pen import imprint_text
from cardgen.svg import Artwork, PlacedText
from cardgen.units import MM_PER_PT

OUTSIDE_SAFE = Rule("P510", "text-outside-safe-area", Severity.WARNING)
TOO_SMALL = Rule("P511", "text-too-small", Severity.WARNING)
NO_IMPRINT = Rule("P512", "no-imprint", Severity.WARNING)
BACKS_DIFFER = Rule("P513", "backs-differ")
DOES_NOT_FIT = Rule("P514", "piece-does-not-fit")

LEAST_PT, HAN_PT = 6.0, 7.0
"""Below the first nobody reads at a table; Han signs need the second."""
CLEARANCE = 0.7
"""Room on every side, in mm, for a piece cut by hand to lie in its space."""
_SLACK = 0.05
_HALF_INK = frozenset("，。、；：！？）》」』】〉…")
"""Full-width marks whose ink lies in the first half of their square; at a line's end the rest is blank."""


def check_face(
    kit: Kit, component: Component, card: Card, side: str, artwork: Artwork, findings: Findings,
    seen: set[tuple[str, ...]], overflowing: bool = False,
) -> None:  # fmt: skip
    """Look at the text of one face: inside the safe area, large enough, imprint there.

    What many cards of a component show is reported once: `seen` remembers it.  Text that is
    `overflowing` its box has been reported already.
    """
    imprint = imprint_text(kit, card)
    who = f"{component.id} `{card.id}`" + (" (back)" if side == "back" else "")
    runs = list(artwork.texts)
    outside = None if overflowing else _furthest_out(component, runs)
    if outside and _first(seen, OUTSIDE_SAFE.code, component.id, side, outside[1]):
        findings.add(
            OUTSIDE_SAFE,
            f"{who}: `{_short(outside[1])}` lies {outside[0]:.1f} mm outside the safe area",
            card.span,
            hint=f"keep text {component.safe:g} mm inside the trim, or set a smaller `safe`",
        )
    small = _smallest([run for run in runs if run.text.strip() != imprint])
    if small and _first(seen, TOO_SMALL.code, component.id, side, f"{small[0]:.1f}"):
        points, floor, text = small
        findings.add(
            TOO_SMALL,
            f"{who}: `{_short(text)}` is set at {points:.1f} pt; {floor:g} pt is the least that reads well",
            card.span,
            hint="make it larger, or leave it out",
            severity=Severity.ERROR if points < LEAST_PT - 0.01 else Severity.WARNING,
        )
    if side == "front" and not any(run.text.strip() == imprint for run in runs):
        findings.add(
            NO_IMPRINT,
            f"{component.id} has no imprint (id and version) on its face",
            component.span,
            hint="put `{{ imprint(x, y) }}` in its template, so that an old print can be told from a new one",
        )


def _first(seen: set[tuple[str, ...]], *key: str) -> bool:
    known = key in seen
    seen.add(key)
    return not known


def _furthest_out(component: Component, runs: Sequence[PlacedText]) -> tuple[float, str] | None:
    """How far the text that is worst lies outside the safe area, in mm."""
    safe = Rect(0, 0, component.size.w, component.size.h).inset(component.safe)
    found = []
    for run in runs:
        box = text_box(run)
        if not safe.contains(box, _SLACK):
            over = max(safe.x - box.x, safe.y - box.y, box.right - safe.right, box.bottom - safe.bottom)
            found.append((over, run.text))
    return max(found, default=None)


def _smallest(runs: Sequence[PlacedText]) -> tuple[float, float, str] | None:
    """Size, least size (both in points) and text of the run that is furthest below what reads well."""
    found = []
    for run in runs:
        points = run.size / MM_PER_PT
        floor = HAN_PT if any(is_han(sign) for sign in run.text) else LEAST_PT
        if points < floor - 0.01:
            found.append((points, floor, run.text))
    return min(found, key=lambda each: each[0] - each[1], default=None)


def text_box(run: PlacedText) -> Rect:
    """The rectangle that a run of text covers on the face, in mm (tight for Han and capitals)."""
    width = run.font.width(run.text, run.size)
    if run.anchor == "start" and run.text[-1:] in _HALF_INK:
        width -= run.size / 2
    left = {"start": 0.0, "middle": -width / 2, "end": -width}[run.anchor]
    han = any(is_han(sign) for sign in run.text)
    up = (0.86 if han else 0.75) * run.size
    down = (0.10 if han else 0.21 if any(sign in "gjpqy,;()" for sign in run.text) else 0.02) * run.size
    corners = {0: (left, -up), 90: (-down, left), 180: (-left - width, -down), 270: (-up, -left - width)}
    quarter = round(run.turned / 90) * 90 % 360
    dx, dy = corners[quarter]
    w, h = (width, up + down) if quarter % 180 == 0 else (up + down, width)
    return Rect(run.x + dx, run.y + dy, w, h)


def is_han(sign: str) -> bool:
    """Whether a character is a Han ideograph."""
    return (
        "\u4e00" <= sign <= "\u9fff" or "\u3400" <= sign <= "\u4dbf" or "\U00020000" <= sign <= "\U000323af"
    )


def check_back_sides(kit: Kit, digests: Mapping[tuple[str, str], str], findings: Findings) -> None:
    """Pieces of one pile are mixed face down, so their backs must be the same."""
    piles: dict[str, tuple[Component, Card, str | None]] = {}
    told: set[tuple[str, str]] = set()
    for component, card in kit.cards():
        if card.pile is None:
            continue
        digest = digests.get((component.id, card.id))
        first = piles.setdefault(card.pile, (component, card, digest))
        if digest != first[2] and (card.pile, component.id) not in told:
            told.add((card.pile, component.id))
            findings.add(
                BACKS_DIFFER,
                f"the backs of {component.id} `{card.id}` and {first[0].id} `{first[1].id}` differ, "
                f"and both are in the pile `{card.pile}`",
                card.span,
                hint=f"share one back: `back: {first[0].id}`",
                related=[Related(first[1].span, "the other back")] if first[1].span else [],
            )


def check_spaces(kit: Kit, spaces: Mapping[str, Size], findings: Findings) -> None:
    """A piece fits the space that it names, with room to spare on every side."""
    for component in kit.components:
        space = spaces.get(component.fits or "")
        if space is None:
            continue
        spare = min(space.w - component.size.w, space.h - component.size.h) / 2
        if spare < CLEARANCE - 1e-6:
            piece = f"{component.size.w:g} × {component.size.h:g} mm"
            findings.add(
                DOES_NOT_FIT,
                f"{component.id} ({piece}) has {spare:.2f} mm to spare in `{component.fits}` "
                f"({space.w:g} × {space.h:g} mm); {CLEARANCE:g} mm on every side are needed",
                component.span,
                hint="make the piece smaller or the space larger",
                severity=Severity.ERROR if spare < 0 else Severity.WARNING,
            )


def _short(text: str) -> str:
    return text if len(text) <= 24 else text[:23] + "…"
