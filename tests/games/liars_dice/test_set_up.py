"""What may be agreed before a game, the dice, and the positions that a game may begin from."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec
import pytest

from games.kit.rules import canonical, chance
from games.kit.rules.chance import Draws
from games.kit.rules.edition import EditionError
from games.liars_dice import LIARS_DICE
from games.liars_dice.rules.steps import ShakeCup
from games.liars_dice.rules.table import Bid, Cup, DiceTable, Options, setup
from gunbai.liars_dice.v1 import commands as cmd


def table(*cups: Cup, **fields: Any) -> DiceTable:
    """Return a table with these cups."""
    return setup(2, Options(), LIARS_DICE.rules.edition).but(cups=cups, **fields)


FULL = (Cup(2, hand=(3, 4)), Cup(1, hand=(6,)))
"""The cups of a round that has begun."""


def test_each_player_has_five_dice_and_ones_are_wild() -> None:
    ordinary = setup(6, Options(), LIARS_DICE.rules.edition)
    assert ordinary.dice == 30
    assert (ordinary.ones_wild, ordinary.spot_on) == (True, False)


@pytest.mark.parametrize("text", ['{"dice": 0, "faces": 6}', '{"dice": 5, "faces": 1}', '{"dice": 11, "faces": 6}'])
def test_an_edition_has_dice_with_faces(text: str) -> None:
    with pytest.raises(EditionError, match="1 to 10 dice"):
        LIARS_DICE.rules.edition.read(text)


def test_every_hand_of_dice_is_equally_likely() -> None:
    position, step = table(Cup(2), Cup(1)), ShakeCup(1)

    def drawn(draws: Draws) -> tuple[int, ...]:
        return tuple(step.draw(position, draws).dice)

    outcomes = chance.distribution(partial(drawn))
    assert set(outcomes.values()) == {Fraction(1, 36)}
    assert len(outcomes) == 36
    for dice, probability in outcomes.items():
        assert step.probability(position, cmd.ShakeCup(seat=1, dice=dice)) == probability


@pytest.mark.parametrize(
    ("cups", "fields", "complaint"),
    [
        ((Cup(2),), {}, "2, 3, 4, 5, 6 seats, not 1"),
        ((Cup(6), Cup(5)), {}, "at most 5 dice"),
        ((Cup(2, lifted=(1,) * 6), Cup(5)), {}, "at most 5 dice"),
        ((Cup(2, hand=(3,)), Cup(1)), {}, "all dice of seat 1"),
        ((Cup(2, hand=(3, 7)), Cup(1)), {}, "show 1 to 6"),
        ((Cup(2, lifted=(0,)), Cup(1)), {}, "show 1 to 6"),
        (FULL, {"active": 3}, "active is a seat"),
        (FULL, {"winner": 3}, "active is a seat"),
        (FULL, {"round": 0}, "counted from 1"),
        (FULL, {"round": 9}, "costs a die"),
        (FULL, {"winner": 1}, "nobody else, has dice"),
        ((Cup(2), Cup(0)), {}, "two players or more"),
        ((Cup(2), Cup(0), Cup(1)), {"active": 2}, "the active one among them"),
        ((Cup(1, hand=(2,)), Cup(0)), {"winner": 1}, "after the end"),
        (FULL, {"agenda": ({"step": "LiftCups", "seat": 1, "spot_on": False},)}, "there is a bid"),
        (FULL, {"bid": Bid(2, 1, 1), "agenda": ({"step": "LiftCups", "seat": 2, "spot_on": False},)}, "wrong seat"),
        (FULL, {"bid": Bid(2, 1, 1), "agenda": ({"step": "LiftCups", "seat": 1, "spot_on": True},)}, "wrong spot_on"),
        (FULL, {"bid": Bid(2, 4, 1)}, "no more dice than there are"),
        (FULL, {"bid": Bid(2, 1, 7)}, "a bid names a face"),
        (FULL, {"bid": Bid(2, 0, 1)}, "a bid names a face"),
        (FULL, {"bid": Bid(1, 1, 1)}, "before the active one"),
        (FULL, {"bid": Bid(3, 1, 1)}, "before the active one"),
        ((Cup(2), Cup(1, hand=(6,))), {"bid": Bid(2, 1, 1)}, "all cups are shaken"),
    ],
)
def test_a_position_that_cannot_be_is_refused(cups: tuple[Cup, ...], fields: Mapping[str, Any], complaint: str) -> None:
    written = msgspec.json.decode(canonical.encode(table(*cups))) | msgspec.to_builtins(fields)
    with pytest.raises(canonical.BadTableError, match=complaint):
        canonical.read(LIARS_DICE.rules, msgspec.json.encode(written), LIARS_DICE.rules.edition)


@pytest.mark.parametrize(
    ("cups", "fields"),
    [
        (FULL, {"bid": Bid(2, 3, 6)}),
        ((Cup(2), Cup(0), Cup(1)), {"active": 3}),
        ((Cup(1, lifted=(2,)), Cup(0)), {"winner": 1, "bid": Bid(2, 2, 6)}),
    ],
)
def test_a_position_of_a_game_is_accepted(cups: tuple[Cup, ...], fields: Mapping[str, Any]) -> None:
    position = table(*cups, **fields)
    assert canonical.read(LIARS_DICE.rules, canonical.encode(position), LIARS_DICE.rules.edition) == position
