"""What cannot be on a table of Titan Race: the check that every set-up must pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.decider import Chance, Decision, Step
from games.faults import first_faults
from games.titan_race.data import CAUSE, COLOURS, HAND_LIMIT, LAPS_TO_WIN, MOST_LIFE, PART, PARTS, TITAN, TRAPS
from games.titan_race.steps import (
    CompletePart,
    DealCard,
    DrawCard,
    LoseLife,
    PerformDie,
    PutAway,
    React,
    RerollDie,
    Slide,
    StealCard,
    Stride,
    TryLuck,
)
from games.titan_race.steps.perform_die import FIRST
from games.titan_race.table import RaceTable, Titan, team_faults, track_faults
from games.titan_race.track import DIRECTIONS

FARTHEST = 1_000
"""More laps and rounds than any race has."""

BY_SOMEBODY = ("push", "drain")
"""The causes of which another titan has or suffers the consequences."""


def invariants(table: RaceTable) -> Iterator[str]:
    """Yield a sentence for everything that cannot be; what the next check builds on comes first."""
    return first_faults(table, _framework, _titans, _cards, _fields, _turn, _dice, _agenda)


def _framework(table: RaceTable) -> Iterator[str]:
    if len(table.hands) not in range(2, 7):
        yield f"{len(table.hands)} players cannot race"
    yield from track_faults(table.tracks, table.edition.data)
    yield from team_faults(len(table.hands), table.teams)


def _titans(table: RaceTable) -> Iterator[str]:
    ids = [titan.id for titan in table.titans]
    if len(set(ids)) != len(ids) or not set(ids) <= set(TITAN):
        yield f"the titans {', '.join(ids)} are not different titans (TR-2.2)"
    if len(ids) > len(table.hands) * table.titans_each:
        yield f"{len(ids)} titans are too many for {len(table.hands)} players (TR-2.2, TR-15.1)"
    rounds, beyond = divmod(len(ids), len(table.hands))
    for seat in table.seats:
        if len(table.titans_of(seat)) != rounds + (seat <= beyond):
            yield f"seat {seat} has {len(table.titans_of(seat))} of {len(ids)} titans (TR-2.2)"
    for titan in table.titans:
        yield from _titan(table, titan)
    if table.winner and table.winner not in ids:
        yield f"{table.winner} has won and does not race"


def _titan(table: RaceTable, titan: Titan) -> Iterator[str]:
    if not 0 <= titan.life <= MOST_LIFE or (titan.life == 0) != titan.knocked_out:
        yield f"{titan.id} is {titan.state} with {titan.life} life (TR-8.1, TR-8.8)"
    if not -FARTHEST < titan.laps <= LAPS_TO_WIN or (titan.laps == LAPS_TO_WIN) != (titan.id == table.winner):
        yield f"{titan.id} has {titan.laps} laps, and {table.winner or 'nobody'} has won (TR-14.1)"
    if titan.die and titan.die not in COLOURS:
        yield f"{titan.id} has a die that shows {titan.die!r}"


def _cards(table: RaceTable) -> Iterator[str]:
    held = [card for hand in table.hands for card in hand]
    lying = sorted([*held, *table.deck, *table.discard, *table.in_play])
    if lying != sorted(card.id for card in table.edition.data.cards):
        yield f"the cards on the table are not those of the edition: {', '.join(lying)}"
    if any(len(hand) > HAND_LIMIT for hand in table.hands):
        yield f"a hand holds more than {HAND_LIMIT} cards (TR-10.1)"
    if table.deck != tuple(sorted(table.deck)):
        yield "the cards of the deck, whose order nobody knows, are listed in sorted order"


def _fields(table: RaceTable) -> Iterator[str]:
    taken = [*(titan.field for titan in table.titans if titan.field), *table.traps]
    if len(set(taken)) != len(taken):
        yield f"two things share a field of {', '.join(taken)} (TR-1.5)"
    if len(table.traps) > TRAPS:
        yield f"{len(table.traps)} traps lie on the track, {TRAPS} exist (TR-2.4)"
    for field in taken:
        if field not in table.course.ways:
            yield f"there is no field {field!r} (TR-1.1)"
    for titan in table.titans:
        if not titan.field and titan.laps and titan.id != table.winner:
            yield f"{titan.id} is at the start with {titan.laps} laps (TR-2.3, TR-16.5)"
        if len(table.tracks) > 1 and titan.field and titan.field[0] != str(titan.laps + 1):
            yield f"{titan.id} stands on {titan.field} with {titan.laps} laps (TR-16.7)"


def _turn(table: RaceTable) -> Iterator[str]:
    racing = sorted(titan.id for titan in table.titans)
    if table.order and (sorted(table.order) != racing or len(racing) != len(table.hands) * table.titans_each):
        yield f"the order {', '.join(table.order)} is not that of all titans in the race (TR-2.8)"
    if not 0 <= table.place < max(len(table.order), 1) or not 1 <= table.round < FARTHEST:
        yield f"nobody takes turn {table.place} of round {table.round}"
    if (table.turn is not None or table.agenda or table.winner) and not table.order:
        yield "something happens before the order is settled"
    if table.agenda and table.turn is None:
        yield "something is owed outside a turn"
    if table.turn is not None and table.winner:
        yield "a turn is taken after the end (TR-14.3)"
    if not set(table.ordered) <= set(table.seats):
        yield "a seat that does not play has ordered titans (TR-15.2)"


def _dice(table: RaceTable) -> Iterator[str]:
    if len(table.pool) > len(table.order) or not set(table.pool) <= set(COLOURS):
        yield f"the dice {', '.join(table.pool)} are not those of the race (TR-2.6)"
    for titan in table.titans:
        if titan.die and not _may_have_die(table, titan):
            yield f"{titan.id} has a die before its choice (TR-3.3)"


def _may_have_die(table: RaceTable, titan: Titan) -> bool:
    """Return whether the die on a titan's board is rolled again before it chooses once more (TR-3.2 to TR-3.4)."""
    if not table.order or (titan.id == table.mover.id and table.turn is None and not table.winner):
        return False
    if len(table.pool) <= 1 and not table.mover.die:
        return True
    left = len(table.order) - table.place - bool(table.mover.die)
    if titan.id == table.order[0]:
        return len(table.pool) <= left and table.place + 1 < len(table.order)
    return table.order.index(titan.id) <= table.place


def _agenda(table: RaceTable) -> Iterator[str]:
    for step in table.agenda:
        if not step.closed_by or isinstance(step, DealCard):
            yield f"the step {type(step).__name__} is never owed: it comes of itself when nothing else is"
        for name in step.__struct_fields__:
            if not _fits(table, name, getattr(step, name)):
                yield f"the step {type(step).__name__} has a wrong {name}: {getattr(step, name)!r}"
                return
        if not _can_wait(table, step):
            yield f"the step {type(step).__name__} cannot be waited for on this table"
        if isinstance(step, (Decision, Chance)) and not isinstance(step, PerformDie) and step is not table.agenda[-1]:
            yield f"the step {type(step).__name__} has something on top of it, and is never asked"
    parts = [place for place, step in enumerate(table.agenda) if isinstance(step, PerformDie)]
    waits = [place for place, step in enumerate(table.agenda) if isinstance(step, CompletePart)]
    if parts not in ([], [0]) or waits not in ([], [1]) or bool(parts and table.agenda[1:]) != bool(waits):
        yield "a die action lies at the bottom of the agenda, under the part that is in progress (TR-4.3)"


def _fits(table: RaceTable, name: str, value: Any) -> bool:
    """Return whether a field of a step names something that is there."""
    allowed: dict[str, Any] = {
        "seat": table.seats,
        "from_seat": table.seats,
        "titan": table.order,
        "by": ("", *table.order),
        "pushed": ("", *table.order),
        "field": table.course.ways,
        "direction": DIRECTIONS,
        "segment": range(1, 4),
        "cause": CAUSE.words,
        "face": PARTS,
        "part": PART.words,
        "card": table.in_play,
    }
    if name == "due":
        return len(set(value)) == len(value) and set(value) <= set(PART.words)
    return value in allowed[name]


def _can_ask(titan: Titan, face: str, due: tuple[str, ...]) -> bool:
    """Return whether a die action has a part that its player can be asked for."""
    if not due or titan.knocked_out or not (titan.field or due[0] == "placing"):
        return False
    return due[0] in FIRST or face != "purple"


def _can_wait(table: RaceTable, step: Step[Any]) -> bool:
    """Return whether what a step needs is there, when all that it names is."""
    match step:
        case Stride(titan=titan) | Slide(titan=titan):
            return bool(table.titan(titan).field)
        case TryLuck(titan=titan) | RerollDie(titan=titan):
            return titan == table.mover.id and bool(table.mover.die)
        case PerformDie(titan=titan, face=face, due=due):
            asked = step is not table.agenda[-1] or _can_ask(table.titan(titan), face, due)
            return titan == table.mover.id and asked
        case LoseLife(titan=titan, cause=cause, by=by) | React(titan=titan, cause=cause, by=by):
            lies = isinstance(step, React) and table.titan(titan).knocked_out
            return not lies and (bool(by) or cause not in BY_SOMEBODY)
        case DrawCard(seat=seat):
            return bool(table.deck) and len(table.hand(seat)) < HAND_LIMIT
        case StealCard(seat=seat, from_seat=from_seat):
            return bool(table.hand(from_seat)) and len(table.hand(seat)) < HAND_LIMIT and seat != from_seat
        case PutAway(card=card):
            return sum(isinstance(other, PutAway) and other.card == card for other in table.agenda) == 1
    return True
