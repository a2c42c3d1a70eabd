"""A game of an environment: the rules in this process, with chance from a seed.

A game on a service with the same seed has the same outcomes, so the moves make a record that anyone can verify.
"""

from __future__ import annotations

from copy import copy
from typing import Any

import msgspec
from google.protobuf.message import Message

from games.kit.rules import decider
from games.kit.rules.chance import Draws
from games.kit.rules.decider import CHANCE, Chance, Decision, Outcome, Step
from games.kit.rules.faults import seats_fault
from games.kit.title import Title
from gunbai_learn.actions import Actions
from gunbai_learn.commands import Choice, Offer
from gunbai_record.chance import Stream, common_chance, seed_secret
from gunbai_record.plain import Plain
from titles.catalogue import TITLES


class Terms(msgspec.Struct, frozen=True):
    """The terms of a game: the title, the version of its rules, the seats, and the options and the edition as JSON."""

    title: str
    rules_version: int
    seats: int
    options: str = ""
    edition: str = ""

    def read(self) -> Title[Any]:
        """Return the title. Raises KeyError for a title or version that is not installed."""
        return TITLES[self.title][self.rules_version]

    def table(self) -> Any:
        """Return the table before the first step of the game.

        Raises ValueError for a number of seats, options or an edition that cannot be played without a dealer.
        """
        rules = self.read().rules
        if fault := seats_fault(rules, self.seats):
            raise ValueError(fault)
        edition = rules.edition.read(self.edition) if self.edition else rules.edition
        table = rules.setup(self.seats, msgspec.json.decode(self.options or "{}", type=rules.options), edition)
        if reason := rules.needs_dealer(table):
            raise ValueError(reason)
        return table


class RecordDraws(Stream, Draws):
    """Draws from the stream of an outcome of a record."""


class IllegalActionError(ValueError):
    """An action that the mask does not allow."""


class Episode:
    """A game, from the first decision to the end."""

    def __init__(self, terms: Terms, actions: Actions, seed: str, *, asides: bool = False) -> None:
        """Begin a game. With `asides`, a seat that can act out of turn is asked too, and can wait."""
        self.terms, self.seed, self.actions = terms, seed, actions
        self._title, self._asides = terms.read(), asides
        self._key = common_chance(seed_secret(seed))
        self._drawn = 0
        self.moves = list[tuple[int, Plain]]()
        """The commands so far, with their seats; chance is left out."""
        self.table = decider.begin(self._title.rules, terms.table()).table
        """The whole table, hidden facts included."""
        self.step: Step[Any] | None = None
        """What the rules wait for; None after the end."""
        self.seat = 0
        """The seat that chooses; 0 after the end."""
        self.offer: Offer | None = None
        """What this seat can choose; None after the end."""
        self.legal: dict[int, Choice | None] = {}
        """The actions that are allowed, and the choices that they make; None for one that makes none."""
        self.queue = list[int]()
        """The seats that are asked after this one, if it waits."""
        self._page = 0
        self._settle()

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        """Return an independent copy of the game. Tables and commands never change, so both games can share them."""
        copied = copy(self)
        copied.moves, copied.queue, copied.offer = [*self.moves], [*self.queue], copy(self.offer)
        return copied

    @property
    def is_aside(self) -> bool:
        """Whether the seat is asked out of turn, so that it can wait."""
        return self.actions.wait in self.legal

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while the game runs."""
        return self._title.rules.outcome(self.table)

    def view(self, seat: int | None) -> Message:
        """Return what a seat, or a spectator, can know."""
        return self._title.rules.view(self.table, seat)

    def act(self, action: int) -> Plain | None:
        """Take an action for the seat; return the command if the action completes one. Raises IllegalActionError."""
        if action not in self.legal or self.offer is None:
            raise IllegalActionError(f"action {action} is not legal; the legal actions are {sorted(self.legal)}")
        choice = self.legal[action]
        if choice is None:
            self._skip(action)
            return None
        self._page = 0
        self.offer.choose(choice)
        command = self.offer.command
        if command is None:
            self._show()
            return None
        self.moves.append((self.seat, command))
        self.table = decider.carried_out(self._title.rules, self.table, self.seat, command).table
        self._settle()
        return command

    def _skip(self, action: int) -> None:
        """Show further values, or ask the next seat."""
        if action == self.actions.further:
            self._page += 1
            self._show()
        else:
            self._ask()

    def _settle(self) -> None:
        """Draw what chance shows, and ask the seats that can act."""
        rules = self._title.rules
        while isinstance(step := decider.waiting(rules, self.table), Chance):
            self._drawn += 1
            outcome = step.draw(self.table, RecordDraws(self._key, self._drawn))
            self.table = decider.carried_out(rules, self.table, CHANCE, outcome).table
        self.step, self.queue, self.seat = step, [], 0
        if isinstance(step, Decision):
            asked = step.seats(self.table)
            aside = [seat for seat in self.table.seats if seat not in asked] if self._asides else []
            self.queue = [*aside, asked[0]]
            self._ask()
        else:
            self.offer, self.legal = None, {}

    def _ask(self) -> None:
        """Ask the next seat that can do something."""
        while self.queue:
            self.seat = self.queue.pop(0)
            self.offer = Offer(self._title, self.table, self.seat)
            if self.offer.choices:
                self._show()
                return
        raise decider.BrokenLawError(f"{self.step!r} of {self._title.name} leaves seat {self.seat} no legal move")

    def _show(self) -> None:
        """Note the actions that are allowed."""
        if self.offer is None:
            return
        self.legal = self.actions.offered(self.offer, self._page)
        if self.queue and not self.offer.begun and not self._page:
            self.legal[self.actions.wait] = None
