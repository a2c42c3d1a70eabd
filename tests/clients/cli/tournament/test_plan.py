"""A tournament is kept in a file, whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from clients.cli.tournament.plan import Round, Seats, Terms, Tournament, TournamentError, read_plan, write_plan

PLAN = Tournament(
    name="club",
    system="tables",
    terms=Terms(title="king_of_tokyo", same_deal=True),
    players=("Ann", "Bob"),
    length=2,
    rounds=(Round((Seats("game", ("Ann", "Bob"), ("Ann",)),), away=("Cyd",)), Round((Seats("other", ("Bob", "Ann")),))),
)


def test_a_file_has_the_whole_tournament(tmp_path: Path) -> None:
    write_plan(tmp_path / "club.json", PLAN)
    assert read_plan(tmp_path / "club.json") == PLAN
    assert [round_.over for round_ in PLAN.rounds] == [True, False]
    assert [path.name for path in tmp_path.iterdir()] == ["club.json"]


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b'{"name": 3}'])
def test_another_file_is_no_tournament(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "club.json").write_bytes(content)
    with pytest.raises(TournamentError, match="is not a tournament file"):
        read_plan(tmp_path / "club.json")


def test_a_name_that_nobody_has_is_refused() -> None:
    with pytest.raises(TournamentError, match="club has no player 'Dan': the players are Ann, Bob"):
        PLAN.check_players(["Ann", "Dan"])
