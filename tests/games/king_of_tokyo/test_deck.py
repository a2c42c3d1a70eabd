"""The deck has no order: each unseen card is equally likely, and only those who looked at the top card know it."""

from __future__ import annotations

from fractions import Fraction

from games.king_of_tokyo import KING_OF_TOKYO as TITLE
from games.king_of_tokyo.rules.data import CARDS, KEEP
from games.king_of_tokyo.rules.steps import BuyCards, PeekCard, RevealCard
from games.king_of_tokyo.rules.table import Options, TokyoTable, setup
from games.kit.rules import canonical, decider
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev
from gunbai_record.plain import is_private
from tests.games.king_of_tokyo.positions import MARKET, buying, monster, play, table
from tests.games.king_of_tokyo.test_random_play import entries


def test_every_unseen_card_is_as_likely_to_be_the_next() -> None:
    position = table(monster(1, "jets"), monster(2), discard=("heal",), market=("tanks", "", "wings"))
    step = RevealCard(2)
    chances = {card: step.probability(position, cmd.TurnCard(card=card)) for card in CARDS}
    assert sum(chances.values()) == 1
    assert {card for card, chance in chances.items() if not chance} == {"jets", "heal", "tanks", "wings"}
    assert set(chances.values()) == {Fraction(0), Fraction(1, 62)}


def test_cards_come_as_from_a_shuffled_deck() -> None:
    """Any three given cards are the first three of a shuffled deck of 66 once in 66 x 65 x 64 times."""
    position, chance = setup(2, Options(), TITLE.rules.edition), Fraction(1)
    for slot, card in enumerate(("jets", "heal", "wings"), 1):
        chance *= RevealCard(slot).probability(position, cmd.TurnCard(card=card))
        position = position.in_slot(slot, card)
    assert chance == Fraction(1, 66 * 65 * 64)


def test_an_empty_deck_is_the_discard_pile_shuffled() -> None:
    seen = ("tanks", "", "wings")
    discard = tuple(card for card in CARDS if card not in seen)
    position = table(monster(1), monster(2), discard=discard, market=seen)
    assert RevealCard(2).probability(position, cmd.TurnCard(card="jets")) == Fraction(1, 64)
    assert RevealCard(2).probability(position, cmd.TurnCard(card="tanks")) == 0


def test_who_looks_at_the_top_card_of_an_empty_deck_sees_one_of_the_discard_pile() -> None:
    seen = (*MARKET, "made_in_a_lab")
    discard = tuple(card for card in CARDS if card not in seen)
    position = buying(monster(1, "made_in_a_lab"), monster(2), discard=discard)
    looked = play(position, (1, cmd.LookAtTopCard()), (0, cmd.PeekCard(seat=1, card="jets")))
    assert list(looked.events) == [ev.DeckReshuffled(), ev.TopCardSeen(seat=1, card="jets")]
    assert (looked.table.discard, looked.table.top_card) == ((), "jets")
    assert len(looked.table.unseen) == len(discard) - 1


def test_the_top_card_that_somebody_saw_is_certain() -> None:
    position = table(monster(1), monster(2), top_card="jets", lookers=(1,), market=("tanks", "", "wings"))
    assert RevealCard(2).probability(position, cmd.TurnCard(card="jets")) == 1
    assert RevealCard(2).probability(position, cmd.TurnCard(card="heal")) == 0


def test_a_look_is_shown_to_one_seat() -> None:
    assert is_private(cmd.PeekCard)
    assert is_private(ev.TopCardSeen)
    assert PeekCard(1).probability(table(monster(1), monster(2)), cmd.PeekCard(seat=2, card="jets")) == 0


def looked_at(card: str) -> TokyoTable:
    start = buying(monster(1, "made_in_a_lab", energy=9), monster(2, "opportunist", energy=9), monster(3))
    return play(start, (1, cmd.LookAtTopCard()), (0, cmd.PeekCard(seat=1, card=card))).table


def test_a_look_only_informs_as_its_question_and_every_other_answer_stay() -> None:
    start = buying(monster(1, "made_in_a_lab", energy=9), monster(2, "opportunist", energy=9), monster(3))
    after = looked_at("jets")
    assert decider.waiting(TITLE.rules, after) == decider.waiting(TITLE.rules, start) == BuyCards(1)
    assert BuyCards.informs == (cmd.LookAtTopCard,)
    others = [move for move in decider.legal(TITLE.rules, start, 1) if not isinstance(move, BuyCards.informs)]
    assert [move for move in decider.legal(TITLE.rules, after, 1) if move in others] == others
    assert TITLE.bots.evaluation(after) == TITLE.bots.evaluation(start)


def test_nobody_else_learns_which_card_was_seen() -> None:
    """Views, legal lists and what is waited for are the same, byte for byte, whichever card it was."""
    one, other = looked_at("jets"), looked_at("acid_attack")
    for seat in (2, 3, None):
        assert TITLE.rules.view(one, seat).SerializeToString() == TITLE.rules.view(other, seat).SerializeToString()
    for seat in (2, 3):
        assert list(decider.legal(TITLE.rules, one, seat)) == list(decider.legal(TITLE.rules, other, seat))
    assert TITLE.rules.view(one, 1).top_card.id == "jets"  # type: ignore[attr-defined]  # the view of this title
    assert decider.waiting(TITLE.rules, one) == decider.waiting(TITLE.rules, other)


def test_the_card_that_was_seen_comes_to_light_when_it_is_bought_or_turned_up() -> None:
    """Whatever else the seat does shows nobody which card it is, so the seat can take it back."""
    one, other = looked_at("jets"), looked_at("acid_attack")
    turned = [play(at, (1, cmd.SweepMarket()), (0, cmd.TurnCard(card=at.top_card))) for at in (one, other)]
    bought = [play(at, (1, cmd.BuyTopCard())) for at in (one, other)]
    others = [
        [play(at, (1, move)) for at in (one, other)]
        for move in decider.legal(TITLE.rules, one, 1)
        if move != cmd.BuyTopCard()
    ]
    for pair in (turned, bought, *others):
        differ = pair[0].events != pair[1].events
        for ruling in pair:
            assert {type(event) for event in ruling.events}.isdisjoint(TITLE.rules.reveals or ()) != differ
    assert len(others) > 1


def test_a_set_up_does_not_name_the_cards_of_the_deck() -> None:
    text = canonical.encode(table(monster(1), monster(2))).replace(b'"wings":', b"")
    assert {card for card in CARDS if f'"{card}"'.encode() in text} == set(MARKET)


def test_no_card_is_ever_in_two_places() -> None:
    reshuffles = 0
    for seed in range(10):
        for _, _, ruling in entries(3, seed):
            seen = list(ruling.table.seen)
            assert len(seen) == len(set(seen))
            assert len(seen) + len(ruling.table.unseen) == len(CARDS)
            reshuffles += sum(isinstance(event, ev.DeckReshuffled) for event in ruling.events)
    assert reshuffles


def test_there_are_enough_cards_that_stay_in_front_of_nobody() -> None:
    """So that deck and discard pile are never both empty: three may lie in the market, and one may be played."""
    assert len(CARDS) - len(KEEP) > len(MARKET) + 1


def test_a_view_names_its_reader() -> None:
    position = table(monster(1), monster(2))
    assert [TITLE.rules.view(position, reader).seat for reader in (None, 1, 2)] == [0, 1, 2]  # type: ignore[attr-defined]  # of this title
