"""Lengths with units, and numbers as drawings write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry import Rect
from cardgen.units import UnitError, coordinate, format_length, parse_length, parse_size


@pytest.mark.parametrize(
    ("text", "mm"),
    [
        ("63mm", 63),
        ("6.3cm", 63),
        ("3/8in", 9.525),
        ("1in", 25.4),
        ("72pt", 25.4),
        (" .5 mm ", 0.5),
        ("-2mm", -2),
    ],
)
def test_a_length_is_read_in_millimetres(text: str, mm: float) -> None:
    assert parse_length(text) == pytest.approx(mm)


@pytest.mark.parametrize(
    "text", ["63", "", "mm", "63 parsec", "6,3mm", "1/0in", "６３mm", "1e3mm", "9" * 30 + "mm"]
)
def test_anything_else_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(UnitError, match=r"write|known"):
        parse_length(text)


@given(st.integers(-10_000_000, 10_000_000))
def test_a_length_that_is_written_is_read_back(micrometres: int) -> None:
    mm = micrometres / 1000
    assert parse_length(format_length(mm)) == pytest.approx(mm, abs=1e-6)


@pytest.mark.parametrize("text", ["63mm x 88mm", "63x88mm", "63 × 88 mm", "6.3cm x 88mm"])
def test_a_size_has_two_sides(text: str) -> None:
    assert parse_size(text) == pytest.approx((63, 88))


@pytest.mark.parametrize("text", ["63mm", "63 x 88", "0mm x 5mm", "63mm x 88mm x 2mm", "-1mm x 5mm"])
def test_a_size_without_two_lengths_above_zero_is_refused(text: str) -> None:
    with pytest.raises(UnitError):
        parse_size(text)


@given(st.floats(-1000, 1000), st.integers(0, 6))
def test_a_coordinate_is_short_and_near(value: float, digits: int) -> None:
    written = coordinate(value, digits)
    assert float(written) == pytest.approx(value, abs=0.51 * 10**-digits)
    assert written != "-0"
    assert not ("." in written and written.endswith("0"))


def test_rectangles_know_edges_from_overlap() -> None:
    a, b = Rect(0, 0, 10, 10), Rect(10, 0, 5, 5)
    assert not a.overlaps(b)
    assert a.overlaps(b.moved(-0.1, 0))
    assert a.contains(Rect(2, 2, 8, 8))
    assert not a.contains(Rect(2, 2, 8.1, 8))
    assert a.inset(-2) == Rect(-2, -2, 14, 14)
