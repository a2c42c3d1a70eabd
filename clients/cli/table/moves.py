"""Moves: a question's legal commands, what they share, and the fields in which they differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple, cast

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from clients.render.wording import name_in_words
from gunbai.referee.v1.referee_pb2 import LegalCommand
from gunbai_record.messages import unpacked

Words = Mapping[str, str]
"""The picture's words at each spot."""


class Move(NamedTuple):
    """A legal command that can be chosen."""

    command: Message
    sentence: str
    spots: tuple[str, ...] = ()
    takes_back: bool = False
    """Whether it only takes back what the seat did within the same decision."""

    @property
    def kind(self) -> str:
        """Return the name of the command's type."""
        return self.command.DESCRIPTOR.name


def moves_of(commands: Iterable[LegalCommand]) -> tuple[Move, ...]:
    """Return the possible choices among the legal commands that a service lists."""
    return tuple(
        Move(unpacked(command.command), command.sentence, tuple(command.spots), command.takes_back)
        for command in commands
    )


def label(group: Sequence[Move]) -> str:
    """Return a move's sentence, or the words that several moves' sentences share."""
    sentences = [move.sentence.split() for move in group]
    if len(sentences) == 1:
        return group[0].sentence
    begun = _shared(sentences)
    ended = _shared([sentence[len(begun) :][::-1] for sentence in sentences])[::-1]
    if not (begun or ended):
        return f"{name_in_words(group[0].kind)} …"
    return " ".join([*begun, "…", *ended])


def _shared(sentences: Sequence[Sequence[str]]) -> list[str]:
    return [words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*sentences, strict=False))]


def by_kind(moves: Iterable[Move]) -> dict[str, tuple[Move, ...]]:
    """Return moves by their commands' type."""
    groups: dict[str, list[Move]] = {}
    for move in moves:
        groups.setdefault(move.kind, []).append(move)
    return {kind: tuple(group) for kind, group in groups.items()}


def by_value(group: Sequence[Move], name: str) -> Iterator[tuple[Move, ...]]:
    """Yield moves of one type, grouped by their value in a field."""
    groups: dict[Any, list[Move]] = {}
    for move in group:
        groups.setdefault(value_of(move, name), []).append(move)
    return map(tuple, groups.values())


def differing(group: Sequence[Move]) -> str:
    """Return the first field in which moves of one type differ; "" if they are equal."""
    names = [field.name for field in group[0].command.DESCRIPTOR.fields]
    return next((name for name in names if len({value_of(move, name) for move in group}) > 1), "")


def value_of(move: Move, name: str) -> Any:
    """Return a move's value in a field as text; for a repeated field, each of its values."""
    if not name:
        return move.sentence
    value = getattr(move.command, name)
    return tuple(map(str, value)) if field_of(move, name).is_repeated else str(value)


def field_of(move: Move, name: str) -> FieldDescriptor:
    """Return the field with a name."""
    return cast("FieldDescriptor", move.command.DESCRIPTOR.fields_by_name[name])


def is_seat(field: FieldDescriptor) -> bool:
    """Return whether a field is a seat rather than a number of the game."""
    return field.name.rpartition("_")[2] == "seat"
