"""The same input gives the same bytes, whatever the folder, the time zone, the language or the hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tinykits import BASE, TEMPLATE, write

TEXT = BASE + """\
  board:
    kind: board
    name: Board
    size: 240mm x 180mm
    template: relic
    cards: [{id: field, name: Field, text: "Noise {{ noise(7).uniform(0, 9) | fixed(3) }}"}]
  token:
    kind: token
    name: Token
    size: 20mm x 20mm
    quantity: players * 3
words: {turn: Turn, end: End}
"""  # fmt: skip
BACK = TEMPLATE.replace("card.name", "'Back'").replace("{% if card.text %}", "{% if false %}")


def _built(folder: Path, **environment: str) -> dict[str, bytes]:
    files: dict[str, str | bytes] = {
        "data/cards.yaml": TEXT.replace("back: none", "back: relic"),
        "templates/relic.svg.j2": TEMPLATE,
        "templates/relic.back.svg.j2": BACK,
    }
    write(folder, files)
    ran = subprocess.run(
        [sys.executable, "-m", "cardgen.cli", "build"],
        cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return {path.name: path.read_bytes() for path in sorted((folder / "output" / "tiny-2p").iterdir())}


def test_two_builds_are_byte_identical(tmp_path: Path) -> None:
    first = _built(tmp_path / "a", TZ="UTC", LANG="C", LC_ALL="C", PYTHONHASHSEED="1")
    second = _built(
        tmp_path / "a longer folder" / "b",
        TZ="Asia/Shanghai", LANG="zh_CN.GBK", LC_ALL="", PYTHONHASHSEED="99",
        SOURCE_DATE_EPOCH="1", COLUMNS="40",
    )  # fmt: skip
    assert set(first) == {"board.pdf", "cards.pdf", "tokens.pdf", "guide.pdf", "manifest.json"}
    different = [name for name in first if first[name] != second[name]]
    assert different == []
    for name, data in first.items():
        assert str(tmp_path).encode() not in data, f"{name} holds a path of this machine"
