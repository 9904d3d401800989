"""The project's public address stands in `pyproject.toml`; every link to it, and every link within, holds."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ADDRESS = PROJECT["urls"]["Repository"]
OWNER_AND_NAME = urlsplit(ADDRESS).path.strip("/")
BINDER = f"https://mybinder.org/v2/gh/{OWNER_AND_NAME}/main"

TEXTS = sorted(
    path
    for path in (
        *ROOT.glob("*.md"),
        *(ROOT / "notebooks").rglob("*.md"),
        *(ROOT / "notebooks").rglob("*.ipynb"),
    )
    if ".ipynb_checkpoints" not in path.parts  # JupyterLab's copies of what somebody has opened
)

_MARKDOWN_LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
_HTML_LINK = re.compile(r"(?:href|src)=\"([^\"]+)\"")
_BARE_LINK = re.compile(r"https?://[^\s)>\"'`\]]+")


def prose_of(path: Path) -> str:
    """The text of a Markdown file, or of the Markdown cells of a notebook."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    cells = (cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown")
    return "\n\n".join("".join(cell["source"]) for cell in cells)


def links_in(text: str) -> Iterator[str]:
    for pattern in (_MARKDOWN_LINK, _HTML_LINK, _BARE_LINK):
        yield from pattern.findall(text)


def anchors_in(text: str) -> set[str]:
    """The names that GitHub and Jupyter give to the headings of `text`."""
    headings = re.findall(r"^#{1,6}\s+(.+?)\s*$", text, flags=re.MULTILINE)
    plain = [re.sub(r"[^\w\- ]", "", heading).strip() for heading in headings]
    return {name.replace(" ", "-") for name in plain} | {name.lower().replace(" ", "-") for name in plain}


def fault_of(link: str, path: Path) -> str | None:
    """Say what is wrong with a link in the file at `path`, if anything is."""
    target = urlsplit(link)
    if target.netloc == "mybinder.org":
        return fault_of_link_to_binder(link)
    if target.scheme:
        mine = PROJECT["name"] in target.path and target.netloc.endswith("github.com")
        return f"{link} is not under {ADDRESS}" if mine and not link.startswith(ADDRESS) else None
    return fault_of_link_within(link, path)


def fault_of_link_within(link: str, path: Path) -> str | None:
    target = urlsplit(link)
    goal = (path.parent / unquote(target.path)).resolve() if target.path else path
    if not goal.exists():
        return f"{link} leads nowhere"
    has_headings = goal.suffix in {".md", ".ipynb"}
    if target.fragment and has_headings and unquote(target.fragment) not in anchors_in(prose_of(goal)):
        return f"{link} names a heading that is not there"
    return None


def fault_of_link_to_binder(link: str) -> str | None:
    target = urlsplit(link)
    if target.path == "/badge_logo.svg":
        return None
    if not link.startswith(BINDER):
        return f"{link} is not under {BINDER}"
    opened = parse_qs(target.query).get("urlpath", ["lab/tree/README.md"])[0]
    place = opened.removeprefix("lab/tree/").removeprefix("notebooks/notebooks/").removeprefix("tree/")
    return None if (ROOT / place).exists() else f"{link} opens {place}, which is not there"


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(path: Path) -> None:
    found = {fault_of(link, path) for link in links_in(prose_of(path))} - {None}
    assert not found


def test_the_badge_opens_lesson_1_on_binder() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first = next((ROOT / "notebooks").glob("01_*.ipynb"))
    badge = (
        f"[![Binder](https://mybinder.org/badge_logo.svg)]({BINDER}?urlpath=lab/tree/notebooks/{first.name})"
    )
    assert badge in readme


def test_the_address_of_the_changelog_is_under_the_public_address() -> None:
    assert all(url.startswith(ADDRESS) for url in PROJECT["urls"].values())


def test_the_code_does_not_know_the_public_address() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "skyjo_widgets").rglob("*.py")}
    assert not [name for name, text in texts.items() if OWNER_AND_NAME in text or "mybinder.org" in text]


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("https://github.com/somebody/skyjo-widgets", "is not under"),
        ("https://mybinder.org/v2/gh/somebody/skyjo-widgets/main", "is not under"),
        (f"{BINDER}?urlpath=lab/tree/notebooks/no_such.ipynb", "is not there"),
        ("notebooks/no_such.ipynb", "leads nowhere"),
        ("CHANGELOG.md#no-such-heading", "names a heading"),
        (f"{ADDRESS}/issues", None),
        ("https://github.com/somebody/else", None),
        ("CHANGELOG.md#010", None),
        ("pyproject.toml", None),
    ],
)
def test_a_link_that_leads_astray_is_caught(link: str, fault: str | None) -> None:
    found = fault_of(link, ROOT / "README.md")
    assert found is None if fault is None else fault in (found or "")
