"""What a kit has to translate, and how far each of its languages is.

A text is what people read: names, titles, texts, words, labels.  Ids, references, expressions, colours,
lengths and file names are not, nor are remarks for the designer.  Where the kit's own language is written in
Han signs, a text is what holds some; elsewhere it is told by its name and its form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cardgen.document import Path_
from cardgen.loading import KitSource
from cardgen.strays import strays
from cardgen.text.rules import HAN

SECTIONS = ("kit", "words", "rules", "setups", "components", "variants")
"""The sections of the data that hold texts, in the order in which they are shown."""

_HAN_LANGUAGES = {"zh", "ja", "yue", "lzh", "wuu", "hak", "nan"}
_TEXT_KEYS = {
    "name", "title", "subtitle", "text", "label", "caption", "headline", "summary", "short", "note", "paper",
}  # fmt: skip
"""What is called so is a text, even if it looks like an id (`label: workday`)."""
_OTHER_KEYS = {"id", "icon", "art", "color", "provisional", "silence", "when", "copies", "layout", "kind"}
_CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.S)
_LITERAL = re.compile(r"'[^']*'|\"[^\"]*\"")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_NO_TEXT = re.compile(
    r"#[0-9a-fA-F]{3,8}"  # a colour
    r"|[\d.]+ ?(?:mm|cm|in|pt)(?: ?x ?[\d.]+ ?(?:mm|cm|in|pt))?"  # a length, a size
    r"|[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*"  # an id, or a path in the data
    r"|[\w./-]+\.(?:svg|ttf|otf|png|j2|ya?ml)"  # a file
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """One thing to translate: a text, or a list of texts without ids.

    `path` has keys and ids, as a language file addresses it; `at` is its place in the kit's document.
    """

    path: Path_
    original: Any
    at: Path_

    @property
    def name(self) -> str:
        """The path as people write it."""
        return ".".join(map(str, self.path))


@dataclass(frozen=True, slots=True)
class Entry:
    """A phrase in one language: its translation and the place of that in the language's document."""

    phrase: Phrase
    translation: Any = None
    at: Path_ | None = None
    kept: bool = False
    """Whether the kit says, by a silencer, that it may stay as it is in every language."""

    @property
    def missing(self) -> bool:
        """Whether there is no translation, and one is wanted."""
        return self.translation is None and not self.kept


@dataclass(frozen=True, slots=True)
class Translation:
    """How far a language is; `orphaned` are paths that it has and the data has not."""

    code: str
    entries: tuple[Entry, ...]
    orphaned: tuple[Path_, ...] = field(default=())

    def part(self, *start: str) -> Translation:
        """What of it lies under a path."""
        size = len(start)
        return Translation(
            self.code,
            tuple(entry for entry in self.entries if entry.phrase.path[:size] == start),
            tuple(path for path in self.orphaned if path[:size] == start),
        )

    @property
    def missing(self) -> tuple[Entry, ...]:
        """What is not translated."""
        return tuple(entry for entry in self.entries if entry.missing)

    @property
    def percent(self) -> float:
        """The share that is translated, of 100; 100 where there is nothing to translate."""
        total = len(self.entries)
        return 100.0 * (total - len(self.missing)) / total if total else 100.0


def uses_han(language: str) -> bool:
    """Whether a language is written in Han signs (Chinese, Japanese)."""
    return re.split(r"[-_]", language.casefold())[0] in _HAN_LANGUAGES


def has_han(text: str) -> bool:
    """Whether people would read a Han sign in a text, also in one that an expression gives."""
    code = " ".join(_CODE.findall(text))
    return _han(_CODE.sub(" ", text)) or any(_han(literal) for literal in _LITERAL.findall(code))


def translation_of(source: KitSource, code: str) -> Translation:
    """All phrases of a kit with what the language `code` has for them (nothing, if it has no file)."""
    language = source.languages.get(code)
    data = language.data if language else {}
    title = source.spec.kit.title
    kept = tuple(f"{one.at}." for one in source.spec.silence if one.at and one.code.upper() == "L701")
    entries = []
    at: Path_ | None
    for phrase in phrases(source):
        translation, at = _look(data, phrase.path)
        if translation is None and phrase.path == ("kit", "title") and isinstance(title, dict):
            translation, at = title.get(code), None
        if translation is None and _given_on_cards(phrase, source, data):
            continue
        entries.append(
            Entry(
                phrase,
                translation,
                at if translation is not None else None,
                f"{phrase.name}.".startswith(kept),
            )
        )
    orphaned = tuple(strays(source.document, language)) if language else ()
    return Translation(code, tuple(entries), orphaned)


def _given_on_cards(phrase: Phrase, source: KitSource, data: Any) -> bool:
    """Whether a field's default needs no translation: no card shows it, or the language gives it on each."""
    if phrase.path[0] != "components" or phrase.path[2] != "fields":
        return False
    cards = ("components", phrase.path[1], "cards")
    listed = _mapping(source.document.data["components"][phrase.path[1]]).get("cards")
    field_ = phrase.path[3]
    return all(
        field_ in card or _look(data, (*cards, _id(card, key), field_))[0] is not None
        for key, card in _things(listed)
    )


def phrases(source: KitSource) -> Iterator[Phrase]:
    """Everything in the kit's data that has to be translated, in the order of the sections."""
    data, info = source.document.data, source.spec.kit
    reader = _Reader(str(info.language))
    title = info.title
    original = title.get(info.language) or next(iter(title.values())) if isinstance(title, dict) else title
    if reader.is_text(original, True):
        yield Phrase(("kit", "title"), original, ("kit", "title"))
    known = {name: _mapping(_mapping(c).get("fields")) for name, c in _pairs(data.get("components"))}
    yield from reader.sections(data, (), known)
    for name, variant in _pairs(data.get("variants")):
        at: Path_ = ("variants", name)
        for key in ("name", "summary"):
            yield from reader.phrases(_mapping(variant).get(key), (*at, key), (*at, key), True)
        yield from reader.sections(_mapping(variant), at, known)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Finds the texts in data whose own language is `language`."""

    language: str

    def is_text(self, value: Any, sure: bool) -> bool:
        """Whether people read this; `sure` where its name says so already."""
        if not isinstance(value, str):
            return False
        if uses_han(self.language):
            return has_han(value)
        seen = _CODE.sub(" ", value)
        if not (_LETTERS.search(seen) or has_han(value)):
            return False
        return sure or not _NO_TEXT.fullmatch(value.strip())

    def sections(
        self, data: Mapping[Any, Any], top: Path_, fields: Mapping[Any, Mapping[Any, Any]]
    ) -> Iterator[Phrase]:
        """The phrases of the data, or of what a variant lays over it; `fields` are those of the cards."""
        for section in ("words", "rules", "setups"):
            at = (*top, section)
            yield from self.phrases(data.get(section), at, at, section == "words")
        for name, component in _pairs(data.get("components")):
            at = (*top, "components", name)
            own = {**fields.get(name, {}), **_mapping(_mapping(component).get("fields"))}
            yield from self._component(_mapping(component), at, own)

    def _component(
        self, component: Mapping[Any, Any], at: Path_, fields: Mapping[Any, Any]
    ) -> Iterator[Phrase]:
        for key in ("name", "note", "paper"):
            yield from self.phrases(component.get(key), (*at, key), (*at, key), True)
        data = (*at, "data")
        yield from self.phrases(component.get("data"), data, data)
        for name, spec in _pairs(component.get("fields")):
            if name not in _OTHER_KEYS and _holds_text(spec):
                path = (*at, "fields", name, "default")
                yield from self.phrases(_mapping(spec).get("default"), path, path, name in _TEXT_KEYS)
        for key, card in _things(component.get("cards")):
            path, place = (*at, "cards", _id(card, key)), (*at, "cards", key)
            for name, value in _pairs(card):
                if name not in _OTHER_KEYS and name != "note" and _holds_text(fields.get(name, {})):
                    yield from self.phrases(value, (*path, name), (*place, name), name in _TEXT_KEYS)

    def phrases(self, value: Any, path: Path_, at: Path_, sure: bool = False) -> Iterator[Phrase]:
        """The phrases in a value: those of a list of things by id, any other list as a whole."""
        if isinstance(value, Mapping):
            for key, inner in value.items():
                if sure or key not in _OTHER_KEYS:
                    yield from self.phrases(inner, (*path, key), (*at, key), sure or key in _TEXT_KEYS)
        elif has_ids(value):
            for index, thing in enumerate(value):
                for key, inner in thing.items():
                    if key not in _OTHER_KEYS:
                        name = (*path, str(thing["id"]), key)
                        yield from self.phrases(inner, name, (*at, index, key), key in _TEXT_KEYS)
        elif isinstance(value, list):
            if any(True for inner in value for _ in self.phrases(inner, path, at, sure)):
                yield Phrase(path, value, at)
        elif self.is_text(value, sure):
            yield Phrase(path, value, at)


def has_ids(value: Any) -> bool:
    """Whether a value is a list of things with ids, which a language addresses by id."""
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) and "id" in v for v in value)


def _holds_text(spec: Any) -> bool:
    """Whether a declared field may hold what people read."""
    spec = _mapping(spec)
    return not {"refers_to", "one_of", "derive"} & set(spec) and spec.get("type", "text") in (
        "text", "list", "any",
    )  # fmt: skip


def _look(data: Any, path: Path_) -> tuple[Any, Path_]:
    """What a language has at a path, things being given by id or as a list; None where it has nothing."""
    at: Path_ = ()
    for part in path:
        key: Any = None
        if isinstance(data, Mapping):
            key = part if part in data else None
        elif has_ids(data):
            key = next((i for i, thing in enumerate(data) if str(thing["id"]) == str(part)), None)
        if key is None:
            return None, at
        data, at = data[key], (*at, key)
    return data, at


def _things(value: Any) -> Iterator[tuple[Any, Any]]:
    """The cards of a component, listed or (in a variant) by id, with their keys."""
    yield from enumerate(value) if isinstance(value, list) else _pairs(value)


def _id(card: Any, key: Any) -> Any:
    return str(_mapping(card).get("id", key)) if isinstance(key, int) else key


def _pairs(value: Any) -> Iterator[tuple[Any, Any]]:
    yield from value.items() if isinstance(value, Mapping) else ()


def _mapping(value: Any) -> Mapping[Any, Any]:
    return value if isinstance(value, Mapping) else {}


def _han(text: str) -> bool:
    return any(sign.isalpha() and HAN.match(sign) for sign in text)
