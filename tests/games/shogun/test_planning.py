"""Plans are laid piece by piece or as a whole, with the same result (SH-6)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.kit.rules import decider
from games.kit.rules.decider import Accepted, Refusal
from games.shogun import SHOGUN
from games.shogun.rules.data import SPACES, WAR_CHESTS
from games.shogun.rules.table import Land, ShogunTable
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai_record.plain import Plain
from tests.games.shogun.positions import EMPTY, PLANS, on_board, planning

FEW = on_board(planning(), Land("mino", 1, 3), Land("suruga", 1, 3), Land("kii", 2, 3), Land("hida", 3, 3))
CARDS_OF_FEW = ("mino", "suruga", *WAR_CHESTS)


def after(table: ShogunTable, *moves: Plain) -> ShogunTable:
    for move in moves:
        ruling = decider.decide(SHOGUN.rules, table, 1, move)
        assert isinstance(ruling, Accepted), ruling
        table = ruling.table
    return table


def piece(card: str) -> Plain:
    return cmd.LayCard(seat=1, card=card) if card else cmd.LeaveSpaceEmpty(seat=1)


@given(st.permutations([*PLANS[1][:9], *WAR_CHESTS]))
def test_pieces_make_the_same_plan_as_the_whole(cards: list[str]) -> None:
    plan = tuple(cards[: len(SPACES)])
    pieces = after(planning(), *map(piece, plan), cmd.SealPlan(seat=1))
    assert pieces == after(planning(), cmd.LayPlan(seat=1, cards=plan))


@given(st.permutations([*CARDS_OF_FEW, *EMPTY[:4]]))
def test_with_few_cards_any_four_spaces_may_stay_empty(cards: list[str]) -> None:
    pieces = after(FEW, *map(piece, cards), cmd.SealPlan(seat=1))
    assert pieces == after(FEW, cmd.LayPlan(seat=1, cards=tuple(cards)))
    assert list(SHOGUN.rules.invariants(pieces)) == []


def test_a_plan_that_is_laid_anew_or_taken_up_is_a_change_and_the_first_one_is_none() -> None:
    whole = cmd.LayPlan(seat=1, cards=(*PLANS[1][:9], *WAR_CHESTS)[: len(SPACES)])
    card = piece(PLANS[1][0])
    assert after(planning(), card).at(1).changes == 0
    assert after(planning(), whole).at(1).changes == 0
    assert after(planning(), card, whole).at(1).changes == 1
    assert after(planning(), whole, cmd.ReopenPlan()).at(1).changes == 1
    assert after(planning(), card, cmd.TakeCardUp(seat=1), card).at(1).changes == 1


@given(st.lists(st.sampled_from(["", "kii", "atlantis", *CARDS_OF_FEW]), max_size=12))
def test_a_whole_plan_is_refused_where_its_pieces_are(cards: list[str]) -> None:
    whole = decider.decide(SHOGUN.rules, FEW, 1, cmd.LayPlan(seat=1, cards=tuple(cards)))
    table, refused = FEW, None
    for move in (*map(piece, cards), cmd.SealPlan(seat=1)):
        ruling = decider.decide(SHOGUN.rules, table, 1, move)
        if isinstance(ruling, Refusal):
            refused = ruling
            break
        table = ruling.table
    assert isinstance(whole, Refusal) == (refused is not None)
    if len(cards) == len(SPACES) and refused is not None:
        assert whole == refused


def test_taking_cards_up_leads_back_to_an_empty_board() -> None:
    table = after(planning(), *map(piece, PLANS[1]))
    assert after(table, *[cmd.TakeCardUp(seat=1)] * len(SPACES)).but_at(1, changes=0) == planning()


def test_when_the_last_card_cannot_be_the_bid_cards_can_still_be_taken_up() -> None:
    """With six provinces and four chests spent, the fourth war chest must not be left for the bid."""
    six = [Land(name, 1, 2) for name in ("mino", "suruga", "izu", "owari", "sagami", "tajima")]
    table = on_board(planning(), *six, Land("kii", 2, 3), Land("hida", 3, 3)).but_at(1, chests=3)
    laid = (*(land.province for land in six), "chest_0", "chest_1", "chest_2", "chest_3")
    stuck = after(table, *map(piece, laid))
    assert list(decider.legal(SHOGUN.rules, stuck, 1)) == [cmd.TakeCardUp(seat=1)]


def test_every_card_of_the_hand_is_offered_for_one_space_at_a_time() -> None:
    legal = list(decider.legal(SHOGUN.rules, planning(), 1))
    assert [move.card for move in legal if isinstance(move, cmd.LayCard)] == list(planning().hand(1))
    assert len(legal) == 14


def test_no_more_pieces_are_tried_than_there_are_cards_and_moves_without_one() -> None:
    """The list of a large hand is quick: it grows with the hand, not with the plans that can be made of it."""
    crowd = [Land(name, 1, 1) for name in planning().ground.provinces(3)]
    table = on_board(planning(), *crowd)
    assert len(list(decider.legal(SHOGUN.rules, table, 1))) == 42
    tried = [move for step in decider.open_steps(SHOGUN.rules, table) for move in step.candidates(table, 1)]  # type: ignore[attr-defined]  # a decision
    assert len(tried) <= len(table.hand(1)) + 3


def test_a_sealed_plan_may_be_replaced_until_the_last_is_sealed() -> None:
    table = after(planning(), cmd.LayPlan(seat=1, cards=PLANS[1]))
    other = (*PLANS[1][1:9], PLANS[1][0], *PLANS[1][9:])
    assert after(table, cmd.LayPlan(seat=1, cards=other)).at(1).plan == other
    assert decider.asked_seats(SHOGUN.rules, after(table, cmd.ReopenPlan())) == (1, 2, 3)
    for seat in (2, 3):
        ruling = decider.decide(SHOGUN.rules, table, seat, cmd.LayPlan(seat=seat, cards=PLANS[seat]))
        assert isinstance(ruling, Accepted)
        table = ruling.table
    refused = decider.decide(SHOGUN.rules, table, 1, cmd.LayPlan(seat=1, cards=other))
    assert isinstance(refused, Refusal)
    assert refused.clause == clause.CLAUSE_6_9


def test_nobody_lays_cards_in_another_players_name() -> None:
    for move in (cmd.LayCard(seat=2, card="kii"), cmd.LayPlan(seat=2, cards=PLANS[2]), cmd.SealPlan(seat=2)):
        refused = decider.decide(SHOGUN.rules, planning(), 1, move)
        assert isinstance(refused, Refusal)
        assert refused.clause == clause.CLAUSE_1_9
