"""Pictures of pages and faces."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from cardgen import proof, svg
from cardgen.diagnostics import Findings
from cardgen.fonts import FontSet
from cardgen.geometry import Rect

FONTS = FontSet.load({})
FACE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="10mm" viewBox="0 0 20 10">'
    '<rect x="-3" y="-3" width="13" height="16" fill="#ff0000"/>'
    '<rect x="10" y="-3" width="13" height="16" fill="#00a000"/>'
    "</svg>"
)


@pytest.fixture
def face(tmp_path: Path) -> svg.Artwork:
    art = svg.compile_face(FACE, library=svg.Library(tmp_path, "full", FONTS, Findings()))
    assert art is not None
    return art


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def test_a_face_has_the_size_of_its_trim_and_bleed(face: svg.Artwork) -> None:
    assert opened(proof.face_png(face, FONTS, dpi=254)).size == (200, 100)
    assert opened(proof.face_png(face, FONTS, dpi=254, bleed=3)).size == (260, 160)


def test_trim_and_safe_lines_lie_where_they_should(face: svg.Artwork) -> None:
    image = opened(proof.face_png(face, FONTS, dpi=508, bleed=3, trim=True, safe=2))
    assert image.getpixel((60, 160)) == (0xE5, 0, 0x7D)
    assert image.getpixel((110, 100)) == (0, 0xA0, 0xE0)
    assert opened(proof.face_png(face, FONTS, dpi=508, bleed=3)).getpixel((60, 160)) == (255, 0, 0)


def test_a_part_of_a_page_is_that_part(face: svg.Artwork) -> None:
    pdf = proof.face_pdf(face, FONTS)
    assert proof.page_count(pdf) == 1
    part = opened(proof.page_png(pdf, dpi=254, crop=Rect(8, 2, 4, 5)))
    assert part.size == (40, 50)
    assert part.getpixel((5, 5)) == (255, 0, 0)
    assert part.getpixel((35, 5)) == (0, 160, 0)


@pytest.mark.parametrize(
    ("look", "red", "green"),
    [
        ("full", (255, 0, 0), (0, 160, 0)),
        ("grey", (76, 76, 76), (94, 94, 94)),
        ("protanopia", (109, 95, 0), (163, 143, 0)),
        ("deuteranopia", (163, 144, 0), (149, 133, 34)),
        ("tritanopia", (255, 0, 15), (0, 155, 135)),
    ],
)
def test_looks(face: svg.Artwork, look: str, red: tuple[int, ...], green: tuple[int, ...]) -> None:
    image = opened(proof.face_png(face, FONTS, dpi=254, look=look))
    for x, wanted in ((50, red), (150, green)):
        assert image.getpixel((x, 50)) == pytest.approx(wanted, abs=3)


def test_too_fine_or_unknown_is_refused(face: svg.Artwork) -> None:
    pdf = proof.face_pdf(face, FONTS)
    with pytest.raises(ValueError, match="too fine"):
        proof.page_png(pdf, dpi=20_000)
    with pytest.raises(ValueError, match="too fine"):
        proof.page_png(pdf, dpi=0)
    with pytest.raises(ValueError, match="look"):
        proof.page_png(pdf, look="sepia")
    with pytest.raises(IndexError, match="no page 3"):
        proof.page_png(pdf, 3)


def test_a_proof_is_the_same_each_time(face: svg.Artwork) -> None:
    assert proof.face_png(face, FONTS) == proof.face_png(face, FONTS)
