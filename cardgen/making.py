"""What `cardgen build` does: kits for one or more player counts, put in place as whole folders."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from cardgen.build import Built, Wanted, build, recover_output, write_output
from cardgen.diagnostics import Findings, Rule, did_you_mean
from cardgen.kit import Kit
from cardgen.loading import KitSource, load_kit
from cardgen.printing import Options
from cardgen.resolve import resolve
from cardgen.sheet import Shift
from cardgen.sheet.model import NO_SHIFT
from cardgen.tables import counted

NO_EARLIER = Rule("P530", "no-earlier-print")
UNKNOWN_PIECE = Rule("P531", "unknown-piece")


@dataclass(frozen=True, slots=True)
class Job:
    """What was asked for on the command line."""

    root: Path
    out: Path
    variant: str | None = None
    lang: str | None = None
    paper: str = "a4"
    backs: str = "long-edge"
    ink: str = "full"
    only: tuple[str, ...] = ()
    changed_since: str | None = None
    shift: Shift = NO_SHIFT
    shift_landscape: Shift = NO_SHIFT


def folder_name(kit: Kit, language: str, partial: bool = False) -> str:
    """`<kit>-<N>p[-<variant>][-<lang>]`, and `-changed` for a print of some pieces only.

    The language is named when it is not the kit's own.
    """
    parts = [f"{kit.id}-{kit.players}p"]
    parts += [kit.variant] if kit.variant else []
    parts += [kit.lang] if kit.lang != language else []
    return "-".join([*parts, "changed"] if partial else parts)


def make_all(
    source: KitSource,
    job: Job,
    players: Sequence[int],
    findings: Findings,
    jobs: int = 1,
    tell: Callable[[str], None] = lambda what: None,
) -> list[str]:
    """Print a kit for each player count; a line for each folder made.

    Nothing is written for a count that has errors, nor for a kit of claims alone (`prints: false`).
    """
    if not source.spec.kit.prints:
        return [f"{source.spec.kit.id}: nothing to print, as its data says (`prints: false`)"]
    if jobs > 1 and len(players) > 1:
        with ProcessPoolExecutor(max_workers=min(jobs, len(players))) as pool:
            lines = []
            for line, found in pool.map(_make_apart, [(job, count) for count in players]):
                findings.extend(found)
                lines += [line] if line else []
            return lines
    made = [_make(source, job, count, findings, tell) for count in players]
    return [line for line in made if line]


def _make_apart(work: tuple[Job, int]) -> tuple[str | None, Findings]:
    job, players = work
    findings = Findings()
    source = load_kit(job.root, findings)
    return (_make(source, job, players, findings) if source else None), findings


def _make(
    source: KitSource,
    job: Job,
    players: int,
    findings: Findings,
    tell: Callable[[str], None] = lambda what: None,
) -> str | None:
    own = Findings()
    kit = resolve(source, players, own, variant=job.variant, lang=job.lang)
    built, folder = None, job.out
    if kit is not None:
        whole = job.out / folder_name(kit, source.spec.kit.language)
        recover_output(whole)
        wanted = _wanted(kit, job, whole, own)
        partial = bool(wanted.only) or wanted.printed is not None
        folder = job.out / folder_name(kit, source.spec.kit.language, partial)
        options = Options(job.paper, job.backs, job.ink, job.shift, job.shift_landscape)
        built = build(kit, options, own, wanted, lambda what: tell(f"{players}p {what}"))
    findings.extend(own)
    if built is None:
        return None
    if not built.pieces:
        return f"{_shown(folder)}: nothing has changed, nothing to print"
    write_output(folder, built.files)
    return _line(built, folder)


def _shown(folder: Path) -> str:
    """The folder as seen from here, where it lies below."""
    full, here = folder.resolve(), Path.cwd()
    return (full.relative_to(here) if full.is_relative_to(here) else folder).as_posix()


def _line(built: Built, folder: Path) -> str:
    counts, files = built.counts, sum(name.endswith(".pdf") for name in built.files)
    pieces = counted(counts.pieces, "piece")
    whole = f"{counted(counts.cards, 'card')}, {pieces} on {counted(counts.sheets, 'sheet')}"
    what = whole if built.pieces == counts.pieces else f"{built.pieces} of {pieces}"
    return f"{_shown(folder)}: {what}, {counted(files, 'file')}"


def _wanted(kit: Kit, job: Job, whole: Path, findings: Findings) -> Wanted:
    known = {c.id for c in kit.components} | {card.id for _, card in kit.cards()}
    for name in job.only:
        if name not in known:
            hint = did_you_mean(name, known) or f"components are: {', '.join(c.id for c in kit.components)}"
            findings.add(UNKNOWN_PIECE, f"there is no component or card `{name}`", hint=hint)
    if job.changed_since is None:
        return Wanted(job.only)
    path = whole if job.changed_since == "last" else Path(job.changed_since)
    return Wanted(job.only, _printed(path / "manifest.json" if path.is_dir() else path, findings))


def _printed(path: Path, findings: Findings) -> Collection[tuple[str, str | None]]:
    """The faces of an earlier print, from its manifest."""
    try:
        pieces = json.loads(path.read_text("utf-8"))["pieces"]
        return {(piece["front"], piece["back"]) for piece in pieces}
    except (OSError, ValueError, KeyError, TypeError):
        findings.add(
            NO_EARLIER,
            f"`{path.name}` is not the manifest of an earlier print",
            hint="name a folder that `cardgen build` made, or its manifest.json",
        )
        return set()
