"""The command line.  Results go to stdout, messages to stderr; exit 0 clean, 1 findings, 2 usage.

What draws, checks or plays is imported inside the commands, so that `--help` answers at once.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from cardgen import __version__
from cardgen.cli import checking, languages, playing, printing
from cardgen.cli.kits import UsageError

app = typer.Typer(
    name="cardgen",
    help="Print-and-play kits from one YAML file, and proof that the game's rules agree with themselves.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    printing.build, checking.check, printing.counts, printing.proof, printing.calibrate, languages.lang,
    playing.replay, playing.simulate, printing.new, checking.schema, checking.explain,
):  # fmt: skip
    app.command()(command)


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    if version:
        print(f"cardgen {__version__}")
        raise typer.Exit


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        app()
    except UsageError as error:
        print(f"cardgen: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except KeyboardInterrupt:
        print("cardgen: interrupted; earlier output is untouched", file=sys.stderr)
        sys.exit(130)
    except Exception as error:
        if os.environ.get("CARDGEN_TRACEBACK"):
            raise
        print(f"cardgen: a fault of cardgen itself: {type(error).__name__}: {error}", file=sys.stderr)
        print("please report it; with CARDGEN_TRACEBACK=1 it tells where it arose", file=sys.stderr)
        sys.exit(1)
