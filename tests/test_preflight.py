"""Print-readiness: what paper would show, found before anything is printed."""

from __future__ import annotations

import pytest
from tinykits import BASE, TEMPLATE, MakeKit, checked

from cardgen.diagnostics import Finding, Severity

NAME = "{{ line(card.name, 5, 10, width=size.w - 10) }}"


def found(make_kit: MakeKit, body: str, text: str = BASE) -> list[Finding]:
    template = TEMPLATE.replace(NAME, body)
    return checked(make_kit(files={"data/cards.yaml": text, "templates/relic.svg.j2": template}))


OUTSIDE = {
    "left": ("{{ line('Mark', 2, 20) }}", 1.0),
    "right": ("{{ line('Mark', 62, 20, anchor='end') }}", 2.0),
    "top": ("{{ line('MARK', 20, 3) }}", 2.2),
    "bottom": ("{{ line('Mark', 20, 87) }}", 2.1),
    "turned": ("{{ turned('Mark', 2, 20, 30) }}", 2.5),
}


@pytest.mark.parametrize(("body", "over"), OUTSIDE.values(), ids=OUTSIDE.keys())
def test_text_outside_the_safe_area(make_kit: MakeKit, body: str, over: float) -> None:
    (finding,) = found(make_kit, body)
    assert (finding.code, finding.severity) == ("P510", Severity.WARNING)
    assert float(finding.message.split(" lies ")[1].split(" mm")[0]) == pytest.approx(over, abs=0.6)


def test_what_many_cards_show_is_reported_once(make_kit: MakeKit) -> None:
    assert len(found(make_kit, "{{ line('Label', 1, 20) }}{{ line('Label', 1, 30) }}")) == 1


def test_text_at_the_edge_of_the_safe_area_is_fine(make_kit: MakeKit) -> None:
    assert found(make_kit, "{{ line('Mark', 3, 20) }}{{ line('Mark', 60, 30, anchor='end') }}") == []


def test_a_smaller_safe_area_can_be_declared(make_kit: MakeKit) -> None:
    text = BASE.replace("    size:", "    safe: 1mm\n    size:")
    assert found(make_kit, "{{ line('Mark', 2, 20) }}", text) == []


SIZES = [
    ("Mark", 6.0, None),
    ("Mark", 5.9, Severity.ERROR),
    ("火", 7.0, None),
    ("火", 6.9, Severity.WARNING),
    ("火", 5.5, Severity.ERROR),
]


@pytest.mark.parametrize(("text", "size", "severity"), SIZES)
def test_type_that_nobody_can_read(
    make_kit: MakeKit, text: str, size: float, severity: Severity | None
) -> None:
    findings = found(make_kit, f"{{{{ line('{text}', 5, 20, size={size}) }}}}")
    assert [(f.code, f.severity) for f in findings] == ([("P511", severity)] if severity else [])


def test_the_imprint_may_be_small_and_must_be_there(make_kit: MakeKit) -> None:
    assert found(make_kit, "") == []
    (finding,) = checked(
        make_kit(files={"templates/relic.svg.j2": TEMPLATE.replace("{{ imprint(5, size.h - 5) }}", "")})
    )
    assert (finding.code, finding.severity) == ("P512", Severity.WARNING)


BACK = TEMPLATE.replace(NAME, "{{ line('Back', 9, 20) }}").replace("{% if card.text %}", "{% if false %}")
PILE = BASE.replace("    back: none\n", "    pile: dig\n") + """\
  shard: {kind: card, name: Shards, size: 63mm x 88mm, pile: dig, cards: [{id: bit}]}
"""  # fmt: skip


def backs(make_kit: MakeKit, **templates: str) -> list[Finding]:
    anonymous = {name: text.replace("{{ imprint(5, size.h - 5) }}", "") for name, text in templates.items()}
    files: dict[str, str | bytes] = {
        f"templates/{name}.back.svg.j2": text for name, text in anonymous.items()
    }
    shard = {"templates/shard.svg.j2": TEMPLATE}
    return checked(make_kit(files={"data/cards.yaml": PILE, **shard, **files}))


def test_pieces_of_one_pile_need_one_back(make_kit: MakeKit) -> None:
    assert backs(make_kit, relic=BACK, shard=BACK) == []
    (finding,) = backs(make_kit, relic=BACK, shard=BACK.replace("Back", "Other"))
    assert finding.code == "P513"
    assert "relic `cup`" in finding.message
    assert "shard `bit`" in finding.message
    assert finding.related


def test_a_back_that_names_its_card_betrays_it(make_kit: MakeKit) -> None:
    telling = BACK.replace("'Back'", "card.id")
    codes = {finding.code for finding in backs(make_kit, relic=telling, shard=BACK)}
    assert codes == {"P513"}


FITS = [("63mm x 88mm", Severity.WARNING), ("64.4mm x 89.4mm", None), ("64.3mm x 99mm", Severity.WARNING),
        ("62mm x 99mm", Severity.ERROR)]  # fmt: skip


@pytest.mark.parametrize(("space", "severity"), FITS)
def test_a_piece_fits_its_space_with_room_to_spare(
    make_kit: MakeKit, space: str, severity: Severity | None
) -> None:
    text = BASE.replace("    size:", "    fits: mat.cell\n    size:")
    mat = "kind: mat, name: Mat, size: 150mm x 150mm, template: relic"
    text += f"  mat: {{{mat}, spaces: {{cell: {space}}}, cards: [{{id: mat}}]}}\n"
    findings = checked(make_kit(files={"data/cards.yaml": text}))
    assert [(f.code, f.severity) for f in findings] == ([("P514", severity)] if severity else [])
