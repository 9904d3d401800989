"""What `check` does with functions that do not come to an end, wait, print or want to leave."""

import builtins
import getpass
import io
import itertools
import os
import random
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from skyjo_widgets import draw, strategies, swap, take
from skyjo_widgets.arena import check
from skyjo_widgets.arena.watch import Watch


@pytest.fixture(autouse=True)
def less_patience(monkeypatch):
    """A loop is stopped sooner, for the tests' sake; one of them has all of the budget."""
    monkeypatch.setattr("skyjo_widgets.arena.checking.budget.LINES", 500_000)


def first_line_of(strategy):
    return strategy.__code__.co_firstlineno


# -- Loops -----------------------------------------------------------------------------------------


def waits_for_a_change(view):
    slot = 0
    while slot < 12:
        if view.grid[slot] is not None:
            slot += 0
    return draw()


def for_ever(view):
    while True:
        pass


def on_one_line(view):
    while True: pass  # fmt: skip  # noqa: E701 - Python 3.11 tells a tracer nothing of it


def catches_everything(view):
    while True:
        try:
            slot = view.randrange(12)
        except:  # noqa: E722
            slot = 0
        swap(slot)


def catches_everything_twice(view):
    while True:
        try:
            while True:
                try:
                    abs(3)
                except BaseException:  # noqa: BLE001
                    continue
        except BaseException:  # noqa: BLE001
            continue


def inner_loop(view):
    for slot in range(12):
        number = 0
        while number != slot + 20:
            for _ in range(3):
                number += 0
    return draw()


@pytest.mark.parametrize(
    ("strategy", "line", "text"),
    [
        (waits_for_a_change, 2, "while slot < 12:"),
        (for_ever, 1, "while True:"),
        (on_one_line, 1, "while True: pass"),
        (catches_everything, 1, "while True:"),
        (inner_loop, 3, "while number != slot + 20:"),
    ],
)
def test_an_endless_loop_is_stopped_and_its_line_is_named(strategy, line, text):
    report = check(strategy)
    assert report.kind == "loop"
    assert "did not come to an end in round 1, on its turn 1." in str(report)
    assert f"In line {first_line_of(strategy) + line}" in str(report)
    assert text in str(report)


def test_a_loop_that_catches_everything_in_every_line_is_stopped():
    assert check(catches_everything_twice).kind == "loop"


def test_a_long_loop_is_stopped_with_all_of_the_budget(monkeypatch):
    monkeypatch.undo()

    def mine(view):
        total = 0
        for number in range(10**9):
            total += number
        return draw()

    report = check(mine)
    assert report.kind == "long_loop"
    assert "for number in range(10**9):" in str(report)
    assert "after 8 million lines of Python it was still in this loop" in str(report)


def test_a_comprehension_without_end_is_stopped():
    def mine(view):
        return [number for number in itertools.count() if number < 0]

    assert check(mine).kind == "long_loop"


def test_a_function_that_calls_itself_too_often_is_stopped():
    def fibonacci(number):
        return 1 if number < 2 else fibonacci(number - 1) + fibonacci(number - 2)

    def mine(view):
        return take(fibonacci(60))

    report = check(mine)
    assert report.kind == "calls_itself"
    assert "fibonacci() calls itself so often" in " ".join(str(report).split())


def test_a_loop_in_a_late_decision_is_stopped():
    def mine(view):
        while view.ending:
            pass
        return strategies.greedy(view)

    report = check(mine)
    assert report.kind == "loop"
    assert report.noticed.decisions > 1


def test_a_thoughtful_strategy_is_not_stopped():
    def mine(view):
        for _ in range(20_000):
            pass
        return strategies.greedy(view)

    report = check(mine)
    assert report.ok
    assert "Speed             thoughtful" in str(report)


def test_a_strategy_that_is_far_too_slow_is_told_so(monkeypatch):
    """Few lines of Python, but each takes long: the work of a library, for example."""
    monkeypatch.setattr("skyjo_widgets.arena.checking.examination._FAR_TOO_SLOW", 0.0005)
    monkeypatch.setattr("skyjo_widgets.arena.checking.examination._SECONDS", 0.2)

    def mine(view):
        sum(range(500_000))
        return strategies.greedy(view)

    report = check(mine)
    assert report.kind == "slow"
    assert report.playable
    assert report.headline() == "mine() is far too slow."
    assert report.speed < 2000


def test_a_function_that_waits_in_the_system_is_stopped(monkeypatch):
    monkeypatch.setattr("skyjo_widgets.arena.checking.examination._PATIENCE", 0.5)

    def mine(view):
        threading.Event().wait()
        return draw()

    report = check(mine)
    assert report.kind == "too_slow"
    assert "threading.Event().wait()" in str(report)


# -- Waiting, leaving, printing ---------------------------------------------------------------------


def asks(view):
    return take(int(input("slot? ")))


def asks_and_catches(view):
    try:
        return take(int(input("slot? ")))
    except BaseException:  # noqa: BLE001
        return draw()


def reads(view):
    return take(int(sys.stdin.readline()))


def reads_all(view):
    return take(int(sys.stdin.read()))


def asks_secretly(view):
    return take(int(getpass.getpass()))


@pytest.mark.parametrize("strategy", [asks, asks_and_catches, reads, reads_all, asks_secretly])
def test_waiting_for_input_is_refused(strategy):
    report = check(strategy)
    assert report.kind == "input"
    assert "waited for somebody to type something in round 1, on its turn 1." in str(report)
    assert str(report.mistake.line) in str(report)
    assert "nobody sits at the keyboard" in str(report)


def sleeps(view):
    time.sleep(1000)
    return draw()


def sleeps_and_catches(view):
    while True:
        try:
            time.sleep(1000)
        except BaseException:  # noqa: BLE001
            pass


@pytest.mark.parametrize("strategy", [sleeps, sleeps_and_catches])
def test_sleeping_is_refused(strategy):
    started = time.perf_counter()
    report = check(strategy)
    assert report.kind == "sleep"
    assert "time.sleep(1000)" in str(report)
    assert time.perf_counter() - started < 30


def exits(view):
    exit()  # noqa: PLR1722 - that is what is tried


def quits(view):
    quit()  # noqa: PLR1722


def sys_exits(view):
    sys.exit(3)


def raises_exit(view):
    raise SystemExit("bye")


def os_exits(view):
    os._exit(3)


def kills(view):
    os.kill(os.getpid(), 9)


def aborts(view):
    os.abort()


def forks(view):
    os.fork()
    return draw()


@pytest.mark.parametrize(
    ("strategy", "kind"),
    [
        (exits, "exit"),
        (quits, "exit"),
        (sys_exits, "exit"),
        (raises_exit, "exit"),
        (os_exits, "leaving"),
        (kills, "leaving"),
        (aborts, "leaving"),
        pytest.param(
            forks, "leaving", marks=pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
        ),
    ],
)
def test_leaving_the_program_is_refused(strategy, kind):
    report = check(strategy)
    assert report.kind == kind
    assert "tried to end the whole program in round 1, on its turn 1." in str(report)
    assert not sys.stdin.closed


def test_a_debugger_is_refused():
    def mine(view):
        breakpoint()  # noqa: T100
        return draw()

    assert check(mine).kind == "debugger"


def test_a_debuggers_hook_is_refused():
    def mine(view):
        sys.settrace(None)
        return draw()

    assert check(mine).kind == "debugger"


def test_keyboard_interrupt_that_is_raised_is_a_mistake():
    def mine(view):
        raise KeyboardInterrupt

    assert check(mine).kind == "interrupt"


INTERRUPTED = """
import os, signal, threading
from skyjo_widgets import check

def press():
    os.kill(os.getpid(), signal.SIGINT)

def mine(view):
    threading.Timer(0.2, press).start()
    while True:
        pass

signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    print(check(mine))
except KeyboardInterrupt:
    print("a person pressed stop")
"""


@pytest.mark.skipif(os.name == "nt", reason="a signal to oneself")
def test_keyboard_interrupt_of_a_person_goes_through():
    # In a process of its own: the interrupt is real, and would hit the tests if it came late.
    ran = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert ran.stdout.strip() == "a person pressed stop"


def prints_thousands(view):
    for number in range(5000):
        print(number)
    return draw()


def prints_one_long_line(view):
    print("x" * 10**6)
    return draw()


def prints_errors(view):
    for number in range(5000):
        print(number, file=sys.stderr)
    return draw()


@pytest.mark.parametrize("strategy", [prints_thousands, prints_one_long_line, prints_errors])
def test_printing_thousands_of_lines_is_stopped(strategy, capfd):
    report = check(strategy)
    assert report.kind == "printing"
    assert "take the print() out" in str(report)
    assert capfd.readouterr() == ("", "")


def test_a_few_lines_are_no_mistake_but_are_told(capfd):
    def mine(view):
        print("turn", view.turn)
        return strategies.greedy(view)

    report = check(mine)
    assert report.ok
    assert report.noticed.printed == report.noticed.decisions
    assert "Printed" in str(report)
    assert "the first: turn 1" in " ".join(str(report).split())
    assert capfd.readouterr() == ("", "")


# -- Remembering and chance ------------------------------------------------------------------------

memory: list[int] = []


def test_what_depends_on_earlier_games_is_found():
    def mine(view):
        memory.append(view.turn)
        if view.drawn is None and len(memory) % 7 == 0:
            return take(view.worst())
        return strategies.greedy(view)

    report = check(mine)
    assert report.kind == "remembers"
    assert report.playable
    assert "it keeps something in memory from one call to the next" in " ".join(str(report).split())
    assert "The first time" in str(report)
    assert "The second time" in str(report)


def test_a_global_counter_is_found():
    namespace = {"strategies": strategies, "take": take, "count": 0}
    code = """
def mine(view):
    global count
    count += 1
    return take(view.worst()) if view.drawn is None and count > 500 else strategies.greedy(view)
"""
    exec(code, namespace)  # noqa: S102
    report = check(namespace["mine"])
    assert report.kind == "remembers"
    assert "something in count" in " ".join(str(report).split())


def test_an_object_that_remembers_is_found():
    class Moody:
        calls = 0

        def __call__(self, view):
            self.calls += 1
            return take(view.worst()) if view.drawn is None and self.calls > 200 else strategies.greedy(view)

    assert check(Moody()).kind == "remembers"


def test_remembering_what_does_not_change_the_answer_is_fine():
    def mine(view):
        memory.append(view.turn)
        return strategies.greedy(view)

    assert check(mine).ok


def plays_by_chance(view):
    if view.drawn is None:
        return draw() if random.random() < 0.5 else take(view.worst())
    return swap(view.worst())


def plays_by_numpys_chance(view):
    if view.drawn is None:
        return draw() if np.random.random() < 0.5 else take(view.worst())  # noqa: NPY002
    return swap(view.worst())


def plays_by_own_dice(view):
    return draw() if view.drawn is None else swap(own_dice.choice([*view.shown, *view.hidden]))


own_dice = random.Random(7)


@pytest.mark.parametrize("strategy", [plays_by_chance, plays_by_own_dice])
def test_chance_that_does_not_follow_the_seed_is_found(strategy):
    report = check(strategy)
    assert report.kind == "random"
    assert report.playable
    assert "view.random()" in str(report)
    assert str(report) == str(check(strategy))


def test_numpys_chance_is_found_as_well():
    report = check(plays_by_numpys_chance)
    assert report.kind in ("random", "remembers")


def test_chance_of_the_view_is_fine():
    def mine(view):
        if view.drawn is None:
            return draw() if view.random() < 0.5 else take(view.choice([*view.shown, *view.hidden]))
        return swap(view.worst())

    assert check(mine).ok


def test_the_global_generators_are_left_alone():
    before = random.getstate()
    before_numpy = np.random.get_state(legacy=False)["state"]["key"].tolist()  # noqa: NPY002
    check(strategies.greedy)
    check(strategies.random_player)
    assert random.getstate() == before
    assert np.random.get_state(legacy=False)["state"]["key"].tolist() == before_numpy  # noqa: NPY002


# -- Everything is put back ------------------------------------------------------------------------


def tracer(*_):
    return None


def profiler(*_):
    return None


@pytest.mark.parametrize("strategy", [strategies.greedy, for_ever, asks, os_exits, lambda view: 1 / 0])
def test_hooks_streams_and_limits_are_put_back(strategy):
    streams = sys.stdin, sys.stdout, sys.stderr
    names = builtins.input, builtins.print, builtins.exit, time.sleep
    limit = sys.getrecursionlimit()
    threads = threading.active_count()
    old = sys.gettrace(), sys.getprofile()
    sys.setprofile(profiler)
    sys.settrace(tracer)
    try:
        check(strategy)
        assert sys.gettrace() is tracer
        assert sys.getprofile() is profiler
    finally:
        sys.settrace(old[0])
        sys.setprofile(old[1])
    assert (sys.stdin, sys.stdout, sys.stderr) == streams
    assert (builtins.input, builtins.print, builtins.exit, time.sleep) == names
    assert sys.getrecursionlimit() == limit
    deadline = time.monotonic() + 10
    while threading.active_count() > threads and time.monotonic() < deadline:
        time.sleep(0.05)
    assert threading.active_count() <= threads


def test_it_works_in_another_thread():
    found = []
    thread = threading.Thread(
        target=lambda: found.extend([check(for_ever), check(asks), check(strategies.greedy)])
    )
    thread.start()
    thread.join()
    assert [report.kind for report in found] == ["loop", "input", "ok"]


def test_it_works_inside_a_strategy_and_inside_itself():
    """Nobody would write it; nothing gets stuck."""

    def mine(view):
        return draw() if check(strategies.greedy).ok else None

    report = check(mine)
    assert not report.ok


def test_nothing_is_printed(capfd):
    check(strategies.greedy)
    check(for_ever)
    check(None)
    assert capfd.readouterr() == ("", "")


def test_standard_input_may_be_anything():
    old = sys.stdin
    sys.stdin = None
    try:
        assert check(asks).kind == "input"
        sys.stdin = io.StringIO("5\n")
        assert check(asks).kind == "input"
        assert sys.stdin.read() == "5\n"
    finally:
        sys.stdin = old


def test_a_watch_is_all_that_is_needed_to_call_carefully():
    from skyjo_widgets.arena.checking.budget import Budget

    with Watch(5) as watch:
        budget = Budget(watch, lines=1000)
        answer = budget.call(lambda: 3)
        assert (answer.value, answer.error, answer.stopped) == (3, None, None)
        assert budget.call(for_ever, None).stopped == "lines"
