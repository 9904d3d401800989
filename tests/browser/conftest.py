"""A real browser in front of a real Jupyter server.

`open_notebook` opens a notebook of this repository, or one made from a list of cells, in JupyterLab (or
Notebook 7: ``server="notebook"``) and returns an `OpenNotebook` to run and to look at::

    def test_something(open_notebook):
        notebook = open_notebook(["from skyjo_widgets import Table", "Table('Ola', 'Kuba', seed=1)"])
        notebook.run_all()
        notebook.page.locator('[data-seat="0"][data-slot="3"]').click()

Servers start once for all tests, and so does the browser (`tests/conftest.py`). Every notebook is a copy
under a name of its own, because a server gives the same path its running kernel again. A test that fails
is tried once more: a browser, a server and a kernel on a busy machine may lose a race that no learner
would notice.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from browser_notebook import OpenNotebook
from browser_server import JupyterServer


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


def pytest_runtest_protocol(item, nextitem):
    """Try a browser test a second time before it counts as failed."""
    if item.get_closest_marker("browser") is None:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if any(report.failed for report in reports):
        print(f"\ntried again: {item.nodeid}")  # noqa: T201 - a failure that was forgiven is still told
        item._initrequest()
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.fixture(scope="session")
def context(chromium):
    """One browser profile: what one page has loaded is there for the next."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="no-preference")
    context.set_default_timeout(60_000)  # a busy machine is slow, not wrong
    yield context
    context.close()


@pytest.fixture(scope="session")
def servers(chromium, tmp_path_factory):
    """The Jupyter servers by kind, each started when first asked for."""
    running = {}

    def server(kind="lab"):
        if kind not in running:
            running[kind] = JupyterServer(kind, tmp_path_factory.mktemp(kind))
        return running[kind]

    yield server
    for one in running.values():
        one.stop()


@pytest.fixture(scope="session")
def lab(servers):
    """The address of a running JupyterLab."""
    return servers("lab")


@pytest.fixture(scope="session")
def lab_page(lab, context):
    """A JupyterLab that is open already, without a notebook."""
    page = context.new_page()
    page.goto(f"{lab.url}/lab/workspaces/tests?reset")
    page.wait_for_function("window.jupyterapp?.restored.then(() => true)")
    return page


@pytest.fixture
def open_notebook(request, servers, context):
    """Return a function that opens a notebook: a path, or a list of cells (code, or ``("md", text)``).

    ``server="notebook"`` takes Notebook 7; ``fresh=True`` a page of its own, to reload it for example;
    ``context=`` another browser profile; ``width=`` and ``height=`` another size of the page.
    """
    opened = []

    def open_one(source, server="lab", *, fresh=False, context=context, width=1280, height=900):
        own = fresh or server != "lab" or context is not request.getfixturevalue("context")
        page = None if own else request.getfixturevalue("lab_page")
        notebook = OpenNotebook(servers(server), context, source, page)
        notebook.page.set_viewport_size({"width": width, "height": height})
        opened.append(notebook)
        return notebook

    yield open_one
    for notebook in reversed(opened):
        notebook.close()
