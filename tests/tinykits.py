"""Tiny kits for tests: a base that is clean, and files laid over it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.diagnostics import Finding, Findings

if TYPE_CHECKING:
    from cardgen.kit import Kit
    from cardgen.loading import KitSource

BASE = """\
kit: {id: tiny, title: Tiny, version: "0.1.0", players: [2]}

rules:
  rounds: 6
  layers:
    - {id: l1, name: Topsoil, dig: 1, points: {poor: 2, fine: 4}}
    - {id: l2, name: Clay, dig: 2, points: {poor: 3, fine: 6}}

setups:
  2: {trenches: 3}

components:
  relic:
    kind: card
    name: Relics
    size: 63mm x 88mm
    fields: {layer: {refers_to: rules.layers}}
    cards:
      - {id: cup, name: Clay cup, layer: l1, text: "Dig for {{ card.layer.dig }}."}
      - {id: comb, name: Bone comb, layer: l2, copies: 2}
    back: none
"""
"""A kit without findings; its sections can be replaced one by one."""

TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{{ size.w }}mm" height="{{ size.h }}mm" \
viewBox="0 0 {{ size.w }} {{ size.h }}">
<rect x="-3" y="-3" width="{{ size.w + 6 }}" height="{{ size.h + 6 }}" fill="#FFFFFF"/>
{{ line(card.name, 5, 10, width=size.w - 10) }}
{% if card.text %}{{ text(card.text, 5, 15, size.w - 10, 50, size=9, floor=7) }}{% endif %}
{{ imprint(5, size.h - 5) }}
</svg>
"""
"""A face that is quick to draw, used for the relics of the base."""

SECTION = re.compile(r"^(?=[a-z]+:)", re.MULTILINE)


def sections(text: str) -> dict[str, str]:
    """The top-level sections of a YAML text, by name; whatever comes before them is under ``""``."""
    parts = SECTION.split(text)
    return {part.partition(":")[0] if SECTION.match(part) else "": part for part in parts if part}


def laid_over(text: str, base: str = BASE) -> str:
    """A `data/cards.yaml`: the text, and of the base the sections that the text does not have."""
    own = sections(text)
    return (
        text.rstrip("\n") + "\n" + "".join(part for name, part in sections(base).items() if name not in own)
    )


def base_files() -> dict[str, str | bytes]:
    return {"data/cards.yaml": BASE, "templates/relic.svg.j2": TEMPLATE}


def write(root: Path, files: dict[str, str | bytes]) -> Path:
    """Write files of a kit; missing folders are made."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def loaded(root: Path) -> tuple[KitSource | None, Findings]:
    from cardgen.loading import load_kit

    findings = Findings()
    return load_kit(root, findings), findings


def checked(root: Path) -> list[Finding]:
    """What `cardgen check` finds."""
    from cardgen.checking import check_kit

    source, findings = loaded(root)
    if source is not None:
        check_kit(source, findings)
    return list(findings)


def resolved(root: Path, players: int = 2, **options: object) -> tuple[Kit | None, list[Finding]]:
    from cardgen.resolve import resolve

    source, findings = loaded(root)
    kit = resolve(source, players, findings, **options) if source else None  # type: ignore[arg-type]
    return kit, list(findings)


MakeKit = Callable[..., Path]
RunCli = Callable[..., "Ran"]


@dataclass(frozen=True)
class Ran:
    """What a command did: its exit code, and what it wrote to stdout and stderr."""

    code: int
    out: str
    err: str
