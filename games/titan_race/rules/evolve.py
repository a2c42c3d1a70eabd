"""How each event of Titan Race changes the table, in the order of the steps that emit them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from games.kit.rules.decider import Evolve, Step
from games.titan_race.rules.data import CAUSE, COLOUR, DIRECTION, FIELD_EFFECT, PART, TITAN
from games.titan_race.rules.steps.destroy_trap import DestroyTrap
from games.titan_race.rules.steps.draw_card import DrawCard, ReachSpecial
from games.titan_race.rules.steps.face_pirates import FacePirates, MeetPirates
from games.titan_race.rules.steps.lose_life import LoseLife, React
from games.titan_race.rules.steps.meet_field import FireStatue, SpringTrap
from games.titan_race.rules.steps.perform_die import CompletePart, PerformDie, parts_due
from games.titan_race.rules.steps.play_card import PutAway
from games.titan_race.rules.steps.reroll_die import RerollDie, TryLuck
from games.titan_race.rules.steps.steal_card import StealCard
from games.titan_race.rules.steps.walk import EndMove, Pace, Slide, Stride
from games.titan_race.rules.table import RaceTable, Titan, Turn
from gunbai.titan_race.v1 import events as ev

evolve: Evolve[RaceTable] = Evolve()

# ChooseTitan


@evolve.on(ev.TitanChosen)
def titan_chosen(table: RaceTable, event: ev.TitanChosen) -> RaceTable:
    return table.but(titans=(*table.titans, Titan(event.titan, event.seat, TITAN[event.titan].life)))


# OrderTitans


@evolve.on(ev.TitansOrdered)
def titans_ordered(table: RaceTable, event: ev.TitansOrdered) -> RaceTable:
    others = (titan for titan in table.titans if titan.seat != event.seat)
    titans = (*others, table.titan(event.first), table.titan(event.second))
    return table.but(titans=titans).but_at(event.seat, ordered=True)


# DealCard

evolve.unchanged_by(ev.CardDrawn)


@evolve.on(ev.CardSeen)
def card_seen(table: RaceTable, event: ev.CardSeen) -> RaceTable:
    deck = tuple(card for card in table.deck if card != event.card)
    return with_card(table.but(deck=deck), event.seat, event.card)


# RollForFirst

evolve.unchanged_by(ev.FirstDieRolled)


@evolve.on(ev.OrderSettled)
def order_settled(table: RaceTable, event: ev.OrderSettled) -> RaceTable:
    return table.but(order=event.titans)


# BeginTurn


@evolve.on(ev.TurnBegan)
def turn_began(table: RaceTable, event: ev.TurnBegan) -> RaceTable:
    return table.but(turn=Turn())


@evolve.on(ev.AbilityReadied)
def ability_readied(table: RaceTable, event: ev.AbilityReadied) -> RaceTable:
    return table.with_titan(event.titan, ready=True)


@evolve.on(ev.TitanRecovered)
def titan_recovered(table: RaceTable, event: ev.TitanRecovered) -> RaceTable:
    return table.with_titan(event.titan, state="upright", life=event.life)


# RollDice


@evolve.on(ev.DiceRolled)
def dice_rolled(table: RaceTable, event: ev.DiceRolled) -> RaceTable:
    # All dice were rolled again, so nobody has one until they choose.
    bare = tuple(msgspec.structs.replace(titan, die="") for titan in table.titans)
    return table.but(pool=tuple(map(COLOUR.word, event.colours)), titans=bare)


# ChooseDie


@evolve.on(ev.DieChosen)
def die_chosen(table: RaceTable, event: ev.DieChosen) -> RaceTable:
    colour = COLOUR.word(event.colour)
    place = table.pool.index(colour)
    pool = table.pool[:place] + table.pool[place + 1 :]
    return table.with_titan(event.titan, die=colour).but(pool=pool)


@evolve.on(ev.TurnPassed)
def turn_passed(table: RaceTable, event: ev.TurnPassed) -> RaceTable:
    return table.with_titan(event.titan, state="resting")


@evolve.on(ev.LifeGained)
def life_gained(table: RaceTable, event: ev.LifeGained) -> RaceTable:
    return table.with_titan(event.titan, life=event.life)


# ChooseAction


@evolve.on(ev.DieActionBegun)
def die_action_begun(table: RaceTable, event: ev.DieActionBegun) -> RaceTable:
    seat, face = table.titan(event.titan).seat, COLOUR.word(event.colour)
    return table.opens(PerformDie(seat, event.titan, face, parts(event.due)))


@evolve.on(ev.FaceCopied)
def face_copied(table: RaceTable, event: ev.FaceCopied) -> RaceTable:
    return with_action(table, face=COLOUR.word(event.colour), due=parts(event.due))


@evolve.on(ev.PartBegun)
def part_begun(table: RaceTable, event: ev.PartBegun) -> RaceTable:
    return without_part(table, event.part).opens(CompletePart(event.titan, PART.word(event.part)))


@evolve.on(ev.TitanSetOut)
def titan_set_out(table: RaceTable, event: ev.TitanSetOut) -> RaceTable:
    strides = (
        Stride(event.titan, DIRECTION.word(segment.direction), segment.steps)
        for segment in event.segments
        for _ in range(segment.steps)
    )
    return table.opens(*strides, EndMove(event.titan))


@evolve.on(ev.LapCompleted)
def lap_completed(table: RaceTable, event: ev.LapCompleted) -> RaceTable:
    return table.with_titan(event.titan, laps=event.laps)


@evolve.on(ev.LapLost)
def lap_lost(table: RaceTable, event: ev.LapLost) -> RaceTable:
    return table.with_titan(event.titan, laps=event.laps)


@evolve.on(ev.RaceWon)
def race_won(table: RaceTable, event: ev.RaceWon) -> RaceTable:
    # The race ends at once, with all that its movements still owed (TR-14.1).
    gone = table.with_titan(event.titan, field="", rested=False)
    return gone.but(winner=event.titan, agenda=(), turn=None)


@evolve.on(ev.TitanEntered)
def titan_entered(table: RaceTable, event: ev.TitanEntered) -> RaceTable:
    slide = Slide(event.titan, DIRECTION.word(event.direction), event.segment)
    met = (step_of(effect, event.titan, event.field, event.met, slide) for effect in event.effects)
    return moved(table, event.titan, event.field).opens(*met)


@evolve.on(ev.TitanPushed)
def titan_pushed(table: RaceTable, event: ev.TitanPushed) -> RaceTable:
    direction = DIRECTION.word(event.direction)
    strides = (Stride(event.titan, direction, event.steps) for _ in range(event.steps))
    # Each push costs 1 life, after the movement (TR-7.4, TR-7.7).
    return table.opens(*strides, LoseLife(event.titan, "push", event.by))


@evolve.on(ev.TrapPlaced)
def trap_placed(table: RaceTable, event: ev.TrapPlaced) -> RaceTable:
    return table.but(traps=(*table.traps, event.field))


@evolve.on(ev.TrapSprung)
def trap_sprung(table: RaceTable, event: ev.TrapSprung) -> RaceTable:
    return without_trap(table, event.field).opens(LoseLife(event.titan, "trap"))


@evolve.on(ev.TrapDestroyed)
def trap_destroyed(table: RaceTable, event: ev.TrapDestroyed) -> RaceTable:
    return without_trap(table, event.field)


@evolve.on(ev.TargetsHit)
def targets_hit(table: RaceTable, event: ev.TargetsHit) -> RaceTable:
    cause = CAUSE.word(event.cause)
    return table.opens(
        *(
            DestroyTrap(target.trap) if target.trap else LoseLife(target.titan, cause, event.by)
            for target in event.targets
        )
    )


@evolve.on(ev.LifeLost)
def life_lost(table: RaceTable, event: ev.LifeLost) -> RaceTable:
    return table.with_titan(event.titan, life=event.life)


@evolve.on(ev.TitanKnockedOut)
def titan_knocked_out(table: RaceTable, event: ev.TitanKnockedOut) -> RaceTable:
    return halted(table, event.titan).with_titan(event.titan, state="down")


@evolve.on(ev.AbilityUsed)
def ability_used(table: RaceTable, event: ev.AbilityUsed) -> RaceTable:
    return table.with_titan(event.titan, ready=False)


@evolve.on(ev.TitansSwapped)
def titans_swapped(table: RaceTable, event: ev.TitansSwapped) -> RaceTable:
    met = (step_of(effect, event.titan, event.field) for effect in event.effects)
    met_by_other = (step_of(effect, event.other, event.other_field) for effect in event.other_effects)
    swapped = moved(moved(table, event.titan, event.field), event.other, event.other_field)
    # First what the user's new field does, then the other's (TR-12.4).
    return swapped.opens(*met, *met_by_other)


@evolve.on(ev.TitanShoved)
def titan_shoved(table: RaceTable, event: ev.TitanShoved) -> RaceTable:
    return table.opens(Stride(event.titan, DIRECTION.word(event.direction), 1))


@evolve.on(ev.CardPlayed)
def card_played(table: RaceTable, event: ev.CardPlayed) -> RaceTable:
    return with_turn(in_play(table, event.seat, event.card), carded=True)


@evolve.on(ev.TitanVaulted)
def titan_vaulted(table: RaceTable, event: ev.TitanVaulted) -> RaceTable:
    return table.opens(EndMove(event.titan))


@evolve.on(ev.LuckTried)
def luck_tried(table: RaceTable, event: ev.LuckTried) -> RaceTable:
    return table.opens(TryLuck(event.titan))


@evolve.on(ev.TheftBegun)
def theft_begun(table: RaceTable, event: ev.TheftBegun) -> RaceTable:
    return table.opens(StealCard(event.seat, event.from_seat))


@evolve.on(ev.CardDiscarded)
def card_discarded(table: RaceTable, event: ev.CardDiscarded) -> RaceTable:
    return with_turn(discarded(table, event.seat, event.card), carded=True)


@evolve.on(ev.PentagramUsed)
def pentagram_used(table: RaceTable, event: ev.PentagramUsed) -> RaceTable:
    return with_turn(table, rerolled=True)


@evolve.on(ev.DieTakenUp)
def die_taken_up(table: RaceTable, event: ev.DieTakenUp) -> RaceTable:
    return table.opens(RerollDie(event.titan))


@evolve.on(ev.TurnEnded)
def turn_ended(table: RaceTable, event: ev.TurnEnded) -> RaceTable:
    return table.with_titan(event.titan, rested=False).but(turn=None, place=table.place + 1)


@evolve.on(ev.RoundEnded)
def round_ended(table: RaceTable, event: ev.RoundEnded) -> RaceTable:
    return table.but(round=event.round + 1, place=0, pool=())


@evolve.on(ev.PartDropped)
def part_dropped(table: RaceTable, event: ev.PartDropped) -> RaceTable:
    return without_part(table, event.part)


@evolve.on(ev.DieActionEnded)
def die_action_ended(table: RaceTable, event: ev.DieActionEnded) -> RaceTable:
    return with_turn(table, acted=True)


# CompletePart

evolve.unchanged_by(ev.PartCompleted)


# StealCard

evolve.unchanged_by(ev.CardStolen)


@evolve.on(ev.CardMissed)
def card_missed(table: RaceTable, event: ev.CardMissed) -> RaceTable:
    return without_card(table, event.seat, event.card)


@evolve.on(ev.CardTaken)
def card_taken(table: RaceTable, event: ev.CardTaken) -> RaceTable:
    return with_card(table, event.seat, event.card)


# TryLuck


@evolve.on(ev.DieRerolled)
def die_rerolled(table: RaceTable, event: ev.DieRerolled) -> RaceTable:
    return with_turn(table, acted=False).with_titan(event.titan, die=COLOUR.word(event.colour))


# PutAway


@evolve.on(ev.CardPutAway)
def card_put_away(table: RaceTable, event: ev.CardPutAway) -> RaceTable:
    left = tuple(card for card in table.in_play if card != event.card)
    return table.but(in_play=left, discard=(*table.discard, event.card))


# Stride


@evolve.on(ev.TitanThrownBack)
def titan_thrown_back(table: RaceTable, event: ev.TitanThrownBack) -> RaceTable:
    return moved(halted(table, event.titan), event.titan, "")


@evolve.on(ev.TitanBlocked)
def titan_blocked(table: RaceTable, event: ev.TitanBlocked) -> RaceTable:
    return halted(table, event.titan)


# EndMove


@evolve.on(ev.MoveEnded)
def move_ended(table: RaceTable, event: ev.MoveEnded) -> RaceTable:
    return table.with_titan(event.titan, rested=True)


# MeetPirates

evolve.unchanged_by(ev.EffectMissed)


@evolve.on(ev.PiratesBoarded)
def pirates_boarded(table: RaceTable, event: ev.PiratesBoarded) -> RaceTable:
    return table.opens(FacePirates(table.titan(event.titan).seat, event.titan))


@evolve.on(ev.PiratesStruck)
def pirates_struck(table: RaceTable, event: ev.PiratesStruck) -> RaceTable:
    return table.opens(LoseLife(event.titan, "pirates"))


# FacePirates


@evolve.on(ev.PiratesPaid)
def pirates_paid(table: RaceTable, event: ev.PiratesPaid) -> RaceTable:
    return discarded(table, event.seat, event.card)


# FireStatue

evolve.unchanged_by(ev.StatueFired)


# ReachSpecial


@evolve.on(ev.DeckReshuffled)
def deck_reshuffled(table: RaceTable, event: ev.DeckReshuffled) -> RaceTable:
    # Chance picks from the deck by place, so the order of the discards must not matter.
    return table.but(deck=tuple(sorted(table.discard)), discard=())


@evolve.on(ev.SpecialReached)
def special_reached(table: RaceTable, event: ev.SpecialReached) -> RaceTable:
    return table.opens(DrawCard(table.titan(event.titan).seat))


# LoseLife

evolve.unchanged_by(ev.LifeSpared)


@evolve.on(ev.LifeThreatened)
def life_threatened(table: RaceTable, event: ev.LifeThreatened) -> RaceTable:
    return table.opens(React(table.titan(event.titan).seat, event.titan, CAUSE.word(event.cause), event.by))


# React

evolve.unchanged_by(ev.LossPrevented)


@evolve.on(ev.ReactionPlayed)
def reaction_played(table: RaceTable, event: ev.ReactionPlayed) -> RaceTable:
    return in_play(table, event.seat, event.card)


@evolve.on(ev.SpikesStruck)
def spikes_struck(table: RaceTable, event: ev.SpikesStruck) -> RaceTable:
    # First the titan that pushed, then the pushed one (TR-11.3).
    return table.opens(LoseLife(event.by, "card", event.titan), LoseLife(event.titan, "push", event.by))


# Shared by several handlers


def parts(due: Iterable[int]) -> tuple[str, ...]:
    """Return the names of parts of a die action."""
    return tuple(map(PART.word, due))


def with_turn(table: RaceTable, **changes: bool) -> RaceTable:
    """Return the table with these fields of the turn changed."""
    return table.but(turn=msgspec.structs.replace(table.done, **changes))


def with_action(table: RaceTable, **changes: object) -> RaceTable:
    """Return the table with these fields of the die action on top of the agenda changed."""
    return table.replaces(msgspec.structs.replace(table.agenda[-1], **changes))


def without_part(table: RaceTable, part: int) -> RaceTable:
    """Return the table on which a part of the die action on top of the agenda is no longer due."""
    return with_action(table, due=tuple(due for due in parts_due(table) if due != PART.word(part)))


def moved(table: RaceTable, titan: str, field: str) -> RaceTable:
    """Return the table with a titan on another field, where no move of its own has ended yet."""
    return table.with_titan(titan, field=field, rested=False)


def step_of(effect: int, titan: str, field: str, pushed: str = "", slide: Slide | None = None) -> Step[RaceTable]:
    """Return the step in which a field does one thing to a titan that entered it; only a movement makes it slide."""
    match FIELD_EFFECT.word(effect):
        case "trap":
            return SpringTrap(titan, field)
        case "lava":
            return LoseLife(titan, "lava")
        case "pirates":
            return MeetPirates(titan, field)
        case "statue":
            return FireStatue(titan, field, pushed)
        case "ice" if slide is not None:
            return slide
        case _:
            return ReachSpecial(titan)


def halted(table: RaceTable, titan: str) -> RaceTable:
    """Return the table without a titan's remaining steps and slides; the effects of its field stay (TR-6.8)."""
    left = tuple(step for step in table.agenda if not (isinstance(step, Pace) and step.titan == titan))
    return table.but(agenda=left)


def without_trap(table: RaceTable, field: str) -> RaceTable:
    """Return the table with a field's trap back in the supply (TR-9.7)."""
    return table.but(traps=tuple(other for other in table.traps if other != field))


def with_card(table: RaceTable, seat: int, card: str) -> RaceTable:
    """Return the table with one more card in a hand."""
    return table.but_at(seat, hand=(*table.at(seat).hand, card))


def without_card(table: RaceTable, seat: int, card: str) -> RaceTable:
    """Return the table without a card in a hand."""
    return table.but_at(seat, hand=tuple(held for held in table.at(seat).hand if held != card))


def in_play(table: RaceTable, seat: int, card: str) -> RaceTable:
    """Return the table with a card from a hand in play, until it is put away."""
    played = without_card(table, seat, card)
    return played.but(in_play=(*table.in_play, card)).opens(PutAway(card))


def discarded(table: RaceTable, seat: int, card: str) -> RaceTable:
    """Return the table with a card from a hand on the discard pile."""
    return without_card(table, seat, card).but(discard=(*table.discard, card))
