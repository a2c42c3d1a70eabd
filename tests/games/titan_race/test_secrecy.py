"""What one seat is told never depends on the cards in another's hand (TR-10.1)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from google.protobuf.message import Message
from hypothesis import given, settings
from hypothesis import strategies as st

from games import decider
from games.decider import Accepted, Decision, Refusal
from games.titan_race import TITAN_RACE
from games.titan_race.table import RaceTable
from gunbai.rules.v1 import options_pb2 as rules
from gunbai.titan_race.v1 import commands_pb2 as cmd
from tests.games.walk import pick, set_up, walk

OPTIONS = (
    '{"tracks": ["dead_lagoon"]}',
    '{"tracks": ["kaldheira"]}',
    '{"tracks": ["ban_kogu", "anglieh", "dead_lagoon"]}',
)
COMMANDS = tuple(getattr(cmd, name) for name in cmd.DESCRIPTOR.message_types_by_name)


class Twins(NamedTuple):
    """Two tables that differ only in what the seat `reader` may not know."""

    one: RaceTable
    other: RaceTable
    reader: int


def shuffled(table: RaceTable, reader: int, source: random.Random) -> RaceTable:
    """Return the table with the hands of all but the reader dealt anew from their cards and the deck."""
    unseen = [*table.deck, *(card for seat in table.seats if seat != reader for card in table.hand(seat))]
    source.shuffle(unseen)
    hands = []
    for seat in table.seats:
        count = 0 if seat == reader else len(table.hand(seat))
        hands.append(table.hand(seat) if seat == reader else tuple(unseen[:count]))
        unseen = unseen[count:]
    return table.but(hands=tuple(hands), deck=tuple(sorted(unseen)))


@st.composite
def twins(draw: st.DrawFn) -> Twins:
    """Draw a position of a random race, and another deal of what a seat does not see there."""
    seats, options = draw(st.integers(2, 6)), draw(st.sampled_from(OPTIONS))
    start = set_up(TITAN_RACE, seats, options).table
    seed, length = draw(st.integers(0, 10_000)), draw(st.integers(20, 250))
    position: Any = start
    for turn in islice(walk(TITAN_RACE, start, seed, choose=keep_cards), length):
        position = turn.before
    reader = draw(st.integers(1, seats))
    return Twins(position, shuffled(position, reader, random.Random(draw(st.integers(0, 10_000)))), reader)


def keep_cards(source: random.Random, legal: Sequence[Message]) -> Message:
    """Choose any move, but seldom a discard: hands stay full, and windows open."""
    kept = [move for move in legal if not isinstance(move, cmd.DiscardCard)]
    return pick(source, kept or legal)


def is_for(message: Message, reader: int) -> bool:
    private = message.DESCRIPTOR.GetOptions().Extensions[rules.visibility] == rules.VISIBILITY_SEAT
    return not private or getattr(message, "seat", 0) == reader


def told(table: RaceTable, reader: int, seat: int, move: Message) -> object:
    """Return everything that the reader is told of the ruling on a seat's move; after the end all hands are shown."""
    ruling = decider.decide(TITAN_RACE, table, seat, move)
    if isinstance(ruling, Refusal):
        return ruling
    assert isinstance(ruling, Accepted)
    events = [event.SerializeToString() for event in ruling.events if is_for(event, reader)]
    if ruling.table.winner:
        return events
    asked = decider.waiting(TITAN_RACE, ruling.table)
    return events, asked, TITAN_RACE.view(ruling.table, reader).SerializeToString()


@settings(max_examples=60, deadline=None)
@given(twins())
def test_views_and_pictures_are_equal(pair: Twins) -> None:
    for reader in (pair.reader, None):
        one, other = TITAN_RACE.view(pair.one, reader), TITAN_RACE.view(pair.other, reader)
        assert one.SerializeToString(deterministic=True) == other.SerializeToString(deterministic=True)
        assert TITAN_RACE.picture(one) == TITAN_RACE.picture(other)


@settings(max_examples=60, deadline=None)
@given(twins())
def test_the_step_that_is_waited_for_is_the_same(pair: Twins) -> None:
    one, other = decider.waiting(TITAN_RACE, pair.one), decider.waiting(TITAN_RACE, pair.other)
    assert one == other
    assert decider.asked(TITAN_RACE, pair.one) == decider.asked(TITAN_RACE, pair.other)
    assert one is None or TITAN_RACE.words.ask(one) == TITAN_RACE.words.ask(other or one)


@settings(max_examples=60, deadline=None)
@given(twins())
def test_candidates_and_legal_lists_are_equal(pair: Twins) -> None:
    assert list(decider.legal(TITAN_RACE, pair.one, pair.reader)) == list(
        decider.legal(TITAN_RACE, pair.other, pair.reader)
    )
    step = decider.waiting(TITAN_RACE, pair.one)
    if isinstance(step, Decision) and pair.reader in step.seats(pair.one):
        assert list(step.candidates(pair.one, pair.reader)) == list(step.candidates(pair.other, pair.reader))


@settings(max_examples=80, deadline=None)
@given(twins())
def test_rulings_on_the_readers_own_commands_are_equal(pair: Twins) -> None:
    """Legal moves, and cards and titans that may not be named, get the same events, question, view or refusal."""
    moves: list[Message] = [*decider.legal(TITAN_RACE, pair.one, pair.reader), *(kind() for kind in COMMANDS)]
    for card in (*pair.one.deck, *(card for hand in pair.one.hands for card in hand)):
        moves += [cmd.PlayCard(card=card), cmd.DiscardCard(card=card), cmd.PayPirates(card=card)]
        moves += [cmd.PlayCard(card=card, titan=titan.id) for titan in pair.one.titans]
    for move in moves:
        assert told(pair.one, pair.reader, pair.reader, move) == told(pair.other, pair.reader, pair.reader, move)


@settings(max_examples=60, deadline=None)
@given(twins())
def test_what_others_do_without_a_card_looks_the_same(pair: Twins) -> None:
    """A pass, a defiance, a move of another seat tells the reader nothing about the cards that it did not show."""
    for seat in pair.one.seats:
        for move in decider.legal(TITAN_RACE, pair.one, seat):
            if isinstance(move, (cmd.PlayCard, cmd.DiscardCard, cmd.PayPirates)):
                continue
            assert told(pair.one, pair.reader, seat, move) == told(pair.other, pair.reader, seat, move)


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 6), st.sampled_from(OPTIONS), st.integers(0, 10_000))
def test_no_public_event_names_a_card_that_is_not_face_up(seats: int, options: str, seed: int) -> None:
    for turn in walk(TITAN_RACE, set_up(TITAN_RACE, seats, options).table, seed):
        table: Any = turn.before
        for event in turn.accepted.events:
            table = TITAN_RACE.evolve(table, event)
            card = getattr(event, "card", "")
            assert not card or card in table.discard + table.in_play or not is_for(event, 0)
