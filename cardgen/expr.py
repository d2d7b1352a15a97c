"""The one small expression language: sandboxed Jinja expressions with bounded work.

Quantities, derived fields, conditions, checks, claims and card texts all use it, and face
templates run in the same environment.  Undefined names are errors with a suggestion,
no attribute of a Python object is reachable, and every loop, call and product spends from
a budget, so that no kit can make cardgen work without end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, wraps
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup

from cardgen.diagnostics import did_you_mean
from cardgen.functions import FILTERS as _OWN_FILTERS
from cardgen.functions import FUNCTIONS, Noise
from cardgen.values import Items, Record, UnknownNameError

MAX_STEPS = 400_000
MAX_LENGTH = 2_000_000
MAX_NUMBER = 10**30

_STRING_METHODS = {"upper", "lower", "strip", "split", "startswith", "endswith", "title", "isdigit"}


class ExprError(Exception):
    """An expression or template that cannot be evaluated; `line` counts from 1 inside its source."""

    def __init__(self, message: str, line: int = 1, template: str | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.template = template


class BudgetError(Exception):
    """An evaluation that would take more steps or memory than a kit may use."""


class _Undefined(jinja2.StrictUndefined):
    """An undefined value whose error says what was looked up."""


class Budget:
    """Steps left for one evaluation; shared by all loops and calls inside it."""

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self.steps = steps

    def spend(self, amount: int = 1) -> None:
        """Use up steps; raise `BudgetError` when none are left."""
        self.steps -= amount
        if self.steps < 0:
            raise BudgetError("this takes too much work (an endless or huge loop?)")


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
        self.filters = {k: v for k, v in self.filters.items() if k in _FILTERS} | _OWN_FILTERS
        self.filters |= {"_bounded": self._bounded, "_concat": self._concat}
        self.filters |= {name: self._metered(self.filters[name]) for name in ("replace", "join")}
        self.tests = {k: v for k, v in self.tests.items() if k not in ("filter", "test", "callable")}
        self.globals = {"range": self._range, "namespace": self.globals["namespace"]} | FUNCTIONS

    def refill(self) -> None:
        """Give the next evaluation a full budget."""
        self.budget = Budget()

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for loop in tree.find_all(nodes.For):
            loop.iter = nodes.Filter(loop.iter, "_bounded", [], [], None, None, lineno=loop.lineno)
        for parent in [tree, *tree.find_all(nodes.Node)]:
            for name, value in parent.iter_fields():
                if isinstance(value, nodes.Concat):
                    setattr(parent, name, _metered_concat(value))
                elif isinstance(value, list):
                    value[:] = [_metered_concat(v) if isinstance(v, nodes.Concat) else v for v in value]
        return tree

    def _finalize(self, value: Any) -> Any:
        if isinstance(value, str):
            self.budget.spend(len(value) // 100)
        return value

    def _concat(self, parts: list[Any]) -> str:
        for part in parts:
            if isinstance(part, jinja2.Undefined):
                part._fail_with_undefined_error()
        joined = (Markup("") if any(isinstance(p, Markup) for p in parts) else "").join(map(_text, parts))
        self.budget.spend(len(joined) // 100)
        return joined

    def _metered(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def metered(*args: Any, **kwargs: Any) -> Any:
            result = function(*args, **kwargs)
            self.budget.spend(len(result) // 100)
            return result

        return metered

    def _bounded(self, items: Any) -> Iterator[Any]:
        for item in items:
            self.budget.spend()
            yield item

    def _range(self, *arguments: int) -> range:
        numbers = range(*arguments)
        self.budget.spend(max(0, len(numbers) // 5))
        return numbers

    def call(self, context: Any, obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: D102
        __tracebackhide__ = True
        self.budget.spend()
        return super().call(context, obj, *args, **kwargs)

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
        return otherwise(obj, name)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Evaluate a product, sum or power, refusing what would grow without bound."""
        for side in (left, right):
            if isinstance(side, jinja2.Undefined):
                side._fail_with_undefined_error()
        texts = isinstance(left, (str, list, tuple)) or isinstance(right, (str, list, tuple))
        if operator == "%" and isinstance(left, str):
            raise SecurityError("`%` does not format texts here; use `~` to join")
        if operator == "*" and texts:
            size = max(_length(left), _length(right)) * max(_count(left), _count(right))
            if size > MAX_LENGTH:
                raise BudgetError("a text or list would become too long")
        if operator == "**" and (abs(right) > 400 or abs(left) > 10**6):
            raise BudgetError("this power is too large")
        result = super().call_binop(context, operator, left, right)
        if isinstance(result, int) and abs(result) > MAX_NUMBER:
            raise BudgetError("this number is too large")
        if isinstance(result, (str, list, tuple)):
            self.budget.spend(len(result) // 1000)
        return result


def _metered_concat(node: nodes.Concat) -> nodes.Filter:
    items = nodes.List(node.nodes, lineno=node.lineno)
    return nodes.Filter(items, "_concat", [], [], None, None, lineno=node.lineno)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else str(value)


def _length(value: Any) -> int:
    return len(value) if isinstance(value, (str, list, tuple)) else 1


def _count(value: Any) -> int:
    return abs(int(value)) if isinstance(value, (int, float)) else 1


_FILTERS = {
    "abs", "attr", "batch", "capitalize", "default", "d", "dictsort", "e", "escape", "first", "float",
    "format", "groupby", "int", "join", "last", "length", "count", "list", "lower", "map", "max", "min",
    "reject", "rejectattr", "replace", "reverse", "round", "safe", "select", "selectattr", "slice", "sort",
    "string", "sum", "title", "trim", "unique", "upper", "items",
}  # fmt: skip
_FILTERS -= {"attr", "format", "safe"}


@lru_cache(maxsize=1)
def _environment() -> KitEnvironment:
    return KitEnvironment()


@lru_cache(maxsize=8192)
def _compiled(source: str) -> Callable[..., Any]:
    return _environment().compile_expression(source, undefined_to_none=False)


@lru_cache(maxsize=8192)
def _template(source: str) -> jinja2.Template:
    return _environment().from_string(source)


def evaluate(source: str, context: Mapping[str, Any]) -> Any:
    """Evaluate one expression; raise `ExprError` for whatever is wrong with it.

    `context` maps names to values (records, items, numbers, texts).
    """
    if len(source) > 4000:
        raise ExprError("the expression is longer than 4,000 characters")
    environment = _environment()
    environment.refill()
    try:
        value = _compiled(source)(**context)
        if isinstance(value, jinja2.Undefined):
            value._fail_with_undefined_error()
    except _FAULTS as error:
        raise explain(error, context) from None
    return list(value) if isinstance(value, Iterator) else value


def render_text(source: str, context: Mapping[str, Any]) -> str:
    """Fill the `{{ … }}` of a card text; raise `ExprError` for whatever is wrong."""
    if "{{" not in source and "{%" not in source:
        return source
    environment = _environment()
    environment.refill()
    try:
        return _template(source).render(**context)
    except _FAULTS as error:
        raise explain(error, context) from None


_FAULTS = (
    jinja2.TemplateError, BudgetError, ArithmeticError, TypeError, ValueError, LookupError,
    AttributeError, RecursionError, MemoryError,
)  # fmt: skip


def explain(error: Exception, context: Mapping[str, Any] = {}) -> ExprError:
    """Turn whatever an evaluation raised into an `ExprError` that a designer can read."""
    name, line = _template_frame(error)
    if isinstance(error, jinja2.TemplateSyntaxError):
        name, line = error.filename or error.name, error.lineno
    message = str(getattr(error, "message", None) or error)
    if isinstance(error, jinja2.UndefinedError):
        unknown = message.split("'")[1] if message.count("'") == 2 else ""
        hint = did_you_mean(unknown, [*context, *FUNCTIONS]) if unknown else None
        message = (f"there is no `{unknown}` here" if unknown else message) + (f"; {hint}" if hint else "")
    elif isinstance(error, ZeroDivisionError):
        message = "this divides by zero"
    elif isinstance(error, RecursionError):
        message = "this calls itself without end"
    elif isinstance(error, jinja2.TemplateNotFound):
        message = f"there is no template `{error.name}`"
    elif isinstance(error, TypeError):
        message = f"this cannot be computed: {message}"
    return ExprError(message, line, name)


def _template_frame(error: Exception) -> tuple[str | None, int]:
    """The innermost template and line in a traceback that Jinja has rewritten."""
    name, line = None, 1
    trace = error.__traceback__
    while trace is not None:
        filename = trace.tb_frame.f_code.co_filename
        if filename.endswith(".j2"):
            name, line = filename, trace.tb_lineno
        elif filename == "<template>":
            name, line = None, trace.tb_lineno
        trace = trace.tb_next
    return name, line


__all__ = [
    "FUNCTIONS", "BudgetError", "ExprError", "KitEnvironment", "Markup", "Noise",
    "evaluate", "explain", "render_text",
]  # fmt: skip
