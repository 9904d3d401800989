"""`submit`: writes a strategy of the notebook into one small file, once it is sure that the file plays."""

from __future__ import annotations

import inspect
import re
import secrets
import time
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skyjo_widgets._version import __version__
from skyjo_widgets.arena import check
from skyjo_widgets.classroom.collecting import MARK
from skyjo_widgets.classroom.jail import Jail
from skyjo_widgets.classroom.mistakes import gone_problem, load_problem, sentence
from skyjo_widgets.classroom.player import Answer, Gone, Mail, Player, ask_and_wait
from skyjo_widgets.classroom.travelling import CannotTravel, pack
from skyjo_widgets.classroom.wire import FAILED, MOVES, plain
from skyjo_widgets.engine import ARENA_RULES, Decks, Move, View, name_of, opening_of, play_game
from skyjo_widgets.strategies import greedy
from skyjo_widgets.words import language, say

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from skyjo_widgets.engine import Strategy

__all__ = ["Receipt", "submit"]

_GAMES = 3
_MOST_VIEWS = 400
_SECONDS = 60.0
_SESSION = secrets.token_hex(4)  # tells this notebook's files from those of others
_SESSION_MARK = "# Session "
_RESERVED = re.compile(r"^(con|prn|aux|nul|com\d|lpt\d)$", re.IGNORECASE)


@dataclass(frozen=True, repr=False)
class Receipt:
    """What `submit` has done, in words.

    Attributes
    ----------
    ok : bool
        Whether the file was saved.
    path : Path or None
        Where.
    said : str
        What the learner is told.
    """

    ok: bool
    path: Path | None
    said: str

    def __bool__(self) -> bool:
        return self.ok

    def __repr__(self) -> str:
        return self.said


class _NotTheSame(Exception):  # noqa: N818 - not an error, a finding
    """The file does not play as the function in the notebook does."""


def submit(
    strategy: Strategy, name: str, folder: str | os.PathLike[str] = "submissions", lang: str | None = None
) -> Receipt:
    """Write a strategy into a file of its own, to be handed in. Nothing leaves this machine.

    The file holds the function with the helpers, constants and imports that it uses, and nothing else.
    Before it is saved it is loaded alone, in a fresh process, and has to play the same moves there as the
    function does here.

    Parameters
    ----------
    strategy : callable
        A function of one view, or what else can play.
    name : str
        The author, or the team. It becomes the name of the file. A file of that name from somebody else
        is never overwritten: the new one gets a number.
    folder : path
        Where the file goes; made if it is not there.
    lang : str, optional
        The language of what is said; by default the one setting for all.

    Returns
    -------
    Receipt
        Says what was saved, or what has to be mended first.
    """
    lang = lang or language()
    if not isinstance(name, str) or not _file_name(name):
        return Receipt(ok=False, path=None, said=say("classroom.submit.name", lang, got=repr(name)))
    report = check(strategy)
    if not report.playable:
        return Receipt(
            ok=False, path=None, said=say("classroom.submit.check", lang, report=report.text(lang))
        )
    inside = name_of(strategy)
    try:
        plain_name = inspect.isroutine(strategy) and inside.isidentifier()
        body = pack(strategy, inside if plain_name else "strategy")
        text = f"{MARK}{' '.join(name.split())}\n# Written by submit() of skyjo-widgets {__version__}.\n"
        text += f"{_SESSION_MARK}{_SESSION}\n\n{body}"
        situations = _compare(strategy, text, lang)
    except CannotTravel as problem:
        values = {"name": inside, **problem.values}
        return Receipt(ok=False, path=None, said=say(f"classroom.travel.{problem.key}", lang, **values))
    except _NotTheSame as finding:
        return Receipt(ok=False, path=None, said=str(finding))
    path, beside = _save(text, name, Path(folder))
    said = say("classroom.submit.saved", lang, path=path, lines=text.count("\n"), situations=situations)
    if beside:
        said += "\n" + say("classroom.submit.beside", lang, other=beside)
    return Receipt(ok=True, path=path, said=said)


# -- Does the file play the same? ----------------------------------------------------------------------


def _compare(strategy: Strategy, text: str, lang: str) -> int:
    """Return in how many situations the file was seen to play the same move."""
    here = _moves_here(strategy)
    mail = Mail()
    player = Player(Jail(), mail)
    try:
        answer = ask_and_wait(player, mail, "load", _to_load(text, lang), _SECONDS)
        words = _words(answer, lang)
        problem = load_problem(words)
        if problem is not None:
            raise _NotTheSame(say("classroom.submit.loads_not", lang, why=sentence(problem, lang)))
        if tuple(words.get("opening", ())) != opening_of(strategy):
            raise _NotTheSame(say("classroom.submit.opening", lang))
        keys = [view.dice.key for view, _ in here]
        questions = [(number, plain(view)) for number, (view, _) in enumerate(here)]
        player.ask("views", (keys, questions), seconds=_SECONDS, count=len(here))
        answer = mail.next()[1]  # type: ignore[assignment]
        words = _words(answer, lang)
        codes = answer.codes if isinstance(answer, Answer) else b""
    finally:
        player.end()
        player.wait_end()
    for number, ((view, move), code) in enumerate(zip(here, codes, strict=True)):
        if code == FAILED or MOVES[code] is not move:
            raise _NotTheSame(_difference(strategy, view, move, code, words, number, lang))
    return len(here)


def _to_load(text: str, lang: str) -> dict[str, Any]:
    rules = {name: getattr(ARENA_RULES, name) for name in type(ARENA_RULES).__dataclass_fields__}
    return {"source": text, "file": "submission.py", "notebook": False, "lang": lang, "rules": rules}


def _words(answer: Answer | Gone, lang: str) -> dict[str, Any]:
    if isinstance(answer, Gone):
        why = sentence(gone_problem(answer, "loading"), lang)
        raise _NotTheSame(say("classroom.submit.loads_not", lang, why=why))
    return answer.words


def _moves_here(strategy: Strategy) -> list[tuple[View, Move]]:
    """Play some games in this process and note every situation with the move that was made in it."""
    noted: list[tuple[View, Move]] = []
    until = time.monotonic() + _SECONDS / 4

    def noting(view: View) -> Move:
        move = strategy(view)
        if len(noted) < _MOST_VIEWS and time.monotonic() < until:
            noted.append((view, move))
        return move

    noting.opening = opening_of(strategy)  # type: ignore[attr-defined]
    decks = Decks(7)
    for deal in range(_GAMES):
        play_game([noting, greedy], decks, deal)
        if len(noted) >= _MOST_VIEWS or time.monotonic() >= until:
            break
    return noted


def _difference(
    strategy: Callable[[View], Move],
    view: View,
    move: Move,
    code: int,
    words: dict[str, Any],
    number: int,
    lang: str,
) -> str:
    where = {"round": view.round, "turn": view.turn, "here": repr(move)}
    if code == FAILED:
        told: dict[str, Any] = next(
            (one for one in words.get("mistakes", []) if one.get("place") == number), {}
        )
        error = (
            f"{told.get('raised', '')}: {told.get('says', '')}" if "raised" in told else told.get("got", "")
        )
        return say("classroom.submit.fails", lang, error=error, **where)
    if any(strategy(view) is not move for _ in range(5)):
        return say("classroom.submit.chance", lang, **where)
    return say("classroom.submit.differs", lang, there=repr(MOVES[code]), **where)


# -- The file --------------------------------------------------------------------------------------------


def _save(text: str, name: str, folder: Path) -> tuple[Path, str]:
    """Write the file; return where, and the name of one that was there already from somebody else."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = _file_name(name)
    number = 1
    beside = ""
    while True:
        path = folder / (f"{stem}.py" if number == 1 else f"{stem}-{number}.py")
        try:
            # "x" makes it or fails: two who save at the same moment cannot both believe it is theirs.
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            if f"{_SESSION_MARK}{_SESSION}\n" in path.read_text(encoding="utf-8", errors="replace"):
                path.write_text(text, encoding="utf-8", newline="\n")
                return path, beside
            beside = beside or path.name
            number += 1
        else:
            return path, beside


def _file_name(name: str) -> str:
    """Return a name that every system can store: letters, digits, blanks and a few signs."""
    plain = unicodedata.normalize("NFC", " ".join(name.split()))
    kept = "".join(c if c.isalnum() or c in " ._-()" or unicodedata.combining(c) else "-" for c in plain)
    kept = kept.strip(" .-_")[:60].rstrip(" .")
    return f"{kept}-" if _RESERVED.match(kept) else kept
