"""The starter kit, and the built-in templates that print a kit without any of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tinykits import RunCli

from cardgen.build import build, prepare
from cardgen.checking import check_kit
from cardgen.diagnostics import Findings
from cardgen.kit import Kit
from cardgen.loading import load_kit
from cardgen.printing import Options
from cardgen.resolve import resolve
from cardgen.starter import STARTER, StarterError, create, kit_id


def read(root: Path, players: int, variant: str | None = None, lang: str | None = None) -> Kit:
    findings = Findings()
    source = load_kit(root, findings)
    assert source is not None, list(findings)
    kit = resolve(source, players, findings, variant=variant, lang=lang)
    assert kit is not None, list(findings)
    assert not list(findings)
    return kit


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kits") / "My Harbour"
    create(folder)
    return folder


def test_the_command_to_go_on_with_can_be_copied(
    cli: RunCli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli("new", "My Game").err == "now try: cardgen build -C 'My Game'\n"
    assert cli("new", "tea").err == "now try: cardgen build -C tea\n"


def test_a_new_kit_has_nothing_to_complain_of(harbour: Path) -> None:
    findings = Findings()
    source = load_kit(harbour, findings)
    assert source is not None
    checked = check_kit(source, findings)
    assert list(findings) == []
    assert checked > 100


def test_a_new_kit_takes_its_id_from_the_folder(harbour: Path) -> None:
    assert read(harbour, 2).id == "my-harbour"
    files = [path for path in harbour.rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if "harbour-id" in path.read_text("utf-8")]


@pytest.mark.parametrize(
    ("folder", "name"), [("My Game!", "my-game"), ("7 seas", "kit-7-seas"), ("海港", "kit")]
)
def test_ids_are_made_of_any_name(tmp_path: Path, folder: str, name: str) -> None:
    assert kit_id(tmp_path / folder) == name


def test_a_folder_in_use_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(StarterError, match="not empty"):
        create(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize(
    ("players", "variant", "cards"),
    [(2, None, 24 + 10 + 2), (4, None, 24 + 12 + 4), (3, "storms", 24 + 12 + 4 + 3)],
)
def test_a_new_kit_prints_at_once(harbour: Path, players: int, variant: str | None, cards: int) -> None:
    findings = Findings()
    built = build(read(harbour, players, variant), Options(), findings)
    assert built is not None, list(findings)
    assert list(findings) == []
    assert built.counts.cards == cards
    assert set(built.files) == {
        "cards.pdf", "board.pdf", "reference.pdf", "tokens.pdf", "guide.pdf", "manifest.json",
    }  # fmt: skip
    assert len(json.loads(built.files["manifest.json"])["pieces"]) == built.counts.pieces


def test_values_of_the_starter_follow_from_its_rules(harbour: Path) -> None:
    kit = read(harbour, 4)
    clipper = next(card for _, card in kit.cards() if card.id == "clipper")
    assert clipper.values["pays"] == 4 + 4 + 2 + 1 + 2
    assert clipper.values["points"] == 4
    large = next(card for _, card in kit.cards() if card.id == "sail-large")
    assert (large.copies, large.values["price"]) == (2, 8)


def test_pieces_of_one_pile_look_alike_face_down(harbour: Path) -> None:
    faces = prepare(read(harbour, 2, "storms"), Options(), Findings())
    backs = {faces.artwork[f"{c}/back"].digest for c in ("crate/fish-small", "crate/sail-large", "storm/fog")}
    assert len(backs) == 1


def test_a_new_kit_keeps_what_is_made_out_of_git(harbour: Path) -> None:
    assert "output/" in (harbour / ".gitignore").read_text("utf-8").splitlines()


def test_the_starter_is_text_only() -> None:
    for path in STARTER.rglob("*"):
        if path.is_file():
            path.read_text("utf-8")


BARE = """
kit: {id: bare, title: "%(title)s", version: 12.10.3, players: [2, 6], language: %(lang)s}
rules:
  suits: [{id: a, name: "%(name)s", icon: star, color: "#E8D44D"}, {id: b, name: "%(name)s", color: "#123"}]
components:
%(components)s
"""

PIECE = """
  %(id)s:
    kind: %(kind)s
    name: "%(name)s"
    size: %(size)s
    fields: {suit: {refers_to: rules.suits}, value: {type: integer}, tags: {type: list, required: false}}
    cards:
      - {id: plain-%(id)s, name: "%(name)s", suit: a, value: 3, icon: coin}
      - {id: full-%(id)s, name: "%(name)s", suit: b, value: 100, text: "%(text)s", provisional: "in doubt"}
      - {id: no-icon-%(id)s, name: "%(name)s", suit: b, value: 0}
"""

SIZES = [
    ("card", "micro"), ("card", "mini-euro"), ("card", "poker"), ("card", "tarot"), ("card", "square"),
    ("card", "88mm x 63mm"), ("card", "44.45mm x 31.75mm"), ("reference", "poker"),
    ("reference", "105mm x 148mm"), ("token", "12mm x 12mm"), ("token", "16mm x 16mm"),
    ("token", "30mm x 30mm"), ("tile", "30mm x 30mm"),
    ("tile", "60mm x 60mm"), ("pawn", "15mm x 60mm"), ("pawn", "25mm x 120mm"), ("pawn", "20mm x 25mm"),
    ("board", "277mm x 190mm"), ("board", "90mm x 90mm"), ("mat", "190mm x 120mm"),
    ("sheet", "105mm x 148mm"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "name", "text"),
    [("en", "Fish & Co.", "Take **2** :coin:."), ("zh", "海鱼", "得 **2** :coin:。")],
)
@pytest.mark.parametrize("ink", ["full", "saver"])
def test_built_in_templates_print_any_size(tmp_path: Path, lang: str, name: str, text: str, ink: str) -> None:
    pieces = ""
    for number, (kind, size) in enumerate(SIZES):
        short = kind == "token" and size < "2"
        said = "" if short else text
        pieces += PIECE % {"id": f"p{number}", "kind": kind, "size": size, "name": name, "text": said}
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "cards.yaml").write_text(
        BARE % {"lang": lang, "title": name, "name": name, "components": pieces}, "utf-8"
    )
    kit, findings = read(tmp_path, 6), Findings()
    faces = prepare(kit, Options(ink=ink), findings)
    assert [finding.message for finding in findings] == []
    assert not any("amp;" in run.text for art in faces.artwork.values() for run in art.texts)
    fronts = [key for key in faces.artwork if key.endswith("/front")]
    assert len(fronts) == 3 * len(SIZES)


def test_a_long_name_shrinks_and_a_hopeless_one_is_found(tmp_path: Path) -> None:
    def names(name: str) -> list[str]:
        piece = PIECE % {"id": "p", "kind": "card", "size": "poker", "name": name, "text": "Draw."}
        (tmp_path / "data").mkdir(exist_ok=True)
        (tmp_path / "data" / "cards.yaml").write_text(
            BARE % {"lang": "en", "title": "T", "name": "S", "components": piece}, "utf-8"
        )
        findings = Findings()
        prepare(read(tmp_path, 2), Options(), findings)
        return [finding.name for finding in findings]

    assert names("The Honourable Guild of the Rope Makers of the Harbour") == []
    assert "text-overflow" in names("The Honourable Guild of Rope Makers " * 6)


def test_fields_are_labelled_and_chosen(tmp_path: Path) -> None:
    piece = PIECE % {"id": "p", "kind": "card", "size": "poker", "name": "A", "text": "Draw."}
    more = piece + "    data: {show: [value]}\n"
    texts = []
    for number, source in enumerate((piece, more)):
        root = tmp_path / str(number)
        (root / "data").mkdir(parents=True)
        body = BARE % {"lang": "en", "title": "T", "name": "Red suit", "components": source}
        (root / "data" / "cards.yaml").write_text(body + "words: {fields: {value: Worth}}\n", "utf-8")
        faces = prepare(read(root, 2), Options(), Findings())
        texts.append(" ".join(run.text for run in faces.artwork["p/full-p/front"].texts))
    assert "Worth" in texts[0]
    assert "100" in texts[0]
    assert "Red suit" in texts[0]
    assert "Worth" in texts[1]
    assert "Red suit" not in texts[1]


def test_only_provisional_cards_carry_the_mark(tmp_path: Path) -> None:
    piece = PIECE % {"id": "p", "kind": "card", "size": "poker", "name": "A", "text": "Draw."}
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "cards.yaml").write_text(
        BARE % {"lang": "en", "title": "T", "name": "S", "components": piece}, "utf-8"
    )
    faces = prepare(read(tmp_path, 2), Options(), Findings())
    marked = {key for key, svg in faces.svg.items() if "stroke-dasharray" in svg}
    assert marked == {"p/full-p/front"}
