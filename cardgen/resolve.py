"""From a specification to the frozen `Kit` of one player count, variant and language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from cardgen.diagnostics import Findings, Related, Rule, Span, did_you_mean
from cardgen.document import Document, Path_
from cardgen.expr import ExprError, evaluate, has_blanks, render_text
from cardgen.fields import BAD_EXPRESSION, FieldReader
from cardgen.ids import DUPLICATE_ID, check_ids
from cardgen.kit import Card, Component, Kit, Tongues
from cardgen.loading import KitSource, language_codes, with_language, with_variant
from cardgen.records import component_record
from cardgen.schema import ComponentSpec, KitSpec
from cardgen.settings import with_setting
from cardgen.shapes import ID_PATTERN
from cardgen.validate import BAD_ID, MISSING_FIELD, describe, id_hint, validate
from cardgen.values import Items, Record, Text, freeze

NO_SETUP = Rule("D118", "missing-setup")
BAD_BACK = Rule("D123", "unknown-back")
BAD_SPACE = Rule("D124", "unknown-space")
CONFLICT = Rule("D125", "conflicting-fields")
TOO_MANY = Rule("D126", "too-many-pieces")

MAX_PIECES = 20_000

_DEFAULTS = {"text": "", "icon": "", "note": "", "provisional": ""}
"""What a card has that does not say otherwise; its `art` and `name` default to its id."""
_FILES = {
    "card": "cards", "board": "board", "mat": "board", "reference": "reference", "sheet": "reference",
    "token": "tokens", "tile": "tokens", "pawn": "tokens",
}  # fmt: skip
_BLEED = {"card": 3.0, "reference": 3.0, "tile": 2.0, "token": 0.0, "pawn": 0.0, "board": 0.0, "mat": 0.0}
_SAFE = {"card": 3.0, "reference": 3.0, "tile": 1.5, "token": 1.0, "pawn": 1.0, "board": 3.0, "mat": 3.0}


def resolve(
    source: KitSource,
    players: int,
    findings: Findings,
    *,
    variant: str | None = None,
    lang: str | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Kit | None:
    """Return the kit for these players, or None with findings.

    `settings` maps dotted paths (`rules.layers.l4.dig`) to values that replace those of the data.
    """
    own = Findings()  # what was found before, for another count, must not hide what fails here
    kit = _resolve(source, players, own, variant, lang, settings)
    findings.extend(own)
    # What is wrong in another language is told where that one is checked or printed.
    others = partial(_resolve, source, players, Findings(), variant, settings=settings)
    return kit and replace(kit, tongues=Tongues(language_codes(source), others))


def _resolve(
    source: KitSource,
    players: int,
    findings: Findings,
    variant: str | None,
    lang: str | None,
    settings: Mapping[str, Any] | None,
) -> Kit | None:
    lang = lang or str(source.spec.kit.language)
    if lang != source.spec.kit.language:
        # A variant is laid over the translated game: what it changes must not be hidden by a translation.
        translated = with_language(source.document, source, lang)
        spec = validate(translated, findings)
        if spec is None:
            return None
        source = replace(source, document=translated, spec=spec)
    chosen = with_variant(source, variant, findings)
    if chosen is None:
        return None
    document, spec = chosen
    for path, value in (settings or {}).items():
        document = with_setting(document, path, value, findings)
    if settings:
        changed = validate(document, findings)
        if changed is None:
            return None
        spec = changed
    return _Resolver(source, document, spec, players, variant, lang, findings).kit()


def player_counts(spec: KitSpec, variant: str | None) -> tuple[int, ...]:
    """The player counts of the kit, or those that a variant is for."""
    limited = spec.variants[variant].players if variant in spec.variants else None
    return tuple(dict.fromkeys(limited or spec.kit.players))


class _Resolver:
    """One resolution; gathers the context step by step, in the order that expressions may rely on."""

    def __init__(
        self,
        source: KitSource,
        document: Document,
        spec: KitSpec,
        players: int,
        variant: str | None,
        lang: str,
        findings: Findings,
    ) -> None:
        self.source, self.document, self.spec = source, document, spec
        self.players, self.variant, self.lang, self.findings = players, variant, lang, findings
        self.context: dict[str, Any] = {}
        self._backs = set(spec.components) | {"none"}
        self._absent: list[Record] = []

    def kit(self) -> Kit | None:
        before = len(self.findings)
        setup = self.spec.setups.get(self.players, {})
        if self.spec.setups and self.players not in self.spec.setups:
            self.findings.add(
                NO_SETUP,
                f"there is no setup for {self.players} players",
                self.document.key_span(("setups",)),
                hint=f"add `{self.players}: {{…}}` under `setups`",
            )
            return None
        data = self.document.data
        check_ids(data.get("rules", {}), ("rules",), self.document, self.findings)
        if len(self.findings) > before and self.findings.has_errors:
            return None
        info = self.spec.kit
        title = (
            info.title.get(self.lang) or next(iter(info.title.values()))
            if isinstance(info.title, dict)
            else info.title
        )
        variant = self.spec.variants[self.variant] if self.variant else None
        identity = {
            "id": info.id, "title": title, "version": info.version, "players": tuple(info.players),
            "language": info.language, "date": info.date or "",
        }  # fmt: skip
        self.context.update(
            players=self.players,
            lang=self.lang,
            variant=self.variant or "",
            rules=freeze(data.get("rules", {}), "rules"),
            setup=freeze(setup, "setup"),
            kit=Record(identity, "kit"),
            colors=freeze(dict(info.colors), "colors"),
        )
        for name, expression in self.spec.quantities.items():
            self._quantity(name, expression)
        if has_blanks(data.get("rules", {})):
            self.context["rules"] = freeze(self._words(data["rules"], ("rules",)), "rules")
        self.context["words"] = freeze(self._words(data.get("words", {}), ("words",)), "words")
        components = self._components()
        pieces = sum(component.copies for component in components)
        if pieces > MAX_PIECES:
            self.findings.add(
                TOO_MANY,
                f"the kit has {pieces} pieces for {self.players} players; at most {MAX_PIECES} are printed",
                self.document.key_span(("components",)),
                hint="look at `copies` and `quantity`",
            )
        return Kit(
            id=info.id,
            title=title,
            version=info.version,
            players=self.players,
            variant=self.variant,
            variant_name=str(variant.name) if variant else None,
            lang=self.lang,
            date=info.date or "",
            root=self.source.root,
            components=tuple(components),
            context=dict(self.context),
            engine=info.engine,
            fonts=dict(info.fonts),
            data={**data, "setup": setup},
        )

    def _quantity(self, name: str, expression: str) -> None:
        if name in self.context:
            self.findings.add(
                DUPLICATE_ID,
                f"the quantity `{name}` has the name of something else",
                self.document.key_span(("quantities", name)),
                hint="choose another name",
            )
            return
        try:
            self.context[name] = freeze(evaluate(expression, self.context), name)
        except ExprError as error:
            self.context[name] = 0
            self.findings.add(
                BAD_EXPRESSION,
                f"the quantity `{name}`: {error}",
                self.document.span(("quantities", name)),
                hint=f"the expression is `{expression}`; it may use the quantities above it",
            )

    def _words(self, words: Any, path: Path_) -> Any:
        if isinstance(words, dict):
            return {key: self._words(value, (*path, key)) for key, value in words.items()}
        if isinstance(words, list):
            return [self._words(value, (*path, i)) for i, value in enumerate(words)]
        return self._filled(words, path) if isinstance(words, str) else words

    def _filled(self, text: str, path: Path_, extra: Mapping[str, Any] | None = None) -> Text:
        """A text with its `{{ … }}` filled in; it keeps its place."""
        span = self.document.span(path)
        try:
            return Text(render_text(text, {**self.context, **(extra or {})}), span)
        except ExprError as error:
            where = describe(path, self.document.data)
            line = Span(span.file, span.line + error.line - 1, span.column) if span else None
            hint = "numbers in a text are written `{{ rules.rounds }}`, with the names of the data"
            self.findings.add(BAD_EXPRESSION, f"the text of {where}: {error}", line, hint=hint)
            return Text(text, span)

    def _components(self) -> list[Component]:
        built: list[Component] = []
        self.context["components"] = Items((), "components")
        for name, spec in self.spec.components.items():
            component = self._component(str(name), spec)
            if component is not None:
                built.append(component)
            self.context["components"] = Items([c.record for c in built], "components", self._absent)
        self._check_spaces(built)
        return built

    def _component(self, name: str, spec: ComponentSpec) -> Component | None:
        path: Path_ = ("components", name)
        raw = self.document.data["components"][name]
        reader = FieldReader(spec, self.document, self.context, self.findings)
        present = reader.condition(spec.when, (*path, "when"), f"`when` of component `{name}`")
        cards = self._cards(name, spec, raw, reader)
        if not present:
            data = freeze(raw.get("data", {}), f"{name}.data")
            self._absent.append(component_record(name, spec, (), cards, data))
            return None
        if spec.back is not None and spec.back not in self._backs:
            self.findings.add(
                BAD_BACK,
                f"component `{name}` shares the back of `{spec.back}`, which does not exist",
                self.document.span((*path, "back")),
                hint=did_you_mean(spec.back, self._backs),
            )
        data = freeze(self._words(raw.get("data", {}), (*path, "data")), f"{name}.data")
        kept = tuple(card for card in cards if card.copies)
        if not kept:
            self._absent.append(component_record(name, spec, (), cards, data))
            return None
        return Component(
            id=name,
            kind=spec.kind,
            name=spec.name,
            size=spec.size,
            bleed=_BLEED.get(spec.kind, 0.0) if spec.bleed is None else spec.bleed,
            safe=_SAFE.get(spec.kind, 3.0) if spec.safe is None else spec.safe,
            file=str(spec.file or _FILES[spec.kind]),
            template=str(spec.template or name),
            back=str(spec.back or name),
            cards=kept,
            corner=spec.corner or 0.0,
            fits=spec.fits,
            note=self._filled(spec.note or "", (*path, "note")),
            paper=str(spec.paper or ""),
            spaces=dict(spec.spaces),
            data=data,
            fields=frozenset(map(str, spec.fields)),
            span=self.document.key_span(path),
            record=component_record(name, spec, kept, [card for card in cards if not card.copies], data),
        )

    def _cards(
        self, name: str, spec: ComponentSpec, raw: Mapping[Any, Any], reader: FieldReader
    ) -> list[Card]:
        path: Path_ = ("components", name)
        if spec.cards is None and "cards" in raw:
            self.findings.add(
                MISSING_FIELD,
                f"component `{name}` has `cards`, and none is listed",
                self.document.key_span((*path, "cards")),
                hint="write a line `- {id: …}` for each card, or remove `cards` if all pieces are the same",
            )
            return []
        if spec.cards is None:
            copies = reader.quantity(
                spec.quantity if spec.quantity is not None else spec.copies,
                (*path, "quantity"),
                f"`quantity` of `{name}`",
            )
            values = {"id": name, "name": spec.name, "component": name, **_DEFAULTS, "art": name}
            pile = str(spec.pile) if spec.pile else None
            return [Card(name, name, copies, Record(values, name), self.document.key_span(path), pile=pile)]
        if spec.quantity is not None:
            self.findings.add(
                CONFLICT,
                f"component `{name}` has both `cards` and `quantity`",
                self.document.key_span((*path, "quantity")),
                hint="say how many on each card with `copies`, or remove `cards`",
            )
        if not reader.targets_exist(name):
            return []
        cards: list[Card] = []
        seen: dict[str, Span | None] = {}
        for index, entry in enumerate(raw["cards"]):
            card = self._card(name, spec, entry, (*path, "cards", index), reader)
            if card is None:
                continue
            if card.id in seen:
                first = seen[card.id]
                self.findings.add(
                    DUPLICATE_ID,
                    f"two cards of `{name}` have the id `{card.id}`",
                    card.place("id"),
                    hint="ids are unique; for a second copy write `copies: 2`",
                    related=[Related(first, "first used here")] if first else [],
                )
                continue
            seen[card.id] = card.place("id")
            cards.append(card)
        return cards

    def _card(
        self, name: str, spec: ComponentSpec, entry: Mapping[Any, Any], path: Path_, reader: FieldReader
    ) -> Card | None:
        owner = describe(path, self.document.data)
        if entry.get("id") is None:
            self.findings.add(
                MISSING_FIELD, f"{owner} has no `id`", self.document.span(path), hint="add `id: …`"
            )
            return None
        before = len(self.findings)
        values = reader.read(entry, path)
        if not re.fullmatch(ID_PATTERN, str(values["id"])) and len(self.findings) == before:
            self.findings.add(
                BAD_ID,
                f"`{values['id']}` is not an id: an id has small letters, digits and hyphens, "
                "and begins with a letter",
                self.document.span((*path, "id")),
                hint=id_hint(values["id"]),
            )
        places = {str(key): span for key in entry if (span := self.document.span((*path, key)))}
        if len(self.findings) > before:
            # What follows from a wrong field would only be reported once more.
            return Card(str(values["id"]), name, 1, Record(values, name), self.document.span(path), places)
        label = "card"
        values = {**_DEFAULTS, "name": values["id"], "art": values["id"], **values, "component": name}
        card_record = Record(values, label)
        for field, field_spec in spec.fields.items():
            if field_spec.derive:
                derive_path: Path_ = ("components", name, "fields", field, "derive")
                values[str(field)] = freeze(
                    reader.compute(
                        field_spec.derive, derive_path, f"`{field}` of {owner}", {"card": card_record}
                    )
                )
                card_record = Record(values, label)
        for field, value in list(values.items()):
            if isinstance(value, str) and field != "id" and ("{{" in value or "{%" in value):
                values[field] = self._filled(value, (*path, field), {"card": card_record})
            elif isinstance(value, (list, dict)):
                values[field] = freeze(self._words(value, (*path, field)), field)
        card_record = Record(values, label)
        extra = {"card": card_record}
        copies = reader.quantity(
            entry.get("copies", spec.copies), (*path, "copies"), f"`copies` of {owner}", extra
        )
        if not reader.condition(entry.get("when", True), (*path, "when"), f"`when` of {owner}", extra):
            copies = 0
        pile = self._filled(spec.pile, ("components", name, "pile"), extra) if spec.pile else None
        return Card(str(values["id"]), name, copies, card_record, self.document.span(path), places, pile)

    def _check_spaces(self, components: list[Component]) -> None:
        spaces = {f"{name}.{space}" for name, spec in self.spec.components.items() for space in spec.spaces}
        for component in components:
            if component.fits and component.fits not in spaces:
                self.findings.add(
                    BAD_SPACE,
                    f"component `{component.id}` fits `{component.fits}`, which no component has",
                    self.document.span(("components", component.id, "fits")),
                    hint=did_you_mean(component.fits, spaces)
                    or f"there are: {', '.join(sorted(spaces)) or 'none'}",
                )
