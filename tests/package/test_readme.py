"""What the README tells people to type works, and says the same on every system."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


def test_there_is_one_command_to_start_and_one_to_test_each_a_single_line() -> None:
    start, test = (block.rstrip("\n") for block in blocks("bash"))
    assert start.count("\n") == test.count("\n") == 0
    assert re.fullmatch(
        r"python3 -m venv \.venv && .* && \.venv/bin/jupyter lab notebooks/01_\w+\.ipynb", start
    )
    assert re.fullmatch(r"python3 -m venv \.venv && .* && \.venv/bin/pytest", test)


def test_the_commands_for_windows_do_the_same() -> None:
    def translated(command: str) -> str:
        command = command.replace("python3 -m", "py -3 -m").replace(" && ", "; ")
        return command.replace(".venv/bin/", r".venv\Scripts" + "\\").replace("notebooks/", "notebooks\\")

    assert [translated(command) for command in blocks("bash")] == blocks("powershell")


def test_the_commands_name_extras_and_notebooks_that_exist() -> None:
    commands = "\n".join(blocks("bash"))
    assert set(re.findall(r"\.\[(\w+)\]", commands)) <= PROJECT["optional-dependencies"].keys()
    for name in re.findall(r"notebooks/\S+\.ipynb", commands):
        assert (ROOT / name).is_file()


def test_ci_runs_the_readmes_own_test_command() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    pattern = re.search(r"grep -m 1 -E '([^']+)' README\.md", script)
    assert pattern
    assert re.findall(pattern.group(1), README, flags=re.MULTILINE) == [blocks("bash")[1].strip()]


def test_the_pythons_that_the_readme_names_are_those_that_the_package_takes() -> None:
    named = re.findall(r"3\.(\d+)", README.partition("You need Python")[2].partition("\n")[0])
    classified = re.findall(r"Python :: 3\.(\d+)", "\n".join(PROJECT["classifiers"]))
    assert named == classified


def test_the_strategy_of_the_readme_passes_the_check_and_has_the_lines_promised() -> None:
    code = next(block for block in blocks("python") if "def careful" in block)
    body = code.partition("def careful(view):\n")[2].strip("\n").splitlines()
    assert len(body) == 5
    names: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), names)  # noqa: S102 - the README's own example
    report = names["check"](names["careful"])
    assert report.ok, str(report)


@pytest.mark.parametrize("word", ["learners", "teachers", "developers", "translators"])
def test_everybody_is_told_where_to_start(word: str) -> None:
    assert f"\n## For {word}\n" in README


def test_the_readme_says_whose_name_skyjo_is() -> None:
    assert "trademark of its owner" in README
    assert "independent" in README
