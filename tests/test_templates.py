"""Face templates: which one is used, what they see, and where their faults are placed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tinykits import BASE, TEMPLATE, MakeKit, checked, resolved

from cardgen.diagnostics import Findings
from cardgen.faces import open_faces
from cardgen.templates import backs_of

HEAD = TEMPLATE.partition("{{ line")[0]
SEEN = HEAD + "<desc>@@;{{ side }}</desc>{{ imprint(5, 80) }}</svg>\n"
DECKS = (
    BASE.replace("    back: none\n", "")
    + """\
  shard: {kind: card, name: Shards, size: 63mm x 88mm, back: relic, template: relic, cards: [{id: bit}]}
  cube: {kind: token, name: Cube, size: 20mm x 20mm, quantity: 2}
"""
)


def seen(what: str) -> str:
    """A face that shows what a template sees, out of sight."""
    return SEEN.replace("@@", what)


def faces(root: Path) -> dict[str, str]:
    kit, findings = resolved(root)
    assert findings == []
    assert kit is not None
    found = Findings()
    drawn = open_faces(kit, "full", found)
    drawn.draw_all()
    assert [f for f in found if f.severity == "error"] == []
    return drawn.svg


def test_a_template_sees_the_card_its_component_and_the_data(make_kit: MakeKit) -> None:
    sees = (
        "{{ card.id }} {{ card.layer.dig }} {{ component.name }} {{ component.copies }} {{ rules.rounds }} "
        "{{ setup.trenches }} {{ players }} {{ size.w }} {{ bleed }} {{ safe }} {{ kit.version }} {{ ink }}"
    )
    svg = faces(make_kit(files={"templates/relic.svg.j2": seen(sees)}))
    assert "<desc>cup 1 Relics 3 6 3 2 63.0 3.0 3.0 0.1.0 full;front</desc>" in svg["relic/cup/front"]


def test_data_is_escaped(make_kit: MakeKit) -> None:
    text = BASE.replace("Clay cup", "'A & <b>'")
    svg = faces(make_kit(files={"data/cards.yaml": text, "templates/relic.svg.j2": seen("{{ card.name }}")}))
    assert "A &amp; &lt;b&gt;" in svg["relic/cup/front"]


def test_the_kit_s_template_comes_before_the_built_in_one(make_kit: MakeKit) -> None:
    files: dict[str, str | bytes] = {
        "data/cards.yaml": DECKS,
        "templates/relic.svg.j2": seen("own"),
        "templates/relic.back.svg.j2": seen("back of {{ card.id }}"),
    }
    svg = faces(make_kit(files=files))
    assert "own;front" in svg["relic/cup/front"]
    assert "own;front" in svg["shard/bit/front"], "`template:` names another's"
    assert "back of bit;back" in svg["shard/bit/back"], "`back:` shares another's"
    assert "own" not in svg["cube/cube/front"], "a token without a template gets the built-in one"
    assert "cube/cube/back" not in svg


def test_backs_are_known_without_drawing(make_kit: MakeKit) -> None:
    root = make_kit(files={"data/cards.yaml": DECKS, "templates/relic.back.svg.j2": TEMPLATE})
    kit, _ = resolved(root)
    assert kit is not None
    has_back = backs_of(kit)
    assert [c.id for c in kit.components if has_back(c)] == ["relic", "shard"]


def test_a_template_may_import_macros_of_the_kit(make_kit: MakeKit) -> None:
    macros = "{% macro twice(x) %}{{ x * 2 }}{% endmacro %}"
    body = "{% from 'lib.svg.j2' import twice %}" + seen("{{ twice(rules.rounds) }}")
    svg = faces(make_kit(files={"templates/lib.svg.j2": macros, "templates/relic.svg.j2": body}))
    assert "<desc>12;front</desc>" in svg["relic/cup/front"]


def test_a_fault_in_a_macro_is_placed_in_its_file(make_kit: MakeKit) -> None:
    macros = "{% macro twice(x) %}\n{{ x.nope }}\n{% endmacro %}"
    body = "{% from 'lib.svg.j2' import twice %}" + seen("{{ twice(rules) }}")
    findings = checked(make_kit(files={"templates/lib.svg.j2": macros, "templates/relic.svg.j2": body}))
    assert [str(finding.span) for finding in findings] == ["templates/lib.svg.j2:2:1"]
    assert findings[0].related[0].message == "while drawing relic `cup`"


def test_a_text_that_overflows_is_placed_at_the_card(make_kit: MakeKit) -> None:
    text = BASE.replace("Dig for", "Dig deep. " * 90)
    (finding,) = checked(make_kit(files={"data/cards.yaml": text}))
    assert (finding.code, str(finding.span)) == ("T310", "data/cards.yaml:19:52")
    assert "`text` is " in finding.message
    assert "mm too tall at its smallest size (7 pt)" in finding.message


def test_a_text_that_shrinks_to_its_floor_is_no_finding(make_kit: MakeKit) -> None:
    text = BASE.replace("Dig for", "Dig deep. " * 45)
    assert checked(make_kit(files={"data/cards.yaml": text})) == []


@pytest.mark.parametrize("ink", ["full", "saver", "grey"])
def test_templates_know_the_ink(make_kit: MakeKit, ink: str) -> None:
    kit, _ = resolved(make_kit(files={"templates/relic.svg.j2": seen("{{ ink }}")}))
    assert kit is not None
    drawn = open_faces(kit, ink, Findings())
    drawn.draw_all()
    assert f"<desc>{ink};front</desc>" in drawn.svg["relic/cup/front"]


def test_a_drawing_without_a_colour_takes_that_of_its_group() -> None:
    """A default colour once painted every texture of a tinted group black."""
    from cardgen.pen import _use

    assert "color" not in _use("art:mask", 1, 2, 0.5, None)
    assert 'color="#c8992e"' in _use("icon:star", 1, 2, 0.5, "#c8992e")
