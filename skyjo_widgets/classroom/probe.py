"""What a process can really do on this machine: tried, not assumed. Runs inside, like a submission."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

__all__ = ["PROMISES", "probe"]

PROMISES = ("network", "reading", "writing", "signals", "processes", "memory")
"""What may be guaranteed, in the order in which it is told."""


def probe(port: int, secret: str, outside: str, umpire: int, megabytes: int) -> dict[str, Any]:
    """Try everything that a submission must not do.

    Parameters
    ----------
    port : int
        Where the umpire listens on this machine.
    secret : str
        A file that must not be readable.
    outside : str
        A folder that must not be writable.
    umpire : int
        The process that must not be reachable.
    megabytes : int
        More memory than allowed.

    Returns
    -------
    dict
        For each of `PROMISES` whether the attempt was refused.
    """
    return {
        "network": _refused(lambda: socket.create_connection(("127.0.0.1", port), 1).close()),
        "reading": _refused(lambda: Path(secret).read_bytes()),
        "writing": _refused(lambda: Path(outside, "written").write_bytes(b"!")),
        # Signal 0 arrives nowhere: it only asks whether one could be sent.
        "signals": _refused(lambda: os.kill(umpire, 0)),
        "processes": _refused(_another_process),
        "memory": _refused(lambda: bytearray(megabytes * 1024 * 1024)),
    }


def _another_process() -> None:
    if not hasattr(os, "fork"):
        return
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


def _refused(attempt: Any) -> bool:  # noqa: ANN401 - any function without arguments
    try:
        attempt()
    except (OSError, MemoryError):
        return True
    return False
