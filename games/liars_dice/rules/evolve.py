"""How each event of Liar's Dice changes the table, in play order, under the step that emits it."""

from __future__ import annotations

from games.kit.rules.decider import Evolve
from games.liars_dice.rules.steps import LiftCups
from games.liars_dice.rules.table import Bid, Cup, DiceTable
from gunbai.liars_dice.v1 import events as ev

evolve: Evolve[DiceTable] = Evolve()


# ShakeCup

evolve.unchanged_by(ev.CupShaken)


@evolve.on(ev.DiceSeen)
def dice_seen(table: DiceTable, event: ev.DiceSeen) -> DiceTable:
    return table.but_at(event.seat, hand=event.dice)


# RaiseOrDoubt


@evolve.on(ev.BidMade)
def bid_made(table: DiceTable, event: ev.BidMade) -> DiceTable:
    return table.but(bid=Bid(event.seat, event.quantity, event.face))


@evolve.on(ev.TurnPassed)
def turn_passed(table: DiceTable, event: ev.TurnPassed) -> DiceTable:
    return table.but(active=event.seat)


@evolve.on(ev.BidChallenged)
def bid_challenged(table: DiceTable, event: ev.BidChallenged) -> DiceTable:
    return table.opens(LiftCups(event.seat, spot_on=False))


@evolve.on(ev.SpotOnCalled)
def spot_on_called(table: DiceTable, event: ev.SpotOnCalled) -> DiceTable:
    return table.opens(LiftCups(event.seat, spot_on=True))


# LiftCups


@evolve.on(ev.CupsLifted)
def cups_lifted(table: DiceTable, event: ev.CupsLifted) -> DiceTable:
    lifted = {hand.seat: hand.dice for hand in event.hands}
    return table.but(cups=tuple(Cup(table.at(seat).dice, lifted=lifted.get(seat, ())) for seat in table.seats))


evolve.unchanged_by(ev.DiceCounted)


@evolve.on(ev.DieLost)
def die_lost(table: DiceTable, event: ev.DieLost) -> DiceTable:
    return table.but_at(event.seat, dice=table.at(event.seat).dice - 1)


evolve.unchanged_by(ev.PlayerOut)


@evolve.on(ev.RoundBegan)
def round_began(table: DiceTable, event: ev.RoundBegan) -> DiceTable:
    return table.but(round=event.round, active=event.seat, bid=Bid())


@evolve.on(ev.GameWon)
def game_won(table: DiceTable, event: ev.GameWon) -> DiceTable:
    return table.but(winner=event.seat)
