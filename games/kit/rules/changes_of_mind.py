"""Changes of mind: how often a seat may take back what it did within one decision.

In its own turn a seat takes back its moves in every title, without a command of the title. This is for decisions that
several seats make at once, in secret.

A move and its retraction leave the table unchanged, but add entries to the record. Without a limit, a losing player
could go on forever. The limit is far above what anyone needs in order to decide; each title that lets a seat take
something back names the commands for it in its steps (`takes_back`), counts on its table how often the seat did, cites
a clause of its own, and leaves a move that ends the decision.
"""

from __future__ import annotations

from typing import Any

from games.kit.rules.decider import Decision, Refusal, Rules, open_steps, refusal
from gunbai_record.plain import Plain

MOST_CHANGES = 100
"""How often a seat may change its mind within one decision."""


def refuse_change(clause: int, made: int) -> Refusal | None:
    """Return the refusal of another change of mind by a seat that has used up its limit in this decision."""
    return refusal(clause, changes=made, at_most=MOST_CHANGES) if made >= MOST_CHANGES else None


def taking_back(rules: Rules[Any], table: Any) -> frozenset[type[Plain]]:
    """Return the types of commands that take something back at a table."""
    steps = (step for step in open_steps(rules, table) if isinstance(step, Decision))
    return frozenset(kind for step in steps for kind in step.takes_back)
