"""What goes wrong in an expression or template, in words that a designer can use."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import jinja2

from cardgen.diagnostics import did_you_mean
from cardgen.functions import FUNCTIONS


class ExprError(Exception):
    """An expression or template that cannot be evaluated; `line` counts from 1 inside its source."""

    def __init__(self, message: str, line: int = 1, template: str | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.template = template


_PLAIN = {
    r".*end of print statement.*": "`{{` is not closed by `}}`",
    r".*end of statement block.*": "`{%` is not closed by `%}`, or something is missing in it",
    r".*unexpected 'end of template'.*": "something is missing at the end",
    r"chunk after expression": "something stands after the end of the expression",
    r"unexpected '}'": "`{{` is not closed by `}}`",
    r"Missing end of comment.*": "`{#` is not closed by `#}`",
    r".*innermost block that needs to be closed is '(\w+)'.*": r"`{% \1 %}` is not closed by `{% end\1 %}`",
    r"Encountered unknown tag '(\w+)'.*": r"there is no tag `{% \1 %}`",
    r"No (filter|test) named '(\w+)'\.": r"there is no \1 `\2`",
    r"(?:\w+\.)?(\w+)\(\) got an unexpected keyword argument '(\w+)'.*": r"`\1()` takes no `\2`",
    r"(?:\w+\.)?(\w+)\(\) missing \d+ required .*argument\S*: (.*)": r"`\1()` also needs \2",
    r"(?:\w+\.)?(\w+)\(\) takes .*positional arguments? but.*": r"`\1()` is given too many values",
    r"'(utf-8|utf_8)' codec can't decode.*": "the file is not UTF-8; save it as UTF-8",
    r"no loader for this environment.*": "only face templates may include others",
    r"name 'inf' is not defined": "this number is too large",
}
"""What Jinja and Python say, and what it means to a person who writes cards."""


def explain(error: Exception, context: Mapping[str, Any] = {}) -> ExprError:
    """Turn whatever an evaluation raised into an `ExprError` that a designer can read."""
    name, line = _template_frame(error)
    if isinstance(error, jinja2.TemplateSyntaxError):
        name, line = error.filename or error.name, error.lineno
    said = str(getattr(error, "message", None) or error).strip()
    match error:
        case jinja2.UndefinedError():
            unknown = said.split("'")[1] if said.count("'") == 2 else ""
            hint = did_you_mean(unknown, [*context, *FUNCTIONS]) if unknown else None
            message = (f"there is no `{unknown}` here" if unknown else said) + (f"; {hint}" if hint else "")
        case ZeroDivisionError():
            message = "this divides by zero"
        case RecursionError():
            message = "this is nested too deeply, or calls itself without end"
        case jinja2.TemplateNotFound():
            message = f"there is no template `{error.name}`"
        case _:
            message = _plain(said, isinstance(error, TypeError)) or type(error).__name__
    return ExprError(message, line, name)


_OPERANDS = re.compile(r"unsupported operand type\(s\) for (\S+?):? '(\w+)' and '(\w+)'")
_COMPARED = re.compile(r"'(.+)' not supported between instances of '(\w+)' and '(\w+)'")
_CONCATENATED = re.compile(r"can only concatenate (\w+) \(not \"(\w+)\"\) to \w+")
_KINDS = {
    "str": "a text", "Text": "a text", "Markup": "a text", "int": "a number", "float": "a number",
    "bool": "true or false", "NoneType": "an empty value", "list": "a list", "tuple": "a list",
    "Items": "a list", "Record": "a thing with fields", "dict": "a thing with fields",
}  # fmt: skip


def _kinds(said: str) -> str | None:
    """What Python says of operands that do not go together, in words."""
    if found := _OPERANDS.search(said) or _COMPARED.search(said):
        sign, *kinds = found.groups()
        left, right = (_KINDS.get(kind, kind) for kind in kinds)
        return f"`{sign}` does not work between {left} and {right}"
    if found := _CONCATENATED.search(said):
        left, right = (_KINDS.get(kind, kind) for kind in found.groups())
        return f"`+` does not work between {left} and {right}; join texts with `~`"
    return None


def _plain(said: str, computing: bool) -> str:
    if computing and (kinds := _kinds(said)):
        return kinds
    for pattern, plain in _PLAIN.items():
        if found := re.fullmatch(pattern, said, re.DOTALL):
            return found.expand(plain)
    return f"this cannot be computed: {said}" if computing else said


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
