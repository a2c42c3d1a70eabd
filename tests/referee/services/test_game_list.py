"""Lists of games show what the lobby shows of each, and read a few entries of it, however long it is."""

from __future__ import annotations

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from referee.desk.desk import Desk
from referee.desk.summaries import summary_of
from referee.errors import RecordDamaged
from referee.game.forks import fork_game
from referee.game.lifecycle import abandon_game
from referee.services.answers import message_of
from referee.services.game_list import outlined
from tests.referee.long_nights import long_night
from tests.referee.nights import AT, NAME, TITLES, Night, bid, created, finished, keep, kept, seated, started

ABANDONED = started().then(abandon_game(started().game, life.AbandonGame(), AT))
NIGHTS = [created(), seated(), started(), started().play(bid(1, 1)), finished(), ABANDONED, long_night(300)]


@pytest.mark.parametrize("night", NIGHTS, ids=lambda night: f"{night.game.status} at {night.game.version}")
async def test_a_game_is_listed_as_it_is_shown_by_itself_from_a_few_of_its_entries(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, read = Desk(await kept(night), TITLES), list[int]()
    glimpsed = desk.glimpsed

    async def counted(game: str, after: int, upto: int) -> list[record.Entry]:
        found = await glimpsed(game, after, upto)
        read.extend(entry.version for entry in found)
        return found

    monkeypatch.setattr(desk, "glimpsed", counted)
    assert message_of(await outlined(desk, summary_of(night.game))) == message_of(night.game)
    assert len(read) == len(set(read)) <= 2 * night.game.charter.seats + 5


async def test_a_branch_is_listed_with_its_own_players_and_its_parents_title() -> None:
    parent = started().play(bid(1, 1))
    asked = life.ForkGame(parent=NAME, label="what if", chance_source=life.CHANCE_SOURCE_DEALER)
    branch = parent.then(fork_game(parent.game, asked, "branch", bytes(32), AT))
    store = await kept(parent)
    await keep(store, branch)
    found = message_of(await outlined(Desk(store, TITLES), summary_of(branch.game)))
    assert found == message_of(branch.game)
    assert (found.label, found.parent, found.seats[0].player) == ("what if", NAME, "")


async def test_a_record_that_cannot_be_read_is_damage() -> None:
    night = started()
    rubbish = record.Entry(game=NAME, version=1)
    desk = Desk(await kept(night._replace(entries=(rubbish, *night.entries[1:]))), TITLES)
    with pytest.raises(RecordDamaged) as damaged:
        await outlined(desk, summary_of(night.game))
    assert damaged.value.game == NAME
