"""The wheel holds all that a learner needs, the lessons too, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import skyjo_widgets

ROOT = Path(__file__).parents[2]
SHIPPED = {".css", ".js", ".json", ".py", ".toml", ".typed"}


def contents(folder: Path, suffixes: set[str] | None = None) -> set[str]:
    """Files under `folder`, as paths from it, those aside that tools leave behind."""
    files = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    kept = {path for path in files if not any(part.startswith((".", "__pycache__")) for part in path.parts)}
    return {path.as_posix() for path in kept if suffixes is None or path.suffix in suffixes}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def test_the_wheel_holds_every_module_every_catalogue_and_the_front_end(wheel: zipfile.ZipFile) -> None:
    wanted = {f"skyjo_widgets/{name}" for name in contents(ROOT / "skyjo_widgets", SHIPPED)}
    assert "skyjo_widgets/py.typed" in wanted
    assert wanted <= set(wheel.namelist())


def test_the_wheel_holds_the_lessons_as_they_are(wheel: zipfile.ZipFile) -> None:
    for name in contents(ROOT / "notebooks"):
        assert wheel.read(f"skyjo_widgets/_notebooks/{name}") == (ROOT / "notebooks" / name).read_bytes()


def test_the_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    strangers = {
        name
        for name in wheel.namelist()
        if not name.startswith("skyjo_widgets/_notebooks/")
        and ".dist-info/" not in name
        and not (name.startswith("skyjo_widgets/") and Path(name).suffix in SHIPPED)
    }
    assert not strangers


def test_the_wheel_has_the_version_that_the_package_tells(wheel: zipfile.ZipFile) -> None:
    assert Path(wheel.filename or "").name == f"skyjo_widgets-{skyjo_widgets.__version__}-py3-none-any.whl"


def test_the_changelog_tells_of_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## {skyjo_widgets.__version__}" in changelog
