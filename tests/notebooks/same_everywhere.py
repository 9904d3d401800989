"""The environment in which notebooks are run and compared: the same on every machine, for everybody."""

from __future__ import annotations

import os

__all__ = ["settle"]


def settle() -> None:
    """Set the variables that kernels, and other processes started from here, inherit."""
    # The language and the way of drawing that somebody has chosen must not change what is compared.
    for name in ("SKYJO_LANG", "MPLBACKEND"):
        os.environ.pop(name, None)
    os.environ["TQDM_DISABLE"] = "1"  # a bar appears on slow machines only
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # else kernels greet with a warning
