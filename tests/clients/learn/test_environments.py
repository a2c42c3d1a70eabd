"""Every title is an environment of PettingZoo: its tests hold, nothing leaks, and what was played can be verified."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import warnings
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from google.protobuf.message import Message
from pettingzoo.test import api_test, seed_test
from typer.testing import CliRunner

import gunbai_learn
from clients.cli.app import app
from games.kit.rules import decider
from games.kit.rules.decider import Decision
from gunbai.record.v1.lifecycle_pb2 import AbandonGame
from gunbai_learn import IllegalActionError, TitleEnv
from gunbai_learn.actions import NUMBERS, SPARE, Actions
from gunbai_learn.commands import Choice, Mark, Offer
from gunbai_learn.episode import Episode
from gunbai_learn.observations import STEP, Layout, Observer
from gunbai_record.record_file import read
from lab.variants import VARIANTS
from titles.catalogue import TITLES, newest
from titles.checks.leaks import entry, pairs, private_kinds
from titles.checks.walk import set_up, walk

NAMES = sorted(name for name in TITLES if name in VARIANTS)


def raw(name: str, **asked: Any) -> TitleEnv:
    """Return an environment of a title without the wrapper."""
    env = gunbai_learn.env(name, **asked).unwrapped
    assert isinstance(env, TitleEnv)
    return env


def play(env: TitleEnv, seed: int) -> None:
    """Play a game to its end with random actions."""
    env.reset(seed=seed)
    source = random.Random(seed)
    while env.episode.seat:
        env.step(source.choice([*env.episode.legal]))


@pytest.mark.parametrize("asides", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_the_tests_of_pettingzoo_pass(name: str, *, asides: bool, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        # It takes environments for odd that show a mask, which its own ones do too.
        warnings.filterwarnings("ignore", "Observation (is not|space for each agent)")
        api_test(gunbai_learn.env(name, asides=asides), num_cycles=200)
        seed_test(lambda: gunbai_learn.env(name, asides=asides), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", NAMES)
def test_the_mask_is_what_an_agent_may_do(name: str) -> None:
    env = raw(name)
    env.reset(seed=2)
    source = random.Random(2)
    for _ in range(100):
        if not env.episode.seat:
            break
        seen = env.observe(env.agent_selection)
        assert {*np.flatnonzero(seen["action_mask"])} == {*env.episode.legal}
        assert env.observation_space(env.agent_selection).contains(seen)
        idle = [agent for agent in env.agents if agent != env.agent_selection]
        assert not any(env.observe(agent)["action_mask"].any() for agent in idle)
        env.step(source.choice([*env.episode.legal]))


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_is_a_record_that_verifies(name: str, tmp_path: Path) -> None:
    seats, options = VARIANTS[name][0]
    env = raw(name, seats=seats, options=json.loads(options), asides=True)
    play(env, 5)
    file = tmp_path / "game.gunbai"
    file.write_bytes(env.record(["Ann"] + [f"learner {seat}" for seat in range(2, seats + 1)]))
    verified = CliRunner().invoke(app, ["verify", str(file)])
    assert verified.exit_code == 0, verified.output
    assert "consistent" in verified.output
    assert "its chance follows from a seed" in verified.output


OLDER = [(name, version) for name in NAMES for version in TITLES[name] if version != max(TITLES[name])]


@pytest.mark.parametrize(("name", "version"), OLDER)
def test_older_rules_can_be_played(name: str, version: int) -> None:
    env = raw(name, rules_version=version)
    play(env, 1)
    assert env.episode.outcome is not None
    assert env.terms.rules_version == version


def test_an_unfinished_game_is_recorded_as_abandoned() -> None:
    env = raw("liars_dice")
    env.reset(seed=1)
    *_, last = read(BytesIO(env.record()))[1]
    assert last.command.open.Is(AbandonGame.DESCRIPTOR)
    assert b"it was not played to its end" in last.command.open.value


def test_a_seed_repeats_games_and_each_reset_begins_another() -> None:
    env, same = raw("liars_dice"), raw("liars_dice", seed=7)
    tables = list[Any]()
    for _ in range(3):
        env.reset(seed=7 if not tables else None)
        same.reset()
        assert env.episode.table == same.episode.table
        tables.append(env.episode.table)
    assert len({*tables}) == 3


def test_winners_are_rewarded_and_losers_pay() -> None:
    env = raw("liars_dice", seats=3)
    play(env, 1)
    winner = env.episode.table.winner
    assert env.rewards == {f"seat_{seat}": 1.0 if seat == winner else -1.0 for seat in (1, 2, 3)}
    assert all(env.terminations.values())


def test_all_lose_together_in_a_title_that_all_win_together() -> None:
    env = raw("samurai_spirit", seats=3, options={"difficulty": "heroic"})
    play(env, 1)
    assert env.episode.outcome is not None
    assert not env.episode.outcome.winners
    assert {*env.rewards.values()} == {-1.0}


def test_a_game_is_truncated_after_so_many_actions() -> None:
    env = raw("king_of_tokyo", max_cycles=4)
    env.reset(seed=1)
    for number in range(4):
        assert not any(env.truncations.values()), number
        env.step(next(iter(env.episode.legal)))
    assert all(env.truncations.values())
    assert {*env.rewards.values()} == {0.0}


def test_an_action_outside_the_mask_is_an_error_and_changes_nothing() -> None:
    env = raw("liars_dice")
    env.reset(seed=1)
    before = env.episode.table
    with pytest.raises(IllegalActionError, match=r"action 99 is not legal; the legal actions are \[0"):
        env.step(99)
    assert env.episode.table is before


def test_the_board_is_shown_as_the_agent_sees_it() -> None:
    env = raw("liars_dice", render_mode="ansi")
    env.reset(seed=1)
    assert "? ? ? ? ?" in str(env.render())
    assert raw("liars_dice").render() is None


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({"title": "chess"}, "the titles are"),
        ({"title": "liars_dice", "rules_version": 9}, "'liars_dice' 9"),
        ({"title": "liars_dice", "seats": 9}, "9"),
        ({"title": "liars_dice", "options": {"wild": True}}, "wild"),
        ({"title": "shogun", "options": {"tower_source": "real"}}, "dealer|tower"),
    ],
)
def test_what_cannot_be_played_is_an_error(asked: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        gunbai_learn.env(asked.pop("title"), **asked)


def test_a_seat_that_may_act_out_of_turn_is_asked_and_may_wait() -> None:
    env = raw("shogun", asides=True)
    env.reset(seed=1)
    source = random.Random(1)
    while not env.episode.is_aside:
        env.step(source.choice([*env.episode.legal]))
    asked, table = env.episode.seat, env.episode.table
    assert asked not in decider.asked_seats(newest("shogun").rules, table)
    env.step(env.actions.wait)
    assert env.episode.table is table
    assert env.episode.seat != asked


def test_values_without_an_action_of_their_own_are_offered_page_by_page() -> None:
    title = newest("liars_dice")
    actions = Actions(title)
    table = title.rules.setup(2, title.rules.options(), title.rules.edition)
    offer = Offer(title, table, 1)
    offer.choices = tuple(Choice("quantity", number) for number in range(NUMBERS + SPARE + 3))
    first, second = actions.offered(offer, 0), actions.offered(offer, 1)
    assert first.pop(actions.further) is None
    assert [*first.values(), *second.values()] == [*offer.choices]
    assert len(first) == NUMBERS + SPARE
    assert actions.number(Choice(Mark.COMMAND, "MakeBid")) in range(actions.count)


HIDING = [name for name in NAMES if private_kinds(newest(name))]


def alike(name: str) -> Iterator[tuple[Any, Any, int]]:
    """Yield two tables that differ, and in nothing that a seat knows, and the seat."""
    title = newest(name)
    seats, options = VARIANTS[name][-1]
    for twins in (twins for seed in range(9) for twins in islice(pairs(title, seats, options, seed, {}), 3)):
        readers = {*range(1, seats + 1)} - {twins.owner}
        for one, other in twins.moments:
            readers = {seat for seat in readers if entry(one, seat) == entry(other, seat)}
            tables = one.accepted.table, other.accepted.table
            if tables[0] != tables[1] and isinstance(decider.waiting(title.rules, tables[0]), Decision):
                yield from ((*tables, seat) for seat in readers)


@pytest.mark.parametrize("name", HIDING)
def test_two_states_that_differ_in_hidden_facts_look_the_same(name: str) -> None:
    title, found = newest(name), 0
    seats, options = VARIANTS[name][-1]
    terms = gunbai_learn.terms_of(name, seats=seats, options=json.loads(options))
    actions = Actions(title)
    observer = Observer(title, terms.table(), actions)
    episodes = [Episode(terms, actions, "1"), Episode(terms, actions, "1")]
    for *tables, seat in islice(alike(name), 100):
        for episode, table in zip(episodes, tables, strict=True):
            episode.table = table
            episode._settle()
        found += 1
        one, other = (observer.observe(episode, seat) for episode in episodes)
        assert (one == other).all()
        assert episodes[0].seat == episodes[1].seat
        assert seat != episodes[0].seat or episodes[0].legal == episodes[1].legal
    assert found > 10


def lists(view: Message, layout: Layout) -> Iterator[tuple[str, int, int]]:
    """Yield the lists in a view: their names, their lengths and how many items have places."""
    for field, held in view.ListFields():
        part = layout.get(field.number)
        if part is None:
            continue
        if part.is_list:
            yield field.name, len(held), part.items
        for item in (held if part.is_list else [held]) if part.fields else ():
            yield from lists(item, part.fields)


@pytest.mark.parametrize(("name", "variant"), [(name, variant) for name in NAMES for variant in VARIANTS[name]])
def test_no_list_of_a_title_is_cut_off(name: str, variant: tuple[int, str]) -> None:
    title = newest(name)
    start = set_up(title, *variant).table
    layout = Observer(title, start, Actions(title))._layout
    turns = list(islice(walk(title, start, 1), 2_000))
    for turn in turns[:: max(1, len(turns) // 40)]:
        view = title.rules.view(turn.accepted.table, 1)
        assert [found for found in lists(view, layout) if found[1] > found[2]] == []
        step = decider.waiting(title.rules, turn.before)
        fields = [getattr(step, name) for name in step.__struct_fields__] if step is not None else []
        assert sum(len(held) if isinstance(held, tuple) else 1 for held in fields) <= STEP


def test_without_the_extra_it_says_how_to_install_it() -> None:
    program = "import sys; sys.modules['pettingzoo'] = None; import gunbai_learn"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "pip install 'gunbai[learn]'" in done.stderr
