"""What a document prints, as expressions see it: the cells of a row, and `printed.<id>` of other claims."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from cardgen.checks.comparing import Printed
from cardgen.checks.faults import printed_of
from cardgen.checks.reading import Claim
from cardgen.values import Record


def cell_value(cell: Printed) -> Any:
    """A printed cell as expressions see it: a number where it is one."""
    figure = cell.figure
    if figure is not None and figure.kind != "range":
        return int(figure.value) if float(figure.value).is_integer() and not figure.percent else figure.value
    if isinstance(cell.data, str):
        return cell.data
    return cell.data if not isinstance(cell.data, list) else tuple(cell.data)


def printed_values(claims: Sequence[Claim]) -> Record:
    """All printed values by the claims' ids, as expressions see them: `printed.season_budget`."""
    found: dict[str, Any] = {}
    for claim in claims:
        if claim.spec.id is None or claim.spec.printed is None:
            continue
        value = _tree(
            printed_of(claim), list(claim.spec.columns) if claim.spec.columns else None, claim.spec.id
        )
        found[claim.spec.id] = value
        alias = re.sub(r"\W", "_", claim.spec.id)
        found.setdefault(alias, value)
    return Record(found, "printed")


def _tree(printed: Printed, columns: list[str] | None, label: str) -> Any:
    data = printed.data
    if isinstance(data, dict):
        inner = {str(key): _tree(printed.below(key), columns, f"{label}.{key}") for key in data}
        return Record(inner, label)
    if isinstance(data, list):
        parts = [_tree(printed.below(index), None, label) for index in range(len(data))]
        if columns and len(columns) == len(parts):
            return Record(dict(zip(columns, parts, strict=True)), label)
        return tuple(parts)
    return cell_value(printed)
