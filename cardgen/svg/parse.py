"""From SVG text to an element tree: well-formed, bounded, and without entities or network."""

from __future__ import annotations

import re
from dataclasses import dataclass

import tinycss2  # type: ignore[import-untyped]
from cssselect2 import (  # type: ignore[import-untyped]
    ElementWrapper,
    Matcher,
    SelectorError,
    compile_selector_list,
)
from lxml import etree

from cardgen.diagnostics import Findings, Rule, Span
from cardgen.svg import rules

MAX_BYTES = 4_000_000
MAX_ELEMENTS = 40_000
MAX_DEPTH = 40
MAX_CSS_RULES = 300
MAX_SELECTOR = 60
SVG_NS = "http://www.w3.org/2000/svg"

_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_ENTITY_HINT = "remove the `<!DOCTYPE …>`; write characters themselves instead of entities"


@dataclass(frozen=True, slots=True)
class Report:
    """Where a drawing comes from, and where findings about it go.

    For a file of the kit (`file` set) findings point at the line in it; for a face, which
    is made by a template, they carry the span of what the face was made for, and the line
    of the face's SVG in words.
    """

    findings: Findings
    where: Span | None = None
    file: str | None = None

    def add(self, rule: Rule, message: str, line: int | None = None, hint: str | None = None) -> None:
        """Record one finding at a line of this drawing."""
        if self.file is not None:
            self.findings.add(rule, message, Span(self.file, line or 1), hint=hint)
            return
        suffix = f" (line {line} of the face's SVG)" if line else ""
        self.findings.add(rule, message + suffix, self.where, hint=hint)


def local(element: etree._Element) -> str:
    """The element's name without its namespace; foreign elements keep it."""
    tag = str(element.tag)
    return tag.removeprefix(f"{{{SVG_NS}}}")


def line_of(element: etree._Element) -> int | None:
    """The line of the source on which the element begins, from 1."""
    line: int | None = getattr(element, "sourceline", None)
    return line


def parse(source: str | bytes, report: Report) -> etree._Element | None:
    """Return the root `<svg>` with styles turned into attributes, or None after a finding.

    Nothing is fetched or expanded: a document type, an entity or an include is refused, and
    so is more than `MAX_BYTES`, `MAX_ELEMENTS` or `MAX_DEPTH`.
    """
    if len(source) > MAX_BYTES:
        message = f"the drawing holds more than {MAX_BYTES:,} characters"
        report.add(rules.TOO_LARGE, message, hint="simplify it")
        return None
    if isinstance(source, bytes):
        try:
            source = source.decode("utf-8-sig")
        except UnicodeDecodeError:
            report.add(rules.NOT_WELL_FORMED, "the drawing is not UTF-8 text", hint="save it as UTF-8")
            return None
    source = _DECLARATION.sub("", source, count=1)
    if "<!DOCTYPE" in source or "<!ENTITY" in source:
        report.add(rules.NOT_WELL_FORMED, "the drawing declares a document type", hint=_ENTITY_HINT)
        return None
    parser = etree.XMLParser(
        encoding="utf-8", resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False,
        remove_comments=True, remove_pis=True, recover=False,
    )  # fmt: skip
    try:
        root = etree.fromstring(source.encode("utf-8", "surrogatepass"), parser)
    except (etree.XMLSyntaxError, ValueError) as fault:
        line = getattr(fault, "lineno", None)
        message, hint = _in_words(str(getattr(fault, "msg", fault)))
        report.add(rules.NOT_WELL_FORMED, message, line, hint)
        return None
    if local(root) != "svg":
        message = f"the root is `<{local(root)}>`, not `<svg>` of SVG"
        report.add(rules.NOT_WELL_FORMED, message, hint=f'begin with `<svg xmlns="{SVG_NS}" …>`')
        return None
    if not _bounded(root, report):
        return None
    return root if _apply_styles(root, report) else None


_LOOSE = ("write `&amp;` for `&`, and `&lt;` for `<`", "close every element that is opened, in order")
_FAULTS = (
    (r"xmlParseEntityRef.*|EntityRef: .*", "a `&` stands alone", _LOOSE[0]),
    (r"StartTag: invalid element name.*", "a `<` stands alone", _LOOSE[0]),
    (r"Opening and ending tag mismatch: (\S+) line (\d+) and (\S+?),.*",
     r"`<\1>` of line \2 is not closed before `</\3>`", _LOOSE[1]),
    (r"Premature end of data in tag (\S+) line (\d+).*", r"`<\1>` of line \2 is not closed", _LOOSE[1]),
    (r"Document is empty.*|Start tag expected.*", "the drawing does not begin with `<svg …>`",
     f'begin with `<svg xmlns="{SVG_NS}" …>`'),
    (r"Excessive depth.*", "the drawing is nested too deeply", "simplify it"),
)  # fmt: skip
"""What libxml2 says, what it means, and what to do."""


def _in_words(said: str) -> tuple[str, str]:
    for pattern, plain, hint in _FAULTS:
        if found := re.match(pattern, said):
            return f"the drawing is not well-formed: {found.expand(plain)}", hint
    return f"the drawing is not well-formed: {said}", _LOOSE[0]


def _bounded(root: etree._Element, report: Report) -> bool:
    depth = count = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        count += event == "start"
        if not isinstance(element.tag, str):
            report.add(rules.NOT_WELL_FORMED, "entities are refused", line_of(element), _ENTITY_HINT)
            return False
        if depth > MAX_DEPTH or count > MAX_ELEMENTS:
            deep = depth > MAX_DEPTH
            what = f"is nested deeper than {MAX_DEPTH}" if deep else f"has over {MAX_ELEMENTS:,} elements"
            report.add(rules.TOO_LARGE, f"the drawing {what}", line_of(element), "simplify it")
            return False
    return True


def _apply_styles(root: etree._Element, report: Report) -> bool:
    """Write what `<style>` and `style=""` say as attributes, in CSS order of precedence.

    False, after a finding, for a style sheet that is not understood.
    """
    matcher, order = Matcher(), 0
    for style in root.iter(f"{{{SVG_NS}}}style"):
        for rule in tinycss2.parse_stylesheet(style.text or "", skip_comments=True, skip_whitespace=True):
            order += 1
            try:
                if rule.type != "qualified-rule" or order > MAX_CSS_RULES:
                    raise SelectorError(f"at most {MAX_CSS_RULES} plain rules are read")
                if len(rule.prelude) > MAX_SELECTOR:
                    raise SelectorError("a selector is too long")
                selectors = compile_selector_list(rule.prelude)
            except SelectorError as fault:
                line = (line_of(style) or 1) + rule.source_line - 1
                hint = "use rules such as `.name {fill: #A63A24}`, without `@`"
                report.add(rules.OUTSIDE_SUBSET, f"the style sheet is not understood: {fault}", line, hint)
                return False
            found = _declarations(rule.content)
            for selector in selectors:
                matcher.add_selector(selector, found)
    if order:
        for wrapper in ElementWrapper.from_xml_root(root).iter_subtree():
            for *_, found in matcher.match(wrapper):
                for key, value in found.items():
                    wrapper.etree_element.set(key, value)
    for element in root.iter():
        text = element.get("style")
        if text is not None:
            del element.attrib["style"]
            for key, value in _declarations(str(text)).items():
                element.set(key, value)
    return True


def _declarations(content: object) -> dict[str, str]:
    """Property to value; names that could not be an attribute are kept out by their form."""
    found = tinycss2.parse_declaration_list(content, skip_comments=True, skip_whitespace=True)
    pairs = {d.lower_name: tinycss2.serialize(d.value).strip() for d in found if d.type == "declaration"}
    return {name: value for name, value in pairs.items() if re.fullmatch(r"[a-z][a-z-]*", name)}
