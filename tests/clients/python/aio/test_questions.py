"""Questions by the client: a lost stream is resumed where it was, and nothing is said twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.referee.v1 import questions_pb2 as pb
from gunbai_client import Gunbai, Seat
from gunbai_client.aio.questions import Questions
from tests.clients.python.scripted import failure, scripted

LOST = failure(grpc.StatusCode.UNAVAILABLE)


def test_every_question_is_asked(gunbai: Gunbai, seats: list[Seat]) -> None:
    game = seats[0].game
    for seat in seats:
        seat.submit(cmd.ChooseFigure(figure=cmd.FIGURE_SMALL))
    entries = list(gunbai.questions.entries(game))
    assert [entry.entry for entry in entries] == list(gunbai.entries(game))
    assert entries[-1].clauses
    assert [entry.entry for entry in gunbai.questions.entries(game, seat=2)] == [
        entry.entry for entry in entries if entry.entry.actor.seat == 2
    ]
    (chosen,) = gunbai.questions.changes(game, "gunmen.0.figure", after=entries[-1].entry.version - 2)
    assert chosen.changes[-1].path == "gunmen.0.figure"
    first = next(iter(gunbai.questions.positions(game, 'gunmen.0.figure == "FIGURE_SMALL"', one=True)))
    assert (first.holds, first.version) == (True, chosen.entry.entry.version)
    head = entries[-1].entry.version
    response = gunbai.questions.differences(game, head - 1, other_version=head)
    assert (response.shared_version, response.other_next.entry.version) == (head - 1, head)


async def test_positions_that_are_lost_go_on_where_they_were_and_none_is_said_twice() -> None:
    begins, ceases = (pb.FindPositionsResponse(version=version, holds=version == 5) for version in (5, 9))
    answers = [[begins, LOST], [begins, ceases]]
    async with scripted(FindPositions=answers) as (gunbai, script):
        pairs = [(position.version, position.holds) async for position in gunbai.questions.positions("g", "true")]
    assert pairs == [(5, True), (9, False)]
    assert script.requests == [
        pb.FindPositionsRequest(game="g", expression="true", from_version=version) for version in (0, 5)
    ]


def explained(version: int) -> pb.ExplainedEntry:
    """Return an entry with this version."""
    return pb.ExplainedEntry(entry=Entry(version=version))


@pytest.mark.parametrize(
    ("method", "call", "answers", "shown", "requests"),
    [
        (
            "SearchEntries",
            lambda questions: questions.entries("g", 2, 9),
            [pb.SearchEntriesResponse(entry=explained(version)) for version in (4, 9)],
            [explained(4), explained(9)],
            [pb.SearchEntriesRequest(game="g", after_version=after, up_to_version=9) for after in (2, 4)],
        ),
        (
            "TraceValue",
            lambda questions: questions.changes("g", "king", 9, after=2),
            [pb.TraceValueResponse(entry=explained(version)) for version in (4, 9)],
            [pb.TraceValueResponse(entry=explained(version)) for version in (4, 9)],
            [pb.TraceValueRequest(game="g", path="king", version=9, after_version=after) for after in (2, 4)],
        ),
        (
            "MeasureLuck",
            lambda questions: questions.luck("g", 2, 9),
            [pb.MeasureLuckResponse(version=version) for version in (4, 9)],
            [pb.MeasureLuckResponse(version=version) for version in (4, 9)],
            [pb.MeasureLuckRequest(game="g", after_version=after, up_to_version=9) for after in (2, 4)],
        ),
    ],
)
async def test_answers_that_are_lost_go_on_where_they_were_up_to_the_last(
    method: str, call: Callable[[Questions], Any], answers: list[Message], shown: list[Message], requests: list[Message]
) -> None:
    streams = {method: [[answers[0], LOST], [answers[1], LOST]]}
    async with scripted(**streams) as (gunbai, script):
        assert [answer async for answer in call(gunbai.questions)] == shown
    assert script.requests == requests
