"""Who may use which talent, and why not; no talent has to be used, so each can be declined (SS-6.4)."""

from __future__ import annotations

from games.kit.rules.decider import Refusal, refusal
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import clauses_pb2 as clause


def refuse_talent(table: SamuraiTable, seat: int, samurai: str, talent_clause: int) -> Refusal | None:
    """Return why a seat cannot use the talent of a samurai now (SS-5.13, SS-6.2, SS-6.5)."""
    if table.has_talent(seat, samurai):
        return None
    if table.is_bound(seat, "no_talent"):
        return refusal(clause.CLAUSE_5_13, seat=seat, talent=samurai)
    if samurai not in (table.at(owner).id for owner in table.borrowed_by(seat)):
        return refusal(talent_clause, seat=seat, talent=samurai)
    if seat == table.active:
        return refusal(clause.CLAUSE_6_2, seat=seat, talent=samurai)
    return refusal(clause.CLAUSE_6_5, seat=seat, talent=samurai)
