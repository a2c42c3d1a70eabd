"""What a person at a game may look up: the aim of the title, its clauses, and the things on the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rich.markup import escape

from clients.cli.explanations import explain
from clients.cli.output import Hanging
from gunbai.referee.v1.audit_pb2 import ListClausesResponse
from gunbai.referee.v1.lobby_pb2 import Component, GetTitleResponse
from gunbai_client import Gunbai
from gunbai_client.clauses import Citations
from gunbai_client.picture import spot_words

MOST = 8
"""The most clauses or things that are listed."""
FEWEST = 3
"""How many letters of a name tell a thing."""
INDENT = 6
"""How far from the left what is said of a thing stands."""


@dataclass
class Lookups:
    """The rules and the things of a title, as a service tells them; what was asked for once is kept."""

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
            f"[dim]`rules WORD` lists the clauses with a word, and a number such as {first} explains one; "
            f"`gunbai clauses {self.title}` lists all {self.listing.clauses}.[/]"
        )

    def clauses_with(self, word: str) -> Iterator[str]:
        """Yield the clauses whose sentence has a word, or another beginning so, as lines of markup."""
        found = [each for each in self.rules.clauses if _has(each.sentence, word)]
        for clause in found[:MOST]:
            yield Hanging(f"[bold]{clause.number:<8}[/]{escape(clause.sentence)}", 8)
        if len(found) > MOST:
            yield f"[dim]        and {len(found) - MOST} more: `gunbai clauses {self.title} --search {escape(word)}`[/]"

    def clause(self, number: str) -> Iterator[str]:
        """Yield a clause or a house ruling explained, as `gunbai clauses` does; nothing if there is none."""
        found = explain(self.rules, number)
        yield from found.lines(Citations()) if found else ()

    def thing(self, name: str, picture: str) -> Iterator[str]:
        """Yield what a thing of this name is and how it lies on the board, as lines of markup; a number is no name."""
        if _plain(name).isdecimal():
            return
        lying = spot_words(picture)
        here = {spot.rpartition(":")[2]: words for spot, words in lying.items()}
        told = [line for each in self._components(name)[:MOST] for line in _told(each, here.get(each.id, ""))]
        found = [words for spot, words in here.items() if _plain(spot) == _plain(name) or _begins(words, name)]
        yield from told or map(escape, dict.fromkeys(found))

    def is_name(self, name: str) -> bool:
        """Return whether a thing is called exactly so."""
        return any(_plain(name) in (_plain(each.id), _plain(each.name)) for each in self.listing.components)

    def _components(self, name: str) -> list[Component]:
        """Return what is called so; if nothing is, what has a word of its name that begins so."""
        wanted = _plain(name)
        exact = [each for each in self.listing.components if wanted in (_plain(each.id), _plain(each.name))]
        if exact or len(wanted) < FEWEST:
            return exact
        return [each for each in self.listing.components if _has(each.name, name) or _plain(each.id).startswith(wanted)]


def _told(component: Component, lying: str) -> Iterator[str]:
    """Yield what is known of a component, and what it is on the board if that says more."""
    said = ". ".join(filter(None, (component.text, component.details)))
    now = lying if lying != component.name and not (component.text and component.text in lying) else ""
    if said:
        yield Hanging(f"[bold]{escape(component.name)}[/]: {escape(said)}", INDENT)
    if now:
        yield Hanging(f"{' ' * INDENT if said else ''}[dim]Now:[/] {escape(now)}", INDENT)


def _plain(name: str) -> str:
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def _begins(words: str, name: str) -> bool:
    return len(_plain(name)) >= FEWEST and _plain(words).startswith(_plain(name))


def _has(text: str, name: str) -> bool:
    """Return whether a text has the words of a name, one after the other, the last of them perhaps begun only."""
    said, wanted = _words(text), _words(name)
    return bool(wanted) and f" {' '.join(wanted)}" in f" {' '.join(said)}"


def _words(text: str) -> list[str]:
    return list(filter(None, map(_plain, text.replace("-", " ").split())))
