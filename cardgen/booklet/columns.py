"""How wide the columns of a table are."""

from __future__ import annotations

from collections.abc import Sequence


def column_widths(natural: Sequence[float], least: Sequence[float], width: float) -> list[float]:
    """Widths that add up to `width`; all in mm.

    Columns get what they would like, and share what is left over; where there is too little, narrow
    columns keep what they would like, and the wide ones share the rest in proportion, none under its least.

    >>> column_widths([10, 20], [5, 5], 60)
    [20.0, 40.0]
    >>> column_widths([10, 90, 60], [5, 5, 5], 60)
    [10.0, 30.0, 20.0]
    """
    count = len(natural)
    total = sum(natural)
    if total <= width:
        return [w * width / total for w in natural]
    fixed: dict[int, float] = {}
    while len(fixed) < count:
        rest = width - sum(fixed.values())
        free = [c for c in range(count) if c not in fixed]
        wanted = sum(natural[c] for c in free)
        shares = {c: rest * natural[c] / wanted for c in free}
        fair = rest / len(free)
        settled = {c: natural[c] for c in free if natural[c] <= fair * 0.75}
        if not settled:
            settled = {c: least[c] for c in free if shares[c] < least[c]}
        if not settled or len(settled) == len(free):
            return [fixed.get(c, shares.get(c, 0.0)) for c in range(count)]
        fixed |= settled
    return [fixed[c] for c in range(count)]
