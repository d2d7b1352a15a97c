"""A kit's art and icons, and the way from the SVG of a face to an `Artwork`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree

from cardgen.diagnostics import Findings, Span, did_you_mean
from cardgen.fonts import FontSet
from cardgen.geometry import Rect, Size
from cardgen.svg import ink, rules, subset, values
from cardgen.svg.artwork import Artwork, Op
from cardgen.svg.clean import Cleaner
from cardgen.svg.compile import Compiler
from cardgen.svg.parse import MAX_BYTES, Report, line_of, local, parse
from cardgen.svg.values import ValueRefused
from cardgen.units import UnitError, parse_length

NOMINAL = {"art": 25.0, "icon": 5.0}
"""Size in print, in mm, at which the ink modes judge the lines of art and icons that state none."""

_EMOJI = re.compile("[\U0001f000-\U0001faff\u2190-\u2bff\u3030\u303d\u200d\ufe0f\u20e30-9#*]{1,12}")
_MAX_NESTING = 8
_BUILTIN = Path(__file__).parents[1] / "builtin"


_Loaded = tuple[etree._Element, Report, Rect]


@dataclass(slots=True)
class Library:
    """Art and icons of one kit in one ink mode, each compiled once.

    `kit_root` holds `art/` and `icons/`; nothing outside these (and the built-in icons)
    is read.  Names are `[a-z0-9_-]` with `/` for folders, or one emoji.
    """

    kit_root: Path
    ink: str
    fonts: FontSet
    findings: Findings
    _drawings: dict[tuple[str, str, str, str], Artwork | None] = field(default_factory=dict)
    _parsed: dict[tuple[str, str], _Loaded | None] = field(default_factory=dict)
    _open: list[str] = field(default_factory=list)
    _paths: dict[tuple[str, str], Path | None] = field(default_factory=dict)
    segments: dict[tuple[bytes, ...], tuple[Op, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.ink not in ink.MODES:
            raise ValueError(f"ink is one of {', '.join(ink.MODES)}, not {self.ink!r}")

    def art(self, name: str) -> Artwork | None:
        """The drawing `art/NAME.svg`, or None after a finding."""
        return self.drawing("art", name, "#000000", self.ink, None)

    def icon(self, name: str) -> Artwork | None:
        """The drawing `icons/NAME.svg` of the kit or the built-in set, or None after a finding."""
        return self.drawing("icon", name, "#000000", self.ink, None)

    def has_icon(self, name: str) -> bool:
        """Whether there is such an icon."""
        return self._path("icon", name) is not None

    def has_art(self, name: str) -> bool:
        """Whether there is such a drawing."""
        return self._path("art", name) is not None

    def art_size(self, name: str) -> Size | None:
        """Width and height of the art's viewBox in its units, or None when it cannot be read."""
        loaded = self._load("art", name, None) if self.has_art(name) else None
        return Size(loaded[2].w, loaded[2].h) if loaded else None

    def drawing(self, kind: str, name: str, colour: str, mode: str, report: Report | None) -> Artwork | None:
        """Compile art or an icon, `currentColor` being `colour`; None after a finding."""
        key = (kind, name, colour, mode)
        if key in self._drawings:
            return self._drawings[key]
        if f"{kind}:{name}" in self._open or len(self._open) >= _MAX_NESTING:
            message = f"`{kind}:{name}` shows itself, or is nested deeper than {_MAX_NESTING}"
            (report or Report(self.findings)).add(rules.REFERENCE_REFUSED, message, hint="break the circle")
            return None
        self._open.append(f"{kind}:{name}")
        loaded = self._load(kind, name, report)
        artwork = None
        if loaded:
            root, own, view = loaded
            artwork = _compile(root, own, view, self, mode, _unit(root, view, kind), kind, colour)
        self._open.pop()
        if loaded:
            self._drawings[key] = artwork
        return artwork

    def _load(self, kind: str, name: str, report: Report | None) -> _Loaded | None:
        path = self._path(kind, name)
        if path is None:
            rule, folder = (rules.UNKNOWN_ART, "art") if kind == "art" else (rules.UNKNOWN_ICON, "icons")
            hint = did_you_mean(name, self.names(kind)) or f"put the drawing at `{folder}/{name}.svg`"
            (report or Report(self.findings)).add(rule, f"there is no {kind} `{name}`", hint=hint)
            return None
        if (kind, name) not in self._parsed:
            own = Report(self.findings, file=f"{'art' if kind == 'art' else 'icons'}/{name}.svg")
            with path.open("rb") as file:
                root = parse(file.read(MAX_BYTES + 1), own)
            view = _view(root, own, millimetres=False) if root is not None else None
            self._parsed[kind, name] = (root, own, view) if root is not None and view else None
        return self._parsed[kind, name]

    def _folders(self, kind: str) -> list[Path]:
        return [self.kit_root / "art"] if kind == "art" else [self.kit_root / "icons", _BUILTIN / "icons"]

    def _path(self, kind: str, name: str) -> Path | None:
        if (kind, name) not in self._paths:
            self._paths[kind, name] = self._find(kind, name)
        return self._paths[kind, name]

    def _find(self, kind: str, name: str) -> Path | None:
        if len(name) > 80 or not (subset.NAME.fullmatch(name) or _EMOJI.fullmatch(name)):
            return None
        for folder in self._folders(kind):
            path = folder / f"{name}.svg"
            if path.is_file() and path.resolve().is_relative_to(folder.parent.resolve() / folder.name):
                return path
        return None

    def names(self, kind: str) -> tuple[str, ...]:
        """All names of `art` or `icon`, sorted."""
        found = {
            path.relative_to(folder).with_suffix("").as_posix()
            for folder in self._folders(kind)
            for path in folder.rglob("*.svg")
        }
        return tuple(sorted(found))


def compile_face(source: str, *, library: Library, where: Span | None = None) -> Artwork | None:
    """Check the SVG of a face and compile it; None after a finding that leaves it unusable.

    `where` is the place that findings about the face point at.  One unit is one
    millimetre: the viewBox is as large as `width` and `height`.
    """
    report = Report(library.findings, where)
    root = parse(source, report)
    view = _view(root, report, millimetres=True) if root is not None else None
    if root is None or view is None:
        return None
    return _compile(root, report, view, library, library.ink, 1.0, "face", "#000000")


def _compile(
    root: etree._Element, report: Report, view: Rect, library: Library, mode: str, mm: float, kind: str,
    colour: str,
) -> Artwork | None:  # fmt: skip
    """Compile top-level elements one by one; equal ones, on whatever face, are compiled once."""
    colour = {"saver": ink.INK, "grey": values.grey(colour)}.get(mode, colour)
    cleaner = Cleaner(root, report, colour)

    def lookup(href: str, current: str, keep: bool) -> Artwork | None:
        other, _, name = href.partition(":")
        return library.drawing(other, name, current, "full" if keep else mode, report)

    compiler = Compiler(cleaner, library.fonts, mode, lookup)
    given = cleaner.attributes(root, {})
    inherited = {key: given[key] for key in subset.INHERITED if key in given}
    others = [element for element in root if local(element) not in subset.CHILDREN["g"]]
    context = b"".join(etree.tostring(element, with_tail=False) for element in others)
    salt = repr((mode, mm, kind, colour, sorted(inherited.items()))).encode()
    ops: list[Op] = []
    segments = _segments(root, cleaner)
    failed, cleaner.failed = cleaner.failed, False
    for segment in segments:
        key = (salt, *(etree.tostring(element, with_tail=False) for element in segment))
        if any(b"#" in part and (b"url(" in part or b'href="#' in part) for part in key[1:]):
            key += (context,)
        if key not in library.segments:
            found = _segment_ops(segment, cleaner, compiler, inherited, mm, kind)
            if cleaner.failed:
                # Go on, so that everything wrong with the drawing is found at once.
                failed, cleaner.failed = True, False
                continue
            library.segments[key] = found
        ops += library.segments[key]
    return None if failed or cleaner.failed else Artwork(view, tuple(ops))


def _segments(root: etree._Element, cleaner: Cleaner) -> list[list[etree._Element]]:
    """Top-level elements, each its own segment; shapes in a row are one."""
    segments: list[list[etree._Element]] = []
    row = False
    for child in root:
        if not cleaner.allows(root, child):
            continue
        plain = local(child) in subset.SHAPES
        if plain and row:
            segments[-1].append(child)
        else:
            segments.append([child])
        row = plain
    return segments


def _segment_ops(
    segment: list[etree._Element], cleaner: Cleaner, compiler: Compiler, inherited: Mapping[str, str],
    mm: float, kind: str,
) -> tuple[Op, ...]:  # fmt: skip
    group = etree.Element("g", {key: value for key, value in inherited.items() if key != "color"})
    for element in segment:
        clean = cleaner.clean(element, inherited)
        if clean is not None:
            group.append(clean)
    group = ink.apply(group, compiler.mode, mm, kind)
    if len(group) == 1 and group[0].tag == "g" and not group.attrib:
        group = group[0]
    return tuple(compiler.ops(group, {})) if len(group) else ()


def _unit(root: etree._Element, view: Rect, kind: str) -> float:
    """Size in print, in mm, of one unit of art or an icon: as its width in mm or cm says, else nominal."""
    width = str(root.get("width") or "").strip()
    if width.endswith(("mm", "cm")):
        with suppress(UnitError):
            stated = parse_length(width)
            if 1.0 <= stated <= 5000.0:
                return stated / view.w
    return NOMINAL[kind] / max(view.w, view.h)


def _view(root: etree._Element, report: Report, *, millimetres: bool) -> Rect | None:
    """The viewBox; for a face it must be as large as its width and height in millimetres."""
    try:
        box = values.numbers(str(root.get("viewBox") or ""))
        if len(box) != 4 or min(box[2:]) <= 0 or max(box[2:]) > 5000:
            raise ValueRefused('write `viewBox="0 0 width height"` with sides above 0 and up to 5000')
        if millimetres:
            for key, side in (("width", box[2]), ("height", box[3])):
                if abs(parse_length(str(root.get(key) or "")) - side) > 0.01:
                    raise ValueRefused(f'one unit is one millimetre: write `{key}="{side:g}mm"`')
    except (ValueRefused, UnitError) as fault:
        message = f'`viewBox="{root.get("viewBox") or ""}"` gives the drawing no size'
        report.add(rules.WRONG_SCALE, message, line_of(root), str(fault))
        return None
    return Rect(*box)
