"""People play in browsers: whole games, dice, plans, reactions, the keyboard alone, and what is beside the moves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect
from playwright.async_api import TimeoutError as Late

from gunbai_client import aio
from tests.clients.web.people import (
    GAME,
    MOVES,
    asked_person,
    begin_duel,
    begin_with_bots,
    opened,
    person,
    played_until,
    saved_page,
    sit,
    version_of,
)

pytestmark = pytest.mark.long
MOST_TURNS = 1000
"""More decisions than the seats of one person have in any of these games."""
OFFERED = f"#game.my-turn :is({MOVES}), #game.my-turn .choosable"
OVER = "#game[data-over=true]"
SECOND = 1000.0
DECIDED = re.compile("won by|nobody won")
"""What is said at the end of a duel: without sense in the moves it may end by repetition."""


async def plays_on(page: Page) -> bool:
    """Wait until a person is offered a move, and return True; or False after the end of the game."""
    await page.locator(f"{OFFERED}, {OVER}").first.wait_for()
    return await page.locator(OVER).count() == 0


async def next_of(*people: Page) -> Page | None:
    """Return the page of whoever is offered a move first, or None after the end of the game."""
    page = await asked_person(*people, also=OVER)
    return None if await page.locator(OVER).count() else page


async def move(page: Page, number: int) -> None:
    """Move as a person does who tries things: on the board where something glows, or from the menu."""
    spots, buttons = page.locator(".choosable"), page.locator(MOVES)
    glowing, listed = await spots.count(), await buttons.count()
    target = (
        spots.nth(number % glowing) if glowing and (number % 2 or not listed) else buttons.nth(number % (listed or 1))
    )
    try:
        await target.click(timeout=SECOND)
    except Late:
        # What was offered is gone, since somebody else has moved: the loop looks again.
        return


async def grown(page: Page, head: int) -> None:
    """Return once a page knows of a newer version."""
    await expect(page.locator("#slider")).not_to_have_attribute("max", str(head))


async def test_king_of_tokyo_is_played_against_two_bots_to_the_end(
    browser: Browser, pages: str, tmp_path: Path
) -> None:
    async with person(browser, pages) as page:
        await begin_with_bots(page, "King of Tokyo", 2)
        turns = 0
        while turns < MOST_TURNS and await plays_on(page):
            await move(page, turns)
            turns += 1
        assert turns < MOST_TURNS
        await expect(page.locator(".state")).to_contain_text("scores")
        await looked_into(page, browser, pages, tmp_path)


@pytest.mark.parametrize("chance", ["committed", "shared"])
async def test_a_duel_whose_chance_all_players_make_is_played_to_the_end(
    browser: Browser, pages: str, chance: str
) -> None:
    async with person(browser, pages) as page:
        await begin_with_bots(page, "INFLUDANCE Duel", 1, chance=chance)
        turns = 0
        while turns < MOST_TURNS and await plays_on(page):
            await move(page, turns)
            turns += 1
        await expect(page.locator(".state")).to_contain_text(DECIDED)
        await opened(page, "Record")
        await page.get_by_role("button", name="Check the record").click()
        await expect(page.locator("#badge")).to_contain_text("entries checked against the rules")
        await expect(page.locator("#badge")).to_contain_text("consistent")


async def looked_into(page: Page, browser: Browser, pages: str, folder: Path) -> None:
    """Open a move of a game, read why, branch there, send the link to somebody, and save the page."""
    head = await version_of(page)
    chosen = page.locator("#entries li", has=page.locator(".clause")).nth(5)
    number = (await chosen.locator(".number").inner_text()).strip()
    await chosen.locator(".entry").click()
    await expect(page.locator("#version")).to_have_text(f"{number} / {head}")
    await chosen.locator(".clause").first.click()
    await expect(page.get_by_role("dialog")).to_contain_text("Source: ")
    await page.get_by_role("button", name="Close", exact=True).click()
    await page.wait_for_url(lambda url: url.endswith(f"@{number}"))
    link = page.url
    async with page.expect_download() as downloaded:
        await page.get_by_role("link", name="Save as a web page").click()
    file = folder / "game.html"
    await (await downloaded.value).save_as(file)
    await page.get_by_role("button", name="Branch here").click()
    await page.wait_for_url(lambda url: url.partition("@")[0] != link.partition("@")[0])
    await expect(page.get_by_role("link", name=f" at {number}")).to_be_visible()
    # A branch has its parent's entries up to there, and one of its own.
    newest = int(number) + 1
    async with person(browser, pages) as guest:
        for address, shown in ((page.url, f"{newest} / {newest}"), (link, f"{number} / {head}")):
            await guest.goto(address)
            await expect(guest.locator("#version")).to_have_text(shown)
    async with saved_page(browser, file) as kept:
        await expect(kept.locator("#badge")).to_contain_text("consistent: ")
        await expect(kept.locator("#version")).to_have_text(f"{head} / {head}")


async def test_a_duel_is_played_by_clicks_between_two_browsers_to_the_end(browser: Browser, pages: str) -> None:
    async with person(browser, pages) as ann, person(browser, pages) as bob:
        await begin_duel(ann, bob)
        turns = 0
        while turns < MOST_TURNS and (page := await next_of(ann, bob)) is not None:
            await move(page, turns)
            turns += 1
        await bob.locator(OVER).wait_for()
        state = await ann.locator(".state").inner_text()
        assert DECIDED.search(state)
        assert await bob.locator(".state").inner_text() == state
        await opened(ann, "Record")
        await ann.get_by_role("button", name="Check the record").click()
        await expect(ann.locator("#badge")).to_contain_text("entries checked against the rules")


async def test_the_dice_that_are_kept_are_picked_one_by_one(browser: Browser, pages: str, address: str) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        _, seat = await played_until(gunbai, "king_of_tokyo", ("Ann", "Bob"), "RerollDice")
        await sit(page, pages, seat)
        await expect(page.locator("#question")).to_contain_text("chooses which dice to keep")
        dice = page.locator(".choosable[data-spot^=die]")
        await expect(dice).to_have_count(6)
        await expect(page.get_by_title("Reroll dice 1, 2, 3, 4, 5 and 6.")).to_be_visible()
        await expect(page.locator("#menu > .move")).to_have_count(2)
        for number in (1, 3, 4, 6):
            await page.locator(f".choosable[data-spot='die:{number}']").click()
        await page.locator("[data-spot='die:4']").click()
        await expect(page.locator(".chosen")).to_have_count(3)
        await page.get_by_title("Reroll dice 2, 4 and 5.").click()
        await expect(page.locator("#entries")).to_contain_text("Reroll dice 2, 4 and 5.")


async def test_all_dice_but_one_are_kept_only_after_a_last_word(browser: Browser, pages: str, address: str) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        _, seat = await played_until(gunbai, "king_of_tokyo", ("Ann", "Bob"), "RerollDice")
        await sit(page, pages, seat)
        for number in (1, 2, 3, 4, 5):
            await page.locator(f".choosable[data-spot='die:{number}']").click()
        head = await version_of(page)
        button = page.get_by_title("Reroll die 6.")
        await expect(button).to_be_visible()
        assert await version_of(page) == head
        await button.click()
        await expect(page.locator("#entries")).to_contain_text("Reroll die 6.")


async def test_a_plan_of_shogun_is_laid_on_the_board_undone_and_sealed(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page, person(browser, pages) as other:
        seats, seat = await played_until(gunbai, "shogun", ("Ann", "Bob", "Cleo"), "PlanActions")
        await sit(page, pages, seat)
        await sit(other, pages, seats[seat.number % 3])
        first = page.locator(".choosable[data-spot^=province]").first
        province = await first.get_attribute("data-spot")
        await first.click()
        laid = page.locator("#entries li").last
        await expect(laid).to_contain_text("lays")
        await page.get_by_role("button", name="Take back the last card.").click()
        await expect(page.locator("#entries li").last).to_contain_text("takes back")
        await page.locator(f".choosable[data-spot='{province}']").click()
        while not await page.get_by_role("button", name="Seal the plan.").count():
            head = await version_of(page)
            spot = page.locator(".choosable[data-spot^=province]")
            empty = page.get_by_role("button", name="Leave the space empty.")
            other_card = page.locator("#menu > .move", has_text="Lay ")
            choices = [spot, other_card, empty]
            for choice in choices:
                if await choice.count():
                    await choice.first.click()
                    await grown(page, head)
                    break
            await page.locator(OFFERED).first.wait_for()
        # Nobody else has seen a card of it.
        assert "(sealed)" in await other.locator("#entries").inner_text()
        await page.get_by_role("button", name="Seal the plan.").click()
        await expect(other.locator("#entries li").last).to_contain_text("seals the plan")


async def test_a_reaction_in_titan_race_says_what_is_at_stake(browser: Browser, pages: str, address: str) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        _, seat = await played_until(gunbai, "titan_race", ("Ann", "Bob", "Cleo"), "React")
        await sit(page, pages, seat)
        await expect(page.locator("#question")).to_contain_text("loses 1 life to")
        head = await version_of(page)
        await page.locator("#menu > .move").last.click()
        await grown(page, head)


async def test_a_game_is_created_and_played_with_the_keyboard_alone(browser: Browser, pages: str) -> None:
    async with person(browser, pages) as page:
        await page.goto("/")
        await reach(page, "New game")
        await page.keyboard.press("Enter")
        await page.wait_for_url(re.compile("/new$"))
        await reach(page, "Liar's Dice")
        await page.keyboard.press("Enter")
        await page.wait_for_url(re.compile("/new/liars_dice$"))
        await reach(page, "player")
        await page.keyboard.type("Ann")
        await reach(page, "Play against 1 bot")
        await page.keyboard.press("Enter")
        await page.wait_for_url(GAME)
        for _ in range(3):
            if not await plays_on(page):
                break
            head = await version_of(page)
            await reach(page, await page.locator(MOVES).first.inner_text())
            await page.keyboard.press("Enter")
            await grown(page, head)


async def reach(page: Page, name: str) -> None:
    """Press Tab until what is called so has the focus: by its text, or the name of a field."""
    for _ in range(200):
        await page.keyboard.press("Tab")
        focus = "document.activeElement"
        if await page.evaluate(f"[{focus}.textContent.trim(), {focus}.name].includes({name!r})"):
            return
    raise AssertionError(f"the Tab key does not lead to {name!r}")


async def test_what_if_answers_with_the_clause(browser: Browser, pages: str, address: str) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        seats, seat = await played_until(gunbai, "king_of_tokyo", ("Ann", "Bob"), "RerollDice")
        await page.goto(f"/games/{seat.game}")
        await opened(page, "What if?")
        await page.get_by_label("Who").select_option(str(seat.number))
        await page.get_by_label("Which move").select_option(label="Buy card")
        await page.get_by_label("card", exact=True).fill("omnivore")
        await page.get_by_role("button", name="Ask", exact=True).click()
        answer = page.locator("#what-if > [role=status]")
        await expect(answer).to_contain_text("Buy Omnivore. Refused by KT-")
        await answer.locator(".clause").click()
        await expect(page.get_by_role("dialog")).to_contain_text("Source: ")
        await page.keyboard.press("Escape")
        await page.get_by_label("Which move").select_option(label="Stop rolling")
        await page.get_by_role("button", name="Ask", exact=True).click()
        await expect(answer).to_contain_text("The referee would accept it.")
        assert (await gunbai.game(seat.game)).head == await version_of(page)
        assert len(seats) == 2


async def test_a_dealer_enters_cards_and_dice_with_clicks_and_corrects_one(browser: Browser, pages: str) -> None:
    async with person(browser, pages) as page:
        await page.goto("/new/king_of_tokyo")
        await page.get_by_label("Your name").fill("Ann")
        await page.get_by_text("More: who").click()
        await page.get_by_label("Dice and cards come from").select_option("dealer")
        await page.get_by_role("button", name="Play against 1 bot").click()
        await page.wait_for_url(GAME)
        await page.get_by_role("button", name="Play Gigazaur.").click()
        desk = page.get_by_role("region", name="The dealer's desk")
        for card in ("Acid Attack", "Omnivore", "Wings"):
            await desk.get_by_label("What was rolled or drawn?").first.fill(card.lower())
            await desk.get_by_role("button", name="Enter", exact=True).click()
            await expect(page.locator("#entries li").last).to_contain_text(card)
        await desk.get_by_text("Correct the last entry").click()
        await desk.get_by_label("What was rolled or drawn?").last.fill("camou")
        await desk.get_by_role("button", name="Correct", exact=True).click()
        await expect(page.locator("#board")).to_contain_text("Camouflage")
        await page.get_by_role("button", name="Roll the dice.").click()
        for face in ("1", "3", "heart", "attack", "energy"):
            await desk.get_by_role("button", name=face, exact=True).click()
        await desk.get_by_role("button", name="Enter", exact=True).click()
        await expect(desk.get_by_role("alert")).to_contain_text("Refused by KT-")
        await desk.get_by_role("button", name="heart", exact=True).click()
        await desk.get_by_role("button", name="Enter", exact=True).click()
        await expect(page.locator("#entries")).to_contain_text("The dice show 1, 3, Heart, Attack, Energy and Heart.")


async def test_a_move_is_taken_back_with_the_word_of_the_bots(browser: Browser, pages: str) -> None:
    async with person(browser, pages) as page:
        await begin_with_bots(page, "Liar's Dice", 2)
        game = page.url
        assert await plays_on(page)
        head = await version_of(page)
        await page.locator(MOVES).first.click()
        await grown(page, head)
        await page.locator("#slider").fill(str(head))
        await expect(page.locator("#board")).to_have_attribute("data-version", str(head))
        await page.get_by_text("Take back or concede").click()
        await page.get_by_role("button", name="Go back to the position shown").click()
        await page.get_by_role("button", name="Yes").click()
        await page.wait_for_url(lambda url: url != game and bool(GAME.search(url)))
        await expect(page.locator(".state")).to_have_text("running")
        assert await plays_on(page)


async def test_the_invited_watch_a_private_game_and_nobody_else(browser: Browser, pages: str) -> None:
    async with person(browser, pages) as host, person(browser, pages) as guest:
        await host.goto("/new/liars_dice")
        await host.get_by_text("More: who").click()
        await host.get_by_label("Private").check()
        await host.get_by_role("button", name="seat 1: You").click()
        await host.get_by_role("button", name="Make a table for 2").click()
        await host.wait_for_url(GAME)
        link = await host.get_by_role("link", name="Link for spectators").get_attribute("href")
        await guest.goto(str(link))
        await guest.wait_for_url(GAME)
        await expect(guest.locator("#entries")).to_contain_text("1")
