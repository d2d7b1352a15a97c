"""A kit from a stranger: nothing outside it is read or written, work is bounded, nothing crashes."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tinykits import BASE, TEMPLATE, MakeKit, RunCli, base_files, checked, loaded, write

SECRET = "a secret of the machine"


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A file outside the kit, which nothing may read."""
    path = tmp_path / "secret.svg"
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>{SECRET}</title></svg>'
    )
    return path


LOOKS_OUTSIDE = {
    "an include above": ("{% include '../../secret.svg' %}", "T301"),
    "an include from the root": ("{% include '/etc/passwd' %}", "T301"),
    "an import above": ("{% from '../x.j2' import y %}", "T301"),
    "an extends above": ("{% extends '../x.j2' %}", "T301"),
    "an include of data": ("{% include 'cards.yaml' %}", "T301"),
    "art above": ("{{ art('../../secret', 5, 5, 9, 9) }}", "T313"),
    "art from the root": ("{{ art('/etc/passwd', 5, 5, 9, 9) }}", "T313"),
    "art with a NUL": ("{{ art('a\\x00b', 5, 5, 9, 9) }}", "T313"),
    "an icon above": ("{{ icon('../../secret', 5, 5) }}", "T312"),
    "a use above": ('<use href="art:../../secret"/>', "S505"),
    "a use of an address": ('<use href="http://example.org/x.svg#a"/>', "S507"),
    "a use of a file": ('<use href="file:///etc/passwd#a"/>', "S507"),
    "an image": ('<image href="file:///etc/passwd" width="5" height="5"/>', "S507"),
    "an external entity": (
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><text>&x;</text>',
        "S501",
    ),
    "a style from elsewhere": ('<style>@import url("file:///etc/passwd");</style>', "S502"),
}


@pytest.mark.parametrize(("body", "code"), LOOKS_OUTSIDE.values(), ids=LOOKS_OUTSIDE.keys())
def test_templates_reach_nothing_outside(make_kit: MakeKit, outside: Path, body: str, code: str) -> None:
    template = TEMPLATE.replace("</svg>", f"{body}</svg>")
    findings = checked(make_kit(files={"templates/relic.svg.j2": template}))
    assert [finding.code for finding in findings] == [code]
    assert SECRET not in str(findings)


FIELDS = {
    "art above": ("art: ../../secret", "T313"),
    "an icon above": ("icon: ../../secret", "T312"),
}


@pytest.mark.parametrize(("field", "code"), FIELDS.values(), ids=FIELDS.keys())
def test_cards_reach_nothing_outside(make_kit: MakeKit, outside: Path, field: str, code: str) -> None:
    body = "{% if card.icon %}{{ icon(card.icon, 5, 5) }}{% elif card.art != card.id %}" \
        "{{ art(card.art, 5, 5, 9, 9) }}{% endif %}</svg>"  # fmt: skip
    files = {
        "templates/relic.svg.j2": TEMPLATE.replace("</svg>", body),
        "data/cards.yaml": BASE.replace("copies: 2", field),
    }
    findings = checked(make_kit(files=files))
    assert [finding.code for finding in findings] == [code]


@pytest.mark.parametrize(
    "font", ["/etc/passwd", "../../secret.svg", "fonts/../../secret.svg", "data/cards.yaml"]
)
def test_fonts_come_from_the_kit(make_kit: MakeKit, outside: Path, font: str) -> None:
    text = BASE.replace("players: [2]", f"players: [2], fonts: {{text: {font}}}")
    findings = checked(make_kit(files={"data/cards.yaml": text}))
    assert [finding.code for finding in findings] == ["F104" if font.startswith("data") else "F102"]
    assert "/etc" not in findings[0].message, "a path of the machine is not repeated"


def test_links_that_lead_outside_are_not_followed(make_kit: MakeKit, outside: Path, tmp_path: Path) -> None:
    (tmp_path / "more.yaml").write_text(f"words: {{a: {SECRET}}}\n")
    (tmp_path / "leak.svg.j2").write_text(f"{SECRET}")
    body = "{{ has_art('leak') }}{{ has_icon('leak') }}{% include 'leak.svg.j2' %}</svg>"
    root = make_kit(files={"templates/relic.svg.j2": TEMPLATE.replace("</svg>", body)})
    for link, target in {
        "data/more.yaml": "more.yaml",
        "data/lang/de.yaml": "more.yaml",
        "art/leak.svg": "secret.svg",
        "icons/leak.svg": "secret.svg",
        "templates/leak.svg.j2": "leak.svg.j2",
        "fonts/leak.ttf": "secret.svg",
    }.items():
        (root / link).parent.mkdir(exist_ok=True, parents=True)
        (root / link).symlink_to(tmp_path / target)
    for link in ("data/more.yaml", "data/lang/de.yaml"):
        source, findings = loaded(root)
        assert [(f.code, f.span.file if f.span else "") for f in findings] == [("D122", link)]
        assert source is None or SECRET not in str((source.document.data, source.languages))
        (root / link).unlink()
    found = checked(root)
    assert [finding.code for finding in found] == ["T301"], "the template that is a link does not exist"
    assert SECRET not in str(found)


def test_a_folder_of_art_that_is_a_link_shows_nothing(
    make_kit: MakeKit, tmp_path: Path, outside: Path
) -> None:
    body = "{% if has_art('secret') %}{{ art('secret', 5, 5, 9, 9) }}{% endif %}</svg>"
    root = make_kit(files={"templates/relic.svg.j2": TEMPLATE.replace("</svg>", body)})
    (root / "art").symlink_to(tmp_path, target_is_directory=True)
    assert checked(root) == []
    from tinykits import resolved

    from cardgen.diagnostics import Findings
    from cardgen.faces import open_faces

    kit, _ = resolved(root)
    assert kit is not None
    assert not open_faces(kit, "full", Findings()).library.has_art("secret")


def test_the_output_folder_is_named_by_ids_only(make_kit: MakeKit, cli: RunCli) -> None:
    for slip in ("../../evil", "a/b", ".", "C:x", "con\\x"):
        text = BASE.replace("id: tiny", f"id: '{slip}'")
        ran = cli("build", "-C", make_kit(files={"data/cards.yaml": text}))
        assert ran.code == 1
        assert "D114" in ran.err


ENDLESS = {
    "loops": "{% for a in range(99999) %}{% for b in range(99999) %}{{ a }}{% endfor %}{% endfor %}",
    "a macro that calls itself": "{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}",
    "a template that includes itself": "{% include 'relic.svg.j2' %}",
    "texts that double": "{% set n = namespace(s='a') %}{% for i in range(99) %}{% set n.s = n.s ~ n.s %}"
    "{% endfor %}",
    "a text without end": "{{ text('a ' * 900000, 5, 5, 50, 50) }}",
    "elements without end": "{% for i in range(60000) %}<path d='M0 0h1'/>{% endfor %}",
    "groups in groups": "<g>" * 600 + "</g>" * 600,
}


@pytest.mark.parametrize("body", ENDLESS.values(), ids=ENDLESS.keys())
def test_templates_without_end_end(make_kit: MakeKit, body: str) -> None:
    began = time.monotonic()
    findings = checked(
        make_kit(files={"templates/relic.svg.j2": TEMPLATE.replace("</svg>", f"{body}</svg>")})
    )
    assert findings
    assert time.monotonic() - began < 10


def test_includes_that_multiply_end(make_kit: MakeKit) -> None:
    files: dict[str, str | bytes] = {
        f"templates/i{n}.j2": f"{{% include 'i{n + 1}.j2' %}}" * 2 for n in range(40)
    }
    files |= {"templates/i40.j2": "", "templates/relic.svg.j2": "{% include 'i0.j2' %}"}
    began = time.monotonic()
    assert [finding.code for finding in checked(make_kit(files=files))] == ["T301"]
    assert time.monotonic() - began < 10


def test_a_card_text_without_end_ends(make_kit: MakeKit) -> None:
    text = BASE.replace(
        "Dig for", "{% for a in range(9999) %}{% for b in range(9999) %}x{% endfor %}{% endfor %}"
    )
    assert [finding.code for finding in checked(make_kit(files={"data/cards.yaml": text}))] == ["D117"]


CHARACTERS = "\t\u3000：，{}[]\"'#&*!|>-:,? \n%@`~é\x00\u200b<>0no"


def mutated(text: str, seed: int) -> str:
    """A text after some slips of the hand: signs and lines deleted, doubled, swapped or put in."""
    rng = random.Random(seed)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(max(1, len(text)))
        lines = text.split("\n")
        line = rng.randrange(len(lines))
        match rng.randrange(8):
            case 0:
                text = text[:at] + text[at + 1 :]
            case 1:
                text = text[:at] + text[at : at + 1] + text[at:]
            case 2:
                text = text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
            case 3:
                text = text[:at] + rng.choice(CHARACTERS) + text[at:]
            case 4:
                text = "\n".join(lines[:line] + lines[line + 1 :])
            case 5:
                text = "\n".join([*lines[:line], lines[line], *lines[line:]])
            case 6:
                other = rng.randrange(len(lines))
                lines[line], lines[other] = lines[other], lines[line]
                text = "\n".join(lines)
            case _:
                text = text[:at] + text[at + rng.randint(1, 30) :]
    return text


RICH = (
    BASE
    + """\
  token:
    kind: token
    name: Token
    size: 20mm x 20mm
    template: relic
    back: none
    quantity: players * (rules.rounds + 1)
    pile: bag
    data: {colors: ["#A63A24", "#2F5D50"]}
quantities: {cells: rules.layers | length * setup.trenches}
words: {turn: "Turn {{ rules.rounds }}"}
variants:
  long: {name: Long, rules: {rounds: 8}, components: {relic: {cards: {cup: {copies: 2}}}}}
checks:
  - {id: enough, expect: cells > 2}
"""
)


def test_the_rich_kit_is_clean_before_it_is_broken(make_kit: MakeKit) -> None:
    assert [f for f in checked(make_kit(files={"data/cards.yaml": RICH})) if f.code[0] not in "RP"] == []


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32))
def test_no_slip_in_the_data_gives_a_traceback(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    root = tmp_path_factory.mktemp("kit")
    checked(write(root, base_files() | {"data/cards.yaml": mutated(RICH, seed)}))


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32))
def test_no_slip_in_a_template_gives_a_traceback(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    root = tmp_path_factory.mktemp("kit")
    checked(write(root, base_files() | {"templates/relic.svg.j2": mutated(TEMPLATE, seed)}))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200))
def test_no_bytes_give_a_traceback(tmp_path_factory: pytest.TempPathFactory, noise: bytes) -> None:
    root = tmp_path_factory.mktemp("kit")
    template = TEMPLATE.replace("</svg>", "{% if has_art('a') %}{{ art('a', 1, 1, 9, 9) }}{% endif %}</svg>")
    checked(
        write(
            root,
            base_files()
            | {"art/a.svg": noise, "templates/relic.svg.j2": template, "data/lang/de.yaml": noise},
        )
    )
