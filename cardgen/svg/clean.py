"""From a parsed SVG tree to a clean one: only what the subset holds, in one plain form.

The clean tree has no namespaces, styles or ids; colours are `#rrggbb` with opacity apart;
transforms are matrices; `<use href="#id">` is replaced by what it shows; a clipped, turned
or gradient shape stands in a group that carries the clip and the matrix.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from lxml import etree

from cardgen.diagnostics import Rule, did_you_mean
from cardgen.svg import rules, subset, values
from cardgen.svg.parse import MAX_DEPTH, MAX_ELEMENTS, Report, line_of, local
from cardgen.svg.values import ValueRefused

XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"

Inherited = Mapping[str, str]


@dataclass(slots=True)
class Cleaner:
    """Cleans the elements of one drawing, and looks up what they refer to.

    `current` is the colour that `currentColor` stands for at the root.
    """

    root: etree._Element
    report: Report
    current: str = "#000000"
    ids: dict[str, etree._Element] = field(default_factory=dict)
    count: int = 0
    failed: bool = False
    _definitions: dict[str, etree._Element | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for element in self.root.iter():
            name = element.get("id")
            if name:
                self.ids.setdefault(str(name), element)

    def fail(self, rule: Rule, message: str, element: etree._Element, hint: str | None = None) -> None:
        """Record a finding at the element's line, and remember that the drawing is not usable."""
        self.failed = True
        self.report.add(rule, message, line_of(element), hint)

    def attributes(self, element: etree._Element, inherited: Inherited) -> dict[str, str]:
        """The element's checked attributes in plain form."""
        name = local(element)
        allowed = subset.ELEMENTS[name]
        found: dict[str, str] = {}
        for raw_key, raw in sorted(element.attrib.items()):
            key = "href" if raw_key == XLINK_HREF else str(raw_key)
            if key in subset.IGNORED or key == XML_SPACE or (key.startswith("data-") and key != "data-ink"):
                continue
            check = allowed.get(key)
            if check is None:
                hint = subset.ATTRIBUTE_HINTS.get(key) or did_you_mean(key, allowed) or "leave it out"
                message = f"`{key}` on `<{name}>` is not drawn"
                self.fail(rules.ATTRIBUTE_OUTSIDE_SUBSET, message, element, hint)
                continue
            try:
                found[key] = check(str(raw))
            except ValueRefused as fault:
                message = f'`{key}="{_short(str(raw))}"` on `<{name}>` is not drawn'
                self.fail(rules.ATTRIBUTE_OUTSIDE_SUBSET, message, element, str(fault))
        self._plain_colours(found, inherited)
        found.pop("opacity", None)
        if found.get("clip-path") == "none":
            del found["clip-path"]
        return found

    def _plain_colours(self, found: dict[str, str], inherited: Inherited) -> None:
        """Resolve `currentColor`, and move alpha from colours to the opacity attributes."""
        for key, opacity in (("color", ""), ("fill", "fill-opacity"), ("stroke", "stroke-opacity")):
            text = found.get(key)
            if text is None or text.startswith("url("):
                continue
            current = found.get("color") or inherited.get("color") or self.current
            colour = values.colour(text, current)
            found[key] = colour[0] if colour else "none"
            if colour and colour[1] < 1 and opacity:
                own = float(found.get(opacity) or inherited.get(opacity) or 1)
                found[opacity] = f"{own * colour[1]:.4g}"
        if "stop-color" in found:
            colour = values.colour(found["stop-color"], self.current)
            found["stop-color"] = colour[0] if colour else "#ffffff"

    def clean(self, element: etree._Element, inherited: Inherited, depth: int = 0) -> etree._Element | None:
        """A clean copy of a shape, group, text or placed drawing; None for what shows nothing."""
        name = local(element)
        self.count += 1
        if self.count > MAX_ELEMENTS or depth > MAX_DEPTH:
            if not self.failed:
                message = "the drawing repeats itself too often, or in a circle"
                self.fail(rules.TOO_LARGE, message, element, "let no group show itself")
            return None
        found = self.attributes(element, inherited)
        if found.pop("display", None) == "none":
            return None
        below = {**inherited, **{key: found[key] for key in subset.INHERITED if key in found}}
        if name == "use":
            return self._use(element, found, below, depth)
        if name == "text":
            return self._text(element, found, below)
        if name == "g":
            group = etree.Element("g", _without(found, "color"))
            group.extend(self.children(element, below, depth))
            return group if len(group) else None
        return self._shape(name, element, found, below)

    def children(self, element: etree._Element, inherited: Inherited, depth: int = 0) -> list[etree._Element]:
        """Clean copies of all children that may stand here; the others become findings."""
        found = []
        for child in element:
            if self.allows(element, child):
                clean = self.clean(child, inherited, depth + 1)
                if clean is not None:
                    found.append(clean)
        return found

    def allows(self, parent: etree._Element, child: etree._Element) -> bool:
        """Whether the child may stand inside the parent and is drawn; records a finding if not."""
        name = local(child)
        if name in subset.DROPPED:
            return False
        if name not in subset.CHILDREN.get(local(parent), frozenset()):
            where = f" inside `<{local(parent)}>`" if name in subset.ELEMENTS else ""
            hint = subset.ELEMENT_HINTS.get(name) or "save it as plain SVG: shapes, groups and text only"
            rule = rules.REFERENCE_REFUSED if name in ("image", "a") else rules.OUTSIDE_SUBSET
            self.fail(rule, f"`<{name}>`{where} is not drawn", child, hint)
            return False
        return name not in subset.GRADIENTS and name not in ("defs", "clipPath")

    def _shape(
        self, name: str, element: etree._Element, found: dict[str, str], below: Inherited
    ) -> etree._Element | None:
        wrong, empty = _shape_fault(name, found)
        if wrong:
            self.fail(rules.ATTRIBUTE_OUTSIDE_SUBSET, f"`<{name}>` {wrong[0]}", element, wrong[1])
        if wrong or empty:
            return None
        if name == "rect":
            found.pop("ry", None)
        gradient = below.get("fill", "").startswith("url(")
        if gradient and float(below.get("fill-opacity", 1)) < 1:
            hint = "choose the blended colours as stops"
            self.fail(rules.ATTRIBUTE_OUTSIDE_SUBSET, "a gradient is never see-through", element, hint)
        if name == "polyline" and "fill" not in below:
            found["fill"] = "#000000"
        carried = _only(found, "transform", "clip-path")
        found = _without(found, *carried)
        shape = etree.Element(name, _without(found, "color"))
        if not carried:
            return shape
        group = etree.Element("g", carried)
        group.append(shape)
        return group

    def _text(
        self, element: etree._Element, found: dict[str, str], below: Inherited
    ) -> etree._Element | None:
        """A group of `<text>` runs, each with all it needs."""
        if below.get("fill", "").startswith("url(") or below.get("stroke", "none") != "none":
            hint = 'give text a plain `fill` and `stroke="none"`'
            self.fail(rules.ATTRIBUTE_OUTSIDE_SUBSET, "text has no gradient and no outline", element, hint)
        keep = str(element.get(XML_SPACE) or "") == "preserve"
        group = etree.Element("g", _only(found, *subset.CARRIED))
        runs = [(_text_of(element.text, keep), found, below)]
        for child in element:
            if local(child) in subset.DROPPED:
                continue
            absolute = local(child) == "tspan" and {"x", "y"} <= set(child.attrib) and len(child) == 0
            if not absolute or (child.tail or "").strip():
                hint = "write one `<text x y>` a run, each with its own place"
                self.fail(rules.OUTSIDE_SUBSET, f"`<{local(child)}>` inside a run of text", child, hint)
                continue
            own = self.attributes(child, below)
            runs.append((_text_of(child.text, keep), own, {**below, **own}))
        for text, own, style in runs:
            if text:
                run = etree.SubElement(group, "text", {k: style[k] for k in subset.INHERITED if k in style})
                run.set("x", own.get("x", "0"))
                run.set("y", own.get("y", "0"))
                run.set("line", str(line_of(element) or 0))
                run.text = text
        return group if len(group) else None

    def _use(
        self, element: etree._Element, found: dict[str, str], below: Inherited, depth: int
    ) -> etree._Element | None:
        href = found.pop("href", "")
        kind = href.partition(":")[0]
        if href.startswith("#"):
            target = self.ids.get(href[1:])
            if target is None or local(target) not in subset.CHILDREN["g"]:
                hint = did_you_mean(href[1:], self.ids) or "give the group in `<defs>` that `id`"
                message = f"`<use>` of `{_short(href)}`, which is no group here"
                self.fail(rules.UNKNOWN_REFERENCE, message, element, hint)
                return None
            group = etree.Element("g", _moved(found))
            inner = self.clean(target, below, depth + 1)
            if inner is None:
                return None
            group.append(inner)
            return group
        if kind not in ("art", "icon"):
            hint = "refer to `art:name`, `icon:name` or `#id`; files and addresses are never fetched"
            self.fail(rules.REFERENCE_REFUSED, f"`<use>` of `{_short(href)}` is refused", element, hint)
            return None
        place = etree.Element("use", _only(found, "x", "y", "width", "height"))
        place.set("href", href)
        place.set("color", below.get("color", self.current))
        place.set("line", str(line_of(element) or 0))
        carried = _only(found, *subset.CARRIED)
        if not carried:
            return place
        group = etree.Element("g", carried)
        group.append(place)
        return group

    def definition(self, name: str, element: etree._Element) -> etree._Element | None:
        """The clean gradient or clip path with this id; records a finding when there is none."""
        if name not in self._definitions:
            self._definitions[name] = self._define(name, element)
        return self._definitions[name]

    def _define(self, name: str, element: etree._Element) -> etree._Element | None:
        target = self.ids.get(name)
        kind = local(target) if target is not None else ""
        if target is None or (kind != "clipPath" and kind not in subset.GRADIENTS):
            self.failed = True
            message = f"`url(#{name})` is no gradient or clip path of this drawing"
            line = int(element.get("line") or 0) or None
            self.report.add(
                rules.UNKNOWN_REFERENCE,
                message,
                line,
                did_you_mean(name, self.ids) or "define it in `<defs>`",
            )
            return None
        clean = etree.Element(kind, self.attributes(target, {}))
        if kind == "clipPath":
            clean.extend(self.children(target, {}))
            return clean
        stops, seen = target, {name}
        while clean.get("href") and not len(stops):
            link = str(stops.get("href") or stops.get(XLINK_HREF) or "")[1:]
            if link in seen or link not in self.ids:
                break
            seen.add(link)
            stops = self.ids[link]
        if "href" in clean.attrib:
            del clean.attrib["href"]
        for stop in stops:
            if self.allows(target, stop):
                etree.SubElement(clean, "stop", self.attributes(stop, {}))
        if not len(clean):
            message = f"the gradient `{name}` has no stops"
            self.fail(rules.OUTSIDE_SUBSET, message, target, "give it two `<stop>`s")
            return None
        return clean


def _shape_fault(name: str, found: Mapping[str, str]) -> tuple[tuple[str, str] | None, bool]:
    """((what is wrong, what to write) or None, whether the shape shows nothing)."""
    size = {key: float(found.get(key, 0)) for key in ("width", "height", "rx", "ry", "r")}
    if name == "rect":
        if "ry" in found and size["ry"] != size["rx"]:
            return ("has corners that are not round", "give `rx` alone, or draw a path"), False
        if size["rx"] > min(size["width"], size["height"]) / 2 + 1e-6:
            return ("has a corner radius over half its side", "give at most half the shorter side"), False
        return None, size["width"] == 0 or size["height"] == 0
    empty = (name == "circle" and size["r"] == 0) or (name == "ellipse" and 0 in (size["rx"], size["ry"]))
    needs = {"path": "d", "polyline": "points", "polygon": "points"}.get(name)
    return None, empty or (needs is not None and needs not in found)


def _moved(found: Mapping[str, str]) -> dict[str, str]:
    """Group attributes of a `<use>`: its x and y become part of the matrix."""
    own = {key: value for key, value in found.items() if key not in ("x", "y", "width", "height", "color")}
    if "x" in found or "y" in found:
        step = f" translate({found.get('x', '0')},{found.get('y', '0')})"
        matrix = values.transform(found.get("transform", "") + step)
        own["transform"] = "matrix({})".format(" ".join(f"{value:.9g}" for value in matrix))
    return own


def _text_of(text: str | None, keep: bool) -> str:
    if keep:
        return (text or "").replace("\n", " ").replace("\t", " ")
    return re.sub(r"[ \t\r\n]+", " ", text or "").strip(" ")


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}…"


def _only(found: Mapping[str, str], *names: str) -> dict[str, str]:
    return {name: found[name] for name in names if name in found}


def _without(found: Mapping[str, str], *names: str) -> dict[str, str]:
    return {key: value for key, value in found.items() if key not in names}
