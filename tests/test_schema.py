"""What a kit's files may say: each kind of value, and the JSON Schema that says the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tinykits import BASE, MakeKit, loaded

from cardgen.diagnostics import Findings
from cardgen.document import Document
from cardgen.jsonschema import schema_text
from cardgen.schema import CARD_FIELDS, ComponentSpec, KitSpec
from cardgen.validate import validate

PIECE: dict[str, Any] = {"kind": "card", "name": "Relics", "size": "poker"}
KIT: dict[str, Any] = {"id": "tiny", "title": "Tiny", "version": "1", "players": [2]}


def spec(**piece: Any) -> tuple[KitSpec | None, list[str]]:
    findings = Findings()
    data = {"kit": KIT, "components": {"relic": PIECE | piece}}
    return validate(Document(data), findings), [f"{f.code} {f.message}" for f in findings]


ACCEPTED = {
    "a size by name": ({"size": "poker"}, "size", (63.5, 88.9)),
    "a size in inches": ({"size": "2.5in x 3.5in"}, "size", (63.5, 88.9)),
    "a size with one unit": ({"size": "63x88mm"}, "size", (63.0, 88.0)),
    "a bleed": ({"bleed": "1/8in"}, "bleed", 3.175),
    "no bleed": ({"bleed": "0mm"}, "bleed", 0.0),
    "a quantity": ({"quantity": 5}, "quantity", 5),
    "a quantity by expression": ({"quantity": "players * 2"}, "quantity", "players * 2"),
    "copies of nothing": ({"copies": 0}, "copies", 0),
    "a condition": ({"when": False}, "when", False),
    "a condition by expression": ({"when": "players > 2"}, "when", "players > 2"),
}


@pytest.mark.parametrize(("piece", "field", "value"), ACCEPTED.values(), ids=ACCEPTED.keys())
def test_accepted(piece: dict[str, Any], field: str, value: object) -> None:
    found, faults = spec(**piece)
    assert faults == []
    assert found is not None
    given = getattr(found.components["relic"], field)
    assert (given.w, given.h) == value if field == "size" else given == value


REFUSED = {
    "a bare number": ({"bleed": 3}, "D113"),
    "an unknown unit": ({"bleed": "3px"}, "D113"),
    "true for a length": ({"safe": True}, "D113"),
    "a length below zero": ({"safe": "-1mm"}, "D113"),
    "a quantity of a half": ({"quantity": 1.5}, "D106"),
    "a quantity below zero": ({"quantity": -1}, "D112"),
    "a quantity of true": ({"quantity": True}, "D106"),
    "an unknown kind": ({"kind": "crad"}, "D106"),
    "a number for a name": ({"name": 5}, "D111"),
    "nothing for a name": ({"name": None}, "D111"),
    "an unknown field": ({"sise": "poker"}, "D104"),
    "a field of unknown type": ({"fields": {"a": {"type": "colour"}}}, "D106"),
    "a capital in a file": ({"file": "Cards"}, "D114"),
}


@pytest.mark.parametrize(("piece", "code"), REFUSED.values(), ids=REFUSED.keys())
def test_refused(piece: dict[str, Any], code: str) -> None:
    found, faults = spec(**piece)
    assert found is None
    assert [fault[:4] for fault in faults] == [code]


def test_all_faults_are_found_at_once() -> None:
    _, faults = spec(sise="poker", name=5, kind="crad", bleed=3)
    assert sorted(fault[:4] for fault in faults) == ["D104", "D106", "D111", "D113"]


def test_the_json_schema_has_every_field_of_the_models() -> None:
    """The documented options are the accepted options."""
    schema = json.loads(schema_text(None))
    assert set(schema["properties"]) == {f.alias or n for n, f in KitSpec.model_fields.items()}
    component = schema["$defs"]["ComponentSpec"]["properties"]
    assert set(component) == {f.alias or n for n, f in ComponentSpec.model_fields.items()}
    assert set(component["cards"]["items"]["properties"]) == set(CARD_FIELDS)


def test_a_kit_narrows_its_schema(make_kit: MakeKit) -> None:
    text = BASE.replace(
        "fields: {layer: {refers_to: rules.layers}}",
        "fields: {layer: {refers_to: rules.layers}, rank: {type: integer, required: false}, "
        "suit: {one_of: [sun, moon], default: sun}, points: {derive: card.layer.dig}}",
    )
    source, findings = loaded(make_kit(files={"data/cards.yaml": text}))
    assert source is not None, list(findings)
    card = json.loads(schema_text(source.spec))["properties"]["components"]["properties"]["relic"][
        "properties"
    ]
    fields = card["cards"]["items"]
    assert fields["properties"]["suit"] == {"enum": ["sun", "moon"]}
    assert "points" not in fields["properties"], "a derived field is never typed"
    assert fields["required"] == ["id", "layer"]
    assert fields["additionalProperties"] is False


@pytest.mark.parametrize(
    ("given", "meant"),
    [("EN", "en"), ("zh_Hans", "zh-Hans"), ("cn", "zh"), ("jp", "ja"), ("English", "en"), ("cn-TW", "zh-TW")],
)
def test_a_language_that_is_none_gets_the_code_that_is_meant(
    make_kit: MakeKit, given: str, meant: str
) -> None:
    source, findings = loaded(make_kit(BASE.replace("players: [2]", f"players: [2], language: {given}")))
    assert source is None
    assert [(finding.code, finding.hint) for finding in findings] == [("D106", f"write `{meant}`")]


@pytest.mark.parametrize("code", ["zh", "zh-Hans", "pt-BR", "yue", "en-GB-oed", "de-1996"])
def test_languages_are_codes_of_any_precision(make_kit: MakeKit, code: str) -> None:
    source, findings = loaded(make_kit(BASE.replace("players: [2]", f"players: [2], language: {code}")))
    assert source is not None
    assert list(findings) == []


@pytest.mark.parametrize(
    ("size", "bleed", "most"),
    [("63mm x 88mm", "10mm", None), ("63mm x 88mm", "10.1mm", "10 mm"), ("8mm x 40mm", "4mm", None),
     ("8mm x 40mm", "4.1mm", "4 mm"), ("63mm x 88mm", "30mm", "10 mm")],
)  # fmt: skip
def test_a_bleed_is_a_margin_and_not_a_piece(size: str, bleed: str, most: str | None) -> None:
    _, faults = spec(size=size, bleed=bleed)
    said = f"D113 `bleed` on component `relic`: {bleed.replace('mm', ' mm')} is more than {most}"
    assert faults == ([said] if most else [])
