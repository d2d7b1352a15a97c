"""The guide: nothing runs over its pages, and the faces on it are the real ones."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from pypdf import PdfReader

from cardgen.build import Built, build, prepare
from cardgen.builtin.papers import PAPERS
from cardgen.builtin.phrases import counted_phrase, phrases
from cardgen.counting import count
from cardgen.diagnostics import Findings
from cardgen.guide import FOOT, MARGIN, guide_pages
from cardgen.kit import Kit
from cardgen.loading import load_kit
from cardgen.printing import Options, plan_files
from cardgen.proof import page_image
from cardgen.resolve import resolve

KIT = """
kit: {id: long, title: "%(title)s", version: 0.1.0, players: [3], language: %(lang)s}
components:
"""
A4 = Options()
TITLE = "A Very Long Title of a Game about Merchants and Their Many Boats"


def kit_of(root: Path, components: int, lang: str = "en", name: str = "Piece", note: str = "Note.") -> Kit:
    text = KIT % {"lang": lang, "title": TITLE if lang == "en" else "商人与船的漫长故事" * 3}
    for i in range(components):
        kind = ("card", "token", "tile")[i % 3]
        size = {"card": "poker", "token": "16mm x 16mm", "tile": "30mm x 30mm"}[kind]
        cards = "[{id: one, name: A}, {id: two, name: B}]"
        text += f'  c{i}: {{kind: {kind}, name: "{name} {i}", size: {size}, note: "{note}", '
        text += f"back: none, cards: {cards}}}\n"
    (root / "data").mkdir(exist_ok=True)
    (root / "data" / "cards.yaml").write_text(text, "utf-8")
    findings = Findings()
    source = load_kit(root, findings)
    assert source is not None, list(findings)
    kit = resolve(source, 3, findings)
    assert kit is not None, list(findings)
    return kit


def built(kit: Kit, options: Options = A4) -> tuple[Built, Findings]:
    findings = Findings()
    found = build(kit, options, findings)
    assert found is not None, list(findings)
    return found, findings


def texts(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_long_lists_flow_over_pages(tmp_path: Path, paper: str, lang: str) -> None:
    name = (
        "A piece with a name that goes on and on for two lines"
        if lang == "en"
        else "名字特别长的一种配件，长到要排两行"
    )
    kit = kit_of(tmp_path, 40, lang, name, note=name * 3)
    options = Options(paper=paper)
    found, findings = built(kit, options)
    assert [f for f in findings if f.name == "text-overflow"] == []
    faces = prepare(kit, options, Findings())
    plans = plan_files(kit, options, faces.has_back, Findings())
    pages = guide_pages(kit, options, plans, count(kit, 1), faces.fonts)
    assert len(texts(found.files["guide.pdf"])) == len(pages) > 3
    rows = [row["component"] for page in pages for row in page["rows"]]
    assert rows == [component.id for component in kit.components]
    bottom = PAPERS[paper].h - FOOT
    for page in pages:
        items = [item for kind in ("heads", "files", "steps", "rows") for item in page[kind]]
        items.sort(key=lambda item: item["y"])
        assert items
        assert all(a["y"] + a["h"] <= b["y"] + 1e-6 for a, b in pairwise(items))
        assert items[-1]["y"] + items[-1]["h"] <= bottom + 1e-6


def test_a_word_without_a_break_does_not_run_over(tmp_path: Path) -> None:
    _, findings = built(kit_of(tmp_path, 4, name="Donaudampfschifffahrtsgesellschaftskapitaen" * 2))
    assert [f.message for f in findings if f.name == "text-overflow" and "c0" not in f.message] == []


def test_the_ruler_is_100_mm(tmp_path: Path) -> None:
    kit = kit_of(tmp_path, 2)
    found, _ = built(kit)
    words = texts(found.files["guide.pdf"])[0]
    assert "100 mm must be 100 mm" in words
    image = page_image(found.files["guide.pdf"], 0, dpi=254)  # ten pixels to the millimetre
    left = round((MARGIN + 9) * 10)
    lines = [
        y
        for y in range(image.height)
        if all(_dark(image, left + x, y) for x in range(5, 996, 10)) and not _dark(image, left + 1020, y)
    ]
    ends = [x for x in range(left - 20, left + 1021) if _dark(image, x, lines[0])]
    assert (ends[-1] - ends[0]) / 10 == pytest.approx(100.0, abs=0.3)


def test_only_files_with_backs_are_called_two_sided(tmp_path: Path) -> None:
    kit = kit_of(tmp_path, 3)
    assert "both sides" not in texts(built(kit)[0].files["guide.pdf"])[0]
    data = tmp_path / "data" / "cards.yaml"
    data.write_text(data.read_text("utf-8").replace("back: none, ", "", 1), "utf-8")
    findings = Findings()
    source = load_kit(tmp_path, findings)
    backed = source and resolve(source, 3, findings)
    assert backed, list(findings)
    assert "Printed on both sides: Cards. Flip" in texts(built(backed)[0].files["guide.pdf"])[0]


def test_a_board_in_parts_is_to_be_glued_together(tmp_path: Path) -> None:
    kit = kit_of(tmp_path, 1)
    data = tmp_path / "data" / "cards.yaml"
    assert "ringed marks" not in texts(built(kit)[0].files["guide.pdf"])[0]
    board = "  wide: {kind: board, name: Wide, size: 280mm x 200mm, quantity: 1}\n"
    data.write_text(data.read_text("utf-8") + board, "utf-8")
    source = load_kit(tmp_path, Findings())
    kit = source and resolve(source, 3, Findings())
    assert kit
    pages = {p: texts(built(kit, Options(paper=p))[0].files["guide.pdf"])[0] for p in ("a4", "letter")}
    assert "ringed marks" not in pages["a4"], "on one sheet"
    assert "ringed marks" in pages["letter"]
    assert "2 × Letter" in pages["letter"]


def _dark(image: object, x: int, y: int) -> bool:
    pixel = image.getpixel((x, y))  # type: ignore[attr-defined]
    return max(pixel) < 140


def test_the_picture_of_a_piece_is_its_face(tmp_path: Path) -> None:
    kit = kit_of(tmp_path, 1)
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "c0.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="{{ size.w }}mm" height="{{ size.h }}mm" '
        'viewBox="0 0 {{ size.w }} {{ size.h }}"><rect x="-3" y="-3" width="70" height="95" fill="#ff0000"/>'
        "{{ imprint(5, 80) }}</svg>",
        "utf-8",
    )
    found, _ = built(kit)
    image = page_image(found.files["guide.pdf"], 1, dpi=127)
    red = [
        (x, y)
        for x in range(image.width)
        for y in range(image.height)
        if image.getpixel((x, y)) == (255, 0, 0)
    ]
    wide = (max(x for x, _ in red) - min(x for x, _ in red)) / 5
    tall = (max(y for _, y in red) - min(y for _, y in red)) / 5
    assert tall == pytest.approx(18.0, abs=0.7)
    assert wide == pytest.approx(18.0 * 63.5 / 88.9, abs=0.7)


def test_a_kit_can_show_the_table(tmp_path: Path) -> None:
    kit = kit_of(tmp_path, 3)
    (tmp_path / "templates").mkdir()
    table = tmp_path / "templates" / "table.svg.j2"
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="{{ size.w }}mm" height="{{ size.h }}mm" '
        'viewBox="0 0 {{ size.w }} {{ size.h }}">'
    )
    table.write_text(
        head + "<g>{{ face('c0', 'two', 10, 10, 40, turn=90) }}</g>"
        "{% if has_face('c9') %}{{ face('c9', '', 0, 0, 9) }}{% endif %}"
        "{{ line('laid out', 10, 90, size=9) }}</svg>",
        "utf-8",
    )
    found, findings = built(kit)
    assert not list(findings)
    pages = texts(found.files["guide.pdf"])
    assert "The table, laid for 3 players" in pages[0]
    assert TITLE.split()[-1] in pages[0]
    assert "laid out" in pages[0]
    assert "two 0.1.0" in pages[0]
    assert "100 mm must be 100 mm" in pages[1]
    table.write_text(head + "{{ face('c00', '', 0, 0, 9) }}</svg>", "utf-8")
    faults = Findings()
    assert build(kit, Options(), faults) is None
    assert "did you mean `c0`?" in next(iter(faults)).message


@pytest.mark.parametrize(("players", "said"), [(1, "1 player"), (3, "3 players")])
def test_one_player_is_no_players(tmp_path: Path, players: int, said: str) -> None:
    kit = replace(kit_of(tmp_path, 1), players=players)
    files = built(kit)[0].files
    for name in ("cards.pdf", "guide.pdf"):
        shown = PdfReader(io.BytesIO(files[name])).pages[0].extract_text()
        assert re.search(rf"\b{said}\b", shown), shown
    assert counted_phrase(phrases("en"), "table", players) == f"The table, laid for {said}"
    assert counted_phrase(phrases("zh"), "players", players) == f"{players} 人"
