"""Whatever happens at a table, its record is folded and verified; what is not by the rules is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as irregular
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_client.chain import digest_of
from referee.access.audience import shown
from referee.access.callers import Caller
from referee.game.fold import fold
from referee.game.snapshot import restored, snapshot
from referee.proof.offline import sentence
from referee.proof.verification import verify
from tests.games.toy import protos
from tests.referee.incidents import eventful
from tests.referee.nights import NAME, SECRET, TITLES, Night, bid, started
from tests.referee.orders import ARBITERS_KEY, conceded, ruled


@st.composite
def nights(draw: st.DrawFn) -> Night:
    """Draw a whole night with incidents."""
    return eventful(lambda things: draw(st.sampled_from(things)), draw(st.integers(2, 4)))


@given(nights())
@settings(deadline=None, max_examples=30)
def test_a_record_with_every_kind_of_entry_is_consistent_but_for_what_was_ruled_irregular(night: Night) -> None:
    report = verify(TITLES, night.entries)
    assert report.verdict == pb.VERDICT_CONSISTENT, report
    assert report.adjudicated == report.entries == len(night.entries)
    named = [entry.version for entry in night.entries if entry.command.open.type_url.endswith("RuleIrregularity")]
    assert [each.version for each in report.irregular_entries] == named


@given(nights())
@settings(deadline=None, max_examples=30)
def test_it_folds_to_the_game_that_was_played_and_is_kept_as_a_snapshot(night: Night) -> None:
    assert fold(TITLES, night.entries, {NAME: SECRET}) == night.game
    opened = restored(TITLES, snapshot(night.game), night.entries[0], night.entries[-1], SECRET)
    assert opened.game == night.game


@given(nights(), st.data())
@settings(deadline=None, max_examples=30)
def test_any_part_of_it_is_incomplete_and_never_wrong(night: Night, data: st.DataObject) -> None:
    upto = data.draw(st.integers(1, len(night.entries) - 1))
    caller = data.draw(st.sampled_from([Caller("peer"), Caller("peer", "seat", 1)]))
    seen = [shown(night.game, entry, caller, ()) for entry in night.entries[:upto]]
    for part in (night.entries[:upto], seen):
        report = verify(TITLES, part)
        assert report.verdict == pb.VERDICT_INCOMPLETE, report
        assert report.linked == upto


@given(nights(), st.data())
@settings(deadline=None, max_examples=30)
def test_no_entry_can_be_given_to_another_actor_or_left_out(night: Night, data: st.DataObject) -> None:
    entries = [record.Entry.FromString(entry.SerializeToString()) for entry in night.entries]
    entry = data.draw(st.sampled_from(entries))
    kinds = sorted({*record.ActorKind.values()} - {entry.actor.kind})
    entry.actor.kind = data.draw(st.sampled_from(kinds))
    assert verify(TITLES, rechained(entries)).verdict == pb.VERDICT_FAILED


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


@pytest.mark.parametrize(
    ("made", "place", "forge"),
    [
        (conceded(started(), 2), -1, _crown),
        (conceded(started(3), 2).play(bid(1, 3), bid(3, 1)), -4, _other_bid),
        (ruled(started(arbiter=ARBITERS_KEY), purses=(9, 5)), -1, _other_position),
        (ruled(started(arbiter=ARBITERS_KEY), purses=(9, 5)), -1, _no_position),
        (ruled(started(arbiter=ARBITERS_KEY), purses=(9, 5)), -1, _other_clause),
    ],
)
def test_a_forged_ruling_or_result_is_found(made: Night, place: int, forge: Callable[[record.Entry], None]) -> None:
    assert not verify(TITLES, made.entries).problem
    entries = [record.Entry.FromString(entry.SerializeToString()) for entry in made.entries]
    forge(entries[place])
    report = verify(TITLES, rechained(entries))
    assert (report.verdict, report.bad_version) == (pb.VERDICT_FAILED, entries[place].version), report


def test_the_verdict_in_words_names_what_was_ruled() -> None:
    night = ruled(started(arbiter=ARBITERS_KEY))
    said = sentence(verify(TITLES, night.entries))
    assert (
        f"except entry {night.game.version}: a bid of six from a purse of five (it stands), "
        f"ruled by the arbiter {ARBITERS_KEY.hex()} under LN-1"
    ) in said
    by_dealer = ruled(started(chance_source=life.CHANCE_SOURCE_DEALER))
    assert "ruled by the dealer under LN-1" in sentence(verify(TITLES, by_dealer.entries))
