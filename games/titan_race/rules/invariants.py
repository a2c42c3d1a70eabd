"""What is impossible on a table of Titan Race: the check that every set-up must pass."""

from __future__ import annotations

from collections.abc import Iterator

from games.kit.rules.faults import first_faults
from games.titan_race.rules.agenda import AGENDA
from games.titan_race.rules.data import COLOURS, HAND_LIMIT, LAPS_TO_WIN, MOST_LIFE, TITAN, TRAPS
from games.titan_race.rules.table import RaceTable, Titan, team_faults, track_faults

FARTHEST = 1_000
"""More laps and rounds than any race has."""


def invariants(table: RaceTable) -> Iterator[str]:
    """Yield a sentence for everything that is impossible, basic checks first."""
    return first_faults(table, _framework, _titans, _cards, _fields, _turn, _rest, _dice, AGENDA.faults)


def _framework(table: RaceTable) -> Iterator[str]:
    yield from track_faults(table.tracks, table.edition.data)
    yield from team_faults(table.players, table.teams)


def _titans(table: RaceTable) -> Iterator[str]:
    ids = [titan.id for titan in table.titans]
    if len(set(ids)) != len(ids) or not set(ids) <= set(TITAN):
        yield f"the titans {', '.join(ids)} are not different titans (TR-2.2)"
    if len(ids) > table.players * table.titans_each:
        yield f"{len(ids)} titans are too many for {table.players} players (TR-2.2, TR-15.1)"
    rounds, beyond = divmod(len(ids), table.players)
    for seat in table.seats:
        if len(table.titans_of(seat)) != rounds + (seat <= beyond):
            yield f"seat {seat} has {len(table.titans_of(seat))} of {len(ids)} titans (TR-2.2)"
    for titan in table.titans:
        yield from _titan(table, titan)
    if table.winner and table.winner not in ids:
        yield f"{table.winner} has won and does not race (TR-14.1)"


def _titan(table: RaceTable, titan: Titan) -> Iterator[str]:
    if not 0 <= titan.life <= MOST_LIFE or (titan.life == 0) != titan.knocked_out:
        yield f"{titan.id} is {titan.state} with {titan.life} life (TR-8.1, TR-8.8)"
    if not -FARTHEST < titan.laps <= LAPS_TO_WIN or (titan.laps == LAPS_TO_WIN) != (titan.id == table.winner):
        yield f"{titan.id} has {titan.laps} laps, and {table.winner or 'nobody'} has won (TR-14.1)"
    if titan.die and titan.die not in COLOURS:
        yield f"{titan.id} has a die that shows {titan.die!r}"


def _cards(table: RaceTable) -> Iterator[str]:
    held = [card for rider in table.riders for card in rider.hand]
    lying = sorted([*held, *table.deck, *table.discard, *table.in_play])
    if lying != sorted(card.id for card in table.edition.data.cards):
        yield f"the cards on the table are not those of the edition: {', '.join(lying)} (TR-2.4)"
    if any(len(rider.hand) > HAND_LIMIT for rider in table.riders):
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
    if table.order and (sorted(table.order) != racing or len(racing) != table.players * table.titans_each):
        yield f"the order {', '.join(table.order)} is not that of all titans in the race (TR-2.8)"
    if not 0 <= table.place < max(len(table.order), 1) or not 1 <= table.round < FARTHEST:
        yield f"nobody takes turn {table.place} of round {table.round}"
    if (table.turn is not None or table.agenda or table.winner) and not table.order:
        yield "something happens before the order is settled (TR-2.7)"
    if table.agenda and table.turn is None:
        yield "something waits to be done outside a turn"
    if table.turn is not None and table.winner:
        yield "a turn is taken after the end (TR-14.3)"
    if table.titans_each == 1 and any(rider.ordered for rider in table.riders):
        yield "only two players put their titans in order (TR-15.2)"


def _rest(table: RaceTable) -> Iterator[str]:
    in_turn = table.mover.id if table.turn is not None or table.winner else ""
    for titan in table.titans:
        if titan.rested and titan.id != in_turn:
            yield f"{titan.id} has ended no move of its own in this turn (TR-13.7)"


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
