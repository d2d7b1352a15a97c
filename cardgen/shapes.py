"""The base of the models at the YAML edge, and texts that refuse to be anything else."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, WithJsonSchema
from pydantic.functional_validators import PlainValidator
from pydantic_core import PydanticCustomError

from cardgen.builtin.iso639 import TWO_LETTERS
from cardgen.values import Text

ID_PATTERN = r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*"
LANGUAGE_PATTERN = r"[a-z]{2,3}(?:-[A-Za-z0-9]{1,8})*"
"""The shape of a language tag (BCP 47): `zh`, `zh-Hans`, `pt-BR`, `yue`."""
COLOR_PATTERN = r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})"


class Shape(BaseModel):
    """A thing that a file may say: strict, no unknown keys, frozen."""

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, arbitrary_types_allowed=True, defer_build=True
    )


def as_text(value: Any) -> Text:
    """Take a text; refuse numbers, booleans and nothing, which YAML may have made of it."""
    if isinstance(value, Text):
        return value
    if isinstance(value, str):
        return Text(value)
    if value is None:
        raise PydanticCustomError("text_empty", "a text is expected, and nothing is written")
    kind = (
        "true or false" if isinstance(value, bool) else "a number" if isinstance(value, (int, float)) else ""
    )
    raise PydanticCustomError(
        "text_type", "a text is expected, and this is {kind}", {"kind": kind or "not a text"}
    )


def as_id(value: Any) -> Text:
    """The value as an id; a `PydanticCustomError` tells what an id looks like."""
    text = as_text(value)
    if not re.fullmatch(ID_PATTERN, text):
        raise PydanticCustomError(
            "id_format", "an id has small letters, digits and hyphens, and begins with a letter"
        )
    return text


def as_language(value: Any) -> Text:
    """The value as a language code; a code of two letters is one of ISO 639-1."""
    text = as_text(value)
    begin = text.partition("-")[0]
    if not re.fullmatch(LANGUAGE_PATTERN, text) or (len(begin) == 2 and begin not in TWO_LETTERS):
        raise PydanticCustomError("language", "a language code such as `zh`, `en` or `pt-BR` is expected")
    return text


def as_color(value: Any) -> Text:
    """The value as a colour, `#rgb` or `#rrggbb`; YAML takes one without quotes for a remark."""
    if not isinstance(value, str) or not re.fullmatch(COLOR_PATTERN, value):
        raise PydanticCustomError("color", "a colour is expected")
    return as_text(value)


def _expression(value: Any) -> Text:
    if isinstance(value, (int, float, bool)):
        return Text(str(value))
    return as_text(value)


def _plain(value: Any) -> Text | int | float:
    return value if isinstance(value, (int, float)) else as_text(value)


TextValue = Annotated[str, PlainValidator(as_text), WithJsonSchema({"type": "string"})]
Id = Annotated[str, PlainValidator(as_id), WithJsonSchema({"type": "string", "pattern": f"^{ID_PATTERN}$"})]
Language = Annotated[
    str, PlainValidator(as_language), WithJsonSchema({"type": "string", "pattern": f"^{LANGUAGE_PATTERN}$"})
]
Color = Annotated[
    str, PlainValidator(as_color), WithJsonSchema({"type": "string", "pattern": f"^{COLOR_PATTERN}$"})
]
Expression = Annotated[
    str, PlainValidator(_expression), WithJsonSchema({"type": ["string", "number", "boolean"]})
]
Scalar = Annotated[Any, PlainValidator(_plain), WithJsonSchema({"type": ["string", "number", "boolean"]})]
