"""A notebook that is open in the browser."""

from __future__ import annotations

from pathlib import Path

import nbformat

# Where the running notebook is, in JupyterLab and in Notebook 7 alike.
PANEL = "window.jupyterapp.shell.currentWidget"


class OpenNotebook:
    """A copy of a notebook, in a page of its own or in a JupyterLab that is open already.

    Parameters
    ----------
    server : JupyterServer
        Where it is served.
    context : playwright.sync_api.BrowserContext
        Where a new page is made.
    source : str, Path or list
        A notebook's path, or cells: a text is code, ``("md", text)`` a text cell.
    page : playwright.sync_api.Page, optional
        A JupyterLab to open it in: that takes one second instead of five.

    Attributes
    ----------
    page : playwright.sync_api.Page
        The page, for everything that has no word here.
    path : Path
        The copy on disk.
    traffic : list of str
        Every text that came or went over the page's web sockets.
    complaints : list of str
        Errors that the page wrote to its console.
    """

    def __init__(self, server, context, source, page=None):
        self.server = server
        self._borrowed = page is not None
        self._closed = False
        self.name = server.unused_name()
        self.path = server.root / self.name
        if isinstance(source, (str, Path)):
            self.path.write_bytes(Path(source).read_bytes())
        else:
            nbformat.write(_notebook(source), self.path)
        self.traffic, self.complaints = [], []
        self.page = page or context.new_page()
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", self._complain)
        if page:
            page.evaluate(
                "path => void window.jupyterapp.commands.execute('docmanager:open', { path })", self.name
            )
            self._wait_open()
        else:
            self._go()

    def run_all(self):
        """Run all cells and wait until they are done."""
        self.command("notebook:run-all-cells")

    def run_cell(self, number):
        """Run one cell, by its place from 0, and wait for it."""
        self.page.evaluate(f"{PANEL}.content.activeCellIndex = {number}")
        self.command("notebook:run-cell")

    def command(self, name):
        """Execute a command of JupyterLab and wait for it: keystrokes are unreliable on a cold page."""
        self.page.evaluate("name => window.jupyterapp.commands.execute(name).then(() => true)", name)

    def python(self, code):
        """Run `code` in the notebook's kernel beside the notebook, and return what it printed."""
        return self.page.evaluate(
            f"""async code => {{
                const kernel = {PANEL}.sessionContext.session.kernel;
                const future = kernel.requestExecute({{ code, store_history: false }});
                let printed = '';
                future.onIOPub = message => {{
                    printed += message.content.text ?? message.content.traceback?.join('\\n') ?? '';
                }};
                await future.done;
                return printed;
            }}""",
            code,
        )

    def restart_kernel(self):
        """Restart the kernel, without a question, and wait until the new one is there."""
        self.page.evaluate(f"{PANEL}.sessionContext.session.kernel.restart()")
        self.page.wait_for_function(f"{PANEL}.sessionContext.session.kernel.status === 'idle'")

    def reload(self):
        """Load the page again; the kernel goes on."""
        self._go()

    def save(self):
        """Save, and return what the file then holds, as text."""
        self.page.evaluate(f"{PANEL}.context.save()")
        return self.path.read_text(encoding="utf-8")

    @property
    def cells(self):
        """The texts of all cells as they are now."""
        return self.page.evaluate(f"{PANEL}.content.widgets.map(cell => cell.model.sharedModel.getSource())")

    @property
    def counts(self):
        """The execution counts of all cells: what was run, and when."""
        return self.page.evaluate(f"{PANEL}.content.widgets.map(cell => cell.model.executionCount ?? null)")

    @property
    def mode(self):
        """``"command"`` or ``"edit"``."""
        return self.page.evaluate(f"{PANEL}.content.mode")

    @property
    def active_cell(self):
        """The place of the active cell, from 0."""
        return self.page.evaluate(f"{PANEL}.content.activeCellIndex")

    def screenshot(self, path, selector=None):
        """Write a picture of the page, or of the first element that `selector` finds."""
        target = self.page.locator(selector).first if selector else self.page
        target.screenshot(path=str(path))

    def close(self):
        """Close the notebook and end its kernel; a second time does nothing."""
        if self._closed:
            return
        self._closed = True
        try:
            self.page.evaluate(f"{PANEL}?.sessionContext.shutdown()")
            if self._borrowed:
                self.page.evaluate(f"async () => {{ await {PANEL}.context.save(); {PANEL}.close(); }}")
                self.page.emulate_media(reduced_motion="no-preference")
        finally:
            self.page.remove_listener("websocket", self._listen)
            self.page.remove_listener("pageerror", self._complain)
            if not self._borrowed:
                self.page.close()

    def _go(self):
        self.page.goto(self.server.address(self.name))
        self._wait_open()

    def _wait_open(self):
        self.page.wait_for_function(
            f"""name => window.jupyterapp && {PANEL}?.context?.path === name
            && {PANEL}.sessionContext?.session?.kernel?.status === 'idle'""",
            arg=self.name,
            timeout=60_000,
        )

    def _complain(self, error):
        self.complaints.append(str(error))

    def _listen(self, socket):
        for event in ("framesent", "framereceived"):
            socket.on(event, lambda payload: self.traffic.append(_text(payload)))


def _notebook(cells):
    made = []
    for cell in cells:
        kind, text = cell if isinstance(cell, tuple) else ("code", cell)
        make = nbformat.v4.new_code_cell if kind == "code" else nbformat.v4.new_markdown_cell
        made.append(make(text))
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return nbformat.v4.new_notebook(cells=made, metadata=metadata)


def _text(payload):
    # Messages of the kernel come as binary frames of several parts; their JSON can be read in them.
    return payload if isinstance(payload, str) else bytes(payload).decode("utf-8", "replace")


def ready(page):
    """Wait until no table on `page` is moving cards or waiting for an answer."""
    page.wait_for_function(
        """() => document.querySelector('.skyjo')
        && [...document.querySelectorAll('.skyjo')].every(table => table.dataset.state === 'ready')"""
    )
