"""Reasons: the clause that each event follows from, if it is not the clause of the step that emits it."""

from __future__ import annotations

from collections.abc import Mapping

from games.kit.rules.causes import OF_STEP, by_field, by_step
from games.kit.rules.decider import Reason, Step
from games.titan_race.rules.data import TITAN
from games.titan_race.rules.steps.destroy_trap import DestroyTrap
from games.titan_race.rules.steps.meet_field import SpringTrap
from games.titan_race.rules.steps.perform_die import PerformDie
from games.titan_race.rules.steps.walk import Pace
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import clauses_pb2 as clause
from gunbai.titan_race.v1 import events as ev
from gunbai_record.plain import Plain

CARDS = {
    "surprise_trap": clause.CLAUSE_11_1,
    "shield": clause.CLAUSE_11_2,
    "spiked_armour": clause.CLAUSE_11_3,
    "speed_potion": clause.CLAUSE_11_4,
    "spring_boots": clause.CLAUSE_11_5,
    "mimic_mask": clause.CLAUSE_11_6,
    "fireball": clause.CLAUSE_11_7,
    "lightning": clause.CLAUSE_11_8,
    "bomb": clause.CLAUSE_11_9,
    "healing_potion": clause.CLAUSE_11_10,
    "lucky_die": clause.CLAUSE_11_11,
    "thiefs_glove": clause.CLAUSE_11_12,
    "gale": clause.CLAUSE_11_13,
}
"""What each card does, by its effect."""

ABILITIES = {
    "bounce": clause.CLAUSE_12_3,
    "swap": clause.CLAUSE_12_4,
    "shove": clause.CLAUSE_12_5,
    "lay_trap": clause.CLAUSE_12_6,
    "breath": clause.CLAUSE_12_7,
    "drain": clause.CLAUSE_12_8,
}

LOSSES = {
    ev.CAUSE_PUSH: clause.CLAUSE_7_4,
    ev.CAUSE_TRAP: clause.CLAUSE_8_2,
    ev.CAUSE_LAVA: clause.CLAUSE_13_1,
    ev.CAUSE_PIRATES: clause.CLAUSE_13_2,
    ev.CAUSE_BLAST: clause.CLAUSE_13_5,
    ev.CAUSE_DIE: clause.CLAUSE_5_7,
    ev.CAUSE_BREATH: clause.CLAUSE_12_7,
    ev.CAUSE_DRAIN: clause.CLAUSE_12_8,
    ev.CAUSE_PURPLE: clause.CLAUSE_5_8,
    ev.CAUSE_PENTAGRAM: clause.CLAUSE_13_8,
}
"""What takes a life; a trap does when it is entered (TR-9.5) and when it is placed (TR-9.3)."""

GAINS = {
    ev.CAUSE_COLOUR: clause.CLAUSE_3_6,
    ev.CAUSE_CARD: clause.CLAUSE_11_10,
    ev.CAUSE_DRAIN: clause.CLAUSE_12_8,
}

PARTS = {
    ev.PART_PLACING: clause.CLAUSE_4_5,
    ev.PART_COPY: clause.CLAUSE_5_8,
    ev.PART_MOVE: clause.CLAUSE_5_1,
    ev.PART_TRAP: clause.CLAUSE_5_6,
    ev.PART_DAMAGE: clause.CLAUSE_5_7,
    ev.PART_COST: clause.CLAUSE_5_8,
}

ENDINGS = {"down": clause.CLAUSE_4_9, "resting": clause.CLAUSE_8_11}
"""Why a knocked-out titan's turn ends, by its state."""


def _card_in_play(table: RaceTable) -> int | None:
    """Return the clause of the card that is carried out, or None if none is."""
    return CARDS[table.effect(table.in_play[-1])] if table.in_play else None


def _of_card(table: RaceTable, step: Step[RaceTable], event: ev.CardPlayed | ev.ReactionPlayed) -> int:
    return CARDS[table.effect(event.card)]


def _of_ability(table: RaceTable, step: Step[RaceTable], event: ev.AbilityUsed) -> int:
    return ABILITIES[TITAN[event.titan].ability]


def _of_loss(table: RaceTable, step: Step[RaceTable], event: ev.TargetsHit | ev.LifeLost) -> int | None:
    return _card_in_play(table) if event.cause == ev.CAUSE_CARD else LOSSES.get(event.cause)


def _of_lap(table: RaceTable, step: Step[RaceTable], event: ev.LapCompleted | ev.LapLost) -> int:
    return clause.CLAUSE_6_2 if len(table.tracks) == 1 else clause.CLAUSE_16_2


def _of_victory(table: RaceTable, step: Step[RaceTable], event: ev.RaceWon) -> int:
    return clause.CLAUSE_14_1 if len(table.tracks) == 1 else clause.CLAUSE_16_3


def _of_entering(table: RaceTable, step: Step[RaceTable], event: ev.TitanEntered) -> int | None:
    """Return the clause of a step, a placing or a leap with the Spring Boots."""
    if isinstance(step, Pace):
        return step.clause
    return _card_in_play(table) if table.titan(event.titan).field else clause.CLAUSE_4_6


def _of_move(table: RaceTable, step: Step[RaceTable], event: ev.TitanSetOut) -> int:
    """Return the clause of the move of a die, of the Speed Potion or of a bounce."""
    if _is_part(table, step):
        return clause.CLAUSE_5_1
    return _copied_or(table, "speed_potion", clause.CLAUSE_12_3)


def _of_shove(table: RaceTable, step: Step[RaceTable], event: ev.TitanShoved) -> int:
    return _copied_or(table, "gale", clause.CLAUSE_12_5)


def _of_trap(table: RaceTable, step: Step[RaceTable], event: ev.TrapPlaced) -> int:
    if _is_part(table, step):
        return clause.CLAUSE_5_6
    return _copied_or(table, "surprise_trap", clause.CLAUSE_12_6)


def _of_turn_end(table: RaceTable, step: Step[RaceTable], event: ev.TurnEnded) -> int:
    """Return why the turn ends: the titan was knocked out during or before it, or its player ended it."""
    return ENDINGS.get(table.titan(event.titan).state, clause.CLAUSE_4_1)


def _of_dropped_part(table: RaceTable, step: Step[RaceTable], event: ev.PartDropped) -> int:
    return clause.CLAUSE_4_9 if table.titan(event.titan).knocked_out else PARTS[event.part]


def _is_part(table: RaceTable, step: Step[RaceTable]) -> bool:
    """Return whether a part of a die action is being carried out, not an ability or a card."""
    return isinstance(step, PerformDie) or any(isinstance(owed, PerformDie) for owed in table.agenda)


def _copied_or(table: RaceTable, effect: str, ability: int) -> int:
    """Return the clause of the card with this effect if it is in play, or that of the ability that does the same."""
    carried_out = any(table.effect(card) == effect for card in table.in_play)
    return CARDS[effect] if carried_out else ability


REASONS: Mapping[type[Plain], Reason] = {
    ev.TitanChosen: OF_STEP,
    ev.TitansOrdered: OF_STEP,
    ev.FirstDieRolled: OF_STEP,
    ev.OrderSettled: clause.CLAUSE_2_8,
    ev.TurnBegan: OF_STEP,
    ev.AbilityReadied: clause.CLAUSE_4_8,
    ev.TitanRecovered: clause.CLAUSE_8_13,
    ev.DiceRolled: OF_STEP,
    ev.DieChosen: OF_STEP,
    ev.LuckTried: clause.CLAUSE_11_11,
    ev.DieTakenUp: clause.CLAUSE_13_7,
    ev.DieRerolled: OF_STEP,
    ev.TurnPassed: clause.CLAUSE_8_11,
    ev.TurnEnded: _of_turn_end,
    ev.RoundEnded: clause.CLAUSE_3_1,
    ev.DieActionBegun: OF_STEP,
    ev.FaceCopied: clause.CLAUSE_5_8,
    ev.PartBegun: by_field("part", PARTS),
    ev.PartCompleted: OF_STEP,
    ev.PartDropped: _of_dropped_part,
    ev.DieActionEnded: clause.CLAUSE_5_1,
    ev.TitanEntered: _of_entering,
    ev.LapCompleted: _of_lap,
    ev.LapLost: _of_lap,
    ev.TitanPushed: clause.CLAUSE_7_1,
    ev.TitanShoved: _of_shove,
    ev.TitanBlocked: clause.CLAUSE_7_11,
    ev.TitanThrownBack: clause.CLAUSE_16_5,
    ev.TitanSetOut: _of_move,
    ev.TitanVaulted: clause.CLAUSE_11_5,
    ev.MoveEnded: OF_STEP,
    ev.TitansSwapped: clause.CLAUSE_12_4,
    ev.TargetsHit: _of_loss,
    ev.LifeThreatened: clause.CLAUSE_8_5,
    ev.LifeLost: _of_loss,
    ev.LifeSpared: clause.CLAUSE_8_3,
    ev.SpikesStruck: clause.CLAUSE_11_3,
    ev.LossPrevented: clause.CLAUSE_11_2,
    ev.LifeGained: by_field("cause", GAINS),
    ev.TitanKnockedOut: clause.CLAUSE_8_8,
    ev.TrapPlaced: _of_trap,
    ev.TrapSprung: by_step({SpringTrap: OF_STEP}, clause.CLAUSE_9_3),
    ev.TrapDestroyed: by_step({DestroyTrap: OF_STEP}, clause.CLAUSE_9_4),
    ev.PiratesBoarded: OF_STEP,
    ev.PiratesPaid: OF_STEP,
    ev.PiratesStruck: OF_STEP,
    ev.StatueFired: OF_STEP,
    ev.EffectMissed: by_field("effect", {ev.FIELD_EFFECT_PIRATES: clause.CLAUSE_8_10}),
    ev.PentagramUsed: clause.CLAUSE_13_7,
    ev.SpecialReached: OF_STEP,
    ev.CardDrawn: OF_STEP,
    ev.CardSeen: OF_STEP,
    ev.DeckReshuffled: clause.CLAUSE_10_6,
    ev.CardPlayed: _of_card,
    ev.ReactionPlayed: _of_card,
    ev.CardPutAway: OF_STEP,
    ev.CardDiscarded: clause.CLAUSE_10_4,
    ev.TheftBegun: clause.CLAUSE_11_12,
    ev.CardStolen: OF_STEP,
    ev.CardTaken: OF_STEP,
    ev.CardMissed: OF_STEP,
    ev.AbilityUsed: _of_ability,
    ev.RaceWon: _of_victory,
}
"""The reason for each event, in the order of events.proto; OF_STEP is the clause of the step that emits it."""
