"""Who speaks and who settles in a dispute, and what a verdict names: each checked on its own."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import disputes_pb2 as pb
from lab.signed_orders import ARBITER, ARBITERS_KEY
from lab.toy_games import NAME, seated, started
from referee.access.callers import Caller
from referee.errors import (
    DisputeSettled,
    InspectionConsentsMissing,
    InvalidField,
    RequestIdReused,
    RoleNeeded,
    SignatureInvalid,
    SignatureMissing,
)
from referee.records.log_leaves import leaf_of_verdict
from referee.services.disputes import (
    check_consents,
    check_correction,
    check_new,
    check_outcome,
    check_own_signature,
    check_ruling,
    check_unsettled,
    vouches,
)
from referee.services.evidence import position_of
from store.contract import Leaf

KEY = Ed25519PrivateKey.from_private_bytes(bytes([3]) * 32)
PAYLOAD = b"what is said"
UPHELD, CORRECTED = pb.DISPUTE_OUTCOME_UPHELD, pb.DISPUTE_OUTCOME_CORRECTED
DEALER, PUBLIC = Caller("peer", "dealer"), Caller("peer")


def test_a_seat_signs_what_it_says_if_it_has_a_key_and_only_then() -> None:
    game = seated(keys=[KEY.public_key().public_bytes_raw(), b""]).game
    check_own_signature(game, 1, KEY.sign(PAYLOAD), PAYLOAD)
    check_own_signature(game, 2, b"", PAYLOAD)
    with pytest.raises(SignatureMissing) as missing:
        check_own_signature(game, 1, b"", PAYLOAD)
    with pytest.raises(SignatureInvalid) as invalid:
        check_own_signature(game, 1, KEY.sign(b"something else"), PAYLOAD)
    assert (missing.value.seat, invalid.value.seat) == (1, 1)
    with pytest.raises(InvalidField, match="signature: the seat joined without a public key and cannot sign"):
        check_own_signature(game, 2, KEY.sign(PAYLOAD), PAYLOAD)


def test_the_arbiter_signs_what_they_rule_and_the_dealer_signs_nothing() -> None:
    umpired = started(arbiter=ARBITERS_KEY).game
    check_ruling(umpired, PUBLIC, ARBITER.sign(PAYLOAD), PAYLOAD)
    with pytest.raises(SignatureMissing) as missing:
        check_ruling(umpired, DEALER, b"", PAYLOAD)
    with pytest.raises(SignatureInvalid) as invalid:
        check_ruling(umpired, DEALER, KEY.sign(PAYLOAD), PAYLOAD)
    assert (missing.value.seat, invalid.value.seat) == (0, 0)
    dealt = started(chance_source=life.CHANCE_SOURCE_DEALER).game
    check_ruling(dealt, DEALER, b"", PAYLOAD)
    with pytest.raises(InvalidField, match="signature: the dealer cannot sign"):
        check_ruling(dealt, DEALER, ARBITER.sign(PAYLOAD), PAYLOAD)
    for game, caller in ((dealt, PUBLIC), (dealt, Caller("peer", "host")), (started().game, DEALER)):
        with pytest.raises(RoleNeeded):
            check_ruling(game, caller, b"", PAYLOAD)


def test_what_was_said_or_settled_is_not_said_or_settled_again() -> None:
    game = started().game
    check_new(game, None)
    for paper in (pb.Dispute(), pb.Statement()):
        with pytest.raises(RequestIdReused) as reused:
            check_new(game, paper)
        assert reused.value.game == NAME
    check_unsettled(pb.Dispute(game=NAME, number=2))
    with pytest.raises(DisputeSettled) as settled:
        check_unsettled(pb.Dispute(game=NAME, number=2, verdict=pb.DisputeVerdict()))
    assert (settled.value.game, settled.value.dispute) == (NAME, 2)


def test_the_arbiter_sees_what_is_hidden_once_every_seat_consents() -> None:
    game = started(3).game
    says = [pb.Statement(seat=seat, inspection_allowed=seat != 2) for seat in (3, 1, 2)]
    for statements, missing in (([], (1, 2, 3)), (says, (2,)), (says[:1], (1, 2))):
        with pytest.raises(InspectionConsentsMissing) as lacking:
            check_consents(game, pb.Dispute(statements=statements))
        assert (lacking.value.game, lacking.value.seats) == (NAME, missing)
    check_consents(game, pb.Dispute(statements=[*says, pb.Statement(seat=2, inspection_allowed=True)]))


@pytest.mark.parametrize(
    ("outcome", "version", "field"),
    [(UPHELD, 0, ""), (CORRECTED, 7, ""), (UPHELD, 7, "correction_version"), (CORRECTED, 0, "correction_version"),
     (pb.DISPUTE_OUTCOME_UNSPECIFIED, 0, "outcome"), (9, 7, "outcome")],
)  # fmt: skip
def test_a_verdict_upholds_or_names_what_corrects(outcome: Any, version: int, field: str) -> None:
    verdict = pb.DisputeVerdict(outcome=outcome, correction_version=version)
    if field:
        with pytest.raises(InvalidField) as refused:
            check_outcome(verdict)
        assert refused.value.field == field
    else:
        check_outcome(verdict)


@pytest.mark.parametrize(
    ("outcome", "version", "corrects", "sound"),
    [(CORRECTED, 8, True, True), (CORRECTED, 7, True, True), (CORRECTED, 6, True, False), (CORRECTED, 8, False, False),
     (UPHELD, 0, False, True), (UPHELD, 0, True, True)],
)  # fmt: skip
def test_what_corrects_comes_after_the_position_of_the_disputed_ruling(
    outcome: Any, version: int, *, corrects: bool, sound: bool
) -> None:
    dispute = pb.Dispute(version=7)
    assert (position_of(dispute), position_of(pb.Dispute(version=7, receipt_sha256=bytes(32)))) == (6, 7)
    verdict = pb.DisputeVerdict(outcome=outcome, correction_version=version)
    if sound:
        check_correction(verdict, dispute, corrects=corrects)
    else:
        with pytest.raises(InvalidField, match="correction_version: expected an order of the arbiter after"):
            check_correction(verdict, dispute, corrects=corrects)


def test_the_leaves_that_vouch_for_a_dispute_are_where_its_game_is_from_and_its_own_verdict() -> None:
    dispute = pb.Dispute(game=NAME, number=1, version=6, verdict=pb.DisputeVerdict(reason="By the book."))
    other = pb.Dispute(game=NAME, number=2, version=6, verdict=pb.DisputeVerdict(reason="By another."))
    own, others = leaf_of_verdict(dispute), leaf_of_verdict(other)
    kinds = [Leaf(NAME, kind, 1, bytes(32)) for kind in ("created", "imported", "ended", "abandoned")]
    assert [vouches(dispute, leaf) for leaf in (*kinds, own, others)] == [True, True, False, False, True, False]
    opened = pb.Dispute(game=NAME, number=1, version=6)
    assert [vouches(opened, leaf) for leaf in (*kinds, own, others)] == [True, True, False, False, False, False]
