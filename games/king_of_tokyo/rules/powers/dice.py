"""Cards that affect dice: how many are rolled, how often, and which may be turned, from Extra Head to Psychic Probe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from games.king_of_tokyo.rules.data import BLACK_DICE, FACE, MOST_DICE, REROLLS, Power
from games.king_of_tokyo.rules.gains import pay
from games.king_of_tokyo.rules.losses import discard
from games.king_of_tokyo.rules.table import Held, TokyoTable
from games.kit.rules.decider import Play, Refusal, refusal
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev

REROLLING = (Power.TELEPATHY, Power.SMOKE)
TURNING = (Power.CULLING, Power.TWIST, Power.STRETCH)


def dice_of(table: TokyoTable) -> int:
    """Return the number of dice that the active monster rolls, at most the eight that exist (KT-1.9, KT-4.3)."""
    monster = table.active
    dice = BLACK_DICE + monster.power(Power.HEADS) - monster.shrink - table.turn.penalty
    return max(0, min(dice, MOST_DICE))


def rerolls_of(table: TokyoTable) -> int:
    """Return the rerolls that the active monster has in a turn (KT-4.5)."""
    return REROLLS + table.active.power(Power.BRAINS)


@cache
def rerolls(dice: tuple[int, ...], card: str) -> tuple[cmd.Reroll, ...]:
    """Return a reroll of each choice among the dice. They are few, so they are made once and cached."""
    return tuple(cmd.Reroll(dice=choice, card=card) for choice in _choices(dice))


@cache
def _all_of(count: int) -> frozenset[tuple[int, ...]]:
    """Return the choices among this many dice, each in ascending order."""
    return frozenset(_choices(range(1, count + 1)))


def _choices(dice: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the choices of one or more of the dice, the smaller first."""
    return (choice for size, _ in enumerate(dice, 1) for choice in combinations(dice, size))


def card_rerolls(table: TokyoTable) -> Iterator[cmd.Reroll]:
    """Yield the rerolls that cards allow, except Background Dweller's (KT-4.6)."""
    for held in table.active.cards:
        if any(power in held.acts.powers for power in REROLLING):
            yield from rerolls(table.turn.every_die, held.card)


def dweller_rerolls(table: TokyoTable) -> Iterator[cmd.Reroll]:
    """Yield the rerolls of Background Dweller (KT-4.7)."""
    threes = tuple(die for die, face in enumerate(table.turn.dice, 1) if face == "three")
    for held in table.active.copies(Power.DWELLER):
        yield from rerolls(threes, held.card)


def turnings(table: TokyoTable) -> Iterator[cmd.TurnDie]:
    """Yield the changes of a die that cards may allow (KT-4.8)."""
    for held in table.active.cards:
        powers = held.acts.powers
        if not any(power in powers for power in TURNING):
            continue
        faces = ("one",) if Power.CULLING in powers else FACE.words
        for die in table.turn.every_die:
            for face in faces:
                yield cmd.TurnDie(die=die, face=FACE.value(face), card=held.card)


def refuse_dice(table: TokyoTable, dice: tuple[int, ...]) -> Refusal | None:
    """Return why these dice cannot be rolled again, whatever card allows it (KT-4.12)."""
    count = len(table.turn.dice)
    choices = _all_of(count)
    if dice in choices or tuple(sorted(dice)) in choices:  # Listed moves name them in order.
        return None
    return refusal(clause.CLAUSE_4_12, dice=dice, of=count)


def refuse_card_reroll(table: TokyoTable, move: cmd.Reroll) -> Refusal | None:
    """Return why a card does not allow a reroll (KT-4.6, KT-4.7)."""
    held = table.active.find(move.card)
    if held is None or not (Power.DWELLER in held.acts.powers or any(power in held.acts.powers for power in REROLLING)):
        return refusal(clause.CLAUSE_4_6, card=move.card)
    if Power.DWELLER in held.acts.powers:
        return refuse_dweller_reroll(table, move)
    if table.active.energy < held.acts.powers.get(Power.TELEPATHY, 0):
        return refusal(clause.CLAUSE_13_44, card=move.card, energy=table.active.energy)
    return None


def refuse_dweller_reroll(table: TokyoTable, move: cmd.Reroll) -> Refusal | None:
    """Return why Background Dweller does not allow a reroll (KT-13.5)."""
    others = tuple(die for die in move.dice if table.turn.dice[die - 1] != "three")
    return refusal(clause.CLAUSE_13_5, dice=others) if others else None


def refuse_turning(table: TokyoTable, move: cmd.TurnDie) -> Refusal | None:
    """Return why a card does not allow a die to be turned (KT-4.8)."""
    held = table.active.find(move.card)
    if held is None or not any(power in held.acts.powers for power in TURNING):
        return refusal(clause.CLAUSE_4_8, card=move.card)
    if move.die not in table.turn.every_die or not FACE.word(move.face):
        return refusal(clause.CLAUSE_4_8, die=move.die, face=FACE.word(move.face) or int(move.face))
    powers = held.acts.powers
    if Power.CULLING in powers and (held.spent or FACE.word(move.face) != "one"):
        return refusal(clause.CLAUSE_13_21, card=move.card, spent=held.spent, face=FACE.word(move.face))
    if table.active.energy < powers.get(Power.STRETCH, 0):
        return refusal(clause.CLAUSE_13_43, card=move.card, energy=table.active.energy)
    return None


def reroll(play: Play[TokyoTable], seat: int, move: cmd.Reroll) -> None:
    """Roll dice again, named in any order, and pay with the card that allows it (KT-4.5, KT-4.6)."""
    if move.card:
        _use_for_reroll(play, seat, play.table.at(seat).held(move.card))
    play.emit(ev.RerollCalled(seat=seat, dice=tuple(sorted(move.dice)), card=move.card))


def _use_for_reroll(play: Play[TokyoTable], seat: int, held: Held) -> None:
    pay(play, seat, held.acts.powers.get(Power.TELEPATHY, 0))
    if Power.SMOKE in held.acts.powers:
        play.emit(ev.CounterSpent(seat=seat, card=held.card))
        if held.counters <= 1:
            discard(play, seat, held.card)


def turn_die(play: Play[TokyoTable], seat: int, move: cmd.TurnDie) -> None:
    """Turn a die to another face, and pay with the card that allows it (KT-4.8)."""
    powers = play.table.at(seat).held(move.card).acts.powers
    play.emit(ev.DieTurned(seat=seat, die=move.die, face=move.face, card=move.card))
    pay(play, seat, powers.get(Power.STRETCH, 0))
    if Power.CULLING in powers:
        play.emit(ev.CardSpent(seat=seat, card=move.card))
    if Power.TWIST in powers:
        discard(play, seat, move.card)


def can_adjust(table: TokyoTable) -> bool:
    """Return whether the active monster can answer a probe with a card of its own (KT-4.11)."""
    monster = table.active
    return (
        any(not held.spent for held in monster.copies(Power.CULLING))
        or bool(monster.copies(Power.TWIST))
        or any(monster.energy >= held.acts.powers[Power.STRETCH] for held in monster.copies(Power.STRETCH))
        or ("three" in table.turn.dice and bool(monster.copies(Power.DWELLER)))
    )


def next_probe(table: TokyoTable) -> tuple[int, str] | None:
    """Return the seat and the card that may probe the dice next, if any (KT-4.10)."""
    for seat in table.clockwise(table.turn.seat):
        for held in table.at(seat).copies(Power.PROBE):
            if not held.spent:
                return seat, held.card
    return None
