"""What every command begins and ends with: finding and reading the kit, showing findings and progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from cardgen.diagnostics import Findings
    from cardgen.kit import Kit
    from cardgen.loading import KitSource


class UsageError(Exception):
    """A mistake on the command line; the message says what to write instead."""


def nearest() -> Path | None:
    """The folder of the nearest kit, from here upward."""
    from cardgen.loading import find_kit

    return find_kit(Path.cwd())


def kit_root(kit: Path | None) -> Path:
    """The folder of the kit that is meant."""
    if kit is not None:
        if not kit.is_dir():
            raise UsageError(f"there is no folder `{kit}`")
        return kit
    return nearest() or Path()


def load(root: Path, stop: bool = True) -> tuple[KitSource, Findings]:
    """Read the kit; with `stop`, findings that make it unusable are shown and end the command."""
    from cardgen.diagnostics import Findings
    from cardgen.loading import load_kit

    findings = Findings()
    source = load_kit(root, findings)
    if stop and source is None:
        show(root, findings)
        raise typer.Exit(1)
    return source, findings  # type: ignore[return-value]


def resolved(
    source: KitSource, players: int, findings: Findings, variant: str | None, lang: str | None = None
) -> Kit | None:
    """The kit for these players, or None after findings."""
    from cardgen.resolve import resolve

    return resolve(source, players, findings, variant=variant, lang=lang)


def player_counts(source: KitSource, players: int | None, variant: str | None) -> tuple[int, ...]:
    """The player counts asked for; a count or variant that the game lacks is a usage error."""
    from cardgen import resolve as resolving
    from cardgen.diagnostics import did_you_mean

    if variant is not None and variant not in source.spec.variants:
        hint = (
            did_you_mean(variant, source.spec.variants)
            or f"there are: {', '.join(source.spec.variants) or 'none'}"
        )
        raise UsageError(f"there is no variant `{variant}`; {hint}")
    known = resolving.player_counts(source.spec, variant)
    if players is None:
        return known
    if players not in known:
        what = f"the variant `{variant}`" if variant else f"`{source.spec.kit.id}`"
        noun = "player" if known == (1,) else "players"
        raise UsageError(f"{what} is for {', '.join(map(str, known))} {noun}, not {players}")
    return (players,)


def language(source: KitSource, lang: str | None) -> None:
    """See that the kit has the language asked for; anything else is a usage error."""
    from cardgen.loading import language_codes

    # A file that could not be read has its own findings: its language is not unknown.
    if lang is None or lang in language_codes(source) or (source.root / f"data/lang/{lang}.yaml").is_file():
        return
    raise unknown_language(lang, language_codes(source))


def unknown_language(lang: str, known: Iterable[str]) -> UsageError:
    """What to say of a language that the kit does not have."""
    from cardgen.diagnostics import did_you_mean

    names = list(known)
    hint = did_you_mean(lang, names)
    there = f"there are: {', '.join(names) or 'none'}"
    begin = f"`cardgen lang {lang} --missing` prints what to translate"
    return UsageError(f"the kit has no language `{lang}`; {f'{hint} ' if hint else ''}{there}; {begin}")


def show(root: Path, findings: Findings) -> None:
    """Print the findings, if any, with a line that counts them."""
    from cardgen.report import Reporter

    if len(findings):
        reporter = Reporter(root)
        reporter.show(findings)
        reporter.summary(findings)


def shown(path: Path) -> str:
    """A path as seen from here, where that is shorter."""
    try:
        shown = os.path.relpath(path)
    except ValueError:
        return str(path)
    return shown if len(shown) < len(str(path)) else str(path)


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """One line that tells what is being done; nothing where nobody watches."""
    if not sys.stderr.isatty():
        yield lambda what: None
        return

    def tell(what: str) -> None:
        print(f"\r\x1b[K{what} …", end="", file=sys.stderr, flush=True)

    yield tell
    print("\r\x1b[K", end="", file=sys.stderr, flush=True)
