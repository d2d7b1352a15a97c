"""The command that tells how far translations are."""

from __future__ import annotations

import re
import sys
from enum import StrEnum
from typing import Annotated

import typer

from cardgen.cli.kits import UsageError, kit_root, load, unknown_language
from cardgen.cli.options import KitOption

_CODE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


class LangFormat(StrEnum):
    """Formats of the table."""

    TEXT = "text"
    JSON = "json"


def lang(
    code: Annotated[
        str | None, typer.Argument(metavar="[CODE]", help="One language, such as `en`; all if none.")
    ] = None,
    kit: KitOption = None,
    missing: Annotated[
        bool, typer.Option("--missing", help="Print what is missing, as YAML to fill in.")
    ] = False,
    output: Annotated[LangFormat, typer.Option("--format", help="For people or programs.")] = LangFormat.TEXT,
) -> None:
    """Tell what is translated, by language and section.

    A language without a file is begun by `cardgen lang CODE --missing > data/lang/CODE.yaml`.
    """
    from cardgen.languages import translation_of
    from cardgen.translating import languages_json, languages_text, skeleton

    if missing and code is None:
        raise UsageError("name the language, as in `cardgen lang en --missing`")
    root = kit_root(kit)
    source, _ = load(root)
    own = str(source.spec.kit.language)
    others = [name for name in source.languages if name != own]
    if code == own:
        raise UsageError(f"`{own}` is the kit's own language; there is nothing to translate into it")
    if code is not None and code not in others and not (missing and _CODE.fullmatch(code)):
        raise unknown_language(code, others)
    if missing and code is not None:
        text = skeleton(translation_of(source, code))
        print(text or f"# nothing is missing in `{code}`")
        return
    translations = [translation_of(source, name) for name in ([code] if code else others)]
    if output is LangFormat.JSON:
        print(languages_json(source, translations, whole=code is not None))
    elif translations:
        print(languages_text(translations, whole=code is not None))
    else:
        print(
            f"there is only `{own}`; `cardgen lang CODE --missing > data/lang/CODE.yaml` begins another",
            file=sys.stderr,
        )
