"""What people mistype: the one finding that helps, at its place, and never a traceback."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tinykits import BASE, TEMPLATE, MakeKit, RunCli, checked

from cardgen.diagnostics import Finding

LONG = "Dig deep, and then dig on. " * 60
TEN = {
    "a full-width colon": ("name: Clay cup", "name：Clay cup", "D107", 19, 19),
    "no as a name": ("name: Clay cup", "name: no", "D108", 19, 25),
    "a key twice": ("name: Clay cup", "name: Clay cup, name: Cup", "D102", 19, 35),
    "a misspelt field": ("copies: 2", "coppies: 2", "D104", 20, 48),
    "a layer that does not exist": ("layer: l2", "layer: l3", "D115", 20, 44),
    "a negative count": ("copies: 2", "copies: -1", "D112", 20, 56),
    "a text twice too long": ("Dig for", LONG, "T310", 19, 52),
    "an icon that is not there": ("Dig for", "Dig :shovle: for", "T312", 19, 52),
    "a number where text is meant": ("name: Clay cup", "name: 12", "D111", 19, 25),
}
"""What stands in the base, what is typed instead; code, line and column of the one finding."""


def with_mistake(make_kit: MakeKit, old: str, new: str) -> Path:
    assert old in BASE
    return make_kit(files={"data/cards.yaml": BASE.replace(old, new, 1)})


@pytest.mark.parametrize(("old", "new", "code", "line", "column"), TEN.values(), ids=TEN.keys())
def test_ten_ordinary_mistakes(
    make_kit: MakeKit, cli: RunCli, old: str, new: str, code: str, line: int, column: int
) -> None:
    root = with_mistake(make_kit, old, new)
    ran = cli("check", "-C", root, "--format", "json")
    (finding,) = json.loads(ran.out)["findings"]
    assert (finding["code"], finding["file"], finding["line"], finding["column"]) == (
        code, "data/cards.yaml", line, column,
    )  # fmt: skip
    assert finding["hint"]
    assert ran.code == 1
    built = cli("build", "-C", root)
    assert built.code == 1
    assert code in built.err
    assert "Traceback" not in ran.err + built.err
    assert not list(root.glob("output/*"))


def test_ampersand_and_less_than_in_a_text_are_printed_as_they_are(make_kit: MakeKit) -> None:
    assert checked(with_mistake(make_kit, "Dig for", "Dig & <b> draw \\\"x\\\" 'y' for")) == []


def test_a_finding_names_the_card_and_shows_the_line(make_kit: MakeKit, cli: RunCli) -> None:
    ran = cli("check", "-C", with_mistake(make_kit, "copies: 2", "coppies: 2"))
    lines = ran.err.splitlines()
    assert lines[0].endswith("data/cards.yaml:20:48: error[D104] unknown field `coppies` on relic `comb`")
    assert lines[1].startswith("   20 | ")
    assert lines[2].index("^^^^^^^") == lines[1].index("coppies")
    assert "did you mean `copies`?" in lines[3]
    assert ran.out == ""


COMPONENTS = BASE[BASE.index("components:") :]
CARDS = BASE[BASE.index("    cards:") :]
MORE = {
    "an icon's mistake in braces": ("Dig for", "Dig for :l1: {{ card.layer.digs }}", "D117"),
    "copies of a half": ("copies: 2", "copies: 1.5", "D112"),
    "blank copies": ("copies: 2", "copies: ", "D112"),
    "copies in words": ("copies: 2", "copies: two", "D117"),
    "copies true": ("copies: 2", "copies: true", "D112"),
    "far too many copies": ("copies: 2", "copies: 999999", "D112"),
    "an unfinished expression": ("copies: 2", "copies: players *", "D117"),
    "a misspelt name in an expression": ("copies: 2", "copies: player * 2", "D117"),
    "a misspelt field in a text": ("card.layer.dig", "card.layer.digs", "D117"),
    "a brace too few": ("{{ card.layer.dig }}", "{{ card.layer.dig }", "D117"),
    "a text that depends on a wrong layer": ("layer: l1", "layer: l9", "D115"),
    "no layer": (", layer: l2", "", "D105"),
    "a misspelt layer field": ("layer: l2", "layr: l2", "D104"),
    "no id": ("id: comb, ", "", "D105"),
    "an empty id": ("id: comb", "id: ", "D105"),
    "an id twice": ("id: comb", "id: cup", "D116"),
    "an id with a space": ("id: comb", "id: Bone Comb", "D114"),
    "a number for an id": ("id: comb", "id: 5", "D111"),
    "a size without unit": ("63mm x 88mm", "63 x 88", "D113"),
    "a misspelt size": ("63mm x 88mm", "pokr", "D113"),
    "no size": ("63mm x 88mm", "0mm x 88mm", "D113"),
    "a size below zero": ("63mm x 88mm", "-63mm x 88mm", "D113"),
    "a size in kilometres": ("63mm x 88mm", "6300mm x 8800mm", "D113"),
    "half a size": ("63mm x 88mm", "63", "D113"),
    "a misspelt kind": ("kind: card", "kind: crad", "D106"),
    "no kind": ("    kind: card\n", "", "D105"),
    "one player count": ("players: [2]", "players: 2", "D106"),
    "players below zero": ("players: [2]", "players: [-2]", "D112"),
    "no player count": ("players: [2]", "players: []", "D106"),
    "players in words": ("players: [2]", "players: [two]", "D106"),
    "no setup": ("2: {trenches: 3}", "3: {trenches: 3}", "D118"),
    "a setup in words": ("2: {trenches: 3}", "two: {trenches: 3}", "D106"),
    "a version as number": ('"0.1.0"', "1.10", "D111"),
    "no title": ("title: Tiny", "title: ", "D111"),
    "a list for a title": ("title: Tiny", "title: [a]", "D111"),
    "a kit id with capitals": ("id: tiny", "id: Tiny Game", "D114"),
    "a misspelt section": ("setups:", "setup:", "D104"),
    "a misspelt version": ("version", "verison", "D104"),
    "a reference to no list": ("refers_to: rules.layers", "refers_to: rules.layer", "D115"),
    "a reference to a number": ("refers_to: rules.layers", "refers_to: rules.rounds", "D115"),
    "a misspelt refers_to": ("refers_to", "refer_to", "D104"),
    "cards without a list": (CARDS, "    cards: {cup: {name: x}}\n", "D106"),
    "a card that is a word": ("- {id: comb, name: Bone comb, layer: l2, copies: 2}", "- comb", "D106"),
    "cards left blank": (CARDS, "    cards:\n", "D105"),
    "components left blank": (COMPONENTS, "components:\n", "D106"),
    "no components": (COMPONENTS, "", "D105"),
    "a component that is a word": (COMPONENTS, "components: {relic: card}\n", "D106"),
    "a layer's id twice": ("id: l2, name: Clay", "id: l1, name: Clay", "D116"),
    "a layer's id left blank": ("id: l2, name: Clay", "id: , name: Clay", "D114"),
    "a back that is not there": ("back: none", "back: relics", "D123"),
    "a space that is not there": ("    size:", "    fits: board.cell\n    size:", "D124"),
    "a bleed without unit": ("    size:", "    bleed: 3\n    size:", "D113"),
    "a bleed of a whole inch": ("    size:", "    bleed: 1in\n    size:", "D113"),
    "a bleed over half the piece": ("size: 63mm x 88mm", "size: 9mm x 40mm\n    bleed: 4.6mm", "D113"),
    "a language in words": ("players: [2]", "players: [2], language: English", "D106"),
    "a country for a language": ("players: [2]", "players: [2], language: cn", "D106"),
    "a language with an underscore": ("players: [2]", "players: [2], language: pt_BR", "D106"),
    "a corner below zero": ("    size:", "    corner: -3mm\n    size:", "D113"),
    "a template that is not there": ("    size:", "    template: relix\n    size:", "T302"),
    "a file outside": ("    size:", "    file: ../x\n    size:", "D114"),
    "both cards and quantity": ("    size:", "    quantity: 5\n    size:", "D125"),
    "a when with a slip": ("copies: 2", "when: players > two", "D117"),
    "when: no": ("copies: 2", "when: no", "D108"),
    "a font that is not there": ("players: [2]", "players: [2], fonts: {text: x.ttf}", "F101"),
    "a colour with a capital": ("players: [2]", 'players: [2], colors: {Ink: "#000"}', "D114"),
    "a colour a digit short": ("players: [2]", 'players: [2], colors: {ink: "#A63A2"}', "D106"),
    "a colour without quotes": ("players: [2]", "players: [2], colors: {ink: A63A24}", "D106"),
    "a player count twice": ("players: [2]", "players: [2, 2]", "D106"),
    "a sign that no font has": ("Clay cup", "Clay 𒀀 cup", "T311"),
    "bold without end": ("Dig for", "Dig **for", "T314"),
    "a field that no card has": ("copies: 2", "color: red", "D104"),
    "a tab": ("    name: Relics", "\tname: Relics", "D101"),
    "rules as a list": (BASE[BASE.index("rules:") : BASE.index("setups:")], "rules: [1]\n", "D106"),
}


@pytest.mark.parametrize(("old", "new", "code"), MORE.values(), ids=MORE.keys())
def test_one_cause_one_finding(make_kit: MakeKit, old: str, new: str, code: str) -> None:
    findings = checked(with_mistake(make_kit, old, new))
    assert [finding.code for finding in findings] == [code]
    assert findings[0].span
    assert findings[0].span.file == "data/cards.yaml"
    assert_readable(findings[0])


def assert_readable(finding: Finding) -> None:
    said = f"{finding.message} {finding.hint}"
    assert not re.search(
        r"\bNone\b(?! \[)|Traceback|<class|pydantic|0x[0-9a-f]{6}|``|Pen\.", finding.message
    ), said
    assert finding.hint, said


NEAR_TEMPLATE = "{{ line(card.name, 5, 10, width=size.w - 10) }}"
IN_TEMPLATES = {
    "a loose &": (NEAR_TEMPLATE, '<text x="5" y="20">A & B</text>', "S501"),
    "a missing end": ("</svg>", "", "S501"),
    "an open group": ("<rect", "<g><rect", "S501"),
    "a misspelt field": ("card.name", "card.nam", "T301"),
    "a misspelt card": ("card.name", "crad.name", "T301"),
    "a misspelt function": ("line(card.name", "lien(card.name", "T301"),
    "a misspelt option": ("width=size.w - 10", "widht=5", "T301"),
    "too few values": ("line(card.name, 5, 10, width=size.w - 10)", "line(card.name)", "T301"),
    "a word for a number": ("line(card.name, 5,", "line(card.name, 'a',", "T301"),
    "nothing to print": ("line(card.name", "line(none", "T301"),
    "a list to print": ("line(card.name", "line([card.name]", "T301"),
    "things to print": ("line(card.name", "line(rules.layers", "T301"),
    "an open if": ("{% endif %}", "", "T301"),
    "an open brace": ("{{ imprint(5, size.h - 5) }}", "{{ imprint(5, size.h - 5) }", "T301"),
    "a style that is not there": ("line(card.name, 5, 10,", "line(card.name, 5, 10, style='fancy',", "T301"),
    "a filter that is not there": ("card.name", "card.name | upper_case", "T301"),
    "a division by zero": ("size.w - 10", "size.w / 0", "T301"),
    "a font that is not there": (
        NEAR_TEMPLATE, '<text x="5" y="20" font-family="Arial" font-size="4">A</text>', "S504"),
    "no viewBox": ('viewBox="0 0 {{ size.w }} {{ size.h }}"', "", "S509"),
    "another scale": ('viewBox="0 0 {{ size.w }} {{ size.h }}"', 'viewBox="0 0 630 880"', "S509"),
    "a gradient that is not there": ('fill="#FFFFFF"', 'fill="url(#nope)"', "S510"),
    "a shadow": ('fill="#FFFFFF"', 'fill="#FFFFFF" filter="url(#f)"', "S503"),
    "a colour that is none": ('fill="#FFFFFF"', 'fill="bluish"', "S503"),
    "a script": ("</svg>", "<script>alert(1)</script></svg>", "S502"),
    "no imprint": ("{{ imprint(5, size.h - 5) }}", "", "P512"),
    "small type": ("line(card.name, 5, 10,", "line('a', 5, 10, size=5,", "P511"),
    "text at the edge": ("line(card.name, 5, 10,", "line('a', 1, 10,", "P510"),
    "a drawing that is not there": ("</svg>", "{{ art('cups', 5, 5, 9, 9) }}</svg>", "T313"),
    "an icon that is not there": ("</svg>", "{{ icon('shovle', 5, 5) }}</svg>", "T312"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "code"), IN_TEMPLATES.values(), ids=IN_TEMPLATES.keys())
def test_one_fault_of_a_template_is_one_finding(make_kit: MakeKit, old: str, new: str, code: str) -> None:
    assert old in TEMPLATE
    findings = checked(make_kit(files={"templates/relic.svg.j2": TEMPLATE.replace(old, new, 1)}))
    assert [finding.code for finding in findings] == [code]
    assert_readable(findings[0])
    if code[0] in "ST":
        assert findings[0].span
        assert findings[0].span.file == "templates/relic.svg.j2"
        assert findings[0].related, "the card that shows it is named"


OVERLAYS = {
    "a variant with a slip": ("variants:\n  long: {name: Long, rules: {round: 8}}\n", {}, "D127"),
    "a variant's unknown section": ("variants:\n  long: {name: Long, rulez: {rounds: 8}}\n", {}, "D104"),
    "a variant for too many": ("variants:\n  long: {name: Long, players: [9]}\n", {}, "D118"),
    "a variant's misspelt deck": (
        "variants:\n  long: {name: Long, components: {relik: {copies: 2}}}\n", {}, "D127"),
    "a variant's misspelt card": (
        "variants:\n  long: {name: Long, components: {relic: {cards: {cupp: {copies: 3}}}}}\n", {}, "D127"),
    "a translation of no card": (
        "", {"data/lang/de.yaml": "components: {relic: {cards: {cupp: {name: Tasse}}}}\n"}, "D127"),
    "a translation of no word": (
        "words: {turn: Turn}\n", {"data/lang/de.yaml": "words: {trun: Zug}\n"}, "D127"),
    "a translation with a wide colon": ("", {"data/lang/zh.yaml": "words：\n"}, "D107"),
    "one number in two files": ("", {"data/more.yaml": "rules:\n  rounds: 5\n"}, "D102"),
    "a section that is not known": ("", {"data/more.yaml": "relics:\n  rounds: 5\n"}, "D104"),
    "a quantity with a taken name": ("quantities: {players: '5'}\n", {}, "D116"),
    "a quantity used too early": ("quantities: {a: b + 1}\n", {}, "D117"),
    "a word with a slip": ("words: {turn: 'Round {{ rules.round }}'}\n", {}, "D117"),
    "an empty file": ("", {"data/cards.yaml": ""}, "D100"),
    "only a comment": ("", {"data/cards.yaml": "# cards\n"}, "D100"),
    "another encoding": ("", {"data/cards.yaml": BASE.replace("Clay", "粘土").encode("gbk")}, "D103"),
}  # fmt: skip


@pytest.mark.parametrize("before", ["2: {trenches: 3}", "2: {trenches: 3}\n  4: {trenches: 5}"])
def test_a_key_misspelt_in_one_setup_is_told_there_and_once(make_kit: MakeKit, before: str) -> None:
    """It was once told at each expression that reads the key, with a hint the wrong way round."""
    text = BASE.replace("2: {trenches: 3}", f"{before}\n  3: {{trench: 4}}")
    text = text.replace("players: [2]", "players: [2, 3]")
    text = text.replace("components:\n", "quantities: {open: setup.trenches}\n\ncomponents:\n", 1)
    (finding,) = checked(make_kit(files={"data/cards.yaml": text}))
    assert (finding.code, finding.message) == ("D104", "unknown field `trench` in the setup for 3 players")
    assert "`trenches`" in (finding.hint or "")


def test_setups_may_have_keys_of_their_own(make_kit: MakeKit) -> None:
    text = BASE.replace("  2: {trenches: 3}", "  2: {trenches: 3}\n  3: {trenches: 4, bonus: 2}")
    assert checked(make_kit(files={"data/cards.yaml": text.replace("players: [2]", "players: [2, 3]")})) == []


@pytest.mark.parametrize(("text", "files", "code"), OVERLAYS.values(), ids=OVERLAYS.keys())
def test_mistakes_in_overlays_and_further_files(
    make_kit: MakeKit, text: str, files: dict[str, str | bytes], code: str
) -> None:
    findings = checked(make_kit(text, files))
    assert [finding.code for finding in findings] == [code]
    assert_readable(findings[0])
