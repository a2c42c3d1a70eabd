"""A tournament over the wire: rounds are paired and created, games started, results taken from their records."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from clients.cli.commands.tournament import pair
from clients.cli.tournament.running import created
from gunbai.record.v1.lifecycle_pb2 import CreateGame
from gunbai_record.chance import commitment
from gunbai_record.record_file import read
from tests.clients.cli.command_run import DUEL, Run

NAMES = ("Ann", "Bob", "Cyd", "Dan")


@pytest.fixture
def plan(run: Run, tmp_path: Path) -> str:
    """Return the file of a tournament of four players in pairs."""
    return planned(run, tmp_path, "--rounds", "2")


def planned(run: Run, folder: Path, *options: str, names: tuple[str, ...] = NAMES, title: str = DUEL) -> str:
    """Return the file of a new tournament."""
    listed, file = folder / "names.txt", folder / "club.json"
    listed.write_text("\n".join(names))
    ran = run("tournament", "new", str(file), str(listed), "--title", title, *options)
    assert ran.code == 0, ran.err
    return str(file)


def joined(run: Run, table: dict[str, Any], invited: dict[str, str], *names: str) -> None:
    """Let players of a table take their seats with what they were sent."""
    for name in names or table["players"]:
        assert run(*shlex.split(invited[name])[1:]).code == 0


def conceded(run: Run, game: str, seat: int) -> None:
    """Let a seat lose a game that has begun."""
    assert run("game", "concede", game, "--seat", str(seat), "--yes").code == 0


def test_rounds_are_played_and_the_table_follows_from_the_records(run: Run, plan: str, tmp_path: Path) -> None:
    for number in (1, 2):
        begun = run("tournament", "pair", plan, "--json").json
        assert (begun["round"], len(begun["tables"])) == (number, 2)
        for table in begun["tables"]:
            joined(run, table, begun["invitations"][table["game"]])
            run("tournament", "table", plan)
            conceded(run, table["game"], 2)
    rows = run("tournament", "table", plan, "--json").json
    assert [row["points"] for row in rows] == sorted((row["points"] for row in rows), reverse=True)
    assert sum(row["points"] for row in rows) == 4
    assert {row["played"] for row in rows} == {2}
    page, csv = tmp_path / "club.html", run("tournament", "table", plan, "--csv", "-").out
    assert csv.splitlines()[0] == "rank,player,points,buchholz,sonneborn_berger,won,played"
    assert run("tournament", "table", plan, "--page", str(page)).code == 0
    assert "Round 2" in page.read_text()
    after = run("tournament", "pair", plan)
    assert (after.code, "the last round, 2, has been played" in after.err) == (1, True)


def test_a_round_waits_for_its_games_and_whoever_does_not_come_loses(run: Run, plan: str) -> None:
    begun = run("tournament", "pair", plan, "--json").json
    first, second = begun["tables"]
    joined(run, first, begun["invitations"][first["game"]], first["players"][0])
    joined(run, second, begun["invitations"][second["game"]])
    assert "round 1 is not over" in run("tournament", "pair", plan).err
    run("tournament", "table", plan)
    playing = run("tournament", "close", plan)
    assert (playing.code, "are playing" in playing.err) == (1, True)
    conceded(run, second["game"], 1)
    closed = run("tournament", "close", plan, "--json").json["tables"]
    assert closed[0]["winners"] == [first["players"][0]]
    assert closed[0]["absent"] == [first["players"][1]]
    assert closed[1]["winners"] == [second["players"][1]]
    assert run("tournament", "pair", plan).code == 0


def test_who_is_away_is_not_paired_until_they_are_back(run: Run, plan: str) -> None:
    assert run("tournament", "away", plan, "Ann", "--json").json == {"away": ["Ann"]}
    begun = run("tournament", "pair", plan, "--json").json
    assert (begun["away"], begun["bye"] != "") == (["Ann"], True)
    assert run("tournament", "away", plan, "Ann", "--back", "--json").json == {"away": []}
    assert run("tournament", "away", plan, "Eve").code == 1


def test_in_a_round_robin_the_opponent_of_somebody_away_wins_without_a_game(run: Run, tmp_path: Path) -> None:
    plan = planned(run, tmp_path, "--system", "round-robin")
    run("tournament", "away", plan, "Dan")
    begun = run("tournament", "pair", plan, "--json").json
    (forfeit,) = [table for table in begun["tables"] if not table["game"]]
    assert (forfeit["absent"], "Dan" in forfeit["winners"], len(forfeit["winners"])) == (["Dan"], False, 1)


def test_the_tables_of_a_round_can_share_their_deal(run: Run, tmp_path: Path) -> None:
    plan = planned(
        run, tmp_path, "--same-deal", "--system", "tables", "--seats", "3", title="liars_dice", names=tuple("ABCDEF")
    )
    begun = run("tournament", "pair", plan, "--json").json
    games = [table["game"] for table in begun["tables"]]
    assert len(games) == 2
    for table in begun["tables"]:
        joined(run, table, begun["invitations"][table["game"]])
    run("tournament", "table", plan)
    for game in games:
        for seat in (1, 2):
            conceded(run, game, seat)
    file = tmp_path / "game.gunbai"
    assert run("record", "export", games[0], "-o", str(file)).code == 0
    with file.open("rb") as source:
        head, entries = read(source)
        created = CreateGame.FromString(next(entries).command.open.value)
    assert [*created.duplicate.games] == games
    assert commitment(head.common_secret) == created.duplicate.commitment
    assert [row["played"] for row in run("tournament", "table", plan, "--json").json] == [1] * 6


def test_an_interrupted_round_is_finished_by_pairing_again(
    run: Run, plan: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*args: Any) -> None:
        created(*args)
        raise KeyboardInterrupt

    monkeypatch.setattr(pair, "created", interrupted)
    assert run("tournament", "pair", plan).code == 130
    planned_games = [table["game"] for table in json.loads(Path(plan).read_text())["rounds"][0]["tables"]]
    monkeypatch.setattr(pair, "created", created)
    begun = run("tournament", "pair", plan, "--json").json
    assert (begun["round"], [table["game"] for table in begun["tables"]]) == (1, planned_games)
    assert sorted(begun["invitations"]) == sorted(planned_games)
    assert "round 1 is not over" in run("tournament", "pair", plan).err


@pytest.mark.parametrize(
    ("names", "options", "problem"),
    [
        (("Ann", "Ann"), ("--title", DUEL), "'Ann' is listed twice"),
        (NAMES, ("--title", DUEL, "--system", "tables"), "has 2 seats"),
        (NAMES, ("--title", "chess"), "does not play"),
    ],
)
def test_a_tournament_that_cannot_be_played_is_not_planned(
    run: Run, tmp_path: Path, names: tuple[str, ...], options: tuple[str, ...], problem: str
) -> None:
    listed, file = tmp_path / "names.txt", tmp_path / "club.json"
    listed.write_text("\n".join(names))
    ran = run("tournament", "new", str(file), str(listed), *options)
    assert ran.code != 0
    assert problem in ran.err
    assert not file.exists()
