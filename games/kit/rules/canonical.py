"""Canonical JSON of tables, in both directions: the form of set-ups and of position digests.

Field order is the order of definition, the agenda first; text is UTF-8 without spaces; an edition is its digest; each
step on the agenda carries its name in "step". Equal tables give equal bytes.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar, Union

import msgspec

from games.kit.rules.decider import Rules, Step, Table
from games.kit.rules.edition import Edition, digest_of
from games.kit.rules.faults import cited_clause, seats_fault

T = TypeVar("T", bound=Table)

# The bytes are digested, so the order of a mapping's keys must not depend on how it was made.
_encoder = msgspec.json.Encoder(enc_hook=digest_of, order="deterministic")


class BadTableError(ValueError):
    """JSON that is not a table of the rules, or an impossible table: the message says where and why.

    `clause` is the number of the clause that the table breaks, or "".
    """

    def __init__(self, problem: str, clause: str = "") -> None:
        super().__init__(problem)
        self.clause = clause


def prepare(rules: Rules[Any]) -> None:
    """Have msgspec inspect the types that a title's JSON is read as.

    It does so on a type's first use, and two threads that reach it at once crash the process (seen with 0.22). So it is
    done before there are threads.
    """
    for kind in (rules.options, rules.table, type(rules.edition.data)):
        msgspec.json.Decoder(kind)
    if rules.owed:
        msgspec.json.Decoder(_agenda_of(rules.owed))


def encode(value: Table | Step[Any]) -> bytes:
    """Return the canonical JSON of a table, or of a step as it is on an agenda."""
    return _encoder.encode(value)


def decode(rules: Rules[T], text: str | bytes, edition: Edition[Any]) -> T:
    """Return the table that the JSON holds, played with `edition`. Raises BadTableError."""
    try:
        # In two parts: the types of the agenda are those of this version's steps, which the table's class does not
        # know.
        fields = msgspec.json.decode(text, type=dict[str, Any])
        agenda = msgspec.convert({"agenda": fields.pop("agenda", ())}, _agenda_of(rules.owed)).agenda
        # JSON has only texts as keys (`str_keys`), even where a table counts by number.
        table = msgspec.convert(fields, rules.table, dec_hook=_edition_hook(edition), str_keys=True)
    # Anybody may send a set-up, and one that is nested deeply enough exhausts the stack.
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadTableError(str(error)) from None
    return table.but(agenda=agenda)


def read(rules: Rules[T], text: str | bytes, edition: Edition[Any], seats: int | None = None) -> T:
    """Return the table that a set-up describes, once the title's invariants accept it; with this many seats, if given.

    Raises BadTableError, also for a number that no view has room for.
    """
    table = decode(rules, text, edition)
    if fault := seats_fault(rules, table.players):
        raise BadTableError(fault, rules.seats_clause)
    # Before the views, which are total over possible tables only.
    for broken in rules.invariants(table):
        raise BadTableError(broken, cited_clause(broken))
    for reader in (None, *table.seats):
        try:
            rules.view(table, reader)
        except ValueError as error:
            # A number in JSON may be larger than its field in the view, which every reader would then run into.
            raise BadTableError(f"it cannot be shown: {error}") from None
    if seats is not None and table.players != seats:
        raise BadTableError(f"it is a table for {table.players} seats, and the game has {seats}")
    return table


@cache
def _agenda_of(steps: tuple[type[Step[Any]], ...]) -> Any:
    """Return a type whose one field is an agenda of these steps, so that an error gives its place as in a table."""
    step: Any = Union[steps]  # noqa: UP007  # made from values
    return msgspec.defstruct("Agenda", [("agenda", tuple[step, ...])])


def _edition_hook(edition: Edition[Any]) -> Any:
    def hook(kind: type, value: Any) -> Any:
        if value != edition.digest:
            raise ValueError(f"the table belongs to the edition {value!r}, the game is played with {edition.digest!r}")
        return edition

    return hook
