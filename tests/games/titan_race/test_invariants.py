"""A set-up that cannot be is refused with a sentence, and one that is accepted can be played on."""

from __future__ import annotations

import itertools
import json
import random
from itertools import islice
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import canonical, decider
from games.canonical import BadTableError
from games.decider import Step
from games.titan_race import TITAN_RACE
from games.titan_race.data import CAUSE, FIELDS, PART, PARTS
from games.titan_race.steps import (
    BeginTurn,
    CompletePart,
    DealCard,
    DrawCard,
    FacePirates,
    LoseLife,
    PerformDie,
    PutAway,
    React,
    SpringTrap,
    StealCard,
    Stride,
    TryLuck,
)
from games.titan_race.table import RaceTable
from games.titan_race.track import DIRECTIONS
from tests.games.titan_race.race import CARDS, race, titan
from tests.games.walk import set_up, walk

SLAM = ("kaldheira", "anglieh", "estengaard")
TRACKS = (("dead_lagoon",), ("ban_kogu",), ("estengaard",), ("forbidden_foundry",), SLAM)
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
        ({"pool": ("red", "red", "red")}, "kraken has a die before its choice"),
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
        ({"agenda": (BeginTurn("kraken"),)}, "BeginTurn is never owed"),
        ({"agenda": (DealCard(1),)}, "DealCard is never owed"),
        ({"agenda": (FacePirates(2, "grinder"), LoseLife("kraken", "lava"))}, "FacePirates has something on top"),
        ({"agenda": (LoseLife("kraken", "drain"),)}, "LoseLife cannot be waited for"),
        ({"agenda": (TryLuck("grinder"),)}, "TryLuck cannot be waited for"),
        ({"turn": None}, "kraken has a die before its choice"),
        ({"order": (), "turn": None}, "kraken has a die before its choice"),
        (
            {"place": 1, "pool": ("red", "red"), "order": ("grinder", "rassik", "kraken")},
            "kraken has a die before its choice",
        ),
        ({"place": 2, "pool": ("red", "red")}, "kraken has a die before its choice"),
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


def owed(table: RaceTable, source: random.Random) -> Step[Any]:
    """Return any step that may lie on an agenda, about things that are there."""
    steps = [kind for kind in TITAN_RACE.steps if kind.closed_by]
    values: dict[str, Any] = {
        "seat": table.seats,
        "titan": table.order,
        "field": table.course.fields,
        "direction": DIRECTIONS,
        "segment": (1, 2, 3),
        "cause": CAUSE.words,
        "face": tuple(PARTS),
        "part": PART.words,
        "card": table.in_play or CARDS,
        "due": [part[:2] for part in itertools.permutations(PART.words)],
    }
    values |= {"from_seat": values["seat"], "by": ("", *table.order), "pushed": ("", *table.order)}
    kind = source.choice(steps)
    return kind(**{name: source.choice(values[name]) for name in kind.__struct_fields__})


@settings(max_examples=150, deadline=None)
@given(st.integers(2, 6), st.sampled_from(TRACKS), st.integers(0, 200), st.integers(20, 150), st.integers(0, 10**6))
def test_what_is_owed_by_hand_is_refused_or_can_be_done(
    seats: int, tracks: tuple[str, ...], seed: int, length: int, mischief: int
) -> None:
    """Positions of random races on which more is owed are refused with a sentence, or are played on."""
    start, source = set_up(TITAN_RACE, seats, json.dumps({"tracks": tracks})).table, random.Random(mischief)
    position: Any = start
    for turn in islice(walk(TITAN_RACE, start, seed), length):
        position = turn.before
    if not position.order:
        return
    place = source.randint(0, len(position.agenda))
    more = tuple(owed(position, source) for _ in range(source.randint(1, 2)))
    table = position.but(agenda=position.agenda[:place] + more + position.agenda[place:])
    if list(TITAN_RACE.invariants(table)):
        return
    for turn in islice(walk(TITAN_RACE, decider.begin(TITAN_RACE, table).table, seed), 40):
        assert list(TITAN_RACE.invariants(turn.accepted.table)) == []
