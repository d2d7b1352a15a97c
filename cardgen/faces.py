"""All faces of a kit: rendered, compiled once for each distinct picture, and checked for print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from cardgen.diagnostics import Findings, Related, Span
from cardgen.fonts import FontSet
from cardgen.kit import Card, Component, Kit
from cardgen.preflight import check_back_sides, check_face
from cardgen.printing import face_key
from cardgen.svg import Artwork, Library, compile_face
from cardgen.templates import Face, Templates


@dataclass(slots=True)
class Faces:
    """The faces of a kit in one ink mode; `artwork` maps face keys to display lists."""

    kit: Kit
    fonts: FontSet
    library: Library
    templates: Templates
    findings: Findings
    artwork: dict[str, Artwork] = field(default_factory=dict)
    svg: dict[str, str] = field(default_factory=dict)
    _compiled: dict[str, Artwork | None] = field(default_factory=dict)
    _seen: set[tuple[str, ...]] = field(default_factory=set)

    def has_back(self, component: Component) -> bool:
        """Whether the component's cards are printed on both sides."""
        return self.templates.template(component, "back") is not None

    def turn_to(self, kit: Kit) -> None:
        """Go on with another setup of the same kit: art stays compiled, what was told is not told again."""
        self.kit = kit
        self.templates.turn_to(kit)
        self.artwork.clear()
        self.svg.clear()

    def draw_all(self) -> None:
        """Render and compile every face of every card; findings tell what went wrong."""
        for component, card in self.kit.cards():
            for side in ("front", "back"):
                self.draw(component, card, side)
        check_back_sides(self.kit, self.digests("back"), self.findings)

    def draw(self, component: Component, card: Card, side: str) -> None:
        """Render, compile and check one face."""
        before = len(self.findings)
        face = self.templates.face(component, card, side)
        if face is None:
            return
        told = len(self.findings) > before
        artwork = self._compile(face)
        if artwork is None:
            return
        key = face_key(component.id, card.id, side)
        self.artwork[key] = artwork
        self.svg[key] = face.svg
        check_face(self.kit, component, card, side, artwork, self.findings, self._seen, told)

    def _compile(self, face: Face) -> Artwork | None:
        if face.svg not in self._compiled:
            file = self.templates.place(face.template)
            own = self.library.findings = Findings()
            self._compiled[face.svg] = compile_face(face.svg, library=self.library, where=Span(file))
            self.library.findings = self.findings
            self._take(own, file, face)
        return self._compiled[face.svg]

    def _take(self, found: Findings, file: str, face: Face) -> None:
        """Report a fault of a template once, with the first card that shows it."""
        for finding in found:
            key = (finding.code, file, finding.message)
            if finding.span is None or finding.span.file != file:
                self.findings.extend([finding])
            elif key not in self._seen:
                self._seen.add(key)
                card = f"while drawing {face.component} `{face.card}`"
                related = (Related(face.span, card),) if face.span else ()
                self.findings.extend([replace(finding, related=related)])

    def digests(self, side: str) -> Mapping[tuple[str, str], str]:
        """The digest of a side of each card that has it, by component and card."""
        return {
            (component.id, card.id): self.artwork[key].digest
            for component, card, key in self._keys(side)
            if key in self.artwork
        }

    def _keys(self, side: str) -> Iterator[tuple[Component, Card, str]]:
        for component, card in self.kit.cards():
            yield component, card, face_key(component.id, card.id, side)


def open_faces(kit: Kit, ink: str, findings: Findings) -> Faces:
    """The faces of a kit, not yet drawn: its fonts, art and templates made ready."""
    fonts = load_fonts(kit, findings)
    library = Library(kit.root, ink, fonts, findings)
    return Faces(kit, fonts, library, Templates(kit, fonts, library, findings, ink), findings)


def load_fonts(kit: Kit, findings: Findings) -> FontSet:
    """The built-in fonts and those that the kit declares."""
    paths = {style: Path(name) for style, name in kit.fonts.items()}
    spans = {
        style: getattr(name, "span", None) or Span("data/cards.yaml") for style, name in kit.fonts.items()
    }
    return FontSet.load(paths, kit=kit.root, findings=findings, spans=spans)
