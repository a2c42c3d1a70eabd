"""The table: what a tap shows before it moves, what cannot be chosen and why, the log by turns, steppers, presence."""

from __future__ import annotations

import re

from playwright.async_api import Browser, expect

from clients.cli.sources.served_files import served
from clients.web.frame.static_files import PATH
from clients.web.server import serving
from clients.web.site import make_site
from gunbai_client import aio
from tests.clients.web.parts.test_results import RECORDS
from tests.clients.web.people import PLAIN, person, played_until, sit, version_of

NAMES = ("Ann", "Bob", "Cleo")
NEW = ""
"""The settings of those who visit for the first time."""
CAREFUL = PLAIN.replace('"confirm": false', '"confirm": true')
"""Those of a person who confirms moves."""
FORCED = PLAIN.replace('"forced": false', '"forced": true')
SIZES = """() => [...document.querySelectorAll(".part text")].map((text) => {
  const { a, b } = text.getScreenCTM();
  return [text.textContent, parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b)];
})"""
"""Each text of a board, and how large it is in pixels, turned or not."""


async def test_a_first_tap_shows_what_would_follow_and_a_second_one_does_it(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages, settings=CAREFUL) as page:
        _, seat = await played_until(gunbai, "infludance_duel", NAMES[:2], "PlaceCowboy")
        await sit(page, pages, seat)
        field = page.locator(".choosable[data-spot^='field:']").first
        head = await version_of(page)
        await field.click()
        await expect(page.locator("#menu > .move.main")).to_have_text(re.compile("^Place the cowboy on"))
        await page.get_by_role("button", name="Cancel").click()
        await expect(page.locator(".chosen")).to_have_count(0)
        await field.click()
        await expect(page.locator("#menu > .move.main")).to_be_visible()
        assert await version_of(page) == head
        await field.click()
        await expect(page.locator("#entries")).to_contain_text("Place the cowboy on")


async def test_a_choice_for_which_the_board_has_a_picture_shows_it_above_its_name(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        _, seat = await played_until(gunbai, "king_of_tokyo", NAMES[:2], "ChooseMonster")
        await sit(page, pages, seat)
        kraken = page.get_by_role("button", name="Play Kraken.", exact=True)
        await expect(page.locator("#menu > .pictured > svg")).to_have_count(6)
        await kraken.click()
        # The panel shows the monster, and the next player has none yet.
        await expect(page.locator("#players .player .part:not(.figure)")).to_have_count(1)
        await expect(page.locator("#menu .pictured")).to_have_count(0)


async def test_a_tap_at_what_cannot_be_chosen_is_refused_with_sentence_clause_and_place(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        _, seat = await played_until(gunbai, "infludance_duel", NAMES[:2], "PlaceCowboy")
        await sit(page, pages, seat)
        await page.locator(".choosable").first.wait_for()
        await page.locator("[data-spot='field:c3']").click()
        await expect(page.locator("#verdict")).to_contain_text("Refused by IN-")
        await page.locator("#verdict .clause").click()
        await expect(page.get_by_role("dialog")).to_contain_text("Source: ")


async def test_a_tap_at_a_card_outside_buying_is_refused_with_sentence_clause_and_place(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        _, seat = await played_until(gunbai, "king_of_tokyo", NAMES, "RollDice")
        await sit(page, pages, seat)
        await page.locator("#menu .move").first.wait_for()
        await page.locator("#board [data-spot^='card:']").first.click()
        await expect(page.locator("#verdict")).to_contain_text("Refused by KT-7.2")
        await expect(page.locator("#verdict")).to_contain_text("Source: Czech rulebook, REXhry 2012: Buying cards")
        await page.locator("#menu .move").first.click()
        await expect(page.locator("#verdict")).to_be_empty()


async def test_a_bid_is_set_with_a_stepper(browser: Browser, pages: str, address: str) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        _, seat = await played_until(gunbai, "liars_dice", NAMES, "RaiseOrDoubt")
        await sit(page, pages, seat)
        stepper = page.locator("#menu > .stepper")
        bid = stepper.locator(".main")
        await expect(bid).to_have_text(re.compile("^Bid "))
        assert await page.locator("#menu button").count() < 14
        before = await bid.inner_text()
        await stepper.get_by_role("button", name="One more").click()
        await expect(bid).not_to_have_text(before)
        await stepper.get_by_role("button", name="5", exact=True).click()
        await expect(bid).to_have_text(re.compile("showing 5"))
        sentence = await bid.inner_text()
        await bid.click()
        await expect(page.locator("#entries")).to_contain_text(sentence)


async def test_the_only_possible_move_is_made_for_a_player_who_wants_that(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages, settings=FORCED) as page:
        _, seat = await played_until(gunbai, "king_of_tokyo", NAMES[:2], "RollDice")
        assert len((await seat.legal()).commands) == 1
        await sit(page, pages, seat)
        await expect(page.locator("#log")).to_contain_text("Roll the dice.")
        await expect(page.locator("#question")).to_contain_text("chooses which dice to keep")


async def test_a_player_takes_back_a_move_of_their_own_turn_with_a_button_that_is_there_no_longer(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages, settings=FORCED) as page:
        seats, seat = await played_until(gunbai, "infludance_duel", NAMES[:2], "PlaceCowboy")
        while not (legal := await seat.legal()).HasField("take_back"):
            await seat.submit(legal.commands[0].command)
            seat = seats[(await seat.view()).waiting.seats[0] - 1]
        await sit(page, pages, seat)
        undo = page.locator("#menu .back", has_text="Take back the moves after version")
        await undo.click()
        await expect(page.locator("#log")).to_contain_text("Takes back 1 move.")
        await expect(undo).to_have_count(0)
        await expect(page.locator("#menu .move")).not_to_have_count(0)


async def test_the_dice_that_were_kept_are_picked_again_for_the_next_reroll(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        _, seat = await played_until(gunbai, "king_of_tokyo", NAMES[:2], "RollDice")
        await sit(page, pages, seat)
        await page.locator("#menu").get_by_role("button", name="Roll the dice.").click()
        for number in (2, 5):
            await page.locator(f".choosable[data-spot='die:{number}']").click()
        head = await version_of(page)
        await page.get_by_title("Reroll dice 1, 3, 4 and 6.").click()
        await expect(page.locator("#slider")).not_to_have_attribute("max", str(head))
        await expect(page.locator(".chosen")).to_have_count(2)
        await expect(page.locator("[data-spot='die:5'].chosen")).to_have_count(1)


async def test_the_log_has_a_line_for_each_move_with_what_chance_showed_for_it(browser: Browser) -> None:
    with (
        served(RECORDS / "king_of_tokyo.finished.gunbai") as service,
        serving(make_site(lambda: aio.connect(service.address))) as pages,
    ):
        async with person(browser, pages, settings=NEW) as page:
            await page.goto(f"/games/{service.game}@181")
            line = page.locator("#log .line[aria-current]")
            await expect(line).to_contain_text("Roll the dice. The dice show Attack")
            await expect(line).to_have_attribute("data-first", "180")
            log = page.locator("#log")
            await expect(log.locator(".gain").first).to_be_attached()
            await expect(log.locator(".loss").first).to_be_attached()
            for words in ("reaches the end of the turn", "'s turn ends", "starts a turn", "6 dice and 2 rerolls"):
                await expect(log).not_to_contain_text(words)
            # One line takes the focus, and the arrow keys lead to the others.
            assert await page.locator("#log .move-line[tabindex='0']").count() == 1
            await line.locator(".move-line").press("ArrowDown")
            await page.keyboard.press("Enter")
            await expect(page.locator("#board")).not_to_have_attribute("data-version", "181")
            # All entries with their digests are one click away.
            await page.get_by_text("All entries", exact=True).click()
            await expect(page.locator("#entries .digest").first).to_have_text(re.compile("^[0-9a-f]{64}$"))


async def test_the_end_is_said_once_and_an_earlier_position_by_its_board(browser: Browser) -> None:
    with (
        served(RECORDS / "liars_dice.finished.gunbai") as service,
        serving(make_site(lambda: aio.connect(service.address))) as pages,
    ):
        async with person(browser, pages, settings=NEW) as page:
            await page.goto(f"/games/{service.game}@9")
            await expect(page.locator("#standing")).not_to_be_empty()
            await page.goto(f"/games/{service.game}")
            await expect(page.locator(".state")).to_contain_text("won by")
            await expect(page.locator("#board")).to_have_attribute("data-version", re.compile("[0-9]+"))
            await expect(page.locator("#standing")).to_be_empty()
            await expect(page.locator("#news")).not_to_be_empty()
            await expect(page.locator("#action")).to_be_hidden()


async def test_a_move_is_tried_on_the_board_of_an_earlier_position(browser: Browser) -> None:
    with (
        served(RECORDS / "infludance_duel.finished.gunbai") as service,
        serving(make_site(lambda: aio.connect(service.address))) as pages,
    ):
        async with person(browser, pages) as page:
            await page.goto(f"/games/{service.game}@32")
            await page.get_by_role("button", name="Try a move here").click()
            await page.locator("#menu > .move, .choosable").first.click()
            await expect(page.locator("#verdict")).to_contain_text("The referee would accept it.")
            await expect(page.get_by_role("button", name="Branch here and play on")).to_be_visible()


async def test_players_see_who_is_at_the_table_and_whose_turn_it_is_while_they_look_back(
    browser: Browser, pages: str, address: str
) -> None:
    async with (
        aio.connect(address) as gunbai,
        person(browser, pages) as page,
        person(browser, pages) as other,
    ):
        seats, seat = await played_until(gunbai, "infludance_duel", NAMES[:2], "PlaceCowboy")
        opponent = seats[2 - seat.number]
        await sit(page, pages, seat)
        await expect(page.locator(f".presence.here[data-seat='{seat.number}']")).to_have_count(1)
        await expect(page.locator(".presence.here")).to_have_count(1)
        await sit(other, pages, opponent)
        await expect(page.locator(".presence.here")).to_have_count(2)
        await page.get_by_role("button", name="First position").click()
        await expect(page.locator("#past")).to_contain_text("It is your turn.")
        await expect(page).to_have_title(re.compile("Your turn"))
        await page.get_by_role("button", name="To the newest").click()
        await expect(page.locator(".choosable").first).to_be_visible()
        await expect(page.locator("#past")).to_be_hidden()


async def test_no_text_of_a_board_is_too_small_on_a_phone(browser: Browser) -> None:
    for title in ("king_of_tokyo", "shogun", "titan_race"):
        with (
            served(RECORDS / f"{title}.finished.gunbai") as service,
            serving(make_site(lambda: aio.connect(service.address))) as pages,
        ):
            async with person(browser, pages, width=390, touch=True) as page:
                await page.goto(f"/games/{service.game}")
                await page.locator("#board svg").first.wait_for()
                for fold in await page.locator(".folded > summary").all():
                    await fold.tap()
                sizes = await page.evaluate(SIZES)
                assert len(sizes) > 10
                assert [(title, words, size) for words, size in sizes if size < 11.9] == []


async def test_moves_are_shown_as_motion_to_those_who_want_it_alone(browser: Browser) -> None:
    moving = "() => document.querySelector('#board').getAnimations({ subtree: true }).some((one) => !one.animationName)"
    with (
        served(RECORDS / "king_of_tokyo.finished.gunbai") as service,
        serving(make_site(lambda: aio.connect(service.address))) as pages,
    ):
        for reduced in (False, True):
            async with person(browser, pages, settings=NEW) as page:
                await page.emulate_media(reduced_motion="reduce" if reduced else "no-preference")
                await page.goto(f"/games/{service.game}@180")
                await page.locator("#log [aria-current]").wait_for()
                await page.evaluate(
                    "() => { window.moved = false; const look = () => "
                    f"{{ window.moved ||= ({moving})(); requestAnimationFrame(look); }}; look(); }}"
                )
                await page.keyboard.press("ArrowRight")
                await expect(page.locator("#board")).to_have_attribute("data-version", "181")
                await page.wait_for_timeout(200)
                assert await page.evaluate("window.moved") is not reduced


TURNED = """() => [...document.querySelectorAll(".glow")].map((glow) => glow.transform.baseVal.consolidate().matrix)
  .filter(({ a, b }) => Math.abs(b) > 0.01 || Math.abs(a - 1) > 0.3).length"""
"""How many outlines do not lie straight."""
EARLY = """() => {
  window.early = [];
  const line = () => [...document.querySelectorAll("#log .shown")].at(-1)?.textContent ?? "";
  let before = line();
  new MutationObserver(() => {
    if (line() !== before && document.querySelector(".moves")) window.early.push(line());
    before = line();
  }).observe(document.querySelector("#log"), { childList: true, subtree: true });
}"""
"""Notes what the log says of dice while they tumble."""


async def test_dice_that_lie_still_are_outlined_and_told_of(browser: Browser, pages: str, address: str) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages, settings=NEW) as page:
        _, seat = await played_until(gunbai, "king_of_tokyo", NAMES[:2], "RollDice")
        await sit(page, pages, seat)
        await page.locator("#menu .move").first.wait_for()
        await page.evaluate(EARLY)
        await page.locator("#menu .move").first.click()
        await expect(page.locator("#board .glow")).to_have_count(6)
        assert await page.evaluate(TURNED) == 0
        await expect(page.locator("#log .shown").last).to_contain_text("The dice show")
        assert await page.evaluate("window.early") == []


SCROLLED = """() => [...document.querySelectorAll(".player > .flow")]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length"""
"""How many panels of players have more than fits in them."""


async def test_the_panel_of_a_player_who_concedes_says_so(browser: Browser, pages: str, address: str) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages) as page:
        seats, seat = await played_until(gunbai, "king_of_tokyo", NAMES, "RollDice")
        await sit(page, pages, seat)
        await page.locator("#log [aria-current]").wait_for()
        assert await page.evaluate(SCROLLED) == 0
        other = next(sitting for sitting in seats if sitting.number != seat.number)
        await other.concede()
        panel = page.locator(f".player[data-spot='seat:{other.number}']")
        await expect(panel).to_contain_text("no longer plays")
        await page.reload()
        await expect(panel).to_contain_text("no longer plays")
        await expect(page.locator("#players .left:not(:empty)")).to_have_count(1)


WRITTEN = """async ([log, names]) => {
  const { Log } = await import(log);
  const list = document.createElement("ol");
  const events = [
    { kind: "", sentence: "Greedy attacks." },
    { kind: "loss", sentence: "Greedy 2 loses 1 life." },
    { kind: "gain", sentence: "Greedy gains 1 point." },
  ];
  new Log(list, {}, () => "", names).add([{ version: 1, actor: "Greedy", seat: 1, command: "Attack.", events }]);
  return [...list.querySelectorAll(".said, .told")].map(({ textContent }) => textContent);
}"""
"""Writes a log of one entry, and returns its sentences."""


async def test_the_log_leaves_out_only_the_whole_name_of_the_one_who_moved(browser: Browser, pages: str) -> None:
    async with person(browser, pages) as page:
        await page.goto("/")
        lines = await page.evaluate(WRITTEN, [f"{PATH}/log.js", ["Greedy", "Greedy 2"]])
        assert lines == ["Attacks.", "Greedy 2 loses 1 life.", "Gains 1 point."]


LOOKING = """() => {
  window.past = false;
  new MutationObserver(() => { window.past ||= !document.querySelector("#past").hidden; })
    .observe(document.querySelector("#past"), { attributes: true });
}"""
"""Notes whether the page ever says that an earlier position is shown."""


async def test_moves_that_are_shown_one_by_one_are_no_earlier_position(
    browser: Browser, pages: str, address: str
) -> None:
    async with aio.connect(address) as gunbai, person(browser, pages, settings=NEW) as page:
        seats, seat = await played_until(gunbai, "king_of_tokyo", NAMES[:2], "RollDice")
        await page.goto(f"/games/{seat.game}")
        await page.locator("#log [aria-current]").wait_for()
        await page.evaluate(LOOKING)
        head = await version_of(page)
        for _ in range(4):
            asked_seat = seats[(await seat.view()).waiting.seats[0] - 1]
            await asked_seat.submit((await asked_seat.legal()).commands[0].command)
            await page.wait_for_timeout(300)
        newest = (await gunbai.game(seat.game)).head
        assert newest > head + 4
        await expect(page.locator("#version")).to_have_text(f"{newest} / {newest}")
        await page.wait_for_timeout(500)
        assert not await page.evaluate("window.past")
