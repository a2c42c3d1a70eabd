"""Choices: the legal commands of a question as a person chooses among them, by what the commands have in common.

Nothing here knows a title. Commands of one type are one option with the words that their sentences share ("Move to …");
inside it the first field in which they differ is asked for. Where a field lists things of which any may be named, such
as dice, the things are listed instead of their combinations, and what is named may also be what is left out. The words
of a thing are those that the picture has at its spot.
"""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from typing import Any, NamedTuple, cast

import msgspec
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from clients.cli.sentences import name_in_words
from gunbai.referee.v1.referee_pb2 import LegalCommand
from gunbai_client.messages import unpacked

FEW = 12
"""The most commands that are listed as they are."""
FEW_OF_A_KIND = 4
"""The most commands of one type that are listed as they are among many."""
FEWEST_THINGS = 3
"""The fewest things that are listed instead of their combinations."""
LEFT_OUT = ("keep", "all but", "not")
"""The words after which those things are named that the command leaves out."""
EVERY = "all"

Words = Mapping[str, str]
"""What the picture says at each spot."""


class Move(NamedTuple):
    """A legal command that can be chosen."""

    command: Message
    sentence: str
    spots: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """Return the name of the command's type."""
        return self.command.DESCRIPTOR.name


def moves_of(commands: Iterable[LegalCommand]) -> tuple[Move, ...]:
    """Return what can be chosen among the legal commands that a service lists."""
    return tuple(Move(unpacked(each.command), each.sentence, tuple(each.spots)) for each in commands)


class Option(NamedTuple):
    """One line of a list: what is typed for it, its words, a note on what it points at, and the moves behind it."""

    key: str
    label: str
    note: str
    moves: tuple[Move, ...]


class Things(NamedTuple):
    """The things of which a type of command names any: each with its key, its words, and its value in the field."""

    label: str
    keys: tuple[str, ...]
    words: tuple[str, ...]
    moves: Mapping[frozenset[str], Move]
    """The command for each set of keys."""

    def with_word(self, word: str) -> list[str]:
        """Return the keys of the things of which this is a word."""
        return [key for key, words in zip(self.keys, self.words, strict=True) if word in _tokens(words)]


class Choices(msgspec.Struct, frozen=True, dict=True):
    """The moves among which a person chooses, with the words of the spots at which they point."""

    moves: tuple[Move, ...]
    words: Words = {}

    # --- What is listed ---

    @cached_property
    def things(self) -> Things | None:
        """The things that may be named here in any combination; None if there are none."""
        found = (_things(of_kind, self.words) for of_kind in _by_kind(self.moves).values())
        return next(filter(None, found), None)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The lines of the list. Things that may be combined are not among them."""
        groups = tuple(self._groups())
        keys = self._keys(groups)
        shared = frozenset.intersection(*(_spots(group) for group in groups)) if len(groups) > 1 else frozenset()
        return tuple(
            Option(key, label(group), self._note(group, shared), group) for key, group in zip(keys, groups, strict=True)
        )

    def _groups(self) -> Iterator[tuple[Move, ...]]:
        kinds = _by_kind(self.moves)
        combined = self.things.moves.values() if self.things else ()
        listed = [group for group in kinds.values() if group[0] not in combined]
        many = sum(map(len, listed)) > FEW
        for group in listed:
            if not many or len(group) <= FEW_OF_A_KIND:
                yield from ((move,) for move in group)
            elif len(kinds) > 1:
                yield group
            else:
                yield from _by_value(group)

    def _keys(self, groups: Sequence[tuple[Move, ...]]) -> Sequence[str]:
        """Return what is typed for each line: letters where numbers name something on the board."""
        if self.things is not None or self.counted is not None:
            return _letters(len(groups))
        numbers = _numbers(groups)
        return numbers or [str(number) for number in range(1, len(groups) + 1)]

    @cached_property
    def counted(self) -> Choices | None:
        """The moves of the one type among others in which a number comes first, such as the amount of a bid."""
        kinds = _by_kind(self.moves)
        if len(kinds) < 2 or self.things:
            return None
        counted = [
            group for group in kinds.values() if len(group) > FEW_OF_A_KIND and _numbers(tuple(_by_value(group)))
        ]
        return Choices(counted[0], self.words) if len(counted) == 1 and len(self.moves) > FEW else None

    def _note(self, group: tuple[Move, ...], shared: Collection[str]) -> str:
        """Return what the picture says at the spots at which all moves of a group point, and not every other."""
        own = label(group)
        named = [spot for spot in group[0].spots if spot in _spots(group) and spot not in shared]
        said = [self.words[spot] for spot in dict.fromkeys(named) if self.words.get(spot, own) not in own]
        return "; ".join(said[:2])

    # --- What is typed ---

    def chosen(self, line: str) -> Choices | None:
        """Return the moves that a typed line names, by keys of the list or by whole words; None if it names none."""
        return self.followed(_tokens(line)) or self._searched(line, whole=True)

    def spoken(self, line: str) -> Choices | None:
        """Return the moves that a typed line names by whole words; None if it names none, or gives a key alone."""
        return self._searched(line, whole=True) if len(line) > 2 and not line.isdecimal() else None

    def found(self, line: str) -> Choices | None:
        """Return the moves whose words begin with all that is typed; None if there is none."""
        return self._searched(line, whole=False)

    def followed(self, tokens: Sequence[str]) -> Choices | None:
        """Return what follows from the keys of lines, one after the other."""
        if not tokens:
            return self
        if self.things is not None and (move := _named(self.things, tokens)) is not None:
            return Choices((move,), self.words)
        for option in self.options:
            if option.key == tokens[0]:
                return self._within(option, tokens[1:])
        return self.counted.followed(tokens) if self.counted is not None else None

    def _within(self, option: Option, tokens: Sequence[str]) -> Choices | None:
        inside = Choices(option.moves, self.words)
        if tokens and inside.moves == self.moves:
            return None
        return inside.followed(tokens)

    def _searched(self, line: str, *, whole: bool) -> Choices | None:
        tokens = _tokens(line)
        fitting = tuple(move for move in self.moves if _has(self._haystack(move), tokens, whole=whole))
        return Choices(fitting, self.words) if fitting and tokens else None

    def _haystack(self, move: Move) -> frozenset[str]:
        names = (spot.partition(":")[2] for spot in move.spots)
        said = (self.words.get(spot, "").partition(":")[0] for spot in move.spots)
        return frozenset(_tokens(" ".join((move.sentence, *names, *said))))


def label(group: Sequence[Move]) -> str:
    """Return the sentence of a move, or the words that the sentences of several share."""
    sentences = [move.sentence.split() for move in group]
    if len(sentences) == 1:
        return group[0].sentence
    begun = _shared(sentences)
    ended = _shared([each[len(begun) :][::-1] for each in sentences])[::-1]
    if not (begun or ended):
        return f"{name_in_words(group[0].kind)} …"
    return " ".join([*begun, "…", *ended])


def _shared(sentences: Sequence[Sequence[str]]) -> list[str]:
    return [words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*sentences, strict=False))]


def _spots(group: Sequence[Move]) -> frozenset[str]:
    """Return the spots at which all moves of a group point."""
    return frozenset.intersection(*(frozenset(move.spots) for move in group))


def _by_kind(moves: Iterable[Move]) -> dict[str, tuple[Move, ...]]:
    found: dict[str, tuple[Move, ...]] = {}
    for move in moves:
        found[move.kind] = (*found.get(move.kind, ()), move)
    return found


def _by_value(group: Sequence[Move]) -> Iterator[tuple[Move, ...]]:
    """Yield the moves of one type by the value of the first field in which they differ."""
    field = _differing(group)
    found: dict[Any, tuple[Move, ...]] = {}
    for move in group:
        value = _value(move, field)
        found[value] = (*found.get(value, ()), move)
    return iter(found.values())


def _differing(group: Sequence[Move]) -> str:
    """Return the first field in which moves of one type differ; "" if they are alike."""
    fields = [field.name for field in group[0].command.DESCRIPTOR.fields]
    return next((name for name in fields if len({_value(move, name) for move in group}) > 1), "")


def _value(move: Move, field: str) -> Any:
    """Return what a move has in a field, as text; of a repeated field, each of its values."""
    if not field:
        return move.sentence
    value = getattr(move.command, field)
    return tuple(map(str, value)) if _field(move, field).is_repeated else str(value)


def _field(move: Move, name: str) -> FieldDescriptor:
    return cast("FieldDescriptor", move.command.DESCRIPTOR.fields_by_name[name])


def _numbers(groups: Sequence[tuple[Move, ...]]) -> list[str]:
    """Return the numbers by which groups of one type differ; none if they differ in something else."""
    moves = [move for group in groups for move in group]
    if len(groups) < 2 or len(_by_kind(moves)) != 1:
        return []
    name = _differing(moves)
    field = _field(moves[0], name)
    if field.is_repeated or field.cpp_type not in (field.CPPTYPE_INT32, field.CPPTYPE_UINT32):
        return []
    numbers = [_value(group[0], name) for group in groups]
    return numbers if len(set(numbers)) == len(groups) else []


def _letters(count: int) -> list[str]:
    return [*string.ascii_lowercase, *(a + b for a in string.ascii_lowercase for b in string.ascii_lowercase)][:count]


# --- Things of which any may be named ---


def _things(group: Sequence[Move], words: Words) -> Things | None:
    """Return the things of a type of command that differs in one list of things, each of them named or not."""
    name = _differing(group)
    if not name or not _field(group[0], name).is_repeated or _differs_elsewhere(group, name):
        return None
    lists = [_value(move, name) for move in group]
    values = list(dict.fromkeys(value for each in sorted(lists, key=len, reverse=True) for value in each))
    if not FEWEST_THINGS <= len(values) < len(group) or not _are_sets(lists):
        return None
    if all(map(str.isdecimal, values)):
        values.sort(key=int)
        keys = values
    else:
        keys = [str(number) for number in range(1, len(values) + 1)]
    by_value = dict(zip(values, keys, strict=True))
    said = tuple(_words_of(value, group, words) for value in values)
    moves = {frozenset(map(by_value.__getitem__, each)): move for each, move in zip(lists, group, strict=True)}
    return Things(label(group), tuple(keys), said, moves)


def _are_sets(lists: Sequence[tuple[str, ...]]) -> bool:
    """Return whether no list has a value twice, and no two have the same values."""
    return all(len(set(each)) == len(each) for each in lists) and len(set(map(frozenset, lists))) == len(lists)


def _differs_elsewhere(group: Sequence[Move], name: str) -> bool:
    others = (field.name for field in group[0].command.DESCRIPTOR.fields if field.name != name)
    return any(len({_value(move, other) for move in group}) > 1 for other in others)


def _words_of(value: str, group: Sequence[Move], words: Words) -> str:
    """Return what the picture says at the spot of a thing: a command points at what it names, or at what it leaves."""
    named = (spot for move in group for spot in move.spots if spot.partition(":")[2] == value)
    return next((words[spot] for spot in named if spot in words), value)


def _named(things: Things, tokens: Sequence[str]) -> Move | None:
    """Return the move that names the things that are typed, or all but them after a word that leaves them out."""
    said = " ".join(tokens)
    left_out = next((f"{word} " for word in LEFT_OUT if said.startswith(f"{word} ")), "")
    rest = _tokens(said.removeprefix(left_out))
    spoken = frozenset(_tokens(things.label))
    while not left_out and rest and rest[0] in spoken and rest[0] not in things.keys:
        rest = rest[1:]
    keys = _keys_of(things, rest)
    if not keys:
        return None
    return things.moves.get(frozenset(things.keys) - keys if left_out else keys)


def _keys_of(things: Things, tokens: Sequence[str]) -> frozenset[str]:
    """Return the keys of the things that are typed; none if something typed is no thing."""
    keys: set[str] = set()
    for token in tokens:
        found = _keys_for(things, token, keys)
        if not found:
            return frozenset()
        keys |= found
    return frozenset(keys)


def _keys_for(things: Things, token: str, taken: Collection[str]) -> set[str]:
    """Return the key that is typed, that of the next thing with the word, or for a plural those of all such things."""
    if token == EVERY:
        return set(things.keys)
    if token in things.keys:
        return {token}
    alike = [key for key in things.with_word(token) if key not in taken]
    return set(alike[:1]) or set(things.with_word(token.removesuffix("s")))


# --- Words ---


def _tokens(text: str) -> list[str]:
    """Return the words and numbers of a text, in lower case, without what separates them."""
    return re.findall(r"[^\W_]+(?:[-'][^\W_]+)*", text.casefold())


def _has(words: frozenset[str], tokens: Sequence[str], *, whole: bool) -> bool:
    if whole:
        return words.issuperset(tokens)
    return all(any(word.startswith(token) for word in words) for token in tokens)
