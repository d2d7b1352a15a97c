"""The numbers and readings of Tanfang, taken from the same data that print the cards.

`Rules.from_data` reads the kit as it is for one player count and variant; nothing here has a default
that the rulebook prints, so a number changed in the data changes the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cardgen.games.tanfang.reading import Reader
from cardgen.games.tanfang.switches import Switches

TOOLS = ("trowel", "shoring", "ground-radar", "consolidant", "liaison-letter", "journal")
SEASONS = ("fair", "storm", "funding", "scorching", "expert-visit", "closure", "inspection")
FREQUENCY = {"fair": 38, "storm": 28, "funding": 14, "scorching": 10, "expert-visit": 10}
"""Percent; the published frequency column, used only by the reading `d3: freq`."""
LETTERS = "ABCDEFGH"


@dataclass(frozen=True, slots=True)
class Card:
    """A card that lies in a cell: a relic (layer and quality are indices) or a fragment (`set` is one)."""

    id: str
    points: int
    layer: int = -1
    quality: int = -1
    set: int = -1
    piece: int = -1


@dataclass(frozen=True, slots=True)
class Relief:
    """What a tool saves: workdays off each cost, down to a floor."""

    saves: int
    floor: int

    def cost(self, price: int, played: int) -> int:
        """Return the price after this many of the tool have been played."""
        return max(self.floor, price - self.saves * played) if played else price


@dataclass(frozen=True, slots=True)
class Season:
    """A season: extra workdays for all, extra points a relic, and its copies in the deck."""

    id: str
    copies: int
    workdays: int = 0
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything the engine needs to know; see the design of each field in `docs/playing.md`."""

    players: int
    trenches: int
    fragment_sets: int
    rounds: int
    workdays: int
    extract: int
    assist: int
    assist_cost: int
    assemble_cost: int
    set_bonus: int
    fragment_points: int
    profile: int
    draw_cost: int
    hand: int
    dig: tuple[int, ...]
    first: tuple[int, ...]
    qualities: tuple[str, ...]
    cards: tuple[Card, ...]
    sets: tuple[str, ...]
    tools: tuple[int, ...]
    """Copies of each tool, in the order of `TOOLS`; 0 for one that the game leaves out."""
    seasons: tuple[Season, ...]
    journal_points: int
    trowel: Relief
    consolidant: Relief
    moves: int
    move_cost: int
    play_cost: int
    looting_copies: tuple[int, ...]
    """Looting cards of each trench; used ones are not shuffled in again."""
    tools_on: bool
    seasons_on: bool
    preview: bool
    looting: bool
    target: int
    """Points that the table needs together; 0 when players compete."""
    switches: Switches

    @property
    def depth(self) -> int:
        """How many layers a trench has."""
        return len(self.dig)

    @property
    def fine(self) -> int:
        """Index of the best quality: the one that tie-breaks and journals count."""
        return len(self.qualities) - 1

    def card(self, ident: str) -> int | None:
        """Return the number of the card with this id."""
        return next((n for n, card in enumerate(self.cards) if card.id == ident), None)

    def with_cards(self, extra: tuple[Card, ...]) -> Rules:
        """Return the same rules with cards that only a record knows, after the kit's own."""
        return replace(self, cards=self.cards + extra)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Rules:
        """Read the resolved data of a kit; raise `FindingsError` with everything that is missing or odd."""
        top = Reader(data)
        rules, setup = top.part("rules"), top.part("setup")
        layers, qualities = rules.items("layers"), rules.items("qualities")
        layer_ids = [layer.text("id") for layer in layers]
        quality_ids = tuple(quality.text("id") for quality in qualities)
        points = [[layer.part("points").number(name) for name in quality_ids] for layer in layers]
        cards: list[Card] = []
        for relic in top.part("components").part("relic").items("cards"):
            layer = relic.one_of("layer", layer_ids)
            quality = relic.one_of("quality", quality_ids)
            if layer >= 0 and quality >= 0:
                cards.append(Card(relic.text("id"), points[layer][quality], layer, quality))
        fragment_points = rules.number("fragment_points")
        sets: list[str] = []
        pieces: dict[str, int] = {}
        for fragment in top.part("components").part("fragment").items("cards"):
            name = fragment.text("set")
            if name not in sets:
                sets.append(name)
            pieces[name] = pieces.get(name, -1) + 1
            cards.append(Card(fragment.text("id"), fragment_points, set=sets.index(name), piece=pieces[name]))
        tools_on = rules.flag("tools", True)
        seasons_on = rules.flag("seasons", True)
        tool_cards = {card.text("id"): card for card in top.cards("tool", TOOLS, tools_on)}
        season_cards = {card.text("id"): card for card in top.cards("season", SEASONS, seasons_on)}
        effect = {"funding": 1, "scorching": -1}
        seasons = tuple(
            Season(
                name,
                season_cards[name].number("copies", 1),
                season_cards[name].number("workdays", effect.get(name, 0)),
                season_cards[name].number("points", 2 if name == "expert-visit" else 0),
            )
            for name in SEASONS
            if name in season_cards
        )
        journal = tool_cards.get("journal")
        looting_on = rules.flag("looting", False)
        result = cls(
            players=top.number("players"),
            trenches=setup.number("trenches"),
            fragment_sets=setup.number("fragment_sets"),
            rounds=rules.number("rounds"),
            workdays=rules.number("workdays"),
            extract=rules.number("extract"),
            assist=rules.number("assist"),
            assist_cost=rules.number("assist_cost"),
            assemble_cost=rules.number("assemble_cost"),
            set_bonus=rules.number("set_bonus"),
            fragment_points=fragment_points,
            profile=rules.number("profile"),
            draw_cost=rules.number("draw_cost"),
            hand=rules.number("hand") if tools_on else 0,
            dig=tuple(layer.number("dig") for layer in layers),
            first=tuple(layer.number("first") for layer in layers),
            qualities=quality_ids,
            cards=tuple(cards),
            sets=tuple(sets),
            tools=tuple(
                tool_cards[name].number("copies", 1) if tools_on and name in tool_cards else 0
                for name in TOOLS
            ),
            seasons=seasons,
            journal_points=journal.number("points", 2) if journal else 0,
            trowel=_relief(tool_cards.get("trowel"), 1),
            consolidant=_relief(tool_cards.get("consolidant"), 0),
            moves=rules.number("moves", 1),
            move_cost=rules.number("move_cost", 0),
            play_cost=rules.number("play_cost", 0),
            looting_copies=_looting(top, setup.number("trenches"), rules.number("rounds"), looting_on),
            tools_on=tools_on,
            seasons_on=seasons_on and bool(seasons),
            preview=rules.flag("preview", False),
            looting=looting_on,
            target=rules.number("target", 0),
            switches=Switches.from_data(rules.part("switches", optional=True)),
        )
        top.require(2 <= result.players <= 4, "players", f"{result.players} players; the engine seats 2 to 4")
        top.require(1 <= result.trenches <= len(LETTERS), "setup.trenches", f"{result.trenches} trenches")
        top.require(
            0 <= result.fragment_sets <= len(sets), "setup.fragment_sets", "more sets than the kit has"
        )
        for index, name in enumerate(layer_ids):
            supply = sum(card.layer == index for card in cards)
            enough = supply >= result.trenches
            top.require(enough, f"rules.layers.{name}", f"{supply} relics for {result.trenches} trenches")
        top.finish()
        return result


def _relief(card: Reader | None, floor: int) -> Relief:
    return Relief(card.number("saves", 1), card.number("floor", floor)) if card else Relief(0, 0)


def _looting(top: Reader, trenches: int, rounds: int, on: bool) -> tuple[int, ...]:
    """Return the looting cards of each trench: as the data list them, or enough for every round."""
    if not on or trenches < 1:
        return ()
    listed = top.part("components", optional=True).part("looting", optional=True)
    if "cards" not in listed.keys():  # noqa: SIM118 - a Reader is not a mapping
        return (-(-rounds // trenches),) * trenches
    copies = {card.text("trench").upper(): card.number("copies", 1) for card in listed.items("cards")}
    return tuple(copies.get(letter, 0) for letter in LETTERS[:trenches])
