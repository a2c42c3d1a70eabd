"""What is asked lies under the thumb of a player with a phone, and stays there."""

from __future__ import annotations

import re
from urllib.parse import quote

from playwright.async_api import Browser, Page, expect

from clients.cli.sources.served_files import served
from clients.web.server import serving
from clients.web.site import make_site
from gunbai_client import aio
from gunbai_client.aio import Gunbai, Seat
from tests.clients.web.browser.test_phone import FINGER, box_of
from tests.clients.web.parts.test_results import RECORDS
from tests.clients.web.people import GAME, person, played_until, sit, version_of

NAMES = ("Ann", "Bob")
RUN_OUT = """() => [...document.querySelectorAll("#menu button")].map((button) => button.getBoundingClientRect())
  .filter(({ width, right }) => width > 0 && right > innerWidth).length"""
"""Returns how many buttons of the bar run out of it."""
MOTION = '{"confirm": false, "forced": false, "motion": true}'
"""The settings of a person who sees moves one by one."""


async def asked(seats: list[Seat]) -> Seat:
    """Return the seat of a game that is asked."""
    return seats[(await seats[0].view()).waiting.seats[0] - 1]


async def move_once(seats: list[Seat]) -> None:
    """Have the seat that is asked make its first possible move."""
    one = await asked(seats)
    await one.submit((await one.legal()).commands[0].command)


async def begun(gunbai: Gunbai, title: str) -> list[Seat]:
    """Return the seats of a game that begins."""
    made = await gunbai.create(title, seats=2, chance="referee")
    seats = [await gunbai.join(made.info.game, name) for name in NAMES]
    await gunbai.holding(made.host_token).start(made.info.game)
    return seats


async def keep(page: Page, *dice: int) -> None:
    """Tap dice."""
    for die in dice:
        await page.locator(f"#board .choosable[data-spot='die:{die}']").click()


async def test_a_player_who_looks_back_at_their_turn_is_led_to_the_game_by_one_large_button(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages, width=390, touch=True) as page:
        _, seat = await played_until(gunbai, "infludance_duel", NAMES, "PlaceCowboy")
        await sit(page, pages, seat)
        await page.locator(".choosable").first.wait_for()
        back = page.locator("#back")
        await expect(back).to_be_hidden()
        await page.locator("#log .move-line").first.dispatch_event("click")
        await expect(back).to_have_text("Back to the game: your turn")
        await expect(back).to_be_visible()
        _, _, width, height = await box_of(back)
        assert (width > 350, height >= FINGER) == (True, True)
        await expect(page.locator("#action > .main:visible")).to_have_count(1)
        await back.tap()
        await expect(page.locator(".choosable").first).to_be_visible()
        await expect(back).to_be_hidden()


async def test_a_look_at_the_log_lasts_until_ones_turn_and_stepping_is_not_interrupted(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai:
        for steps in (False, True):
            async with person(browser, pages, width=390, touch=True) as page:
                seats, seat = await played_until(gunbai, "infludance_duel", NAMES, "PlaceCowboy")
                other = seats[2 - seat.number]
                await sit(page, pages, other)
                await expect(page.locator("#question")).not_to_be_empty()
                target = page.locator("#before") if steps else page.locator("#log .move-line").first
                await target.dispatch_event("click")
                await expect(page.locator("#game.earlier")).to_have_count(1)
                while (await asked(seats)).number != other.number:
                    await move_once(seats)
                if steps:
                    await expect(page.locator("#back")).to_be_visible()
                    await expect(page.locator("#game.earlier")).to_have_count(1)
                else:
                    await expect(page.locator("#game.my-turn:not(.earlier)")).to_have_count(1)
                    assert await version_of(page) == (await other.view()).version


async def test_all_dice_are_kept_and_the_chief_button_tells_faces_in_its_place(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages, width=390, touch=True) as page:
        _, seat = await played_until(gunbai, "king_of_tokyo", NAMES, "RerollDice")
        await sit(page, pages, seat)
        chief = page.locator("#menu > .main")
        await expect(chief).to_have_attribute("title", "Reroll dice 1, 2, 3, 4, 5 and 6.")
        faces = [
            await page.locator(f"#board [data-spot='die:{die}'] > title").first.text_content() for die in range(1, 7)
        ]
        await expect(chief).to_have_text(re.compile(f": {', '.join(map(str, faces))}$"))
        places = [await box_of(chief)]
        for die in range(1, 6):
            await keep(page, die)
            await expect(page.locator(f".chosen[data-spot='die:{die}']")).to_have_count(1)
            places.append(await box_of(chief))
        await expect(chief).to_have_text(re.compile(f": {faces[5]}$"))
        await keep(page, 6)
        await expect(page.locator(".chosen[data-spot^=die]")).to_have_count(6)
        await expect(chief).to_have_text("Stop rolling.")
        places.append(await box_of(chief))
        bottoms = {round(y + height) for _, y, _, height in places}
        assert len(bottoms) == 1
        assert max(y for _, y, _, _ in places) < min(bottoms) - 40
        await keep(page, 6)
        await expect(page.locator(".chosen[data-spot^=die]")).to_have_count(5)
        await chief.tap()
        await expect(page.locator("#entries")).to_contain_text("Reroll die 6.")


async def test_seven_quantities_of_a_bid_fit_a_phone(browser: Browser, pages: str, address: str) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages, width=390, touch=True) as page:
        seats = await begun(gunbai, "liars_dice")
        first = await asked(seats)
        bid = next(one for one in (await first.legal()).commands if "4 dice showing 5" in one.sentence)
        await first.submit(bid.command)
        await sit(page, pages, await asked(seats))
        row = page.locator(".stepper > .steps").filter(has=page.locator("[data-value='10']"))
        await expect(row.locator("[data-value]")).to_have_count(7)
        widths = await row.locator("[data-value]").evaluate_all("all => all.map((one) => one.offsetWidth)")
        assert min(widths) >= FINGER
        await expect(page.locator(".stepper > .main")).to_be_in_viewport(ratio=1)
        assert await page.evaluate(RUN_OUT) == 0


async def test_the_end_says_who_won_with_what_and_why_on_the_first_screen_of_a_phone(browser: Browser) -> None:
    with (
        served(RECORDS / "king_of_tokyo.finished.gunbai") as service,
        serving(make_site(lambda: aio.connect(service.address))) as pages,
    ):
        async with person(browser, pages, width=390, touch=True) as page:
            await page.goto(f"/games/{service.game}")
            await page.locator("#board svg").first.wait_for()
            for part in (".places .won .player-name", ".places .won .points", ".ending .faint"):
                await expect(page.locator(part).first).to_be_in_viewport(ratio=1)
            cut = "names => names.filter((name) => name.scrollWidth > name.clientWidth + 1).length"
            assert await page.locator(".places .player-name").evaluate_all(cut) == 0


async def test_the_page_of_a_game_that_ends_stays_and_says_the_end(browser: Browser, pages: str, address: str) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages, width=390, touch=True) as page:
        seats = await begun(gunbai, "infludance_duel")
        await sit(page, pages, seats[0])
        await page.locator("#board svg").first.wait_for()
        await page.evaluate("window.stayed = true")
        await seats[1].concede()
        await expect(page.locator(".places .won .player-name")).to_have_text("Ann")
        await expect(page.locator(".victory .yours")).to_have_text("You won!")
        await expect(page.locator("#game")).to_have_attribute("data-over", "true")
        await expect(page.locator(".playing")).to_have_count(0)
        await expect(page.locator("#seal")).to_have_attribute("data-verdict", re.compile("."))
        assert await page.evaluate("window.stayed")
        await page.locator("#replay").tap()
        await expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")


async def test_a_win_is_celebrated_with_no_motion_for_those_who_want_none_and_a_loss_is_told(
    browser: Browser, pages: str, address: str
) -> None:
    moving = "() => document.querySelector('.result').getAnimations({ subtree: true }).length"
    async with aio.connect(address) as gunbai, person(browser, pages, width=390, touch=True) as page:
        winner, loser = await begun(gunbai, "infludance_duel")
        await loser.concede()
        await sit(page, pages, winner)
        assert await page.evaluate(moving) > 0
        await page.emulate_media(reduced_motion="reduce")
        await page.reload()
        await expect(page.locator(".victory .yours")).to_have_text("You won!")
        assert await page.evaluate(moving) == 0
    async with person(browser, pages, width=390, touch=True) as page:
        await sit(page, pages, loser)
        await expect(page.locator(".yours")).to_have_text("You lost to Ann")
        await expect(page.locator(".ending")).to_contain_text("by concession")
        await expect(page.locator(".victory")).to_have_count(0)


async def test_the_name_of_a_player_who_conceded_keeps_its_line_in_the_strip_of_a_phone(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages, width=390, touch=True) as page:
        made = await gunbai.create("shogun", seats=3, chance="referee")
        seats = [await gunbai.join(made.info.game, name) for name in ("Ann", "Bob", "Cyd")]
        await gunbai.holding(made.host_token).start(made.info.game)
        await seats[0].concede()
        await page.goto(f"/games/{made.info.game}")
        gone = page.locator(".shut .left[data-seat='1']")
        await expect(gone).to_have_text("no longer plays")
        _, top, width, height = await box_of(page.locator(".shut .player-name", has_text="Ann"))
        _, _, kept, _ = await box_of(page.locator(".shut .player-name", has_text="Bob"))
        assert width >= kept > 0
        assert (await box_of(gone))[1] >= top + height - 1


async def test_no_button_unfolds_the_players_of_a_game_that_shows_none_yet(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages, width=390, touch=True) as page:
        seats = await begun(gunbai, "titan_race")
        await page.goto(f"/games/{seats[0].game}")
        await page.locator("#board svg").first.wait_for()
        await expect(page.locator("#players > *")).to_have_count(0)
        await expect(page.locator("#unfold")).to_be_hidden()


async def test_players_who_are_out_are_told_so_and_what_remains_to_do(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai:
        made = await gunbai.create("liars_dice", seats=3, chance="referee")
        seats = [await gunbai.join(made.info.game, name) for name in ("Ann", "Bob", "Cyd")]
        await gunbai.holding(made.host_token).start(made.info.game)
        while "data-out" not in await seats[0].picture():
            one = await asked(seats)
            await one.submit((await one.legal()).commands[-1].command)
        told = 0
        for seat in seats:
            async with person(browser, pages, width=390, touch=True) as page:
                await sit(page, pages, seat)
                await page.locator("#players .out").wait_for()
                if await page.locator("#players .out").get_attribute("data-spot") != f"seat:{seat.number}":
                    await expect(page.locator("#question")).not_to_be_empty()
                    await expect(page.locator("#out")).to_be_hidden()
                    continue
                await expect(page.locator("#out")).to_contain_text("You are out.")
                told += 1
                await page.locator("#out").get_by_role("link", name="Leave").click()
                await page.wait_for_url(f"{pages}/")
        assert told == 1


async def test_a_tried_move_is_played_on_against_bots_with_one_tap(browser: Browser, pages: str, address: str) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        seats = await begun(gunbai, "infludance_duel")
        for _ in range(3):
            await move_once(seats)
        await seats[1].concede()
        await page.goto(f"/games/{seats[0].game}@{(await seats[0].view()).version - 2}")
        await page.get_by_role("button", name="Try a move here").click()
        await page.locator("#menu > .move, .choosable").first.click()
        await expect(page.locator("#verdict")).to_contain_text("The referee would accept it.")
        tried = await page.locator("#verdict b").first.inner_text()
        await page.get_by_role("button", name="Branch here and play on").click()
        await page.wait_for_url(GAME)
        assert seats[0].game not in page.url
        await expect(page.locator("#log")).to_contain_text(tried.replace("Place", "Places"))
        await expect(page.locator("#players")).to_contain_text("Guest")


async def test_an_address_makes_no_move_that_the_visitor_did_not_try(
    browser: Browser, pages: str, address: str
) -> None:
    """Otherwise whoever sends a player a link decides for them."""
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        seats = await begun(gunbai, "infludance_duel")
        one = await asked(seats)
        await sit(page, pages, one)
        await page.locator("#menu > .move, .choosable").first.wait_for()
        offered = await page.request.get(f"/games/{one.game}/choices?seat={one.number}")
        command = (await offered.json())["commands"][0]["command"]
        head = (await one.view()).version
        await page.goto("/")
        await page.goto(f"/games/{one.game}#play={quote(command, safe='')}")
        await page.locator("#menu > .move, .choosable").first.wait_for()
        await page.wait_for_timeout(1000)
        assert (await one.view()).version == head


async def test_a_line_above_the_question_says_what_the_others_have_done(
    browser: Browser, pages: str, address: str
) -> None:
    async with (
        aio.connect(address) as gunbai,
        person(browser, pages, width=390, touch=True, settings=MOTION) as page,
    ):
        seats = await begun(gunbai, "infludance_duel")
        one = await asked(seats)
        await sit(page, pages, seats[2 - one.number])
        await page.locator("#board svg").first.wait_for()
        while (await asked(seats)).number == one.number:
            await move_once(seats)
        await expect(page.locator("#news")).to_contain_text(f"{NAMES[one.number - 1]}: ")
        await expect(page.locator("#news")).to_be_in_viewport()


async def test_a_phone_is_told_to_tap_the_board_if_the_list_is_all_else(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages, width=390, touch=True) as page:
        _, seat = await played_until(gunbai, "infludance_duel", NAMES, "PlaceCowboy")
        await sit(page, pages, seat)
        await page.locator("#menu > details").wait_for()
        await expect(page.locator("#menu > .move")).to_have_count(0)
        await expect(page.locator("#menu > .hint")).to_have_css("clip-path", "none")
        await expect(page.locator("#menu > .hint")).to_be_in_viewport(ratio=1)


async def test_a_refusal_on_a_phone_stands_in_the_bar_alone(browser: Browser, pages: str, address: str) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages, width=390, touch=True) as page:
        _, seat = await played_until(gunbai, "king_of_tokyo", NAMES, "RerollDice")
        await sit(page, pages, seat)
        await page.locator("#menu > .move").first.wait_for()
        await page.locator("#board [data-spot^='card:']").first.click()
        await expect(page.locator("#verdict .clause")).to_have_count(1)
        await expect(page.locator("#tip")).to_be_empty()
