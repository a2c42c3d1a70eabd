"""The saved tokens."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from clients.cli.errors import REJECTED, UNREACHABLE
from gunbai_client import Gunbai, Unreachable
from tests.clients.cli.command_run import DUEL, Run


def test_tokens_are_kept_where_only_their_owner_reads_them(run: Run, duel: str, state: Path) -> None:
    token_files = [path for path in (state / "gunbai").rglob("*") if path.is_file()]
    assert sorted(path.name for path in token_files) == ["1", "2", "host"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in token_files} == {0o600}


def lost(*_: object, **__: object) -> None:
    raise Unreachable("the answer was lost")


def losing(monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    """Have the answer to the next call of a method of the client be lost after it was carried out."""
    method_before = getattr(Gunbai, method)

    def called(self: Gunbai, *words: object, **named: object) -> None:
        monkeypatch.setattr(Gunbai, method, method_before)
        method_before(self, *words, **named)
        lost()

    monkeypatch.setattr(Gunbai, method, called)


def saved(state: Path) -> list[str]:
    return sorted(path.name for path in (state / "gunbai").rglob("*") if path.is_file())


@pytest.mark.parametrize("chance", ["referee", "committed"])
def test_a_seat_is_not_lost_with_its_answer(
    run: Run, state: Path, monkeypatch: pytest.MonkeyPatch, chance: str
) -> None:
    game = run("new", DUEL, "--chance", chance, "--json").json["info"]["game"]
    losing(monkeypatch, "join")
    assert run("join", game, "--player", "Ann").code == UNREACHABLE
    assert run("join", game, "--player", "Ann", "--json").json["seat"] == 1
    assert run("join", game, "--player", "Bob", "--json").json["seat"] == 2
    assert [name for name in saved(state) if not name.endswith(".seed")] == ["1", "2", "host"]


def test_a_seat_that_was_refused_leaves_no_token(run: Run, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = run("new", DUEL, "--invited-only", "--json").json["info"]["game"]
    monkeypatch.setenv("XDG_STATE_HOME", str(state / "guest"))
    assert run("join", game, "--player", "Ann").code == REJECTED
    assert saved(state) == ["host"]


def test_a_game_is_not_lost_with_its_answer(run: Run, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    losing(monkeypatch, "create")
    ran = run("new", DUEL)
    assert ran.code == UNREACHABLE
    (place,) = (path.parent for path in state.rglob("host"))
    assert f"may have been created as {place.name}; its tokens are saved" in ran.err
    assert run("join", place.name, "--player", "Ann").code == 0


def test_a_branch_is_not_lost_with_its_answer(
    run: Run, state: Path, monkeypatch: pytest.MonkeyPatch, duel: str
) -> None:
    losing(monkeypatch, "fork")
    assert run("game", "fork", duel).code == UNREACHABLE
    branch = next(path.parent.name for path in state.rglob("host") if path.parent.name != duel)
    assert run("join", branch, "--player", "Ann").code == 0


def test_a_game_that_was_refused_leaves_no_token(run: Run, state: Path) -> None:
    assert run("new", "titan_race", "--options", '{"tracks": ["nowhere"]}').code == REJECTED
    assert saved(state) == []
