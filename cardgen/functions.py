"""What expressions and templates may call: the arithmetic that a designer expects.

Lists may hold numbers, texts, or things (records) of which one attribute is read.
"""

from __future__ import annotations

import math
import random as _random
from collections.abc import Iterable, Mapping
from typing import Any

from cardgen.figures import number
from cardgen.values import Items, Record, UnknownNameError


def _numbers(values: Iterable[Any], attribute: str | None = None) -> list[Any]:
    return [_field(value, attribute) if attribute else value for value in values]


def mean(values: Iterable[Any], attribute: str | None = None) -> float:
    """The arithmetic mean of numbers, or of one attribute of records."""
    numbers = _numbers(values, attribute)
    if not numbers:
        raise ValueError("the mean of nothing")
    return math.fsum(numbers) / len(numbers)


def total(values: Iterable[Any], attribute: str | None = None) -> Any:
    """The sum of numbers, or of one attribute of records."""
    return sum(_numbers(values, attribute))


def weighted(things: Iterable[Any], attribute: str, weight: str = "copies") -> Any:
    """The sum of an attribute over all copies: each thing counts as often as its `weight` says."""
    return sum(_field(thing, attribute) * _field(thing, weight) for thing in things)


def weighted_mean(things: Iterable[Any], attribute: str, weight: str = "copies") -> float:
    """The mean of an attribute over all copies: each thing counts as often as its `weight` says."""
    listed = list(things)
    weights = total(listed, weight)
    if not weights:
        raise ValueError("the mean of nothing")
    return float(weighted(listed, attribute, weight) / weights)


def cumulative(values: Iterable[Any], attribute: str | None = None) -> tuple[Any, ...]:
    """Running totals: 1, 2, 3 becomes 1, 3, 6."""
    running: list[Any] = []
    for amount in _numbers(values, attribute):
        running.append(amount + (running[-1] if running else 0))
    return tuple(running)


def choose(n: int, k: int) -> int:
    """The number of ways to choose k of n (0 when k is larger); n at most 1,000."""
    if not 0 <= n <= 1000 or k < 0:
        raise ValueError("choose(n, k) needs 0 ≤ n ≤ 1000 and k ≥ 0")
    return math.comb(n, k)


def draw_odds(deck: int, hits: int, draws: int, at_least: int = 1) -> float:
    """The chance to draw at least so many of `hits` cards in `draws` draws from a deck.

    The hypergeometric tail: sum of C(h,k)·C(d−h,n−k) / C(d,n).
    """
    if not 0 <= hits <= deck <= 1000 or not 0 <= draws <= deck:
        raise ValueError("draw_odds(deck, hits, draws) needs 0 ≤ hits ≤ deck and 0 ≤ draws ≤ deck")
    ways = sum(
        math.comb(hits, k) * math.comb(deck - hits, draws - k)
        for k in range(at_least, min(hits, draws) + 1)
        if draws - k <= deck - hits
    )
    return ways / math.comb(deck, draws)


def product(values: Iterable[Any], attribute: str | None = None) -> Any:
    """The product of numbers, or of one attribute of records."""
    result: Any = 1
    for amount in _numbers(values, attribute):
        result *= amount
        if abs(result) > 10**30:
            raise ValueError("this number is too large")
    return result


def median(values: Iterable[Any], attribute: str | None = None) -> float:
    """The median of numbers, or of one attribute of records."""
    numbers: list[float] = sorted(_numbers(values, attribute))
    if not numbers:
        raise ValueError("the median of nothing")
    middle = len(numbers) // 2
    return numbers[middle] if len(numbers) % 2 else (numbers[middle - 1] + numbers[middle]) / 2


_ANY = object()


def where(things: Iterable[Any], attribute: str, value: Any = True) -> tuple[Any, ...]:
    """The things whose attribute equals a value (a thing equals its id)."""
    return tuple(thing for thing in things if _field(thing, attribute) == value)


def find(things: Iterable[Any], attribute: str, value: Any = True) -> Any:
    """The first thing whose attribute equals a value; an error when there is none."""
    found = where(things, attribute, value)
    if not found:
        raise ValueError(f"nothing has `{value}` as its `{attribute}`")
    return found[0]


def count(things: Any, attribute: str | None = None, value: Any = _ANY) -> int:
    """How many there are; with an attribute, how many have it true, or equal to the value."""
    if attribute is None:
        return len(things if hasattr(things, "__len__") else list(things))
    if value is _ANY:
        return sum(1 for thing in things if _field(thing, attribute))
    return len(where(things, attribute, value))


def _field(thing: Any, attribute: str) -> Any:
    for part in attribute.split("."):
        if isinstance(thing, (Record, Items)):
            thing = thing.find(part)
        elif isinstance(thing, dict) and part in thing:
            thing = thing[part]
        else:
            raise UnknownNameError(f"`{thing}` has no `{part}`")
    return thing


def values(mapping: Mapping[Any, Any]) -> tuple[Any, ...]:
    """The values of a mapping, in order."""
    return tuple(mapping[key] for key in mapping)


def keys(mapping: Mapping[Any, Any]) -> tuple[Any, ...]:
    """The keys of a mapping, in order."""
    return tuple(mapping)


def ids(things: Iterable[Any]) -> tuple[Any, ...]:
    """The ids of things."""
    return tuple(_field(thing, "id") for thing in things)


def names(things: Iterable[Any]) -> tuple[Any, ...]:
    """The names of things."""
    return tuple(_field(thing, "name") for thing in things)


def ranked(things: Iterable[Any], attribute: str | None = None) -> tuple[Any, ...]:
    """Numbers, or things by an attribute, from the greatest down; equal ones stay in order."""
    if isinstance(things, Mapping):
        return tuple(sorted(things, key=lambda key: -things[key]))
    return tuple(sorted(things, key=lambda thing: -(_field(thing, attribute) if attribute else thing)))


def best(things: Iterable[Any], attribute: str | None = None) -> Any:
    """The thing (or number) with the greatest value; the first of several."""
    return ranked(things, attribute)[0]


def least(things: Iterable[Any], attribute: str | None = None) -> Any:
    """The thing (or number) with the smallest value; the first of several."""
    return min(things, key=lambda thing: _field(thing, attribute) if attribute else thing)


def winner(scores: Mapping[Any, Any]) -> Any:
    """The key with the greatest value of a mapping; a list of keys where several tie."""
    most = max(scores[key] for key in scores)
    first = [key for key in scores if scores[key] == most]
    return first[0] if len(first) == 1 else first


def tally(things: Iterable[Any], attribute: str | None = None) -> dict[str, int]:
    """How often each value occurs, as a mapping; a thing counts under its id."""
    counted: dict[str, int] = {}
    for thing in things:
        value = _field(thing, attribute) if attribute else thing
        name = value.find("id") if isinstance(value, Record) and "id" in value else value
        counted[name] = counted.get(name, 0) + 1
    return counted


def distinct(things: Iterable[Any], attribute: str | None = None) -> tuple[Any, ...]:
    """The values, each once, in the order of their first appearance."""
    return tuple(dict.fromkeys(_field(thing, attribute) if attribute else thing for thing in things))


def share(part: float, whole: float) -> float:
    """part ÷ whole, as a fraction of 1."""
    return part / whole


def _fixed(value: float, digits: int = 0) -> str:
    """Write a number with so many digits after the point, half to even, as Python does."""
    return f"{value:.{max(0, min(int(digits), 12))}f}"


def _signed(value: float) -> str:
    """Write a number with its sign: +3, −2 (with the minus sign U+2212)."""
    return f"+{value}" if value >= 0 else f"−{-value}"


def _round(value: float, digits: int = 0) -> float:
    """Round half to even, to so many digits after the point; a whole number without `digits`."""
    return round(value, max(-15, min(digits, 15))) if digits else round(value)


class Noise:
    """A stream of numbers that look random and are the same for the same seed, everywhere."""

    def __init__(self, seed: object) -> None:
        self._stream = _random.Random(str(seed))

    def __repr__(self) -> str:
        return "noise"

    def uniform(self, low: float, high: float) -> float:
        """The next number between `low` and `high`."""
        return low + (high - low) * self._stream.random()

    def pick(self, items: Any) -> Any:
        """One of the items."""
        return items[int(self._stream.random() * len(items))]


FUNCTIONS: dict[str, Any] = {
    "min": min, "max": max, "abs": abs, "round": _round, "len": len, "sum": total, "mean": mean,
    "cumulative": cumulative, "choose": choose, "draw_odds": draw_odds, "share": share,
    "product": product, "median": median, "count": count, "where": where, "find": find, "values": values,
    "keys": keys, "ids": ids, "names": names, "ranked": ranked, "best": best, "least": least,
    "winner": winner, "tally": tally, "distinct": distinct, "number": number,
    "weighted": weighted, "weighted_mean": weighted_mean,
    "ceil": math.ceil, "floor": math.floor, "sqrt": math.sqrt,
    "cos": lambda degrees: math.cos(math.radians(degrees)),
    "sin": lambda degrees: math.sin(math.radians(degrees)),
    "noise": Noise, "dict": dict, "zip": lambda *lists: list(zip(*lists, strict=False)),
    "enumerate": lambda items, start=0: list(enumerate(items, start)),
}  # fmt: skip
"""What expressions and templates may call, beside Jinja's filters."""

FILTERS: dict[str, Any] = {
    "sum": total, "mean": mean, "total": total, "cumulative": cumulative, "fixed": _fixed, "signed": _signed,
    "product": product, "median": median, "where": where, "values": values, "keys": keys, "ids": ids,
    "names": names, "ranked": ranked, "best": best, "least": least, "tally": tally, "distinct": distinct,
    "number": number, "weighted": weighted, "weighted_mean": weighted_mean,
}  # fmt: skip
