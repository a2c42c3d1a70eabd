"""Legal commands at any version: of the caller's own seat, and of another where nothing hidden shows in them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from google.protobuf.json_format import MessageToDict

from gunbai.referee.v1 import referee_pb2
from lab.connect_client import Web, web
from lab.toy_service import DEALER, House, Match, bearer, bids, failure
from titles.catalogue import TITLES, newest


@pytest_asyncio.fixture
async def both(tmp_path: Path) -> AsyncIterator[tuple[House, Web]]:
    async with web(tmp_path) as pair:
        yield pair


async def listed(match: Match, token: str, **fields: int) -> referee_pb2.ListLegalCommandsResponse:
    """Return what a holder of a token is listed."""
    request = referee_pb2.ListLegalCommandsRequest(game=match.id, **fields)
    answer: referee_pb2.ListLegalCommandsResponse = await match.house.referee.ListLegalCommands(
        request, metadata=bearer(token)
    )
    return answer


async def refusal(match: Match, token: str, **fields: int) -> tuple[str, str]:
    """Return the status and the reason with which a list is refused."""
    failed = await failure(listed(match, token, **fields))
    return failed.code, failed.reason


async def test_a_seat_lists_at_a_past_version_what_it_was_listed_then(house: House) -> None:
    match = await house.start()
    then = {seat: await match.legal(seat) for seat in (1, 2)}
    assert then[1].commands
    await match.play(*bids(3, 1))
    for seat, before in then.items():
        for asked_seat in (0, seat):
            now = await listed(match, match.tokens[seat], version=before.version, seat=asked_seat)
            assert (now.commands, now.waiting) == (before.commands, before.waiting)
            assert (now.version, now.seat, now.expected_version) == (4, seat, 0)


async def test_a_seat_names_itself_and_gets_the_version_to_expect(house: House) -> None:
    match = await house.start()
    own = await match.legal(1)
    assert own.expected_version > 0
    assert await listed(match, match.tokens[1], seat=1) == own
    assert await listed(match, match.tokens[1], version=own.version) == own


async def test_no_version_is_to_be_expected_before_the_start_and_after_the_end(house: House) -> None:
    match = await house.open()
    await match.seat_all()
    open_yet = await listed(match, match.tokens[1])
    await match.begin()
    await match.finish()
    for answer in (open_yet, await listed(match, match.tokens[1])):
        assert (answer.expected_version, [*answer.commands]) == (0, [])


async def test_a_listed_command_says_where_it_points_in_the_picture(house: House) -> None:
    match = await house.start()
    commands = (await match.legal(1)).commands
    assert {tuple(command.spots) for command in commands if command.command.type_url.endswith(".Bid")} == {("seat:1",)}


async def test_a_listed_command_is_said_with_the_step_that_it_answers(house: House) -> None:
    match = await house.start("samurai_spirit", 3)
    rows: set[str] = set()
    while not rows:
        seat = await match.asked_seat()
        assert seat is not None
        commands = (await match.legal(seat)).commands
        rows = {command.sentence for command in commands if command.command.type_url.endswith(".Confront")}
        await match.play((seat, commands[0].command))
    assert all(row.startswith("Confront the raider: total ") for row in rows)


async def test_anybody_lists_for_any_seat_where_nothing_is_hidden(house: House) -> None:
    match = await house.start()
    own = await match.legal(1)
    for token in ("", match.host, match.tokens[2]):
        others = await listed(match, token, seat=1)
        assert (others.commands, others.expected_version, others.seat) == (own.commands, 0, 1)
    await match.play(*bids(3))
    assert (await listed(match, "", version=4, seat=1)).commands == own.commands


async def test_nobody_lists_for_another_seat_where_facts_are_hidden(house: House) -> None:
    match = await house.start(chance_source=DEALER)
    await match.play(*bids(3))
    for token in ("", match.host, match.dealer, match.tokens[2]):
        assert await refusal(match, token, seat=1) == ("PERMISSION_DENIED", "HIDDEN_FACTS")
        assert await refusal(match, token, seat=1, version=5) == ("PERMISSION_DENIED", "HIDDEN_FACTS")
    assert (await listed(match, match.tokens[1], seat=1)).seat == 1
    await match.abandon()
    assert (await listed(match, "", seat=1, version=4)).commands


async def test_what_cannot_be_listed_is_refused_with_its_reason(house: House) -> None:
    match = await house.start()
    private = await house.start(private=True)
    assert await refusal(match, "") == ("UNAUTHENTICATED", "TOKEN_MISSING")
    assert await refusal(match, match.host) == ("PERMISSION_DENIED", "ROLE_NEEDED")
    assert await refusal(match, "", seat=3) == ("INVALID_ARGUMENT", "INVALID_FIELD")
    nobody = referee_pb2.ListLegalCommandsRequest(game=match.id, seat=3)
    assert (await failure(house.referee.ListLegalCommands(nobody))).field == "seat"
    assert await refusal(match, match.tokens[1], version=99) == ("NOT_FOUND", "VERSION_NOT_FOUND")
    assert await refusal(private, "", seat=1) == ("PERMISSION_DENIED", "GAME_PRIVATE")
    assert not (await listed(match, match.tokens[1], version=1)).commands


async def test_a_past_list_over_connect_is_that_of_grpc(both: tuple[House, Web]) -> None:
    house, client = both
    match = await house.start()
    await match.play(*bids(3))
    fields: dict[str, Any] = {"game": match.id, "version": "4", "seat": 1}
    over_http = await client.call("Referee/ListLegalCommands", fields, match.tokens[2])
    assert over_http == MessageToDict(await listed(match, match.tokens[2], version=4, seat=1))
    assert len(over_http["commands"]) > 1
    refused = await client.post("Referee/ListLegalCommands", fields | {"version": "5"}, token=match.tokens[2])
    assert (refused.status, refused.reason) == (403, "HIDDEN_FACTS")


def names(commands: Iterable[referee_pb2.LegalCommand]) -> set[str]:
    """Return the full names of commands."""
    return {command.command.type_url.rpartition("/")[2] for command in commands}


async def test_a_dealer_is_listed_what_chance_may_show_and_nobody_else_is(house: House) -> None:
    match = await house.start("infludance_duel", chance_source=DEALER)
    while not (await match.view(1)).waiting.chance:
        seat = await match.asked_seat()
        assert seat is not None
        assert not (await listed(match, match.dealer)).commands
        await match.play((seat, (await match.legal(seat)).commands[0].command))
    listing = await listed(match, match.dealer)
    assert names(listing.commands) == {*listing.waiting.commands}
    assert len({command.sentence for command in listing.commands}) == len(listing.commands) > 1
    for seat in (1, 2):
        assert not (await listed(match, match.tokens[seat])).commands
    await match.play((0, listing.commands[-1].command))


@pytest.mark.parametrize(("seats", "count"), [(2, 7 * 6), (3, 0)])
async def test_what_chance_may_show_is_listed_in_each_order_up_to_a_hundred(
    house: House, seats: int, count: int
) -> None:
    match = await house.start("samurai_spirit", seats, chance_source=DEALER)
    listing = await listed(match, match.dealer)
    assert (listing.waiting.step, len(listing.commands)) == ("DealSamurai", count)
    assert len({command.command.value for command in listing.commands}) == count


@pytest.mark.parametrize("title", TITLES)
async def test_an_example_tells_the_dealer_whom_chance_concerns_and_how_much_it_shows(house: House, title: str) -> None:
    match = await house.start(title, newest(title).rules.seats[0], chance_source=DEALER)
    for _ in range(30):
        listing = await listed(match, match.dealer)
        for number in range(1, match.seats + 1):
            assert not (await match.legal(number)).HasField("example")
        if listing.waiting.chance:
            assert names([listing.example]) <= {*listing.waiting.commands}
            assert listing.example.sentence
            await match.play((0, listing.example.command))
            continue
        assert not listing.HasField("example")
        seat = await match.asked_seat()
        if seat is None:
            return
        await match.play((seat, (await match.legal(seat)).commands[0].command))


async def test_what_is_asked_names_the_commands_that_answer_it(house: House) -> None:
    match = await house.start()
    listing = await match.legal(1)
    assert {*listing.waiting.commands} == names(listing.commands) - {"lantern_night.v1.Ring"}
