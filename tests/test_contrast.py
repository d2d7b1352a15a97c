"""Every text of Tanfang reads: its colour against the ground it is printed on, and its size.

The ground is what a face shows with its text left out, rendered, and looked at just where the
text stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from cardgen.diagnostics import Findings
from cardgen.faces import Faces, open_faces
from cardgen.kit import Kit
from cardgen.loading import load_kit
from cardgen.pen import imprint_text
from cardgen.preflight import HAN_PT, is_han, text_box
from cardgen.printing import face_key
from cardgen.proof import face_pdf, page_image
from cardgen.resolve import resolve
from cardgen.svg.artwork import Artwork, Nest, Op, Place, PlacedText, TextRun
from cardgen.svg.values import luminance
from cardgen.units import MM_PER_PT

ROOT = Path(__file__).resolve().parents[1]
DPI = 120.0
LEAST, LEAST_LARGE, LARGE_PT = 4.5, 3.0, 14.0
"""WCAG 2.1, 1.4.3: ordinary text, large text, and from what size bold text counts as large."""
SHARE = 0.75
"""Share of the ground that has to reach it; the rest may be flecks of texture, grain or a thin rule."""
KITS = ((4, "zh", "long-season"), (3, "en", "co-op"))
"""Player count, language and variant: together they have every component and both languages."""


@cache
def drawn(players: int, lang: str, variant: str) -> tuple[Kit, Faces]:
    findings = Findings()
    source = load_kit(ROOT, findings)
    kit = source and resolve(source, players, findings, variant=variant, lang=lang)
    assert kit, list(findings)
    faces = open_faces(kit, "full", findings)
    faces.draw_all()
    return kit, faces


def without_text(ops: tuple[Op, ...]) -> tuple[Op, ...]:
    found: list[Op] = []
    for op in ops:
        match op:
            case TextRun():
                continue
            case Place():
                bare = Artwork(op.artwork.view, without_text(op.artwork.ops))
                found.append(Place(op.name, bare, op.matrix))
            case Nest():
                found.append(replace(op, ops=without_text(op.ops)))
            case _:
                found.append(op)
    return tuple(found)


def contrast(one: float, other: float) -> float:
    """Contrast of two relative luminances, 1 to 21 (WCAG 2.1)."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


@cache
def lightness(pixel: tuple[int, int, int]) -> float:
    return luminance("#{:02x}{:02x}{:02x}".format(*pixel))


def on_ground(run: PlacedText, ground: Image.Image) -> float:
    """The contrast that `SHARE` of the ground under a run of text reaches."""
    per_mm, box = DPI / 25.4, text_box(run)
    left, top = max(0, int(box.x * per_mm)), max(0, int(box.y * per_mm))
    part = ground.crop((left, top, int(box.right * per_mm) + 1, int(box.bottom * per_mm) + 1))
    colours = part.getcolors(part.width * part.height) or []
    ink = tuple(int(run.fill[i : i + 2], 16) for i in (1, 3, 5))
    reached = []
    for count, pixel in colours:
        assert isinstance(pixel, tuple)
        r, g, b = (round(a * run.alpha + b * (1 - run.alpha)) for a, b in zip(ink, pixel, strict=True))
        reached.append((contrast(lightness((r, g, b)), lightness(pixel)), count))
    spare = (1 - SHARE) * sum(count for _, count in reached)
    for ratio, count in sorted(reached):
        spare -= count
        if spare < 0:
            return ratio
    raise AssertionError("a text without ground")


def needed(run: PlacedText) -> float:
    large = run.font.weight >= 700 and run.size / MM_PER_PT >= LARGE_PT - 0.01
    return LEAST_LARGE if large else LEAST


def sides(kit: Kit, faces: Faces) -> Iterator[tuple[str, str, Artwork]]:
    """Name, imprint and drawing of every distinct face."""
    seen = set()
    for component, card in kit.cards():
        for side in ("front", "back"):
            artwork = faces.artwork.get(face_key(component.id, card.id, side))
            if artwork is not None and artwork.digest not in seen:
                seen.add(artwork.digest)
                yield f"{component.id}/{card.id} {side}", imprint_text(kit, card), artwork


@pytest.mark.parametrize("given", KITS, ids=lambda given: "-".join(map(str, given)))
def test_every_text_stands_out_from_its_ground(given: tuple[int, str, str]) -> None:
    kit, faces = drawn(*given)
    weak: dict[str, str] = {}
    for name, _, artwork in sides(kit, faces):
        if not artwork.texts:
            continue
        bare = Artwork(artwork.view, without_text(artwork.ops))
        ground = page_image(face_pdf(bare, faces.fonts), dpi=DPI)
        for run in artwork.texts:
            ratio = on_ground(run, ground)
            if ratio < needed(run):
                points = run.size / MM_PER_PT
                weak[f"{name}: `{run.text}` {points:.1f} pt {run.fill}"] = f"{ratio:.2f}"
    assert not weak


@pytest.mark.parametrize("given", KITS, ids=lambda given: "-".join(map(str, given)))
def test_han_signs_are_large_enough_to_read(given: tuple[int, str, str]) -> None:
    kit, faces = drawn(*given)
    small = {
        f"{name}: `{run.text}`": f"{run.size / MM_PER_PT:.2f} pt"
        for name, imprint, artwork in sides(kit, faces)
        for run in artwork.texts
        if any(map(is_han, run.text)) and run.text != imprint and run.size / MM_PER_PT < HAN_PT - 0.01
    }
    assert not small


def test_a_pale_word_would_be_found() -> None:
    kit, faces = drawn(*KITS[0])
    run = next(run for _, _, artwork in sides(kit, faces) for run in artwork.texts)
    white = Image.new("RGB", (4000, 4000), "#FFFFFF")
    assert on_ground(replace(run, x=20, y=20, fill="#000000"), white) == pytest.approx(21)
    assert on_ground(replace(run, x=20, y=20, fill="#8FB3A5"), white) < LEAST
    assert on_ground(replace(run, x=20, y=20, fill="#000000", alpha=0.3), white) < LEAST
