"""Sums that a document writes out: `6 + 4×3 + (16+3+2) = 6 + 12 + 21 = 39`, `36/42 = 86%`."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from cardgen.figures import Figure, parse_figure

_MAX = 400
_SIGNS = str.maketrans(
    {
        "×": "*",
        "·": "*",
        "⋅": "*",
        "÷": "/",
        "−": "-",
        "–": "-",
        "⇒": "=",
        "→": "=",
        "≈": "=",
        "：": ":",
        "—": "-",
    }
)
_EQUALS = str.maketrans("⇒→≈", "===")
_UNITS = re.compile(r"[^\W\d_]+(?:/[^\W\d_]+)*")
_RELATION = re.compile(r"(<=|>=|≤|≥|<|>|=)")
_TOKEN = re.compile(r"\s*(\d+(?:,\d{3})*(?:\.\d+)?|\.\d+|\^|[-+*/()%²])")


class SumError(ValueError):
    """A written sum that cannot be read."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a written sum: its text, its value, and the figure where it is a single number."""

    text: str
    value: float
    figure: Figure | None


@dataclass(frozen=True, slots=True)
class Wrong:
    """Two neighbouring sides that do not agree."""

    left: Side
    relation: str
    right: Side


def read_sum(text: str) -> list[Side | str]:
    """Sides and the relations between them; raises `SumError` for what is not a sum."""
    if len(text) > _MAX:
        raise SumError(f"longer than {_MAX} signs")
    plain = unicodedata.normalize("NFKC", text.replace("²", "^2")).replace("**", "").translate(_SIGNS)
    parts = _RELATION.split(plain)
    if len(parts) < 3:
        raise SumError("there is no `=` in it")
    typed = unicodedata.normalize("NFKC", text).replace("**", "").translate(_EQUALS)
    shown = _RELATION.split(typed)
    read: list[Side | str] = []
    for index, part in enumerate(parts):
        if index % 2:
            read.append({"<=": "≤", ">=": "≥"}.get(part, part))
            continue
        bare = _UNITS.sub(" ", part)
        figure = parse_figure(bare.strip())
        read.append(Side(shown[index].strip(), _Parser(bare).value(), figure))
    return read


def wrong_in(text: str) -> Wrong | None:
    """The first two neighbouring sides that do not agree, each at the precision that it is written with."""
    read = read_sum(text)
    for left, relation, right in zip(read[::2], read[1::2], read[2::2], strict=False):
        assert isinstance(left, Side)
        assert isinstance(relation, str)
        assert isinstance(right, Side)
        if not _holds(left, relation, right):
            return Wrong(left, relation, right)
    return None


def _holds(left: Side, relation: str, right: Side) -> bool:
    if relation != "=":
        a, b = left.value, right.value
        return {"<": a < b, ">": a > b, "≤": a <= b, "≥": a >= b}[relation]
    if abs(left.value - right.value) <= 1e-9 * max(1.0, abs(left.value)):
        return True
    for one, other in ((left, right), (right, left)):
        if one.figure is not None and one.figure.admits(other.value):
            return True
    return False


class _Parser:
    """A little calculator: + - * / ^ ² % and brackets."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        position = 0
        text = text.strip().rstrip(".,;。，；")
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                if text[position:].strip() == "":
                    break
                raise SumError(f"`{text[position:].strip()[:12]}` is not part of a sum")
            self.tokens.append(match[1])
            position = match.end()
        self.at = 0
        self.depth = 0

    def value(self) -> float:
        """The value of the whole text."""
        result = self._sum()
        if self.at < len(self.tokens):
            raise SumError(f"`{self.tokens[self.at]}` stands where the sum should end")
        return result

    def _next(self, *wanted: str) -> str | None:
        if self.at < len(self.tokens) and self.tokens[self.at] in wanted:
            self.at += 1
            return self.tokens[self.at - 1]
        return None

    def _sum(self) -> float:
        result = self._product()
        while sign := self._next("+", "-"):
            result += self._product() * (1 if sign == "+" else -1)
        return result

    def _product(self) -> float:
        result = self._power()
        while True:
            if sign := self._next("*", "/"):
                other = self._power()
                if sign == "/" and other == 0:
                    raise SumError("it divides by zero")
                result = result * other if sign == "*" else result / other
            elif self.at < len(self.tokens) and self.tokens[self.at] == "(":
                result *= self._power()
            else:
                return result

    def _power(self) -> float:
        base = self._atom()
        if self._next("^"):
            exponent = self._atom()
            if abs(exponent) > 50 or abs(base) > 1e6:
                raise SumError("a power that is too large")
            base = base**exponent
        while self._next("%"):
            base /= 100
        return base

    def _atom(self) -> float:
        if sign := self._next("-", "+"):
            return self._atom() * (-1 if sign == "-" else 1)
        if self._next("("):
            self.depth += 1
            if self.depth > 30:
                raise SumError("too many brackets")
            inner = self._sum()
            if not self._next(")"):
                raise SumError("a bracket is not closed")
            self.depth -= 1
            return inner
        if self.at >= len(self.tokens) or not re.match(r"[\d.]", self.tokens[self.at]):
            raise SumError("a number is missing")
        self.at += 1
        return float(self.tokens[self.at - 1].replace(",", ""))
