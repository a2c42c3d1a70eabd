"""A seat takes back moves of its own turn at a service, and the record says so."""

from __future__ import annotations

import pytest

from gunbai.infludance_duel.v1.commands_pb2 import EndTurn
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_SEAT, Actor
from gunbai.record.v1.lifecycle_pb2 import TakeBack
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai_client import Gunbai, Seat
from gunbai_client.reasons import NotTakenBack
from gunbai_record.messages import unpacked

RED = {"starting_player": "red"}


@pytest.fixture
def turn(gunbai: Gunbai) -> tuple[Seat, Seat]:
    """Return the seats of a duel, in which the first has the turn and has made its step."""
    made = gunbai.create("infludance_duel", seats=2, chance="referee", options=RED)
    one, other = (gunbai.join(made.info.game, name) for name in ("Ann", "Bob"))
    gunbai.holding(made.host_token).start(made.info.game)
    for seat in (one, other, one, other, one):
        seat.submit(seat.legal().commands[0].command)
    return one, other


def test_the_last_move_is_taken_back_and_another_one_made(turn: tuple[Seat, Seat]) -> None:
    one, other = turn
    game, gunbai = one.game, one.gunbai
    head = gunbai.game(game).head
    offered = one.legal()
    assert unpacked(offered.take_back.command) == TakeBack(version=head - 1)
    assert (offered.take_back.sentence, offered.take_back.takes_back) == (
        f"Take back the moves after version {head - 1}.",
        True,
    )
    assert not other.legal().HasField("take_back")
    assert offered.take_back not in offered.commands
    before = gunbai.table(game, head - 1)
    ruling = one.undo(command_id="once")
    (said,) = ruling.accepted.sentences
    assert list(said.events) == ["Ann takes back 1 move."]
    again = one.submit(TakeBack(version=head - 1), expected_version=head, command_id="once")
    assert (again.accepted.repeated_command, again.accepted.entries[0].version) == (True, head + 1)
    assert gunbai.table(game, head + 1) == before
    legal = one.legal()
    assert (legal.expected_version, legal.HasField("take_back")) == (head + 1, False)
    one.submit(legal.commands[1].command)
    assert gunbai.verify(game).adjudicated == gunbai.game(game).head


def test_a_stream_is_prompted_again_after_it(turn: tuple[Seat, Seat]) -> None:
    one, _ = turn
    with one.play() as stream:
        prompt = next(stream)
        assert prompt.take_back is not None
        assert stream.submit(unpacked(prompt.take_back.command)).HasField("accepted")
        again = next(stream)
        assert (again.take_back, again.expected_version) == (None, prompt.expected_version + 1)


def test_what_is_no_longer_the_seats_alone_needs_consent(turn: tuple[Seat, Seat]) -> None:
    one, other = turn
    head = one.gunbai.game(one.game).head
    actor = Actor(kind=ACTOR_KIND_SEAT, seat=1)
    why = one.gunbai.adjudicate(one.game, actor, TakeBack(version=head - 1), head)
    assert [unpacked(event).DESCRIPTOR.name for event in why.accepted.events] == ["MovesTakenBack"]
    one.submit(EndTurn())
    with pytest.raises(
        NotTakenBack, match=f"seat 1 cannot take back a move without consent: .* entry {head + 1}"
    ) as raised:
        one.undo()
    assert raised.value.facts["seat"] == "1"
    with pytest.raises(NotTakenBack):
        other.undo(head)
    for seat in (one, other):
        assert not seat.legal().HasField("take_back")


def test_the_record_of_a_duel_with_takebacks_is_consistent(turn: tuple[Seat, Seat]) -> None:
    seats, game = dict(enumerate(turn, 1)), turn[0].game
    gunbai = turn[0].gunbai
    undone = 0
    while gunbai.game(game).result.ending == "" and gunbai.game(game).head < 200:
        asked = gunbai.view(game).waiting.seats
        if not asked:
            break
        seat = seats[asked[0]]
        legal = seat.legal()
        if legal.HasField("take_back") and undone < 3:
            seat.undo()
            undone += 1
            legal = seat.legal()
        seat.submit(legal.commands[0].command)
    assert undone == 3
    assert gunbai.verify(game).verdict == VERDICT_CONSISTENT
