"""The rulebook: what Markdown becomes, where pages end, how they lie on paper, and what is found wrong."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from tinykits import MakeKit, checked

from cardgen.booklet import lay_out, saddle_stitch
from cardgen.booklet.blocks import Callout, Figures, Heading, ListOf, Paragraph, Table, Turn
from cardgen.booklet.columns import column_widths
from cardgen.booklet.faults import Faults
from cardgen.booklet.order import in_pairs
from cardgen.booklet.paging import Box, paginate
from cardgen.booklet.reading import read_blocks
from cardgen.build import Built, Wanted, build, prepare
from cardgen.diagnostics import Finding, Findings, Span
from cardgen.fonts import FontSet
from cardgen.kit import Kit
from cardgen.loading import load_kit
from cardgen.printing import Options
from cardgen.resolve import resolve
from cardgen.svg import Library

ROOT = Path(__file__).parents[1]
KIT = """
kit: {{id: small, title: Small Game, version: 1.2.0, players: [2, 3], language: {lang}{more}}}
rules: {{rounds: 6}}
setups: {{2: {{piles: 3}}, 3: {{piles: 4}}}}
variants: {{quick: {{name: Quick, rules: {{rounds: 4}}}}}}
components:
  relic: {{kind: card, name: Relics, size: poker, note: "One each.", back: none,
          cards: [{{id: cup, name: Cup, text: "Keep it.\\nUse it."}}, {{id: bowl, name: Bowl}}]}}
"""


def kit_at(root: Path, template: str, lang: str = "en", more: str = "", name: str = "rulebook.md.j2") -> Kit:
    (root / "data").mkdir(exist_ok=True)
    (root / "templates").mkdir(exist_ok=True)
    (root / "data" / "cards.yaml").write_text(KIT.format(lang=lang, more=more), "utf-8")
    (root / "templates" / name).write_text(template, "utf-8")
    return resolved(root)


def resolved(root: Path, players: int = 2, lang: str | None = None, variant: str | None = None) -> Kit:
    findings = Findings()
    source = load_kit(root, findings)
    assert source is not None, list(findings)
    kit = resolve(source, players, findings, lang=lang, variant=variant)
    assert kit is not None, list(findings)
    return kit


def printed(kit: Kit) -> Built:
    findings = Findings()
    built = build(kit, Options(), findings)
    assert built is not None, list(findings)
    return built


def texts(kit: Kit) -> list[str]:
    reader = PdfReader(io.BytesIO(printed(kit).files["rulebook.pdf"]))
    return [page.extract_text() for page in reader.pages]


def found_in(root: Path, template: str) -> list[Finding]:
    kit = kit_at(root, template)
    findings = Findings()
    faces = prepare(kit, Options(), Findings())
    lay_out(kit, faces, findings)
    return list(findings)


def blocks_of(markdown: str, faults: Findings | None = None) -> tuple[object, ...]:
    findings = faults if faults is not None else Findings()
    library = Library(ROOT, "full", FontSet.load(), findings)
    spans = [Span("templates/rulebook.md.j2", n + 1) for n in range(markdown.count("\n") + 1)]
    return read_blocks(markdown, spans, Faults(findings, library))


# --- Markdown --------------------------------------------------------------------------------


def test_every_kind_of_block_is_read() -> None:
    blocks = blocks_of(
        "# One\n\nText\nof two lines.\n\n- a\n  - b\n\n3. c\n4. d\n\n"
        "| h | k |\n|--:|:-:|\n| 1 | 2 |\n\n> note\n\n---\n\n![x](face:relic/cup width=20) ![y](art:cup)\n"
    )
    kinds = [Heading, Paragraph, ListOf, ListOf, Table, Callout, Turn, Figures]
    assert [type(block) for block in blocks] == kinds
    assert blocks[1].words.text == "Text of two lines."  # type: ignore[attr-defined]
    assert isinstance(blocks[2].items[0][1], ListOf)  # type: ignore[attr-defined]
    assert blocks[3].first == 3  # type: ignore[attr-defined]
    assert blocks[4].aligns == ("right", "center")  # type: ignore[attr-defined]
    figure = blocks[7].items[0]  # type: ignore[attr-defined]
    assert (figure.scheme, figure.name, figure.width, figure.height) == ("face", "relic/cup", 20.0, None)


def test_han_lines_join_without_a_blank_and_bold_holds_beside_full_width_marks() -> None:
    (block,) = blocks_of("他说**“挖！”**就\n挖了；ABC\n也挖")
    assert block.words.text == "他说**“挖！”**就挖了；ABC 也挖"  # type: ignore[attr-defined]


def test_a_chosen_line_break_stays() -> None:
    (block,) = blocks_of("one\\\ntwo")
    assert block.words.text == "one\ntwo"  # type: ignore[attr-defined]


def test_sections_are_numbered_and_named_in_references() -> None:
    blocks = blocks_of("# A\n\n## B [#b]\n\n## C\n\n# D [#d]\n\n### E\n\nSee [[b]] and [[d]].")
    assert [b.number for b in blocks[:5]] == ["1", "1.1", "1.2", "2", ""]  # type: ignore[attr-defined]
    assert blocks[1].words.text == "B"  # type: ignore[attr-defined]
    assert blocks[5].words.text == "See 1.1 and 2."  # type: ignore[attr-defined]


def test_an_unknown_section_is_found_with_its_line() -> None:
    findings = Findings()
    blocks_of("# Setup [#setup]\n\nSee [[setpu]].", findings)
    (finding,) = findings
    assert (finding.code, finding.span.line) == ("T321", 3)  # type: ignore[union-attr]
    assert finding.hint == "did you mean `setup`?"


@pytest.mark.parametrize("markdown", ["a <b>c</b>", "`code`", "[x](http://y)", "an *emphasis*"])
def test_markup_outside_the_subset_is_found_and_never_obeyed(markdown: str) -> None:
    findings = Findings()
    (block,) = blocks_of(markdown, findings)
    assert [finding.code for finding in findings] == ["T322"]
    assert block.words.text == markdown  # type: ignore[attr-defined]


@pytest.mark.parametrize("markdown", [r"2 \* 3", "2 < 3", "**a** b", "5 * 3", r"a \_b\_", "x [1] y"])
def test_plain_text_is_no_markup(markdown: str) -> None:
    findings = Findings()
    blocks_of(markdown, findings)
    assert not list(findings)


# --- pages -----------------------------------------------------------------------------------


def heights(pages: tuple[tuple[object, ...], ...]) -> list[list[float]]:
    return [[placed.box.height for placed in page] for page in pages]  # type: ignore[attr-defined]


def test_a_heading_goes_to_the_next_page_with_what_it_heads() -> None:
    pages = paginate([Box(80), Box(10, keep=True), Box(15)], 100)
    assert heights(pages) == [[80], [10, 15]]


def test_space_above_falls_away_on_top_of_a_page() -> None:
    pages = paginate([Box(60), Box(60, before=9)], 100)
    assert pages[1][0].y == 0


def test_the_head_of_a_table_is_repeated() -> None:
    head = Box(5)
    rows = [Box(40, repeat=head if k else None) for k in range(4)]
    pages = paginate([Box(5, keep=True), *rows], 100)
    assert heights(pages) == [[5, 40, 40], [5, 40, 40]]


def test_what_stays_together_but_is_taller_than_a_page_is_split() -> None:
    pages = paginate([Box(60, keep=True) for _ in range(5)], 100)
    assert heights(pages) == [[60]] * 5


def test_a_chosen_break_begins_a_page() -> None:
    assert len(paginate([Box(5), Box(5, turn=True)], 100)) == 2


@given(
    st.lists(
        st.tuples(st.floats(1, 99), st.floats(0, 20), st.booleans(), st.booleans()), min_size=1, max_size=40
    )
)
@settings(max_examples=60, deadline=None)
def test_every_box_is_on_one_page_in_order_and_none_runs_over(
    rows: list[tuple[float, float, bool, bool]],
) -> None:
    boxes = [Box(h, before=b, keep=k, turn=t) for h, b, k, t in rows]
    pages = paginate(boxes, 100)
    assert [placed.box for page in pages for placed in page] == boxes
    for page in pages:
        end = 0.0
        for placed in page:
            assert placed.y >= end - 1e-6
            end = placed.y + placed.box.height
        assert end <= 100 + 1e-6


# --- columns and sheets ----------------------------------------------------------------------


@given(st.lists(st.floats(6, 300), min_size=1, max_size=8))
@settings(max_examples=60, deadline=None)
def test_columns_fill_the_width(natural: list[float]) -> None:
    widths = column_widths(natural, [min(6.0, w) for w in natural], 120)
    assert sum(widths) == pytest.approx(120)
    assert min(widths) > 0


@given(st.integers(1, 80))
@settings(max_examples=80, deadline=None)
def test_folded_sheets_show_the_pages_in_order(count: int) -> None:
    """Sheets in a pile, folded: leaf by leaf, the right half of a front, then the left half of its back."""
    found = saddle_stitch(count)
    sheets = [(found[k], found[k + 1]) for k in range(0, len(found), 2)]
    first = [page for front, back in sheets for page in (front[1], back[0])]
    second = [page for front, back in reversed(sheets) for page in (back[1], front[0])]
    blank = len(sheets) * 4 - count
    assert first + second == [*range(count), *[None] * blank]
    assert blank < 4


def test_reading_order_is_two_pages_a_side() -> None:
    assert in_pairs(5) == ((0, 1), (2, 3), (4, None))


# --- a whole rulebook ------------------------------------------------------------------------

TEXT = """\
# What it is [#what]

A game of {{ rules.rounds }} rounds for {{ kit.players | join(' or ') }}.

| players | piles |
|:-:|:-:|
{% for s in setups %}
| {{ s.players }} | {{ s.piles }} |
{% endfor %}

## Pieces

{% for c in box %}
- {{ c.copies }} {{ c.name }}: {{ c.note }}
{% endfor %}

> See [[what]]: {{ flow(components.relic.cards.cup.text) }}
{% for v in variants %}
> {{ v.name }} {{ v.rules.rounds }}
{% endfor %}

![The cup](face:relic/cup width=30)
"""


def test_a_rulebook_is_printed_with_numbers_from_the_data(tmp_path: Path) -> None:
    pages = texts(kit_at(tmp_path, TEXT))
    assert len(pages) == 2  # cover and contents, then the text
    assert "Small Game" in pages[0]
    assert "Contents" in pages[0]
    whole = pages[1].replace("\n", " ")
    assert "A game of 6 rounds for 2 or 3." in whole
    assert "2 Relics: One each." in whole
    assert "See 1: Keep it. Use it. Quick 4" in whole
    assert "cup 1.2.0" in whole  # the imprint of the real face


def test_no_template_no_rulebook_and_none_for_a_part(tmp_path: Path) -> None:
    kit = kit_at(tmp_path, TEXT)
    part = build(kit, Options(), Findings(), Wanted(only=("cup",)))
    assert part is not None
    assert "rulebook.pdf" not in part.files
    (tmp_path / "templates" / "rulebook.md.j2").unlink()
    assert "rulebook.pdf" not in printed(kit).files


def test_it_is_in_the_manifest_with_its_digest(tmp_path: Path) -> None:
    files = printed(kit_at(tmp_path, TEXT)).files
    assert hashlib.sha256(files["rulebook.pdf"]).hexdigest() in files["manifest.json"].decode()


def test_the_same_rulebook_has_the_same_bytes(tmp_path: Path) -> None:
    kit = kit_at(tmp_path, TEXT)
    assert printed(kit).files["rulebook.pdf"] == printed(kit).files["rulebook.pdf"]


def test_sections_are_bookmarks_and_pages_are_landscape(tmp_path: Path) -> None:
    reader = PdfReader(io.BytesIO(printed(kit_at(tmp_path, TEXT)).files["rulebook.pdf"]))
    titles: list[str] = []

    def walk(entries: list[object]) -> None:
        for entry in entries:
            walk(entry) if isinstance(entry, list) else titles.append(entry.title)  # type: ignore[attr-defined]

    walk(reader.outline)  # type: ignore[arg-type]
    assert titles == ["Contents", "1 What it is", "1.1 Pieces"]
    box = reader.pages[0].mediabox
    assert (round(float(box.width) * 25.4 / 72), round(float(box.height) * 25.4 / 72)) == (297, 210)
    assert reader.trailer["/Root"]["/Lang"] == "en"


def test_a_kit_can_ask_for_a_booklet_to_fold(tmp_path: Path) -> None:
    reader = PdfReader(
        io.BytesIO(printed(kit_at(tmp_path, TEXT, more=", rulebook: booklet")).files["rulebook.pdf"])
    )
    first, second = (page.extract_text() for page in reader.pages)
    assert "Small Game" in first
    assert "Contents" not in first
    assert "Contents" in second
    assert "A game of 6" in second


def test_the_language_has_its_own_template(tmp_path: Path) -> None:
    kit_at(tmp_path, "# Deutsch\n\nHallo.\n", name="rulebook.de.md.j2")
    kit_at(tmp_path, TEXT)
    (tmp_path / "data" / "lang").mkdir()
    (tmp_path / "data" / "lang" / "de.yaml").write_text("components: {relic: {name: Fund}}\n", "utf-8")
    assert "Hallo." in texts(resolved(tmp_path, lang="de"))[1]
    assert "A game of" in texts(resolved(tmp_path))[1]


def test_only_a_tag_alone_on_its_line_takes_the_line_break_with_it(tmp_path: Path) -> None:
    template = "# A\n\n- x{% if true %} y{% endif %}\n- z\n{% if true %}\n- w\n{% endif %}\n"
    whole = texts(kit_at(tmp_path, template))[1]
    assert "x y" in whole.split("\n")
    assert "z" in whole.split("\n")


# --- what is found wrong ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("template", "code", "line", "words"),
    [
        ("# A\n\n{{ rules.round }}\n", "T301", 3, "rounds"),
        ("# A\n\n![x](face:relic/cop)\n", "T320", 3, "relic/cup"),
        ("# A\n\n![x](face:relics)\n", "T320", 3, "relic"),
        ("# A\n\n![x](face:relic)\n![y](art:nothing)\n", "T320", 4, "art/nothing.svg"),
        ("# A\n\n![x](cup.png)\n", "T320", 3, "art:name"),
        ("# A\n\n![x](face:relic/cup width=9km)\n", "T320", 3, "width=60"),
        ("# A\n\n{% if true %}\na :sword-of-light: b\n{% endif %}\n", "T312", 4, "icons/"),
        ("# A\n\n{% for x in range(2) %}\nfine\n\n{% endfor %}\nsign \U0001f3fa\n", "T311", 7, "font"),
        ("# A\n\n> " + "word " * 2500 + "\n", "T310", 3, "several"),
        ("# A\n\n| " + "W" * 90 + " | b |\n|---|---|\n| c | d |\n", "T310", 3, "shorten"),
        ("# A\n\n{{ playthrough('example') }}\n", "T301", 3, ""),
        ("# A\n\n{% do look(strong='red') %}\n", "T301", 3, ""),
        ("# A\n\n{% do look(text=40) %}\n", "T301", 3, "between 7 and 12"),
        ("# A\n\n{% do look(stong='#000000') %}\n", "T301", 3, "strong"),
        ("# A\n\na **b c\n", "T314", 3, "close it"),
    ],
)
def test_a_fault_is_placed_at_its_line(
    tmp_path: Path, template: str, code: str, line: int, words: str
) -> None:
    (finding,) = found_in(tmp_path, template)
    assert finding.code == code
    assert finding.span is not None
    assert (finding.span.file, finding.span.line) == ("templates/rulebook.md.j2", line)
    assert words in f"{finding.message} {finding.hint}"


def test_an_endless_template_is_a_finding(tmp_path: Path) -> None:
    (finding,) = found_in(
        tmp_path, "{% for a in range(9999) %}{% for b in range(9999) %}x{% endfor %}{% endfor %}"
    )
    assert finding.code == "T301"


def test_recorded_games_outside_the_kit_are_out_of_reach(tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("a: 1\n", "utf-8")
    (finding,) = found_in(tmp_path, "{{ playthrough('../../secret').a }}")
    assert finding.code == "T301"


# --- Tanfang ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tanfang() -> Callable[..., tuple[int, list[Finding]]]:
    def pages(players: int, lang: str = "zh", variant: str | None = None) -> tuple[int, list[Finding]]:
        from cardgen.booklet import draw_booklet

        kit = resolved(ROOT, players, lang, variant)
        findings = Findings()
        faces = prepare(kit, Options(), Findings())
        booklet = lay_out(kit, faces, findings)
        assert booklet is not None, list(findings)
        data, _ = draw_booklet(booklet, faces, Options())
        return len(PdfReader(io.BytesIO(data)).pages), list(findings)

    return pages


@pytest.mark.parametrize(
    ("players", "lang", "variant"),
    [(3, "zh", None), (4, "en", "co-op"), (2, "zh", "beginner"), (4, "zh", "long-season"), (2, "en", "duel")],
)
def test_tanfangs_rulebook_is_clean(
    tanfang: Callable[..., tuple[int, list[Finding]]], players: int, lang: str, variant: str | None
) -> None:
    pages, findings = tanfang(players, lang, variant)
    assert findings == []
    assert 5 <= pages <= 8


def test_check_finds_what_a_rulebook_says_wrong_without_drawing_it(make_kit: MakeKit) -> None:
    """A slip in the rulebook's template was once found by `build` only."""
    root = make_kit(files={"templates/rulebook.md.j2": "# Rules\n\nDig {{ rules.rouns }} times.\n"})
    found = [f for f in checked(root) if f.span and f.span.file == "templates/rulebook.md.j2"]
    assert [(f.code, f.span.line) for f in found] == [("T301", 3)]
