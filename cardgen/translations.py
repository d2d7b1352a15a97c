"""What is wrong with translations: missing, left as they were, without a number, or with one changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import jinja2
from jinja2 import nodes

from cardgen.diagnostics import Findings, Related, Rule, Severity
from cardgen.document import Document, Path_
from cardgen.languages import Entry, Translation, has_han, has_ids, translation_of, uses_han
from cardgen.loading import KitSource
from cardgen.sandbox import KitEnvironment

MISSING = Rule("L701", "missing-translation", Severity.WARNING)
UNTRANSLATED = Rule("L702", "untranslated", Severity.WARNING)
LOST = Rule("L703", "lost-placeholder", Severity.WARNING)
CHANGED = Rule("L704", "translation-changes-data")

MOST_MISSING = 20
"""From more missing texts than this on, they are told by section and component, not one by one."""
_TEXTS = {"kit": {"title"}, "component": {"name", "note", "paper"}}
_EXPRESSIONS = {"copies", "when", "derive", "refers_to", "one_of", "type", "required"}
"""Keys of cards and fields that hold no text, whatever is written there."""


def check_languages(source: KitSource, findings: Findings, only: str | None = None) -> None:
    """Look at every language of the kit beside its own, or at one."""
    for code in source.languages:
        if code != source.spec.kit.language and only in (None, code):
            translation = translation_of(source, code)
            if not translation.orphaned:  # what stands under a wrong name would seem missing
                _missing(source, translation, findings)
            for entry in translation.entries:
                _compare(source, code, entry, findings)
            _changed(source.document, source.languages[code], code, findings)


def _missing(source: KitSource, translation: Translation, findings: Findings) -> None:
    lost = [entry.phrase for entry in translation.entries if entry.translation is None]
    code = translation.code
    if len(lost) <= MOST_MISSING:
        for phrase in lost:
            findings.add(
                MISSING,
                f"`{phrase.name}` is not translated into `{code}`: {_short(phrase.original)}",
                source.document.span(phrase.at),
                hint=f"add it to data/lang/{code}.yaml; `cardgen lang {code} --missing` prints the lines",
            )
        return
    parts: dict[str, list[Any]] = {}
    for phrase in lost:
        size = 2 if phrase.path[0] == "components" else 1
        parts.setdefault(".".join(map(str, phrase.path[:size])), []).append(phrase)
    for part, members in parts.items():
        many = "1 text" if len(members) == 1 else f"{len(members)} texts"
        findings.add(
            MISSING,
            f"{many} of `{part}` not translated into `{code}`, such as {_short(members[0].original)}",
            source.document.span(members[0].at),
            hint=f"`cardgen lang {code} --missing` prints what to add to data/lang/{code}.yaml",
        )


def _compare(source: KitSource, code: str, entry: Entry, findings: Findings) -> None:
    """One text with its translation: is it still the original, and has it all that the original reads?"""
    if entry.translation is None:
        return
    language, phrase = source.languages[code], entry.phrase
    span = language.span(entry.at) if entry.at else source.document.span(phrase.at)
    original = source.document.span(phrase.at)
    related = [Related(original, "the original")] if original and original != span else []
    mine, theirs = list(_texts(phrase.original)), list(_texts(entry.translation))
    left = [text for text in theirs if text in mine and has_han(text)]
    if left and not uses_han(code):
        findings.add(
            UNTRANSLATED,
            f"`{phrase.name}` in `{code}` is still the original: {_short(left[0])}",
            span,
            hint=f"translate it; `cardgen lang {code}` tells how far the language is",
            related=related,
        )
        return
    lost = sorted(_reads(mine) - _reads(theirs))
    if lost:
        names = ", ".join(f"`{name}`" for name in lost)
        findings.add(
            LOST,
            f"`{phrase.name}` in `{code}` lacks {names}, which the original takes from the data",
            span,
            hint=f"take it from there: `{{{{ {lost[0]} }}}}`, so that the text follows when the data change",
            related=related,
        )


def _changed(base: Document, language: Document, code: str, findings: Findings) -> None:
    """A language may give texts; with a number of its own it would print another game."""
    for section, value in language.data.items():
        for path, at, why in _values(base.data.get(section), value, (section,), (section,)):
            original = base.span(at)
            findings.add(
                CHANGED,
                f"`{'.'.join(map(str, path))}` in `{code}` {why}",
                language.span(path),
                hint="a language gives texts only; change the data, or remove the line",
                related=[Related(original, "the data")] if original else [],
            )


def _values(base: Any, over: Any, path: Path_, at: Path_) -> Iterator[tuple[Path_, Path_, str]]:
    """Paths of a language and of the data where it changes what is no text, and how."""
    if isinstance(base, Mapping) and isinstance(over, Mapping):
        for key in over:
            if key in base:
                yield from _values(base[key], over[key], (*path, key), (*at, key))
    elif has_ids(base) and (isinstance(over, Mapping) or has_ids(over)):
        places = {str(thing["id"]): index for index, thing in enumerate(base)}
        things = over.items() if isinstance(over, Mapping) else enumerate(over)
        for key, thing in things:
            index = places.get(str(key if isinstance(over, Mapping) else thing["id"]))
            if index is not None:
                yield from _values(base[index], thing, (*path, key), (*at, index))
    elif isinstance(base, list) and any(isinstance(part, (list, dict)) for part in base):
        if not isinstance(over, list):
            yield path, at, "is no list, as it is in the data"
        elif len(over) != len(base):
            yield path, at, f"has {len(over)} entries, and {len(base)} in the data"
    elif (isinstance(base, (bool, int, float)) or _no_text(path)) and over not in (base, None):
        yield path, at, f"is {_short(over)}, and {_short(base)} in the data"


def _no_text(path: Path_) -> bool:
    """Whether the format itself says that no text stands there: a size, copies, an expression."""
    match path[2:] if path[0] == "variants" else path:
        case ("kit", str(key)):
            return key not in _TEXTS["kit"]
        case ("components", _, str(key)):
            return key not in _TEXTS["component"]
        case ("components", _, "cards" | "fields", _, str(key)):
            return key in _EXPRESSIONS
    return False


def _texts(value: Any) -> Iterator[str]:
    """The text of a phrase, or those of a list."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, Mapping)):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(part)


def _reads(texts: Iterable[str]) -> set[str]:
    return {name for text in texts for name in reads(text)}


@lru_cache(maxsize=1)
def _environment() -> jinja2.Environment:
    return KitEnvironment()


@lru_cache(maxsize=4096)
def reads(text: str) -> frozenset[str]:
    """The data that a text reads in `{{ … }}` and `{% … %}`, as dotted names; none where it is malformed."""
    if "{" not in text:
        return frozenset()
    try:
        tree = _environment().parse(text)
    except jinja2.TemplateError:
        return frozenset()
    own = {name.name for name in tree.find_all(nodes.Name) if name.ctx != "load"}
    return frozenset(name for name in _names(tree) if name.split(".")[0] not in own)


def _names(node: nodes.Node) -> Iterator[str]:
    name = _dotted(node)
    if name is not None:
        yield name
        return
    children: Iterable[nodes.Node] = node.iter_child_nodes()
    if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name):
        children = [*node.args, *node.kwargs]
    for child in children:
        yield from _names(child)


def _dotted(node: nodes.Node) -> str | None:
    """`rules.layers.l4.dig`, however it is written; None for anything else."""
    if isinstance(node, nodes.Name):
        return node.name
    if isinstance(node, nodes.Getattr):
        inner, last = _dotted(node.node), node.attr
    elif isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Const):
        inner, last = _dotted(node.node), str(node.arg.value)
    elif isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Neg):
        inner, last = _dotted(node.node), "-"
    else:
        return None
    return f"{inner}.{last}" if inner else None


def _short(value: Any) -> str:
    text = str(value).replace("\n", " ")
    return f"“{text if len(text) <= 40 else text[:39] + '…'}”"
