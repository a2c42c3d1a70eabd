"""What a throw is worth: in a battle the cubes of each side that fall, less those of the other."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from games.kit.rules.chance import distribution
from games.kit.rules.forms import Known
from games.kit.rules.luck import lucks
from games.shogun.rules.data import TowerModel
from games.shogun.rules.steps.throw_cubes import ThrowCubes
from games.shogun.rules.tower import Throw
from gunbai.shogun.v1 import commands as cmd
from tests.games.kit.rules.test_luck import outcomes
from tests.games.shogun.positions import opened


@pytest.mark.parametrize(
    ("engaged", "worth"),
    [
        ((4, 0, 2, 0), {1: 3 - 1, 3: 1 - 3}),
        ((0, 1, 1, 0), {2: 2 - 1, 3: 1 - 2}),
        ((0, 3, 0, 1), {2: 2 - 5}),
        ((4, 0, 0, 0), {}),
        ((4, 1, 1, 0), {}),
        ((0, 0, 0, 0), {}),
    ],
)
def test_a_battle_is_worth_the_cubes_of_a_side_that_fall_less_the_other_s(
    engaged: tuple[int, ...], worth: dict[int, int]
) -> None:
    outcome = cmd.DropCubes(fallen=cmd.Cubes(armies=(3, 2, 1), farmers=5))
    assert ThrowCubes().worth(opened(engaged=engaged), outcome) == worth


def test_the_filling_of_the_tower_is_no_luck_and_a_battle_that_of_its_two_sides() -> None:
    (filling, first), *battles = ((s, t) for s, t in islice(outcomes("shogun", 1), 60) if isinstance(s, ThrowCubes))
    assert lucks(filling, first.before, first.move) == ()
    pairs = [(turn.before, lucks(step, turn.before, turn.move)) for step, turn in battles]
    of_seats = [(table, engagement) for table, engagement in pairs if not table.engaged[-1]]
    assert of_seats
    for table, (one, other) in of_seats:
        assert table.engaged[one.seat - 1]
        assert table.engaged[other.seat - 1]
        assert (one.worth, one.mean, one.variance) == (-other.worth, -other.mean, other.variance)
        assert one.rank + other.rank == 1


def test_what_may_fall_of_the_cubes_of_a_battle_is_as_likely_as_all_draws_say() -> None:
    model = TowerModel(caught=2, of=5, hold=3, source="public")
    form = Throw(_known((1, 0, 1, 1)), _known((1, 1, 0, 0)), _known(model))
    table = SimpleNamespace(engaged=(1, 0, 0, 1))
    expected: dict[Any, Fraction] = {}
    for fallen, chance in distribution(lambda draws: form.drawn(None, table, draws)).items():
        of_battle = (fallen[0], 0, 0, fallen[3])
        expected[of_battle] = expected.get(of_battle, Fraction(0)) + chance
    assert dict(form.weighed(None, table, 6) or ()) == expected
    assert form.weighed(None, table, 5) is None


def _known(value: object) -> Known:
    return Known("", lambda step, table: value)
