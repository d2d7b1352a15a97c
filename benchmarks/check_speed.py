"""How long a check takes: a kit of many cards and claims, and the kit of this repository.

Run `python benchmarks/check_speed.py`; it prints seconds for each part.  Not a test: machines differ.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

CARDS, CLAIMS = 2000, 500
ROOT = Path(__file__).parents[1]


def make_kit(root: Path) -> None:
    """A kit of 2,000 different cards and 500 claims, none of them wrong."""
    cards = "\n".join(
        f"      - {{id: card-{n}, name: Card {n}, layer: l{n % 4 + 1}, worth: {n % 17}, "
        "text: 'Dig {{ card.layer.dig }} for {{ card.worth }}.'}"
        for n in range(CARDS)
    )
    layers = "\n".join(f"    - {{id: l{n}, name: Layer {n}, dig: {n}}}" for n in range(1, 5))
    (root / "data").mkdir(parents=True)
    (root / "output").mkdir()
    (root / "data" / "cards.yaml").write_text(
        f"""
kit: {{id: big, title: Big, version: 0.1.0, players: [2, 3, 4]}}
rules:
  rounds: 6
  workdays: 3
  layers:
{layers}
setups: {{2: {{trenches: 3}}, 3: {{trenches: 4}}, 4: {{trenches: 5}}}}
components:
  relic:
    kind: card
    name: Relics
    size: poker
    fields: {{layer: {{refers_to: rules.layers}}, worth: {{type: integer}}}}
    cards:
{cards}
""",
        "utf-8",
    )
    claims = []
    for n in range(CLAIMS // 5):
        claims += [
            f"  - {{value: rules.rounds * rules.workdays + {n}, printed: {18 + n}}}",
            f"  - {{value: \"components.relic.cards['card-{n}'].worth\", printed: {n % 17}}}",
            f"  - {{per: players, value: setup.trenches * {n + 1}, "
            f"printed: [{3 * n + 3}, {4 * n + 4}, {5 * n + 5}]}}",
            f"  - {{holds: rules.layers.l4.dig + {n} > rules.workdays}}",
            f"  - {{value: \"(rules.layers | total('dig')) + {n}\", printed: {10 + n}}}",
        ]
    (root / "data" / "rulebook.yaml").write_text("claims:\n" + "\n".join(claims) + "\n", "utf-8")


def seconds(*arguments: str) -> float:
    """Wall time of one command in its own process."""
    begin = time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "cardgen.cli", *arguments], capture_output=True, text=True)
    if done.returncode:
        print(done.stderr[-2000:])
    return time.perf_counter() - begin


def main() -> None:
    """Measure, and print a line for each."""
    with tempfile.TemporaryDirectory() as folder:
        kit = Path(folder) / "big"
        make_kit(kit)
        print(f"{CARDS} cards, {CLAIMS} claims, first time: {seconds('check', '-C', str(kit)):6.2f} s")
        print(f"{CARDS} cards, {CLAIMS} claims, again:      {seconds('check', '-C', str(kit)):6.2f} s")
    print(f"this repository, first time:        {seconds('check', '-C', str(ROOT)):6.2f} s")
    print(f"this repository, again:             {seconds('check', '-C', str(ROOT)):6.2f} s")
    print(f"this repository, coverage:          {seconds('check', '--coverage', '-C', str(ROOT)):6.2f} s")


if __name__ == "__main__":
    main()
