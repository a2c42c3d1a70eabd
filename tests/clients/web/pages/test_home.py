"""The first page: a game against bots at once, the visitor's own games, those of others, and a refused move."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from clients.web.bots.bot_players import FOR_ONE
from clients.web.pages.home import USUAL_SEATS
from clients.web.pages.seats import STRENGTHS
from clients.web.samples.sample_files import find_samples
from gunbai.referee.v1.game_pb2 import GAME_STATUS_REVEALING, GAME_STATUS_RUNNING
from gunbai_client import Gunbai, connect
from tests.clients.web.http_requests import Visitor, answer, hold
from titles.catalogue import TITLES, newest


@pytest.fixture
def browser(pages: str) -> Visitor:
    """Return a new browser."""
    return Visitor(pages)


def section(text: str, name: str) -> str:
    """Return the part of the first page below a heading."""
    return text.partition(f'<h2 id="{name}">')[2].partition("</section>")[0]


def test_each_title_has_a_tile_with_its_cover_and_a_finished_game_that_can_be_replayed(browser: Visitor) -> None:
    _, text = browser.sees("/")
    for name, sample in find_samples().items():
        assert f'name="title" value="{name}"' in text
        assert f'src="/titles/{name}/cover.svg"' in text
        assert browser.sees(f"/titles/{name}/cover.svg")[1] == newest(name).board.cover
        assert f"about {sample.moves} moves each" in text
        address, game = browser.sees(f"/games/{sample.game}")
        assert address.endswith(sample.game)
        assert newest(name).label in unescape(game)
        _, picture = browser.sees(f"/games/{sample.game}@{sample.shown}.svg")
        assert picture.startswith("<svg")


def test_a_finished_game_ships_for_each_title() -> None:
    assert set(find_samples()) == set(TITLES)


@pytest.mark.parametrize("title", ["infludance_duel", "king_of_tokyo"])
def test_one_click_begins_a_game_against_bots(browser: Visitor, address: str, title: str) -> None:
    url, _ = browser.sees("/play", title=title, player="Ann", level=STRENGTHS[0])
    with connect(address) as gunbai:
        info = gunbai.game(url.rpartition("/")[2])
    assert info.status in {GAME_STATUS_REVEALING, GAME_STATUS_RUNNING}
    seats = 2 if title == "infludance_duel" else USUAL_SEATS
    assert [seat.player for seat in info.seats] == ["Ann", *("Greedy", "Greedy 2")[: seats - 1]]
    _, home = browser.sees("/")
    assert 'name="player" maxlength="60" value="Ann"' in home
    assert f'href="/games/{info.game}"' in section(home, "own")
    assert f'href="/games/{info.game}"' not in section(home, "running")


def test_a_visitor_without_a_name_is_a_guest(browser: Visitor, address: str) -> None:
    url, _ = browser.sees("/play", title="infludance_duel", player=" ")
    with connect(address) as gunbai:
        assert gunbai.game(url.rpartition("/")[2]).seats[0].player == "Guest"


def test_a_game_that_cannot_begin_is_told_above_the_tiles_and_the_name_is_kept(browser: Visitor, pages: str) -> None:
    body = urlencode({"title": "infludance_duel", "player": "Ann", "level": "9"}).encode()
    status, _, text = answer(f"{pages}/play", body, {"origin": pages})
    assert status == 400
    assert "level" in text.partition('role="alert">')[2].partition("</p>")[0]


def own_game(gunbai: Gunbai, name: str, *, private: bool = False) -> tuple[str, list[str], str]:
    """Begin a duel, and return its id, the cookies of its two players, and the name of the one who is asked."""
    made = gunbai.create("infludance_duel", seats=2, private=private, chance="referee", label=name)
    host = gunbai.holding(made.host_token)
    seats = [host.join(made.info.game, player) for player in ("Ann", "Bob")]
    host.start(made.info.game)
    waiting = seats[0].view().waiting.seats
    return made.info.game, [hold(made.info.game, seat) for seat in seats], str(waiting[0])


def test_a_private_game_is_on_the_list_of_its_player_alone_and_says_whose_turn_it_is(
    pages: str, gunbai: Gunbai
) -> None:
    game, held, asked_seat = own_game(gunbai, "Hidden table", private=True)
    for number, cookie in enumerate(held, 1):
        text = answer(pages, headers={"cookie": f"gunbai-browser={cookie}"})[2]
        own = section(text, "own")
        assert f'href="/games/{game}"' in own
        assert ("your-turn" in own) == (str(number) == asked_seat)
    assert game not in answer(pages)[2]


def test_games_of_others_are_shown_and_alike_ones_take_one_place(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, chance="referee", label="The one of many")
    seats = [gunbai.join(made.info.game, player) for player in ("Flo", "Ona")]
    gunbai.holding(made.host_token).start(made.info.game)
    branches = [gunbai.holding(seats[0].token).fork(made.info.game, 4) for _ in range(5)]
    waiting = [gunbai.create("liars_dice", seats=2, chance="referee") for _ in range(5)]
    for game in waiting:
        gunbai.join(game.info.game, "Flooder")
    text = answer(pages)[2]
    assert f'href="/games/{made.info.game}"' in section(text, "running")
    cards = re.findall(r'class="card"[^>]*href="/games/(\w+)"', section(text, "waiting"))
    assert len({*cards} & {game.info.game for game in waiting}) == 1
    assert len({*cards} & {branch.info.game for branch in branches}) <= 1
    assert "more like it" in section(text, "waiting")


def test_a_refused_move_is_tried_right_there_and_the_clause_is_named(browser: Visitor) -> None:
    _, text = browser.sees("/")
    trial = section(text, "trial")
    link = r'<a href="/titles/king_of_tokyo/rules#KT-[0-9.]+">KT-[0-9.]+</a>'
    refused = rf'Buy Jet Fighters\.</summary>\s*<p class="verdict refused"><b>Refused by {link}\.</b> \w+'
    assert re.search(refused, trial)
    assert re.search(r"Buy Tanks\.</summary>\s*<p class=\"verdict accepted\"><b>Allowed\.</b> \w+", trial)


def test_the_bots_that_wait_longest_make_room_for_a_seventh_game(
    browser: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clients.web.bots.bot_players.UNDECIDED", -60)
    urls = {browser.sees("/play", title="king_of_tokyo", player="Ann", level="1")[0] for _ in range(FOR_ONE // 2 + 1)}
    assert len(urls) == FOR_ONE // 2 + 1


def test_a_game_that_ships_is_not_branched_but_played_on_from_its_position(browser: Visitor) -> None:
    sample = find_samples()["infludance_duel"]
    url, text = browser.sees(f"/games/{sample.game}/branch", version=str(sample.shown))
    assert url.endswith(f"/new/infludance_duel?position={sample.game}@{sample.shown}")
    assert f'value="{sample.game}@{sample.shown}"' in text
    url, _ = browser.sees(
        "/new/infludance_duel", player="Ann", people="0", bots="1", table=f"{sample.game}@{sample.shown}"
    )
    assert "/games/" in url
    assert not url.endswith(sample.game)
