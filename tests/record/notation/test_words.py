"""The words of a line have their places, and are compared without capitals and signs."""

from __future__ import annotations

import pytest

from gunbai_record.notation.words import ShortFormError, Token, plain, singulars, tokens_of


def test_tokens_have_their_places_in_the_line() -> None:
    assert tokens_of(' a  "b \\" c" (d), e , \n', 10) == [
        Token("a", 11),
        Token('b " c', 14, quoted=True),
        Token("(", 23),
        Token("d", 24),
        Token(")", 25),
        Token("e", 28),
    ]
    assert tokens_of("a") == [Token("a", 0, quoted=False)]
    assert tokens_of("") == tokens_of(" ,") == []
    assert Token("Léčení, BÍT").word == "léčení_bít"


def test_a_text_of_signs_alone_is_compared_as_it_is() -> None:
    plain.cache_clear()
    assert [plain(text) for text in ("--A b!", "A__b", "!?", "ß")] == ["a_b", "a_b", "!?", "ss"]


def test_a_quote_without_its_end_is_named_where_it_begins() -> None:
    for text in ('bid "x', '"'):
        with pytest.raises(ShortFormError, match="expected text in double quotes") as error:
            tokens_of(text, 7)
        assert error.value.at == 7 + max(text.index('"') - 1, 0)
    with pytest.raises(ShortFormError, match="is not JSON") as error:
        tokens_of(r'a "\q"', 7)
    assert error.value.at == 9


def test_a_plural_may_be_that_of_several_words() -> None:
    assert {"energy", "energies"} <= singulars("energies")
    assert {"acid_attack", "acid_attacks"} <= singulars("acid_attacks")
    assert singulars("wing") == {"wing"}
