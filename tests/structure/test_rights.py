"""RIGHTS.md names every title: whose it is, and where it can be bought."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from titles.catalogue import TITLES, newest
from tools import code

PAGE = (code.ROOT / "RIGHTS.md").read_text(encoding="utf-8")
ROWS = {
    row[1]: [cell.strip() for cell in row[0].strip("| ").split(" | ")]
    for row in re.finditer(r"^\| `(\w+)` .*$", PAGE, re.MULTILINE)
}


def test_the_titles_of_the_page_are_those_of_the_catalogue() -> None:
    assert list(ROWS) == list(TITLES)


@pytest.mark.parametrize("name", TITLES)
def test_a_title_has_its_name_on_the_box_its_owner_its_sources_and_a_shop(name: str) -> None:
    title, *facts = ROWS[name]
    assert title == f"`{name}` {newest(name).label}"
    assert [len(facts), *map(bool, facts)] == [3, True, True, True]


@pytest.mark.parametrize("name", [name for name in TITLES if name != "liars_dice"])
def test_the_owner_is_the_one_that_the_title_names(name: str) -> None:
    """The docstring of a title names its author and publisher."""
    package = (code.ROOT / "games" / name / "__init__.py").read_text(encoding="utf-8")
    author = re.search(r", by ([^(:]+)", package.splitlines()[0])
    assert author is not None
    assert author[1].strip() in ROWS[name][1]


def test_no_other_code_names_a_title() -> None:
    """A build leaves a title out by leaving out its folders."""
    rooms = ("referee", "store", "clients/cli", "clients/bots", "clients/python/gunbai_client", "games/kit")
    files = [path for room in rooms for path in (code.ROOT / room).rglob("*.py")]
    named = re.compile(rf"\b(?:games|gunbai)\.(?:{'|'.join(TITLES)})\b")
    assert [str(path) for path in files if imports(path, named)] == []


def imports(path: Path, named: re.Pattern[str]) -> bool:
    """Return whether a module imports what a pattern finds."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return any(named.search(line) for line in lines if line.lstrip().startswith(("from ", "import ")))
