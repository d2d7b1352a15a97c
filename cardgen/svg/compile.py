"""From a clean tree to a display list: shapes by the group, text by the run, art by name."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lxml import etree

from cardgen.fonts import FontSet
from cardgen.geometry import Rect
from cardgen.svg import ink, rules, subset, values
from cardgen.svg.artwork import IDENTITY, Artwork, Matrix, Nest, Op, Place, Shapes, TextRun, multiply
from cardgen.svg.clean import Cleaner

Lookup = Callable[[str, str, bool], Artwork | None]
"""(reference such as `art:mask`, current colour, keep full ink) to the drawing."""


@dataclass(slots=True)
class Compiler:
    """Turns clean elements of one drawing into ops; findings go to the cleaner's report."""

    cleaner: Cleaner
    fonts: FontSet
    mode: str
    lookup: Lookup

    def ops(self, element: etree._Element, inherited: Mapping[str, str]) -> list[Op]:
        """Ops of one clean element; `inherited` are the paint and font attributes around it."""
        if _is_plain(element):
            return self._shapes([element], inherited)
        if element.tag == "text":
            return self._text(element, inherited)
        if element.tag == "use":
            return self._place(element)
        below = {**inherited, **{k: str(element.get(k)) for k in subset.INHERITED if k in element.attrib}}
        found: list[Op] = []
        run: list[etree._Element] = []
        for child in element:
            if child.tag in subset.SHAPES:
                run.append(child)
                continue
            found += self._shapes(run, below)
            run = []
            found += self.ops(child, below)
        found += self._shapes(run, below)
        matrix = values.transform(str(element.get("transform") or ""))
        clip = self._clip(element)
        if found and (clip or matrix != IDENTITY):
            return [Nest(tuple(found), matrix, clip)]
        return found

    def _shapes(self, elements: list[etree._Element], inherited: Mapping[str, str]) -> list[Op]:
        if not elements:
            return []
        paint = {key: inherited[key] for key in sorted(subset.PAINT) if key in inherited}
        group = etree.Element("g", paint)
        group.extend(elements)
        return [self._document(group)]

    def _clip(self, element: etree._Element) -> Shapes | None:
        reference = element.get("clip-path")
        return self._document(etree.Element("g", {"clip-path": str(reference)})) if reference else None

    def _document(self, group: etree._Element) -> Shapes:
        """The group as a document of its own, with the definitions that it uses renamed in order."""
        root, defs = etree.Element("svg"), etree.Element("defs")
        names: dict[str, str] = {}
        for element in group.iter():
            for key in ("fill", "clip-path"):
                reference = subset.REFERENCE.fullmatch(str(element.get(key) or ""))
                if not reference:
                    continue
                name = reference[1]
                if name not in names:
                    definition = self.cleaner.definition(name, element)
                    if definition is None:
                        element.attrib.pop(key)
                        continue
                    names[name] = f"d{len(names)}"
                    copied = etree.fromstring(etree.tostring(definition))
                    copied.set("id", names[name])
                    if self.mode == "grey":
                        ink.grey_definition(copied)
                    defs.append(copied)
                element.set(key, f"url(#{names[name]})")
        if len(defs):
            root.append(defs)
        root.append(group)
        source = etree.tostring(root, encoding="utf-8")
        return Shapes(source, hashlib.sha256(source).hexdigest())

    def _text(self, element: etree._Element, inherited: Mapping[str, str]) -> list[Op]:
        style = {**inherited, **{str(key): str(value) for key, value in element.attrib.items()}}
        family, weight = style.get("font-family", ""), int(style.get("font-weight", 400))
        font = self.fonts.find(family, weight)
        line = int(style.get("line", 0)) or None
        if font is None:
            known = sorted({f"`{font.family}` {font.weight}" for font in self.fonts.values()})
            hint = f"the kit has {', '.join(known)}; more can be declared under `fonts`"
            named = f"`{family}` {weight}" if family else "text without `font-family`"
            self.cleaner.failed = True
            self.cleaner.report.add(rules.FONT_NOT_IN_KIT, f"no font {named} in the kit", line, hint)
            return []
        fill, alpha = style.get("fill", "#000000"), float(style.get("fill-opacity", 1))
        size = float(style.get("font-size", 0))
        if size <= 0:
            self.cleaner.failed = True
            rule, hint = rules.ATTRIBUTE_OUTSIDE_SUBSET, 'give `font-size="…"` in the drawing\'s units'
            self.cleaner.report.add(rule, "text without `font-size`", line, hint)
        if size <= 0 or fill == "none" or alpha == 0:
            return []
        anchor = style.get("text-anchor", "start")
        x, y = float(style["x"]), float(style["y"])
        return [TextRun(str(element.text), x, y, size, font, fill, alpha, anchor)]

    def _place(self, element: etree._Element) -> list[Op]:
        href = str(element.get("href"))
        keep = element.get("data-ink") == "keep"
        artwork = self.lookup(href, str(element.get("color")), keep)
        if artwork is None:
            self.cleaner.failed = True
            return []
        x, y, width, height = (float(element.get(key) or 0) for key in ("x", "y", "width", "height"))
        return [Place(href, artwork, _fitted(artwork.view, x, y, width, height))]


def _fitted(view: Rect, x: float, y: float, width: float, height: float) -> Matrix:
    """Matrix that puts a drawing's top-left corner at x, y, or fits it centred into the box."""
    scales = [side / own for side, own in ((width, view.w), (height, view.h)) if side > 0]
    scale = min(scales, default=1.0)
    dx = (width - view.w * scale) / 2 if width > 0 else 0.0
    dy = (height - view.h * scale) / 2 if height > 0 else 0.0
    to: Matrix = (scale, 0.0, 0.0, scale, x + dx, y + dy)
    return multiply(to, (1.0, 0.0, 0.0, 1.0, -view.x, -view.y))


def _is_plain(element: etree._Element) -> bool:
    return next(element.iter("text", "use"), None) is None
