"""Packages with titles: those that are installed, found by the entry point `gunbai.titles`.

An entry point has the name of a title and leads to its rules versions. A package runs with the rights of the program
that loads it. A broken one must not stop that program, so titles from elsewhere first load in a separate process. If
they raise, exit or hang there, they are left out and the reason is kept.
"""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from threading import Lock
from typing import Any, NamedTuple

from games.kit.rules import canonical
from games.kit.title import Title
from gunbai.rules.v1 import view_pb2
from gunbai_record.messages import packages_of
from gunbai_record.packages import UNKNOWN, Package

GROUP = "gunbai.titles"
OWN = "gunbai"
"""The distribution whose titles need no trial."""
TRIAL_SECONDS = 60
"""How long titles from elsewhere may take to load."""
_PREPARING = Lock()
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_TRIAL = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from titles.packages import load_on_trial as load; "
_TRIAL += "load(sys.argv[2:])"


class LeftOut(NamedTuple):
    """A title that cannot be played, and why."""

    title: str
    package: Package
    reason: str


class Installed(NamedTuple):
    """The installed titles, by name and rules version, their packages, and what is left out."""

    titles: Mapping[str, Mapping[int, Title[Any]]]
    packages: Mapping[str, Package]
    left_out: Sequence[LeftOut]


class BadTitleError(ValueError):
    """An entry point that does not lead to a playable title."""


def installed() -> Installed:
    """Load the titles of every installed package, gunbai's own first: no other package can take their names."""
    _named.cache_clear()
    found = [pair for pairs in _named().values() for pair in pairs]
    found.sort(key=lambda pair: (pair[1].distribution != OWN, pair[0].name))
    titles: dict[str, Mapping[int, Title[Any]]] = {}
    packages: dict[str, Package] = {}
    elsewhere = [(point, package) for point, package in found if package.distribution != OWN]
    failed = {
        point: f"records cannot name the distribution {package}" for point, package in elsewhere if not package.is_valid
    }
    failed |= _failed([point for point, _ in elsewhere if point not in failed])
    left_out = list[LeftOut]()
    for point, package in found:
        reason = failed.get(point)
        if reason is None:
            try:
                versions = _loaded(point)
                _check_free(point.name, versions, titles)
                titles[point.name], packages[point.name] = versions, package
                continue
            except BaseException as error:  # noqa: BLE001  # whatever a package does, the others are served
                _go_on_if_meant(error)
                reason = _words(error)
        left_out.append(LeftOut(point.name, package, reason))
    return Installed(dict(sorted(titles.items())), packages, left_out)


@cache
def own_title(name: str) -> Mapping[int, Title[Any]]:
    """Return the versions of one of gunbai's own titles without loading any other title.

    There are none for another name, or if the title does not load: the catalogue says why.
    """
    for point, package in _named().get(name, ()):
        if package.distribution == OWN:
            with contextlib.suppress(Exception):
                return _loaded(point)
    return {}


def package_with(name: str) -> Package:
    """Return the package that has a title, gunbai's own before any other; UNKNOWN if none has it."""
    packages = [package for _, package in _named().get(name, ())]
    return min(packages, key=lambda package: package.distribution != OWN, default=UNKNOWN)


@cache
def _named() -> dict[str, list[tuple[EntryPoint, Package]]]:
    """Return the entry points by the titles' names, each with its package, whose description is a file to read."""
    named: dict[str, list[tuple[EntryPoint, Package]]] = {}
    for point in entry_points(group=GROUP):
        named.setdefault(point.name, []).append((point, _package(point)))
    return named


def _package(point: EntryPoint) -> Package:
    return Package(point.dist.name, point.dist.version) if point.dist is not None else UNKNOWN


def _loaded(point: EntryPoint) -> dict[int, Title[Any]]:
    """Return the versions of an entry point's title, newest last. Raises BadTitleError."""
    if not _NAME.fullmatch(point.name):
        raise BadTitleError("the name of a title has at most 40 lower-case letters, digits and underscores")
    # The standard output belongs to the command: it may be JSON.
    with contextlib.redirect_stdout(sys.stderr):
        versions = point.load()
    if not isinstance(versions, tuple) or not versions or not all(isinstance(title, Title) for title in versions):
        raise BadTitleError(f"{point.value} is not a tuple of titles, one for each version of the rules")
    numbers = [title.rules_version for title in versions]
    if [title.name for title in versions] != [point.name] * len(versions) or numbers != [*range(1, len(versions) + 1)]:
        raise BadTitleError(f"{point.value} does not have the versions 1, 2 and so on of the title {point.name}")
    for title in versions:
        for part in title.rules.protos:
            if part is not view_pb2 and part.DESCRIPTOR.package not in (expected := packages_of(point.name)):
                raise BadTitleError(f"{part.DESCRIPTOR.name} does not belong to the package {' or '.join(expected)}")
        # Bots load a title when they need it, and several of them may think at once.
        with _PREPARING:
            canonical.prepare(title.rules)
    return {title.rules_version: title for title in versions}


def _check_free(name: str, versions: Mapping[int, Title[Any]], taken: Mapping[str, Mapping[int, Title[Any]]]) -> None:
    """Check that no earlier title has the name, or the letters of the clauses. Raises BadTitleError."""
    if name in taken:
        raise BadTitleError(f"another package has a title {name}")
    for other, titles in taken.items():
        if {title.code for title in titles.values()} & {title.code for title in versions.values()}:
            raise BadTitleError(f"the clauses of {other} have the same letters")


def _failed(points: Sequence[EntryPoint]) -> dict[EntryPoint, str]:
    """Return which titles could not be loaded in a separate process, and why."""
    failed, left = dict[EntryPoint, str](), [*points]
    while left:
        tried, problem = _tried(left)
        for point, reason in zip(left, tried, strict=False):
            if reason:
                failed[point] = reason
        # The one after those that answered ended the process, so the others are tried again without it.
        left = left[len(tried) :]
        if left:
            failed[left.pop(0)] = problem
    return failed


def _tried(points: Sequence[EntryPoint]) -> tuple[list[str], str]:
    """Load titles in a new process; return the reason against each as far as it got, and what stopped it."""
    words = [f"{point.name}={point.value}" for point in points]
    # `-P` and this path: the trial finds the modules that this process would find, and none in its folder.
    command = [sys.executable, "-P", "-c", _TRIAL, json.dumps(sys.path), *words]
    try:
        done = subprocess.run(  # noqa: S603  # this Python, with the names of entry points
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=TRIAL_SECONDS, check=False
        )
        printed, problem = done.stdout, f"loading it ended the process with status {done.returncode}"
    except subprocess.TimeoutExpired as error:
        printed, problem = error.stdout or b"", f"it did not load within {TRIAL_SECONDS} seconds"
    # A process that is killed may leave half a line.
    return [json.loads(line) for line in printed.decode().splitlines() if line.endswith('"')], problem


def load_on_trial(words: Iterable[str]) -> None:
    """Load the entry points `NAME=VALUE`, all doors of their titles too; print the reason against each, as JSON."""
    # What a package prints while it loads must not be taken for an answer.
    answers, sys.stdout = sys.stdout, sys.stderr
    for word in words:
        name, _, value = word.partition("=")
        try:
            for title in _loaded(EntryPoint(name, value, GROUP)).values():
                title.words, title.board, title.bots  # noqa: B018  # each is loaded when it is first asked for
            reason = ""
        except BaseException as error:  # noqa: BLE001  # the reason is the answer
            reason = _words(error)
        answers.write(f"{json.dumps(reason)}\n")
        answers.flush()


def _words(error: BaseException) -> str:
    """Return what an error says, on one line."""
    text = " ".join(str(error).split())[:300]
    return text if isinstance(error, BadTitleError) else f"{type(error).__name__}: {text}".removesuffix(": ")


def _go_on_if_meant(error: BaseException) -> None:
    """Raise what the person at the keyboard intended."""
    if isinstance(error, KeyboardInterrupt):
        raise error
