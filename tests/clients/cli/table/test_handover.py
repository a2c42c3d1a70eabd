"""Several seats at one terminal: who is asked to take the screen, and what all of them are told."""

from __future__ import annotations

from collections.abc import Collection
from types import SimpleNamespace
from typing import Any, cast

import pytest

from clients.cli.screen.input_lines import Lines
from clients.cli.screen.output import Output
from clients.cli.table import handover
from clients.cli.table.handover import Handover
from gunbai.liars_dice.v1 import commands_pb2 as dice
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.record.v1.lifecycle_pb2 import PlayerNamed
from gunbai.referee.v1.ruling_pb2 import EntrySentences
from gunbai_client.blocking.watch_stream import Said
from gunbai_client.reasons import HiddenFacts


@pytest.fixture
def people(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have people look at the screen."""
    monkeypatch.setattr(handover, "is_terminal", lambda _: True)


def seated(hiding: Collection[int], *numbers: int) -> Handover:
    """Return the handover between seats; those that hide have views that no other seat may see."""

    def view(game: str, *, seat: int) -> None:
        if seat in hiding:
            raise HiddenFacts(game)

    seats = [SimpleNamespace(number=number, game="g", gunbai=SimpleNamespace(view=view)) for number in numbers]
    return Handover(Output(), cast("Lines", None), cast("Any", seats), "liars_dice")


@pytest.mark.usefixtures("people")
def test_only_a_seat_that_hides_something_takes_the_screen() -> None:
    shared = seated({1}, 1, 2)
    ann, bob = shared.seats
    assert shared.is_due(ann)
    shared.facing = 1
    assert not shared.is_due(ann)
    assert not shared.is_due(bob)
    # Bob was at the screen: Ann takes it again.
    assert shared.is_due(ann)


@pytest.mark.usefixtures("people")
def test_one_seat_with_the_dealers_place_shares_the_screen_with_nobody() -> None:
    alone = seated({1}, 1, 0)
    assert not alone.is_due(alone.seats[0])


def test_a_pipe_has_no_onlookers() -> None:
    shared = seated({1, 2}, 1, 2)
    assert not shared.is_due(shared.seats[0])
    assert shared.shown_to_all(shaken()) == shaken()


def shaken() -> Said:
    """Return an entry with a cup that only its player may see, and a name that can be removed."""
    entry = Entry()
    entry.command.open.Pack(dice.ShakeCup(seat=1, dice=[6]))
    entry.command.salt = b"salt"
    named = entry.events.add(salt=b"salt")
    named.open.Pack(PlayerNamed(seat=1, player="Ann"))
    return Said(entry, EntrySentences(command="Ann's die shows 6.", events=["Seat 1: Ann."]))


@pytest.mark.usefixtures("people")
def test_what_only_one_seat_may_know_is_told_to_none() -> None:
    told = seated({1}, 1, 2).shown_to_all(shaken()).sentences
    assert (told.command, [*told.events]) == ("", ["Seat 1: Ann."])
