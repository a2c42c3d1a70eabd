"""Commands that words name though no choice has them: the referee says which clause forbids them now."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from clients.cli.arguments import commands_of
from clients.cli.chooser import Chooser, Chosen, Heard, Mistaken
from clients.cli.moves import is_seat
from clients.cli.sentences import name_in_words
from clients.cli.typed import tokens
from gunbai_client.messages import named

Ids = Callable[[str], Collection[str]]
"""Returns the ids of what a name may stand for."""
Seats = Callable[[str], Collection[int]]
"""Returns the seats that a name may stand for; for "", those of all others."""


def named_alone(title: str, chooser: Chooser, line: str) -> Heard | None:
    """Choose the command without fields whose name a line is, word by word, though a word of it is in another row.

    Return None if there is no such command, and Mistaken if it cannot be chosen now.
    """
    typed = tokens(line)
    found = (kind for kind in commands_of(title) if not kind.fields and tokens(name_in_words(kind.name)) == typed)
    command = next((named(kind.full_name) for kind in found), None)
    if command is None:
        return None
    chooser.cancel()
    is_legal = any(move.command == command for move in chooser.whole.moves)
    return Chosen(command) if is_legal else Mistaken(f"{line!r} cannot be chosen now")


def commands_named(title: str, line: str, ids: Ids, seats: Seats) -> list[Message]:
    """Return the command of a title that a line names; nothing if it names none or several.

    A command without fields is named by its words or the first of them; one whose only field is a text or a seat by
    these and the name of a thing or a player, as in "buy nova breath". Without the name of a player it is the command
    to each seat.
    """
    typed = tokens(line)
    kinds = {kind: tokens(name_in_words(kind.name)) for kind in commands_of(title)}
    begun = [kind for kind, words in kinds.items() if typed and words[: len(typed)] == typed]
    if begun:
        exact = [kind for kind in begun if kinds[kind] == typed]
        kind, *others = exact or begun
        return [] if others else _with_every(kind, seats(""))
    found = [each for kind, words in kinds.items() for each in _with_thing(kind, words, typed, ids, seats)]
    least = min((unsaid for unsaid, _ in found), default=0)
    nearest = [command for unsaid, command in found if unsaid == least]
    return nearest if len(nearest) == 1 else []


def _with_every(kind: Descriptor, seats: Collection[int]) -> list[Message]:
    """Return the command of a type without fields, or those to each of the seats; nothing for another type."""
    if not kind.fields:
        return [named(kind.full_name)]
    field = _only_field(kind)
    return [_filled(kind, field, seat) for seat in seats] if field is not None and is_seat(field) else []


def _with_thing(
    kind: Descriptor, words: list[str], typed: list[str], ids: Ids, seats: Seats
) -> Iterator[tuple[int, Message]]:
    """Yield the commands of a type whose only field is a text or a seat that a line names after the type's first words.

    With each comes how many words of the type the line leaves out.
    """
    field = _only_field(kind)
    shared = next((place for place, (a, b) in enumerate(zip(words, typed, strict=False)) if a != b), len(words))
    if field is None or not shared:
        return
    called = " ".join(typed[shared:])
    values: Collection[str | int] = ()
    if field.type == field.TYPE_STRING:
        values = ids(called)
    elif is_seat(field):
        values = seats(called)
    for value in values:
        yield len(words) - shared, _filled(kind, field, value)


def _only_field(kind: Descriptor) -> FieldDescriptor | None:
    """Return the field of a type that has one, which is no list."""
    fields = [*kind.fields]
    return fields[0] if len(fields) == 1 and not fields[0].is_repeated else None


def _filled(kind: Descriptor, field: FieldDescriptor, value: str | int) -> Message:
    command = named(kind.full_name)
    setattr(command, field.name, value)
    return command
