from __future__ import annotations

import pytest

from cardgen.play import statistics as s


def test_wilson_gives_newcombes_printed_examples() -> None:
    # Newcombe 1998a, table I, method 3.
    assert s.wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert s.wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert s.wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)


def test_rate_difference_gives_newcombes_printed_example() -> None:
    # Newcombe 1998b, table II, method 10: 56/70 less 48/80.
    assert s.rate_difference(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=5e-5)


@pytest.mark.parametrize(("freedom", "quantile"), [(5, 2.5706), (10, 2.2281), (30, 2.0423), (1000, 1.9623)])
def test_student_quantile_is_as_tabled(freedom: int, quantile: float) -> None:
    assert s.student_quantile(freedom) == pytest.approx(quantile, abs=5e-3)


def test_mean_interval_of_a_small_sample() -> None:
    values = [4, 6, 5, 7, 3, 5]
    low, high = s.mean_interval(sum(values), sum(v * v for v in values), len(values))
    assert (low, high) == pytest.approx((5 - 2.5706 * (2 / 6) ** 0.5, 5 + 2.5706 * (2 / 6) ** 0.5), abs=2e-3)


def test_holm_adjusts_upward_and_keeps_the_order() -> None:
    assert s.holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert s.holm([]) == []


def test_quantiles_of_a_histogram() -> None:
    histogram = [(1, 1), (2, 2), (10, 1)]
    assert [s.quantile(histogram, share) for share in (0.25, 0.5, 0.75, 1.0)] == [1, 2, 2, 10]
