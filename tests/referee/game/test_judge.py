"""The judge: what a command meets before the rules, and what follows from it at once."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.kit.rules.decider import BrokenLawError, Refusal
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.chain import command_payload, type_name
from lab.signed_orders import conceded
from lab.toy import CLAUSE_1, CLAUSE_6, DrawLanterns, plain, protos
from lab.toy_games import AT, bid, command, finished, seated, started
from referee.errors import (
    GameNotStarted,
    GameOver,
    InvalidField,
    SignatureInvalid,
    SignatureMissing,
    VersionConflict,
)
from referee.game.entries import Added
from referee.game.game import Game
from referee.game.judge import Command, Refused, judge, order_of
from referee.game.lifecycle import abandon_game

KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))


def test_a_legal_command_is_an_entry_with_the_digest_of_its_position() -> None:
    night = started()
    ruling = judge(night.game, command(night.game, *bid(1, 2)), AT + 7)
    assert isinstance(ruling, Added)
    (entry,) = ruling.entries
    assert (entry.version, entry.previous, entry.at_micros) == (night.game.version + 1, night.game.digest, AT + 7)
    assert entry.position_digest == ruling.game.position() != night.game.position()


def test_chance_follows_at_once() -> None:
    night = started().play(bid(1, 2))
    ruling = judge(night.game, command(night.game, *bid(2, 1)), AT)
    assert isinstance(ruling, Added)
    assert [entry.actor.kind for entry in ruling.entries] == [record.ACTOR_KIND_SEAT, record.ACTOR_KIND_CHANCE]


def test_rules_that_refuse_what_they_drew_are_a_mistake_in_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    night = started().play(bid(1, 2))
    monkeypatch.setattr(DrawLanterns, "refuse", lambda *_: Refusal(CLAUSE_6))
    with pytest.raises(BrokenLawError, match=r"DrawLanterns.* refuses what it drew"):
        judge(night.game, command(night.game, *bid(2, 1)), AT)


def test_a_default_that_is_not_due_is_a_mistake_in_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.game.judge.default", lambda *_: plain.DrawLanterns())
    with pytest.raises(BrokenLawError, match="is not due in lantern_night"):
        conceded(started(3), 1)


def test_the_dealer_resolves_chance_where_that_was_agreed() -> None:
    night = started(chance_source=life.CHANCE_SOURCE_DEALER).play(bid(1, 2), bid(2, 1))
    drawn = night.play((0, protos.DrawLanterns(lanterns=["crane", "fox"])))
    assert drawn.game.version == night.game.version + 1
    with pytest.raises(AssertionError, match="refusal"):
        night.play((0, protos.DrawLanterns(lanterns=["crane", "crane"])))


def test_a_command_against_the_rules_is_refused_and_changes_nothing() -> None:
    night = started()
    ruling = judge(night.game, command(night.game, *bid(1, 99)), AT)
    assert isinstance(ruling, Refused)
    assert (ruling.game, ruling.refusal.clause) == (night.game, CLAUSE_1)


def test_after_the_end_by_the_rules_the_title_refuses() -> None:
    game = finished().game
    ruling = judge(game, command(game, 1, protos.Withdraw()), AT)
    assert isinstance(ruling, Refused)
    assert ruling.refusal.clause == CLAUSE_6


def test_a_secret_command_names_the_seat_that_gives_it() -> None:
    game = started().game
    with pytest.raises(InvalidField) as refused:
        judge(game, command(game, 1, protos.Bid(seat=2, light=1)), AT)
    assert refused.value.field == "command.seat"


def test_commands_are_judged_while_a_game_runs() -> None:
    with pytest.raises(GameNotStarted):
        judge(seated().game, command(seated().game, *bid(1, 1)), AT)
    abandoned = abandon_game(started().game, life.AbandonGame(), AT).game
    with pytest.raises(GameOver):
        judge(abandoned, command(abandoned, *bid(1, 1)), AT)


def test_a_command_expects_the_version_of_its_question_or_a_later_one() -> None:
    night = started(3)
    asked_at = night.game.version
    later = night.play(bid(1, 1)).game
    for version in (asked_at, later.version):
        assert isinstance(judge(later, command(later, *bid(2, 1), expected_version=version), AT), Added)
    for version in (0, asked_at - 1, later.version + 1):
        with pytest.raises(VersionConflict):
            judge(later, command(later, *bid(2, 1), expected_version=version), AT)
    with pytest.raises(VersionConflict):
        judge(later, command(later, *bid(1, 1), expected_version=asked_at), AT)


def signed(game: Game, given: Command, key: Ed25519PrivateKey = KEY) -> Command:
    payload = command_payload(
        game.id, given.expected_version, given.command_id, type_name(given.sent.type_url), given.sent.value
    )
    return given._replace(signature=key.sign(payload))


def test_a_seat_with_a_key_signs_every_command() -> None:
    game = started(keys=[KEY.public_key().public_bytes_raw(), b""]).game
    given = command(game, *bid(1, 1))
    with pytest.raises(SignatureMissing):
        judge(game, given, AT)
    with pytest.raises(SignatureInvalid):
        judge(game, signed(game, given, Ed25519PrivateKey.generate()), AT)
    with pytest.raises(SignatureInvalid):
        judge(game, signed(game, given)._replace(command_id="another"), AT)
    ruling = judge(game, signed(game, given), AT)
    assert isinstance(ruling, Added)
    assert ruling.entries[0].signature == signed(game, given).signature
    assert isinstance(judge(game, command(game, *bid(2, 1)), AT), Added)


def test_who_has_no_key_signs_nothing() -> None:
    game = started().game
    given = command(game, *bid(1, 1))
    dealt = started(chance_source=life.CHANCE_SOURCE_DEALER).play(bid(1, 2), bid(2, 1)).game
    drawn = command(dealt, 0, protos.DrawLanterns(lanterns=["crane", "fox"]))
    conceded = command(game, 1, results.Concede())
    for game_signed, unsigned in ((game, given), (dealt, drawn), (game, conceded)):
        assert isinstance(judge(game_signed, unsigned, AT), Added)
        for signature in (b"\x01\x02\x03", bytes(64)):
            with pytest.raises(InvalidField, match="signature"):
                judge(game_signed, unsigned._replace(signature=signature), AT)


def test_entries_that_come_before_a_roll_do_not_change_what_it_shows() -> None:
    """Who may add entries at will cannot choose among outcomes: streams are numbered by outcome, not by version."""
    night = started().play(bid(1, 2))
    plain = night.play(bid(2, 1))
    rung = night.play((1, protos.Ring()), (2, protos.Ring()), bid(2, 1))
    assert rung.game.version == plain.game.version + 2
    assert rung.entries[-1].command.open == plain.entries[-1].command.open
    assert plain.game.drawn == rung.game.drawn == 1


def test_a_command_is_never_dated_before_the_entry_before_it() -> None:
    """A clock may go back; a record does not."""
    night = started()
    ruling = judge(night.game, command(night.game, *bid(1, 2)), AT - 500)
    assert isinstance(ruling, Added)
    assert ruling.entries[0].at_micros == AT


def test_an_order_that_a_seat_would_give_has_its_events_whoever_has_the_key() -> None:
    night = started(keys=[KEY.public_key().public_bytes_raw(), b""]).play((2, protos.Bid(seat=2, light=1)))
    for seat in (1, 2):
        assert order_of(night.game, seat, results.Concede()) == [results.SeatConceded(seat=seat)]
        word = results.Agree(result=results.AgreedResult(winners=[1]))
        assert order_of(night.game, seat, word) == [results.SeatAgreed(seat=seat)]
        assert order_of(night.game, seat, protos.Ring()) == ()
    with pytest.raises(InvalidField, match="winners"):
        order_of(night.game, 1, results.Agree(result=results.AgreedResult(winners=[3])))
    with pytest.raises(GameNotStarted):
        order_of(seated().game, 1, results.Concede())
