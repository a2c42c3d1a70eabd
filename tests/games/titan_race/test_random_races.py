"""Random races on every track, with every number of players, as Grand Slams and in teams, break no invariant."""

from __future__ import annotations

import json

import pytest

from games.titan_race import TITAN_RACE
from games.titan_race.rules.data import TRACKS
from titles.checks.walk import set_up, walk

SLAMS = (
    ("kaldheira", "anglieh", "estengaard"),
    ("estengaard", "dead_lagoon", "forbidden_foundry"),
    ("forbidden_foundry", "ban_kogu", "kaldheira"),
)
TEAMS = {4: (1, 2, 1, 2), 6: (1, 2, 3, 1, 2, 3)}


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("tracks", [*((track,) for track in TRACKS), *SLAMS], ids="-".join)
def test_a_race_of_random_moves_ends_and_keeps_everything_in_order(tracks: tuple[str, ...], seats: int) -> None:
    teams = TEAMS.get(seats, ()) if len(tracks) > 1 else ()
    options = json.dumps({"tracks": tracks, "teams": teams})
    table = set_up(TITAN_RACE, seats, options).table
    for number, turn in enumerate(walk(TITAN_RACE, table, seats)):
        table = turn.accepted.table
        assert list(TITAN_RACE.rules.invariants(table)) == []
        assert number < 5_000
    outcome = TITAN_RACE.rules.outcome(table)
    assert outcome is not None
    assert len(outcome.winners) == (seats // len(set(teams)) if teams else 1)
