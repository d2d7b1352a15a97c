"""Make the pictures of the README from what cardgen really prints.

Run `python tools/make_pictures.py`: it draws the root kit for four players and lays its faces on a table.
"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

from cardgen.build import build, prepare
from cardgen.diagnostics import Findings
from cardgen.faces import Faces
from cardgen.loading import load_kit
from cardgen.printing import Options, face_key
from cardgen.proof import face_png, page_count, page_png
from cardgen.resolve import resolve

ROOT = Path(__file__).parents[1]
OUT = ROOT / "docs" / "pictures"
TABLE, SCALE = "#CDBBA4", 4.4
"""The colour of the table, and pixels a millimetre."""

PLACES = [
    # component, card, side, x, y of the centre in mm, turned by degrees, ink
    ("board", "board", "front", 152, 108, 0, "full"),
    ("relic", "clay-cup", "front", 57.5, 56.9, 0, "full"),
    ("relic", "clay-cup", "back", 163.5, 98.7, 0, "full"),
    ("fragment", "tree-trunk", "front", 216.5, 98.7, 0, "full"),
    ("relic", "bronze-mask", "front", 110.5, 140.5, 0, "full"),
    ("relic", "clay-cup", "back", 163.5, 140.5, 0, "full"),
    ("relic", "clay-cup", "back", 110.5, 182.3, 0, "full"),
    ("relic", "clay-cup", "back", 163.5, 182.3, 0, "full"),
    ("relic", "gold-mask", "front", 269.5, 182.3, 0, "full"),
    ("relic", "clay-cup", "back", 216.5, 140.5, 0, "full"),
    ("reference", "round", "front", 362, 82, 0, "full"),
    ("reference", "scoring", "front", 474, 82, 0, "full"),
    ("tool", "trowel", "front", 42, 264, -3, "full"),
    ("tool", "liaison-letter", "front", 109, 262, 1, "full"),
    ("season", "storm", "front", 176, 262, -1, "full"),
    ("season", "expert-visit", "front", 243, 263, 2, "full"),
    ("tool", "trowel", "back", 310, 262, 0, "full"),
    ("season", "storm", "back", 377, 262, 0, "full"),
    ("relic", "bi-shard", "front", 336, 193, -2, "full"),
    ("relic", "standing-figure", "front", 392, 193, 1, "full"),
    ("relic", "dragon-ornament", "front", 448, 193, -1, "full"),
    ("fragment", "sceptre-head", "front", 504, 193, 2, "full"),
    ("relic", "gold-mask", "front", 443, 242, 0, "saver"),
    ("tool", "consolidant", "front", 501, 262, 0, "saver"),
    ("relic", "bronze-eye", "front", 443, 286, -2, "full"),
]


def faces(ink: str) -> Faces:
    findings = Findings()
    source = load_kit(ROOT, findings)
    assert source is not None
    kit = resolve(source, 4, findings)
    assert kit is not None
    drawn = prepare(kit, Options(ink=ink), findings)
    assert not findings.has_errors, [f.message for f in findings]
    return drawn


def picture(drawn: Faces, component: str, card: str, side: str, scale: float) -> Image.Image:
    data = face_png(drawn.artwork[face_key(component, card, side)], drawn.fonts, dpi=scale * 2 * 25.4)
    image = Image.open(io.BytesIO(data)).convert("RGBA")
    return image.resize((image.width // 2, image.height // 2), Image.Resampling.LANCZOS)


def lay(table: Image.Image, piece: Image.Image, x: float, y: float, turn: float) -> None:
    """Put a piece on the table with a soft shadow."""
    turned = piece.rotate(-turn, expand=True, resample=Image.Resampling.BICUBIC)
    left, top = round(x * SCALE - turned.width / 2), round(y * SCALE - turned.height / 2)
    shadow = Image.new("RGBA", (turned.width + 40, turned.height + 40))
    shadow.paste((50, 30, 10, 110), (22, 24), turned.getchannel("A"))
    table.alpha_composite(shadow.filter(ImageFilter.GaussianBlur(5)), (left - 20, top - 20))
    table.alpha_composite(turned, (left, top))


def overview() -> Image.Image:
    table = Image.new("RGBA", (round(536 * SCALE), round(318 * SCALE)), TABLE)
    drawn = {ink: faces(ink) for ink in ("full", "saver")}
    for component, card, side, x, y, turn, ink in PLACES:
        lay(table, picture(drawn[ink], component, card, side, SCALE), x, y, turn)
    for n, name in enumerate(("workday", "open-face", "extracted", "collapse", "assembled", "start-player")):
        lay(table, picture(drawn["full"], name, name, "front", SCALE), 386 + n * 19, 165, (n * 7) % 5 - 2)
    return table.convert("RGB")


def sheets() -> Image.Image:
    """The first pages of the three-player kit, side by side."""
    findings = Findings()
    source = load_kit(ROOT, findings)
    assert source is not None
    kit = resolve(source, 3, findings)
    assert kit is not None
    built = build(kit, Options(), findings)
    assert built is not None
    wanted = [("cards.pdf", 0), ("cards.pdf", 1), ("cards.pdf", 4), ("tokens.pdf", 0), ("guide.pdf", 0)]
    pages = []
    for name, number in wanted:
        assert number < page_count(built.files[name])
        image = Image.open(io.BytesIO(page_png(built.files[name], number, dpi=60))).convert("RGB")
        pages.append(image.resize((round(image.width * 420 / image.height), 420), Image.Resampling.LANCZOS))
    strip = Image.new("RGB", (sum(p.width + 14 for p in pages) + 14, 448), TABLE)
    x = 14
    for page in pages:
        ImageDraw.Draw(strip).rectangle((x + 3, 17, x + page.width + 3, 437), fill="#A8977F")
        strip.paste(page, (x, 14))
        x += page.width + 14
    return strip


def save(image: Image.Image, name: str, width: int) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    small = image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)

    small.convert("RGB").save(OUT / name, quality=88, optimize=True)


def main() -> None:
    save(overview(), "overview.jpg", 1600)
    save(sheets(), "sheets.jpg", 1400)


if __name__ == "__main__":
    main()
