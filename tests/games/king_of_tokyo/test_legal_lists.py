"""Every accepted command is in the legal list: no player has to guess one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

import pytest

from games.king_of_tokyo import KING_OF_TOKYO as TITLE
from games.king_of_tokyo.rules.data import CARDS, FACE, MONSTERS
from games.king_of_tokyo.rules.steps import AssignHearts, BuyCards, EndTurn, JudgeTurn
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules import decider
from games.kit.rules.decider import Accepted, Decision
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai_record.plain import Plain
from tests.games.king_of_tokyo.positions import monster, rolled, table
from tests.games.king_of_tokyo.test_random_play import entries, rich

PLAIN: tuple[type[Plain], ...] = (
    cmd.Roll,
    cmd.KeepMimic,
    cmd.StopRolling,
    cmd.PassProbe,
    cmd.DeclareDice,
    cmd.TakeDamage,
    cmd.YieldTokyo,
    cmd.StayInTokyo,
    cmd.SweepMarket,
    cmd.LookAtTopCard,
    cmd.BuyTopCard,
    cmd.EndBuying,
    cmd.PassCards,
    cmd.EndSelling,
    cmd.TakeExtraTurn,
    cmd.DeclineExtraTurn,
    cmd.HealRapidly,
    cmd.SpreadWings,
)
OF_A_CARD = (cmd.MoveMimic, cmd.PlaceMimic, cmd.BuyCard, cmd.BuyFromMonster, cmd.SeizeCard, cmd.SellCard)


def rerolls(card: str) -> Iterator[cmd.Reroll]:
    for size in range(1, 9):
        for dice in combinations(range(1, 9), size):
            yield cmd.Reroll(dice=dice, card=card)


def everything(held: list[str]) -> Iterator[Plain]:
    """Yield every command that could be meant, with the cards of a hand for those that a card allows."""
    yield from (kind() for kind in PLAIN)
    yield from (kind(card=card) for kind in OF_A_CARD for card in CARDS)
    yield from (cmd.ChooseMonster(monster=name) for name in MONSTERS)
    yield from (cmd.LoadBatteries(energy=energy) for energy in range(30))
    yield from (cmd.ProbeDie(die=die) for die in range(9))
    for card in ("", *held):
        yield from rerolls(card)
        for die in range(9):
            yield from (cmd.TurnDie(die=die, face=FACE.value(face), card=card) for face in FACE.words)


def check(position: TokyoTable, seat: int, moves: Iterator[Plain]) -> None:
    offered = {*decider.legal(TITLE.rules, position, seat)}
    for move in moves:
        accepted = isinstance(decider.decide(TITLE.rules, position, seat, move), Accepted)
        assert accepted == (move in offered), (move, position)


@pytest.mark.parametrize("seats", range(2, 7))
def test_everything_that_is_accepted_is_offered(seats: int) -> None:
    source = random.Random(seats)
    for position, _, _ in entries(seats, seats, rich(seats, seats)):
        step = decider.waiting(TITLE.rules, position)
        if not isinstance(step, Decision) or isinstance(step, AssignHearts) or source.random() > 0.06:
            continue
        seat = step.seats(position)[0]
        check(position, seat, everything([held.card for held in position.at(seat).cards]))


def test_everybody_s_hearts_are_offered_in_every_way() -> None:
    healer = monster(1, "healing_ray", "regeneration", poison=1, shrink=2)
    seats = (healer, monster(2, life=9), monster(3, life=5), monster(4))
    owed = (AssignHearts(1, 3), BuyCards(1), EndTurn(1), JudgeTurn(1))
    numbers = range(4)
    moves = (
        cmd.AssignHearts(
            poison=poison,
            shrink=shrink,
            patients=tuple(cmd.Patient(seat=seat, hearts=hearts) for seat, hearts in patients if hearts),
        )
        for poison in numbers
        for shrink in numbers
        for first in numbers
        for second in numbers
        for patients in ([(2, first), (3, second)], [(3, second), (2, first)])
    )
    position = table(*seats).opens(*owed)
    check(position, 1, iter(moves))
    listed = [*decider.legal(TITLE.rules, position, 1)]
    assert len(listed) == len(set(listed))


CARDS_OF_THE_DICE: Mapping[str, Callable[[cmd.Reroll | cmd.TurnDie], bool]] = {
    "telepath": lambda move: isinstance(move, cmd.Reroll),
    "background_dweller": lambda move: isinstance(move, cmd.Reroll) and set(move.dice) <= {5, 6},
    "herd_culler": lambda move: isinstance(move, cmd.TurnDie) and move.face == cmd.FACE_ONE,
    "stretchy": lambda move: isinstance(move, cmd.TurnDie),
}


@pytest.mark.parametrize("card", CARDS_OF_THE_DICE)
def test_a_card_of_the_dice_offers_each_choice_whatever_cards_are_beside_it(card: str) -> None:
    position = rolled("1 1 2 2 3 3", monster(1, "jets", card, "wings", energy=2), monster(2))
    offered = [move for move in decider.legal(TITLE.rules, position, 1) if getattr(move, "card", "") == card]
    assert len(offered) == {"telepath": 63, "background_dweller": 3, "herd_culler": 6, "stretchy": 36}[card]
    for move in offered:
        assert isinstance(move, cmd.Reroll | cmd.TurnDie)
        assert CARDS_OF_THE_DICE[card](move)
