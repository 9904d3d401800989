"""Lesson 1 works in an environment like that of Binder's image: its Python, its pins, its address and token.

Making that environment takes a minute and the network, so it is done in CI (``CI=true``), or on request:
``SKYJO_BINDER=1 pytest tests/binder``.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from binder_image import VERSION, Image, build
from playwright.sync_api import Browser

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (os.environ.get("CI") or os.environ.get("SKYJO_BINDER")),
        reason="takes a minute and the network: SKYJO_BINDER=1 pytest tests/binder",
    ),
]

OF_THE_IMAGE = {
    "ipykernel": "7.0.1",
    "ipywidgets": "8.1.7",
    "jupyter_server": "2.17.0",
    "jupyterlab": "4.4.9",
    "jupyterlab_widgets": "3.0.15",
    "notebook": "7.4.7",
}


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    pytest.importorskip("repo2docker", reason="pip install jupyter-repo2docker")
    return build(tmp_path_factory.mktemp("binder"))


@pytest.fixture(scope="module")
def log(image: Image) -> dict[str, str]:
    """What Binder's steps wrote: the requirements first, then `postBuild`."""
    before = image.installed()
    image.run("python", "-m", "pip", "install", "-q", "-r", "binder/requirements.txt")
    after = image.installed()
    return {
        "added": "\n".join(f"{name}=={after[name]}" for name in after if before.get(name) != after[name]),
        "changed": " ".join(name for name in before if before[name] != after.get(name)),
        "postBuild": image.run("binder/postBuild"),
    }


def test_the_environment_has_the_images_own_versions(image: Image, log: dict[str, str]) -> None:
    assert log
    installed = image.installed()
    assert {name: installed[name] for name in OF_THE_IMAGE} == OF_THE_IMAGE
    assert VERSION == "3.13"


def test_the_requirements_change_nothing_of_the_image_and_pin_all_they_add(log: dict[str, str]) -> None:
    requirements = (Path(__file__).parents[2] / "binder" / "requirements.txt").read_text(encoding="utf-8")
    assert log["changed"] == ""
    assert set(log["added"].splitlines()) <= set(requirements.splitlines())


def test_post_build_installs_the_package_into_a_consistent_environment(
    image: Image, log: dict[str, str]
) -> None:
    assert "Successfully installed skyjo-widgets" in log["postBuild"]
    assert image.run("python", "-m", "pip", "check").strip() == "No broken requirements found."


def test_post_build_trusts_every_notebook(image: Image, log: dict[str, str]) -> None:
    for path in image.repository.rglob("notebooks/**/*.ipynb"):
        assert f"notebook: {path.relative_to(image.repository)}" in log["postBuild"]


@contextlib.contextmanager
def server(image: Image) -> Iterator[tuple[str, str]]:
    """Binder's command, on a free port, with a base URL; gives the address and the token."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    token = secrets.token_hex(16)
    command = [
        "jupyter", "notebook", "--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0",
        "--no-browser", "--allow-root", "--ServerApp.base_url=/user/x/", f"--IdentityProvider.token={token}",
        "--LabApp.expose_app_in_browser=True",
    ]  # fmt: skip
    # A program is looked up on the PATH of whoever starts it, not on that which it is given.
    command[0] = str(shutil.which("jupyter", path=image.environment["PATH"]))
    log = image.folder / "server.log"
    with (
        log.open("w", encoding="utf-8") as out,
        subprocess.Popen(
            command,
            cwd=image.repository,
            env=image.environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
        ) as running,
    ):
        try:
            address = f"http://127.0.0.1:{port}/user/x/"
            _wait_for(f"{address}api?token={token}", log)
            yield address, token
        finally:
            running.terminate()
            running.wait(20)


def _wait_for(address: str, log: Path, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5):  # noqa: S310 - our own server
                return
        except OSError:
            if time.monotonic() > deadline:
                raise AssertionError(log.read_text(encoding="utf-8")) from None
            time.sleep(0.3)


def cells_to_the_first_table(lesson: Path) -> int:
    """How many cells a learner runs, from the top, until there is a table to click on."""
    cells = nbformat.read(lesson, as_version=4).cells
    first = next(at for at, cell in enumerate(cells) if cell.cell_type == "code" and "Table(" in cell.source)
    return first + 1


def test_lesson_1_opens_behind_base_url_and_token_and_a_card_can_be_clicked(
    image: Image, log: dict[str, str], chromium: Browser
) -> None:
    assert log
    lesson = next(image.repository.glob("notebooks/01_*.ipynb")).relative_to(image.repository).as_posix()
    with server(image) as (address, token), contextlib.closing(chromium.new_page()) as page:
        # What Binder makes of the badge's `urlpath`.
        page.goto(f"{address}lab/tree/{lesson}?token={token}")
        page.wait_for_function(
            "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'",
            timeout=60_000,
        )
        for _ in range(cells_to_the_first_table(image.repository / lesson)):
            page.evaluate("window.jupyterapp.commands.execute('notebook:run-cell-and-select-next')")
        card = page.locator("[data-seat='0'][data-slot='0']").first
        card.wait_for(timeout=60_000)
        face_down = card.get_attribute("aria-label")
        card.click()
        page.wait_for_function(
            "before => document.querySelector(\"[data-seat='0'][data-slot='0']\").ariaLabel !== before",
            arg=face_down,
            timeout=10_000,
        )
        face_up = card.get_attribute("aria-label")
    assert not re.search(r"\d$", face_down or "")
    assert re.search(r"-?\d+$", face_up or "")
