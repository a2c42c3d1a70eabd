"""What makes a game besides its record: an id and a secret, and the tokens that the client sent."""

from __future__ import annotations

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.tokens import game_id, hash_of, new_token
from lab.toy_games import TITLES, created
from lab.toy_service import creation
from referee.errors import InvalidField
from referee.game.entries import Added
from referee.game.game import Game
from referee.game.lifecycle import create_game
from referee.records.changes import Changes
from referee.records.founding import founded, prepare
from referee.records.games import Games
from store.contract import Grant, Opening
from store.memory import MemoryStore

REFEREE, DEALER = life.CHANCE_SOURCE_REFEREE, life.CHANCE_SOURCE_DEALER


def test_every_game_has_an_id_and_a_secret_of_its_own() -> None:
    foundings = [prepare(creation(), REFEREE, private=False) for _ in range(50)]
    assert len({founding.game for founding in foundings}) == len({founding.secret for founding in foundings}) == 50
    assert {len(founding.secret) for founding in foundings} == {32}


def test_the_id_follows_from_the_token_and_the_id_of_the_request_and_the_secret_from_nothing() -> None:
    token = new_token()
    one, same, other = (
        prepare(creation(token=token, request_id=request_id), REFEREE, private=False) for request_id in ("a", "a", "b")
    )
    assert one.game == same.game == game_id(token, "a") != other.game
    assert one.secret != same.secret


def test_a_dealer_and_spectators_have_a_token_where_there_are_such() -> None:
    for source in (REFEREE, DEALER):
        for private in (False, True):
            request = creation()
            expected = {
                "host": request.token,
                **({"dealer": request.dealer_token} if source == DEALER else {}),
                **({"spectator": request.spectator_token} if private else {}),
            }
            assert prepare(request, source, private=private).tokens == expected
            with_bot = prepare(request, source, private=private, bot=True)
            assert with_bot.tokens == expected | {"bot": request.bot_token}


@pytest.mark.parametrize("field", ["token", "dealer_token", "spectator_token", "bot_token"])
def test_a_role_without_a_token_of_its_own_is_refused(field: str) -> None:
    with pytest.raises(InvalidField) as refused:
        prepare(creation("lantern_night", 2, **{field: ""}), DEALER, private=True, bot=True)
    assert refused.value.field == field
    shared = new_token()
    for other in ("token", "dealer_token", "spectator_token", "bot_token"):
        if other != field:
            later = max(field, other, key=["token", "dealer_token", "spectator_token", "bot_token"].index)
            request = creation("lantern_night", 2, **{field: shared, other: shared})
            with pytest.raises(InvalidField, match=f"{later}: each role needs a different token"):
                prepare(request, DEALER, private=True, bot=True)


def test_the_id_of_a_request_has_a_length() -> None:
    prepare(creation(request_id="x" * 64), REFEREE, private=False)
    with pytest.raises(InvalidField) as refused:
        prepare(creation(request_id="x" * 65), REFEREE, private=False)
    assert refused.value.field == "request_id"


async def test_the_same_request_twice_at_once_makes_one_game() -> None:
    changes, request = Changes(Games(MemoryStore(), TITLES)), creation()

    def first(secret: bytes, at: int, _: AnyMessage | None) -> Added:
        return create_game(TITLES, life.CreateGame(title="lantern_night", seats=2), one.game, secret, at)

    async def overtaken(added: Added, opening: Opening, grants: list[Grant]) -> Game:
        await founded(changes.games, other, first, changes.create)
        return await changes.create(added, opening, grants)

    one, other = (prepare(request, REFEREE, private=False) for _ in range(2))
    made = await founded(changes.games, one, first, overtaken)
    assert made == await changes.games.game(one.game)
    assert (await changes.games.store.opening(one.game)).secret == other.secret


def test_a_grant_has_the_hash_of_a_token_and_its_role() -> None:
    founding = prepare(creation(), DEALER, private=True)
    grants = founding.grants()
    assert [(grant.role, grant.seat, grant.game) for grant in grants] == [
        (role, 0, founding.game) for role in ("host", "dealer", "spectator")
    ]
    assert [grant.token_hash for grant in grants] == [hash_of(token) for token in founding.tokens.values()]


def test_the_store_keeps_the_secret_and_who_may_watch_outside_the_log() -> None:
    founding = prepare(creation(), REFEREE, private=True)
    opening = founding.opening(created(private=True).game)
    assert (opening.game, opening.title, opening.secret) == (founding.game, "lantern_night", founding.secret)
    assert not opening.public
    assert founding.opening(created().game).public
    assert (opening.parent, opening.parent_version) == ("", 0)
