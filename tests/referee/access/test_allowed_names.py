"""Names of players have one form, can be seen and told apart, and are no roles of the game's own."""

from __future__ import annotations

import pytest

from referee.access.allowed_names import composed, name_of
from referee.errors import InvalidField
from referee.game.look_alikes import looks, skeleton

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
        ("\u2603\ufe0f \u2603", "\u2603\ufe0f \u2603"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("\U0001f1e8\U0001f1ff Jan", "\U0001f1e8\U0001f1ff Jan"),
        ("\u200fمحمد\u200e ", "محمد"),
        *((name, name) for name in ("O'Brien", "O’Brien", "Ngũgĩ", "李小龍", "Zoë \U0001f98a")),
        *((name, name) for name in ("דוד", "สมชาย", "김철수")),
        *((name, name) for name in ("Hostess", "Hosto", "Boti", "Höst", "Los", "player 2", "Ann 2", "Bob-3")),
        *((name, name) for name in ("Chance the Rapper", "System of a Down", "One", "Seat", "The Ten", "X", "Ivo")),
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
        "ho\u0455t", "seat 2", "Seat 12", "náhoda", "sędzia", "ΗΟSТ", "НОSТ", "ΝOBODY", "ＯＰＥＲＡΤΟＲ", "h0st",
        "0perator", "DeaIer", "s\u0435аt 1", "seat l", "seat ٢", "seat-1", "seat #1", "seat II", "Bot-3", "bot1",
        "hráč 1", "gracz 2", "rozhodci", "sedzia", "Ann\u3164\ufe0f", "\u2067\ufe0fAnn", "ア\ufe0f",
        "\U0001f98a\u200d\U0001f98a", "\U0001f98a\ufe0f", "\u2764\ufe0f\ufe0f", "\U0001f3f4\U000e0061\U000e007f",
        "\u200f",
        "Host \U0001f98a", "\u2605 Host \u2605", "The Host", "H.o.s.t", "h o s t", "host host", "bot two",
        "seat one", "Seat One!", "a seat: 1", "second seat", "místo první", "druhé místo", "miejsce drugie",
        "hráč jedna", "seat \U0001f98a 1", "seat 1\ufe0f\u20e3",
        *(f"Ann{chr(letter)}{joined}" for letter in (*range(0x2060, 0x2070), 0x3164) for joined in "\ufe0f\u200d"),
    ],
)  # fmt: skip
def test_what_nobody_can_see_or_tell_from_a_role_is_no_name(text: str) -> None:
    with pytest.raises(InvalidField) as error:
        name_of("player", text)
    assert error.value.field == "player"
    assert composed(text) == text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *[("Ada", "\u0410da"), ("Ill", "lll"), ("Zoë", "Zoe\u0308"), ("Tom", "Torn"), ("TORN", "TOM"), ("vvin", "win")],
        *[("علی", "علي"), ("کامران", "كامران"), ("đuro", "ðuro"), ("Œdip", "OEdip"), ("ー\ufe0f", "ー")],
        *[("\u2764\ufe0f", "\u2764"), ("Ann", "Ann\u3164\ufe0f"), ("Ann", "\u2067\ufe0fAnn")],
    ],
)
def test_names_that_look_alike_share_a_skeleton(one: str, other: str) -> None:
    assert looks(one) & looks(other)


def test_names_that_differ_to_the_eye_differ() -> None:
    assert len({skeleton(name) for name in ("Ada", "Zoë", "Zoe", "Bob", "Rob", "名前")}) == 6
