"""The pictures of positions in lists: no larger than the board, drawn once, and secret to others what one seat sees."""

from __future__ import annotations

import re

import pytest

from clients.web.parts import miniatures
from gunbai_client import Gunbai, Seat
from tests.clients.web.http_requests import answer, cookies


def begin(gunbai: Gunbai, title: str, label: str) -> list[Seat]:
    """Begin a game of Ann and Bob."""
    made = gunbai.create(title, seats=2, chance="referee", label=label)
    seats = [gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    return seats


def drawn(text: str) -> list[str]:
    """Return the addresses of the small pictures on a page."""
    return re.findall(r'<img src="([^"]*\.small\.svg)"', text)


def test_a_list_has_the_positions_of_begun_games_and_loads_them_late(pages: str, gunbai: Gunbai) -> None:
    gunbai.create("titan_race", seats=2, chance="referee", label="Small list 1")
    seat = begin(gunbai, "titan_race", "Small list 2")[0]
    text = answer(f"{pages}/games?label=small+list")[2]
    path = f"/games/{seat.game}@{seat.view().version}.small.svg"
    assert drawn(text) == [path]
    assert f'<img src="{path}" alt="" loading="lazy"' in text
    status, headers, small = answer(pages + path)
    assert (status, headers["content-type"], "immutable" in headers["cache-control"]) == (200, "image/svg+xml", True)
    whole = answer(f"{pages}{path.replace('.small', '')}")[2]
    assert ("Ann" in whole, "Ann" in small, len(small) < len(whole)) == (True, False, True)


def test_the_first_page_has_the_positions_of_the_visitors_games_only(pages: str, gunbai: Gunbai) -> None:
    seat = begin(gunbai, "infludance_duel", "Small of mine")[0]
    path = f"/games/{seat.game}@{seat.view().version}.small.svg"
    assert drawn(answer(f"{pages}/")[2]) == []
    assert drawn(answer(f"{pages}/", headers=cookies(seat.game, seat))[2]) == [path]


def test_a_small_picture_hides_from_others_what_a_seat_sees(pages: str, gunbai: Gunbai) -> None:
    seats = begin(gunbai, "liars_dice", "Small secret")
    address = f"{pages}/games/{seats[0].game}@{seats[0].view().version}.small.svg"
    own = [answer(address, headers=cookies(seat.game, seat))[2] for seat in seats]
    public = answer(address)[2]
    assert len({*own, public}) == 3
    assert answer(address, headers=cookies(seats[0].game, seats[0]))[2] == own[0]


def test_a_list_draws_a_position_once(pages: str, gunbai: Gunbai, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(gunbai, "titan_race", "Small once")
    made, cut = list[str](), miniatures.cut

    def counted(picture: str) -> str:
        made.append(picture)
        return cut(picture)

    monkeypatch.setattr(miniatures, "cut", counted)
    for _ in range(2):
        (path,) = drawn(answer(f"{pages}/games?label=Small+once")[2])
        assert answer(pages + path)[0] == 200
    assert len(made) == 1


def test_the_small_picture_of_an_unknown_game_is_not_found(pages: str) -> None:
    assert answer(f"{pages}/games/aaaaaaaaaaaaaaaa@1.small.svg")[0] == 404
