"""What a sample of games can tell: possible rates, and whether two rates or means differ.

Sources: the two-proportion z-test with the pooled rate (Wald); for shares of one whole the variance of a
difference of two counts of a multinomial, (p₁ + p₂ − (p₁ − p₂)²) / n; Welch's statistic for means, with the
normal distribution, since samples are large; possible rates after Brown and Heathers, The GRIM Test (2017).
"""

from __future__ import annotations

import math

from cardgen.figures import Figure

_EPSILON = 1e-9


def possible_counts(rate: Figure, sample: int, shared: int = 1) -> tuple[int, int] | None:
    """The least and greatest count (in parts of 1/`shared`) with a rate that is printed so, or None."""
    low = math.ceil(rate.low * sample * shared - _EPSILON * sample)
    high = math.floor(rate.high * sample * shared + _EPSILON * sample)
    return (low, high) if low <= high else None


def rates_z(p1: float, p2: float, n1: int, n2: int, together: bool) -> float:
    """The z of p1 − p2; `together` where both are shares of the same games (then n1 = n2)."""
    if together:
        variance = (p1 + p2 - (p1 - p2) ** 2) / n1
    else:
        pooled = (p1 * n1 + p2 * n2) / (n1 + n2)
        variance = pooled * (1 - pooled) * (1 / n1 + 1 / n2)
    if variance <= 0:
        return math.copysign(math.inf, p1 - p2) if p1 != p2 else 0.0
    return (p1 - p2) / math.sqrt(variance)


def means_z(m1: float, m2: float, sd1: float, sd2: float, n1: int, n2: int) -> float:
    """The z of m1 − m2 (Welch)."""
    variance = sd1**2 / n1 + sd2**2 / n2
    if variance <= 0:
        return math.copysign(math.inf, m1 - m2) if m1 != m2 else 0.0
    return (m1 - m2) / math.sqrt(variance)


def threshold(confidence: float) -> float:
    """The two-sided z of a confidence between 0 and 1: 1.96 for 95 %."""
    from statistics import NormalDist  # takes long to import, and few kits have samples

    return NormalDist().inv_cdf(0.5 + confidence / 2)


def p_value(z: float) -> float:
    """The two-sided p of a z."""
    return math.erfc(abs(z) / math.sqrt(2)) if math.isfinite(z) else 0.0
