"""Numbers as documents print them: precision, percent, sign, unit, bounds and ranges.

A figure stands for an interval: every number that would be printed so.  `2.33` is
2.325 to 2.335, `86%` is 0.855 to 0.865, `≥ 4` is 4 and more, `2.00-3.43` what lies between.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from cardgen.numerals import arabic, plain_count

_EPSILON = 1e-9

_NUMBER = r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|[+-]?\.\d+"
_AT_LEAST = r"≥|>=|at least|no fewer than|不少于|不低于|至少|最少|最低"
_AT_MOST = r"≤|<=|at most|up to|no more than|不超过|不多于|至多|最多|最高"
_ABOVE = r">|more than|over|超过|多于|高于|大于"
_BELOW = r"<|less than|fewer than|under|不到|不足|少于|低于|小于"
_ABOUT = r"≈|~|约|大约|近|about|around|circa|ca\."
_BEFORE = re.compile(
    rf"(?:(?P<at_least>{_AT_LEAST})|(?P<at_most>{_AT_MOST})|(?P<above>{_ABOVE})|(?P<below>{_BELOW})|(?P<about>{_ABOUT}))\s*",
    re.I,
)
_ONE = re.compile(rf"(?P<number>{_NUMBER})(?P<percent>\s*%)?(?P<rest>.*)", re.S)
_RANGE = re.compile(
    rf"(?P<low>{_NUMBER})(?P<p1>\s*%)?\s*(?:-|~|to|至|到)\s*(?P<high>{_NUMBER})(?P<percent>\s*%)?(?P<rest>.*)",
    re.S,
)
_FRACTION = re.compile(
    r"(?P<sign>[+-]?)(?P<above>\d+)\s*/\s*(?P<below>[1-9]\d*)(?P<rest>\s*[^\d\s/].*)?", re.S
)
_OR_MORE = re.compile(r"(?P<more>以上|及以上|or more|and more)|(?P<less>以下|及以下|or fewer|or less)")
_SEPARATORS = re.compile(r"\s*[/、，;｜|·]\s*|,\s+|,(?!\d{3}(?:\D|$))")
_DASHES = str.maketrans({"−": "-", "–": "-", "—": "-", "～": "~", "﹣": "-", "％": "%"})


@dataclass(frozen=True, slots=True)
class Figure:
    """A printed number: its nominal `value`, the interval that it stands for, its unit.

    `half` is half a unit of the last printed digit, in the units of `value`; a percentage is a fraction of 1.
    """

    value: float
    low: float
    high: float
    half: float
    unit: str = ""
    percent: bool = False
    kind: str = "number"
    open_low: bool = False
    open_high: bool = False

    def admits(self, number: float) -> bool:
        """Whether a number would be printed so."""
        slack = _EPSILON * max(1.0, abs(number))
        low = number > self.low + slack if self.open_low else number >= self.low - slack
        high = number < self.high - slack if self.open_high else number <= self.high + slack
        return low and high

    def widened(self, by: float) -> Figure:
        """The figure with another tolerance around its nominal value."""
        return Figure(self.value, self.value - by, self.value + by, by, self.unit, self.percent, self.kind)


def parse_figure(text: str) -> Figure | None:
    """Read a printed number with whatever stands around it; None when it is not one."""
    plain = plain_count(unicodedata.normalize("NFKC", text).translate(_DASHES).strip())
    before = _BEFORE.match(plain)
    bound = str(before.lastgroup) if before else ""
    rest = arabic(plain_count(plain[before.end() :]) if before else plain)
    if not bound:
        return _range(rest) or _fraction(rest) or _one(rest)
    found = _one(rest)
    if found is None:
        return None
    return found.widened(2 * found.half) if bound == "about" else _bounded(found, bound)


def _bounded(found: Figure, bound: str) -> Figure:
    low, high = {
        "at_least": (found.value, math.inf), "at_most": (-math.inf, found.value),
        "above": (found.value, math.inf), "below": (-math.inf, found.value),
    }[bound]  # fmt: skip
    return Figure(
        found.value,
        low,
        high,
        found.half,
        found.unit,
        found.percent,
        "bound",
        bound == "above",
        bound == "below",
    )


def _one(text: str) -> Figure | None:
    match = _ONE.fullmatch(text)
    if match is None or not _unit_like(match["rest"]):
        return None
    value, half = _number(match["number"], bool(match["percent"]))
    rest = match["rest"].strip()
    figure = Figure(value, value - half, value + half, half, rest, bool(match["percent"]))
    either = _OR_MORE.search(rest)
    if either:
        return _bounded(figure, "at_least" if either["more"] else "at_most")
    return figure


def _range(text: str) -> Figure | None:
    match = _RANGE.fullmatch(text)
    if match is None or not _unit_like(match["rest"]):
        return None
    percent = bool(match["percent"] or match["p1"])
    low, half_low = _number(match["low"], percent)
    high, half_high = _number(match["high"], percent)
    if high < low:
        return None
    return Figure(
        (low + high) / 2,
        low - half_low,
        high + half_high,
        max(half_low, half_high),
        match["rest"].strip(),
        percent,
        "range",
    )


def _fraction(text: str) -> Figure | None:
    match = _FRACTION.fullmatch(text)
    if match is None:
        return None
    value = int(match["above"]) / int(match["below"]) * (-1 if match["sign"] == "-" else 1)
    return Figure(value, value, value, 0.0, (match["rest"] or "").strip(), kind="fraction")


def _number(text: str, percent: bool) -> tuple[float, float]:
    digits = text.replace(",", "")
    places = len(digits.partition(".")[2])
    scale = 100 if percent else 1
    return float(digits) / scale, 0.5 * 10**-places / scale


def _unit_like(rest: str) -> bool:
    """What follows the number holds no further number, so it can be a unit."""
    return len(rest) <= 40 and not re.search(r"\d", rest) and not rest.startswith(("/", "-", ",", "."))


def split_list(text: str) -> list[str]:
    """The members of a list printed in one line: `2 / 4 / 6`, `甲、乙`."""
    return [part for part in _SEPARATORS.split(text.strip()) if part]


def number(text: object) -> float:
    """The number in a printed text (`38%` is 0.38); a number stays as it is."""
    if isinstance(text, (int, float)) and not isinstance(text, bool):
        return text
    figure = parse_figure(str(text))
    if figure is None:
        raise ValueError(f"there is no number in `{text}`")
    return int(figure.value) if figure.value.is_integer() and not figure.percent else figure.value


def figures(values: list[str]) -> Iterator[Figure | None]:
    """Each text as a figure, where it is one."""
    return (parse_figure(value) for value in values)
