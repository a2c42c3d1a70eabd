"""Canonical JSON of tables, in both directions: the form of set-ups and of position digests.

Field order is the order of definition, text is UTF-8 without spaces; an edition is its digest; each step on the agenda
carries its name in "step". Equal tables give equal bytes.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from games.decider import Step, Table, Title
from games.edition import Edition, digest_of

T = TypeVar("T", bound=Table)

_encoder = msgspec.json.Encoder(enc_hook=digest_of, order="deterministic")


class BadTableError(ValueError):
    """JSON that is no table of the title, or a table that cannot be: the message says where and why."""


def encode(table: Table) -> bytes:
    """Return the canonical JSON of a table."""
    return _encoder.encode(table)


def decode(title: Title[T], text: str | bytes, edition: Edition[Any]) -> T:
    """Return the table that the JSON holds, played with `edition`. Raises BadTableError."""
    try:
        fields = msgspec.json.decode(text, type=dict[str, Any])
        agenda = tuple(_step(title, step) for step in fields.pop("agenda", ()))
        table = msgspec.convert(fields, title.table, dec_hook=_edition_hook(edition), str_keys=True)
    except (msgspec.ValidationError, msgspec.DecodeError, RecursionError) as error:
        raise BadTableError(str(error)) from None
    return table.but(agenda=agenda)


def read(title: Title[T], text: str | bytes, edition: Edition[Any]) -> T:
    """Return the table that a set-up holds, after the title's invariants accepted it. Raises BadTableError."""
    table = decode(title, text, edition)
    for broken in title.invariants(table):
        raise BadTableError(broken)
    return table


def _step(title: Title[Any], step: Any) -> Step[Any]:
    kinds = {kind.__name__: kind for kind in title.steps}
    name = step.get("step") if isinstance(step, dict) else None
    if name not in kinds:
        raise msgspec.ValidationError(f"no step of {title.name} is called {name!r} - at `$.agenda`")
    found: Step[Any] = msgspec.convert(step, kinds[name], str_keys=True)
    return found


def _edition_hook(edition: Edition[Any]) -> Any:
    def hook(kind: type, value: Any) -> Any:
        if value != edition.digest:
            raise ValueError(f"the table belongs to the edition {value!r}, the game is played with {edition.digest!r}")
        return edition

    return hook
