"""What `cardgen check` does: every player count and variant, as data and as it would print."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.build import prepare
from cardgen.diagnostics import Findings
from cardgen.loading import KitSource
from cardgen.printing import Options, plan_files
from cardgen.resolve import player_counts, resolve


def check_kit(
    source: KitSource,
    findings: Findings,
    *,
    players: int | None = None,
    variant: str | None = None,
    lang: str | None = None,
    progress: Callable[[str], None] = lambda what: None,
) -> int:
    """Check the kit for these players and this variant, or for all; return how many things were looked at."""
    variants: tuple[str | None, ...] = (variant,) if variant else (None, *source.spec.variants)
    checked = 0
    for chosen in variants:
        counts = player_counts(source.spec, chosen)
        for count in (players,) if players else counts:
            if count not in counts:
                continue
            progress(f"{count} players" + (f", {chosen}" if chosen else ""))
            kit = resolve(source, count, findings, variant=chosen, lang=lang)
            if kit is None:
                return checked
            faces = prepare(kit, Options(), findings)
            if not findings.has_errors:
                plan_files(kit, Options(), faces.has_back, findings)
            checked += sum(1 for _ in kit.cards())
    return checked
