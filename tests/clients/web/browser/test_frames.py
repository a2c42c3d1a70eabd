"""A game in a frame of another site: it is shown without cookies, and no other page of the site can be framed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from playwright.async_api import Browser, Request, expect
from starlette.applications import Starlette
from starlette.requests import Request as Asked
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from clients.bots.random_bot import play
from clients.web.server import serving
from gunbai_client import aio
from tests.clients.web.people import person

pytestmark = pytest.mark.long
ELSEWHERE = """\
<!doctype html>
<title>Elsewhere</title>
<link rel="icon" href="data:,">
<iframe src="{}" title="A game"></iframe>
"""


@contextmanager
def framing(address: str) -> Iterator[str]:
    """Serve a page of another site with a frame, and yield its address: another name of this machine is one."""

    async def page(_: Asked) -> Response:
        return HTMLResponse(ELSEWHERE.format(address))

    with serving(Starlette(routes=[Route("/", page)])) as site_address:
        yield site_address.replace("127.0.0.1", "localhost")


async def finished(address: str) -> str:
    """Play a game to its end, and return its id."""
    async with aio.connect(address) as gunbai:
        made = await gunbai.create("infludance_duel", seats=2, chance="referee")
        seats = [await gunbai.join(made.info.game, name) for name in ("Eve", "Finn")]
        await gunbai.holding(made.host_token).start(made.info.game)
        await asyncio.gather(*(play(seat, Random(3)) for seat in seats))
        return made.info.game


async def test_a_frame_shows_a_game_of_which_its_visitor_sends_no_token(
    browser: Browser, pages: str, address: str
) -> None:
    game = await finished(address)
    with framing(f"{pages}/embed/{game}") as elsewhere:
        async with person(browser, pages, settings="") as page:
            await page.context.add_cookies([{"name": f"gunbai.{game}.1", "value": "secret", "url": pages}])
            requests = list[Request]()
            page.on("requestfinished", lambda request: requests.extend([request]))
            await page.goto(elsewhere)
            frame = page.frame_locator("iframe")
            await expect(frame.locator("#board svg").first).to_be_visible()
            await frame.get_by_role("button", name="First position").click()
            await expect(frame.locator("#board")).to_have_attribute("data-version", "1")
            framed = [request for request in requests if request.url.startswith(pages)]
            assert len(framed) > 5
            assert [request.url for request in framed if "cookie" in await request.all_headers()] == []


async def test_no_page_with_tokens_can_be_framed(browser: Browser, pages: str, address: str) -> None:
    game = await finished(address)
    with framing(f"{pages}/games/{game}") as elsewhere:
        async with person(browser, pages, quiet=False) as page:
            messages = list[str]()
            page.on("console", lambda message: messages.append(message.text))
            await page.goto(elsewhere)
            await page.wait_for_load_state("load")
            assert await page.frame_locator("iframe").locator("#game").count() == 0
            assert any("frame-ancestors 'none'" in policy for policy in messages)
