"""The clause of an event is the one that says why it happened, and not only that of the step in which it did."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from games.kit.rules.causes import Cause, causes
from games.kit.title import Title
from gunbai_record.clauses import clauses
from titles.catalogue import TITLES, newest
from titles.checks.walk import set_up, walk

GAMES = 20
"""The most games of each number of seats in which an event is looked for."""

FOLLOWS = {
    "samurai_spirit": {
        *("PenaltySuffered SS-5.3", "PenaltySuffered SS-5.4", "BarricadeDestroyed SS-5.3", "BarricadeDestroyed SS-9.5"),
        *("BarricadeDestroyed SS-4.6", "FarmAttacked SS-9.2", "WoundTaken SS-9.1", "WoundTaken SS-5.2"),
        *("SamuraiDied SS-8.23", "SpiritAwakened SS-8.20", "RaiderSlippedPast SS-4.9", "RaiderSlippedPast SS-5.5"),
        *("SamuraiPassed SS-4.12", "SamuraiPassed SS-4.2", "RaiderSent SS-7.3", "RaiderSent SS-7.4"),
        *("TokenReturned SS-6.6", "TurnEnded SS-3.2", "VillageLost SS-9.7"),
    },
    "shogun": {
        *("ActionLapsed SH-9.5", "ActionLapsed SH-10.12", "ArmiesDeployed SH-10.8", "ArmiesDeployed SH-10.9"),
        *("ArmiesDeployed SH-12.2", "ArmiesDeployed SH-11.7", "ProvinceConquered SH-14.5", "ProvinceDefended SH-14.6"),
        *("ProvinceDevastated SH-14.7", "AttackRepelled SH-14.8", "RevoltSucceeded SH-15.4", "TaxesCollected SH-10.6"),
        *("CastleManned SH-11.3", "GameEnded SH-18.1", "RevoltBegan SH-10.7", "RevoltBegan SH-16.5"),
    },
    "king_of_tokyo": {
        *("PointsGained KT-5.2", "PointsGained KT-5.19", "PointsGained KT-9.1", "PointsGained KT-14.15"),
        *("EnergyGained KT-5.5", "EnergyGained KT-13.41", "RerollCalled KT-4.5", "RerollCalled KT-13.5"),
        *("LifeLost KT-5.10", "LifeLost KT-6.2", "MonsterKilled KT-6.10", "BayClosed KT-6.12", "TokyoYielded KT-5.16"),
        *("CardRevealed KT-2.4", "CardRevealed KT-7.3", "MarketSwept KT-7.5", "KingCrowned KT-8.6"),
    },
    "infludance_duel": {
        *("CowboyShot IN-5.1", "CowboyShot IN-6.8", "CowboyShot IN-6.9", "CowboyShot IN-5.9", "ShotVoided IN-5.4"),
        *("ShotVoided IN-5.6", "TurnBegan IN-2.11", "TurnBegan IN-3.7", "TurnBegan IN-6.10", "GoalReached IN-5.5"),
        *("GameWon IN-7.1", "MagazinesLoaded IN-2.10"),
    },
    "titan_race": {
        *("LifeLost TR-13.1", "LifeLost TR-7.4", "LifeLost TR-8.2", "LifeLost TR-5.7", "LifeLost TR-5.8"),
        *("LifeLost TR-11.8", "LifeLost TR-12.7", "LifeGained TR-3.6", "LifeGained TR-11.10", "LifeGained TR-12.8"),
        *("TitanKnockedOut TR-8.8", "TitanRecovered TR-8.13", "LapCompleted TR-6.2", "RaceWon TR-14.1"),
        *("CardPlayed TR-11.10", "AbilityUsed TR-12.5", "TitanShoved TR-12.5", "TitanShoved TR-11.13"),
        *("TrapPlaced TR-5.6", "TrapPlaced TR-12.6", "TrapPlaced TR-11.1", "TrapSprung TR-9.3", "TrapSprung TR-9.5"),
        *("TrapDestroyed TR-9.4", "TrapDestroyed TR-9.6", "TitanEntered TR-4.6", "TitanEntered TR-6.1"),
        *("TitanEntered TR-11.5", "TitanSetOut TR-5.1", "TitanSetOut TR-12.3", "TitanSetOut TR-11.4"),
        *("TurnEnded TR-4.1", "TurnEnded TR-4.9", "TurnEnded TR-8.11", "PartDropped TR-4.9", "PartDropped TR-5.7"),
    },
    "liars_dice": {
        *("BidMade LD-3.1", "BidChallenged LD-4.1", "CupsLifted LD-4.2", "DieLost LD-4.5", "PlayerOut LD-6.1"),
        *("RoundBegan LD-6.2", "GameWon LD-7.1", "CupShaken LD-2.1", "DiceSeen LD-1.2"),
    },
}
"""What follows from which clause in each title, as the rules have it."""


@pytest.mark.parametrize("name", TITLES)
def test_what_happens_follows_from_the_clause_that_says_so(name: str) -> None:
    title, left = newest(name), set(FOLLOWS[name])
    numbers = {value: clause.number for value, clause in clauses(name).items()}
    for cause in caused(title):
        left.discard(f"{type(cause.event).__name__} {numbers[cause.clause]}")
        if not left:
            break
    assert sorted(left) == []


def caused(title: Title[Any]) -> Iterator[Cause]:
    """Yield what is caused in random games with every number of seats."""
    for seed, seats in product(range(GAMES), title.rules.seats):
        for turn in walk(title, set_up(title, seats).table, seed):
            yield from causes(title.rules, turn.before, turn.actor, turn.move)
