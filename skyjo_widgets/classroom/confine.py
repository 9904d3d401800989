"""A process gives up what a strategy does not need, before it loads one. Nothing here can be undone.

Limits of the system (memory, size of files) exist on Linux and macOS. On Linux there is more: *Landlock*
(kernel 5.13 and newer) leaves only some folders readable and one writable, and a *seccomp* filter refuses
new processes, sockets, signals to others and everything else that reaches outside. Both work for every
user, root included, and without any program being installed.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import platform
import struct
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["confine"]

MEGABYTE = 1024 * 1024

_SYSCALLS = {
    # name: (x86_64, aarch64); a missing number is a call that this machine does not have.
    "fork": (57, None), "vfork": (58, None), "execve": (59, 221), "execveat": (322, 281),
    "socket": (41, 198), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201),
    "kill": (62, 129), "tkill": (200, 130), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
    "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424), "pidfd_getfd": (438, 438),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "kcmp": (312, 272), "prlimit64": (302, 261), "setpriority": (141, 140), "ioprio_set": (251, 30),
    "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39),
    "pivot_root": (155, 41), "chroot": (161, 51), "open_by_handle_at": (304, 265),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425), "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "shmget": (29, 194), "msgget": (68, 186), "semget": (64, 190), "memfd_create": (319, 279),
    "memfd_secret": (447, 447), "setuid": (105, 146), "setgid": (106, 144),
    "reboot": (169, 142), "swapon": (167, 224), "settimeofday": (164, 170), "clock_settime": (227, 112),
    "init_module": (175, 105), "finit_module": (313, 273), "kexec_load": (246, 104),
}  # fmt: skip
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
_CLONE = (56, 220)
_CLONE3 = (435, 435)
_TGKILL = (234, 131)
_CLONE_THREAD = 0x00010000

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _REFUSE, _END = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER_AT, _MACHINE_AT, _FIRST_ARGUMENT_AT = 0, 4, 16


def confine(readable: Sequence[str], folder: str, megabytes: int) -> list[str]:
    """Give up everything but thinking, reading `readable` and writing small files into `folder`.

    Parameters
    ----------
    readable : sequence of str
        Folders that Python needs for its modules.
    folder : str
        The only place to write to.
    megabytes : int
        Memory for the whole process.

    Returns
    -------
    list of str
        What worked: some of ``"limits"``, ``"landlock"``, ``"seccomp"``.
    """
    worked = []
    with contextlib.suppress(ImportError, OSError, ValueError):
        _limit(megabytes)
        worked.append("limits")
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        with contextlib.suppress(OSError):
            _promise_no_new_privileges(libc)
            _landlock(libc, readable, folder)
            worked.append("landlock")
        with contextlib.suppress(OSError):
            _seccomp(libc)
            worked.append("seccomp")
    return worked


def _limit(megabytes: int) -> None:
    import resource  # noqa: PLC0415 - Windows has no such module

    limits = {
        "RLIMIT_AS": megabytes * MEGABYTE,
        "RLIMIT_FSIZE": MEGABYTE,
        "RLIMIT_NOFILE": 64,
        "RLIMIT_CORE": 0,
        "RLIMIT_CPU": 3600,
    }
    for name, most in limits.items():
        which = getattr(resource, name)
        hard = resource.getrlimit(which)[1]
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with contextlib.suppress(ValueError, OSError):  # macOS refuses some
            resource.setrlimit(which, (least, least))


def _promise_no_new_privileges(libc: ctypes.CDLL) -> None:
    no_new_privs = 38
    _worked(libc.prctl(no_new_privs, 1, 0, 0, 0))


# -- Files ------------------------------------------------------------------------------------------


def _landlock(libc: ctypes.CDLL, readable: Iterable[str], folder: str) -> None:
    create, add_rule, restrict = 444, 445, 446
    version = _worked(libc.syscall(create, None, ctypes.c_size_t(0), 1))
    read = 0b1101  # execute (map a library), read a file, read a folder
    everything = (1 << (13 + (version >= 2) + (version >= 3))) - 1  # noqa: PLR2004 - bits came with versions
    network = 0b11 if version >= 4 else 0  # noqa: PLR2004
    scoped = 0b11 if version >= 6 else 0  # noqa: PLR2004
    rules = struct.pack("<QQQ", everything, network, scoped)
    size = 24 if scoped else 16 if network else 8
    ruleset = _worked(libc.syscall(create, rules, ctypes.c_size_t(size), 0))
    try:
        for path, access in [*((path, read) for path in readable), (folder, everything)]:
            with contextlib.suppress(FileNotFoundError):
                handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
                allowed = access if os.path.isdir(path) else access & 0b101  # noqa: PTH112
                _worked(libc.syscall(add_rule, ruleset, 1, struct.pack("<Qi", allowed, handle), 0))
                os.close(handle)
        _worked(libc.syscall(restrict, ruleset, 0))
    finally:
        os.close(ruleset)


# -- System calls -----------------------------------------------------------------------------------


def _seccomp(libc: ctypes.CDLL) -> None:
    machine = platform.machine()
    if machine not in _MACHINES or sys.maxsize < 2**32:
        raise OSError(errno.ENOSYS, "no filter for this machine")
    program = _filter(machine, os.getpid())
    code = ctypes.create_string_buffer(program)

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))

    prctl_seccomp, mode_filter = 22, 2
    pointer = Program(len(program) // 8, ctypes.addressof(code))
    _worked(libc.prctl(prctl_seccomp, mode_filter, ctypes.byref(pointer), 0, 0))


def _filter(machine: str, me: int) -> bytes:
    """Return a program for the kernel's packet filter: refuse the calls named above, allow the rest."""
    which, number = _MACHINES[machine]
    refuse, unknown = _REFUSE | errno.EPERM, _REFUSE | errno.ENOSYS
    steps = [
        _step(_LOAD, _MACHINE_AT),
        _step(_EQUAL, number, 1, 0),
        _step(_RETURN, _END),
        _step(_LOAD, _NUMBER_AT),
        _step(_AT_LEAST, 0x40000000, 0, 1),  # the x32 calls, another door to the same rooms
        _step(_RETURN, refuse),
        # A thread is allowed, a process is not. clone3 hides its flags, so libc is sent to clone.
        _step(_EQUAL, _CLONE3[which], 0, 1),
        _step(_RETURN, unknown),
        _step(_EQUAL, _CLONE[which], 0, 4),
        _step(_LOAD, _FIRST_ARGUMENT_AT),
        _step(_ANY_BIT, _CLONE_THREAD, 0, 1),
        _step(_RETURN, _ALLOW),
        _step(_RETURN, refuse),
        # abort() sends a signal to itself.
        _step(_EQUAL, _TGKILL[which], 0, 4),
        _step(_LOAD, _FIRST_ARGUMENT_AT),
        _step(_EQUAL, me, 0, 1),
        _step(_RETURN, _ALLOW),
        _step(_RETURN, refuse),
    ]
    for numbers in _SYSCALLS.values():
        if numbers[which] is not None:
            steps += [_step(_EQUAL, numbers[which], 0, 1), _step(_RETURN, refuse)]
    return b"".join([*steps, _step(_RETURN, _ALLOW)])


def _step(operation: int, value: int | None, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("<HBBI", operation, if_true, if_false, value or 0)


def _worked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
