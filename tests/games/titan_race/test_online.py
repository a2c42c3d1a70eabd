"""A race over the service, with the referee's own chance: it ends, all hands are opened, and its record verifies."""

from __future__ import annotations

from pathlib import Path

from gunbai.record.v1.entry_pb2 import ACTOR_KIND_CHANCE as CHANCE
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai.titan_race.v1 import view_pb2
from lab.toy_service import open_house


async def test_a_race_is_played_to_its_end_and_verified(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start("titan_race", 3, options_json='{"tracks": ["estengaard"]}')
        running = view_pb2.View.FromString((await match.view("")).view.value)
        assert [(player.cards, len(player.hand)) for player in running.players] == [(0, 0)] * 3
        await match.finish()
        ended = view_pb2.View.FromString((await match.view("")).view.value)
        assert ended.winner
        assert all(player.cards == len(player.hand) for player in ended.players)
        assert not any(
            item.HasField("sealed") for entry in await match.entries() for item in (entry.command, *entry.events)
        )
        report = await match.verify()
        assert report.verdict == VERDICT_CONSISTENT, report
        assert report.chance_recomputed == sum(entry.actor.kind == CHANCE for entry in await match.entries())
