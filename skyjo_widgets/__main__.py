"""`skyjo-widgets`, also ``python -m skyjo_widgets``: the teacher's command."""

from __future__ import annotations

import argparse
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from skyjo_widgets._version import __version__
from skyjo_widgets.words import language, languages, say, set_language

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]

WRONG_USE = 2
"""The exit code for a command that cannot be understood, and for a folder that is not there."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    arguments : sequence of str, optional
        By default those of the command line.

    Returns
    -------
    int
        0 if all went well; what else there is stands in ``--help``.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    _choose_language(words)
    parser = _parser()
    asked = parser.parse_args(words)
    if not hasattr(asked, "run"):
        parser.print_help()
        return WRONG_USE
    try:
        code: int = asked.run(asked)
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        print(error, file=sys.stderr)  # noqa: T201 - a command
        return WRONG_USE
    return code


def _choose_language(words: Sequence[str]) -> None:
    """Set the language before the parser is made: its own help is in that language too."""
    for word, following in pairwise([*words, ""]):
        chosen = word.removeprefix("--lang=") if word.startswith("--lang=") else following
        if word.startswith("--lang") and chosen in languages():
            set_language(chosen)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="skyjo-widgets", description=_help("about"))
    parser.add_argument("--version", action="version", version=f"skyjo-widgets {__version__}")
    commands = parser.add_subparsers(title=_help("commands"), metavar="…")

    lessons = commands.add_parser("lessons", help=_help("lessons"), description=_help("lessons"))
    lessons.add_argument("folder", type=Path, metavar="DIR", help=_help("lessons_folder"))
    lessons.add_argument("--without-answers", action="store_true", help=_help("without_answers"))
    lessons.set_defaults(run=_lessons)

    group = commands.add_parser("class", help=_help("class"), description=_help("class"))
    steps = group.add_subparsers(title=_help("commands"), metavar="…", required=True)
    run = steps.add_parser(
        "run",
        help=_help("run"),
        description=_help("run"),
        epilog=_help("codes"),
    )
    run.add_argument("folder", type=Path, metavar="DIR", help=_help("run_folder"))
    run.add_argument("--minutes", type=_minutes, help=_help("minutes"))
    run.add_argument("--deals", type=_deals, default=50, help=_help("deals"))
    run.add_argument("--watch", action="store_true", help=_help("watch"))
    run.add_argument("--out", type=Path, metavar="DIR", help=_help("out"))
    run.add_argument("--seed", type=_seed, help=_help("seed"))
    run.set_defaults(run=_class_run)

    for command in (lessons, run):
        command.add_argument("--lang", choices=languages(), default=language(), help=_help("lang"))
    return parser


def _help(key: str) -> str:
    return say(f"classroom.help.{key}").replace("%", "%%")


def _minutes(text: str) -> float:
    minutes = float(text)
    if not 0 < minutes <= 24 * 60:
        raise ValueError
    return minutes


def _deals(text: str) -> int:
    deals = int(text)
    if not 1 <= deals <= 100_000:  # noqa: PLR2004 - more would never end
        raise ValueError
    return deals


def _seed(text: str) -> int:
    seed = int(text)
    if not 0 <= seed < 2**64:
        raise ValueError
    return seed


def _lessons(asked: argparse.Namespace) -> int:
    from skyjo_widgets.classroom.handing_out import hand_out  # noqa: PLC0415 - heavy for --help

    return hand_out(asked.folder, asked.lang, answers=not asked.without_answers)


def _class_run(asked: argparse.Namespace) -> int:
    from skyjo_widgets.classroom.class_run import ClassRun  # noqa: PLC0415 - heavy for --help

    if not asked.folder.is_dir():
        print(say("classroom.run.no_folder", path=asked.folder), file=sys.stderr)  # noqa: T201 - a command
        return WRONG_USE
    tournament = ClassRun.planned(
        asked.folder,
        asked.lang,
        results=asked.out,
        deals=asked.deals,
        minutes=asked.minutes,
        seed=asked.seed,
    )
    return tournament.watch() if asked.watch else tournament.once()


if __name__ == "__main__":
    sys.exit(main())
