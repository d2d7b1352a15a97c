"""The options that commands share, and the words they take."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Optional

import typer


class Paper(StrEnum):
    """Papers that can be chosen."""

    A4 = "a4"
    LETTER = "letter"
    A3 = "a3"


class Backs(StrEnum):
    """How backs are printed."""

    LONG = "long-edge"
    SHORT = "short-edge"
    FOLD = "gutterfold"
    SEPARATE = "separate"
    NONE = "none"


class Ink(StrEnum):
    """How much ink is used."""

    FULL = "full"
    SAVER = "saver"
    GREY = "grey"


class Format(StrEnum):
    """Formats of findings."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


class CountFormat(StrEnum):
    """Formats of counts."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


KitOption = Annotated[
    Optional[Path],  # noqa: UP045 - typer reads the annotation at run time
    typer.Option("-C", "--kit", metavar="DIR", help="The kit's folder [default: the nearest one upward]."),
]
Players = Annotated[Optional[int], typer.Option("--players", metavar="N", help="The number of players.")]  # noqa: UP045
Variant = Annotated[Optional[str], typer.Option("--variant", metavar="ID", help="A variant of the game.")]  # noqa: UP045
Lang = Annotated[Optional[str], typer.Option("--lang", metavar="CODE", help="The language to print in.")]  # noqa: UP045
Setting = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option("--set", metavar="PATH=VALUE", help="Try another value, such as rules.rounds=8."),
]
