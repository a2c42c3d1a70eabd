"""Whatever happens at a table, its record is folded and verified; what is not by the rules is named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as irregular
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_record.chain import digest_of
from lab.signed_orders import ARBITERS_KEY, by_seat, conceded, ruled
from lab.toy import protos
from lab.toy_games import AT, SECRET, TITLES, Night, bid, command, started
from referee.access.audience import shown
from referee.access.callers import Caller
from referee.game.clocks import call_clock
from referee.game.decided_results import concede
from referee.game.fold import fold
from referee.game.judge import judge
from referee.game.snapshot import restored, snapshot
from referee.proof.offline import sentence
from referee.proof.verification import verify
from tests.referee.eventful_games import LONGEST, Evening, evening

SLOW = settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
"""An evening takes long to make, and longer beside others who use the machine."""


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    """Draw a whole evening with incidents."""
    return evening(lambda things: draw(st.sampled_from(things)), draw(st.integers(2, 4)))


def test_an_evening_that_nothing_ends_is_abandoned() -> None:
    def choose(things: Sequence[Any]) -> Any:
        return "another irregularity" if "another irregularity" in things else things[0]

    (night,) = evening(choose, 2, takebacks=0).nights
    assert (night.game.status, night.game.version) == ("abandoned", LONGEST + 1)


@given(evenings())
@SLOW
def test_a_record_with_every_kind_of_entry_is_consistent_but_for_what_was_ruled_irregular(played: Evening) -> None:
    for night in played.nights:
        report = verify(TITLES, night.entries, played.secrets)
        assert report.verdict == pb.VERDICT_CONSISTENT, report
        assert report.adjudicated == report.entries == len(night.entries)
        named = [entry.version for entry in night.entries if entry.command.open.type_url.endswith("RuleIrregularity")]
        assert [entry.version for entry in report.irregular_entries] == named
        for irregular_entry in report.irregular_entries:
            remedy = "(corrected)" if irregular_entry.remedy == irregular.REMEDY_CORRECTED else "(it stands)"
            assert remedy in irregular_entry.sentence


@given(evenings(), st.data())
@SLOW
def test_it_folds_to_the_game_that_was_played_and_is_kept_as_a_snapshot(played: Evening, data: st.DataObject) -> None:
    for night in played.nights:
        assert fold(TITLES, night.entries, played.secrets) == night.game
        upto = data.draw(st.integers(1, len(night.entries)))
        game = fold(TITLES, night.entries[:upto], played.secrets)
        secret = played.secrets[game.id]
        assert restored(TITLES, snapshot(game), night.entries[0], night.entries[upto - 1], secret).game == game


@given(evenings(), st.data())
@SLOW
def test_any_part_of_it_is_incomplete_and_never_wrong(played: Evening, data: st.DataObject) -> None:
    night = played.nights[0]
    upto = data.draw(st.integers(1, len(night.entries) - 1))
    caller = data.draw(st.sampled_from([Caller("peer"), Caller("peer", "seat", 1)]))
    seen = [shown(night.game, entry, caller, ()) for entry in night.entries[:upto]]
    for part in (night.entries[:upto], seen):
        report = verify(TITLES, part)
        assert report.verdict == pb.VERDICT_INCOMPLETE, report
        assert report.linked == upto


@given(evenings(), st.data())
@SLOW
def test_no_entry_can_be_given_to_another_actor(played: Evening, data: st.DataObject) -> None:
    entries = [record.Entry.FromString(entry.SerializeToString()) for entry in played.nights[0].entries]
    entry = data.draw(st.sampled_from(entries))
    kinds = {*record.ActorKind.values()} - {entry.actor.kind}
    if entry.command_id and entry.actor.seat in with_bot(played, entry.version - 1):
        # Both its player and its bot may decide for this seat, and nobody signed which of them did.
        kinds -= {record.ACTOR_KIND_SEAT, record.ACTOR_KIND_SUBSTITUTE}
    entry.actor.kind = data.draw(st.sampled_from(sorted(kinds)))
    assert verify(TITLES, rechained(entries)).verdict == pb.VERDICT_FAILED


@given(evenings(), st.data())
@SLOW
def test_no_entry_can_be_left_out(played: Evening, data: st.DataObject) -> None:
    entries = [record.Entry.FromString(entry.SerializeToString()) for entry in played.nights[0].entries]
    left_out = data.draw(st.integers(0, len(entries) - 1))
    del entries[left_out]
    for version, entry in enumerate(entries, 1):
        entry.version = version
    assert verify(TITLES, rechained(entries)).verdict != pb.VERDICT_CONSISTENT


def with_bot(played: Evening, version: int) -> tuple[int, ...]:
    """Return the seats that a bot decides for after so many entries of the first night."""
    entries = played.nights[0].entries[:version]
    return fold(TITLES, entries, played.secrets).with_bot if entries else ()


def rechained(entries: list[record.Entry]) -> list[record.Entry]:
    """Return the entries with a chain that fits them: what a cheating operator could make."""
    previous = bytes(32)
    for entry in entries:
        entry.previous = previous
        previous = entry.digest = digest_of(entry)
    return entries


def _crown(entry: record.Entry) -> None:
    entry.events[0].open.value = results.GameDecided(winners=[2], secret=SECRET).SerializeToString()


def _other_bid(entry: record.Entry) -> None:
    entry.command.open.value = protos.Bid(seat=2, light=1).SerializeToString()


def _other_position(entry: record.Entry) -> None:
    text = irregular.PositionSet.FromString(entry.events[1].open.value).table_json
    entry.events[1].open.value = irregular.PositionSet(table_json=text.replace("[9,", "[8,")).SerializeToString()


def _no_position(entry: record.Entry) -> None:
    del entry.events[1:]


def _other_clause(entry: record.Entry) -> None:
    ruling = irregular.RuleIrregularity.FromString(entry.command.open.value)
    ruling.clause = "LN-3"
    entry.command.open.value = ruling.SerializeToString()


def _sign_without_a_key(entry: record.Entry) -> None:
    entry.signature = b"\x01\x02\x03"


@pytest.mark.parametrize(
    ("made", "place", "forge"),
    [
        (conceded(started(), 2), -1, _crown),
        (conceded(started(3), 2).play(bid(1, 3), bid(3, 1)), -4, _other_bid),
        (ruled(started(arbiter=ARBITERS_KEY), purses=(9, 5)), -1, _other_position),
        (ruled(started(arbiter=ARBITERS_KEY), purses=(9, 5)), -1, _no_position),
        (ruled(started(arbiter=ARBITERS_KEY), purses=(9, 5)), -1, _other_clause),
        (started().play(bid(1, 2)), -1, _sign_without_a_key),
        (started().play(bid(1, 2), bid(2, 1)), -1, _sign_without_a_key),
        (conceded(started(), 2), -2, _sign_without_a_key),
    ],
)
def test_a_forged_ruling_or_result_is_found(made: Night, place: int, forge: Callable[[record.Entry], None]) -> None:
    assert not verify(TITLES, made.entries).problem
    entries = [record.Entry.FromString(entry.SerializeToString()) for entry in made.entries]
    forge(entries[place])
    report = verify(TITLES, rechained(entries))
    assert (report.verdict, report.bad_version) == (pb.VERDICT_FAILED, entries[place].version), report


def test_nobody_moves_before_the_default_of_a_seat_that_has_left() -> None:
    night = started(3)
    order = by_seat(night.game, 2, results.Concede())
    alone = night.then(concede(night.game, order))
    early = alone.then(judge(alone.game, command(alone.game, *bid(1, 3)), AT))  # type: ignore[arg-type]  # it is legal
    report = verify(TITLES, early.entries)
    assert (report.bad_version, report.problem) == (
        alone.game.version + 1,
        "seat 2's default must come first",
    )


def test_nobody_plays_after_their_time_or_loses_by_it_too_early() -> None:
    terms = clocks.ClockTerms(decision_seconds=60, expiry=clocks.EXPIRY_RULE_LOSES)
    night = started(clock=terms)
    at = AT + 60_000_001
    for late, problem in (
        (night.then(call_clock(night.game, at)), "nobody has run out of time"),
        (night.play(bid(1, 1)), "seat 1 has run out of time"),
    ):
        entries = [record.Entry.FromString(entry.SerializeToString()) for entry in late.entries]
        assert not verify(TITLES, entries).problem
        entries[-1].at_micros = at if problem.startswith("seat") else at - 1
        assert problem in verify(TITLES, rechained(entries)).problem


def test_the_verdict_in_words_names_what_was_ruled() -> None:
    night = ruled(started(arbiter=ARBITERS_KEY))
    text = sentence(verify(TITLES, night.entries))
    assert (
        f'except entry {night.game.version}: "a bid of six from a purse of five" (it stands), '
        f"ruled by the arbiter {ARBITERS_KEY.hex()} under LN-1"
    ) in text
    by_dealer = ruled(started(chance_source=life.CHANCE_SOURCE_DEALER))
    assert "ruled by the dealer under LN-1" in sentence(verify(TITLES, by_dealer.entries))
