"""Studies on the page: made, written, sent to others, exported and imported, for those who may see the game."""

from __future__ import annotations

import json
import re
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from playwright.async_api import Browser, Page, expect

from clients.web.samples.sample_files import find_samples
from gunbai_client import Gunbai, Seat
from tests.clients.web.http_requests import NOWHERE, answer
from tests.clients.web.people import begin_duel, opened, person, version_of

LINK = re.compile(r'href="(/studies/[a-z0-9]{16})"')


class Somebody:
    """A visitor who keeps cookies, without scripts."""

    def __init__(self, pages: str) -> None:
        self._pages = pages
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def sees(self, path: str, /, **form: str) -> tuple[int, str]:
        """Return the status and the text of a page, or of what a form leads to."""
        body = urlencode(form).encode() if form else None
        try:
            with self._opener.open(Request(self._pages + path, body, {"origin": self._pages})) as response:
                return response.status, response.read().decode()
        except HTTPError as error:
            with error:
                return error.code, error.read().decode()


def link_in(text: str) -> str:
    """Return the address of the study on a page."""
    link = LINK.search(text)
    assert link is not None
    return link[1]


def test_a_study_is_written_by_its_maker_and_read_by_whoever_has_its_link(pages: str, seats: list[Seat]) -> None:
    game, ann, bob = seats[0].game, Somebody(pages), Somebody(pages)
    status, text = ann.sees(f"/games/{game}/studies", name="The <b>first</b> steps", author="Ann")
    study = link_in(text)
    assert (status, "The &lt;b&gt;first&lt;/b&gt; steps" in text, "By Ann." in text) == (200, True, True)
    text = ann.sees(f"{study}/notes", version="3", text="Why not east?")[1]
    assert "Why not east?" in text
    text = bob.sees(study)[1]
    assert ("Why not east?" in text, "Step 3" in text, "Add the note" in text) == (True, True, False)
    assert bob.sees(f"{study}/notes", version="3", text="Bob was here.")[0] == 403
    assert bob.sees(f"{study}/deleted", sure="yes")[0] == 403
    assert "The &lt;b&gt;first" in ann.sees(f"/games/{game}/studies")[1]
    assert "The &lt;b&gt;first" not in bob.sees(f"/games/{game}/studies")[1]
    mark = re.search(r'name="note" value="(\w+)"', ann.sees(study)[1])
    assert mark is not None
    assert bob.sees(f"{study}/removed", note=mark[1])[0] == 403
    assert "This study has no notes yet" in ann.sees(f"{study}/removed", note=mark[1])[1]
    assert ann.sees(f"{study}/deleted", sure="yes")[0] == 200
    assert bob.sees(study)[0] == 404


LINK_FOR_WRITING = re.compile(r'href="(/studies/[a-z0-9]{16}/write)#([\w-]{43})"')


def test_others_write_by_the_link_that_the_author_makes_until_it_is_withdrawn(pages: str, seats: list[Seat]) -> None:
    ann, bob, cleo = Somebody(pages), Somebody(pages), Somebody(pages)
    study = link_in(ann.sees(f"/games/{seats[0].game}/studies", name="Together", author="Ann")[1])
    assert bob.sees(f"{study}/link", action="make")[0] == 403
    found = LINK_FOR_WRITING.search(ann.sees(f"{study}/link", action="make")[1])
    assert found is not None
    page, token = found.groups()
    assert 'name="token"' in bob.sees(page)[1]
    assert bob.sees(page, token=token[::-1])[0] == 403
    text = bob.sees(page, token=token)[1]
    assert ("Add the note" in text, "Delete this study" in text, ">Edit</summary>" in text) == (True, False, False)
    assert LINK_FOR_WRITING.search(text) is None
    text = bob.sees(f"{study}/notes", version="3", text="East was better.", author="<i>Bob</i>")[1]
    assert (
        "East was better." in text,
        "By &lt;i&gt;Bob&lt;/i&gt; (writing link)." in text,
        "Delete for good" in text,
    ) == (True,) * 3
    # Their name is there for the next note.
    assert 'name="author" maxlength="60" value="&lt;i&gt;Bob&lt;/i&gt;"' in text
    mark = re.search(r'name="note" value="(\w+)"', text)
    assert mark is not None
    assert "Together" in bob.sees(f"/games/{seats[0].game}/studies")[1]
    assert "Add as a chapter" not in bob.sees(f"/games/{seats[0].game}/studies")[1]
    assert cleo.sees(page, token=token)[0] == 200
    assert cleo.sees(f"{study}/removed", note=mark[1])[0] == 403
    assert bob.sees(f"{study}/chapters", chapter="1", action="name", chapter_name="Mine")[0] == 403
    assert LINK_FOR_WRITING.search(ann.sees(f"{study}/link", action="withdraw")[1]) is None
    assert bob.sees(f"{study}/notes", version="3", text="Once more")[0] == 403
    assert "no longer valid" in cleo.sees(page, token=token)[1]
    text = bob.sees(study)[1]
    assert ("East was better." in text, "Add the note" in text, "Delete for good" in text) == (True, False, False)
    assert "Together" not in bob.sees(f"/games/{seats[0].game}/studies")[1]
    assert "East was better." not in ann.sees(f"{study}/removed", note=mark[1])[1]


@pytest.mark.parametrize("name", ["", "Ann"])
def test_nobody_writes_in_the_name_of_the_author_by_the_link(pages: str, seats: list[Seat], name: str) -> None:
    """A note without a name is the author's, so one that came by the link says so, whatever its name is."""
    ann, bob = Somebody(pages), Somebody(pages)
    study = link_in(ann.sees(f"/games/{seats[0].game}/studies", name="Together", author="Ann")[1])
    found = LINK_FOR_WRITING.search(ann.sees(f"{study}/link", action="make")[1])
    assert found is not None
    bob.sees(found[1], token=found[2])
    bob.sees(f"{study}/notes", version="2", text="I was wrong.", author=name)
    ann.sees(f"{study}/notes", version="3", text="I was right.")
    notes = Somebody(pages).sees(study)[1].partition('<ol class="plain notes">')[2].partition("</ol>")[0]
    by_link, by_author = notes.split("</li>")[:2]
    assert f"By {name or 'Guest'} (writing link)." in by_link
    assert "I was right." in by_author
    assert "writing link" not in by_author


def test_a_link_for_writing_shows_nobody_a_private_game(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, private=True, chance="referee")
    game = made.info.game
    ann, bob = Somebody(pages), Somebody(pages)
    ann.sees(f"/games/{game}/watch", token=made.spectator_token)
    study = link_in(ann.sees(f"/games/{game}/studies", name="Hush")[1])
    found = LINK_FOR_WRITING.search(ann.sees(f"{study}/link", action="make")[1])
    assert found is not None
    for status, text in (bob.sees(found[1], token=found[2]), bob.sees(f"{study}/notes", version="1", text="Hi")):
        assert (status, "Hush" in text) == (403, False)
    assert bob.sees(f"{study}/notes", version="1", text="Hi", action="branch")[0] == 403


def test_a_study_is_exported_and_imported_whole_and_only_for_its_game(pages: str, seats: list[Seat]) -> None:
    game, ann, bob = seats[0].game, Somebody(pages), Somebody(pages)
    study = link_in(ann.sees(f"/games/{game}/studies", name="Steps")[1])
    fields = {"what_if_seat": "1", "what_if_name": "a.Step", "what_if_fields": "{}", "what_if_sentence": "Step."}
    ann.sees(f"{study}/notes", version="2", text="A question", **fields)
    exported = bob.sees(f"{study}.json")[1]
    assert json.loads(exported)["chapters"][0]["notes"][0]["what_if"]["sentence"] == "Step."
    again = link_in(bob.sees(f"/games/{game}/studies", file=exported)[1])
    assert again != study
    assert bob.sees(f"{again}.json")[1] == exported
    other = exported.replace(game, NOWHERE)
    assert bob.sees(f"/games/{game}/studies", file=other)[0] == 400
    assert bob.sees(f"/games/{game}/studies", file="{}")[0] == 400
    assert bob.sees(f"/games/{NOWHERE}/studies", file=other)[0] == 404


def test_a_study_of_a_private_game_is_for_those_who_may_see_the_game(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, private=True, chance="referee")
    game = made.info.game
    ann, bob = Somebody(pages), Somebody(pages)
    ann.sees(f"/games/{game}/watch", token=made.spectator_token)
    study = link_in(ann.sees(f"/games/{game}/studies", name="Hush")[1])
    ann.sees(f"{study}/notes", version="1", text="The secret plan")
    for path in (study, f"{study}.json", f"/games/{game}?study={study.rpartition('/')[2]}", f"/games/{game}/studies"):
        status, text = bob.sees(path)
        assert (status, "secret plan" in text, "Hush" in text) == (403, False, False)


def test_a_note_draws_on_the_board_and_says_in_words_what_it_draws(pages: str, seats: list[Seat]) -> None:
    ann = Somebody(pages)
    study = link_in(ann.sees(f"/games/{seats[0].game}/studies", name="Steps")[1])
    shapes = [{"spot": "seat:1", "to": ""}, {"spot": "<i>:1", "to": "seat:2"}]
    status, text = ann.sees(f"{study}/notes", version="2", shapes=json.dumps(shapes))
    assert (status, ">seat 1</li>" in text, ">&lt;i&gt; 1 → seat 2</li>" in text) == (200, True, True)
    assert json.loads(ann.sees(f"{study}.json")[1])["chapters"][0]["notes"][0]["shapes"] == shapes
    for wrong in ("[", "{}", '[{"spot": ""}]', json.dumps(shapes * 17)):
        assert ann.sees(f"{study}/notes", version="2", shapes=wrong)[0] == 400
    assert ann.sees(f"{study}/notes", version="2", shapes="[]")[0] == 400


@pytest.mark.parametrize("query", ["aaaaaaaaaaaaaaaa", "..%2F..%2Fetc%2Fpasswd", "x"])
def test_what_is_no_study_of_a_game_is_not_found(pages: str, seats: list[Seat], query: str) -> None:
    assert answer(f"{pages}/games/{seats[0].game}?study={query}")[0] == 404


async def created(page: Page, name: str) -> None:
    """Create a study of the game that a page shows."""
    await page.get_by_role("link", name="Add to a study").click()
    await page.get_by_label("Name of the study").fill(name)
    await page.get_by_role("button", name="Create").click()


async def edited(page: Page) -> None:
    """Begin to edit the study on a page."""
    await page.locator("#study .menu > summary").press("Enter")
    await page.get_by_role("switch", name="Edit study").press("Space")


@pytest.mark.long
async def test_a_study_with_a_variation_and_a_what_if_is_made_by_clicks_and_followed_by_another(
    browser: Browser, pages: str
) -> None:
    async with person(browser, pages) as ann, person(browser, pages) as bob:
        await begin_duel(ann, bob)
        await created(ann, "How it began")
        await ann.locator("#study").wait_for()
        head = await version_of(ann)
        await opened(ann, "What if?")
        await ann.get_by_label("Which move").select_option(label="Shoot")
        await ann.get_by_role("button", name="Ask", exact=True).click()
        await expect(ann.locator("#with-what-if")).to_contain_text("With the move you tried")
        await ann.get_by_label("Your comment on the position shown").fill("Could anybody shoot here?")
        await ann.get_by_role("button", name="Add the note", exact=True).click()
        await expect(ann.locator("#study")).to_contain_text("Could anybody shoot here?")
        # A study is read unless its author changes it.
        await expect(ann.get_by_label("Your comment on the position shown")).to_be_hidden()
        await edited(ann)
        await ann.get_by_label("Your comment on the position shown").fill("From here on I would have played otherwise.")
        await ann.get_by_role("button", name="Add the note and branch here").click()
        await expect(ann.get_by_role("link", name="Branch that continues from here")).to_be_visible()
        await expect(ann.locator("#edit-study")).to_be_checked()
        link = await ann.locator("#study .menu a.link").get_attribute("href")

        await bob.goto(str(link))
        first = bob.locator(".notes > li").first
        await bob.keyboard.press("Home")
        await expect(first).to_have_attribute("aria-current", "false")
        await first.get_by_role("link", name=f"Step {head}").click()
        await expect(bob.locator("#board")).to_have_attribute("data-version", str(head))
        await expect(first).to_have_attribute("aria-current", "true")
        await first.get_by_role("button", name="Ask the referee").click()
        await expect(first.locator("[role=status]")).to_contain_text(f"At version {head}: ")
        assert await bob.get_by_role("button", name="Add the note", exact=True).count() == 0
        await bob.get_by_role("link", name="Branch that continues from here").click()
        await expect(bob.get_by_text("Branched from")).to_be_visible()


async def test_the_link_for_writing_leads_into_the_study_and_leaves_its_secret_nowhere(
    browser: Browser, pages: str
) -> None:
    async with person(browser, pages) as ann, person(browser, pages, width=390, touch=True) as bob:
        await ann.goto(f"/games/{find_samples()['liars_dice'].game}/studies")
        await ann.get_by_label("Name of the study").fill("Bluffs")
        await ann.get_by_role("button", name="Create").click()
        await ann.get_by_text("Write together").press("Enter")
        await ann.get_by_role("button", name="Make a writing link").click()
        link = await ann.get_by_role("link", name="Writing link for this study").get_attribute("href")
        await bob.goto(str(link))
        await bob.locator("#note textarea").fill("I believed it.")
        assert str(link).partition("#")[2] not in bob.url
        await bob.get_by_label("Your name").fill("Bob")
        await bob.get_by_role("button", name="Add the note", exact=True).click()
        await expect(bob.locator(".notes")).to_contain_text("By Bob (writing link).")
        await ann.reload()
        await expect(ann.locator(".notes")).to_contain_text("I believed it.")


async def centre(page: Page, spot: str) -> tuple[float, float]:
    """Return the middle of a spot of the board, in the window."""
    found = page.locator(f'[data-spot="{spot}"]').first
    await found.scroll_into_view_if_needed()
    box = await found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.long
async def test_shapes_are_drawn_by_mouse_or_keyboard_and_shown_to_others_at_their_position(
    browser: Browser, pages: str
) -> None:
    async with person(browser, pages) as ann, person(browser, pages) as bob:
        await begin_duel(ann, bob)
        await created(ann, "What to look at")
        await expect(ann.locator("#shape-spot option").nth(1)).to_be_attached()
        head = await version_of(ann)
        spots = [str(await option.get_attribute("value")) for option in await ann.locator("#shape-spot option").all()]
        await ann.mouse.click(*await centre(ann, spots[0]), button="right")
        await expect(ann.locator(".shapes > rect")).to_have_count(1)
        await ann.mouse.click(*await centre(ann, spots[0]), button="right")
        await expect(ann.locator(".shapes > *")).to_have_count(0)
        await ann.mouse.click(*await centre(ann, spots[0]), button="right")
        end = await centre(ann, spots[1])
        await ann.mouse.move(*await centre(ann, spots[0]))
        await ann.mouse.down(button="right")
        await ann.mouse.move(*end)
        await ann.mouse.up(button="right")
        await expect(ann.locator(".shapes > path")).to_have_count(1)
        await ann.get_by_role("button", name="Remove: ").last.click()
        await expect(ann.locator(".shapes > path")).to_have_count(0)
        await ann.get_by_text("Draw on the board").focus()
        await ann.keyboard.press("Enter")
        await ann.get_by_label("Arrow to").select_option(spots[1])
        await ann.get_by_role("button", name="Draw", exact=True).press("Enter")
        await expect(ann.locator(".shapes > path")).to_have_count(1)
        await expect(ann.locator("#drawing > li")).to_have_count(2)
        await ann.get_by_role("button", name="Add the note", exact=True).click()
        await expect(ann.locator(".notes .drawn > li")).to_have_count(2)
        await expect(ann.locator(".shapes > *")).to_have_count(2)
        link = await ann.locator("#study .menu a.link").get_attribute("href")

        await bob.goto(str(link))
        await bob.locator("#board svg").first.wait_for()
        await bob.keyboard.press("Home")
        await expect(bob.locator(".shapes > *")).to_have_count(0)
        await bob.locator(".notes > li .position").click()
        await expect(bob.locator("#board")).to_have_attribute("data-version", str(head))
        await expect(bob.locator(".shapes > *")).to_have_count(2)
        await expect(bob.locator(".notes .drawn")).to_have_attribute("aria-label", "On the board")

        await edited(ann)
        await ann.locator(".notes summary").click()
        await ann.get_by_role("button", name="Delete for good").first.click()
        await expect(ann.locator(".notes")).to_have_count(0)


async def test_a_study_is_read_above_the_board_and_leads_from_note_to_note(browser: Browser, pages: str) -> None:
    ann, game = Somebody(pages), find_samples()["liars_dice"].game
    study = link_in(ann.sees(f"/games/{game}/studies", name="Two notes")[1])
    for version, text in ((12, "A bold bid."), (30, "Nobody believed it.")):
        ann.sees(f"{study}/notes", version=str(version), text=text)
    async with person(browser, pages) as page:
        await page.goto(f"/games/{game}@12?study={study.rpartition('/')[2]}")
        reading, board = page.locator("#reading"), page.locator("#board")
        await expect(reading.locator(".written")).to_have_text("A bold bid.")
        assert float((await reading.locator(".written").evaluate("e => getComputedStyle(e).fontSize"))[:-2]) >= 20
        await expect(page.locator("#study .notes > li").first.locator(".written")).to_be_hidden()
        filled = page.locator("main .main:visible, main .button.main:visible")
        assert await filled.all_inner_texts() == ["Next note"]
        await page.get_by_role("button", name="Next note").press("Enter")
        await expect(board).to_have_attribute("data-version", "30")
        await expect(reading.locator(".written")).to_have_text("Nobody believed it.")
        await expect(page.get_by_role("button", name="Next note")).to_be_hidden()
        head = int(str(await page.locator("#slider").get_attribute("max")))
        marks = await page.locator("#noted > i").evaluate_all(
            "marks => marks.map((mark) => parseFloat(mark.style.left))"
        )
        assert marks == pytest.approx([100 * 11 / (head - 1), 100 * 29 / (head - 1)], abs=0.01)
        await page.keyboard.press("End")
        await expect(reading).to_be_hidden()
        await expect(page.get_by_role("link", name="Download")).to_be_hidden()
        await page.get_by_label("Study: edit, link and file").press("Enter")
        await expect(page.get_by_role("link", name="Download")).to_be_visible()
