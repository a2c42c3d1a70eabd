"""What is made with a game: an id, a secret, and a token for everybody who is not a seat."""

from __future__ import annotations

from gunbai.record.v1 import lifecycle_pb2 as life
from referee.access.tokens import hash_of
from referee.desk.founding import found
from tests.referee.nights import created

REFEREE, DEALER = life.CHANCE_SOURCE_REFEREE, life.CHANCE_SOURCE_DEALER


def test_every_game_has_an_id_a_secret_and_tokens_of_its_own() -> None:
    foundings = [found(DEALER, private=True) for _ in range(50)]
    for values in zip(*foundings, strict=True):
        assert len(set(values)) == 50
    assert {len(founding.secret) for founding in foundings} == {32}
    assert {len(founding.game) for founding in foundings} == {16}


def test_a_dealer_and_spectators_have_a_token_where_there_are_such() -> None:
    for source in (REFEREE, DEALER):
        for private in (False, True):
            founding = found(source, private=private)
            assert founding.host_token
            assert bool(founding.dealer_token) == (source == DEALER)
            assert bool(founding.spectator_token) == private


def test_a_grant_has_the_hash_of_a_token_and_its_role() -> None:
    founding = found(DEALER, private=True)
    grants = founding.grants()
    assert [(grant.role, grant.seat, grant.game) for grant in grants] == [
        (role, 0, founding.game) for role in ("host", "dealer", "spectator")
    ]
    tokens = (founding.host_token, founding.dealer_token, founding.spectator_token)
    assert [grant.token_hash for grant in grants] == [hash_of(token) for token in tokens]
    assert len(found(REFEREE, private=False).grants()) == 1


def test_the_store_keeps_the_secret_and_who_may_watch_outside_the_log() -> None:
    founding = found(REFEREE, private=True)
    opening = founding.opening(created(private=True).game)
    assert (opening.game, opening.title, opening.secret) == (founding.game, "lantern_night", founding.secret)
    assert not opening.public
    assert founding.opening(created().game).public
    assert (opening.parent, opening.parent_version) == ("", 0)
