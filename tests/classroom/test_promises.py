"""What is promised about foreign code was tried on this machine, not assumed."""

from __future__ import annotations

import os
import sys

import pytest

from skyjo_widgets.classroom.jail import Jail
from skyjo_widgets.classroom.player import Mail, Player, ask_and_wait
from skyjo_widgets.classroom.probe import PROMISES, probe
from skyjo_widgets.classroom.promises import promises

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps all of them")


@linux
@pytest.mark.parametrize("bubblewrap", [None, False])
def test_on_this_machine_everything_is_kept(tmp_path, bubblewrap) -> None:
    jail = Jail([tmp_path], bubblewrap=bubblewrap)
    kept, wall = promises(jail, tmp_path)
    assert kept == dict.fromkeys(PROMISES, True)
    assert wall == ("bubblewrap" if jail.bubblewrap else "linux")
    assert not list(tmp_path.iterdir())


def test_a_process_that_is_not_confined_is_found_out(tmp_path) -> None:
    """The probe itself must not say yes by accident: here, in this very process, all attempts succeed."""
    import socket  # noqa: PLC0415 - a listener for this test alone

    secret = tmp_path / "secret"
    secret.write_text("!", encoding="utf-8")
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        kept = probe(listener.getsockname()[1], str(secret), str(tmp_path), os.getpid(), 1)
    assert kept == dict.fromkeys(PROMISES, False)


@linux
def test_a_confined_process_still_reads_its_modules_and_writes_into_its_own_folder() -> None:
    mail = Mail()
    player = Player(Jail(bubblewrap=False), mail)
    source = (
        "import numpy, statistics, decimal, html.parser, skyjo_widgets.strategies\n"
        "open('own.txt', 'w').write('x')\nassert open('own.txt').read() == 'x'\n"
        "def f(view): return 1\n"
    )
    content = {"source": source, "file": "f.py", "notebook": False, "lang": "en", "rules": {}}
    try:
        assert ask_and_wait(player, mail, "load", content, 30).words["name"] == "f"
        assert set(player.confined) == {"limits", "landlock", "seccomp"}
    finally:
        player.end()
        player.wait_end()
