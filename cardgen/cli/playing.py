"""Commands that play: replay recorded games, simulate many."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from cardgen.cli.kits import UsageError, kit_root, load, player_counts, progress, show, shown
from cardgen.cli.options import KitOption, Players, Setting, Variant

if TYPE_CHECKING:
    from cardgen.loading import KitSource
    from cardgen.play.batch import Backend


class ReplayFormat(StrEnum):
    """Formats of replays."""

    TEXT = "text"
    JSON = "json"


class PlayFormat(StrEnum):
    """Formats of simulations."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


def replay(
    files: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Argument(metavar="[FILE]…", help="Recorded games; all of the kit's data/playthroughs if none."),
    ] = None,
    kit: KitOption = None,
    output: Annotated[
        ReplayFormat, typer.Option("--format", help="For people or programs.")
    ] = ReplayFormat.TEXT,
) -> None:
    """Play recorded games again by the rules, and name what the record gets wrong."""
    from cardgen.play.playthroughs import replay_all
    from cardgen.report import Reporter, replays_json, replays_text

    root = kit_root(kit)
    source, findings = load(root)
    games = replay_all(source, [_inside(root, name) for name in files] if files else None)
    for game in games:
        findings.extend(game.findings)
    if output is ReplayFormat.JSON:
        print(replays_json(games))
    else:
        print(replays_text(games) if games else "there are no recorded games in data/playthroughs/")
        reporter = Reporter(root)
        reporter.show(findings)
        reporter.summary(findings)
    if findings.has_errors:
        raise typer.Exit(1)


def _inside(root: Path, name: str) -> str:
    """A file as named here, or in the kit, as a path inside the kit."""
    for path in (Path(name), root / name):
        if path.is_file():
            try:
                return path.resolve().relative_to(root.resolve()).as_posix()
            except ValueError:
                raise UsageError(f"`{name}` is not in the kit; copy it into data/playthroughs/") from None
    raise UsageError(f"there is no file `{name}`")


def simulate(
    kit: KitOption = None,
    players: Players = None,
    variant: Variant = None,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    settings: Setting = None,
    sweep: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option(
            metavar="PATH=A..B",
            help="Try each of several values, such as rules.assist=2..5; several make a grid.",
        ),
    ] = None,
    compare: Annotated[
        bool, typer.Option("--compare", help="Put --set beside the data as they are.")
    ] = False,
    claims: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FILE", help="Judge what a rulebook says of balance: YAML with `claims`."),
    ] = None,
    strategy: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option(
            metavar="ID", help="Who sits at the table, one for each player; else every strategy in turn."
        ),
    ] = None,
    jobs: Annotated[
        int, typer.Option(min=0, help="Processes; 0 for one a core. The result is the same.")
    ] = 0,
    dask: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="ADDRESS", help="A Dask cluster's scheduler."),
    ] = None,
    output: Annotated[
        PlayFormat, typer.Option("--format", help="For people, programs or spreadsheets.")
    ] = PlayFormat.TEXT,
    plot: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FILE", help="Also draw win rates and scores as a page (SVG or PDF)."),
    ] = None,
) -> None:
    """Simulate games between strategies: win rates and points with 95 % intervals.

    Without --players, every player count is simulated.
    """
    import time

    from cardgen import playing
    from cardgen.diagnostics import FindingsError

    root = kit_root(kit)
    source, findings = load(root)
    if compare and not settings:
        raise UsageError("--compare needs --set: what is to be compared with the data as they are?")
    if compare and sweep:
        raise UsageError("--compare goes with --set, not with --sweep")
    if claims and (compare or sweep):
        raise UsageError("--claims are judged on one version of the data, not with --compare or --sweep")
    if claims and not claims.is_file():
        raise UsageError(f"there is no file `{claims}`")
    began = time.perf_counter()
    asked = playing.Asked(
        players=player_counts(source, players, variant), variant=variant, games=games, seed=seed,
        settings=tuple(settings or ()), sweeps=tuple(sweep or ()), strategies=tuple(strategy or ()),
    )  # fmt: skip
    try:
        with progress() as tell:
            result = playing.run(source, asked, findings, compare, _backend(jobs, dask), tell)
    except FindingsError as error:
        findings.extend(error.findings)
        result = None
    show(root, findings)
    if result is None or findings.has_errors:
        raise typer.Exit(1)
    if claims is not None:
        judged = playing.judge_file(claims, result, findings)
        print(playing.judged_text(judged, str(output)))
        show(claims.parent, findings.without(["G650", "G651"]))  # the table has told these
    else:
        print(result.text(str(output), time.perf_counter() - began))
    if plot is not None:
        _plot(source, result, plot)
    if findings.has_errors:
        raise typer.Exit(1)


def _backend(jobs: int, dask: str | None) -> Backend:
    from cardgen.play.batch import in_process, over_dask, over_processes

    if dask is not None:
        return over_dask(dask)
    count = jobs or os.cpu_count() or 1
    return over_processes(count) if count > 1 else in_process


def _plot(source: KitSource, result: Any, path: Path) -> None:
    from cardgen.playing import plot_file

    if path.suffix not in (".svg", ".pdf"):
        raise UsageError(f"a plot is an .svg or a .pdf file, not `{path.name}`")
    path.write_bytes(plot_file(source, result, path.suffix))
    print(shown(path))
