"""Values and expressions as a finding shows them: `rules.rounds * rules.workdays` = 6 × 3 = 18."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cardgen.checks.tracing import Scope
from cardgen.expr import ExprError
from cardgen.figures import Figure
from cardgen.functions import FUNCTIONS
from cardgen.values import Items, Record

_TOKENS = re.compile(
    r"""(?P<text>'[^']*'|"[^"]*")"""
    r"""|(?P<path>(?<![\w.|])[^\W\d]\w*(?:\.[^\W\d]\w*|\[(?:'[^']*'|"[^"]*"|-?\d+|[^\W\d][\w.]*)\])*(?!\s*\())"""
    r"""|(?P<filter>\|\s*\w+)"""
)
_WORDS = {"and", "or", "not", "in", "is", "if", "else", "true", "false", "none", "True", "False", "None"}
_SIGNS = ((" * ", " × "), (" / ", " ÷ "), (" >= ", " ≥ "), (" <= ", " ≤ "), (" != ", " ≠ "), (" == ", " = "))


def show(value: Any, like: Figure | None = None) -> str:
    """A value for a sentence; a number like the figure it is compared with (percent, a digit more)."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "nothing"}[value]
    if isinstance(value, (int, float)):
        return _number(value, like)
    if isinstance(value, Record):
        return str(value._data.get("id", value._data.get("name", value._label)))
    if isinstance(value, (list, tuple, Items)):
        shown = [show(part) for part in list(value)[:13]]
        more = f", … ({len(value)})" if len(value) > 12 else ""
        return "[" + ", ".join(shown[:12]) + more + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {show(value[key])}" for key in list(value)[:12]) + "}"
    text = str(value)
    return text if len(text) <= 60 else text[:59] + "…"


def _number(value: float, like: Figure | None) -> str:
    if like is not None and like.percent:
        return f"{value * 100:.6g}%"
    if isinstance(value, int) or float(value).is_integer():
        return str(int(value))
    return f"{value:.5g}"


def arithmetic(
    source: str, scope: Scope, extra: Mapping[str, Any], value: Any, like: Figure | None = None
) -> str:
    """An expression, the same with its numbers put in, and its value, joined by `=`."""
    source = " ".join(source.split())
    put_in = substituted(source, scope, extra)
    result = show(value, like)
    parts = [source if len(source) <= 100 else source[:99] + "…"]
    if put_in not in (source, result) and len(put_in) <= 100:
        parts.append(put_in)
    if parts[-1] != result:
        parts.append(result)
    return " = ".join(parts)


def substituted(source: str, scope: Scope, extra: Mapping[str, Any]) -> str:
    """The expression with every name that stands for a number or a text replaced by it."""
    known = {**scope.names(), **extra}

    def put_in(match: re.Match[str]) -> str:
        path = match["path"]
        if not path or path in _WORDS or path.split(".")[0].split("[")[0] not in known or path in FUNCTIONS:
            return match[0]
        before = dict(scope.trace.reads)
        try:
            value = scope.value(path, extra)
        except ExprError:
            return match[0]
        finally:
            scope.trace.reads.clear()
            scope.trace.reads.update(before)
        return show(value) if isinstance(value, (int, float, str)) else match[0]

    text = _TOKENS.sub(put_in, source)
    for sign, shown in _SIGNS:
        text = text.replace(sign, shown)
    return text
