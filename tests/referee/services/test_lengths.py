"""A game has a greatest length: then it is read and branched, but not played on, and any seat may abandon it."""

from __future__ import annotations

from pathlib import Path

from gunbai.referee.v1 import game_pb2, lobby_pb2
from lab.toy import protos
from lab.toy_service import Match, bearer, bids, failure, house


async def abandoned(match: Match, token: str) -> game_pb2.GameInfo:
    """Return a game after the holder of a token abandoned it."""
    request = lobby_pb2.AbandonGameRequest(game=match.id)
    answer = await match.house.lobby.AbandonGame(request, metadata=bearer(token))
    game: game_pb2.GameInfo = answer.info
    return game


async def test_a_game_of_the_greatest_length_takes_no_command_and_any_seat_abandons_it(tmp_path: Path) -> None:
    async with house(tmp_path, longest_game=5) as found:
        match = await found.start()
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
