"""The benchmark's own arithmetic, its games, and that what it sends and compares is the real thing."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import msgspec
import pytest
import typer
from typer.testing import CliRunner

from bench import command, echo, logging, storing
from bench.command import Section, json_of, table_of
from bench.figures import Figure, Pace, alternate, at_least, at_most, ratio, trial
from bench.games import begun, long_duel, random_game, wide_boards
from bench.records import entries_of, long_record, refereed, refereed_games
from bench.traffic import Place, script
from bench.verifying import chess_verifier
from games.infludance_duel import INFLUDANCE_DUEL
from games.kit.rules.decider import CHANCE
from gunbai.record.v1.lifecycle_pb2 import CreateGame
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai.referee.v1.referee_pb2 import SubmitRequest
from referee.game.titles import finished
from referee.proof.verification import verify
from store.sqlite import SqliteStore

# Figures


def test_a_target_is_reached_at_its_very_value() -> None:
    assert not Figure("rate", 5.0, "x", at_least(5)).missed
    assert Figure("rate", 4.99, "x", at_least(5)).missed
    assert not Figure("delay", 50.0, "ms", at_most(50)).missed
    assert Figure("delay", 50.1, "ms", at_most(50)).missed


def test_what_was_not_measured_misses_nothing() -> None:
    assert not Figure("memory", None, "KiB", at_most(30)).missed


def test_a_ratio_is_the_median_of_the_rounds_ratios() -> None:
    samples = {"ours": [10.0, 40.0, 90.0], "theirs": [10.0, 20.0, 30.0]}
    assert ratio(samples, "ours", "theirs") == 2


async def test_trials_take_turns() -> None:
    order: list[str] = []
    trials = {name: trial(lambda: 1, 0.0001) for name in "ab"}
    samples = await alternate(trials, 2, order.append)
    assert order == ["a", "b", "a", "b"]
    assert [len(samples[name]) for name in "ab"] == [2, 2]


def test_a_report_tells_every_figure_and_what_is_missed() -> None:
    section = Section("Some", [Figure("slow", 1.0, "x", at_least(2)), Figure("none", None, "x", remark="no peer")])
    output = msgspec.json.decode(json_of(section))
    assert [(figure["name"], figure["missed"]) for figure in output["figures"]] == [("slow", True), ("none", False)]
    assert table_of(section).row_count == 2


def test_a_section_that_fails_costs_no_other_its_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*_: object) -> list[Section]:
        raise RuntimeError("the service does not start")

    async def measured(*_: object) -> list[Section]:
        return [Section("Store", [Figure("appends", 7.0, "/s")])]

    monkeypatch.setattr(command, "SECTIONS", {"sizes": failing, "store": measured})
    app = typer.Typer()
    app.command()(command.bench)
    outcome = CliRunner().invoke(app, ["--json", "--only", "store", "--only", "sizes"])
    assert outcome.exit_code == 1
    assert msgspec.json.decode(outcome.stdout)["figures"][0]["value"] == 7
    assert "the service does not start" in outcome.stderr
    assert CliRunner().invoke(app, ["--only", "nothing"]).exit_code == 2


async def test_the_cost_of_the_heads_is_printed(tmp_path: Path) -> None:
    figures = await storing.measure(tmp_path, Pace(seconds=0.05, rounds=1), lambda _: None)
    assert [figure.unit for figure in figures] == ["/s", "/s", "x", "us"]
    assert all(figure.value is not None for figure in figures)
    assert figures[0].value
    assert len((tmp_path / "with.sqlite.heads").read_bytes().rstrip(b"\0").splitlines()) > 64
    assert not (tmp_path / "without.sqlite.heads").read_bytes().rstrip(b"\0")


# Games


def test_a_random_game_is_played_to_its_end() -> None:
    plies = list(random_game(INFLUDANCE_DUEL, random.Random(1)))
    assert INFLUDANCE_DUEL.rules.outcome(plies[-1].accepted.table) is not None
    assert any(ply.actor == CHANCE for ply in plies)


def test_a_long_duel_goes_on_as_long_as_one_likes_and_breaks_no_invariant() -> None:
    plies = long_duel(500)
    assert len(plies) == 500
    assert not any(ply.accepted.table.ending for ply in plies)
    assert list(INFLUDANCE_DUEL.rules.invariants(plies[-1].accepted.table)) == []
    table = begun(INFLUDANCE_DUEL, '{"starting_player":"red"}', wide_boards())
    for ply in plies:
        for event in ply.accepted.events:
            table = INFLUDANCE_DUEL.rules.evolve(table, event)
    assert table == plies[-1].accepted.table


# What is compared


def test_the_echo_answers_with_as_many_bytes_as_the_referee() -> None:
    """A step with its shot: what most commands of the measured duel are."""
    titles = finished()
    record = refereed(titles, random.Random(3), "a" * 16)
    steps = [entry for entry in record.entries if entry.command.open.type_url.endswith(".Step")]
    _, command = next(move for move in script(500) if move[1].type_url.endswith(".Step"))
    echoed = echo.ruling(Place("a" * 16, 4, ()).request(0, command))
    sizes = sorted(entry.ByteSize() for entry in steps)
    assert sizes[0] * 0.7 <= echoed.accepted.entries[0].ByteSize() <= sizes[-1] * 1.3


def test_a_refereed_duel_verifies_down_to_its_chance() -> None:
    titles = finished()
    record = refereed(titles, random.Random(1), "game")
    report = verify(titles, record.entries, {record.game: record.secret})
    assert report.verdict == VERDICT_CONSISTENT, report
    assert report.chance_recomputed > 0


def test_the_long_record_verifies_and_is_over() -> None:
    record = long_record(finished(), 20)
    report = verify(finished(), record.entries)
    assert (report.verdict, report.entries) == (VERDICT_CONSISTENT, len(record.entries))
    assert record.entries[-1].command.open.type_url.endswith(".AbandonGame")


def test_the_games_of_a_title_have_the_entries_that_are_asked_for_and_every_number_of_seats() -> None:
    made = refereed_games(finished(), "titan_race", 600)
    assert entries_of(made[:-1]) < 600 <= entries_of(made)
    first, second = (record.entries[0].command.open for record in made[:2])
    assert [CreateGame.FromString(request.value).seats for request in (first, second)] == [2, 3]


def test_the_requests_of_a_script_are_numbered_and_never_alike() -> None:
    place = Place("game", 4, ())
    first, second = (place.request(number, command) for number, (_, command) in enumerate(script(2)))
    assert isinstance(first, SubmitRequest)
    assert (first.expected_version, second.expected_version) == (4, 5)
    assert first.command_id != second.command_id


async def test_proofs_of_a_log_are_measured(tmp_path: Path) -> None:
    figures = await logging.measure(tmp_path, Pace(seconds=0.05, rounds=1, leaves=300), lambda _: None)
    assert [figure.name for figure in figures] == ["inclusion proof", "tree of a log, when it is first asked for"]
    assert all(figure.value is not None and figure.value > 0 for figure in figures)


async def test_the_echo_that_commits_has_an_entry_on_disk_for_each_answer(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path / "echo.sqlite") as store:
        logs = echo.Logs(store)
        for _ in range(3):
            await asyncio.gather(*(logs.append() for _ in range(5)))
        names = await store.every_game()
        assert len(names) == 5
        assert [store.newest(name) for name in names] == [3] * 5


def test_recorded_games_of_chess_are_replayed_to_their_end() -> None:
    replay = chess_verifier()
    assert replay() == replay() > 1_000
