"""The cases hold at a service as they hold in the process: a sample of each title's; all of them in the long suite."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import pytest

from gunbai.record.v1.entry_pb2 import ACTOR_KIND_CHANCE, ACTOR_KIND_SEAT, Actor, Entry, Item
from gunbai.record.v1.lifecycle_pb2 import GameStarted, StartGame
from gunbai.referee.v1.audit_pb2 import Acceptable, AdjudicateRequest, AdjudicateResponse
from gunbai.referee.v1.record_pb2 import ReadEntriesRequest, ReadEntriesResponse
from gunbai.referee.v1.ruling_pb2 import Refused
from gunbai.shogun.v1.commands_pb2 import LayCard
from gunbai.shogun.v1.events_pb2 import CardLaid
from gunbai_client import Gunbai, connect, remote_venue
from gunbai_client.reasons import QuotaExceeded
from gunbai_client.remote_venue import RemoteMatch, RemoteVenue
from gunbai_record.cases import Case, CaseError, Judged, read_files, readable, run
from gunbai_record.cases.format import read_text
from gunbai_record.chain import sealed
from gunbai_record.messages import packed
from lab.patience import PATIENCE
from referee.cases.in_process_venue import InProcessVenue
from tests.clients.python.scripted import Answer, Scripted, failure, serving
from titles.catalogue import TITLES

CASES = list(read_files([Path(__file__).parents[2] / "cases"]))

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

[[case]]
name = "A finished game branches."
clause = "LD-7.2"
title = "liars_dice"
changes = { "cups.0.dice" = 1, "cups.1.dice" = 1, round = 9 }
before = [
  { actor = "chance", command = "ShakeCup", fields = { seat = 1, dice = [2] } },
  { actor = "chance", command = "ShakeCup", fields = { seat = 2, dice = [3] } },
  { actor = 1, command = "MakeBid", fields = { quantity = 2, face = 2 } },
]
moves = [
  { actor = 2, command = "ChallengeBid", ended = { winners = [2] } },
  { actor = 2, command = "MakeBid", fields = { quantity = 2, face = 3 }, fork_at = 0, ended = false },
]

[[case]]
name = "A secret command in the name of another seat is ruled upon."
clause = "SH-19.3"
title = "shogun"
seats = 3
moves = [{ actor = 1, command = "LayCard", fields = { seat = 2, card = "mino" }, refused = "SH-19.3" }]
"""


SPOILED = """
[[case]]
name = "A case."
clause = "IN-2.3"
title = "infludance_duel"
"""


@pytest.mark.parametrize(
    ("addition", "problem"),
    [
        ("", "the service has no title 'chess'"),
        ("views.3 = {}", "there is no seat 3: the game has 2 seats"),
    ],
)
def test_a_case_that_a_service_cannot_play_says_why(addition: str, problem: str, gunbai: Gunbai) -> None:
    text = SPOILED + addition if addition else SPOILED.replace("infludance_duel", "chess")
    (case,) = readable(read_text(text, "a.toml"))
    with pytest.raises(CaseError, match=f"^a.toml: 'A case.': {problem}$"):
        run(case, RemoteVenue(gunbai))


def seen(*, by: int) -> ReadEntriesResponse:
    """Return the first entry of a game that has begun, as a seat sees it: the card that is laid is that of seat 2."""
    began, laid = Item(open=packed(GameStarted())), Item(open=packed(LAID), salt=bytes(32))
    items = [began, laid if by == LAID.seat else sealed(laid)]
    return ReadEntriesResponse(entry=Entry(game="g", version=1, command=Item(open=packed(StartGame())), events=items))


LAID = CardLaid(seat=2, space="castle", card="mino")
LAY = LayCard(seat=2, card="mino")
SHUT = Refused(clause="SH-6.1", sentence="Not yours.")


@asynccontextmanager
async def matched(**answers: Sequence[Answer]) -> AsyncIterator[tuple[RemoteMatch, Scripted]]:
    """Yield a match of two seats at a scripted service, and the service."""
    reads = [[seen(by=seat)] for seat in (0, 0, 1, 2)]
    async with serving(ReadEntries=reads, **answers) as (address, script):
        with connect(address, deadline=PATIENCE) as gunbai:
            seats = [gunbai.seat("g", number) for number in range(3)]
            yield await asyncio.to_thread(RemoteMatch, gunbai, seats[0], seats[1:]), script


async def test_an_event_that_one_seat_alone_may_see_is_read_with_its_token() -> None:
    async with matched() as (match, script):
        assert match.started == [LAID]
        assert match.position == 1
    assert script.requests[1:] == [ReadEntriesRequest(game="g", up_to_version=1)] * 3


async def test_events_that_everybody_may_see_are_read_once() -> None:
    async with serving(ReadEntries=[[seen(by=LAID.seat)]]) as (address, script):
        with connect(address, deadline=PATIENCE) as gunbai:
            match = await asyncio.to_thread(RemoteMatch, gunbai, gunbai.seat("g"), [gunbai.seat("g", 1)])
    assert match.started == [LAID]
    assert script.requests == [ReadEntriesRequest(game="g")]


@pytest.mark.parametrize(
    ("ruling", "judged"),
    [
        (AdjudicateResponse(refused=SHUT), Judged(refused=SHUT)),
        (AdjudicateResponse(accepted=Acceptable(events=[packed(LAID)])), Judged([LAID])),
    ],
)
@pytest.mark.parametrize(
    ("actor", "who"),
    [(1, Actor(kind=ACTOR_KIND_SEAT, seat=1)), (0, Actor(kind=ACTOR_KIND_CHANCE))],
)
async def test_a_move_that_cannot_be_made_is_ruled_upon(
    ruling: AdjudicateResponse, judged: Judged, actor: int, who: Actor
) -> None:
    rejected = failure(grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD", command="another seat's")
    async with matched(Submit=[rejected], Adjudicate=[ruling]) as (match, script):
        assert await asyncio.to_thread(match.judge, actor, LAY) == judged
    assert script.requests[-1] == AdjudicateRequest(game="g", actor=who, command=packed(LAY))


def busy_for(seconds: float, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """Return a call that the quota refuses for some seconds of a clock on which only sleep takes time."""
    clock = [0.0]
    monkeypatch.setattr("gunbai_client.remote_venue.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("gunbai_client.remote_venue.time.sleep", lambda seconds: clock.append(clock.pop() + seconds))

    def call() -> str:
        if clock[0] < seconds:
            raise QuotaExceeded("too many games")
        return "made"

    return call


def test_a_call_beyond_the_quota_is_repeated_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    assert remote_venue._patiently(busy_for(61, monkeypatch)) == "made"
    with pytest.raises(QuotaExceeded):
        remote_venue._patiently(busy_for(62, monkeypatch))


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
