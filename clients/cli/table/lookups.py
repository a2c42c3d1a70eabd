"""What a person at a game can look up: the title's aim, its clauses, and the things on the board."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from clients.cli.screen.explanations import clauses_on, explain
from clients.cli.screen.markup import escape
from clients.cli.screen.output import Hanging
from clients.cli.screen.word_matching import has, plain, tokens
from clients.render.wording import place_in
from gunbai.referee.v1.audit_pb2 import ListClausesResponse
from gunbai.referee.v1.lobby_pb2 import Component, GetTitleResponse
from gunbai.rules.v1.clauses_pb2 import Clause
from gunbai_client import Gunbai
from gunbai_client.picture import spot_words, text_board
from gunbai_record.clauses import Citations
from gunbai_record.numerals import is_whole

MOST = 8
"""How many clauses or things are listed at most."""
FEWEST = 3
"""How many letters of a name identify a thing."""
DOTS = "…"
"""Stands for an omitted part of the board."""
INDENT = 6
"""Indent of the text about a thing."""

_PARTS = re.compile("[,;:]")
"""What separates the words of a place or of a legend."""
_NOTE = re.compile(r"\([^()]*\)")
"""The explanation of a sign in a legend, next to its name."""
_NAMES = re.compile("[,()]")
"""What separates a seat's names."""
_ITEMS = re.compile(r"(?:[^,(]|\([^)]*\))+")
"""The items of a list on the board; commas in parentheses do not separate them."""


@dataclass
class Lookups:
    """A title's rules and things, fetched once from the service and kept."""

    gunbai: Gunbai
    title: str
    rules_version: int

    @cached_property
    def listing(self) -> GetTitleResponse:
        """The title with its aim and its components."""
        return self.gunbai.title(self.title, self.rules_version)

    @cached_property
    def rules(self) -> ListClausesResponse:
        """The clauses of the title, and its house rulings."""
        return self.gunbai.clauses(self.title, self.rules_version)

    def aim(self) -> Iterator[str]:
        """Yield as lines of markup what the players aim at, and how to read on."""
        yield f"[bold]{escape(self.listing.title.label)}[/]  {escape(self.listing.aim)}"
        first = self.rules.clauses[0].number
        yield (
            f"[dim]`rules WORD` lists the clauses with a word, `rules {first}` explains one, `gunbai "
            f"title clauses {self.title}` lists all {self.listing.clauses}.[/]"
        )

    def clauses_with(self, word: str) -> Iterator[str]:
        """Yield as markup the clauses with a word, or with another that begins with it, in their sentence or place."""
        clauses = clauses_on(self.rules, word, whole=len(_plain(word)) < FEWEST)
        yield from self._clause_lines(clauses[:MOST], word)
        if len(clauses) > MOST:
            search = f"gunbai title clauses {self.title} --search {shlex.quote(word)}"
            yield f"[dim]        and {len(clauses) - MOST} more: `{escape(search)}`[/]"

    def _clause_lines(self, clauses: Iterable[Clause], word: str = "") -> Iterator[str]:
        """Yield clauses as lines of markup. A clause found by its place shows the place."""
        width = max([8, *(len(clause.number) + 1 for clause in self.rules.clauses)])
        for clause in clauses:
            place = "" if not word or has(clause.sentence, word) else f" [dim]({escape(clause.place)})[/]"
            yield Hanging(f"[bold]{clause.number:<{width}}[/]{escape(clause.sentence)}{place}", width)

    def place(self, number: str) -> str:
        """Return where the rulebook has a clause; "" for an unknown one."""
        return next(
            (place_in(self.rules.rulebook, clause.place) for clause in self.rules.clauses if clause.number == number),
            "",
        )

    def ruled_word(self, line: str, picture: str) -> str:
        """Return the rarest word of a line that the board and a clause have, or the places of clauses; "" for none."""
        shown = {*tokens(text_board(picture)), *tokens(" ".join(clause.place for clause in self.rules.clauses))}
        words = [word for word in tokens(line) if word in shown and len(word) >= FEWEST]
        counted = [(len(clauses_on(self.rules, word, whole=True)), word) for word in words]
        return min((pair for pair in counted if pair[0]), default=(0, ""))[1]

    def clause(self, number: str) -> Iterator[str]:
        """Yield the explanation of a clause or house ruling, as `gunbai title clauses` gives it, if it exists."""
        explanation = explain(self.rules, number)
        yield from explanation.lines(Citations()) if explanation else ()

    def thing(self, name: str, picture: str) -> Iterator[str]:
        """Yield a thing's description and its place on the board, as lines of markup. A number is not a name."""
        if is_whole(_plain(name)):
            return
        lying, board = spot_words(picture), text_board(picture)
        here = {spot.rpartition(":")[2]: words for spot, words in lying.items()}
        components = self._components(name)[:MOST]
        lines = [line for component in components for line in _lines_of(component, here.get(component.id, ""), board)]
        # Cards of the same name have the same lines.
        yield from dict.fromkeys(lines) or self._word(name, board) or self._place(name, here) or self._sign(name, board)

    def on_board(self, name: str, picture: str) -> Iterator[str]:
        """Yield where on the board a word is, as lines of markup."""
        yield from (Hanging(escape(line), INDENT) for line in _places(text_board(picture), name)[:MOST])

    def _word(self, name: str, board: str) -> list[str]:
        """Return what a word or sign on the board means by the title's legend, and where it stands."""
        legend = self.listing.board_words
        exact = [term for term in legend if plain(term.word) == plain(name)]
        terms = exact or [term for term in legend if has(term.word, name, whole=True)]
        components = ((Component(name=term.word, text=term.meaning), len(_plain(term.word)) < FEWEST) for term in terms)
        return [
            line for component, is_sign in components for line in _lines_of(component, "", "" if is_sign else board)
        ]

    def _place(self, name: str, here: Mapping[str, str]) -> list[str]:
        """Return what lies at the spot with this name, or whose words begin with it, with the clauses on it."""
        exact = next((words for spot, words in here.items() if _plain(name) == _plain(spot)), "")
        if not exact:
            return list(map(escape, dict.fromkeys(words for words in here.values() if _begins(words, name))))
        ground = exact[len(name) :] if exact.casefold().startswith(name.casefold()) else exact
        return [escape(exact), *self._clauses_on(ground)]

    def _sign(self, name: str, board: str) -> list[str]:
        """Return what a sign on the board means by its legend, or each of several in a row, with the clauses."""
        if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", board, re.IGNORECASE):
            return []
        one = _meaning(name, board) if len(name) < FEWEST else ""
        meanings = [one] if one else [_meaning(fromkey, board) for fromkey in dict.fromkeys(name)]
        meant = meanings if all(meanings) else []
        return [line for meaning in meant for line in (escape(meaning), *self._clauses_on(meaning.partition(" ")[2]))]

    def _clauses_on(self, words: str) -> list[str]:
        """Return as markup the clauses on the parts of a text without its notes, or on their last words."""
        clauses: list[Clause] = []
        for words_of_part in (part.split() for part in _PARTS.split(_NOTE.sub("", words))):
            ends = (" ".join(words_of_part[start:]) for start in range(len(words_of_part)))
            clauses += next(filter(None, (clauses_on(self.rules, end, whole=True) for end in ends)), [])
        return [*self._clause_lines(clauses[:MOST])]

    def ids(self, name: str, picture: str) -> set[str]:
        """Return the ids of the things and the places on the board that a name may stand for.

        Among several things, prefer those on the board.
        """
        if not _plain(name):
            return set()
        words = spot_words(picture)
        places = {place for spot in words if _plain(place := spot.rpartition(":")[2]) == _plain(name)}
        components = self._components(name)
        shown = [
            component
            for component in components
            if any(has(component_words, component.name, whole=True) for component_words in words.values())
        ]
        return {component.id for component in shown or components} | places

    def seats(self, name: str, picture: str) -> set[int]:
        """Return the seats with this number, or whose player or role has this name; all for ""."""
        panels = {spot: words for spot, words in spot_words(picture).items() if spot.startswith("seat:")}
        words_by_seat = {int(spot.partition(":")[2]): words for spot, words in panels.items()}
        if not name or is_whole(name):
            return {seat for seat in words_by_seat if name in ("", str(seat))}
        exact = {seat for seat, words in words_by_seat.items() if tokens(name) in map(tokens, _NAMES.split(words))}
        return exact or {seat for seat, words in words_by_seat.items() if has(words, name)}

    def _components(self, name: str) -> list[Component]:
        """Return the things with this name, or else those with a word in their name that begins like it."""
        wanted = _plain(name)
        exact = [
            component
            for component in self.listing.components
            if wanted in (_plain(component.id), _plain(component.name))
        ]
        if exact or len(wanted) < FEWEST:
            return exact
        return [
            component
            for component in self.listing.components
            if has(component.name, name) or _plain(component.id).startswith(wanted)
        ]


def _meaning(sign: str, board: str) -> str:
    """Return what a line of the board says a sign means, in upper or lower case; "" if none does."""
    parts = [part.strip() for line in board.splitlines()[2:] for part in _PARTS.split(line)]
    means = (part for spelling in (sign, sign.upper()) for part in parts if part.partition(" ")[0] == spelling)
    return next(filter(_is_phrase, means), "")


def _lines_of(component: Component, lying: str, board: str) -> Iterator[str]:
    """Yield a component's description, and its place on the board if that says more."""
    text = ". ".join(filter(None, (component.text, component.details)))
    now: list[str] = []
    for place in (*_places(board, component.name), lying):
        if not {*tokens(f"{component.name} {text}"), *tokens(" ".join(now))}.issuperset(tokens(place)):
            now.append(place)
    if text:
        yield Hanging(f"[bold]{escape(component.name)}[/]: {escape(text)}", INDENT)
    if now:
        yield Hanging(f"{' ' * INDENT if text else ''}[dim]Now:[/] {escape('; '.join(now))}", INDENT)


def _places(board: str, name: str) -> list[str]:
    """Return where on a board a name occurs: its headings, and the parts of lines that have it, each once."""
    places, heading = [], ""
    for line in board.splitlines()[2:]:
        if has(line, name, whole=True):
            places.append(heading if heading and line.startswith("  ") else _part_with(line, name))
        if not line.startswith(" "):
            heading = line.partition(":")[0] if line[0].isalpha() and ":" in line else ""
    return list(dict.fromkeys(places))


def _part_with(line: str, name: str) -> str:
    """Return a line with dots in place of the parts that lack a name, unless the line begins with the name."""
    start, colon, rest = line.strip().partition(": ")
    if not colon or has(start, name, whole=True):
        return line.strip()
    parts = _only(rest.split("; "), name)
    return f"{start}: {'; '.join(part if part == DOTS else _items_with(part, name) for part in parts)}"


def _items_with(part: str, name: str) -> str:
    """Return the same for a list, with what precedes its colon."""
    start, colon, listed = part.rpartition(": ")
    if has(start, name, whole=True):
        return part
    return f"{start}{colon}{', '.join(_only(map(str.strip, _ITEMS.findall(listed)), name))}"


def _only(parts: Iterable[str], name: str) -> list[str]:
    """Return the parts that have a name, with dots in place of those between them."""
    runs = groupby(parts, lambda part: has(part, name, whole=True))
    return [part for named, run in runs for part in (run if named else (DOTS,))]


def _is_phrase(part: str) -> bool:
    """Return whether a text is a run of words rather than columns."""
    return " " in part and "  " not in part


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, plain(name)))


def _begins(words: str, name: str) -> bool:
    return len(_plain(name)) >= FEWEST and _plain(words).startswith(_plain(name))
