"""The chapters of a study: added from games' pages, put in order, and read by those who may see their games."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from clients.web.languages import CATALOGUES
from clients.web.samples.sample_files import find_samples
from clients.web.storage.study_files import FIRST, MOST_CHAPTERS, Chapter, Note, Study, StudyFiles
from gunbai_client import Gunbai, Seat
from tests.clients.web.browser.test_phone import FINGER, SMALL, sideways
from tests.clients.web.http_requests import KEPT, answer, cookies, posted
from tests.clients.web.pages.test_studies import Somebody, created, link_in
from tests.clients.web.people import begin_duel, person, version_of

SAMPLE = find_samples()["liars_dice"].game
CHAPTER = re.compile(r'<li><a href="/studies/[a-z0-9]{16}\?chapter=([a-z0-9]+)"( aria-current="page")?>([^<]*)</a>')


def study_of(ann: Somebody, game: str, *more: str) -> str:
    """Have a visitor make a study of some games, and return its path."""
    study = link_in(ann.sees(f"/games/{game}/studies", name="Openings")[1])
    for number, other in enumerate(more, 2):
        ann.sees(f"/games/{other}/chapters", into=study.rpartition("/")[2], chapter_name=f"No. {number}", version="1")
    return study


def chapters_on(text: str) -> list[str]:
    """Return the titles of the chapters that a page lists, the shown one with an asterisk."""
    return [f"{name}{'*' if shown else ''}" for _, shown, name in CHAPTER.findall(text)]


def ids_on(text: str) -> dict[str, str]:
    """Return the ids of the chapters that a page lists, by their titles."""
    return {name: chapter for chapter, _, name in CHAPTER.findall(text)}


def test_a_game_is_added_to_a_study_as_a_chapter_of_its_own(pages: str, seats: list[Seat]) -> None:
    ann, bob, game = Somebody(pages), Somebody(pages), seats[0].game
    study = study_of(ann, game)
    assert f'<option value="{study.rpartition("/")[2]}">Openings</option>' in ann.sees(f"/games/{SAMPLE}/studies")[1]
    status, text = ann.sees(
        f"/games/{SAMPLE}/chapters", into=study.rpartition("/")[2], chapter_name="The <b>bluff</b>", version="7"
    )
    assert (status, chapters_on(text)) == (200, ["Chapter 1", "The &lt;b&gt;bluff&lt;/b&gt;*"])
    assert f'data-game="{SAMPLE}"' in text
    assert 'data-version="7"' in text
    bluff = ids_on(text)["The &lt;b&gt;bluff&lt;/b&gt;"]
    ann.sees(f"{study}/notes", chapter=bluff, version="9", text="Only about dice")
    first, second = bob.sees(study)[1], bob.sees(f"{study}?chapter={bluff}")[1]
    assert (f'data-game="{game}"' in first, "Only about dice" in first) == (True, False)
    assert (f'data-game="{SAMPLE}"' in second, "Only about dice" in second) == (True, True)
    assert (">Next chapter</a>" in first, ">Previous chapter</a>" in first) == (True, False)
    assert (">Next chapter</a>" in second, ">Previous chapter</a>" in second) == (False, True)
    assert "move up" not in second.lower()
    for path in (f"{study}?chapter=nowhere", f"/games/{game}?study={study.rpartition('/')[2]}&chapter={bluff}"):
        assert bob.sees(path)[0] == 404


def test_chapters_are_renamed_moved_and_removed_by_their_author_alone(pages: str, seats: list[Seat]) -> None:
    ann, bob = Somebody(pages), Somebody(pages)
    study = study_of(ann, seats[0].game, SAMPLE)
    ids = ids_on(ann.sees(study)[1])
    first, second = ids["Chapter 1"], ids["No. 2"]
    for action in ("name", "up", "down", "remove"):
        assert bob.sees(f"{study}/chapters", chapter=second, action=action, chapter_name="Mine")[0] == 403
    assert bob.sees(f"/games/{SAMPLE}/chapters", into=study.rpartition("/")[2])[0] == 403
    renamed = ann.sees(
        f"{study}/chapters", chapter=first, shown=second, action="name", chapter_name="Begin", version="2"
    )
    assert chapters_on(renamed[1]) == ["Begin", "No. 2*"]
    assert 'data-version="2"' in ann.sees(study)[1]
    moved = ann.sees(f"{study}/chapters", chapter=second, shown=first, action="up")
    assert chapters_on(moved[1]) == ["No. 2", "Begin*"]
    assert chapters_on(ann.sees(f"{study}/chapters", chapter=second, action="down")[1]) == ["Begin*", "No. 2"]
    assert "Remove No. 2 with its notes (0)?" in moved[1]
    gone = ann.sees(f"{study}/chapters", chapter=first, shown=first, action="remove")
    assert chapters_on(gone[1]) == ["No. 2*"]
    for action in ("remove", "eat"):
        assert ann.sees(f"{study}/chapters", chapter=second, action=action)[0] == 400
    assert ann.sees(f"{study}/chapters", chapter=first, action="up")[0] == 404
    assert chapters_on(ann.sees(study)[1]) == ["No. 2*"]


def test_a_private_chapter_is_neither_named_nor_exported_to_others(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, private=True, chance="referee")
    game = made.info.game
    ann, bob = Somebody(pages), Somebody(pages)
    ann.sees(f"/games/{game}/watch", token=made.spectator_token)
    study = study_of(ann, game, SAMPLE, game)
    hidden = ids_on(ann.sees(study)[1])["No. 3"]
    ann.sees(f"{study}/notes", chapter=hidden, version="1", text="The secret plan")
    assert chapters_on(ann.sees(study)[1]) == ["Chapter 1*", "No. 2", "No. 3"]
    status, text = bob.sees(study)
    assert (status, f'data-game="{SAMPLE}"' in text, "No. 3" in text, game in text) == (200, True, False, False)
    exported = bob.sees(f"{study}.json")[1]
    assert [chapter["name"] for chapter in json.loads(exported)["chapters"]] == ["No. 2"]
    assert game not in exported
    for path in (f"{study}?chapter={hidden}", f"/games/{game}?study={study.rpartition('/')[2]}&chapter={hidden}"):
        status, text = bob.sees(path)
        assert (status, "secret plan" in text, game in text) == (403, False, False)
    # A game that one cannot see is added to no study.
    own = study_of(bob, SAMPLE)
    assert bob.sees(f"/games/{game}/chapters", into=own.rpartition("/")[2])[0] == 403


def test_a_study_has_room_for_so_many_chapters(pages: str, seats: list[Seat]) -> None:
    ann = Somebody(pages)
    study = study_of(ann, seats[0].game, *[SAMPLE] * (MOST_CHAPTERS - 1))
    assert len(chapters_on(ann.sees(study)[1])) == MOST_CHAPTERS
    assert ann.sees(f"/games/{SAMPLE}/chapters", into=study.rpartition("/")[2])[0] == 400
    assert "Add as a chapter" not in ann.sees(f"/games/{SAMPLE}/studies")[1]


def test_the_branches_of_a_chapters_game_are_a_tree_that_keeps_the_study(
    pages: str, gunbai: Gunbai, seats: list[Seat]
) -> None:
    ann, game = Somebody(pages), seats[0].game
    first = gunbai.game(game).head
    last = first + 1
    seats[0].submit(seats[0].legal().commands[0].command)
    study = study_of(ann, game)
    assert "Variations" not in ann.sees(study)[1]
    late = gunbai.fork(game, last, label="Late").info.game
    early = gunbai.fork(game, first, label="Early").info.game
    deep = gunbai.fork(late, last, label="Deep").info.game
    text = ann.sees(study)[1]
    tree = text[text.index('<nav aria-label="Variations"') :]
    tree = tree[: tree.index("</nav>")]
    names = re.findall(r">([^<>]+)</a>", tree)
    assert names == ["Chapter 1", f"{first}: Early", f"{last}: Late", f"{last}: Deep"]
    query = f"?study={study.rpartition('/')[2]}&amp;chapter=1"
    for one in (game, f"{early}@{first}", f"{late}@{last}", f"{deep}@{last}"):
        assert f'href="/games/{one}{query}"' in tree
    assert re.sub(r"\s|<a.*?</a>", "", tree[tree.index("<ul") :]).count('<ulclass="plain"><li>') == 2
    status, text = ann.sees(f"/games/{deep}@{last}{query.replace('&amp;', '&')}")
    assert (status, chapters_on(text), 'id="note"' in text) == (200, ["Chapter 1*"], False)
    assert re.search(r'aria-current="page">\d+: Deep</a>', text) is not None
    other = gunbai.create("infludance_duel", seats=2, chance="referee").info.game
    assert ann.sees(f"/games/{other}{query.replace('&amp;', '&')}")[0] == 404


def test_a_study_is_read_and_written_without_scripts(pages: str, seats: list[Seat]) -> None:
    ann, game = Somebody(pages), seats[0].game
    study = study_of(ann, game, SAMPLE)
    ann.sees(f"{study}/notes", version="2", text="Look at this")
    leads = re.search(r'<noscript><meta http-equiv="refresh" content="0; url=([^"]+)">', ann.sees(study)[1])
    assert leads is not None
    status, text = ann.sees(leads[1].replace("&amp;", "&"))
    assert (status, "Look at this" in text, chapters_on(text)) == (200, True, ["Chapter 1*", "No. 2"])
    assert "study.js" not in text
    query = f"study={study.rpartition('/')[2]}&amp;chapter=1"
    assert f'href="/games/{game}/plain?version=2&amp;{query}"' in text
    assert re.search(rf'rel="prev" href="/games/{game}/plain\?version=\d+&amp;{query}"', text) is not None


def test_a_study_made_before_there_were_chapters_stays_its_authors(pages: str, seats: list[Seat]) -> None:
    game, folder = seats[0].game, Path(KEPT.name) / "studies"
    chapter = Chapter(id=FIRST, game=game, notes=(Note(2, "As it was"),))
    name, token = StudyFiles(folder).add(Study(name="Old steps", chapters=(chapter,)), "192.0.2.9")
    stored = json.loads((folder / name).read_text())
    old = {
        "format": "gunbai study 1",
        "game": game,
        "name": "Old steps",
        "notes": [{"version": 2, "text": "As it was"}],
    }
    (folder / name).write_text(json.dumps({**stored, "study": old}))
    ann, study = cookies(f"studies of {game}", **{name: token}), f"/studies/{name}"
    text = answer(pages + study, headers=ann)[2]
    assert ("As it was" in text, chapters_on(text)) == (True, ["Chapter 1*"])
    assert "Old steps" in answer(f"{pages}/games/{game}/studies", headers=ann)[2]
    text = posted(pages, f"/games/{SAMPLE}/chapters", ann, into=name, chapter_name="New")[1]
    assert chapters_on(text) == ["Chapter 1", "New*"]
    # The browser holds it without the game, too.
    assert chapters_on(posted(pages, f"{study}/chapters", ann, chapter=FIRST, action="remove")[1]) == ["New*"]
    assert chapters_on(answer(pages + study, headers=ann)[2]) == ["New*"]


@pytest.mark.long
async def test_chapters_are_added_and_walked_through_by_keys_and_taps(browser: Browser, pages: str) -> None:
    async with person(browser, pages) as ann, person(browser, pages) as bob, person(browser, pages) as carol:
        await begin_duel(ann, bob)
        await created(ann, "Two games")
        await ann.get_by_label("Your comment on the position shown").fill("The first game")
        await ann.get_by_role("button", name="Add the note", exact=True).click()
        await expect(ann.locator(".notes")).to_contain_text("The first game")
        await ann.goto(f"/games/{SAMPLE}")
        await ann.locator("#board svg").first.wait_for()
        await ann.keyboard.press("Home")
        await ann.keyboard.press("ArrowRight")
        await expect(ann.locator("#board")).to_have_attribute("data-version", "2")
        await expect(ann.locator("#add-to-study")).to_have_attribute("href", f"/games/{SAMPLE}/studies?version=2")
        await ann.get_by_role("link", name="Add to a study").click()
        await ann.get_by_label("Title of the chapter").fill("The second game")
        await ann.get_by_role("button", name="Add as a chapter").click()
        await expect(ann.locator(".chapters [aria-current]")).to_have_text("The second game")
        assert await version_of(ann) == 2
        link = await ann.locator("#study .menu a.link").get_attribute("href")

        await carol.goto(str(link))
        await expect(carol.locator(".notes")).to_contain_text("The first game")
        await carol.keyboard.press("Shift+ArrowRight")
        await expect(carol.locator(".chapters [aria-current]")).to_have_text("The second game")
        await expect(carol.locator("#board")).to_have_attribute("data-version", "2")
        await carol.keyboard.press("Shift+ArrowLeft")
        await expect(carol.locator(".chapters [aria-current]")).to_have_text("Chapter 1")
        await carol.get_by_role("link", name="Next chapter").click()
        await expect(carol.locator(".chapters [aria-current]")).to_have_text("The second game")

        await ann.get_by_label("Edit The second game").click()
        await ann.get_by_label("Remove The second game").click()
        await ann.get_by_role("button", name="Delete for good").first.click()
        await expect(ann.locator(".chapters > li")).to_have_count(1)
        await expect(ann.locator(".notes")).to_contain_text("The first game")


@pytest.mark.parametrize("language", ["en", "pl"])
async def test_chapters_are_edited_on_a_phone(browser: Browser, pages: str, language: str) -> None:
    say = CATALOGUES[language]
    async with person(browser, pages, width=360, language=language, touch=True) as ann:
        await ann.goto(f"/games/{SAMPLE}/studies?version=3")
        await ann.get_by_label(say("study_name")).fill("Dice")
        await ann.get_by_role("button", name=say("create")).tap()
        await ann.locator("#note").wait_for()
        await ann.goto(f"/games/{SAMPLE}/studies?version=9")
        await ann.get_by_label(say("chapter_name")).fill("Atitlewithoutanend" * 5)
        await ann.get_by_role("button", name=say("add_chapter")).tap()
        await expect(ann.locator(".chapters > li")).to_have_count(2)
        # By keyboard: what is above a fold still grows.
        for fold in await ann.locator("#study details > summary").all():
            await fold.press("Enter")
        assert await sideways(ann) == 0
        assert [small for small in await ann.evaluate(SMALL, FINGER) if "/games" not in small[0]] == []
        await ann.get_by_role("button", name=say("move_up"), disabled=False).tap()
        await expect(ann.locator(".chapters > li").last).to_contain_text(say("chapter", number=2))
