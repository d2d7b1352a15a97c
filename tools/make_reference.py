"""Write the generated parts of docs/kit-format.md, docs/commands.md and docs/templates.md.

Run `python tools/make_reference.py`; `tests/test_docs.py` fails when they are out of date.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import typer
from pydantic import BaseModel

from cardgen import curves, functions, schema
from cardgen.cli import app
from cardgen.pen import Pen

DOCS = Path(__file__).parents[1] / "docs"


def commands() -> str:
    """Every command with its arguments and options, from the command line itself."""
    group: Any = typer.main.get_command(app)
    return "\n".join(line for name, command in group.commands.items() for line in _command(name, command))


def _command(name: str, command: click.Command) -> Iterator[str]:
    yield f"### cardgen {name}\n"
    yield inspect.cleandoc(command.help or "") + "\n"
    context = click.Context(command, info_name=name)
    rows = [row for p in command.params if (row := p.get_help_record(context))]
    if rows:
        yield "| option | what it does |\n|---|---|"
        yield from (f"| `{_cell(option)}` | {_cell(text)} |" for option, text in rows)
        yield ""


def _cell(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("|", "\\|").strip()


def fields(model: type[BaseModel]) -> str:
    """A table of a model's fields."""
    lines = ["| field | | what it is |", "|---|---|---|"]
    for name, info in model.model_fields.items():
        default = "required" if info.is_required() else _default(info)
        lines.append(f"| `{name}` | {default} | {_cell(info.description or '')} |")
    return "\n".join(lines)


def _default(info: Any) -> str:
    value = info.get_default(call_default_factory=True)
    return (
        "" if value in (None, {}, [], "") else f"`{str(value).lower() if isinstance(value, bool) else value}`"
    )


def card_fields() -> str:
    """The fields that every card may have."""
    lines = ["| field | what it is |", "|---|---|"]
    lines += [f"| `{name}` | {_cell(text)} |" for name, (_, text) in schema.CARD_FIELDS.items()]
    return "\n".join(lines)


def pen_functions() -> str:
    """What templates may call, with parameters."""
    lines = []
    for name, function in sorted(_methods()):
        signature = str(inspect.signature(function)).replace("self, ", "").replace("self", "")
        signature = re.sub(r": '?[^,=)]+'?(?=[,=)])", "", signature.split(" -> ")[0]).replace("=", " = ")
        lines.append(f"- `{name}{re.sub(r' +', ' ', signature)}` – {_cell(inspect.getdoc(function) or '')}")
    return "\n".join(lines)


def _methods() -> Iterator[tuple[str, Any]]:
    for function in (curves.mix, curves.smooth, curves.wave):
        yield function.__name__, function
    for name, function in inspect.getmembers(Pen, inspect.isfunction):
        if not name.startswith("_") and name not in ("begin", "functions"):
            yield name, function


def expression_functions() -> str:
    """What expressions may call."""
    lines = []
    for name, function in sorted(functions.FUNCTIONS.items()):
        doc = (inspect.getdoc(function) or "").split("\n")[0] if inspect.isfunction(function) else ""
        lines.append(f"- `{name}`" + (f" – {doc}" if doc and function.__name__ != "<lambda>" else ""))
    return "\n".join(lines)


PARTS = {
    "commands": commands,
    "kit": lambda: fields(schema.KitInfo),
    "component": lambda: fields(schema.ComponentSpec),
    "field": lambda: fields(schema.FieldSpec),
    "card": card_fields,
    "variant": lambda: fields(schema.VariantSpec),
    "top": lambda: fields(schema.KitSpec),
    "pen": pen_functions,
    "expressions": expression_functions,
}


def fill(text: str) -> str:
    """The text with every part between `<!-- begin NAME -->` and `<!-- end NAME -->` made anew."""

    def part(match: re.Match[str]) -> str:
        name = match["name"]
        return f"<!-- begin {name} -->\n{PARTS[name]().strip()}\n<!-- end {name} -->"

    return re.sub(r"<!-- begin (?P<name>\w+) -->.*?<!-- end (?P=name) -->", part, text, flags=re.S)


def main() -> None:
    for path in sorted(DOCS.glob("*.md")):
        text = path.read_text("utf-8")
        filled = fill(text)
        if filled != text:
            path.write_text(filled, "utf-8")
            print(f"refreshed {path.name}")


if __name__ == "__main__":
    main()
