"""What a person types: words, numbers, and what they fit."""

from __future__ import annotations

import pytest

from clients.cli.screen.word_matching import denies, fitting, meant, tokens, wording

BIDS = [wording(f"Bid {quantity} dice showing {face}.") for quantity in (5, 6) for face in (5, 6)]


def test_marks_on_letters_and_what_separates_words_do_not_count() -> None:
    assert tokens("Chtóólhóó, ŻÓŁTA (TRC08)!") == ["chtoolhoo", "zolta", "trc08"]
    assert tokens("Awa-Shikoku") == tokens("awa shikoku")


def test_a_sign_stays_with_its_number_and_any_other_is_a_word() -> None:
    assert tokens("-1") == ["-1"]
    assert tokens("Take the special card +1 rice.")[-2:] == ["+1", "rice"]
    assert tokens("\\") == ["\\"]
    assert tokens("1-2") == ["1", "2"]


def test_what_multiplies_two_numbers_is_no_word() -> None:
    assert tokens("bid 3x5") == tokens("bid 3 × 5") == ["bid", "3", "5"]
    assert tokens("six, 3 xylophones") == ["six", "3", "xylophones"]


@pytest.mark.parametrize(
    ("typed", "places"),
    [
        ("Bid 5 dice showing 6.", [1]),
        ("5 dice 6", [1]),
        ("showing 6 bid 5 dice", [1, 2]),
        ("5 5", [0]),
        ("dice 6", [1, 3]),
        ("bid dice bid", []),
    ],
)
def test_a_sentence_comes_before_its_words_in_order_and_these_before_any_order(typed: str, places: list[int]) -> None:
    assert fitting(tokens(typed), BIDS, whole=True) == places


def test_beginnings_of_words_fit_and_a_number_has_none() -> None:
    ten, one = wording("Bid 10 dice showing 3."), wording("Bid 1 die showing 3.")
    assert fitting(["sho", "bi"], [ten], whole=False) == [0]
    assert fitting(["1"], [ten, one], whole=False) == [1]
    assert fitting(["sho"], [ten], whole=True) == []


def test_words_that_say_the_opposite_are_typed_too() -> None:
    assert denies(tokens("Buy nothing more."), ["buy"])
    assert not denies(tokens("Buy nothing more."), ["buy", "nothing"])
    assert denies(tokens("Discard Mimic Mask unused."), ["mimic"])
    assert denies(tokens("Dál nenakupovat."), ["dal"])
    assert denies(tokens("Nie zagrywać karty."), ["karty"])
    assert not denies(tokens("Stop rolling."), ["stop"])


def test_a_misspelled_word_is_taken_for_the_most_similar_one() -> None:
    texts = ("Choose the yellow die.", "Fight.", "Play Lucky Die (TRC11).", "Choose the small figure.")
    assert meant(["yelow"], texts) == "yellow"
    assert meant(["fihgt"], texts) == "Fight"
    assert meant(["smll"], texts) == "small"
    assert meant(["luky", "die"], texts) == "Lucky die"
    assert meant(["fight"], texts) == ""
    assert meant(["qqqq"], texts) == ""


def test_a_sentence_that_begins_as_typed_fits_before_words_in_order() -> None:
    rows = [
        wording("Support Greedy: the top raider slips past.", ["seat 2"]),
        wording("Support Greedy 2: it slips past."),
    ]
    assert fitting(tokens("support greedy 2"), rows, whole=True) == [1]
    assert fitting(tokens("greedy 2"), rows, whole=True) == [0, 1]
