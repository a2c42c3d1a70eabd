"""A dealer corrects the outcome that was entered last, while nobody has acted on it."""

from __future__ import annotations

import pytest

from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as irregular
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.results_pb2 import Concede
from gunbai_record.chain import digest_of
from lab.toy import protos
from lab.toy_games import AT, NAME, SECRET, TITLES, Night, bid, command, started
from referee.errors import InvalidField, VersionConflict
from referee.game.fold import fold
from referee.game.judge import Refused, judge
from referee.game.snapshot import restored, snapshot
from referee.proof.verification import verify

FIRST, OTHER = protos.DrawLanterns(lanterns=["fox", "moon"]), protos.DrawLanterns(lanterns=["moon", "wave"])


def dealt() -> Night:
    """Return a game in which the dealer has entered an outcome."""
    night = started(chance_source=life.CHANCE_SOURCE_DEALER)
    return night.play(bid(1, 1), bid(2, 2), (0, FIRST))


def corrected(night: Night, outcome: protos.DrawLanterns = OTHER, seconds: int = 0) -> Night:
    """Return the night after the dealer corrected the last outcome."""
    ruling = judge(night.game, command(night.game, 0, outcome, corrects=night.game.version), AT + seconds * 1_000_000)
    assert not isinstance(ruling, Refused)
    return night.then(ruling)


def hung(night: Night) -> tuple[str, ...]:
    """Return what seat 2 drew."""
    hung_lanterns: tuple[str, ...] = night.game.table.hung[1]  # type: ignore[attr-defined]  # a Night of the toy
    return hung_lanterns


def test_the_other_outcome_takes_the_place_of_the_first_and_both_stay_recorded() -> None:
    night = corrected(dealt())
    assert hung(night) == ("moon", "wave")
    first, second = night.entries[-2:]
    assert first.command.open.value == FIRST.SerializeToString()
    assert irregular.OutcomeCorrected.FromString(second.events[0].open.value).version == first.version
    assert night.game.asked_since == second.version
    again = corrected(night, FIRST)
    assert hung(again) == ("fox", "moon")
    assert again.play((1, protos.Withdraw())).game.version > again.game.version


def test_pictures_show_the_outcome_that_stands_and_not_the_one_that_it_replaces() -> None:
    night = dealt()
    for outcome in (OTHER, FIRST, OTHER):
        night = corrected(night, outcome)
        [(version, shown)] = night.game.recalled
        assert version == night.game.version
        assert shown == night.entries[-1].events[1].open.SerializeToString()


def test_a_correction_is_folded_kept_and_verified() -> None:
    night = corrected(dealt())
    assert fold(TITLES, night.entries, {NAME: SECRET}) == night.game
    assert restored(TITLES, snapshot(night.game), night.entries[0], night.entries[-1], SECRET).game == night.game
    assert not verify(TITLES, night.entries, {NAME: SECRET}).problem


def test_an_outcome_on_which_a_seat_has_acted_stands() -> None:
    acted = dealt().play((1, protos.Withdraw()))
    with pytest.raises(InvalidField, match="only the dealer's last outcome"):
        judge(acted.game, command(acted.game, 0, OTHER, corrects=acted.game.version), AT)


def test_a_seat_corrects_nothing() -> None:
    """At the table before the outcome a command of a seat may be legal, which must not undo it."""
    night = dealt()
    with pytest.raises(InvalidField, match="corrects: only the dealer, who entered"):
        judge(night.game, command(night.game, 1, protos.Ring(), corrects=1, expected_version=1), AT)
    with pytest.raises(InvalidField, match="corrects: correct an outcome with another outcome"):
        judge(night.game, command(night.game, 1, Concede(), corrects=night.game.version), AT)
    with pytest.raises(InvalidField, match="corrects: only the dealer, who entered"):
        judge(night.game, command(night.game, 1, protos.Ring(), corrects=night.game.version), AT)


def test_the_referees_own_outcomes_are_not_corrected() -> None:
    night = started().play(bid(1, 1), bid(2, 2))
    with pytest.raises(InvalidField):
        judge(night.game, command(night.game, 0, OTHER, corrects=night.game.version), AT)


def test_an_outcome_that_could_not_have_happened_is_no_correction() -> None:
    night = dealt()
    wrong = protos.DrawLanterns(lanterns=["fox", "fox"])
    assert isinstance(judge(night.game, command(night.game, 0, wrong, corrects=night.game.version), AT), Refused)


def test_a_correction_names_the_version_that_it_corrects() -> None:
    night = dealt()
    for other in (1, night.game.version + 1):
        with pytest.raises(VersionConflict) as exception_info:
            judge(night.game, command(night.game, 0, OTHER, corrects=other), AT)
        assert (exception_info.value.expected, exception_info.value.earliest) == (other, night.game.version)
    with pytest.raises(VersionConflict):
        judge(
            night.game,
            command(night.game, 0, OTHER, expected_version=night.game.version - 1, corrects=night.game.version),
            AT,
        )


def test_the_time_between_a_wrong_outcome_and_its_correction_counts_for_nobody() -> None:
    terms = clocks.ClockTerms(bank_seconds=100, expiry=clocks.EXPIRY_RULE_LOSES)
    night = started(chance_source=life.CHANCE_SOURCE_DEALER, clock=terms)
    night = night.play(bid(1, 1), bid(2, 2), (0, FIRST))
    late = corrected(night, seconds=99)
    assert late.game.clock == night.game.clock


def test_a_correction_of_another_entry_is_found() -> None:
    entries = [record.Entry.FromString(entry.SerializeToString()) for entry in corrected(dealt()).entries]
    event = entries[-1].events[0].open
    event.value = irregular.OutcomeCorrected(version=3).SerializeToString()
    entries[-1].digest = digest_of(entries[-1])
    assert verify(TITLES, entries).bad_version == entries[-1].version
