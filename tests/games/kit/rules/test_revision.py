"""Rules versions of a title stand side by side: each judges by its own steps, over tables that mean the same."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.kit.rules import canonical, decider
from games.kit.rules.canonical import BadTableError
from games.kit.rules.change import Change
from games.kit.rules.decider import Accepted, Decision, Evolve, Play, Refusal, Rules, refusal
from games.kit.rules.revision import carried, revised
from lab import toy
from lab.toy import LANTERN_NIGHT, DrawLanterns, Night, plain

CHANGES = (Change(clause="LN-3", verdict="Nobody objects; objections went three deep.", reason="A test needs it."),)


class MayObject(toy.MayObject, frozen=True):
    """Nobody objects."""

    def refuse(self, table: Night, seat: int, move: Any) -> Refusal | None:
        return refusal(toy.CLAUSE_3, depth=self.depth) if isinstance(move, plain.Object) else None


class Bell(toy.Bell, frozen=True):
    """Nobody rings the bell."""

    def refuse(self, table: Night, seat: int, move: Any) -> Refusal | None:
        return refusal(toy.CLAUSE_5, seat=seat)


class PayLight(toy.PayLight, frozen=True):
    """The winner pays nothing."""

    def resolve(self, play: Play[Night]) -> None:
        play.emit(plain.LightPaid(seat=self.seat, light=0))


class Snore(Decision[Night, Any], frozen=True):
    """A step that the first version does not have."""

    seat: int
    clause = toy.CLAUSE_4
    takes = (plain.Thunder,)
    closed_by = (plain.Thunder,)


RULES_2 = revised(LANTERN_NIGHT.rules, changes=CHANGES, steps=(MayObject, Bell, PayLight))


def after_bids(rules: Rules[Any]) -> Any:
    """Return the table on which seat 2 may object, and seat 1 has won with a bid of 3."""
    table = decider.begin(rules, rules.setup(2, rules.options(), rules.edition)).table
    for actor, move in (
        (1, plain.Bid(light=3)),
        (2, plain.Bid(light=1)),
        (0, plain.DrawLanterns(lanterns=("fox", "moon"))),
    ):
        ruling = decider.decide(rules, table, actor, move)
        assert isinstance(ruling, Accepted)
        table = ruling.table
    return table


def test_a_step_is_judged_by_the_version_of_the_title() -> None:
    table = after_bids(LANTERN_NIGHT.rules)
    assert isinstance(decider.decide(LANTERN_NIGHT.rules, table, 2, plain.Object()), Accepted)
    assert decider.decide(RULES_2, table, 2, plain.Object()) == Refusal(toy.CLAUSE_3, {"depth": 1})
    assert decider.waiting(RULES_2, table) == MayObject(2)
    assert [*decider.legal(RULES_2, table, 2)] == [plain.Withdraw()]


def test_a_standing_step_and_a_duty_are_those_of_the_version() -> None:
    table = after_bids(RULES_2)
    assert isinstance(decider.decide(LANTERN_NIGHT.rules, table, 1, plain.Ring()), Accepted)
    assert decider.decide(RULES_2, table, 1, plain.Ring()) == Refusal(toy.CLAUSE_5, {"seat": 1})
    paid = decider.decide(RULES_2, table, 2, plain.Withdraw())
    assert isinstance(paid, Accepted)
    assert paid.events == (plain.ObjectionWithdrawn(seat=2), plain.LightPaid(seat=1, light=0))


def test_tables_are_the_same_in_both_versions() -> None:
    old, new = after_bids(LANTERN_NIGHT.rules), after_bids(RULES_2)
    assert old == new
    assert canonical.encode(old) == canonical.encode(new)
    assert canonical.decode(RULES_2, canonical.encode(new), RULES_2.edition) == old
    assert carried(RULES_2, old) is old


def test_the_words_of_a_step_are_those_of_the_step_whose_place_it_takes() -> None:
    words = LANTERN_NIGHT.words.english
    assert words.question(MayObject(2)) == words.question(toy.MayObject(2))


def test_a_third_version_is_made_of_the_second() -> None:
    class MayObject(toy.MayObject, frozen=True):
        """Derives from the first version, not from the second."""

    with pytest.raises(ValueError, match="does not derive from it"):
        revised(RULES_2, changes=CHANGES, steps=(MayObject,))

    again = _deriving(RULES_2.steps[2])
    third = revised(RULES_2, changes=CHANGES, steps=(again, Snore))
    table = after_bids(third)
    assert third.rules_version == 3
    assert (type(table.agenda[-1]), type(decider.waiting(third, table))) == (toy.MayObject, again)
    assert third.owed == (*LANTERN_NIGHT.rules.steps, Snore)
    assert third.steps == (toy.LayBids, DrawLanterns, again, PayLight, Bell, toy.Dawdle, toy.Linger, Snore)


def test_a_step_that_cannot_take_the_place_of_another_is_refused() -> None:
    longer = _deriving(toy.MayObject, ("more", int, 0))
    with pytest.raises(ValueError, match="differs in __struct_fields__"):
        revised(LANTERN_NIGHT.rules, changes=CHANGES, steps=(longer,))
    closed = _deriving(toy.MayObject, closed_by=(plain.Thunder,))
    with pytest.raises(ValueError, match="differs in closed_by"):
        revised(LANTERN_NIGHT.rules, changes=CHANGES, steps=(closed,))


def _deriving(step: Any, *fields: Any, **members: Any) -> Any:
    """Return a step that derives from another and bears its name."""
    return msgspec.defstruct(step.__name__, fields, bases=(step,), frozen=True, namespace=members)


def test_a_version_names_what_it_changes() -> None:
    with pytest.raises(ValueError, match="names the verdicts that it changes"):
        revised(LANTERN_NIGHT.rules, changes=())


def test_a_later_version_folds_more_events_and_none_of_the_old_ones_otherwise() -> None:
    newer = Evolve(toy.evolve)
    with pytest.raises(ValueError, match="BidLaid has a handler, by which older records are folded"):
        newer.on(plain.BidLaid)(lambda table, event: table)
    newer.on(plain.Thunder)(lambda table, event: table)
    assert plain.Thunder in newer.handlers
    assert plain.Thunder not in toy.evolve.handlers


class Stormy(Night, frozen=True):
    """A table with a field that the first version does not have."""

    thunder: int = 0


def test_a_table_of_another_type_is_carried_over() -> None:
    third = revised(RULES_2, changes=CHANGES, table=Stormy)
    table = after_bids(LANTERN_NIGHT.rules)
    stormy = carried(third, table)
    assert isinstance(stormy, Stormy)
    assert (stormy.agenda, stormy.purses) == (table.agenda, table.purses)
    with pytest.raises(BadTableError):
        carried(LANTERN_NIGHT.rules, stormy)
