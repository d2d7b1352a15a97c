"""Building a kit: what is written, what is asked for, and that earlier output is never half lost."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tinykits import BASE, TEMPLATE, MakeKit, RunCli

from cardgen import build
from cardgen.build import recover_output, write_output

FILES = {"cards.pdf", "guide.pdf", "manifest.json"}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def manifest(folder: Path) -> Any:
    return json.loads((folder / "manifest.json").read_text("utf-8"))


def test_a_build_tells_what_it_made_and_where(
    make_kit: MakeKit, cli: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is named as seen from where one stands."""
    root = make_kit()
    monkeypatch.chdir(root.parent)
    ran = cli("build", "-C", root)
    assert ran.code == 0, ran.err
    assert ran.out.startswith(f"{root.name}/output/tiny-2p: 3 cards, 3 pieces on 1 sheet,")
    assert set(contents(root / "output" / "tiny-2p")) == FILES


def test_the_manifest_has_the_shape_of_the_contract(make_kit: MakeKit, cli: RunCli) -> None:
    root = make_kit()
    cli("build", "-C", root)
    folder = root / "output" / "tiny-2p"
    data = manifest(folder)
    assert data["kit"] == {"id": "tiny", "version": "0.1.0"}
    assert (data["players"], data["variant"], data["lang"]) == (2, None, "en")
    cards = next(entry for entry in data["files"] if entry["path"] == "cards.pdf")
    assert cards["sha256"] == hashlib.sha256((folder / "cards.pdf").read_bytes()).hexdigest()
    assert {"path", "sha256", "pages", "paper", "backs"} <= set(cards)
    assert [(piece["component"], piece["id"], piece["copy"]) for piece in data["pieces"]] == [
        ("relic", "cup", 1), ("relic", "comb", 1), ("relic", "comb", 2),
    ]  # fmt: skip
    for piece in data["pieces"]:
        assert {"file", "page", "back_page", "trim_mm", "front", "back"} <= set(piece)
        assert piece["trim_mm"][2:] == [63, 88]


def test_folders_are_named_for_players_variant_and_language(make_kit: MakeKit, cli: RunCli) -> None:
    text = """\
kit: {id: tiny, title: {en: Tiny, de: Klein}, version: "0.1.0", players: [2, 3]}
setups: {2: {trenches: 3}, 3: {trenches: 4}}
variants:
  long: {name: Long, players: [3], components: {relic: {cards: {cup: {copies: 4}}}}}
"""
    german = "components: {relic: {name: Funde, cards: {cup: {name: Becher}}}}\n"
    root = make_kit(text, {"data/lang/de.yaml": german})
    assert cli("build", "-C", root).code == 0
    assert cli("build", "-C", root, "--variant", "long", "--lang", "de", "--out", root / "else").code == 0
    assert {path.name for path in (root / "output").iterdir()} == {"tiny-2p", "tiny-3p"}
    (folder,) = (root / "else").iterdir()
    assert folder.name == "tiny-3p-long-de"
    data = manifest(folder)
    assert (data["players"], data["variant"], data["lang"]) == (3, "long", "de")
    assert sum(piece["id"] == "cup" for piece in data["pieces"]) == 4


def test_a_kit_of_claims_alone_is_not_printed(make_kit: MakeKit, cli: RunCli) -> None:
    root = make_kit(BASE.replace("players: [2]", "players: [2], prints: false", 1))
    ran = cli("build", "-C", root)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "tiny: nothing to print, as its data says (`prints: false`)\n"
    assert not (root / "output").exists()


def test_only_prints_a_component_or_a_card(make_kit: MakeKit, cli: RunCli) -> None:
    root = make_kit()
    cli("build", "-C", root)
    whole = contents(root / "output" / "tiny-2p")
    assert cli("build", "-C", root, "--only", "comb").code == 0
    part = manifest(root / "output" / "tiny-2p-changed")
    assert [(piece["id"], piece["copy"]) for piece in part["pieces"]] == [("comb", 1), ("comb", 2)]
    assert contents(root / "output" / "tiny-2p") == whole, "the whole kit is not replaced by a part"


def test_changed_since_prints_what_an_earlier_print_lacks(make_kit: MakeKit, cli: RunCli) -> None:
    root = make_kit()
    cli("build", "-C", root)
    unchanged = cli("build", "-C", root, "--changed-since", "last")
    assert "nothing has changed" in unchanged.out
    (root / "data" / "cards.yaml").write_text(BASE.replace("Clay cup", "Clay pot"))
    assert cli("build", "-C", root, "--changed-since", root / "output" / "tiny-2p").code == 0
    part = manifest(root / "output" / "tiny-2p-changed")
    assert [piece["id"] for piece in part["pieces"]] == ["cup"]


@pytest.mark.parametrize("what", ["nowhere", "data"])
def test_changed_since_something_else_is_a_finding(make_kit: MakeKit, cli: RunCli, what: str) -> None:
    root = make_kit()
    ran = cli("build", "-C", root, "--changed-since", root / what)
    assert ran.code == 1
    assert "P530" in ran.err


def test_an_error_leaves_the_earlier_output_whole(make_kit: MakeKit, cli: RunCli) -> None:
    root = make_kit()
    cli("build", "-C", root)
    before = contents(root / "output" / "tiny-2p")
    for files in (
        {"data/cards.yaml": BASE.replace("copies: 2", "coppies: 2")},
        {"data/cards.yaml": BASE.replace("Dig for", "Dig on. " * 300)},
        {"data/cards.yaml": BASE, "templates/relic.svg.j2": TEMPLATE.replace("card.name", "card.nam")},
        {"templates/relic.svg.j2": TEMPLATE.replace("</svg>", "")},
    ):
        for name, text in files.items():
            (root / name).write_text(text)
        ran = cli("build", "-C", root)
        assert ran.code == 1
        assert ran.out == ""
        assert contents(root / "output" / "tiny-2p") == before
    assert [path.name for path in (root / "output").iterdir()] == ["tiny-2p"], "nothing else is left lying"


def test_files_that_are_no_longer_made_go_away(tmp_path: Path) -> None:
    folder = tmp_path / "out" / "kit"
    write_output(folder, {"a.pdf": b"1", "b.pdf": b"2"})
    write_output(folder, {"a.pdf": b"3"})
    assert contents(folder) == {"a.pdf": b"3"}
    assert [path.name for path in folder.parent.iterdir()] == ["kit"]


@pytest.mark.parametrize("step", range(6))
def test_an_interruption_anywhere_leaves_old_or_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Fail at the nth change of the file system; afterwards one whole output is there."""
    folder = tmp_path / "kit"
    old, new = {"a.pdf": b"old", "m.json": b"old"}, {"a.pdf": b"new", "m.json": b"new"}
    write_output(folder, old)
    calls = 0

    def failing(original: Any) -> Any:
        def run(*args: Any, **kwargs: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls > step:
                raise KeyboardInterrupt
            return original(*args, **kwargs)

        return run

    for name in ("mkdir", "write_bytes", "rename", "unlink", "rmdir"):
        monkeypatch.setattr(Path, name, failing(getattr(Path, name)))
    with pytest.raises(KeyboardInterrupt):
        write_output(folder, new)
    monkeypatch.undo()
    recover_output(folder)
    assert contents(folder) in (old, new)
    write_output(folder, new)
    assert contents(folder) == new
    assert [path.name for path in tmp_path.iterdir()] == ["kit"]


def test_a_build_that_is_killed_leaves_the_earlier_output_whole(make_kit: MakeKit, cli: RunCli) -> None:
    root = make_kit()
    cli("build", "-C", root)
    before = contents(root / "output" / "tiny-2p")
    script = (
        "import time, pathlib, sys\n"
        "from cardgen import build\n"
        "write = pathlib.Path.write_bytes\n"
        "def slow(path, data):\n"
        "    write(path, data); print('writing', flush=True); time.sleep(60)\n"
        "pathlib.Path.write_bytes = slow\n"
        "build.write_output(pathlib.Path(sys.argv[1]), {'cards.pdf': b'x', 'new.pdf': b'y'})\n"
    )
    folder = root / "output" / "tiny-2p"
    process = subprocess.Popen([sys.executable, "-c", script, str(folder)], stdout=subprocess.PIPE)
    assert process.stdout
    process.stdout.readline()
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert contents(folder) == before
    assert cli("build", "-C", root).code == 0, "what the killed build left does not stand in the way"
    assert contents(folder) == before
    assert [path.name for path in folder.parent.iterdir()] == ["tiny-2p"]


def test_a_card_with_every_awkward_sign_is_printed(make_kit: MakeKit, cli: RunCli) -> None:
    text = BASE.replace("Clay cup", "'Cup & <b>\"x\"</b> {y}z'")
    root = make_kit(files={"data/cards.yaml": text})
    ran = cli("build", "-C", root)
    assert ran.code == 0, ran.err
    import pypdf

    page = pypdf.PdfReader(root / "output" / "tiny-2p" / "cards.pdf").pages[0]
    assert 'Cup & <b>"x"</b> {y}z' in page.extract_text()


def test_several_processes_give_the_same_as_one(make_kit: MakeKit, cli: RunCli) -> None:
    text = """\
kit: {id: tiny, title: Tiny, version: "0.1.0", players: [2, 3]}
setups: {2: {trenches: 3}, 3: {trenches: 4}}
"""
    root = make_kit(text)
    one = cli("build", "-C", root, "--out", root / "one")
    two = cli("build", "-C", root, "--out", root / "two", "--jobs", "2")
    assert (one.code, two.code) == (0, 0), one.err + two.err
    for name in ("tiny-2p", "tiny-3p"):
        assert contents(root / "one" / name) == contents(root / "two" / name)


def test_a_large_kit_is_refused_before_it_is_drawn(make_kit: MakeKit, cli: RunCli) -> None:
    text = BASE.replace("copies: 2", "copies: 10000").replace("layer: l1,", "layer: l1, copies: 10000,")
    text = text.replace("      - {id: comb", "      - {id: pot, layer: l1, copies: 10000}\n      - {id: comb")
    began = time.monotonic()
    ran = cli("build", "-C", make_kit(files={"data/cards.yaml": text}))
    assert "D126" in ran.err
    assert time.monotonic() - began < 10


def test_recovering_needs_no_earlier_output(tmp_path: Path) -> None:
    build.recover_output(tmp_path / "none")
    assert list(tmp_path.iterdir()) == []
