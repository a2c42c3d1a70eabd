"""Questions by the client: a lost stream is resumed where it was, and nothing is said twice."""

from __future__ import annotations

import grpc

from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.referee.v1 import questions_pb2 as pb
from gunbai_client import Gunbai, Seat
from tests.clients.python.scripted import failure, scripted

LOST = failure(grpc.StatusCode.UNAVAILABLE)


def test_every_question_is_asked(gunbai: Gunbai, seats: list[Seat]) -> None:
    game = seats[0].game
    for seat in seats:
        seat.submit(cmd.ChooseFigure(figure=cmd.FIGURE_SMALL))
    entries = list(gunbai.questions.entries(game))
    assert [each.entry for each in entries] == list(gunbai.entries(game))
    assert entries[-1].clauses
    assert [each.entry for each in gunbai.questions.entries(game, seat=2)] == [
        each.entry for each in entries if each.entry.actor.seat == 2
    ]
    (chosen,) = gunbai.questions.changes(game, "gunmen.0.figure", after=entries[-1].entry.version - 2)
    assert chosen.changes[-1].path == "gunmen.0.figure"
    first = next(iter(gunbai.questions.positions(game, 'gunmen.0.figure == "FIGURE_SMALL"', one=True)))
    assert (first.holds, first.version) == (True, chosen.entry.entry.version)
    head = entries[-1].entry.version
    found = gunbai.questions.differences(game, head - 1, other_version=head)
    assert (found.shared_version, found.other_next.entry.version) == (head - 1, head)


async def test_positions_that_are_lost_go_on_where_they_were_and_none_is_said_twice() -> None:
    begins, ceases = (pb.FindPositionsResponse(version=version, holds=version == 5) for version in (5, 9))
    answers = [[begins, LOST], [begins, ceases]]
    async with scripted(FindPositions=answers) as (gunbai, script):
        found = [(each.version, each.holds) async for each in gunbai.questions.positions("g", "true")]
    assert found == [(5, True), (9, False)]
    assert script.asked == [
        pb.FindPositionsRequest(game="g", expression="true", from_version=version) for version in (0, 5)
    ]


async def test_who_asks_for_nothing_is_asked_for_all_entries() -> None:
    async with scripted() as (gunbai, script):
        assert [each async for each in gunbai.questions.entries("g")] == []
    assert script.asked == [pb.SearchEntriesRequest(game="g")]
