"""The fonts of a kit: metrics and coverage, never a system font.

Metrics are read straight from the TrueType tables (OpenType 1.9: `cmap`, `hmtx`, `head`, `hhea`,
`maxp`, `OS/2`, `name`), because importing reportlab or fontTools costs more than measuring a kit.
A font is handed to reportlab only when something is drawn, by `Font.register`.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import BinaryIO

from cardgen.diagnostics import Findings, FindingsError, Rule, Span

FONT_MISSING = Rule("F101", "font-missing")
FONT_OUTSIDE_KIT = Rule("F102", "font-outside-kit")
FONT_NOT_TRUETYPE = Rule("F103", "font-not-truetype")
FONT_UNREADABLE = Rule("F104", "font-unreadable")

_HINTS = {
    FONT_MISSING: "put the file into the kit's `fonts/` and write `fonts/NAME.ttf`",
    FONT_OUTSIDE_KIT: "copy the file into the kit's `fonts/`",
    FONT_NOT_TRUETYPE: "use a TrueType version of the font, or convert it",
    FONT_UNREADABLE: "use another font file",
}

BUILT_IN = {
    "title": "NotoSerifSC-Black.ttf",
    "text": "NotoSansSC-Regular.ttf",
    "bold": "NotoSansSC-Bold.ttf",
}
"""Built-in style key -> file in the built-in font folder."""

SILENT = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufe0e\ufe0f\ufeff"))
"""Translation table that drops joiners and variation selectors: they ask for a glyph, and are none."""

_MAX_BYTES = 64 * 2**20
_MAX_CHARACTERS = 200_000
_NOT_TRUETYPE = {
    b"OTTO": "its outlines are CFF",
    b"ttcf": "it is a collection of fonts",
    b"wOFF": "it is a compressed web font",
    b"wOF2": "it is a compressed web font",
}


class FontError(ValueError):
    """A font file that cannot be used; `rule` says in which way."""

    def __init__(self, rule: Rule, message: str) -> None:
        super().__init__(message)
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Font:
    """One TrueType font.  Lengths are in em (fractions of the size), y upward from the baseline.

    `name` is its PostScript name, `family` and `weight` are what SVG calls it, `digest` changes with
    the font's content, `advances` maps each character that has a glyph to its advance in em.
    """

    name: str
    family: str
    weight: int
    path: Path
    digest: str
    ascent: float
    descent: float
    cap_height: float
    x_height: float
    missing_advance: float
    advances: Mapping[str, float] = field(repr=False, compare=False)

    def width(self, text: str, size: float) -> float:
        """The width of `text` set at `size` (both in the same unit); no kerning, as in the PDF."""
        get, missing = self.advances.get, self.missing_advance
        return size * sum([get(sign, missing) for sign in text.translate(SILENT)])

    def missing(self, text: str) -> tuple[str, ...]:
        """The distinct characters of `text` that have no glyph, in order of appearance."""
        known = self.advances
        return tuple(dict.fromkeys(sign for sign in text.translate(SILENT) if sign not in known))

    @property
    def em_centre(self) -> float:
        """Height of the middle of the em box above the baseline: Han signs and icons are centred on it."""
        return (self.ascent + self.descent) / 2

    @property
    def pdf_name(self) -> str:
        """The name under which `register` makes the font known to reportlab."""
        return f"{self.name}-{self.digest}"

    def register(self) -> str:
        """Make the font known to reportlab, once per process; return `pdf_name`."""
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont

        if self.pdf_name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(self.pdf_name, str(self.path)))
        return self.pdf_name


@dataclass(frozen=True, slots=True)
class FontSet(Mapping[str, Font]):
    """The fonts of a kit by style key; the kit's own come before the built-in ones.

    A kit that replaces the style `text` can still name the built-in font by its family.
    """

    styles: Mapping[str, Font]

    @classmethod
    def load(
        cls,
        kit_fonts: Mapping[str, Path] | None = None,
        *,
        kit: Path | None = None,
        findings: Findings | None = None,
        spans: Mapping[str, Span | None] | None = None,
    ) -> FontSet:
        """Read the built-in fonts and those of a kit (style key -> path).

        Paths are taken relative to `kit`, and must not lead out of it.  Fonts that cannot be used are left
        out and become findings, placed at `spans[key]`; without `findings`, `FindingsError` is raised.
        """
        found = Findings() if findings is None else findings
        styles: dict[str, Font] = {}
        for key, path in (kit_fonts or {}).items():
            try:
                styles[key] = read_font(_inside(path, kit))
            except FontError as error:
                shown = path.as_posix() if not path.is_absolute() else path.name
                message = f"font `{shown}` of style `{key}`: {error}"
                found.add(error.rule, message, (spans or {}).get(key), hint=_HINTS[error.rule])
        if findings is None and found.has_errors:
            raise FindingsError(found)
        return cls({**styles, **{key: font for key, font in built_in_fonts().items() if key not in styles}})

    def find(self, family: str, weight: int) -> Font | None:
        """The font that SVG means by `font-family` and `font-weight`, or None."""
        for font in (*self.styles.values(), *built_in_fonts().values()):
            if font.family == family and font.weight == weight:
                return font
        return None

    def register(self) -> None:
        """Make every font known to reportlab (see `Font.register`)."""
        for font in self.styles.values():
            font.register()

    def __getitem__(self, key: str) -> Font:
        return self.styles[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.styles)

    def __len__(self) -> int:
        return len(self.styles)


def builtin_font_dir() -> Path:
    """The folder of the built-in fonts: in an installed package, or beside it in the repository."""
    package = Path(__file__).resolve().parent
    installed = package / "builtin" / "fonts"
    return installed if installed.is_dir() else package.parent / "fonts"


@cache
def built_in_fonts() -> Mapping[str, Font]:
    """The built-in fonts by style key, read once per process.  Raises `FontError`."""
    folder = builtin_font_dir()
    return {key: read_font(folder / name) for key, name in BUILT_IN.items()}


def read_font(path: Path) -> Font:
    """Read what cardgen needs to know of a TrueType file.  Raises `FontError`."""
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise FontError(FONT_UNREADABLE, f"it is larger than {_MAX_BYTES >> 20} MB")
        with path.open("rb") as file:
            return _Reader(file).font(path)
    except FileNotFoundError:
        raise FontError(FONT_MISSING, "there is no such file") from None
    except OSError as error:
        raise FontError(FONT_UNREADABLE, f"it cannot be read ({error.strerror})") from None
    except (struct.error, IndexError, KeyError, UnicodeDecodeError, ZeroDivisionError):
        raise FontError(FONT_UNREADABLE, "it is damaged, or not a font") from None


def _inside(path: Path, kit: Path | None) -> Path:
    if kit is None:
        return path
    root = kit.resolve()
    full = (root / path).resolve()
    if not full.is_relative_to(root):
        raise FontError(FONT_OUTSIDE_KIT, "it lies outside the kit's folder")
    return full


class _Reader:
    """Reads one open TrueType file, table by table."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        head = file.read(12)
        if head[:4] in _NOT_TRUETYPE:
            raise FontError(FONT_NOT_TRUETYPE, f"{_NOT_TRUETYPE[head[:4]]}; a `.ttf` file is needed")
        if head[:4] not in (b"\0\1\0\0", b"true"):
            raise FontError(FONT_UNREADABLE, "it is damaged, or not a font")
        (count,) = struct.unpack(">H", head[4:6])
        self.directory = file.read(16 * count)
        self.tables = {
            tag: (offset, length)
            for tag, _sum, offset, length in struct.iter_unpack(">4sLLL", self.directory)
        }
        size = file.seek(0, 2)
        if any(offset + length > size for offset, length in self.tables.values()):
            raise FontError(FONT_UNREADABLE, "it is cut short")
        if b"glyf" not in self.tables or b"loca" not in self.tables:
            raise FontError(FONT_NOT_TRUETYPE, "it has no TrueType outlines")

    def table(self, tag: bytes) -> bytes:
        offset, length = self.tables[tag]
        self.file.seek(offset)
        return self.file.read(length)

    def font(self, path: Path) -> Font:
        head, hhea, os2 = self.table(b"head"), self.table(b"hhea"), self.table(b"OS/2")
        hmtx, cmap = self.table(b"hmtx"), self.table(b"cmap")
        if head[12:16] != b"\x5f\x0f\x3c\xf5" or self.table(b"post")[0:2] not in (b"\0\1", b"\0\2", b"\0\3"):
            raise FontError(FONT_UNREADABLE, "it is damaged, or not a font")
        (em,) = struct.unpack_from(">H", head, 18)
        (metrics,) = struct.unpack_from(">H", hhea, 34)
        (glyphs,) = struct.unpack_from(">H", self.table(b"maxp"), 4)
        version, _average, weight, _width, rights = struct.unpack_from(">HhHHH", os2)
        if rights == 2 or rights & 0x0300:
            raise FontError(FONT_UNREADABLE, "its licence bits forbid embedding it in a PDF")
        ascent, descent = struct.unpack_from(">hh", os2, 68)
        x_height, cap_height = struct.unpack_from(">hh", os2, 86) if version > 1 else (em // 2, ascent)
        names = self.names()
        postscript = names.get(6) or names[4].replace(" ", "-")
        if not postscript.isascii() or set(postscript) & set(" [](){}<>/%"):
            raise FontError(FONT_UNREADABLE, f"its PostScript name `{postscript}` is not allowed in a PDF")

        # Glyphs past the last full record share its advance (OpenType, hmtx).
        advances = [value / em for value in struct.unpack_from(f">{2 * metrics}H", hmtx)[::2]]
        advances += [advances[-1]] * (glyphs - metrics)
        characters = {
            chr(code): advances[glyph] for code, glyph in _characters(cmap) if 0 < glyph < len(advances)
        }
        if not characters:
            raise FontError(FONT_UNREADABLE, "it has no Unicode characters")
        digest = hashlib.blake2b(self.directory + head + cmap + hmtx, digest_size=6).hexdigest()
        return Font(
            name=postscript,
            family=names.get(16) or names[1],
            weight=weight,
            path=path,
            digest=digest,
            ascent=ascent / em,
            descent=descent / em,
            cap_height=cap_height / em,
            x_height=x_height / em,
            missing_advance=advances[0],
            advances=characters,
        )

    def names(self) -> dict[int, str]:
        table = self.table(b"name")
        layout, count, start = struct.unpack_from(">HHH", table)
        if layout:
            raise FontError(FONT_UNREADABLE, "its name table has a form that PDF writing cannot read")
        names: dict[int, str] = {}
        for index in range(count):
            platform, encoding, language, key, length, offset = struct.unpack_from(
                ">6H", table, 6 + 12 * index
            )
            text = table[start + offset : start + offset + length]
            if (platform, encoding, language) == (3, 1, 0x409):
                names[key] = text.decode("utf-16-be")
            elif (platform, encoding, language) == (1, 0, 0):
                names.setdefault(key, text.decode("mac-roman"))
        return names


def _characters(cmap: bytes) -> Iterator[tuple[int, int]]:
    """Yield (code point, glyph) of the subtable that reportlab picks, so that coverage is what it draws."""
    (count,) = struct.unpack_from(">H", cmap, 2)
    chosen = None
    for platform, encoding, offset in struct.iter_unpack(">HHL", cmap[4 : 4 + 8 * count]):
        if platform == 3 or (platform == 0 and encoding != 5):
            chosen = offset
    if chosen is None:
        raise FontError(FONT_UNREADABLE, "it has no Unicode characters")
    (form,) = struct.unpack_from(">H", cmap, chosen)
    forms: dict[int, Callable[[bytes, int], Iterator[tuple[int, int]]]] = {4: _segments, 12: _groups}
    if form not in forms:
        raise FontError(FONT_UNREADABLE, f"its character table has form {form}; 4 and 12 are known")
    for number, pair in enumerate(forms[form](cmap, chosen)):
        if number > _MAX_CHARACTERS:
            raise FontError(FONT_UNREADABLE, "it is damaged: its character table overlaps itself")
        yield pair


def _segments(cmap: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Form 4: segments of the basic plane."""
    (twice,) = struct.unpack_from(">H", cmap, start + 6)
    count = twice // 2
    end = start + 14
    ends = struct.unpack_from(f">{count}H", cmap, end)
    starts = struct.unpack_from(f">{count}H", cmap, end + twice + 2)
    deltas = struct.unpack_from(f">{count}H", cmap, end + 2 * twice + 2)
    offsets_at = end + 3 * twice + 2
    offsets = struct.unpack_from(f">{count}H", cmap, offsets_at)
    for index, (first, last, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        if not offset:
            for code in range(first, last + 1):
                yield code, (code + delta) & 0xFFFF
        elif last >= first:
            at = offsets_at + 2 * index + offset
            glyphs = struct.unpack_from(f">{min(last - first + 1, (len(cmap) - at) // 2)}H", cmap, at)
            for code, glyph in enumerate(glyphs, first):
                yield code, (glyph + delta) & 0xFFFF if glyph else 0


def _groups(cmap: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Form 12: groups over all planes."""
    (count,) = struct.unpack_from(">L", cmap, start + 12)
    table = cmap[start + 16 : start + 16 + 12 * count]
    for first, last, glyph in struct.iter_unpack(">LLL", table):
        for code in range(first, min(last, 0x10FFFF) + 1):
            yield code, glyph + code - first
