"""The client against a real service, with coroutines and without."""

from __future__ import annotations

import asyncio
import re
import socket
from pathlib import Path
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clients.bots import random_bot
from clients.cli.service import serving
from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.infludance_duel.v1 import view_pb2
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_SEAT, Actor, Entry
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai.referee.v1.game_pb2 import GAME_STATUS_ABANDONED, GAME_STATUS_FINISHED, GAME_STATUS_RUNNING
from gunbai_client import (
    Gunbai,
    InvalidRequest,
    NotAllowed,
    NotFound,
    NotNow,
    Seat,
    StaleVersion,
    Unreachable,
    aio,
    connect,
)
from gunbai_client.messages import unpacked
from tests.patience import PATIENCE

README = Path(__file__).parents[4] / "clients" / "python" / "README.md"
SMALL = cmd.ChooseFigure(figure=cmd.FIGURE_SMALL)


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL))
def test_the_examples_of_the_readme_run(example: str, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(example.replace("localhost:7070", address), {"__name__": "example"})  # our own text
    assert capsys.readouterr().out


def test_the_titles_and_their_clauses_are_listed(gunbai: Gunbai) -> None:
    (listed,) = [title for title in gunbai.titles() if title.name == "infludance_duel"]
    title = gunbai.title("infludance_duel")
    assert title.title == listed
    clauses = gunbai.clauses("infludance_duel").clauses
    assert len(clauses) == title.clauses
    assert clauses[0].number == "IN-1.1"


def test_a_move_against_the_rules_is_a_ruling(duel: list[Seat]) -> None:
    ruling = duel[1].submit(SMALL)
    assert ruling.refused.clause == "IN-3.9"
    assert ruling.refused.sentence
    assert duel[0].gunbai.game(duel[0].game).head == ruling.refused.version


def test_a_legal_move_is_accepted_once_however_often_it_is_sent(duel: list[Seat]) -> None:
    first = duel[0].submit(SMALL, command_id="mine")
    again = duel[0].submit(SMALL, command_id="mine")
    assert again.accepted.repeated_command
    assert again.accepted.entries == first.accepted.entries


def test_a_command_for_a_position_that_has_passed_is_stale(duel: list[Seat]) -> None:
    asked_at = duel[0].legal().expected_version
    duel[0].submit(SMALL)
    duel[1].submit(SMALL)
    with pytest.raises(StaleVersion):
        duel[0].submit(cmd.PlaceCowboy(field="a1"), expected_version=asked_at)


def test_what_is_wrong_with_a_request_is_raised(gunbai: Gunbai, duel: list[Seat]) -> None:
    with pytest.raises(NotFound):
        gunbai.create("chess", seats=2)
    with pytest.raises(NotFound):
        gunbai.game("nosuch")
    with pytest.raises(InvalidRequest) as error:
        gunbai.create("infludance_duel", seats=7)
    assert set(error.value.fields) == {"seats"}
    with pytest.raises(NotAllowed):
        gunbai.start(duel[0].game)
    with pytest.raises(NotAllowed):
        gunbai.holding("nobody's").start(duel[0].game)
    with pytest.raises(NotNow):
        gunbai.join(duel[0].game, "Carl")
    with pytest.raises(Unreachable), connect("127.0.0.1:1", deadline=2) as nobody:
        nobody.titles()


def test_a_position_is_seen_drawn_and_set_up_again(gunbai: Gunbai, duel: list[Seat]) -> None:
    game = duel[0].game
    duel[0].submit(SMALL)
    view = unpacked(gunbai.view(game).view)
    assert isinstance(view, view_pb2.View)
    assert view.gunmen[0].figure == cmd.FIGURE_SMALL
    assert gunbai.picture(game).startswith("<svg")
    again = gunbai.create("infludance_duel", seats=2, table=gunbai.table(game), chance="dealer")
    assert again.dealer_token


def test_a_ruling_can_be_asked_for_without_playing(gunbai: Gunbai, duel: list[Seat]) -> None:
    judged = duel[0].gunbai.adjudicate(duel[0].game, Actor(kind=ACTOR_KIND_SEAT, seat=1), cmd.EndTurn())
    assert judged.refused.clause == "IN-3.10"
    assert [given.refused.clause for given in gunbai.rulings(duel[0].game, refused_only=True)] == []


def test_a_game_is_abandoned_by_its_host_alone(gunbai: Gunbai) -> None:
    created = gunbai.create("infludance_duel", seats=2)
    game = created.info.game
    with pytest.raises(NotAllowed):
        gunbai.abandon(game)
    assert gunbai.holding(created.host_token).abandon(game, "rain").status == GAME_STATUS_ABANDONED
    assert [game for each in gunbai.games(status=GAME_STATUS_ABANDONED) if each.game == game]


def test_a_seat_that_signs_is_believed_only_with_its_signature(gunbai: Gunbai) -> None:
    created = gunbai.create("infludance_duel", seats=2, options={"starting_player": "red"})
    game = created.info.game
    signing = gunbai.join(game, "Ann", key=Ed25519PrivateKey.generate())
    gunbai.join(game, "Bob")
    gunbai.holding(created.host_token).start(game)
    with pytest.raises(NotAllowed):
        gunbai.holding(signing.token).seat(game, 1).submit(SMALL)
    entry = signing.submit(SMALL).accepted.entries[0]
    assert len(entry.signature) == 64


def test_prompts_come_when_the_seat_is_asked(duel: list[Seat]) -> None:
    for prompt in duel[0].prompts():
        assert prompt.status == GAME_STATUS_RUNNING
        assert prompt.waiting.seats == [1]
        assert unpacked(prompt.commands[0].command) == SMALL
        break


async def begun(gunbai: aio.Gunbai) -> list[aio.Seat]:
    """Return the seats of a new duel."""
    created = await gunbai.create("infludance_duel", seats=2)
    seats = [await gunbai.join(created.info.game, player) for player in ("Ann", "Bob")]
    await gunbai.holding(created.host_token).start(created.info.game)
    return seats


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def test_a_game_and_its_watchers_go_on_when_the_service_is_restarted(tmp_path: Path) -> None:
    port = free_port()
    seen: list[int] = []
    under_way = asyncio.Event()

    async def watch(gunbai: aio.Gunbai, game: str) -> None:
        async for update in gunbai.watch(game):
            seen.extend([update.version] if isinstance(update, Entry) else [])
            if update.version == 10:
                under_way.set()

    async with aio.connect(f"127.0.0.1:{port}") as gunbai:
        with serving(tmp_path, port):
            seats = await begun(gunbai)
            watching = asyncio.create_task(watch(gunbai, seats[0].game))
            await seats[(await seats[0].legal()).waiting.seats[0] - 1].submit(SMALL)
            playing = [asyncio.create_task(random_bot.play(seat, Random(seat.number))) for seat in seats]
            await under_way.wait()
        with serving(tmp_path, port):
            await asyncio.wait_for(asyncio.gather(*playing, watching), PATIENCE)
            game = await gunbai.game(seats[0].game)
            assert (await gunbai.verify(game.game)).verdict == VERDICT_CONSISTENT
    assert seen == list(range(1, game.head + 1))
    assert game.status == GAME_STATUS_FINISHED


async def test_a_seat_with_a_key_gets_another_token(address: str) -> None:
    key = Ed25519PrivateKey.generate()
    async with aio.connect(address) as gunbai:
        created = await gunbai.create("infludance_duel", seats=2, private=True)
        watching = gunbai.holding(created.spectator_token)
        seat = await watching.join(created.info.game, "Ann", key=key)
        again = await gunbai.reissue(seat.game, 1, key, request_id="r")
        assert again.token != seat.token
        assert (await gunbai.reissue(seat.game, 1, key, token=again.token, request_id="r")).token == again.token
        assert (await again.view()).seat == 1
        with pytest.raises(NotAllowed, match="another token"):
            await seat.view()
