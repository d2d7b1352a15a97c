"""The finished file: what a viewer shows, what a print shop checks, and that it never changes by itself."""

from __future__ import annotations

import hashlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter

from cardgen import proof, svg
from cardgen.diagnostics import Findings
from cardgen.fonts import FontSet
from cardgen.geometry import Rect, Size
from cardgen.pdf import PdfFile

FONTS = FontSet.load({})
SIZE = Size(20, 10)
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="10mm" viewBox="0 0 20 10">'
CARD = """
<defs>
  <linearGradient id="sky" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="20" y2="0">
    <stop offset="0" stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff"/></linearGradient>
  <clipPath id="window"><rect x="1" y="1" width="6" height="8"/></clipPath>
</defs>
<rect x="-3" y="-3" width="26" height="16" fill="url(#sky)"/>
<g><circle cx="4" cy="5" r="3" fill="#ffffff" fill-opacity="0.5"/>
   <rect x="12" y="1" width="4" height="4" fill="url(#sky)"/></g>
<g clip-path="url(#window)"><use href="art:mask" transform="translate(0 0) scale(0.1)"/></g>
<text x="18" y="8" font-family="Noto Serif SC" font-weight="900" font-size="4" text-anchor="end">神树</text>
"""
MASK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
    '<rect y="60" width="100" height="40" fill="#00ff00"/></svg>'
)


@pytest.fixture
def card(tmp_path: Path) -> svg.Artwork:
    return make_card(tmp_path)


def make_card(folder: Path, body: str = CARD) -> svg.Artwork:
    (folder / "art").mkdir(exist_ok=True)
    (folder / "art" / "mask.svg").write_text(MASK, encoding="utf-8")
    findings = Findings()
    lib = svg.Library(folder, "full", FONTS, findings)
    art = svg.compile_face(f"{HEAD}{body}</svg>", library=lib)
    assert art is not None, list(findings)
    return art


def new_file(**more: str) -> PdfFile:
    return PdfFile(title="探方 cards", lang="zh-Hans", fonts=FONTS, **more)


def sheet(card: svg.Artwork) -> bytes:
    file = new_file(subject="test")
    file.begin_page(Size(100, 80), Rect(5, 5, 90, 70), Rect(2, 2, 96, 76))
    file.bookmark("cards")
    for i, rotation in enumerate((0, 90, 180, 270)):
        file.draw(card, 10 + 22 * i, 10, size=SIZE, bleed=1, rotation=rotation)
    file.line(0, 50, 50, 50, dash=(1, 2))
    file.rect(5, 55, 10, 5, fill="#eeeeee")
    file.circle(30, 60, 4, colour="#A63A24")
    file.text("第 1 页 · ×2", 5, 70, size=3)
    file.begin_page(Size(100, 80))
    file.bookmark("more", 1)
    file.draw(card, 10, 10, size=SIZE)
    return file.finish()


def near(left: tuple[int, ...], right: tuple[int, ...], by: int = 12) -> bool:
    return all(abs(a - b) <= by for a, b in zip(left, right, strict=True))


def pixel(image: Image.Image, x: float, y: float, dpi: float) -> tuple[int, ...]:
    return image.getpixel((round(x * dpi / 25.4), round(y * dpi / 25.4)))  # type: ignore[return-value]


def first_difference(a: Image.Image, b: Image.Image, *, turned: bool) -> tuple[int, int] | None:
    """Where the pictures first differ by more than antialiasing, or None.

    A turned clip may lie one pixel further; differences up to two pixels thin are passed over.
    """
    assert a.size == b.size
    found = ImageChops.difference(a, b).convert("L").point(lambda v: 255 if v > 40 else 0)
    box = (found.filter(ImageFilter.MinFilter(3)) if turned else found).getbbox()
    return box[:2] if box else None


@pytest.mark.parametrize(("slot", "rotation"), [(0, 0), (1, 90), (2, 180), (3, 270)])
def test_a_card_alone_is_the_card_cut_from_its_sheet(card: svg.Artwork, slot: int, rotation: int) -> None:
    dpi = 254.0
    alone = proof.page_image(proof.face_pdf(card, FONTS, bleed=0), dpi=dpi)
    w, h = (20, 10) if rotation % 180 == 0 else (10, 20)
    cut = proof.page_image(sheet(card), dpi=dpi, crop=Rect(10 + 22 * slot, 10, w, h))
    cut = cut.rotate(rotation, expand=True)
    assert first_difference(alone, cut, turned=rotation != 0) is None


def test_gradient_alpha_clip_and_art_show_inside_forms(card: svg.Artwork) -> None:
    dpi = 254.0
    image = proof.page_image(proof.face_pdf(card, FONTS), dpi=dpi)
    assert near(pixel(image, 0.1, 0.3, dpi), (254, 0, 1)), "gradient, left end"
    assert near(pixel(image, 19.9, 0.3, dpi), (1, 0, 254)), "gradient, right end"
    assert near(pixel(image, 13.9, 3, dpi), (78, 0, 177)), "gradient beside a see-through shape is opaque"
    assert near(pixel(image, 4, 4, dpi), (229, 128, 153)), "half white over the gradient"
    assert near(pixel(image, 4, 8.5, dpi), (0, 255, 0)), "art inside the window"
    assert near(pixel(image, 7.5, 8.5, dpi), (160, 0, 95)), "art outside the window is cut off"


def test_nothing_shows_beyond_the_bleed(card: svg.Artwork) -> None:
    file = new_file()
    file.begin_page(Size(60, 40))
    file.draw(card, 20, 10, size=SIZE, bleed=1.5, rotation=90)
    image = proof.page_image(file.finish(), dpi=254)
    left, top, right, bottom = image.convert("L").point(lambda v: 255 if v < 250 else 0).getbbox() or (
        0,
        0,
        0,
        0,
    )
    assert (left, top, right, bottom) == pytest.approx((185, 85, 315, 315), abs=2)


def test_offset_and_turn_move_the_page(card: svg.Artwork) -> None:
    def box(**more: object) -> tuple[int, ...]:
        file = new_file()
        file.begin_page(Size(60, 40), **more)  # type: ignore[arg-type]
        file.rect(20, 10, 20, 20, fill="#000000", colour=None)
        mask = proof.page_image(file.finish(), dpi=254).convert("L").point(lambda v: 255 if v < 128 else 0)
        return mask.getbbox() or ()

    assert box() == pytest.approx((200, 100, 400, 300), abs=1)
    assert box(offset=(2.0, -1.0)) == pytest.approx((220, 90, 420, 290), abs=1)
    assert box(turn=45.0) == pytest.approx((159, 59, 441, 341), abs=2)


def test_text_can_be_found_and_copied(card: svg.Artwork) -> None:
    data = sheet(card)
    with pypdfium2.PdfDocument(data) as document:
        page = document[0]
        words = page.get_textpage()
        text = words.get_text_range()
        words.close()
        page.close()
    assert text.count("神树") == 4
    assert "第 1 页 · ×2" in text
    assert "神树" in pypdf.PdfReader(io.BytesIO(data)).pages[1].extract_text()


def test_every_font_is_an_embedded_subset(card: svg.Artwork) -> None:
    data = sheet(card)
    reader = pypdf.PdfReader(io.BytesIO(data))
    fonts = {
        str(o["/BaseFont"]): o["/FontDescriptor"].get_object()
        for i in range(1, len(reader.xref[0]) + 1)
        if isinstance(o := reader.get_object(i), dict) and o.get("/Type") == "/Font"
    }
    assert len(fonts) == 2
    for name, descriptor in fonts.items():
        assert re.fullmatch(r"/[A-Z]{6}\+Noto\w+-\w+", name)
        assert "/FontFile2" in descriptor
    assert b"Helvetica" not in data
    assert len(data) < 60_000, "subsets, not whole fonts; drawn once, not five times"


def test_boxes_words_and_preferences(card: svg.Artwork) -> None:
    reader = pypdf.PdfReader(io.BytesIO(sheet(card)))
    first, second = reader.pages
    mm = 72 / 25.4
    assert [float(v) / mm for v in first.trimbox] == pytest.approx([5, 5, 95, 75], abs=0.001)
    assert [float(v) / mm for v in first.bleedbox] == pytest.approx([2, 2, 98, 78], abs=0.001)
    assert list(first.artbox) == list(first.trimbox)
    assert [float(v) / mm for v in second.trimbox] == pytest.approx([0, 0, 100, 80], abs=0.001)
    root = reader.trailer["/Root"]
    assert root["/Lang"] == "zh-Hans"
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.author, reader.metadata.subject) == (
        "探方 cards",
        "",
        "test",
    )
    outline = reader.outline
    assert outline[0].title == "cards"  # type: ignore[union-attr]
    assert outline[1][0].title == "more"  # type: ignore[index, union-attr]


def test_what_is_shown_often_is_written_once(card: svg.Artwork) -> None:
    def size(times: int) -> int:
        file = new_file()
        file.begin_page(Size(200, 200))
        for i in range(times):
            file.draw(card, 5, 5 + 0.5 * i, size=SIZE, bleed=1)
        return len(file.finish())

    assert size(50) - size(1) < 1500


def test_a_face_of_another_size_or_angle_is_refused(card: svg.Artwork) -> None:
    file = new_file()
    file.begin_page(Size(100, 100))
    with pytest.raises(ValueError, match="is not 21"):
        file.draw(card, 0, 0, size=Size(21, 10))
    with pytest.raises(ValueError, match="turned"):
        file.draw(card, 0, 0, size=SIZE, rotation=45)
    with pytest.raises(ValueError, match="without pages"):
        new_file().finish()


def test_other_content_has_another_file_id(card: svg.Artwork, tmp_path: Path) -> None:
    other = make_card(tmp_path, CARD.replace("神树", "神坛"))
    ids = {
        bytes(pypdf.PdfReader(io.BytesIO(sheet(c))).trailer["/ID"][0].original_bytes) for c in (card, other)
    }
    assert len(ids) == 2


def test_the_file_is_the_same_in_every_run(tmp_path: Path) -> None:
    program = (
        "import hashlib,sys,pathlib; sys.path[:0]=['.','tests']; import test_pdf as t; "
        "print(hashlib.sha256(t.sheet(t.make_card(pathlib.Path(sys.argv[1])))).hexdigest())"
    )
    here = hashlib.sha256(sheet(make_card(tmp_path))).hexdigest()
    seen = {here, hashlib.sha256(sheet(make_card(tmp_path))).hexdigest()}
    for seed, zone in (("1", "UTC"), ("77", "Asia/Shanghai")):
        env = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone}
        run = subprocess.run(
            [sys.executable, "-c", program, str(tmp_path)],
            env=env, check=True, capture_output=True, text=True, cwd=Path(__file__).parents[1],
        )  # fmt: skip
        seen.add(run.stdout.strip())
    assert seen == {here}


def test_a_drawing_that_shows_nothing_leaves_no_mark(tmp_path: Path) -> None:
    """An empty form would be filled with a magenta sample by reportlab."""
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "gone.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">'
        '<g data-ink="drop"><rect width="10" height="10" fill="#ff0000"/></g></svg>'
    )
    fonts, findings = FontSet.load(), Findings()
    face = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">'
        '<use href="art:gone" x="0" y="0" width="20" height="20"/></svg>'
    )
    artwork = svg.compile_face(face, library=svg.Library(tmp_path, "saver", fonts, findings))
    assert artwork is not None
    assert not len(findings)
    image = proof.page_image(proof.face_pdf(artwork, fonts), dpi=72)
    assert {colour for _, colour in image.getcolors()} == {(255, 255, 255)}
