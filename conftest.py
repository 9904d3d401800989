"""What every test, doctest and notebook may count on, whoever runs them and wherever."""

from __future__ import annotations

import os


def pytest_configure() -> None:
    """Set the environment that kernels and other processes started by the tests inherit."""
    # A learner's own language, or way of drawing, must not change what is compared.
    for name in ("SKYJO_LANG", "MPLBACKEND"):
        os.environ.pop(name, None)
    os.environ["TQDM_DISABLE"] = "1"  # a slow machine must not add a bar to what a notebook prints
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # else kernels greet with a warning
