"""A game has a greatest length: then it is read and branched, but not played on, and any seat may abandon it.

What one seat repeats does not make it longer: words and tokens have numbers of their own.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gunbai.record.v1 import results_pb2 as results
from gunbai.referee.v1 import game_pb2, lobby_pb2
from lab.toy import protos
from lab.toy_service import Match, bearer, bids, failure, open_house
from referee.records import changes


async def abandoned(match: Match, token: str) -> game_pb2.GameInfo:
    """Return a game after the holder of a token abandoned it."""
    request = lobby_pb2.AbandonGameRequest(game=match.id)
    answer = await match.house.lobby.AbandonGame(request, metadata=bearer(token))
    game: game_pb2.GameInfo = answer.info
    return game


async def test_a_game_of_the_greatest_length_takes_no_command_and_any_seat_abandons_it(tmp_path: Path) -> None:
    async with open_house(tmp_path, longest_game=5) as house:
        match = await house.start()
        refused = await failure(abandoned(match, match.tokens[2]))
        assert (refused.code, refused.reason) == ("PERMISSION_DENIED", "ROLE_NEEDED")
        last = match.request(protos.Bid(light=1, seat=1), 4)
        await match.send(1, last)
        too_long = await failure(match.submit(2, bids(1, 1)[1][1]))
        assert (too_long.code, too_long.reason, too_long.facts["entries"]) == (
            "FAILED_PRECONDITION", "GAME_TOO_LONG", "5",
        )  # fmt: skip
        assert (await match.game()).head == 5
        assert (await match.send(1, last)).accepted.repeated_command
        assert (await match.fork(4)).made.info.parent == match.id
        refused = await failure(abandoned(match, ""))
        assert (refused.code, refused.reason) == ("UNAUTHENTICATED", "TOKEN_MISSING")
        assert (await abandoned(match, match.tokens[2])).status == game_pb2.GAME_STATUS_ABANDONED
        verdict = await match.verify()
        assert not verdict.problem


async def test_a_seat_that_gives_its_word_again_and_again_ends_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "MOST_WORDS", 6)
    async with open_house(tmp_path, longest_game=7) as house:
        match = await house.start()
        for winner in (1, 2) * 3:
            await match.submit(2, results.Agree(result=results.AgreedResult(winners=[winner])))
        again = await failure(match.submit(2, results.Agree(result=results.AgreedResult(winners=[1]))))
        assert (again.code, again.reason) == ("FAILED_PRECONDITION", "ORDERS_USED_UP")
        assert (again.facts["seat"], again.facts["orders"]) == ("2", "6")
        assert (await failure(abandoned(match, match.tokens[2]))).reason == "ROLE_NEEDED"
        await match.submit(1, results.Agree(result=results.AgreedResult(winners=[1])))
        await match.play(*bids(1, 1))
        assert (await failure(match.submit(1, protos.Ring()))).reason == "GAME_TOO_LONG"
        await match.submit(2, results.Concede())
        assert (await match.game()).status == game_pb2.GAME_STATUS_DECIDED
        assert not (await match.verify()).problem
