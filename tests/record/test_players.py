"""Players' keys: which seats of a record they are known to have played, and the marks of names."""

from __future__ import annotations

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from gunbai.record.v1.entry_pb2 import ACTOR_KIND_SEAT, ACTOR_KIND_SUBSTITUTE, Actor, Entry, Item
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.record.v1.lifecycle_pb2 import TakeSeat
from gunbai.record.v1.results_pb2 import AbsenceSettled, Agree, AgreedAbsence, Concede
from gunbai_record.players import marked, proven_seats

ANN, BOB = bytes([1]) * 32, bytes([2]) * 32


def item(message: Message) -> Item:
    """Return an item of a record."""
    packed = AnyMessage()
    packed.Pack(message)
    return Item(open=packed)


def entry(seat: int, command: Message, *events: Message, signed: bool = False, kind: int = ACTOR_KIND_SEAT) -> Entry:
    """Return an entry of a seat."""
    actor = Actor(kind=kind, seat=seat)  # type: ignore[arg-type]  # any kind
    return Entry(actor=actor, command=item(command), events=map(item, events), signature=bytes(64 * signed))


def proven(*entries: Entry, results: tuple[int, ...] = ()) -> dict[int, bytes]:
    """Return the seats of a record of two players with keys whose keys have signed something."""
    header = FileHeader()
    for seat in results:
        header.result_signatures.add(seat=seat)
    taken = [entry(seat, TakeSeat(seat=seat, public_key=key)) for seat, key in ((1, ANN), (2, BOB))]
    return proven_seats(header, [*taken, *entries])


def test_a_key_counts_once_it_has_signed_a_command_or_the_result() -> None:
    assert proven() == {}
    assert proven(entry(1, Concede(), signed=True)) == {1: ANN}
    assert proven(entry(1, Concede(), signed=True), results=(2,)) == {1: ANN, 2: BOB}
    sealed = entry(2, Concede(), signed=True)
    sealed.command.sealed = bytes(32)
    assert proven(sealed) == {2: BOB}
    assert proven(entry(2, Concede(), kind=ACTOR_KIND_SUBSTITUTE)) == {}


def test_what_a_key_signed_is_not_said_of_who_has_the_seat_after_it() -> None:
    signed = entry(1, Concede(), signed=True)
    assert proven(signed, entry(1, TakeSeat(seat=1, public_key=BOB))) == {}
    assert proven(signed, entry(1, TakeSeat(seat=1))) == {}
    for token_hash, seats in ((bytes(32), {}), (b"", {1: ANN})):
        agreed = Agree(absence=AgreedAbsence(absent_seat=1, token_hash=token_hash))
        assert proven(signed, entry(2, agreed, AbsenceSettled())) == seats
        assert proven(signed, entry(2, agreed)) == {1: ANN}


def test_a_key_that_was_only_named_is_marked_with_a_question() -> None:
    assert marked("Ann", b"") == marked("Ann", b"", unproven=True) == "Ann"
    assert marked("Ann", ANN, unproven=True) == marked("Ann", ANN) + "?"
