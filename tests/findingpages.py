"""The pages of findings, read as tests: an example that shows exactly this code, and what mends it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from tinykits import BASE, SECTION, TEMPLATE, base_files, laid_over

from cardgen.explain import PAGES

_HEAD = re.compile(r"# ([A-Z]\d{3}) ([a-z0-9-]+)\n\n\*(error|warning|note)\*\n\n")
_BLOCK = re.compile(r"^```(\w+)\n(?:# |\{# |<!-- )(\S+\.\w+)(?: #\}| -->)?\n(.*?)^```$", re.S | re.M)
_FACE = TEMPLATE.replace("</svg>", "{% for name in words %}<desc>{{ words[name] }}</desc>{% endfor %}</svg>")
"""A face that uses every word, so that none is reported as idle."""
_PARTS = ("Why it matters", "Example", "What to do")


@dataclass(frozen=True)
class Page:
    """One page: its heading, and the files of its example and of what to do."""

    code: str
    name: str
    severity: str
    text: str
    example: dict[str, str] = field(default_factory=dict)
    mended: dict[str, str] = field(default_factory=dict)


def read_pages() -> dict[str, Page]:
    """All pages, by the name of their file."""
    return {path.stem: _page(path) for path in sorted(PAGES.glob("*.md"))}


def _page(path: Path) -> Page:
    text = path.read_text("utf-8")
    head = _HEAD.match(text)
    assert head, f"{path.name} begins with `# CODE name`, then *severity*"
    parts = re.split(r"^## (.+)\n", text, flags=re.M)
    assert tuple(parts[1::2]) == _PARTS, f"{path.name} has the parts {_PARTS}"
    example, mended = ({b[1]: b[2] for b in _BLOCK.findall(part)} for part in (parts[4], parts[6]))
    return Page(head[1], head[2], head[3], text, example, {**example, **mended})


def files_of(blocks: dict[str, str]) -> dict[str, str | bytes]:
    """A whole kit: the blocks of a page, laid over the base."""
    files = base_files() | {"templates/relic.svg.j2": _FACE}
    for name, text in blocks.items():
        files[name] = _whole(name, text)
    return files


def _whole(name: str, text: str) -> str:
    if name == "data/cards.yaml":
        return laid_over(text, BASE) if SECTION.search(text) else text
    if "<svg" in text or not name.endswith((".svg.j2", ".svg")):
        return text
    if name.endswith(".svg.j2"):
        return _FACE.replace("</svg>", f"{text}</svg>")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">\n{text}</svg>\n'


GAME = """\
players: [ann, bo]
deal:
  {A1: clay-cup, B1: bi-shard, C1: bone-needle, A2: pottery-he, B2: tree-root, C2: jade-zhang,
   A3: tree-trunk, B3: gold-fish, C3: edged-zhang, A4: great-zhang, B4: bronze-beast, C4: tree-branch}
rounds:
  - season: fair
    turns:
      - {player: ann, does: [move A, dig A1 +1, dig A2 +2], scores: 3}
      - {player: bo, does: [move B, dig B1 +1, dig B2 +2], scores: 3}
"""
"""A recorded game without findings, as long as it has rounds."""


def game_of(blocks: dict[str, str]) -> str:
    """A recorded game: the block of a page, laid over the base."""
    return laid_over(blocks["data/playthroughs/game.yaml"], GAME)
