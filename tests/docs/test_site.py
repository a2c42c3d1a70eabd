"""The site of the pages: every page is in it, it is made without a complaint, and it loads nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from titles.catalogue import TITLES

ROOT = Path(__file__).parents[2]
SETTINGS = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
HOOKS = (ROOT / "docs" / "site" / "hooks.py").read_text(encoding="utf-8")
FROM_ELSEWHERE = re.compile(r"<(?:script|img|iframe)[^>]*\bsrc=\"https?://|<link[^>]*\bhref=\"https?://")


def test_every_page_is_in_the_navigation_once() -> None:
    listed = re.findall(r"^ +- (\S+\.md)$", SETTINGS, re.MULTILINE)
    pages = [path.name for path in (ROOT / "docs").glob("*.md")]
    added = re.findall(r"^    \"\S+\.md\": \"(\S+\.md)\",$", HOOKS, re.MULTILINE)
    assert sorted(listed) == sorted([*pages, *added, *(f"titles/{title}.md" for title in TITLES)])


def test_a_complaint_is_an_error() -> None:
    assert re.search(r"^strict: true$", SETTINGS, re.MULTILINE)
    assert re.search(r"^  anchors: warn$", SETTINGS, re.MULTILINE)


@pytest.mark.long
def test_the_site_is_made(tmp_path: Path) -> None:
    """The tools are installed from their lock into the build folder; `make docs` fails at a broken link or anchor."""
    done = subprocess.run(["make", "docs"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    site = ROOT / "build" / "site"
    assert 'id="orders"' in (site / "record-format" / "index.html").read_text(encoding="utf-8")
    pages = [page.read_text(encoding="utf-8") for page in site.rglob("*.html")]
    assert "diagrams/king_of_tokyo-1.svg" in "".join(pages)
    assert [link for page in pages for link in FROM_ELSEWHERE.findall(page)] == []
