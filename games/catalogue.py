"""The titles that can be played, by name and rules version: those of the list that are installed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from games.kit.title import Title

NAMES = (
    "infludance_duel",
    "king_of_tokyo",
    "liars_dice",
    "samurai_spirit",
    "shogun",
    "titan_race",
)
"""The titles of gunbai in order of the alphabet; a build may leave out any of them (RIGHTS.md)."""


def _installed() -> Iterator[Title[Any]]:
    """Yield every version of the titles whose packages are there."""
    for name in NAMES:
        spec = find_spec(f"games.{name}")
        if spec is not None and spec.origin is not None:  # A folder without modules is no package.
            yield from import_module(spec.name).VERSIONS


_TITLES: tuple[Title[Any], ...] = tuple(_installed())

TITLES: Mapping[str, Mapping[int, Title[Any]]] = {
    name: {title.rules_version: title for title in _TITLES if title.name == name}
    for name in dict.fromkeys(title.name for title in _TITLES)
}
"""Every playable title: name -> rules version -> title; the newest version last."""


def newest(name: str) -> Title[Any]:
    """Return the newest rules version of a title. Raises KeyError."""
    versions = TITLES[name]
    return versions[max(versions)]
