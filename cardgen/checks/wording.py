"""Words and references: sections that exist, terms that are defined, one name a thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from cardgen.checks import codes
from cardgen.checks.disagreement import Disagreement
from cardgen.checks.faults import fault
from cardgen.checks.reading import Claim, Rulebook, Term
from cardgen.diagnostics import Related, Severity, did_you_mean
from cardgen.document import Document, Path_


def wording_faults(rulebook: Rulebook, document: Document) -> Iterator[Disagreement]:
    """All faults of wording; `document` is the kit's data, whose texts are searched for other names."""
    terms = {term.spec.name: term for term in rulebook.terms}
    for claim in rulebook.claims:
        yield from _sections(claim, rulebook.sections)
        yield from _uses(claim, terms)
    for term in rulebook.terms:
        yield from _two_names(term, document)


def _sections(claim: Claim, sections: Mapping[str, str | None] | None) -> Iterator[Disagreement]:
    if sections is None:
        return
    section = claim.entry.section
    if section is not None and section not in sections:
        yield fault(
            claim,
            codes.SECTION,
            f"the claim stands in section {section}, which is not in `sections`",
            claim.entry.span("section") if claim.spec.section else claim.entry.span(),
            at=("own",),
            hint=did_you_mean(section, sections),
        )
    given = claim.spec.cites
    cited: dict[str, str | None] = dict(given) if isinstance(given, dict) else {}
    if given is not None and not isinstance(given, dict):
        cited = dict.fromkeys([given] if isinstance(given, str) else given)
    for number, title in cited.items():
        span = claim.entry.span("cites", number) if isinstance(given, dict) else claim.entry.span("cites")
        if number not in sections:
            yield fault(
                claim,
                codes.SECTION,
                f"section {number} does not exist",
                span,
                at=(number,),
                hint=did_you_mean(number, sections) or f"there are: {', '.join(list(sections)[:30])}",
            )
        elif title is not None and sections[number] not in (None, title):
            yield fault(
                claim,
                codes.SECTION,
                f"section {number} is called `{sections[number]}`, cited as `{title}`",
                span,
                at=(number, "title"),
                hint="cite it by its own title",
            )


def _uses(claim: Claim, terms: Mapping[str, Term]) -> Iterator[Disagreement]:
    used = claim.spec.uses
    for name in [used] if isinstance(used, str) else used or ():
        term = terms.get(name)
        if term is not None and term.spec.defined is not None:
            continue
        span = claim.entry.span("uses")
        place = term.entry.span() if term else None
        note = f" ({term.spec.note})" if term and term.spec.note else ""
        yield fault(
            claim,
            codes.UNDEFINED,
            f"`{name}` is used and never defined{note}",
            span,
            at=(name,),
            hint="define it, or use the name of what is meant"
            + (f"; {near}" if (near := did_you_mean(name, terms)) and not term else ""),
            related=[Related(place, "the term, without `defined`")] if place else [],
        )


def _two_names(term: Term, document: Document) -> Iterator[Disagreement]:
    spec, entry = term.spec, term.entry
    for section, given in spec.also.items():
        names = [given] if isinstance(given, str) else given
        named = ", ".join(f"`{name}`" for name in names)
        home = f" in {spec.defined}" if spec.defined else ""
        yield Disagreement(
            codes.TWO_NAMES,
            entry,
            f"`{spec.name}`{home} is called {named} in {section}",
            entry.span("also", section),
            Severity(spec.severity),
            (section,),
            "use one name for one thing",
            spec.note,
            related=[
                Related(span, f"`{name}` stands here, too")
                for name in names
                for path in islice(_standing(name, document), _SHOWN)
                if (span := document.span(path))
            ],
            brief=f"called {named} in {section}",
        )
    for index, name in enumerate(spec.not_):
        for path in _standing(name, document):
            span = entry.span("not", index)
            yield Disagreement(
                codes.TWO_NAMES,
                entry,
                f"`{name}` stands here; the term is `{spec.name}`",
                document.span(path),
                Severity(spec.severity),
                (name, *map(str, path)),
                f"write `{spec.name}`",
                spec.note,
                related=[Related(span, f"`{name}` is not used for it")] if span else [],
            )


def _standing(name: str, document: Document) -> Iterator[Path_]:
    """Where a name stands in the texts of the data."""
    pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)" if name.isascii() else re.escape(name), re.I)
    for path, text in texts(document.data):
        if pattern.search(_without_code(text)):
            yield path


_SHOWN = 3
_CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.S)
_NO_TEXT = {
    "id",
    "art",
    "icon",
    "when",
    "derive",
    "template",
    "back",
    "file",
    "pile",
    "fits",
    "size",
    "color",
}


def _without_code(text: str) -> str:
    return _CODE.sub(" ", text)


def texts(data: Mapping[Any, Any]) -> Iterator[tuple[Path_, str]]:
    """All texts that are printed: titles, variants, words, names and texts of components and cards."""
    for key in ("words", "variants", "components"):
        yield from _texts(data.get(key), (key,))
    for key in ("title",):
        yield from _texts(data.get("kit", {}).get(key), ("kit", key))
    yield from _texts(data.get("rules"), ("rules",), names_only=True)


def _texts(value: Any, path: Path_, names_only: bool = False) -> Iterator[tuple[Path_, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in _NO_TEXT or key in ("fields", "silence", "quantity", "copies"):
                continue
            yield from _texts(inner, (*path, key), names_only)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _texts(inner, (*path, index), names_only)
    elif isinstance(value, str) and (not names_only or path[-1] in ("name", "short", "title", "text")):
        yield path, value
