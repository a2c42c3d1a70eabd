"""Games that were played, as the analysis takes them."""

from __future__ import annotations

import json

from clients.bots.played import asked_at, open_tables, played
from clients.cli.sources.served_files import served
from gunbai_client import Gunbai, connect
from tools import code

RECORDS = code.ROOT / "tests" / "fixtures" / "records"
RECORD = RECORDS / "liars_dice.finished.gunbai"


def test_a_game_that_is_over_has_a_table_and_a_move_for_each_question_and_its_last_table() -> None:
    with served(RECORD) as service, connect(service.address) as gunbai:
        replayed = list(gunbai.replay(service.game, tables=True, sentences=True))
        read = played(replayed, open_tables(replayed))
    assert (read.matter.title, read.matter.readers) == ("liars_dice", ())
    assert [position.version for position in read.positions] == sorted(position.version for position in read.positions)
    *decisions, last = read.positions
    assert all(position.actor is not None and position.move is not None for position in decisions)
    assert (last.actor, last.move) == (None, None)
    for position in decisions:
        assert json.loads(position.table) == json.loads(replayed[position.version - 1].table.table_json)
        assert read.sentences[position.version + 1].actor == (
            "chance" if position.actor == 0 else f"player {position.actor}"
        )


def test_what_a_substitute_decided_is_marked() -> None:
    with served(RECORDS / "liars_dice.with_bot.gunbai") as service, connect(service.address) as gunbai:
        replayed = list(gunbai.replay(service.game, tables=True, sentences=True))
        read = played(replayed, open_tables(replayed))
    marked = {position.version for position in read.positions if position.is_substituted}
    assert marked
    expected = {version - 1 for version, words in read.sentences.items() if words.actor.startswith("the substitute (")}
    assert marked == expected


def test_of_a_game_that_hides_facts_the_reader_knows_what_was_asked_and_no_move_that_is_sealed(gunbai: Gunbai) -> None:
    made = gunbai.create("liars_dice", seats=2, chance="referee")
    seats = [gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    seats[0].submit(seats[0].legal().commands[0].command)
    replayed = list(gunbai.replay(made.info.game, views=True, sentences=True))
    versions = asked_at(replayed)
    read = played(
        replayed, {version: gunbai.table(made.info.game, version, guess=True) for version in versions}, (None,)
    )
    assert [position.version for position in read.positions] == versions
    assert read.matter.readers == (None,)
    moves = {position.version: position.move for position in read.positions}
    sealed = {response.version for response in replayed if not response.entry.entry.command.HasField("open")}
    assert sealed
    assert all(moves[version - 1] is None for version in sealed if version - 1 in moves)
