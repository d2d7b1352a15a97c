"""Fitting text into a box or onto a line: first the leading gives way, then the size, both to a floor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from cardgen.fonts import Font
from cardgen.text.block import Block, Piece, PlacedIcon, Row
from cardgen.text.lines import Line, Measured, Paragraph, measure
from cardgen.text.markup import Break, Run, parse, unclosed_bold
from cardgen.units import MM_PER_PT

Align = Literal["left", "center", "right"]
VAlign = Literal["top", "middle", "bottom"]
Anchor = Literal["start", "middle", "end"]

SIZE_STEP = 0.2
"""The search for a size goes down in steps of this many points."""

ORPHAN_SHARE = 0.9
"""Filling up a last line of one or two signs may cost a tenth of the size, no more."""

ICON_ADVANCE = 1.08
"""Advance of an icon in em: a little more than its side, so that it does not touch a number."""

_MAX_STEPS = 400
_SLACK = 1e-6
_SHARE = {"left": 0.0, "start": 0.0, "top": 0.0, "center": 0.5, "middle": 0.5}
_SHARE |= {"right": 1.0, "end": 1.0, "bottom": 1.0}


@dataclass(frozen=True, slots=True)
class _Setting:
    """One try: all lines at a size (pt), with the leading that they get."""

    size: float
    leading: float
    lines: list[list[Line]]

    @property
    def torn(self) -> bool:
        return any(line.torn for lines in self.lines for line in lines)


def layout_block(
    text: str,
    *,
    fonts: Mapping[str, Font],
    width: float,
    height: float | None,
    size: float,
    floor: float,
    leading: float,
    leading_floor: float,
    style: str = "text",
    bold_style: str = "bold",
    align: Align = "left",
    valign: VAlign = "top",
    lang: str | None = None,
    icons: Callable[[str], bool] = lambda _name: True,
    icon_size: float = 1.0,
    icon_advance: float = ICON_ADVANCE,
) -> Block:
    """Lay out marked-up text in a box of `width` × `height` mm (no limit when `height` is None).

    `size` and `floor` are points, `leading` and `leading_floor` em from baseline to baseline, `icon_size`
    and `icon_advance` em.  Leading is tightened first, then the size goes down by 0.2 pt; words are torn only
    if no size keeps them whole.  A last line of one or two signs may cost a tenth of the size, to fill or
    empty it.  Past the floors the block says by how many mm it runs over.  Raises `ValueError` for no size.
    """
    if min(size, floor) <= 0:
        raise ValueError("the size of a text must be above zero")
    measured = measure(parse(text), fonts, style, bold_style, lang=lang, icon_advance=icon_advance)
    em_height = fonts[style].ascent - fonts[style].descent

    def attempt(points: float) -> _Setting | None:
        em = points * MM_PER_PT
        lines = [paragraph.lines(width / em) for paragraph in measured.paragraphs]
        steps = sum(map(len, lines)) - 1
        room = leading
        if height is not None and steps:
            room = min(leading, (height / em - em_height) / steps)
            if room < leading_floor - _SLACK:
                return None
        elif height is not None and em * em_height > height + _SLACK:
            return None
        if any(line.width * em > width + _SLACK for found in lines for line in found):
            return None
        return _Setting(points, room, lines)

    setting = _search(measured, attempt, size, floor)
    if setting is None:
        least = min(size, floor)
        lines = [paragraph.lines(width / (least * MM_PER_PT)) for paragraph in measured.paragraphs]
        setting = _Setting(least, min(leading, leading_floor), lines)
    em = setting.size * MM_PER_PT
    count = sum(map(len, setting.lines))
    used = em * (em_height + (count - 1) * setting.leading)
    spare = max(0.0, (height or 0.0) - used)
    first = spare * _SHARE[valign] + em * fonts[style].ascent
    rows: list[Row] = []
    for paragraph, found in zip(measured.paragraphs, setting.lines, strict=True):
        for line in found:
            y = first + len(rows) * setting.leading * em
            x = (width - line.width * em) * _SHARE[align]
            rows.append(_row(paragraph, line, em, x, y, (icon_advance - icon_size) / 2))
    return Block(
        size_pt=setting.size,
        leading=setting.leading,
        lines=tuple(rows),
        height=used,
        overflow_tall=_over(used, height),
        overflow_wide=_over(max(row.width for row in rows), width),
        missing=measured.missing,
        unknown_icons=tuple(name for name in measured.icons if not icons(name)),
        unclosed_bold="**" in text and unclosed_bold(text),
        torn=setting.torn,
        icon_size=icon_size,
        em_centre=fonts[style].em_centre,
    )


def layout_line(
    text: str,
    *,
    fonts: Mapping[str, Font],
    width: float | None,
    size: float,
    floor: float,
    style: str = "text",
    bold_style: str = "bold",
    anchor: Anchor = "start",
    icons: Callable[[str], bool] = lambda _name: True,
    icon_size: float = 1.0,
    icon_advance: float = ICON_ADVANCE,
) -> Block:
    """Lay out marked-up text on one line of at most `width` mm, as large as `size` pt allows.

    The size shrinks to fit, to `floor`, in hundredths of a point; chosen breaks become blanks.  Places count
    from the anchor on the baseline: the line begins, is centred or ends there.
    """
    atoms = [Run(" ") if isinstance(atom, Break) else atom for atom in parse(text)]
    measured = measure(atoms, fonts, style, bold_style, icon_advance=icon_advance)
    (paragraph,) = measured.paragraphs
    points = size
    if width is not None and paragraph.width * size * MM_PER_PT > width + _SLACK:
        points = max(min(floor, size), int(width / (paragraph.width * MM_PER_PT) * 100 + _SLACK) / 100)
    em = points * MM_PER_PT
    line = Line(0, paragraph.ends[-1] if paragraph.ends else 0, paragraph.width)
    x = -line.width * em * _SHARE[anchor]
    row = _row(paragraph, line, em, x, 0.0, (icon_advance - icon_size) / 2)
    return Block(
        size_pt=points,
        leading=1.0,
        lines=(row,),
        height=em * (fonts[style].ascent - fonts[style].descent),
        overflow_wide=_over(row.width, width),
        missing=measured.missing,
        unknown_icons=tuple(name for name in measured.icons if not icons(name)),
        unclosed_bold="**" in text and unclosed_bold(text),
        icon_size=icon_size,
        em_centre=fonts[style].em_centre,
    )


def _search(
    measured: Measured, attempt: Callable[[float], _Setting | None], size: float, floor: float
) -> _Setting | None:
    """The largest setting that fits without torn words, else the largest that fits."""
    whole: _Setting | None = None
    torn: _Setting | None = None
    for points in sizes(size, floor):
        tried = attempt(points)
        if tried and not tried.torn:
            whole = tried
            break
        torn = torn or tried
    best = whole or torn
    if best is None or not _orphans(measured, best):
        return best
    for points in sizes(best.size, max(floor, best.size * ORPHAN_SHARE)):
        tried = attempt(points)
        if tried and not _orphans(measured, tried) and (best.torn or not tried.torn):
            return tried
    return best


def _orphans(measured: Measured, setting: _Setting) -> bool:
    pairs = zip(measured.paragraphs, setting.lines, strict=True)
    return any(paragraph.has_orphan(lines) for paragraph, lines in pairs)


def sizes(size: float, floor: float) -> Iterator[float]:
    """Sizes in pt from `size` down to `floor`, both included, in steps of 0.2 pt (wider if very many)."""
    step = max(SIZE_STEP, (size - floor) / _MAX_STEPS)
    for count in range(_MAX_STEPS + 1):
        points = round(size - count * step, 4)
        if points <= floor:
            break
        yield points
    yield min(size, floor)


def _row(paragraph: Paragraph, line: Line, em: float, x: float, y: float, icon_blank: float) -> Row:
    pieces: list[Piece | PlacedIcon] = []
    for stretch, signs, at in paragraph.stretches_of(line):
        if stretch.icon:
            pieces.append(PlacedIcon(x + (at + icon_blank) * em, stretch.icon))
            continue
        bare = signs.lstrip(" ")
        if bare and len(bare) < len(signs):
            at += paragraph.edges[stretch.start + 1] - paragraph.edges[stretch.start]
        if bare := bare.rstrip(" "):
            pieces.append(Piece(x + at * em, bare, stretch.style))
    return Row(x, y, line.width * em, tuple(pieces))


def _over(used: float, allowed: float | None) -> float:
    over = used - allowed if allowed is not None else 0.0
    return over if over > _SLACK else 0.0
