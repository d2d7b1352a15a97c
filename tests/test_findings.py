"""Each kind of finding has one page, and the page's example is its test."""

from __future__ import annotations

import ast
import json
import runpy
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from findingpages import files_of, game_of, read_pages
from tinykits import BASE, RunCli, base_files, checked, loaded, write

import cardgen
from cardgen.checking import measure_coverage
from cardgen.diagnostics import Findings
from cardgen.explain import codes, page
from cardgen.games.tanfang.recorder import TanfangRecorder
from cardgen.play.replay import replay
from cardgen.source import parse_yaml
from tests.play.tanfang_data import data

PAGES = read_pages()
PACKAGE = Path(cardgen.__file__).parent
ROOT = PACKAGE.parent


def rules() -> dict[str, tuple[str, str]]:
    """Code -> (name, severity) of every `Rule("…", "…")` that stands in the package."""
    found: list[tuple[str, str, str]] = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Rule":
                code, name = (ast.literal_eval(argument) for argument in node.args[:2])
                severity = node.args[2].attr.lower() if len(node.args) > 2 else "error"  # type: ignore[attr-defined]
                found.append((code, name, severity))
    twice = [code for code, number in Counter(code for code, *_ in found).items() if number > 1]
    assert twice == [], "no two rules share a code"
    return {code: (name, severity) for code, name, severity in found}


RULES = rules()


def test_every_rule_has_a_page_and_every_page_a_rule() -> None:
    assert set(RULES) - set(PAGES) == set()
    assert set(PAGES) - set(RULES) == set()


@pytest.mark.parametrize("code", sorted(PAGES))
def test_a_page_says_what_its_rule_is(code: str) -> None:
    found = PAGES[code]
    assert (found.code, found.name, found.severity) == (code, *RULES[code])
    assert page(code.lower()) == found.text.rstrip()
    assert f"{code} {found.name}" in codes()
    sentences = found.text.split("\n\n")[2]
    assert 20 < len(sentences) < 500, "what it finds, in a sentence or two"


RULEBOOK = {code: found for code, found in PAGES.items() if "templates/rulebook.md.j2" in found.example}
APART = {code for code in PAGES if code[0] == "G"} | set(RULEBOOK) | {"R261"}
"""Pages whose example is not shown by a check, but by a replay, a build or a measurement."""
EXEMPLIFIED = {code: found for code, found in PAGES.items() if found.example and code not in APART}


@pytest.mark.parametrize("code", sorted(EXEMPLIFIED))
def test_the_example_shows_exactly_this(code: str, tmp_path: Path) -> None:
    found = EXEMPLIFIED[code]
    findings = checked(write(tmp_path, files_of(found.example)))
    assert {finding.code for finding in findings} == {code}, [str(finding.message) for finding in findings]
    assert all(finding.hint for finding in findings if code[0] != "R")


@pytest.mark.parametrize("code", sorted(EXEMPLIFIED))
def test_what_to_do_mends_it(code: str, tmp_path: Path) -> None:
    found = EXEMPLIFIED[code]
    assert found.mended != found.example, "the page shows what to write instead"
    findings = checked(write(tmp_path, files_of(found.mended)))
    assert [f"{finding.code} {finding.message}" for finding in findings] == []


PLAYED = {code: found for code, found in PAGES.items() if "data/playthroughs/game.yaml" in found.example}


def replayed(text: str) -> list[tuple[str, str]]:
    """What the replay of a recorded game finds; the game lasts as many rounds as are recorded."""
    source = parse_yaml(text, "data/playthroughs/game.yaml", Findings())
    assert source is not None
    numbers = data(2, rounds=max(1, len(source.data["rounds"])))
    result = replay(source, TanfangRecorder(numbers), "data/playthroughs/game.yaml")
    return [(finding.code, finding.message) for finding in result.findings]


@pytest.mark.parametrize("code", sorted(PLAYED))
def test_a_recorded_game_shows_exactly_this(code: str) -> None:
    assert {found for found, _ in replayed(game_of(PLAYED[code].example))} == {code}


@pytest.mark.parametrize("code", sorted(PLAYED))
def test_what_to_do_mends_a_recorded_game(code: str) -> None:
    assert PLAYED[code].mended != PLAYED[code].example
    assert replayed(game_of(PLAYED[code].mended)) == []


def printed_rulebook(root: Path) -> list[str]:
    """What printing the rulebook of a kit finds."""
    from tinykits import resolved

    from cardgen.booklet import lay_out
    from cardgen.faces import open_faces

    kit, _ = resolved(root)
    assert kit is not None
    findings = Findings()
    faces = open_faces(kit, "full", findings)
    faces.draw_all()
    lay_out(kit, faces, findings)
    return [finding.code for finding in findings]


@pytest.mark.parametrize("code", sorted(RULEBOOK))
def test_a_rulebook_shows_exactly_this(code: str, tmp_path: Path) -> None:
    assert set(printed_rulebook(write(tmp_path / "bad", files_of(RULEBOOK[code].example)))) == {code}
    assert printed_rulebook(write(tmp_path / "good", files_of(RULEBOOK[code].mended))) == []


Builder = Callable[[Path], None]


def _gbk(root: Path) -> None:
    (root / "data" / "cards.yaml").write_bytes(BASE.replace("Clay cup", "陶盏").encode("gbk"))


def _folder(root: Path) -> None:
    (root / "data" / "more.yaml").mkdir()


def _link(root: Path) -> None:
    outside = root.parent / "outside.yaml"
    outside.write_text("words: {a: b}\n")
    (root / "data" / "more.yaml").symlink_to(outside)


def _otf(root: Path) -> None:
    text = BASE.replace("players: [2]", "players: [2], fonts: {title: fonts/Carved.otf}")
    write(root, {"data/cards.yaml": text, "fonts/Carved.otf": b"OTTO" + bytes(40)})


BUILT: dict[str, Builder] = {"D103": _gbk, "D119": _folder, "D122": _link, "F103": _otf}
"""What no block of text can show: how to make a kit that has it."""


@pytest.mark.parametrize("code", sorted(BUILT))
def test_what_no_text_can_show(code: str, tmp_path: Path) -> None:
    root = write(tmp_path / "kit", base_files())
    BUILT[code](root)
    findings = checked(root)
    assert {finding.code for finding in findings} == {code}
    assert all(finding.hint for finding in findings)


@pytest.mark.parametrize(
    ("code", "arguments"),
    [("P530", ("--changed-since", "notes.txt")), ("P531", ("--only", "relix"))],
)
def test_what_the_command_line_can_show(
    code: str, arguments: tuple[str, ...], tmp_path: Path, cli: RunCli
) -> None:
    ran = cli("build", "-C", write(tmp_path, base_files()), *arguments)
    assert ran.code == 1
    assert f"error[{code}]" in ran.err


def test_a_piece_larger_than_the_paper(tmp_path: Path) -> None:
    from tinykits import resolved

    from cardgen import printing

    kit, _ = resolved(write(tmp_path, base_files()))
    assert kit is not None
    findings = Findings()

    def refuse(*_: object, **__: object) -> None:
        raise printing.SheetError("no sheet holds it")

    board = BASE.replace("kind: card", "kind: board")
    kit, _ = resolved(write(tmp_path, {"data/cards.yaml": board}))
    assert kit is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(printing, "tile_board", refuse)
        printing.plan_files(kit, printing.Options(), lambda component: False, findings)
    assert {finding.code for finding in findings} == {"P501"}


def test_an_excuse_that_excuses_nothing(tmp_path: Path) -> None:
    findings = Findings()
    source, _ = loaded(write(tmp_path, files_of(PAGES["R261"].example)))
    assert source is not None
    measure_coverage(source, findings)
    assert "R261" in {finding.code for finding in findings}


ELSEWHERE = {"G600", "G606", "G650", "G651", "G652", "G660"}
"""What needs an engine, a simulation or a command: tested with these, in `tests/play`."""


def test_every_page_is_tested() -> None:
    once = {"P501", "P530", "P531", "R261"}
    shown = set(EXEMPLIFIED) | set(PLAYED) | set(RULEBOOK) | set(BUILT) | once | ELSEWHERE
    assert set(PAGES) - shown == set()


def test_explain_finds_a_page_in_any_case_and_no_file_elsewhere() -> None:
    assert page(" d104 ") == PAGES["D104"].text.rstrip()
    for odd in ("D1O4", "../explain", "D104.md", "", "D10"):
        assert page(odd) is None


def test_json_of_a_finding_can_be_looked_up(tmp_path: Path, cli: RunCli) -> None:
    text = BASE.replace("copies: 2", "coppies: 2")
    ran = cli("check", "-C", write(tmp_path, base_files() | {"data/cards.yaml": text}), "--format", "json")
    (finding,) = json.loads(ran.out)["findings"]
    assert cli("explain", finding["code"]).out.startswith(f"# {finding['code']} {finding['name']}")


def test_the_documentation_is_made_of_the_pages() -> None:
    made = runpy.run_path(str(ROOT / "tools" / "make_findings_doc.py"))["findings_doc"]()
    shown = (ROOT / "docs" / "findings.md").read_text("utf-8")
    assert made == shown, "run python tools/make_findings_doc.py"
    assert all(f"| [{code}](#" in shown for code in PAGES)
