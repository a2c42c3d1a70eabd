"""What can be on the agenda of a race: a die action and its part in progress, moves, and what fields and harm bring."""

from __future__ import annotations

from games.kit.rules.agenda import Fact, Grammar, Kind
from games.titan_race.rules.data import CAUSE, HAND_LIMIT, PART, PARTS
from games.titan_race.rules.steps import (
    CompletePart,
    DestroyTrap,
    DrawCard,
    EndMove,
    FacePirates,
    FireStatue,
    LoseLife,
    MeetPirates,
    PerformDie,
    PutAway,
    ReachSpecial,
    React,
    RerollDie,
    Slide,
    SpringTrap,
    StealCard,
    Stride,
    TryLuck,
)
from games.titan_race.rules.steps.perform_die import FIRST
from games.titan_race.rules.table import RaceTable, Titan
from games.titan_race.rules.track import DIRECTIONS

BY_SOMEBODY = ("push", "drain")
"""The causes whose consequences another titan has or suffers."""

UNDER_WAY: tuple[Kind | None, ...] = (None, CompletePart, EndMove, Stride, LoseLife, PutAway)
"""What a titan can be in the middle of when it enters a field."""
MET: tuple[Kind | None, ...] = (*UNDER_WAY, DestroyTrap, SpringTrap, MeetPirates, FireStatue, ReachSpecial, Slide)
"""The same, and what the field brings: each of them can bring something more before the others."""


def is_on_track(table: RaceTable, step: Stride | Slide) -> bool:
    """Return whether the titan that moves stands on a field."""
    return bool(table.titan(step.titan).field)


def has_chosen_die(table: RaceTable, step: EndMove | TryLuck | RerollDie) -> bool:
    """Return whether the titan is in turn and has chosen a die."""
    return step.titan == table.mover.id and bool(table.mover.die)


def can_perform(table: RaceTable, step: PerformDie) -> bool:
    """Return whether the titan in turn has chosen a die and, if its player is asked now, can do a part (TR-4.3)."""
    titan = table.titan(step.titan)
    if not titan.die or titan.id != table.mover.id or len(set(step.due)) != len(step.due):
        return False
    return step is not table.agenda[-1] or _has_a_part(table, titan, step)


def _has_a_part(table: RaceTable, titan: Titan, step: PerformDie) -> bool:
    if not step.due or titan.knocked_out or not (titan.field or step.due[0] == "placing"):
        return False
    if step.due[0] not in FIRST and step.face == "purple":
        return False
    moves = step.candidates(table, step.seat)
    return any(step.refuse(table, step.seat, move) is None for move in moves)


def has_cause(table: RaceTable, step: LoseLife | React) -> bool:
    """Return whether it is known which titan pushes or drains the other, and a titan that drains is not knocked out."""
    if step.cause == "drain" and step.by and table.titan(step.by).knocked_out:
        return False
    return bool(step.by) or step.cause not in BY_SOMEBODY


def can_react(table: RaceTable, step: React) -> bool:
    """Return whether the threatened titan is not knocked out."""
    return not table.titan(step.titan).knocked_out


def can_draw(table: RaceTable, step: DrawCard) -> bool:
    """Return whether there is a card to draw, and room in the hand (TR-10.1)."""
    return bool(table.deck) and len(table.at(step.seat).hand) < HAND_LIMIT


def can_steal(table: RaceTable, step: StealCard) -> bool:
    """Return whether another hand has a card, and this one room for it."""
    return (
        bool(table.at(step.from_seat).hand)
        and len(table.at(step.seat).hand) < HAND_LIMIT
        and step.seat != step.from_seat
    )


def is_put_away_once(table: RaceTable, step: PutAway) -> bool:
    """Return whether the played card is put away only once."""
    return table.agenda.count(step) == 1


AGENDA: Grammar[RaceTable] = Grammar(
    under={
        PerformDie: (None,),
        Stride: UNDER_WAY,
        Slide: UNDER_WAY,
        SpringTrap: MET,
        MeetPirates: MET,
        FacePirates: MET,
        FireStatue: MET,
        ReachSpecial: MET,
        DrawCard: MET,
        DestroyTrap: MET,
        LoseLife: MET,
        React: MET,
        EndMove: (None, CompletePart, PutAway),
        CompletePart: (PerformDie,),
        StealCard: (PutAway,),
        TryLuck: (PutAway,),
        RerollDie: (None,),
        PutAway: MET,
    },
    fields={
        "seat": lambda table: table.seats,
        "from_seat": lambda table: table.seats,
        "titan": lambda table: table.order,
        "by": lambda table: ("", *table.order),
        "pushed": lambda table: ("", *table.order),
        "field": lambda table: table.course.ways,
        "direction": lambda table: DIRECTIONS,
        "segment": lambda table: range(1, 4),
        "cause": lambda table: CAUSE.words,
        "face": lambda table: PARTS,
        "due": lambda table: PART.words,
        "part": lambda table: PART.words,
        "card": lambda table: table.in_play,
    },
    facts=(
        Fact((PerformDie,), "the titan in turn has a part of its die action to carry out", can_perform),
        Fact((Stride, Slide), "the titan is on the track", is_on_track),
        Fact((DrawCard,), "the deck has a card and the hand has room for it", can_draw),
        Fact((DestroyTrap,), "a trap is on the field", lambda table, step: step.field in table.traps),
        Fact((LoseLife, React), "it is known which titan pushes or drains the other", has_cause),
        Fact((React,), "the titan is not knocked out", can_react),
        Fact((StealCard,), "another hand has a card and this one has room for it", can_steal),
        Fact((EndMove, TryLuck, RerollDie), "the titan in turn has chosen a die", has_chosen_die),
        Fact((PutAway,), "each played card is put away once", is_put_away_once),
    ),
    over=lambda table: table.winner,
)
