"""What a template sees in the kit's other languages, so that one face can print two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cardgen.kit import Kit
from cardgen.values import Record, UnknownNameError

Watch = Callable[[str, Record], Any]


class Languages(Record):
    """All that a template sees, by language: `languages.en.card.name`, `languages.en.words.turn`.

    The languages are those of the kit, its own among them.
    """

    __slots__ = ("_at", "_kit", "_watch")
    _at: tuple[str, str, str] | None
    _kit: Kit
    _watch: Watch | None

    def __init__(self, kit: Kit, at: tuple[str, str, str] | None = None, watch: Watch | None = None) -> None:
        """`at` names the component, the card, and the component whose template is drawn, if one is."""
        codes = kit.tongues.codes if kit.tongues else (kit.lang,)
        super().__init__(dict.fromkeys(codes), "languages")
        object.__setattr__(self, "_kit", kit)
        object.__setattr__(self, "_at", at)
        object.__setattr__(self, "_watch", watch)

    def watched(self, watch: Watch) -> Languages:
        """The same, with what is read of it passed through `watch`."""
        return Languages(self._kit, self._at, watch)

    def find(self, name: object) -> Any:
        """What is seen in one language; raise `UnknownNameError` for one that the kit does not have."""
        super().find(name)
        code = str(name)
        kit = self._kit
        if code != kit.lang:
            found = kit.tongues.kit(code) if kit.tongues else None
            if found is None:
                raise UnknownNameError(f"the kit has faults in `{code}`, so nothing can be taken from it")
            kit = found
        record = Record(self._seen(kit), f"languages.{code}")
        return self._watch(code, record) if self._watch else record

    def _seen(self, kit: Kit) -> Mapping[str, Any]:
        if self._at is None:
            return kit.context
        name, card_id, owner_name = self._at
        component = kit.component(name)
        owner = kit.component(owner_name) or component
        if component is None or owner is None:
            return kit.context
        card = next((card for card in component.cards if card.id == card_id), None)
        values = {"card": card.values} if card else {}
        return {**kit.context, **values, "component": owner.record, "data": owner.data}
