"""Claims about samples: figures that no sample gives, and rankings that a sample cannot tell."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from cardgen.checks import codes, samples
from cardgen.checks.disagreement import Disagreement
from cardgen.checks.faults import fault, printed_of, short, span_of
from cardgen.checks.reading import Claim
from cardgen.figures import Figure, number


def sample_faults(claim: Claim) -> Iterator[Disagreement]:
    """Rates or means of samples: whether they are possible, and whether they can be ranked."""
    spec = claim.spec
    printed = printed_of(claim)
    if not isinstance(printed.data, dict):
        yield fault(claim, codes.CLAIM_SHAPE, "`sample` needs `printed` by name", claim.entry.span("sample"))
        return
    figures = {str(key): printed.below(key).figure for key in printed.data}
    sizes = {
        name: spec.sample if isinstance(spec.sample, int) else (spec.sample or {}).get(name, 0)
        for name in figures
    }
    for name, figure in figures.items():
        if figure is None or not figure.percent or sizes[name] <= 0:
            continue
        if samples.possible_counts(figure, sizes[name], spec.shared) is None:
            near = figure.value * sizes[name]
            yield fault(
                claim,
                codes.IMPOSSIBLE,
                f"{printed.below(name).text} of {sizes[name]} is {near:.4g}: no whole number is printed so",
                span_of(printed.below(name)),
                at=(name,),
                hint="the sample has another size, or the figure is wrong",
            )
    ranks = [spec.ranks] if isinstance(spec.ranks, str) else list(spec.ranks or ())
    for index, text in enumerate(ranks):
        yield from _ranked(claim, index, text, figures, sizes)


def _ranked(
    claim: Claim, index: int, text: str, figures: dict[str, Figure | None], sizes: dict[str, int]
) -> Iterator[Disagreement]:
    spec = claim.spec
    names = [name.strip() for name in text.split(">")]
    span = claim.entry.span("ranks") if isinstance(spec.ranks, str) else claim.entry.span("ranks", index)
    unknown = [name for name in names if figures.get(name) is None or sizes.get(name, 0) <= 0]
    if unknown or len(names) < 2:
        what = ", ".join(f"`{name}`" for name in unknown) or "one name"
        yield fault(
            claim, codes.CLAIM_SHAPE, f"`ranks` names {what}: no figure of a sample", span, at=("ranks", text)
        )
        return
    confidence = number(spec.confidence)
    if not 0.5 <= confidence < 1:
        yield fault(
            claim,
            codes.CLAIM_SHAPE,
            "`confidence` is a percentage such as 95%",
            claim.entry.span("confidence"),
        )
        return
    limit = samples.threshold(float(confidence))
    together = spec.sums_to is not None
    for first, second in pairwise(names):
        one, two = figures[first], figures[second]
        assert one is not None
        assert two is not None
        z = _z(claim, first, second, one, two, sizes, together)
        if z is None or z > limit:
            continue
        names_shown = [f"{first} ({short(one.value, one)})", f"{second} ({short(two.value, two)})"]
        size = f"{sizes[first]}" if sizes[first] == sizes[second] else f"{sizes[first]} and {sizes[second]}"
        test = f"z = {z:.2f}, p = {samples.p_value(z):.2g}"
        if z < -limit:
            yield fault(
                claim, codes.RANK, f"{names_shown[0]} is ranked above {names_shown[1]}: {test}", span,
                at=(first, second), hint="rank them by the figures",
            )  # fmt: skip
        else:
            yield fault(
                claim, codes.UNDECIDED,
                f"{' and '.join(names_shown)} cannot be told apart by {size}: {test}", span,
                at=(first, second), hint=_needed(one, two, z, limit, sizes[first]),
            )  # fmt: skip


def _z(
    claim: Claim, first: str, second: str, one: Figure, two: Figure, sizes: dict[str, int], together: bool
) -> float | None:
    if one.percent and two.percent:
        return samples.rates_z(one.value, two.value, sizes[first], sizes[second], together)
    sd = claim.spec.sd
    if sd is None:
        return None
    deviations = {name: float(sd.get(name, 0) if isinstance(sd, dict) else sd) for name in (first, second)}
    return samples.means_z(
        one.value, two.value, deviations[first], deviations[second], sizes[first], sizes[second]
    )


def _needed(one: Figure, two: Figure, z: float, limit: float, size: int) -> str:
    if z <= 0 or one.value == two.value:
        return "say that they are equal, or play more games"
    return f"it would take about {round(size * (limit / z) ** 2, -2):.0f} for such a difference"
