"""The finished PDFs of Tanfang, measured: what the manifest says is what lies on the paper."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path

import pypdf
import pytest
from pdfreading import characters, pages, text_in

from cardgen.build import Built, build
from cardgen.diagnostics import Findings
from cardgen.geometry import Rect
from cardgen.kit import Kit
from cardgen.loading import load_kit
from cardgen.printing import Options
from cardgen.resolve import player_counts, resolve

ROOT = Path(__file__).parents[1]
BASE = {2: 67, 3: 67, 4: 70}
KITS = [
    (2, None),
    (3, None),
    (4, None),
    (2, "beginner"),
    (4, "expert"),
    (4, "long-season"),
    (2, "duel"),
    (3, "co-op"),
]


@lru_cache(maxsize=2)
def printed(players: int, variant: str | None, backs: str = "long-edge") -> tuple[Kit, Built, dict]:
    findings = Findings()
    source = load_kit(ROOT, findings)
    assert source is not None
    kit = resolve(source, players, findings, variant=variant)
    assert kit is not None
    built = build(kit, Options(backs=backs), findings)
    assert built is not None, [f.message for f in findings]
    assert not len(findings), [f"{f.code} {f.message}" for f in findings]
    return kit, built, json.loads(built.files["manifest.json"])


def slot(piece: dict) -> Rect:
    return Rect(*piece["trim_mm"])


@pytest.mark.parametrize(("players", "variant"), KITS)
class TestFinishedKit:
    def test_manifest_holds_each_piece_once_for_each_copy(self, players: int, variant: str | None) -> None:
        kit, _, manifest = printed(players, variant)
        wanted = [(c.id, card.id, n + 1) for c, card in kit.cards() for n in range(card.copies)]
        found = [(p["component"], p["id"], p["copy"]) for p in manifest["pieces"]]
        assert sorted(found) == sorted(wanted)
        if variant is None:
            cards = sum(
                kit.component(p["component"]).kind in ("card", "reference") for p in manifest["pieces"]
            )
            assert cards == BASE[players]

    def test_each_slot_shows_its_own_piece(self, players: int, variant: str | None) -> None:
        """The imprint (id and version) is found in the text at the piece's place on its page."""
        kit, built, manifest = printed(players, variant)
        for piece in manifest["pieces"]:
            shown = text_in(built.files[piece["file"]], piece["page"] - 1, slot(piece))
            assert f"{piece['id']} {kit.version}" in " ".join(shown.split()), (piece, shown)

    def test_trim_lies_where_the_manifest_says(self, players: int, variant: str | None) -> None:
        """Art is clipped about the trim with equal bleed on all sides, within 0.05 mm, in the data's size."""
        kit, built, manifest = printed(players, variant)
        drawn = {f["path"]: list(pages(built.files[f["path"]])) for f in manifest["files"]}
        for piece in manifest["pieces"]:
            trim, size = slot(piece), kit.component(piece["component"]).size
            assert (trim.w, trim.h) == pytest.approx((size.w, size.h), abs=1e-3)
            for page in filter(None, (piece["page"], piece["back_page"])):
                centres = [(r.x + r.w / 2, r.y + r.h / 2) for r in drawn[piece["file"]][page - 1].faces]
                if page == piece["page"]:
                    near = [
                        r
                        for r, (x, y) in zip(drawn[piece["file"]][page - 1].faces, centres, strict=True)
                        if abs(x - trim.x - trim.w / 2) < 0.05 and abs(y - trim.y - trim.h / 2) < 0.05
                    ]
                    assert len(near) == 1, piece
                    assert near[0].w - trim.w == pytest.approx(near[0].h - trim.h, abs=0.05)
                    assert near[0].w >= trim.w - 0.05

    def test_each_back_lies_behind_its_front(self, players: int, variant: str | None) -> None:
        """Flipped about the long edge, the art of the back covers the art of the front."""
        _, built, manifest = printed(players, variant)
        for file in manifest["files"]:
            if file["backs"] == "none":
                continue
            data = built.files[file["path"]]
            drawn = list(pages(data))
            sizes = [p.mediabox for p in pypdf.PdfReader(__import__("io").BytesIO(data)).pages]
            for piece in manifest["pieces"]:
                if piece["file"] != file["path"] or piece["back_page"] is None:
                    continue
                w, h = (
                    float(v) * 25.4 / 72
                    for v in (sizes[piece["page"] - 1].width, sizes[piece["page"] - 1].height)
                )
                trim = slot(piece)
                x, y = trim.x + trim.w / 2, trim.y + trim.h / 2
                behind = (w - x, y) if h >= w else (x, h - y)
                backs = [(r.x + r.w / 2, r.y + r.h / 2) for r in drawn[piece["back_page"] - 1].faces]
                assert any(abs(bx - behind[0]) < 0.05 and abs(by - behind[1]) < 0.05 for bx, by in backs), (
                    piece
                )

    def test_marks_stay_outside_the_bleed(self, players: int, variant: str | None) -> None:
        _, built, manifest = printed(players, variant)
        for file in manifest["files"]:
            for number, page in enumerate(pages(built.files[file["path"]]), 1):
                for x1, y1, x2, y2 in page.lines:
                    mark = Rect(min(x1, x2), min(y1, y2), max(abs(x2 - x1), 1e-4), max(abs(y2 - y1), 1e-4))
                    for art in page.faces:
                        assert not art.inset(0.02).overlaps(mark), (file["path"], number, mark, art)

    def test_text_stays_inside_the_safe_area(self, players: int, variant: str | None) -> None:
        kit, built, manifest = printed(players, variant)
        by_page: dict[tuple[str, int], list[tuple[Rect, float]]] = {}
        for piece in manifest["pieces"]:
            safe = kit.component(piece["component"]).safe
            by_page.setdefault((piece["file"], piece["page"]), []).append((slot(piece), safe))
        for (file, page), slots in by_page.items():
            for sign, box in characters(built.files[file], page - 1):
                for trim, safe in slots:
                    if trim.overlaps(box):
                        assert trim.inset(safe).contains(box, 0.12), (file, page, sign, box, trim)

    def test_files_are_what_the_manifest_says(self, players: int, variant: str | None) -> None:
        kit, built, manifest = printed(players, variant)
        assert {f["path"] for f in manifest["files"]} | {"manifest.json"} == set(built.files)
        for file in manifest["files"]:
            data = built.files[file["path"]]
            reader = pypdf.PdfReader(__import__("io").BytesIO(data))
            assert hashlib.sha256(data).hexdigest() == file["sha256"]
            assert len(reader.pages) == file["pages"]
            assert kit.title in reader.metadata.title
            assert reader.trailer["/Root"]["/Lang"] == kit.lang
            assert reader.trailer["/Root"]["/ViewerPreferences"]["/PrintScaling"] == "/None"
            assert len(reader.outline) >= 1
            for page in reader.pages:
                assert page.trimbox.width <= page.mediabox.width


def test_every_variant_and_player_count_is_tried_somewhere() -> None:
    source = load_kit(ROOT, Findings())
    assert {v for _, v in KITS} == {None, *source.spec.variants}
    for players, variant in KITS:
        assert players in player_counts(source.spec, variant)


@pytest.mark.parametrize("backs", ["short-edge", "separate", "gutterfold", "none"])
def test_other_ways_to_print_backs_hold_every_piece(backs: str) -> None:
    kit, _, manifest = printed(2, None, backs)
    assert len(manifest["pieces"]) == sum(c.copies for c in kit.components)
    with_back = {p["component"] for p in manifest["pieces"] if p["back"]}
    assert with_back == (set() if backs == "none" else {"relic", "fragment", "tool", "season", *with_back})
