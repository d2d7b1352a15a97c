"""The command line as its users and other programs see it: exit codes, streams, JSON shapes, messages."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tinykits import BASE, MakeKit, RunCli

BROKEN = BASE.replace("copies: 2", "coppies: 2")
WARNING = BASE.replace("Dig for", "Dig **for")
MORE_PLAYERS = """\
kit: {id: tiny, title: Tiny, version: "0.1.0", players: [2, 3]}
setups:
  2: {trenches: 3}
  3: {trenches: 4}
variants:
  long: {name: Long, players: [3], rules: {rounds: 8}, components: {relic: {cards: {cup: {copies: 4}}}}}
"""


def test_help_needs_no_heavy_library() -> None:
    """Importing the command line must not import what draws or reads, so that --help answers at once."""
    heavy = ["reportlab", "pydantic", "jinja2", "lxml", "yaml", "svglib", "pypdfium2", "fontTools", "PIL"]
    script = f"import sys, cardgen.cli; print([name for name in {heavy!r} if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_help_goes_to_stdout_and_names_every_command(cli: RunCli) -> None:
    ran = cli("--help")
    assert (ran.code, ran.err) == (0, "")
    for command in ("build", "check", "counts", "proof", "new", "schema", "explain"):
        assert command in ran.out


def test_every_command_has_help(cli: RunCli) -> None:
    for command in ("build", "check", "counts", "proof", "new", "schema", "explain"):
        assert cli(command, "--help").code == 0


def test_a_clean_kit_exits_0(make_kit: MakeKit, cli: RunCli) -> None:
    ran = cli("check", "-C", make_kit())
    assert (ran.code, ran.out) == (0, "")
    assert "0 errors" in ran.err


def test_an_error_exits_1_on_every_command(make_kit: MakeKit, cli: RunCli) -> None:
    root = make_kit(files={"data/cards.yaml": BROKEN})
    for command in ("check", "build", "counts", "proof"):
        ran = cli(command, "-C", root)
        assert ran.code == 1, command
        assert "error[D104]" in ran.err
        assert "D104" not in ran.out, "findings go to stderr"


def test_a_warning_fails_only_when_strict(make_kit: MakeKit, cli: RunCli) -> None:
    root = make_kit(files={"data/cards.yaml": WARNING})
    assert cli("check", "-C", root).code == 0
    assert cli("check", "-C", root, "--strict").code == 1
    assert cli("check", "-C", root, "--strict", "--ignore", "t314").code == 0


USAGE = {
    "no such option": ("check", "--plyers", "2"),
    "no such command": ("chek",),
    "no such folder": ("check", "-C", "/nonexistent"),
    "no such player count": ("check", "--players", "9"),
    "no such variant": ("build", "--variant", "lomg"),
    "no such format": ("check", "--format", "xml"),
    "no such paper": ("build", "--paper", "a5"),
    "no such code": ("explain", "X999"),
    "no such component": ("build", "--only", "relix"),
    "a word for a number": ("build", "--players", "two"),
}


@pytest.mark.parametrize("arguments", USAGE.values(), ids=USAGE.keys())
def test_a_mistake_of_usage_exits_2_or_1_with_a_hint(
    make_kit: MakeKit, cli: RunCli, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(make_kit(MORE_PLAYERS))
    ran = cli(*arguments)
    assert ran.code == (1 if "--only" in arguments else 2)
    assert ran.out == ""
    assert ran.err
    assert "Traceback" not in ran.err


def test_near_words_are_suggested(make_kit: MakeKit, cli: RunCli) -> None:
    root = make_kit(MORE_PLAYERS)
    assert "did you mean `long`?" in cli("build", "-C", root, "--variant", "lomg").err
    assert "did you mean `relic`?" in cli("build", "-C", root, "--only", "relix").err
    assert "2, 3" in cli("counts", "-C", root, "--players", "9").err


def test_the_kit_is_found_upward(make_kit: MakeKit, cli: RunCli, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_kit()
    (root / "art" / "deep").mkdir(parents=True)
    monkeypatch.chdir(root / "art" / "deep")
    assert cli("check").code == 0


def test_no_kit_says_how_to_make_one(cli: RunCli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = cli("check")
    assert ran.code == 1
    assert "D100" in ran.err
    assert "cardgen new DIR" in ran.err


def test_check_json_has_the_shape_of_the_contract(make_kit: MakeKit, cli: RunCli) -> None:
    text = BASE.replace("id: comb", "id: cup")
    ran = cli("check", "-C", make_kit(files={"data/cards.yaml": text}), "--format", "json")
    data = json.loads(ran.out)
    assert list(data) == ["kit", "findings", "errors", "warnings", "checked"]
    assert (data["kit"], data["errors"], data["warnings"]) == ("tiny", 1, 0)
    (finding,) = data["findings"]
    assert list(finding) == [
        "code", "name", "severity", "message", "file", "line", "column", "section", "hint", "related",
    ]  # fmt: skip
    assert (finding["code"], finding["name"], finding["severity"]) == ("D116", "duplicate-id", "error")
    assert list(finding["related"][0]) == ["file", "line", "column", "message"]
    assert ran.err == "", "a program gets JSON and nothing else"


def test_check_json_of_a_clean_kit_counts_what_was_checked(make_kit: MakeKit, cli: RunCli) -> None:
    data = json.loads(cli("check", "-C", make_kit(), "--format", "json").out)
    assert data["findings"] == []
    assert data["checked"] > 0


def test_check_for_github_points_at_the_line(make_kit: MakeKit, cli: RunCli) -> None:
    root = make_kit(files={"data/cards.yaml": BROKEN})
    out = cli("check", "-C", root, "--format", "github").out
    assert out.startswith("::error file=")
    assert ",line=20,col=48,title=D104 unknown-field::unknown field `coppies`" in out
    assert "\n" not in out.strip(), "one command, one line"


def test_counts_json_has_the_shape_of_the_contract(make_kit: MakeKit, cli: RunCli) -> None:
    data = json.loads(cli("counts", "-C", make_kit(), "--format", "json").out)
    assert data == {
        "players": 2,
        "variant": None,
        "components": [{"id": "relic", "name": "Relics", "kind": "card", "distinct": 2, "copies": 3}],
        "totals": {"cards": 3, "pieces": 3, "sheets_of_paper": 1},
    }


def test_counts_for_all_player_counts_and_a_variant(make_kit: MakeKit, cli: RunCli) -> None:
    root = make_kit(MORE_PLAYERS)
    data = json.loads(cli("counts", "-C", root, "--format", "json").out)
    assert [each["players"] for each in data] == [2, 3]
    long = json.loads(cli("counts", "-C", root, "--variant", "long", "--format", "json").out)
    assert (long["players"], long["variant"], long["totals"]["pieces"]) == (3, "long", 6)


def test_counts_csv_is_one_table(make_kit: MakeKit, cli: RunCli) -> None:
    out = cli("counts", "-C", make_kit(MORE_PLAYERS), "--format", "csv").out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["players"], row["id"], row["copies"]) for row in rows] == [
        ("2", "relic", "3"),
        ("3", "relic", "3"),
    ]


def test_counts_text_is_a_table_for_people(make_kit: MakeKit, cli: RunCli) -> None:
    out = cli("counts", "-C", make_kit()).out
    assert "2 players" in out
    assert "Relics" in out
    assert "3 cards, 3 pieces, 1 sheet of paper" in out


def test_schema_is_json_schema_that_knows_the_kit(make_kit: MakeKit, cli: RunCli) -> None:
    schema = json.loads(cli("schema", "-C", make_kit()).out)
    assert schema["$schema"].startswith("https://json-schema.org/")
    card = schema["properties"]["components"]["properties"]["relic"]["properties"]["cards"]["items"]
    assert card["properties"]["layer"]["enum"] == ["l1", "l2"]
    assert set(card["required"]) == {"id", "layer"}


def test_every_field_of_the_schema_is_described(
    cli: RunCli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    schema = json.loads(cli("schema").out)
    for name, model in {"": schema, **schema["$defs"]}.items():
        for field, spec in model.get("properties", {}).items():
            shared = schema["$defs"].get(str(spec.get("$ref", "")).rpartition("/")[2], {})
            assert spec.get("description") or shared.get("description"), f"{name}.{field} says nothing"


def test_explain_shows_a_page_and_lists_all(cli: RunCli) -> None:
    page = cli("explain", "d104")
    assert page.code == 0
    assert page.out.startswith("# D104 unknown-field")
    listed = cli("explain").out
    assert "D104 unknown-field" in listed
    assert "T310 text-overflow" in listed


def test_new_makes_a_kit_that_checks_clean(cli: RunCli, tmp_path: Path) -> None:
    root = tmp_path / "my harbour"
    ran = cli("new", root)
    assert ran.code == 0
    assert (root / "data" / "cards.yaml").is_file()
    checked = cli("check", "-C", root)
    assert checked.code == 0, checked.err
    assert cli("new", root).code == 2, "an existing kit is not overwritten"


def test_no_colour_where_nobody_watches(make_kit: MakeKit) -> None:
    root = make_kit(files={"data/cards.yaml": BROKEN})
    environment = {**os.environ, "TERM": "xterm-256color"}
    ran = subprocess.run(
        [sys.executable, "-m", "cardgen.cli", "check", "-C", str(root)],
        capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip
    assert ran.returncode == 1
    assert "\x1b" not in ran.stderr
    assert "…" not in ran.stderr, "no progress into a pipe"


def test_colour_obeys_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardgen.report import use_color

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert use_color(Terminal())
    assert not use_color(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not use_color(Terminal())


def test_version(cli: RunCli) -> None:
    assert cli("--version").out.startswith("cardgen ")


def test_no_arguments_shows_help(cli: RunCli) -> None:
    ran = cli()
    assert "Usage" in ran.out + ran.err


def test_data_with_a_fault_is_not_judged_by_rules_that_need_it(make_kit: MakeKit, cli: RunCli) -> None:
    """One wrong quantity once gave several claims about what it left out."""
    root = make_kit(
        "components: {token: {kind: token, name: Token, size: 10mm x 10mm, quantity: cels}}\n",
        files={
            "data/rulebook.yaml": "claims:\n  - {section: '1', value: components.token.copies, printed: 3}\n"
        },
    )
    ran = cli("check", "-C", root, "--format", "json")
    assert [f["code"] for f in json.loads(ran.out)["findings"]] == ["D117"]


def test_a_fault_of_cardgen_itself_is_one_line(
    make_kit: MakeKit, cli: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise RuntimeError("no such thing")

    monkeypatch.setattr("cardgen.checking.check_kit", fail)
    monkeypatch.delenv("CARDGEN_TRACEBACK")
    ran = cli("check", "-C", make_kit())
    assert ran.code == 1
    assert "RuntimeError: no such thing" in ran.err
    assert "Traceback" not in ran.err
    monkeypatch.setenv("CARDGEN_TRACEBACK", "1")
    with pytest.raises(RuntimeError):
        cli("check", "-C", make_kit())
