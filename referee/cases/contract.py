"""The contract of a title in a package of its own, as `gunbai title check` and the pytest plug-in check it."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
import time
import tomllib
import traceback
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from games.kit.title import Title
from gunbai_record.cases import Case, CaseError, CaseFailure, find_files, read_file, run
from gunbai_record.stubs import generate_title
from titles.checks.games import Game, played, ways
from titles.checks.laws import LAWS, Fault, Law, leaks, options, seats_are_counted, set_ups, unhandled, unlisted, unsaid
from titles.checks.leaks import private_kinds

GROUP = "gunbai.titles"
SECONDS = 40
"""After how many seconds no new game begins."""


class Project(NamedTuple):
    """A package with a title, as its pyproject.toml describes it."""

    folder: Path
    distribution: str
    version: str
    title: str
    value: str
    """Where the title's versions are: `module:name`."""

    @classmethod
    def read(cls, folder: Path) -> Project:
        """Read a package's pyproject.toml. Raises ValueError."""
        file = folder / "pyproject.toml"
        try:
            described = tomllib.loads(file.read_text(encoding="utf-8"))["project"]
            ((title, value),) = described["entry-points"][GROUP].items()
            return cls(folder, described["name"], described.get("version", "0"), title, value)
        except FileNotFoundError:
            problem = f"{folder} has no pyproject.toml: make a package with `gunbai title new`"
        except tomllib.TOMLDecodeError as error:
            problem = f"{file}: {error}"
        except (KeyError, ValueError):
            problem = f'{file} needs one title under [project.entry-points."{GROUP}"]'
        raise ValueError(problem)

    def within(self, file: Path) -> Path:
        """Return a file's path, relative to the package if it lies there."""
        return file.relative_to(self.folder) if file.is_relative_to(self.folder) else file


class NotPlayableError(RuntimeError):
    """The title does not load, or cannot be played: the message says where and why."""


class Contract:
    """What a package promises. Each part is made when a law first asks for it."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._installed = TemporaryDirectory()
        self._began: float | None = None

    def close(self) -> None:
        """Remove the package again."""
        self._installed.cleanup()

    @cached_property
    def stub_faults(self) -> list[str]:
        """What is wrong with the protos; the protocol compiler prints the file and line of each error."""
        try:
            generate_title(self.project.folder)
        except ImportError as error:
            return [f"{error}: install `gunbai[titles]`"]
        except (RuntimeError, ValueError, OSError) as error:
            return [str(error)]
        return []

    def install(self) -> None:
        """Put the package where Python finds it, with its entry point, as if it were installed."""
        project = self.project
        name = re.sub(r"[-_.]+", "_", project.distribution)
        about = Path(self._installed.name) / f"{name}-{project.version}.dist-info"
        about.mkdir(exist_ok=True)
        header = f"Metadata-Version: 2.1\nName: {project.distribution}\nVersion: {project.version}\n"
        (about / "METADATA").write_text(header, encoding="utf-8")
        (about / "entry_points.txt").write_text(f"[{GROUP}]\n{project.title} = {project.value}\n", encoding="utf-8")
        sys.path[:0] = [str(about.parent), str(project.folder / "src")]
        importlib.invalidate_caches()

    @property
    def title(self) -> Title[Any]:
        """The newest version of the title. Raises NotPlayableError."""
        return self.versions[max(self.versions)]

    @cached_property
    def versions(self) -> Mapping[int, Title[Any]]:
        """The title by its rules version, loaded as if the package were installed. Raises NotPlayableError."""
        if self.stub_faults:
            raise NotPlayableError(self.stub_faults[0])
        self.install()
        try:
            importlib.import_module(self.project.value.partition(":")[0])
            from titles.catalogue import LEFT_OUT, TITLES
        except BaseException as error:  # noqa: BLE001  # whatever a package does, its author is told where
            raise NotPlayableError(self.raised(error)) from None
        for left in LEFT_OUT:
            if left.title == self.project.title:
                raise NotPlayableError(left.reason)
        if self.project.title not in TITLES:
            raise NotPlayableError(f"the titles were loaded before {self.project.distribution} was installed")
        return TITLES[self.project.title]

    @cached_property
    def games(self) -> list[Game]:
        """A random game for each way to play, as long as there is time. Raises NotPlayableError."""
        games, began, title = list[Game](), time.monotonic(), self.title
        try:
            for seats, options in ways(title):
                if not games or time.monotonic() - began < SECONDS / 2:
                    games.append(played(title, seats, options))
        except Exception as error:  # noqa: BLE001  # what the rules raise is the answer
            raise NotPlayableError(self.raised(error)) from None
        return games

    def judged(self, law: Law) -> Iterator[Fault]:
        """Yield what breaks a law in the games; after the first one, only as long as there is time."""
        games = self.games
        self._began = self._began or time.monotonic()
        for number, game in enumerate(games):
            if number == 0 or time.monotonic() - self._began < SECONDS:
                yield from law(game)

    @property
    def case_files(self) -> list[Path]:
        """The files with cases."""
        folder = self.project.folder / "cases"
        return [*find_files([folder])] if folder.is_dir() else []

    def case_fault(self, case: Case) -> str:
        """Run a case; return why it does not hold, or ""."""
        from referee.cases.in_process_venue import InProcessVenue

        venue = InProcessVenue({self.project.title: self.versions})
        try:
            run(case, venue)
        except (CaseFailure, CaseError) as problem:
            return str(problem)
        except Exception as error:  # noqa: BLE001  # what the rules raise is the answer
            return f"{case.place}: {self.raised(error)}"
        return ""

    def sentences_of(self, faults: Iterator[Fault]) -> list[str]:
        """Return faults with their places, each once; an exception in the title counts as one."""
        sentences: dict[str, None] = {}
        try:
            for fault in faults:
                sentences[f"{self.place(fault.at)}{fault.sentence}"] = None
        except NotPlayableError:
            raise
        except Exception as error:  # noqa: BLE001  # what the title raises is the answer
            sentences[self.raised(error)] = None
        return [*sentences]

    def raised(self, error: BaseException) -> str:
        """Return an error's message, with the package's last line in the traceback."""
        notes = getattr(error, "__notes__", ())
        lines = "".join(traceback.format_exception_only(error)).strip().splitlines()
        message = "; ".join([lines[-1 - len(notes)], *notes])
        if isinstance(error, SyntaxError) and error.filename:
            return f"{self.project.within(Path(error.filename))}:{error.lineno}: {message}"
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if self._is_own(Path(frame.filename))]
        place = f"{self.project.within(Path(frames[-1].filename))}:{frames[-1].lineno}: " if frames else ""
        return f"{place}{message}"

    def place(self, at: Any) -> str:
        """Return the file and line of a step, function or message, as the beginning of a sentence."""
        if at is None:
            return ""
        name = at if isinstance(at, str) else getattr(at, "__name__", "")
        if name and (place_found := self.in_protos(rf"^message {re.escape(name)}\b")):
            return place_found
        try:
            file, (_, line) = Path(inspect.getsourcefile(at) or ""), inspect.getsourcelines(at)
        except (TypeError, OSError):
            return ""
        return f"{self.project.within(file)}:{line}: " if self._is_own(file) else ""

    def in_protos(self, pattern: str) -> str:
        """Return the first place where a pattern occurs in the protos, as the beginning of a sentence."""
        for file in sorted((self.project.folder / "protos").rglob("*.proto")):
            text = file.read_text(encoding="utf-8")
            if match := re.search(pattern, text, re.MULTILINE):
                return f"{self.project.within(file)}:{text.count(chr(10), 0, match.start()) + 1}: "
        return ""

    def _is_own(self, file: Path) -> bool:
        return file.is_relative_to(self.project.folder)


def _compiles(contract: Contract) -> list[str]:
    return contract.stub_faults


def _made(part: Callable[[Contract], object], contract: Contract) -> list[str]:
    try:
        part(contract)
    except NotPlayableError as problem:
        return [str(problem)]
    return []


def _of_title(law: Callable[[Title[Any]], Iterator[Fault]], contract: Contract) -> list[str]:
    return contract.sentences_of(law(contract.title))


def _of_games(law: Callable[[Title[Any], list[Game]], Iterator[Fault]], contract: Contract) -> list[str]:
    return contract.sentences_of(law(contract.title, contract.games))


def _of_each_game(law: Law, contract: Contract) -> list[str]:
    return contract.sentences_of(contract.judged(law))


def _hides(contract: Contract) -> list[str]:
    title = contract.title
    variants = [(game.seats, game.options) for game in contract.games]
    return contract.sentences_of(leaks(title, variants)) if private_kinds(title) else []


def _cases_hold(contract: Contract) -> list[str]:
    read = [case for file in contract.case_files for case in read_file(file)]
    problems = [str(case) if isinstance(case, CaseError) else contract.case_fault(case) for case in read]
    return [problem for problem in problems if problem]


def _clauses_are_shown(contract: Contract) -> list[str]:
    from referee.cases.in_process_venue import coverage

    read = [case for file in contract.case_files for case in read_file(file)]
    shown = coverage(contract.title, [case for case in read if isinstance(case, Case)])

    def place(number: str) -> str:
        return contract.in_protos(rf'number: *"{re.escape(number)}"')

    return [
        *(f"{place(number)}no case cites {number}" for number in shown.uncited),
        *(f"{place(number)}{number} can refuse a move, but no case shows it" for number in shown.unrefused),
        *(f"{place(number)}{number} can end a game, but no case shows it" for number in shown.unended),
        *(f"a case cites {number}, which is not a clause" for number in shown.unknown),
    ]


Check = Callable[[Contract], list[str]]

FIRST: Mapping[str, Check] = {
    "the protos compile": _compiles,
    "the package provides a title": partial(_made, attrgetter("title")),
    "random games can be played": partial(_made, attrgetter("games")),
}
"""What every other check needs."""

CASES_HOLD = "the cases pass"

CHECKS: Mapping[str, Check] = {
    **FIRST,
    "every event has a handler": partial(_of_title, unhandled),
    "every command has a step, every step cites a clause, and events close every step": partial(_of_title, unlisted),
    "every command, event and step has words": partial(_of_title, unsaid),
    **{name: partial(_of_each_game, law) for name, law in LAWS.items()},
    "a set-up with an unsupported number of seats is refused": partial(_of_games, seats_are_counted),
    "any text in a set-up is either refused or playable, and never raises an error": partial(_of_games, set_ups),
    "any number in an option is either refused or playable, and never raises an error": partial(_of_games, options),
    "no reader sees what only another seat may know": _hides,
    CASES_HOLD: _cases_hold,
    "the cases show every clause": _clauses_are_shown,
}
"""The contract's laws in order: each returns what breaks it, with the file and line where they are known."""
