"""Words for a title that has none of its own: the names of its messages, steps and fields."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from games.kit.rules.decider import Decision, Rules
from games.kit.words.contract import Words
from games.kit.words.phrasebook import PARTED, Kind, Phrasebook
from gunbai_record.plain import Plain
from gunbai_record.text.negotiation import ENGLISH

SEAT = "seat"


def named_words(rules: Rules[Any]) -> Words:
    """Return words in English made from names: "Seat 1: piece moved, square: 4." of PieceMoved.

    A player's command does not name the seat, because whatever shows it says whose it is.
    """
    kinds: list[Kind] = [*_messages(rules), *rules.steps]
    given = {kind for step in rules.steps if issubclass(step, Decision) for kind in step.takes}
    sentences = {kind: _sentence(kind, names_seat=kind not in given) for kind in kinds}
    return Words(languages={ENGLISH: Phrasebook(sentences)})


def _messages(rules: Rules[Any]) -> Iterator[type[Plain]]:
    """Yield the types of the commands and events, and of their parts."""
    for stubs in dict.fromkeys(rules.protos[:2]):
        module = import_module(stubs.__name__.removesuffix("_pb2"))
        yield from (kind for kind in vars(module).values() if _is_message(kind))


def _is_message(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Plain) and kind is not Plain


def _sentence(kind: Any, *, names_seat: bool) -> str:
    """Return the template of a message or step; fields with the default of their type are left out."""
    name = PARTED.sub(" ", kind.__name__).lower()
    fields = [field for field in kind.__struct_fields__ if field != SEAT]
    details = "".join(f"[{field}?, {field.replace('_', ' ')}: {{{field}}}]" for field in fields)
    whose = "{seat}: " if names_seat and SEAT in kind.__struct_fields__ else ""
    asks = "?" if issubclass(kind, Decision) else "."
    return f"{whose}{name}{details}{asks}"
