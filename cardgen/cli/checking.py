"""Commands that check and explain."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cardgen.cli.kits import (
    UsageError,
    kit_root,
    language,
    load,
    nearest,
    player_counts,
    progress,
    show,
    shown,
)  # fmt: skip
from cardgen.cli.options import Format, KitOption, Lang, Players, Variant

if TYPE_CHECKING:
    from cardgen.diagnostics import Findings
    from cardgen.loading import KitSource


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
    from cardgen.diagnostics import Severity
    from cardgen.report import Reporter, check_json
    from cardgen.unchanged import unchanged

    root = kit_root(kit)
    if coverage:
        _coverage(root, output, strict)
    source, findings = load(root, stop=False)
    checked = 0
    if source is not None:
        player_counts(source, players, variant)
        language(source, lang)
        known = None if len(findings) else unchanged(source, players, variant, lang)
        checked = _check(source, findings, players, variant, lang) if known is None else known
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


def _check(
    source: KitSource, findings: Findings, players: int | None, variant: str | None, lang: str | None
) -> int:
    from cardgen.checking import check_kit

    with progress() as tell:
        return check_kit(source, findings, players=players, variant=variant, lang=lang, progress=tell)


def schema(kit: KitOption = None) -> None:
    """Print the JSON Schema of `data/cards.yaml`, for completion and checks in an editor."""
    from cardgen.jsonschema import schema_text

    root = kit or nearest()
    source = load(root)[0] if root else None
    print(schema_text(source.spec if source else None))


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

    source, findings = load(root)
    with progress() as tell:
        measured = measure_coverage(source, findings, progress=tell)
    if measured is None:
        show(root, findings)
        raise typer.Exit(1)
    if output is Format.JSON:
        print(coverage_json(source.spec.kit.id, measured, findings))
    else:
        show(root, findings)
        print(coverage_text(measured, lambda file: shown(root / file)))
    left = bool(measured.unguarded) or findings.count(Severity.WARNING) > 0
    raise typer.Exit(1 if findings.has_errors or (strict and left) else 0)
