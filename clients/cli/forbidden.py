"""Commands that words name though no choice has them: the referee says which clause forbids them now."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

from clients.cli.arguments import commands_of
from clients.cli.chooser import Chooser, Chosen, Heard, Mistaken
from clients.cli.sentences import name_in_words
from clients.cli.typed import tokens
from gunbai_client.messages import named

Ids = Callable[[str], Collection[str]]
"""Returns the ids of what a name may stand for."""


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


def command_named(title: str, line: str, ids: Ids) -> Message | None:
    """Return the command of a title that a line names, or None if it names none or several.

    A command without fields is named by its words or the first of them; one whose only field is a text by these and the
    name of a thing, as in "buy nova breath".
    """
    typed = tokens(line)
    kinds = {kind: tokens(name_in_words(kind.name)) for kind in commands_of(title)}
    begun = [kind for kind, words in kinds.items() if typed and words[: len(typed)] == typed]
    if begun:
        exact = [kind for kind in begun if kinds[kind] == typed]
        kind, *others = exact or begun
        return None if others or kind.fields else named(kind.full_name)
    found = [each for kind, words in kinds.items() for each in _with_thing(kind, words, typed, ids)]
    least = min((unsaid for unsaid, _ in found), default=0)
    nearest = [command for unsaid, command in found if unsaid == least]
    return nearest[0] if len(nearest) == 1 else None


def _with_thing(kind: Descriptor, words: list[str], typed: list[str], ids: Ids) -> Iterator[tuple[int, Message]]:
    """Yield the commands of a type whose only field is a text that a line names after the first words of the type.

    With each comes how many words of the type the line leaves out.
    """
    fields = [*kind.fields]
    if len(fields) != 1 or fields[0].is_repeated or fields[0].type != fields[0].TYPE_STRING:
        return
    shared = next((place for place, (a, b) in enumerate(zip(words, typed, strict=False)) if a != b), len(words))
    for thing in ids(" ".join(typed[shared:])) if shared else ():
        command = named(kind.full_name)
        setattr(command, fields[0].name, thing)
        yield len(words) - shared, command
