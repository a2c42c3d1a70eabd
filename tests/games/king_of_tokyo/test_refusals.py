"""A refusal names what is at fault: the card that is not there, the energy that is missing, the power that is used."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.king_of_tokyo import KING_OF_TOKYO
from games.king_of_tokyo.rules.data import FACE
from games.king_of_tokyo.rules.steps import (
    AdjustDice,
    BuyCards,
    ChangeMimic,
    CountDice,
    EndTurn,
    JudgeTurn,
    LoadBatteries,
    ResolveDice,
    SellCards,
)
from games.king_of_tokyo.rules.table import Held, TokyoTable, Turn
from games.kit.rules import decider
from games.kit.rules.decider import Refusal, Value
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai_record.plain import Plain
from tests.games.king_of_tokyo.positions import buying, monster, rolled, table

ONE = FACE.value("one")


def rolling(*cards: str | Held, **changes: int) -> TokyoTable:
    return rolled("1 1 2 2 3 3", monster(1, *cards, **changes), monster(2, "telepath", "stretchy"))


def shopping(*cards: str | Held, **changes: int) -> TokyoTable:
    return buying(monster(1, *cards, **changes), monster(2, "jets"))


def selling(*cards: str | Held) -> TokyoTable:
    return table(monster(1, *cards), monster(2)).opens(SellCards(1), EndTurn(1), JudgeTurn(1))


BATTERIES = table(monster(1, "monster_batteries", energy=3), monster(2)).opens(LoadBatteries(1, "monster_batteries"))
ADJUSTING = table(
    monster(1, "background_dweller", "plot_twist", "telepath", energy=1), monster(2), turn=Turn(1, dice=("one",) * 6)
).opens(AdjustDice(1), ResolveDice(1), BuyCards(1), EndTurn(1), JudgeTurn(1))
MIMIC = table(monster(1, Held("mimic", copies="jets")), monster(2, "jets", "wings")).opens(ChangeMimic(1), CountDice(1))

REFUSED: list[tuple[TokyoTable, Plain, int, Mapping[str, Value]]] = [
    (rolling(), cmd.Reroll(dice=(1,)), clause.CLAUSE_4_12, {"rerolls": 0}),
    (rolling(), cmd.Reroll(dice=(1, 1)), clause.CLAUSE_4_12, {"dice": (1, 1), "of": 6}),
    (rolling(), cmd.Reroll(dice=(0,)), clause.CLAUSE_4_12, {"dice": (0,), "of": 6}),
    (rolling(), cmd.Reroll(), clause.CLAUSE_4_12, {"dice": (), "of": 6}),
    (rolling(), cmd.Reroll(dice=(7,)), clause.CLAUSE_4_12, {"dice": (7,), "of": 6}),
    (rolling(), cmd.Reroll(dice=(1,), card="telepath"), clause.CLAUSE_4_6, {"card": "telepath"}),
    (rolling("jets"), cmd.Reroll(dice=(1,), card="jets"), clause.CLAUSE_4_6, {"card": "jets"}),
    (
        rolling("telepath"),
        cmd.Reroll(dice=(1,), card="telepath"),
        clause.CLAUSE_13_44,
        {"card": "telepath", "energy": 0},
    ),
    (
        rolling("background_dweller"),
        cmd.Reroll(dice=(1, 5), card="background_dweller"),
        clause.CLAUSE_13_5,
        {"dice": (1,)},
    ),
    (rolling(), cmd.TurnDie(die=1, face=ONE, card="stretchy"), clause.CLAUSE_4_8, {"card": "stretchy"}),
    (rolling("jets"), cmd.TurnDie(die=1, face=ONE, card="jets"), clause.CLAUSE_4_8, {"card": "jets"}),
    (rolling("stretchy"), cmd.TurnDie(die=7, face=ONE, card="stretchy"), clause.CLAUSE_4_8, {"die": 7, "face": "one"}),
    (rolling("stretchy"), cmd.TurnDie(die=1, card="stretchy"), clause.CLAUSE_4_8, {"die": 1, "face": 0}),
    (
        rolling("stretchy", energy=1),
        cmd.TurnDie(die=1, face=ONE, card="stretchy"),
        clause.CLAUSE_13_43,
        {"card": "stretchy", "energy": 1},
    ),
    (
        rolling(Held("herd_culler", spent=True)),
        cmd.TurnDie(die=1, face=ONE, card="herd_culler"),
        clause.CLAUSE_13_21,
        {"card": "herd_culler", "spent": True, "face": "one"},
    ),
    (
        rolling("herd_culler"),
        cmd.TurnDie(die=1, face=FACE.value("heart"), card="herd_culler"),
        clause.CLAUSE_13_21,
        {"card": "herd_culler", "spent": False, "face": "heart"},
    ),
    (shopping("wings"), cmd.HealRapidly(), clause.CLAUSE_13_36, {"cards": 0}),
    (shopping("rapid_healing"), cmd.HealRapidly(), clause.CLAUSE_13_36, {"life": 10}),
    (shopping("rapid_healing", life=9, energy=1), cmd.HealRapidly(), clause.CLAUSE_13_36, {"energy": 1}),
    (shopping("rapid_healing"), cmd.SpreadWings(), clause.CLAUSE_13_47, {"cards": 0}),
    (shopping("wings", energy=1), cmd.SpreadWings(), clause.CLAUSE_13_47, {"energy": 1}),
    (shopping("wings", energy=2).but_at(1, wings=True), cmd.SpreadWings(), clause.CLAUSE_13_47, {"spread": True}),
    (shopping(energy=1), cmd.SweepMarket(), clause.CLAUSE_7_5, {"energy": 1}),
    (
        shopping(energy=2),
        cmd.BuyCard(card="corner_store"),
        clause.CLAUSE_7_8,
        {"card": "corner_store", "price": 3, "energy": 2},
    ),
    (
        shopping(energy=9),
        cmd.BuyCard(card="wings"),
        clause.CLAUSE_7_8,
        {"card": "wings", "market": ("apartment_building", "corner_store", "commuter_train")},
    ),
    (shopping(), cmd.LookAtTopCard(), clause.CLAUSE_13_24, {"cards": 0}),
    (shopping(), cmd.BuyTopCard(), clause.CLAUSE_13_24, {"cards": 0}),
    (shopping("made_in_a_lab"), cmd.BuyTopCard(), clause.CLAUSE_13_24, {"seen": False}),
    (
        shopping("made_in_a_lab").but(top_card="heal", lookers=(1,)),
        cmd.LookAtTopCard(),
        clause.CLAUSE_13_24,
        {"seen": True},
    ),
    (
        shopping("made_in_a_lab").but(top_card="heal", lookers=(1,)),
        cmd.BuyTopCard(),
        clause.CLAUSE_7_8,
        {"card": "heal", "price": 3, "energy": 0},
    ),
    (shopping(), cmd.BuyFromMonster(card="jets"), clause.CLAUSE_13_31, {"cards": 0}),
    (
        shopping("parasitic_tentacles"),
        cmd.BuyFromMonster(card="parasitic_tentacles"),
        clause.CLAUSE_13_31,
        {"card": "parasitic_tentacles"},
    ),
    (selling("jets"), cmd.SellCard(card="jets"), clause.CLAUSE_13_25, {"cards": 0}),
    (selling("metamorph"), cmd.SellCard(card="jets"), clause.CLAUSE_13_25, {"card": "jets"}),
    *(
        (ADJUSTING, cmd.Reroll(dice=(1,), card=card), clause.CLAUSE_4_11, {"card": card})
        for card in ("", "telepath", "background_dweller")
    ),
    (BATTERIES, cmd.LoadBatteries(energy=4), clause.CLAUSE_1_7, {"energy": 3, "load": 4}),
    (MIMIC, cmd.MoveMimic(card="heal"), clause.CLAUSE_12_1, {"card": "heal"}),
    (MIMIC, cmd.MoveMimic(card="jets"), clause.CLAUSE_12_6, {"card": "jets"}),
    (MIMIC, cmd.MoveMimic(card="wings"), clause.CLAUSE_12_6, {"energy": 0}),
]


@pytest.mark.parametrize(("position", "move", "number", "values"), REFUSED)
def test_a_refusal_says_what_is_at_fault(
    position: TokyoTable, move: Plain, number: int, values: Mapping[str, Value]
) -> None:
    assert decider.decide(KING_OF_TOKYO.rules, position, 1, move) == Refusal(number, values)
