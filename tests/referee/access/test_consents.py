"""A branch that shares hidden facts takes every seat's consent to its terms, and gives the seats to their holders."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.clocks_pb2 import EXPIRY_RULE_LOSES, ClockTerms
from gunbai.referee.v1.referee_pb2 import ConsentToForkRequest, ForkGameRequest
from gunbai_record.chain import field
from lab.toy_games import AT, NAME, bid, started
from referee.access.callers import Caller
from referee.access.consents import ConsentTerms, check_seat, consent, further_terms, named_in, used
from referee.errors import ConsentsMissing, InvalidField, SeatHeld
from referee.game.entries import packed
from referee.game.forks import BranchChance, fork_game, held_seats
from referee.game.game import Game, Sitting
from referee.proof.identity import Identity

SERVICE = Identity(bytes(32))
HOST, PUBLIC = Caller("peer", "host"), Caller("peer")
REFEREE, DEALER = life.CHANCE_SOURCE_REFEREE, life.CHANCE_SOURCE_DEALER
ENDS, LOSES = life.STALLED_RULE_ENDS, life.STALLED_RULE_LOSES
KEY = bytes.fromhex("ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c")
OTHER_KEY = bytes.fromhex("8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c")

GAME = started().play(bid(1, 1)).game
TERMS = ConsentTerms(GAME, GAME, BranchChance(REFEREE, 0, ENDS), private=False)


def given(terms: ConsentTerms = TERMS) -> list[str]:
    """Return the consents of both seats."""
    return [consent(SERVICE, terms, seat) for seat in (1, 2)]


def test_the_host_brings_every_seats_consent() -> None:
    consents = given()
    ids = used(SERVICE, TERMS, HOST, consents[::-1])
    assert [urlsafe_b64decode(consent)[4:20] for consent in consents] == ids
    with pytest.raises(ConsentsMissing) as missing:
        used(SERVICE, TERMS, HOST, consents[:1] * 2)
    assert missing.value.seats == (2,)
    for caller in (PUBLIC, Caller("peer", "seat", 1), Caller("peer", "dealer")):
        with pytest.raises(ConsentsMissing):
            used(SERVICE, TERMS, caller, consents)


def test_a_consent_is_signed_to_its_terms_byte_by_byte() -> None:
    """A consent that a seat gave before the service was updated is good for its branch after it."""
    terms = ConsentTerms(other_players(), GAME, BranchChance(DEALER, 7, LOSES), private=True)
    signed = (
        b"gunbai consent 1\x00", field(NAME.encode()), GAME.version.to_bytes(8, "big"), b"\x01",
        *(number.to_bytes(4, "big") for number in (DEALER, 7, LOSES)), field(GAME.digest), (2).to_bytes(4, "big"),
        field(b"i" * 16), field(KEY), field(b""),
    )  # fmt: skip
    assert terms.payload(2, b"i" * 16) == b"".join(signed)
    given = sha256(b"gunbai consent id 1\x00" + terms.payload(2, b"request 1")).digest()[:16]
    whole = (2).to_bytes(4, "big") + given + SERVICE.sign(terms.payload(2, given))
    assert urlsafe_b64decode(consent(SERVICE, terms, 2, "request 1")) == whole


@pytest.mark.parametrize(
    "further",
    [
        {"arbiter": KEY},
        {"clock": ClockTerms(decision_seconds=60, expiry=EXPIRY_RULE_LOSES)},
        {"reissue_seconds": 60},
        {"absence_seconds": 60},
        {"invited_only": True},
    ],
)
def test_a_consent_is_good_only_for_all_the_terms_that_it_was_given_for(further: dict[str, Any]) -> None:
    wanted = TERMS._replace(further=further_terms(ForkGameRequest(**further)))
    assert used(SERVICE, wanted, HOST, [consent(SERVICE, wanted, seat) for seat in (1, 2)])
    assert wanted.further == further_terms(ConsentToForkRequest(**further))
    for terms, consents in ((wanted, given()), (TERMS, [consent(SERVICE, wanted, seat) for seat in (1, 2)])):
        with pytest.raises(InvalidField, match="is not a consent to a branch of"):
            used(SERVICE, terms, HOST, consents)


def test_a_branch_names_the_consents_by_which_it_was_made() -> None:
    consents = given()
    ids = [urlsafe_b64decode(consent)[4:20] for consent in consents]
    for named, same in ((ids, True), (ids[::-1], True), (ids[:1], False), ([*ids, b"3" * 16], False), ([], True)):
        assert named_in(consents, packed(life.ForkGame(consents=named))) is same


def test_two_consents_of_a_seat_are_two() -> None:
    assert used(SERVICE, TERMS, HOST, given()) != used(SERVICE, TERMS, HOST, given())


def test_the_id_of_a_repeated_consent_is_no_hash_of_what_the_service_signs() -> None:
    again = [consent(SERVICE, TERMS, 1, "request 1") for _ in range(2)]
    assert again[0] == again[1]
    given_id = urlsafe_b64decode(again[0])[4:20]
    assert given_id != sha256(TERMS.payload(1, b"request 1")).digest()[:16]
    assert len({given_id, urlsafe_b64decode(consent(SERVICE, TERMS, 1, "request 2"))[4:20]}) == 2


def other_players() -> Game:
    """Return the game with another key at seat 1."""
    return msgspec.structs.replace(GAME, sittings=(Sitting(public_key=KEY, taken=True), GAME.sittings[1]))


@pytest.mark.parametrize(
    "forged",
    [
        "",
        "not Base64 at all",
        "é",
        consent(Identity(b"\x01" * 32), TERMS, 2),
        consent(SERVICE, TERMS._replace(game=started(game="another game").game), 2),
        consent(SERVICE, TERMS._replace(position=msgspec.structs.replace(GAME, version=4)), 2),
        consent(SERVICE, TERMS._replace(position=GAME.linked(bytes(32))), 2),
        consent(SERVICE, TERMS._replace(chance=BranchChance(DEALER, 0, ENDS)), 2),
        consent(SERVICE, TERMS._replace(chance=BranchChance(REFEREE, 1, ENDS)), 2),
        consent(SERVICE, TERMS._replace(chance=BranchChance(REFEREE, 0, LOSES)), 2),
        consent(SERVICE, TERMS._replace(private=True), 2),
        consent(SERVICE, TERMS._replace(game=other_players()), 2),
        consent(SERVICE, TERMS, 2)[:-4] + "AAAA",
    ],
)
def test_a_consent_to_something_else_or_by_somebody_else_is_refused(forged: str) -> None:
    with pytest.raises(InvalidField) as refused:
        used(SERVICE, TERMS, HOST, [given()[0], forged])
    assert refused.value.field == "consents"


def test_more_consents_than_seats_are_not_even_read() -> None:
    with pytest.raises(InvalidField):
        used(SERVICE, TERMS, HOST, ["x"] * 3)


def branch(*keys: bytes) -> Game:
    """Return a branch whose seats are held."""
    game = started(keys=keys or (b"", b"")).game
    fork = life.ForkGame(
        parent=NAME, chance_source=REFEREE, consents=[b"1" * 16, b"2" * 16], held_seats=held_seats(game)
    )
    return fork_game(game, fork, "branch", bytes(32), AT).game


def test_a_held_seat_is_taken_by_its_holder_under_their_name() -> None:
    seating = life.TakeSeat()
    assert check_seat(branch(), seating, 2, "", "player 2") == "player 2"
    assert seating.seat == 2
    assert check_seat(branch(), life.TakeSeat(seat=2, public_key=KEY), 2, "player 2", "player 2") == "player 2"
    with pytest.raises(InvalidField) as refused:
        check_seat(branch(), life.TakeSeat(), 2, "somebody else", "player 2")
    assert refused.value.field == "player"


def test_a_holder_whose_name_was_removed_gives_any() -> None:
    assert check_seat(branch(), life.TakeSeat(), 2, "somebody", "") == "somebody"
    assert check_seat(branch(), life.TakeSeat(), 2, "", "") == ""


def test_a_seat_that_signs_is_taken_with_its_key() -> None:
    seating = life.TakeSeat()
    check_seat(branch(KEY, b""), seating, 1, "", "player 1")
    assert seating.public_key == KEY
    with pytest.raises(InvalidField) as refused:
        check_seat(branch(KEY, b""), life.TakeSeat(public_key=OTHER_KEY), 1, "", "player 1")
    assert refused.value.field == "public_key"


@pytest.mark.parametrize(("wanted", "held"), [(0, 0), (1, 0), (2, 1)])
def test_nobody_takes_a_seat_that_another_holds(wanted: int, held: int) -> None:
    with pytest.raises(SeatHeld) as refused:
        check_seat(branch(), life.TakeSeat(seat=wanted), held, "player 2", "player 2")
    assert (refused.value.game, refused.value.seat) == ("branch", wanted)
    assert f"{f'seat {wanted} is' if wanted else 'every seat is'} kept for its player" in str(refused.value)
