"""What a rulebook's claims, declared checks, terms and silencers may say: pydantic models, documented.

`cardgen schema` prints the descriptions; docs/checks.md tells the story with examples.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from cardgen.shapes import Expression, Scalar, Shape, TextValue

Severities = Literal["error", "warning", "note"]


class ClaimSpec(Shape):
    """One thing that the rulebook says."""

    id: TextValue | None = Field(default=None, description="A name for findings, silencers and `printed`.")
    section: TextValue | None = Field(default=None, description="Where the document says it.")
    note: TextValue | None = Field(default=None, description="What the sentence says, in your own words.")
    severity: Severities = Field(default="error", description="How bad a contradiction is.")
    variant: TextValue | list[TextValue] | None = Field(
        default=None, description="The variants it is about (`all`: the game and every variant)."
    )
    players: int | list[int] | None = Field(default=None, description="The player counts it is about.")
    where: Expression | None = Field(default=None, description="A condition; where false, nothing is said.")
    silence: dict[TextValue, TextValue] = Field(
        default_factory=dict, description="Codes of findings that may stay, each with a reason."
    )
    value: Expression | None = Field(default=None, description="What the data gives: an expression.")
    printed: Any = Field(default=None, description="What the document prints.")
    holds: Expression | None = Field(default=None, description="A condition that the document states.")
    per: Any = Field(
        default=None, description="`players`, an expression for a list, or a list: one value a row."
    )
    rows: Any = Field(default=None, description="The same as `per`, for a table.")
    columns: dict[TextValue, Expression | None] | None = Field(
        default=None, description="The columns of a table: an expression for a cell of the `row`."
    )
    partial: bool = Field(
        default=False, description="Whether rows of the data may be missing in the document."
    )
    sums_to: Any = Field(default=None, description="What the printed numbers (of each column) add up to.")
    within: Scalar | None = Field(default=None, description="Another tolerance: `0.1`, or `5%` of the value.")
    exact: bool = Field(default=False, description="No tolerance at all.")
    set: bool = Field(default=False, description="The same members in any order.")
    order: bool = Field(default=False, description="In this order; others may stand between.")
    includes: bool = Field(default=False, description="All printed members are there; there may be more.")
    also: dict[TextValue, Any] = Field(
        default_factory=dict, description="Other sections that print the same, and what they print."
    )
    arithmetic: TextValue | list[TextValue] | None = Field(
        default=None, description="Sums that the document writes out: `6 + 4×3 = 18`."
    )
    parts: dict[TextValue, Any] | list[Any] | None = Field(
        default=None, description="Printed parts, of which `printed` is the total."
    )
    cites: TextValue | list[TextValue] | dict[TextValue, TextValue] | None = Field(
        default=None, description="Sections that the text points to, with their titles if it gives them."
    )
    uses: TextValue | list[TextValue] | None = Field(default=None, description="Terms that the text uses.")
    sample: int | dict[TextValue, int] | None = Field(
        default=None, description="How many games (trials) printed rates or means come from."
    )
    sd: float | int | dict[TextValue, Any] | None = Field(
        default=None, description="The standard deviation of printed means."
    )
    ranks: TextValue | list[TextValue] | None = Field(
        default=None, description="What is concluded from the figures: `a > b > c`."
    )
    confidence: Scalar = Field(default="95%", description="The confidence of the test of `ranks`.")
    shared: int = Field(default=1, description="Into how many parts a win may be shared; 1: not at all.")


class CheckSpec(Shape):
    """Something that must hold for the data, whatever the players and the variant."""

    id: TextValue | None = Field(default=None, description="A name for findings and silencers.")
    section: TextValue | None = Field(default=None, description="The section that states it, if any.")
    reason: TextValue | None = Field(default=None, description="Why it must hold; shown with the finding.")
    severity: Severities = Field(default="error", description="How bad an offence is.")
    of: Expression | None = Field(default=None, description="The rows: an expression for a list.")
    where: Expression | None = Field(default=None, description="Which rows: a condition on `row`.")
    variants: TextValue | list[TextValue] = Field(
        default="all", description="`all`, `none` (the game itself), or variants."
    )
    players: int | list[int] | None = Field(default=None, description="The player counts, if not all.")
    silence: dict[TextValue, TextValue] = Field(
        default_factory=dict, description="Codes of findings that may stay, each with a reason."
    )
    unique: Expression | None = Field(default=None, description="No two rows give the same value.")
    one_of: Any = Field(default=None, description="`field` of each row is among these.")
    refers_to: Expression | None = Field(
        default=None, description="`field` of each row is an id in this list."
    )
    field: Expression | None = Field(
        default=None, description="For `one_of` and `refers_to`: what is looked at."
    )
    total: Expression | None = Field(default=None, description="Its sum over the rows is `is`.")
    is_: Expression | None = Field(default=None, alias="is", description="The total.")
    at_least: Expression | None = Field(default=None, description="The total is at least this.")
    at_most: Expression | None = Field(default=None, description="The total is at most this.")
    capacity: Expression | None = Field(
        default=None, description="A supply that covers `needs` in every setup."
    )
    needs: Expression | None = Field(
        default=None, description="What is needed, for each row if there are rows."
    )
    feasible: Any = Field(
        default=None, description="Draws (a number, or a list of cards) that `from` allows."
    )
    from_: Expression | None = Field(default=None, alias="from", description="The deck: a number or cards.")
    expect: Expression | None = Field(default=None, description="True for each row (once, without rows).")


class TermSpec(Shape):
    """A word of the game: one name a thing."""

    name: TextValue = Field(description="The name that is used everywhere.")
    defined: TextValue | None = Field(default=None, description="The section that defines it.")
    also: dict[TextValue, TextValue | list[TextValue]] = Field(
        default_factory=dict, description="Sections that use another name, and that name."
    )
    not_: list[TextValue] = Field(
        default_factory=list, alias="not", description="Other names, which must not be used."
    )
    note: TextValue | None = Field(default=None, description="A remark, shown with the finding.")
    severity: Severities = Field(default="error", description="How bad another name is.")
    silence: dict[TextValue, TextValue] = Field(
        default_factory=dict, description="Codes of findings that may stay, each with a reason."
    )


class SilenceSpec(Shape):
    """Findings that may stay."""

    code: TextValue = Field(description="The code of the findings.")
    at: TextValue | None = Field(
        default=None,
        description="Where: a path in the data, the id of a claim or check, a file, `file:line`.",
    )
    reason: TextValue = Field(description="Why they may stay.")


class ExcuseSpec(Shape):
    """A value that no check needs to notice."""

    path: TextValue = Field(
        description="The path of the value, or of what holds it; `*` stands for one step."
    )
    reason: TextValue = Field(description="Why nothing needs to notice it.")


class CoverageSpec(Shape):
    """What `check --coverage` leaves alone."""

    excuse: list[ExcuseSpec] = Field(default_factory=list, description="Values that nothing needs to notice.")


class RulebookSpec(Shape):
    """`data/rulebook.yaml` and the files in `data/rulebook/`: what the rulebook says."""

    document: TextValue | None = Field(default=None, description="The title of the document.")
    sections: list[TextValue] | dict[TextValue, TextValue | None] = Field(
        default_factory=list, description="The sections that exist, with or without titles."
    )
    terms: list[TermSpec] = Field(default_factory=list, description="The words of the game, one a thing.")
    claims: list[ClaimSpec] | dict[TextValue, list[ClaimSpec]] = Field(
        default_factory=list, description="What it says; a list, or lists by section."
    )
    checks: list[CheckSpec] = Field(default_factory=list, description="Declared checks of the document.")
    silence: list[SilenceSpec] = Field(
        default_factory=list, description="Findings that may stay, with a reason."
    )
