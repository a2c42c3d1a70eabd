"""How each event of King of Tokyo changes the table, in play order, under the step that emits it."""

from __future__ import annotations

from typing import cast

import msgspec

from games.king_of_tokyo.rules import steps
from games.king_of_tokyo.rules.data import FACE, MARKET_SLOTS, MIMIC, PLACE
from games.king_of_tokyo.rules.table import CITY, OUTSIDE, Burrow, ExtraTurn, Held, Monster, TokyoTable, Turn
from games.kit.rules.decider import Evolve
from gunbai.king_of_tokyo.v1 import events as ev

evolve: Evolve[TokyoTable] = Evolve()

# ChooseMonster


@evolve.on(ev.MonsterChosen)
def monster_chosen(table: TokyoTable, event: ev.MonsterChosen) -> TokyoTable:
    return table.but_at(event.seat, name=event.monster)


# RevealCard


@evolve.on(ev.DeckReshuffled)
def deck_reshuffled(table: TokyoTable, event: ev.DeckReshuffled) -> TokyoTable:
    return table.but(discard=())


@evolve.on(ev.CardRevealed)
def card_revealed(table: TokyoTable, event: ev.CardRevealed) -> TokyoTable:
    return table.but(top_card="", lookers=()).in_slot(event.slot, event.card)


# RollForStart


@evolve.on(ev.StartRollCalled)
def start_roll_called(table: TokyoTable, event: ev.StartRollCalled) -> TokyoTable:
    return table.opens(steps.ThrowForStart(event.seat))


# ThrowForStart


@evolve.on(ev.StartDiceLanded)
def start_dice_landed(table: TokyoTable, event: ev.StartDiceLanded) -> TokyoTable:
    return table.but(rolls=(*table.rolls, event.attack))


@evolve.on(ev.StartRollTied)
def start_roll_tied(table: TokyoTable, event: ev.StartRollTied) -> TokyoTable:
    return table.but(contenders=event.seats, rolls=())


@evolve.on(ev.FirstPlayerDecided)
def first_player_decided(table: TokyoTable, event: ev.FirstPlayerDecided) -> TokyoTable:
    return table.but(starter=event.seat, contenders=(), rolls=())


# StartTurn


@evolve.on(ev.TurnStarted)
def turn_started(table: TokyoTable, event: ev.TurnStarted) -> TokyoTable:
    seat = event.seat
    started = table.but(
        turn=Turn(seat, extra=event.extra, penalty=event.penalty),
        last=table.last if event.extra else seat,
        extra_turns=table.extra_turns[1:] if event.extra else table.extra_turns,
        monsters=tuple(map(_refreshed, table.monsters)),
    )
    return started.opens(  # The phases of a turn (KT-3.1).
        steps.CountDice(seat),
        steps.ResolveDice(seat),
        steps.BuyCards(seat),
        steps.EndTurn(seat),
        steps.JudgeTurn(seat),
    )


def _refreshed(monster: Monster) -> Monster:
    """Return a monster whose once-a-turn powers can be used again (KT-3.5)."""
    if not monster.cards and not monster.wings:
        return monster
    cards = tuple(msgspec.structs.replace(held, spent=False) if held.spent else held for held in monster.cards)
    return msgspec.structs.replace(monster, cards=cards, wings=False)


@evolve.on(ev.PointsGained)
def points_gained(table: TokyoTable, event: ev.PointsGained) -> TokyoTable:
    return table.but_at(event.seat, points=table.at(event.seat).points + event.points)


@evolve.on(ev.SummitReached)
def summit_reached(table: TokyoTable, event: ev.SummitReached) -> TokyoTable:
    return table.but(summit=(*table.summit, event.seat))


@evolve.on(ev.BatteriesUnloaded)
def batteries_unloaded(table: TokyoTable, event: ev.BatteriesUnloaded) -> TokyoTable:
    counters = table.at(event.seat).held(event.card).counters - event.energy
    return _with_energy(table.with_card(event.seat, event.card, counters=counters), event.seat, event.energy)


@evolve.on(ev.CardDiscarded)
def card_discarded(table: TokyoTable, event: ev.CardDiscarded) -> TokyoTable:
    return _laid_off(table, event.seat, event.card)


@evolve.on(ev.MimicReturned)
def mimic_returned(table: TokyoTable, event: ev.MimicReturned) -> TokyoTable:
    return table.with_card(event.seat, MIMIC, copies="", counters=0, life=0, spent=False)


@evolve.on(ev.MonsterShrank)
def monster_shrank(table: TokyoTable, event: ev.MonsterShrank) -> TokyoTable:
    return _with_life(table, event.seat, -event.life)


@evolve.on(ev.MonsterKilled)
def monster_killed(table: TokyoTable, event: ev.MonsterKilled) -> TokyoTable:
    return table.opens(steps.Fall(event.seat))


@evolve.on(ev.MimicChangeOffered)
def mimic_change_offered(table: TokyoTable, event: ev.MimicChangeOffered) -> TokyoTable:
    return table.opens(steps.ChangeMimic(event.seat))


# ChangeMimic

evolve.unchanged_by(ev.MimicKept)


@evolve.on(ev.EnergyPaid)
def energy_paid(table: TokyoTable, event: ev.EnergyPaid) -> TokyoTable:
    paid = _with_energy(table, event.seat, -event.energy)
    return _with_energy(paid, event.to_seat, event.energy) if event.to_seat else paid


@evolve.on(ev.MimicPlaced)
def mimic_placed(table: TokyoTable, event: ev.MimicPlaced) -> TokyoTable:
    return table.with_card(event.seat, MIMIC, copies=event.card, counters=0, life=0, spent=False)


@evolve.on(ev.MonsterGrew)
def monster_grew(table: TokyoTable, event: ev.MonsterGrew) -> TokyoTable:
    grown = _with_life(table, event.seat, event.life)
    return grown.with_card(event.seat, event.card, life=event.life)


@evolve.on(ev.CountersPlaced)
def counters_placed(table: TokyoTable, event: ev.CountersPlaced) -> TokyoTable:
    return table.with_card(event.seat, event.card, counters=event.counters)


@evolve.on(ev.BatteriesOffered)
def batteries_offered(table: TokyoTable, event: ev.BatteriesOffered) -> TokyoTable:
    return table.opens(steps.LoadBatteries(event.seat, event.card))


@evolve.on(ev.MimicTargetAsked)
def mimic_target_asked(table: TokyoTable, event: ev.MimicTargetAsked) -> TokyoTable:
    return table.opens(steps.PlaceMimic(event.seat))


# CountDice


@evolve.on(ev.DiceCounted)
def dice_counted(table: TokyoTable, event: ev.DiceCounted) -> TokyoTable:
    counted = table.in_turn(dice=("",) * event.dice, rerolls=event.rerolls)
    return counted.opens(steps.RollDice(event.seat)) if event.dice else counted


# RollDice


@evolve.on(ev.RollCalled)
def roll_called(table: TokyoTable, event: ev.RollCalled) -> TokyoTable:
    return table.opens(steps.ThrowDice(event.seat, table.turn.every_die), steps.RerollDice(event.seat))


# ThrowDice


@evolve.on(ev.DiceLanded)
def dice_landed(table: TokyoTable, event: ev.DiceLanded) -> TokyoTable:
    dice = list(table.turn.dice)
    for die, face in zip(event.dice, event.faces, strict=True):
        dice[die - 1] = FACE.word(face)
    return table.in_turn(dice=tuple(dice))


# RerollDice

evolve.unchanged_by(ev.RollingStopped)


@evolve.on(ev.RerollCalled)
def reroll_called(table: TokyoTable, event: ev.RerollCalled) -> TokyoTable:
    called = table if event.card else table.in_turn(rerolls=table.turn.rerolls - 1)
    return called.opens(steps.ThrowDice(event.seat, event.dice))


@evolve.on(ev.CounterSpent)
def counter_spent(table: TokyoTable, event: ev.CounterSpent) -> TokyoTable:
    return table.with_card(event.seat, event.card, counters=table.at(event.seat).held(event.card).counters - 1)


@evolve.on(ev.DieTurned)
def die_turned(table: TokyoTable, event: ev.DieTurned) -> TokyoTable:
    return _with_die(table, event.die, FACE.word(event.face))


@evolve.on(ev.CardSpent)
def card_spent(table: TokyoTable, event: ev.CardSpent) -> TokyoTable:
    return table.with_card(event.seat, event.card, spent=True)


@evolve.on(ev.ProbeOffered)
def probe_offered(table: TokyoTable, event: ev.ProbeOffered) -> TokyoTable:
    return table.opens(steps.ProbeDie(event.seat, event.card))


@evolve.on(ev.AdjustmentOffered)
def adjustment_offered(table: TokyoTable, event: ev.AdjustmentOffered) -> TokyoTable:
    return table.opens(steps.AdjustDice(event.seat))


# ProbeDie


@evolve.on(ev.ProbePassed)
def probe_passed(table: TokyoTable, event: ev.ProbePassed) -> TokyoTable:
    return table.with_card(event.seat, event.card, spent=True)


@evolve.on(ev.DieProbed)
def die_probed(table: TokyoTable, event: ev.DieProbed) -> TokyoTable:
    probed = table.with_card(event.seat, event.card, spent=True).in_turn(probed=True)
    return probed.opens(steps.ThrowProbedDie(event.seat, event.card, event.die))


# ThrowProbedDie


@evolve.on(ev.ProbedDieLanded)
def probed_die_landed(table: TokyoTable, event: ev.ProbedDieLanded) -> TokyoTable:
    return _with_die(table, event.die, FACE.word(event.face))


# AdjustDice

evolve.unchanged_by(ev.DiceDeclared)


# ResolveDice


@evolve.on(ev.DiceSettled)
def dice_settled(table: TokyoTable, event: ev.DiceSettled) -> TokyoTable:
    resolving = table.in_turn(returned=())
    entering = resolving.opens(steps.TakeTokyo(event.seat)) if event.enters else resolving
    return entering.opens(steps.UseHearts(event.seat, event.hearts)) if event.heals else entering


@evolve.on(ev.ExtraTurnEarned)
def extra_turn_earned(table: TokyoTable, event: ev.ExtraTurnEarned) -> TokyoTable:
    return table.but(extra_turns=(*table.extra_turns, ExtraTurn(event.seat, event.penalty)))


@evolve.on(ev.EnergyGained)
def energy_gained(table: TokyoTable, event: ev.EnergyGained) -> TokyoTable:
    return _with_energy(table, event.seat, event.energy)


@evolve.on(ev.MonstersAttacked)
def monsters_attacked(table: TokyoTable, event: ev.MonstersAttacked) -> TokyoTable:
    owed = table.opens(steps.SettleDamage())
    for yielding in reversed(event.may_yield):
        if yielding.damage:
            owed = owed.opens(steps.FaceDamage(yielding.seat, yielding.damage, by=event.seat, attack=True, waits=True))
        owed = owed.opens(steps.OfferYield(yielding.seat, event.seat))
    return owed.opens(*(steps.FaceDamage(hit.seat, hit.damage, by=event.seat, attack=True) for hit in event.hits))


@evolve.on(ev.MonstersStruck)
def monsters_struck(table: TokyoTable, event: ev.MonstersStruck) -> TokyoTable:
    packets = (steps.FaceDamage(hit.seat, hit.damage, by=event.seat) for hit in event.hits)
    return table.opens(*packets, steps.SettleDamage())


# FaceDamage

evolve.unchanged_by(ev.DamageIgnored)


@evolve.on(ev.DefenceOffered)
def defence_offered(table: TokyoTable, event: ev.DefenceOffered) -> TokyoTable:
    packet = cast(steps.FaceDamage, table.agenda[-1])
    return table.replaces(msgspec.structs.replace(packet, defended=True)).opens(steps.Defend(event.seat))


@evolve.on(ev.CamouflageCalled)
def camouflage_called(table: TokyoTable, event: ev.CamouflageCalled) -> TokyoTable:
    return table.opens(steps.RollCamouflage(event.seat, event.card, event.dice))


@evolve.on(ev.LifeLost)
def life_lost(table: TokyoTable, event: ev.LifeLost) -> TokyoTable:
    hurt = _with_life(table, event.seat, -event.life)
    if event.by_seat in (0, event.seat):
        return hurt
    return hurt.in_turn(harmers=(*table.turn.harmers, event.by_seat))


@evolve.on(ev.PoisonGiven)
def poison_given(table: TokyoTable, event: ev.PoisonGiven) -> TokyoTable:
    return table.but_at(event.seat, poison=table.at(event.seat).poison + event.counters)


@evolve.on(ev.ShrinkGiven)
def shrink_given(table: TokyoTable, event: ev.ShrinkGiven) -> TokyoTable:
    return table.but_at(event.seat, shrink=table.at(event.seat).shrink + event.counters)


# Defend

evolve.unchanged_by(ev.DefenceEnded)


# RollCamouflage


@evolve.on(ev.CamouflageLanded)
def camouflage_landed(table: TokyoTable, event: ev.CamouflageLanded) -> TokyoTable:
    packet = cast(steps.FaceDamage, table.agenda[-1])
    left = packet.damage - event.cancelled
    return table.replaces(msgspec.structs.replace(packet, damage=left, rolled=packet.rolled + 1))


# Fall

evolve.unchanged_by(ev.DamageSettled)


@evolve.on(ev.MonsterReturned)
def monster_returned(table: TokyoTable, event: ev.MonsterReturned) -> TokyoTable:
    lost = tuple(held.card for held in table.at(event.seat).cards)
    returned = table.but_at(event.seat, life=event.life, points=0, place=OUTSIDE, cards=())
    returned = returned.but(discard=(*table.discard, *lost), summit=_without(table.summit, event.seat))
    return returned.in_turn(returned=(*table.turn.returned, event.seat))


@evolve.on(ev.MonsterEliminated)
def monster_eliminated(table: TokyoTable, event: ev.MonsterEliminated) -> TokyoTable:
    dead = table.at(event.seat)
    gone = table.but_at(event.seat, life=0, energy=0, place=OUTSIDE, cards=(), poison=0, shrink=0, wings=False)
    return gone.but(
        discard=(*table.discard, *(held.card for held in dead.cards)),
        extra_turns=tuple(extra for extra in table.extra_turns if extra.seat != event.seat),
        summit=_without(table.summit, event.seat),
    )


@evolve.on(ev.TurnCutShort)
def turn_cut_short(table: TokyoTable, event: ev.TurnCutShort) -> TokyoTable:
    return table.but(agenda=tuple(step for step in table.agenda if not isinstance(step, steps.REST_OF_TURN)))


@evolve.on(ev.BayLeftForCity)
def bay_left_for_city(table: TokyoTable, event: ev.BayLeftForCity) -> TokyoTable:
    return table.but_at(event.seat, place=CITY)


@evolve.on(ev.BayClosed)
def bay_closed(table: TokyoTable, event: ev.BayClosed) -> TokyoTable:
    closed = table.but(bay_open=False)
    return closed.but_at(event.seat, place=OUTSIDE) if event.seat else closed


@evolve.on(ev.LastMonsterStood)
def last_monster_stood(table: TokyoTable, event: ev.LastMonsterStood) -> TokyoTable:
    return table.but(ending="last_alive", king=event.seat, agenda=())


@evolve.on(ev.EverybodyDied)
def everybody_died(table: TokyoTable, event: ev.EverybodyDied) -> TokyoTable:
    return table.but(ending="all_dead", agenda=())


# OfferYield

evolve.unchanged_by(ev.YieldForgone)


@evolve.on(ev.YieldOffered)
def yield_offered(table: TokyoTable, event: ev.YieldOffered) -> TokyoTable:
    return table.opens(steps.YieldTokyo(event.seat, event.to_seat))


# YieldTokyo

evolve.unchanged_by(ev.TokyoHeld)


@evolve.on(ev.TokyoYielded)
def tokyo_yielded(table: TokyoTable, event: ev.TokyoYielded) -> TokyoTable:
    return table.but_at(event.seat, place=OUTSIDE)


@evolve.on(ev.BurrowLeft)
def burrow_left(table: TokyoTable, event: ev.BurrowLeft) -> TokyoTable:
    return table.in_turn(burrows=(*table.turn.burrows, Burrow(event.seat, event.damage)))


# UseHearts

evolve.unchanged_by(ev.HeartsUsed)


@evolve.on(ev.HeartsOffered)
def hearts_offered(table: TokyoTable, event: ev.HeartsOffered) -> TokyoTable:
    return table.opens(steps.AssignHearts(event.seat, event.hearts))


@evolve.on(ev.LifeHealed)
def life_healed(table: TokyoTable, event: ev.LifeHealed) -> TokyoTable:
    return _with_life(table, event.seat, event.life)


@evolve.on(ev.PoisonRemoved)
def poison_removed(table: TokyoTable, event: ev.PoisonRemoved) -> TokyoTable:
    return table.but_at(event.seat, poison=table.at(event.seat).poison - event.counters)


@evolve.on(ev.ShrinkRemoved)
def shrink_removed(table: TokyoTable, event: ev.ShrinkRemoved) -> TokyoTable:
    return table.but_at(event.seat, shrink=table.at(event.seat).shrink - event.counters)


# TakeTokyo

evolve.unchanged_by(ev.TokyoMissed)


@evolve.on(ev.BurrowEntered)
def burrow_entered(table: TokyoTable, event: ev.BurrowEntered) -> TokyoTable:
    entered = table.in_turn(burrows=table.turn.burrows[1:])
    return entered.opens(steps.FaceDamage(event.seat, event.damage, by=event.by_seat))


@evolve.on(ev.TokyoTaken)
def tokyo_taken(table: TokyoTable, event: ev.TokyoTaken) -> TokyoTable:
    return table.but_at(event.seat, place=PLACE.word(event.place))


# BuyCards

evolve.unchanged_by(ev.BuyingEnded)


@evolve.on(ev.CardBought)
def card_bought(table: TokyoTable, event: ev.CardBought) -> TokyoTable:
    refilled = table.in_slot(event.slot, "").opens(steps.RevealCard(event.slot), steps.OfferCards((event.slot,)))
    return _received(refilled, event)


@evolve.on(ev.TopCardLookedAt)
def top_card_looked_at(table: TokyoTable, event: ev.TopCardLookedAt) -> TokyoTable:
    return table.opens(steps.PeekCard(event.seat))


@evolve.on(ev.TopCardBought)
def top_card_bought(table: TokyoTable, event: ev.TopCardBought) -> TokyoTable:
    return _received(table.but(top_card="", lookers=()), event)


@evolve.on(ev.CardTakenOver)
def card_taken_over(table: TokyoTable, event: ev.CardTakenOver) -> TokyoTable:
    held = msgspec.structs.replace(table.at(event.from_seat).held(event.card), paid=event.price, life=0)
    left = table.but_at(event.from_seat, cards=table.at(event.from_seat).without(event.card))
    return left.but_at(event.seat, cards=(*left.at(event.seat).cards, held))


def _received(table: TokyoTable, event: ev.CardBought | ev.TopCardBought | ev.CardSeized) -> TokyoTable:
    """Return the table with the card in front of its buyer, or played, and put away once that is done."""
    if not event.kept:
        return table.but(played=event.card).opens(steps.PutAwayCard())
    return table.but_at(event.seat, cards=(*table.at(event.seat).cards, Held(event.card, paid=event.price)))


@evolve.on(ev.MonsterDisplaced)
def monster_displaced(table: TokyoTable, event: ev.MonsterDisplaced) -> TokyoTable:
    return table.but_at(event.seat, place=OUTSIDE)


@evolve.on(ev.PointsLost)
def points_lost(table: TokyoTable, event: ev.PointsLost) -> TokyoTable:
    left = table.but_at(event.seat, points=table.at(event.seat).points - event.points)
    return left.but(summit=_without(table.summit, event.seat))


@evolve.on(ev.EnergyLost)
def energy_lost(table: TokyoTable, event: ev.EnergyLost) -> TokyoTable:
    return _with_energy(table, event.seat, -event.energy)


@evolve.on(ev.MarketSwept)
def market_swept(table: TokyoTable, event: ev.MarketSwept) -> TokyoTable:
    swept = table.but(market=("",) * MARKET_SLOTS, discard=table.discard + table.market)
    slots = tuple(range(1, MARKET_SLOTS + 1))
    return swept.opens(*map(steps.RevealCard, slots), steps.OfferCards(slots))


@evolve.on(ev.SaleOffered)
def sale_offered(table: TokyoTable, event: ev.SaleOffered) -> TokyoTable:
    return table.opens(steps.SellCards(event.seat))


@evolve.on(ev.TopCardSeen)
def top_card_seen(table: TokyoTable, event: ev.TopCardSeen) -> TokyoTable:
    return table.but(top_card=event.card, lookers=(*table.lookers, event.seat))


# LoadBatteries


@evolve.on(ev.BatteriesLoaded)
def batteries_loaded(table: TokyoTable, event: ev.BatteriesLoaded) -> TokyoTable:
    loaded = table.with_card(event.seat, event.card, counters=event.counters)
    return _with_energy(loaded, event.seat, -event.energy)


# PutAwayCard


@evolve.on(ev.CardPutAway)
def card_put_away(table: TokyoTable, event: ev.CardPutAway) -> TokyoTable:
    return table.but(played="", discard=(*table.discard, event.card))


# OfferCards

evolve.unchanged_by(ev.OpportunityClosed)


@evolve.on(ev.OpportunityOffered)
def opportunity_offered(table: TokyoTable, event: ev.OpportunityOffered) -> TokyoTable:
    offer = cast(steps.OfferCards, table.agenda[-1])
    offered = table.replaces(steps.OfferCards(offer.slots, (*offer.asked, event.seat)))
    return offered.opens(steps.SeizeCard(event.seat, offer.slots))


# SeizeCard

evolve.unchanged_by(ev.OpportunityPassed)


@evolve.on(ev.CardSeized)
def card_seized(table: TokyoTable, event: ev.CardSeized) -> TokyoTable:
    offer = cast(steps.OfferCards, table.agenda[-1])
    renewed = table.in_slot(event.slot, "").replaces(steps.OfferCards(offer.slots))
    return _received(renewed.opens(steps.RevealCard(event.slot)), event)


# SellCards

evolve.unchanged_by(ev.SaleEnded)


@evolve.on(ev.CardSold)
def card_sold(table: TokyoTable, event: ev.CardSold) -> TokyoTable:
    return _with_energy(_laid_off(table, event.seat, event.card), event.seat, event.energy)


# EndTurn

evolve.unchanged_by(ev.EndOfTurnReached)


@evolve.on(ev.PoisonWorked)
def poison_worked(table: TokyoTable, event: ev.PoisonWorked) -> TokyoTable:
    return table.opens(steps.FaceDamage(event.seat, event.damage))


# JudgeTurn

evolve.unchanged_by(ev.TurnEnded)


@evolve.on(ev.KingCrowned)
def king_crowned(table: TokyoTable, event: ev.KingCrowned) -> TokyoTable:
    return table.but(ending="points", king=event.seat, agenda=())


# OfferExtraTurn


@evolve.on(ev.ExtraTurnTaken)
def extra_turn_taken(table: TokyoTable, event: ev.ExtraTurnTaken) -> TokyoTable:
    return table.opens(steps.StartTurn(event.seat, extra=True, penalty=table.extra_turns[0].penalty))


@evolve.on(ev.ExtraTurnDeclined)
def extra_turn_declined(table: TokyoTable, event: ev.ExtraTurnDeclined) -> TokyoTable:
    return table.but(extra_turns=table.extra_turns[1:])


# UsePowers


@evolve.on(ev.WingsSpread)
def wings_spread(table: TokyoTable, event: ev.WingsSpread) -> TokyoTable:
    return table.but_at(event.seat, wings=True)


def _with_energy(table: TokyoTable, seat: int, change: int) -> TokyoTable:
    return table.but_at(seat, energy=table.at(seat).energy + change)


def _with_life(table: TokyoTable, seat: int, change: int) -> TokyoTable:
    return table.but_at(seat, life=table.at(seat).life + change)


def _with_die(table: TokyoTable, die: int, face: str) -> TokyoTable:
    dice = table.turn.dice
    return table.in_turn(dice=dice[: die - 1] + (face,) + dice[die:])


def _laid_off(table: TokyoTable, seat: int, card: str) -> TokyoTable:
    left = table.but_at(seat, cards=table.at(seat).without(card))
    return left.but(discard=(*left.discard, card))


def _without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(other for other in seats if other != seat)
