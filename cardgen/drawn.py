"""The part of a check that draws: what print would show, for every setup of a kit.

Most faces are the same for every player count and variant.  What a template reads while it draws a face is
noted; where all of that is the same again, so is the face, and it is not drawn again (see `memory`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cardgen.checks.memory import Memory, Seen, mark
from cardgen.checks.tracing import DataPath, Reads, Trace, flatten, names_in, watched
from cardgen.diagnostics import Findings
from cardgen.kit import Card, Component, Kit
from cardgen.mixing import Languages

if TYPE_CHECKING:
    from cardgen.faces import Faces
    from cardgen.svg import Artwork

Progress = Callable[[str], None]

_IMPORT = re.compile(r"{%-?\s*(?:import|from|include|extends)\s+([^\s%]+)")
_REMARK = re.compile(r"{#.*?#}", re.S)
_SCALARS = (str, int, float, bool, type(None))


@dataclass(slots=True)
class Drawn:
    """What drawing all setups has shown.

    `used` names the drawings on the faces (`art:mask`), `read` is all data that the templates read;
    `complete` tells whether all faces could be drawn.
    """

    used: set[str] = field(default_factory=set)
    read: set[DataPath] = field(default_factory=set)
    complete: bool = True


def check_drawn(
    kits: Sequence[tuple[Kit, Reads | None]], findings: Findings, memory: Memory, progress: Progress
) -> Drawn:
    """Draw the faces of each setup, in each language, and lay them on sheets.

    With each kit comes all that its expressions can read, where that is known already.
    """
    run = _Run(findings, memory)
    for kit, flat in kits:
        what = [f"{kit.players} players", kit.variant or "", kit.lang if kit.lang != kits[0][0].lang else ""]
        progress(", ".join(filter(None, what)))
        run.draw(kit, flat or flatten(kit.context))
    return run.drawn


class _Run:
    """One run over all setups; the faces, once opened, serve them all."""

    def __init__(self, findings: Findings, memory: Memory) -> None:
        self.findings, self.memory = findings, memory
        self.own = Findings()
        self.drawn = Drawn()
        self._faces: Faces | None = None
        self._fonts: Mapping[str, str] = {}
        self._trace = Trace()
        self._at: tuple[str, str, str] = ("", "", "")
        self._noted: dict[int, Seen] = {}
        self._names: dict[str, tuple[str, ...] | None] = {}

    def draw(self, kit: Kit, flat: Reads) -> None:
        """All faces of one setup, its piles, its spaces and its sheets."""
        marks: dict[DataPath, str] = {}
        backs: dict[tuple[str, str], str] = {}
        fresh = True
        for component, card in kit.cards():
            for side in ("front", "back"):
                seen = self.memory.find(_names(kit, component, card, side), flat, marks)
                if seen is None:
                    seen = self._draw(kit, component, card, side, flat, fresh)
                    fresh = False
                self._note(seen)
                if side == "back" and seen.digest is not None:
                    backs[component.id, card.id] = seen.digest
                    if seen.digest == "":
                        self.drawn.complete = False
        self._whole(kit, backs)
        self.findings.extend(self.own)

    def _note(self, seen: Seen) -> None:
        if id(seen) not in self._noted:
            self._noted[id(seen)] = seen
            self.drawn.used |= set(seen.uses)
            self.drawn.read |= {path[2 * (path[0] == "languages") :] for path, _ in seen.reads}

    def _whole(self, kit: Kit, backs: Mapping[tuple[str, str], str]) -> None:
        """Piles, spaces and sheets; of the last two only sizes matter, so equal ones are looked at once."""
        piles: dict[str | None, set[str | None]] = {}
        for component, card in kit.cards():
            piles.setdefault(card.pile, set()).add(backs.get((component.id, card.id)) or None)
        if any(len(digests) > 1 for pile, digests in piles.items() if pile is not None):
            from cardgen.preflight import check_back_sides

            check_back_sides(kit, {key: digest for key, digest in backs.items() if digest}, self.own)
        backed = {component for component, _ in backs}
        sizes = repr([_sizes(component, component.id in backed) for component in kit.components])
        if self.memory.fits(sizes):
            return
        from cardgen.preflight import check_spaces
        from cardgen.printing import Options, plan_files

        before = len(self.own)
        spaces = {f"{c.id}.{name}": size for c in kit.components for name, size in c.spaces.items()}
        check_spaces(kit, spaces, self.own)
        if not self.own.has_errors:
            one = replace(kit, components=tuple(_one_piece(c) for c in kit.components))
            plan_files(one, Options(), lambda component: component.id in backed, self.own)
            if len(self.own) == before:
                self.memory.add_sizes(sizes)

    def _draw(self, kit: Kit, component: Component, card: Card, side: str, flat: Reads, fresh: bool) -> Seen:
        faces = self._open(kit, fresh)
        before = len(self.own)
        template = faces.templates.template(component, side)
        owner = component if side == "front" else kit.component(component.back) or component
        self._at = (owner.id, component.id, card.id)
        reads = self._trace.reads = {}
        faces.draw(component, card, side)
        artwork = faces.artwork.get(f"{component.id}/{card.id}/{side}")
        digest = artwork.digest if artwork is not None else None if template is None else ""
        uses = tuple(sorted(set(_uses(artwork)))) if artwork is not None else ()
        if artwork is None and not (side == "back" and template is None):
            self.drawn.complete = False
        names = self._closure(faces, template)
        for name in kit.context if names is None else names:
            if name in kit.context and isinstance(kit.context[name], _SCALARS):
                reads[(name,)] = kit.context[name]
        # A card stands in its component's list with its copies, so members are those of the list.
        known = tuple((path, mark(flat.get(path, value))) for path, value in sorted(reads.items()))
        seen = Seen(known, digest, uses)
        clean = not len(self.own) and before == 0
        card_path = ("components", component.id, "cards", card.id)
        shared = (
            side == "back"
            and not faces.templates.named_card
            and not any(path[:4] == card_path for path in reads)
        )
        self.memory.add(_names(kit, component, None if shared else card, side)[0], seen, clean)
        return seen

    def _open(self, kit: Kit, fresh: bool) -> Faces:
        """The faces, turned to this setup when it is the first face of it."""
        from cardgen.faces import open_faces

        if self._faces is None or self._fonts != kit.fonts:
            self._faces = open_faces(kit, "full", self.own)
            self._faces.templates.watch = self._watch
            self._fonts = kit.fonts
        elif fresh:
            self._faces.turn_to(kit)
        return self._faces

    def _watch(self, name: str, value: Any) -> Any:
        """What a template sees under a name, traced to where it stands in the kit."""
        owner, component, card = self._at
        if isinstance(value, _SCALARS) or name == "size":
            return value
        if isinstance(value, Languages):
            # What is read there stands nowhere in this setup: such a face is drawn anew each time.
            return value.watched(lambda code, seen: watched(seen, (name, code), self._trace))
        path = {
            "card": ("components", component, "cards", card),
            "component": ("components", owner),
            "data": ("components", owner, "data"),
        }.get(name, (name,))
        return watched(value, path, self._trace)

    def _closure(self, faces: Faces, template: str | None) -> tuple[str, ...] | None:
        """The plain names in a template and all that it imports; None where these are computed."""
        if template is None:
            return ()
        if template not in self._names:
            sources = _sources(faces, template)
            self._names[template] = None if sources is None else names_in("\n".join(sources))
        return self._names[template]


def _sizes(component: Component, backed: bool) -> tuple[Any, ...]:
    """All that decides whether a piece fits its space and a sheet holds it."""
    c = component
    return (c.id, c.kind, c.size, c.bleed, c.file, c.fits, sorted(c.spaces.items()), backed)


def _one_piece(component: Component) -> Component:
    """The component with a single copy of its first card: enough to see whether a sheet holds it."""
    return replace(component, cards=(replace(component.cards[0], copies=1),))


def _sources(faces: Faces, template: str) -> list[str] | None:
    """A template and all that it imports; None where a name of an import is computed."""
    waiting, found = [template], dict[str, str]()
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        # A word of a remark is no name that is read.
        source = _REMARK.sub("", faces.templates.source(name))
        found[name] = source
        for given in _IMPORT.findall(source):
            if given[0] not in "'\"" or given[-1] != given[0]:
                return None
            waiting.append(given[1:-1])
    return list(found.values())


def _names(kit: Kit, component: Component, card: Card | None, side: str) -> tuple[str, str]:
    """The key of a face, and the key of a side that all cards of its component share."""
    size = f"{component.size.w:g}x{component.size.h:g}+{component.bleed:g}-{component.safe:g}"
    how = f"{component.template}/{component.back}/{component.kind}/{size}/{kit.lang}"
    return (
        f"{component.id}/{card.id if card else '*'}/{side}/{how}",
        f"{component.id}/*/{side}/{how}",
    )


def _uses(artwork: Artwork) -> Iterator[str]:
    """The names of all drawings that a face shows, those inside others too."""
    from cardgen.svg.artwork import Nest, Place

    def walk(ops: Any) -> Iterator[str]:
        for op in ops:
            if isinstance(op, Place):
                yield op.name
                yield from walk(op.artwork.ops)
            elif isinstance(op, Nest):
                yield from walk(op.ops)

    return walk(artwork.ops)
