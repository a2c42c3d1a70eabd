"""A game over the service, with the referee's own chance: it ends, all plans are opened, and its record verifies."""

from __future__ import annotations

import random
from pathlib import Path

from gunbai.record.v1 import entry_pb2 as record
from gunbai.shogun.v1 import events_pb2 as ev
from gunbai.shogun.v1 import view_pb2
from tests.games.walk import pick
from tests.referee.house import Match, house


async def play(match: Match, source: random.Random) -> None:
    """Give random commands until the game is over, taking cards up only where nothing else is left to do."""
    while seats := (await match.view("")).waiting.seats:
        seat = pick(source, seats)
        answer = await match.legal(seat)
        moves = [legal.command for legal in answer.commands if not legal.command.type_url.endswith("TakeCardUp")]
        command = pick(source, moves or [legal.command for legal in answer.commands])
        ruling = await match.send(seat, match.request(command, answer.expected_version))
        assert ruling.HasField("accepted"), ruling


def sealed(entries: list[record.Entry]) -> int:
    """Return how many items are sealed."""
    return sum(item.HasField("sealed") for entry in entries for item in (entry.command, *entry.events))


async def test_a_game_is_played_to_its_end_and_verified(tmp_path: Path) -> None:
    async with house(tmp_path) as found:
        match = await found.start("shogun", 3, options_json='{"start": "preset"}')
        await play(match, random.Random(2))
        ended = view_pb2.View.FromString((await match.view("")).view.value)
        assert (ended.year, ended.season) == (2, ev.SEASON_WINTER)
        assert ended.winners
        entries = await match.entries()
        assert not sealed(entries)
        report = await match.verify()
        assert report.valid, report
        assert report.secret_opened
        assert report.chance_recomputed == sum(entry.actor.kind == record.ACTOR_KIND_CHANCE for entry in entries)
