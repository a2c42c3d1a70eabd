"""A game as one file: in a browser it verifies its own record, and whatever is changed in it turns red at its entry."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from clients.cli.sources.served_files import served
from clients.web.saved.page import saved_game
from gunbai_client import Gunbai, connect
from tests.clients.web.people import saved_page
from tools.fixtures.vouched import WITNESS
from tools.vectors.policies import WITNESSES

RECORDS = Path(__file__).parents[3] / "fixtures" / "records"
SIZE_OF_DIGEST = 45
"""The characters of a digest before a line, and the space after it."""
BLOCK = '<script type="application/json" id="{}">\n'


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[str], Path]:
    """Save the record of a fixture as a page."""

    def save(name: str) -> Path:
        file = tmp_path / f"{name}.html"
        with served(RECORDS / f"{name}.gunbai") as service, connect(service.address) as gunbai:
            file.write_text("".join(saved_game(gunbai, gunbai.game(service.game))), encoding="utf-8")
        return file

    return save


def changed(text: str, block: str, line: int, fragment: str) -> str:
    """Return a page in which the first character of a fragment of a line of a block is another one."""
    start = text.index(BLOCK.format(block)) + len(BLOCK.format(block))
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    at = text.index(fragment, start, text.index("\n", start))
    return text[:at] + ("x" if text[at] != "x" else "y") + text[at + 1 :]


async def verdict_on(browser: Browser, file: Path) -> tuple[str, str, list[str]]:
    """Return the verdict of a page, its words, and the numbers of the entries that are red."""
    async with saved_page(browser, file) as page:
        await page.locator("html[data-checked]").wait_for()
        badge = page.locator("#badge")
        red = await page.locator(".bad .number").all_inner_texts()
        return str(await badge.get_attribute("data-verdict")), await badge.inner_text(), red


async def test_a_page_verifies_its_record_and_a_changed_byte_turns_its_entry_red(
    browser: Browser, saved: Callable[[str], Path]
) -> None:
    file = saved("infludance_duel.finished")
    async with saved_page(browser, file) as page:
        await expect(page.locator("#badge")).to_contain_text("consistent: ")
        head = int((await page.locator("#version").inner_text()).partition(" / ")[2])
        await expect(page.locator("#checks")).to_contain_text(f"{head} of {head} entries continue the chain")
        await page.keyboard.press("Home")
        await page.locator("#slider").fill("9")
        await expect(page.locator("#board")).to_have_attribute("data-version", "9")
        await page.locator("#entries .clause").first.click()
        await expect(page.get_by_role("dialog")).to_contain_text("Source: ")
    text = file.read_text(encoding="utf-8")
    for block, line, fragment, entry in (
        ("record", 1 + 7, '"command_id":"', 7),
        ("positions", 9, '"picture"', 9),
    ):
        file.write_text(changed(text, block, line, fragment), encoding="utf-8")
        verdict, words, red = await verdict_on(browser, file)
        assert (verdict, red[:1]) == ("failed", [str(entry)])
        assert words.startswith(f"Entry {entry}: ")


def line(value: object) -> str:
    """Return a value as a line of a page, with the digest that anybody can compute."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f"{b64encode(sha256(text.encode()).digest()).decode()} {text}"


def rewritten(text: str, block: str, change: Callable[[dict[str, Any]], None]) -> str:
    """Return a page of which each line of a block says something else."""
    before, rest = text.split(BLOCK.format(block))
    body, _, after = rest.partition("</script>")
    values = [json.loads(line[SIZE_OF_DIGEST:]) for line in body.splitlines()]
    for value in values:
        change(value)
    return f"{before}{BLOCK.format(block)}{chr(10).join(map(line, values))}\n</script>{after}"


async def test_players_and_result_are_those_of_the_record_and_the_verdict_says_what_nothing_covers(
    browser: Browser, saved: Callable[[str], Path]
) -> None:
    file = saved("infludance_duel.finished")
    text = file.read_text(encoding="utf-8")
    async with saved_page(browser, file) as page:
        players = page.locator("#players")
        await expect(players).to_contain_text(
            "INFLUDANCE Duel, rules 1: player 1, player 2. won by player 2; goal (IN-7.1)"
        )
        genuine = await players.inner_text()
        await expect(page.locator("#badge")).to_contain_text("Nothing vouches for pictures or sentences.")
    invented = {
        "players": ["Eve"],
        "said": [{"text": "Eve won", "language": ""}],
        "label": "Eve's",
        "title": "Eve's game",
    }
    text = rewritten(text, "about", lambda value: value.update(invented))
    file.write_text(rewritten(text, "positions", lambda value: value.update(command="Concede")), encoding="utf-8")
    async with saved_page(browser, file) as page:
        await page.locator("html[data-checked]").wait_for()
        assert await page.locator("#players").inner_text() == genuine.replace("INFLUDANCE Duel", "infludance_duel")
        await expect(page.locator("#label")).to_have_text("infludance_duel")
        await expect(page.locator("#badge")).to_contain_text("Nothing vouches for pictures or sentences.")


async def test_a_page_holds_its_record_to_a_policy_of_witnesses(
    browser: Browser, saved: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = (RECORDS / "liars_dice.attested.gunbai").read_bytes()
    # What serves a file has a log of its own: the page gets the record with the log of the service that refereed it.
    monkeypatch.setattr(Gunbai, "export", lambda *_: iter([record]))
    two = f"witness eye {WITNESS}\nwitness ann {WITNESSES['ann']}\ngroup both {{}} eye ann\nquorum both\n"
    async with saved_page(browser, saved("liars_dice.attested")) as page:
        badge, checks = page.locator("#badge"), page.locator("#checks")
        await page.locator("html[data-checked]").wait_for()
        for needed, verdict, words in (
            ("all", "incomplete", "NOT enough: witnessed by 1 of 2, policy says 2: eye"),
            ("any", "consistent", "witnessed by 1 of 2, policy says 1: eye"),
        ):
            await page.locator("textarea[name=policy]").fill(two.format(needed))
            await page.get_by_role("button", name="Check the signature").click()
            await expect(checks).to_contain_text(words)
            await expect(badge).to_have_attribute("data-verdict", verdict)
        await page.locator("textarea[name=policy]").fill("quorum nobody")
        await page.get_by_role("button", name="Check the signature").click()
        await expect(badge).to_contain_text("line 1 of the policy: no earlier line defines nobody")


TITLES = ("infludance_duel", "king_of_tokyo", "liars_dice", "samurai_spirit", "shogun", "titan_race")


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
async def test_the_page_of_a_finished_game_of_every_title_recomputes_its_chance(
    browser: Browser, saved: Callable[[str], Path], title: str
) -> None:
    verdict, words, red = await verdict_on(browser, saved(f"{title}.finished"))
    assert (verdict, red) == ("consistent", [])
    assert "chance outcomes recomputed: " in words
    assert "recomputed: 0." not in words


@pytest.mark.long
@pytest.mark.parametrize(
    "kind", ["committed", "continuing", "dealt", "shared", "signed", "stalled", "taken_back", "voided"]
)
async def test_a_page_can_be_made_of_records_of_many_kinds(
    browser: Browser, saved: Callable[[str], Path], kind: str
) -> None:
    verdict, _, red = await verdict_on(browser, saved(f"liars_dice.{kind}"))
    assert verdict in {"consistent", "incomplete"}
    assert red == []


@pytest.mark.long
async def test_any_changed_byte_of_what_a_page_shows_is_noticed_at_its_entry(
    browser: Browser, saved: Callable[[str], Path]
) -> None:
    file = saved("infludance_duel.finished")
    text = file.read_text(encoding="utf-8")
    lines = {"record": 2, "positions": 1}
    for block, offset in lines.items():
        body = text.split(BLOCK.format(block))[1].partition("</script>")[0].splitlines()
        for number in range(offset, len(body) + 1, 5):
            shown_line = body[number - 1]
            for place in (0, len(shown_line) // 3, len(shown_line) - 1):
                other = "0" if shown_line[place] != "0" else "1"
                file.write_text(
                    text.replace(shown_line, f"{shown_line[:place]}{other}{shown_line[place + 1 :]}"), encoding="utf-8"
                )
                verdict, _, red = await verdict_on(browser, file)
                assert (block, number, place, verdict, red[:1]) == (
                    block,
                    number,
                    place,
                    "failed",
                    [str(number - offset + 1)],
                )


@pytest.mark.long
async def test_a_page_says_which_of_its_words_are_in_the_language_of_the_title(
    browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "game.html"
    with served(RECORDS / "king_of_tokyo.finished.gunbai") as service, connect(service.address) as gunbai:
        polish = gunbai.speaking("pl")
        file.write_text("".join(saved_game(polish, polish.game(service.game))), encoding="utf-8")
    async with saved_page(browser, file) as page:
        await expect(page.locator("#players [lang=en]").first).to_contain_text("KT-")
        for shown in ("#board", "#text", "#entries"):
            await expect(page.locator(shown)).to_have_attribute("lang", "en")


async def test_a_page_whose_script_was_changed_does_not_run_and_says_so(
    browser: Browser, saved: Callable[[str], Path]
) -> None:
    file = saved("infludance_duel.finished")
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("<script>", "<script> ", 1), encoding="utf-8")
    async with saved_page(browser, file, quiet=False) as page:
        await expect(page.locator("#badge")).to_have_text("Not verified: the script of this page did not run.")
        assert await page.locator("#slider").count() == 0


SCRIPTS = ("<script>{}</script>", '<script src="data:text/javascript,{}"></script>', '<img src="x:" onerror="{}">')


async def test_a_page_runs_no_script_but_its_own(browser: Browser, saved: Callable[[str], Path]) -> None:
    """Neither in the page itself nor in a frame, which has the page's policy."""
    file = saved("infludance_duel.finished")
    others = "".join(script.format("top.document.documentElement.lang=1") for script in SCRIPTS)
    text = file.read_text(encoding="utf-8").replace("</main>", f"</main>{others}<iframe srcdoc='{others}'></iframe>")
    file.write_text(text, encoding="utf-8")
    async with saved_page(browser, file, quiet=False) as page:
        await page.locator("html[data-checked]").wait_for()
        await expect(page.locator("html")).to_have_attribute("lang", "en")
