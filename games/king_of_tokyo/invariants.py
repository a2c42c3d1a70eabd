"""What cannot be on a table of King of Tokyo: the check that every set-up must pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.decider import Step
from games.faults import first_faults
from games.king_of_tokyo import steps
from games.king_of_tokyo.data import (
    BAY_MONSTERS,
    CARDS,
    FACE,
    MARKET_SLOTS,
    MIMIC,
    MONSTERS,
    MOST_DICE,
    MOST_POINTS,
    Power,
)
from games.king_of_tokyo.table import BAY, CITY, OUTSIDE, Held, Monster, TokyoTable

FIRST_MONSTERS = 2
MOST_COUNTED = 999
"""More than any game counts of energy, counters or damage; it keeps a made-up table from asking for endless lists."""

Kind = type[Step[TokyoTable]]
PHASES: tuple[Kind, ...] = (steps.CountDice, steps.ResolveDice, steps.BuyCards, steps.EndTurn, steps.JudgeTurn)
HEARTS: tuple[Kind, ...] = (steps.TakeTokyo, steps.BuyCards)
BATCH: tuple[Kind, ...] = (steps.FaceDamage, steps.OfferYield, steps.SettleDamage)
BOUGHT: tuple[Kind, ...] = (steps.RevealCard, steps.BuyCards)

UNDER: Mapping[Kind, tuple[Kind | None, ...]] = {
    steps.ThrowForStart: (None,),
    steps.ChangeMimic: (steps.CountDice,),
    steps.CountDice: (steps.ResolveDice,),
    steps.RollDice: (steps.ResolveDice,),
    steps.ThrowDice: (steps.RerollDice, steps.AdjustDice),
    steps.RerollDice: (steps.ResolveDice,),
    steps.ProbeDie: (steps.ResolveDice,),
    steps.ThrowProbedDie: (steps.ResolveDice,),
    steps.AdjustDice: (steps.ResolveDice,),
    steps.ResolveDice: (steps.BuyCards,),
    steps.FaceDamage: (*BATCH, steps.TakeTokyo, steps.JudgeTurn),
    steps.Defend: (steps.FaceDamage,),
    steps.RollCamouflage: (steps.FaceDamage,),
    steps.OfferYield: BATCH,
    steps.YieldTokyo: BATCH,
    steps.SettleDamage: (steps.UseHearts, steps.PutAwayCard, steps.SellCards, *HEARTS, *PHASES),
    steps.UseHearts: HEARTS,
    steps.AssignHearts: HEARTS,
    steps.TakeTokyo: (steps.BuyCards,),
    steps.BuyCards: (steps.EndTurn,),
    steps.PeekCard: (steps.BuyCards,),
    steps.PlaceMimic: BOUGHT,
    steps.LoadBatteries: (*BOUGHT, steps.CountDice),
    steps.PutAwayCard: (*BOUGHT, steps.JudgeTurn),
    steps.RevealCard: (steps.RevealCard, steps.OfferCards),
    steps.OfferCards: (steps.BuyCards, steps.JudgeTurn),
    steps.SeizeCard: (steps.OfferCards,),
    steps.SellCards: (steps.EndTurn,),
    steps.EndTurn: (steps.JudgeTurn,),
    steps.JudgeTurn: (None,),
}
"""The grammar of the agenda: what may lie right under each step; the others never wait there."""


def invariants(table: TokyoTable) -> Iterator[str]:
    """Yield a sentence for everything that cannot be; what the next check builds on comes first."""
    return first_faults(table, _seats, _cards, _tokyo, _start, _dice, _end, _monsters, _agenda)


def _seats(table: TokyoTable) -> Iterator[str]:
    if not FIRST_MONSTERS <= len(table.monsters) <= len(MONSTERS):
        yield "two to six monsters play"
    named = {table.starter, table.last, table.turn.seat, table.king, *table.contenders, *table.lookers, *table.summit}
    named |= {burrow.seat for burrow in table.turn.burrows} | {extra.seat for extra in table.extra_turns}
    named |= {getattr(step, "by", 0) for step in table.agenda}
    asked = {getattr(step, field, 1) for step in table.agenda for field in ("seat", "to_seat")}
    if not named <= {0, *table.seats} or not asked <= set(table.seats):
        yield f"every seat that is named is one of {len(table.monsters)}"
    names = [monster.name for monster in table.monsters if monster.name]
    if len(set(names)) < len(names) or not set(names) <= set(MONSTERS):
        yield f"the monsters are different ones of the box, not {names}"


def _cards(table: TokyoTable) -> Iterator[str]:
    seen = list(table.seen)
    if len(set(seen)) < len(seen) or not set(seen) <= set(CARDS):
        yield "each of the 66 cards lies in one place"
        return
    if len(table.market) != MARKET_SLOTS:
        yield f"the market has {MARKET_SLOTS} slots"
    if "" in table.market and table.starter and not table.agenda and not table.ending:
        yield "the market is full before a turn"
    if bool(table.top_card) != bool(table.lookers):
        yield "the top card of the deck is known if somebody has looked at it"
    if (table.played != "") != any(isinstance(step, steps.PutAwayCard) for step in table.agenda) and not table.ending:
        yield "a Discard card that is having its effect will be put away"
    for monster in table.monsters:
        for held in monster.cards:
            yield from _held(table, held)


def _held(table: TokyoTable, held: Held) -> Iterator[str]:
    if not CARDS[held.card].keep:
        yield f"only Keep cards lie in front of monsters, not {held.card}"
    if held.copies and (held.card != MIMIC or held.copies == MIMIC or not table.owner(held.copies)):
        yield "only Mimic copies, and only a card that lies in front of a monster"
    if not all(0 <= count <= MOST_COUNTED for count in (held.paid, held.counters, held.life)):
        yield f"what was paid for {held.card} and what lies on it is from 0 to {MOST_COUNTED}"


def _tokyo(table: TokyoTable) -> Iterator[str]:
    places = [monster.place for monster in table.monsters]
    if places.count(CITY) > 1 or places.count(BAY) > 1:
        yield "a place in Tokyo holds one monster"
    if BAY in places and not table.bay_open:
        yield "nobody is in Tokyo Bay while it is closed"
    if table.bay_open and len(table.living) < BAY_MONSTERS:
        yield f"Tokyo Bay is open with {BAY_MONSTERS} living monsters or more"


def _start(table: TokyoTable) -> Iterator[str]:
    if table.starter and (table.contenders or table.rolls):
        yield "nobody rolls for the start once it is decided"
    if table.starter and not all(monster.name for monster in table.monsters):
        yield "the first turn begins after every player has chosen a monster"
    contenders = {*table.contenders} - {0}
    if not table.starter and not len(table.rolls) < len(contenders) == len(table.contenders):
        yield "before the first turn somebody has still to roll for the start"
    if table.starter and not table.last and not table.monster(table.starter).life:
        yield "the first player is alive"
    if table.agenda and table.starter and not table.turn.seat:
        yield "what is owed is owed in somebody's turn"


def _dice(table: TokyoTable) -> Iterator[str]:
    turn = table.turn
    if len(turn.dice) > MOST_DICE or not set(turn.dice) <= {"", *FACE.words}:
        yield f"at most {MOST_DICE} dice lie there, each with one of the six faces"
    if "" in turn.dice and not any(isinstance(step, steps.RollDice | steps.ThrowDice) for step in table.agenda):
        yield "dice without a face are about to be rolled"
    figures = (turn.rerolls, turn.penalty, *(burrow.damage for burrow in turn.burrows))
    figures += tuple(extra.penalty for extra in table.extra_turns)
    if not all(0 <= figure <= MOST_COUNTED for figure in figures):
        yield f"rerolls, penalties and burrows are from 0 to {MOST_COUNTED}"


def _end(table: TokyoTable) -> Iterator[str]:
    at_summit = {seat for seat in table.living if table.monster(seat).points == MOST_POINTS}
    if set(table.summit) != at_summit or len(set(table.summit)) < len(table.summit):
        yield "the living monsters with 20 points, and they alone, are listed in the order in which they came there"
    if table.ending not in ("", "points", "last_alive", "all_dead") or (table.king > 0) != (
        table.ending in ("points", "last_alive")
    ):
        yield "a game ends with a king by points or as the last alive, or with all dead"
    if table.ending and table.agenda:
        yield "nothing is owed after the end"
    counted = any(isinstance(step, steps.SettleDamage) for step in table.agenda)
    if not table.ending and len(table.living) < (1 if counted else FIRST_MONSTERS):
        yield "two monsters are alive while the game runs, or the survivors are about to be counted"


def _monsters(table: TokyoTable) -> Iterator[str]:
    for seat in table.seats:
        yield from _monster(seat, table.monster(seat))


def _monster(seat: int, monster: Monster) -> Iterator[str]:
    if not 0 <= monster.life <= monster.most_life:
        yield f"the life of seat {seat} is between 0 and {monster.most_life}, not {monster.life}"
    if not 0 <= monster.points <= MOST_POINTS:
        yield f"the points of seat {seat} are between 0 and {MOST_POINTS}, not {monster.points}"
    if not all(0 <= count <= MOST_COUNTED for count in (monster.energy, monster.poison, monster.shrink)):
        yield f"energy and counters of seat {seat} are from 0 to {MOST_COUNTED}"
    if monster.place not in (OUTSIDE, CITY, BAY):
        yield f"seat {seat} is outside, in the city or in the bay, not in {monster.place!r}"
    belongings = monster.energy or monster.poison or monster.shrink or monster.cards or monster.in_tokyo
    if not monster.life and belongings:
        yield f"seat {seat} is dead, and has left the board with all that it had"


def _agenda(table: TokyoTable) -> Iterator[str]:
    for below, step in zip((None, *table.agenda), table.agenda, strict=False):
        lies_on = None if below is None else type(below)
        if lies_on not in UNDER.get(type(step), ()):
            yield f"{type(step).__name__} is not owed before {lies_on.__name__ if lies_on else 'nothing'}"
        elif not _fits(table, step, below):
            yield f"{step} does not fit the table"


def _fits(table: TokyoTable, step: Step[TokyoTable], below: Step[TokyoTable] | None) -> bool:
    """Whether the fields of a step agree with the table and with the step under it."""
    match step, below:
        case steps.FaceDamage(), _:
            return 0 <= step.damage <= MOST_COUNTED and 0 <= step.rolled <= len(table.monster(step.seat).cards)
        case steps.Defend(), steps.FaceDamage():
            return step.seat == below.seat and below.defended
        case steps.RollCamouflage(), steps.FaceDamage():
            cover = Power.CAMOUFLAGE in _powers(table, step.seat, step.card)
            return cover and step.seat == below.seat and step.dice == below.damage > 0
        case steps.OfferYield() | steps.YieldTokyo(), _:
            return step.to_seat == table.turn.seat != step.seat
        case steps.SeizeCard(), steps.OfferCards():
            return step.slots == below.slots and step.seat != table.turn.seat
        case steps.OfferCards(), _:
            there = (slot in range(1, MARKET_SLOTS + 1) and _offered(table, slot) for slot in step.slots)
            return len(step.slots) <= MARKET_SLOTS and all(there)
        case steps.RevealCard(), _:
            return step.slot in range(1, MARKET_SLOTS + 1) and not table.market[step.slot - 1]
        case _:
            return _fits_seat(table, step)


def _offered(table: TokyoTable, slot: int) -> bool:
    """Whether a card lies in a slot of the market, or is about to be revealed there."""
    revealed = any(isinstance(step, steps.RevealCard) and step.slot == slot for step in table.agenda)
    return revealed or bool(table.market[slot - 1])


def _fits_seat(table: TokyoTable, step: Step[TokyoTable]) -> bool:
    """Whether a step asks the right seat, which has what it is asked about."""
    numbers = range(1, len(table.turn.dice) + 1)
    match step:
        case steps.ThrowForStart():
            return not table.starter and table.contenders[len(table.rolls)] == step.seat
        case steps.ProbeDie():
            return Power.PROBE in _powers(table, step.seat, step.card)
        case steps.ThrowProbedDie():
            return Power.PROBE in _powers(table, step.seat, step.card) and step.die in numbers
        case steps.PlaceMimic():
            return table.monster(step.seat).holds(MIMIC)
        case steps.LoadBatteries():
            return Power.BATTERIES in _powers(table, step.seat, step.card)
        case steps.PutAwayCard() | steps.SettleDamage():
            return True
        case steps.JudgeTurn():
            return step.seat == table.turn.seat
        case _:
            return _fits_active(table, step)


def _fits_active(table: TokyoTable, step: Step[TokyoTable]) -> bool:
    """Whether a phase is that of the active monster, alive, with dice and Hearts that there are."""
    if getattr(step, "seat", 0) != table.turn.seat or not table.active.life:
        return False
    match step:
        case steps.ThrowDice():
            return bool(step.dice) and set(step.dice) <= set(range(1, len(table.turn.dice) + 1))
        case steps.UseHearts() | steps.AssignHearts():
            return 0 < step.hearts <= MOST_DICE
        case steps.ChangeMimic():
            return table.active.holds(MIMIC)
        case _:
            return True


def _powers(table: TokyoTable, seat: int, card: str) -> Mapping[Power, int]:
    held = table.monster(seat).find(card)
    return held.acts.powers if held else {}
