"""The rulebook's files and the kit's own checks, read into claims, checks, terms and silencers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cardgen.checks.codes import CLAIM_SHAPE
from cardgen.diagnostics import Findings, Related, Severity, Span
from cardgen.document import Document, Path_
from cardgen.loading import KitSource
from cardgen.schema_checks import CheckSpec, ClaimSpec, RulebookSpec, SilenceSpec, TermSpec
from cardgen.validate import validate_at


@dataclass(frozen=True, slots=True)
class Entry:
    """Where something stands, and what it is called."""

    name: str
    document: Document = field(compare=False, repr=False)
    path: Path_
    section: str | None

    def span(self, *below: str | int) -> Span | None:
        """The place of a value in it."""
        return self.document.span((*self.path, *below))

    def raw(self, *below: str | int) -> str | None:
        """The text of a plain value as it was typed, with all its zeros."""
        place = self.document.places.get((*self.path, *below))
        return place.raw if place else None


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim and its place."""

    entry: Entry
    spec: ClaimSpec

    @property
    def severity(self) -> Severity:
        """How bad a contradiction is."""
        return Severity(self.spec.severity)


@dataclass(frozen=True, slots=True)
class Check:
    """A declared check and its place."""

    entry: Entry
    spec: CheckSpec


@dataclass(frozen=True, slots=True)
class Term:
    """A term and its place."""

    entry: Entry
    spec: TermSpec


@dataclass(frozen=True, slots=True)
class Silencer:
    """Findings of a code may stay at some place; `span` is the silencer's own."""

    code: str
    reason: str
    at: str | None
    span: Span | None
    entry: Entry | None = None


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything that is declared about a kit."""

    claims: tuple[Claim, ...] = ()
    checks: tuple[Check, ...] = ()
    terms: tuple[Term, ...] = ()
    silencers: tuple[Silencer, ...] = ()
    sections: Mapping[str, str | None] | None = None

    def __bool__(self) -> bool:
        return bool(self.claims or self.checks or self.terms)


_PARTS = ("claims", "checks", "terms", "silence")


def read_rulebook(source: KitSource, findings: Findings) -> Rulebook:
    """Read all declarations of a kit; what is malformed becomes a finding and is left out."""
    sections: dict[str, str | None] = {}
    declared = False
    claims: list[Claim] = []
    checks: list[Check] = []
    terms: list[Term] = []
    silencers: list[Silencer] = []
    for document in (source.document, *source.rulebook):
        own = document is not source.document
        if own:
            rest = {key: value for key, value in document.data.items() if key not in _PARTS}
            spec = validate_at(RulebookSpec, (), document, findings, rest)
            if spec and spec.sections:
                declared = True
                sections |= dict.fromkeys(spec.sections) if isinstance(spec.sections, list) else spec.sections
            claims += list(_claims(document, findings))
        for index, value in _listed(document, ("checks",), findings):
            check = validate_at(CheckSpec, ("checks", index), document, findings, value)
            if check:
                name = check.id or f"check {index + 1}"
                checks.append(Check(Entry(name, document, ("checks", index), check.section), check))
        for index, value in _listed(document, ("terms",), findings):
            term = validate_at(TermSpec, ("terms", index), document, findings, value)
            if term:
                terms.append(Term(Entry(term.name, document, ("terms", index), term.defined), term))
        for index, value in _listed(document, ("silence",), findings):
            silence = validate_at(SilenceSpec, ("silence", index), document, findings, value)
            if silence:
                span = document.span(("silence", index))
                silencers.append(Silencer(silence.code.upper(), silence.reason, silence.at, span))
    _check_names([c.entry for c in claims], findings)
    _check_names([c.entry for c in checks], findings)
    own_silencers = [
        *((claim.entry, claim.spec.silence) for claim in claims),
        *((check.entry, check.spec.silence) for check in checks),
        *((term.entry, term.spec.silence) for term in terms),
    ]
    for entry, silenced in own_silencers:
        silencers += [
            Silencer(code.upper(), reason, None, entry.span("silence", code), entry)
            for code, reason in silenced.items()
        ]
    silencers += list(_card_silencers(source.document, findings))
    return Rulebook(
        tuple(claims), tuple(checks), tuple(terms), tuple(silencers), sections if declared else None
    )


def _claims(document: Document, findings: Findings) -> Iterator[Claim]:
    data = document.data.get("claims")
    if not isinstance(data, dict):
        yield from _some(document, ("claims",), None, findings)
        return
    for section in data:
        if not isinstance(section, str):
            findings.add(
                CLAIM_SHAPE,
                f"the section `{section}` is read as a number",
                document.key_span(("claims", section)),
                hint=f'put it in quotes: "{section}"',
            )
            continue
        yield from _some(document, ("claims", section), section, findings)


def _some(document: Document, path: Path_, section: str | None, findings: Findings) -> Iterator[Claim]:
    for index, value in _listed(document, path, findings):
        spec = validate_at(ClaimSpec, (*path, index), document, findings, value)
        if spec is None:
            continue
        where = spec.section or section
        entry = Entry(spec.id or f"§{where or '?'} {index + 1}", document, (*path, index), where)
        if not _says_something(spec):
            findings.add(
                CLAIM_SHAPE,
                f"{entry.name} says nothing that can be compared",
                entry.span(),
                hint="give `value` and `printed`, or `holds`, `arithmetic`, `parts`, `cites`, `uses`",
                section=where,
            )
            continue
        yield Claim(entry, spec)


def _says_something(spec: ClaimSpec) -> bool:
    whole = any(x is not None for x in (spec.holds, spec.arithmetic, spec.parts, spec.cites, spec.uses))
    valued = spec.value is not None or spec.columns is not None
    printed = spec.printed is not None
    return whole or (
        printed and (valued or bool(spec.also) or spec.id is not None or spec.sample is not None)
    )


def _listed(document: Document, path: Path_, findings: Findings) -> Iterator[tuple[int, Any]]:
    data: Any = document.data
    for key in path:
        data = data.get(key) if isinstance(data, dict) else None
    if data is None:
        return
    if not isinstance(data, list):
        findings.add(
            CLAIM_SHAPE,
            f"`{'.'.join(map(str, path))}` is a list: its lines begin with `- `",
            document.key_span(path),
        )
        return
    yield from enumerate(data)


def _check_names(entries: list[Entry], findings: Findings) -> None:
    seen: dict[str, Entry] = {}
    for entry in entries:
        if entry.raw("id") is None and entry.span("id") == entry.span():
            continue
        first = seen.setdefault(entry.name, entry)
        span = first.span("id")
        if first is not entry:
            findings.add(
                CLAIM_SHAPE,
                f"two are called `{entry.name}`",
                entry.span("id"),
                hint="give one of them another id",
                related=[Related(span, "first used here")] if span else [],
            )


def _card_silencers(document: Document, findings: Findings) -> Iterator[Silencer]:
    for name, component in document.data.get("components", {}).items():
        for index, card in enumerate(component.get("cards") or []):
            given = card.get("silence") if isinstance(card, dict) else None
            if given is None:
                continue
            path: Path_ = ("components", name, "cards", index)
            entry = Entry(f"{name} {card.get('id')}", document, path, None)
            if not isinstance(given, dict) or not all(isinstance(v, str) for v in given.values()):
                findings.add(
                    CLAIM_SHAPE,
                    "`silence` holds a code and the reason, such as {R240: two cups are meant}",
                    document.span((*path, "silence")),
                )
                continue
            for code, reason in given.items():
                yield Silencer(str(code).upper(), reason, None, entry.span("silence", code), entry)
