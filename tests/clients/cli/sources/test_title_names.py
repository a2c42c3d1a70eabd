"""The title that may be meant by a name that no title has."""

from __future__ import annotations

import pytest

from clients.cli.sources.title_names import no_title, titles_meant
from gunbai.referee.v1.lobby_pb2 import Title
from gunbai_client.reasons import TitleNotFound

KNOWN = [Title(name=name) for name in ("king_of_tokyo", "liars_dice", "samurai_spirit")]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("samurai", "samurai_spirit"),
        ("tokyo", "king_of_tokyo"),
        ("Liar's Dice", "liars_dice"),
        ("kingoftokyo", "king_of_tokyo"),
        ("chess", ""),
        ("liars_dice", ""),
    ],
)
def test_a_title_has_the_words_of_the_name_or_is_spelled_like_it(name: str, meant: str) -> None:
    with pytest.raises(TitleNotFound) as error, titles_meant(KNOWN, name):
        raise TitleNotFound("there is no such title")
    assert getattr(error.value, "__notes__", []) == ([f"Did you mean {meant}?"] if meant else [])


def test_a_name_that_no_title_has_is_said_with_the_one_that_may_be_meant() -> None:
    assert no_title(KNOWN, "King of Tokyo") == "There is no title 'King of Tokyo'. Did you mean king_of_tokyo?"
    assert no_title(KNOWN, "chess") == "There is no title 'chess'."
    assert no_title(KNOWN, "liars_dice") == no_title(KNOWN, "") == ""
