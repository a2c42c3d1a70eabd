"""Papers in the store: statements by seats and the arbiter outside the record, with their message types.

A dispute consists of its papers in order. A result's confirmation is one paper, and so is the replacement of a player's
key.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError

from gunbai.record.v1.log_pb2 import KeyReplacement
from gunbai.referee.v1.disputes_pb2 import Dispute, Statement
from gunbai.referee.v1.results_pb2 import ResultConfirmation
from referee.access.charges import charge_storage
from referee.errors import DisputeNotFound, PapersUsedUp, RecordDamaged
from referee.game.entries import packed
from referee.records.log_leaves import leaf_of_replacement, leaf_of_verdict
from store.contract import Leaf, Paper, PaperConflict, Store

MOST_OF_A_SEAT = 16
"""The maximum number of disputes and statements by one seat in a game; with 7 seats, all verdicts fit too."""

Part: TypeAlias = Dispute | ResultConfirmation | KeyReplacement
"""A paper's content."""


class Papers(NamedTuple):
    """A game's papers: disputes in order, its result's confirmations by seat, and keys that were replaced."""

    disputes: tuple[Dispute, ...] = ()
    confirmations: tuple[ResultConfirmation, ...] = ()
    replacements: tuple[KeyReplacement, ...] = ()

    def dispute(self, game: str, number: int) -> Dispute:
        """Return the dispute with a number. Raises DisputeNotFound."""
        if not 1 <= number <= len(self.disputes):
            raise DisputeNotFound(game, number, len(self.disputes))
        return self.disputes[number - 1]

    def made_by(self, seat: int, request_id: str) -> Dispute | Statement | None:
        """Return the dispute that a seat opened, or the statement that it made, with this request id."""
        statements = (statement for dispute in self.disputes for statement in dispute.statements)
        papers: tuple[Dispute | Statement, ...] = (*self.disputes, *statements)
        return next((paper for paper in papers if (paper.seat, paper.request_id) == (seat, request_id)), None)

    def check_share(self, game: str, seat: int) -> None:
        """Check that a seat may add another paper to the disputes. Raises PapersUsedUp."""
        count = sum(dispute.seat == seat for dispute in self.disputes)
        count += sum(statement.seat == seat for dispute in self.disputes for statement in dispute.statements)
        if count >= MOST_OF_A_SEAT:
            raise PapersUsedUp(game, seat, MOST_OF_A_SEAT)


def papers_in(rows: Sequence[Paper]) -> Papers:
    """Return the papers in rows. Raises RecordDamaged for anything else."""
    disputes, confirmations, replacements = list[Dispute](), list[ResultConfirmation](), list[KeyReplacement]()
    for row in rows:
        part = _part_in(row)
        if isinstance(part, ResultConfirmation):
            confirmations.append(part)
        elif isinstance(part, KeyReplacement):
            replacements.append(part)
        elif part.number == len(disputes) + 1:
            disputes.append(part)
        elif 1 <= part.number <= len(disputes):
            disputes[part.number - 1].MergeFrom(part)
        else:
            raise RecordDamaged(row.game, 0, f"paper {row.number} belongs to a dispute that was never opened")
    by_seat = sorted(confirmations, key=lambda confirmation: confirmation.seat)
    return Papers(tuple(disputes), tuple(by_seat), tuple(replacements))


def _part_in(row: Paper) -> Part:
    try:
        content = AnyMessage.FromString(row.data)
        for kind in (Dispute, ResultConfirmation, KeyReplacement):
            if content.Is(kind.DESCRIPTOR):
                return kind.FromString(content.value)
    except DecodeError:
        pass
    raise RecordDamaged(
        row.game, 0, f"paper {row.number} does not belong to a dispute, a confirmation or a replaced key"
    )


async def papers_of(store: Store, game: str) -> Papers:
    """Return a game's papers."""
    return papers_in(await store.papers(game))


async def filed(
    store: Store,
    game: str,
    now: Callable[[], int],
    decide: Callable[[Papers], Part | None],
    *,
    version: int = 0,
    since: int | None = None,
) -> Papers:
    """Add the part that `decide` makes from the papers so far, or nothing for None, and return all papers after it.

    It is asked again if another paper came first. A verdict is a leaf in the log of all games, which is written with
    it; so is a key's replacement, where the key took its seat at `version`. Raises what `decide` raises,
    and LeafConflict if the log has another such leaf `since`.
    """
    while True:
        rows = await store.papers(game)
        papers = papers_in(rows)
        part = decide(papers)
        data = packed(part).SerializeToString() if part is not None else b""
        added = [Paper(game=game, number=len(rows) + 1, at=now() // 1000, data=data)] if data else []
        after = papers_in([*rows, *added])
        leaves = list[Leaf]()
        if isinstance(part, Dispute) and part.HasField("verdict"):
            leaves.append(leaf_of_verdict(after.disputes[part.number - 1]))
        elif isinstance(part, KeyReplacement):
            leaves.append(leaf_of_replacement(game, version, part))
        try:
            # If nothing is added, an earlier call's paper is acknowledged now, so it must be stored for good.
            await store.add_papers(game, len(rows), added, leaves=leaves, since=since)
        except PaperConflict:
            continue
        charge_storage(len(data))
        return after
