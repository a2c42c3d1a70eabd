"""Questions to a record: each answer is what the entries and views of the game say, to the same reader."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import questions_pb2 as pb
from gunbai.referee.v1 import record_pb2
from gunbai_record.values import ABSENT, changes, parts_of, value_at
from lab.toy import protos
from lab.toy_service import DEALER, House, Match, bearer, bids, failure, open_house
from referee.access.quotas import Limits, Quotas
from referee.errors import QuotaExceeded


async def answers_to(match: Match, call: str, token: str = "", **fields: Any) -> list[Any]:
    """Return the answers to a question that is answered with a stream."""
    request = getattr(pb, f"{call}Request")(game=match.id, **fields)
    return [answer async for answer in getattr(match.house.questions, call)(request, metadata=bearer(token))]


async def views(match: Match, token: str = "") -> dict[int, Any]:
    """Return the views of a game by version, from its start on."""
    request = record_pb2.ReplayGameRequest(game=match.id, views=True, sentences=True)
    replay = match.house.record.ReplayGame(request, metadata=bearer(token))
    return {
        response.version: protos.View.FromString(response.view.view.value)
        async for response in replay
        if response.entry.entry.position_digest
    }


@pytest_asyncio.fixture
async def over(house: House) -> Match:
    """Return a game that was played to its end."""
    match = await house.start()
    await match.finish()
    return match


async def test_what_changed_a_value_is_what_the_views_say(over: Match) -> None:
    for token in ("", over.tokens[1]):
        seen = await views(over, token)
        for path in ("", "purses", "lanterns_left"):
            expected: list[tuple[int, list[tuple[str, str]]]] = []
            before: Any = ABSENT
            for version, view in seen.items():
                made = [(change.path, _json(change.after)) for change in changes(before, view, path)]
                expected += [(version, made)] if made else []
                before = view
            answers = await answers_to(over, "TraceValue", token, path=path)
            got = [(answer.entry.entry.version, [(c.path, c.new_json) for c in answer.changes]) for answer in answers]
            assert got == expected, path
            assert all(change.event for answer in answers[1:] for change in answer.changes)


async def test_what_changed_a_value_after_a_version_is_what_is_left_of_the_whole_answer(over: Match) -> None:
    every = await answers_to(over, "TraceValue")
    for version in (4, 5, 6):
        later = [change for change in every if change.entry.entry.version > version]
        assert await answers_to(over, "TraceValue", after_version=version) == later
        assert 0 < len(later) < len(every)


def _json(value: object) -> str:
    return "" if value is ABSENT else json.dumps(value)


async def test_positions_are_found_where_the_views_say_so(over: Match) -> None:
    seen = await views(over)
    expression = "has_bid.0 and not has_bid.1"
    held, expected = False, []
    for version, view in seen.items():
        holds = value_at(view, parts_of("has_bid")) == [True, False]
        expected += [(version, holds)] if holds != held else []
        held = holds
    answers = await answers_to(over, "FindPositions", expression=expression)
    assert [(answer.version, answer.holds) for answer in answers] == expected
    assert [answer.values[0].path for answer in answers] == ["has_bid.0"] * len(expected)
    first = await answers_to(over, "FindPositions", expression=expression, first_only=True)
    assert [found_position.version for found_position in first] == [expected[0][0]]
    late = await answers_to(over, "FindPositions", expression=expression, from_version=expected[1][0])
    assert [(found_position.version, found_position.holds) for found_position in late] == expected[2:]
    tables = await answers_to(over, "FindPositions", expression="len(purses) == 2", table=True)
    assert [(table.version, table.holds) for table in tables] == [(min(seen), True)]


async def test_entries_are_found_by_seat_clause_and_event(over: Match) -> None:
    every = await answers_to(over, "SearchEntries")
    assert [entry.entry.entry for entry in every] == await over.entries()
    conditions: list[tuple[dict[str, Any], Callable[[Any], bool]]] = [
        ({"seat": 2}, lambda response: response.entry.actor.seat == 2 or _names_seat(response.entry, 2)),
        ({"event": "BidLaid"}, lambda response: any("BidLaid" in item.open.type_url for item in response.entry.events)),
        ({"clause": "LN-2"}, lambda response: "LN-2" in response.clauses),
    ]
    for only, meets in conditions:
        expected = [entry for entry in every if meets(entry.entry)]
        assert await answers_to(over, "SearchEntries", **only) == expected, only
    assert await answers_to(over, "SearchEntries", after_version=3, up_to_version=5) == every[3:5]


def _names_seat(entry: record.Entry, seat: int) -> bool:
    names = [(item.open.type_url.rpartition(".")[2], item.open.value) for item in (entry.command, *entry.events)]
    messages = [getattr(protos, name).FromString(value) for name, value in names if hasattr(protos, name)]
    return any(getattr(message, "seat", 0) == seat for message in messages)


async def test_two_versions_and_two_branches_are_compared(over: Match) -> None:
    head = (await over.game()).head
    compare, game = over.house.questions.ComparePositions, over.id
    same = await compare(pb.ComparePositionsRequest(game=game, version=head - 2, other_version=head - 2))
    assert (same.shared_version, list(same.differences), same.HasField("next")) == (head - 2, [], False)
    asking = pb.ComparePositionsRequest(game=game, version=6, other_version=head - 1)
    later = await compare(asking, metadata=(("accept-language", "en"),))
    seen = await views(over)
    assert later.other_next.entry.version == 7
    assert not later.HasField("next")
    assert [difference.path for difference in later.differences] == [
        change.path for change in changes(seen[6], seen[head - 1])
    ]
    branch = await over.fork(7)
    await branch.seat_all()
    await branch.begin()
    parted = await compare(pb.ComparePositionsRequest(game=game, other_game=branch.id))
    assert parted.shared_version == 7
    assert (parted.next.entry.game, parted.other_next.entry.game) == (game, branch.id)
    alone = await over.house.start(seats=3)
    stranger = await compare(pb.ComparePositionsRequest(game=game, other_game=alone.id))
    assert stranger.shared_version == 0


async def test_what_is_hidden_stays_hidden_until_the_end(house: House) -> None:
    match = await house.start()
    await match.play(*bids(2))
    of_tables: list[tuple[str, dict[str, Any]]] = [
        ("TraceValue", {"path": "", "table": True}),
        ("FindPositions", {"expression": "len(purses) > 0", "table": True}),
    ]
    for call, fields in of_tables:
        assert (await failure(answers_to(match, call, **fields))).reason == "HIDDEN_FACTS"
    comparing = pb.ComparePositionsRequest(game=match.id, version=5, table=True)
    assert (await failure(match.house.questions.ComparePositions(comparing))).reason == "HIDDEN_FACTS"
    own = (await answers_to(match, "SearchEntries", match.tokens[1]))[-1].entry
    others = (await answers_to(match, "SearchEntries"))[-1].entry
    assert own.clauses
    assert not others.clauses
    assert not any("BidSealed" in name for name in (item.open.type_url for item in others.entry.events))
    assert [entry.entry.entry.version for entry in await answers_to(match, "SearchEntries", event="BidSealed")] == []
    await match.abandon()
    assert await answers_to(match, "FindPositions", expression="len(purses) > 0", table=True)


async def test_luck_is_that_of_the_outcomes_of_chance_once_nothing_is_hidden(house: House) -> None:
    match = await house.start()
    await match.play(*bids(2))
    assert (await failure(answers_to(match, "MeasureLuck"))).reason == "HIDDEN_FACTS"
    await match.finish()
    chance = [entry.version for entry in await match.entries() if entry.actor.kind == record.ACTOR_KIND_CHANCE]
    answers = await answers_to(match, "MeasureLuck")
    assert [answer.version for answer in answers] == chance
    for answer in answers:
        assert (answer.step, answer.numerator, [*answer.lucks]) == ("DrawLanterns", "1", [])
        assert int(answer.denominator) > 1
        assert answer.sentence
    assert await answers_to(match, "MeasureLuck", after_version=chance[0], up_to_version=chance[-1]) == answers[1:]
    assert await answers_to(match, "MeasureLuck", after_version=chance[0] - 1, up_to_version=chance[0]) == answers[:1]
    assert await answers_to(match, "MeasureLuck", after_version=chance[0], up_to_version=chance[0]) == []


async def test_luck_names_the_outcome_that_a_dealer_corrected(house: House) -> None:
    match = await house.start(chance_source=DEALER)
    lanterns = [protos.DrawLanterns(lanterns=names) for names in (["fox", "moon"], ["moon", "wave"])]
    await match.play(*bids(1, 2), (0, lanterns[0]))
    wrong = (await match.game()).head
    request = match.request(lanterns[1], wrong)
    request.corrects = wrong
    assert (await match.send(0, request)).HasField("accepted")
    await match.abandon()
    first, second = await answers_to(match, "MeasureLuck")
    assert (first.version, first.corrects) == (wrong, 0)
    assert (second.version, second.corrects) == (wrong + 1, wrong)
    assert (first.numerator, first.denominator) == (second.numerator, second.denominator)


NONSENSE: list[tuple[str, dict[str, Any], str]] = [
    ("FindPositions", {"expression": "len(purses) >"}, "expression"),
    ("FindPositions", {"expression": "purse.0 > 1"}, "expression"),
    ("FindPositions", {"expression": "len(purses) > 1", "from_version": 4, "to_version": 3}, "to_version"),
    ("TraceValue", {"path": "purse"}, "path"),
    ("TraceValue", {"path": "a" * 501}, "path"),
    ("SearchEntries", {"clause": "LN-99"}, "clause"),
    ("SearchEntries", {"event": "Nonsense"}, "event"),
    ("SearchEntries", {"seat": 3}, "seat"),
]


async def test_a_question_that_makes_no_sense_is_refused(house: House) -> None:
    match = await house.start()
    for call, fields, field in NONSENSE:
        refused = await failure(answers_to(match, call, **fields))
        assert (refused.code, refused.reason, refused.field) == ("INVALID_ARGUMENT", "INVALID_FIELD", field)


async def test_a_version_that_is_not_there_and_games_of_two_titles_are_refused(house: House) -> None:
    match, duel = await house.start(), await house.start("infludance_duel")
    of_later: list[tuple[str, dict[str, Any]]] = [
        ("SearchEntries", {"up_to_version": 99}),
        ("TraceValue", {"version": 99}),
        ("FindPositions", {"expression": "len(purses) > 1", "to_version": 99}),
    ]
    for call, fields in of_later:
        assert (await failure(answers_to(match, call, **fields))).reason == "VERSION_NOT_FOUND"
    compare = house.questions.ComparePositions
    asking = pb.ComparePositionsRequest(game=match.id, other_game=duel.id)
    assert (await failure(compare(asking))).field == "other_game"


async def test_a_private_game_is_answered_to_holders_of_its_tokens(house: House) -> None:
    match, public = await house.start(private=True), await house.start()
    for call, fields in (
        ("SearchEntries", {}),
        ("TraceValue", {}),
        ("FindPositions", {"expression": "len(purses) > 0"}),
    ):
        assert (await failure(answers_to(match, call, **fields))).reason == "GAME_PRIVATE"
        assert await answers_to(match, call, match.spectator, **fields)
    asking = pb.ComparePositionsRequest(game=public.id, other_game=match.id)
    assert (await failure(house.questions.ComparePositions(asking))).reason == "GAME_PRIVATE"


async def test_a_question_is_paid_for_as_its_siblings_are(tmp_path: Path) -> None:
    async with open_house(tmp_path, limits=Limits(loopback=True, computing_seconds_per_minute=0.05)) as house:
        match = await house.start()
        used = failure(_asked_until_it_fails(match))
        assert (await used).reason == "QUOTA_EXCEEDED"


async def _asked_until_it_fails(match: Match) -> None:
    while True:
        await answers_to(match, "TraceValue")


async def test_a_question_ends_where_the_quota_of_its_reader_does(over: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []

    def check(_: Quotas, peer: str) -> None:
        checked.append(peer)
        if len(checked) == 4:
            raise QuotaExceeded("computing", 1)

    monkeypatch.setattr(Quotas, "check", check)
    assert (await failure(answers_to(over, "TraceValue"))).reason == "QUOTA_EXCEEDED"
    assert len(checked) == 4


async def test_an_entry_that_is_sealed_to_its_reader_blames_no_event(house: House) -> None:
    match = await house.start()
    await match.play((1, protos.Bid(light=2, seat=1)))
    own, others = [await answers_to(match, "TraceValue", token) for token in (match.tokens[1], match.tokens[2])]
    assert own[-1].entry.entry.version == others[-1].entry.entry.version
    assert {change.path for change in own[-1].changes} - {change.path for change in others[-1].changes} == {"own_bid"}
    assert all(change.event for change in own[-1].changes)
    assert not any(change.event for change in others[-1].changes)
