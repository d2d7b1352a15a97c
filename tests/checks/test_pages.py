"""The pages of the checker's findings: each example shows its finding, and the mended one does not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardgen.checking import check_kit, measure_coverage
from cardgen.checks import codes
from cardgen.diagnostics import Findings, Rule
from cardgen.explain import PAGES, page
from cardgen.loading import load_kit
from tests.tinykits import BASE, TEMPLATE, sections

RULES = {rule.code: rule for rule in vars(codes).values() if isinstance(rule, Rule)}
BLOCK = re.compile(r"^```\w+\n# (\S+)\n(.*?)^```", re.S | re.M)


def found(text: str, root: Path) -> set[str]:
    files = {"data/cards.yaml": BASE, "templates/relic.svg.j2": TEMPLATE}
    for name, content in BLOCK.findall(text):
        if name == "data/cards.yaml":
            content = "".join({**sections(BASE), **sections(content)}.values())
        files[name] = content
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, "utf-8")
    findings = Findings()
    source = load_kit(root, findings)
    assert source is not None, [f.message for f in findings]
    check_kit(source, findings)
    measure_coverage(source, findings)
    return {finding.code for finding in findings}


@pytest.mark.parametrize("code", sorted(RULES))
def test_the_example_of_a_page_is_true(code: str, tmp_path: Path) -> None:
    text = page(code)
    assert text is not None, f"write {PAGES / code}.md"
    assert text.startswith(f"# {code} {RULES[code].name}\n")
    example, _, mended = text.partition("## Mended")
    assert "## Why it matters" in example
    assert found(example, tmp_path / "example") == {code}
    assert found(mended, tmp_path / "mended") == set()
