"""Games are created, joined, started, listed and abandoned; what is asked for wrongly names its field."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from games.kit.rules import canonical
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import game_pb2
from gunbai.referee.v1 import lobby_pb2 as pb
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT, ListClausesRequest
from gunbai_record.clauses import clauses
from gunbai_record.tokens import new_token
from lab.toy import EDITION, protos
from lab.toy_service import DEALER, House, bearer, bids, creation, failure
from titles.catalogue import TITLES, newest


async def test_a_game_goes_from_creation_to_its_end(house: House) -> None:
    match = await house.open(label="the night", seats=3)
    await match.seat_all(entropy=b"mine")
    await match.begin()
    await match.finish()
    game = await match.game()
    assert (game.status, game.label, game.title) == (game_pb2.GAME_STATUS_FINISHED, "the night", "lantern_night")
    assert (game.result.ending, game.result.clause, sum(game.result.scores)) == ("dawn", "LN-6", 4)
    entries = await match.entries()
    kinds = [entry.command.open.type_url.rpartition(".")[2] for entry in entries]
    assert kinds[:5] == ["CreateGame", "TakeSeat", "TakeSeat", "TakeSeat", "StartGame"]
    assert kinds[-1] == "CloseGame"
    closed = life.GameClosed.FromString(entries[-1].events[0].open.value)
    assert closed.ending == "dawn"
    assert len(closed.secret) == 32


async def test_titles_tell_what_a_client_needs_to_create_a_game(house: House) -> None:
    titles = {title.name: title for title in (await house.lobby.ListTitles(pb.ListTitlesRequest())).titles}
    night = await house.lobby.GetTitle(pb.GetTitleRequest(title="lantern_night"))
    assert titles["lantern_night"] == night.title
    assert night.title == pb.Title(
        name="lantern_night",
        label="Lantern Night",
        code="LN",
        rules_versions=[1],
        seats_min=2,
        seats_max=4,
        edition_digest=EDITION.digest,
    )
    assert (night.clauses, night.edition_json) == (7, EDITION.text)
    assert "purse" in night.options_schema_json
    assert json.loads(night.table_schema_json)["title"] == "A table of Lantern Night, rules version 1"
    assert "lantern_night.v1.Bid" in night.commands
    assert "lantern_night.v1.BidSealed" in night.events
    assert await house.lobby.GetTitle(pb.GetTitleRequest(title="lantern_night", rules_version=1)) == night
    for unknown in (pb.GetTitleRequest(title="go"), pb.GetTitleRequest(title="lantern_night", rules_version=2)):
        assert (await failure(house.lobby.GetTitle(unknown))).reason == "TITLE_NOT_FOUND"


async def test_titles_and_clauses_come_in_pages(house: House) -> None:
    first = await house.lobby.ListTitles(pb.ListTitlesRequest(page_size=4))
    second = await house.lobby.ListTitles(pb.ListTitlesRequest(page_size=4, page_token=first.next_page_token))
    every = await house.lobby.ListTitles(pb.ListTitlesRequest())
    assert [*first.titles, *second.titles] == [*every.titles]
    assert (len(first.titles), second.next_page_token, every.next_page_token) == (4, "", "")
    request = ListClausesRequest(title="lantern_night", page_size=6)
    rules = await house.audit.ListClauses(request)
    assert (len(rules.clauses), len(rules.house_rulings)) == (6, 0)
    request.page_token = rules.next_page_token
    rest = await house.audit.ListClauses(request)
    assert ([clause.number for clause in rest.clauses], len(rest.house_rulings)) == (["LN-7"], 1)
    request.title = "shogun"
    assert (await failure(house.audit.ListClauses(request))).reason == "BAD_PAGE_TOKEN"


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"options_json": "{"}, "options_json"),
        ({"options_json": '{"purse": "deep"}'}, "options_json"),
        ({"options_json": '{"nonsense": 1}'}, "options_json"),
        ({"options_json": "[" * 100_000}, "options_json"),
        ({"table_json": "{}"}, "table_json"),
        ({"table_json": "not json"}, "table_json"),
        ({"table_json": "[" * 100_000}, "table_json"),
        ({"table_json": '{"agenda": [{"step": "Nothing"}]}'}, "table_json"),
        ({"edition_json": '{"names": 7}'}, "edition_json"),
        ({"edition_json": '{"names": ' + "[" * 50_000}, "edition_json"),
        ({"chance_source": 77}, "chance_source"),
        ({"label": "x" * 101}, "label"),
        ({"played_on": "11. 7. 1972"}, "played_on"),
        ({"tags": ["x"] * 11}, "tags"),
        ({"tags": ["a", "A"]}, "tags"),
    ],
)
async def test_what_cannot_be_played_is_refused_with_its_field(house: House, wrong: dict[str, Any], field: str) -> None:
    terms: dict[str, Any] = {"title": "lantern_night", "seats": 2} | wrong
    request = creation(**terms)
    failed = await failure(house.lobby.CreateGame(request))
    assert (failed.code, failed.reason, failed.field) == ("INVALID_ARGUMENT", "INVALID_FIELD", field)
    assert not (await house.lobby.ListGames(pb.ListGamesRequest())).games


@pytest.mark.parametrize(
    ("title", "seats", "options", "clause"),
    [
        ("king_of_tokyo", 4, {"first_game": True}, "KT-15.1"),
        ("samurai_spirit", 2, {"samurai": ["kyuzo", "kyuzo"]}, "SS-2.1"),
        ("shogun", 3, {"colours": ["red", "red", "red"]}, "SH-2.1"),
        ("titan_race", 2, {"tracks": ["(TR-9.9)"]}, "TR-2.1"),
    ],
)
async def test_options_that_break_a_clause_are_refused_by_it(
    house: House, title: str, seats: int, options: dict[str, Any], clause: str
) -> None:
    request = creation(title=title, seats=seats, options_json=json.dumps(options))
    await check_refused_by(house, request, "options_json", clause)


@pytest.mark.parametrize("title", TITLES)
async def test_a_wrong_number_of_seats_is_refused_by_the_clause_on_it(house: House, title: str) -> None:
    rules = newest(title)
    for seats in (0, rules.rules.seats[0] - 1, rules.rules.seats[-1] + 1):
        await check_refused_by(house, creation(title=title, seats=seats), "seats", rules.rules.seats_clause)


@pytest.mark.parametrize(
    ("title", "changes", "clause"),
    [
        ("infludance_duel", {"starter": 1, "active": 1}, "IN-3.10"),
        ("king_of_tokyo", {"market": []}, "KT-2.4"),
        ("liars_dice", {"round": 2}, "LD-4.5"),
        ("samurai_spirit", {"barricades": 99}, "SS-2.3"),
        ("shogun", {"year": 3}, "SH-1.1"),
        ("titan_race", {"teams": [1, 1]}, "TR-17.1"),
    ],
)
async def test_a_table_that_breaks_a_clause_is_refused_by_it(
    house: House, title: str, changes: dict[str, Any], clause: str
) -> None:
    rules = newest(title)
    table = canonical.encode(rules.rules.setup(rules.rules.seats[0], rules.rules.options(), rules.rules.edition))
    changed = json.dumps(json.loads(table) | changes)
    request = creation(title=title, seats=rules.rules.seats[0], table_json=changed)
    await check_refused_by(house, request, "table_json", clause)


async def check_refused_by(house: House, request: pb.CreateGameRequest, field: str, clause: str) -> None:
    failed = await failure(house.lobby.CreateGame(request))
    assert (failed.code, failed.reason, failed.field) == ("INVALID_ARGUMENT", "BROKEN_CLAUSE", field)
    (cited,) = [candidate for candidate in clauses(request.title).values() if candidate.number == clause]
    assert (failed.facts["clause"], failed.facts["sentence"]) == (cited.number, cited.sentence)


async def test_a_value_that_only_quotes_a_clause_breaks_none(house: House) -> None:
    request = creation(title="titan_race", seats=2, table_json='{"state": "(TR-2.1)"}')
    failed = await failure(house.lobby.CreateGame(request))
    assert (failed.reason, "clause" in failed.facts) == ("INVALID_FIELD", False)


async def test_an_unknown_title_or_rules_version_is_not_found(house: House) -> None:
    for request in (
        creation(title="chess", seats=2),
        creation(title="lantern_night", seats=2, rules_version=9),
    ):
        assert (await failure(house.lobby.CreateGame(request)))[:2] == ("NOT_FOUND", "TITLE_NOT_FOUND")


async def test_a_game_begins_from_any_table_of_the_title(house: House) -> None:
    first = await house.start(chance_source=DEALER, seats=2)
    await first.play(*bids(2, 1), (0, protos.DrawLanterns(lanterns=["fox", "moon"])))
    await house.lobby.AbandonGame(pb.AbandonGameRequest(game=first.id), metadata=bearer(first.host))
    from gunbai.referee.v1 import record_pb2

    table = (await house.record.GetTable(record_pb2.GetTableRequest(game=first.id))).table_json
    second = await house.start(table_json=table)
    view = await second.view(2)
    assert view.waiting.step == "MayObject"
    await second.finish()
    assert await second.holds()


async def test_a_table_of_another_edition_is_refused(house: House) -> None:
    other = msgspec.json.encode({"names": ["crane", "fox"]}).decode()
    match = await house.open(edition_json=other)
    assert (await match.game()).edition_digest != EDITION.digest
    await match.seat_all()
    await match.begin()
    await match.finish()
    assert await match.holds()


async def test_seats_are_taken_once_and_by_players_with_names(house: House) -> None:
    match = await house.open()
    await match.join(2)
    assert (await failure(match.join(2)))[:2] == ("ALREADY_EXISTS", "SEAT_TAKEN")
    assert (await failure(match.join(7))).field == "seat"
    for wrong, field in (
        ({"player": ""}, "player"),
        ({"player": "x" * 101}, "player"),
        ({"player": "x", "entropy": bytes(65)}, "entropy"),
        ({"player": "x", "public_key": bytes(31)}, "public_key"),
    ):
        failed = await failure(house.lobby.JoinGame(pb.JoinGameRequest(game=match.id, token=new_token(), **wrong)))
        assert (failed.code, failed.field) == ("INVALID_ARGUMENT", field)
    joined = await house.lobby.JoinGame(pb.JoinGameRequest(game=match.id, token=new_token(), player="last"))
    assert joined.seat == 1
    full = house.lobby.JoinGame(pb.JoinGameRequest(game=match.id, token=new_token(), player="late"))
    assert (await failure(full))[:2] == ("ALREADY_EXISTS", "SEAT_TAKEN")


async def test_a_game_begins_when_all_are_seated_and_only_once(house: House) -> None:
    match = await house.open()
    assert (await failure(match.begin()))[:2] == ("FAILED_PRECONDITION", "SEATS_FREE")
    await match.seat_all()
    await match.begin()
    assert (await failure(match.begin()))[:2] == ("FAILED_PRECONDITION", "GAME_NOT_OPEN")
    assert (await failure(match.join(0)))[:2] == ("FAILED_PRECONDITION", "GAME_NOT_OPEN")


async def test_only_the_host_starts_and_abandons(house: House) -> None:
    match = await house.open()
    await match.seat_all()
    for call, request in (
        (house.lobby.StartGame, pb.StartGameRequest(game=match.id)),
        (house.lobby.AbandonGame, pb.AbandonGameRequest(game=match.id)),
    ):
        assert (await failure(call(request)))[:2] == ("UNAUTHENTICATED", "TOKEN_MISSING")
        seat = bearer(match.tokens[1])
        assert (await failure(call(request, metadata=seat)))[:2] == ("PERMISSION_DENIED", "ROLE_NEEDED")


async def test_an_abandoned_game_opens_its_secret_and_takes_nothing_more(house: House) -> None:
    match = await house.start()
    request = pb.AbandonGameRequest(game=match.id, reason="rain")
    await house.lobby.AbandonGame(request, metadata=bearer(match.host))
    assert (await match.game()).status == game_pb2.GAME_STATUS_ABANDONED
    verified = await match.verify()
    assert verified.verdict == VERDICT_CONSISTENT, verified
    again = house.lobby.AbandonGame(request, metadata=bearer(match.host))
    assert (await failure(again))[:2] == ("FAILED_PRECONDITION", "GAME_OVER")
    move = match.request(protos.Bid(light=1, seat=1), 4)
    assert (await failure(match.send(1, move)))[:2] == ("FAILED_PRECONDITION", "GAME_OVER")


async def test_the_list_of_games_tells_the_same_as_the_games_themselves(house: House) -> None:
    finished, running, opened = await house.start(), await house.start(seats=3), await house.open()
    await finished.finish()
    branch = await finished.fork(6)
    await branch.join(1)
    hidden = await house.open(private=True)
    listed = (await house.lobby.ListGames(pb.ListGamesRequest())).games
    assert list(listed) == [await match.game() for match in (branch, opened, running, finished)]
    assert hidden.id not in {game.game for game in listed}


async def test_a_player_who_sits_down_is_found_before_the_game_begins(house: House) -> None:
    match = await house.open()
    for player, count in (("Ann", 1), ("Bob", 0)):
        await match.join(1 + count, player=player)
        games = (await house.lobby.ListGames(pb.ListGamesRequest(player="ann"))).games
        assert [game.game for game in games] == [match.id]


async def test_the_list_of_games_is_filtered_and_paged(house: House) -> None:
    matches = [await house.start() for _ in range(3)]
    await matches[0].finish()

    async def listed(**only: Any) -> list[str]:
        return [game.game for game in (await house.lobby.ListGames(pb.ListGamesRequest(**only))).games]

    assert await listed(status=game_pb2.GAME_STATUS_FINISHED) == [matches[0].id]
    assert await listed(title="infludance_duel") == []
    assert await listed(parent=matches[0].id) == []
    assert len(await listed(player="PLAYER 1")) == 3
    assert await listed(player="nobody at all") == []
    first = await house.lobby.ListGames(pb.ListGamesRequest(page_size=2))
    second = await house.lobby.ListGames(pb.ListGamesRequest(page_size=2, page_token=first.next_page_token))
    assert [game.game for game in (*first.games, *second.games)] == [match.id for match in reversed(matches)]
    assert not second.next_page_token


async def test_games_are_found_by_what_was_said_of_them(house: House) -> None:
    final = await house.open(label="Finále", played_on="1972-07-11", tags=["Reykjavík", "final"])
    await final.seat_all()
    await final.begin()
    await final.finish()
    other = await house.open(seats=3, played_on="1973")
    info = await final.game()
    assert (info.played_on, list(info.tags)) == ("1972-07-11", ["Reykjavík", "final"])
    winner = info.seats[info.result.winners[0] - 1].player

    async def listed(**only: Any) -> list[str]:
        return [game.game for game in (await house.lobby.ListGames(pb.ListGamesRequest(**only))).games]

    for terms in (
        {"label": "FINALE"},
        {"tags": ["reykjavik"]},
        {"ending": "DAWN"},
        {"winner": winner.upper()},
        {"seats": 2},
        {"max_played_on": "1972"},
        {"min_create_time": info.create_time, "max_create_time": info.create_time},
        {"min_change_time": info.update_time, "max_change_time": info.update_time},
    ):
        assert await listed(**terms) == [final.id], terms
    assert await listed(min_played_on="1972-12-31") == [other.id]
    assert await listed(order_by=pb.GAME_ORDER_OLDEST) == [final.id, other.id]
    assert await listed(order_by=pb.GAME_ORDER_PLAYED_ON) == [other.id, final.id]
    await other.seat_all()
    await other.begin()
    branch = await other.fork((await other.game()).head, tags=["again"], played_on="2001-09")
    assert await listed(tags=["again"]) == await listed(min_played_on="2000") == [branch.id]
    await other.finish()
    assert await listed(order_by=pb.GAME_ORDER_LAST_CHANGED) == [other.id, branch.id, final.id]


async def test_pages_that_cannot_be_are_refused(house: House) -> None:
    cut = await house.lobby.ListGames(pb.ListGamesRequest(page_size=2**32 - 1))
    assert (len(cut.games), cut.next_page_token) == (0, "")
    for wrong, field in (
        ({"order_by": 99}, "order_by"),
        ({"min_played_on": "1972/07"}, "min_played_on"),
        ({"max_played_on": "later"}, "max_played_on"),
        ({"min_create_time": Timestamp(seconds=2**60)}, "min_create_time"),
        ({"tags": [str(number) for number in range(11)]}, "tags"),
    ):
        refused = await failure(house.lobby.ListGames(pb.ListGamesRequest(**wrong)))
        assert (refused.code, refused.field) == ("INVALID_ARGUMENT", field)
    unknown = await failure(house.lobby.ListGames(pb.ListGamesRequest(page_token="the next, please")))
    assert (unknown.code, unknown.reason) == ("INVALID_ARGUMENT", "BAD_PAGE_TOKEN")
    strange = await failure(house.lobby.ListGames(pb.ListGamesRequest(status=99)))  # type: ignore[arg-type]  # a number that is no status
    unheard = await failure(house.lobby.ListGames(pb.ListGamesRequest(standing=99)))  # type: ignore[arg-type]  # a number that is no standing
    assert (strange.code, strange.field) == ("INVALID_ARGUMENT", "status")
    assert (unheard.code, unheard.field) == ("INVALID_ARGUMENT", "standing")
