"""Which piece is printed in which file on which page: from the kit to sheets, without drawing.

`counts` needs the sheets but no ink, so this knows nothing of PDF.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cardgen.builtin.papers import PAPERS
from cardgen.diagnostics import Findings, Rule
from cardgen.kit import Card, Component, Kit
from cardgen.sheet import (
    BoardTile,
    Imposing,
    Item,
    SheetError,
    SheetPage,
    Shift,
    impose,
    tile_board,
    too_large,
)
from cardgen.sheet.model import NO_SHIFT

TOO_LARGE = Rule("P501", "piece-larger-than-paper")

FILES = ("cards", "board", "reference", "tokens")
"""The order of the files of a kit; files that a kit adds come after these."""

_TILED = {"board"}
"""Kinds that take a page of their own; others do so only where no sheet holds them."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a kit is printed.

    `shift` moves the backs on upright sheets, `shift_landscape` those on sheets that lie: a printer
    turns these round, and which way differs, so the one does not follow from the other.
    """

    paper: str = "a4"
    backs: str = "long-edge"
    ink: str = "full"
    shift: Shift = NO_SHIFT
    shift_landscape: Shift = NO_SHIFT

    def chosen(self) -> dict[str, str]:
        """What the manifest tells of them; a shift only where there is one."""
        chosen = {"paper": self.paper, "backs": self.backs, "ink": self.ink}
        shifts = {"shift": self.shift, "shift_landscape": self.shift_landscape}
        return chosen | {name: shift_text(shift) for name, shift in shifts.items() if shift != NO_SHIFT}


def shift_text(shift: Shift) -> str:
    """A shift as it is written: mm right, mm down, degrees clockwise, such as `1.5,-0.25,0.1`."""
    return ",".join(f"{round(value, 2) + 0.0:g}" for value in (shift.dx, shift.dy, shift.rotation))


@dataclass(frozen=True, slots=True)
class Copy:
    """One physical piece: a card of a component, and which copy of it (from 1)."""

    component: Component
    card: Card
    number: int


@dataclass(frozen=True, slots=True)
class FilePlan:
    """The sheets of one PDF.  Either `pages` (imposed) or `tiles` (boards, one copy after another)."""

    name: str
    copies: tuple[Copy, ...]
    pages: tuple[SheetPage, ...]
    tiled: tuple[tuple[Copy, tuple[BoardTile, ...]], ...] = ()

    @property
    def sheets(self) -> int:
        """Sheets of paper that the file takes."""
        imposed = len({(page.sheet_no) for page in self.pages})
        return imposed + sum(len(tiles) for _, tiles in self.tiled)

    @property
    def page_count(self) -> int:
        """Pages of the PDF."""
        return len(self.pages) + sum(len(tiles) for _, tiles in self.tiled)


def copies(components: Sequence[Component]) -> tuple[Copy, ...]:
    """Every physical piece, in the order of the data."""
    return tuple(
        Copy(component, card, number + 1)
        for component in components
        for card in component.cards
        for number in range(card.copies)
    )


def file_names(kit: Kit) -> tuple[str, ...]:
    """The PDFs of a kit (without the guide), in their order."""
    used = {component.file for component in kit.components}
    return tuple(n for n in FILES if n in used) + tuple(sorted(used - set(FILES)))


def plan_files(
    kit: Kit,
    options: Options,
    has_back: Callable[[Component], bool],
    findings: Findings,
    keep: Callable[[Copy], bool] = lambda copy: True,
) -> tuple[FilePlan, ...]:
    """Lay every kept piece on a sheet.  A piece that no sheet holds is tiled, or else a finding."""
    plans = []
    for name in file_names(kit):
        chosen = [c for c in copies([c for c in kit.components if c.file == name]) if keep(c)]
        if chosen:
            plans.append(_plan(name, chosen, options, has_back, findings))
    return tuple(plans)


def face_key(component: str, card: str, side: str) -> str:
    """The name of a face among all faces of a kit."""
    return f"{component}/{card}/{side}"


def _plan(
    name: str,
    chosen: list[Copy],
    options: Options,
    has_back: Callable[[Component], bool],
    findings: Findings,
) -> FilePlan:
    paper = PAPERS[options.paper]
    how = Imposing(backs=options.backs, shift=options.shift)  # type: ignore[arg-type]
    boards = [c for c in chosen if c.component.kind in _TILED]
    small = [c for c in chosen if c.component.kind not in _TILED]
    items = [_item(copy, has_back(copy.component) and options.backs != "none") for copy in small]
    oversize = set(too_large(items, paper, how))
    boards += [copy for index, copy in enumerate(small) if index in oversize]
    small = [copy for index, copy in enumerate(small) if index not in oversize]
    pages = impose([item for index, item in enumerate(items) if index not in oversize], paper, how)
    pages = tuple(_landscape(page, options.shift_landscape) for page in pages)
    tiled = []
    for copy in boards:
        try:
            tiled.append((copy, tile_board(copy.component.size, paper, bleed=copy.component.bleed)))
        except SheetError as error:
            findings.add(TOO_LARGE, f"component `{copy.component.id}`: {error}", copy.component.span)
    return FilePlan(name, tuple(small), pages, tuple(tiled))


def _landscape(page: SheetPage, shift: Shift) -> SheetPage:
    """The page; a back that lies is moved by `shift` instead."""
    lies = page.side == "back" and page.paper.w > page.paper.h
    return replace(page, shift=shift) if lies else page


def _item(copy: Copy, with_back: bool) -> Item:
    component, card = copy.component, copy.card
    return Item(
        key=f"{component.id}/{card.id}/{copy.number}",
        size=component.size,
        bleed=component.bleed,
        front=face_key(component.id, card.id, "front"),
        back=face_key(component.id, card.id, "back") if with_back else None,
    )
