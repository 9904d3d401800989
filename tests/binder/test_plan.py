"""What Binder will do with this repository, by the plan of the program that Binder builds with."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

# A part of the plan: which of its lines matter here, not how repo2docker words the rest.
_REQUIREMENTS = re.compile(r"^RUN .*pip install .*-r \"?binder/requirements\.txt", flags=re.MULTILINE)
_WHOLE_REPOSITORY = re.compile(r"^COPY .* src/ ", flags=re.MULTILINE)
_POST_BUILD = re.compile(r"^RUN \./binder/postBuild", flags=re.MULTILINE)


@pytest.fixture
def plan(monkeypatch: pytest.MonkeyPatch) -> object:
    """The build pack that repo2docker chooses for this repository."""
    repo2docker = pytest.importorskip(
        "repo2docker.app", reason="pip install jupyter-repo2docker (Linux, macOS)"
    )
    monkeypatch.chdir(ROOT)  # a build pack reads the folder it stands in
    app = repo2docker.Repo2Docker()
    packs = [pack(app.base_image) for pack in app.buildpacks]
    chosen = next(pack for pack in packs if pack.detect())
    chosen.platform = "linux/amd64"
    return chosen


def pins() -> dict[str, Version]:
    lines = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    wanted = [Requirement(line) for line in lines if line and not line.startswith("#")]
    assert all(re.fullmatch(r"==[^*]+", str(one.specifier)) for one in wanted), "every version is pinned"
    return {canonicalize_name(one.name): Version(str(one.specifier).removeprefix("==")) for one in wanted}


def test_binder_builds_with_the_python_of_runtime_txt(plan: object) -> None:
    written = (ROOT / "binder" / "runtime.txt").read_text(encoding="utf-8").strip().removeprefix("python-")
    assert type(plan).__name__ == "PythonBuildPack"
    assert plan.python_version == written
    assert Version(written) in Requirement(f"python{PROJECT['requires-python']}").specifier


def test_the_requirements_are_a_layer_that_a_commit_does_not_renew(plan: object) -> None:
    text = plan.render({})
    requirements, repository, post_build = (
        pattern.search(text) for pattern in (_REQUIREMENTS, _WHOLE_REPOSITORY, _POST_BUILD)
    )
    assert None not in (requirements, repository, post_build)
    assert requirements.start() < repository.start() < post_build.start()


def test_the_pins_are_versions_that_the_package_accepts() -> None:
    needed = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["lab"]]
    accepted = {canonicalize_name(one.name): one.specifier for one in map(Requirement, needed)}
    for name, version in pins().items():
        assert version in accepted.get(name, Requirement(name).specifier), name


def test_all_that_a_learner_needs_is_pinned_or_comes_with_the_image() -> None:
    needed = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["lab"]]
    names = {canonicalize_name(Requirement(one).name) for one in needed}
    assert names - pins().keys() == {"ipywidgets", "jupyterlab", "notebook"}
