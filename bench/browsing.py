"""What people at the page wait for: the board after somebody else's move, and positions while they drag the slider."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from bench.children import service
from bench.figures import Figure, Pace, at_least, at_most
from bench.reading import BESIDES_MOVES, WATCHED_ENTRIES, filled
from bench.traffic import check, script, seated
from gunbai_client.aio import Gunbai, connect

if TYPE_CHECKING:
    from playwright.async_api import Page

Announce = Callable[[str], None]

SCRUBBED_VERSIONS = 600
SEEN = """() => {
  const board = document.querySelector("#board");
  window.seen = {};
  window.waiting = () => {};
  const note = () => requestAnimationFrame(() => {
    window.seen[board.dataset.version] ??= Date.now();
    window.waiting();
  });
  new MutationObserver(note).observe(board, { attributeFilter: ["data-version"] });
  note();
}"""
"""Makes a page note when the board shows each version, in milliseconds of the clock that this process has too."""
SHOWS = "version => window.seen[version] !== undefined"
SCRUB = """async ([last, longest]) => {
  const slider = document.querySelector("#slider");
  const drawn = () => new Promise((resolve) => { window.waiting = resolve; });
  const begun = performance.now();
  let version = 1;
  while (version < last && performance.now() - begun < longest) {
    version += 1;
    slider.value = version;
    slider.dispatchEvent(new Event("input"));
    while (window.seen[version] === undefined) await drawn();
  }
  return (version - 1) / ((performance.now() - begun) / 1000);
}"""
"""Drags the slider from position to position, each once the board shows the one before; returns positions per second.
"""
LONGEST_SCRUB = 20_000
"""After how many milliseconds the slider is released at the latest."""


async def measure(folder: Path, _: Pace, progress: Announce) -> list[Figure]:
    """Measure with the pages of a separate service, in headless Chromium if it is installed."""
    behind, scrubbing = "a move on a watcher's board", f"dragging through {SCRUBBED_VERSIONS} positions"
    chromium = shutil.which("chromium")
    if chromium is None:
        missing = "Chromium is missing: apt-get install chromium"
        return [
            Figure(behind, None, "ms", at_most(200), remark=missing),
            Figure(scrubbing, None, "/s", at_least(30), remark=missing),
        ]
    from playwright.async_api import async_playwright

    from clients.web.server import serving
    from clients.web.site import make_site

    progress("pages")
    with service(folder) as child, serving(make_site(lambda: connect(child.address))) as pages:
        async with connect(child.address) as client, async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            try:
                page = await browser.new_page(base_url=pages)
                delays = await watched(client, page)
                rate = await scrubbed(client, page)
            finally:
                await browser.close()
    remark = f"after its acknowledgement; the slowest of {len(delays)}: {max(delays):.0f}"
    return [
        Figure(behind, median(delays), "ms", at_most(200), remark=remark),
        Figure(scrubbing, rate, "/s", at_least(30), remark="each waits for the one before to be drawn"),
    ]


async def watched(client: Gunbai, page: Page) -> list[float]:
    """Return how many milliseconds after its acknowledgement each move was on a watcher's board."""
    place = await seated(client)
    await page.goto(f"/games/{place.game}")
    await page.locator("#board svg").first.wait_for()
    await page.evaluate(SEEN)
    delays = []
    for number, (actor, command) in enumerate(script()[:WATCHED_ENTRIES]):
        response = await client.stubs.referee.Submit(place.request(number, command), metadata=place.bearers[actor])
        check(response.ruling)
        acknowledged = time.time()
        version = place.head + number + 1
        await page.wait_for_function(SHOWS, arg=version)
        delays.append(float(await page.evaluate("version => window.seen[version]", version)) - 1000 * acknowledged)
    return delays


async def scrubbed(client: Gunbai, page: Page) -> float:
    """Return how many positions per second the board shows to somebody who drags the slider through a game."""
    place = await filled(client, script(SCRUBBED_VERSIONS - BESIDES_MOVES))
    await page.goto(f"/games/{place.game}@1")
    await page.locator("#board svg").first.wait_for()
    await page.evaluate(SEEN)
    await page.wait_for_function(SHOWS, arg=1)
    return float(await page.evaluate(SCRUB, [SCRUBBED_VERSIONS, LONGEST_SCRUB]))
