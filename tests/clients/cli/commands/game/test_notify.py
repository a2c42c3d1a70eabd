"""`gunbai game notify`: each thing is told once, whatever happens to the service and to the command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.ports import free_port
from clients.cli.account.tokens import Tokens
from clients.cli.notify import delivery
from clients.cli.sources.local_service import serving
from gunbai_client import Seat, connect
from tests.clients.cli.command_run import DUEL, Run
from tests.clients.cli.listening import listening

SECONDS = 60


@contextmanager
def notifying(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """Yield a process of the command that is gone when the block is left."""
    command = [sys.executable, "-m", "clients.cli", "game", "notify", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def ended(process: subprocess.Popen[bytes], number: signal.Signals = signal.SIGTERM) -> int:
    """Return the exit code of a process that gets a signal."""
    process.send_signal(number)
    return process.wait(SECONDS)


def begun(target: str) -> list[Seat]:
    """Return the seats of a duel that has begun, whose tokens are saved."""
    with connect(target) as gunbai:
        made = gunbai.create(DUEL, seats=2, chance="referee", options={"starting_player": "red"})
        seats = [gunbai.join(made.info.game, player) for player in ("Ann", "Bob")]
        gunbai.holding(made.host_token).start(made.info.game)
    for seat in seats:
        Tokens(target).save_seat(seat)
    return seats


def move(target: str, seats: list[Seat]) -> None:
    """Have whoever is asked make a move."""
    with connect(target) as gunbai:
        for seat in seats:
            mine = gunbai.holding(seat.token).seat(seat.game, seat.number)
            legal = mine.legal()
            if seat.number in legal.waiting.seats:
                mine.submit(legal.commands[0].command)
                return


def test_a_look_tells_what_is_new_since_the_last(run: Run, duel: str) -> None:
    with listening() as posted:
        assert run("game", "notify", "--once", "--post", posted.url).code == 0
        assert run("game", "notify", "--once", "--post", posted.url).code == 0
        assert [(body["kind"], body["seat"], body["game"]) for body in posted.bodies] == [("decision", 1, duel)]
        run("play", duel, typed="1\n")
        told = run("game", "notify", "--once", "--post", posted.url, "--json")
        assert [line["seat"] for line in told.lines] == [2]
        run("game", "concede", duel, "--seat", "1")
        run("game", "notify", "--once", "--post", posted.url)
        assert run("game", "notify", "--once", "--post", posted.url).out == ""
        assert posted.kinds == ["decision", "decision", "over"]


def test_without_an_address_or_a_command_a_notice_is_printed(run: Run, duel: str) -> None:
    told = run("game", "notify", "--once").out
    assert told == f"INFLUDANCE Duel: your turn. Ann chooses a figure. gunbai play {duel}\n"
    assert run("game", "notify", "--once").out == ""


def test_a_notice_says_what_is_typed_to_answer_it(run: Run) -> None:
    game = run("new", "liars_dice", "--chance", "dealer", "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        run("join", game, "--player", player)
    assert run("game", "notify", game, "--once").out.endswith(f" gunbai game deal {game}\n")
    assert run("game", "deal", game, typed="6 1 6 3 4; 6 3 6 6 2\n").code == 0
    assert run("game", "notify", game, "--once", "--seat", "2").out == ""
    assert run("game", "notify", game, "--once", "--seat", "1").out.endswith(f" gunbai play {game}\n")
    run("game", "concede", game, "--seat", "1")
    assert run("game", "notify", game, "--once").out.endswith(f" gunbai game replay {game}\n")


def test_a_game_that_was_over_before_is_not_told(run: Run, duel: str) -> None:
    run("game", "concede", duel, "--seat", "1")
    assert run("game", "notify", "--once").out.count("The game is over") == 0


def test_one_game_and_one_token_can_be_named(run: Run, duel: str, state: Path) -> None:
    bob = (next(state.rglob(duel)) / "2").read_text()
    assert run("game", "notify", duel, "--once", "--token", bob).out == ""
    assert run("game", "notify", "--once", "--token", bob).code == 2
    run("play", duel, typed="1\n")
    assert (
        "INFLUDANCE Duel: your turn. Bob chooses a figure." in run("game", "notify", duel, "--once", "--token", bob).out
    )
    assert run("game", "notify", "abcdefghijkmnpqr", "--once").code == 3


def test_the_seats_of_bots_are_not_asked(run: Run) -> None:
    game = run("new", DUEL, "--player", "Ann", "--bots", "1", "--start", "--json").json["info"]["game"]
    told = run("game", "notify", "--once", "--json").lines
    assert all(line["player"] == "Ann" and line["game"] == game for line in told)


def test_what_is_not_delivered_is_told_later(run: Run, duel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "PAUSES", (0.01,))
    with listening((500, 500, 404)) as posted:
        failed = run("game", "notify", "--once", "--post", posted.url)
        assert (failed.code, "could not deliver" in failed.err, "127.0.0.1 answered 500" in failed.err) == (
            1,
            True,
            True,
        )
        assert run("game", "notify", "--once", "--post", posted.url).code == 1
        assert run("game", "notify", "--once", "--post", posted.url).code == 0
        assert {body["game"] for body in posted.bodies} == {duel}
        assert len(posted.bodies) == 4


def test_a_command_and_an_address_are_two_watches(run: Run, duel: str) -> None:
    assert run("game", "notify", duel, "--run", "true", "--post", "https://example.org").code == 2
    assert run("game", "notify", duel, "--post", "http://example.org").code == 2


def test_a_command_is_run(run: Run, duel: str, tmp_path: Path) -> None:
    line = f'printf "%s\\n" "$GUNBAI_NOTICE_KIND $GUNBAI_NOTICE_PLAYER" >> {tmp_path / "told"}'
    run("game", "notify", "--once", "--run", line)
    run("game", "notify", "--once", "--run", line)
    assert (tmp_path / "told").read_text() == "decision Ann\n"
    assert duel


@pytest.mark.long
def test_each_decision_is_told_once_over_restarts_of_the_service_and_of_the_command(
    tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    target = f"127.0.0.1:{port}"
    monkeypatch.setenv("GUNBAI_TARGET", target)
    with listening() as posted:
        with serving(tmp_path, port):
            seats = begun(target)
            with notifying("--post", posted.url, "--every", "1") as process:
                posted.wait(1)
                move(target, seats)
                posted.wait(2)
                assert ended(process, signal.SIGKILL)
            move(target, seats)
        with notifying("--post", posted.url, "--every", "1") as process:
            with serving(tmp_path, port):
                posted.wait(3)
                move(target, seats)
                posted.wait(4)
            with serving(tmp_path, port):
                move(target, seats)
                posted.wait(5)
                later = begun(target)
                posted.wait(6)
                with connect(target) as gunbai:
                    gunbai.holding(seats[0].token).seat(seats[0].game, 1).concede()
                posted.wait(7)
                assert ended(process) == 0
                assert b"Traceback" not in process.communicate()[1]
    assert state.exists()
    ids = [body["id"] for body in posted.bodies]
    assert len(set(ids)) == len(ids)
    assert posted.kinds == ["decision"] * 6 + ["over"]
    assert posted.bodies[5]["game"] == later[0].game


def test_the_watch_ends_when_it_is_asked_to_also_while_a_command_runs(run: Run, duel: str, tmp_path: Path) -> None:
    del run
    told = tmp_path / "told"
    os.mkfifo(told)
    with notifying(duel, "--run", f"echo $$ > {told}; sleep 1000; true") as process:
        pid = int(told.read_text())
        assert ended(process) == 0
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
        assert b"Traceback" not in process.communicate()[1]


def test_a_watch_over_named_games_ends_with_them(run: Run, duel: str) -> None:
    with notifying(duel, "--every", "1", "--json") as process:
        assert process.stdout is not None
        assert b"decision" in process.stdout.readline()
        run("game", "concede", duel, "--seat", "1")
        assert b"over" in process.stdout.readline()
        assert process.wait(SECONDS) == 0


@pytest.mark.parametrize("every", ["inf", "nan", "0"])
def test_looks_are_a_number_of_seconds_apart(run: Run, every: str) -> None:
    refused = run("game", "notify", "--once", "--every", every)
    assert (refused.code, "Invalid value for '--every'" in refused.err) == (2, True)


def test_an_invitation_to_the_key_of_the_player_is_told(run: Run) -> None:
    key = run("player", "new", "--json").json["public_key"]
    with notifying("--every", "1", "--json") as process:
        game = run("new", DUEL, "--invited-only", "--invite", key, "--json").json["info"]["game"]
        notice = next(line for line in map(json.loads, process.stdout or ()) if line["kind"] == "invitation")
        process.terminate()
    assert (notice["game"], notice["text"]) == (game, "infludance_duel: you are invited to a game.")
