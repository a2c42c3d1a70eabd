"""A set-up that cannot be is refused with a sentence, and one that is accepted can be played on."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import canonical, decider
from games.canonical import BadTableError
from games.titan_race import TITAN_RACE
from games.titan_race.data import FIELDS
from games.titan_race.steps import (
    CompletePart,
    DrawCard,
    LoseLife,
    PerformDie,
    PutAway,
    React,
    SpringTrap,
    StealCard,
    Stride,
)
from games.titan_race.table import RaceTable
from tests.games.titan_race.race import CARDS, race, titan
from tests.games.walk import set_up, walk

SLAM = ("kaldheira", "anglieh", "estengaard")
START = race(titan("kraken", "A5"), titan("grinder", "A7"), titan("rassik", "E1"), hands={2: ("TRC01",)})


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"hands": ()}, "0 players cannot race"),
        ({"tracks": ("mordor",)}, "there is no track 'mordor'"),
        ({"teams": (1, 2, 1)}, "TR-17.1"),
        ({"titans": START.titans[:1] * 3}, "not different titans"),
        ({"titans": (*START.titans, titan("slaugg", seat=1))}, "too many for 3 players"),
        ({"hands": (CARDS, (), ()), "deck": ()}, "more than 2 cards"),
        ({"deck": CARDS}, "not those of the edition"),
        ({"deck": START.deck[::-1]}, "listed in sorted order"),
        ({"traps": ("A5",)}, "two things share a field"),
        ({"traps": ("E4",)}, "no field 'E4'"),
        ({"traps": FIELDS[6:22]}, "16 traps lie on the track"),
        ({"tracks": SLAM}, "stands on A5 with 0 laps"),
        ({"winner": "kraken"}, "kraken has 0 laps, and kraken has won"),
        ({"order": ("kraken", "grinder")}, "not that of all titans"),
        ({"place": 3}, "nobody takes turn 3"),
        ({"round": 0}, "nobody takes turn 0 of round 0"),
        ({"pool": ("pink",)}, "not those of the race"),
        ({"winner": "slaugg"}, "does not race"),
        ({"ordered": (7,)}, "TR-15.2"),
        ({"order": (), "agenda": (LoseLife("kraken", "lava"),)}, "before the order is settled"),
        ({"turn": None, "agenda": (LoseLife("kraken", "lava"),)}, "outside a turn"),
        ({"agenda": (LoseLife("slaugg", "lava"),)}, "has a wrong titan"),
        ({"agenda": (LoseLife("kraken", "boredom"),)}, "has a wrong cause"),
        ({"agenda": (Stride("kraken", "up", 1),)}, "has a wrong direction"),
        ({"agenda": (Stride("kraken", "forward", 99),)}, "has a wrong segment"),
        ({"agenda": (SpringTrap("kraken", "E4"),)}, "has a wrong field"),
        ({"agenda": (DrawCard(4),)}, "has a wrong seat"),
        ({"agenda": (PutAway("TRC01"),)}, "has a wrong card"),
        ({"agenda": (React(1, "kraken", "push", ""),)}, "React cannot be waited for"),
        ({"agenda": (StealCard(1, 3),)}, "StealCard cannot be waited for"),
        ({"agenda": (PerformDie(1, "kraken", "purple", ("move",)),)}, "PerformDie cannot be waited for"),
        ({"agenda": (PerformDie(1, "kraken", "yellow", ()),)}, "PerformDie cannot be waited for"),
        ({"agenda": (CompletePart("kraken", "move"),)}, "a die action lies at the bottom"),
    ],
)
def test_what_cannot_be_is_named(changes: dict[str, Any], complaint: str) -> None:
    assert list(TITAN_RACE.invariants(START)) == []
    assert complaint in "; ".join(TITAN_RACE.invariants(START.but(**changes)))


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [({"life": 7}, "with 7 life"), ({"life": 0}, "upright with 0 life"), ({"laps": 3}, "nobody has won")]
    + [({"field": "", "laps": 1}, "is at the start with 1 laps")]
    + [({"die": "pink"}, "shows 'pink'"), ({"seat": 2}, "seat 1 has 0 of 3 titans"), ({"laps": -5000}, "-5000 laps")],
)
def test_a_titan_that_cannot_be_is_named(changes: dict[str, Any], complaint: str) -> None:
    assert complaint in "; ".join(TITAN_RACE.invariants(START.with_titan("kraken", **changes)))


def test_no_turn_is_taken_after_the_end() -> None:
    won = START.with_titan("kraken", laps=3, field="").but(winner="kraken")
    assert list(TITAN_RACE.invariants(won)) == ["a turn is taken after the end (TR-14.3)"]
    assert list(TITAN_RACE.invariants(won.but(turn=None))) == []


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths to every number and word in a table's JSON, its edition left out."""
    if isinstance(value, dict):
        return [found for key, each in value.items() if key != "edition" for found in leaves(each, (*path, key))]
    if isinstance(value, list):
        return [found for place, each in enumerate(value) for found in leaves(each, (*path, place))]
    return [path]


def altered(table: RaceTable, source: random.Random) -> bytes:
    """Return the table's JSON with a few leaves replaced by values that occur elsewhere in it, or by nonsense."""
    tree = msgspec.json.decode(canonical.encode(table))
    paths = leaves(tree)
    pool: list[Any] = [0, 1, 2, 3, 7, -1, "", "A1", "B2", "kraken", "forward", "push", "move", True, None]
    for path in source.sample(paths, min(source.randint(1, 3), len(paths))):
        node = tree
        for key in path[:-1]:
            node = node[key]
        node[path[-1]] = source.choice(pool)
    return msgspec.json.encode(tree)


@settings(max_examples=150, deadline=None)
@given(st.integers(2, 6), st.integers(0, 200), st.integers(5, 150), st.integers(0, 10**6))
def test_a_set_up_that_is_accepted_can_be_played_on(seats: int, seed: int, length: int, mischief: int) -> None:
    """Positions of random races with something altered are refused with a sentence, or are as good as any other."""
    start = set_up(TITAN_RACE, seats, '{"tracks": ["dead_lagoon"]}').table
    position: Any = start
    for turn in islice(walk(TITAN_RACE, start, seed), length):
        position = turn.before
    try:
        table = canonical.read(TITAN_RACE, altered(position, random.Random(mischief)), TITAN_RACE.edition)
    except BadTableError:
        return
    for seat in (None, *table.seats):
        assert TITAN_RACE.picture(TITAN_RACE.view(table, seat))
    settled = decider.begin(TITAN_RACE, table).table
    for turn in islice(walk(TITAN_RACE, settled, seed), 40):
        assert list(TITAN_RACE.invariants(turn.accepted.table)) == []
