"""What tests of more than one room share: the browser."""

from __future__ import annotations

import os
import shutil

import pytest

HOW_TO = (
    "there is no Chromium: install Debian's (apt-get install chromium), or run `playwright install chromium`,"
    " or name one in the environment variable SKYJO_CHROMIUM"
)
# No wait for graphics, and no calls to the browser maker's servers.
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def _chromium():
    named = os.environ.get("SKYJO_CHROMIUM")
    found = [named, *map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))]
    return next((path for path in found if path), None)


@pytest.fixture(scope="session")
def chromium():
    """One browser for all tests."""
    # Not at the top: the rules can be tested where nobody has a browser.
    api = pytest.importorskip("playwright.sync_api", reason="pip install playwright")
    with api.sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=_chromium(), args=FLAGS)
        except api.Error:
            if os.environ.get("CI") == "true":
                pytest.fail(HOW_TO)
            pytest.skip(HOW_TO)
        yield browser
        browser.close()
