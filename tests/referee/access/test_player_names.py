"""Names of players have one form, can be seen and told apart, and are no roles of the game's own."""

from __future__ import annotations

import pytest

from referee.access.player_names import composed, name_of
from referee.errors import InvalidField
from referee.game.look_alikes import skeleton

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada ", "Ada"),
        ("  Ada   L ", "Ada L"),
        ("Ada\u00a0L", "Ada L"),
        ("Zoe\u0308", "Zoë"),
        (PERSIAN, PERSIAN),
        (FAMILY, FAMILY),
        (ENGLAND, ENGLAND),
        (f"{FAMILY} & {ENGLAND}", f"{FAMILY} & {ENGLAND}"),
        ("\u2764\ufe0f Ann", "\u2764\ufe0f Ann"),
        ("Hostess", "Hostess"),
    ],
)
def test_a_name_has_one_form(text: str, name: str) -> None:
    assert name_of("player", text) == composed(text) == name
    assert name_of("player", name) == name


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "\u3164", "\u2800", "Ada\u2800", "\ufe0f", "\u034f", "A\u034fda", "\u200d", "\U0001f468\u200d",
        "Ada\u202e", "Ada\n", "Ada\u200b", "x" * 101, "chance", "Host", "ARBITER", "operator", "\u0441hance",
        "ho\u0455t", "seat 2", "Seat 12", "náhoda", "sędzia",
    ],
)  # fmt: skip
def test_what_nobody_can_see_or_tell_from_a_role_is_no_name(text: str) -> None:
    with pytest.raises(InvalidField) as error:
        name_of("player", text)
    assert error.value.field == "player"
    assert composed(text) == text


@pytest.mark.parametrize(("one", "other"), [("Ada", "\u0410da"), ("Ill", "lll"), ("Zoë", "Zoe\u0308"), ("Tom", "Torn")])
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_names_that_differ_to_the_eye_differ() -> None:
    assert len({skeleton(name) for name in ("Ada", "Zoë", "Zoe", "Bob", "Rob", "名前")}) == 6
