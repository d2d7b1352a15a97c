"""The guide: what to print on what paper, how to cut, and the list of pieces for this player count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.builtin.papers import PAPERS
from cardgen.builtin.phrases import phrases
from cardgen.counting import Counts
from cardgen.diagnostics import Findings
from cardgen.drawing import identity
from cardgen.faces import Faces
from cardgen.kit import Kit
from cardgen.pdf import PdfFile
from cardgen.printing import FilePlan, Options
from cardgen.svg import compile_face
from cardgen.values import freeze

TEMPLATE = "guide.svg.j2"
_ROWS = 24
"""Lines of the list of pieces on a page."""


def draw_guide(
    kit: Kit, options: Options, faces: Faces, plans: Sequence[FilePlan], counts: Counts, findings: Findings
) -> bytes:
    """Return the guide as PDF; its pages come from the template `guide.svg.j2`."""
    words = phrases(kit.lang)
    paper = PAPERS[options.paper]
    pdf = PdfFile(
        title=f"{kit.title} – {words['guide']}",
        lang=kit.lang,
        fonts=faces.fonts,
        subject=" · ".join(identity(kit)),
    )
    pages = guide_pages(kit, options, plans, counts)
    for number, page in enumerate(pages, 1):
        context = {"page": freeze(page, "page"), "number": number, "pages": len(pages), "t": freeze(dict(words), "t"),
                   "size": freeze({"w": paper.w, "h": paper.h}, "size"), "bleed": 0, "safe": 10}  # fmt: skip
        svg = faces.templates.render(TEMPLATE, context, None)
        artwork = compile_face(svg, library=faces.library) if svg else None
        if artwork is None:
            continue
        pdf.begin_page(paper)
        pdf.draw(artwork, 0, 0, size=paper)
        pdf.bookmark(str(page["title"]))
    return pdf.finish() if not findings.has_errors else b""


def guide_pages(
    kit: Kit, options: Options, plans: Sequence[FilePlan], counts: Counts
) -> list[dict[str, Any]]:
    """What stands on each page, as plain data: files and steps first, then the pieces."""
    words = phrases(kit.lang)
    total = words["total"].format(cards=counts.cards, pieces=counts.pieces, sheets=counts.sheets)
    first = {
        "kind": "print",
        "title": words["guide_title"],
        "identity": " · ".join(identity(kit)),
        "files": [_file(plan, kit, options) for plan in plans],
        "steps": _steps(plans, options, words),
        "total": total,
    }
    rows = [_row(kit, count.id, count.distinct, count.copies) for count in counts.components]
    lists = [
        {
            "kind": "pieces",
            "title": words["pieces"],
            "identity": " · ".join(identity(kit)),
            "rows": rows[start : start + _ROWS],
            "total": total if start + _ROWS >= len(rows) else "",
        }
        for start in range(0, len(rows), _ROWS)
    ]
    return [first, *lists]


def _file(plan: FilePlan, kit: Kit, options: Options) -> dict[str, Any]:
    words = phrases(kit.lang)
    used = list(dict.fromkeys(copy.component.id for copy in (*plan.copies, *(c for c, _ in plan.tiled))))
    components = [c for c in kit.components if c.id in used]
    two_sided = any(page.side == "back" for page in plan.pages)
    paper = next((c.paper for c in components if c.paper), "") or words.get(
        f"paper_{plan.name}", words["paper_cards"]
    )
    return {
        "name": f"{plan.name}.pdf",
        "title": words.get(plan.name, plan.name),
        "pages": plan.page_count,
        "sheets": plan.sheets,
        "paper": paper,
        "sides": words["both"] if two_sided else words["one"],
        "holds": "、".join(c.name for c in components)
        if kit.lang.startswith("zh")
        else ", ".join(c.name for c in components),
        "size": options.paper.upper(),
    }


def _steps(plans: Sequence[FilePlan], options: Options, words: Any) -> list[str]:
    two_sided = any(page.side == "back" for plan in plans for page in plan.pages)
    flip = {
        "long-edge": words["steps_duplex"].format(edge=words["long"]),
        "short-edge": words["steps_duplex"].format(edge=words["short"]),
        "separate": words["steps_separate"],
        "gutterfold": words["steps_fold"],
        "none": words["steps_single"],
    }[options.backs]
    steps = [
        words["steps_print"],
        words["check_scale"],
        flip if two_sided or options.backs == "gutterfold" else words["steps_single"],
    ]
    steps.append(words["steps_cut"])
    if any(plan.name == "tokens" for plan in plans):
        steps.append(words["steps_tokens"])
    return [*steps, words["steps_check"]]


def _row(kit: Kit, component: str, distinct: int, copies: int) -> dict[str, Any]:
    found = kit.component(component)
    assert found is not None, component
    return {
        "component": component,
        "name": found.name,
        "note": found.note,
        "distinct": distinct,
        "copies": copies,
        "size": f"{found.size.w:g} × {found.size.h:g} mm",
        "file": f"{found.file}.pdf",
    }
