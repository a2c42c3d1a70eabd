"""What the pages show of a game wherever they name one."""

from __future__ import annotations

from clients.web.languages import CATALOGUES
from clients.web.parts.game_summary import summarise
from gunbai.referee.v1.game_pb2 import GAME_STATUS_FINISHED, GAME_STATUS_OPEN, GameInfo, Result, Seat


def test_a_game_is_named_as_on_its_box_with_its_players_and_its_free_seats() -> None:
    seats = [Seat(seat=1, player="Ann", taken=True), Seat(seat=2)]
    info = GameInfo(title="king_of_tokyo", seats=seats, status=GAME_STATUS_OPEN)
    summary = summarise(info, {"king_of_tokyo": "King of Tokyo"}, CATALOGUES.lookup(""))
    assert (summary.title, summary.players, summary.text) == ("King of Tokyo", "Ann, free seat", "open")


def test_nobody_can_take_a_seat_of_a_game_that_went_back() -> None:
    info = GameInfo(seats=[Seat(seat=1, player="Ann", taken=True), Seat(seat=2)], status=GAME_STATUS_OPEN)
    assert summarise(info, {}, CATALOGUES.lookup("")).has_free_seat
    info.went_back = True
    assert not summarise(info, {}, CATALOGUES.lookup("")).has_free_seat


def test_a_title_without_a_known_name_is_called_as_in_requests() -> None:
    assert summarise(GameInfo(title="chess", status=GAME_STATUS_OPEN), {}, CATALOGUES.lookup("")).title == "chess"


def test_a_game_with_scores_says_in_short_who_won_and_each_score_the_winner_first() -> None:
    result = Result(ending="points", clause="KT-8.6", winners=[2], scores=[12, 20], ending_words="20 points")
    seats = [Seat(seat=1, player="Ann"), Seat(seat=2, player="Bob")]
    summary = summarise(GameInfo(status=GAME_STATUS_FINISHED, seats=seats, result=result), {}, CATALOGUES.lookup("en"))
    assert ([phrase.text for phrase in summary.brief], summary.standing) == (["won by Bob"], "scores: Bob 20, Ann 12")


def test_a_game_that_nobody_won_says_in_short_how_it_ended() -> None:
    result = Result(ending="village_lost", clause="SS-9.7", ending_words="the village is lost", remark_words="...")
    info = GameInfo(status=GAME_STATUS_FINISHED, seats=[Seat(seat=1, player="Ann")], result=result)
    summary = summarise(info, {}, CATALOGUES.lookup("en"))
    assert [phrase.text for phrase in summary.brief] == ["nobody won", "the village is lost (SS-9.7)"]
    assert summary.standing == ""


def test_a_game_that_is_over_says_who_won_and_how() -> None:
    result = Result(ending="finish", clause="TR-14.1", winners=[1], remark="slaugg", ending_words="meta")
    result.remark_words = "Slaugg"
    info = GameInfo(title="titan_race", seats=[Seat(seat=1, player="Ann")], status=GAME_STATUS_FINISHED, result=result)
    assert summarise(info, {}, CATALOGUES.lookup("pl")).text == "zwycięstwo: Ann; meta (TR-14.1); Slaugg"
