"""Fixtures for tests of the whole: tiny kits, and the command line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tinykits import MakeKit, Ran, RunCli, base_files, laid_over, write


@pytest.fixture
def make_kit(tmp_path: Path) -> MakeKit:
    """Write a kit: the text laid over the base, and further files by path."""

    def make(text: str = "", files: dict[str, str | bytes] | None = None) -> Path:
        root = tmp_path / "kit"
        return write(root, base_files() | {"data/cards.yaml": laid_over(text), **(files or {})})

    return make


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> RunCli:
    """Run a command of cardgen in this process, as a shell would."""

    monkeypatch.setenv("CARDGEN_TRACEBACK", "1")  # a fault of cardgen itself must fail the test

    def run(*args: object) -> Ran:
        from cardgen.cli import main

        monkeypatch.setattr(sys, "argv", ["cardgen", *map(str, args)])
        capsys.readouterr()
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run
