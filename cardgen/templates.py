"""Face templates: sandboxed Jinja to SVG in millimetres.

A face's template is found by its component's name: `templates/<name>.svg.j2` of the kit for
the front, `<name>.back.svg.j2` for the back, else the built-in one of the component's kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import jinja2
from jinja2.bccache import Bucket

from cardgen.diagnostics import Findings, Related, Rule, Span, did_you_mean
from cardgen.expr import ExprError, explain
from cardgen.fonts import FontSet
from cardgen.kit import Card, Component, Kit
from cardgen.loading import inside
from cardgen.mixing import Languages
from cardgen.pen import Assets, Pen
from cardgen.sandbox import KitEnvironment
from cardgen.values import Record

TEMPLATE_ERROR = Rule("T301", "template-error")
NO_TEMPLATE = Rule("T302", "no-template")

BUILTIN = Path(__file__).parent / "builtin" / "templates"
_NAME = re.compile(r"[a-z0-9][a-z0-9_\-]*(?:\.[a-z0-9_\-]+)*\.j2")
_MAX_BYTES = 400_000
_MAX_COMPILED = 500
_FRONT, _BACK = ".svg.j2", ".back.svg.j2"


@dataclass(frozen=True, slots=True)
class Face:
    """One side of one distinct card as SVG, with what is needed to place findings."""

    component: str
    card: str
    side: str
    svg: str
    template: str
    span: Span | None = None


class _Loader(jinja2.BaseLoader):
    """Templates of the kit's `templates/` folder first, then the built-in ones; nothing else."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def get_source(self, _environment: jinja2.Environment, template: str) -> tuple[str, str, None]:
        """Return the source, and `templates/…` as its name in tracebacks."""
        path = self.find(template)
        if path is None or path.stat().st_size > _MAX_BYTES:
            raise jinja2.TemplateNotFound(template)
        return path.read_text("utf-8-sig"), self.place(template), None

    def place(self, template: str) -> str:
        """The file of a template, as findings show it."""
        path = self.find(template)
        folder = "cardgen/builtin/templates" if path and path.parent == BUILTIN else "templates"
        return f"{folder}/{template}"

    def find(self, template: str) -> Path | None:
        """The file of a template, or None."""
        if not _NAME.fullmatch(template):
            return None
        own = self.root / "templates" / template
        if own.is_file() and inside(self.root, own):
            return own
        return BUILTIN / template if (BUILTIN / template).is_file() else None


class _Compiled(jinja2.BytecodeCache):
    """Templates that this process has compiled, by name and source: a kit is drawn for many player counts."""

    _codes: ClassVar[dict[tuple[str, str], Any]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take the code from memory, if it is there."""
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code."""
        if len(self._codes) >= _MAX_COMPILED:
            self._codes.clear()
        self._codes[bucket.key, bucket.checksum] = bucket.code


def _template(loader: _Loader, component: Component, side: str) -> str | None:
    if side == "front":
        names = [component.template, component.kind]
    elif component.back == "none":
        return None
    elif component.back != component.id:
        names = [component.back] + ([component.kind] * (component.kind == "card"))
    else:
        names = [component.template, component.id] + ([component.kind] * (component.kind == "card"))
    ending = _FRONT if side == "front" else _BACK
    return next((name + ending for name in names if loader.find(name + ending)), None)


def backs_of(kit: Kit) -> Callable[[Component], bool]:
    """Tells of each component whether it is printed on both sides, without drawing anything."""
    loader = _Loader(kit.root)
    return lambda component: _template(loader, component, "back") is not None


class Templates:
    """Renders the faces of one kit; every fault becomes a finding."""

    def __init__(
        self, kit: Kit, fonts: FontSet, assets: Assets, findings: Findings, ink: str = "full"
    ) -> None:
        self.kit, self.findings = kit, findings
        self._loader = _Loader(kit.root)
        self._environment = KitEnvironment(autoescape=True, loader=self._loader)
        self._environment.bytecode_cache = _Compiled()
        self._pen = Pen(kit, fonts, assets, findings)
        self._environment.globals |= self._pen.functions()
        self._ink = ink
        self._context = {**kit.context, "ink": ink, "languages": Languages(kit)}
        self.watch: Callable[[str, Any], Any] | None = None
        """Wraps what a template sees, by name, to learn what it reads."""
        self._reported: set[tuple[str, int]] = set()

    def template(self, component: Component, side: str) -> str | None:
        """The name of the template of a side, or None where that side is blank."""
        return _template(self._loader, component, side)

    def turn_to(self, kit: Kit) -> None:
        """Go on with another setup of the same kit; what has been reported is not reported again."""
        self.kit = kit
        self._pen.kit = kit
        self._context = {**kit.context, "ink": self._ink, "languages": Languages(kit)}

    @property
    def named_card(self) -> bool:
        """Whether the face that was rendered last names its card in an imprint."""
        return self._pen.named_card

    def source(self, name: str) -> str:
        """The text of a template; empty where there is none."""
        path = self._loader.find(name)
        return path.read_text("utf-8-sig") if path else ""

    def place(self, name: str) -> str:
        """The file of a template, as findings show it."""
        return self._loader.place(name)

    def face(self, component: Component, card: Card, side: str) -> Face | None:
        """The SVG of one side, or None where it is blank or (with a finding) cannot be made."""
        name = self.template(component, side)
        if component.template != component.id and self._loader.find(component.template + _FRONT) is None:
            self._lost_template(component)
            return None
        if name is None:
            if side == "front":
                self.findings.add(
                    NO_TEMPLATE,
                    f"component `{component.id}` has no template",
                    component.span,
                    hint=f"write `templates/{component.template}{_FRONT}`",
                )
            elif component.back not in ("none", component.id):
                self.findings.add(
                    NO_TEMPLATE,
                    f"`{component.id}` shares the back of `{component.back}`, which has no template",
                    component.span,
                    hint=f"write `templates/{component.back}{_BACK}`",
                )
            return None
        size = component.size
        owner = component if side == "front" else self.kit.component(component.back) or component
        context = {
            "card": card.values,
            "component": owner.record,
            "data": owner.data,
            "size": Record({"w": size.w, "h": size.h}, "size"),
            "bleed": component.bleed,
            "safe": component.safe,
            "side": side,
            "languages": Languages(self.kit, (component.id, card.id, owner.id)),
        }
        svg = self.render(name, context, card)
        return None if svg is None else Face(component.id, card.id, side, svg, name, card.span)

    def _lost_template(self, component: Component) -> None:
        """The template that a component names is not there: say so rather than draw a plain one."""
        known = [
            path.name.removesuffix(_FRONT)
            for path in sorted((self.kit.root / "templates").glob(f"*{_FRONT}"))
        ]
        self.findings.add(
            NO_TEMPLATE,
            f"component `{component.id}` names the template `{component.template}`, which does not exist",
            component.span,
            hint=did_you_mean(component.template, known) or f"write `templates/{component.template}{_FRONT}`",
        )

    def render(self, name: str, context: Mapping[str, Any], card: Card | None) -> str | None:
        """Fill one template; None (with a finding) when it fails.

        One fault of a template is reported once, with the first card that shows it.
        """
        self._environment.refill()
        self._pen.begin(card, name)
        seen = {**self._context, **context}
        if self.watch is not None:
            seen = {key: self.watch(key, value) for key, value in seen.items()}
        try:
            return self._environment.get_template(name).render(seen)
        except Exception as error:  # whatever a template makes Python raise is the template's fault
            self._report(explain(error, {**self._context, **context}), name, card)
            return None

    def _report(self, error: ExprError, name: str, card: Card | None) -> None:
        file = error.template or f"templates/{name}"
        if (file, error.line) in self._reported:
            return
        self._reported.add((file, error.line))
        related = []
        if card and card.span:
            related = [Related(card.span, f"while drawing {card.component} `{card.id}`")]
        self.findings.add(
            TEMPLATE_ERROR, str(error), Span(file, error.line), hint="mend the template", related=related
        )
