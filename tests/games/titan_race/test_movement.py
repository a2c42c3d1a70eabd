"""Chains that close on themselves, and what stops them (TR-6, TR-7)."""

from __future__ import annotations

import msgspec
import pytest

from games.kit.rules.edition import Edition
from games.titan_race.rules import movement
from games.titan_race.rules.data import EDITION, Layout
from games.titan_race.rules.steps import LoseLife
from games.titan_race.rules.table import Turn
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev
from tests.games.titan_race.race import given, race, titan

FORWARD = cmd.DIRECTION_FORWARD


def test_a_step_onto_a_free_field_is_never_closed() -> None:
    table = race(titan("kraken", "A1"), titan("grinder", "C1"), titan("rassik", "E1"))
    assert not movement.is_closed(table, "kraken", "A3", "forward")


def test_a_titan_that_still_pushes_is_not_pushed() -> None:
    table = race(titan("kraken", "A3"), titan("grinder", "A1"), titan("rassik", "E1"))
    pushing = table.opens(LoseLife("grinder", "push", by="kraken"))
    assert movement.is_closed(pushing, "grinder", "A3", "forward")
    assert not movement.is_closed(table, "grinder", "A3", "forward")


def test_a_row_without_a_gap_before_a_pushing_titan_is_not_pushed() -> None:
    table = race(titan("kraken", "A5"), titan("grinder", "A1"), titan("rassik", "A3"))
    pushing = table.opens(LoseLife("grinder", "push", by="kraken"))
    assert movement.is_closed(pushing, "grinder", "A3", "forward")


def test_a_gap_before_a_pushing_titan_leaves_room_for_a_push() -> None:
    table = race(titan("kraken", "A7"), titan("grinder", "A1"), titan("rassik", "A3"))
    pushing = table.opens(LoseLife("grinder", "push", by="kraken"))
    assert not movement.is_closed(pushing, "grinder", "A3", "forward")


def test_a_full_column_moves_on_by_one_field() -> None:
    ids = ("kraken", "grinder", "rassik", "slaugg", "ragnarok", "chtoolhoo")
    ring = [titan(titan_id, f"C{2 * place + 1}") for place, titan_id in enumerate(ids)]
    table = race(*ring, track="ban_kogu", die="red", hands=dict.fromkeys(range(1, 7), ()))
    after = given(table.but(round=1)).when(1, cmd.Move(path=(FORWARD,))).table
    fields = {racer.id: racer.field for racer in after.titans}
    assert len(set(fields.values())) == 6
    assert fields["kraken"] == "C3"


def test_a_row_that_closes_on_itself_by_a_ramp_is_not_moved() -> None:
    table = race(
        titan("kraken", "E9"),
        titan("chtoolhoo", "E11"),
        titan("rassik", "E1"),
        titan("grinder", "E3"),
        titan("slaugg", "E5"),
        titan("ragnarok", "E7"),
        track="forbidden_foundry",
    )
    ruling = given(table).when(1, cmd.Move(path=(FORWARD, FORWARD)))
    assert [type(event) for event in ruling.events if isinstance(event, ev.TitanBlocked | ev.TitanPushed)] == [
        ev.TitanBlocked
    ]
    assert ruling.table.titan("kraken").field == "E9"


def test_a_titan_is_placed_on_a_free_start_field() -> None:
    table = race(titan("kraken"), titan("grinder", "A1"), titan("rassik", "C3"), round=1)
    given(table).when(1, cmd.ChooseStart(field="A1")).refused(clause.CLAUSE_4_5)
    given(table).when(1, cmd.ChooseStart(field="C1")).then(
        ev.DieActionBegun(titan="kraken", colour=cmd.COLOUR_YELLOW, due=(ev.PART_PLACING, ev.PART_MOVE)),
        ev.PartBegun(titan="kraken", part=ev.PART_PLACING),
        ev.TitanEntered(titan="kraken", field="C1", segment=1),
        ev.PartCompleted(titan="kraken", part=ev.PART_PLACING),
    )


def test_a_titan_is_not_placed_where_the_row_before_it_closes_on_itself() -> None:
    """Ramps on A1, A5 and A9 make a row of three titans that nobody can enter."""
    ramps = Layout("ban_kogu", special=(), multi_ramps=("A1", "A5", "A9"))
    layouts = tuple(ramps if layout.track == "ban_kogu" else layout for layout in EDITION.data.layouts)
    edition = Edition(msgspec.structs.replace(EDITION.data, layouts=layouts))
    places = {"grinder": "A1", "rassik": "A5", "slaugg": "A9", "ragnarok": "C1", "chtoolhoo": "E1"}
    crowd = [titan(name, place) for name, place in places.items()]
    table = race(titan("kraken"), *crowd, track="ban_kogu", edition=edition, round=1)
    given(table).when(1, cmd.ChooseStart(field="A1")).refused(clause.CLAUSE_7_11)
    assert given(table).when(1, cmd.ChooseStart(field="C1")).table.titan("ragnarok").field == "C3"


def test_a_titan_forced_off_the_bottom_loses_its_remaining_steps() -> None:
    slam = ("kaldheira", "anglieh", "estengaard")
    table = race(
        titan("kraken", "1:C5"),
        titan("grinder", "1:C3"),
        titan("rassik", "1:E1"),
        track=slam,
        turn=Turn(acted=True),
        hands={1: ("TRC13",)},
    )
    gale = cmd.PlayCard(card="TRC13", titan="grinder", direction=cmd.DIRECTION_BACKWARD)
    after = given(table).when(1, gale).table
    assert after.titan("grinder").field == "1:C1"
    again = after.but_at(1, hand=("TRC13",)).with_titan("kraken", field="1:C3").but(discard=(), turn=Turn(acted=True))
    thrown = given(again).when(1, gale).table
    assert (thrown.titan("grinder").field, thrown.titan("grinder").laps) == ("", 0)
    assert thrown.titan("grinder").life == 6


@pytest.mark.parametrize("colour", ["yellow", "blue", "brown", "red", "green"])
def test_the_moves_offered_are_those_of_the_face(colour: str) -> None:
    table = race(titan("kraken", "A1"), titan("grinder", "C1"), titan("rassik", "E1"), die=colour)
    given(table).when(1, cmd.Move(path=(cmd.DIRECTION_BACKWARD,))).refused(clause.CLAUSE_4_10)
    given(table).when(1, cmd.Move(path=(FORWARD,) * 4)).refused(
        {
            "yellow": clause.CLAUSE_5_2,
            "blue": clause.CLAUSE_5_3,
            "brown": clause.CLAUSE_5_2,
            "red": clause.CLAUSE_5_4,
            "green": clause.CLAUSE_5_4,
        }[colour]
    )
