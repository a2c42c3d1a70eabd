"""The leak gate: two worlds that are equal to a reader look equal to them in everything that a title shows.

One world is a random game. In its twin a single private message is another: a seat gives another private command, or
chance shows a seat something else. Both go on alike as long as the rules allow it. Every seat but the owner of that
message, and every spectator, is a reader. A reader who receives equal entries in both worlds must be shown equal views,
pictures, steps, questions, legal lists, sentences and refusals.

A public event opens a private fact when the fact then leaves the table or comes into the view, as at a showdown. A
public event that differs between two worlds while the view goes on hiding the difference is a leak too. So is one that
opens a fact without being among those that the title says do (`Rules.reveals`).

Nothing here knows a title: messages are private by their option VISIBILITY_SEAT, other outcomes are drawn by the steps
of chance, other commands are legal ones.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from games.kit.rules import decider
from games.kit.rules.chance import Zeros
from games.kit.rules.decider import CHANCE, Accepted, Actor, Chance, Decision, Refusal, Table
from games.kit.title import Title
from gunbai_record.plain import Plain, as_plain, message_type, set_fields
from titles.checks.drawing import caption, is_for
from titles.checks.scribbles import scribble
from titles.checks.walk import SeededDraws, Turn, pick, set_up, walk

Reader = int | None
"""A seat, or None for a spectator."""

Words = Mapping[str, Sequence[str]]
"""Strings by the name of their field: ids of cards, names of places."""

TRIES = 20
"""How often chance is asked for an outcome other than the first."""
SPAN = 16
"""The most entries for which two worlds are compared."""
CHANGES = 4
"""The most private messages that are changed in one game, each in a separate twin."""
PROBES = 3
"""How many commands of each type a reader makes up to see how they are refused."""
TOLD = 3
"""How many moves before a private message, and after it, are told with a leak."""
READERS = 2
"""The most seats that compare two worlds; a spectator always does."""


class Move(NamedTuple):
    """What an actor does in a world, and what follows."""

    actor: Actor
    message: Plain
    accepted: Accepted[Any]


class Moment(NamedTuple):
    """The same entry in both worlds."""

    one: Move
    other: Move


class Twins(NamedTuple):
    """Two worlds: the moves that they share, then those from the one on in which a private message differs."""

    kind: str
    """The type of the message that differs."""
    owner: int
    shared: Sequence[Turn]
    moments: Sequence[Moment]

    def words(self) -> Words:
        """Return the strings in both worlds' moves, by the name of their field."""
        moves = [turn.move for turn in self.shared[-SPAN:]]
        moves += [move.message for moment in self.moments for move in moment]
        values_of: dict[str, set[str]] = {}
        for move in moves:
            for field, value in set_fields(move):
                if isinstance(value, str):
                    values_of.setdefault(field, set()).add(value)
        return {name: sorted(values) for name, values in values_of.items()}


class Leak(NamedTuple):
    """What shows a reader that there are two worlds."""

    part: str
    reader: Reader
    kind: str
    one: object
    other: object
    facts: tuple[str, str]
    """The private message of each world, in words."""
    before: Sequence[str]
    """The last moves before it, in words."""
    after: Sequence[str]
    """The moves after it up to the leak, in words."""


class Finding(NamedTuple):
    """What the gate found out about a title, by the type name of the message that differed."""

    leaks: list[Leak]
    changed: Counter[str]
    """How often a message was replaced by another one of its type."""
    hidden: Counter[str]
    """How often a difference stayed hidden from a reader after an entry."""


PLAYERS = {seat: f"Player {seat}" for seat in range(1, 8)}


def private_kinds(title: Title[Any], step_kind: type = object) -> set[str]:
    """Return the names of the private messages that a kind of step takes."""
    kinds = (kind for step in title.rules.steps if issubclass(step, step_kind) for kind in getattr(step, "takes", ()))
    return {kind.__name__ for kind in kinds if not is_for(kind(), None)}


def gate(
    title: Title[Any], variants: Sequence[tuple[int, str]], most_games: int = 40, moments_per_picture: int = 5
) -> Finding:
    """Compare the worlds of random games: of every variant, and until every private outcome of chance was hidden."""
    finding = Finding([], Counter(), Counter())
    outcomes = private_kinds(title, Chance)
    for seed in range(most_games):
        if seed >= len(variants) and outcomes | set(finding.changed) <= set(finding.hidden):
            break
        seats, options = variants[seed % len(variants)]
        for twins in islice(pairs(title, seats, options, seed, finding.hidden), CHANGES):
            one, other = twins.moments[0]
            if type(one.message) is type(other.message):
                finding.changed[twins.kind] += 1
            readers = readers_of(seats, twins.owner, seed)
            finding.leaks.extend(compared(title, readers, twins, finding.hidden, moments_per_picture))
    return finding


def readers_of(seats: int, owner: int, seed: int) -> list[Reader]:
    """Return a spectator and some of the seats that do not own the difference."""
    others = [seat for seat in range(1, seats + 1) if seat != owner]
    return [None, *random.Random(seed).sample(others, min(READERS, len(others)))]


def pairs(title: Title[Any], seats: int, options: str, seed: int, seen_kinds: Mapping[str, int]) -> Iterator[Twins]:
    """Yield twins of a random game, first those that differ in a type of message that was hidden least often."""
    source = random.Random(seed)
    turns = list(walk(title, set_up(title, seats, options).table, seed, choose_a_kind))
    private = [number for number, turn in enumerate(turns) if not is_for(turn.move, None)]
    source.shuffle(private)
    # Rare kinds first: the games must reach every private message.
    for at in sorted(private, key=lambda number: seen_kinds.get(type(turns[number].move).__name__, 0)):
        moments = tuple(islice(lived_twice(title, turns, at, source), SPAN))
        if moments:
            yield Twins(type(turns[at].move).__name__, owner_of(turns[at].move), turns[:at], moments)


def choose_a_kind(source: random.Random, legal: Sequence[Plain]) -> Plain:
    """Choose a type of move, then a move of that type, so that rare types are played."""
    # A list without duplicates, not a set: its order would change with every run.
    kind = pick(source, list(dict.fromkeys(map(type, legal))))
    return pick(source, [move for move in legal if type(move) is kind])


def lived_twice(title: Title[Any], turns: Sequence[Turn], at: int, source: random.Random) -> Iterator[Moment]:
    """Yield the moments from the changed message on, while the twin can follow what is public in the game."""
    table = turns[at].before
    for turn in turns[at:]:
        other = followed(title, table, turn, source, change=turn is turns[at])
        if other is None:
            return
        yield Moment(Move(turn.actor, turn.move, turn.accepted), other)
        table = other.accepted.table


def followed(title: Title[Any], table: Table, turn: Turn, source: random.Random, *, change: bool) -> Move | None:
    """Return the twin's move: the same if the rules accept it and it need not change, or another private one."""
    if not change:
        ruling = decider.decide(title.rules, table, turn.actor, turn.move)
        if isinstance(ruling, Accepted):
            return Move(turn.actor, turn.move, ruling)
    if is_for(turn.move, None):
        return None
    step = decider.waiting(title.rules, table)
    for message in others(title, table, step, turn, source):
        ruling = decider.decide(title.rules, table, turn.actor, message)
        if isinstance(ruling, Accepted):
            return Move(turn.actor, message, ruling)
    return None


def others(title: Title[Any], table: Table, step: object, turn: Turn, source: random.Random) -> Iterator[Plain]:
    """Yield other private messages that the same actor could give or show to the same seat."""
    if turn.actor == CHANCE:
        if isinstance(step, Chance) and type(turn.move) in step.takes:
            drawn = (step.draw(table, SeededDraws(source)) for _ in range(TRIES))
            yield from (move for move in drawn if move != turn.move and owner_of(move) == owner_of(turn.move))
        return
    legal = [
        move for move in decider.legal(title.rules, table, turn.actor) if not is_for(move, None) and move != turn.move
    ]
    alike = [move for move in legal if type(move) is type(turn.move)]
    yield from source.sample(alike, len(alike))
    yield from (move for move in legal if type(move) is not type(turn.move))


def owner_of(message: Plain) -> int:
    """Return the seat that may see a private message."""
    named: Any = message
    return int(named.seat)


def compared(
    title: Title[Any], readers: list[Reader], twins: Twins, hidden: Counter[str], moments_per_picture: int
) -> Iterator[Leak]:
    """Yield everything that shows a reader in which of two worlds, equal to them so far, they are."""
    words = twins.words()
    for number, moment in enumerate(twins.moments):
        tables = moment.one.accepted.table, moment.other.accepted.table
        if any(decider.waiting(title.rules, table) is None for table in tables):
            return  # after the end everything is open
        for reader in tuple(readers):
            drawn = number % moments_per_picture == 0
            thorough = number % 5 == 0 or reader in decider.asked_seats(title.rules, tables[0])
            leaks = list(seen_by(title, moment, reader, words if thorough else None, drawn=drawn))
            yield from (
                Leak(part, reader, twins.kind, one, other, *course(title, twins, number)) for part, one, other in leaks
            )
            if leaks or not is_equal_to(moment, reader):
                readers.remove(reader)
            elif tables[0] != tables[1]:
                hidden[twins.kind] += 1
        if tables[0] == tables[1] or not readers:
            return


def course(title: Title[Any], twins: Twins, number: int) -> tuple[tuple[str, str], list[str], list[str]]:
    """Return in words what differs, the last moves before it, and those after it up to a moment."""
    english, first = title.words.english, twins.moments[0]
    facts = english.sentence(first.one.message), english.sentence(first.other.message)
    before = [said(title, turn.actor, turn.move) for turn in twins.shared[-TOLD:]]
    after = [said(title, moment.one.actor, moment.one.message) for moment in twins.moments[1 : number + 1][-TOLD:]]
    return facts, before, after


def said(title: Title[Any], actor: Actor, message: Plain) -> str:
    """Return a move in words, with its actor."""
    return f"{'chance' if actor == CHANCE else f'seat {actor}'}: {title.words.english.sentence(message)}"


def seen_by(
    title: Title[Any], moment: Moment, reader: Reader, words: Words | None, *, drawn: bool
) -> Iterator[tuple[str, object, object]]:
    """Yield the parts that differ for a reader although they must not, as each world has them.

    Rulings are compared if there are `words` to make commands of, pictures if they are to be drawn.
    """
    worlds = (moment.one, moment.other)
    tables = [move.accepted.table for move in worlds]
    # As bytes: the size of a message can tell something too.
    views = [title.rules.view(table, reader).SerializeToString(deterministic=True) for table in tables]
    public = [entry(move, None) for move in worlds]
    if public[0] != public[1]:
        part = "events" if still_hidden(tables) and views[0] == views[1] else "openings"
        if part == "events" or not all(is_opening(title, move) for move in worlds):
            yield part, public[0], public[1]
        return
    if not is_equal_to(moment, reader):
        return
    worlds_shown = [shown(title, move, reader) for move in worlds]
    if words is not None:
        tried = () if reader is None else tuple(probes(title, tables[0], reader, words))
        for parts, move in zip(worlds_shown, worlds, strict=True):
            parts["refusals"] = [ruling(title, move.accepted.table, reader or 0, probe) for probe in tried]
    if drawn:
        for parts, move in zip(worlds_shown, worlds, strict=True):
            parts["picture"] = drawing(title, move, reader)
    one, other = worlds_shown
    yield from ((part, one[part], other[part]) for part in one if one[part] != other[part])


def is_opening(title: Title[Any], move: Move) -> bool:
    """Return whether an entry is one before which a seat takes nothing back by itself, by what its title says."""
    items = (move.message, *move.accepted.events)
    reveals = title.rules.reveals
    return (
        reveals is None
        or move.actor == CHANCE
        or not all(is_for(item, None) for item in items)
        or any(type(event) in reveals for event in move.accepted.events)
    )


def still_hidden(tables: Sequence[Table]) -> bool:
    """Return whether tables differ in more than their agendas, which every seat may know."""
    one, other = (table.but(agenda=()) for table in tables)
    return one != other


def is_equal_to(moment: Moment, reader: Reader) -> bool:
    """Return whether a reader receives the same entry in both worlds."""
    return entry(moment.one, reader) == entry(moment.other, reader)


def entry(move: Move, reader: Reader) -> list[Plain | None]:
    """Return an entry's command and events as a reader receives them: a private item as a seal."""
    return [item if is_for(item, reader) else None for item in (move.message, *move.accepted.events)]


def items(move: Move, reader: Reader) -> list[Plain]:
    """Return the command and the events of an entry that are open to a reader."""
    return [item for item in (move.message, *move.accepted.events) if is_for(item, reader)]


def books(title: Title[Any]) -> list[Any]:
    """Return the phrasebooks of a title in all of its languages."""
    return [*title.words.languages.values()]


def shown(title: Title[Any], move: Move, reader: Reader) -> dict[str, object]:
    """Return everything that a title shows a reader of the table after a move, by part."""
    table = move.accepted.table
    step = decider.waiting(title.rules, table)
    assert step is not None
    sight = partial(title.rules.view, table, reader)
    parts: dict[str, object] = {
        "view": title.rules.view(table, reader),
        "steps": (table.agenda, step, decider.asked_seats(title.rules, table)),
        "question": [book.question(step, PLAYERS, sight) for book in books(title)],
        "guess": title.bots.guess(table, reader, Zeros()),
        "entry in words": [book.sentence(item, PLAYERS) for book in books(title) for item in items(move, reader)],
    }
    if reader is not None:
        legal = list(decider.legal(title.rules, table, reader))
        parts["legal list"] = legal
        parts["sentences"] = [
            book.sentence(plain, PLAYERS, sight, None, step) for book in books(title) for plain in legal
        ]
    return parts


def drawing(title: Title[Any], move: Move, reader: Reader) -> str:
    """Return the picture that a reader is shown after a move."""
    table = move.accepted.table
    return title.board.picture(title.rules.view(table, reader), caption(title, table, move.accepted.events, reader))


def probes(title: Title[Any], table: Table, seat: int, words: Words) -> Iterator[Plain]:
    """Yield commands that a seat tries out: what any seat is offered, and every type of command, filled in."""
    for step in decider.open_steps(title.rules, table):
        if isinstance(step, Decision):
            yield from (signed(move, seat) for chooser in step.seats(table) for move in step.candidates(table, chooser))
    source = random.Random(seat)
    for kind in sorted({kind for step in title.rules.steps for kind in getattr(step, "takes", ())}, key=str):
        yield signed(kind(), seat)
        yield from (signed(as_plain(scribble(source, message_type(kind)(), words)), seat) for _ in range(PROBES))


def signed(probe: Plain, seat: int) -> Plain:
    """Return a command that names the seat which tries it, if it names one and is private."""
    return probe if is_for(probe, None) else msgspec.structs.replace(probe, seat=seat)


def ruling(title: Title[Any], table: Table, seat: int, probe: Plain) -> Refusal | str:
    """Return how a command of a seat is refused, or that it is accepted."""
    judged = decider.decide(title.rules, table, seat, probe)
    return judged if isinstance(judged, Refusal) else "accepted"
