"""What `cardgen proof` does: PNG pictures of faces, of printed pages, and contact sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardgen.build import build, prepare
from cardgen.diagnostics import Findings, did_you_mean
from cardgen.faces import Faces
from cardgen.kit import Kit
from cardgen.making import UNKNOWN_PIECE
from cardgen.printing import Options, face_key
from cardgen.proof import face_png, page_count, page_png


@dataclass(frozen=True, slots=True)
class Look:
    """How the pictures look."""

    ink: str = "full"
    dpi: int = 150
    trim: bool = False
    safe: bool = False


def make_proofs(
    kit: Kit,
    look: Look,
    findings: Findings,
    *,
    faces: Sequence[str],
    pages: Sequence[str],
    out: Path,
    contact: bool = False,
    progress: Callable[[str], None] = lambda what: None,
) -> list[Path]:
    """Write the pictures asked for into `out`; without pages or contact sheets, those of faces.

    Faces with errors are left out, and the findings tell why.
    """
    written: list[Path] = []
    if pages:
        for name, data in _pages(kit, look, findings, pages, progress):
            written.append(_write(out, name, data))
        return written
    drawn = prepare(kit, Options(ink=look.ink), findings)
    if contact:
        from cardgen.contact import contact_sheets

        for name, data in contact_sheets(kit, drawn, progress):
            written.append(_write(out, name, data))
        return written
    for name, data in _faces(kit, drawn, look, findings, faces, progress):
        written.append(_write(out, name, data))
    return written


def _write(out: Path, name: str, data: bytes) -> Path:
    out.mkdir(parents=True, exist_ok=True)
    path = out / name
    path.write_bytes(data)
    return path


def _faces(
    kit: Kit,
    drawn: Faces,
    look: Look,
    findings: Findings,
    wanted: Sequence[str],
    progress: Callable[[str], None],
) -> Iterator[tuple[str, bytes]]:
    known = {c.id for c in kit.components} | {f"{c.id}/{card.id}" for c, card in kit.cards()}
    for name in wanted:
        if name not in known:
            findings.add(
                UNKNOWN_PIECE,
                f"there is no face `{name}`",
                hint=did_you_mean(name, known) or "write it as `relic/clay-cup`",
            )
    for component, card in kit.cards():
        if wanted and not {component.id, f"{component.id}/{card.id}"} & set(wanted):
            continue
        for side in ("front", "back"):
            artwork = drawn.artwork.get(face_key(component.id, card.id, side))
            if artwork is None:
                continue
            progress(f"{component.id}/{card.id}")
            data = face_png(
                artwork, drawn.fonts, dpi=look.dpi, bleed=component.bleed, trim=look.trim,
                safe=component.safe if look.safe else None,
            )  # fmt: skip
            yield f"{component.id}-{card.id}-{side}.png", data


def _pages(
    kit: Kit, look: Look, findings: Findings, wanted: Sequence[str], progress: Callable[[str], None]
) -> Iterator[tuple[str, bytes]]:
    built = build(kit, Options(ink=look.ink), findings, progress=progress)
    if built is None:
        return
    names = [name.removesuffix(".pdf") for name in built.files if name.endswith(".pdf")]
    for text in wanted:
        name, _, number = text.removesuffix(".pdf").partition(":")
        if name not in names or (number and not number.isdigit()):
            hint = did_you_mean(name, names) or f"there are: {', '.join(names)}"
            findings.add(UNKNOWN_PIECE, f"there is no page `{text}`", hint=hint)
            continue
        data = built.files[f"{name}.pdf"]
        count = page_count(data)
        if number and not 1 <= int(number) <= count:
            findings.add(UNKNOWN_PIECE, f"`{name}.pdf` has {count} pages; there is no page {number}")
            continue
        for page in [int(number)] if number else range(1, count + 1):
            progress(f"{name} {page}")
            yield f"{name}-{page:02}.png", page_png(data, page - 1, dpi=look.dpi)
