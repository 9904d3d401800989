"""Foreign code: whatever a submission tries ends as a sentence beside its author, and nobody else notices."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

import pytest

from skyjo_widgets.classroom.collecting import collect
from skyjo_widgets.classroom.contest import Contest
from skyjo_widgets.classroom.jail import Jail
from skyjo_widgets.classroom.mistakes import sentence
from skyjo_widgets.classroom.schedule import EqualDeals
from skyjo_widgets.classroom.umpire import Limits, Umpire

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux promises all of this")

SEED = 20
LIMITS = Limits(loading=6.0, answer=2.0)
HEAD = (
    "import gc, os, signal, socket, subprocess, sys, threading, time\n"
    "from skyjo_widgets import draw, reveal, swap, take\n"
)


def honest(low: int) -> str:
    return HEAD + (
        "def honest(view):\n"
        "    if view.drawn is None:\n"
        f"        return take(view.worst()) if view.discard <= {low} else draw()\n"
        "    return swap(view.worst()) if view.drawn <= 4 else reveal(view.hidden[0])\n"
    )


def in_a_move(*lines: str) -> str:
    body = "".join(f"    {line}\n" for line in lines)
    return honest(2) + f"def hostile(view):\n{body}    return honest(view)\n"


def at_import(*lines: str) -> str:
    return honest(2) + "\n".join(lines) + "\n"


def attacks(place: Path) -> dict[str, tuple[str, str]]:
    """Return by the author's name: the file, and a piece of the sentence that has to stand beside it."""
    victim = str(place / "Ola.py")
    return {
        "loop": (in_a_move("while True: pass"), "No answer within 2 seconds"),
        "late loop": (in_a_move("while view.round == 2: pass"), "No answer within 2 seconds"),
        "deaf loop": (
            in_a_move(
                "while True:", "    try:", "        while True: pass", "    except BaseException: pass"
            ),
            "No answer within 2 seconds",
        ),
        "loop at import": (at_import("while True: pass"), "more than 6 seconds"),
        "memory bomb": (in_a_move("bomb = bytearray(8 << 30)"), "ran out of the 1024 MB"),
        "memory bomb at import": (at_import("bomb = [0] * (1 << 30)"), "more memory than"),
        "fork bomb": (in_a_move("while True: os.fork()"), "reached for"),
        "fork bomb at import": (at_import("while True: os.fork()"), "reaches for"),
        "thread bomb": (
            in_a_move("while True: threading.Thread(target=time.sleep, args=(99,)).start()"),
            "can't start new thread",
        ),
        "exits": (in_a_move("os._exit(3)"), "exit code 3"),
        "exits at import": (at_import("os._exit(0)"), "exit code 0"),
        "calls exit": (in_a_move("exit()"), "called exit()"),
        "kills the parent": (in_a_move("os.kill(os.getppid(), signal.SIGKILL)"), "reached for"),
        "kills everybody": (in_a_move("os.kill(-1, signal.SIGKILL)"), "reached for"),
        "kills the group": (in_a_move("os.killpg(0, signal.SIGTERM)"), "reached for"),
        "kills itself": (in_a_move("signal.raise_signal(signal.SIGKILL)"), "signal 9"),
        "prints": (
            in_a_move("for _ in range(3000): print('x' * 1_000_000)", "os.write(1, b'x' * 50_000_000)"),
            "thinks",
        ),
        "writes": (
            in_a_move("with open('big', 'wb') as file:", "    while True: file.write(b'x' * 1_000_000)"),
            "reached for",
        ),
        "deletes": (in_a_move(f"os.remove({victim!r})"), "reached for"),
        "reads": (in_a_move(f"raise ValueError(open({victim!r}).read())"), "reached for"),
        "lists": (in_a_move(f"raise ValueError(os.listdir({str(place)!r}))"), "reached for"),
        "runs programs": (in_a_move("subprocess.run(['ls'])"), "reached for"),
        "opens sockets": (in_a_move("socket.create_connection(('127.0.0.1', 80), 1)"), "reached for"),
        "changes the engine": (
            in_a_move(
                "import skyjo_widgets.engine as engine",
                "engine.Round.points = lambda self: [0, 100]",
                "engine.Round.double_the_ender = lambda self, points: [0, 100]",
                "engine.play_game = engine.Decks = None",
                "return 0",
            ),
            "returned 0, which is not a move",
        ),
        "writes into the pipe": (
            in_a_move(
                "for handle in range(3, 64):",
                "    try: os.write(handle, b'garbage' * 99)",
                "    except OSError: pass",
            ),
            "something that is not a move",
        ),
        "promises too much": (
            in_a_move(
                "for handle in range(3, 64):",
                "    try: os.write(handle, b'\\xff\\xff\\xff\\x7f')",
                "    except OSError: pass",
            ),
            "something that is not a move",
        ),
        "no move": (in_a_move("return 7"), "returned 7, which is not a move"),
        "forged move": (
            in_a_move("from skyjo_widgets import Move", "return object.__new__(Move)"),
            "which is not a move",
        ),
        "liar": (
            in_a_move("class Liar:", "    __class__ = type(draw())", "return Liar()"),
            "which is not a move",
        ),
        "illegal": (in_a_move("return reveal(0)"), "comes after draw()"),
        "slow": (in_a_move("time.sleep(1)"), "it may think 50 ms"),
        "broken text": (
            in_a_move("raise type('X', (Exception,), {'__str__': lambda self: 1 / 0})()"),
            "stopped with an error",
        ),
        "syntax": ("def f(:\n", "line 1"),
        "deep": (
            "x = " + "-" * 200_000 + "1\n",
            "does not load" if sys.version_info >= (3, 14) else "The file",
        ),
    }


NEIGHBOURS = {"Ola": honest(0), "Kuba": honest(2), "Łódź 龍": honest(4), "<script>alert(1)": honest(1)}
SHELL = "$(touch pwned); rm -rf ."

# What looks for the cards says so by losing on purpose: it would be found by its mistakes.
PEEKING = (
    in_a_move(
        "global looked",
        "if not looked:",
        "    looked = True",
        "    secret = {'Round', 'Decks', 'Wave', 'Contest', 'Umpire', 'Game'}",
        "    found = [type(thing).__name__ for thing in gc.get_objects() if type(thing).__name__ in secret]",
        "    frame = sys._getframe()",
        "    while frame:",
        "        found += [name for name, thing in frame.f_locals.items() if type(thing).__name__ in secret]",
        "        frame = frame.f_back",
        "    if found: raise ValueError(found)",
    )
    + "looked = False\n"
)


def run(place: Path, *, bubblewrap: bool | None = None, deals: int = 2) -> Contest:
    contest = Contest(collect(place), SEED)
    with Umpire(Jail([place], bubblewrap=bubblewrap), "en", limits=LIMITS) as umpire:
        contest.try_all(umpire)
        contest.play(umpire, EqualDeals(deals))
    return contest


def games(contest: Contest, names: set[str]) -> dict[tuple[str, str], object]:
    keys = {one.submission.key: one.author for one in contest.entrants if one.author in names}
    return {
        tuple(sorted(keys[key] for key in pair)): meeting.deals
        for pair, meeting in contest.meetings.items()
        if set(pair) <= set(keys)
    }


@pytest.fixture(scope="module", params=[None, False], ids=["bubblewrap", "linux"])
def tried(request, tmp_path_factory):
    """A class with every attack in it, and the same class without; behind bubblewrap, and without it."""
    if request.param is None and not Jail().bubblewrap:
        pytest.skip("bubblewrap is not here, or does not work here")
    place = tmp_path_factory.mktemp("class")
    for name, text in {**NEIGHBOURS, SHELL: honest(3), "peeks": PEEKING}.items():
        (place / f"{name}.py").write_text(text, encoding="utf-8")
    quiet = run(place, bubblewrap=request.param)
    for name, (text, _) in attacks(place).items():
        (place / f"{name}.py").write_text(text, encoding="utf-8")
    before = {path: path.read_bytes() for path in place.iterdir()}
    loud = run(place, bubblewrap=request.param)
    return place, before, quiet, loud


def test_every_attack_ends_as_a_sentence_beside_its_author(tried) -> None:
    place, _, _, loud = tried
    by_author = {one.author: one for one in loud.entrants}
    wrong = {}
    for name, (_, expected) in attacks(place).items():
        problem = by_author[name].problem
        told = sentence(problem, "en") if problem else "(it plays)"
        if expected not in told:
            wrong[name] = told
    assert not wrong


def test_every_other_result_is_the_same_as_without_the_attacks(tried) -> None:
    _, _, quiet, loud = tried
    names = {*NEIGHBOURS, SHELL, "peeks"}
    assert {one.author for one in quiet.playing} == {one.author for one in loud.playing} == names
    assert len(games(quiet, names)) == 15
    assert games(loud, names) == games(quiet, names)


def test_nothing_in_the_folder_was_changed_and_nothing_was_started(tried) -> None:
    place, before, _, _ = tried
    assert {path: path.read_bytes() for path in place.iterdir()} == before
    assert not os.path.exists("pwned")  # noqa: PTH110 - where a shell would have made it


def test_who_looks_for_cards_in_frames_and_memory_finds_none(tried) -> None:
    _, _, _, loud = tried
    peeking = next(one for one in loud.entrants if one.author == "peeks")
    assert (peeking.faults, peeking.told) == (0, [])


def test_no_process_is_left(tried) -> None:
    deadline = time.monotonic() + 10
    while left := processes_of_guests():
        assert time.monotonic() < deadline, left
        time.sleep(0.1)


def processes_of_guests() -> list[str]:
    found = []
    for number in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208 - names only
        try:
            with open(f"/proc/{number}/cmdline", "rb") as file:  # noqa: PTH123
                command = file.read().decode(errors="replace")
            with open(f"/proc/{number}/stat", "rb") as file:  # noqa: PTH123
                mother = int(file.read().rsplit(b")", 1)[1].split()[1])
        except OSError:
            continue
        if "skyjo_widgets.classroom.guest" in command and mother == os.getpid():
            found.append(command[:80])
    return found
