"""An environment like that of Binder's image, without docker: its Python, its pins, its steps.

Not like the image: it runs as whoever runs the tests, without the limit of 2 GB, and behind no proxy.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

ROOT = Path(__file__).parents[2]
VERSION = (ROOT / "binder" / "runtime.txt").read_text(encoding="utf-8").strip().removeprefix("python-")

# What the image has before it sees the repository (repo2docker's own list, by its names on PyPI).
FOUNDATION = [
    "ipywidgets",
    "jupyter-offlinenotebook",
    "jupyter-resource-usage",
    "jupyter-server",
    "jupyterhub",
    "jupyterlab",
    "notebook",
]


@dataclass(frozen=True)
class Image:
    """An environment, the repository in it, and how to run its programs."""

    folder: Path

    @property
    def repository(self) -> Path:
        return self.folder / "home" / "repository"

    @property
    def environment(self) -> dict[str, str]:
        """Variables for the image's programs: its own home, its own programs first, nothing of ours."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if not re.match("JUPYTER|PYTHON|PYTEST|PIP_QUIET", name)
        }
        return {
            **kept,
            "HOME": str(self.folder / "home"),
            "PATH": f"{self.folder / 'python' / 'bin'}{os.pathsep}{kept.get('PATH', '')}",
        }

    def run(self, *command: str) -> str:
        """Run one of the image's programs in the repository; return all that it wrote."""
        done = subprocess.run(
            command,
            cwd=self.repository,
            env=self.environment,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            encoding="utf-8",
        )
        assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}"
        return done.stdout

    def installed(self) -> dict[str, str]:
        """Version of every installed package, by name."""
        listed = self.run("python", "-m", "pip", "list", "--format=freeze")
        return dict(line.split("==") for line in listed.splitlines() if "==" in line)


def image_python() -> str:
    """Find the Python of the image on this machine, or the nearest thing: the one that runs the tests."""
    candidates = [sys.executable, f"python{VERSION}"]
    if shutil.which("pyenv"):
        listed = subprocess.run(
            ["pyenv", "versions", "--bare"], check=False, capture_output=True, encoding="utf-8"
        )
        for name in reversed(listed.stdout.split()):
            if name.startswith(f"{VERSION}."):
                found = subprocess.run(
                    ["pyenv", "prefix", name], check=False, capture_output=True, encoding="utf-8"
                )
                candidates.append(str(Path(found.stdout.strip()) / "bin" / "python"))
    for candidate in candidates:
        if _version_of(candidate) == VERSION:
            return candidate
    return sys.executable


def _version_of(python: str) -> str:
    if not shutil.which(python):
        return ""
    program = "import sys, venv; print('%d.%d' % sys.version_info[:2])"
    done = subprocess.run([python, "-c", program], check=False, capture_output=True, encoding="utf-8")
    return done.stdout.strip() if done.returncode == 0 else ""


def image_pins() -> str:
    """Constraints for pip that say what repo2docker's lock says: one ``name==version`` a line."""
    lock = resources.files("repo2docker.buildpacks.conda") / f"environment.py-{VERSION}-linux-64.lock"
    entry = re.compile(r"^https?://.*/(?P<name>[^/]+)-(?P<version>[^-/]+)-[^-/]+\.conda", flags=re.MULTILINE)
    # Its names are conda's; one that PyPI does not know constrains nothing.
    found = entry.finditer(lock.read_text(encoding="utf-8"))
    named = [(one["name"].removesuffix("-base"), one["version"]) for one in found]
    return "\n".join(f"{name}=={version}" for name, version in named if name[0] != "_")


def build(folder: Path) -> Image:
    """Make the image's environment in `folder`, with a copy of the repository."""
    image = Image(folder)
    subprocess.run([image_python(), "-m", "venv", str(folder / "python")], check=True)
    shutil.copytree(
        ROOT,
        image.repository,
        ignore=shutil.ignore_patterns(".venv", ".git", "__pycache__", ".*_cache", ".hypothesis"),
    )
    pins = folder / "image.txt"
    pins.write_text(image_pins(), encoding="utf-8")
    image.run("python", "-m", "pip", "install", "-q", "-c", str(pins), *FOUNDATION)
    return image
