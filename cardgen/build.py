"""The pipeline: from a kit's folder to a folder of PDFs, on one screen."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from cardgen.booklet import draw_booklet, lay_out
from cardgen.counting import Counts, count
from cardgen.diagnostics import Findings
from cardgen.drawing import draw_file
from cardgen.faces import Faces, open_faces
from cardgen.guide import draw_guide
from cardgen.kit import Kit
from cardgen.manifest import PrintedFile, manifest
from cardgen.preflight import check_spaces
from cardgen.printing import Copy, FilePlan, Options, plan_files

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which pieces are printed: those of some components (all if empty), and not those already printed.

    `printed` holds the face digests (front and back) of an earlier print.
    """

    only: Collection[str] = ()
    printed: Collection[tuple[str, str | None]] | None = None


@dataclass(frozen=True, slots=True)
class Built:
    """A finished build, in memory: file names and their bytes, and what they hold."""

    files: dict[str, bytes] = field(repr=False)
    counts: Counts
    pieces: int


def prepare(kit: Kit, options: Options, findings: Findings) -> Faces:
    """Draw every face; afterwards the findings tell all that print would show."""
    faces = open_faces(kit, options.ink, findings)
    if not findings.has_errors:
        faces.draw_all()
    check_spaces(
        kit, {f"{c.id}.{name}": size for c in kit.components for name, size in c.spaces.items()}, findings
    )
    return faces


def build(
    kit: Kit,
    options: Options,
    findings: Findings,
    wanted: Wanted = Wanted(),
    progress: Progress = lambda what: None,
) -> Built | None:
    """Make all files of a kit; None when a finding of severity error stands against it."""
    progress("faces")
    faces = prepare(kit, options, findings)
    if findings.has_errors:
        return None
    whole = plan_files(kit, options, faces.has_back, findings)
    plans = plan_files(kit, options, faces.has_back, findings, _chooser(faces, wanted))
    if findings.has_errors:
        return None
    files: dict[str, bytes] = {}
    printed, pieces = [], []
    for plan in plans:
        progress(f"{plan.name}.pdf")
        data, placed = draw_file(plan, kit, options, faces.artwork, faces.fonts)
        files[f"{plan.name}.pdf"] = data
        printed.append(_printed(plan, data, options))
        pieces += placed
    counts = count(kit, sum(plan.sheets for plan in whole))
    progress("rulebook.pdf")
    rulebook = _rulebook(kit, options, faces, findings, files) if wanted == Wanted() else []
    progress("guide.pdf")
    files["guide.pdf"], pages = draw_guide(kit, options, faces, plans, counts, findings, rulebook)
    printed.append(PrintedFile("guide.pdf", _sha(files["guide.pdf"]), pages, options.paper, "none", 0))
    printed += rulebook
    files["manifest.json"] = manifest(kit, printed, pieces, options.chosen()).encode()
    return None if findings.has_errors else Built(files, counts, len(pieces))


def _rulebook(
    kit: Kit, options: Options, faces: Faces, findings: Findings, files: dict[str, bytes]
) -> list[PrintedFile]:
    """The rulebook of a kit that has one, added to the files."""
    booklet = lay_out(kit, faces, findings)
    if booklet is None:
        return []
    data, sides = draw_booklet(booklet, faces, options)
    files["rulebook.pdf"] = data
    folded = booklet.order == "booklet"
    backs = "short-edge" if folded else "none"
    sheets = (sides + 1) // 2 if folded else sides
    return [PrintedFile("rulebook.pdf", _sha(data), sides, options.paper, backs, sheets)]


def _chooser(faces: Faces, wanted: Wanted) -> Callable[[Copy], bool]:
    fronts, backs = faces.digests("front"), faces.digests("back")

    def keep(copy: Copy) -> bool:
        key = (copy.component.id, copy.card.id)
        if wanted.only and not {copy.component.id, copy.card.id} & set(wanted.only):
            return False
        return wanted.printed is None or (fronts[key], backs.get(key)) not in wanted.printed

    return keep


def _printed(plan: FilePlan, data: bytes, options: Options) -> PrintedFile:
    backs = options.backs if any(page.side == "back" for page in plan.pages) else "none"
    return PrintedFile(f"{plan.name}.pdf", _sha(data), plan.page_count, options.paper, backs, plan.sheets)


def _sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def write_output(folder: Path, files: dict[str, bytes]) -> None:
    """Put the files in place as a whole: written aside first, then moved in.

    Whatever happens, `folder` holds either all of the earlier output or all of the new.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    aside, old = folder.with_name(f".{folder.name}.new"), folder.with_name(f".{folder.name}.old")
    recover_output(folder)
    _remove(aside)
    aside.mkdir()
    for name, data in files.items():
        (aside / name).write_bytes(data)
    if folder.exists():
        folder.rename(old)
    aside.rename(folder)
    _remove(old)


def recover_output(folder: Path) -> None:
    """Finish what an interrupted build left between its two renames."""
    old = folder.with_name(f".{folder.name}.old")
    if old.exists():
        if folder.exists():
            _remove(old)
        else:
            old.rename(folder)


def _remove(folder: Path) -> None:
    if folder.is_dir():
        for path in sorted(folder.rglob("*"), reverse=True):
            path.unlink() if not path.is_dir() else path.rmdir()
        folder.rmdir()
