"""How fast a deck is printed, beside what people would use instead, in the same run.

    python benchmarks/print_speed.py [CARDS …]

The same moderately rich card (ground, frame, eight shapes, icon, title, rule text, number)
is printed 9-up on A4 by
  cardgen   what `cardgen build` does: YAML, templates, checks, sheets, marks, PDF, guide, manifest
  svglib    the usual script: one SVG a card from Jinja, svg2rlg, renderPDF on a grid; no marks or checks
  typst     the typesetting program, by its package on PyPI (`pip install typst`), from one document
Each runs `ROUNDS` times in a fresh process, start-up included; the best time counts.  Ratios are to cardgen.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROUNDS = 3
TEXT = (
    "抽两张牌，弃一张；若弃掉的是精美遗物，再得一个工日。 "
    "Draw two cards, discard one; if it was fine, gain a workday."
)

STAR = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">'
    '<path fill="currentColor" d="M12 2L15 9L22 9L16.5 13.5L18.5 21L12 16.5L5.5 21L7.5 13.5L2 9L9 9Z"/></svg>'
)

CARD = """<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 63 88">
<g><rect x="-2" y="-2" width="67" height="92" fill="#F7F0E1"/>
<rect x="3" y="3" width="57" height="82" rx="2" fill="none" stroke="#241A14" stroke-width=".4"/>
<path d="M5 44C20 38 40 50 58 42L58 20L5 20Z" fill="#D9A95B" stroke="#241A14" stroke-width=".5"/>
<circle cx="20" cy="30" r="6" fill="#2F5D50"/><circle cx="32" cy="32" r="5" fill="#C8992E"/>
<circle cx="44" cy="29" r="6" fill="#A63A24"/>
<path d="M10 44L16 36L22 44Z" fill="#8FB3A5"/><path d="M30 44L36 36L42 44Z" fill="#8FB3A5"/></g>
"""


def kit(folder: Path, cards: int) -> None:
    """A kit of so many distinct cards."""
    (folder / "data").mkdir(parents=True)
    (folder / "templates").mkdir()
    (folder / "icons").mkdir()
    (folder / "icons" / "star.svg").write_text(STAR, "utf-8")
    rows = "\n".join(
        f'      - {{id: c{i}, name: "卡牌 {i}", text: "{TEXT}", value: {i % 9 + 1}}}' for i in range(cards)
    )
    (folder / "data" / "cards.yaml").write_text(
        "kit: {id: bench, title: Bench, version: '1', players: [2], language: zh}\n"
        "components:\n  deck:\n    kind: card\n    name: Deck\n    size: 63mm x 88mm\n    back: none\n"
        f"    fields: {{value: {{type: integer}}}}\n    cards:\n{rows}\n",
        "utf-8",
    )
    (folder / "templates" / "deck.svg.j2").write_text(
        CARD.format(w="{{ size.w }}mm", h="{{ size.h }}mm")
        + "{{ line(card.name, 6, 13, size=13, style='title', width=40) }}{{ icon('star', 50, 7, 7) }}"
        + "{{ text(card.text, 6, 52, 51, 26, size=9, floor=7) }}"
        + "{{ line(card.value, 56, 82, size=16, anchor='end') }}"
        + "{{ imprint(6, 82) }}</svg>",
        "utf-8",
    )


def by_cardgen(folder: Path) -> Callable[[], int]:
    from cardgen.build import build
    from cardgen.diagnostics import Findings
    from cardgen.loading import load_kit
    from cardgen.printing import Options
    from cardgen.resolve import resolve

    def run() -> int:
        findings = Findings()
        source = load_kit(folder, findings)
        built = build(resolve(source, 2, findings), Options(), findings)
        assert built is not None, list(findings)
        return sum(map(len, built.files.values()))

    return run


def by_svglib(_folder: Path, cards: int) -> Callable[[], int]:
    import io

    import jinja2
    from reportlab.graphics import renderPDF
    from reportlab.lib.units import mm
    from reportlab.pdfgen.canvas import Canvas
    from svglib.svglib import svg2rlg

    from cardgen.fonts import FontSet

    FontSet.load().register()
    half = len(TEXT) // 3
    star = "M12 2L15 9L22 9L16.5 13.5L18.5 21L12 16.5L5.5 21L7.5 13.5L2 9L9 9Z"
    source = (
        CARD.format(w="178.58pt", h="249.45pt")
        + '<g transform="translate(50 7) scale(.29)"><path d="'
        + star
        + '"/></g>'
        + '<text x="6" y="13" font-family="Noto Serif SC" font-weight="900" font-size="4.6">{{ name }}</text>'
        + "".join(
            f'<text x="6" y="{56 + 5 * n}" font-family="Noto Sans SC" font-size="3.1">'
            f"{TEXT[n * half : (n + 1) * half]}</text>"
            for n in range(3)
        )
        + '<text x="56" y="82" font-family="Noto Sans SC" font-size="5.6" text-anchor="end">'
        + "{{ value }}</text>"
        + "</svg>"
    )

    def run() -> int:
        template = jinja2.Environment(autoescape=True).from_string(source)
        out = io.BytesIO()
        canvas = Canvas(out)
        for i in range(cards):
            if i and i % 9 == 0:
                canvas.showPage()
            drawing = svg2rlg(io.StringIO(template.render(name=f"卡牌 {i}", value=i % 9 + 1)))
            renderPDF.draw(drawing, canvas, (10 + 65 * (i % 3)) * mm, (10 + 92 * (i // 3 % 3)) * mm)
        canvas.save()
        return len(out.getvalue())

    return run


def by_typst(folder: Path, cards: int) -> Callable[[], int]:
    import typst

    from cardgen.fonts import builtin_font_dir

    data = [{"name": f"卡牌 {i}", "value": i % 9 + 1} for i in range(cards)]
    (folder / "cards.json").write_text(json.dumps(data), "utf-8")
    (folder / "art.svg").write_text(
        CARD.format(w="67mm", h="92mm").replace("0 0 63 88", "-2 -2 67 92") + "</svg>", "utf-8"
    )
    (folder / "deck.typ").write_text(
        '#set page(paper: "a4", margin: 5mm)\n#set text(font: "Noto Sans SC", size: 9pt)\n'
        "#let card(c) = box(width: 63mm, height: 88mm, clip: true, {\n"
        '  place(dx: -2mm, dy: -2mm, image("art.svg", width: 67mm))\n'
        '  place(dx: 6mm, dy: 8mm, text(font: "Noto Serif SC", size: 13pt, weight: 900, c.name))\n'
        f'  place(dx: 6mm, dy: 52mm, box(width: 51mm, "{TEXT}"))\n'
        "  place(dx: 50mm, dy: 76mm, text(size: 16pt, str(c.value)))\n})\n"
        '#grid(columns: 3, gutter: 2mm, ..json("cards.json").map(card))\n',
        "utf-8",
    )
    fonts = [str(builtin_font_dir())]

    def run() -> int:
        return len(typst.compile(str(folder / "deck.typ"), font_paths=fonts))

    return run


WAYS = {"cardgen": by_cardgen, "svglib": by_svglib, "typst": by_typst}


def once(way: str, folder: Path, cards: int) -> int:
    """Print once; the size of the result in bytes."""
    made = WAYS[way](folder / "kit") if way == "cardgen" else WAYS[way](folder, cards)  # type: ignore[operator]
    return int(made())


def best(way: str, folder: Path, cards: int) -> tuple[float, int] | None:
    """The best of several fresh processes, start-up included."""
    times, size = [], 0
    for _ in range(ROUNDS):
        start = time.perf_counter()
        done = subprocess.run(
            [sys.executable, __file__, "--once", way, str(folder), str(cards)],
            capture_output=True,
            text=True,
            check=False,
        )
        times.append(time.perf_counter() - start)
        if done.returncode:
            print(f"       {way}: {done.stderr.strip().splitlines()[-1]}")
            return None
        size = int(done.stdout)
    return min(times), size


def main() -> None:
    if sys.argv[1:2] == ["--once"]:
        print(once(sys.argv[2], Path(sys.argv[3]), int(sys.argv[4])))
        return
    counts = [int(a) for a in sys.argv[1:]] or [9, 100, 1000]
    print(f"{'cards':>6} {'way':<8} {'seconds':>8} {'ms a card':>10} {'kB':>8} {'ratio':>6}")
    for cards in counts:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            kit(folder / "kit", cards)
            base = 0.0
            for way in WAYS:
                if (found := best(way, folder, cards)) is None:
                    continue
                seconds, size = found
                base = base or seconds
                print(
                    f"{cards:>6} {way:<8} {seconds:>8.2f} {1000 * seconds / cards:>10.2f} "
                    f"{size / 1000:>8.0f} {seconds / base:>6.2f}"
                )


if __name__ == "__main__":
    main()
