"""The time that is left on the page of a game."""

from __future__ import annotations

import re
import time

from playwright.async_api import Browser, expect

from clients.web.parts.script_values import clocks_in_seconds
from gunbai.referee.v1.game_pb2 import Clocks, SeatClock
from gunbai_client import aio
from gunbai_client.terms import clock
from tests.clients.web.people import person, sit

BANK = 35_000
"""The seconds of each clock: more hours than a test takes."""


def seconds_in(text: str) -> int:
    """Return the seconds of a time such as "1:01:40"."""
    hours, minutes, seconds = map(int, text.split(":"))
    return hours * 3600 + minutes * 60 + seconds


async def test_the_time_of_who_is_asked_runs_down_at_the_newest_position(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        began = time.monotonic()
        made = await gunbai.create(
            "infludance_duel", seats=2, chance="referee", clock=clock(bank_seconds=BANK, increment_seconds=5)
        )
        seats = [await gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
        await gunbai.holding(made.host_token).start(made.info.game)
        await sit(page, pages, seats[0])
        clocks = page.locator(".player .clock:not(:empty)")
        await expect(clocks).to_have_count(2)
        runs = page.locator(".player.acts .clock.runs")
        await expect(runs).to_have_text(re.compile(r"^\d:\d\d:\d\d$"))
        first = await runs.inner_text()
        assert BANK - (time.monotonic() - began) - 1 <= seconds_in(first) <= BANK
        await expect(runs).not_to_have_text(first)
        assert seconds_in(await runs.inner_text()) < seconds_in(first)
        await page.get_by_role("button", name="First position").click()
        await expect(clocks).to_have_count(0)


def test_a_clock_that_does_not_run_says_what_is_left_on_it() -> None:
    seat = SeatClock(seat=2, bot=True)
    seat.left.FromMilliseconds(61_500)
    assert clocks_in_seconds(Clocks(seats=[seat])) == {
        "seats": [{"seat": 2, "runs": False, "left": 61.5, "bot": True}],
        "paused": 0,
    }
