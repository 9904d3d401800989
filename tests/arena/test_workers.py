"""However many processes play, wherever they are, the result is the same, and none stays behind."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading
import time

import joblib
import pytest

from skyjo_widgets import draw, duel, reveal, strategies, swap, take, tournament
from skyjo_widgets.arena.match import Job
from skyjo_widgets.arena.workers import Queue, stop_workers


@pytest.fixture(scope="module", autouse=True)
def no_worker_stays():
    yield
    stop_workers()


def local_strategy(keeps=4):
    """A function that no other process can import: it exists in this test alone, as in a notebook."""

    def mine(view):
        if view.drawn is None:
            return take(view.worst()) if view.discard <= 2 else draw()
        if view.drawn <= keeps:
            return swap(view.worst())
        return reveal(view.choice(view.hidden))

    return mine


def broken_now_and_then(view):
    if view.round == 3 and view.turn == 5:
        return view.grid[0] < view.nothing
    return local_strategy()(view)


def results_of(workers):
    one = duel(local_strategy(), strategies.greedy, deals=70, seed=6, workers=workers)
    two = duel(broken_now_and_then, local_strategy(), deals=40, seed=6, workers=workers)
    many = tournament(
        [local_strategy(), local_strategy(3), strategies.greedy, broken_now_and_then],
        deals=40,
        seed=6,
        workers=workers,
    )
    tables = tournament(
        {"a": local_strategy(), "b": local_strategy(3), "c": strategies.greedy, "d": strategies.columns},
        deals=12,
        seats=3,
        seed=6,
        workers=workers,
    )
    return [text for result in (one, two, many, tables) for text in (str(result), result.to_json())]


def test_one_two_and_three_workers_give_the_same_results():
    alone = results_of(1)
    assert results_of(2) == alone
    assert results_of(3) == alone


def test_a_duel_until_decided_ends_at_the_same_deal_with_workers():
    alone, together = (
        duel(strategies.columns, strategies.greedy, until="decided", seed=5, workers=workers)
        for workers in (1, 2)
    )
    assert alone.ending == together.ending == "enough"
    assert str(alone) == str(together)


def test_an_endless_loop_in_a_worker_loses_the_same_games():
    def loops(view):
        while view.turn == 3:
            pass
        return local_strategy()(view)

    alone, together = (
        duel(loops, strategies.greedy, deals=80, seed=1, workers=workers, patience=0.3) for workers in (1, 2)
    )
    assert alone.games.played == together.games.played


def test_two_processes_of_a_dask_cluster_give_the_same_results(tmp_path):
    distributed = pytest.importorskip("distributed")

    def leaves_its_mark(view):
        (tmp_path / f"played by {os.getpid()}").touch()
        return local_strategy()(view)

    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with (
        distributed.LocalCluster(local_directory=str(tmp_path), **options) as cluster,
        distributed.Client(cluster) as client,
        joblib.parallel_config(backend="dask"),
    ):
        on_the_cluster = results_of(None)
        marked = str(duel(leaves_its_mark, strategies.greedy, deals=128, seed=6))
        members = {f"played by {pid}" for pid in client.run(os.getpid).values()}
    assert on_the_cluster == results_of(1)
    marks = {path.name for path in tmp_path.glob("played by *")}
    assert marks == members
    assert len(members) == 2
    assert marked == str(duel(leaves_its_mark, strategies.greedy, deals=128, seed=6, workers=1))


def test_what_cannot_travel_is_refused_by_name_or_stays_at_home():
    lock = threading.Lock()
    simple = local_strategy()

    def holds_a_lock(view):
        with lock:
            return simple(view)

    with pytest.raises(TypeError, match="holds_a_lock cannot be sent to other processes"):
        duel(holds_a_lock, simple, deals=64, workers=2)
    assert duel(holds_a_lock, simple, deals=4, seed=1).deals == 4


def test_a_queue_hands_out_every_deal_once_and_in_order():
    queue = Queue(
        [Job((0, 1), 0, 10), Job((0, 2), 0, 3), Job((1, 2), 0, 5)], lambda job: job.players != (0, 2)
    )
    handed = []
    for most in (4, 1, 100, 2, 100, 100, 100):
        job = queue.take(most)
        if job is not None:
            handed += [(job.players, deal) for deal in range(job.first, job.first + job.deals)]
    assert handed == [((0, 1), deal) for deal in range(10)] + [((1, 2), deal) for deal in range(5)]
    assert queue.take(1) is None


SCRIPT = """
    import sys
    from skyjo_widgets import duel, draw, reveal, strategies, swap, take, tournament

    def mine(view):
        if view.drawn is None:
            return take(view.worst()) if view.discard <= 2 else draw()
        return swap(view.worst()) if view.drawn <= 4 else reveal(view.choice(view.hidden))

    if __name__ == "__main__":
        three = [mine, strategies.greedy, strategies.random_player]
        print(tournament(three, deals=20, seed=3, workers=1).to_json())
        print(duel(mine, strategies.greedy, deals=40, seed=3, workers=1))
"""


@pytest.mark.parametrize("hash_seed", ["0", "1", "4711"])
def test_another_process_with_other_hashes_gives_the_same_results(tmp_path, hash_seed):
    script = tmp_path / "measure.py"
    script.write_text(textwrap.dedent(SCRIPT), encoding="utf-8")
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONUTF8": "1"}
    told = subprocess.run(
        [sys.executable, str(script)],
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    ).stdout
    names = {}
    exec(textwrap.dedent(SCRIPT), names)  # noqa: S102 - the same functions, in this process
    mine = names["mine"]
    expected = tournament(
        [mine, strategies.greedy, strategies.random_player], deals=20, seed=3, workers=1
    ).to_json()
    assert told == f"{expected}\n{duel(mine, strategies.greedy, deals=40, seed=3, workers=1)}\n"


def wait_until(true, seconds=30):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def group_lives(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


LONG = """
    import os, sys
    from pathlib import Path
    from skyjo_widgets import duel, strategies

    def slow(view):
        Path(sys.argv[2]).touch()
        return strategies.greedy(view)

    if __name__ == "__main__":
        result = duel(slow, strategies.greedy, deals=100_000, seed=1, workers=int(sys.argv[1]))
        children = open(f"/proc/self/task/{os.getpid()}/children").read().split()
        busy = [pid for pid in children if "resource_tracker" not in open(f"/proc/{pid}/cmdline").read()]
        print(result.ending, result.deals, len(busy), flush=True)
"""


@pytest.mark.skipif(
    not pathlib.Path("/proc/self/task").exists(), reason="looks for child processes in Linux's /proc"
)
@pytest.mark.parametrize("workers", [1, 2])
def test_interrupting_keeps_what_was_played_and_leaves_no_process_behind(tmp_path, workers):
    script = tmp_path / "long.py"
    script.write_text(textwrap.dedent(LONG), encoding="utf-8")
    # A session of its own: Ctrl-C in a terminal reaches every process of the group, workers included.
    running = subprocess.Popen(
        [sys.executable, str(script), str(workers), str(tmp_path / "playing")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        wait_until((tmp_path / "playing").exists)
        time.sleep(2)
        os.killpg(running.pid, signal.SIGINT)
        told, _ = running.communicate(timeout=30)
    finally:
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
    ending, deals, left = told.split()
    assert ending == "stopped"
    assert int(deals) > 0
    assert int(left) == 0
    wait_until(lambda: not group_lives(running.pid))  # the last ones may be a moment behind their parent


def ends_its_process(view):
    if view.round == 2:
        os._exit(3)
    return local_strategy()(view)


def test_who_ends_a_worker_process_loses_and_the_others_play_on():
    others = {"greedy": strategies.greedy, "columns": strategies.columns}
    result = tournament({**others, "ends": ends_its_process}, deals=70, seed=1, workers=2)
    alone = tournament(others, deals=70, seed=1, workers=1)
    assert result.tables[0, 2].played == alone.tables[0, 1].played
    assert {game.fault.kind for game in result.faults} == {"died", "withdrawn"}
    assert result.ranking[-1].name == "ends"
    assert "it ended the process that it was played in" in str(result)
    assert result.ending == "all"


def test_a_duel_in_which_a_worker_process_ends_names_who_did_it():
    result = duel(local_strategy(), ends_its_process, deals=40, seed=1, workers=2)
    assert {game.fault.player for game in result.faults} == {1}
    assert result.deals == 40


def test_where_nobody_can_be_named_the_duel_ends_with_what_was_played():
    class EndsOnArrival:
        def __call__(self, view):
            return strategies.greedy(view)

        def __reduce__(self):
            return os._exit, (3,)

    result = duel(EndsOnArrival(), strategies.greedy, deals=64, seed=1, workers=2)
    assert (result.ending, result.deals) == ("died", 0)
    assert "A worker process died while playing" in str(result)
    assert result.verdict.kind == "nothing"
    assert result._repr_html_()
    assert result.to_json()
    assert result.plot()._repr_png_()
    assert duel(local_strategy(), strategies.greedy, deals=40, seed=1, workers=2).ending == "all"


PATIENT = """
    import sys
    import time
    from skyjo_widgets import duel, strategies

    def waits(view):
        if view.turn == 1:
            time.sleep(0.03)
        return strategies.greedy(view)

    print(duel(waits, strategies.greedy, deals=int(sys.argv[1]), seed=1, workers=1).ending)
"""


@pytest.mark.parametrize(("deals", "shown"), [(1, False), (16, True)], ids=["short", "long"])
def test_a_bar_appears_on_stderr_when_it_takes_longer_than_two_seconds(tmp_path, deals, shown):
    script = tmp_path / "patient.py"
    script.write_text(textwrap.dedent(PATIENT), encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "TQDM_DISABLE"}
    command = [sys.executable, str(script), str(deals)]
    run = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True)
    assert run.stdout == "all\n"
    assert bool(run.stderr) == shown
    assert ("games/s" in run.stderr) == shown
