"""A move is taken back: the game goes on in a branch with the same players, and waits for its end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_record.chain import command_payload, digest_of
from lab.signed_orders import agreed
from lab.toy import protos
from lab.toy_games import AT, NAME, TITLES, Night, bid, command, named, seated, started
from referee.errors import GameNotStarted, GameOver, InvalidField, SignatureInvalid, SignatureMissing, VersionConflict
from referee.game.continuations import continue_game, end_continuation
from referee.game.entries import packed
from referee.game.forks import fork_game
from referee.game.game import Game
from referee.game.judge import Refused, judge
from referee.game.lifecycle import Consent, abandon_game, take_seat
from referee.proof.verification import verify
from referee.records.takebacks import superseded
from tests.referee.eventful_games import continued, continuing, secret_of

KEY = Ed25519PrivateKey.from_private_bytes(bytes([5]) * 32)
NIGHT = started().play(bid(1, 3))
START = NIGHT.game.started


def ended(parent: Night, branch: Night) -> Night:
    """Return a night whose branch has ended."""
    ending = life.EndContinuation(branch_version=branch.game.version, branch_digest=branch.game.digest)
    return parent.then(end_continuation(parent.game, ending, AT))


def abandoned(night: Night) -> Night:
    """Return a night that its host ended."""
    return night.then(abandon_game(night.game, life.AbandonGame(), AT))


def seen(night: Night) -> life.GameContinued:
    """Return what came to light of what was taken back."""
    return life.GameContinued.FromString(night.entries[-1].events[0].open.value)


def test_nothing_is_owed_to_a_parent_before_its_branch_has_ended_or_once_it_was_told() -> None:
    parent, branch = continued(NIGHT, START)
    over = abandoned(branch)
    assert superseded(parent.game, branch.game, AT).entries == ()
    (entry,) = superseded(parent.game, over.game, AT).entries
    assert superseded(ended(parent, over).game, over.game, AT).entries == ()
    assert superseded(NIGHT.game, over.game, AT).entries == ()
    assert life.EndContinuation.FromString(entry.command.open.value).branch_digest == over.game.digest


def test_the_parent_is_continued_and_its_secret_opens_when_the_branch_has_ended() -> None:
    parent, branch = continued(NIGHT, START)
    assert (parent.game.status, parent.game.over, parent.game.continued_by) == ("continued", False, branch.game.id)
    assert branch.game.charter.continues
    with pytest.raises(GameOver):
        judge(parent.game, command(parent.game, 2, bid(2, 1)[1]), AT)
    with pytest.raises(GameOver):
        abandon_game(parent.game, life.AbandonGame(), AT)
    with pytest.raises(GameOver):
        continue_game(parent.game, life.ContinueGame(branch="b", version=START), AT)
    over = ended(parent, abandoned(branch))
    assert (over.game.status, over.game.over) == ("superseded", True)
    with pytest.raises(GameOver):
        ended(over, branch)
    with pytest.raises(GameOver, match="it is superseded"):
        judge(over.game, command(over.game, 2, bid(2, 1)[1]), AT)


def test_the_branch_and_the_parent_are_verified() -> None:
    parent, branch = continued(NIGHT.play(bid(2, 1)), NIGHT.game.version)
    played = abandoned(branch.play(bid(2, 5)))
    whole = verify(TITLES, ended(parent, played).entries)
    assert whole.verdict == pb.VERDICT_CONSISTENT, whole
    assert verify(TITLES, played.entries).verdict == pb.VERDICT_INCOMPLETE
    opened = verify(TITLES, played.entries, {NAME: parent.game.secret})
    assert opened.verdict == pb.VERDICT_CONSISTENT, opened


def test_the_record_says_what_came_to_light() -> None:
    sealed = continued(NIGHT, START)[0]
    assert (seen(sealed).chance, seen(sealed).hidden) == (False, True)
    drawn = NIGHT.play(bid(2, 1), (2, protos.Withdraw()))
    assert seen(continued(drawn, drawn.game.version - 3)[0]).chance
    nothing = started().play((1, protos.Ring()))
    rung = continued(nothing, START)[0]
    assert (seen(rung).chance, seen(rung).hidden) == (False, False)


def test_what_the_last_entry_that_stays_has_shown_did_not_come_to_light() -> None:
    drawn = NIGHT.play(bid(2, 1), (2, protos.Withdraw()))
    outcome = drawn.game.acted[0]
    assert seen(continued(drawn, outcome - 1)[0]) == life.GameContinued(chance=True, hidden=True)
    assert seen(continued(drawn, outcome)[0]) == life.GameContinued(hidden=True)
    word = agreed(NIGHT, 1, 1)
    assert word.game.version == NIGHT.game.version + 1
    assert seen(continued(word, NIGHT.game.version)[0]) == life.GameContinued()
    assert seen(continued(word, NIGHT.game.version - 1)[0]) == life.GameContinued(hidden=True)


def test_the_clocks_of_the_branch_show_what_they_showed() -> None:
    terms = clocks.ClockTerms(bank_seconds=100, expiry=clocks.EXPIRY_RULE_LOSES)
    night = started(clock=terms)
    ruling = judge(night.game, command(night.game, *bid(1, 1)), AT + 30_000_000)
    assert not isinstance(ruling, Refused)
    night = night.then(ruling)
    branch = continued(night.play(bid(2, 2)), night.game.version)[1]
    assert branch.game.clock == night.game.clock


@pytest.mark.parametrize(
    ("field", "changed"),
    [
        ("private", life.ForkGame(private=True)),
        ("chance_source", life.ForkGame(chance_source=life.CHANCE_SOURCE_DEALER)),
        ("arbiter", life.ForkGame(arbiter=bytes(32))),
        ("consents", life.ForkGame(consents=[bytes(16)])),
        ("parent", life.ForkGame(parent="another")),
    ],
)
def test_a_game_goes_on_with_the_same_seats_on_the_same_terms(field: str, changed: life.ForkGame) -> None:
    fork = continuing(NIGHT.game)
    fork.MergeFrom(changed)
    with pytest.raises(InvalidField) as error:
        fork_game(NIGHT.game, fork, "branch", secret_of(1), AT)
    assert error.value.field == field
    fewer = continuing(NIGHT.game)
    del fewer.held_seats[1:]
    with pytest.raises(InvalidField, match="held_seats"):
        fork_game(NIGHT.game, fewer, "branch", secret_of(1), AT)


@pytest.mark.parametrize(
    "continuation",
    [
        life.ContinueGame(branch="", version=START),
        life.ContinueGame(branch=NAME, version=START),
        life.ContinueGame(branch="b", version=START - 1),
        life.ContinueGame(branch="b", version=NIGHT.game.version),
    ],
)
def test_a_continuation_that_makes_no_sense_is_refused(continuation: life.ContinueGame) -> None:
    with pytest.raises(InvalidField):
        continue_game(NIGHT.game, continuation, AT)
    with pytest.raises(GameNotStarted):
        continue_game(seated().game, continuation, AT)


def test_the_end_of_a_branch_is_named_by_its_digest() -> None:
    parent, _ = continued(NIGHT, START)
    for wrong in (life.EndContinuation(branch_version=9), life.EndContinuation(branch_digest=bytes(32))):
        with pytest.raises(InvalidField):
            end_continuation(parent.game, wrong, AT)


def signed_fork() -> Game:
    """Return a branch that continues a game whose first seat has a key."""
    night = started(keys=[KEY.public_key().public_bytes_raw(), b""])
    return fork_game(night.game, continuing(night.game), "branch", secret_of(1), AT).game


def consent(game: Game, taken: life.TakeSeat, key: Ed25519PrivateKey = KEY) -> Consent:
    """Return the consent of a seat that takes its seat in a branch."""
    sent = packed(taken)
    payload = command_payload(game.id, game.version, "c", "gunbai.record.v1.TakeSeat", sent.value)
    return Consent("c", game.version, key.sign(payload))


def test_a_seat_with_a_key_signs_its_consent() -> None:
    game = signed_fork()
    taken = life.TakeSeat(seat=1, entropy=b"new", public_key=KEY.public_key().public_bytes_raw())
    given = consent(game, taken)
    assert take_seat(game, taken, named("x"), AT, given).entries[0].signature == given.signature
    wrong: list[tuple[type[Exception], Callable[[], Consent]]] = [
        (InvalidField, Consent),
        (SignatureMissing, lambda: given._replace(signature=b"")),
        (SignatureInvalid, lambda: given._replace(command_id="another")),
        (VersionConflict, lambda: given._replace(expected_version=game.version - 1)),
    ]
    for error, made in wrong:
        with pytest.raises(error):
            take_seat(game, taken, named("x"), AT, made())


def test_a_seat_is_taken_by_who_holds_it_and_signs_only_where_its_key_consents() -> None:
    game = signed_fork()
    with pytest.raises(InvalidField, match="this is not the key of seat 1"):
        take_seat(game, life.TakeSeat(seat=1), named("x"), AT)
    for field, stray in (
        ("request_id", Consent("c")),
        ("expected_version", Consent(expected_version=3)),
        ("signature", Consent(signature=bytes(64))),
    ):
        with pytest.raises(InvalidField, match=f"{field}: only a seat that joins with its key"):
            take_seat(game, life.TakeSeat(seat=2), named("x"), AT, stray)


def test_what_came_to_light_cannot_be_denied() -> None:
    parent, branch = continued(NIGHT, START)
    entries = [record.Entry.FromString(entry.SerializeToString()) for entry in ended(parent, branch).entries]
    entries[-2].events[0].open.value = b""
    for before, entry in zip(entries[-3:], entries[-2:], strict=False):
        entry.previous = before.digest
        entry.digest = digest_of(entry)
    report = verify(TITLES, entries)
    assert (report.verdict, report.bad_version) == (pb.VERDICT_FAILED, entries[-2].version)
