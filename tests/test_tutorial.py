"""The tutorial, followed from its first command to its last: what it says is what happens."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cardgen.cli import main
from cardgen.proof import page_count
from cardgen.starter import STARTER

TUTORIAL = Path(__file__).parents[1] / "docs" / "tutorial.md"
TEXT = TUTORIAL.read_text("utf-8")
_STEP = re.compile(
    r"^```(?P<kind>\w*)\n(?P<block>.*?)^```$|^    (?P<command>\S[^\n]*)$", re.DOTALL | re.MULTILINE
)
_NAME = re.compile(r"(?:# |\{# )(\S+\.\w+)(?: #\})?\n")


@dataclass
class Walk:
    """The commands that were run, with exit codes and what they wrote, and the files that were typed."""

    root: Path
    ran: list[tuple[str, int, str]] = field(default_factory=list)
    shown: list[tuple[str, str]] = field(default_factory=list)
    """Output that the tutorial shows, with the output of the command above it."""
    files: list[str] = field(default_factory=list)

    def follow(self, text: str) -> None:
        """Do what the text says, step by step."""
        for step in _STEP.finditer(text):
            if step["command"]:
                self.run(step["command"])
            elif step["kind"]:
                self.write(step["block"])
            else:
                self.shown.append((step["block"], self.ran[-1][2]))

    def write(self, block: str) -> None:
        """Put a block into the file that its first line names."""
        name = _NAME.match(block)
        assert name, f"a block says in its first line what file it is: {block[:60]}"
        assert Path(name[1]).parent.is_dir(), f"the folder of {name[1]} is there"
        Path(name[1]).write_text(block, "utf-8")
        self.files.append(name[1])

    def run(self, line: str) -> None:
        """Run one line of a shell: the few commands that the tutorial uses."""
        command, *arguments = shlex.split(line)
        if command == "cd":
            os.chdir(arguments[0])
        elif command == "mkdir" and arguments[0] == "-p":
            Path(arguments[1]).mkdir(parents=True, exist_ok=True)
        elif command == "rm" and arguments[0] == "-r":
            for name in arguments[1:]:
                shutil.rmtree(name) if Path(name).is_dir() else Path(name).unlink()
        else:
            assert command == "cardgen", line
            self.ran.append((line, *_cardgen(arguments)))


def _cardgen(arguments: list[str]) -> tuple[int, str]:
    target = None
    if ">" in arguments:
        target = Path(arguments[-1])
        arguments = arguments[:-2]
        target.write_text("", "utf-8")  # as a shell does, before the command runs
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["cardgen", *arguments])
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
    if target:
        target.write_text(out.getvalue(), "utf-8")
    return code, out.getvalue() + err.getvalue()


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    before, folder = Path.cwd(), tmp_path_factory.mktemp("tutorial")
    os.chdir(folder)
    try:
        followed = Walk(folder / "tea")
        followed.follow(TEXT)
        yield followed
    finally:
        os.chdir(before)


def test_every_command_does_what_the_tutorial_says(walk: Walk) -> None:
    failed = [line for line, code, _ in walk.ran if code]
    assert failed == ["cardgen check"], "one check fails on purpose, to show a finding"
    codes = [code for line, code, _ in walk.ran if line == "cardgen check"]
    assert codes[-2:] == [1, 0], "the claim that is wrong, then mended"


def test_nothing_is_warned_of_on_the_way(walk: Walk) -> None:
    for line, code, wrote in walk.ran:
        if line == "cardgen check" and code == 0:
            assert "0 errors, 0 warnings\n" in wrote, wrote


def test_the_output_that_is_shown_is_what_is_written(walk: Walk) -> None:
    assert len(walk.shown) == 3
    for shown, wrote in walk.shown:
        for line in shown.splitlines():
            assert line in wrote


def test_the_tutorial_makes_every_kind_of_file(walk: Walk) -> None:
    assert list(dict.fromkeys(walk.files)) == [
        "data/cards.yaml", "data/board.yaml", "templates/tea.svg.j2", "templates/table.svg.j2",
        "data/lang/zh.yaml", "data/rulebook.yaml",
    ]  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_ends_with_a_printed_kit(walk: Walk, players: int) -> None:
    folder = walk.root / "output" / f"tea-{players}p"
    assert {path.name for path in folder.iterdir()} == {
        "cards.pdf", "board.pdf", "reference.pdf", "tokens.pdf", "guide.pdf", "manifest.json",
    }  # fmt: skip
    pieces = json.loads((folder / "manifest.json").read_text("utf-8"))["pieces"]
    copies = [piece["component"] for piece in pieces]
    assert {name: copies.count(name) for name in dict.fromkeys(copies)} == {
        "tea": 9, "coin": 6 * players, "reference": players, "board": 1,
    }  # fmt: skip
    assert page_count((folder / "guide.pdf").read_bytes()) == 3, "with the table on a page of its own"


def test_the_board_is_tiled(walk: Walk) -> None:
    assert page_count((walk.root / "output" / "tea-3p" / "board.pdf").read_bytes()) == 3


def test_the_second_language_is_whole_and_printed(walk: Walk) -> None:
    table = next(wrote for line, _, wrote in walk.ran if line == "cardgen lang")
    assert re.search(r"zh +all +\d+ +0 +0 +100 %", table)
    english, chinese = (
        json.loads((walk.root / "output" / name / "manifest.json").read_text("utf-8"))
        for name in ("tea-3p", "tea-3p-zh")
    )
    assert (english["lang"], chinese["lang"]) == ("en", "zh")
    fronts = [[piece["front"] for piece in made["pieces"]] for made in (english, chinese)]
    assert len(fronts[0]) == len(fronts[1])
    assert {a == b for a, b in zip(*fronts, strict=True)} == {False}, "each piece has words on it"


def test_there_are_three_claims(walk: Walk) -> None:
    assert (walk.root / "data" / "rulebook.yaml").read_text("utf-8").count("- {id:") == 3


def test_the_tutorial_counts_the_icons_right() -> None:
    icons = len(list((STARTER.parent / "icons").glob("*.svg")))
    assert f"{icons} plain ones" in TEXT
