"""Taking seats: forms of new games, links to seats and for watching, bots, and who may start."""

from __future__ import annotations

import re

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clients.bots.levels import NAMES, USUAL
from clients.web.pages.new_game import BOT_SECONDS
from gunbai.record.v1.clocks_pb2 import EXPIRY_RULE_BOT
from gunbai.record.v1.lifecycle_pb2 import CHANCE_SOURCE_DEALER
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN
from gunbai_client import Gunbai
from tests.clients.web.http_requests import NOWHERE, Visitor, answer, cookies, elsewhere, posted


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"people": "9"}, "The rules do not allow this: Two players take part"),
        ({"people": "many"}, "people"),
        ({"bots": "1", "level": "9"}, "level"),
        ({"clock": "never"}, "clock"),
        ({"people": "1", "arbiter": "abc"}, "arbiter"),
        ({"people": "1", "option.board_side": '"Z"'}, "board_side"),
        ({"people": "1", "option.board_side": "Z"}, "board_side"),
    ],
)
def test_a_new_game_that_cannot_be_is_told_above_its_form(pages: str, form: dict[str, str], told: str) -> None:
    status, text = posted(pages, "/new/infludance_duel", player="Ann", **form)
    assert status == 400
    alert = text.partition('role="alert">')[2].partition("</p>")[0]
    assert told in alert
    assert 'value="Ann"' in text


def test_only_the_host_starts_a_game(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, chance="referee")
    status, text = posted(pages, f"/games/{made.info.game}/start")
    assert status == 403
    assert "TOKEN_MISSING" in text


def created(pages: str, title: str, **form: str) -> str:
    """Create a game by the form, and return the text of its page as nobody's."""
    status, text = posted(pages, f"/new/{title}", elsewhere(), **form)
    assert status == 200
    return text


def test_a_game_has_its_host_other_people_and_bots(pages: str, gunbai: Gunbai) -> None:
    text = created(pages, "king_of_tokyo", player="Ann", people="1", bots="2", level="2", label="A table of four")
    assert "King of Tokyo: Ann, free seat, Searcher, Searcher 2." in text
    (info,) = gunbai.games(label="A table of four")
    assert info.status == GAME_STATUS_OPEN


@pytest.mark.parametrize(
    ("title", "query", "people", "bots"),
    [("infludance_duel", "", "0", "1"), ("shogun", "", "0", "2"), ("shogun", "?people", "2", "0")],
)
def test_bots_take_the_seats_that_a_title_needs_unless_people_are_invited(
    pages: str, title: str, query: str, people: str, bots: str
) -> None:
    text = answer(f"{pages}/new/{title}{query}")[2]
    given = dict(re.findall(r'name="(people|bots)" type="number"[^>]* value="(\d+)"', text))
    assert given == {"people": people, "bots": bots}


def test_several_tables_get_the_same_deal_and_nobody_sits_there_yet(pages: str) -> None:
    visitor = Visitor(pages)
    url, text = visitor.sees("/new/king_of_tokyo", people="2", tables="2", label="One deal")
    assert url == "/"
    games = sorted(set(re.findall(r"/games/([a-z0-9]{16})", text)))
    shown = {game: visitor.sees(f"/games/{game}")[1] for game in games}
    own = [game for game in games if "One deal" in shown[game]]
    assert len(own) == 2
    for game in own:
        assert "free seat, free seat" in shown[game]
        assert "One deal" not in answer(f"{pages}/games/{game}")[2]
    status, told = posted(pages, "/new/king_of_tokyo", people="2", tables="many")
    assert (status, "tables: expected a number" in told) == (400, True)


def test_an_arbiter_is_named_by_their_public_key(pages: str, gunbai: Gunbai) -> None:
    key = Ed25519PrivateKey.generate().public_key().public_bytes_raw()
    created(pages, "infludance_duel", player="Ann", people="1", arbiter=key.hex().upper(), label="With an arbiter")
    (info,) = gunbai.games(label="With an arbiter")
    assert info.arbiter == key


def test_who_deals_is_told_that_they_see_what_is_hidden(pages: str) -> None:
    assert "A dealer sees what the players hide" in answer(f"{pages}/new/liars_dice")[2]
    assert "A dealer sees what the players hide" not in answer(f"{pages}/new/samurai_spirit")[2]


def test_bots_are_of_the_usual_level_unless_another_is_chosen(pages: str, gunbai: Gunbai) -> None:
    assert f'name="level" value="{USUAL}" checked' in answer(f"{pages}/new/king_of_tokyo")[2]
    assert f"Ann, {NAMES[USUAL]}." in created(pages, "infludance_duel", player="Ann", bots="1")
    game = gunbai.create("infludance_duel", seats=2)
    page = answer(f"{pages}/games/{game.info.game}", headers=cookies(game.info.game, host=game.host_token))[2]
    assert f'<option value="{USUAL}" selected>' in page


def test_a_game_has_the_clock_and_the_dealer_that_the_form_chose(pages: str, gunbai: Gunbai) -> None:
    form = {"clock": "600+10", "expiry": "loses", "chance": "dealer", "label": "With a dealer"}
    created(pages, "king_of_tokyo", people="2", **form)
    (info,) = gunbai.games(label="With a dealer")
    assert (info.clock.bank_seconds, info.clock.increment_seconds) == (600, 10)
    assert info.chance_source == CHANCE_SOURCE_DEALER


def test_a_game_starts_from_the_position_at_an_address(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("king_of_tokyo", seats=3, chance="referee")
    for player in ("Ann", "Bob", "Cleo"):
        gunbai.join(made.info.game, player)
    head = gunbai.holding(made.host_token).start(made.info.game).head
    address = f"https://pages.example/games/{made.info.game}@{head}"
    created(pages, "king_of_tokyo", player="Dan", people="0", table=address, label="From a position")
    (info,) = gunbai.games(label="From a position")
    assert len(info.seats) == 3


def test_a_table_that_is_none_is_told_above_the_form(pages: str) -> None:
    status, text = posted(pages, "/new/king_of_tokyo", player="Ann", table="{}")
    assert (status, 'role="alert"' in text) == (400, True)


@pytest.mark.parametrize("path", ["watch", "join"])
def test_a_link_that_is_none_lets_nobody_in(pages: str, gunbai: Gunbai, path: str) -> None:
    made = gunbai.create("infludance_duel", seats=2, private=True, invited_only=True, chance="referee")
    status, _ = posted(pages, f"/games/{made.info.game}/{path}", token="none", invitation="none", player="Eve")
    assert status in {400, 403, 404}


def test_only_the_host_frees_a_seat(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, chance="referee")
    gunbai.join(made.info.game, "Ann", seat=1)
    status, _ = posted(pages, f"/games/{made.info.game}/free", seat="1")
    assert (status, gunbai.game(made.info.game).seats[0].player) == (403, "Ann")


def test_the_page_of_a_link_for_watching_shows_nothing_of_the_game(pages: str) -> None:
    status, _, text = answer(f"{pages}/watch/{NOWHERE}")
    assert (status, re.findall("<h1>(.*?)</h1>", text)) == (200, ["Watch a game"])


def test_a_bot_of_the_host_decides_for_those_whose_time_is_up(pages: str, gunbai: Gunbai) -> None:
    created(pages, "infludance_duel", people="2", clock="60", expiry="bot", level="0", label="With a substitute")
    (info,) = gunbai.games(label="With a substitute")
    assert (info.clock.expiry, info.clock.bot_seconds) == (EXPIRY_RULE_BOT, BOT_SECONDS)


def test_a_private_game_is_joined_by_its_link_alone_and_then_seen(pages: str) -> None:
    host, guest = Visitor(pages), Visitor(pages)
    url, text = host.sees("/new/infludance_duel", player="Ann", people="1", private="on")
    (link,) = re.findall(r'href="(/join/\w{16}/2#[^"]+)"', text)
    assert guest.status(url) == 403
    path, _, code = link.partition("#")
    _, form = guest.sees(path)
    assert "A private game" in form
    location, shown = guest.sees(f"{url}/join", player="Bob", seat="2", invitation=code)
    assert location == url
    assert "Ann, Bob" in shown


def test_bots_and_their_host_sit_down_in_a_private_game(pages: str) -> None:
    _, text = Visitor(pages).sees("/new/infludance_duel", player="Ann", people="0", bots="1", private="on")
    assert "Ann, Searcher" in text


def test_a_browser_whose_seat_was_freed_sees_what_everybody_does(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, chance="referee")
    game, seat = made.info.game, gunbai.join(made.info.game, "Ann")
    held = cookies(game, seat)
    gunbai.holding(made.host_token).free(game, seat.number)
    status, _, text = answer(f"{pages}/games/{game}", headers=held)
    assert status == 200
    assert "free seat, free seat" in text
    # The next page needs no second look.
    assert answer(f"{pages}/games/{game}/entries?from=1&to=1", headers=held)[0] == 200


def test_a_form_for_more_bots_than_a_visitor_may_have_is_shown_again_as_it_was(pages: str) -> None:
    visitor = {"x-forwarded-for": "203.0.113.77"}
    form = {"player": "Ann", "people": "0", "bots": "5", "label": "A long evening", "level": "0"}
    for _ in range(2):
        assert posted(pages, "/new/king_of_tokyo", visitor, **form | {"people": "1", "bots": "4"})[0] == 200
    status, text = posted(pages, "/new/king_of_tokyo", visitor, **form)
    assert status == 429
    assert "the limit on bots" in text.partition('role="alert">')[2].partition("</p>")[0]
    assert 'value="A long evening"' in text
    assert 'name="bots" type="number" min="0" max="6" value="5"' in text


def test_whoever_asks_for_a_taken_seat_is_offered_the_free_ones_under_the_name_they_typed(
    pages: str, gunbai: Gunbai
) -> None:
    made = gunbai.create("infludance_duel", seats=2, chance="referee")
    gunbai.join(made.info.game, "Ann", seat=1)
    accepts = {"accept": "text/html"}
    status, text = posted(pages, f"/games/{made.info.game}/join", accepts, player="Dora <d>", seat="1")
    assert status == 409
    assert "This seat, or every seat, is already taken." in text
    assert f'action="/games/{made.info.game}/join"' in text
    assert 'name="player" value="Dora &lt;d&gt;"' in text
    assert 'type="hidden" name="seat"' not in text
    assert 'name="seat" value="2">Take seat 2' in text
    assert f'href="/games/{made.info.game}">Watch' in text
    status, _ = posted(pages, f"/games/{made.info.game}/join", accepts, player="Dora <d>", seat="2")
    assert status == 200
    _, text = posted(pages, f"/games/{made.info.game}/join", accepts, player="Emil", seat="2")
    assert "You can still watch the game." in text
    assert "Take seat" not in text
    assert "<dd>Emil</dd>" in text


def test_what_was_typed_is_on_the_page_that_refuses_it_and_can_be_sent_again(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, chance="referee")
    status, text = posted(pages, f"/games/{made.info.game}/join", {"accept": "text/html"}, player="D" * 300, seat="1")
    assert status == 400
    assert '<input type="hidden" name="seat" value="1">' in text
    assert "Send it again" in text


def test_a_claim_that_is_refused_is_not_lost(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, chance="referee")
    claim = "The die was cocked.\nEverybody saw it."
    status, text = posted(pages, f"/games/{made.info.game}/disputes", {"accept": "text/html"}, claim=claim, version="1")
    assert status == 403
    assert re.search(r"<dd>The die was cocked\.\r?\nEverybody saw it\.</dd>", text)
    assert "Send it again" not in text
    assert "ask the host for a new link to your seat" in text


def test_a_title_that_speaks_english_alone_says_so_before_the_game_is_made(pages: str, gunbai: Gunbai) -> None:
    for title in gunbai.titles():
        translated = "pl" in gunbai.title(title.name).languages
        _, _, form = answer(f"{pages}/new/{title.name}", headers={"accept-language": "pl"})
        assert ("po angielsku" in form) == (not translated)
        _, _, home = answer(pages, headers={"accept-language": "pl"})
        facts = home.partition(f'<div id="about-{title.name}">')[2].partition("</div>")[0]
        assert ("po angielsku" in facts) == (not translated)
    assert "only available in English" not in answer(f"{pages}/new/shogun")[2]
