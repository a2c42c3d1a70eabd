"""The pages as they come, before any script runs."""

from __future__ import annotations

import tomllib
from pathlib import Path
from urllib.parse import urlencode

from clients.cli.session import token_in
from gunbai_client import Gunbai, Seat
from tests.clients.web.http_requests import Visitor, answer

UNVERIFIED = Path(__file__).parents[3] / "fixtures" / "records" / "king_of_tokyo.unverified.gunbai"


def test_a_game_is_named_with_its_players_and_its_state(pages: str, seats: list[Seat]) -> None:
    _, _, text = answer(f"{pages}/games/{seats[0].game}")
    assert "INFLUDANCE Duel: Ann, Bob." in text
    assert ">running<" in text


def test_what_people_wrote_is_text_on_every_page(pages: str, gunbai: Gunbai) -> None:
    evil = "<script>alert(1)</script>"
    made = gunbai.create("liars_dice", seats=2, label=evil, chance="referee")
    gunbai.join(made.info.game, evil)
    for path in (f"/games?label={evil}", f"/games/{made.info.game}", f"/join/{made.info.game}/2"):
        _, _, text = answer(pages + path.replace("<", "%3C").replace(">", "%3E"))
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert" in text


def test_a_search_shows_what_fits(pages: str, gunbai: Gunbai) -> None:
    label = "A rainy evening"
    gunbai.create("shogun", seats=3, label=label, chance="referee")
    fitting = {"label": "rainy", "title": "shogun", "state": "open"}
    assert label in answer(f"{pages}/games?{urlencode(fitting)}")[2]
    for name, other in {"label": "sunny", "title": "titan_race", "state": "finished", "player": "Nobody"}.items():
        assert "No public games match." in answer(f"{pages}/games?{urlencode(fitting | {name: other})}")[2]


def test_a_record_that_is_not_verified_is_listed_and_offered_and_nothing_of_it_is_shown(
    pages: str, gunbai: Gunbai, operator: Path
) -> None:
    importer = gunbai.holding(token_in(operator, "--operator", ""))
    game = importer.import_record([UNVERIFIED.read_bytes()], keep_unverified=True).info.game
    _, _, listed = answer(f"{pages}/games?title=king_of_tokyo")
    (shown,) = [item for item in listed.split("<li>") if f"/games/{game}" in item]
    assert "Imported, not verified" in shown
    assert 'src="/titles/king_of_tokyo/cover.svg"' in shown
    status, _, text = answer(f"{pages}/games/{game}")
    assert (status, "you can only read its record" in text) == (200, True)
    assert '<span class="state">Imported, not verified</span>' in text
    assert 'Entry 7: <span lang="en">its command is not what the referee would have written</span>' in text
    assert answer(f"{pages}/games/{game}/record", binary=True)[0] == 200


def test_a_game_that_is_over_is_shown_as_any_seat_saw_it(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("liars_dice", seats=2, chance="referee")
    game, host = made.info.game, gunbai.holding(made.host_token)
    first, second = (gunbai.join(game, player) for player in ("Ann", "Bob"))
    host.start(game)
    version = gunbai.game(game).head
    drawn = [seat.picture(version) for seat in (first, second)]
    offered = [f'<option value="opened.{seat}"' for seat in (1, 2)]
    assert not any(link in answer(f"{pages}/games/{game}")[2] for link in offered)
    assert answer(f"{pages}/games/{game}@{version}.svg?as=opened.1")[0] == 403
    host.abandon(game)
    assert all(link in answer(f"{pages}/games/{game}")[2] for link in offered)
    as_seats = [answer(f"{pages}/games/{game}@{version}.svg?as=opened.{seat}")[2] for seat in (1, 2)]
    assert as_seats == drawn


def test_a_free_seat_is_offered_to_people_without_one(pages: str) -> None:
    _, text = Visitor(pages).sees("/new/infludance_duel", player="", people="2")
    assert ">Take seat 1</a>" in text
    assert ">Take seat 2</a>" in text
    assert ">Take seat" not in Visitor(pages).sees("/new/infludance_duel", player="Ann", people="1")[1]


def test_a_move_is_saved_as_a_case_unless_it_is_none_of_the_title(pages: str, seats: list[Seat]) -> None:
    game = seats[0].game
    move = seats[0].legal().commands[0].command
    assert seats[0].submit(move).HasField("accepted")
    assert f'href="/games/{game}@5.toml"' in answer(f"{pages}/games/{game}@5")[2]
    status, headers, text = answer(f"{pages}/games/{game}@5.toml")
    assert (status, headers.get_filename()) == (200, f"{game}-5.toml")
    (case,) = tomllib.loads(text)["case"]
    assert case["name"] == f"{game}@5"
    assert [played["command"] for played in case["moves"]] == [move.type_url.rpartition(".")[2]]
    assert "not a command of the title" in answer(f"{pages}/games/{game}@1.toml")[2]
