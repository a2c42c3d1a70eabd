"""How each event of Titan Race changes the table."""

from __future__ import annotations

import msgspec

from games.decider import Evolve, Step
from games.titan_race.data import CAUSE, COLOUR, DIRECTION, PART, PARTS, PURPLE_TITAN, TITAN
from games.titan_race.steps.draw_card import DrawCard, ReachSpecial
from games.titan_race.steps.face_pirates import FacePirates, MeetPirates
from games.titan_race.steps.lose_life import LoseLife, React
from games.titan_race.steps.meet_field import FireStatue, SpringTrap
from games.titan_race.steps.perform_die import CompletePart, PerformDie, first_parts, parts_due
from games.titan_race.steps.play_card import PutAway
from games.titan_race.steps.reroll_die import RerollDie, TryLuck
from games.titan_race.steps.steal_card import StealCard
from games.titan_race.steps.walk import EndMove, Pace, Slide, Stride
from games.titan_race.table import RaceTable, Titan, Turn
from gunbai.titan_race.v1 import events_pb2 as ev

evolve: Evolve[RaceTable] = Evolve()


def with_turn(table: RaceTable, **changes: bool) -> RaceTable:
    """Return the table with something changed about the turn."""
    return table.but(turn=msgspec.structs.replace(table.done, **changes))


def with_action(table: RaceTable, **changes: object) -> RaceTable:
    """Return the table with something changed about the die action on top of the agenda."""
    return table.but(agenda=(*table.agenda[:-1], msgspec.structs.replace(table.agenda[-1], **changes)))


def due_without(table: RaceTable, part: int) -> RaceTable:
    """Return the table on which a part of the die action on top is no longer due."""
    return with_action(table, due=tuple(due for due in parts_due(table) if due != PART.word(part)))


def moved(table: RaceTable, titan: str, field: str) -> RaceTable:
    """Return the table with a titan on another field, where its own move has not ended yet."""
    there = table.with_titan(titan, field=field)
    if table.done.rested and table.mover.id == titan:
        return with_turn(there, rested=False)
    return there


def halted(table: RaceTable, titan: str) -> RaceTable:
    """Return the table without the steps and slides that a titan had before it (TR-6.8, TR-7.11)."""
    return table.but(
        agenda=tuple(step for step in table.agenda if not (isinstance(step, Pace) and step.titan == titan))
    )


def arrival(table: RaceTable, titan: str, field: str, met: str = "") -> list[Step[RaceTable]]:
    """Return what the field owes a titan that came onto it: trap, terrain, card, in this order (TR-6.5)."""
    owed: list[Step[RaceTable]] = []
    if field in table.traps:
        owed.append(SpringTrap(titan, field))
    match table.course.terrain.get(field):
        case "lava":
            owed.append(LoseLife(titan, "lava"))
        case "pirates":
            owed.append(MeetPirates(titan, field))
        case "statue":
            owed.append(FireStatue(titan, field, met))
    if field in table.course.special:
        owed.append(ReachSpecial(titan))
    return owed


# Set-up


@evolve.on(ev.TitanChosen)
def titan_chosen(table: RaceTable, event: ev.TitanChosen) -> RaceTable:
    return table.but(titans=table.titans + (Titan(event.titan, event.seat, TITAN[event.titan].life),))


@evolve.on(ev.TitansOrdered)
def titans_ordered(table: RaceTable, event: ev.TitansOrdered) -> RaceTable:
    first, second = table.titan(event.first), table.titan(event.second)
    others = tuple(titan for titan in table.titans if titan.seat != event.seat)
    return table.but(titans=(*others, first, second), ordered=table.ordered + (event.seat,))


@evolve.on(ev.FirstDieRolled)
def first_die_rolled(table: RaceTable, event: ev.FirstDieRolled) -> RaceTable:
    return table


@evolve.on(ev.OrderSettled)
def order_settled(table: RaceTable, event: ev.OrderSettled) -> RaceTable:
    return table.but(order=tuple(event.titans))


# A turn


@evolve.on(ev.TurnBegan)
def turn_began(table: RaceTable, event: ev.TurnBegan) -> RaceTable:
    return table.but(turn=Turn())


@evolve.on(ev.AbilityReadied)
def ability_readied(table: RaceTable, event: ev.AbilityReadied) -> RaceTable:
    return table.with_titan(event.titan, ready=True)


@evolve.on(ev.TitanRecovered)
def titan_recovered(table: RaceTable, event: ev.TitanRecovered) -> RaceTable:
    return table.with_titan(event.titan, state="upright", life=event.life)


@evolve.on(ev.DiceRolled)
def dice_rolled(table: RaceTable, event: ev.DiceRolled) -> RaceTable:
    bare = tuple(msgspec.structs.replace(titan, die="") for titan in table.titans)
    return table.but(pool=tuple(map(COLOUR.word, event.colours)), titans=bare)


@evolve.on(ev.DieChosen)
def die_chosen(table: RaceTable, event: ev.DieChosen) -> RaceTable:
    colour = COLOUR.word(event.colour)
    place = table.pool.index(colour)
    pool = table.pool[:place] + table.pool[place + 1 :]
    return table.with_titan(event.titan, die=colour).but(pool=pool)


@evolve.on(ev.DieTakenUp)
def die_taken_up(table: RaceTable, event: ev.DieTakenUp) -> RaceTable:
    return table.opens(RerollDie(event.titan) if table.done.rerolled else TryLuck(event.titan))


@evolve.on(ev.DieRerolled)
def die_rerolled(table: RaceTable, event: ev.DieRerolled) -> RaceTable:
    return with_turn(table, acted=False).with_titan(event.titan, die=COLOUR.word(event.colour))


@evolve.on(ev.TurnPassed)
def turn_passed(table: RaceTable, event: ev.TurnPassed) -> RaceTable:
    return table.with_titan(event.titan, state="resting")


@evolve.on(ev.TurnEnded)
def turn_ended(table: RaceTable, event: ev.TurnEnded) -> RaceTable:
    if table.place + 1 < len(table.order):
        return table.but(turn=None, place=table.place + 1)
    return table.but(turn=None, place=0, round=table.round + 1, pool=())


# The die action


@evolve.on(ev.DieActionBegun)
def die_action_begun(table: RaceTable, event: ev.DieActionBegun) -> RaceTable:
    titan, face = table.titan(event.titan), COLOUR.word(event.colour)
    return table.opens(PerformDie(titan.seat, titan.id, face, first_parts(titan, PARTS[face])))


@evolve.on(ev.FaceCopied)
def face_copied(table: RaceTable, event: ev.FaceCopied) -> RaceTable:
    face = COLOUR.word(event.colour)
    cost = () if event.titan == PURPLE_TITAN else ("cost",)
    return with_action(table, face=face, due=PARTS[face] + cost)


@evolve.on(ev.PartBegun)
def part_begun(table: RaceTable, event: ev.PartBegun) -> RaceTable:
    return due_without(table, event.part).opens(CompletePart(event.titan, PART.word(event.part)))


@evolve.on(ev.PartCompleted)
def part_completed(table: RaceTable, event: ev.PartCompleted) -> RaceTable:
    return table


@evolve.on(ev.PartDropped)
def part_dropped(table: RaceTable, event: ev.PartDropped) -> RaceTable:
    return due_without(table, event.part)


@evolve.on(ev.DieActionEnded)
def die_action_ended(table: RaceTable, event: ev.DieActionEnded) -> RaceTable:
    return with_turn(table, acted=True)


# Movement


@evolve.on(ev.TitanSetOut)
def titan_set_out(table: RaceTable, event: ev.TitanSetOut) -> RaceTable:
    path = tuple(map(DIRECTION.word, event.path))
    strides = (Stride(event.titan, direction, path.count(direction)) for direction in path)
    return table.opens(*strides, EndMove(event.titan))


@evolve.on(ev.TitanVaulted)
def titan_vaulted(table: RaceTable, event: ev.TitanVaulted) -> RaceTable:
    return table.opens(EndMove(event.titan))


@evolve.on(ev.MoveEnded)
def move_ended(table: RaceTable, event: ev.MoveEnded) -> RaceTable:
    return with_turn(table, rested=True)


@evolve.on(ev.TitanEntered)
def titan_entered(table: RaceTable, event: ev.TitanEntered) -> RaceTable:
    owed = arrival(table, event.titan, event.field, event.met)
    if event.direction and table.course.terrain.get(event.field) == "ice":
        owed.append(Slide(event.titan, DIRECTION.word(event.direction), event.segment))
    return moved(table, event.titan, event.field).opens(*owed)


@evolve.on(ev.LapCompleted)
def lap_completed(table: RaceTable, event: ev.LapCompleted) -> RaceTable:
    return table.with_titan(event.titan, laps=event.laps)


@evolve.on(ev.LapLost)
def lap_lost(table: RaceTable, event: ev.LapLost) -> RaceTable:
    return table.with_titan(event.titan, laps=event.laps)


@evolve.on(ev.TitanPushed)
def titan_pushed(table: RaceTable, event: ev.TitanPushed) -> RaceTable:
    direction = DIRECTION.word(event.direction)
    strides = (Stride(event.titan, direction, event.steps) for _ in range(event.steps))
    return table.opens(*strides, LoseLife(event.titan, "push", event.by))


@evolve.on(ev.TitanShoved)
def titan_shoved(table: RaceTable, event: ev.TitanShoved) -> RaceTable:
    return table.opens(Stride(event.titan, DIRECTION.word(event.direction), 1))


@evolve.on(ev.TitanBlocked)
def titan_blocked(table: RaceTable, event: ev.TitanBlocked) -> RaceTable:
    return halted(table, event.titan)


@evolve.on(ev.TitanThrownBack)
def titan_thrown_back(table: RaceTable, event: ev.TitanThrownBack) -> RaceTable:
    return halted(moved(table, event.titan, ""), event.titan).with_titan(event.titan, laps=0)


@evolve.on(ev.TitansSwapped)
def titans_swapped(table: RaceTable, event: ev.TitansSwapped) -> RaceTable:
    here, there = table.titan(event.titan).field, table.titan(event.other).field
    swapped = moved(moved(table, event.titan, there), event.other, here)
    return swapped.opens(*arrival(table, event.titan, there), *arrival(table, event.other, here))


# Harm


@evolve.on(ev.TitansHit)
def titans_hit(table: RaceTable, event: ev.TitansHit) -> RaceTable:
    return table.opens(*(LoseLife(titan, CAUSE.word(event.cause), event.by) for titan in event.titans))


@evolve.on(ev.LifeThreatened)
def life_threatened(table: RaceTable, event: ev.LifeThreatened) -> RaceTable:
    return table.opens(React(table.titan(event.titan).seat, event.titan, CAUSE.word(event.cause), event.by))


@evolve.on(ev.LifeLost)
def life_lost(table: RaceTable, event: ev.LifeLost) -> RaceTable:
    return table.with_titan(event.titan, life=event.life)


@evolve.on(ev.LifeSpared)
def life_spared(table: RaceTable, event: ev.LifeSpared) -> RaceTable:
    return table


@evolve.on(ev.SpikesStruck)
def spikes_struck(table: RaceTable, event: ev.SpikesStruck) -> RaceTable:
    return table.opens(LoseLife(event.by, "card", event.titan), LoseLife(event.titan, "push", event.by))


@evolve.on(ev.LossPrevented)
def loss_prevented(table: RaceTable, event: ev.LossPrevented) -> RaceTable:
    return table


@evolve.on(ev.LifeGained)
def life_gained(table: RaceTable, event: ev.LifeGained) -> RaceTable:
    return table.with_titan(event.titan, life=event.life)


@evolve.on(ev.TitanKnockedOut)
def titan_knocked_out(table: RaceTable, event: ev.TitanKnockedOut) -> RaceTable:
    return halted(table, event.titan).with_titan(event.titan, state="down")


# Traps and the track


@evolve.on(ev.TrapPlaced)
def trap_placed(table: RaceTable, event: ev.TrapPlaced) -> RaceTable:
    return table.but(traps=table.traps + (event.field,))


@evolve.on(ev.TrapSprung)
def trap_sprung(table: RaceTable, event: ev.TrapSprung) -> RaceTable:
    return without_trap(table, event.field).opens(LoseLife(event.titan, "trap"))


@evolve.on(ev.TrapDestroyed)
def trap_destroyed(table: RaceTable, event: ev.TrapDestroyed) -> RaceTable:
    return without_trap(table, event.field)


def without_trap(table: RaceTable, field: str) -> RaceTable:
    """Return the table with the trap of a field back in the supply (TR-9.7)."""
    return table.but(traps=tuple(other for other in table.traps if other != field))


@evolve.on(ev.PiratesBoarded)
def pirates_boarded(table: RaceTable, event: ev.PiratesBoarded) -> RaceTable:
    return table.opens(FacePirates(table.titan(event.titan).seat, event.titan))


@evolve.on(ev.PiratesPaid)
def pirates_paid(table: RaceTable, event: ev.PiratesPaid) -> RaceTable:
    return discarded(table, event.seat, event.card)


@evolve.on(ev.PiratesStruck)
def pirates_struck(table: RaceTable, event: ev.PiratesStruck) -> RaceTable:
    return table.opens(LoseLife(event.titan, "pirates"))


@evolve.on(ev.StatueFired)
def statue_fired(table: RaceTable, event: ev.StatueFired) -> RaceTable:
    return table


@evolve.on(ev.EffectMissed)
def effect_missed(table: RaceTable, event: ev.EffectMissed) -> RaceTable:
    return table


@evolve.on(ev.PentagramUsed)
def pentagram_used(table: RaceTable, event: ev.PentagramUsed) -> RaceTable:
    return with_turn(table, rerolled=True)


# Cards and abilities


@evolve.on(ev.SpecialReached)
def special_reached(table: RaceTable, event: ev.SpecialReached) -> RaceTable:
    return table.opens(DrawCard(table.titan(event.titan).seat))


@evolve.on(ev.CardDrawn)
def card_drawn(table: RaceTable, event: ev.CardDrawn) -> RaceTable:
    return table


@evolve.on(ev.CardSeen)
def card_seen(table: RaceTable, event: ev.CardSeen) -> RaceTable:
    deck = tuple(card for card in table.deck if card != event.card)
    return table.but(deck=deck).with_hand(event.seat, table.hand(event.seat) + (event.card,))


@evolve.on(ev.DeckReshuffled)
def deck_reshuffled(table: RaceTable, event: ev.DeckReshuffled) -> RaceTable:
    return table.but(deck=tuple(sorted(table.discard)), discard=())


@evolve.on(ev.CardPlayed)
def card_played(table: RaceTable, event: ev.CardPlayed) -> RaceTable:
    played = without_card(table, event.seat, event.card)
    if table.mover.seat == event.seat:
        played = with_turn(played, carded=True)
    return played.but(in_play=table.in_play + (event.card,)).opens(PutAway(event.card))


@evolve.on(ev.CardPutAway)
def card_put_away(table: RaceTable, event: ev.CardPutAway) -> RaceTable:
    in_play = tuple(card for card in table.in_play if card != event.card)
    return table.but(in_play=in_play, discard=table.discard + (event.card,))


@evolve.on(ev.CardDiscarded)
def card_discarded(table: RaceTable, event: ev.CardDiscarded) -> RaceTable:
    return with_turn(discarded(table, event.seat, event.card), carded=True)


@evolve.on(ev.TheftBegun)
def theft_begun(table: RaceTable, event: ev.TheftBegun) -> RaceTable:
    return table.opens(StealCard(event.seat, event.from_seat))


@evolve.on(ev.CardStolen)
def card_stolen(table: RaceTable, event: ev.CardStolen) -> RaceTable:
    return table


@evolve.on(ev.CardTaken)
def card_taken(table: RaceTable, event: ev.CardTaken) -> RaceTable:
    return table.with_hand(event.seat, table.hand(event.seat) + (event.card,))


@evolve.on(ev.CardMissed)
def card_missed(table: RaceTable, event: ev.CardMissed) -> RaceTable:
    return without_card(table, event.seat, event.card)


def without_card(table: RaceTable, seat: int, card: str) -> RaceTable:
    """Return the table without a card in a hand."""
    return table.with_hand(seat, tuple(held for held in table.hand(seat) if held != card))


def discarded(table: RaceTable, seat: int, card: str) -> RaceTable:
    """Return the table with a card of a hand on the discard pile."""
    return without_card(table, seat, card).but(discard=table.discard + (card,))


@evolve.on(ev.AbilityUsed)
def ability_used(table: RaceTable, event: ev.AbilityUsed) -> RaceTable:
    return table.with_titan(event.titan, ready=False)


# The end


@evolve.on(ev.RaceWon)
def race_won(table: RaceTable, event: ev.RaceWon) -> RaceTable:
    return table.with_titan(event.titan, field="").but(winner=event.titan, agenda=(), turn=None)
