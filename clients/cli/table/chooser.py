"""The chooser: what happens to the lines that a person types while a question is open.

A label means the row next to it in the list that was printed last. Whole words that match one choice choose it; their
beginnings propose it, and Enter after a proposal chooses. Anything else that is typed cancels the proposal.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from google.protobuf.message import Message
from rich.text import Text

from clients.cli.screen.markup import escape
from clients.cli.screen.word_matching import denies, meant, plain, tokens
from clients.cli.table.choice_list import WORDS, choice_lines, fit_line, proposal_line, thing_lines
from clients.cli.table.choices import Choices, Move
from clients.cli.table.subsets import Unclear, kept_verb, understood
from gunbai_record.numerals import is_whole

ALL, SEARCH = "all", "search"
_REFUSING = understood("no")
"""The plain words that reject a suggestion."""
_NOTE = re.compile(r"\([^()]*\)")
"""The mark in the sentence of a choice that takes nothing back."""
SEARCHING = "`search` with words, such as `search {word}`, lists the matches and chooses nothing"


@dataclass(frozen=True)
class Chosen:
    """A choice."""

    command: Message


@dataclass(frozen=True)
class Shown:
    """Lines of markup that answer a typed line, and whether it was a failed attempt to choose."""

    lines: tuple[str, ...]
    unfinished: bool = False

    @property
    def plain(self) -> list[str]:
        """The lines without markup."""
        return [Text.from_markup(line, emoji=False).plain.strip() for line in self.lines]


@dataclass(frozen=True)
class Mistaken:
    """Why a typed line chooses nothing."""

    text: str


Heard = Chosen | Shown | Mistaken


@dataclass
class Chooser:
    """A question while it is open: the lists that were opened, the one that was printed last, and a proposal."""

    whole: Choices
    board: str = ""
    """The text board, whose words can be typed even if no choice has them."""
    opened: list[Choices] = field(default_factory=list)
    """The lists opened from the whole one, each as it was printed last."""
    narrowed: Choices | None = None
    """The whole list as it was printed last, unless all of it was."""
    proposed: Move | None = None

    @property
    def current(self) -> Choices:
        """The list that was printed last."""
        return self.opened[-1] if self.opened else self.narrowed or self.whole

    def lines(self) -> Iterator[str]:
        """Yield the list as lines of markup."""
        yield from choice_lines(self.current)
        if self.opened:
            yield "[dim]      `undo` goes back.[/]"

    def cancel(self) -> None:
        """Withdraw the proposal."""
        self.proposed = None

    def back(self) -> bool:
        """Close the list that was opened or narrowed last, and return whether there was one."""
        if self.current.fitting_places is not None:
            self._show_all()
        elif self.opened:
            self.opened.pop()
        else:
            return False
        return True

    def only(self, moves: Sequence[Move]) -> Heard:
        """List some of the question's moves."""
        wanted = set(map(id, moves))
        places = (place for place, move in enumerate(self.whole.moves) if id(move) in wanted)
        return self._listed(self.whole.keeping(frozenset(places)))

    def of_kind(self, kind: str) -> Heard | None:
        """Choose among the moves of a type of command by its name; None if there are none, or if it has no fields."""
        places = [place for place, move in enumerate(self.whole.moves) if move.kind == kind]
        if not places or any(not self.whole.moves[place].command.ListFields() for place in places):
            return None
        self.cancel()
        return self._offered(self.whole.keeping(frozenset(places)), tokens(kind), whole=True)

    def heard(self, line: str) -> Heard:
        """Return what a line leads to."""
        # Withdrawn by anything that is typed, so that Enter never chooses what was proposed earlier.
        proposed, self.proposed = self.proposed, None
        word, _, rest = line.partition(" ")
        if not line and proposed is not None:
            return Chosen(proposed.command)
        if proposed is not None and plain(line) in _REFUSING:
            return Shown(("Nothing was chosen.",), unfinished=True)
        if not line or line.casefold() == ALL:
            self._show_all()
            return Shown(tuple(self.lines()))
        if word.casefold() == SEARCH:
            return self._searched(rest)
        return self._led(line) or self._named(line) or self._spoken(line) or self._missed(line)

    def _show_all(self) -> None:
        if self.opened:
            self.opened[-1] = self.opened[-1].keeping(None)
        self.narrowed = None

    # --- Labels ---

    def _led(self, line: str) -> Heard | None:
        """Follow the labels in a line."""
        led = self.current.followed(tokens(line))
        if led is None:
            return None
        choices, rest = led
        things = self.current.things
        unclear = things.shown_as(line, self._row_of(line)) if things else None
        if unclear:
            return Mistaken(unclear.text)
        if rest:
            return self._followed_by_words(line, choices, rest)
        if len(choices.left) == 1:
            return Chosen(choices.left[0].command)
        self.opened.append(choices)
        return Shown(tuple(self.lines()))

    def _row_of(self, line: str) -> str:
        """Return the words of the row whose label begins a line."""
        return next((row.label for row in self.current.rows if row.key == tokens(line)[0]), "")

    def _followed_by_words(self, line: str, choices: Choices, rest: Sequence[str]) -> Heard:
        typed, inside = tokens(line), choices.matching(rest, whole=True) if len(choices.left) > 1 else None
        fitting = None if _are_numbers(typed) else self.whole.matching(typed, whole=True) or inside
        if fitting is not None:
            return self._offered(fitting, typed, whole=True)
        what = repr(choices.left[0].sentence) if len(choices.left) == 1 else "the list before it"
        return Mistaken(f"nothing was chosen: {' '.join(rest)!r} does not follow {what}")

    def _named(self, line: str) -> Heard | None:
        """Choose by a whole sentence, or by the names of things."""
        move = self.whole.with_sentence(tokens(line))
        named = move or (self.current.things.named(line) if self.current.things else None)
        if isinstance(named, Unclear):
            return Mistaken(named.text)
        return Chosen(named.command) if named else None

    # --- Words ---

    def _spoken(self, line: str) -> Heard | None:
        """Choose by words, or list what matches them."""
        typed = tokens(line)
        if _are_numbers(typed):
            return None
        # Whole words first: they choose at once, beginnings only propose.
        for whole in (True, False):
            for words in (typed, *_joined(typed)):
                choices = next(filter(None, (listed.matching(words, whole=whole) for listed in self._lists())), None)
                if choices is not None:
                    return self._offered(choices, words, whole=whole)
        return None

    def _lists(self) -> Iterator[Choices]:
        """Yield the lists to search for words: the last one, its full version, and the whole question's list."""
        yield self.current
        yield self.current.keeping(None)
        yield self.whole

    def _offered(self, choices: Choices, typed: Sequence[str], *, whole: bool) -> Heard:
        if len(choices.left) > 1:
            return self._listed(choices, unfinished=True)
        (move,) = choices.left
        if whole and not denies(tokens(_NOTE.sub("", move.sentence)), typed):
            return Chosen(move.command)
        self.proposed = move
        return Shown((proposal_line(move),), unfinished=True)

    def _searched(self, line: str) -> Heard:
        typed, things = tokens(line), self.whole.things
        if not typed:
            return Shown((escape(SEARCHING.format(word=_rare_word(self.whole))),))
        choices = self.whole.matching(typed, whole=False)
        if choices is not None:
            return self._listed(choices)
        if things is not None and (fit := things.beginning(typed)):
            return Shown((*thing_lines(things, fit), fit_line(len(fit), len(things.keys))))
        return self._missed(line)

    def _listed(self, choices: Choices, *, unfinished: bool = False) -> Shown:
        """Print a shortened list."""
        if self.opened and choices.moves is self.opened[-1].moves:
            self.opened[-1] = choices
        else:
            self.opened, self.narrowed = [], choices
        return Shown((*self.lines(), fit_line(len(choices.left), choices.count)), unfinished)

    # --- What fits nothing ---

    def _missed(self, line: str) -> Mistaken:
        """Say what may have been meant, or what there is."""
        typed = tokens(line)
        if typed and _are_numbers(typed):
            leads = "; `undo` goes back" if self.opened else ""
            return Mistaken(f"no {typed[0]} here: choose {self._rows()}{leads}")
        readable = (*self._texts(), *WORDS)
        if kept_verb(line) and self.whole.things is None and typed[0] not in tokens(" ".join(readable)):
            return Mistaken(f"nothing to keep here: choose {self._rows()}")
        # What can be chosen comes before what is only on the board.
        similar = meant(typed, readable) or meant(typed, (*readable, *self.board.splitlines()))
        if similar:
            return Mistaken(f"nothing here matches {line!r}; did you mean {similar!r}?")
        if typed and set(typed) <= set(tokens(self.board)):
            return Mistaken(f"{line!r} is on the board, but you cannot choose it now")
        return Mistaken(f"nothing here matches {line!r}; ? shows help")

    def _rows(self) -> str:
        """Return the labels of the list."""
        return ranges(row.key for row in self.current.rows)

    def _texts(self) -> Iterator[str]:
        """Yield what can be read in the list."""
        for move in self.whole.moves:
            yield move.sentence
            yield from (self.whole.words.get(spot, "").partition(":")[0] for spot in move.spots)


def ranges(keys: Iterable[str]) -> str:
    """Return labels in words: "1 to 5, 8 or a"."""
    runs: list[list[str]] = []
    for key in keys:
        follows = runs and is_whole(key) and is_whole(runs[-1][-1]) and int(key) == int(runs[-1][-1]) + 1
        if follows:
            runs[-1].append(key)
        else:
            runs.append([key])
    parts = [part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else run)]
    return " or ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def _are_numbers(typed: Sequence[str]) -> bool:
    """Return whether only numbers were typed: they are labels rather than words of a sentence."""
    return all(map(is_whole, typed))


def _joined(typed: Sequence[str]) -> Iterator[list[str]]:
    """Yield the typed words with two neighbours joined, so that `Meka Dragon` finds `MekaDragon`."""
    for place, (first, second) in enumerate(pairwise(typed)):
        if first.isalpha() and second.isalpha():
            yield [*typed[:place], first + second, *typed[place + 2 :]]


def _rare_word(choices: Choices) -> str:
    """Return one of the rarest words in the choices."""
    counted = Counter(word for move in choices.moves for word in set(tokens(move.sentence)) if word.isalpha())
    return min(sorted(counted), key=counted.__getitem__, default="word")
