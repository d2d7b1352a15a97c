"""The documentation says what the code does."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest
from tinykits import RunCli

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_generated_parts_are_up_to_date(page: Path) -> None:
    fill = runpy.run_path(str(ROOT / "tools" / "make_reference.py"))["fill"]
    assert fill(page.read_text("utf-8")) == page.read_text("utf-8"), "run python tools/make_reference.py"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_and_named_files_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    prose = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    targets = re.findall(r"\]\((?!https?:|#|mailto:|face:|art:|icon:|picture:)([^)#]+)", prose)
    targets += re.findall(r"`(docs/[\w/.-]+\.md)`", text)
    for target in targets:
        places = (page.parent / target, ROOT / target)
        assert any(place.exists() for place in places), f"{page.name} names {target}"


def test_ci_runs_exactly_the_test_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    commands = [line for line in readme.splitlines() if re.fullmatch(r"python3 -m venv .*pytest", line)]
    assert len(commands) == 1
    assert "README.md" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_the_counts_shown_are_those_of_the_kit(cli: RunCli) -> None:
    text = (ROOT / "docs" / "commands.md").read_text("utf-8")
    (example,) = re.findall(r"^```json\n(\{\"players\": 3.*?)^```$", text, re.M | re.S)
    shown = json.loads(example)
    counted = json.loads(cli("counts", "-C", ROOT, "--players", "3", "--format", "json").out)
    (found,) = counted if isinstance(counted, list) else [counted]
    assert set(found) == set(shown)
    assert shown["totals"] == found["totals"]
    assert shown["components"][0] in found["components"]
