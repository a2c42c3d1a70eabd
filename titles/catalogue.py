"""The titles that can be played, by name and rules version: those of every package that is installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.kit.title import Title
from gunbai_record.packages import Package
from titles.packages import LeftOut, installed

_FOUND = installed()

TITLES: Mapping[str, Mapping[int, Title[Any]]] = _FOUND.titles
"""Every playable title: name -> rules version -> title; the newest version last."""

PACKAGES: Mapping[str, Package] = _FOUND.packages
"""The package that each of them comes from."""

LEFT_OUT: Sequence[LeftOut] = _FOUND.left_out
"""The titles of packages that could not be loaded."""


def newest(name: str) -> Title[Any]:
    """Return the newest rules version of a title. Raises KeyError."""
    versions = TITLES[name]
    return versions[max(versions)]
