"""The one small expression language: sandboxed Jinja expressions with bounded work.

Quantities, derived fields, conditions, checks, claims and card texts all use it, and face
templates run in the same environment.  Undefined names are errors with a suggestion,
no attribute of a Python object is reachable, and every loop, call and product spends from
a budget, so that no kit can make cardgen work without end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import jinja2

from cardgen.diagnostics import did_you_mean
from cardgen.functions import FUNCTIONS
from cardgen.sandbox import KitEnvironment

MAX_SOURCE = 4000
"""The longest expression, in signs."""


class ExprError(Exception):
    """An expression or template that cannot be evaluated; `line` counts from 1 inside its source."""

    def __init__(self, message: str, line: int = 1, template: str | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.template = template


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
    if len(source) > MAX_SOURCE:
        raise ExprError(f"the expression is longer than {MAX_SOURCE} signs")
    environment = _environment()
    environment.refill()
    try:
        value = _compiled(source)(**context)
        if isinstance(value, jinja2.Undefined):
            value._fail_with_undefined_error()
        return list(value) if isinstance(value, Iterator) else value
    except Exception as error:  # whatever an expression makes Python raise is the expression's fault
        raise explain(error, context) from None


def render_text(source: str, context: Mapping[str, Any]) -> str:
    """Fill the `{{ … }}` of a card text; raise `ExprError` for whatever is wrong."""
    if "{{" not in source and "{%" not in source:
        return source
    environment = _environment()
    environment.refill()
    try:
        return _template(source).render(**context)
    except Exception as error:  # as above
        raise explain(error, context) from None


_PLAIN = {
    "end of print statement": "`{{` is not closed by `}}`",
    "end of statement block": "`{%` is not closed by `%}`, or something is missing in it",
    "unexpected 'end of template'": "something is missing at the end",
    "chunk after expression": "something stands after the end of the expression",
    "unexpected '}'": "`{{` is not closed by `}}`",
    "Missing end of comment": "`{#` is not closed by `#}`",
}
"""What Jinja says, and what it means to a person who writes cards."""


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
        message = "this is nested too deeply, or calls itself without end"
    elif isinstance(error, jinja2.TemplateNotFound):
        message = f"there is no template `{error.name}`"
    elif isinstance(error, TypeError) and "no loader" in message:
        message = "only face templates may include others"
    elif isinstance(error, jinja2.TemplateSyntaxError):
        message = next((plain for said, plain in _PLAIN.items() if said in message), message)
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
