"""Every page without a violation of axe-core's rules, in light and dark, and without a report of its content policy."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from clients.bots.random_bot import play
from clients.cli.sources.served_files import served
from clients.web.saved.page import saved_game
from gunbai_client import aio, connect
from tests.clients.web.people import person
from tools import code

AXE = code.ROOT / "clients" / "typescript" / "node_modules" / "axe-core" / "axe.min.js"
FIXTURE = code.ROOT / "tests" / "fixtures" / "records" / "liars_dice.finished.gunbai"
LISTEN = "addEventListener('securitypolicyviolation', ({blockedURI}) => console.error(`policy: ${blockedURI}`))"


@pytest.fixture
def axe() -> str:
    """Return the source of axe-core, which a page is given from outside."""
    if not AXE.exists():
        pytest.skip("axe-core is missing: `make typescript` installs it, with Node.js and npm")
    return AXE.read_text(encoding="utf-8")


async def games(address: str) -> tuple[str, str]:
    """Return a game that is over, and one whose seats are free."""
    async with aio.connect(address) as gunbai:
        made = await gunbai.create("infludance_duel", seats=2, label="For everybody", chance="referee")
        seats = [await gunbai.join(made.info.game, name) for name in ("Eve", "Finn")]
        await gunbai.holding(made.host_token).start(made.info.game)
        await asyncio.gather(*(play(seat, Random(2)) for seat in seats))
        return made.info.game, (await gunbai.create("king_of_tokyo", seats=2, chance="referee")).info.game


@pytest_asyncio.fixture
async def looked_at(address: str, tmp_path: Path) -> Sequence[str]:
    """Return the addresses of pages of every kind, that of a saved one too."""
    over, free = await games(address)
    saved = tmp_path / "saved.html"
    with served(FIXTURE) as service, connect(service.address) as gunbai:
        saved.write_text("".join(saved_game(gunbai, gunbai.game(service.game))), encoding="utf-8")
    paths = [
        "/",
        "/games",
        "/new",
        "/new/king_of_tokyo",
        f"/games/{over}",
        f"/games/{over}@9",
        f"/games/{over}/disputes",
        f"/games/{over}/studies",
        f"/games/{over}/trust",
        f"/games/{over}/plain",
    ]
    return [*paths, f"/games/{free}", f"/join/{free}/1", f"/embed/{over}", saved.as_uri()]


def described(violation: dict[str, Any]) -> str:
    """Return a violation in a line: the rule, and where it is broken."""
    return f"{violation['id']}: {[node['html'][:120] for node in violation['nodes']][:3]}"


async def written_study(page: Page, path: str) -> str:
    """Make a study with a note, and return its address."""
    await page.goto(path)
    await page.get_by_label("Name of the study").fill("How it went")
    await page.get_by_role("button", name="Create").click()
    await page.get_by_label("Your comment on the position shown").fill("Why so?")
    await page.get_by_text("Draw on the board").click()
    await page.get_by_role("button", name="Draw", exact=True).click()
    await page.get_by_role("button", name="Add the note", exact=True).click()
    await page.locator("#reading").get_by_text("Why so?").wait_for()
    return urlsplit(page.url)._replace(scheme="", netloc="").geturl()


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_no_page_breaks_a_rule_of_accessibility_or_its_policy(
    browser: Browser, pages: str, looked_at: Sequence[str], axe: str, scheme: str
) -> None:
    broken = {}
    async with person(browser, pages) as page:
        await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        await page.add_init_script(LISTEN)
        study = await written_study(page, next(path for path in looked_at if path.endswith("/studies")))
        for path in (*looked_at, study):
            await page.goto(path)
            await page.wait_for_load_state("load")
            if path.startswith("/games/") and not path.endswith(("/disputes", "/studies", "/trust", "/plain")):
                await page.locator("#board svg").first.wait_for()
                if await page.locator("#edit-study").count():
                    await page.locator("#study .menu > summary").click()
                    await page.get_by_role("switch", name="Edit study").press("Space")
                    await expect(page.get_by_role("switch", name="Edit study")).to_be_hidden()
                for fold in await page.locator("#shapes > summary, .chapters summary").all():
                    await fold.click()
            await page.evaluate(axe)
            violations = (await page.evaluate("axe.run()"))["violations"]
            for tab in await page.get_by_role("tab").all():
                await tab.press("Enter")
                violations += (await page.evaluate("axe.run('#extras')"))["violations"]
            if violations:
                broken[path] = [described(violation) for violation in violations]
    assert broken == {}
