"""Playing again: as many seats, the same options, and the bots that were there."""

from __future__ import annotations

from clients.web.pages.rematch import count_people, find_levels
from clients.web.samples.sample_files import find_samples
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN, GameInfo, Seat
from gunbai_client import Gunbai, connect
from tests.clients.web.http_requests import Visitor, answer, hold


def seated(*players: str) -> GameInfo:
    """Return a game between players."""
    return GameInfo(seats=[Seat(seat=number, player=player) for number, player in enumerate(players, 1)])


def test_bots_are_known_by_their_names() -> None:
    info = seated("Ann", "Greedy", "Searcher 2", "Greedy Gus")
    assert find_levels(info) == {2: 1, 3: 2}
    assert count_people(info, (1,)) == 1
    assert count_people(info, ()) == 2


def over(gunbai: Gunbai) -> tuple[str, str]:
    """Return a duel between two people that one of them conceded, and the cookie of the other."""
    made = gunbai.create("infludance_duel", seats=2, private=True, chance="referee")
    host = gunbai.holding(made.host_token)
    codes = {invitation.seat: invitation.code for invitation in made.invitations}
    seats = [
        host.join(made.info.game, name, seat=n, invitation=codes.get(n, "")) for n, name in enumerate(("Ann", "Bob"), 1)
    ]
    host.start(made.info.game)
    seats[0].concede()
    return made.info.game, hold(made.info.game, seats[1])


def test_people_play_again_at_a_table_where_the_others_take_their_seats(pages: str, gunbai: Gunbai) -> None:
    game, cookie = over(gunbai)
    headers = {"cookie": f"gunbai-browser={cookie}", "origin": pages}
    text = answer(f"{pages}/games/{game}", headers=headers)[2]
    assert f'action="/games/{game}/again"' in text
    assert '<li data-seat="2" class="won">' in text
    status, _, table = answer(f"{pages}/games/{game}/again", b"", headers)
    assert status == 200
    assert f'data-game="{game}"' not in table
    assert "1: <b>Bob</b>" in table
    assert "link to this seat" in table


def test_a_finished_game_between_bots_is_played_by_a_visitor_with_one_click(pages: str, address: str) -> None:
    sample = find_samples()["liars_dice"]
    url, _ = Visitor(pages).sees(f"/games/{sample.game}/again", again="")
    with connect(address) as gunbai:
        info = gunbai.game(url.rpartition("/")[2])
    assert info.title == "liars_dice"
    assert info.status != GAME_STATUS_OPEN
    assert len(info.seats) == 3
    assert [*find_levels(info)] == [2, 3]


def test_whoever_watched_people_play_is_led_to_a_new_game(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, chance="referee")
    host = gunbai.holding(made.host_token)
    seats = [host.join(made.info.game, name) for name in ("Ann", "Bob")]
    host.start(made.info.game)
    seats[0].concede()
    text = answer(f"{pages}/games/{made.info.game}")[2]
    assert f'action="/games/{made.info.game}/again"' not in text
    assert 'class="button main again" href="/new/infludance_duel"' in text
