"""Languages of a kit: what has to be translated, what is wrong with a translation, and both on one card."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tinykits import RunCli, base_files, checked, laid_over, loaded, resolved, write

from cardgen.build import prepare
from cardgen.checking import check_kit
from cardgen.checks.memory import FILE
from cardgen.diagnostics import Findings
from cardgen.languages import has_han, phrases, translation_of
from cardgen.printing import Options
from cardgen.translations import reads

GERMAN = """\
kit: {title: Winzig}
rules: {layers: {l1: {name: Oberboden}, l2: {name: Lehm}}}
components:
  relic:
    name: Fundstücke
    cards:
      cup: {name: Tonbecher, text: "Grabe {{ card.layer.dig }}."}
      comb: {name: Knochenkamm}
"""
"""A whole translation of the base kit."""

RICH = """\
kit: {id: rich, title: {zh: 丰富, en: Rich}, version: "1", players: [2], language: zh, colors: {ink: "#111"}}
words:
  round: 轮
  arrow: →
  sizes: 50 mm
  steps: [{id: a, key: 先, text: "做 {{ rules.rounds }} 次", icon: 刀}]
rules:
  rounds: 6
  kinds: [{id: tea, name: 茶, era: [早, 晚], color: "#123456", from: [tea], provisional: 未定}]
variants:
  long: {name: 长, summary: 多几轮。, rules: {rounds: 8}, words: {round: 季}}
components:
  board:
    kind: board
    name: 图板
    size: 90mm x 90mm
    note: 摊开。
    data: {title: 丰富, layout: grid, unit: "{{ '个' if rules.rounds > 1 else '' }}"}
  deck:
    kind: card
    name: 牌
    size: poker
    fields:
      kind: {refers_to: rules.kinds}
      when_: {one_of: [早, 晚]}
      foot: {default: 完}
      unused: {default: 空}
    cards:
      - id: one
        name: 一
        kind: tea
        when_: 早
        text: "得 {{ rules.rounds }} 分。"
        unused: 无
        note: 备忘
        silence: {R240: 可以}
"""


def kit(root: Path, files: dict[str, str | bytes]) -> Path:
    return write(root, base_files() | files)


def found(root: Path, **files: str) -> list[str]:
    return [
        f"{f.code} {f.message}"
        for f in checked(kit(root, {f"data/lang/{c}.yaml": t for c, t in files.items()}))
    ]


def test_what_people_read_is_a_text_and_nothing_else(tmp_path: Path) -> None:
    source, findings = loaded(write(tmp_path, {"data/cards.yaml": RICH}))
    assert source is not None, list(findings)
    assert [phrase.name for phrase in phrases(source)] == [
        "kit.title", "words.round", "words.steps.a.key", "words.steps.a.text",
        "rules.kinds.tea.name", "rules.kinds.tea.era",
        "components.board.name", "components.board.note", "components.board.data.title",
        "components.board.data.unit",
        "components.deck.name", "components.deck.fields.foot.default",
        "components.deck.fields.unused.default", "components.deck.cards.one.name",
        "components.deck.cards.one.text", "components.deck.cards.one.unused",
        "variants.long.name", "variants.long.summary", "variants.long.words.round",
    ]  # fmt: skip


def test_a_kit_in_latin_letters_tells_texts_by_name_and_form(tmp_path: Path) -> None:
    data = """\
words: {points: points, sep: " · "}
rules:
  goods: [{id: fish, name: fish, icon: fish, from: harbour, label: Fish Market, wide: 3mm, file: a/b.svg}]
  mode: any
components:
  coin:
    kind: token
    name: coin
    size: 16mm x 16mm
    quantity: 3
    data: {icon: drop, color: "#123", label: workday, look: plain-ring, rows: [[Buy, Pay.], [A, "{{ 3 }}"]]}
"""
    source, _ = loaded(
        kit(tmp_path, {"data/cards.yaml": "kit: {id: x, title: X, version: '1', players: [2]}\n" + data})
    )
    assert source is not None
    assert [phrase.name for phrase in phrases(source)] == [
        "words.points", "rules.goods.fish.name", "rules.goods.fish.label",
        "components.coin.name", "components.coin.data.label", "components.coin.data.rows",
    ]  # fmt: skip


def test_a_whole_translation_is_clean_and_counted(tmp_path: Path) -> None:
    root = kit(tmp_path, {"data/lang/de.yaml": GERMAN})
    assert checked(root) == []
    source, _ = loaded(root)
    assert source is not None
    whole = translation_of(source, "de")
    assert (len(whole.entries), len(whole.missing), whole.orphaned, whole.percent) == (7, 0, (), 100.0)
    assert translation_of(source, "fr").percent == 0
    assert len(translation_of(source, "fr").part("components", "relic").missing) == 4


def test_a_missing_text_is_named_with_its_place_and_key(tmp_path: Path) -> None:
    (missing,) = checked(kit(tmp_path, {"data/lang/de.yaml": GERMAN.replace("name: Tonbecher, ", "")}))
    assert (missing.code, str(missing.span)) == ("L701", "data/cards.yaml:19:25")
    assert missing.message == "`components.relic.cards.cup.name` is not translated into `de`: “Clay cup”"


def test_a_key_without_a_value_is_still_to_be_written(tmp_path: Path) -> None:
    text = GERMAN.replace("{name: Tonbecher, text", "\n        name:  # Clay cup\n        text").replace(
        '."}', '."'
    )
    assert [line[:4] for line in found(tmp_path, de=text)] == ["L701"]
    german, _ = resolved(tmp_path, lang="de")
    assert german is not None
    assert next(card.name for _, card in german.cards()) == "Clay cup"


def test_many_missing_texts_are_told_by_section(tmp_path: Path) -> None:
    words = "words: {" + ", ".join(f"w{n}: Word {n}" for n in range(30)) + "}\n"
    root = kit(tmp_path, {"data/cards.yaml": laid_over(words), "data/lang/de.yaml": "kit: {title: Winzig}\n"})
    lines = [f.message for f in checked(root) if f.code == "L701"]
    assert lines == [
        "30 texts of `words` not translated into `de`, such as “Word 0”",
        "2 texts of `rules` not translated into `de`, such as “Topsoil”",
        "4 texts of `components.relic` not translated into `de`, such as “Relics”",
    ]


def test_a_misspelt_id_is_told_once(tmp_path: Path) -> None:
    assert [line[:4] for line in found(tmp_path, de=GERMAN.replace("cup:", "cupp:"))] == ["D127"]


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("rules: {layers: {l3: {name: Fels}}}", "rules.layers.l3"),
        ("rules: {deep: {name: Fels}}", "rules.deep"),
        ("kit: {titel: Winzig}", "kit.titel"),
        ("words: {dig: graben}", "words"),
        ("components: {relic: {cards: [{id: cap, name: Mütze}]}}", "components.relic.cards.cap"),
        ("variants: {long: {name: Lang}}", "variants"),
    ],
)
def test_what_the_data_does_not_have_is_orphaned(tmp_path: Path, line: str, path: str) -> None:
    source, findings = loaded(kit(tmp_path, {"data/lang/de.yaml": line}))
    assert source is not None
    assert [f.code for f in findings] == ["D127"]
    assert [".".join(map(str, p)) for p in translation_of(source, "de").orphaned] == [path]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{l1: {name", "{l1: {dig: 2, name", "`rules.layers.l1.dig` in `de` is “2”, and “1” in the data"),
        ("name: Fundstücke", "size: poker", "`components.relic.size` in `de` is “poker”, and “63mm x 88mm”"),
        ("comb: {", "comb: {copies: 3, ", "`components.relic.cards.comb.copies` in `de` is “3”, and “2”"),
        ("title: Winzig", "version: '2'", "`kit.version` in `de` is “2”, and “0.1.0”"),
    ],
)
def test_a_language_that_changes_the_game_is_an_error(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    changed = [
        f for f in checked(kit(tmp_path, {"data/lang/de.yaml": GERMAN.replace(old, new)})) if f.code == "L704"
    ]
    assert len(changed) == 1
    assert changed[0].message.startswith(message)
    assert [related.span.file for related in changed[0].related] == ["data/cards.yaml"]


def test_a_row_that_a_language_lacks_is_an_error(tmp_path: Path) -> None:
    data = """\
kit: {id: x, title: X, version: '1', players: [2]}
components:
  aid: {kind: reference, name: Aid, size: poker, data: {rows: [[Buy, Pay it.], [Sell, Get paid.]]}}
"""
    lang = "kit: {title: X}\ncomponents: {aid: {name: Hilfe, data: {rows: [[Kaufen, Zahle.]]}}}\n"
    (fault,) = checked(write(tmp_path, {"data/cards.yaml": data, "data/lang/de.yaml": lang}))
    assert (fault.code, fault.message) == (
        "L704", "`components.aid.data.rows` in `de` has 1 entries, and 2 in the data",
    )  # fmt: skip


def test_han_signs_that_stay_are_untranslated_but_not_in_japanese(tmp_path: Path) -> None:
    words = "words: {round: 轮, steps: {a: {key: First, text: 'Do {{ rules.rounds }}'}}}\n"
    write(tmp_path, {"data/cards.yaml": RICH, "data/lang/en.yaml": words, "data/lang/ja.yaml": words})
    left = [f for f in checked(tmp_path) if f.code == "L702"]
    assert [(str(f.span), f.message) for f in left] == [
        ("data/lang/en.yaml:1:16", "`words.round` in `en` is still the original: “轮”")
    ]


def test_a_translation_may_read_more_but_not_less(tmp_path: Path) -> None:
    more = GERMAN.replace("dig }}.", "dig }} {{ 'Tag' if rules.rounds == 1 else 'Tage' }}.")
    assert found(tmp_path, de=more) == []
    lost = found(tmp_path, de=GERMAN.replace("{{ card.layer.dig }}", "{{ rules.rounds }}"))
    assert lost == [
        "L703 `components.relic.cards.cup.text` in `de` lacks `card.layer.dig`, "
        "which the original takes from the data"
    ]


def test_reads_are_the_same_however_they_are_written() -> None:
    same = {"rules.layers.l4.dig", "rules.hand"}
    assert reads("{{ rules.layers['l4'].dig }} {% if rules.hand %}x{% endif %}") == same
    assert reads("{{ max(rules.layers.l4['dig'], 2) | signed }} – {{ -rules.hand }}") == same
    assert reads("{% for layer in rules.layers %}{{ layer.dig }}{% endfor %}") == {"rules.layers"}
    assert reads("{{ broken") == reads("plain") == frozenset()


def test_han_signs_are_found_where_people_read_them() -> None:
    assert has_han("第#层")
    assert has_han("{{ '次' if rules.rounds > 1 else '' }}")
    assert not has_han("A → B：")
    assert not has_han("{{ 层 }}"), "a name in the data is not read by people"


def test_a_sign_that_stays_in_every_language_is_silenced_and_not_counted(tmp_path: Path) -> None:
    silence = "silence: [{code: L701, at: words, reason: seals}]\nwords: {seal: Seal}\n"
    root = kit(tmp_path, {"data/cards.yaml": laid_over(silence), "data/lang/de.yaml": GERMAN})
    assert [f.code for f in checked(root)] == ["R245"], "no face shows the word; nothing else is wrong"
    source, _ = loaded(root)
    assert source is not None
    assert translation_of(source, "de").missing == ()


def test_a_language_may_lie_in_several_files(tmp_path: Path) -> None:
    first, _, second = GERMAN.partition("components:")
    files: dict[str, str | bytes] = {
        "data/lang/de.yaml": first,
        "data/lang/de/cards.yaml": "components:" + second,
    }
    root = kit(tmp_path, files)
    assert checked(root) == []
    source, _ = loaded(root)
    assert source is not None
    assert list(source.languages) == ["de"]


VARIANT = """\
variants:
  long:
    name: Long
    rules: {rounds: 8, layers: [{id: l3, name: Rock, dig: 3, points: {poor: 5, fine: 9}}]}
    components: {relic: {cards: {cup: {text: "Dig all day."}}}}
"""


def test_a_translation_does_not_hide_what_a_variant_changes(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"data/cards.yaml": laid_over(VARIANT), "data/lang/de.yaml": GERMAN}
    kit(tmp_path, files)
    german, _ = resolved(tmp_path, lang="de", variant="long")
    assert german is not None
    cup = next(card for _, card in german.cards())
    assert (cup.name, cup.values["text"]) == ("Tonbecher", "Dig all day.")
    assert german.context["rules"].layers.l1.name == "Oberboden"
    missing = [f.message.split("`")[1] for f in checked(tmp_path) if f.code == "L701"]
    assert missing == [
        "variants.long.name", "variants.long.rules.layers.l3.name",
        "variants.long.components.relic.cards.cup.text",
    ]  # fmt: skip
    more = """\
variants:
  long:
    name: Lang
    rules: {layers: {l3: {name: Fels}}}
    components: {relic: {cards: {cup: {text: Grabe den ganzen Tag.}}}}
"""
    kit(tmp_path, files | {"data/lang/de.yaml": GERMAN + more})
    assert [f.code for f in checked(tmp_path)] == []
    german, _ = resolved(tmp_path, lang="de", variant="long")
    assert german is not None
    assert next(card for _, card in german.cards()).values["text"] == "Grabe den ganzen Tag."
    assert german.context["rules"].layers.l3.name == "Fels"


BOTH = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{{ size.w }}mm" height="{{ size.h }}mm" \
viewBox="0 0 {{ size.w }} {{ size.h }}">
{{ line(card.name, 5, 10, width=50) }}
{% for code in languages if code != lang %}{{ line(languages[code].card.name, 5, 20, width=50) }}{% endfor %}
{{ text(languages.de.card.text, 5, 30, 50, 20) }}
{{ line(languages.en.component.name ~ '/' ~ languages.de.rules.layers.l1.name, 5, 60, width=50) }}
{{ imprint(5, size.h - 5) }}
</svg>
"""


def printed(root: Path, lang: str | None = None, variant: str | None = None) -> str:
    """The words on the front of the first card."""
    kit_, findings = resolved(root, lang=lang, variant=variant)
    assert kit_ is not None
    assert findings == []
    faults = Findings()
    faces = prepare(kit_, Options(), faults)
    assert [fault.message for fault in faults] == []
    return " | ".join(run.text for run in faces.artwork["relic/cup/front"].texts[:-1])


def test_a_card_may_print_two_languages(tmp_path: Path) -> None:
    root = kit(tmp_path, {"data/lang/de.yaml": GERMAN, "templates/relic.svg.j2": BOTH})
    assert checked(root) == []
    assert printed(root) == "Clay cup | Tonbecher | Grabe 1. | Relics/Oberboden"
    assert printed(root, "de") == "Tonbecher | Clay cup | Grabe 1. | Relics/Oberboden"


def test_the_other_language_is_of_the_same_variant(tmp_path: Path) -> None:
    variant = "variants: {deep: {name: Deep, rules: {layers: {l1: {dig: 5}}}}}\n"
    german = GERMAN + "variants: {deep: {name: Tief}}\n"
    files: dict[str, str | bytes] = {"data/cards.yaml": laid_over(variant), "data/lang/de.yaml": german}
    root = kit(tmp_path, files | {"templates/relic.svg.j2": BOTH})
    assert "Grabe 5." in printed(root, variant="deep")


def test_a_language_that_the_kit_lacks_is_a_fault_of_the_template(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"data/lang/de.yaml": GERMAN}
    root = kit(
        tmp_path, files | {"templates/relic.svg.j2": BOTH.replace("languages.de.card", "languages.dee.card")}
    )
    fault = next(f for f in checked(root) if f.code == "T301")
    assert fault.message == "`languages` has no `dee`; did you mean `de`?"
    assert str(fault.span) == "templates/relic.svg.j2:4:1"


def test_a_change_in_the_other_language_shows_on_the_next_check(tmp_path: Path) -> None:
    root = kit(tmp_path, {"data/lang/de.yaml": GERMAN, "templates/relic.svg.j2": BOTH, "output/x": ""})
    assert checked(root) == []
    long = "Grabe so tief du kannst und noch ein gutes Stück weiter, bis es dunkel wird. " * 9
    write(root, {"data/lang/de.yaml": GERMAN.replace("Grabe ", long)})
    assert {f.code for f in checked(root)} == {"T310"}


def test_every_language_is_drawn_by_a_check(tmp_path: Path) -> None:
    long = GERMAN.replace("Tonbecher", "Tonbecher mit ungewöhnlich langem Namen für eine Karte")
    (fault,) = checked(kit(tmp_path, {"data/lang/de.yaml": long}))
    assert (fault.code, fault.span and fault.span.file, fault.span and fault.span.line) == (
        "T310", "data/lang/de.yaml", 7,
    )  # fmt: skip


def test_an_unknown_language_is_a_usage_error_with_a_suggestion(tmp_path: Path, cli: RunCli) -> None:
    root = kit(tmp_path, {"data/lang/de.yaml": GERMAN})
    for command in ("build", "check", "proof"):
        ran = cli(command, "-C", root, "--lang", "dee")
        assert (ran.code, ran.out) == (2, ""), command
        assert "the kit has no language `dee`; did you mean `de`? there are: en, de;" in ran.err
    assert not (root / "output").exists()


def test_the_kits_own_language_is_a_language(tmp_path: Path, cli: RunCli) -> None:
    root = kit(tmp_path, {"data/lang/de.yaml": GERMAN})
    assert cli("check", "-C", root, "--lang", "en").code == 0
    assert cli("check", "-C", root, "--lang", "de").code == 0


def test_a_language_that_cannot_be_read_stops_a_build(tmp_path: Path, cli: RunCli) -> None:
    root = kit(tmp_path, {"data/lang/de.yaml": "components: {relic: [\n"})
    ran = cli("build", "-C", root, "--lang", "de")
    assert (ran.code, ran.out) == (1, "")
    assert "D101" in ran.err
    assert not (root / "output").exists()


def test_the_table_counts_by_section(tmp_path: Path, cli: RunCli) -> None:
    text = GERMAN.replace("title: Winzig", "").replace("name: Tonbecher, ", "") + "words: {dig: graben}\n"
    root = kit(tmp_path, {"data/lang/de.yaml": text})
    ran = cli("lang", "-C", root)
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "language  section     translated  missing  orphaned  percent",
        "de        kit                  0        1         0      0 %",
        "de        words                0        0         1    100 %",
        "de        rules                2        0         0    100 %",
        "de        components           3        1         0     75 %",
        "de        all                  5        2         1     71 %",
    ]
    assert "components.relic" in cli("lang", "de", "-C", root).out


def test_the_table_for_programs(tmp_path: Path, cli: RunCli) -> None:
    root = kit(tmp_path, {"data/lang/de.yaml": GERMAN.replace("name: Tonbecher, ", "")})
    (german,) = json.loads(cli("lang", "-C", root, "--format", "json").out)["languages"]
    assert {key: german[key] for key in ("code", "translated", "missing", "orphaned", "percent")} == {
        "code": "de", "translated": 6, "missing": 1, "orphaned": 0, "percent": 85.7,
    }  # fmt: skip
    (german,) = json.loads(cli("lang", "de", "-C", root, "--format", "json").out)["languages"]
    assert german["texts"] == [
        {"path": "components.relic.cards.cup.name", "original": "Clay cup",
         "file": "data/cards.yaml", "line": 19, "column": 25},
    ]  # fmt: skip


def test_what_is_missing_is_printed_to_be_filled_in(tmp_path: Path, cli: RunCli) -> None:
    long = 'words: {odd key: Odd, lines: "one\\ntwo", rows: [[Buy, Pay]], far: ' + "so long " * 12 + "}\n"
    root = kit(tmp_path, {"data/cards.yaml": laid_over(long)})
    ran = cli("lang", "de", "--missing", "-C", root)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "kit:",
        "  title:  # Tiny",
        "words:",
        '  "odd key":  # Odd',
        "  # one",
        "  # two",
        "  lines:",
        "  # - - Buy",
        "  #   - Pay",
        "  rows:",
        f"  # {('so long ' * 12).strip()}",
        "  far:",
        "rules:",
        "  layers:",
        "    l1:",
        "      name:  # Topsoil",
        "    l2:",
        "      name:  # Clay",
        "components:",
        "  relic:",
        "    name:  # Relics",
        "    cards:",
        "      cup:",
        "        name:  # Clay cup",
        "        text:  # Dig for {{ card.layer.dig }}.",
        "      comb:",
        "        name:  # Bone comb",
    ]


def test_the_printed_lines_can_be_pasted_as_they_are(tmp_path: Path, cli: RunCli) -> None:
    root = kit(tmp_path, {})
    lines = cli("lang", "de", "--missing", "-C", root).out
    write(root, {"data/lang/de.yaml": lines})
    assert [f.code for f in checked(root)] == ["L701"] * 7
    filled = re.sub(r":  # (?!Dig)(.*)", r": Deutsch \1", lines).replace(":  # Dig", ": Grabe")
    write(root, {"data/lang/de.yaml": filled})
    assert checked(root) == []
    assert cli("lang", "de", "--missing", "-C", root).out == "# nothing is missing in `de`\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("en",), "`en` is the kit's own language"),
        (("fr",), "the kit has no language `fr`; there are: de; `cardgen lang fr --missing` prints"),
        (("d/../e", "--missing"), "the kit has no language"),
        (("--missing",), "name the language"),
    ],
)
def test_slips_of_the_command_are_usage_errors(
    arguments: tuple[str, ...], message: str, tmp_path: Path, cli: RunCli
) -> None:
    ran = cli("lang", *arguments, "-C", kit(tmp_path, {"data/lang/de.yaml": GERMAN}))
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_a_kit_in_one_language_is_told_how_to_begin_another(tmp_path: Path, cli: RunCli) -> None:
    ran = cli("lang", "-C", kit(tmp_path, {}))
    assert (ran.code, ran.out) == (0, "")
    assert "cardgen lang CODE --missing > data/lang/CODE.yaml" in ran.err


def test_a_text_is_hyphenated_by_its_own_language(tmp_path: Path) -> None:
    word = "Donaudampfschifffahrtsgesellschaftskapitän"
    lines = []
    for number, lang in enumerate(("", ", lang='de'")):
        face = BOTH.replace("languages.de.card.text, 5, 30, 50, 20", f"'{word}', 5, 30, 30, 40{lang}")
        files: dict[str, str | bytes] = {"data/lang/de.yaml": GERMAN, "templates/relic.svg.j2": face}
        root = kit(tmp_path / str(number), files)
        lines.append(printed(root).split(" | ")[2:-1])
    assert lines[0] != lines[1]
    assert "".join(lines[1]).replace("-", "") == word


def test_a_silencer_at_a_text_covers_its_line_in_a_language(tmp_path: Path) -> None:
    german = GERMAN.replace("Grabe {{ card.layer.dig }}.", "Grabe einmal.")
    silence = "silence: [{code: L703, at: components.relic.cards.cup.text, reason: always once}]\n"
    assert [line[:4] for line in found(tmp_path, de=german)] == ["L703"]
    assert checked(kit(tmp_path, {"data/cards.yaml": laid_over(silence), "data/lang/de.yaml": german})) == []


def test_a_check_of_one_language_forgets_no_other(tmp_path: Path) -> None:
    root = kit(tmp_path, {"data/lang/de.yaml": GERMAN, "output/x": ""})
    assert checked(root) == []
    memory = (root / FILE).read_bytes()
    source, findings = loaded(root)
    assert source is not None
    check_kit(source, findings, lang="de")
    assert (root / FILE).read_bytes() == memory
