"""A Jupyter server for the browser tests."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from itertools import count


class JupyterServer:
    """A server of its own folder and settings, ended by its own process id.

    Parameters
    ----------
    kind : str
        ``"lab"`` for JupyterLab, ``"notebook"`` for Notebook 7.
    folder : Path
        An empty folder; notebooks go to ``folder / "work"``.
    """

    def __init__(self, kind, folder):
        self.kind = kind
        self.root = folder / "work"
        self.root.mkdir()
        self._numbers = count(1)
        self.log = folder / "server.log"
        settings = folder / "settings" / "@jupyterlab" / "apputils-extension"
        settings.mkdir(parents=True)
        # The news toast covers a corner of the page, and asks the internet.
        (settings / "notification.jupyterlab-settings").write_text(
            json.dumps({"fetchNews": "false", "checkForUpdates": False}), encoding="utf-8"
        )
        homes = (
            "JUPYTER_CONFIG_DIR",
            "JUPYTER_DATA_DIR",
            "JUPYTER_RUNTIME_DIR",
            "IPYTHONDIR",
            "JUPYTERLAB_WORKSPACES_DIR",
        )
        environment = {
            **os.environ,
            **{name: str(folder / name.lower()) for name in homes},
            "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
            "SKYJO_LANG": "en",
        }
        port = _free_port()
        self.url = f"http://127.0.0.1:{port}"
        app = "LabApp" if kind == "lab" else "JupyterNotebookApp"
        command = [
            sys.executable, "-m", "jupyterlab" if kind == "lab" else "notebook",
            "--no-browser", "--allow-root",
            "--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token=",
            "--ServerApp.password=",
            f"--{app}.expose_app_in_browser=True", f"--ServerApp.root_dir={self.root}",
            "--ServerApp.terminals_enabled=False", "--LabApp.extension_manager=readonly",
        ]  # fmt: skip
        with self.log.open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        self._wait()

    def address(self, path):
        """Return the address of a page that shows the notebook `path`."""
        if self.kind == "lab":
            return f"{self.url}/lab/workspaces/{path.removesuffix('.ipynb')}/tree/{path}?reset"
        return f"{self.url}/notebooks/{path}"

    def unused_name(self):
        """Return a notebook's name that this server has not seen."""
        return f"browser-{next(self._numbers)}.ipynb"

    def stop(self):
        """End the server and its kernels."""
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def _wait(self):
        for _ in range(300):
            try:
                with urllib.request.urlopen(f"{self.url}/api", timeout=2):  # noqa: S310 - it is our own server
                    return
            except OSError:
                if self._process.poll() is not None:
                    break
                time.sleep(0.1)
        self.stop()
        raise RuntimeError(f"Jupyter did not start:\n{self.log.read_text(encoding='utf-8')}")


def _free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]
