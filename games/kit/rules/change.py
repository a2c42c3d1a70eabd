"""Changes: what a version of the rules judges differently from the version before it."""

from __future__ import annotations

import msgspec


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A verdict that differs between a rules version and the version before it."""

    clause: str
    """The number of its clause, such as "LD-3.3"."""
    verdict: str
    """The new verdict and the old one, as a sentence."""
    reason: str
    """Why, with the place in the rulebook if it was misread, as a sentence."""
