"""The site of the pages: every page is in it, and it is made without a complaint."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SETTINGS = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


def test_every_page_is_in_the_navigation_once() -> None:
    listed = re.findall(r"^ +- (\S+\.md)$", SETTINGS, re.MULTILINE)
    pages = [path.name for path in (ROOT / "docs").glob("*.md")]
    assert sorted(listed) == sorted([*pages, "index.md", "CONTRIBUTING.md", "CHANGELOG.md", "RIGHTS.md"])


def test_a_complaint_is_an_error() -> None:
    assert re.search(r"^strict: true$", SETTINGS, re.MULTILINE)
    assert re.search(r"^  anchors: warn$", SETTINGS, re.MULTILINE)


@pytest.mark.long
def test_the_site_is_made(tmp_path: Path) -> None:
    """The tools are installed from their lock into the build folder; `make docs` fails at a broken link or anchor."""
    done = subprocess.run(["make", "docs"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    site = ROOT / "build" / "site"
    assert {"index.html", "guarantees", "RIGHTS", "mcp"} <= {path.name for path in site.iterdir()}
    page = (site / "record-format" / "index.html").read_text(encoding="utf-8")
    assert 'id="orders"' in page
