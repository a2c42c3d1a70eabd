"""Things of which a command names any number, such as dice to roll again: listed singly, named by letter or word.

The words may also name what a command leaves out: `keep hearts`. If they are ambiguous, gunbai asks.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from clients.cli.screen.word_matching import plain, tokens
from clients.cli.table.languages import CATALOGUES
from clients.cli.table.moves import Move, Words, by_kind, differing, field_of, label, value_of
from clients.cli.table.numbers import NUMBERS
from gunbai_record.notation.words import singulars
from gunbai_record.numerals import is_whole

FEWEST = 3
"""The fewest things that are listed instead of their combinations."""


def understood(key: str) -> tuple[str, ...]:
    """Return the words of every language that mean the same when typed, plain."""
    return tuple(plain(word) for catalogue in CATALOGUES.values() for word in catalogue[key].split(", "))


KEPT = understood("keep")
"""The words that introduce the things to leave out."""
_EVERY, _NONE = understood("all"), understood("none")
_PARTS = re.compile(r"[,;&]|\band\b")


def kept_verb(line: str) -> str:
    """Return the word at the beginning of a line that says that what follows stays, plain; "" if there is none."""
    return next((verb for verb in KEPT if begins(plain(line).strip(), verb)), "")


def begins(text: str, words: str) -> bool:
    """Return whether a text begins with whole words."""
    return re.match(rf"{re.escape(words)}\b", text) is not None


class Unclear(NamedTuple):
    """A question in return, as the typed words are ambiguous."""

    text: str


class Things(NamedTuple):
    """The things that a type of command can name, each with its letter and its words."""

    label: str
    keys: tuple[str, ...]
    words: tuple[str, ...]
    moves: Mapping[frozenset[str], Move]
    """The command for each set of keys."""
    ending: Move | None
    """The command that names none of them, if that is another type of command."""
    numbers: tuple[str, ...] = ()
    """The numbers of the things in commands, if they have any: the log counts them like that."""

    def beginning(self, typed: Sequence[str]) -> tuple[str, ...]:
        """Return the keys of the things for which each typed word begins one of their words."""
        pairs = zip(self.keys, self.words, strict=True)
        fits = (key for key, words in pairs if all(any(w.startswith(t) for w in tokens(words)) for t in typed))
        return tuple(fits) if typed else ()

    def named(self, line: str) -> Move | Unclear | None:
        """Return the command that a line names, a question in return, or None if it names none of the things."""
        verb, parts = self._verb_and_parts(line)
        if not any(parts):
            return self._which(verb) if verb else None
        keys = self._keys(parts)
        numbered = self._numbered(parts) if verb and verb not in KEPT else None
        if numbered is not None and numbered != keys:
            if isinstance(keys, frozenset):
                return self._numbers_or_faces(line, verb, numbered, keys)
            keys = numbered if keys is None else keys
        if keys is None:
            return self._unknown(verb, parts) if verb else None
        if letter := self._conjunction(parts) or self._article(parts):
            return Unclear(f"{letter!r} can be a letter or a word here: write commas, as in `a, b`")
        if isinstance(keys, Unclear):
            return keys
        if not verb and not all(word in self.keys for part in parts for word in part):
            return Unclear(f"are {line!r} the ones to keep or the others? Begin with {self._verbs}")
        chosen = frozenset(self.keys) - keys if verb in KEPT else keys
        move = self.moves.get(chosen) or (None if chosen else self.ending)
        return move or Unclear(f"{line!r} is not possible here: name other ones by their letters")

    def shown_as(self, line: str, label: str) -> Unclear | None:
        """Return a question in return if a row's label is also a word for the things; otherwise None."""
        if not (typed := tokens(line)) or not all(map(self._with, typed)):
            return None
        words = " ".join(tokens(label))
        return Unclear(
            f"{line!r} is the label of {label!r}, and a thing shows it too: type {words!r}, or begin with {self._verbs}"
        )

    @property
    def _verbs(self) -> str:
        """The words that say whether things are named or kept."""
        return f"`keep` or `{self._verb}`"

    @property
    def _verb(self) -> str:
        """The first word of the command's sentence."""
        return next(iter(tokens(self.label)), "")

    @property
    def _spoken(self) -> frozenset[str]:
        """The words of the commands' sentences."""
        return frozenset(token for move in self.moves.values() for token in tokens(move.sentence) if token.isalpha())

    def _verb_and_parts(self, line: str) -> tuple[str, list[list[str]]]:
        typed_line = plain(line).strip()
        verb = kept_verb(line) or (self._verb if begins(typed_line, self._verb) else "")
        parts, unnamed = _PARTS.split(typed_line.removeprefix(verb)), self._spoken - set(self.keys)
        return verb, [[token for token in tokens(part) if token not in unnamed] for part in parts]

    def _conjunction(self, parts: Sequence[Sequence[str]]) -> str:
        """Return a letter between others that is also a word of the sentences, as Czech "a" is; "" if there is none."""
        both = self._spoken & set(self.keys)
        return next((word for part in parts for word in part[1:-1] if word in both), "")

    def _article(self, parts: Sequence[Sequence[str]]) -> str:
        """Return the letter "a" if it stands before a word, as in "a heart"; otherwise ""."""
        pairs = (pair for part in parts for pair in pairwise(part))
        return next((key for key, word in pairs if key == "a" in self.keys and word not in self.keys), "")

    def _which(self, verb: str) -> Unclear:
        first, last = self.keys[0], self.keys[-1]
        word = next(filter(str.isalpha, self.words), self.words[0])
        ending = "; `keep all` ends it" if verb in KEPT and self.ending else ""
        return Unclear(
            f"{verb} which? Name them by letter or by word: `{verb} {first} {last}`, `{verb} {word}`{ending}"
        )

    def _unknown(self, verb: str, parts: Sequence[Sequence[str]]) -> Unclear:
        unknown = [word for part in parts for word in part if not self._of(word)]
        missing = next((word for word in unknown if not is_whole(word) and word not in NUMBERS), unknown[0])
        shown = ", ".join(dict.fromkeys(words.partition(":")[0] for words in self.words))
        return Unclear(f"none of them shows {missing!r}; they show {shown}; {self._which(verb).text}")

    def _keys(self, parts: Sequence[Sequence[str]]) -> frozenset[str] | Unclear | None:
        """Return what the parts of a line name; None if a part is none of the things."""
        named: frozenset[str] = frozenset()
        for part in parts:
            for keys in (self._counted(part),) if len(part) == 2 and self._may_count(part) else map(self._of, part):
                if keys is None or isinstance(keys, Unclear):
                    return keys
                if named & keys:
                    return self._twice(named & keys)
                named |= keys
        return named

    def _numbered(self, parts: Sequence[Sequence[str]]) -> frozenset[str] | None:
        """Return the keys of the things with the numbers in a line; None if a part is not such a number."""
        by_number = dict(zip(self.numbers, self.keys, strict=False))
        typed = [word for part in parts for word in part]
        return frozenset(by_number[word] for word in typed) if by_number.keys() >= {*typed} else None

    def _numbers_or_faces(self, line: str, verb: str, numbered: frozenset[str], shown: frozenset[str]) -> Unclear:
        letters = (" ".join(key for key in self.keys if key in some) for some in (numbered, shown))
        by_number, by_face = (f"`{verb} {letter}`" for letter in letters)
        return Unclear(f"{line!r} can mean the numbers of the dice or their faces: type {by_number} or {by_face}")

    def _twice(self, keys: frozenset[str]) -> Unclear:
        """Return a question that says the things were named twice, each with its letter and what it shows."""
        pairs = zip(self.keys, self.words, strict=True)
        named = ", ".join(f"{key} ({words})" for key, words in pairs if key in keys)
        return Unclear(f"{named} {'is' if len(keys) == 1 else 'are'} named twice: name each thing once")

    def _of(self, token: str) -> frozenset[str] | None:
        """Return the key that was typed, or those of all things with the word; None if there is none."""
        if token in self.keys:
            return frozenset((token,))
        if token in _EVERY:
            return frozenset(self.keys)
        if token in _NONE:
            return frozenset()
        return frozenset(self._with(token)) or None

    def _with(self, token: str) -> list[str]:
        """Return the keys of the things that show a word, which may be in the plural, or a number."""
        forms = {*singulars(token), NUMBERS.get(token, token)}
        return [key for key, words in zip(self.keys, self.words, strict=True) if forms & set(tokens(words))]

    def _may_count(self, part: Sequence[str]) -> bool:
        number, word = (NUMBERS.get(token, token) for token in part)
        return is_whole(number) and not is_whole(word) and bool(self._with(word))

    def _counted(self, part: Sequence[str]) -> frozenset[str] | Unclear:
        """Return the things that "2 hearts" means: all hearts, if there are exactly 2."""
        number, shown = NUMBERS.get(part[0], part[0]), self._with(part[1])
        if self._with(number):
            return Unclear(f"{' '.join(part)!r} can be a count or two faces: for two faces, write a comma between them")
        if len(shown) != int(number):
            return Unclear(f"{len(shown)} of them show {part[1]!r}: name yours by letter, {' '.join(shown)}")
        return frozenset(shown)


def things_of(moves: Sequence[Move], words: Words, last: str) -> Things | None:
    """Return the things that can be named in any combination, with the command that names none; None if there are none.

    `last` is the type of command that ends the question.
    """
    for group in by_kind(moves).values():
        things = _things(group, words)
        if things is not None:
            ending = next((move for move in moves if move.kind == last and move.kind != group[0].kind), None)
            return things._replace(ending=ending)
    return None


def _things(group: Sequence[Move], words: Words) -> Things | None:
    """Return the things of a type of command with one list of things, each of which may be named or not."""
    name = differing(group)
    if not name or not field_of(group[0], name).is_repeated:
        return None
    alike = _most_alike(group, name)
    lists = [value_of(move, name) for move in alike]
    values = list(dict.fromkeys(value for listed in sorted(lists, key=len, reverse=True) for value in listed))
    # Fewer commands than things would mean that they cannot be combined freely.
    if not FEWEST <= len(values) < len(alike) or not _are_sets(lists):
        return None
    if all(map(is_whole, values)):
        # As the dice lie on the board.
        values.sort(key=int)
    by_value = dict(zip(values, string.ascii_lowercase, strict=False))
    moves = {frozenset(map(by_value.__getitem__, listed)): move for listed, move in zip(lists, alike, strict=True)}
    spoken = tuple(_words_of(value, group, words) for value in values)
    numbers = tuple(values) if all(map(is_whole, values)) else ()
    return Things(label(alike), tuple(by_value.values()), spoken, moves, None, numbers)


def _most_alike(group: Sequence[Move], name: str) -> Sequence[Move]:
    """Return the largest group of moves of one type that differ in one field only."""
    others = [field.name for field in group[0].command.DESCRIPTOR.fields if field.name != name]
    by_rest: dict[object, list[Move]] = {}
    for move in group:
        by_rest.setdefault(tuple(value_of(move, other) for other in others), []).append(move)
    return max(by_rest.values(), key=len)


def _are_sets(lists: Sequence[tuple[str, ...]]) -> bool:
    """Return whether no list repeats a value, and no two lists have the same values."""
    return all(len(set(values)) == len(values) for values in lists) and len(set(map(frozenset, lists))) == len(lists)


def _words_of(value: str, group: Sequence[Move], words: Words) -> str:
    """Return the picture's words at a thing's spot: a command points at what it names, or at what it leaves."""
    named = (spot for move in group for spot in move.spots if spot.partition(":")[2] == value)
    return next((words[spot] for spot in named if spot in words), value)
