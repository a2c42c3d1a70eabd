"""Two versions of one title's rules in one service: each game is refereed, shown, branched and verified by its own."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from google.protobuf.message import Message

from games.liars_dice import LIARS_DICE
from gunbai.liars_dice.v1 import commands_pb2 as cmd
from gunbai.liars_dice.v1 import view_pb2
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_SEAT, Actor
from gunbai.referee.v1 import audit_pb2, disputes_pb2, lobby_pb2, record_pb2
from gunbai_record.cases import Case, CaseError, CaseFailure, Setup, read_file, run
from gunbai_record.record_file import read
from lab.toy_service import DEALER, House, Match, bearer, failure, open_house
from referee.cases.in_process_venue import InProcessVenue
from referee.game.entries import packed
from referee.game.titles import Titles
from referee.proof.verification import verify
from tests.games.liars_dice import rules_2

BOTH = Titles([LIARS_DICE, rules_2.LIARS_DICE])
CUPS = (
    (0, cmd.ShakeCup(seat=1, dice=[2, 2, 3, 4, 5])),
    (0, cmd.ShakeCup(seat=2, dice=[1, 2, 6, 6, 6])),
)
BID, HIGHER_FACE = cmd.MakeBid(quantity=2, face=3), cmd.MakeBid(quantity=2, face=4)
CASE = """
[[case]]
name = "The same number of dice with a higher face."
clause = "LD-3.3"
title = "liars_dice"
rules_version = {version}
before = [
  {{ actor = "chance", command = "ShakeCup", fields = {{ seat = 1, dice = [2, 2, 3, 4, 5] }} }},
  {{ actor = "chance", command = "ShakeCup", fields = {{ seat = 2, dice = [1, 2, 6, 6, 6] }} }},
  {{ actor = 1, command = "MakeBid", fields = {{ quantity = 2, face = 3 }} }},
]
moves = [{{ actor = 2, command = "MakeBid", fields = {{ quantity = 2, face = 4 }}{refused} }}]
"""


@pytest_asyncio.fixture
async def both(tmp_path: Path) -> AsyncIterator[House]:
    """Yield a service with both versions."""
    async with open_house(tmp_path, titles=BOTH) as house:
        yield house


async def bidden(house: House, rules_version: int) -> Match:
    """Return a game in which seat 1 has bid."""
    match = await house.start("liars_dice", 2, rules_version=rules_version, chance_source=DEALER)
    await match.play(*CUPS, (1, BID))
    return match


async def refused_by(match: Match, seat: int, move: Message) -> str:
    """Return the clause by which a command is refused, or "" if it is accepted."""
    return (await match.submit(seat, move)).refused.clause


async def test_each_game_is_refereed_and_branched_by_its_own_version(both: House) -> None:
    first, second = await bidden(both, 1), await bidden(both, 2)
    legal = [(await match.legal(2)).commands for match in (first, second)]
    assert [packed(HIGHER_FACE) in [command.command for command in commands] for commands in legal] == [True, False]
    assert await refused_by(second, 2, HIGHER_FACE) == "LD-3.3"
    branches = []
    for match in (first, second):
        branch = await match.consented((await match.game()).head, chance_source=DEALER)
        await branch.follow(match)
        branches.append(branch)
    assert [(await branch.game()).rules_version for branch in branches] == [1, 2]
    assert [await refused_by(branch, 2, HIGHER_FACE) for branch in branches] == ["", "LD-3.3"]
    assert await refused_by(first, 2, HIGHER_FACE) == ""


@pytest.mark.long
async def test_a_whole_game_of_each_is_played_replayed_exported_and_verified(both: House) -> None:
    for version in (1, 2):
        match = await both.start("liars_dice", 5, rules_version=version)
        start = view_pb2.View.FromString((await match.view(1, 8)).view.value)
        assert [cup.dice for cup in start.cups] == [{1: 5, 2: 4}[version]] * 5
        await match.finish()
        assert (await match.verify()).verdict == audit_pb2.VERDICT_CONSISTENT
        request = record_pb2.ReplayGameRequest(game=match.id, views=True)
        replayed = [answer async for answer in both.record.ReplayGame(request, metadata=bearer(match.host))]
        assert replayed
        exported = both.record.ExportRecord(record_pb2.ExportRecordRequest(game=match.id))
        _, read_entries = read(io.BytesIO(b"".join([piece.chunk async for piece in exported])))
        entries = list(read_entries)
        assert verify(BOTH, entries).verdict == audit_pb2.VERDICT_CONSISTENT
        other = {1: rules_2.LIARS_DICE, 2: LIARS_DICE}[version]
        assert verify(Titles([other]), entries).unchecked[0].reason == audit_pb2.UNCHECKED_REASON_UNKNOWN_RULES


async def test_a_service_lists_the_versions_and_creates_games_of_the_newest(both: House) -> None:
    (listed,) = (await both.lobby.ListTitles(lobby_pb2.ListTitlesRequest())).titles
    assert list(listed.rules_versions) == [1, 2]
    request = lobby_pb2.GetTitleRequest(title="liars_dice", rules_version=1)
    assert list((await both.lobby.GetTitle(request)).title.rules_versions) == [1, 2]
    assert (await (await both.open("liars_dice")).game()).rules_version == 2
    assert (await (await both.open("liars_dice", rules_version=1)).game()).rules_version == 1
    assert (await failure(both.open("liars_dice", rules_version=3))).reason == "TITLE_NOT_FOUND"


async def test_a_clause_has_the_sentence_of_its_version(both: House) -> None:
    sentences = []
    for version in (0, 1, 2):
        request = audit_pb2.ListClausesRequest(title="liars_dice", rules_version=version, page_size=200)
        clauses = (await both.audit.ListClauses(request)).clauses
        sentences += [clause.sentence for clause in clauses if clause.number == "LD-3.3"]
    assert sentences[0] == sentences[2] == "A bid has more dice than the last one."
    assert sentences[1].startswith("A bid must be higher than the one before it")
    second = await bidden(both, 2)
    assert (await second.submit(2, HIGHER_FACE)).refused.sentence == sentences[2]


async def test_a_command_is_judged_by_another_version_at_any_position(both: House) -> None:
    match = await bidden(both, 1)
    clause_by_version = {}
    request = audit_pb2.AdjudicateRequest(
        game=match.id, actor=Actor(kind=ACTOR_KIND_SEAT, seat=2), command=packed(HIGHER_FACE)
    )
    for version in (0, 1, 2):
        request.rules_version = version
        answer = await both.audit.Adjudicate(request, metadata=bearer(match.tokens[2]))
        clause_by_version[version] = answer.refused.clause
    assert clause_by_version == {0: "", 1: "", 2: "LD-3.3"}
    request.rules_version = 3
    missing = await failure(both.audit.Adjudicate(request, metadata=bearer(match.tokens[2])))
    assert missing.reason == "TITLE_NOT_FOUND"


def the_case(file: Path) -> Case:
    """Return the one case of a file."""
    (case,) = read_file(file)
    assert isinstance(case, Case)
    return case


def test_a_case_is_judged_by_the_version_that_it_names(tmp_path: Path) -> None:
    venue = InProcessVenue({"liars_dice": {1: LIARS_DICE, 2: rules_2.LIARS_DICE}})
    for version, refused in ((1, ""), (2, ', refused = "LD-3.3"'), (0, ', refused = "LD-3.3"')):
        file = tmp_path / f"rules_{version}.toml"
        file.write_text(CASE.format(version=version, refused=refused), "utf-8")
        run(the_case(file), venue)
        file.write_text(CASE.format(version={1: 2}.get(version, 1), refused=refused), "utf-8")
        with pytest.raises(CaseFailure):
            run(the_case(file), venue)
    with pytest.raises(CaseError, match="liars_dice has no rules version 3; it has 1, 2"):
        venue.open(Setup("liars_dice", rules_version=3))


async def test_a_disputed_entry_is_judged_by_its_own_version_and_by_the_newest(both: House) -> None:
    """Accepted by version 1, as its entry shows to all; refused by version 2: told to its seat, and after the end."""
    match = await bidden(both, 1)
    assert await refused_by(match, 2, HIGHER_FACE) == ""
    version = (await match.game()).head
    request = disputes_pb2.OpenDisputeRequest(game=match.id, version=version, claim="Too low.", request_id="one")
    await both.disputes.OpenDispute(request, metadata=bearer(match.tokens[1]))
    reading = disputes_pb2.GetDisputeRequest(game=match.id, dispute=1)

    async def rulings(token: str) -> list[tuple[int, str | None, str]]:
        evidence = (await both.disputes.GetDispute(reading, metadata=bearer(token))).evidence
        return [
            (ruling.rules_version, ruling.WhichOneof("verdict"), ruling.refused.clause)
            for ruling in (evidence.given, evidence.newest)
        ]

    rulings_shown = [(1, "accepted", ""), (2, "refused", "LD-3.3")]
    assert await rulings(match.tokens[2]) == rulings_shown
    assert await rulings(match.tokens[1]) == await rulings("") == [rulings_shown[0], (0, None, "")]
    await match.abandon()
    assert await rulings("") == rulings_shown
