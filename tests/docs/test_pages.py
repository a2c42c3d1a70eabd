"""The pages are true: links lead somewhere, what is named exists, quoted rulings are those of the rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.king_of_tokyo import KING_OF_TOKYO
from gunbai.rules.v1 import options_pb2 as rules

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "RIGHTS.md", *sorted((ROOT / "docs").glob("*.md"))]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MADE_BY_TOOLS = "clients/python/gunbai"
NAMED_FROM = {"writing-a-game.md": "examples/gunbai-ur", "guarantees.md": "tests", "security.md": "tests"}
"""The folder from which a page names files: that of the package that it builds, or of the tests that it names."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not link.startswith("https://") and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_and_folders_that_are_named_are_there(page: Path) -> None:
    named = re.findall(
        r"`((?:bench|clients|docs|examples|games|lab|protos|record|referee|store|tests|titles|tools)/[\w./-]*)",
        page.read_text(encoding="utf-8"),
    )
    roots = (ROOT, ROOT / NAMED_FROM.get(page.name, ""))
    missing = [name for name in named if not any(any(root.glob(name.rstrip("/") + "*")) for root in roots)]
    assert [name for name in missing if not name.startswith(MADE_BY_TOOLS)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_targets_that_are_named_are_in_the_makefile(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = re.findall(r"(?:`|\$ )make ([a-z-]+)", page.read_text(encoding="utf-8"))
    assert set(named) <= targets


def test_the_refusal_in_the_readme_is_that_of_the_rules() -> None:
    quoted = re.search(r"Refused by (\S+): (.*) \(card: Jets, …\)", README)
    assert quoted is not None
    clauses = KING_OF_TOKYO.rules.protos[3].DESCRIPTOR.enum_types_by_name["Clause"].values
    sentences = {value.GetOptions().Extensions[rules.clause].number: value for value in clauses}
    assert sentences[quoted[1]].GetOptions().Extensions[rules.clause].sentence == quoted[2]
