"""Fonts: metrics agree with the files, coverage is what games need, and faulty files are findings."""

from __future__ import annotations

import io
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from cardgen.diagnostics import Findings, FindingsError, Span
from cardgen.fonts import BUILT_IN, FontError, FontSet, builtin_font_dir, read_font

FONTS = FontSet.load()


def small_font(path: Path, *, truetype: bool = True, rights: int = 0, name: str = "Tiny-Regular") -> Path:
    builder = FontBuilder(1000, isTTF=truetype)
    builder.setupGlyphOrder([".notdef", "A", "beyond"])
    builder.setupCharacterMap({0x41: "A", 0x1F3FA: "beyond"})
    if truetype:
        builder.setupGlyf({key: TTGlyphPen(None).glyph() for key in (".notdef", "A", "beyond")})
    else:
        from fontTools.pens.t2CharStringPen import T2CharStringPen

        blank = T2CharStringPen(500, None).getCharString()
        builder.setupCFF(name, {}, dict.fromkeys((".notdef", "A", "beyond"), blank), {})
    builder.setupHorizontalMetrics({".notdef": (500, 0), "A": (640, 0), "beyond": (900, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Tiny", "styleName": "Regular", "psName": name, "fullName": name})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWeightClass=350, fsType=rights)
    builder.setupPost()
    builder.save(path)
    return path


@pytest.mark.parametrize("style", sorted(BUILT_IN))
def test_advances_agree_with_fonttools(style: str) -> None:
    font = FONTS[style]
    original = TTFont(font.path)
    cmap, metrics = original.getBestCmap(), original["hmtx"].metrics
    assert font.advances == {chr(code): metrics[glyph][0] / 1000 for code, glyph in cmap.items()}


@pytest.mark.parametrize("style", sorted(BUILT_IN))
def test_coverage_and_width_agree_with_reportlab(style: str) -> None:
    from reportlab.pdfbase.pdfmetrics import stringWidth
    from reportlab.pdfbase.ttfonts import TTFont as PdfFont

    font = FONTS[style]
    drawn = {chr(code) for code, glyph in PdfFont("probe", str(font.path)).face.charToGlyph.items() if glyph}
    assert set(font.advances) == drawn
    text = "挖掘（3 个工日）→ Dig ×2，“盉”"
    assert stringWidth(text, font.register(), 8.4) == pytest.approx(font.width(text, 8.4))
    assert font.register() == font.pdf_name, "registering twice must do no harm"


@pytest.mark.parametrize("style", sorted(BUILT_IN))
def test_built_in_fonts_cover_what_games_write(style: str) -> None:
    text = "盉鹮繁體①⑳×−÷≥≤⇒★☆○●◎□■△▲…—·‰°½¼→←，。、；：？！（）《》「」『』“”‘’éüñ¿αΩЖяあア０Ａ％￥⊙"
    assert FONTS[style].missing(text) == ()


def test_missing_lists_each_character_once_and_forgives_selectors() -> None:
    assert FONTS["text"].missing("🏺陶🏺⚙\ufe0f\u200d🏺") == ("🏺", "⚙")
    assert FONTS["text"].width("陶\ufe0f\u200d", 10) == 10


def test_styles_and_lookup_by_family() -> None:
    assert {key: (font.family, font.weight) for key, font in FONTS.items()} == {
        "title": ("Noto Serif SC", 900),
        "text": ("Noto Sans SC", 400),
        "bold": ("Noto Sans SC", 700),
    }
    assert FONTS.find("Noto Sans SC", 700) is FONTS["bold"]
    assert FONTS.find("Noto Sans SC", 900) is None
    assert FONTS.find("Helvetica", 400) is None


def test_metrics_of_the_em_box() -> None:
    for font in FONTS.values():
        assert (font.ascent, font.descent) == (0.88, -0.12)
        assert font.em_centre == pytest.approx(0.38)
        assert 0.5 < font.x_height < font.cap_height < 0.75


def test_a_kit_font_replaces_a_style_and_leaves_the_family_findable(tmp_path: Path) -> None:
    small_font(tmp_path / "tiny.ttf")
    fonts = FontSet.load({"text": Path("tiny.ttf"), "poem": Path("tiny.ttf")}, kit=tmp_path)
    assert sorted(fonts) == ["bold", "poem", "text", "title"]
    assert fonts["text"].width("AA", 10) == 12.8
    assert fonts["text"].missing("A🏺汉") == ("汉",), "beyond the basic plane, a mapped sign counts"
    assert fonts.find("Tiny", 350) is fonts["text"]
    assert fonts.find("Noto Sans SC", 400) == FONTS["text"]


def test_faulty_fonts_become_findings_all_at_once(tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    kit.mkdir()
    small_font(kit / "cff.ttf", truetype=False)
    small_font(kit / "locked.ttf", rights=2)
    small_font(tmp_path / "out.ttf")
    (kit / "link.ttf").symlink_to(tmp_path / "out.ttf")
    (kit / "noise.ttf").write_bytes(bytes(range(256)) * 4)
    (kit / "empty.ttf").write_bytes(b"")
    (kit / "web.ttf").write_bytes(b"wOF2" + bytes(40))
    names = ["cff", "empty", "gone", "link", "locked", "noise", "web"]
    paths = {name: Path(f"{name}.ttf") for name in names} | {"up": Path("../out.ttf")}
    findings = Findings()
    spans = {name: Span("data/cards.yaml", row + 1, 3) for row, name in enumerate(paths)}
    fonts = FontSet.load(paths, kit=kit, findings=findings, spans=spans)
    assert [(finding.name, finding.span.line if finding.span else 0) for finding in findings] == [
        ("font-not-truetype", 1),
        ("font-unreadable", 2),
        ("font-missing", 3),
        ("font-outside-kit", 4),
        ("font-unreadable", 5),
        ("font-unreadable", 6),
        ("font-not-truetype", 7),
        ("font-outside-kit", 8),
    ]
    assert not any(str(tmp_path) in finding.message for finding in findings)
    assert sorted(fonts) == sorted(BUILT_IN), "faulty fonts are left out"
    with pytest.raises(FindingsError):
        FontSet.load(paths, kit=kit)


@pytest.mark.parametrize("cut", [3, 11, 40, 200, -5])
def test_a_font_cut_short_is_refused_and_never_crashes(tmp_path: Path, cut: int) -> None:
    whole = small_font(tmp_path / "tiny.ttf").read_bytes()
    (tmp_path / "cut.ttf").write_bytes(whole[:cut])
    with pytest.raises(FontError):
        read_font(tmp_path / "cut.ttf")


def test_a_font_damaged_anywhere_is_read_or_refused(tmp_path: Path) -> None:
    whole = small_font(tmp_path / "tiny.ttf").read_bytes()
    for place in range(0, len(whole), 7):
        broken = bytearray(whole)
        broken[place] ^= 0xFF
        (tmp_path / "broken.ttf").write_bytes(broken)
        try:
            read_font(tmp_path / "broken.ttf")
        except FontError:
            continue


def test_digest_follows_the_content(tmp_path: Path) -> None:
    one, two = small_font(tmp_path / "a.ttf"), small_font(tmp_path / "b.ttf", name="Tiny-Other")
    same = tmp_path / "c.ttf"
    same.write_bytes(one.read_bytes())
    assert read_font(one).digest == read_font(same).digest != read_font(two).digest


def test_a_font_set_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(FONTS)) == FONTS


def test_measuring_needs_neither_reportlab_nor_fonttools() -> None:
    program = (
        "import sys, cardgen.fonts as f; f.FontSet.load()['text'].width('汉', 1);"
        "bad = {'reportlab', 'fontTools', 'svglib', 'lxml'} & set(sys.modules); assert not bad, bad"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=Path(__file__).parent.parent)


def test_the_files_keep_only_what_a_pdf_needs() -> None:
    for name in BUILT_IN.values():
        file = io.BytesIO((builtin_font_dir() / name).read_bytes())
        assert set(TTFont(file).keys()) - {"GlyphOrder"} == {
            "head", "hhea", "maxp", "OS/2", "hmtx", "cmap", "loca", "glyf", "name", "post",
        }  # fmt: skip
    assert (builtin_font_dir() / "OFL-NotoSansSC.txt").is_file()
    assert (builtin_font_dir() / "OFL-NotoSerifSC.txt").is_file()
