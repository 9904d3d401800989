"""A notebook that is open in the browser."""

from __future__ import annotations

from pathlib import Path

import nbformat

# Where the running notebook is, in JupyterLab and in Notebook 7 alike.
PANEL = "window.jupyterapp.shell.currentWidget"


class OpenNotebook:
    """A copy of a notebook in a page of its own.

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

    def __init__(self, server, context, source):
        self.server = server
        self.name = server.unused_name()
        self.path = server.root / self.name
        if isinstance(source, (str, Path)):
            self.path.write_bytes(Path(source).read_bytes())
        else:
            nbformat.write(_notebook(source), self.path)
        self.traffic, self.complaints = [], []
        self.page = context.new_page()
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self._go()

    def run_all(self, timeout=60_000):
        """Run all cells and wait until the kernel has done them."""
        self.command("notebook:run-all-cells")
        self.wait_idle(timeout)

    def run_cell(self, number):
        """Run one cell, by its place from 0, and wait for it."""
        self.page.evaluate(f"{PANEL}.content.activeCellIndex = {number}")
        self.command("notebook:run-cell")
        self.wait_idle()

    def command(self, name):
        """Execute a command of JupyterLab by its name; keystrokes are unreliable on a cold page."""
        self.page.evaluate("name => window.jupyterapp.commands.execute(name)", name)

    def wait_idle(self, timeout=60_000):
        """Wait until the kernel has nothing to do and every cell that was run has its number."""
        self.page.wait_for_function(
            f"""() => {PANEL}?.sessionContext?.session?.kernel?.status === 'idle'
            && !{PANEL}.content.widgets.some(cell => cell.model.type === 'code' && cell.promptNode?.textContent.includes('*'))
            && !document.querySelector('.jp-InputPrompt')?.textContent.includes('*')""",
            timeout=timeout,
        )

    def python(self, code, timeout=20_000):
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
        return self.page.evaluate(
            f"{PANEL}.content.widgets.map(cell => cell.model.sharedModel.getSource())"
        )

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
        """Close the page and end the kernel."""
        try:
            self.page.evaluate(f"{PANEL}.sessionContext.shutdown()")
        finally:
            self.page.close()

    def _go(self):
        self.page.goto(self.server.address(self.name))
        self.page.wait_for_function(
            f"window.jupyterapp && {PANEL}?.sessionContext?.session?.kernel?.status === 'idle'", timeout=60_000
        )

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
