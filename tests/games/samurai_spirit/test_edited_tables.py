"""A table that somebody has edited is either refused at once or can be played: nothing breaks later."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice
from typing import Any

import msgspec
import pytest

from games import canonical, decider
from games.samurai_spirit import SAMURAI_SPIRIT
from games.samurai_spirit.data import RAIDERS, SAMURAI
from tests.games.samurai_spirit.positions import careful, options
from tests.games.walk import set_up, walk

GAMES = [
    (2, options(difficulty="easy", two_player_doll_check=True)),
    (3, options(difficulty="hard", solo=True)),
    (5, options()),
]
WORDS = ("", "death", "village_saved", "heroic", "fire", "heal", *RAIDERS, *SAMURAI)


@cache
def positions() -> tuple[bytes, ...]:
    """Canonical JSON of every table of some games."""
    return tuple(
        canonical.encode(turn.before)
        for seats, agreed in GAMES
        for seed in range(4)
        for turn in walk(SAMURAI_SPIRIT, set_up(SAMURAI_SPIRIT, seats, agreed).table, seed, careful)
    )


@cache
def steps() -> tuple[dict[str, Any], ...]:
    """Every step that those tables owe."""
    return tuple(step for text in positions() for step in msgspec.json.decode(text)["agenda"])


def edit(source: random.Random, table: dict[str, Any]) -> None:
    """Put a step on the agenda, shuffle it, or move a raider."""
    match source.randrange(3):
        case 0:
            table["agenda"].insert(source.randint(0, len(table["agenda"])), source.choice(steps()))
        case 1:
            source.shuffle(table["agenda"])
        case 2:
            piles = [table[name] for name in ("raiders", "intruders", "discard")]
            piles += [board[side] for board in table["samurai"] for side in ("line", "left")]
            taken = source.choice([pile for pile in piles if pile])
            source.choice(piles).append(taken.pop(source.randrange(len(taken))))


def disturb(source: random.Random, holder: Any) -> None:
    """Change one value somewhere, or leave it out, or double it."""
    keys = list(holder) if isinstance(holder, dict) else range(len(holder))
    if not keys:
        return
    key = source.choice(keys)
    value = holder[key]
    if value and isinstance(value, dict | list) and source.random() < 0.8:
        disturb(source, value)
    elif isinstance(holder, list):
        holder[key : key + 1] = source.choice([[], [value, value], [other(source, value)]])
    else:
        holder[key] = other(source, value)


def other(source: random.Random, value: Any) -> Any:
    """Return another value, mostly of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return source.choice([value - 1, value + 1, -1, 0, 99])
    return source.choice(WORDS) if isinstance(value, str) else source.choice([None, 0, [], value])


@pytest.mark.parametrize("seed", range(6))
def test_an_edited_table_is_refused_or_can_be_played(seed: int) -> None:
    source, accepted = random.Random(seed), 0
    for _ in range(150):
        table = msgspec.json.decode(source.choice(positions()))
        for _ in range(source.randrange(3)):
            edit(source, table)
        if source.random() < 0.5:
            disturb(source, table)
        try:
            start = canonical.read(SAMURAI_SPIRIT, msgspec.json.encode(table), SAMURAI_SPIRIT.edition)
        except canonical.BadTableError:
            continue
        accepted += 1
        for turn in islice(walk(SAMURAI_SPIRIT, decider.begin(SAMURAI_SPIRIT, start).table, seed, careful), 40):
            assert list(SAMURAI_SPIRIT.invariants(turn.accepted.table)) == []
    assert accepted > 10
