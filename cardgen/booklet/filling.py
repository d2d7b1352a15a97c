"""The template of a rulebook, filled: Markdown, and the template's line for each of its lines."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.visitor import NodeTransformer

from cardgen.booklet.look import Look
from cardgen.curves import mix
from cardgen.diagnostics import Findings, Span, did_you_mean
from cardgen.expr import ExprError, explain
from cardgen.faces import Faces
from cardgen.kit import Kit
from cardgen.loading import inside
from cardgen.printing import face_key
from cardgen.sandbox import Budget, KitEnvironment
from cardgen.source import read_yaml
from cardgen.templates import TEMPLATE_ERROR
from cardgen.text.rules import HAN
from cardgen.values import Items, Record, freeze

NAME = "rulebook.md.j2"
MAX_BYTES = 400_000
MAX_SIGNS = 400_000
_STEPS = 600_000
"""A rulebook is one long template: it may work as long as some four faces."""
_MARK = re.compile("\ue010(\\d+):(\\d+)\ue011")
_LEADING = re.compile("(?:\ue010\\d+:\\d+\ue011)*")
_TAG = re.compile(r"\{%.*?%\}|\{#.*?#\}")
_GAME = re.compile(r"[a-z0-9][a-z0-9_-]*")


def template_name(kit: Kit) -> str | None:
    """`rulebook.<lang>.md.j2` of the kit, else `rulebook.md.j2`, else None."""
    language = kit.lang.split("-")[0]
    names = [f"rulebook.{kit.lang}.md.j2", f"rulebook.{language}.md.j2", NAME]
    return next((name for name in names if _file(kit, name)), None)


def fill_rulebook(
    kit: Kit, faces: Faces, look: Look, name: str, findings: Findings
) -> tuple[str, list[Span], Look] | None:
    """Fill a template; None with a finding where that fails.

    Returns the Markdown, the place of each of its lines, and the look that the template chose.
    """
    environment = _Environment(autoescape=False, loader=_Loader(kit))
    environment.budget = Budget(_STEPS)
    chosen = [look]

    def set_look(**options: Any) -> str:
        chosen.append(chosen[-1].changed(options))
        return ""

    environment.globals |= {"look": set_look, **_functions(kit, faces, findings)}
    context = {**kit.context, **_more(kit)}
    try:
        text = environment.get_template(name).render(context)
        if len(text) > MAX_SIGNS:
            raise ExprError(f"a rulebook has at most {MAX_SIGNS} signs")
    except Exception as error:  # whatever a template makes Python raise is the template's fault
        fault = explain(error, context)
        place = Span(fault.template or f"templates/{name}", fault.line)
        findings.add(TEMPLATE_ERROR, str(fault), place, hint="mend the template")
        return None
    markdown, spans = _unmarked(text, environment.files)
    return markdown, spans, chosen[-1]


def _functions(kit: Kit, faces: Faces, findings: Findings) -> dict[str, Callable[..., Any]]:
    def has_face(component: str, card: str = "", side: str = "front") -> bool:
        """Whether there is such a face; without a card, the component's first."""
        found = kit.component(str(component))
        card = str(card) or (found.cards[0].id if found else "")
        if not faces.artwork:  # nothing is drawn when only the text is looked at
            return found is not None and any(each.id == card for each in found.cards)
        return face_key(str(component), card, side) in faces.artwork

    def flow(value: object) -> str:
        """A text of a card without the line breaks chosen for the card."""
        lines = [line.strip() for line in str(value).split("\n")]
        text = lines[0]
        for line in lines[1:]:
            text += line if text and line and HAN.match(text[-1]) and HAN.match(line[0]) else f" {line}"
        return text

    def playthrough(name: str) -> Any:
        """A recorded game of the kit as data: `data/playthroughs/<name>.yaml`."""
        path = kit.root / "data" / "playthroughs" / f"{name}.yaml"
        if not _GAME.fullmatch(str(name)) or not path.is_file() or not inside(kit.root, path):
            known = [file.stem for file in sorted((kit.root / "data" / "playthroughs").glob("*.yaml"))]
            hint = did_you_mean(str(name), known) or "look in data/playthroughs"
            raise ExprError(f"there is no recorded game `{name}`; {hint}")
        document = read_yaml(path, f"data/playthroughs/{name}.yaml", findings)
        return freeze(document.data if document else {}, str(name))

    return {
        "has_face": has_face,
        "has_icon": faces.library.has_icon,
        "has_art": faces.library.has_art,
        "flow": flow,
        "playthrough": playthrough,
        "mix": mix,
    }


def _more(kit: Kit) -> dict[str, Any]:
    """What a rulebook tells of beyond what a face needs: all setups, all variants, the pieces in the box."""
    setups = [
        {"id": f"p{count}", "players": int(count), **setup}
        for count, setup in kit.data.get("setups", {}).items()
    ]
    variants = [
        Record({"id": name, **freeze(data, f"variants.{name}")}, f"variants.{name}")
        for name, data in kit.data.get("variants", {}).items()
    ]
    box = [
        {"id": c.id, "name": c.name, "kind": c.kind, "copies": c.copies, "note": c.note}
        for c in kit.components
    ]
    return {
        "setups": freeze(setups, "setups"),
        "variants": Items(variants, "variants"),
        "box": freeze(box, "box"),
    }


def _file(kit: Kit, name: str) -> bool:
    path = kit.root / "templates" / name
    return path.is_file() and inside(kit.root, path)


def _kept_breaks(source: str) -> str:
    """The source in which only a block tag that stands alone on its line takes the line break with it.

    In Markdown a line break means something, so that `| {% for … %}{{ x }} | {% endfor %}` must end its row.
    """
    lines = source.splitlines()
    for at, line in enumerate(lines):
        if line.rstrip().endswith(("%}", "#}")) and _TAG.sub("", line).strip() and _balanced(line):
            lines[at] = line + "{{ '' }}"
    return "\n".join(lines)


def _balanced(line: str) -> bool:
    return line.count("{%") == line.count("%}") and line.count("{#") == line.count("#}")


class _Loader(jinja2.BaseLoader):
    """Markdown templates of the kit: `templates/NAME.md.j2`."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    def get_source(self, _environment: jinja2.Environment, template: str) -> tuple[str, str, None]:
        """Return the source, and `templates/…` as its name in tracebacks."""
        named = re.fullmatch(r"[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9_-]+)*\.md\.j2", template)
        path = self.kit.root / "templates" / template
        if not named or not _file(self.kit, template) or path.stat().st_size > MAX_BYTES:
            raise jinja2.TemplateNotFound(template)
        return _kept_breaks(path.read_text("utf-8-sig")), f"templates/{template}", None


class _Environment(KitEnvironment):
    """The sandbox of all templates; what it writes remembers its lines."""

    files: list[str]

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.files = []

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        self.files.append(filename or str(name))
        marked: nodes.Template = _Marking(len(self.files) - 1).visit(tree)
        return marked


class _Marking(NodeTransformer):
    """Puts a mark, with its file and line, before each line that a template writes itself."""

    def __init__(self, file: int) -> None:
        self.file = file

    def visit_TemplateData(self, node: nodes.TemplateData) -> nodes.Node:  # noqa: N802 - jinja2's name
        """Mark the beginning of the data and of each line in it."""
        lines = node.data.split("\n")
        node.data = "\n".join(f"{self._mark(node.lineno + i)}{line}" for i, line in enumerate(lines))
        return node

    def _mark(self, line: int) -> str:
        return f"\ue010{self.file}:{line}\ue011"


def _unmarked(text: str, files: list[str]) -> tuple[str, list[Span]]:
    """The text without marks; a line without a mark is placed where the one above it is."""
    lines, spans = [], []
    place = Span(files[0])
    for line in text.replace("\r\n", "\n").split("\n"):
        # A line that begins with a block tag has the mark of the tag's line, too, before its own.
        marks = list(_MARK.finditer(_LEADING.match(line)[0])) or list(_MARK.finditer(line))[:1]  # type: ignore[index]
        if marks:
            place = Span(files[int(marks[-1][1])], int(marks[-1][2]))
        lines.append(_MARK.sub("", line))
        spans.append(place)
    return "\n".join(lines), spans
