"""Calibration: what is printed, what is read, and what a shift moves - measured in the PDFs."""

from __future__ import annotations

import json
import math
import re
from io import BytesIO
from pathlib import Path

import pypdf
import pytest
from pdfreading import pages, text_in
from tinykits import MakeKit, RunCli

from cardgen.builtin.papers import PAPERS
from cardgen.calibrating import (
    CalibrationError,
    calibration_pdf,
    option,
    read_reading,
    read_shift,
    shift_from,
)
from cardgen.geometry import Rect, Size
from cardgen.printing import shift_text
from cardgen.sheet import Shift, flip_mirror
from cardgen.sheet.calibrate import reading_points

BACKED = """
components:
  relic:
    kind: card
    name: Relics
    size: 63mm x 88mm
    fields: {layer: {refers_to: rules.layers}}
    cards:
      - {id: cup, name: Clay cup, layer: l1, copies: 3}
      - {id: comb, name: Bone comb, layer: l2, copies: 2}
  tool:
    kind: card
    name: Tools
    size: 88mm x 63mm
    cards: [{id: spade, name: Spade, copies: 2}]
"""
"""Cards with backs: relics on an upright sheet, tools on one that lies."""


def crosses(data: bytes, page: int) -> list[tuple[float, float]]:
    """The middles of the large crosses of a page, from left to right, as they are drawn."""
    found = set()
    for x1, y1, x2, y2 in list(pages(data))[page].lines:
        if math.hypot(x2 - x1, y2 - y1) == pytest.approx(14, abs=0.01):
            found.add((round((x1 + x2) / 2, 2), round((y1 + y2) / 2, 2)))
    middles: list[tuple[float, float]] = []
    for x, y in sorted(found):
        if not middles or math.hypot(x - middles[-1][0], y - middles[-1][1]) > 0.1:
            middles.append((x, y))
    assert len(middles) == 3
    return middles


def seen(
    data: bytes, landscape: bool, paper: Size, backs: str, error: Shift
) -> dict[str, tuple[float, float]]:
    """What is read at A, B and C when a printer that is off by `error` prints the sheets."""
    mirror = flip_mirror(paper, backs)  # type: ignore[arg-type]
    number = (2 if landscape else 0) + 1
    fallen = []
    for x, y in crosses(data, number):
        through = mirror.rect(Rect(*error.point(x, y, paper), 0, 0))
        fallen.append((through.x, through.y))
    readings = {}
    for name, x, y in reading_points(paper):
        u, v = min(fallen, key=lambda place: math.hypot(place[0] - x, place[1] - y))
        readings[name] = (u - x, v - y)
    return readings


@pytest.mark.parametrize("landscape", [False, True])
@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
@pytest.mark.parametrize("error", [Shift(1.5, -2, 0), Shift(-0.7, 0.4, 0.5), Shift(0.2, 0, -0.8)])
def test_sheets_printed_with_what_was_read_have_their_crosses_on_the_zeros(
    cli: RunCli, tmp_path: Path, backs: str, landscape: bool, error: Shift
) -> None:
    paper = PAPERS["letter"].turned() if landscape else PAPERS["letter"]
    told = ("calibrate", "--paper", "letter", "--backs", backs)
    assert cli(*told, "--out", tmp_path / "plain.pdf").code == 0
    read = seen((tmp_path / "plain.pdf").read_bytes(), landscape, paper, backs, error)
    a, b = (",".join(f"{value:.3f}" for value in read[name]) for name in "AB")
    ran = cli(*told, "--a", a, "--b", b, *(["--landscape"] if landscape else []))
    assert ran.code == 0
    assert ran.out.startswith("--shift-landscape=" if landscape else "--shift=")
    assert cli(*told, "--out", tmp_path / "again.pdf", ran.out.strip()).code == 0
    again = seen((tmp_path / "again.pdf").read_bytes(), landscape, paper, backs, error)
    for name in "ABC":
        assert again[name] == pytest.approx((0, 0), abs=0.06), (name, read, again)
    assert max(map(abs, read["C"])) > 0.15, "without the shift they are off"


def test_calibration_needs_no_kit_and_is_the_same_every_time(
    cli: RunCli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli("calibrate").out == "calibration.pdf\n"
    data = (tmp_path / "calibration.pdf").read_bytes()
    assert data == calibration_pdf("a4")
    sizes = [page.mediabox for page in pypdf.PdfReader(BytesIO(data)).pages]
    assert [box.width < box.height for box in sizes] == [True, True, False, False]


def words(data: bytes, page: int) -> str:
    return text_in(data, page, Rect(0, 0, 420, 420))


def test_the_sheet_says_what_to_do_with_it() -> None:
    data = calibration_pdf("a4", "short-edge", Shift(1, 2, 0))
    assert "--paper a4 --backs short-edge --a RIGHT,DOWN --b RIGHT,DOWN" in words(data, 0)
    assert "flip on the short edge" in words(data, 0)
    assert "Printed with --shift=1,2,0." in words(data, 0)
    assert "--backs short-edge --landscape --a" in words(data, 2)
    assert "--shift-landscape of cardgen build" in words(data, 2)
    assert "Printed with" not in words(data, 2)


def test_separate_backs_come_after_all_fronts() -> None:
    data = calibration_pdf("a4", "separate")
    assert ["Back of the" in words(data, page) for page in range(4)] == [False, False, True, True]


def test_a_shift_moves_backs_only(cli: RunCli, make_kit: MakeKit, tmp_path: Path) -> None:
    root = make_kit(BACKED)
    shifts = ("--shift", "1.5,-0.25,0.5", "--shift-landscape=-2,1,0")
    assert cli("build", "-C", root, "--out", tmp_path / "plain").code == 0
    ran = cli("build", "-C", root, "--out", tmp_path / "moved", *shifts)
    assert ran.code == 0, ran.err
    (plain,), (moved,) = ((tmp_path / name).glob("*") for name in ("plain", "moved"))
    before, after = (json.loads((folder / "manifest.json").read_text()) for folder in (plain, moved))
    assert "shift" not in before["options"]
    assert after["options"].pop("shift") == "1.5,-0.25,0.5"
    assert after["options"].pop("shift_landscape") == "-2,1,0"
    assert after["options"] == before["options"]
    assert after["pieces"] == before["pieces"], "places in the manifest are nominal"
    data = (plain / "cards.pdf").read_bytes()
    sizes = [page.mediabox for page in pypdf.PdfReader(BytesIO(data)).pages]
    both = zip(pages(data), pages((moved / "cards.pdf").read_bytes()), strict=True)
    orientations = []
    for number, (was, now) in enumerate(both):
        size = Size(float(sizes[number].width) * 25.4 / 72, float(sizes[number].height) * 25.4 / 72)
        lies = size.w > size.h
        orientations.append(lies)
        shift = Shift(-2, 1, 0) if lies else Shift(1.5, -0.25, 0.5)
        for old, new in zip(was.faces, now.faces, strict=True):
            middle = (old.x + old.w / 2, old.y + old.h / 2)
            wanted = shift.point(*middle, size) if number % 2 else middle
            assert (new.x + new.w / 2, new.y + new.h / 2) == pytest.approx(wanted, abs=0.02)
    assert orientations == [False, False, True, True]


@pytest.mark.parametrize(
    ("given", "other"), [("--shift", "`--shift-landscape`"), ("--shift-landscape", "`--shift`")]
)
def test_a_shift_of_one_orientation_says_that_the_other_has_none(
    cli: RunCli, make_kit: MakeKit, given: str, other: str
) -> None:
    root = make_kit(BACKED)
    alone = cli("build", "-C", root, given, "1,0,0")
    assert (alone.code, other in alone.err) == (0, True)
    assert cli("build", "-C", root, "--shift", "1,0,0", "--shift-landscape", "0,0,0").err == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("build", "--shift", "1,2"), "is not RIGHT,DOWN,TURN"),
        (("build", "--shift", "1,nan,0"), "is not RIGHT,DOWN,TURN"),
        (("build", "--shift", "1e1,0,0"), "is not RIGHT,DOWN,TURN"),
        (("build", "--shift", "11,0,0"), "more than a printer can be off"),
        (("build", "--shift", "0,0,6"), "more than a printer can be off"),
        (("build", "--backs", "none", "--shift", "1,0,0"), "no second side"),
        (("calibrate", "--backs", "gutterfold"), "no second side"),
        (("calibrate", "--a", "1,0"), "go together"),
        (("calibrate", "--a", "1,0", "--b", "6,0"), "beyond the scales"),
        (("calibrate", "--a", "1;0", "--b", "1,0"), "is not RIGHT,DOWN"),
        (("calibrate", "--a", "1,0", "--b", "1,0", "--shift", "1,0,0"), "without a shift"),
        (("calibrate", "--landscape"), "goes with `--a` and `--b`"),
        (("calibrate", "--out", "no/such/folder.pdf"), "cannot be written"),
    ],
)
def test_a_slip_of_the_pen_is_a_usage_error(
    cli: RunCli, make_kit: MakeKit, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(make_kit(BACKED))
    ran = cli(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_numbers_are_written_as_they_are_read() -> None:
    for text in ("1.5,-0.25,0.1", "0,0,0", "-0.38,-1.25,0.22"):
        assert shift_text(read_shift(text)) == text
    assert shift_text(Shift(-0.001, 0.004, -0.0)) == "0,0,0"
    assert read_reading(" +.5, -1.") == (0.5, -1.0)
    assert option(shift_from((0.5, -1), (0.5, -1), "a4"), landscape=False) == "--shift=0.5,1,0"
    with pytest.raises(CalibrationError):
        read_shift("")


def test_the_examples_of_the_documentation_are_what_comes_out(cli: RunCli) -> None:
    text = (Path(__file__).parents[1] / "docs" / "printing.md").read_text("utf-8")
    examples = re.findall(r"^ *\$ cardgen (calibrate .*)\n *(--shift.*)$", text, re.M)
    assert len(examples) == 2
    for arguments, printed in examples:
        assert cli(*arguments.split()).out == f"{printed}\n"
