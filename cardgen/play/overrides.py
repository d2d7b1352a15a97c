"""Trying out other numbers: ``rules.layers.l4.dig=5`` and grids of such changes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from cardgen.diagnostics import Findings, FindingsError, did_you_mean
from cardgen.play.batch import plain
from cardgen.play.codes import BAD_OVERRIDE

MOST_VALUES = 1000
MOST_POINTS = 20_000
_RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})(?::(\d{1,9}))?")
_WHOLE = re.compile(r"-?\d{1,18}")


def _fail(message: str, hint: str | None = None) -> FindingsError:
    findings = Findings()
    findings.add(BAD_OVERRIDE, message, hint=hint)
    return FindingsError(findings)


def scalar(text: str) -> Any:
    """Return a value as YAML 1.2 would read it: a whole number, a decimal, true, false, null or text."""
    words = {"true": True, "false": False, "null": None, "": None}
    if text in words:
        return words[text]
    if _WHOLE.fullmatch(text):
        return int(text)
    try:
        return float(text) if re.fullmatch(r"-?\d+\.\d+", text) else text
    except ValueError:  # pragma: no cover - the pattern admits only numbers
        return text


def parse_override(text: str) -> tuple[str, Any]:
    """Return path and value of ``path=value``."""
    path, sign, value = text.partition("=")
    if not sign or not path.strip():
        raise _fail(f"`{text}` is no override", "write path=value, such as rules.layers.l4.dig=5")
    return path.strip(), scalar(value.strip())


def parse_sweep(text: str) -> tuple[str, tuple[Any, ...]]:
    """Return path and values of ``path=3..6``, ``path=0..12:3`` or ``path=2,4,8``."""
    path, value = parse_override(text)
    words = str(text.partition("=")[2]).strip()
    match = _RANGE.fullmatch(words)
    if match:
        low, high, step = int(match[1]), int(match[2]), int(match[3] or 1)
        if high < low or step < 1 or (high - low) // step >= MOST_VALUES:
            raise _fail(f"`{text}` is no range of at most {MOST_VALUES} values", "write path=3..6")
        return path, tuple(range(low, high + 1, step))
    if "," in words:
        return path, tuple(scalar(word.strip()) for word in words.split(","))
    return path, (value,)


def grid(sweeps: Iterable[tuple[str, Sequence[Any]]]) -> list[dict[str, Any]]:
    """Return every combination of the values, the last path varying fastest."""
    axes = list(sweeps)
    size = 1
    for _, values in axes:
        size *= len(values)
    if size > MOST_POINTS:
        raise _fail(f"the grid has {size} points; at most {MOST_POINTS} are run")
    paths = [path for path, _ in axes]
    return [dict(zip(paths, values, strict=True)) for values in product(*(values for _, values in axes))]


def override(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of the data with values replaced at dotted paths.

    Things in a list are addressed by their `id`.  A path must lead to a value that is there already, or
    to a switch (``rules.switches.d3``), so that a slip of the pen changes nothing silently.
    """
    copy: dict[str, Any] = plain(data)
    for path, value in changes.items():
        *way, last = path.split(".")
        place: Any = copy
        for key in way:
            place = _step(place, key, path)
        old = _step(place, last, path, optional=way[-1:] == ["switches"])
        if isinstance(old, (dict, list)):
            raise _fail(f"`{path}` holds more than one value", "add the name of one of them")
        if isinstance(place, list):
            raise _fail(f"`{path}` is an entry of a list, not a value")
        place[last] = value
    return copy


def _step(place: Any, key: str, path: str, optional: bool = False) -> Any:
    if isinstance(place, dict):
        if key in place:
            return place[key]
        names = list(place)
    elif isinstance(place, list):
        known = {str(item.get("id")): item for item in place if isinstance(item, dict)}
        if key in known:
            return known[key]
        names = list(known)
    else:
        raise _fail(f"`{path}`: nothing lies below a single value")
    if optional:
        return None
    raise _fail(
        f"`{path}`: there is no `{key}`", did_you_mean(key, names) or f"known: {', '.join(names[:15])}"
    )
