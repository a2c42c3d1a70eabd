"""Nothing is lost with an answer: anyone who repeats a request that creates gets what it created, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gunbai.referee.v1 import lobby_pb2, referee_pb2
from gunbai_record.tokens import game_id, new_token
from lab.title_parts import but
from lab.toy import LANTERN_NIGHT, protos
from lab.toy_service import DEALER, House, Match, all_of, bearer, creation, failure, new_tokens, open_house
from referee.game.titles import Titles

REUSED, USED = ("ALREADY_EXISTS", "REQUEST_ID_REUSED"), ("ALREADY_EXISTS", "TOKEN_USED")


def wishes(match: Match, **wishes: Any) -> lobby_pb2.JoinGameRequest:
    """Return a request for a seat."""
    return lobby_pb2.JoinGameRequest(game=match.id, **{"player": "Ada", "token": new_token()} | wishes)


async def test_a_game_is_created_once_however_often_it_is_asked_for(house: House) -> None:
    request = creation(label="tonight", chance_source=DEALER, private=True, request_id="one")
    first, *others = await all_of(*(house.lobby.CreateGame(request) for _ in range(8)))
    assert others == [first] * 7
    match = Match(house, first, request)
    assert match.id == game_id(request.token, "one")
    await match.seat_all()
    await match.begin()
    await match.view(match.dealer)
    await match.view(match.spectator)
    assert (await house.lobby.CreateGame(request)).info == await match.game()


async def test_a_game_is_found_again_by_its_request_after_a_restart(tmp_path: Path) -> None:
    request = creation()
    async with open_house(tmp_path) as house:
        game = (await house.lobby.CreateGame(request)).info.game
        joining = lobby_pb2.JoinGameRequest(game=game, player="Ada", token=new_token(), entropy=b"mine")
        await house.lobby.JoinGame(joining)
    async with open_house(tmp_path) as house:
        assert (await house.lobby.CreateGame(request)).info.game == game
        again = await house.lobby.JoinGame(joining)
        assert (again.seat, again.info.head) == (1, 2)


async def test_a_request_that_names_no_rules_finds_its_game_though_there_are_newer_ones_since(tmp_path: Path) -> None:
    request = creation()
    async with open_house(tmp_path) as house:
        game = (await house.lobby.CreateGame(request)).info
    newer = Titles([LANTERN_NIGHT, but(LANTERN_NIGHT, rules_version=2)])
    async with open_house(tmp_path, titles=newer) as house:
        assert (await house.lobby.CreateGame(creation())).info.rules_version == 2
        again = (await house.lobby.CreateGame(request)).info
    assert (again.game, again.rules_version) == (game.game, 1)


@pytest.mark.parametrize(
    "other",
    [
        {"label": "other"},
        {"seats": 3},
        {"private": True},
        {"chance_source": DEALER},
        {"options_json": '{"purse": 7}'},
        {"tags": ["final"]},
        {"played_on": "1972"},
    ],
)
async def test_another_request_with_the_same_token_and_id_is_refused(house: House, other: dict[str, Any]) -> None:
    tokens = new_tokens()
    await house.lobby.CreateGame(creation(**tokens, request_id="one"))
    failed = await failure(house.lobby.CreateGame(creation(**tokens | other, request_id="one")))
    assert failed[:2] == REUSED
    assert failed.facts["game"] == game_id(tokens["token"], "one")


async def test_another_dealer_is_another_request(house: House) -> None:
    request = creation(chance_source=DEALER)
    await house.lobby.CreateGame(request)
    request.dealer_token = new_token()
    assert (await failure(house.lobby.CreateGame(request)))[:2] == REUSED


async def test_a_token_that_has_a_role_gets_no_other(house: House) -> None:
    match = await house.open(chance_source=DEALER)
    await match.join(1)
    for token in (match.host, match.dealer, match.tokens[1]):
        failed = await failure(house.lobby.CreateGame(creation(token=token, request_id="another")))
        assert failed[:3] == (*USED, "token")
        assert token not in str(failed)
        dealt = creation(chance_source=DEALER, dealer_token=token)
        assert (await failure(house.lobby.CreateGame(dealt)))[:3] == (*USED, "dealer_token")
        watched = creation(private=True, spectator_token=token)
        assert (await failure(house.lobby.CreateGame(watched)))[:3] == (*USED, "spectator_token")
    for token in (match.host, match.dealer):
        assert (await failure(match.join(2, token=token)))[:3] == (*USED, "token")
    other = await house.open()
    assert (await failure(other.join(1, token=match.tokens[1])))[:2] == USED


async def test_a_seat_is_taken_once_however_often_it_is_asked_for(house: House) -> None:
    match = await house.open(seats=4)
    request = wishes(match, entropy=b"mine")
    answers = await all_of(*(house.lobby.JoinGame(request) for _ in range(8)))
    assert {answer.seat for answer in answers} == {1}
    named = wishes(match, seat=3)
    answers = await all_of(*(house.lobby.JoinGame(named) for _ in range(8)))
    assert {answer.seat for answer in answers} == {3}
    assert (await match.game()).head == 3
    for seat in (2, 4):
        await match.join(seat)
    await match.begin()
    assert (await house.lobby.JoinGame(request)).seat == 1


@pytest.mark.parametrize("other", [{"seat": 2}, {"player": "Bo"}, {"entropy": b"other"}, {"commitment": b"c" * 32}])
async def test_the_token_of_a_seat_takes_no_other_and_in_no_other_way(house: House, other: dict[str, Any]) -> None:
    match = await house.open()
    request = wishes(match, seat=1, entropy=b"mine")
    await house.lobby.JoinGame(request)
    request.MergeFrom(lobby_pb2.JoinGameRequest(**other))
    assert (await failure(house.lobby.JoinGame(request)))[:2] == USED
    assert (await match.game()).head == 2


async def branch_of(house: House) -> tuple[Match, referee_pb2.ForkGameRequest]:
    """Return a game that hides a bid, and a request for a branch of it with every seat's consent."""
    match = await house.start()
    await match.play((1, protos.Bid(light=2, seat=1)))
    version = (await match.game()).head
    consents = await match.consents(version)
    return match, referee_pb2.ForkGameRequest(game=match.id, version=version, consents=consents, **new_tokens())


async def test_a_branch_is_made_once_however_often_it_is_asked_for(house: House) -> None:
    match, request = await branch_of(house)
    host = bearer(match.host)
    first, *others = await all_of(*(house.referee.ForkGame(request, metadata=host) for _ in range(4)))
    assert others == [first] * 3
    await match.abandon()
    assert (await house.referee.ForkGame(request, metadata=host)).info == first.info


@pytest.mark.parametrize(
    "change",
    [
        lambda request: setattr(request, "label", "other"),
        lambda request: setattr(request, "version", request.version - 1),
        lambda request: request.consents.pop(),
    ],
)
async def test_another_request_for_a_branch_with_the_same_token_is_refused(
    house: House, change: Callable[[referee_pb2.ForkGameRequest], object]
) -> None:
    match, request = await branch_of(house)
    await house.referee.ForkGame(request, metadata=bearer(match.host))
    await match.abandon()
    change(request)
    assert (await failure(house.referee.ForkGame(request, metadata=bearer(match.host))))[:2] == REUSED


async def test_a_consent_that_is_asked_for_again_is_the_same(house: House) -> None:
    match = await house.start()
    await match.play((1, protos.Bid(light=2, seat=1)))
    head = (await match.game()).head

    async def given(**fields: Any) -> str:
        request = referee_pb2.ConsentToForkRequest(game=match.id, **{"version": head} | fields)
        answer = await house.referee.ConsentToFork(request, metadata=bearer(match.tokens[1]))
        return str(answer.consent)

    assert await given(request_id="a") == await given(request_id="a")
    several = [
        await given(request_id="a"),
        await given(request_id="b"),
        await given(request_id="a", private=True),
        await given(),
        await given(),
    ]
    assert len({*several}) == 5
    request = referee_pb2.ConsentToForkRequest(game=match.id, version=head, request_id="x" * 65)
    assert (await failure(house.referee.ConsentToFork(request, metadata=bearer(match.tokens[1])))).field == "request_id"
