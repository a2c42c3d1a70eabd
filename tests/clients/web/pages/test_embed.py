"""What other sites show of a game: the preview of a link, and a frame for spectators without cookies."""

from __future__ import annotations

import asyncio
import re
from threading import Event

import pytest

from clients.render.raster import NEEDED
from clients.web.frame.guard import FRAMED, HEADERS
from clients.web.frame.static_files import PATH
from clients.web.pages.embed import MOST_WAITING, Previews
from gunbai_client import Gunbai, Seat
from gunbai_client.errors import Exhausted
from tests.clients.web.http_requests import NOWHERE, answer, cookies


def test_a_link_to_a_position_has_a_preview_with_its_picture(pages: str, seats: list[Seat]) -> None:
    for name in NEEDED:
        pytest.importorskip(name)
    _, _, text = answer(f"{pages}/games/{seats[0].game}@3")
    properties = dict(re.findall(r'<meta property="(og:[a-z_:]+)" content="([^"]*)">', text))
    assert properties["og:url"] == f"{pages}/games/{seats[0].game}@3"
    assert properties["og:image"] == f"{pages}/games/{seats[0].game}@3.png"
    status, headers, data = answer(properties["og:image"], binary=True)
    assert (status, headers["content-type"], data[1:4]) == (200, "image/png", "PNG")


def test_only_a_frame_for_spectators_may_be_framed(pages: str, seats: list[Seat]) -> None:
    _, headers, text = answer(f"{pages}/embed/{seats[0].game}")
    assert headers["content-security-policy"] == FRAMED
    assert f'data-game="{seats[0].game}"' in text
    for path in (f"/games/{seats[0].game}", "/", "/embed", f"{PATH}/embed.js"):
        _, headers, _ = answer(pages + path)
        assert headers["content-security-policy"] == HEADERS["content-security-policy"]


def test_a_frame_looks_at_no_cookie(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, private=True, chance="referee")
    cookie = cookies(made.info.game, host=made.host_token)
    assert answer(f"{pages}/games/{made.info.game}", headers=cookie)[0] == 200
    for path in ("", "@1", "@1.svg", "/positions?from=1&to=1"):
        assert answer(f"{pages}/embed/{made.info.game}{path}", headers=cookie)[0] == 403
    assert answer(f"{pages}/embed/{NOWHERE}")[0] == 404


async def test_so_many_previews_wait_to_be_drawn_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = Event(), Event()

    def slow(svg: str, _: int, **__: object) -> bytes:
        begun.set()
        go_on.wait()
        return svg.encode()

    monkeypatch.setattr("clients.web.pages.embed.png", slow)
    previews = Previews()
    waiting = [asyncio.create_task(previews.draw(str(number), f"192.0.2.{number}")) for number in range(MOST_WAITING)]
    try:
        await asyncio.to_thread(begun.wait)
        with pytest.raises(Exhausted) as refused:
            await previews.draw("one more", "192.0.2.100")
        assert refused.value.reason == "PREVIEWS_FULL"
    finally:
        go_on.set()
    assert await asyncio.gather(*waiting) == [str(number).encode() for number in range(MOST_WAITING)]
    assert await previews.draw("one more", "192.0.2.100") == b"one more"
