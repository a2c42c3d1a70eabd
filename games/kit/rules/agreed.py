"""What players agree on before a game: where the rulebook leaves them a choice."""

from __future__ import annotations

import msgspec

CLAUSES = "clauses"
"""The key of an option's JSON Schema that lists the numbers of these clauses."""


def under(*clauses: str) -> msgspec.Meta:
    """Return the annotation of an option that these clauses, such as "KT-15.1", leave to the players.

    One that only switches a house ruling needs none: the register names the option.
    """
    return msgspec.Meta(extra_json_schema={CLAUSES: list(clauses)})
