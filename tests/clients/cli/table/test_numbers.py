"""Words for numbers: amounts, and what dice show."""

from __future__ import annotations

from clients.cli.screen.word_matching import plain
from clients.cli.table.numbers import AMOUNTS, FACES, NUMBERS


def test_every_face_of_a_die_has_words_in_three_languages() -> None:
    assert [*FACES] == ["1", "2", "3", "4", "5", "6"]
    assert {"six", "sixes", plain("šestky"), plain("szóstki")} <= {*FACES["6"]}
    assert NUMBERS[plain("čtyřek")] == "4"


def test_a_word_means_one_number_and_is_typed_without_marks() -> None:
    for words in (AMOUNTS, FACES):
        all_words = [word for spellings in words.values() for word in spellings]
        assert len({*all_words}) == len(all_words)
        assert [plain(word) for word in all_words] == all_words


def test_a_word_for_dice_of_a_face_is_no_amount() -> None:
    amounts = {word for words in AMOUNTS.values() for word in words}
    assert {"sixes", "ones", "sestky"}.isdisjoint(amounts)
    assert AMOUNTS["3"][0] == "three"
