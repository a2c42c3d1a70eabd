"""Papers of a game: the parts of disputes in their order, and the confirmations of its result; nothing else is one."""

from __future__ import annotations

import pytest
from google.protobuf.message import Message

from gunbai.record.v1.results_pb2 import Agree
from gunbai.referee.v1.disputes_pb2 import Dispute, Statement
from gunbai.referee.v1.results_pb2 import ResultConfirmation
from lab.toy_games import NAME, started, store_with
from referee.access.charges import charge_to
from referee.errors import DisputeNotFound, PapersUsedUp, RecordDamaged
from referee.game.entries import packed
from referee.records.papers import Papers, filed, papers_in
from store.contract import Paper


def row(number: int, content: Message) -> Paper:
    return Paper(game="g", number=number, at=1, data=packed(content).SerializeToString())


def test_a_dispute_is_made_up_of_its_papers() -> None:
    rows = [
        row(1, Dispute(number=1, seat=2, claim="No.")),
        row(2, ResultConfirmation(seat=2)),
        row(3, Dispute(number=2, seat=1, claim="Yes.")),
        row(4, Dispute(number=1, statements=[Statement(seat=1, text="It was.")])),
        row(5, ResultConfirmation(seat=1)),
    ]
    papers = papers_in(rows)
    disputes = [(dispute.number, dispute.claim, len(dispute.statements)) for dispute in papers.disputes]
    assert disputes == [(1, "No.", 1), (2, "Yes.", 0)]
    assert [confirmation.seat for confirmation in papers.confirmations] == [1, 2]


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([row(1, Dispute(number=2))], "paper 1 belongs to a dispute that was never opened"),
        ([row(1, Dispute(number=1)), row(2, Dispute())], "paper 2 belongs to a dispute that was never opened"),
        ([row(1, Agree())], "paper 1 does not belong to a dispute, a confirmation or a replaced key"),
        (
            [Paper(game="g", number=1, at=1, data=b"\xff")],
            "paper 1 does not belong to a dispute, a confirmation or a replaced key",
        ),
    ],
)
def test_what_is_no_paper_is_damage(rows: list[Paper], problem: str) -> None:
    with pytest.raises(RecordDamaged, match=problem):
        papers_in(rows)


async def test_what_a_paper_takes_is_charged_and_what_adds_none_is_free() -> None:
    store, charges = await store_with(started()), list[float]()
    charge_to(lambda _: None, charges.append)
    paper = Dispute(number=1, seat=1, claim="No.")
    await filed(store, NAME, lambda: 1_000, lambda papers: paper if not papers.disputes else None)
    await filed(store, NAME, lambda: 1_000, lambda _: None)
    (row,) = await store.papers(NAME)
    assert charges == [len(row.data), 0]
    assert row.at == 1


def test_a_dispute_is_found_by_its_number_and_what_a_seat_said_by_its_request() -> None:
    statement = Statement(seat=1, request_id="b")
    first, second = Dispute(number=1, seat=2, request_id="a", statements=[statement]), Dispute(number=2, seat=1)
    papers = Papers((first, second))
    assert [papers.dispute("g", number) for number in (1, 2)] == [first, second]
    for number in (0, 3):
        with pytest.raises(DisputeNotFound) as missing:
            papers.dispute("g", number)
        assert (missing.value.game, missing.value.dispute, missing.value.disputes) == ("g", number, 2)
    pairs = [(2, "a"), (1, "b"), (1, "a"), (2, "b"), (1, "")]
    assert [papers.made_by(*pair) for pair in pairs] == [first, statement, None, None, second]


def test_a_seat_says_sixteen_things_of_a_game_and_the_others_do_not_count() -> None:
    mine = [Statement(seat=1) for _ in range(7)]
    disputes = tuple(
        Dispute(number=number, seat=1 + number % 2, statements=[*mine, Statement(seat=2)]) for number in (1, 2)
    )
    Papers(disputes).check_share("g", 1)
    Papers(disputes).check_share("g", 2)
    full = Papers((*disputes, Dispute(number=3, seat=1)))
    full.check_share("g", 2)
    with pytest.raises(PapersUsedUp) as used_up:
        full.check_share("g", 1)
    assert (used_up.value.game, used_up.value.seat, used_up.value.papers) == ("g", 1, 16)
