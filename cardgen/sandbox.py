"""The sandbox that expressions and templates run in: no Python within reach, and bounded work.

Every loop step, call, filter, comparison and literal spends from one budget, and no value
may grow past a size, so that no kit can make cardgen work without end or fill the memory.
"""

from __future__ import annotations

import operator as operators
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import SandboxedEnvironment
from jinja2.utils import Namespace
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from cardgen.functions import FILTERS, FUNCTIONS
from cardgen.values import Items, Record, UnknownNameError

MAX_STEPS = 150_000
MAX_WEIGHT = 100_000
"""The most values that one value may hold, written out; 20 signs of a text weigh as much as a number."""
MAX_NUMBER = 10**300

_SIGNS = 20
_STRING_METHODS = {"upper", "lower", "strip", "split", "startswith", "endswith", "title", "isdigit"}
_FILTERS = {
    "abs", "batch", "capitalize", "default", "d", "dictsort", "e", "escape", "first", "float", "groupby",
    "int", "join", "last", "length", "count", "list", "lower", "map", "max", "min", "reject", "rejectattr",
    "replace", "reverse", "round", "select", "selectattr", "slice", "sort", "string", "title", "trim",
    "unique", "upper", "items",
}  # fmt: skip
_WRITING = {"join", "string", "replace", "upper", "lower", "title", "trim", "capitalize", "e", "escape"}
"""Filters that write a value out as text, whatever it is."""
_AT_MOST = {"batch": 10_000, "slice": 10_000, "round": 100}
"""The greatest number that may be given to a filter."""
_COSTS = {"draw_odds": 1000, "choose": 20}
"""Functions that take longer than others, in steps."""


class BudgetError(Exception):
    """An evaluation that would take more steps or memory than a kit may use."""


class _Undefined(jinja2.StrictUndefined):
    """An undefined value whose error says what was looked up."""


class _Names(Namespace):
    """Jinja's namespace, which never shows what it holds."""

    def __repr__(self) -> str:
        return "namespace"


class Budget:
    """Steps left for one evaluation; shared by all loops and calls inside it."""

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self.steps = steps

    def spend(self, amount: int = 1) -> None:
        """Use up steps; raise `BudgetError` when none are left."""
        self.steps -= amount
        if self.steps < 0:
            raise BudgetError("this takes too much work (an endless or huge loop?)")


def weigh(value: Any, *, deep: bool = False) -> int:
    """How many values a value holds, written out; with `deep`, those inside records as well.

    Raises `BudgetError` above `MAX_WEIGHT`, before it has walked further.
    """
    if type(value) in _NUMBERS:
        return 1
    if isinstance(value, str):
        total = 1 + len(value) // _SIGNS
        if total > MAX_WEIGHT:
            raise BudgetError("a text or list would become too long")
        return total
    if isinstance(value, Items) and not deep:
        return 1 + len(value)
    if not isinstance(value, (list, tuple, dict)):
        return value.weight if deep and isinstance(value, (Record, Items)) else 1
    total, waiting = 0, [value]
    while waiting:
        item = waiting.pop()
        total += 1
        if isinstance(item, str):
            total += len(item) // _SIGNS
        elif isinstance(item, (list, tuple)):
            total += len(item) if len(item) > MAX_WEIGHT else 0
            waiting.extend(item[:MAX_WEIGHT])
        elif isinstance(item, dict):
            total += len(item) if len(item) > MAX_WEIGHT else 0
            waiting += [*item, *item.values()]
        elif isinstance(item, (Record, Items)):
            total += item.weight if deep else 0
        elif isinstance(item, jinja2.Undefined):
            item._fail_with_undefined_error()
        if total > MAX_WEIGHT:
            raise BudgetError("a text or list would become too long")
    return total


class KitEnvironment(SandboxedEnvironment):
    """Jinja, sandboxed, with undefined names as errors and work bounded by a `Budget`."""

    intercepted_binops = frozenset(["+", "-", "*", "/", "//", "%", "**"])

    def __init__(self, *, autoescape: bool = False, loader: jinja2.BaseLoader | None = None) -> None:
        super().__init__(
            undefined=_Undefined,
            autoescape=autoescape,
            loader=loader,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
            cache_size=400,
            extensions=["jinja2.ext.do"],
            finalize=self._finalize,
        )
        self.budget = Budget()
        allowed = {k: v for k, v in self.filters.items() if k in _FILTERS} | FILTERS
        allowed["replace"] = self._guard_replace(allowed["replace"])
        self.filters = {name: self._metered(function, name) for name, function in allowed.items()}
        self.filters |= {
            "_bounded": self._bounded, "_concat": self._concat, "_weighed": self._weighed,
            "_seen": self._seen,
        }  # fmt: skip
        tests: dict[str, Any] = self.tests
        self.tests = {
            name: self._metered(test, name)
            for name, test in tests.items()
            if name not in ("filter", "test", "callable")
        }
        self.globals = {"range": self._range, "namespace": _Names, **FUNCTIONS}

    def refill(self) -> None:
        """Give the next evaluation a full budget."""
        self.budget = Budget()

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree: nodes.Template = _Metering().visit(super()._parse(source, name, filename))
        return tree

    def _load_template(self, name: str, globals: Any) -> jinja2.Template:
        self.budget.spend(20)
        return super()._load_template(name, globals)

    def _finalize(self, value: Any) -> Any:
        """What is printed: texts, numbers and data; never an empty value or a Python object."""
        if isinstance(value, str):
            self.budget.spend(len(value) // 100)
            return value
        if value is None:
            raise ValueError("this is empty, so there is nothing to print")
        if isinstance(value, (list, tuple, Items)):
            raise TypeError("a list cannot be printed; join it: `{{ list | join(', ') }}`")
        if not isinstance(value, (int, float, Record, jinja2.Undefined)):
            raise TypeError("only texts and numbers can be printed")
        return value

    def _concat(self, parts: list[Any]) -> str:
        size = 0
        for part in parts:
            if isinstance(part, jinja2.Undefined):
                part._fail_with_undefined_error()
            self._finalize(part)
            size += len(part) if isinstance(part, str) else 0
        if size > MAX_WEIGHT * _SIGNS:
            raise BudgetError("a text or list would become too long")
        start = Markup("") if any(isinstance(part, Markup) for part in parts) else ""
        return start.join(part if isinstance(part, str) else str(part) for part in parts)

    def _metered(self, function: Any, name: str) -> Callable[..., Any]:
        """A filter or test that pays for what it is given and what it gives."""
        deep, most = name in _WRITING, _AT_MOST.get(name)

        @wraps(function)
        def metered(*args: Any, **kwargs: Any) -> Any:
            given = (*args, *kwargs.values())
            if most and any(isinstance(v, int) and abs(v) > most for v in given[1:]):
                raise BudgetError(f"`{name}` takes numbers up to {most}")
            self.budget.spend(1 + sum(weigh(value, deep=deep) for value in given) // 50)
            return self._weighed(function(*args, **kwargs))

        return metered

    @staticmethod
    def _guard_replace(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def replace(context: Any, text: Any, old: Any, new: Any, count: int | None = None) -> Any:
            old, new = (part if isinstance(part, str) else str(part) for part in (old, new))
            size = len(text) + str(text).count(old) * len(new) if isinstance(text, str) else 0
            if size > MAX_WEIGHT * _SIGNS:
                raise BudgetError("a text or list would become too long")
            return function(context, text, old, new, count)

        return replace

    def _weighed(self, value: Any) -> Any:
        if isinstance(value, Iterator):
            return self._bounded(value)
        self.budget.spend(weigh(value) // 50)
        return value

    def _seen(self, value: Any) -> Any:
        """An operand of a comparison: comparing walks all of it."""
        if isinstance(value, (Record, Items)):
            self.budget.spend(value.weight // 50)
        elif isinstance(value, (str, list, tuple, dict)):
            self.budget.spend(weigh(value, deep=True) // 50)
        return value

    def _bounded(self, items: Any) -> Iterator[Any]:
        for item in items:
            self.budget.spend()
            yield item

    def _range(self, *arguments: int) -> range:
        numbers = range(*arguments)
        if len(numbers) > MAX_WEIGHT:
            raise BudgetError(f"a range holds at most {MAX_WEIGHT} numbers")
        self.budget.spend(len(numbers) // 5)
        return numbers

    def call(self, context: Any, obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: D102
        __tracebackhide__ = True
        given = 0
        for value in (*args, *kwargs.values()):
            given += 1 if type(value) in _NUMBERS else weigh(value)
        owner = getattr(obj, "__self__", None)
        if isinstance(owner, str):
            given += weigh(owner)
        self.budget.spend(1 + given // 50 + _COSTS.get(getattr(obj, "__name__", ""), 0))
        return self._weighed(super().call(context, obj, *args, **kwargs))

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:  # noqa: D102
        if isinstance(obj, str):
            return attr in _STRING_METHODS
        if isinstance(obj, (int, float, list, tuple, dict, bytes, set)) or obj is None:
            return False
        return super().is_safe_attribute(obj, attr, value)

    def getattr(self, obj: Any, attribute: str) -> Any:  # noqa: D102
        return self._look_up(obj, attribute, super().getattr)

    def getitem(self, obj: Any, argument: Any) -> Any:  # noqa: D102
        return self._look_up(obj, argument, super().getitem)

    def _look_up(self, obj: Any, name: Any, otherwise: Callable[[Any, Any], Any]) -> Any:
        if isinstance(obj, (Record, Items)) and not isinstance(name, slice):
            try:
                return obj.find(name)
            except UnknownNameError as fault:
                return self.undefined(hint=str(fault), name=str(name))
        if isinstance(obj, dict):
            key = name["id"] if isinstance(name, Record) and "id" in name else name
            return obj[key] if key in obj else self.undefined(obj=obj, name=str(name))
        if isinstance(obj, str) and isinstance(name, str) and name not in _STRING_METHODS:
            return self.undefined(hint=f"a text has no `{name}`", name=name)
        if obj is None:
            return self.undefined(hint=f"`{name}` of an empty value", name=str(name))
        return otherwise(obj, name)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Evaluate a product, sum or power, refusing what would grow without bound."""
        plain = _PLAIN.get(operator)
        if plain is not None and type(left) in _NUMBERS and type(right) in _NUMBERS:
            result = plain(left, right)  # templates compute coordinates by the hundred thousand
            if type(result) is int and not -MAX_NUMBER <= result <= MAX_NUMBER:
                raise BudgetError("this number is too large")
            return result
        for side in (left, right):
            if isinstance(side, jinja2.Undefined):
                side._fail_with_undefined_error()
            if isinstance(side, int) and abs(side) > MAX_NUMBER:
                raise BudgetError("this number is too large")
        if operator == "%" and isinstance(left, str):
            raise SecurityError("`%` does not format texts here; use `~` to join")
        if operator == "*" and (isinstance(left, _GROWING) or isinstance(right, _GROWING)):
            some, times = (left, right) if isinstance(left, _GROWING) else (right, left)
            each = len(some) / _SIGNS if isinstance(some, str) else weigh(some)
            if isinstance(times, int) and each * max(times, 0) > MAX_WEIGHT:
                raise BudgetError("a text or list would become too long")
        if operator == "**" and (abs(right) > 400 or abs(left) > 10**6):
            raise BudgetError("this power is too large")
        result = super().call_binop(context, operator, left, right)
        if isinstance(result, int) and abs(result) > MAX_NUMBER:
            raise BudgetError("this number is too large")
        if isinstance(result, complex):
            raise ValueError("a number below zero has no such root")
        return self._weighed(result) if isinstance(result, _GROWING) else result


_GROWING = (str, list, tuple)
_NUMBERS = frozenset((int, float))
_PLAIN: dict[str, Callable[[Any, Any], Any]] = {
    "+": operators.add,
    "-": operators.sub,
    "*": operators.mul,
    "/": operators.truediv,
    "//": operators.floordiv,
    "%": operators.mod,
}


class _Metering(NodeTransformer):
    """Rewrites a template so that loops, literals, slices and comparisons pass the meter."""

    def visit(self, node: nodes.Node, *args: Any, **kwargs: Any) -> Any:
        """Return the node, its children rewritten, behind the meter it needs."""
        self.generic_visit(node, *args, **kwargs)
        match node:
            case nodes.For():
                node.iter = _through("_bounded", node.iter)
            case nodes.Concat():
                items = nodes.List(node.nodes, lineno=node.lineno, environment=node.environment)
                return _through("_concat", items)
            case nodes.List() | nodes.Dict():
                return _through("_weighed", node)
            case nodes.Tuple(ctx="load") | nodes.Getitem(arg=nodes.Slice()):
                return _through("_weighed", node)
            case nodes.Compare():
                node.expr = _through("_seen", node.expr)
                for operand in node.ops:
                    operand.expr = _through("_seen", operand.expr)
        return node


def _through(name: str, node: Any) -> nodes.Expr:
    if isinstance(node, nodes.Const):
        return node
    return nodes.Filter(node, name, [], [], None, None, lineno=node.lineno, environment=node.environment)
