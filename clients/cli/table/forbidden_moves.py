"""Commands that words name although no choice has them: the referee says which clause forbids them now."""

from __future__ import annotations

import string
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, cast

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from clients.cli.options.arguments import commands_of
from clients.cli.screen.word_matching import tokens
from clients.cli.table.chooser import Chooser, Chosen, Heard, Mistaken
from clients.cli.table.moves import is_seat
from clients.render.wording import name_in_words
from gunbai_record.messages import named
from gunbai_record.notation.short_forms import Vocabulary
from gunbai_record.notation.words import tokens_of
from gunbai_record.numerals import is_whole

Ids = Callable[[str], Collection[str]]
"""Returns the ids of what a name may stand for."""
Seats = Callable[[str], Collection[int]]
"""Returns the seats that a name may stand for; for "", all other seats."""

MOST_SPOKEN = 20
"""The most words of a sentence that are read."""
MOST_TRIED = 6
"""The most commands that are tried with what lies on the board."""
_BESIDE = frozenset({"and", "die", "dice"})
"""Words that may accompany the numbers of a list."""


def named_alone(title: str, chooser: Chooser, line: str) -> Heard | None:
    """Choose the command without fields whose name a line spells out, even if another row has one of the words.

    Return None for an unknown command, and Mistaken if it cannot be chosen now.
    """
    typed = tokens(line)
    kinds = (kind for kind in commands_of(title) if not kind.fields and tokens(name_in_words(kind.name)) == typed)
    command = next((named(kind.full_name) for kind in kinds), None)
    if command is None:
        return None
    chooser.cancel()
    is_legal = any(move.command == command for move in chooser.whole.moves)
    return Chosen(command) if is_legal else Mistaken(f"you cannot choose {line!r} now")


def commands_named(title: str, line: str, ids: Ids, seats: Seats, legal: Collection[str] = ()) -> list[Message]:
    """Return the title's command that a line names; an empty list if it names none or several.

    A command without fields is named by its words or the first of them; one whose only field is a text or a seat, by
    these and the name of a thing or a player, as in "buy nova breath". Without a player's name it is the command to
    each seat. One whose first field is a list of numbers is named by these or by letters, as in "reroll a c", unless
    its type is `legal`: then the rows say what can be listed.
    """
    typed = tokens(line)
    kinds = {kind: tokens(name_in_words(kind.name)) for kind in commands_of(title)}
    begun = [kind for kind, words in kinds.items() if typed and words[: len(typed)] == typed]
    if begun:
        exact = [kind for kind in begun if kinds[kind] == typed]
        kind, *others = exact or begun
        return [] if others else _with_every(kind, seats(""))
    candidates = [
        candidate
        for kind, words in kinds.items()
        if not (_lists_numbers(kind) and kind.name in legal)
        for candidate in _with_thing(kind, words, typed, ids, seats)
    ]
    least = min((unsaid for unsaid, _ in candidates), default=0)
    nearest = [command for unsaid, command in candidates if unsaid == least]
    return nearest if len(nearest) == 1 else []


def commands_begun(title: str, line: str, legal: Collection[str]) -> list[Message]:
    """Return the commands of a title that a line names without their fields, except those of a `legal` type.

    Their fields are empty: the referee can say whether they are possible now, and not which of them are.
    """
    typed = tokens(line)
    kinds = {kind: tokens(name_in_words(kind.name)) for kind in commands_of(title) if kind.name not in legal}
    begun = [kind for kind, words in kinds.items() if typed and words[: len(typed)] == typed]
    exact = [kind for kind in begun if kinds[kind] == typed]
    return [named(kind.full_name) for kind in exact or begun if kind.fields]


def commands_at(begun: Iterable[Message], spots: Iterable[str]) -> list[Message]:
    """Return commands that were begun with what lies at spots: those whose only field is a text of the spots' kind."""
    places = [spot.partition(":") for spot in spots]
    fields = [(type(command), _only_field(cast("Descriptor", command.DESCRIPTOR))) for command in begun]
    return [
        kind(**{field.name: thing})
        for kind, field in fields
        if field is not None and field.type == field.TYPE_STRING
        for name, _, thing in places
        if name == field.name
    ][:MOST_TRIED]


def command_spoken(title: str, line: str, words: Vocabulary, seat: int) -> list[Message]:
    """Return the title's command that a sentence describes, as in "move 3 armies from noto to kaga".

    It is the one with the most words of its name in the sentence, and with the last value that follows its first word;
    an empty list if there is none. Raises ShortFormError.
    """
    typed = tokens_of(line)[:MOST_SPOKEN]
    typed_words = [token.word for token in typed]
    spoken: list[tuple[int, int, Message]] = []
    for kind in commands_of(title):
        name = tokens(name_in_words(kind.name))
        if name[0] not in typed_words or not kind.fields:
            continue
        after = list(enumerate(typed))[typed_words.index(name[0]) + 1 :]
        # A number counts what is moved: it does not abbreviate a name.
        values = [(at, token) for at, token in reversed(after) if not is_whole(token.word)]
        read = (
            (at, move) for at, token in values for move in words.readings([token], [type(named(kind.full_name))], seat)
        )
        place, move = next(((at, move) for at, move in read if not words.unknown(move)), (0, None))
        if move is not None:
            spoken.append((len({*name} & {*typed_words}), place, move))
    return [max(spoken, key=lambda reading: reading[:2])[2]] if spoken else []


def _with_every(kind: Descriptor, seats: Collection[int]) -> list[Message]:
    """Return the command of a type without fields, or the commands to each seat; an empty list for other types."""
    if not kind.fields:
        return [named(kind.full_name)]
    field = _only_field(kind)
    return [_filled(kind, {field.name: seat}) for seat in seats] if field is not None and is_seat(field) else []


def _with_thing(
    kind: Descriptor, words: list[str], typed: list[str], ids: Ids, seats: Seats
) -> Iterator[tuple[int, Message]]:
    """Yield the commands of a type whose fields are what a line names after the type's first words.

    With each comes how many of the type's words the line leaves out.
    """
    shared = next((place for place, (a, b) in enumerate(zip(words, typed, strict=False)) if a != b), len(words))
    for fields in _fields_named(kind, typed[shared:], ids, seats) if shared else ():
        yield len(words) - shared, _filled(kind, fields)


def _fields_named(kind: Descriptor, typed_words: Sequence[str], ids: Ids, seats: Seats) -> Iterator[dict[str, Any]]:
    """Yield the values that the words may give to a type's fields."""
    fields, called = [*kind.fields], " ".join(typed_words)
    if _lists_numbers(kind):
        if numbers := _numbers(typed_words):
            yield {fields[0].name: numbers}
    elif len(fields) == 2 and all(map(is_seat, fields)):
        yield from _seats_named((fields[0], fields[1]), typed_words, seats)
    elif (field := _only_field(kind)) is not None and field.type == field.TYPE_STRING:
        yield from ({field.name: component} for component in ids(called))
    elif field is not None and is_seat(field):
        yield from ({field.name: seat} for seat in seats(called))


def _seats_named(
    fields: tuple[FieldDescriptor, FieldDescriptor], typed_words: Sequence[str], seats: Seats
) -> Iterator[dict[str, Any]]:
    """Yield the two seats that words may name: the second after the word of its field, as in "from Bob to Eve"."""
    before, after = (field.name.partition("_")[0] for field in fields)
    named_first = [*typed_words[1:]] if typed_words[:1] == [before] else [*typed_words]
    if after not in named_first[1:-1]:
        return
    place = named_first.index(after)
    names = (" ".join(named_first[:place]), " ".join(named_first[place + 1 :]))
    for pair in product(*map(seats, names)):
        yield {field.name: seat for field, seat in zip(fields, pair, strict=True)}


def _only_field(kind: Descriptor) -> FieldDescriptor | None:
    """Return the only field of a type, unless it is a list."""
    fields = [*kind.fields]
    return fields[0] if len(fields) == 1 and not fields[0].is_repeated else None


def _lists_numbers(kind: Descriptor) -> bool:
    """Return whether a type's first field is a list of numbers."""
    first = next(iter(kind.fields), None)
    return first is not None and first.is_repeated and first.type == first.TYPE_UINT32


def _numbers(typed_words: Iterable[str]) -> list[int]:
    """Return the numbers in words, with letters counted from "a", each once; an empty list if a word is neither."""
    numbers = [_number(word) for word in typed_words if word not in _BESIDE]
    return list(dict.fromkeys(numbers)) if all(numbers) else []


def _number(word: str) -> int:
    """Return the number that a word of one letter or digit stands for; otherwise 0."""
    if len(word) != 1:
        return 0
    return int(word) if is_whole(word) else string.ascii_lowercase.find(word) + 1


def _filled(kind: Descriptor, fields: dict[str, Any]) -> Message:
    return type(named(kind.full_name))(**fields)
