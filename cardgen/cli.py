"""The command line.  Results go to stdout, messages to stderr; exit 0 clean, 1 findings, 2 usage.

What draws or checks is imported inside the commands, so that `--help` answers at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cardgen import __version__

if TYPE_CHECKING:
    from cardgen.diagnostics import Findings
    from cardgen.kit import Kit
    from cardgen.loading import KitSource

app = typer.Typer(
    name="cardgen",
    help="Print-and-play kits from one YAML file, and proof that the game's rules agree with themselves.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Paper(StrEnum):
    """Papers that can be chosen."""

    A4 = "a4"
    LETTER = "letter"
    A3 = "a3"


class Backs(StrEnum):
    """How backs are printed."""

    LONG = "long-edge"
    SHORT = "short-edge"
    FOLD = "gutterfold"
    SEPARATE = "separate"
    NONE = "none"


class Ink(StrEnum):
    """How much ink is used."""

    FULL = "full"
    SAVER = "saver"
    GREY = "grey"


class Format(StrEnum):
    """Formats of findings."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


class CountFormat(StrEnum):
    """Formats of counts."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


KitOption = Annotated[
    Optional[Path],  # noqa: UP045 - typer reads the annotation at run time
    typer.Option("-C", "--kit", metavar="DIR", help="The kit's folder [default: the nearest one upward]."),
]
Players = Annotated[Optional[int], typer.Option("--players", metavar="N", help="The number of players.")]  # noqa: UP045
Variant = Annotated[Optional[str], typer.Option("--variant", metavar="ID", help="A variant of the game.")]  # noqa: UP045
Lang = Annotated[Optional[str], typer.Option("--lang", metavar="CODE", help="The language to print in.")]  # noqa: UP045
Setting = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option("--set", metavar="PATH=VALUE", help="Try another value, such as rules.rounds=8."),
]


class UsageError(Exception):
    """A mistake on the command line; the message says what to write instead."""


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    if version:
        print(f"cardgen {__version__}")
        raise typer.Exit


@app.command()
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
    jobs: Annotated[int, typer.Option(min=1, help="Player counts printed at the same time.")] = 1,
) -> None:
    """Print the kit: PDFs, guide and manifest.

    Without --players, the kit is printed for every player count.
    """
    from cardgen import making

    root = _kit_root(kit)
    job = making.Job(
        root=root, variant=variant, lang=lang, paper=str(paper), backs=str(backs), ink=str(ink),
        only=tuple(only or ()), changed_since=changed_since, out=out or root / "output",
    )  # fmt: skip
    source, findings = _load(root)
    counts = _player_counts(source, players, variant)
    with _progress() as tell:
        results = making.make_all(source, job, counts, findings, jobs, tell)
    _show(root, findings)
    for result in results:
        print(result)
    if findings.has_errors or not results:
        raise typer.Exit(1)


@app.command()
def check(
    kit: KitOption = None,
    players: Players = None,
    variant: Variant = None,
    lang: Lang = None,
    output: Annotated[Format, typer.Option("--format", help="For people, programs or GitHub.")] = Format.TEXT,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings fail, too.")] = False,
    ignore: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option(metavar="CODE", help="Leave out findings with this code (may be repeated)."),
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Change every value of the data: which would nothing notice?")
    ] = False,
) -> None:
    """Find what is wrong with the kit: its data, its rules, its texts, and whatever print would show."""
    from cardgen.checking import check_kit
    from cardgen.diagnostics import Severity
    from cardgen.report import Reporter, check_json

    root = _kit_root(kit)
    if coverage:
        _coverage(root, output, strict)
    source, findings = _load(root, stop=False)
    checked = 0
    if source is not None:
        _player_counts(source, players, variant)
        with _progress() as tell:
            checked = check_kit(source, findings, players=players, variant=variant, lang=lang, progress=tell)
    findings = findings.without(ignore or ())
    if output is Format.JSON:
        print(check_json(source.spec.kit.id if source else "", findings, checked))
    else:
        reporter = Reporter(root, sys.stdout if output is Format.GITHUB else None)
        reporter.show(findings, str(output))
        if output is Format.TEXT:
            reporter.summary(findings, f"{checked} checked")
    failed = findings.has_errors or (strict and findings.count(Severity.WARNING))
    raise typer.Exit(1 if failed else 0)


@app.command()
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

    root = _kit_root(kit)
    source, findings = _load(root)
    texts = []
    for number in _player_counts(source, players, variant):
        resolved = _resolve(source, number, findings, variant)
        if resolved is None:
            continue
        sheets = sum(plan.sheets for plan in plan_files(resolved, Options(), backs_of(resolved), findings))
        found = counting.count(resolved, sheets)
        if output is CountFormat.JSON:
            texts.append(counting.counts_json(found))
        else:
            texts.append(
                counting.counts_csv(found) if output is CountFormat.CSV else counting.counts_text(found)
            )
    _show(root, findings)
    print(counting.join_formats(texts, str(output)))
    if findings.has_errors:
        raise typer.Exit(1)


@app.command()
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

    root = _kit_root(kit)
    source, findings = _load(root)
    number = players or max(_player_counts(source, None, variant))
    _player_counts(source, number, variant)
    resolved = _resolve(source, number, findings, variant, lang)
    written: list[Path] = []
    if resolved is not None:
        look = proofing.Look(ink=str(ink), dpi=dpi, trim=trim, safe=safe)
        with _progress() as tell:
            written = proofing.make_proofs(
                resolved, look, findings, faces=faces or (), pages=page or (), contact=contact,
                out=out or root / "output" / "proof", progress=tell,
            )  # fmt: skip
    _show(root, findings)
    for path in written:
        print(_shown(path))
    if findings.has_errors or not written:
        raise typer.Exit(1)


@app.command()
def new(directory: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make.")]) -> None:
    """Start a kit: a small game that builds at once, to be changed into yours."""
    from cardgen.starter import StarterError, create

    try:
        for path in create(directory):
            print(_shown(path))
    except StarterError as error:
        raise UsageError(str(error)) from None
    print(f"now try: cardgen build -C {_shown(directory)}", file=sys.stderr)


@app.command()
def schema(kit: KitOption = None) -> None:
    """Print the JSON Schema of `data/cards.yaml`, for completion and checks in an editor."""
    from cardgen.jsonschema import schema_text

    root = kit or _nearest()
    source = _load(root)[0] if root else None
    print(schema_text(source.spec if source else None))


@app.command()
def explain(
    code: Annotated[
        str | None, typer.Argument(metavar="[CODE]", help="A code such as D104; all codes if none.")
    ] = None,
) -> None:
    """Tell what a finding means, why it matters and what to do."""
    from cardgen.explain import codes, page

    if code is None:
        print(codes())
        return
    text = page(code)
    if text is None:
        raise UsageError(f"there is no finding `{code}`; `cardgen explain` lists them all")
    print(text)


def _coverage(root: Path, output: Format, strict: bool) -> None:
    """`check --coverage`: the values that nothing guards, and the share of those that something does."""
    from cardgen.checking import measure_coverage
    from cardgen.diagnostics import Severity
    from cardgen.report import coverage_json, coverage_text

    source, findings = _load(root)
    with _progress() as tell:
        measured = measure_coverage(source, findings, progress=tell)
    if measured is None:
        _show(root, findings)
        raise typer.Exit(1)
    if output is Format.JSON:
        print(coverage_json(source.spec.kit.id, measured, findings))
    else:
        _show(root, findings)
        print(coverage_text(measured, lambda file: _shown(root / file)))
    left = bool(measured.unguarded) or findings.count(Severity.WARNING) > 0
    raise typer.Exit(1 if findings.has_errors or (strict and left) else 0)


def _nearest() -> Path | None:
    from cardgen.loading import find_kit

    return find_kit(Path.cwd())


def _kit_root(kit: Path | None) -> Path:
    if kit is not None:
        if not kit.is_dir():
            raise UsageError(f"there is no folder `{kit}`")
        return kit
    return _nearest() or Path()


def _load(root: Path, stop: bool = True) -> tuple[KitSource, Findings]:
    """Read the kit; with `stop`, findings that make it unusable are shown and end the command."""
    from cardgen.diagnostics import Findings
    from cardgen.loading import load_kit

    findings = Findings()
    source = load_kit(root, findings)
    if stop and source is None:
        _show(root, findings)
        raise typer.Exit(1)
    return source, findings  # type: ignore[return-value]


def _resolve(
    source: KitSource, players: int, findings: Findings, variant: str | None, lang: str | None = None
) -> Kit | None:
    from cardgen.resolve import resolve

    return resolve(source, players, findings, variant=variant, lang=lang)


def _player_counts(source: KitSource, players: int | None, variant: str | None) -> tuple[int, ...]:
    """The player counts asked for; a count or variant that the game lacks is a usage error."""
    from cardgen.diagnostics import did_you_mean
    from cardgen.resolve import player_counts

    if variant is not None and variant not in source.spec.variants:
        hint = (
            did_you_mean(variant, source.spec.variants)
            or f"there are: {', '.join(source.spec.variants) or 'none'}"
        )
        raise UsageError(f"there is no variant `{variant}`; {hint}")
    known = player_counts(source.spec, variant)
    if players is None:
        return known
    if players not in known:
        what = f"the variant `{variant}`" if variant else f"`{source.spec.kit.id}`"
        raise UsageError(f"{what} is for {', '.join(map(str, known))} players, not {players}")
    return (players,)


def _show(root: Path, findings: Findings) -> None:
    from cardgen.report import Reporter

    if len(findings):
        reporter = Reporter(root)
        reporter.show(findings)
        reporter.summary(findings)


def _shown(path: Path) -> str:
    """A path as seen from here, where that is shorter."""
    try:
        shown = os.path.relpath(path)
    except ValueError:
        return str(path)
    return shown if len(shown) < len(str(path)) else str(path)


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """One line that tells what is being done; nothing where nobody watches."""
    if not sys.stderr.isatty():
        yield lambda what: None
        return

    def tell(what: str) -> None:
        print(f"\r\x1b[K{what} …", end="", file=sys.stderr, flush=True)

    yield tell
    print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        app()
    except UsageError as error:
        print(f"cardgen: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except KeyboardInterrupt:
        print("cardgen: interrupted; earlier output is untouched", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
