"""Contact sheets show every face and drawing once, in pictures of one size."""

from __future__ import annotations

import io
from collections import Counter

import pytest
from PIL import Image

from cardgen import contact
from cardgen.build import prepare
from cardgen.contact import contact_sheets
from cardgen.diagnostics import Findings
from cardgen.faces import Faces
from cardgen.kit import Kit
from cardgen.loading import load_kit
from cardgen.printing import Options
from cardgen.resolve import resolve

KIT = """
kit: {id: small, title: "小 Kit 🦖", version: 0.1.0, players: [2], language: en}
components:
  red: {kind: card, name: Red, size: poker, cards: [{id: a}, {id: b}], copies: 3}
  wall: {kind: board, name: Wall, size: 800mm x 500mm}
"""
DOT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"/></svg>'
RED = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{{ size.w }}mm" height="{{ size.h }}mm" '
    'viewBox="0 0 {{ size.w }} {{ size.h }}"><rect x="-3" y="-3" width="70" height="95" fill="#ff0000"/>'
    "{{ imprint(5, 80) }}</svg>"
)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> tuple[Kit, Faces]:
    tmp_path = tmp_path_factory.mktemp("kit")
    for name, text in {
        "data/cards.yaml": KIT,
        "templates/red.svg.j2": RED,
        "art/dot.svg": DOT,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    findings = Findings()
    source = load_kit(tmp_path, findings)
    assert source is not None, list(findings)
    kit = resolve(source, 2, findings)
    assert kit is not None
    return kit, prepare(kit, Options(), findings)


@pytest.fixture(scope="module")
def sheets(drawn: tuple[Kit, Faces]) -> dict[str, bytes]:
    return dict(contact_sheets(*drawn))


def test_all_looks_are_there_and_no_picture_grows(sheets: dict[str, bytes]) -> None:
    assert all(Image.open(io.BytesIO(png)).size == (2480, 1754) for png in sheets.values())
    kinds = Counter(name.rsplit("-", 1)[0] for name in sheets)
    for look in ("colour", "grey", "deuteranopia", "protanopia", "tritanopia"):
        assert kinds[f"contact-faces-{look}"] == kinds["contact-faces-colour"] >= 1
        assert kinds[f"contact-faces-large-{look}"] >= kinds["contact-faces-colour"]
    for look in ("colour", "grey", "outline"):
        assert kinds[f"contact-art-15mm-{look}"] == kinds[f"contact-art-60mm-{look}"] == 1
    assert "contact-faces-colour-01.png" in sheets


def test_a_face_is_shown_at_true_size(sheets: dict[str, bytes]) -> None:
    image = Image.open(io.BytesIO(sheets["contact-faces-colour-01.png"]))
    y = round((contact._HEAD + 40) / 25.4 * contact.DPI)
    red = [x for x in range(round(80 / 25.4 * contact.DPI)) if image.getpixel((x, y)) == (255, 0, 0)]
    assert (red[-1] - red[0] + 1) / contact.DPI * 25.4 == pytest.approx(63.5, abs=0.3)
    grey = Image.open(io.BytesIO(sheets["contact-faces-grey-01.png"]))
    assert len(set(grey.getpixel((red[9], y)))) == 1  # type: ignore[arg-type]


def test_equal_faces_are_shown_once_and_huge_ones_made_smaller(drawn: tuple[Kit, Faces]) -> None:
    captions = [tile.caption for tile in contact._faces(*drawn, 1.0)]
    assert captions == ["red/a", "red back", "red/b", "wall/wall (50%)"]


def test_drawings_have_the_size_asked_for_in_every_ink(drawn: tuple[Kit, Faces]) -> None:
    _, faces = drawn
    for mode in contact.ART_LOOKS:
        (tile,) = contact._drawings(faces, 15.0, mode)
        assert (tile.caption, tile.size.w, tile.size.h) == ("dot", 15.0, 15.0)


def test_a_kit_with_nothing_to_show_has_no_sheets(drawn: tuple[Kit, Faces]) -> None:
    kit, faces = drawn
    assert contact._document([], kit, faces.fonts, "art", "") == b""
    assert list(contact._pictures(b"", "contact-art", ("",), print)) == []
