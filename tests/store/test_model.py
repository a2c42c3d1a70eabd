"""Any order of calls: an engine agrees with a model that copies every log as a plain list."""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from msgspec.structs import replace

from store.contract import (
    Conflict,
    Cosignature,
    DuplicateCommand,
    Leaf,
    Paper,
    PaperConflict,
    Store,
    Stored,
    VersionNotFound,
)
from tests.store.engines import Engine
from tests.store.store_values import append, head_of, leaf, opening, papers, summary

COMMANDS = st.sampled_from(["", "a", "b", "c"])
VERSIONS = st.integers(0, 12)
APART = st.sampled_from([b"", b"name"])


class Model(RuleBasedStateMachine):
    """Games that append, fork, read and file papers at random.

    `logs` is what they must hold, `own` the commands they answered, `filed` their papers.
    """

    engine: Engine
    names = Bundle("names")

    def __init__(self) -> None:
        super().__init__()
        self.logs: dict[str, list[Stored]] = {}
        self.own: dict[str, set[str]] = {}
        self.parents: dict[str, str] = {}
        self.begins: dict[str, int] = {}
        self.filed: dict[str, list[Paper]] = {}
        self.leaves: list[Leaf] = []
        self.cosigned: dict[tuple[int, str], str] = {}
        self.runner = asyncio.Runner()
        self.open = AsyncExitStack()
        folder = self.open.enter_context(tempfile.TemporaryDirectory())
        self.store: Store = self.runner.run(self.open.enter_async_context(self.engine.open(Path(folder))))

    def teardown(self) -> None:
        self.runner.run(self.open.aclose())
        self.runner.close()

    @initialize(target=names)
    def begin(self) -> str:
        return self.make("", 0)

    @rule(target=names, parent=names, version=VERSIONS)
    def fork(self, parent: str, version: int) -> str:
        head = len(self.logs[parent])
        if 0 < version <= head:
            return self.make(parent, version)
        if version > head:
            with pytest.raises(VersionNotFound):
                self.make(parent, version)
        return parent

    @rule(
        game=names,
        ahead=st.sampled_from([0, 0, 0, 1, -1]),
        commands=st.lists(COMMANDS, max_size=4),
        leaves=st.sampled_from([0, 0, 1, 3]),
        apart=APART,
    )
    def append(self, game: str, ahead: int, commands: list[str], leaves: int, apart: bytes) -> None:
        expected = max(len(self.logs[game]) + ahead, 0)
        entries = [Stored(expected + place, name, name.encode(), apart) for place, name in enumerate(commands, 1)]
        added = [leaf(game, len(self.leaves) + further) for further in range(leaves)]
        calling = append(self.store, game, expected, entries, added)
        command_ids = [name for name in commands if name]
        if len(set(command_ids)) < len(command_ids) or not self.own[game].isdisjoint(command_ids):
            with pytest.raises(DuplicateCommand):
                self.runner.run(calling)
        elif expected != len(self.logs[game]):
            with pytest.raises(Conflict):
                self.runner.run(calling)
        else:
            self.runner.run(calling)
            self.logs[game] += entries
            self.own[game] |= set(command_ids)
            self.leaves += added

    @rule(game=names, ahead=st.sampled_from([0, 0, 0, 1, -1]), more=st.integers(0, 3))
    def file(self, game: str, ahead: int, more: int) -> None:
        expected = max(len(self.filed[game]) + ahead, 0)
        added = papers(game, expected + 1, expected + more)
        calling = self.store.add_papers(game, expected, added)
        if expected != len(self.filed[game]):
            with pytest.raises(PaperConflict):
                self.runner.run(calling)
        else:
            self.runner.run(calling)
            self.filed[game] += added

    @rule(size=st.integers(0, 100), witness=st.sampled_from("ab"), line=st.text(max_size=3))
    def cosign(self, size: int, witness: str, line: str) -> None:
        self.runner.run(self.store.cosign(Cosignature(size, witness, line)))
        self.cosigned[size, witness] = line

    @rule(game=names, command_id=COMMANDS)
    def find(self, game: str, command_id: str) -> None:
        own = self.logs[game][self.begins[game] :] if command_id else []
        answers = [entry for entry in own if entry.command_id == command_id]
        assert self.runner.run(self.store.find(game, command_id)) == (answers[0] if answers else None)

    @rule(game=names, versions=st.sets(VERSIONS, max_size=3))
    def replace_apart(self, game: str, versions: set[int]) -> None:
        self.runner.run(self.store.replace_apart(game, dict.fromkeys(versions, b"rest"), summary(game)))
        for name, log in self.logs.items():
            # What a branch shares is replaced in it too.
            for place, entry in enumerate(log):
                if entry.apart and entry.version in versions and self.owner(name, entry.version) == game:
                    log[place] = replace(entry, apart=b"rest")

    @rule(game=names, after=VERSIONS, upto=VERSIONS)
    def read(self, game: str, after: int, upto: int) -> None:
        assert self.runner.run(self.store.read(game, after, upto)) == self.logs[game][after:upto]

    @invariant()
    def every_log_is_as_the_model_has_it(self) -> None:
        for game, log in self.logs.items():
            assert self.runner.run(self.store.read(game)) == log
            assert self.runner.run(head_of(self.store, game)) == len(log)
            assert self.runner.run(self.store.papers(game)) == self.filed[game]
            own = [leaf for leaf in self.leaves if leaf.game == game]
            assert self.runner.run(self.store.leaves_of(game)) == own

    @invariant()
    def the_leaves_are_as_the_model_has_them(self) -> None:
        assert self.runner.run(self.store.leaf_log()).size == len(self.leaves)
        assert self.runner.run(self.store.leaves(0, 1000)) == self.leaves
        kept = [Cosignature(*named, line) for named, line in sorted(self.cosigned.items())]
        assert self.runner.run(self.store.cosignatures()) == kept

    def owner(self, game: str, version: int) -> str:
        """Return the game whose own entry a version of a log is."""
        while version <= self.begins[game]:
            game = self.parents[game]
        return game

    def make(self, parent: str, version: int) -> str:
        game = f"game {len(self.logs)}"
        added = [leaf(game, len(self.leaves))]
        self.runner.run(self.store.create(opening(game, parent, version), [], [], summary(game), leaves=added))
        self.leaves += added
        self.logs[game] = self.logs[parent][:version] if parent else []
        self.own[game] = set()
        self.filed[game] = []
        self.parents[game], self.begins[game] = parent, version
        return game


def test_an_engine_agrees_with_the_model(engine: Engine) -> None:
    courses = settings(max_examples=settings().max_examples // 3)
    run_state_machine_as_test(type("ModelOf" + engine.name, (Model,), {"engine": engine}), settings=courses)
