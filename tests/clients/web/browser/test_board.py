"""The board of a page: from position to position it becomes the picture of the service, and what is the same stays."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from clients.cli.sources.served_files import served
from clients.web.frame.static_files import PATH
from clients.web.server import serving
from clients.web.site import make_site
from gunbai_client import aio
from tests.clients.web.parts.test_results import RECORDS
from tests.clients.web.people import person
from titles.catalogue import TITLES

LEAPS = """async (leaps) => {
  const { drawing } = await import("STATIC/board.js");
  const { laidOut } = await import("STATIC/layout.js");
  const { show } = await import("STATIC/game.js");
  const board = document.querySelector("#board");
  const first = board.firstElementChild;
  // A page gives the parts of a board their sizes by styles, opens what a phone folds, and puts cells into columns.
  const bare = (flow) => {
    const copy = flow.cloneNode(true);
    for (const element of copy.querySelectorAll("[style]")) element.removeAttribute("style");
    for (const fold of copy.querySelectorAll("details")) fold.open = false;
    for (const cells of copy.querySelectorAll("[data-cells]")) cells.removeAttribute("viewBox");
    return copy;
  };
  const game = document.querySelector("#game").dataset.game;
  const wrong = [];
  for (const version of leaps) {
    await show(version);
    const [{ svg }] = await (await fetch(`/games/${game}/positions?from=${version}&to=${version}`)).json();
    if (!bare(board.firstElementChild).isEqualNode(bare(laidOut(drawing(svg)).flow))) wrong.push(version);
  }
  return [wrong, board.children.length, board.firstElementChild === first];
}""".replace("STATIC", PATH)
"""Shows versions, and returns where the board is not the picture, how many pictures it has, and if it is the first."""


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
async def test_a_board_becomes_the_picture_of_each_position_without_being_made_anew(
    browser: Browser, title: str
) -> None:
    with (
        served(RECORDS / f"{title}.finished.gunbai") as service,
        serving(make_site(lambda: aio.connect(service.address))) as pages,
    ):
        async with person(browser, pages) as page:
            await page.goto(f"/games/{service.game}")
            await page.locator("#board svg").first.wait_for()
            head = int(str(await page.locator("#slider").get_attribute("max")))
            leaps = [*range(1, head, max(head // 12, 1)), head, head - 1, 1, head // 2]
            assert await page.evaluate(LEAPS, leaps) == [[], 1, True]
