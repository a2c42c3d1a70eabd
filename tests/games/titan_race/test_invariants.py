"""A set-up that cannot be is refused with a sentence, and one that is accepted can be played on."""

from __future__ import annotations

from typing import Any

import pytest

from games.titan_race import TITAN_RACE
from games.titan_race.rules.data import FIELDS
from games.titan_race.rules.steps import (
    BeginTurn,
    CompletePart,
    DealCard,
    DrawCard,
    FacePirates,
    LoseLife,
    PerformDie,
    PutAway,
    React,
    RerollDie,
    SpringTrap,
    StealCard,
    Stride,
)
from games.titan_race.rules.table import Rider
from tests.games.titan_race.race import CARDS, race, titan

SLAM = ("kaldheira", "anglieh", "estengaard")
TRACKS = (("dead_lagoon",), ("ban_kogu",), ("estengaard",), ("forbidden_foundry",), SLAM)
START = race(titan("kraken", "A5"), titan("grinder", "A7"), titan("rassik", "E1"), hands={2: ("TRC01",)})


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"tracks": ("mordor",)}, "there is no track 'mordor'"),
        ({"teams": (1, 2, 1)}, "TR-17.1"),
        ({"titans": START.titans[:1] * 3}, "not different titans"),
        ({"titans": (*START.titans, titan("slaugg", seat=1))}, "too many for 3 players"),
        ({"riders": (Rider(CARDS), Rider(), Rider()), "deck": ()}, "more than 2 cards"),
        ({"deck": CARDS}, "not those of the edition"),
        ({"deck": START.deck[::-1]}, "listed in sorted order"),
        ({"traps": ("A5",)}, "two things share a field"),
        ({"traps": ("E4",)}, "no field 'E4'"),
        ({"traps": FIELDS[6:22]}, "16 traps lie on the track"),
        ({"tracks": SLAM}, "stands on A5 with 0 laps"),
        ({"winner": "kraken"}, "kraken has 0 laps, and kraken has won"),
        ({"order": ("kraken", "grinder")}, "not that of all titans"),
        ({"place": 3}, "nobody takes turn 3"),
        ({"titans": START.with_titan("grinder", rested=True).titans}, "grinder has ended no move of its own"),
        ({"round": 0}, "nobody takes turn 0 of round 0"),
        ({"pool": ("pink",)}, "not those of the race"),
        ({"pool": ("red", "red", "red")}, "kraken has a die before its choice"),
        ({"winner": "slaugg"}, "does not race"),
        ({"riders": (Rider(ordered=True), Rider(("TRC01",)), Rider())}, "TR-15.2"),
        ({"order": (), "agenda": (LoseLife("kraken", "lava"),)}, "before the order is settled"),
        ({"turn": None, "agenda": (LoseLife("kraken", "lava"),)}, "outside a turn"),
        ({"agenda": (LoseLife("slaugg", "lava"),)}, "has a wrong titan"),
        ({"agenda": (LoseLife("kraken", "boredom"),)}, "has a wrong cause"),
        ({"agenda": (Stride("kraken", "up", 1),)}, "has a wrong direction"),
        ({"agenda": (Stride("kraken", "forward", 99),)}, "has a wrong segment"),
        ({"agenda": (SpringTrap("kraken", "E4"),)}, "has a wrong field"),
        ({"agenda": (DrawCard(4),)}, "has a wrong seat"),
        ({"agenda": (PutAway("TRC01"),)}, "has a wrong card"),
        ({"agenda": (React(1, "kraken", "push", ""),)}, '"react" is due only if it is known which titan pushes'),
        ({"agenda": (StealCard(1, 3),)}, '"steal card" cannot come last'),
        ({"agenda": (PerformDie(1, "kraken", "purple", ("move",)),)}, '"perform die" is due only if'),
        ({"agenda": (PerformDie(1, "kraken", "yellow", ()),)}, '"perform die" is due only if'),
        ({"agenda": (CompletePart("kraken", "move"),)}, '"complete part" cannot come last'),
        ({"agenda": (BeginTurn("kraken"),)}, '"begin turn" is never on the agenda'),
        ({"agenda": (DealCard(1),)}, '"deal card" is never on the agenda'),
        (
            {"agenda": (FacePirates(2, "grinder"), LoseLife("kraken", "lava"))},
            '"lose life" cannot come right before "face pirates"',
        ),
        ({"agenda": (LoseLife("kraken", "drain"),)}, '"lose life" is due only if it is known which titan pushes'),
        ({"agenda": (RerollDie("grinder"),)}, '"reroll die" is due only if the titan in turn has chosen a die'),
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
    assert list(TITAN_RACE.rules.invariants(START)) == []
    assert complaint in "; ".join(TITAN_RACE.rules.invariants(START.but(**changes)))


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [({"life": 7}, "with 7 life"), ({"life": 0}, "upright with 0 life"), ({"laps": 3}, "nobody has won")]
    + [({"field": "", "laps": 1}, "is at the start with 1 laps")]
    + [({"die": "pink"}, "shows 'pink'"), ({"seat": 2}, "seat 1 has 0 of 3 titans"), ({"laps": -5000}, "-5000 laps")],
)
def test_a_titan_that_cannot_be_is_named(changes: dict[str, Any], complaint: str) -> None:
    assert complaint in "; ".join(TITAN_RACE.rules.invariants(START.with_titan("kraken", **changes)))


def test_no_turn_is_taken_after_the_end() -> None:
    won = START.with_titan("kraken", laps=3, field="").but(winner="kraken")
    assert list(TITAN_RACE.rules.invariants(won)) == ["a turn is taken after the end (TR-14.3)"]
    assert list(TITAN_RACE.rules.invariants(won.but(turn=None))) == []
