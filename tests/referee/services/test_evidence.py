"""Evidence: what is judged of a disputed command, and to whom the receipt of a refusal is shown."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gunbai.record.v1 import entry_pb2
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.receipt_pb2 import SignedReceipt
from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai.referee.v1.audit_pb2 import Acceptable
from lab.toy import protos
from lab.toy_games import NAME, bid, started
from lab.toy_service import House
from referee.access.callers import Caller
from referee.game.entries import packed
from referee.game.entries import seat as by_seat
from referee.services.evidence import Eyes, Seen, _chance, _in_words, _ruled, as_seen
from tests.referee.services.test_disputes import dispute, read, started_at


def test_only_commands_of_the_title_are_judged_and_only_at_a_position_that_its_rules_have() -> None:
    night = started()
    translator: Any = SimpleNamespace(players=lambda _: ())
    eyes = Eyes(Caller("a reader", "seat", 1), openly=False)
    judged = Seen(pb.Dispute(), night.game, night.game, eyes, translator, by_seat(1), packed(bid(1, 1)[1]))
    assert _ruled(judged, night.game) == pb.RulesVerdict(accepted=Acceptable(events_withheld=True))
    assert _ruled(judged, None) is None
    assert _ruled(judged._replace(command=None), night.game) is None
    assert _ruled(judged._replace(command=packed(life.AbandonGame())), night.game) is None


def test_a_command_that_is_sealed_has_no_words() -> None:
    night = started()
    translator: Any = SimpleNamespace(players=lambda _: (), actor=lambda *_: "Ada", item=lambda *_: "Ada bids 1.")
    eyes = Eyes(Caller("a reader", "seat", 1), openly=False)
    seen = Seen(pb.Dispute(), night.game, night.game, eyes, translator, by_seat(1), packed(bid(1, 1)[1]))
    assert _in_words(seen, None) == ("Ada", "Ada bids 1.")
    assert _in_words(seen._replace(command=None), None) == ("Ada", "")


async def test_an_order_of_the_host_is_evidence_without_a_ruling_of_the_title(house: House) -> None:
    match = await house.start()
    await match.abandon()
    await dispute(match, 1, version=await started_at(match))
    evidence = (await read(match, 1, match.tokens[1])).evidence
    assert evidence.entry.command.open.type_url.endswith("AbandonGame")
    assert not evidence.newest.HasField("accepted")
    assert not evidence.newest.HasField("refused")


def test_the_outcomes_that_follow_a_disputed_entry_at_once_are_proven_and_so_is_a_disputed_one() -> None:
    game = started().game
    any_: Any = SimpleNamespace
    position, translator, eyes = any_(drawn=7, charter=game.charter), any_(), Eyes(Caller("a reader"), openly=False)
    seen = Seen(pb.Dispute(), game, position, eyes, translator, by_seat(1))

    def proven(*kinds: entry_pb2.ActorKind.ValueType) -> list[pb.ChanceProof]:
        """Return the proofs for entries of actors of these kinds, from version 9 on."""
        entries = [
            entry_pb2.Entry(game=NAME, version=version, actor=entry_pb2.Actor(kind=kind))
            for version, kind in enumerate(kinds, 9)
        ]
        return [
            *_chance(seen, entries, {NAME: b"secret"}, lambda entry, base=None: any_(command=f"entry {entry.version}"))
        ]

    def proof(version: int, outcome: int) -> pb.ChanceProof:
        return pb.ChanceProof(
            version=version,
            outcome=outcome,
            sentence=f"entry {version}",
            source=life.CHANCE_SOURCE_REFEREE,
            commitment=game.charter.commitment,
            secret=b"secret",
        )

    seat, chance = entry_pb2.ACTOR_KIND_SEAT, entry_pb2.ACTOR_KIND_CHANCE
    assert proven(seat, chance, chance, seat, chance) == [proof(10, 8), proof(11, 9)]
    assert proven(chance, chance, seat, chance) == [proof(9, 8), proof(10, 9)]
    assert proven(seat, seat, chance) == proven(seat) == proven() == []


def test_what_is_no_secret_is_shown_with_its_receipt() -> None:
    receipt = SignedReceipt(note="a note", command=entry_pb2.Item(open=packed(protos.Withdraw())))
    disputed = pb.Dispute(seat=1, receipt=receipt)
    assert as_seen(disputed, Eyes(Caller("a reader", None, 0), openly=False)) == disputed


@pytest.mark.parametrize(
    ("role", "seat", "openly", "shown"),
    [
        ("seat", 1, False, True),
        ("seat", 2, False, False),
        ("host", 1, False, False),
        (None, 0, False, False),
        (None, 0, True, True),
    ],
)
def test_a_receipt_for_a_sealed_command_is_shown_to_its_seat_and_once_all_is_open(
    role: Any, seat: int, *, openly: bool, shown: bool
) -> None:
    receipt = SignedReceipt(note="a note", command=entry_pb2.Item(salt=b"salt"))
    disputed = pb.Dispute(seat=1, receipt=receipt)
    seen = as_seen(disputed, Eyes(Caller("a reader", role, seat), openly=openly))
    assert seen.HasField("receipt") is shown
