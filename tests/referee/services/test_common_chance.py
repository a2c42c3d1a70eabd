"""Games with common chance, and games with a seed, over the wire: the same deal, opened after the last is over."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.referee.v1 import audit_pb2, game_pb2, lobby_pb2, record_pb2, referee_pb2
from gunbai_record.chance import commitment
from gunbai_record.messages import unpacked
from gunbai_record.record_file import delimited, read
from gunbai_record.tokens import game_id, hash_of, new_token
from gunbai_record.verify.attestation import Evidence
from gunbai_record.verify.codes import NOT_ATTESTED
from gunbai_record.verify.file import verify_source as verify_without_rules
from gunbai_record.verify.report import Verdict
from lab.toy_service import Failure, House, Match, bearer, creation, failure, new_tokens, open_house
from referee.game.titles import finished
from referee.proof.identity import Identity
from referee.proof.offline import verify_source
from referee.proof.verify_command import code_of

TITLE = "liars_dice"
FILE = Path("game.gunbai")
SEED = "nightly 7"


@asynccontextmanager
async def served(folder: Path, **settings: Any) -> AsyncIterator[House]:
    """Yield a client of a service of the titles."""
    async with open_house(folder, titles=finished(), **settings) as house:
        yield house


def ids(tokens: Sequence[str]) -> list[str]:
    """Return the ids that games get whose hosts have these tokens."""
    return [game_id(token, "") for token in tokens]


async def sisters(house: House, count: int = 2) -> list[Match]:
    """Return games with common chance that have begun."""
    tokens = [new_token() for _ in range(count)]
    matches = [
        await house.open(TITLE, token=token, private=True, duplicate_games=ids(tokens), chance_source=0)
        for token in tokens
    ]
    for match in matches:
        await match.seat_all()
        await match.begin()
    return matches


async def dice(match: Match) -> list[dict[str, object]]:
    """Return the outcomes of chance in a game that is over."""
    chance = (entry for entry in await match.entries(match.host) if entry.actor.kind == 3)
    return [{field.name: str(value) for field, value in unpacked(entry.command.open).ListFields()} for entry in chance]


async def file_of(match: Match) -> bytes:
    """Return the record file of a game as its host may have it."""
    pieces = match.house.record.ExportRecord(record_pb2.ExportRecordRequest(game=match.id), metadata=bearer(match.host))
    return b"".join([piece.chunk async for piece in pieces])


def header_of(content: bytes) -> FileHeader:
    """Return the header of a record file."""
    return read(io.BytesIO(content))[0]


def created(content: bytes) -> life.CreateGame:
    """Return the first command of a record file."""
    first = next(read(io.BytesIO(content))[1])
    return life.CreateGame.FromString(first.command.open.value)


async def test_games_that_share_their_chance_get_the_same_outcomes_whoever_sits_there(tmp_path: Path) -> None:
    async with served(tmp_path) as house:
        one, other = await sisters(house)
        own = await house.start(TITLE)
        for match in (one, other, own):
            await match.finish()
        assert (await dice(one))[0] == (await dice(other))[0] != (await dice(own))[0]


async def test_a_game_that_is_over_keeps_the_common_secret_while_another_one_runs(tmp_path: Path) -> None:
    async with served(tmp_path) as house:
        one, other = await sisters(house)
        await one.finish()
        content, verification = await file_of(one), await one.verify()
        assert header_of(content).common_secret == b""
        assert verification.verdict == audit_pb2.VERDICT_INCOMPLETE
        assert verification.chance_recomputed == 0
        (gap,) = verification.unchecked
        assert gap.sentence.startswith(f"the secret that '{one.id}' shares opens when its sister games end")
        report = verify_without_rules(io.BytesIO(content), FILE)
        assert (report.verdict, report.problem) == (Verdict.INCOMPLETE, "")
        assert "shares opens when its sister games end" in str(report.gaps[0])
        await other.abandon()
        content = await file_of(one)
        assert commitment(header_of(content).common_secret) == created(content).duplicate.commitment
        assert (await one.verify()).verdict == (await other.verify()).verdict == audit_pb2.VERDICT_CONSISTENT
        assert verify_without_rules(io.BytesIO(content), FILE).verdict == Verdict.INTACT


async def test_what_one_game_opens_at_its_end_gives_no_outcome_of_another(tmp_path: Path) -> None:
    async with served(tmp_path) as house:
        one, other = await sisters(house)
        await one.finish()
        entries = await one.entries(one.host)
        opened = life.GameClosed.FromString(entries[-1].events[0].open.value).secret
        terms = created(await file_of(one))
        assert commitment(opened) == terms.commitment != terms.duplicate.commitment
        assert created(await file_of(other)).commitment != terms.commitment


async def test_a_service_that_starts_again_goes_on_with_the_same_chance(tmp_path: Path) -> None:
    async with served(tmp_path) as house:
        one, other = await sisters(house)
        await one.finish()
    async with served(tmp_path) as house:
        await other.at(house).finish()
        again = other.at(house)
        assert (await again.verify()).verdict == audit_pb2.VERDICT_CONSISTENT
        assert (await dice(one.at(house)))[0] == (await dice(again))[0]


async def test_the_same_request_again_returns_the_same_game(tmp_path: Path) -> None:
    async with served(tmp_path) as house:
        one, other = await sisters(house)
        for match in (one, other):
            assert (await house.lobby.CreateGame(match.creation)).info.game == match.id


async def test_a_record_that_shares_its_chance_is_imported_with_its_secret_and_not_without(tmp_path: Path) -> None:
    async with served(tmp_path) as house:
        one, other = await sisters(house)
        await one.finish()
        closed = await file_of(one)
        await other.abandon()
        opened = await file_of(one)
    operator = new_token()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    async with served(elsewhere, operator=hash_of(operator), spool=tmp_path) as house:

        async def imported(content: bytes) -> game_pb2.GameInfo:
            terms = record_pb2.ImportTerms(spectator_token=new_token())
            requests = [record_pb2.ImportRecordRequest(terms=terms), record_pb2.ImportRecordRequest(chunk=content)]
            answer = await house.record.ImportRecord(iter(requests), metadata=bearer(operator))
            info: game_pb2.GameInfo = answer.info
            return info

        assert (await failure(imported(closed))).reason == "RECORD_REFUSED"
        assert (await imported(opened)).duplicate_games == [one.id, other.id]


async def test_a_false_common_secret_fails_in_both_verifiers(tmp_path: Path) -> None:
    async with served(tmp_path) as house:
        one, other = await sisters(house)
        await one.abandon()
        await other.abandon()
        content = await file_of(one)
    head, entries = read(io.BytesIO(content))
    head.common_secret = bytes(32)
    forged = b"".join(map(delimited, (head, *entries)))
    problem = "the common secret does not match its commitment"
    assert verify_source(io.BytesIO(forged), FILE).verification.problem == problem
    assert verify_without_rules(io.BytesIO(forged), FILE).problem == problem


Changed = Callable[[Sequence[str]], dict[str, Any]]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        pytest.param(lambda games: {"private": False, "duplicate_games": games}, "private", id="public"),
        pytest.param(lambda games: {"duplicate_games": games[:1]}, "duplicate_games", id="one game"),
        pytest.param(lambda games: {"duplicate_games": [*games, games[0]]}, "duplicate_games", id="one twice"),
        pytest.param(lambda _: {"duplicate_games": ["other"] * 2}, "duplicate_games", id="not its own"),
        pytest.param(lambda games: {"duplicate_games": games[::-1]}, "duplicate_games", id="not the first first"),
        pytest.param(
            lambda games: {"duplicate_games": games, "chance_source": life.CHANCE_SOURCE_SHARED},
            "duplicate_games",
            id="shared",
        ),
    ],
)
async def test_games_share_their_chance_on_terms_that_all_can_check(
    tmp_path: Path, changed: Changed, field: str
) -> None:
    async with served(tmp_path) as house:
        tokens = [new_token() for _ in range(2)]
        terms = {"private": True} | changed(ids(tokens))
        assert (await refused(house, tokens[0], **terms)).field == field


async def refused(house: House, token: str, **terms: Any) -> Failure:
    """Return how the request for a game fails."""
    return await failure(house.lobby.CreateGame(creation(TITLE, token=token, **terms)))


async def test_a_game_with_other_terms_than_the_first_does_not_share_its_chance(tmp_path: Path) -> None:
    async with served(tmp_path) as house:
        tokens = [new_token() for _ in range(2)]
        terms: dict[str, Any] = {"private": True, "duplicate_games": ids(tokens)}
        await house.open(TITLE, token=tokens[0], **terms)
        assert (await refused(house, tokens[1], seats=3, **terms)).field == "seats"


async def test_a_stranger_cannot_share_the_chance_of_a_game(tmp_path: Path) -> None:
    async with served(tmp_path) as house:
        one, _ = await sisters(house)
        token = new_token()
        games = [one.id, game_id(token, "")]
        assert (await refused(house, token, private=True, duplicate_games=games)).field == "duplicate_games"


async def test_a_game_that_shares_its_chance_takes_no_move_back(tmp_path: Path) -> None:
    async with served(tmp_path) as house:
        one, _ = await sisters(house)
        seat = await one.asked_seat()
        assert seat is not None
        version = (await one.game()).head
        answer = await one.legal(seat)
        await one.send(seat, one.request(answer.commands[0].command, answer.expected_version))
        request = referee_pb2.ForkGameRequest(game=one.id, version=version, continues=True, **new_tokens())
        call = house.referee.ForkGame(request, metadata=bearer(one.tokens[seat]))
        assert (await failure(call)).field == "continues"


async def test_games_with_a_seed_have_its_outcomes_and_are_never_attested(tmp_path: Path) -> None:
    async with served(tmp_path, seeded_games=True) as house:
        one, other, third = [await house.start(TITLE, seed=seed) for seed in (SEED, SEED, "another")]
        for match in (one, other, third):
            await match.finish()
        assert (await dice(one))[0] == (await dice(other))[0] != (await dice(third))[0]
        assert (await one.game()).seed == SEED
        found_valid = await one.verify()
        assert (found_valid.verdict, found_valid.seeded) == (audit_pb2.VERDICT_CONSISTENT, True)
        content = await file_of(one)
    signer = Evidence((Identity.kept_in(tmp_path / "service.key").verifier,))
    report = verify_source(io.BytesIO(content), FILE, evidence=signer)
    assert (report.verification.verdict, code_of(report)) == (audit_pb2.VERDICT_CONSISTENT, NOT_ATTESTED)
    assert "NOT attested: its chance follows from a seed" in report.sentence()
    without = verify_without_rules(io.BytesIO(content), FILE, signer)
    assert (without.verdict, without.code) == (Verdict.INTACT, NOT_ATTESTED)


async def test_a_service_takes_no_seed_unless_its_operator_allows_it(tmp_path: Path) -> None:
    async with served(tmp_path) as house:
        assert (await refused(house, new_token(), seed=SEED)).field == "seed"


async def test_a_branch_of_a_game_with_a_seed_has_chance_of_its_own(tmp_path: Path) -> None:
    async with served(tmp_path, seeded_games=True) as house:
        match = await house.start(TITLE, seed=SEED)
        await match.finish()
        branch = await match.fork((await match.game()).head - 1, match.host)
        assert (await branch.game()).seed == ""


async def test_a_private_practice_game_has_the_seed_of_its_title_on_every_service(tmp_path: Path) -> None:
    async with served(tmp_path) as house:
        answer = await house.lobby.GetTitle(lobby_pb2.GetTitleRequest(title=TITLE))
        seed = answer.tutorial.seed
        terms: dict[str, Any] = {"private": True, "tags": ["practice"]}
        for wrong in ({"private": False}, {"tags": ["training"]}, {"seed": SEED}):
            assert (await refused(house, new_token(), **{"seed": seed, **terms, **wrong})).field == "seed"
        match = await house.start(TITLE, seed=seed, **terms)
        assert (await match.game()).seed == seed
