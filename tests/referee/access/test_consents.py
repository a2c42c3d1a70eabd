"""A running game with hidden facts is branched by its host with every seat's consent to that version."""

from __future__ import annotations

import pytest

from gunbai.record.v1 import lifecycle_pb2 as life
from referee.access.callers import Caller
from referee.access.consents import check_fork, consent
from referee.errors import ConsentsMissing, InvalidField
from referee.game.lifecycle import abandon_game
from referee.proof.identity import Identity
from tests.referee.nights import AT, NAME, bid, started

SERVICE = Identity(bytes(32))
HOST, PUBLIC = Caller("peer", "host"), Caller("peer")


def test_without_hidden_facts_or_after_the_end_anybody_may_branch() -> None:
    game = started().game
    check_fork(SERVICE, game, game, PUBLIC, [])
    night = started().play(bid(1, 1))
    over = abandon_game(night.game, life.AbandonGame(), AT).game
    check_fork(SERVICE, over, night.game, PUBLIC, [])


def test_with_hidden_facts_the_host_brings_every_seats_consent() -> None:
    game = started().play(bid(1, 1)).game
    consents = [consent(SERVICE, NAME, game.version, seat) for seat in (1, 2)]
    check_fork(SERVICE, game, game, HOST, consents)
    with pytest.raises(ConsentsMissing) as missing:
        check_fork(SERVICE, game, game, HOST, consents[:1])
    assert missing.value.seats == (2,)
    with pytest.raises(ConsentsMissing):
        check_fork(SERVICE, game, game, PUBLIC, consents)


@pytest.mark.parametrize(
    "forged",
    [
        "",
        "not Base64 at all",
        consent(Identity(b"\x01" * 32), NAME, 5, 2),
        consent(SERVICE, "another game", 5, 2),
        consent(SERVICE, NAME, 4, 2),
    ],
)
def test_a_consent_to_something_else_or_by_somebody_else_is_refused(forged: str) -> None:
    game = started().play(bid(1, 1)).game
    assert game.version == 5
    with pytest.raises(InvalidField) as refused:
        check_fork(SERVICE, game, game, HOST, [consent(SERVICE, NAME, 5, 1), forged])
    assert refused.value.field == "consents"


def test_more_consents_than_seats_are_not_even_read() -> None:
    game = started().play(bid(1, 1)).game
    with pytest.raises(InvalidField):
        check_fork(SERVICE, game, game, HOST, ["x"] * 3)
