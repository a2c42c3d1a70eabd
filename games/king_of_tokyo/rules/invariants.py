"""What is impossible on a table of King of Tokyo: the check that every set-up must pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.king_of_tokyo.rules import steps
from games.king_of_tokyo.rules.agenda import AGENDA, MOST_COUNTED
from games.king_of_tokyo.rules.data import (
    BAY_MONSTERS,
    CARDS,
    FACE,
    MARKET_SLOTS,
    MIMIC,
    MONSTERS,
    MOST_DICE,
    MOST_POINTS,
)
from games.king_of_tokyo.rules.table import BAY, CITY, OUTSIDE, Held, Monster, TokyoTable
from games.kit.rules.faults import first_faults

FEWEST_ALIVE = 2
"""The fewest monsters that are alive while the game is running."""
SLOTS = range(1, MARKET_SLOTS + 1)


def invariants(table: TokyoTable) -> Iterator[str]:
    """Yield a sentence for everything that is impossible, basic checks first."""
    return first_faults(table, _seats, _places, _cards, _tokyo, _start, _dice, _end, _monsters, AGENDA.faults)


def _seats(table: TokyoTable) -> Iterator[str]:
    seats = {table.starter, table.last, table.turn.seat, table.king, *table.contenders, *table.lookers, *table.summit}
    seats |= {burrow.seat for burrow in table.turn.burrows} | {extra.seat for extra in table.extra_turns}
    seats |= {*table.turn.returned, *table.turn.harmers}
    if not seats <= {0, *table.seats}:
        yield f"every seat that is named is one of {len(table.monsters)}"
    names = [monster.name for monster in table.monsters if monster.name]
    if len(set(names)) < len(names) or not set(names) <= set(MONSTERS):
        yield f"the monsters are different ones of the box, not {names} (KT-2.1)"


def _places(table: TokyoTable) -> Iterator[str]:
    counted = Counter(table.seen)
    for card in (card for card in counted if card not in CARDS):
        yield f"there is no card with the id {card!r}, but such as 'jets' (KT-2.4)"
    for card in counted - Counter([*counted]):
        yield f"each of the 66 cards is in one place: not so {card} (KT-2.4)"


def _cards(table: TokyoTable) -> Iterator[str]:
    if len(table.market) != MARKET_SLOTS:
        yield f"the market has {MARKET_SLOTS} slots (KT-2.4)"
        return
    revealed = {step.slot for step in table.agenda if isinstance(step, steps.RevealCard)}
    if table.starter and not table.ending and not all(table.market[slot - 1] or slot in revealed for slot in SLOTS):
        yield "a card is in every slot of the market, or is about to be revealed there (KT-7.3)"
    if bool(table.top_card) != bool(table.lookers):
        yield "the top card of the deck is known if somebody has looked at it"
    if (table.played != "") != any(isinstance(step, steps.PutAwayCard) for step in table.agenda) and not table.ending:
        yield "a Discard card that is having its effect will be put away"
    for monster in table.monsters:
        for held in monster.cards:
            yield from _held(table, held)


def _held(table: TokyoTable, held: Held) -> Iterator[str]:
    if not CARDS[held.card].keep:
        yield f"only Keep cards are in front of monsters, not {held.card} (KT-11.2)"
    if held.copies and (held.card != MIMIC or held.copies == MIMIC or not table.owner(held.copies)):
        yield "only Mimic copies, and only a card that is in front of a monster (KT-12.1)"
    if not all(0 <= count <= MOST_COUNTED for count in (held.paid, held.counters, held.life)):
        yield f"what was paid for {held.card} and what is on it is from 0 to {MOST_COUNTED}"


def _tokyo(table: TokyoTable) -> Iterator[str]:
    """Check the two places; no step moves a monster from one to the other (KT-1.6, KT-9.3)."""
    places = [monster.place for monster in table.monsters]
    if places.count(CITY) > 1 or places.count(BAY) > 1:
        yield "a place in Tokyo holds one monster (KT-1.6)"
    if BAY in places and not table.bay_open:
        yield "nobody is in Tokyo Bay while it is closed (KT-6.15)"
    if table.bay_open and len(table.living) < BAY_MONSTERS:
        yield f"Tokyo Bay is open with {BAY_MONSTERS} living monsters or more (KT-6.12)"


def _start(table: TokyoTable) -> Iterator[str]:
    if table.starter and (table.contenders or table.rolls):
        yield "nobody rolls for the start once it is decided (KT-2.5)"
    if table.starter and not all(monster.name for monster in table.monsters):
        yield "the first turn begins after every player has chosen a monster (KT-2.1)"
    contenders = {*table.contenders} - {0}
    if not table.starter and not len(table.rolls) < len(contenders) == len(table.contenders):
        yield "before the first turn somebody has still to roll for the start (KT-2.5)"
    if table.starter and not table.last and not table.at(table.starter).life:
        yield "the first player is alive (KT-1.10)"
    if table.agenda and table.starter and not table.turn.seat:
        yield "what is owed is owed in somebody's turn"


def _dice(table: TokyoTable) -> Iterator[str]:
    turn = table.turn
    if len(turn.dice) > MOST_DICE or not set(turn.dice) <= {"", *FACE.words}:
        yield f"at most {MOST_DICE} dice lie there, each with one of the six faces (KT-4.3)"
    rolled = {die for step in table.agenda if isinstance(step, steps.ThrowDice) for die in step.dice}
    bare = {die for die, face in enumerate(turn.dice, 1) if not face}
    if bare - rolled and not any(isinstance(step, steps.RollDice) for step in table.agenda):
        yield "dice without a face are about to be rolled"
    figures = (turn.rerolls, turn.penalty, *(extra.penalty for extra in table.extra_turns))
    if not all(0 <= figure <= MOST_COUNTED for figure in figures):
        yield f"rerolls and penalties are from 0 to {MOST_COUNTED}"
    if not all(1 <= burrow.damage <= MOST_COUNTED for burrow in turn.burrows):
        yield f"a burrow holds damage from 1 to {MOST_COUNTED}"
    if not {extra.seat for extra in table.extra_turns} <= set(table.living):
        yield "extra turns are those of living monsters (KT-8.7)"


def _end(table: TokyoTable) -> Iterator[str]:
    at_summit = {seat for seat in table.living if table.at(seat).points == MOST_POINTS}
    if set(table.summit) != at_summit or len(set(table.summit)) < len(table.summit):
        yield "only the living monsters with 20 points are listed, in the order in which they reached them (KT-8.9)"
    if table.ending not in ("", "points", "last_alive", "all_dead") or (table.king > 0) != (
        table.ending in ("points", "last_alive")
    ):
        yield "a game ends with a king by points or as the last alive, or with all dead (KT-10.1)"
    counted = any(isinstance(step, steps.SettleDamage) for step in table.agenda)
    if not table.ending and len(table.living) < (1 if counted else FEWEST_ALIVE):
        yield "two monsters are alive while the game runs, or the survivors are about to be counted (KT-10.1)"


def _monsters(table: TokyoTable) -> Iterator[str]:
    for seat in table.seats:
        yield from _monster(seat, table.at(seat))


def _monster(seat: int, monster: Monster) -> Iterator[str]:
    if not 0 <= monster.life <= monster.most_life:
        yield f"the life of seat {seat} is between 0 and {monster.most_life}, not {monster.life} (KT-1.3)"
    if not 0 <= monster.points <= MOST_POINTS:
        yield f"the points of seat {seat} are between 0 and {MOST_POINTS}, not {monster.points} (KT-1.3)"
    if not all(0 <= count <= MOST_COUNTED for count in (monster.energy, monster.poison, monster.shrink)):
        yield f"energy and counters of seat {seat} are from 0 to {MOST_COUNTED} (KT-1.3)"
    if monster.place not in (OUTSIDE, CITY, BAY):
        yield f"seat {seat} is outside, in the city or in the bay, not in {monster.place!r}"
    belongings = monster.energy or monster.poison or monster.shrink or monster.cards or monster.in_tokyo
    if not monster.life and belongings:
        yield f"seat {seat} is dead, and has left the board with all that it had (KT-6.10)"
