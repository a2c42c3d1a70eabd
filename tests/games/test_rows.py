"""Rows of choices say what is lost for good: the last life, a wounded animal, the game."""

from __future__ import annotations

import pytest

from games.samurai_spirit.rules.steps import WeighPenalties
from gunbai.king_of_tokyo.v1 import commands as tokyo
from gunbai.king_of_tokyo.v1 import view_pb2 as tokyo_view
from gunbai.samurai_spirit.v1 import commands as samurai
from gunbai.samurai_spirit.v1 import view_pb2 as samurai_view
from gunbai.titan_race.v1 import commands as race
from gunbai.titan_race.v1 import view_pb2 as race_view
from titles.catalogue import newest


@pytest.mark.parametrize(("life", "text"), [(2, "Pay 1 life for the purple die."), (1, "it is the titan's last")])
def test_a_row_says_that_the_last_life_is_paid(life: int, text: str) -> None:
    view = race_view.View(
        mover="ragnarok", titans=[race_view.Titan(id="ragnarok", seat=1, life=life, state=race_view.STATE_UPRIGHT)]
    )
    words = newest("titan_race").words
    assert text in words.english.sentence(race.PayLife(), {}, lambda: view)
    assert words.english.sentence(race.PayLife()) == "Pay 1 life for the purple die."


def test_a_row_says_that_a_penalty_kills() -> None:
    words = newest("samurai_spirit").words

    def row(raider: str, player: samurai_view.Samurai) -> str:
        view = samurai_view.View(samurai=[player])
        return words.english.sentence(samurai.AcceptPenalties(), {}, lambda: view, None, WeighPenalties(1, raider))

    human, hurt, well = (
        samurai_view.Samurai(seat=1, animal=animal, wounded=wounded)
        for animal, wounded in ((False, True), (True, True), (True, False))
    )
    assert "and this loses the game" in row("R1-01", hurt)
    for harmless in (row("R1-03", hurt), row("R1-01", human), row("R1-01", well)):
        assert harmless == words.english.sentence(samurai.AcceptPenalties()) == "Suffer the penalties."


@pytest.mark.parametrize(
    ("card", "life", "sentence"),
    [
        ("tanks", 3, "Buy Tanks: it deals you 3 damage, and you have 3 life."),
        ("tanks", 4, "Buy Tanks."),
        ("wings", 1, "Buy Wings."),
    ],
)
def test_a_row_says_that_a_card_may_cost_the_last_life(card: str, life: int, sentence: str) -> None:
    view = tokyo_view.View(turn=tokyo_view.Turn(seat=1), monsters=[tokyo_view.Monster(seat=1, life=life)])
    words = newest("king_of_tokyo").words
    assert words.english.sentence(tokyo.BuyCard(card=card), {}, lambda: view) == sentence
    assert words.english.sentence(tokyo.BuyCard(card="tanks")) == "Buy Tanks."
