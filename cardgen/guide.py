"""The guide: what to print on what paper, how to cut, and the list of pieces for this player count.

What stands on each page is laid out here, measured with the fonts that print it, so that no
long name or list runs over; the template `guide.svg.j2` draws it.  A kit may bring a guide
template of its own, and `table.svg.j2`: a picture of the table laid out, which becomes the first page.

Both templates can show real pieces, scaled down:

    face(component, card, x, y, w, h=None, side="front", turn=0)

puts a face as large as it fits into the width and height at (x, y); `has_face(component, card)`
tells whether the kit has it, for pieces that some player counts or variants lack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from markupsafe import Markup

from cardgen.builtin.papers import PAPERS
from cardgen.builtin.phrases import counted_phrase, phrases
from cardgen.counting import Count, Counts
from cardgen.diagnostics import Findings, did_you_mean
from cardgen.drawing import identity
from cardgen.expr import ExprError
from cardgen.faces import Faces
from cardgen.fonts import FontSet
from cardgen.geometry import Size
from cardgen.kit import Kit
from cardgen.manifest import PrintedFile
from cardgen.pdf import PdfFile
from cardgen.printing import FilePlan, Options, face_key
from cardgen.svg import Artwork, Nest, Place, TextRun, compile_face
from cardgen.svg.artwork import Matrix, Op, multiply
from cardgen.text import layout_block
from cardgen.values import freeze

TEMPLATE, TABLE = "guide.svg.j2", "table.svg.j2"
MARGIN, FOOT = 18.0, 20.0
"""Free edge left and right, and at the foot, in mm."""
HEAD_FIRST, HEAD = 46.0, 34.0
"""Where the content begins on the first page and on the others, in mm."""
PICTURE = (24.0, 18.0)
"""Room for the picture of a piece, in mm."""
_MARK = "\ue000"
"""Begins the run of text that stands for a face: the SVG subset knows no drawings but art and icons."""


def draw_guide(
    kit: Kit,
    options: Options,
    faces: Faces,
    plans: Sequence[FilePlan],
    counts: Counts,
    findings: Findings,
    others: Sequence[PrintedFile] = (),
) -> tuple[bytes, int]:
    """Return the guide as PDF and its pages; empty when a finding of severity error stands against it.

    `others` are files without pieces, such as the rulebook.
    """
    words = phrases(kit.lang)
    paper = PAPERS[options.paper]
    pdf = PdfFile(
        title=f"{kit.title} – {words['guide']}",
        lang=kit.lang,
        fonts=faces.fonts,
        subject=" · ".join(identity(kit)),
    )
    pages = guide_pages(kit, options, plans, counts, faces.fonts, table=_has_table(kit), others=others)
    seen: set[str] = set()
    for number, page in enumerate(pages, 1):
        artwork = _page(faces, page, number, len(pages), paper)
        if artwork is None:
            continue
        pdf.begin_page(paper)
        pdf.draw(artwork, 0, 0, size=paper)
        if page["title"] not in seen:
            pdf.bookmark(str(page["title"]))
        seen.add(page["title"])
    return (pdf.finish(), pdf.pages) if not findings.has_errors else (b"", 0)


def _page(faces: Faces, page: Mapping[str, Any], number: int, pages: int, paper: Size) -> Artwork | None:
    """One page of the guide with the faces on it; on a page of the kind `table`, the table too."""
    given = {"page": freeze(page, "page"), "number": number, "pages": pages, "margin": MARGIN}
    artwork = filled(faces, TEMPLATE, given, paper)
    if artwork is None or page["kind"] != "table":
        return artwork
    room = Size(paper.w - 2 * MARGIN, paper.h - HEAD_FIRST - FOOT)
    table = filled(faces, TABLE, {}, room)
    if table is None:
        return None
    place: Matrix = (1.0, 0.0, 0.0, 1.0, MARGIN - table.view.x, HEAD_FIRST - table.view.y)
    return replace(artwork, ops=(*artwork.ops, Place("table", table, place)))


def filled(faces: Faces, template: str, given: Mapping[str, Any], size: Size) -> Artwork | None:
    """A template rendered and compiled, real faces in place of their marks."""
    shown = _Shown(faces)
    words = freeze(dict(phrases(faces.kit.lang)), "t")
    context = {
        **given,
        "t": words,
        "size": freeze({"w": size.w, "h": size.h}, "size"),
        "bleed": 0,
        "safe": 10,
    }
    svg = faces.templates.render(template, context | {"face": shown.face, "has_face": shown.has_face}, None)
    artwork = compile_face(svg, library=faces.library) if svg else None
    return replace(artwork, ops=tuple(shown.set_in(artwork.ops))) if artwork else None


def _has_table(kit: Kit) -> bool:
    own = any(component.template == "table" for component in kit.components)
    return not own and (kit.root / "templates" / TABLE).is_file()


@dataclass(slots=True)
class _Shown:
    """The faces that a template puts on its page: a mark in its SVG for each, and the way back."""

    faces: Faces
    placed: list[Place] = field(default_factory=list)

    def has_face(self, component: str, card: str = "", side: str = "front") -> bool:
        """Whether there is such a face; without a card, the component's first one."""
        return self._find(component, card, side) is not None

    def face(
        self, component: str, card: str, x: float, y: float, w: float, h: float | None = None,
        side: str = "front", turn: int = 0,
    ) -> Markup:  # fmt: skip
        """Show a face in the middle of a box, as large as fits; `turn` is clockwise, 0, 90, 180 or 270.

        Without a card it is the component's first.  The font size of the mark is of no account.
        """
        artwork = self._find(str(component), str(card), side)
        if artwork is None:
            known = [c.id for c in self.faces.kit.components] if not card else self.faces.artwork
            name = f"{component}/{card}/{side}" if card else str(component)
            hint = did_you_mean(name, known) or "ask `has_face` first"
            raise ExprError(f"there is no face `{name}`; {hint}")
        matrix = _fit(artwork, x, y, w, h, turn)
        self.placed.append(Place(f"face:{component}/{card}", artwork, matrix))
        font = self.faces.fonts["text"]
        return Markup('<text x="0" y="0" font-family="{}" font-weight="{}" font-size="1">{}</text>').format(
            font.family, font.weight, f"{_MARK}{len(self.placed) - 1}"
        )

    def _find(self, component: str, card: str, side: str) -> Artwork | None:
        found = self.faces.kit.component(component)
        if not card and found is not None and found.cards:
            card = found.cards[0].id
        return self.faces.artwork.get(face_key(component, card, side))

    def set_in(self, ops: Sequence[Op]) -> Iterator[Op]:
        """The ops of the page, each mark replaced by its face."""
        for op in ops:
            if isinstance(op, TextRun) and op.text.startswith(_MARK) and op.text[1:].isdigit():
                yield self.placed[int(op.text[1:])]
            elif isinstance(op, Nest):
                yield replace(op, ops=tuple(self.set_in(op.ops)))
            else:
                yield op


def _fit(artwork: Artwork, x: float, y: float, w: float, h: float | None, turn: int) -> Matrix:
    """The matrix that puts a face into the middle of a box (of any height where `h` is None)."""
    view = artwork.view
    size = artwork.size.turned() if turn % 180 else artwork.size
    scale = min(w / size.w, (h if h is not None else w * size.h / size.w) / size.h)
    left, top = x + (w - size.w * scale) / 2, y + ((h or size.h * scale) - size.h * scale) / 2
    right, bottom = left + size.w * scale, top + size.h * scale
    quarters: dict[int, Matrix] = {
        0: (scale, 0.0, 0.0, scale, left, top),
        90: (0.0, scale, -scale, 0.0, right, top),
        180: (-scale, 0.0, 0.0, -scale, right, bottom),
        270: (0.0, -scale, scale, 0.0, left, bottom),
    }
    if turn not in quarters:
        raise ExprError(f"a face is turned by 0, 90, 180 or 270, not by {turn}")
    return multiply(quarters[turn], (1.0, 0.0, 0.0, 1.0, -view.x, -view.y))


@dataclass(slots=True)
class _Flow:
    """Pages being filled from top to bottom."""

    paper: Size
    blank: dict[str, Any]
    pages: list[dict[str, Any]] = field(default_factory=list)
    y: float = 0.0

    def begin(self, title: str, first: bool = False) -> None:
        """Turn to a new page."""
        lists: dict[str, Any] = {"files": [], "steps": [], "rows": [], "heads": [], "ruler": 0, "total_y": 0}
        self.pages.append({**self.blank, **lists, "title": title, "first": first})
        self.y = HEAD_FIRST if first else HEAD

    def add(
        self, name: str, h: float, item: Mapping[str, Any], after: float = 0.0, keep: float = 0.0
    ) -> None:
        """Put an item of height h (mm) on the page, or on the next one where it has no room.

        `keep` is what must follow it on the same page.
        """
        if self.y + h + keep > self.paper.h - FOOT:
            self.begin(self.pages[-1]["title"])
        self.pages[-1][name].append({**item, "y": self.y, "h": h})
        self.y += h + after


def guide_pages(
    kit: Kit,
    options: Options,
    plans: Sequence[FilePlan],
    counts: Counts,
    fonts: FontSet,
    table: bool = False,
    others: Sequence[PrintedFile] = (),
) -> list[dict[str, Any]]:
    """What stands on each page, as plain data with its place: the table, files and steps, then the pieces.

    Each page is a mapping: `kind` (print, table or pieces), `title`, `first`, `identity`, and the
    lists `heads`, `files`, `steps` and `rows`, whose items have `y` and `h` in mm.
    """
    words, paper = phrases(kit.lang), PAPERS[options.paper]
    width = paper.w - 2 * MARGIN
    blank = {"kind": "print", "game": kit.title, "identity": " · ".join(identity(kit)), "total": ""}
    tall = _Measure(fonts, kit.lang)
    flow = _Flow(paper, blank)
    if table:
        flow.blank = {**blank, "kind": "table"}
        flow.begin(counted_phrase(words, "table", kit.players), first=True)
        flow.blank = blank
    flow.begin(words["guide_title"], first=not table)
    rows = [*(_file(plan, kit, options) for plan in plans), *(_other(file, kit, options) for file in others)]
    _files(flow, rows, phrases(kit.lang), width, tall)
    _steps(flow, plans, options, words, width, tall)
    flow.blank = {**blank, "kind": "pieces"}
    flow.begin(words["pieces"])
    _pieces(flow, kit, counts, width, tall)
    total = words["total"].format(cards=counts.cards, pieces=counts.pieces, sheets=counts.sheets)
    flow.add("heads", 8.0, {"text": total, "level": 2})
    return flow.pages


@dataclass(frozen=True, slots=True)
class _Measure:
    """Heights of texts in mm, as the template sets them."""

    fonts: FontSet
    lang: str

    def __call__(
        self, text: str, width: float, size: float, leading: float = 1.4, style: str = "text"
    ) -> float:
        if not text:
            return 0.0
        block = layout_block(
            text, fonts=self.fonts, width=width, height=None, size=size, floor=size, leading=leading,
            leading_floor=leading, style=style, bold_style="bold", lang=self.lang,
        )  # fmt: skip
        return block.height + 0.1


def _files(
    flow: _Flow, rows: Sequence[dict[str, Any]], words: Mapping[str, str], width: float, tall: _Measure
) -> None:
    flow.add("heads", 9.0, {"text": words["what_to_print"], "level": 1}, keep=24)
    flow.add(
        "heads", 6.0, {"level": 3, "cells": [words[k] for k in ("file", "pages", "paper", "sides", "pieces")]}
    )
    for row in rows:
        # The shares of the columns are those of the template.
        texts = [tall(row["title"], width * 0.19, 9.0), tall(row["print_on"], width * 0.25, 8.6)]
        held = tall(row["holds"], width * 0.34 - 2, 8.6)
        flow.add("files", max(10.0, texts[0] + 4.8, texts[1] + 2.4, held + 2.4), row)
    flow.y += 5.0


def _steps(
    flow: _Flow, plans: Sequence[FilePlan], options: Options, words: Mapping[str, str], width: float,
    tall: _Measure,
) -> None:  # fmt: skip
    flow.add("heads", 9.0, {"text": words["how"], "level": 1}, keep=24)
    flow.y += 1.0
    for number, text in enumerate(_step_texts(plans, options, words), 1):
        ruler = text == words["check_scale"]
        h = max(7.2, tall(text, width - 10, 10.0, 1.45) + 2.0)
        if flow.y + h + 14 * ruler > flow.paper.h - FOOT:
            flow.begin(flow.pages[-1]["title"])
        flow.add("steps", h, {"n": number, "text": text})
        if ruler:
            flow.pages[-1]["ruler"] = flow.y + 1.0
            flow.y += 14.0


def _pieces(flow: _Flow, kit: Kit, counts: Counts, width: float, tall: _Measure) -> None:
    words = phrases(kit.lang)
    cells = [words[key] for key in ("piece", "count", "different", "size", "file")]

    def head() -> None:
        flow.add("heads", 6.0, {"level": 3, "cells": cells})

    head()
    text_w = width * 0.48 - PICTURE[0] - 8
    for count in counts.components:
        row = _row(kit, count)
        row["name_h"] = tall(row["name"], text_w, 11.0, 1.25, "title") + 0.8
        h = max(PICTURE[1], row["name_h"] + tall(row["note"], text_w, 8.6)) + 3.4
        if flow.y + h > flow.paper.h - FOOT:
            flow.begin(flow.pages[-1]["title"])
            head()
        flow.add("rows", h, row)
    flow.y += 2.0


def _file(plan: FilePlan, kit: Kit, options: Options) -> dict[str, Any]:
    words = phrases(kit.lang)
    used = list(dict.fromkeys(copy.component.id for copy in (*plan.copies, *(c for c, _ in plan.tiled))))
    components = [c for c in kit.components if c.id in used]
    two_sided = any(page.side == "back" for page in plan.pages)
    own = list(dict.fromkeys(c.paper for c in components if c.paper))
    paper = " · ".join(own) or words.get(f"paper_{plan.name}", words["paper_cards"])
    chinese = kit.lang.startswith("zh")
    return {
        "name": f"{plan.name}.pdf",
        "title": words.get(plan.name, plan.name),
        "pages": plan.page_count,
        "print_on": f"**{plan.sheets} × {_paper(options)}**\n{paper}",
        "sides": words["both"] if two_sided else words["one"],
        "holds": ("、" if chinese else ", ").join(c.name for c in components),
    }


def _other(file: PrintedFile, kit: Kit, options: Options) -> dict[str, Any]:
    words = phrases(kit.lang)
    name = file.path.removesuffix(".pdf")
    return {
        "name": file.path,
        "title": words.get(name, name),
        "pages": file.pages,
        "print_on": f"**{file.sheets} × {_paper(options)}**\n{words['paper_text']}",
        "sides": words["one"] if file.backs == "none" else words["both"],
        "holds": words["to_read"],
    }


def _paper(options: Options) -> str:
    """The paper as people write it: A4, Letter."""
    return options.paper.capitalize()


def _step_texts(plans: Sequence[FilePlan], options: Options, words: Mapping[str, str]) -> list[str]:
    two_sided = [plan.name for plan in plans if any(page.side == "back" for page in plan.pages)]
    files = words["and"].join(words.get(name, name) for name in two_sided)
    flip = {
        "long-edge": words["steps_duplex"].format(files=files, edge=words["long"]),
        "short-edge": words["steps_duplex"].format(files=files, edge=words["short"]),
        "separate": words["steps_separate"],
        "gutterfold": words["steps_fold"],
        "none": words["steps_single"],
    }[options.backs]
    folded = options.backs == "gutterfold"
    steps = [
        words["steps_print"],
        words["check_scale"],
        flip if two_sided or folded else words["steps_single"],
    ]
    steps.append(words["steps_cut"])
    if any(len(tiles) > 1 for plan in plans for _, tiles in plan.tiled):
        steps.append(words["steps_tiled"])
    if any(plan.name == "tokens" for plan in plans):
        steps.append(words["steps_tokens"])
    return [*steps, words["steps_check"]]


def _row(kit: Kit, count: Count) -> dict[str, Any]:
    found = kit.component(count.id)
    assert found is not None, count.id
    return {
        "component": count.id,
        "card": found.cards[0].id,
        "name": str(found.name),
        "note": str(found.note),
        "distinct": count.distinct,
        "copies": count.copies,
        "size": f"{found.size.w:g} × {found.size.h:g} mm",
        "file": f"{found.file}.pdf",
    }
