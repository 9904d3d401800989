"""What can be promised about foreign code on this machine: a process tries it all before the games."""

from __future__ import annotations

import os
import socket
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from skyjo_widgets.classroom.jail import MEGABYTES
from skyjo_widgets.classroom.player import Answer, Mail, Player, ask_and_wait
from skyjo_widgets.classroom.probe import PROMISES

if TYPE_CHECKING:
    from skyjo_widgets.classroom.jail import Jail

__all__ = ["promises"]

_SECONDS = 30.0


def promises(jail: Jail, folder: Path) -> tuple[dict[str, bool], str]:
    """Try what submissions must not be able to do.

    Parameters
    ----------
    jail : Jail
        How their processes are started.
    folder : Path
        A folder of the class, in which files are made for the attempts and deleted again.

    Returns
    -------
    dict of str to bool
        For each of `PROMISES` whether the attempt was refused.
    str
        What keeps them: ``"bubblewrap"``, ``"linux"``, ``"limits"`` or ``"nothing"``.
    """
    mail = Mail()
    player = Player(jail, mail)
    try:
        with tempfile.TemporaryDirectory(dir=folder) as place, socket.socket() as listener:
            secret = Path(place, "secret")
            secret.write_bytes(b"!")
            listener.bind(("127.0.0.1", 0))
            listener.listen()
            content = {
                "port": listener.getsockname()[1],
                "secret": str(secret),
                "outside": place,
                "umpire": os.getpid(),
                "megabytes": MEGABYTES + 100,
            }
            answer = ask_and_wait(player, mail, "probe", content, _SECONDS)
    finally:
        player.end()
        player.wait_end()
    words = answer.words if isinstance(answer, Answer) else {}
    return {name: words.get(name) is True for name in PROMISES}, _wall(jail, player.confined)


def _wall(jail: Jail, confined: tuple[str, ...]) -> str:
    if jail.bubblewrap:
        return "bubblewrap"
    if "landlock" in confined or "seccomp" in confined:
        return "linux"
    return "limits" if "limits" in confined else "nothing"
