"""Commands that print: build, calibrate, counts, proof, new."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cardgen.cli.kits import (
    UsageError,
    kit_root,
    language,
    load,
    player_counts,
    progress,
    resolved,
    show,
    shown,
)  # fmt: skip
from cardgen.cli.options import Backs, CountFormat, Ink, KitOption, Lang, Paper, Players, Variant

if TYPE_CHECKING:
    from cardgen.sheet import Shift

ShiftOption = Annotated[
    Optional[str],  # noqa: UP045 - typer reads the annotation at run time
    typer.Option(
        metavar="RIGHT,DOWN,TURN",
        help="Move the backs on upright sheets, in mm and degrees clockwise (see calibrate).",
    ),
]
ShiftLandscape = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(metavar="RIGHT,DOWN,TURN", help="Move the backs on landscape sheets."),
]


def build(
    kit: KitOption = None,
    players: Players = None,
    variant: Variant = None,
    lang: Lang = None,
    paper: Annotated[Paper, typer.Option(help="The paper.")] = Paper.A4,
    backs: Annotated[Backs, typer.Option(help="How backs meet their fronts.")] = Backs.LONG,
    ink: Annotated[Ink, typer.Option(help="Full colour, outlines only, or greys.")] = Ink.FULL,
    only: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option(metavar="ID", help="Only these components or cards (may be repeated)."),
    ] = None,
    changed_since: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(
            metavar="WHAT",
            help="Only pieces that an earlier print lacks: its folder or manifest.json, or `last`.",
        ),
    ] = None,
    out: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            metavar="DIR", help="The folder that the kit's own folder is put into [default: output]."
        ),
    ] = None,
    shift: ShiftOption = None,
    shift_landscape: ShiftLandscape = None,
    jobs: Annotated[int, typer.Option(min=1, help="Player counts printed at the same time.")] = 1,
) -> None:
    """Print the kit: PDFs, guide and manifest.

    Without --players, the kit is printed for every player count.
    """
    from cardgen import making

    root = kit_root(kit)
    job = making.Job(
        root=root, variant=variant, lang=lang, paper=str(paper), backs=str(backs), ink=str(ink),
        only=tuple(only or ()), changed_since=changed_since, out=out or root / "output",
        shift=_shift(shift, backs), shift_landscape=_shift(shift_landscape, backs),
    )  # fmt: skip
    source, findings = load(root)
    counts = player_counts(source, players, variant)
    language(source, lang)
    if findings.has_errors:
        show(root, findings)
        raise typer.Exit(1)
    if (shift is None) != (shift_landscape is None):
        moved, other = ("landscape", "--shift") if shift is None else ("upright", "--shift-landscape")
        print(f"only {moved} sheets are shifted; the others have `{other}`", file=sys.stderr)
    with progress() as tell:
        results = making.make_all(source, job, counts, findings, jobs, tell)
    show(root, findings)
    for result in results:
        print(result)
    if findings.has_errors or not results:
        raise typer.Exit(1)


def _shift(text: str | None, backs: Backs) -> Shift:
    """The shift that an option asks for."""
    from cardgen.calibrating import CalibrationError, read_shift
    from cardgen.sheet import Shift

    if text is None:
        return Shift()
    if backs in (Backs.FOLD, Backs.NONE):
        raise UsageError(f"with `--backs {backs}` there is no second side to shift")
    try:
        return read_shift(text)
    except CalibrationError as error:
        raise UsageError(str(error)) from None


def calibrate(
    paper: Annotated[Paper, typer.Option(help="The paper.")] = Paper.A4,
    backs: Annotated[Backs, typer.Option(help="How backs meet their fronts.")] = Backs.LONG,
    a: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--a", metavar="RIGHT,DOWN", help="How far off the cross at A is, in mm."),
    ] = None,
    b: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--b", metavar="RIGHT,DOWN", help="How far off the cross at B is, in mm."),
    ] = None,
    landscape: Annotated[
        bool, typer.Option("--landscape", help="A and B were read on the landscape sheet.")
    ] = False,
    shift: ShiftOption = None,
    shift_landscape: ShiftLandscape = None,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the sheets go.")] = Path("calibration.pdf"),
) -> None:
    """Measure how far a printer's backs are off: sheets to print, and the numbers that follow.

    Without --a and --b the sheets are written; with them, the option for `build` is printed. Needs no kit.
    """
    from cardgen import calibrating

    if backs in (Backs.FOLD, Backs.NONE):
        raise UsageError(f"with `--backs {backs}` there is no second side to calibrate")
    moved = (_shift(shift, backs), _shift(shift_landscape, backs))
    if a is None and b is None:
        if landscape:
            raise UsageError("`--landscape` goes with `--a` and `--b`; the sheets are always both printed")
        data = calibrating.calibration_pdf(str(paper), str(backs), *moved)  # type: ignore[arg-type]
        try:
            out.write_bytes(data)
        except OSError as error:
            raise UsageError(f"`{out}` cannot be written: {error.strerror}") from None
        print(shown(out))
        return
    if a is None or b is None:
        raise UsageError("`--a` and `--b` go together: the turn follows from both")
    if shift or shift_landscape:
        raise UsageError("read A and B on sheets that were printed without a shift")
    try:
        readings = (calibrating.read_reading(a), calibrating.read_reading(b))
    except calibrating.CalibrationError as error:
        raise UsageError(str(error)) from None
    found = calibrating.shift_from(*readings, str(paper), str(backs), landscape)  # type: ignore[arg-type]
    print(calibrating.option(found, landscape))


def counts(
    kit: KitOption = None,
    players: Players = None,
    variant: Variant = None,
    output: Annotated[
        CountFormat, typer.Option("--format", help="For people, programs or spreadsheets.")
    ] = CountFormat.TEXT,
) -> None:
    """Tell how many pieces of each kind the kit holds."""
    from cardgen import counting
    from cardgen.printing import Options, plan_files
    from cardgen.templates import backs_of

    root = kit_root(kit)
    source, findings = load(root)
    texts = []
    for number in player_counts(source, players, variant):
        found = resolved(source, number, findings, variant)
        if found is None:
            continue
        sheets = sum(plan.sheets for plan in plan_files(found, Options(), backs_of(found), findings))
        counted = counting.count(found, sheets)
        if output is CountFormat.JSON:
            texts.append(counting.counts_json(counted))
        else:
            texts.append(
                counting.counts_csv(counted) if output is CountFormat.CSV else counting.counts_text(counted)
            )
    show(root, findings)
    print(counting.join_formats(texts, str(output)))
    if findings.has_errors:
        raise typer.Exit(1)


def proof(
    faces: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Argument(
            metavar="[FACE]…", help="Components or cards, as `relic` or `relic/clay-cup`; all if none."
        ),
    ] = None,
    kit: KitOption = None,
    players: Players = None,
    variant: Variant = None,
    lang: Lang = None,
    ink: Annotated[Ink, typer.Option(help="Full colour, outlines only, or greys.")] = Ink.FULL,
    page: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option(metavar="FILE[:N]", help="A printed page instead, such as cards:1, or all of `board`."),
    ] = None,
    trim: Annotated[bool, typer.Option("--trim", help="Show where the cut goes.")] = False,
    safe: Annotated[bool, typer.Option("--safe", help="Show the safe area.")] = False,
    contact: Annotated[
        bool,
        typer.Option(
            "--contact",
            help="Contact sheets of all faces and art, also in grey and as colour-blind people see them.",
        ),
    ] = False,
    dpi: Annotated[int, typer.Option(min=30, max=600, help="Pixels an inch.")] = 150,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the PNGs go [default: output/proof].")
    ] = None,
) -> None:
    """Make PNG pictures of faces or pages, to look at before printing."""
    from cardgen import proofing

    root = kit_root(kit)
    source, findings = load(root)
    number = players or max(player_counts(source, None, variant))
    player_counts(source, number, variant)
    language(source, lang)
    found = resolved(source, number, findings, variant, lang)
    written: list[Path] = []
    if found is not None:
        look = proofing.Look(ink=str(ink), dpi=dpi, trim=trim, safe=safe)
        with progress() as tell:
            written = proofing.make_proofs(
                found, look, findings, faces=faces or (), pages=page or (), contact=contact,
                out=out or root / "output" / "proof", progress=tell,
            )  # fmt: skip
    show(root, findings)
    for path in written:
        print(shown(path))
    if findings.has_errors or not written:
        raise typer.Exit(1)


def new(directory: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make.")]) -> None:
    """Start a kit: a small game that builds at once, to be changed into yours."""
    from cardgen.starter import StarterError, create

    try:
        for path in create(directory):
            print(shown(path))
    except StarterError as error:
        raise UsageError(str(error)) from None
    print(f"now try: cardgen build -C {shlex.quote(shown(directory))}", file=sys.stderr)
