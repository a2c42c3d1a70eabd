"""docs/command.md lists every command under its noun."""

from __future__ import annotations

import re

import pytest

from clients.cli.discovery import EVERYDAY, names
from lab.paths import ROOT

PAGE = (ROOT / "docs" / "command.md").read_text(encoding="utf-8")


def listed(heading: str) -> str:
    """Return the section of the page that has this heading."""
    (section,) = re.findall(rf"^### {heading}\n(.*?)^##", PAGE, re.MULTILINE | re.DOTALL)
    return str(section)


@pytest.mark.parametrize("name", sorted(names()))
def test_every_command_is_on_the_page(name: str) -> None:
    noun, _, verb = name.partition(" ")
    section = listed("Everyday commands") if name in EVERYDAY else listed(f"`gunbai {noun}`")
    assert re.search(rf"`{verb or noun}[ `]", section)
