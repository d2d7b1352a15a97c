"""The part of a check that draws: what print would show, for every setup of a kit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardgen.build import prepare
from cardgen.diagnostics import Findings
from cardgen.kit import Kit
from cardgen.printing import Options, plan_files


def check_drawn(kits: Sequence[Kit], findings: Findings, progress: Callable[[str], None]) -> None:
    """Draw the faces of each setup and lay them on sheets."""
    for kit in kits:
        progress(f"{kit.players} players" + (f", {kit.variant}" if kit.variant else ""))
        faces = prepare(kit, Options(), findings)
        if not findings.has_errors:
            plan_files(kit, Options(), faces.has_back, findings)
