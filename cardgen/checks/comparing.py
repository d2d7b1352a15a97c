"""Whether a value agrees with what is printed, at the precision printed."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardgen.checks.codes import LIST, NUMBER, ORDER, TEXT
from cardgen.checks.showing import show
from cardgen.diagnostics import Rule
from cardgen.document import Document, Path_
from cardgen.figures import Figure, parse_figure, split_list
from cardgen.values import Items, Record

NOTHING = {"—", "-", "–", "", "/", "无"}
"""What a table prints in a cell that says nothing."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed value: plain data, the text as typed where it is a plain scalar, and its path in the file."""

    data: Any
    raw: str | None
    path: Path_
    document: Document

    def below(self, key: str | int) -> Printed:
        """The printed value under a key or position."""
        path = (*self.path, key)
        place = self.document.places.get(path)
        return Printed(self.data[key], place.raw if place else None, path, self.document)

    @property
    def silent(self) -> bool:
        """Whether it says nothing."""
        return self.data is None or (isinstance(self.data, str) and self.data.strip() in NOTHING)

    @property
    def figure(self) -> Figure | None:
        """It as a number, at its precision."""
        if isinstance(self.data, bool) or not isinstance(self.data, (int, float, str)):
            return None
        return parse_figure(self.text)

    @property
    def text(self) -> str:
        """It as it stands in the document."""
        if isinstance(self.data, (list, dict)):
            return show(self.data)
        return self.raw if self.raw is not None else str(self.data)


@dataclass(frozen=True, slots=True)
class Manner:
    """How values are compared."""

    within: str | None = None
    exact: bool = False
    set: bool = False
    order: bool = False
    includes: bool = False

    def figure(self, figure: Figure) -> Figure:
        """The figure with the tolerance asked for."""
        if self.exact and figure.kind in ("number", "fraction"):
            return figure.widened(0.0)
        if self.within is not None and figure.kind in ("number", "fraction"):
            tolerance = parse_figure(self.within)
            if tolerance is not None:
                by = tolerance.value * abs(figure.value) if tolerance.percent else tolerance.value
                return figure.widened(by)
        return figure


@dataclass(frozen=True, slots=True)
class Difference:
    """How a value differs from what is printed: the kind of fault, and both sides in words."""

    rule: Rule
    value: str
    printed: str
    detail: str = ""
    agree: str = ""


def compare(value: Any, printed: Printed, manner: Manner = Manner()) -> Difference | None:
    """None where they agree (or nothing is printed), else the difference."""
    if printed.silent:
        return None
    if isinstance(value, bool) or isinstance(printed.data, bool):
        same = value is printed.data or show(value) == printed.text.casefold()
        return None if same else Difference(TEXT, show(value), printed.text)
    if isinstance(value, (int, float)):
        return _number(value, printed, manner)
    if isinstance(value, (list, tuple, Items)):
        return _list(list(value), printed, manner)
    if manner.set and isinstance(value, Mapping) and not isinstance(printed.data, Mapping):
        return _list(list(value), printed, manner)
    return None if _same_text(value, printed) else Difference(TEXT, show(value), f"`{printed.text}`")


def _number(value: float, printed: Printed, manner: Manner) -> Difference | None:
    figure = printed.figure
    if figure is None:
        return Difference(NUMBER, show(value), f"`{printed.text}`")
    if manner.figure(figure).admits(value):
        return None
    return Difference(NUMBER, show(value, figure), printed.text, agree=_as_printed(value, figure))


def _as_printed(value: float, figure: Figure) -> str:
    """The value at the precision of the figure."""
    places = 0
    unit = 2 * figure.half * (100 if figure.percent else 1)
    while 0 < unit < 0.99 and places < 9:
        unit *= 10
        places += 1
    if figure.percent:
        return f"{value * 100:.{places}f}%"
    return f"{value:.{places}f}" if figure.half else show(value)


def _list(values: list[Any], printed: Printed, manner: Manner) -> Difference | None:
    members = _members(printed)
    whole = Difference(LIST, show(values), printed.text)
    if members is None or len(members) == 1 != len(values):
        figure = printed.figure
        if figure is not None and figure.kind == "range" and values and all(_is_number(v) for v in values):
            ends = (min(values), max(values))
            near = figure.half * 2
            fits = figure.admits(ends[0]) and figure.admits(ends[1])
            tight = ends[0] <= figure.low + near and ends[1] >= figure.high - near
            return None if fits and tight else whole
    if members is None:
        return whole
    if manner.order:
        return _order(values, members, printed)
    if manner.set or manner.includes:
        return _set(values, members, printed, manner)
    wrong = [
        i
        for i, (value, member) in enumerate(zip(values, members, strict=False))
        if compare(value, member, manner)
    ]
    if len(values) != len(members):
        detail = f"{len(members)} printed, {len(values)} in the data" + _only(values, members, manner)
        return Difference(LIST, show(values), printed.text, detail)
    if wrong:
        first = wrong[0]
        detail = f"number {first + 1} is {show(values[first])}, printed {members[first].text}"
        return Difference(LIST, show(values), printed.text, detail)
    return None


def _members(printed: Printed) -> list[Printed] | None:
    if isinstance(printed.data, list):
        return [printed.below(index) for index in range(len(printed.data))]
    if isinstance(printed.data, dict):
        return None
    return [Printed(part, part, printed.path, printed.document) for part in split_list(printed.text)]


def _set(values: list[Any], members: list[Printed], printed: Printed, manner: Manner) -> Difference | None:
    detail = _only(values, members, manner)
    return Difference(LIST, show(values), printed.text, detail.removeprefix("; ")) if detail else None


def _only(values: list[Any], members: list[Printed], manner: Manner) -> str:
    extra = [m.text for m in members if all(compare(v, m) for v in values)]
    missing = [] if manner.includes else [show(v) for v in values if all(compare(v, m) for m in members)]
    said = [f"only printed: {', '.join(extra)}"] * bool(extra)
    said += [f"not printed: {', '.join(dict.fromkeys(missing))}"] * bool(missing)
    return "".join(f"; {part}" for part in said)


def _order(values: list[Any], members: list[Printed], printed: Printed) -> Difference | None:
    places = []
    for member in members:
        found = [i for i, value in enumerate(values) if compare(value, member) is None]
        if not found:
            return Difference(ORDER, show(values), printed.text, f"{member.text} is not among them")
        places.append(found)
    last, before = -1, ""
    for member, found in zip(members, places, strict=True):
        later = [i for i in found if i > last]
        if not later:
            return Difference(ORDER, show(values), printed.text, f"{member.text} comes before {before}")
        last, before = later[0], member.text
    return None


def _same_text(value: Any, printed: Printed) -> bool:
    wanted = _folded(printed.text)
    if isinstance(value, Record):
        known = [key for key in ("id", "name", "short") if key in value._data]
        return wanted in [_folded(str(value.find(key))) for key in known]
    if _folded(str(value)) == wanted:
        return True
    mine, theirs = parse_figure(str(value)), printed.figure
    if mine is None or theirs is None or mine.kind != "number" or theirs.kind != "number":
        return False
    return mine.unit == theirs.unit and mine.percent == theirs.percent and theirs.admits(mine.value)


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split()).replace("−", "-")


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
