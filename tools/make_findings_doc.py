"""Write docs/findings.md from the pages of findings in cardgen/builtin/findings.

Run `python tools/make_findings_doc.py`; `tests/test_findings.py` fails when the page is out of date.
"""

from __future__ import annotations

import re
from pathlib import Path

from cardgen.explain import PAGES

DOC = Path(__file__).parents[1] / "docs" / "findings.md"

GROUPS = {
    "D": "Data",
    "F": "Fonts",
    "S": "Drawings",
    "T": "Templates and texts",
    "P": "Print",
    "L": "Languages",
    "R": "Rules and rulebook",
    "G": "Recorded games and simulation",
}
HEAD = """\
# Findings

Everything that cardgen can find has a code that does not change. `cardgen explain CODE` shows the same pages.
Errors stop a build; warnings stop `check --strict` only; notes stop nothing. How to let a finding stay, with
a reason, stands in [checks](checks.md#silencers).
"""


def findings_doc() -> str:
    """The whole page: a table for each group, and below it the page of each finding."""
    pages = [path.read_text("utf-8") for path in sorted(PAGES.glob("*.md"))]
    parts = [HEAD]
    for letter, title in GROUPS.items():
        own = [page for page in pages if page.startswith(f"# {letter}")]
        rows = "\n".join(_row(page) for page in own)
        parts.append(f"## {title}\n\n| code | name | | finds |\n|---|---|---|---|\n{rows}\n")
        parts += [_section(page) for page in own]
    return "\n".join(parts)


def _row(page: str) -> str:
    head, severity, what = page.split("\n\n", 3)[:3]
    code, name = head.removeprefix("# ").split()
    first = re.split(r"(?<=[.:])\s", what.replace("\n", " "))[0].rstrip(":").replace("|", "\\|")
    return f"| [{code}](#{code.lower()}-{name}) | {name} | {severity.strip('*')} | {first} |"


def _section(page: str) -> str:
    """A page two levels further down; what stands in a block of code stays as it is."""
    parts = re.split(r"(^```.*?^```$)", page, flags=re.S | re.M)
    parts[::2] = [re.sub(r"^(#+) ", r"\1## ", part, flags=re.M) for part in parts[::2]]
    return "".join(parts)


def main() -> None:
    DOC.write_text(findings_doc(), "utf-8")


if __name__ == "__main__":
    main()
