"""Make `fonts/*.ttf`: the kit's three fonts, cut down to the characters that games are written with.

    python tools/make_fonts.py ORIGINALS [--out fonts]

ORIGINALS is a folder that holds the three original TrueType files named in `FONTS`; where they come
from is told in docs/fonts.md.  The same originals and the same fontTools give the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

FONTS = {
    "NotoSerifSC_900Black.ttf": "NotoSerifSC-Black.ttf",
    "NotoSansSC_400Regular.ttf": "NotoSansSC-Regular.ttf",
    "NotoSansSC_700Bold.ttf": "NotoSansSC-Bold.ttf",
}
"""Original file name -> file name in `fonts/`."""

BLOCKS = (
    (0x0020, 0x007E),  # ASCII
    (0x00A0, 0x017F),  # Latin-1 and Latin Extended-A
    (0x01CD, 0x01DC),  # pinyin with tone marks
    (0x0370, 0x03FF),  # Greek
    (0x0400, 0x045F),  # Cyrillic
    (0x2010, 0x205F),  # general punctuation
    (0x2070, 0x209F),  # superscripts and subscripts
    (0x20A0, 0x20BF),  # currency
    (0x2100, 0x218F),  # letterlike signs and number forms
    (0x2190, 0x21FF),  # arrows
    (0x2200, 0x22FF),  # mathematics
    (0x2460, 0x24FF),  # enclosed numbers
    (0x2500, 0x257F),  # box drawing
    (0x25A0, 0x26FF),  # geometric shapes, stars, suits
    (0x2700, 0x27BF),  # dingbats, dark circled numbers
    (0x2B00, 0x2BFF),  # more arrows
    (0x3000, 0x30FF),  # CJK punctuation and kana
    (0x3100, 0x312F),  # bopomofo
    (0x3220, 0x3229),  # parenthesised Han numbers
    (0x3280, 0x3289),  # circled Han numbers
    (0xFE10, 0xFE19),  # upright punctuation
    (0xFE30, 0xFE4F),  # upright brackets
    (0xFF01, 0xFF5E),  # full-width forms
    (0xFFE0, 0xFFE6),  # full-width signs
)

EXTRA = "盉鹮甗斝匜觯觥镈铙戣鬹盨瓿罍觚卣簋鬲甑琮璜玦瑗璋钺"
"""Characters outside the lists, or in danger of it, that museum games need."""

KEPT_TABLES = {"head", "hhea", "maxp", "OS/2", "hmtx", "cmap", "loca", "glyf", "name", "post"}
"""What a PDF needs; layout, vertical metrics and hinting are never read."""

KEPT_NAMES = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14, 16, 17]
"""Copyright, family, style, id, version, trademark and licence stay in the file, as the licence asks."""


def gb2312() -> Iterator[str]:
    """Every character of GB/T 2312, Han and signs (7,445)."""
    yield from decoded("gb2312", range(0xA1, 0xF8), [*range(0xA1, 0xFF)])


def big5_level_1() -> Iterator[str]:
    """The 5,401 frequently used characters of Big5: rows A440 to C67E."""
    trail = [*range(0x40, 0x7F), *range(0xA1, 0xFF)]
    yield from decoded("big5", range(0xA4, 0xC6), trail)
    yield from decoded("big5", range(0xC6, 0xC7), trail[:63])


def decoded(encoding: str, lead: range, trail: list[int]) -> Iterator[str]:
    for first in lead:
        for second in trail:
            try:
                yield bytes([first, second]).decode(encoding)
            except UnicodeDecodeError:
                continue


def wanted() -> set[int]:
    """All code points that the fonts are asked for."""
    points = {code for first, last in BLOCKS for code in range(first, last + 1)}
    points.update(map(ord, gb2312()))
    points.update(map(ord, big5_level_1()))
    points.update(map(ord, EXTRA))
    return points


def make(source: Path, target: Path) -> int:
    """Write the subset of `source` to `target`; return how many characters it covers."""
    font = TTFont(source, recalcTimestamp=False, lazy=True)
    options = subset.Options(
        hinting=False,
        layout_features=[],
        glyph_names=False,
        legacy_cmap=False,
        notdef_outline=True,
        recommended_glyphs=False,
        recalc_bounds=False,
        recalc_timestamp=False,
        name_IDs=KEPT_NAMES,
        name_languages=[0x409],
        drop_tables=sorted(set(font.keys()) - KEPT_TABLES - {"GlyphOrder"}),
    )
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=wanted())
    subsetter.subset(font)
    tables = font["cmap"].tables
    font["cmap"].tables = [table for table in tables if table.format == 4]
    font.save(target, reorderTables=True)
    return len(font.getBestCmap())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("originals", type=Path)
    parser.add_argument("--out", type=Path, default=Path(__file__).resolve().parent.parent / "fonts")
    options = parser.parse_args()
    for original, name in FONTS.items():
        target = options.out / name
        count = make(options.originals / original, target)
        data = target.read_bytes()
        digest = hashlib.sha256(data).hexdigest()[:16]
        print(f"{name}: {count} characters, {len(data)} bytes, sha256 {digest}")


if __name__ == "__main__":
    main()
