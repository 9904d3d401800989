"""What every test, doctest and notebook may count on, whoever runs them and wherever."""

from __future__ import annotations

import os


def pytest_configure() -> None:
    """Set the environment that kernels and other processes started by the tests inherit."""
    os.environ.pop("SKYJO_LANG", None)  # a learner's own language must not change what is compared
    os.environ["MPLBACKEND"] = "agg"  # scripts draw without a screen
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # else kernels greet with a warning
