"""Finding the rules engine that a kit names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module, metadata, util
from typing import Any, Protocol

from cardgen.diagnostics import Findings, FindingsError, Span, did_you_mean
from cardgen.play.codes import UNKNOWN_ENGINE
from cardgen.play.game import Game, Strategy
from cardgen.play.recorder import Recorder

GROUP = "cardgen.games"
"""The entry point group; each entry names an `Engine`."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,40}")


class Engine(Protocol):
    """A game's rules, strategies and words, made from the data of its kit.

    Data are the kit's, resolved for one player count and variant: `players`, `rules`, `setup`,
    `components`.
    """

    @property
    def id(self) -> str:
        """The name by which kits ask for it."""
        ...

    @property
    def strategies(self) -> tuple[str, ...]:
        """The names of all strategies."""
        ...

    def game(self, data: Mapping[str, Any], /) -> Game:
        """Return the game; raise `FindingsError` if the data do not suffice."""
        ...

    def recorder(self, data: Mapping[str, Any], /) -> Recorder:
        """Return a recorder for one recorded game."""
        ...

    def lineup(self, players: int, /) -> tuple[str, ...]:
        """Return the strategies at a table of this size."""
        ...

    def bench(self, game: Any, /) -> Callable[[Sequence[str]], list[Strategy]]:
        """Return what seats fresh strategies by name for each game."""
        ...

    def tags(self, game: Any, before: Any, action: Any, after: Any, /) -> tuple[tuple[str, str, str], ...]:
        """Return what an action used: kind, id, what happened."""
        ...


def find_engine(name: str, span: Span | None = None) -> Engine:
    """Return the engine with this name; raise `FindingsError` when there is none.

    Engines are entry points of `GROUP`; those that come with cardgen are found without installation.
    """
    entries = {entry.name: entry for entry in metadata.entry_points(group=GROUP)}
    if name in entries:
        engine: Engine = entries[name].load()
        return engine
    if _NAME.fullmatch(name) and util.find_spec(f"cardgen.games.{name}") is not None:
        found = getattr(import_module(f"cardgen.games.{name}"), "ENGINE", None)
        if found is not None:
            own: Engine = found
            return own
    findings = Findings()
    hint = did_you_mean(name, entries) or "leave out `kit.engine` for a game without one"
    findings.add(UNKNOWN_ENGINE, f"there is no rules engine `{name}`", span, hint=hint)
    raise FindingsError(findings)
