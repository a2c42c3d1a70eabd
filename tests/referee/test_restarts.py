"""What was acknowledged outlives the service; what it still owed is done when the game is next asked for."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import game_pb2, lobby_pb2
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from lab.disk_damage import scribble
from lab.toy import protos
from lab.toy_service import House, Match, all_of, bids, failure, open_house, serving
from store.contract import Conflict, Filter, Grant, Leaf, StorageFull, Stored, Summary
from store.memory import MemoryStore


def moved(match: Match, house: House) -> Match:
    """Return the same game, at another service."""
    match.house = house
    return match


async def test_a_game_goes_on_after_a_restart_in_its_middle(tmp_path: Path) -> None:
    async with open_house(tmp_path) as before:
        match = await before.start(seats=3)
        await match.play(*bids(3, 1))
        question = await match.view(3)
        request = match.request(protos.Bid(light=0, seat=3), question.expected_version, "after the storm")
        digest = (await match.game()).head_digest
    async with open_house(tmp_path) as after:
        match = moved(match, after)
        assert (await match.game()).head_digest == digest
        assert await match.view(3) == question
        first = await match.send(3, request)
        assert first.HasField("accepted")
    async with open_house(tmp_path) as again:
        match = moved(match, again)
        repeated = await match.send(3, request)
        assert repeated.accepted.repeated_command
        assert list(repeated.accepted.entries) == list(first.accepted.entries)
        await match.finish()
        assert await match.holds()


async def test_tokens_and_the_services_key_outlive_it(tmp_path: Path) -> None:
    async with open_house(tmp_path) as before:
        match = await before.open()
        await match.seat_all()
    assert (tmp_path / "service.key").stat().st_mode & 0o777 == 0o600
    key = (tmp_path / "service.key").read_bytes()
    async with open_house(tmp_path) as after:
        await moved(match, after).begin()
    assert (tmp_path / "service.key").read_bytes() == key


class Torn(MemoryStore):
    """A store that keeps only the first entry of an append, as if the process had died before the others were made."""

    torn = False

    async def append(
        self,
        game: str,
        expected_version: int,
        entries: Sequence[Stored],
        *,
        summary: Summary | None = None,
        grants: Sequence[Grant] = (),
        leaves: Sequence[Leaf] = (),
        unless: Sequence[Filter] = (),
    ) -> None:
        written = entries[:1] if self.torn else entries
        with_kept = [leaf for leaf in leaves if leaf.version <= expected_version + len(written)]
        await super().append(
            game, expected_version, written, summary=summary, grants=grants, leaves=with_kept, unless=unless
        )
        if len(written) < len(entries):
            raise Conflict(game, expected_version, expected_version + 1)


async def test_an_outcome_of_chance_that_is_owed_is_drawn_when_the_game_is_loaded(tmp_path: Path) -> None:
    store = Torn()
    async with serving(store, tmp_path) as house:
        match = await house.start()
        await match.play(*bids(3))
        store.torn = True
        await all_of(match.submit(2, protos.Bid(light=1, seat=2)))
        store.torn = False
        assert (await match.view(1)).waiting.step == "MayObject"
        assert [entry.actor.kind for entry in (await match.entries())[-2:]] == [
            record.ACTOR_KIND_SEAT,
            record.ACTOR_KIND_CHANCE,
        ]
        await match.finish()
        assert await match.holds()


async def test_a_closing_that_is_owed_is_written_when_the_game_is_loaded(tmp_path: Path) -> None:
    store = Torn()
    async with serving(store, tmp_path) as house:
        match = await house.start()
        await match.play(*bids(3, 1), (2, protos.Withdraw()), *bids(0, 2))
        store.torn = True
        ruling = (await all_of(match.submit(1, protos.Withdraw())))[0]
        store.torn = False
        assert ruling is not None
        assert (await match.game()).status == game_pb2.GAME_STATUS_FINISHED
        verified = await match.verify()
        assert verified.verdict == VERDICT_CONSISTENT, verified


class Full(MemoryStore):
    """A store without room."""

    full = False

    async def append(self, game: str, expected_version: int, *arguments: object, **more: object) -> None:
        if self.full:
            raise StorageFull("/somewhere/private/games.sqlite")
        await super().append(game, expected_version, *arguments, **more)  # type: ignore[arg-type]  # handed on as they came


async def test_on_a_full_disk_nothing_is_written_and_the_service_goes_on(tmp_path: Path) -> None:
    store = Full()
    async with serving(store, tmp_path) as house:
        match = await house.start()
        before = await match.game()
        store.full = True
        request = match.request(protos.Bid(light=3, seat=1), 4)
        failed = await failure(match.send(1, request))
        assert failed[:2] == ("RESOURCE_EXHAUSTED", "STORAGE_FULL")
        assert "file" not in failed.facts
        assert await match.game() == before
        store.full = False
        assert (await match.send(1, request)).HasField("accepted")
        await match.finish()


async def test_a_record_that_was_altered_on_disk_is_not_served(tmp_path: Path) -> None:
    async with open_house(tmp_path) as before:
        match, sound = await before.start(), await before.start()
        await match.play(*bids(3, 1))
    alter(tmp_path / "games.sqlite", match.id, 5)
    async with open_house(tmp_path) as after:
        match = moved(match, after)
        for call in (match.game(), match.view(1), match.submit(2, protos.Withdraw())):
            failed = await failure(call)
            assert failed[:2] == ("DATA_LOSS", "RECORD_DAMAGED")
            assert failed.facts == {"game": match.id, "version": "5"}
        await moved(sound, after).finish()
        listed = await after.lobby.ListGames(lobby_pb2.ListGamesRequest())
        assert len(listed.games) == 2


def alter(file: Path, game: str, version: int) -> None:
    """Change an entry behind the service's back."""
    place = (game, version)
    with closing(sqlite3.connect(file)) as database:
        ((data,),) = database.execute("SELECT data FROM entries WHERE game = ? AND version = ?", place)
    entry = record.Entry.FromString(data)
    entry.at_micros += 1
    change = "UPDATE entries SET data = ? WHERE game = ? AND version = ?"
    scribble(file, (change, (entry.SerializeToString(), *place)))


async def test_games_that_are_not_kept_ready_are_folded_when_asked_for(tmp_path: Path) -> None:
    async with open_house(tmp_path, hot_games=2) as house:
        matches = [await house.start() for _ in range(6)]
        for _ in range(2):
            await all_of(*(match.play((1, protos.Bid(light=1, seat=1))) for match in matches[:3]))
        await asyncio.gather(*(match.finish() for match in matches))
        for match in matches:
            assert await match.holds()
