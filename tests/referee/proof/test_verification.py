"""Verification finds the first entry that is not what follows from the ones before, and says what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.irregularities_pb2 import REMEDY_CORRECTED, REMEDY_STANDS, RuleIrregularity
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_record.chain import digest_of
from gunbai_record.verify.entry_checks import Frame, opened_secret
from gunbai_record.verify.message_checks import BadEntry
from lab.toy import protos
from lab.toy_games import AT, NAME, SECRET, TITLES, bid, created, finished, named, started
from referee.access.audience import shown
from referee.access.callers import Caller
from referee.game.entries import packed
from referee.game.forks import fork_game
from referee.game.lifecycle import start_game, take_seat
from referee.proof.rewriting import difference, written_anew
from referee.proof.verification import irregular, verify


def night() -> list[record.Entry]:
    """Return the entries of a finished game."""
    return list(finished(3).entries)


def verified(entries: list[record.Entry]) -> pb.Verification:
    """Return the report on the entries of a game that is over."""
    return verify(TITLES, entries)


def rechained(entries: list[record.Entry]) -> list[record.Entry]:
    """Return the entries with a chain that fits them: what a cheating operator could make."""
    previous = bytes(32)
    for entry in entries:
        entry.previous = previous
        previous = entry.digest = digest_of(entry)
    return entries


def test_a_whole_record_holds() -> None:
    entries = night()
    report = verified(entries)
    assert report.verdict == pb.VERDICT_CONSISTENT
    assert (report.entries, report.linked, report.adjudicated) == (len(entries),) * 3
    assert report.chance_recomputed == sum(entry.actor.kind == record.ACTOR_KIND_CHANCE for entry in entries) == 2
    assert not report.unchecked


def test_an_entry_before_the_creation_leads_to_nothing() -> None:
    with pytest.raises(BadEntry, match="the first entry must create a game"):
        written_anew(TITLES, None, night()[1], b"", opened=False)


def _loaded_dice(entry: record.Entry) -> None:
    drawn = protos.DrawLanterns.FromString(entry.command.open.value)
    names = sorted({"crane", "fox", "moon", "pine", "wave"} - set(drawn.lanterns))[:2]
    entry.command.open.value = protos.DrawLanterns(lanterns=names).SerializeToString()
    stored = protos.LanternsDrawn.FromString(entry.events[0].open.value)
    entry.events[0].open.value = protos.LanternsDrawn(seat=stored.seat, lanterns=names).SerializeToString()


def _other_event(entry: record.Entry) -> None:
    entry.events[1].open.value = protos.BidSealed(seat=2, light=1).SerializeToString()


def _other_salt(entry: record.Entry) -> None:
    entry.command.salt = bytes(32)


def _other_position(entry: record.Entry) -> None:
    entry.position_digest = bytes(32)


def _earlier(entry: record.Entry) -> None:
    entry.at_micros = 1


def _another_actor(entry: record.Entry) -> None:
    entry.actor.seat = 3


def _stale(entry: record.Entry) -> None:
    entry.expected_version = 1


@pytest.mark.parametrize(
    ("version", "alter", "problem"),
    [
        (8, _loaded_dice, "command"),
        (7, _other_event, "events"),
        (7, _other_salt, "command"),
        (7, _other_position, "position_digest"),
        (7, _earlier, "before"),
        (7, _another_actor, "seat 3"),
        (7, _stale, "version 1"),
    ],
)
def test_what_an_operator_alters_is_found_though_the_chain_fits(
    version: int, alter: Callable[[record.Entry], None], problem: str
) -> None:
    entries = night()
    index = next(i for i, entry in enumerate(entries) if i >= version - 1 and _fits(entry, alter))
    alter(entries[index])
    report = verified(rechained(entries))
    assert report.bad_version == index + 1
    assert problem in report.problem


def _fits(entry: record.Entry, alter: Callable[[record.Entry], None]) -> bool:
    """Return whether an alteration is meant for this sort of entry."""
    url = entry.command.open.type_url
    return url.endswith("DrawLanterns" if alter is _loaded_dice else "Bid")


def test_a_command_that_the_rules_refuse_is_named_with_its_clause() -> None:
    entries = night()
    entry = next(candidate for candidate in entries if candidate.command.open.type_url.endswith(".Bid"))
    entry.command.open.value = protos.Bid(seat=entry.actor.seat, light=99).SerializeToString()
    report = verified(rechained(entries))
    assert report.bad_version == entry.version
    assert report.problem.startswith("the rules refuse its command: LN-1, ")


def test_a_broken_link_is_found() -> None:
    entries = night()
    entries[5].at_micros += 1
    report = verified(entries)
    assert (report.bad_version, report.problem) == (6, "its digest does not match its content")
    assert report.verdict == pb.VERDICT_FAILED


def test_a_lost_or_doubled_entry_is_found() -> None:
    entries = night()
    assert verified(entries[:4] + entries[5:]).bad_version == 5
    assert verified(entries[:5] + entries[4:]).bad_version == 6


def test_a_secret_that_is_not_the_committed_one_is_found() -> None:
    entries = night()
    closed = life.GameClosed.FromString(entries[-1].events[0].open.value)
    closed.secret = bytes(32)
    entries[-1].events[0].open.value = closed.SerializeToString()
    report = verified(rechained(entries))
    assert (report.verdict, report.bad_version) == (pb.VERDICT_FAILED, len(entries))
    assert report.problem == "the secret that it opens does not match the commitment in entry 1"


def test_a_seat_without_entropy_is_named_where_the_referee_draws_and_nobody_gives_shares() -> None:
    assert not verified(night()).seats_without_entropy
    bare = created()
    for seat, entropy in ((1, b"salt"), (2, b"")):
        bare = bare.then(take_seat(bare.game, life.TakeSeat(seat=seat, entropy=entropy), named("Ada"), AT))
    report = verified(list(bare.entries))
    assert [
        (seat_without_entropy.version, seat_without_entropy.seat)
        for seat_without_entropy in report.seats_without_entropy
    ] == [(3, 2)]
    dealt = created(chance_source=life.CHANCE_SOURCE_DEALER)
    dealt = dealt.then(take_seat(dealt.game, life.TakeSeat(seat=1), named("Ada"), AT))
    assert not verified(list(dealt.entries)).seats_without_entropy


def test_a_command_of_a_client_has_an_id() -> None:
    entries = night()
    index = next(i for i, entry in enumerate(entries) if entry.command_id)
    entries[index].command_id = ""
    report = verified(rechained(entries))
    assert (report.bad_version, report.problem) == (
        index + 1,
        "a client's command must have an id",
    )


def test_a_branch_is_hidden_by_the_nearest_game_above_it_whose_secret_is_missing() -> None:
    line, fork = started().play(bid(1, 3)), life.ForkGame(chance_source=life.CHANCE_SOURCE_REFEREE)
    secrets = {NAME: SECRET}
    for number, name in enumerate(("branch", "twig", "leaf"), 1):
        fork.parent = line.game.id
        secrets[name] = bytes([number]) * 32
        line = line.then(fork_game(line.game, fork, name, secrets[name], AT))
        for seat in (1, 2):
            line = line.then(take_seat(line.game, life.TakeSeat(seat=seat), named("heir"), AT))
        line = line.then(start_game(line.game, AT))

    def hidden_by(*missing: str) -> list[str]:
        frame = Frame({name: secret for name, secret in secrets.items() if name not in missing})
        for version, entry in enumerate(line.entries, 1):
            frame.follow(version, entry)
        return [part.hidden_by for part in frame.parts]

    assert hidden_by() == ["", "", "", ""]
    assert hidden_by("branch") == ["", "branch", "branch", "branch"]
    assert hidden_by("branch", "twig") == ["", "branch", "twig", "twig"]
    assert hidden_by(NAME, "leaf") == [NAME, NAME, NAME, "leaf"]


def test_a_branch_of_a_game_without_secrets_is_hidden_by_nothing_above_it() -> None:
    fork = life.ForkGame(chance_source=life.CHANCE_SOURCE_REFEREE, parent=NAME)
    line = started().play((1, protos.Ring()))
    line = line.then(fork_game(line.game, fork, "branch", bytes(32), AT))
    frame = Frame({"branch": bytes(32)})
    for version, entry in enumerate(line.entries, 1):
        frame.follow(version, entry)
    assert [part.hidden_by for part in frame.parts] == [NAME, ""]


def test_no_game_of_a_record_is_created_twice() -> None:
    fork = life.ForkGame(chance_source=life.CHANCE_SOURCE_REFEREE, parent=NAME)
    line = started().play(bid(1, 3))
    line = line.then(fork_game(line.game, fork, NAME, bytes(32), AT))
    frame = Frame({NAME: SECRET})
    for version, entry in enumerate(line.entries[:-1], 1):
        frame.follow(version, entry)
    with pytest.raises(BadEntry, match=f"the game '{NAME}' was already created"):
        frame.follow(len(line.entries), line.entries[-1])


@pytest.mark.parametrize(
    ("signatures", "again"),
    [((0, 0), True), ((0, 0, 0), True), ((0, 1), False), ((1, 0), False), ((1, 1), False), ((0, 0, 1), False)],
)
def test_the_id_of_a_signed_command_is_that_of_no_other_of_its_game(
    signatures: tuple[int, ...], *, again: bool
) -> None:
    begun, frame = created(), Frame({})
    frame.follow(1, begun.entries[0])
    part = frame.parts[0]
    entries = [record.Entry(command_id="one", signature=b"signature" * signed) for signed in signatures]
    with nullcontext() if again else pytest.raises(BadEntry, match="'one' was already used in this game"):
        for entry in entries:
            frame._note_id(part, entry)
    for signature in (b"signature", b"", b"signature"):
        frame._note_id(part, record.Entry(signature=signature))


def test_only_the_first_entry_creates_a_game() -> None:
    first, other = created(), created(game="another")
    frame = Frame({})
    frame.follow(1, first.entries[0])
    with pytest.raises(BadEntry, match="only the first entry can create a game"):
        frame.follow(2, other.entries[0])
    fork = life.ForkGame(chance_source=life.CHANCE_SOURCE_REFEREE, parent=NAME)
    branch = fork_game(started().game, fork, "branch", bytes(32), AT)
    with pytest.raises(BadEntry, match="only the first entry can create a game"):
        Frame({}).follow(1, branch.entries[0])


def test_an_ending_that_cannot_be_read_opens_no_secret() -> None:
    last = finished().entries[-1]
    assert opened_secret(last) == SECRET
    last.events[0].open.value = b"\xff"
    assert opened_secret(last) == b""
    del last.events[:]
    assert opened_secret(last) == b""


def test_chance_that_is_not_asked_shows_nothing() -> None:
    drawn = next(entry for entry in night() if entry.actor.kind == record.ACTOR_KIND_CHANCE)
    for game in (started(3).game, finished(3).game):
        for opened in (True, False):
            with pytest.raises(BadEntry, match="no outcome of chance is due"):
                written_anew(TITLES, game, drawn, b"", opened=opened)


def test_a_record_that_ends_early_holds_but_proves_less() -> None:
    entries = night()
    report = verified(entries[:-1])
    assert report.verdict == pb.VERDICT_INCOMPLETE
    assert report.chance_recomputed == 0
    assert report.adjudicated == len(entries) - 1
    (unchecked,) = report.unchecked
    assert unchecked.reason == pb.UNCHECKED_REASON_SECRET_NOT_OPEN
    assert (unchecked.first_version, unchecked.last_version) == (1, len(entries) - 1)


def test_sealed_items_leave_the_chain_to_be_checked() -> None:
    running = started().play(bid(1, 3))
    report = verified([shown(running.game, entry, Caller("peer"), ()) for entry in running.entries])
    assert report.verdict == pb.VERDICT_INCOMPLETE
    assert (report.linked, report.adjudicated) == (5, 4)
    assert [(unchecked.first_version, unchecked.last_version, unchecked.reason) for unchecked in report.unchecked] == [
        (1, 5, pb.UNCHECKED_REASON_SECRET_NOT_OPEN),
        (5, 5, pb.UNCHECKED_REASON_SEALED_ITEM),
    ]


@pytest.mark.parametrize("ruin", ["actor", "command", "events", "previous", "digest", "position_digest"])
def test_rubbish_is_reported_and_never_raises(ruin: str) -> None:
    entries = night()
    for version, entry in enumerate(entries, 1):
        whole = entry.SerializeToString()
        entry.ClearField(ruin)  # type: ignore[arg-type]  # one of the names above
        if entry.SerializeToString() != whole:
            assert verified(entries).bad_version in {version, 1}
        entry.ParseFromString(whole)


def test_what_is_expected_and_found_is_said_in_two_hundred_characters_at_most() -> None:
    entry, other = record.Entry(command_id="x" * 200), record.Entry(command_id="y" * 201)
    bad_entry = difference(other, entry)
    assert (bad_entry.expected, bad_entry.found) == ("x" * 200, "y" * 199 + "…")


@pytest.mark.parametrize(("remedy", "words"), [(REMEDY_CORRECTED, "corrected"), (REMEDY_STANDS, "it stands")])
def test_an_irregular_entry_is_said_with_its_remedy(remedy: Any, words: str) -> None:
    order = RuleIrregularity(clause="LN-1", done="a bid of six.", remedy=remedy)
    entry = record.Entry(version=7, command=record.Item(open=packed(order)))
    assert irregular(entry, b"").sentence == f'"a bid of six." ({words}), ruled by the dealer under LN-1'
    assert "ruled by the arbiter 0101" in irregular(entry, b"\x01\x01").sentence
