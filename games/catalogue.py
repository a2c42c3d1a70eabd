"""The titles that can be played, by name and rules version: those of the list that are installed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from typing import Any

from games.kit.rules.decider import Title

NAMES = (
    "infludance_duel",
    "king_of_tokyo",
    "liars_dice",
    "samurai_spirit",
    "shogun",
    "titan_race",
)
"""The titles of gunbai in order of the alphabet; a build may leave out any of them (RIGHTS.md)."""


def versions_of(name: str) -> Iterator[Title[Any]]:
    """Yield the versions of a title's rules, the first of them first; none if its package is not there.

    Each is the constant that bears the name of the title, in its package and in the modules `rules_2`, `rules_3` ...
    """
    spec = find_spec(f"games.{name}")
    if spec is None or spec.origin is None:  # a folder without modules is no package
        return
    for version in count(2):
        yield getattr(import_module(spec.name), name.upper())
        spec = find_spec(f"games.{name}.rules_{version}")
        if spec is None:
            return


def _installed() -> Iterator[Title[Any]]:
    """Yield every version of the titles whose packages are there."""
    for name in NAMES:
        yield from versions_of(name)


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
