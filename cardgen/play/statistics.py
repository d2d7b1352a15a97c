"""Intervals and tests, each with its source.  Confidence is 95 percent unless given.

Sums are of whole numbers, so results never depend on the order in which games were added up.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist

_NORMAL = NormalDist()
CONFIDENCE = 0.95

Interval = tuple[float, float]


def normal_quantile(confidence: float = CONFIDENCE) -> float:
    """Return z such that a standard normal lies in -z..z with this probability."""
    return _NORMAL.inv_cdf(0.5 + confidence / 2)


def student_quantile(freedom: float, confidence: float = CONFIDENCE) -> float:
    """Return the two-sided quantile of Student's t.

    Cornish-Fisher expansion in 1/freedom, Abramowitz & Stegun 26.7.5: right to 0.01 from 4 degrees on.
    """
    z = normal_quantile(confidence)
    g1 = (z**3 + z) / 4
    g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    g4 = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    n = max(1.0, freedom)
    return z + g1 / n + g2 / n**2 + g3 / n**3 + g4 / n**4


def wilson(successes: float, trials: int, confidence: float = CONFIDENCE) -> Interval:
    """Return the score interval of a rate (E. B. Wilson, JASA 22, 1927, 209-212).

    `successes` may be fractional: a win shared by two counts a half, which makes the interval too wide
    rather than too narrow.
    """
    if trials == 0:
        return (0.0, 1.0)
    z = normal_quantile(confidence)
    rate = successes / trials
    centre = rate + z * z / (2 * trials)
    reach = z * sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return (max(0.0, (centre - reach) / scale), min(1.0, (centre + reach) / scale))


def rate_difference(
    a: float, trials_a: int, b: float, trials_b: int, confidence: float = CONFIDENCE
) -> Interval:
    """Return the interval of the difference of two independent rates, first less second.

    R. G. Newcombe, Statistics in Medicine 17, 1998, 873-890, method 10: from the two score intervals.
    """
    p, q = a / trials_a, b / trials_b
    low_p, high_p = wilson(a, trials_a, confidence)
    low_q, high_q = wilson(b, trials_b, confidence)
    low = p - q - sqrt((p - low_p) ** 2 + (high_q - q) ** 2)
    high = p - q + sqrt((high_p - p) ** 2 + (q - low_q) ** 2)
    return (low, high)


def mean_and_variance(total: float, squares: float, count: int) -> tuple[float, float]:
    """Return mean and unbiased variance from a sum, a sum of squares and a count."""
    if count == 0:
        return (0.0, 0.0)
    mean = total / count
    if count == 1:
        return (mean, 0.0)
    return (mean, max(0.0, (squares - total * total / count) / (count - 1)))


def mean_interval(total: float, squares: float, count: int, confidence: float = CONFIDENCE) -> Interval:
    """Return Student's interval of a mean (W. S. Gosset, Biometrika 6, 1908, 1-25)."""
    mean, variance = mean_and_variance(total, squares, count)
    if count < 2:
        return (mean, mean)
    reach = student_quantile(count - 1, confidence) * sqrt(variance / count)
    return (mean - reach, mean + reach)


def mean_p_value(total: float, squares: float, count: int) -> float:
    """Return the two-sided probability of a mean this far from 0, by the normal limit of its t."""
    mean, variance = mean_and_variance(total, squares, count)
    if count < 2 or variance == 0:
        return 1.0 if mean == 0 else 0.0
    return 2 * (1 - _NORMAL.cdf(abs(mean) / sqrt(variance / count)))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p values adjusted for how many are looked at (S. Holm, Scand. J. Stat. 6, 1979, 65-70)."""
    order = sorted(range(len(p_values)), key=lambda n: p_values[n])
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, n in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[n]))
        adjusted[n] = largest
    return adjusted


def quantile(histogram: Sequence[tuple[int, int]], share: float) -> int:
    """Return the least value that at least this share of a sorted histogram does not exceed."""
    total = sum(count for _, count in histogram)
    running = 0
    for value, count in histogram:
        running += count
        if running >= share * total:
            return value
    return histogram[-1][0] if histogram else 0
