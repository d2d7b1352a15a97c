"""The pictures of a rulebook: real faces, art, and drawings of its own, scaled."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardgen.booklet.blocks import Figure
from cardgen.booklet.faults import Faults
from cardgen.diagnostics import did_you_mean
from cardgen.faces import Faces
from cardgen.geometry import Size
from cardgen.guide import filled
from cardgen.printing import face_key
from cardgen.svg import Library
from cardgen.svg.artwork import Artwork

ICON = 5.0
"""Side of an icon that stands alone, in mm."""
_SIDES = ("front", "back")


@dataclass(slots=True)
class Pictures:
    """Finds pictures by scheme and name; one that is not there is a finding, once a place."""

    faces: Faces
    faults: Faults
    ink: str
    """The colour of icons."""
    _found: dict[tuple[str, str, float | None, float | None], Artwork | None] = field(default_factory=dict)

    @property
    def library(self) -> Library:
        """Art and icons."""
        return self.faces.library

    def find(self, figure: Figure, width: float) -> Artwork | None:
        """The drawing of a figure, or None with a finding; `width` is the room that a `picture:` has."""
        key = (figure.scheme, figure.name, figure.width, figure.height)
        if key not in self._found:
            self._found[key] = self._look_up(figure, width)
        return self._found[key]

    def _look_up(self, figure: Figure, width: float) -> Artwork | None:
        match figure.scheme:
            case "face":
                return self._face(figure)
            case "picture":
                return self._picture(figure, width)
        return self._drawing(figure)

    def size(self, figure: Figure, artwork: Artwork, tall: float) -> tuple[float, float]:
        """Width and height of a figure in mm: as it asks for, else its true size up to a height."""
        w, h = artwork.size.w, artwork.size.h
        if figure.width or figure.height:
            scale = min(s for s in ((figure.width or 0) / w, (figure.height or 0) / h) if s)
        elif figure.scheme == "icon":
            scale = ICON / h
        else:
            scale = min(1.0, tall / h) if figure.scheme != "art" else tall / h
        return w * scale, h * scale

    def _face(self, figure: Figure) -> Artwork | None:
        component, _, rest = figure.name.partition("/")
        card, _, side = rest.partition("/")
        if card in _SIDES and not side:
            card, side = "", card
        found = self.faces.kit.component(component)
        if not card and found is not None:
            card = found.cards[0].id
        key = face_key(component, card, side or "front")
        artwork = self.faces.artwork.get(key)
        if artwork is None:
            known = [c.id for c in self.faces.kit.components] if found is None else [*self.faces.artwork]
            hint = did_you_mean(component if found is None else key, known) or "ask `has_face(…)` first"
            self.faults.figure(f"there is no face `{figure.name}`", figure.caption.span, hint)
        return artwork

    def _drawing(self, figure: Figure) -> Artwork | None:
        """Art, or an icon in the colour of the text."""
        library, kind = self.library, figure.scheme
        if not (library.has_art if kind == "art" else library.has_icon)(figure.name):
            folder = "art" if kind == "art" else "icons"
            hint = did_you_mean(figure.name, library.names(kind)) or f"add `{folder}/{figure.name}.svg`"
            self.faults.figure(f"there is no {kind} `{figure.name}`", figure.caption.span, hint)
            return None
        return library.drawing(kind, figure.name, self.ink, library.ink, None)

    def _picture(self, figure: Figure, width: float) -> Artwork | None:
        """A drawing made for the rulebook: `templates/<name>.svg.j2`, filled for the size asked for."""
        size = Size(figure.width or width, figure.height or 60.0)
        own = self.faces.kit.root / "templates" / f"{figure.name}.svg.j2"
        if not own.is_file():
            known = [p.name.removesuffix(".svg.j2") for p in sorted(own.parent.glob("*.svg.j2"))]
            hint = did_you_mean(figure.name, known) or f"write `templates/{figure.name}.svg.j2`"
            self.faults.figure(f"there is no picture `{figure.name}`", figure.caption.span, hint)
            return None
        return filled(self.faces, f"{figure.name}.svg.j2", {}, size)
