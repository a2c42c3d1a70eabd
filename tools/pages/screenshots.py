"""Screenshots of every kind of page, title, scheme and width: `make screenshots` writes docs/screenshots.

`make screenshots ARGS="home shogun"` writes only those of these pages.
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Literal

from PIL import Image
from playwright.async_api import Browser, BrowserContext, Page, ViewportSize

from bench.ports import free_port
from clients.web.samples.sample_files import find_samples
from clients.web.server import serving
from clients.web.site import make_site
from gunbai_client import aio
from gunbai_client.aio import Gunbai, Seat
from lab.browser import chromium
from lab.service_process import running
from tools import code

FOLDER = code.ROOT / "docs" / "screenshots"
SIZES: Mapping[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "tablet": {"width": 820, "height": 1180},
    "desk": {"width": 1440, "height": 900},
}
"""The size of each window, in pixels."""
VIEWS: tuple[tuple[str, Literal["light", "dark"]], ...] = (
    ("phone", "light"),
    ("phone", "dark"),
    ("tablet", "light"),
    ("desk", "light"),
    ("desk", "dark"),
)
"""In which windows and schemes each page is shown."""
QUALITY = 80
"""Of WebP, from 0 to 100."""
SETTLED, PATIENCE = 1200, 180_000
"""How many milliseconds a page has to come to rest, and to load, on a busy machine."""
PLAYERS = ("Ada", "Ben", "Cleo")
MOVES = 40
"""How many moves are played in other people's games."""

Prepare = Callable[[Page], Awaitable[object]]
"""Brings a page to what is shown."""


def opened(path: str) -> Prepare:
    """Return what opens a page."""
    return lambda page: page.goto(path)


async def seated(gunbai: Gunbai, title: str, names: tuple[str, ...]) -> list[Seat]:
    """Begin a game between people."""
    made = await gunbai.create(title, seats=len(names), chance="referee")
    seats = [await gunbai.join(made.info.game, name) for name in names]
    await gunbai.holding(made.host_token).start(made.info.game)
    return seats


async def played(gunbai: Gunbai, title: str, names: tuple[str, ...]) -> list[Seat]:
    """Begin a game between people, and play some moves at random."""
    seats, choices = await seated(gunbai, title, names), Random(7)
    for _ in range(MOVES):
        seats_asked = (await seats[0].view()).waiting.seats
        if not seats_asked:
            break
        seat = seats[seats_asked[0] - 1]
        await seat.submit(choices.choice((await seat.legal()).commands).command)
    return seats


async def disputed(gunbai: Gunbai) -> str:
    """Play a game in which a move is disputed, and return the path of the dispute."""
    seats = await played(gunbai, "king_of_tokyo", PLAYERS)
    game = seats[0].game
    entries = [entry async for entry in gunbai.entries(game) if entry.actor.seat == 1]
    claim = "I said that I stop after the second roll, before the dice were picked up."
    disputes = gunbai.holding(seats[1].token).disputes(game)
    made = await disputes.open(claim, version=entries[-1].version)
    await gunbai.holding(seats[0].token).disputes(game).say(made.number, "The dice were in my hand already.")
    return f"/games/{game}/disputes/{made.number}"


async def begin(page: Page, title: str) -> str:
    """Begin a game against bots from the first page, and return its path once the visitor is asked."""
    await page.goto("/")
    await page.get_by_label("Your name").fill("Ada")
    await page.get_by_label("easy").check()
    await page.locator(f'button[value="{title}"]').click()
    await page.locator(".my-turn").wait_for()
    return page.url


async def make_study(page: Page, game: str) -> str:
    """Make a study of a game with a note, and return its address."""
    await page.goto(f"/games/{game}/studies")
    await page.get_by_label("Name of the study").fill("Why Tokyo was left too late")
    await page.get_by_role("button", name="Create").click()
    await page.locator("#note textarea").fill("At 3 life nobody stays in Tokyo against two attackers.")
    await page.get_by_role("button", name="Add the note", exact=True).click()
    await page.locator(".notes").wait_for()
    return page.url


async def take_taken_seat(page: Page, game: str) -> None:
    """Ask for a taken seat: the page that refuses it keeps what was typed."""
    await page.goto(f"/join/{game}/1")
    await page.get_by_label("Your name").fill("Dora")
    await page.locator("#join > button").click()
    await page.locator("h1").wait_for()


async def scenes(gunbai: Gunbai, page: Page) -> dict[str, Prepare]:
    """Return what is shown, by the name of its file: every kind of page, and every title."""
    samples = find_samples()
    sample = samples["king_of_tokyo"].game
    for title in ("liars_dice", "titan_race"):
        await played(gunbai, title, PLAYERS)
    free = (await gunbai.create("samurai_spirit", seats=3, chance="referee")).info.game
    await gunbai.join(free, "Cleo")
    dispute = await disputed(gunbai)
    mine = await begin(page, "king_of_tokyo")
    await begin(page, "infludance_duel")
    study = await make_study(page, sample)
    prepare_of: dict[str, Prepare] = {
        "home": opened("/"),
        "games": opened("/games"),
        "new": opened("/new/king_of_tokyo"),
        "seats": opened(f"/games/{free}"),
        "join": opened(f"/join/{free}/2"),
        "turn": opened(mine),
        "disputes": opened(dispute.rpartition("/")[0]),
        "dispute": opened(dispute),
        "study": opened(study),
        "seal": opened(f"/games/{sample}/trust"),
        "plain": opened(f"/games/{sample}/plain?version={samples['king_of_tokyo'].shown}"),
        "embed": opened(f"/embed/{sample}"),
        "refused": lambda page: take_taken_seat(page, free),
    }
    for title, shown_sample in samples.items():
        prepare_of[title] = opened(f"/games/{shown_sample.game}@{shown_sample.shown}")
    return prepare_of


async def photograph(context: BrowserContext, name: str, prepare: Prepare) -> None:
    """Write the screenshots of a page."""
    for size, scheme in VIEWS:
        page = await context.new_page()
        await page.set_viewport_size(SIZES[size])
        await page.emulate_media(color_scheme=scheme)
        await prepare(page)
        await page.wait_for_timeout(SETTLED)
        with Image.open(io.BytesIO(await page.screenshot())) as taken:
            taken.convert("RGB").save(FOLDER / f"{name}-{size}-{scheme}.webp", quality=QUALITY)
        await page.close()


async def photograph_all(browser: Browser, gunbai: Gunbai, pages: str, names: Sequence[str]) -> None:
    """Write the screenshots of the named pages, or of all if none is named, as one visitor who plays."""
    context = await browser.new_context(base_url=pages, locale="en")
    context.set_default_timeout(PATIENCE)
    page = await context.new_page()
    shown = await scenes(gunbai, page)
    await page.close()
    for name in names or shown:
        await photograph(context, name, shown[name])


async def main(names: Sequence[str]) -> None:
    """Write screenshots, from a separate service."""
    FOLDER.mkdir(exist_ok=True)
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        async with running(Path(folder), port), aio.connect(f"127.0.0.1:{port}") as gunbai, chromium() as browser:
            site = make_site(lambda: aio.connect(f"127.0.0.1:{port}", own_connection=True), pause=0)
            with serving(site) as pages:
                await photograph_all(browser, gunbai, pages, names)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
