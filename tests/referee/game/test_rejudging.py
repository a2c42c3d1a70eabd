"""Recorded rulings judged again by another version of the rules: what would differ is named, with its clause."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from games.kit.rules.change import Change
from games.kit.rules.decider import Duty, Evolve, Outcome, Play, Step, refusal
from games.kit.rules.revision import revised
from games.kit.title import Title
from games.liars_dice import LIARS_DICE
from games.liars_dice.rules.table import DiceTable
from gunbai.liars_dice.v1 import commands_pb2 as cmd
from gunbai.liars_dice.v1 import events_pb2 as ev
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1.audit_pb2 import GivenRuling
from gunbai.referee.v1.ruling_pb2 import Refused as Ruling
from gunbai_record.verify.entry_checks import opened
from lab import toy
from lab.recorded_games import played
from lab.signed_orders import conceded
from lab.toy import LANTERN_NIGHT, Night, plain, protos
from lab.toy_games import NAME, SECRET, bid, finished, started
from lab.toy_games import TITLES as NIGHTS
from referee.errors import RecordDamaged, TitleNotFound, TitleNotServed
from referee.game.entries import packed, seat
from referee.game.rejudging import Difference, Finding, LoggedRefusal, Unjudged, rejudged
from referee.game.titles import Titles
from tests.games.liars_dice import rules_2
from tests.referee.eventful_games import Evening, evening

BOTH = Titles([LIARS_DICE, rules_2.LIARS_DICE])
CHANGES = (Change(clause="LN-3", verdict="It is judged otherwise.", reason="A test needs it."),)


def those_given(findings: Iterator[Finding]) -> list[Difference | Unjudged]:
    return [finding for finding in findings if finding is not None]


def night_of(**parts: Any) -> Titles:
    """Return Lantern Night with a second version, which differs in some parts."""
    newer: Title[Any] = replace(LANTERN_NIGHT, rules=revised(LANTERN_NIGHT.rules, changes=CHANGES, **parts))
    return Titles([LANTERN_NIGHT, newer])


def differences(titles: Titles, entries: Sequence[record.Entry], **more: Any) -> list[Any]:
    return those_given(rejudged(titles, 0, entries, {NAME: SECRET}, **more))


def test_what_another_version_refuses_or_sets_up_otherwise_is_named_and_nothing_else() -> None:
    _, entries = played(BOTH, "liars_dice", 5, 3, rules_version=1)
    assert those_given(rejudged(BOTH, 1, entries, opened(entries))) == []
    listed = those_given(rejudged(BOTH, 2, entries, opened(entries)))
    assert listed == those_given(rejudged(BOTH, 0, entries, opened(entries)))
    assert all(isinstance(difference, Difference) for difference in listed)
    (set_up, *bids) = listed
    assert isinstance(set_up, Difference)
    assert (set_up.version, set_up.actor, set_up.command) == (1, "host", "CreateGame")
    assert (set_up.clause, set_up.recorded, set_up.ruled) == ("", "set up", "set up with a different table")
    by_hand = [entry.version for entry in entries if raises_the_face_alone(entries, entry)]
    assert [
        (difference.version, difference.command, difference.clause)
        for difference in bids
        if isinstance(difference, Difference)
    ] == [(version, "MakeBid", "LD-3.3") for version in by_hand]
    assert {(difference.recorded, difference.ruled) for difference in bids if isinstance(difference, Difference)} == {
        ("accepted", "refused by LD-3.3")
    }


def raises_the_face_alone(entries: Sequence[record.Entry], entry: record.Entry) -> bool:
    """Return whether an entry is a bid of as many dice as the last bid of the round."""
    last: ev.BidMade | None = None
    for earlier in entries[: entry.version]:
        for item in earlier.events:
            if item.open.Is(ev.RoundBegan.DESCRIPTOR):
                last = None
            if item.open.Is(ev.BidMade.DESCRIPTOR):
                before, last = last, ev.BidMade.FromString(item.open.value)
                if earlier is entry and before is not None:
                    return before.quantity == last.quantity
    return False


def test_refused_moves_are_judged_again_at_their_positions() -> None:
    _, entries = played(BOTH, "liars_dice", 2, 3, lambda game: bidding(game.table), rules_version=2)
    last = entries[-1]
    made = ev.BidMade.FromString(last.events[0].open.value)
    by = 3 - made.seat
    higher_face = cmd.MakeBid(quantity=made.quantity, face=made.face + 1)
    lower = cmd.MakeBid(quantity=made.quantity, face=made.face)
    refused = [
        refused_move(last.version, 1, by, higher_face, "LD-3.3"),
        refused_move(last.version, 2, by, lower, "LD-3.3"),
        LoggedRefusal(last.version, 3, GivenRuling(actor=seat(by)).SerializeToString()),
        refused_move(last.version, 4, by, higher_face, "LD-4.1"),
        LoggedRefusal(last.version, 5, b"\xff"),
    ]
    secrets = {last.game: SECRET}
    assert those_given(rejudged(BOTH, 2, entries, secrets, refused=refused[:2])) == []
    accepted, digest, wrong, rubbish = those_given(rejudged(BOTH, 1, entries, secrets, refused=refused))
    assert isinstance(accepted, Difference)
    assert (accepted.refusal, accepted.version, accepted.actor) == (1, last.version, f"seat {by}")
    assert (accepted.clause, accepted.recorded, accepted.ruled) == ("LD-3.3", "refused by LD-3.3", "accepted")
    assert digest == Unjudged(game=last.game, version=last.version, why="only the digest of this refused move is kept")
    assert isinstance(wrong, Unjudged)
    assert wrong.why == "the refused move 4 is not refused by LD-4.1 under its own rules"
    assert isinstance(rubbish, Unjudged)


def bidding(table: Any) -> bool:
    """Stop at a bid that another face can raise."""
    return isinstance(table, DiceTable) and table.bid.quantity == 2 and table.bid.face < 6


def refused_move(version: int, number: int, by: int, move: Any, cited: str) -> LoggedRefusal:
    given = GivenRuling(actor=seat(by), refused=Ruling(clause=cited))
    given.command.open.CopyFrom(packed(move))
    return LoggedRefusal(version, number, given.SerializeToString())


def test_a_refusal_by_another_clause_differs() -> None:
    class Bell(toy.Bell, frozen=True):
        """Cites another clause."""

        def refuse(self, table: Night, seat: int, move: Any) -> Any:
            return super().refuse(table, seat, move) and refusal(toy.CLAUSE_6)

    night = started().play((1, protos.Ring()))
    refused = [refused_move(night.game.version, 1, 1, protos.Ring(), "LN-5")]
    (differs,) = differences(night_of(steps=(Bell,)), night.entries, refused=refused)
    assert (differs.clause, differs.recorded, differs.ruled) == ("LN-6", "refused by LN-5", "refused by LN-6")


def test_other_events_of_an_accepted_move_differ_by_the_clause_of_its_step() -> None:
    class PayLight(toy.PayLight, frozen=True):
        """The winner pays one more."""

        def resolve(self, play: Play[Night]) -> None:
            play.emit(plain.LightPaid(seat=self.seat, light=self.light + 1))

    night = started().play(bid(1, 2), bid(2, 1), (2, protos.Withdraw()))
    (differs,) = differences(night_of(steps=(PayLight,)), night.entries)
    assert (differs.command, differs.clause) == ("Withdraw", "LN-3")
    assert (differs.recorded, differs.ruled) == ("accepted", "accepted with different events")


def test_another_result_differs_by_its_clause() -> None:
    night = finished()
    lost = Outcome("dawn", toy.CLAUSE_4, (), (0, 0))
    titles = night_of(outcome=lambda table: toy.outcome(table) and lost)
    (differs,) = differences(titles, night.entries)
    assert (differs.command, differs.clause, differs.ruled) == ("CloseGame", "LN-4", "dawn, won by nobody, scores 0, 0")
    assert differs.recorded.startswith("dawn, won by seat")
    (differs,) = differences(night_of(outcome=lambda table: None), night.entries)
    assert differs.ruled == "not over"
    unscored = Outcome("dawn", toy.CLAUSE_4, (2, 1), ())
    (differs,) = differences(night_of(outcome=lambda table: toy.outcome(table) and unscored), night.entries)
    assert differs.ruled == "dawn, won by seat 2, seat 1, scores none"


def test_another_default_of_an_absent_seat_differs() -> None:
    class LayBids(toy.LayBids, frozen=True):
        """An absent seat bids all that it has."""

        def candidates(self, table: Night, seat: int) -> Iterator[Any]:
            yield from reversed([*super().candidates(table, seat)])

    night = conceded(started(3), 1)
    by_default = [entry.version for entry in night.entries if entry.actor.kind == record.ACTOR_KIND_SUBSTITUTE]
    listed = differences(night_of(steps=(LayBids,)), night.entries)
    assert [(difference.version, difference.ruled) for difference in listed] == [
        (version, "a different default") for version in by_default
    ]
    assert by_default
    assert differences(night_of(), night.entries) == [], "the same default is no difference"


def test_a_set_up_that_the_version_refuses_differs() -> None:
    def setup(seats: int, options: Any, edition: Any) -> Night:
        raise ValueError("LN-7: nobody plays it any more")

    night = started()
    differs = differences(night_of(setup=setup), night.entries)[0]
    assert (differs.command, differs.ruled) == ("CreateGame", "not set up: LN-7: nobody plays it any more")


def test_a_game_with_every_kind_of_entry_is_judged_by_its_own_version_as_it_was(evening_played: Evening) -> None:
    for night in evening_played.nights:
        assert those_given(rejudged(NIGHTS, 1, night.entries, evening_played.secrets)) == []


@pytest.fixture(params=range(6))
def evening_played(request: pytest.FixtureRequest) -> Evening:
    return evening(random.Random(request.param).choice, 2)


def test_a_refused_correction_of_a_dealer_is_judged_before_the_outcome() -> None:
    night = started(chance_source="CHANCE_SOURCE_DEALER").play(bid(1, 2), bid(2, 1))
    night = night.play((0, protos.DrawLanterns(lanterns=["fox", "moon"])))
    refused = [refused_move(night.game.version, 1, 0, protos.DrawLanterns(lanterns=["fox", "fox"]), "LN-2")]
    assert differences(NIGHTS, night.entries, refused=refused) == []


class Stormy(Night, frozen=True):
    """A table with a field that no older one has."""

    thunder: int


def test_positions_that_the_version_does_not_have_are_not_judged() -> None:
    night = started().play(bid(1, 2))
    listed = differences(night_of(table=Stormy), night.entries)
    assert [type(judged) for judged in listed] == [Difference, Unjudged, Unjudged]
    assert "rules version 2 has no such position" in listed[1].why
    refused = [refused_move(night.game.version, 1, 1, bid(1, 9)[1], "LN-1")]
    after = differences(night_of(table=Stormy), night.entries, refused=refused, after=night.game.version)
    assert [(judged.game, judged.version) for judged in after] == [(NAME, night.game.version)]


def test_a_title_without_the_version_or_the_rules_and_a_damaged_record_are_errors() -> None:
    night = started()
    with pytest.raises(TitleNotFound):
        [*rejudged(NIGHTS, 2, night.entries, {})]
    with pytest.raises(TitleNotServed):
        [*rejudged(Titles([LIARS_DICE]), 0, night.entries, {})]
    with pytest.raises(RecordDamaged):
        [*rejudged(NIGHTS, 0, night.entries[1:], {})]


def test_the_shared_entries_of_a_branch_are_those_of_its_parent() -> None:
    night = started().play(bid(1, 2))
    assert len([*rejudged(NIGHTS, 0, night.entries, {NAME: SECRET})]) == 3
    assert len([*rejudged(NIGHTS, 0, night.entries, {NAME: SECRET}, after=night.game.version - 1)]) == 1


def test_another_beginning_differs() -> None:
    evolve: Evolve[Night] = Evolve(toy.evolve)
    evolve.on(plain.Thunder)(lambda table, event: table.but(bells=(True,) * len(table.bells)))

    class Storm(Duty[Night], frozen=True):
        """Thunder, before anybody bids."""

        clause = toy.CLAUSE_4

        def resolve(self, play: Play[Night]) -> None:
            play.emit(plain.Thunder())

    def turn(table: Night) -> Step[Night] | None:
        return toy.turn(table) if all(table.bells) else Storm()

    night = started()
    differs, *_ = differences(night_of(steps=(Storm,), evolve=evolve, turn=turn), night.entries)
    assert (differs.recorded, differs.ruled) == ("begun", "begun with other events")
