"""A record that was made elsewhere is judged again, and imported whole under an id of its own, or leaves nothing."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, Any

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import audit_pb2, game_pb2, lobby_pb2, record_pb2
from gunbai_record.chain import digest_of
from gunbai_record.record_file import as_lines, read
from gunbai_record.tokens import hash_of, new_token
from lab.imports import KEY, OPERATOR, ORIGIN, bring, file_of, importing, night, requests
from lab.recorded_games import played
from lab.toy import protos
from lab.toy_games import NAME, finished, started
from lab.toy_service import ALL_TITLES, Failure, House, Match, bearer, failure, open_house, serving
from referee.game.entries import packed
from referee.game.titles import Titles
from referee.proof.identity import Identity
from referee.records import importing as importing_desk
from referee.records.changes import Changes
from referee.records.forgetting import Removed, player_forgotten, seat_forgotten
from referee.records.games import Games
from referee.services import export
from store.sqlite import SqliteStore
from tests.referee.services.test_names import files_with
from titles.catalogue import TITLES


async def listed(house: House, **conditions: Any) -> list[game_pb2.GameInfo]:
    page = await house.lobby.ListGames(lobby_pb2.ListGamesRequest(**conditions))
    assert not page.damaged_games
    return list(page.games)


def wordless(info: game_pb2.GameInfo) -> game_pb2.GameInfo:
    """Return a game as an import answers with it: how it ended is said in words where it is looked up alone."""
    assert info.result.ending_words
    info.result.ClearField("ending_words")
    info.result.ClearField("words_language")
    return info


async def exported(house: House, game: str, token: str = "") -> bytes:
    stream = house.record.ExportRecord(record_pb2.ExportRecordRequest(game=game), metadata=bearer(token))
    return b"".join([piece.chunk async for piece in stream])


async def verified(house: House, game: str) -> audit_pb2.Verification:
    answers = house.audit.VerifyGame(audit_pb2.VerifyGameRequest(game=game))
    report: audit_pb2.Verification = [answer async for answer in answers][-1].verification
    return report


async def entries_of(house: House, game: str, **fields: Any) -> list[record_pb2.ReadEntriesResponse]:
    return [entry async for entry in house.record.ReadEntries(record_pb2.ReadEntriesRequest(game=game, **fields))]


async def test_an_imported_game_is_read_like_any_other_under_an_id_of_its_own(tmp_path: Path) -> None:
    async with importing(tmp_path) as house:
        made = await bring(house, file_of(night()), keys=[KEY])
        game = made.info.game
        assert game != NAME
        assert made.info.standing == game_pb2.STANDING_ATTESTED
        assert made.info.provenance.header.game == NAME
        assert made.info.provenance.header.signed_head.key == KEY
        assert made.info.provenance.attesting_key == KEY
        assert made.verification.verdict == audit_pb2.VERDICT_ATTESTED
        assert [entry.entry for entry in await entries_of(house, game)] == list(night())
        responses = await entries_of(house, game, sentences=True)
        assert any(response.sentences.events for response in responses)
        view = await house.record.GetView(record_pb2.GetViewRequest(game=game, version=8))
        assert view.version == 8
        drawn = await house.record.DrawPosition(record_pb2.DrawPositionRequest(game=game))
        assert "<svg" in drawn.svg
        assert (await verified(house, game)).verdict == audit_pb2.VERDICT_CONSISTENT
        assert await exported(house, game) == file_of(night())
        replay = house.record.ReplayGame(record_pb2.ReplayGameRequest(game=game, views=True, from_version=5))
        assert [response.version async for response in replay] == [*range(5, len(night()) + 1)]


async def test_it_is_read_after_a_restart_too(tmp_path: Path) -> None:
    async with importing(tmp_path) as house:
        made = await bring(house, file_of(night()))
    async with importing(tmp_path) as house:
        again = (await house.lobby.GetGame(lobby_pb2.GetGameRequest(game=made.info.game))).info
        assert wordless(again) == made.info
        assert [wordless(info) for info in await listed(house)] == [made.info]
        assert (await bring(house, file_of(night()))).repeated


async def test_the_same_record_again_is_the_same_game(tmp_path: Path) -> None:
    async with importing(tmp_path) as house:
        first = await bring(house, file_of(night()), keys=[KEY])
        again = await bring(house, file_of(night()), keys=[KEY])
        assert (again.repeated, first.repeated) == (True, False)
        assert again.info == first.info
        assert len(await listed(house)) == 1


async def test_a_key_that_was_forgotten_is_named_later(tmp_path: Path) -> None:
    """The record is attested then, as a game of its own; the one that nobody vouched for stays as it was."""
    async with importing(tmp_path) as house:
        bare = await bring(house, file_of(night()))
        vouched = await bring(house, file_of(night()), keys=[KEY])
        again = await bring(house, file_of(night()), keys=[KEY])
        without = await bring(house, file_of(night()))
    assert (bare.info.standing, vouched.info.standing) == (
        game_pb2.STANDING_CONSISTENT,
        game_pb2.STANDING_ATTESTED,
    )
    assert bare.info.game != vouched.info.game
    assert (vouched.repeated, again.repeated, without.repeated) == (False, True, True)
    assert (again.info.game, without.info.game) == (vouched.info.game, bare.info.game)
    assert vouched.info.provenance.attesting_key.startswith("origin.example")


async def test_the_lines_of_a_record_are_the_same_record(tmp_path: Path) -> None:
    head, entries = read(io.BytesIO(file_of(night())))
    async with importing(tmp_path) as house:
        made = await bring(house, "".join(as_lines(head, entries)).encode())
        assert await exported(house, made.info.game) == file_of(night())
        assert (await bring(house, file_of(night()))).repeated


async def test_a_forgery_does_not_take_the_place_of_the_genuine_record(tmp_path: Path) -> None:
    """Anyone who knows the secret can write another consistent record of the same id: it is another game here."""
    other = finished(2)
    assert other.entries[-1].game == NAME
    async with importing(tmp_path) as house:
        forged = await bring(house, file_of(other.entries, signed_head=None), keys=[KEY])
        genuine = await bring(house, file_of(night()), keys=[KEY])
        assert forged.info.game != genuine.info.game
        assert [response.info.standing for response in (forged, genuine)] == [
            game_pb2.STANDING_CONSISTENT,
            game_pb2.STANDING_ATTESTED,
        ]
        assert forged.info.provenance.header.game == genuine.info.provenance.header.game == NAME


async def test_a_record_of_this_services_own_game_takes_nothing_from_it(tmp_path: Path) -> None:
    async with importing(tmp_path) as house:
        match = await house.start(seats=2)
        await match.finish()
        own = await exported(house, match.id)
        made = await bring(house, own)
        assert made.info.game != match.id
        again = await exported(house, match.id)
        # The log of all games has grown, and with it the proofs of the header.
        (before, read_before), (after, read_after) = (read(io.BytesIO(content)) for content in (own, again))
        assert [leaf.version for leaf in after.leaves] == [leaf.version for leaf in before.leaves]
        before.ClearField("leaves")
        after.ClearField("leaves")
        assert (after, [*read_after]) == (before, [*read_before])
        assert {info.game for info in await listed(house, standing=game_pb2.STANDING_REFEREED)} == {match.id}
        assert {info.game for info in await listed(house, standing=game_pb2.STANDING_CONSISTENT)} == {made.info.game}
        head = await house.audit.GetHead(audit_pb2.GetHeadRequest(game=made.info.game))
        assert head.signed_head.note.splitlines()[1] == match.id
        part = await failure(house.audit.GetHead(audit_pb2.GetHeadRequest(game=made.info.game, version=3)))
        assert part[:3] == ("INVALID_ARGUMENT", "INVALID_FIELD", "version")


async def test_a_branch_is_imported_with_what_it_shares(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    async with open_house(tmp_path) as there:
        match = await there.start(seats=3)
        await match.finish()
        branch = await match.fork(8)
        await branch.seat_all()
        await branch.begin()
        await branch.finish()
        file = await exported(there, branch.id)
        key = str(Identity.kept_in(tmp_path / "service.key").verifier)
    async with importing(tmp_path / "here") as house:
        made = await bring(house, file, keys=[key])
        game = made.info
        assert (game.standing, game.parent, game.seats[0].player) == (game_pb2.STANDING_ATTESTED, "", "player 1")
        assert await exported(house, game.game) == file
        assert (await verified(house, game.game)).verdict == audit_pb2.VERDICT_CONSISTENT
        assert [wordless(info) for info in await listed(house)] == [game]
        for version in (5, 8, 10):
            view = await house.record.GetView(record_pb2.GetViewRequest(game=game.game, version=version))
            assert view.version == version


async def test_an_imported_game_is_branched_and_its_branch_verifies_alone(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    async with importing(tmp_path) as house:
        made = await bring(house, file_of(night()))
        origin = Match(house, record_pb2.ImportRecordResponse(), lobby_pb2.CreateGameRequest())  # type: ignore[arg-type]  # its id is set below
        origin.id = made.info.game
        branch = await origin.fork(8)
        await branch.seat_all()
        await branch.begin()
        await branch.finish()
        assert (await branch.game()).parent == made.info.game
        assert (await branch.verify()).verdict == audit_pb2.VERDICT_CONSISTENT
        file = await exported(house, branch.id)
    async with importing(tmp_path) as house:
        assert await exported(house, branch.id) == file
        head, _ = read(io.BytesIO(file))
        assert [ancestor.game for ancestor in head.ancestors] == [NAME]
    async with importing(tmp_path / "here") as elsewhere:
        assert (await bring(elsewhere, file)).info.standing == game_pb2.STANDING_CONSISTENT


Tamper = Callable[[list[record.Entry]], object]


def dropped(version: int) -> Tamper:
    return lambda entries: entries.pop(version - 1)


def swapped(version: int) -> Tamper:
    def tamper(entries: list[record.Entry]) -> None:
        entries[version - 1], entries[version - 2] = entries[version - 2], entries[version - 1]

    return tamper


def doubled(version: int) -> Tamper:
    return lambda entries: entries.insert(version, entries[version - 1])


async def refused(house: House, file: bytes, **terms: Any) -> Failure:
    """Return how an import fails, which must leave nothing."""
    found_failure = await failure(bring(house, file, **terms))
    assert await listed(house) == []
    return found_failure


async def test_each_entry_that_is_dropped_swapped_or_doubled_is_named(tmp_path: Path) -> None:
    last = len(night())
    async with importing(tmp_path) as house:
        for make, first in ((dropped, 0), (swapped, -1), (doubled, 1)):
            for version in range(2, last):
                entries = [*night()]
                make(version)(entries)
                refusal = await refused(house, file_of(entries, head=len(entries), signed_head=None))
                assert refusal[:2] == ("INVALID_ARGUMENT", "RECORD_REFUSED"), (make, version)
                assert refusal.facts["version"] == str(version + first), (make, version)
                assert refusal.facts["expected"] != refusal.facts["found"]


async def test_bytes_that_are_flipped_are_found(tmp_path: Path) -> None:
    file, rng = file_of(night(), signed_head=None), random.Random(4)
    async with importing(tmp_path) as house:
        for _ in range(60):
            place = rng.randrange(len(file))
            flipped = file[:place] + bytes([file[place] ^ 1 << rng.randrange(8)]) + file[place + 1 :]
            assert (await refused(house, flipped)).reason == "RECORD_REFUSED", place


async def test_a_move_against_the_rules_is_refused_with_its_clause_and_what_follows(tmp_path: Path) -> None:
    """The chain is forged anew after it, so that only the rules can tell."""
    entries = [*night()]
    number = next(at for at, entry in enumerate(entries) if entry.command.open.type_url.endswith("Bid"))
    entries[number] = forged = record.Entry.FromString(entries[number].SerializeToString())
    forged.command.open.CopyFrom(packed(protos.Bid(seat=forged.actor.seat, light=99)))
    previous = entries[number - 1].digest
    for at in range(number, len(entries)):
        entries[at] = linked = record.Entry.FromString(entries[at].SerializeToString())
        linked.previous = previous
        linked.digest = previous = digest_of(linked)
    async with importing(tmp_path) as house:
        refusal = await refused(house, file_of(entries))
        assert refusal.facts["version"] == str(number + 1)
        assert "the rules refuse its command" in refusal.facts["problem"]


async def test_a_record_that_does_not_verify_is_kept_if_it_is_to_be_and_marked_for_ever(tmp_path: Path) -> None:
    entries = [*night()]
    del entries[5]
    file = file_of(entries, head=len(entries), signed_head=None)
    async with importing(tmp_path) as house:
        made = await bring(house, file, keep_unverified=True)
        game = made.info
        assert game.standing == game_pb2.STANDING_UNVERIFIED
        assert game.provenance.bad_version == 6
        assert game.provenance.problem
        assert (await bring(house, file, keep_unverified=True)).repeated
    async with importing(tmp_path) as house:
        assert await listed(house) == [game]
        assert await listed(house, standing=game_pb2.STANDING_CONSISTENT) == []
        assert (await house.lobby.GetGame(lobby_pb2.GetGameRequest(game=game.game))).info == game
        assert [entry.entry for entry in await entries_of(house, game.game)] == entries
        assert [
            entry.entry for entry in await entries_of(house, game.game, after_version=2, up_to_version=4)
        ] == entries[2:4]
        assert await exported(house, game.game) == file
        unshown = await failure(house.record.GetView(record_pb2.GetViewRequest(game=game.game)))
        assert unshown[:2] == ("FAILED_PRECONDITION", "RECORD_UNVERIFIED")
        assert (
            await bring(house, file_of(night()), keep_unverified=True)
        ).info.standing == game_pb2.STANDING_CONSISTENT


async def test_an_import_without_a_piece_is_refused(tmp_path: Path) -> None:
    async with importing(tmp_path) as house:
        pieces: list[record_pb2.ImportRecordRequest] = []
        refusal = await failure(house.record.ImportRecord(iter(pieces), metadata=bearer(OPERATOR)))
        assert (refusal.reason, refusal.field) == ("INVALID_FIELD", "chunk")


async def test_a_long_record_that_is_not_verified_is_exported_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "_PIECE", 1)
    entries = [*night()]
    del entries[5]
    file = file_of(entries, head=len(entries), signed_head=None)
    async with importing(tmp_path) as house:
        game = (await bring(house, file, keep_unverified=True)).info.game
        pieces = [piece.chunk async for piece in house.record.ExportRecord(record_pb2.ExportRecordRequest(game=game))]
        assert len(pieces) == 1 + len(entries)
        assert b"".join(pieces) == file


async def test_a_name_is_removed_from_a_record_that_is_not_verified(tmp_path: Path) -> None:
    entries = [*night()]
    del entries[5]
    async with importing(tmp_path) as house:
        made = await bring(house, file_of(entries, head=len(entries), signed_head=None), keep_unverified=True)
        game = made.info.game
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        changes = Changes(Games(store, ALL_TITLES))
        assert await player_forgotten(changes, "player 1", lambda *_: None) == Removed(((game, 1),), ())
        assert await seat_forgotten(changes, game, 2) == Removed(((game, 2),), ())
        assert await seat_forgotten(changes, game, 2) == Removed((), ())
    assert files_with(tmp_path, "player 1") == files_with(tmp_path, "player 2") == []
    async with importing(tmp_path) as house:
        assert await listed(house) == [made.info]
        left = [entry.entry for entry in await entries_of(house, game)]
        assert [entry.digest for entry in left] == [entry.digest for entry in entries]
        assert [entry.version for entry, before in zip(left, entries, strict=True) if entry != before] == [2, 3]


async def test_only_a_game_that_is_over_is_imported(tmp_path: Path) -> None:
    async with importing(tmp_path) as house:
        for keep in (False, True):
            refusal = await refused(house, file_of(started(2).entries), keep_unverified=keep)
            assert "not over" in refusal.facts["problem"]


async def test_a_record_of_a_title_or_rules_version_that_is_not_here_is_refused_by_name(tmp_path: Path) -> None:
    game, entries = played(ALL_TITLES, "liars_dice", 2, seed=3)
    assert game.over
    others = Titles([TITLES["titan_race"][max(TITLES["titan_race"])]])
    async with importing(tmp_path, titles=others) as house:
        refusal = await refused(house, file_of(entries))
        assert "liars_dice" in refusal.facts["problem"]


async def test_a_record_that_is_longer_than_any_game_here_is_refused(tmp_path: Path) -> None:
    async with importing(tmp_path, longest_game=len(night()) - 1) as house:
        assert "but this service's limit is" in (await refused(house, file_of(night()))).facts["problem"]


@pytest.mark.parametrize("cut", [0, 1, 40, -1])
async def test_a_file_that_is_not_whole_is_refused(tmp_path: Path, cut: int) -> None:
    async with importing(tmp_path) as house:
        for keep in (False, True):
            assert (await refused(house, file_of(night())[:cut], keep_unverified=keep)).reason == "RECORD_REFUSED"


async def test_a_signature_in_the_name_of_another_key_attests_nothing(tmp_path: Path) -> None:
    forger = Identity(bytes(32), "origin.example")
    last = night()[-1]
    file = file_of(night(), signed_head=forger.signed_head(last.game, last.version, last.digest))
    async with importing(tmp_path) as house:
        made = await bring(house, file, keys=[KEY])
        assert made.info.standing == game_pb2.STANDING_CONSISTENT
        assert made.info.provenance.header.signed_head.key == str(forger.verifier)
        assert made.info.provenance.attesting_key == ""


async def test_a_head_of_another_record_is_refused(tmp_path: Path) -> None:
    async with importing(tmp_path) as house:
        file = file_of(night(), signed_head=ORIGIN.signed_head(NAME, 3, bytes(32)))
        assert "signed head" in (await refused(house, file)).facts["problem"]


async def test_an_import_takes_the_operators_token(tmp_path: Path) -> None:
    async with importing(tmp_path) as house:
        match = await house.open()
        for token, code in (
            ("", "UNAUTHENTICATED"),
            (new_token(), "PERMISSION_DENIED"),
            (match.host, "PERMISSION_DENIED"),
        ):
            assert (await failure(bring(house, file_of(night()), token))).code == code
    async with open_house(tmp_path) as house:
        assert (await failure(bring(house, file_of(night())))).reason == "ROLE_NEEDED"


async def test_a_private_game_stays_private(tmp_path: Path) -> None:
    entries = finished_private()
    spectator = new_token()
    async with importing(tmp_path) as house:
        missing = await failure(bring(house, file_of(entries)))
        assert missing.field == "terms.spectator_token"
        made = await bring(house, file_of(entries), spectator_token=spectator)
        assert made.info.private
        assert (
            await failure(house.lobby.GetGame(lobby_pb2.GetGameRequest(game=made.info.game)))
        ).reason == "GAME_PRIVATE"
        assert await exported(house, made.info.game, spectator) == file_of(entries)
        assert await listed(house) == []
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        assert not (await store.opening(made.info.game)).public


async def test_a_private_game_that_does_not_verify_stays_private_too(tmp_path: Path) -> None:
    entries, spectator = finished_private(), new_token()
    del entries[5]
    async with importing(tmp_path) as house:
        made = await bring(house, file_of(entries, head=len(entries)), spectator_token=spectator, keep_unverified=True)
        request = lobby_pb2.GetGameRequest(game=made.info.game)
        assert (await failure(house.lobby.GetGame(request))).reason == "GAME_PRIVATE"
        assert (await house.lobby.GetGame(request, metadata=bearer(spectator))).info == made.info


def finished_private() -> list[record.Entry]:
    """Return the entries of a private game that was played to its end."""
    _, entries = played(ALL_TITLES, "lantern_night", 2, seed=1, private=True)
    return entries


async def test_an_import_that_breaks_off_leaves_nothing(tmp_path: Path) -> None:
    async with importing(tmp_path) as house:
        before = names_in(tmp_path)
        call = house.record.ImportRecord(metadata=bearer(OPERATOR))
        for request in requests(file_of(night()))[:2]:
            await call.write(request)
        call.cancel()
        assert await listed(house) == []
        assert names_in(tmp_path) == before
        assert not (await bring(house, file_of(night()))).repeated


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def opened_at(file: Path, **_: object) -> IO[bytes]:
    """Open a file in place of a new one without a name."""
    return file.open("w+b")


async def test_a_record_for_which_there_is_no_room_on_its_way_in_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with importing(tmp_path) as house:
        with monkeypatch.context() as full:
            full.setattr("tempfile.TemporaryFile", partial(opened_at, Path("/dev/full")))
            refused = await failure(bring(house, file_of(night())))
        assert (refused.code, refused.reason) == ("RESOURCE_EXHAUSTED", "STORAGE_FULL")
        assert await listed(house) == []
        with monkeypatch.context() as gone:
            gone.setattr("tempfile.TemporaryFile", partial(opened_at, tmp_path / "no" / "folder"))
            refused = await failure(bring(house, file_of(night())))
        assert (refused.code, refused.reason) == ("UNAVAILABLE", "STORAGE_UNAVAILABLE")
        assert (await bring(house, file_of(night()))).info.game


async def test_a_disk_that_is_full_takes_nothing_of_an_import(tmp_path: Path) -> None:
    _, entries = played(ALL_TITLES, "shogun", 5, seed=1)
    file = file_of(entries)
    store = await SqliteStore.open(tmp_path / "full.sqlite", quota_bytes=len(file))
    async with serving(store, tmp_path, operator=hash_of(OPERATOR), spool=tmp_path) as house:
        assert (await failure(bring(house, file))).reason == "STORAGE_FULL"
        assert await listed(house) == []


async def test_terms_come_once(tmp_path: Path) -> None:
    async with importing(tmp_path) as house:
        pieces = requests(file_of(night()))
        pieces.append(record_pb2.ImportRecordRequest(terms=record_pb2.ImportTerms()))
        refusal = await failure(house.record.ImportRecord(iter(pieces), metadata=bearer(OPERATOR)))
        assert (refusal.reason, refusal.field) == ("INVALID_FIELD", "terms")
        assert await listed(house) == []


async def test_a_file_that_is_larger_than_any_record_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = file_of(night())
    async with importing(tmp_path) as house:
        monkeypatch.setattr(importing_desk, "LARGEST_RECORD", len(file) - 1)
        assert (await failure(bring(house, file))).reason == "REQUEST_TOO_LARGE"
        monkeypatch.setattr(importing_desk, "LARGEST_RECORD", len(file))
        assert (await bring(house, file)).info.game


async def test_the_token_of_one_private_game_is_not_that_of_another(tmp_path: Path) -> None:
    spectator = new_token()
    _, others = played(ALL_TITLES, "lantern_night", 2, seed=2, private=True)
    async with importing(tmp_path) as house:
        await bring(house, file_of(finished_private()), spectator_token=spectator)
        for keep in (False, True):
            file = file_of([*others[:5], *others[6:]] if keep else others)
            used = await failure(bring(house, file, spectator_token=spectator, keep_unverified=keep))
            assert (used.reason, used.field) == ("TOKEN_USED", "terms.spectator_token")
        assert len((await house.lobby.ListGames(lobby_pb2.ListGamesRequest())).games) == 0


async def test_what_is_no_key_vouches_for_nothing(tmp_path: Path) -> None:
    async with importing(tmp_path) as house:
        wrong = await failure(bring(house, file_of(night()), keys=["origin.example"]))
        assert (wrong.reason, wrong.field) == ("INVALID_FIELD", "terms.keys")


async def test_the_last_entry_of_a_record_is_that_of_its_game(tmp_path: Path) -> None:
    async with importing(tmp_path) as house:
        file = file_of(night(), game="anotheranotheran", signed_head=None)
        assert "is not over" in (await refused(house, file)).facts["problem"]
