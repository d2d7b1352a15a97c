"""The JSON Schema of `data/cards.yaml`, with the fields of one kit's own cards where it is known."""

from __future__ import annotations

import json
from typing import Any

from cardgen.schema import FieldSpec, KitSpec

_TYPES: dict[str, dict[str, Any]] = {
    "text": {"type": "string"}, "number": {"type": ["number", "string"]},
    "integer": {"type": ["integer", "string"]},
    "boolean": {"type": "boolean"}, "length": {"type": "string"}, "color": {"type": "string"},
    "art": {"type": "string"}, "icon": {"type": "string"}, "list": {"type": "array"}, "any": {},
}  # fmt: skip


def schema_text(spec: KitSpec | None) -> str:
    """The schema as JSON.  With a kit, its cards have exactly their fields, and references their ids."""
    schema = KitSpec.model_json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "A kit of cardgen: data/cards.yaml"
    if spec is not None:
        _add_components(schema, spec)
    return json.dumps(schema, ensure_ascii=False, indent=1)


def _add_components(schema: dict[str, Any], spec: KitSpec) -> None:
    general = schema["$defs"]["ComponentSpec"]
    own = {}
    for name, component in spec.components.items():
        cards = general["properties"]["cards"]
        properties = {**cards["items"]["properties"]}
        properties |= {
            field: _field(field_spec, spec)
            for field, field_spec in component.fields.items()
            if not field_spec.derive
        }
        required = [
            "id",
            *(f for f, s in component.fields.items() if s.required and s.default is None and not s.derive),
        ]
        items = {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }
        own[name] = {**general, "properties": {**general["properties"], "cards": {**cards, "items": items}}}
    schema["properties"]["components"] = {
        "type": "object",
        "description": schema["properties"]["components"].get("description", ""),
        "properties": own,
        "additionalProperties": {"$ref": "#/$defs/ComponentSpec"},
    }


def _field(field: FieldSpec, spec: KitSpec) -> dict[str, Any]:
    if field.one_of is not None:
        return {"enum": field.one_of}
    if field.refers_to:
        return (
            {"description": f"An id of `{field.refers_to}`.", "enum": _ids(field.refers_to, spec)}
            if _ids(field.refers_to, spec)
            else {}
        )
    return dict(_TYPES[field.type])


def _ids(target: str, spec: KitSpec) -> list[str]:
    holder: Any = {"rules": spec.rules}
    for part in target.split("."):
        holder = holder.get(part) if isinstance(holder, dict) else None
    return [str(item["id"]) for item in holder or [] if isinstance(item, dict) and "id" in item]
