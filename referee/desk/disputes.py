"""Disputes in the store: the papers of a game, each a part of a dispute, which is all of them in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from google.protobuf.message import DecodeError

from gunbai.referee.v1 import disputes_pb2 as pb
from referee.access.accounts import charge_storage
from referee.errors import DisputeNotFound, PapersUsedUp, RecordDamaged
from store.contract import Paper, PaperConflict, Store

MOST_OF_A_SEAT = 16
"""The most disputes and statements of one seat of a game; of seven seats there is room for all verdicts too."""


def disputes_in(papers: Sequence[Paper]) -> list[pb.Dispute]:
    """Return the disputes that papers make up, in order. Raises RecordDamaged for what is none."""
    disputes: list[pb.Dispute] = []
    for paper in papers:
        try:
            part = pb.Dispute.FromString(paper.data)
        except DecodeError:
            raise RecordDamaged(paper.game, 0, f"paper {paper.number} is no part of a dispute") from None
        if part.number == len(disputes) + 1:
            disputes.append(part)
        elif 1 <= part.number <= len(disputes):
            disputes[part.number - 1].MergeFrom(part)
        else:
            raise RecordDamaged(paper.game, 0, f"paper {paper.number} is of a dispute that was not opened")
    return disputes


def numbered(disputes: Sequence[pb.Dispute], game: str, number: int) -> pb.Dispute:
    """Return the dispute with a number. Raises DisputeNotFound."""
    if not 1 <= number <= len(disputes):
        raise DisputeNotFound(game, number, len(disputes))
    return disputes[number - 1]


def check_share(disputes: Sequence[pb.Dispute], game: str, seat: int) -> None:
    """Check that a seat may add another paper. Raises PapersUsedUp."""
    said = sum(dispute.seat == seat for dispute in disputes)
    said += sum(each.seat == seat for dispute in disputes for each in dispute.statements)
    if said >= MOST_OF_A_SEAT:
        raise PapersUsedUp(game, seat, MOST_OF_A_SEAT)


async def every_dispute(store: Store, game: str) -> list[pb.Dispute]:
    """Return the disputes of a game in order."""
    return disputes_in(await store.papers(game))


async def filed(
    store: Store, game: str, now: Callable[[], int], decide: Callable[[Sequence[pb.Dispute]], pb.Dispute | None]
) -> list[pb.Dispute]:
    """Add the part that `decide` makes of the disputes so far, or nothing for None, and return all after it.

    It is asked again if another paper was first. Raises what `decide` raises.
    """
    while True:
        papers = await store.papers(game)
        part = decide(disputes_in(papers))
        data = part.SerializeToString() if part is not None else b""
        added = [Paper(game=game, number=len(papers) + 1, at=now() // 1000, data=data)] if data else []
        try:
            # Where nothing is added, what a call before this one added is acknowledged, and must be stored for good.
            await store.add_papers(game, len(papers), added)
        except PaperConflict:
            continue
        charge_storage(len(data))
        return disputes_in([*papers, *added])
