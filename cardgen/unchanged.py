"""The quick answer: a check that was clean, of a kit in which nothing has changed since.

It stands apart from `checking` so that the answer does not wait for what a whole check imports.
"""

from __future__ import annotations

from cardgen.checks.memory import Memory
from cardgen.diagnostics import Finding
from cardgen.loading import KitSource


def name_of(players: int | None, variant: str | None, lang: str | None) -> str:
    """What a check is remembered by."""
    return f"{players} {variant} {lang}"


def unchanged(source: KitSource, players: int | None, variant: str | None, lang: str | None) -> int | None:
    """How many things a clean check looked at, if it would be clean again; None if that is not known.

    Recorded games are replayed all the same, by an engine that may have changed.
    """
    known = Memory.read(source.root).passed(name_of(players, variant, lang))
    return None if known is None or replay_findings(source) else known


def replay_findings(source: KitSource) -> frozenset[Finding] | None:
    """What replaying a kit's recorded games finds; None for a kit without them, which needs no engine."""
    if source.spec.kit.engine is None or not (source.root / "data" / "playthroughs").is_dir():
        return None
    from cardgen.play.playthroughs import replay_all

    return frozenset(finding for replayed in replay_all(source) for finding in replayed.findings)
