"""How a submission's process is started and kept in, and what is sure about it on this machine.

On Linux with bubblewrap the process sees its own small file system, no network and no other process.
With or without it, the process itself gives up what it can (`confine`) before it loads foreign code.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import skyjo_widgets

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["MEGABYTES", "Jail"]

MEGABYTES = 1024
"""Memory for one submission's process."""

_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from skyjo_widgets.classroom.guest import main; main()"
_TRIAL = "import sys; sys.path[:] = sys.argv[1:]; import skyjo_widgets.classroom.guest; print(7)"
_INSIDE = "/tmp"  # noqa: S108 - not the machine's, but one of its own, behind bubblewrap
_SHARED = "/dev/shm"  # noqa: S108 - the same
_TEMPORARY = "1000000"  # bytes of files that it can keep


class Jail:
    """Starts processes for submissions.

    Parameters
    ----------
    hide : iterable of path
        Folders that no submission may see, wherever they are: the class's own.
    bubblewrap : bool, optional
        Whether to use bubblewrap; by default where it works.
    """

    def __init__(self, hide: Iterable[Path] = (), *, bubblewrap: bool | None = None) -> None:
        self._hidden = [path.resolve() for path in hide]
        self._program = [sys.executable, "-I", "-S", "-X", "utf8", "-c", _PROGRAM]
        self._folders: dict[int, tempfile.TemporaryDirectory[str]] = {}
        self.bubblewrap = ""
        if bubblewrap is not False:
            found = shutil.which("bwrap") if sys.platform == "linux" else None
            if found and self._works(found):
                self.bubblewrap = found

    def start(self) -> subprocess.Popen[bytes]:
        """Start a process that waits for questions."""
        folder = tempfile.TemporaryDirectory(prefix="skyjo-", ignore_cleanup_errors=True)
        inside = _INSIDE if self.bubblewrap else folder.name
        command = [*self._wall(self.bubblewrap), *self._program, *_module_folders()]
        process = subprocess.Popen(  # noqa: S603 - our own program
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=folder.name,
            env=_environment(inside),
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
            | getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self._folders[process.pid] = folder
        return process

    def confinement(self, process: subprocess.Popen[bytes]) -> dict[str, object]:
        """Return what `confine` in the process has to be told."""
        folder = _INSIDE if self.bubblewrap else self._folders[process.pid].name
        return {"readable": _readable(), "folder": folder, "megabytes": MEGABYTES}

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """End a process and all that it has started, as far as the system can."""
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            process.kill()

    def clean_up(self, process: subprocess.Popen[bytes]) -> None:
        """Wait for its end, close the pipes and delete its folder."""
        self.kill(process)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(5)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        folder = self._folders.pop(process.pid, None)
        if folder is not None:
            folder.cleanup()

    def _wall(self, bubblewrap: str) -> list[str]:
        if not bubblewrap:
            return []
        bound = _readable()
        visible = [
            option
            for path in bound
            if not path.startswith("/dev")
            for option in ("--ro-bind-try", path, path)
        ]
        links = [
            option
            for name in ("bin", "lib", "lib32", "lib64", "sbin")
            if (link := Path("/", name)).is_symlink()
            for option in ("--symlink", str(link.readlink()), str(link))
        ]
        covered = [
            option
            for path in self._hidden
            if any(path.is_relative_to(place) for place in bound)
            for option in ("--tmpfs", str(path), "--remount-ro", str(path))
        ]
        small = ("--size", _TEMPORARY, "--tmpfs")
        sealed = [option for place in ("/dev", "/proc", "/") for option in ("--remount-ro", place)]
        return [
            bubblewrap, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL",
            "--proc", "/proc", "--dev", "/dev", *small, _SHARED, *small, _INSIDE,
            *visible, *links, *covered, *sealed, "--chdir", _INSIDE,
        ]  # fmt: skip

    def _works(self, bubblewrap: str) -> bool:
        command = [*self._wall(bubblewrap), *self._program[:-1], _TRIAL, *_module_folders()]
        try:
            done = subprocess.run(command, capture_output=True, timeout=20, check=False)  # noqa: S603
        except (OSError, subprocess.TimeoutExpired):
            return False
        return done.stdout.strip() == b"7"


def _module_folders() -> list[str]:
    """Where Python finds modules: the same places as here, for a process that does not look itself."""
    package = str(Path(skyjo_widgets.__file__).resolve().parent.parent)
    places = [str(Path(place).resolve()) for place in sys.path if place and Path(place).exists()]
    return list(dict.fromkeys([*[p for p in places if _belongs_to_python(p)], package]))


def _belongs_to_python(place: str) -> bool:
    prefixes = {Path(prefix).resolve() for prefix in (sys.prefix, sys.base_prefix, sys.exec_prefix)}
    return any(Path(place).is_relative_to(prefix) for prefix in prefixes) or "site-packages" in place


def _readable() -> list[str]:
    """Return what a process must be able to read, and no more: Python, its modules, system libraries."""
    package = Path(skyjo_widgets.__file__).resolve().parent
    places = [
        "/usr", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/alternatives", "/nix/store",
        "/dev/urandom", "/dev/null",
        sys.prefix, sys.base_prefix, os.path.realpath(sys.executable), sysconfig.get_paths()["purelib"],
        *[place for place in _module_folders() if Path(place) != package.parent],
        str(package),
    ]  # fmt: skip
    kept = [place for place in dict.fromkeys(places) if Path(place).exists()]
    return [place for place in kept if not (place.startswith("/lib") and Path(place).is_symlink())]


def _environment(folder: str) -> dict[str, str]:
    kept = {
        name: os.environ[name] for name in ("SYSTEMROOT", "PATH", "LD_LIBRARY_PATH") if name in os.environ
    }
    return {
        **kept,
        "HOME": folder,
        "TMPDIR": folder,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",  # sets come out in the same order every time
        "PYTHONDONTWRITEBYTECODE": "1",
        # One core for each: thirty submissions share the machine, and more threads take memory.
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
    }
