"""The page about checks says what can be written: all its examples are read without a fault."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardgen.diagnostics import Findings
from cardgen.schema import KitSpec
from cardgen.schema_checks import CheckSpec, ClaimSpec, RulebookSpec, TermSpec
from cardgen.source import parse_yaml

PAGE = Path(__file__).parents[2] / "docs" / "checks.md"
BLOCKS = re.findall(r"^```yaml\n(.*?)^```", PAGE.read_text("utf-8"), re.S | re.M)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_examples_are_what_the_checker_reads(block: str) -> None:
    findings = Findings()
    lines = block.strip("\n").splitlines()
    if lines[0].startswith("- "):
        block = "claims:\n" + "\n".join("  " + line for line in lines)
    document = parse_yaml(block, "page", findings)
    assert document is not None, [f.message for f in findings]
    assert list(findings) == []
    claims = document.data.get("claims", [])
    for claim in claims if isinstance(claims, list) else [c for part in claims.values() for c in part]:
        ClaimSpec.model_validate(claim)
    for check in document.data.get("checks", []):
        CheckSpec.model_validate(check)
    for term in document.data.get("terms", []):
        TermSpec.model_validate(term)


def test_every_key_stands_in_the_page() -> None:
    page = PAGE.read_text("utf-8")
    for model in (ClaimSpec, CheckSpec, TermSpec):
        names = [field.alias or name for name, field in model.model_fields.items()]
        assert [name for name in names if not re.search(rf"\b{name}\b", page)] == []
    assert {"checks", "terms", "silence", "coverage"} <= set(KitSpec.model_fields)
    assert "claims" in RulebookSpec.model_fields


def test_every_function_stands_in_the_page() -> None:
    from cardgen.functions import FUNCTIONS

    drawing = {"cos", "sin", "noise", "dict"}
    page = PAGE.read_text("utf-8")
    assert [name for name in FUNCTIONS if name not in drawing and not re.search(rf"\b{name}\b", page)] == []
