"""The time that is left on the page of a game, and how a game ended."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, expect

from clients.cli.files import served
from clients.web.data import clocks_in_seconds
from clients.web.running import serving
from clients.web.site import site
from gunbai.referee.v1.game_pb2 import Clocks, SeatClock
from gunbai_client import aio
from gunbai_client.terms import clock
from tests.clients.web.asking import answer
from tests.clients.web.people import person, sit
from tests.structure import code

RECORDS = code.ROOT / "tests" / "fixtures" / "records"


async def test_the_time_of_who_is_asked_runs_down_at_the_newest_position(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        made = await gunbai.create("infludance_duel", seats=2, clock=clock(bank_seconds=3700, increment_seconds=5))
        seats = [await gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
        await gunbai.holding(made.host_token).start(made.info.game)
        await sit(page, pages, seats[0])
        clocks = page.locator("#clocks > li")
        await expect(clocks).to_have_count(2)
        runs = page.locator("#clocks > .runs")
        await expect(runs).to_have_text(re.compile(r"^(Ann|Bob): 1:01:[34]\d$"))
        first = await runs.inner_text()
        await expect(runs).not_to_have_text(first)
        await page.get_by_role("button", name="First position").click()
        await expect(clocks).to_have_count(0)


def test_a_clock_that_does_not_run_says_what_is_left_on_it() -> None:
    seat = SeatClock(seat=2, bot=True)
    seat.left.FromMilliseconds(61_500)
    assert clocks_in_seconds(Clocks(seats=[seat])) == {
        "seats": [{"seat": 2, "runs": False, "left": 61.5, "bot": True}],
        "paused": 0,
    }


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ("en", "The game ends: finish (TR-14.1); won by player 1; Slaugg."),
        ("pl", "Gra się kończy: meta (TR-14.1); wygrywa player 1; Slaugg."),
    ],
)
def test_the_page_of_a_finished_game_names_its_ending_as_the_title_does(tag: str, said: str) -> None:
    with (
        served(RECORDS / "titan_race.finished.gunbai") as found,
        serving(site(lambda: aio.connect(found.address))) as pages,
    ):
        text = answer(f"{pages}/games/{found.game}", headers={"accept-language": tag})[2]
    state = text.partition('class="state"')[2].partition("</span>")[0].partition(">")[2]
    assert state.startswith(said)
    assert "slaugg" not in text.partition("</head>")[0]
