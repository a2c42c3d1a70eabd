"""A game is created, its seats are taken, it starts, and it ends: each of these is an entry, and nothing else is."""

from __future__ import annotations

from hashlib import sha256

import pytest

from games.kit.rules.decider import Outcome
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from lab.recorded_games import begun
from lab.title_parts import but
from lab.toy import LANTERN_NIGHT
from lab.toy_games import AT, NAME, SECRET, TITLES, bid, created, finished, named, seated, started
from referee.errors import GameNotOpen, GameOver, InvalidField, SeatsFree, SeatTaken, TitleFaulty, TitleNotFound
from referee.game.entries import packed
from referee.game.fold import fold
from referee.game.lifecycle import abandon_game, check_dealer, close_game, create_game, start_game, take_seat
from referee.game.titles import Rulebook, Titles
from referee.game.titles import finished as served
from titles.catalogue import TITLES as TITLES_BY_NAME
from titles.catalogue import newest


def test_the_first_entry_commits_to_the_secret_and_names_the_rules() -> None:
    command = life.CreateGame.FromString(created(label="Friday").entries[0].command.open.value)
    assert command.commitment == sha256(SECRET).digest()
    assert (command.title, command.rules_version, command.label) == ("lantern_night", 1, "Friday")
    assert command.options_json == '{"purse":5}'


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"seats": 1}, "seats"),
        ({"seats": 0}, "seats"),
        ({"seats": 5}, "seats"),
        ({"options_json": "{"}, "options_json"),
        ({"options_json": '{"purse": "full"}'}, "options_json"),
        ({"edition_json": "[]"}, "edition_json"),
        ({"table_json": "{}"}, "table_json"),
        ({"table_json": "[" * 100_000}, "table_json"),
        ({"chance_source": 9}, "chance_source"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_field(terms: dict[str, object], field: str) -> None:
    request = life.CreateGame(**{"title": "lantern_night", "seats": 2} | terms)  # type: ignore[arg-type]  # fields by name
    with pytest.raises(InvalidField) as refused:
        create_game(TITLES, request, NAME, SECRET, AT)
    assert refused.value.field == field


def test_what_the_referee_cannot_draw_is_played_with_a_dealer_alone() -> None:
    book = Rulebook(but(LANTERN_NIGHT, needs_dealer=lambda _: "the lanterns hang in the market (LN-2)"))
    table = created().game.table
    check_dealer(book, table, life.CHANCE_SOURCE_DEALER)
    for source in (life.CHANCE_SOURCE_REFEREE, life.CHANCE_SOURCE_COMMITTED, life.CHANCE_SOURCE_SHARED):
        with pytest.raises(InvalidField, match="chance_source: the lanterns hang in the market"):
            check_dealer(book, table, source)
        check_dealer(TITLES.rulebook("lantern_night"), table, source)


def test_a_game_that_was_closed_is_read_with_its_result_and_without_the_rules_of_its_clause() -> None:
    night = finished()
    result = night.game.result
    assert result is not None
    known, unknown = (fold(titles, night.entries, {NAME: SECRET}) for titles in (TITLES, Titles([])))
    assert (known.result, known.basis) == (result, results.RESULT_BASIS_RULES)
    unruled = Outcome(result.ending, 0, result.winners, result.scores, result.remark)
    assert (unknown.result, unknown.basis) == (unruled, results.RESULT_BASIS_RULES)


def test_an_unknown_title_is_not_found() -> None:
    with pytest.raises(TitleNotFound):
        create_game(TITLES, life.CreateGame(title="chess", seats=2), NAME, SECRET, AT)


def test_a_player_takes_the_seat_asked_for_or_the_first_free_one() -> None:
    night = created(3)
    second = take_seat(night.game, life.TakeSeat(seat=2), named("Ada"), AT)
    first = take_seat(second.game, life.TakeSeat(), named("Bo"), AT)
    third = take_seat(first.game, life.TakeSeat(), named("Cy"), AT)
    assert [sitting.player for sitting in third.game.sittings] == ["Bo", "Ada", "Cy"]
    with pytest.raises(SeatTaken):
        take_seat(second.game, life.TakeSeat(seat=2), named("Bo"), AT)
    with pytest.raises(SeatTaken, match="all seats are taken"):
        take_seat(third.game, life.TakeSeat(), named("Di"), AT)
    with pytest.raises(InvalidField):
        take_seat(night.game, life.TakeSeat(seat=4), named("Ada"), AT)


def test_a_game_starts_once_and_with_every_seat_taken() -> None:
    with pytest.raises(SeatsFree):
        start_game(created().game, AT)
    night = started()
    assert (night.game.status, night.game.started) == ("running", night.game.version)
    with pytest.raises(GameNotOpen):
        start_game(night.game, AT)
    with pytest.raises(GameNotOpen):
        take_seat(night.game, life.TakeSeat(), named("Late"), AT)


@pytest.mark.parametrize("name", TITLES_BY_NAME)
def test_a_game_that_is_folded_has_the_table_with_which_it_started(name: str) -> None:
    titles, seats = served(), newest(name).rules.seats[0]
    opened = create_game(titles, life.CreateGame(title=name, seats=seats), NAME, SECRET, AT)
    game, entries = begun(opened.game, [*opened.entries])
    assert fold(titles, entries, {NAME: SECRET}).table == game.table


def test_the_keys_of_chance_depend_on_the_entropy_of_every_seat() -> None:
    keys = set()
    for entropies in ((b"one", b"two"), (b"one", b"three"), (b"two", b"one")):
        night = created()
        for entropy in entropies:
            night = night.then(take_seat(night.game, life.TakeSeat(entropy=entropy), named("Ada"), AT))
        keys |= {night.game.keys.chance, start_game(night.game, AT).game.keys.chance}
    assert len(keys) == 4, "before the start the keys are those of the secret alone"


def test_the_last_entry_opens_the_secret() -> None:
    night = finished()
    assert night.game.status == "finished"
    closed = life.GameClosed.FromString(night.entries[-1].events[0].open.value)
    assert (closed.secret, closed.clause) == (SECRET, "LN-6")


def test_an_abandoned_game_opens_its_secret_and_takes_nothing_more() -> None:
    night = started().play(bid(1, 1))
    ended = abandon_game(night.game, life.AbandonGame(reason="rain"), AT)
    assert ended.game.status == "abandoned"
    assert life.GameAbandoned.FromString(ended.entries[0].events[0].open.value).secret == SECRET
    with pytest.raises(GameOver, match="it is abandoned") as over:
        abandon_game(ended.game, life.AbandonGame(), AT)
    assert over.value.game == NAME


def test_no_entry_is_dated_before_the_one_before_it() -> None:
    night = seated()
    entry = start_game(night.game, AT - 500).entries[0]
    assert entry.at_micros == AT
    assert abandon_game(night.game, life.AbandonGame(), AT - 1).entries[0].at_micros == AT
    assert entry.command.open == packed(life.StartGame())


def test_a_score_that_no_record_has_room_for_is_a_fault_of_the_title() -> None:
    with pytest.raises(TitleFaulty) as faulty:
        close_game(created().game, Outcome("dawn", 6, (1,), (2**31, -(2**31))))
    facts = {"title": "lantern_night", "message": "gunbai.record.v1.GameClosed", "field": "scores"}
    problem = "scores are from -2147483648 to 2147483647, and cannot be 2147483648"
    assert vars(faulty.value) == {**facts, "problem": problem}
