"""What every test, doctest and notebook may count on, whoever runs them and wherever."""

from __future__ import annotations

import signal

from same_everywhere import settle


def pytest_configure() -> None:
    """Make the environment the same before the first test or kernel starts."""
    settle()
    # Who starts the tests in the background has them ignore interrupts, and so every process they start:
    # but a strategy that sleeps is woken by one, and the stop button is one.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
