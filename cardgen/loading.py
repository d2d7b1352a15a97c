"""From the files of a kit's folder to one merged document and its specification."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardgen.diagnostics import Findings, Related, Rule, Span, did_you_mean
from cardgen.document import Document
from cardgen.overlay import overlay
from cardgen.schema import KitSpec
from cardgen.source import DUPLICATE_KEY, read_yaml
from cardgen.strays import check_language, check_variant
from cardgen.validate import WRONG_TYPE, validate

NO_KIT = Rule("D100", "no-kit")
OUTSIDE = Rule("D122", "file-outside-kit")

DATA_FILE = Path("data/cards.yaml")
APART = {"rulebook.yaml", "balance.yaml"}
"""Files in `data/` that are not part of the game's data."""


@dataclass(frozen=True, slots=True)
class KitSource:
    """A kit as read: its folder, the merged document, its specification, its languages, its rulebook.

    `rulebook` holds the files of claims, each as it stands; `checks` reads them.
    """

    root: Path
    document: Document
    spec: KitSpec
    languages: dict[str, Document] = field(default_factory=dict)
    rulebook: tuple[Document, ...] = ()


def find_kit(start: Path) -> Path | None:
    """The nearest folder, from `start` upward, that holds `data/cards.yaml`."""
    for folder in (start, *start.parents):
        if (folder / DATA_FILE).is_file():
            return folder
    return None


def inside(root: Path, path: Path) -> bool:
    """Whether a file really lies inside the kit, symbolic links followed."""
    return path.resolve().is_relative_to(root.resolve())


def load_kit(root: Path, findings: Findings) -> KitSource | None:
    """Read, merge and validate the data of the kit at `root`; None when it cannot be used."""
    document = _read_data(root, findings)
    if document is None or findings.has_errors:
        return None
    if not document.data:
        findings.add(
            NO_KIT,
            f"`{DATA_FILE.as_posix()}` says nothing yet",
            Span(DATA_FILE.as_posix()),
            hint="begin with `kit:` and `components:`, or make a kit with `cardgen new DIR`",
        )
        return None
    spec = validate(document, findings)
    if spec is None:
        return None
    languages = _languages(root, document, findings)
    before = len(findings)
    for variant in spec.variants:
        check_variant(document, variant, findings)
    if len(findings) > before:
        return None
    return KitSource(root, document, spec, languages, tuple(_rulebook(root, findings)))


def _languages(root: Path, document: Document, findings: Findings) -> dict[str, Document]:
    """`data/lang/<code>.yaml`, and laid over it the files of `data/lang/<code>/`."""
    languages: dict[str, Document] = {}
    folder = root / "data" / "lang"
    for path in (*sorted(folder.glob("*.yaml")), *sorted(folder.glob("*/*.yaml"))):
        name = path.relative_to(root).as_posix()
        if _readable(root, path, name, findings) and (found := read_yaml(path, name, findings)):
            code = path.stem if path.parent == folder else path.parent.name
            found.data = _given(found.data)
            check_language(document, found, name, findings)
            known = languages.get(code)
            languages[code] = overlay(known, found.data, found.places) if known else found
    return languages


def _given(data: Any) -> Any:
    """What a language really gives: a key without a value is a text that is still to be written."""
    if isinstance(data, dict):
        return {key: _given(value) for key, value in data.items() if value is not None}
    return [_given(value) for value in data] if isinstance(data, list) else data


def _rulebook(root: Path, findings: Findings) -> Iterator[Document]:
    """`data/rulebook.yaml` and `data/rulebook/*.yaml`, in this order."""
    for path in (root / "data" / "rulebook.yaml", *sorted((root / "data" / "rulebook").glob("*.yaml"))):
        name = path.relative_to(root).as_posix()
        if path.is_file() and _readable(root, path, name, findings):
            found = read_yaml(path, name, findings)
            if found is not None:
                yield found


def _read_data(root: Path, findings: Findings) -> Document | None:
    if not (root / DATA_FILE).is_file():
        findings.add(
            NO_KIT,
            f"there is no `{DATA_FILE.as_posix()}` here",
            Span(DATA_FILE.as_posix()),
            hint="go to the kit's folder, name it with -C, or make one with `cardgen new DIR`",
        )
        return None
    merged = Document()
    paths = sorted(p for p in (root / "data").glob("*.yaml") if p.name not in APART)
    paths.sort(key=lambda path: path.name != DATA_FILE.name)
    complete = True
    for path in paths:
        name = f"data/{path.name}"
        if not _readable(root, path, name, findings):
            continue
        document = read_yaml(path, name, findings)
        if document is None:
            complete = False
            continue
        _add_file(merged, document, findings)
    return merged if complete else None


def _readable(root: Path, path: Path, name: str, findings: Findings) -> bool:
    if inside(root, path):
        return True
    findings.add(OUTSIDE, f"`{name}` leads outside the kit", Span(name), hint="copy the file into the kit")
    return False


def _add_file(merged: Document, document: Document, findings: Findings) -> None:
    """Join a further file: sections are put together, a thing may be given in one file only."""
    for key in sorted(_LISTS & set(document.data) & set(merged.data)):
        _join_lists(merged, document, key)
    for key, value in document.data.items():
        mine = merged.data.get(key)
        if isinstance(mine, dict) and isinstance(value, dict):
            for name in sorted(set(mine) & set(value), key=str):
                first = merged.key_span((key, name))
                findings.add(
                    DUPLICATE_KEY,
                    f"`{key}.{name}` is given in two files",
                    document.key_span((key, name)),
                    hint="keep one of the two",
                    related=[Related(first, "first given here")] if first else [],
                )
        elif key in merged.data:
            findings.add(
                DUPLICATE_KEY, f"`{key}` is given in two files", document.key_span((key,)), hint="keep one"
            )
    joined = overlay(merged, document.data, document.places)
    merged.data, merged.places = joined.data, joined.places


_LISTS = {"checks", "silence", "terms"}


def _join_lists(merged: Document, document: Document, key: str) -> None:
    """Put the list of a further file behind the one that is there, and take it out of the file."""
    before, behind = merged.data[key], document.data[key]
    if isinstance(before, list) and isinstance(behind, list):
        for path, place in document.below((key,)):
            if path and isinstance(path[0], int):
                merged.places[(key, path[0] + len(before), *path[1:])] = place
        merged.data[key] = before + behind
        del document.data[key]


def with_variant(
    source: KitSource, variant: str | None, findings: Findings
) -> tuple[Document, KitSpec] | None:
    """The document and specification with a variant laid over; None (with findings) if unusable."""
    if variant is None:
        return source.document, source.spec
    if variant not in source.spec.variants:
        findings.add(
            WRONG_TYPE,
            f"there is no variant `{variant}`",
            source.document.key_span(("variants",)),
            hint=did_you_mean(variant, source.spec.variants)
            or f"there are: {', '.join(source.spec.variants) or 'none'}",
        )
        return None
    raw = source.document.data["variants"][variant]
    layers = {key: raw[key] for key in ("kit", "rules", "setups", "components", "words") if key in raw}
    places = dict(source.document.below(("variants", variant)))
    document = overlay(source.document, layers, places)
    spec = validate(document, findings)
    return (document, spec) if spec else None


def language_codes(source: KitSource) -> tuple[str, ...]:
    """The languages of a kit, its own first."""
    return tuple(dict.fromkeys((str(source.spec.kit.language), *source.languages)))


def with_language(document: Document, source: KitSource, lang: str) -> Document:
    """The document with the names and texts of a language laid over (its own language needs none)."""
    found = source.languages.get(lang)
    return overlay(document, found.data, found.places) if found else document
