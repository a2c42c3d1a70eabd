"""The finished titles are siblings: who knows the folder of one finds his way in every other."""

from __future__ import annotations

import pytest

from games.catalogue import TITLES
from tests.structure import code

FILES = {"README.md", "__init__.py", "data.py", "evolve.py", "invariants.py", "picture.py", "table.py", "view.py"}
FILES |= {"steps/__init__.py", "words.py"}
HEADINGS = ["In play", "Where to look", "Sources", "Rulings", "Open questions"]
PROTOS = {"clauses.proto", "commands.proto", "events.proto", "view.proto"}


def files_of(title: str) -> set[str]:
    folder = code.ROOT / "games" / title
    return {(code.ROOT / path).relative_to(folder).as_posix() for path in code.files(folder.relative_to(code.ROOT))}


@pytest.mark.parametrize("title", TITLES)
def test_a_title_has_the_files_of_every_title(title: str) -> None:
    assert sorted(FILES - files_of(title)) == []


@pytest.mark.parametrize("title", TITLES)
def test_a_title_has_steps(title: str) -> None:
    assert [path for path in files_of(title) if path.startswith("steps/") and path != "steps/__init__.py"]


@pytest.mark.parametrize("title", TITLES)
def test_a_file_that_a_title_has_alone_is_explained_in_its_readme(title: str) -> None:
    readme = (code.ROOT / "games" / title / "README.md").read_text(encoding="utf-8")
    extra = [path for path in files_of(title) - FILES if not path.startswith("steps/")]
    assert [path for path in sorted(extra) if f"`{path}`" not in readme] == []


@pytest.mark.parametrize("title", TITLES)
def test_a_readme_has_the_headings_of_every_readme(title: str) -> None:
    readme = (code.ROOT / "games" / title / "README.md").read_text(encoding="utf-8")
    assert [line.removeprefix("## ") for line in readme.splitlines() if line.startswith("## ")] == HEADINGS


@pytest.mark.parametrize("title", TITLES)
def test_a_title_has_the_protos_of_every_title(title: str) -> None:
    assert {path.name for path in (code.ROOT / "protos" / "gunbai" / title / "v1").glob("*")} == PROTOS
