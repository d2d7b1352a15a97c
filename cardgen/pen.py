"""What face templates draw with: text that fits, icons, art, and a few shapes.

Every function returns SVG.  Lengths are millimetres, type sizes points.  Text that does not
fit, and signs that no font has, become findings with card, field and place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from markupsafe import Markup

from cardgen import text as typeset
from cardgen.curves import mix, smooth, wave
from cardgen.diagnostics import Findings, did_you_mean
from cardgen.expr import ExprError
from cardgen.fonts import FontSet
from cardgen.geometry import Size
from cardgen.kit import Card, Kit
from cardgen.telling import UNKNOWN_ART, Teller
from cardgen.units import MM_PER_PT, coordinate
from cardgen.values import Items

MAX_TEXT = 20_000


class Assets(Protocol):
    """Where art and icons are found."""

    def has_icon(self, name: str) -> bool:
        """Whether the kit, or cardgen itself, has this icon."""
        ...

    def has_art(self, name: str) -> bool:
        """Whether the kit has this drawing, be it readable or not."""
        ...

    def names(self, kind: str) -> tuple[str, ...]:
        """All names of `art` or `icon`."""
        ...

    def art_size(self, name: str) -> Size | None:
        """The size of a drawing in its own units, or None when there is none."""
        ...


class Pen:
    """Draws for one card at a time; knows fonts and assets, and collects findings."""

    def __init__(self, kit: Kit, fonts: FontSet, assets: Assets, findings: Findings) -> None:
        self.kit, self.fonts, self.assets = kit, fonts, assets
        self._teller = Teller(findings, lambda: assets.names("icon"))
        self.named_card = False
        """Whether the face that was drawn last has its card's imprint, whatever its template read."""

    def begin(self, card: Card | None, template: str) -> None:
        """Turn to another card; findings are placed at its fields from now on."""
        self._teller.card, self._teller.template = card, template
        self.named_card = False

    def functions(self) -> dict[str, Any]:
        """The functions, by the names that templates call them, and `pt`, a point in millimetres."""
        return {
            "text": self.text, "line": self.line, "vertical": self.vertical, "turned": self.turned,
            "art": self.art, "icon": self.icon, "has_art": self.has_art, "has_icon": self.assets.has_icon,
            "text_width": self.text_width, "line_count": self.line_count, "imprint": self.imprint,
            "mix": mix, "smooth": smooth, "wave": wave,
            "n": coordinate, "pt": MM_PER_PT,
        }  # fmt: skip

    def text(
        self,
        value: str,
        x: float,
        y: float,
        w: float,
        h: float | None = None,
        *,
        size: float = 8.4,
        floor: float | None = None,
        leading: float = 1.5,
        leading_floor: float | None = None,
        style: str = "text",
        bold: str = "bold",
        align: str = "left",
        valign: str = "top",
        fill: str = "#000000",
        hyphens: bool = True,
        lang: str | None = None,
    ) -> Markup:
        """Set a text of several lines in a box whose top-left corner is (x, y).

        It is set at `size`, and down to `floor` where it would not fit; below that it is a finding.
        Latin words are hyphenated by the rules of the language, unless `hyphens` is false; `lang` is the
        language of this text, where it is not the one that is printed.
        """
        block = typeset.layout_block(
            written(value),
            fonts=self.fonts,
            width=w,
            height=h,
            size=size,
            floor=size if floor is None else floor,
            leading=leading,
            leading_floor=leading if leading_floor is None else leading_floor,
            style=self._style(style),
            bold_style=self._style(bold),
            align=_one_of(align, "left", "center", "right"),
            valign=_one_of(valign, "top", "middle", "bottom"),
            lang=(lang or self.kit.lang) if hyphens else None,
            icons=self.assets.has_icon,
        )
        self._teller.report(value, block)
        return Markup(typeset.draw_block(block, x, y, fill, self.fonts))

    def line(
        self,
        value: object,
        x: float,
        y: float,
        *,
        size: float = 8.4,
        floor: float | None = None,
        width: float | None = None,
        style: str = "text",
        fill: str = "#000000",
        anchor: str = "start",
    ) -> Markup:
        """Set one line with its baseline at y; shrinks to `floor` to stay within `width`."""
        layout = typeset.layout_line(
            written(value),
            fonts=self.fonts,
            width=width,
            size=size,
            floor=size if floor is None else floor,
            style=self._style(style),
            anchor=_one_of(anchor, "start", "middle", "end"),
            icons=self.assets.has_icon,
        )
        self._teller.report(value, layout)
        return Markup(typeset.draw_line(layout, x, y, fill, self.fonts))

    def vertical(
        self,
        value: str,
        x: float,
        y: float,
        h: float,
        *,
        size: float = 13.2,
        floor: float = 8.0,
        style: str = "title",
        fill: str = "#000000",
        pitch: float = 1.03,
        pitch_max: float | None = None,
        columns: int = 1,
        valign: str = "top",
    ) -> Markup:
        """Set Han signs from top to bottom on the axis x, in a length of h from y.

        The step is at most `pitch_max` mm, and `pitch` em; the size follows, down to `floor` points.
        """
        layout = typeset.layout_vertical(
            written(value), fonts=self.fonts, height=h, size=size, floor=floor, pitch=pitch,
            pitch_max=pitch_max, style=self._style(style), columns=columns,
            valign=_one_of(valign, "top", "middle", "bottom"),
        )  # fmt: skip
        self._teller.report(value, layout)
        return Markup(typeset.draw_vertical(layout, x, y, fill, self.fonts))

    def turned(
        self,
        value: str,
        x: float,
        y: float,
        h: float,
        *,
        w: float | None = None,
        size: float = 13.2,
        floor: float = 8.0,
        keep: float | None = None,
        caps: Sequence[float] = (),
        lines: int = 3,
        style: str = "title",
        fill: str = "#000000",
        valign: str = "top",
    ) -> Markup:
        """Set a name turned by 90° on the axis x, read like a spine, in a length of h from y.

        One line is kept if it reaches `keep` points; else up to `lines` lines, in a breadth of w.
        """
        layout = typeset.layout_turned(
            written(value), fonts=self.fonts, length=h, breadth=w, size=size, floor=floor, keep=keep,
            caps=tuple(caps), max_lines=lines, style=self._style(style),
            valign=_one_of(valign, "top", "middle", "bottom"),
        )  # fmt: skip
        self._teller.report(value, layout)
        return Markup(typeset.draw_turned(layout, x, y, fill, self.fonts))

    def icon(self, name: str, x: float, y: float, size: float = 3.0, *, fill: str | None = None) -> Markup:
        """Place an icon with its top-left corner at (x, y) and this side length.

        `fill` is its colour; without it, that of the group around it.
        """
        if not self.assets.has_icon(str(name)):
            self._teller.unknown_icon(name, name)
            return Markup("")
        return _use(f"icon:{name}", x, y, size / 24, fill)

    def art(
        self,
        name: str,
        x: float,
        y: float,
        w: float,
        h: float,
        *,
        align: str = "middle",
        scale: float = 1.0,
        fill: str | None = None,
    ) -> Markup:
        """Place a drawing as large as it fits in the box w × h at (x, y), centred (or `top`, `bottom`).

        `fill` is the colour of what it draws in `currentColor`; without it, that of the group around it.
        """
        size = self.assets.art_size(str(name))
        if size is None and self.assets.has_art(str(name)):
            return Markup("")  # it is there and cannot be read, which has been told
        if size is None:
            self._teller.find(
                UNKNOWN_ART,
                name,
                f"there is no drawing `{name}`",
                hint=did_you_mean(str(name), self.assets.names("art"))
                or f"add `art/{name}.svg`, or name another with `art:`",
            )
            return Markup("")
        factor = min(w / size.w, h / size.h) * scale
        left = x + (w - size.w * factor) / 2
        slack = h - size.h * factor
        top = y + {"top": 0.0, "middle": slack / 2, "bottom": slack}[align]
        return _use(f"art:{name}", left, top, factor, fill)

    def imprint(
        self, x: float, y: float, *, size: float = 4.6, fill: str = "#000000", anchor: str = "start"
    ) -> Markup:
        """Set the card's id and the kit's version, small, so that an old print can be told from a new one."""
        card = self._teller.card
        self.named_card = True
        if card is None:
            return Markup("")
        return self.line(imprint_text(self.kit, card), x, y, size=size, fill=fill, anchor=anchor)

    def has_art(self, name: str) -> bool:
        """Whether the kit has this drawing."""
        return self.assets.art_size(str(name)) is not None

    def line_count(
        self, value: object, w: float, *, size: float = 8.4, style: str = "text", bold: str = "bold"
    ) -> int:
        """How many lines a text takes in a breadth of w, at `size` points."""
        block = typeset.layout_block(
            written(value), fonts=self.fonts, width=w, height=None, size=size, floor=size, leading=1.5,
            leading_floor=1.5, style=self._style(style), bold_style=self._style(bold), lang=self.kit.lang,
            icons=self.assets.has_icon,
        )  # fmt: skip
        return len(block.lines)

    def text_width(self, value: object, size: float, style: str = "text") -> float:
        """The width of a text on one line, in millimetres, at `size` points."""
        return self.fonts[self._style(style)].width(written(value), size * MM_PER_PT)

    def _style(self, name: str) -> str:
        if name not in self.fonts:
            raise ExprError(f"there is no text style `{name}`; there are {', '.join(self.fonts)}")
        return name


def _use(drawing: str, x: float, y: float, scale: float, color: str | None) -> Markup:
    """Place a drawing of the kit; without a colour it takes that of the group around it."""
    tint = Markup(' color="{}"').format(color) if color else Markup("")
    return Markup('<use href="{}" transform="translate({} {}) scale({})"{}/>').format(
        drawing, coordinate(x), coordinate(y), coordinate(scale, 6), tint
    )


def imprint_text(kit: Kit, card: Card) -> str:
    """The fine print of a piece: its id and the version of its kit."""
    return f"{card.id} {kit.version}"


def _one_of(word: str, *known: str) -> Any:
    if word not in known:
        raise ExprError(f"`{word}` is not one of {', '.join(known)}")
    return word


def written(value: object) -> str:
    """A value as it is printed; an empty one or a list is a fault, not the word None or brackets.

    What a macro returns has been escaped as SVG, and is text again here.
    """
    if value is None:
        raise ExprError("this is empty, so there is nothing to print")
    if isinstance(value, (list, tuple, Items)):
        raise ExprError("a list cannot be printed; `| join(', ')` makes a text of one")
    text = value.unescape() if isinstance(value, Markup) else str(value)
    if len(text) > MAX_TEXT:
        raise ExprError(f"this text has {len(text)} signs; at most {MAX_TEXT} are set")
    return text
