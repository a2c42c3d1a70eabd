"""What is on the agenda of a set-up must be due there: the values of each field, and each fact of the grammar."""

from __future__ import annotations

from typing import Any

import pytest

from games.king_of_tokyo.rules.agenda import AGENDA
from games.king_of_tokyo.rules.data import CARDS
from games.king_of_tokyo.rules.invariants import invariants
from games.king_of_tokyo.rules.steps import (
    AdjustDice,
    AssignHearts,
    BuyCards,
    ChangeMimic,
    CountDice,
    Defend,
    EndTurn,
    FaceDamage,
    JudgeTurn,
    LoadBatteries,
    OfferCards,
    OfferYield,
    PeekCard,
    PlaceMimic,
    ProbeDie,
    RerollDice,
    ResolveDice,
    RevealCard,
    RollCamouflage,
    RollDice,
    SeizeCard,
    SellCards,
    SettleDamage,
    TakeTokyo,
    ThrowDice,
    ThrowForStart,
    ThrowProbedDie,
    UseHearts,
    YieldTokyo,
)
from games.king_of_tokyo.rules.table import Held, TokyoTable, Turn
from games.kit.rules.agenda import in_words
from games.kit.rules.decider import Step
from tests.games.king_of_tokyo.positions import MARKET, monster, table

Steps = tuple[Step[TokyoTable], ...]

NUMBERS = range(-2, 1_010)
FIELDS: dict[str, tuple[Any, ...]] = {
    "seat": (1, 2, 3),
    "to_seat": (1, 2, 3),
    "by": (0, 1, 2, 3),
    "asked": (1, 2, 3),
    "slot": (1, 2, 3),
    "slots": (1, 2, 3),
    "die": (1, 2, 3, 4, 5, 6),
    "hearts": (1, 2, 3, 4, 5, 6, 7, 8),
    "dice": tuple(range(1, 1_000)),
    "damage": tuple(range(1_000)),
    "rolled": tuple(range(1_000)),
    "attack": (False, True),
    "waits": (False, True),
    "defended": (False, True),
}

THREE = (monster(1), monster(2), monster(3))
ROLLED = table(*THREE, turn=Turn(1, dice=("one",) * 6))
ENDING: Steps = (JudgeTurn(1), EndTurn(1))
BUYING: Steps = (*ENDING, BuyCards(1))
RESOLVING: Steps = (*BUYING, ResolveDice(1))
ROLLING: Steps = (*RESOLVING, RerollDice(1))
STRUCK: Steps = (*BUYING, SettleDamage())


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_of_a_step_has_what_can_be_counted_or_named(name: str) -> None:
    allowed = AGENDA.fields[name](ROLLED)
    assert tuple(number for number in NUMBERS if number in allowed) == FIELDS[name]


def test_a_step_names_a_card_of_the_game() -> None:
    assert AGENDA.fields["card"](ROLLED) == CARDS
    assert set(AGENDA.fields) == {*FIELDS, "card"}


def owning(*cards: str | Held) -> TokyoTable:
    """Return the table with six dice on which seat 1 owns these cards, and seat 2 Camouflage and a Psychic Probe."""
    return ROLLED.but(monsters=(monster(1, *cards), monster(2, "camouflage", "psychic_probe"), monster(3)))


PLAIN = owning()
STARTING = table(*THREE, starter=0, last=0, turn=Turn(), contenders=(1, 2, 3), rolls=(2,))
EMPTY = table(*THREE, market=("", *MARKET[1:]))
OFFER: Steps = (*BUYING, OfferCards((1, 2)))

DUE: list[tuple[TokyoTable, Steps]] = [
    (STARTING, (ThrowForStart(2),)),
    *(
        (owning("mimic"), (*below, step))
        for below, step in (
            ((*RESOLVING, CountDice(1)), ChangeMimic(1)),
            (RESOLVING, CountDice(1)),
            (RESOLVING, RollDice(1)),
            (ROLLING, ThrowDice(1, (1, 6))),
            (ROLLING, ThrowDice(1, (1, 2, 3, 4, 5, 6))),
            (RESOLVING, RerollDice(1)),
            (RESOLVING, AdjustDice(1)),
            (BUYING, ResolveDice(1)),
            (BUYING, UseHearts(1, 3)),
            (BUYING, AssignHearts(1, 3)),
            (BUYING, TakeTokyo(1)),
            (ENDING, BuyCards(1)),
            (BUYING, PeekCard(1)),
            (ENDING, SellCards(1)),
            ((JudgeTurn(1),), EndTurn(1)),
        )
    ),
    (owning("mimic"), (*BUYING, PlaceMimic(1))),
    (PLAIN, (*RESOLVING, ProbeDie(2, "psychic_probe"))),
    (PLAIN, (*RESOLVING, ThrowProbedDie(2, "psychic_probe", 6))),
    (owning(Held("mimic", copies="psychic_probe")), (*RESOLVING, ProbeDie(1, "mimic"))),
    (owning("monster_batteries"), (*BUYING, LoadBatteries(1, "monster_batteries"))),
    (PLAIN, (*STRUCK, FaceDamage(3, 1))),
    (PLAIN, (*STRUCK, FaceDamage(2, 0, rolled=1))),
    (PLAIN, (*STRUCK, FaceDamage(3, 2, defended=True), Defend(3))),
    (PLAIN, (*STRUCK, FaceDamage(2, 2), RollCamouflage(2, "camouflage", 2))),
    (PLAIN, (*STRUCK, OfferYield(2, 1))),
    (PLAIN, (*STRUCK, YieldTokyo(3, 1))),
    (EMPTY, (*BUYING, OfferCards((1,)), RevealCard(1))),
    (PLAIN, (*BUYING, OfferCards((1, 2, 3)))),
    (PLAIN, (*OFFER, SeizeCard(3, (1, 2)))),
]

NOT_DUE: list[tuple[TokyoTable, Steps]] = [
    (STARTING, (ThrowForStart(1),)),
    (PLAIN, (ThrowForStart(1),)),
    *(
        (owning("mimic").but(turn=Turn(seat, dice=("one",) * 6)), (JudgeTurn(seat), *steps))
        for seat in (2, 3)
        for steps in (
            (EndTurn(1),),
            (EndTurn(seat), BuyCards(1)),
            (EndTurn(seat), SellCards(1)),
            (EndTurn(seat), BuyCards(seat), ResolveDice(1)),
            (EndTurn(seat), BuyCards(seat), UseHearts(1, 1)),
            (EndTurn(seat), BuyCards(seat), TakeTokyo(1)),
            (EndTurn(seat), BuyCards(seat), PeekCard(1)),
            (EndTurn(seat), BuyCards(seat), ResolveDice(seat), RollDice(1)),
        )
    ),
    (table(monster(1, life=0), *THREE[1:]), ENDING),
    (PLAIN, (JudgeTurn(2),)),
    (table(*THREE), (*RESOLVING, RollDice(1))),
    (PLAIN, (*ROLLING, ThrowDice(1, ()))),
    (PLAIN, (*ROLLING, ThrowDice(1, (1, 7)))),
    (PLAIN, (*RESOLVING, CountDice(1), ChangeMimic(1))),
    (owning("mimic"), (*BUYING, PlaceMimic(2))),
    (PLAIN, (*RESOLVING, ProbeDie(3, "psychic_probe"))),
    (PLAIN, (*RESOLVING, ThrowProbedDie(2, "camouflage", 1))),
    (PLAIN, (*BUYING, LoadBatteries(1, "monster_batteries"))),
    (owning("jets"), (*BUYING, LoadBatteries(1, "jets"))),
    (PLAIN, (*STRUCK, FaceDamage(2, 0))),
    (PLAIN, (*STRUCK, FaceDamage(3, 1, rolled=1))),
    (PLAIN, (*STRUCK, FaceDamage(2, 1, rolled=2))),
    (PLAIN, (*STRUCK, FaceDamage(3, 2), Defend(3))),
    (PLAIN, (*STRUCK, FaceDamage(3, 2, defended=True), Defend(2))),
    (PLAIN, (*STRUCK, FaceDamage(2, 2), RollCamouflage(2, "camouflage", 1))),
    (PLAIN, (*STRUCK, FaceDamage(3, 2), RollCamouflage(2, "camouflage", 2))),
    (PLAIN, (*STRUCK, FaceDamage(2, 2), RollCamouflage(2, "psychic_probe", 2))),
    (PLAIN, (*STRUCK, FaceDamage(3, 2), RollCamouflage(3, "camouflage", 2))),
    *((PLAIN, (*STRUCK, OfferYield(*seats))) for seats in ((1, 1), (1, 2), (2, 3))),
    *((PLAIN, (*STRUCK, YieldTokyo(*seats))) for seats in ((1, 1), (1, 2), (2, 3))),
    (PLAIN, (*BUYING, OfferCards((1,)), RevealCard(1))),
    (EMPTY, (*BUYING, OfferCards((1, 1)), RevealCard(1), RevealCard(1))),
    (PLAIN, (*BUYING, OfferCards((1, 2, 3, 1)))),
    (PLAIN, (*OFFER, SeizeCard(1, (1, 2)))),
    (PLAIN, (*OFFER, SeizeCard(3, (1,)))),
]


def told(value: Any) -> str:
    return in_words(value[-1]).strip('"') if isinstance(value, tuple) else ""


@pytest.mark.parametrize(("position", "steps"), DUE, ids=told)
def test_what_is_due_is_taken(position: TokyoTable, steps: Steps) -> None:
    assert list(invariants(position.but(agenda=steps))) == []


@pytest.mark.parametrize(("position", "steps"), NOT_DUE, ids=told)
def test_what_is_not_due_is_refused_with_the_reason(position: TokyoTable, steps: Steps) -> None:
    faults = list(invariants(position.but(agenda=steps)))
    assert faults
    assert all(fault.startswith(f"{in_words(steps[-1])} is due only if ") for fault in faults)
