"""A seat with a key gets another token for a request that the key signed, at a version since it has the one before."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_record.chain import command_payload, type_name
from lab.toy_games import AT, NAME, SECRET, TITLES, seated, started
from referee.errors import (
    GameOver,
    InvalidField,
    RefereeError,
    SeatNotTaken,
    SignatureInvalid,
    SignatureMissing,
    VersionConflict,
)
from referee.game.entries import BY_HOST, Deed, packed, seat
from referee.game.fold import fold
from referee.game.game import Game
from referee.game.leaving import free_seat
from referee.game.lifecycle import abandon_game
from referee.game.token_reissue import reissue_token
from referee.proof.verification import verify
from tests.referee.proof.test_shares import rechained

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEYS = [b"", KEY.public_key().public_bytes_raw()]
HASH = b"h" * 32


def signed(game: Game, key: Ed25519PrivateKey = KEY, number: int = 2, **changes: Any) -> Deed:
    """Return a request for another token of a seat, signed as it is."""
    facts: dict[str, Any] = {"token_hash": HASH, "command_id": "r", "expected_version": game.version} | changes
    command = packed(life.ReissueToken(seat=number, token_hash=facts["token_hash"]))
    name, version = type_name(command.type_url), facts["expected_version"]
    payload = command_payload(game.id, version, facts["command_id"], name, command.value)
    return Deed(seat(number), AT, command, facts["command_id"], version, key.sign(payload))


@pytest.mark.parametrize("night", [seated(keys=KEYS), started(keys=KEYS)])
def test_a_seat_has_its_token_since_the_entry_that_gave_it(night: Any) -> None:
    after = night.then(reissue_token(night.game, signed(night.game)))
    before = night.game.sittings[1]
    assert after.game.sittings[1].since == after.game.version == night.game.version + 1
    assert (after.game.sittings[1].public_key, after.game.sittings[1].entropy) == (before.public_key, before.entropy)
    assert after.game.sittings[0] == night.game.sittings[0]
    assert fold(TITLES, after.entries, {NAME: SECRET}) == after.game


def test_the_question_stays_the_same() -> None:
    night = started(keys=KEYS)
    after = night.then(reissue_token(night.game, signed(night.game))).game
    assert [after.expected(number) for number in (1, 2)] == [night.game.expected(number) for number in (1, 2)]
    assert after.step == night.game.step


def test_a_request_is_good_until_the_seat_has_another_token() -> None:
    night = started(keys=KEYS)
    early, late = signed(night.game, expected_version=3), signed(night.game, command_id="later")
    after = night.then(reissue_token(night.game, early))
    for deed in (early, late):
        with pytest.raises(VersionConflict):
            reissue_token(after.game, deed)
    for version in (2, night.game.version + 1):
        with pytest.raises(VersionConflict):
            reissue_token(night.game, signed(night.game, expected_version=version))


OTHER = Ed25519PrivateKey.from_private_bytes(bytes(32))


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"signature": b""}, SignatureMissing),
        ({"command_id": "other"}, SignatureInvalid),
        ({"expected_version": 3}, SignatureInvalid),
        ({"command": packed(life.ReissueToken(seat=2, token_hash=b"o" * 32))}, SignatureInvalid),
        ({"command": packed(life.ReissueToken(seat=2, token_hash=b"short"))}, InvalidField),
        ({"command": packed(life.ReissueToken(seat=1, token_hash=HASH))}, InvalidField),
        ({"command_id": ""}, InvalidField),
        ({"actor": BY_HOST}, InvalidField),
    ],
)
def test_anything_else_than_what_the_key_signed_changes_nothing(
    changes: dict[str, Any], error: type[RefereeError]
) -> None:
    game = started(keys=KEYS).game
    with pytest.raises(error):
        reissue_token(game, signed(game)._replace(**changes))


@pytest.mark.parametrize(("actor", "number"), [(BY_HOST, 2), (seat(1), 2), (seat(2), 1)])
def test_a_seat_asks_for_itself(actor: record.Actor, number: int) -> None:
    game = started(keys=[KEYS[1], KEYS[1]]).game
    with pytest.raises(InvalidField, match="a seat can ask for a new token only for itself") as wrong:
        reissue_token(game, signed(game, number=number)._replace(actor=actor))
    assert wrong.value.field == "actor"


def test_another_key_another_game_and_another_seat_sign_nothing() -> None:
    game, elsewhere = started(keys=KEYS).game, started(keys=KEYS, game="nightnightnight3").game
    for deed in (signed(game, OTHER), signed(elsewhere)):
        with pytest.raises(SignatureInvalid):
            reissue_token(game, deed)
    with pytest.raises(InvalidField, match="without a public key"):
        reissue_token(game, signed(game, number=1))
    for number in (3, 9):
        with pytest.raises(InvalidField, match=f"expected a seat from 1 to 2, not {number}"):
            reissue_token(game, signed(game, number=number))


def test_nobody_gets_a_token_of_a_free_seat_or_of_a_game_that_is_over() -> None:
    night = seated(keys=KEYS)
    freed = free_seat(night.game, 2, "freed", AT).game
    with pytest.raises(SeatNotTaken):
        reissue_token(freed, signed(freed))
    over = abandon_game(night.game, life.AbandonGame(), AT).game
    with pytest.raises(GameOver):
        reissue_token(over, signed(over))


def test_verification_checks_the_signature() -> None:
    night = started(keys=KEYS)
    night = night.then(reissue_token(night.game, signed(night.game)))
    night = night.then(abandon_game(night.game, life.AbandonGame(), AT))
    assert verify(TITLES, night.entries).verdict == pb.VERDICT_CONSISTENT
    entries = [*night.entries]
    place = len(entries) - 2
    entries[place].signature = OTHER.sign(b"something")
    report = verify(TITLES, rechained(entries))
    assert (report.verdict, report.bad_version) == (pb.VERDICT_FAILED, place + 1)
