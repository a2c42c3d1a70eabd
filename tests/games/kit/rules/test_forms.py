"""The probability that a form gives what it draws is that with which it draws it; nothing else has one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.kit.rules.chance import distribution
from games.kit.rules.decider import BrokenLawError, Chance, Play
from games.kit.rules.forms import Dice, Form, Known, Nothing, Odds, Pick, Printed, Sample, Shuffle, exactly
from games.liars_dice.rules.steps import ShakeCup
from lab.toy import CLAUSE_2, LANTERN_NIGHT, Night, plain
from titles.checks.walk import set_up

THINGS = Printed("some things", ("a", "b", "b"))
FORMS: list[tuple[Form, list[Any]]] = [
    (Pick(THINGS), ["", "c", 7]),
    (Dice(exactly(2), THINGS), [(), ("a",), ("a", "c"), ("a", "a", "a")]),
    (Sample(exactly(2), THINGS), [(), ("a", "a"), ("a", "b", "b"), ("c", "b")]),
    (Shuffle(THINGS), [(), ("a", "b"), ("a", "b", "b", "b"), ("a", "a", "b")]),
    (Odds(Known("1 of 3", lambda step, table: Fraction(1, 3))), [None]),
    (Nothing(Known("the first", lambda step, table: "a")), ["b"]),
]


@pytest.mark.parametrize(("form", "never"), FORMS, ids=[type(form).__name__ for form, _ in FORMS])
def test_a_form_says_how_likely_each_draw_is(form: Form, never: list[Any]) -> None:
    chances = distribution(lambda draws: form.drawn(None, None, draws))
    assert {drawn: form.probability(None, None, drawn) for drawn in chances} == chances
    assert [form.probability(None, None, drawn) for drawn in never] == [0] * len(never)


class Lots(Chance[Night, Any], frozen=True):
    """A step with no words of its own on what is shown."""

    clause = CLAUSE_2
    takes = (plain.DrawLanterns,)
    form = Sample(exactly(2), Known("the lanterns left", lambda step, table: table.left))

    def answer(self, play: Play[Night], outcome: Any) -> None:
        pass


def test_the_one_field_of_an_outcome_shows_what_was_drawn_unless_the_step_says_otherwise() -> None:
    table = set_up(LANTERN_NIGHT, 2).table
    chances = distribution(lambda draws: Lots().draw(table, draws))
    assert chances[plain.DrawLanterns(lanterns=("fox", "moon"))] == Fraction(1, 20)
    assert {shown: Lots().probability(table, shown) for shown in chances} == chances
    assert Lots().refuse(table, plain.DrawLanterns(lanterns=("fox", "fox"))) is not None


def test_a_step_whose_outcome_has_several_fields_has_to_say_what_they_show() -> None:
    class Shaken(Lots, frozen=True):
        takes = ShakeCup.takes

    with pytest.raises(BrokenLawError, match=r"Shaken needs `showing` and `probability`: ShakeCup has 2 fields, "):
        Shaken().showing(set_up(LANTERN_NIGHT, 2).table, ())
