"""Spots: the things in a picture at which a command points, so that it can be chosen on the board.

A spot is named by its kind and its name, such as "field:b1" or "die:3". The picture has it as a `data-spot` attribute.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gunbai_record.plain import Plain, set_fields


def spot(kind: str, name: object) -> str:
    """Return the spot of a thing."""
    return f"{kind}:{name}"


def pointed(move: Plain, kinds: Mapping[str, str]) -> Iterator[str]:
    """Yield the spots of the things that a command names, in field order; `kinds` gives their kinds by field.

    A field that is not set names nothing; a repeated one names a thing with each of its values.
    """
    for field, value in set_fields(move):
        if field in kinds:
            for name in value if isinstance(value, tuple) else (value,):
                yield spot(kinds[field], name)


def points_nowhere(table: Any, move: Plain) -> tuple[str, ...]:
    """Return no spots: the `spots` of titles whose commands name nothing that lies on the table."""
    return ()
