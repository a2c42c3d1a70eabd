"""A board at which players sit opposite each other: the own seat is at the bottom, and one can turn it."""

from __future__ import annotations

import asyncio

from playwright.async_api import Browser, Locator, Page, expect

from lab.patience import PATIENCE
from tests.clients.web.people import asked_person, begin_duel, person

NEAR = 4
"""How many pixels an outline may be off."""
UPRIGHT = "text => text.getScreenCTM().a > 0"


async def height_of(page: Page, spot: str) -> float:
    """Return how far down the window a field is."""
    box = await page.locator(f"[data-spot='field:{spot}']").bounding_box()
    assert box is not None
    return box["y"]


async def is_within(inner: Locator, outer: Locator) -> bool:
    one, other = await inner.bounding_box(), await outer.bounding_box()
    assert one is not None
    assert other is not None
    across = other["x"] - NEAR <= one["x"] <= one["x"] + one["width"] <= other["x"] + other["width"] + NEAR
    down = other["y"] - NEAR <= one["y"] <= one["y"] + one["height"] <= other["y"] + other["height"] + NEAR
    return across and down


async def come_within(inner: Locator, outer: Locator) -> None:
    """Wait until a piece that moves has come to its field."""
    async with asyncio.timeout(PATIENCE):
        while not await is_within(inner, outer):  # noqa: ASYNC110  # the page says nothing
            await asyncio.sleep(0.1)


async def is_turned(page: Page) -> bool:
    return await height_of(page, "a1") < await height_of(page, "a5")


async def test_the_own_side_is_at_the_bottom_until_the_board_is_turned(browser: Browser, pages: str) -> None:
    async with person(browser, pages) as ann, person(browser, pages) as bob:
        await begin_duel(ann, bob)
        for page in (ann, bob):
            await page.locator("#turn").wait_for()
        assert (await is_turned(ann), await is_turned(bob)) == (False, True)
        await bob.get_by_role("button", name="Turn the board").press("Enter")
        assert not await is_turned(bob)
        await bob.reload()
        await bob.locator("#turn").wait_for()
        await expect(bob.locator("#board")).not_to_have_class("board turned")
        assert not await is_turned(bob)
        await bob.get_by_role("button", name="Turn the board").click()
        # What is chosen is where it is drawn.
        for _ in range(2):
            page = await asked_person(ann, bob)
            await page.get_by_role("button", name="Choose the small figure.", exact=True).click()
            await expect(page.locator("#entries")).to_contain_text("Choose the small figure.")
        for _ in range(2):
            page = await asked_person(ann, bob)
            field = page.locator(f"[data-spot='field:{'b1' if page is ann else 'b5'}'].choosable")
            await field.wait_for()
            glows = await page.locator("#board .glow").all()
            assert any([await is_within(field, glow) for glow in glows])
            await field.click()
            await expect(page.locator("#entries")).to_contain_text("Place the cowboy")
        # Pieces and words stand upright on their fields.
        await come_within(bob.locator("[data-piece='cowboy:2']"), bob.locator("[data-spot='field:b5']"))
        assert await bob.locator("[data-spot='field:a1'] text").first.evaluate(UPRIGHT)
