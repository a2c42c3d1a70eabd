"""The cases hold at a service as they hold in the process: a sample of each title's; all of them in the long suite."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from games.catalogue import TITLES
from gunbai_client import Gunbai
from gunbai_client.cases import Case, read_files, readable, remote, run
from gunbai_client.cases.format import read_text
from gunbai_client.cases.remote import RemoteVenue
from gunbai_client.reasons import QuotaExceeded
from referee.cases.venue import InProcessVenue

CASES = list(read_files([Path(__file__).parents[3] / "cases"]))

NEW_KEYS = """
[[case]]
name = "A creation is refused with its clause."
clause = "TR-2.1"
title = "titan_race"
options = { tracks = ["nowhere"] }
refused_creation = "TR-2.1"

[[case]]
name = "A creation is refused without a clause."
clause = "TR-2.1"
title = "titan_race"
options = { nonsense = 1 }
refused_creation = true

[[case]]
name = "A duel branches."
clause = "IN-2.3"
title = "infludance_duel"
options = { starting_player = "red" }
moves = [
  { actor = 1, command = "ChooseFigure", fields = { figure = "FIGURE_SMALL" } },
  { actor = 1, command = "ChooseFigure", fields = { figure = "FIGURE_LARGE" }, fork_at = 0 },
  { actor = 2, command = "ChooseFigure", fields = { figure = "FIGURE_LARGE" }, fork_at = 1 },
]
events_exclude = ["CowboyPlaced"]
view = { "gunmen.0.figure" = "FIGURE_SMALL", "gunmen.seat=3.exists" = false }

[[case]]
name = "A race with hidden hands branches, with every seat's consent."
clause = "TR-2.2"
title = "titan_race"
changes = { "riders.0.hand" = ["TRC02"] }
pools = ["deck"]
moves = [
  { actor = 1, command = "ChooseTitan", fields = { titan = "rassik" } },
  { actor = 1, command = "ChooseTitan", fields = { titan = "ragnarok" }, fork_at = 0 },
]

[[case]]
name = "A game branches after what only one seat has seen, with every seat's consent."
clause = ["LD-1.2", "LD-3.1"]
title = "liars_dice"
moves = [
  { actor = "chance", command = "ShakeCup", fields = { seat = 1, dice = [2, 5, 5, 1, 6] }, events = [
    { event = "CupShaken", seat = 1 },
    { event = "DiceSeen", seat = 1, dice = [2, 5, 5, 1, 6] },
  ] },
  { actor = "chance", command = "ShakeCup", fields = { seat = 2, dice = [3, 3, 3, 3, 3] } },
  { actor = 1, command = "MakeBid", fields = { quantity = 2, face = 5 } },
  { actor = 1, command = "MakeBid", fields = { quantity = 3, face = 5 }, fork_at = 2 },
]
views.2 = { "cups.0.hand.length" = 0, "cups.1.hand.length" = 5 }

[[case]]
name = "After the end of a game its moves are still ruled upon."
clause = "LD-7.2"
title = "liars_dice"
changes = { "cups.0.dice" = 1, "cups.1.dice" = 1, round = 9 }
before = [
  { actor = "chance", command = "ShakeCup", fields = { seat = 1, dice = [2] } },
  { actor = "chance", command = "ShakeCup", fields = { seat = 2, dice = [3] } },
  { actor = 1, command = "MakeBid", fields = { quantity = 2, face = 2 } },
  { actor = 2, command = "ChallengeBid" },
]
moves = [{ actor = 2, command = "MakeBid", fields = { quantity = 1, face = 1 }, refused = "LD-7.2" }]
ended = { winners = [2] }
"""


def busy_for(seconds: float, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """Return a call that the quota refuses for some seconds of a clock on which only sleep takes time."""
    clock = [0.0]
    monkeypatch.setattr("gunbai_client.cases.remote.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("gunbai_client.cases.remote.time.sleep", lambda seconds: clock.append(clock.pop() + seconds))

    def call() -> str:
        if clock[0] < seconds:
            raise QuotaExceeded("too many games")
        return "made"

    return call


def test_a_call_beyond_the_quota_is_repeated_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    assert remote._patiently(busy_for(61, monkeypatch)) == "made"
    with pytest.raises(QuotaExceeded):
        remote._patiently(busy_for(62, monkeypatch))


@pytest.mark.parametrize("title", TITLES)
def test_a_sample_of_the_cases_holds_at_a_service(title: str, gunbai: Gunbai) -> None:
    venue = RemoteVenue(gunbai)
    own = [case for case in CASES if case.title == title]
    for case in itertools.islice(own, 0, None, len(own) // 10):
        run(case, venue)


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_every_case_holds_at_a_service(title: str, gunbai: Gunbai) -> None:
    venue = RemoteVenue(gunbai)
    for case in CASES:
        if case.title == title:
            run(case, venue)


@pytest.mark.parametrize("case", list(readable(read_text(NEW_KEYS, "keys.toml"))), ids=lambda case: case.name)
def test_every_key_has_one_meaning_at_a_service_and_in_process(case: Case, gunbai: Gunbai) -> None:
    run(case, RemoteVenue(gunbai))
    run(case, InProcessVenue())


@pytest.mark.parametrize("title", TITLES)
def test_a_creation_is_refused_by_the_same_clause_as_in_the_process(title: str, gunbai: Gunbai) -> None:
    venue = RemoteVenue(gunbai)
    refused = [case for case in CASES if case.title == title and case.refused_creation]
    assert refused
    for case in refused:
        run(case, venue)
