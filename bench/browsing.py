"""What people at the page wait for: the first board, others' moves, positions under the slider, frames of motion."""

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
    from playwright.async_api import Browser, CDPSession, Page

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
FIRST = """new MutationObserver((_, observer) => {
  if (!document.querySelector("#board svg")) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.painted = performance.now(); }));
}).observe(document, { childList: true, subtree: true });"""
"""Makes a page note when it has painted its first board, in milliseconds since its navigation began."""
STEP = """async () => {
  document.querySelector("#after").click();
  const ended = performance.now() + 1000;
  while (performance.now() < ended && document.getAnimations().length === 0) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
}"""
"""Shows the next position, and waits until something moves."""
COUNT = """async () => {
  let frames = 0;
  while (document.getAnimations().length > 0 && frames < 120) {
    await new Promise(requestAnimationFrame);
    frames += 1;
  }
  return frames;
}"""
"""Returns how many frames are drawn while something moves."""
VISITS, STEPS = 5, 12
SAMPLE = "king_of_tokyo"
SLOWDOWN = 4
"""How much slower a phone of the middle range is than the machine that measures."""
FRAME = 1000 / 60
"""How many milliseconds a frame may take."""
LONGEST_SCRUB = 20_000
"""After how many milliseconds the slider is released at the latest."""


async def measure(folder: Path, _: Pace, progress: Announce) -> list[Figure]:
    """Measure with the pages of a separate service, in headless Chromium if it is installed."""
    behind, scrubbing = "a move on a watcher's board", f"dragging through {SCRUBBED_VERSIONS} positions"
    first, transfer = "the first board, with an empty cache", "transferred before the first move"
    moving = f"a frame while dice tumble, {SLOWDOWN} times slower"
    chromium = shutil.which("chromium")
    if chromium is None:
        missing = "Chromium is missing: apt-get install chromium"
        return [
            Figure(first, None, "ms", at_most(1000), remark=missing),
            Figure(transfer, None, "kB", at_most(150), remark=missing),
            Figure(moving, None, "ms", at_most(FRAME), remark=missing),
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
                firsts = [await opened(browser, pages, client) for _ in range(VISITS)]
                transferred = await begun(browser, pages)
                frames = await tumbled(browser, pages)
                page = await browser.new_page(base_url=pages)
                delays = await watched(client, page)
                rate = await scrubbed(client, page)
            finally:
                await browser.close()
    remark = f"after its acknowledgement; the slowest of {len(delays)}: {max(delays):.0f}"
    visits = f"the fastest of {VISITS}; the slowest: {max(firsts):.0f}"
    busy = f"time of the page's thread, the fastest of {len(frames)} rolls; the slowest: {max(frames):.1f}"
    return [
        Figure(first, min(firsts), "ms", at_most(1000), remark=visits),
        Figure(transfer, transferred / 1000, "kB", at_most(150), remark="first page and game, with headers"),
        Figure(moving, min(frames), "ms", at_most(FRAME), remark=busy),
        Figure(behind, median(delays), "ms", at_most(200), remark=remark),
        Figure(scrubbing, rate, "/s", at_least(30), remark="each waits for the one before to be drawn"),
    ]


async def opened(browser: Browser, pages: str, client: Gunbai) -> float:
    """Return after how many milliseconds a new visitor sees the board of a game."""
    place = await seated(client)
    context = await browser.new_context(base_url=pages)
    page = await context.new_page()
    await page.add_init_script(FIRST)
    await page.goto(f"/games/{place.game}")
    await page.wait_for_function("() => window.painted !== undefined")
    first = float(await page.evaluate("window.painted"))
    await context.close()
    return first


async def begun(browser: Browser, pages: str) -> float:
    """Return how many bytes a new visitor loads until the first move of a game from the first page."""
    context = await browser.new_context(base_url=pages, locale="en")
    page, sizes = await context.new_page(), list[float]()
    session = await context.new_cdp_session(page)
    await session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    await page.goto("/")
    await page.locator(f'button[value="{SAMPLE}"]').click()
    await page.locator(".my-turn #menu > .move").first.wait_for()
    await context.close()
    return sum(sizes)


async def tumbled(browser: Browser, pages: str) -> list[float]:
    """Return how long the page's thread takes for a frame while something moves, for each step of a game."""
    from clients.web.samples.sample_files import find_samples

    sample = find_samples()[SAMPLE]
    context = await browser.new_context(base_url=pages, viewport={"width": 390, "height": 844})
    page = await context.new_page()
    await page.goto(f"/games/{sample.game}@{sample.shown}")
    await page.locator("#board svg").first.wait_for()
    await page.wait_for_load_state("networkidle")
    session = await context.new_cdp_session(page)
    await session.send("Performance.enable", {"timeDomain": "threadTicks"})
    costs = []
    for _ in range(STEPS):
        await page.evaluate(STEP)
        before = await busy(session)
        frames = int(await page.evaluate(COUNT))
        if frames:
            costs.append(SLOWDOWN * 1000 * (await busy(session) - before) / frames)
    await context.close()
    return costs


async def busy(session: CDPSession) -> float:
    """Return for how many seconds the page's thread has worked."""
    metrics = (await session.send("Performance.getMetrics"))["metrics"]
    return float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))


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
