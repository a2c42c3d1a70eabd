"""Changes: what a version of the rules judges otherwise than the version before it."""

from __future__ import annotations

import msgspec


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One verdict that a rules version gives otherwise than the version before it."""

    clause: str
    """The number of the clause by which it is given, such as "LD-3.3"."""
    verdict: str
    """What is judged now, and what was before, as a sentence."""
    reason: str
    """Why, with the place in the rulebook if it was misread, as a sentence."""
