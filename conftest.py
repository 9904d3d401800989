"""What every test, doctest and notebook may count on, whoever runs them and wherever."""

from __future__ import annotations

from same_everywhere import settle


def pytest_configure() -> None:
    """Make the environment the same before the first test or kernel starts."""
    settle()
