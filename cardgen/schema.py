"""What a kit's files may say: pydantic models, strict, with every field documented.

These models stand at the YAML edge only.  Their descriptions are the reference of the kit
format: `cardgen schema` prints them as JSON Schema for editors.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, GetJsonSchemaHandler, ValidationInfo, WithJsonSchema, field_validator
from pydantic.functional_validators import AfterValidator, PlainValidator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError

from cardgen.builtin.papers import named_size
from cardgen.geometry import Size
from cardgen.schema_checks import CheckSpec, CoverageSpec, SilenceSpec, TermSpec
from cardgen.shapes import Color, Id, Language, Shape, TextValue, as_id, as_text
from cardgen.units import UnitError, parse_length
from cardgen.values import Text

MAX_SIDE = 2000
"""The longest side of a piece, in mm."""
MAX_BLEED = 10
"""The farthest that art may run past the trim, in mm; printers ask for 2 to 5."""
KINDS = ("card", "token", "tile", "pawn", "board", "mat", "sheet", "reference")


def _once(counts: list[int]) -> list[int]:
    if len(set(counts)) < len(counts):
        raise PydanticCustomError("repeated", "each number may stand once")
    return counts


def _pile(value: Any) -> str:
    return as_text(value) if isinstance(value, str) and "{{" in value else as_id(value)


def _length(value: Any) -> float:
    try:
        if isinstance(value, bool) or value is None:
            raise UnitError("a length is expected, a number and a unit, such as `3mm`")
        length = parse_length(str(value))
        if not 0 <= length <= MAX_SIDE:
            raise UnitError(f"`{value}` is not between 0 and {MAX_SIDE} mm")
        return length
    except UnitError as error:
        raise PydanticCustomError("length", "{why}", {"why": str(error)}) from None


def _size(value: Any) -> Size:
    if not isinstance(value, str):
        raise PydanticCustomError("size", "write a size as `63mm x 88mm` or by name, such as `poker`")
    try:
        size = named_size(value)
        if max(size.w, size.h) > MAX_SIDE:
            raise UnitError(f"`{value}` is too large: a side has at most {MAX_SIDE} mm")
        return size
    except UnitError as error:
        raise PydanticCustomError("size", "{why}", {"why": str(error)}) from None


def _quantity(value: Any) -> int | Text:
    if isinstance(value, bool) or value is None or isinstance(value, float):
        raise PydanticCustomError("quantity", "a whole number or an expression is expected")
    if isinstance(value, int):
        if not 0 <= value <= 10_000:
            raise PydanticCustomError("quantity_range", "a quantity lies between 0 and 10000")
        return value
    return as_text(value)


def _condition(value: Any) -> bool | Text:
    return value if isinstance(value, bool) else as_text(value)


PlayerCount = Annotated[int, Field(ge=1, le=99)]
PlayerCounts = Annotated[list[PlayerCount], Field(min_length=1, max_length=20), AfterValidator(_once)]
PileValue = Annotated[str, PlainValidator(_pile), WithJsonSchema({"type": "string"})]
Length = Annotated[
    float, PlainValidator(_length), WithJsonSchema({"type": "string", "examples": ["3mm", "1/8in", "9pt"]})
]
SizeValue = Annotated[
    Size, PlainValidator(_size), WithJsonSchema({"type": "string", "examples": ["63mm x 88mm", "poker"]})
]
Quantity = Annotated[
    int | str,
    PlainValidator(_quantity),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string"}]}),
]
Condition = Annotated[
    bool | str,
    PlainValidator(_condition),
    WithJsonSchema({"anyOf": [{"type": "boolean"}, {"type": "string"}]}),
]


class KitInfo(Shape):
    """What the game is."""

    id: Id = Field(description="The kit's id; names the output folder.")
    title: TextValue | dict[str, TextValue] = Field(description="The title, or a title for each language.")
    version: TextValue = Field(
        description="The version, printed on every piece so that old prints can be told."
    )
    players: PlayerCounts = Field(description="The player counts that the game is for.")
    language: Language = Field(
        default=Text("en"), description="The language of the data, such as `zh` or `en`."
    )
    date: TextValue | None = Field(
        default=None, description="The date of the data (not of the print), printed in footers."
    )
    engine: Id | None = Field(
        default=None, description="The rules engine that replays and simulates this game."
    )
    fonts: dict[Id, TextValue] = Field(
        default_factory=dict, description="Fonts of the kit: a style's name and a TrueType file in `fonts/`."
    )
    colors: dict[Id, Color] = Field(
        default_factory=dict, description="Named colours for templates: `colors.ink`."
    )
    rulebook: Literal["reading", "booklet"] = Field(
        default="reading",
        description="How pages of `rulebook.pdf` lie on paper: in `reading` order, or to fold a `booklet`.",
    )
    prints: bool = Field(
        default=True, description="Whether there is anything to print; false for a document's claims alone."
    )


class FieldSpec(Shape):
    """A field that the cards of a component have."""

    type: Literal["text", "number", "integer", "boolean", "length", "color", "art", "icon", "list", "any"] = (
        Field(default="text", description="What kind of value the field holds.")
    )
    refers_to: TextValue | None = Field(
        default=None, description="The list in the data whose ids the field may hold, such as `rules.layers`."
    )
    one_of: list[Any] | None = Field(default=None, description="The values that the field may hold.")
    required: bool = Field(default=True, description="Whether every card must have the field.")
    default: Any = Field(default=None, description="The value where a card does not give one.")
    derive: TextValue | None = Field(
        default=None, description="An expression that gives the value; then no card may type it."
    )


class ComponentSpec(Shape):
    """A kind of piece: a deck of cards, a token, the board."""

    kind: Literal["card", "token", "tile", "pawn", "board", "mat", "sheet", "reference"] = Field(
        description="What it is; decides defaults and the file that it is printed in."
    )
    name: TextValue = Field(description="The name that people use.")
    size: SizeValue = Field(description="Trim size, `63mm x 88mm` or a name such as `poker`.")
    note: TextValue | None = Field(default=None, description="A line for the guide: what the piece is for.")
    paper: TextValue | None = Field(default=None, description="A line for the guide: what to print it on.")
    bleed: Length | None = Field(
        default=None,
        description="How far the art runs past the trim: at most 10 mm, and half the smaller side.",
    )
    safe: Length | None = Field(default=None, description="How far text stays inside the trim.")
    corner: Length | None = Field(default=None, description="Corner radius, shown on proofs.")
    pile: PileValue | None = Field(
        default=None,
        description="Pieces of one pile are mixed face down: their backs must be the same. "
        "May differ by card: `wreck-{{ card.level.id }}`.",
    )
    fits: TextValue | None = Field(
        default=None, description="The space on another piece that it must fit, such as `board.cell`."
    )
    spaces: dict[Id, SizeValue] = Field(
        default_factory=dict, description="Spaces on this piece that others fit into, by name."
    )
    fields: dict[TextValue, FieldSpec] = Field(default_factory=dict, description="The fields of its cards.")
    cards: list[dict[Any, Any]] | None = Field(
        default=None, description="The distinct cards (or other pieces), each with an `id`."
    )
    copies: Quantity = Field(default=1, description="Copies of each card that does not say so itself.")
    quantity: Quantity | None = Field(
        default=None, description="How many pieces, where all are the same: a number or an expression."
    )
    when: Condition = Field(default=True, description="Whether the component is in the kit: an expression.")
    template: TextValue | None = Field(
        default=None, description="The face template, if not the component's id."
    )
    back: TextValue | None = Field(
        default=None, description="The component whose back it shares, or `none` for a blank back."
    )
    file: Id | None = Field(default=None, description="The PDF it is printed in, if not the one of its kind.")
    data: dict[TextValue, Any] = Field(
        default_factory=dict, description="Values for its templates, the same for all its cards."
    )

    @field_validator("bleed")
    @classmethod
    def _bleed(cls, bleed: float | None, info: ValidationInfo) -> float | None:
        size: Size | None = info.data.get("size")
        most = min(MAX_BLEED, min(size.w, size.h) / 2) if size else MAX_BLEED
        if bleed is not None and bleed > most:
            raise PydanticCustomError(
                "bleed", "{bleed} mm is more than {most} mm", {"bleed": f"{bleed:g}", "most": f"{most:g}"}
            )
        return bleed

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        schema = handler.resolve_ref_schema(handler(core))
        schema["properties"]["cards"] = {
            "type": "array",
            "description": cls.model_fields["cards"].description,
            "items": {
                "type": "object",
                "required": ["id"],
                "properties": {
                    name: {"description": text} | ({"type": kind} if kind else {})
                    for name, (kind, text) in CARD_FIELDS.items()
                },
            },
        }
        return schema


CARD_FIELDS: dict[str, tuple[str | None, str]] = {
    "id": ("string", "The card's id, unique in its component."),
    "name": ("string", "The name printed on it."),
    "text": ("string", "The rule text; takes numbers from data with {{ … }}."),
    "icon": ("string", "A symbol: the name of a file in `icons/`, or an emoji that has one."),
    "art": ("string", "The drawing: a file in `art/`; the card's id unless given."),
    "copies": (None, "How many copies: a number or an expression."),
    "when": (None, "Whether the card is in the kit: an expression."),
    "note": ("string", "A remark for the designer; never printed."),
    "silence": ("object", "Findings about this card that may stay: a code and the reason."),
    "provisional": (
        "string",
        "Why this card is not final yet; `check` lists it, and the piece carries a mark.",
    ),
}
"""The fields that every card may have: JSON type and description."""


class VariantSpec(Shape):
    """A variant: an overlay on the data."""

    name: TextValue = Field(description="The variant's name.")
    summary: TextValue | None = Field(default=None, description="What is different, in a sentence.")
    players: PlayerCounts | None = Field(default=None, description="The player counts it is for, if not all.")
    kit: dict[TextValue, Any] = Field(default_factory=dict, description="Laid over `kit`.")
    rules: dict[Any, Any] = Field(default_factory=dict, description="Laid over `rules`.")
    setups: dict[int, dict[Any, Any]] = Field(default_factory=dict, description="Laid over `setups`.")
    components: dict[TextValue, Any] = Field(default_factory=dict, description="Laid over `components`.")
    words: dict[TextValue, Any] = Field(default_factory=dict, description="Laid over `words`.")


class KitSpec(Shape):
    """All the data of a kit: `data/cards.yaml` and the files beside it."""

    kit: KitInfo = Field(description="What the game is.")
    rules: dict[Any, Any] = Field(default_factory=dict, description="Every number that a rule uses, once.")
    quantities: dict[Id, TextValue] = Field(
        default_factory=dict, description="Named expressions over the data, for use in others."
    )
    words: dict[TextValue, Any] = Field(default_factory=dict, description="Words that templates print.")
    setups: dict[int, dict[Any, Any]] = Field(
        default_factory=dict, description="What each player count uses."
    )
    variants: dict[Id, VariantSpec] = Field(default_factory=dict, description="Variants of the game, by id.")
    components: dict[Id, ComponentSpec] = Field(description="The pieces of the game, by id.")
    checks: list[CheckSpec] = Field(default_factory=list, description="What must hold for the data.")
    terms: list[TermSpec] = Field(default_factory=list, description="The words of the game, one a thing.")
    silence: list[SilenceSpec] = Field(
        default_factory=list, description="Findings that may stay, with a reason."
    )
    coverage: CoverageSpec | None = Field(
        default=None,
        description="Values that `check --coverage` leaves alone, with a reason.",
    )
