"""Records that a cheating operator could write: the chain fits, and yet no verdict calls them more than they are."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_record.chain import command_payload, sealed, type_name
from gunbai_record.record_file import header
from gunbai_record.verify.attestation import Evidence, attest
from gunbai_record.verify.header import misfit
from lab.attacks.forgeries import BRANCH, OWN_SECRET, abandoned, branch, closing_of, crown, rechained
from lab.toy import plain, protos
from lab.toy_games import (
    AT,
    NAME,
    SECRET,
    TITLES,
    Night,
    bid,
    command,
    created,
    finished,
    named,
    seated,
    started,
)
from referee.game.entries import Added, packed
from referee.game.judge import judge, settled
from referee.game.lifecycle import create_game, start_game, take_seat
from referee.game.titles import Titles
from referee.game.titles import finished as catalogue
from referee.proof.identity import Identity
from referee.proof.verification import verify


def verdict_of(entries: list[record.Entry], **secrets: bytes) -> tuple[pb.Verdict.ValueType, int, str]:
    """Return the verdict on entries whose chain fits them, with the first bad entry and its problem."""
    report = verify(TITLES, entries, secrets)
    return report.verdict, report.bad_version, report.problem


def test_a_sealed_item_in_a_finished_game_does_not_switch_the_judge_off() -> None:
    entries = list(finished(3).entries)
    crown(entries, 1 + closing_of(entries).winners[0] % 3)
    move = next(entry for entry in entries if entry.command.salt)
    move.command.CopyFrom(sealed(move.command))
    verdict, version, problem = verdict_of(rechained(entries))
    assert (verdict, version) == (pb.VERDICT_FAILED, move.version)
    assert problem == "an item is sealed although its game's secret is open"


def test_another_winner_is_no_result_of_the_game() -> None:
    entries = list(finished(3).entries)
    crown(entries, 1 + closing_of(entries).winners[0] % 3)
    assert verdict_of(rechained(entries))[:2] == (pb.VERDICT_FAILED, len(entries))


def test_a_game_played_anew_with_the_opened_secret_is_consistent_and_no_more() -> None:
    """Nobody can tell by the record alone: that takes a signed head."""
    true, other = finished(3), started(3)
    while other.game.status == "running":
        seat = min(other.game.step.seats(other.game.table))  # type: ignore[union-attr]  # a decision waits in this title
        takes = other.game.step.takes  # type: ignore[union-attr]  # a decision waits in this title
        other = other.play((seat, protos.Withdraw() if plain.Withdraw in takes else protos.Bid(seat=seat, light=1)))
    assert other.entries[-1].digest != true.entries[-1].digest
    assert verdict_of(list(other.entries))[0] == pb.VERDICT_CONSISTENT
    service, end = Identity(bytes(32)), true.entries[-1]
    stolen = header(NAME, len(other.entries), (), service.signed_head(NAME, end.version, end.digest))
    evidence = Evidence((service.verifier,))
    assert attest(stolen, other.entries, len(other.entries), evidence).lacking
    assert misfit(stolen, other.entries).startswith("the signed head is of ")
    own = header(NAME, len(other.entries), (), Identity(b"\x01" * 32).signed_head(NAME, *_end(other)))
    assert attest(own, other.entries, len(other.entries), evidence).lacking
    assert misfit(own, other.entries) == ""


def _end(night: Night) -> tuple[int, bytes]:
    return night.game.version, night.game.digest


def test_a_branch_of_a_running_game_is_incomplete_where_it_shares_the_parents_entries() -> None:
    parent = started()
    shared = len(parent.entries)
    entries = list(abandoned(branch(parent)).entries)
    report = verify(TITLES, entries)
    assert report.verdict == pb.VERDICT_INCOMPLETE
    (gap,) = report.unchecked
    assert (gap.first_version, gap.last_version) == (1, shared)
    assert gap.reason == pb.UNCHECKED_REASON_SECRET_NOT_OPEN
    assert NAME in gap.sentence
    assert verdict_of(entries, **{NAME: SECRET})[0] == pb.VERDICT_CONSISTENT


def test_a_branch_that_shares_what_its_running_parent_hides_is_incomplete_altogether() -> None:
    entries = list(abandoned(branch(started().play(bid(1, 3)))).entries)
    gaps = verify(TITLES, entries).unchecked
    assert {gap.reason for gap in gaps} == {pb.UNCHECKED_REASON_SECRET_NOT_OPEN}
    assert (gaps[0].first_version, gaps[-1].last_version) == (1, len(entries))
    assert verdict_of(entries, **{NAME: SECRET})[0] == pb.VERDICT_CONSISTENT


def test_a_secret_that_is_given_for_an_ancestor_must_be_its_own() -> None:
    entries = list(branch(started()).entries)
    verdict, version, problem = verdict_of(entries, **{NAME: OWN_SECRET})
    assert (verdict, version) == (pb.VERDICT_FAILED, 1)
    assert problem == f"the secret given for the game {NAME!r} does not match its commitment"


def test_a_branch_that_runs_does_not_excuse_its_parents_end() -> None:
    parent = abandoned(started())
    entries = list(branch(parent).entries)
    assert verify(TITLES, entries).unchecked[0].first_version == len(parent.entries) + 1
    ending = entries[len(parent.entries) - 1]
    ending.events[0].CopyFrom(record.Item(open=packed(life.GameAbandoned(secret=OWN_SECRET))))
    assert verdict_of(rechained(entries, ending.version))[:2] == (pb.VERDICT_FAILED, ending.version)


@pytest.mark.parametrize("secret", [b"", bytes(32), SECRET[:-1], SECRET + b"x"])
def test_an_ending_that_does_not_open_the_secret_is_no_ending(secret: bytes) -> None:
    for night in (abandoned(started()), abandoned(created()), finished()):
        entries = list(night.entries)
        event = entries[-1].events[0]
        closed = event.open.type_url.endswith("GameClosed")
        content: life.GameClosed | life.GameAbandoned = closing_of(entries) if closed else life.GameAbandoned()
        content.secret = secret
        event.CopyFrom(record.Item(open=packed(content)))
        assert verdict_of(rechained(entries, len(entries)))[:2] == (pb.VERDICT_FAILED, len(entries))


def test_no_entry_comes_after_the_end() -> None:
    """Neither a move with its id nor one without, nor a second end."""
    running = started()
    moved = running.play(bid(1, 3)).entries[-1]
    for nameless in (False, True):
        entries = [*abandoned(running).entries, record.Entry()]
        entries[-1].CopyFrom(moved)
        entries[-1].version = len(entries)
        if nameless:
            entries[-1].ClearField("command_id")
        assert verdict_of(rechained(entries, len(entries)))[:2] == (pb.VERDICT_FAILED, len(entries))
    twice = [*abandoned(running).entries, record.Entry()]
    twice[-1].CopyFrom(twice[-2])
    twice[-1].version = len(twice)
    verdict, _, problem = verdict_of(rechained(twice, len(twice)))
    assert (verdict, problem) == (pb.VERDICT_FAILED, "the game was already over")


def test_an_end_that_hides_behind_a_sealed_event_must_open_the_secret_too() -> None:
    running = started().play(bid(1, 3))
    entries = list(abandoned(running).entries)
    entries[-1].events[0].CopyFrom(record.Item(open=packed(life.GameAbandoned())))
    entries[-1].events.append(record.Item(sealed=bytes(32)))
    entries[4].command.CopyFrom(sealed(entries[4].command))
    assert verdict_of(rechained(entries, 5))[:2] == (pb.VERDICT_FAILED, len(entries))


def test_a_seat_with_a_key_cannot_be_moved_by_leaving_out_the_id() -> None:
    key = Ed25519PrivateKey.generate()
    night = started(2, [key.public_key().public_bytes_raw(), b""])
    move = command(night.game, 1, protos.Bid(seat=1, light=3))
    name = type_name(move.sent.type_url)
    payload = command_payload(NAME, move.expected_version, move.command_id, name, move.sent.value)
    ruling = judge(night.game, move._replace(signature=key.sign(payload)), AT)
    assert isinstance(ruling, Added)
    entries = list(night.then(ruling).entries)
    assert verdict_of(entries)[0] == pb.VERDICT_INCOMPLETE
    for left_out in ("signature", "command_id"):
        entries[-1].ClearField(left_out)
        assert verdict_of(rechained(entries, len(entries)))[:2] == (pb.VERDICT_FAILED, len(entries))


def _seal_the_start(entries: list[record.Entry]) -> int:
    entries[3].command.CopyFrom(sealed(entries[3].command))
    return 4


def _seal_a_players_name(entries: list[record.Entry]) -> int:
    entries[1].command.CopyFrom(sealed(entries[1].command))
    return 2


def _salt_a_public_event(entries: list[record.Entry]) -> int:
    entries[1].events[0].salt = bytes(32)
    return 2


def _take_a_salt_away(entries: list[record.Entry]) -> int:
    entries[4].command.salt = b""
    return 5


def _change_the_options(entries: list[record.Entry]) -> int:
    creation = life.CreateGame.FromString(entries[0].command.open.value)
    creation.edition_digest = "0" * 64
    entries[0].command.open.value = creation.SerializeToString()
    return 1


def _commit_to_nothing(entries: list[record.Entry]) -> int:
    creation = life.CreateGame.FromString(entries[0].command.open.value)
    creation.commitment = b""
    entries[0].command.open.value = creation.SerializeToString()
    return 1


def _go_on_as_another_game(entries: list[record.Entry]) -> int:
    entries[4].game = BRANCH
    return 5


def _leave_out_a_position(entries: list[record.Entry]) -> int:
    entries[4].position_digest = b""
    return 5


@pytest.mark.parametrize(
    "forge",
    [
        _seal_the_start,
        _seal_a_players_name,
        _salt_a_public_event,
        _take_a_salt_away,
        _change_the_options,
        _commit_to_nothing,
        _go_on_as_another_game,
        _leave_out_a_position,
    ],
)
def test_what_a_running_game_need_not_hide_is_checked_while_it_runs(forge: Callable[[list[record.Entry]], int]) -> None:
    entries = list(started().play(bid(1, 3)).entries)
    assert verdict_of(entries)[0] == pb.VERDICT_INCOMPLETE
    version = forge(entries)
    assert verdict_of(rechained(entries, version))[:2] == (pb.VERDICT_FAILED, version)


def test_nothing_is_sealed_in_a_title_without_secrets() -> None:
    """Otherwise an operator who seals one item of a running game would hide a move against the rules."""
    creation = life.CreateGame(title="infludance_duel", seats=2)
    titles = catalogue()
    duel = create_game(titles, creation, NAME, SECRET, AT)
    night = Night(duel.game, duel.entries)
    for seat in (1, 2):
        night = night.then(take_seat(night.game, life.TakeSeat(seat=seat, entropy=b"x"), named(f"{seat}"), AT))
    entries = list(night.then(settled(start_game(night.game, AT))).entries)
    assert verify(titles, entries).verdict == pb.VERDICT_INCOMPLETE
    entries[-1].events[-1].CopyFrom(sealed(entries[-1].events[-1]))
    report = verify(titles, entries)
    assert (report.verdict, report.problem) == (
        pb.VERDICT_FAILED,
        "an item is sealed, but nothing is secret in this title",
    )


def test_a_title_that_the_verifier_does_not_have_leaves_the_chain_and_the_frame() -> None:
    entries = list(finished().entries)
    report = verify(Titles([]), entries)
    assert (report.verdict, report.linked, report.adjudicated) == (pb.VERDICT_INCOMPLETE, len(entries), 0)
    assert [unchecked.reason for unchecked in report.unchecked] == [pb.UNCHECKED_REASON_UNKNOWN_RULES]
    entries[-1].events[0].CopyFrom(record.Item(open=packed(life.GameClosed())))
    assert verify(Titles([]), rechained(entries)).verdict == pb.VERDICT_FAILED


def test_seats_that_gave_no_entropy_are_named() -> None:
    night = created()
    for seat, entropy in ((1, b""), (2, b"a share")):
        night = night.then(take_seat(night.game, life.TakeSeat(seat=seat, entropy=entropy), named(f"{seat}"), AT))
    report = verify(TITLES, night.entries)
    assert [
        (seat_without_entropy.version, seat_without_entropy.seat)
        for seat_without_entropy in report.seats_without_entropy
    ] == [(2, 1)]
    assert not verify(TITLES, seated().entries).seats_without_entropy
    dealt = created(chance_source=life.CHANCE_SOURCE_DEALER)
    dealt = dealt.then(take_seat(dealt.game, life.TakeSeat(seat=1), named("1"), AT))
    assert not verify(TITLES, dealt.entries).seats_without_entropy
