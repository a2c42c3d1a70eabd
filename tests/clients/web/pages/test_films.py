"""A finished game as a GIF: bounded in frames and in films at once, and drawn once."""

from __future__ import annotations

import asyncio
import io
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.requests import Request

from clients.render.raster import NEEDED
from clients.web.pages.films import MOST_FRAMES, WIDTH, Films, choose_versions
from clients.web.samples.sample_files import find_samples
from gunbai.referee.v1 import game_pb2
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client import Seat
from gunbai_client.errors import Exhausted
from lab.patience import PATIENCE
from tests.clients.web.http_requests import answer


def test_a_film_shows_the_first_and_the_last_position_and_no_more_than_it_may() -> None:
    assert [*choose_versions(3)] == [1, 2, 3]
    chosen = choose_versions(5000)
    assert (chosen[0], chosen[-1], len(chosen)) == (1, 5000, MOST_FRAMES)
    assert sorted(set(chosen)) == chosen


def test_a_finished_game_is_saved_as_a_gif(pages: str) -> None:
    for name in NEEDED:
        pytest.importorskip(name)
    from PIL import Image

    game = find_samples()["liars_dice"].game
    assert f'href="/games/{game}/gif"' in answer(f"{pages}/games/{game}")[2]
    status, headers, data = answer(f"{pages}/games/{game}/gif", binary=True)
    assert (status, headers["content-type"]) == (200, "image/gif")
    with Image.open(io.BytesIO(data.encode("latin-1"))) as film:
        assert (film.width, getattr(film, "n_frames", 0)) == (WIDTH, MOST_FRAMES)


def test_a_running_game_has_no_gif(pages: str, seats: list[Seat]) -> None:
    assert answer(f"{pages}/games/{seats[0].game}/gif")[0] == 409
    assert f"{seats[0].game}/gif" not in answer(f"{pages}/games/{seats[0].game}")[2]


def visiting(picture: object, token: str = "") -> SimpleNamespace:
    """Return a visitor who sees the pictures of a place at the table."""
    return SimpleNamespace(game="a", reader=SimpleNamespace(picture=picture), tokens=SimpleNamespace(reading=token))


def test_a_film_of_what_a_seat_sees_is_shown_to_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clients.web.pages.films.gif", lambda pictures, _, **__: pictures[0].encode())

    async def open_cup(*_: object) -> str:
        return "own dice"

    async def closed_cup(*_: object) -> str:
        return "cups"

    async def main() -> None:
        films, info = Films(), GameInfo(game="a", head=1, head_digest=b"a")
        request = Request({"type": "http", "path": "/", "headers": [], "client": ("192.0.2.1", 1)})
        seat, stranger = cast("Any", visiting(open_cup, "token")), cast("Any", visiting(closed_cup))
        for visitor, shown in ((seat, b"own dice"), (stranger, b"cups"), (seat, b"own dice")):
            assert await films.draw(request, visitor, info) == shown

    asyncio.run(main())


def test_a_name_that_was_removed_is_in_no_film_that_was_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clients.web.pages.films.gif", lambda pictures, _, **__: pictures[0].encode())
    drawn = iter(("Ann", "player 1"))

    async def picture(*_: object) -> str:
        return next(drawn)

    async def main() -> None:
        films, visitor = Films(), cast("Any", visiting(picture))
        request = Request({"type": "http", "path": "/", "headers": [], "client": ("192.0.2.1", 1)})
        for player, shown in (("Ann", b"Ann"), ("Ann", b"Ann"), ("", b"player 1")):
            info = GameInfo(game="a", head=1, head_digest=b"a", seats=[game_pb2.Seat(seat=1, player=player)])
            assert await films.draw(request, visitor, info) == shown

    asyncio.run(main())


def test_a_visitor_has_one_film_drawn_at_a_time_and_gets_a_drawn_one_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[int]()

    def draw(pictures: list[str], _: int, **__: object) -> bytes:
        drawn.append(len(pictures))
        return b"GIF"

    monkeypatch.setattr("clients.web.pages.films.gif", draw)
    asked, going_on = asyncio.Event(), asyncio.Event()

    async def picture(game: str, version: int) -> str:
        asked.set()
        await going_on.wait()
        return "<svg/>"

    async def main() -> None:
        films = Films()
        visitor = cast("Any", visiting(picture))
        request = Request({"type": "http", "path": "/", "headers": [], "client": ("192.0.2.1", 1)})
        one, other = (GameInfo(game=name, head=2, head_digest=name.encode()) for name in ("a", "b"))
        first = asyncio.create_task(films.draw(request, visitor, one))
        await asyncio.wait_for(asked.wait(), PATIENCE)
        with pytest.raises(Exhausted, match="your limit is 1"):
            await films.draw(request, visitor, other)
        going_on.set()
        assert await first == await films.draw(request, visitor, one) == b"GIF"
        assert drawn == [2]

    asyncio.run(main())
