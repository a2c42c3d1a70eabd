"""The titles that can be played, by name and rules version: one line for each, in order of the alphabet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.infludance_duel import INFLUDANCE_DUEL
from games.king_of_tokyo import KING_OF_TOKYO
from games.kit.decider import Title
from games.liars_dice import LIARS_DICE
from games.samurai_spirit import SAMURAI_SPIRIT
from games.shogun import SHOGUN
from games.titan_race import TITAN_RACE

_TITLES: tuple[Title[Any], ...] = (
    INFLUDANCE_DUEL,
    KING_OF_TOKYO,
    LIARS_DICE,
    SAMURAI_SPIRIT,
    SHOGUN,
    TITAN_RACE,
)

TITLES: Mapping[str, Mapping[int, Title[Any]]] = {
    name: {title.rules_version: title for title in _TITLES if title.name == name}
    for name in dict.fromkeys(title.name for title in _TITLES)
}
"""Every playable title: name -> rules version -> title; the newest version last."""


def newest(name: str) -> Title[Any]:
    """Return the newest rules version of a title. Raises KeyError."""
    versions = TITLES[name]
    return versions[max(versions)]
