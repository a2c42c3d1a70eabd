"""Nobody gets by a branch what they may not have of its parent."""

from __future__ import annotations

from gunbai.referee.v1 import lobby_pb2
from lab.toy_service import House, bids, failure


async def test_a_branch_of_a_private_game_is_private(house: House) -> None:
    match = await house.start(private=True)
    branch = await match.fork(4, match.spectator)
    assert branch.made.info.private
    assert branch.spectator
    assert (await failure(branch.entries())).reason == "GAME_PRIVATE"
    listed = await house.lobby.ListGames(lobby_pb2.ListGamesRequest(parent=match.id))
    assert not listed.games


async def test_consents_beyond_one_of_each_seat_are_not_looked_at(house: House) -> None:
    match = await house.start()
    await match.play(*bids(1, 2))
    version = (await match.game()).head
    consents = await match.consents(version)
    assert (await failure(match.fork(version, match.host, consents=consents * 20))).field == "consents"
    assert (await failure(match.fork(version, match.host, consents=consents[:1] * 2))).reason == "CONSENTS_MISSING"
    await match.fork(version, match.host, consents=consents)
