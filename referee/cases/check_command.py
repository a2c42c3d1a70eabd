"""`gunbai title check`: the laws of the contract and the cases of a package, before it is installed or published."""

from __future__ import annotations

import importlib
import inspect
import json
import re
import sys
import tempfile
import time
import tomllib
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from games.kit.title import Title
from gunbai_record.cases import Case, CaseError, CaseFailure, find_files, read_file, run
from gunbai_record.stubs import generate_title
from titles.checks.games import Game, played, ways
from titles.checks.laws import LAWS, Fault, leaks, unhandled, unsaid
from titles.checks.leaks import private_kinds

GROUP = "gunbai.titles"
SECONDS = 40
"""After how many seconds no other game is begun."""
SHOWN = 3
"""The most faults that are shown of a law."""


class Project(NamedTuple):
    """A package with a title, as its pyproject.toml describes it."""

    folder: Path
    distribution: str
    version: str
    title: str
    value: str
    """Where the versions of the title are: `module:name`."""


class Checked(NamedTuple):
    """A law, and what breaks it: each fault with the file and line, where they are known."""

    law: str
    faults: list[str]


def check(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Folder of the package.", exists=True, file_okay=False)
    ] = Path(),
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON per law.")] = False,
) -> None:
    """Check that a title package keeps the laws of gunbai. Exits with 1 if it does not.

    gunbai makes the stubs, lets bots play at random with each number of seats, and runs the cases. Every clause needs a
    case.
    """
    project = _project(folder.resolve())
    began, failed = time.monotonic(), False
    for checked in _checks(project):
        failed = failed or bool(checked.faults)
        for line in [json.dumps(checked._asdict())] if as_json else _lines(checked):
            print(line, flush=True)  # noqa: T201  # `typer.echo` bypasses progress
    if not as_json:
        verdict = "does not keep the contract" if failed else "keeps the contract"
        print(f"{project.title} {verdict}; checked in {time.monotonic() - began:.0f} s")  # noqa: T201  # as above
    raise typer.Exit(1 if failed else 0)


def _lines(checked: Checked) -> Iterator[str]:
    yield f"{'✗' if checked.faults else '✓'} {checked.law}"
    yield from (f"    {fault}" for fault in checked.faults[:SHOWN])
    if len(checked.faults) > SHOWN:
        yield f"    and {len(checked.faults) - SHOWN} more"


def _project(folder: Path) -> Project:
    """Read the pyproject.toml of a package. Raises typer.BadParameter."""
    try:
        described = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        points = described["entry-points"][GROUP]
        ((title, value),) = points.items()
        return Project(folder, described["name"], described.get("version", "0"), title, value)
    except FileNotFoundError:
        problem = f"{folder} has no pyproject.toml: make a package with `gunbai title new`"
    except tomllib.TOMLDecodeError as error:
        problem = f"{folder / 'pyproject.toml'}: {error}"
    except (KeyError, ValueError):
        problem = f'{folder / "pyproject.toml"} needs one title under [project.entry-points."{GROUP}"]'
    raise typer.BadParameter(problem, param_hint="FOLDER")


def _checks(project: Project) -> Iterator[Checked]:
    """Yield every law with what breaks it; nothing after a title that does not load or cannot be played."""
    stubs = _stubs(project)
    yield stubs
    if stubs.faults:
        return
    with tempfile.TemporaryDirectory() as installed:
        loaded = Checked("the package leads to a title", [])
        title = _loaded(project, Path(installed), loaded)
    yield loaded
    if title is None:
        return
    games = _games(project, title, walked := Checked("random games can be played", []))
    yield walked
    if walked.faults:
        return
    yield from _laws(project, title, games)
    yield from _cases(project, title)


def _stubs(project: Project) -> Checked:
    """Make the stubs; the protocol compiler prints the file and line of what it refuses."""
    try:
        generate_title(project.folder)
    except ImportError as error:
        return Checked("the protos compile", [f"{error}: install `gunbai[titles]`"])
    except (RuntimeError, ValueError, OSError) as error:
        return Checked("the protos compile", [str(error)])
    return Checked("the protos compile", [])


def _loaded(project: Project, installed: Path, loaded: Checked) -> Title[Any] | None:
    """Return the newest version of the title, loaded as if the package were installed; None adds the reason."""
    about = installed / f"{re.sub(r'[-_.]+', '_', project.distribution)}-{project.version}.dist-info"
    about.mkdir()
    header = f"Metadata-Version: 2.1\nName: {project.distribution}\nVersion: {project.version}\n"
    (about / "METADATA").write_text(header, encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\n{project.title} = {project.value}\n", encoding="utf-8")
    sys.path[:0] = [str(installed), str(project.folder / "src")]
    importlib.invalidate_caches()
    try:
        importlib.import_module(project.value.partition(":")[0])
        from titles.catalogue import LEFT_OUT, TITLES, newest
    except BaseException as error:  # noqa: BLE001  # whatever a package does, it is told where
        loaded.faults.append(_raised(project, error))
        return None
    for left in LEFT_OUT:
        if left.title == project.title:
            loaded.faults.append(left.reason)
            return None
    return newest(project.title) if project.title in TITLES else None


def _games(project: Project, title: Title[Any], walked: Checked) -> list[Game]:
    """Return a random game of each way to play, as long as there is time."""
    games, began = list[Game](), time.monotonic()
    try:
        for seats, options in ways(title):
            if not games or time.monotonic() - began < SECONDS / 2:
                games.append(played(title, seats, options))
    except Exception as error:  # noqa: BLE001  # what the rules raise is the answer
        walked.faults.append(_raised(project, error))
    return games


def _laws(project: Project, title: Title[Any], games: list[Game]) -> Iterator[Checked]:
    began = time.monotonic()
    yield Checked("every event has a handler", _told(project, unhandled(title)))
    yield Checked("every command, event and step has words", _told(project, unsaid(title)))
    for name, law in LAWS.items():
        faults: list[str] = []
        for number, game in enumerate(games):
            if number == 0 or time.monotonic() - began < SECONDS:
                faults += _told(project, law(game))
        yield Checked(name, [*dict.fromkeys(faults)])
    if private_kinds(title):
        variants = [(game.seats, game.options) for game in games]
        yield Checked("nothing shows a reader what only another seat may know", _told(project, leaks(title, variants)))


def _told(project: Project, faults: Iterator[Fault]) -> list[str]:
    """Return faults with their places; what a title raises is one too."""
    try:
        return [f"{_place(project, fault.at)}{fault.sentence}" for fault in faults]
    except Exception as error:  # noqa: BLE001  # what the title raises is the answer
        return [_raised(project, error)]


def _cases(project: Project, title: Title[Any]) -> Iterator[Checked]:
    """Yield that the cases hold, and that they leave no clause out."""
    from referee.cases.in_process_venue import InProcessVenue, coverage

    folder = project.folder / "cases"
    found = [case for file in find_files([folder] if folder.is_dir() else []) for case in read_file(file)]
    problems = [str(case) for case in found if isinstance(case, CaseError)]
    cases = [case for case in found if isinstance(case, Case)]
    for case in cases:
        try:
            run(case, InProcessVenue())
        except (CaseFailure, CaseError) as problem:
            problems.append(str(problem))
        except Exception as error:  # noqa: BLE001  # what the rules raise is the answer
            problems.append(f"{case.place}: {_raised(project, error)}")
    yield Checked(f"the {len(cases)} cases hold", problems)
    shown = coverage(title, cases)
    left_out = [
        *(f"{_clause(project, number)}no case cites {number}" for number in shown.uncited),
        *(f"{_clause(project, number)}{number} can refuse, and refuses in no case" for number in shown.unrefused),
        *(f"a case cites {number}, which is no clause" for number in shown.unknown),
    ]
    yield Checked(f"the cases show all {len(shown.clauses)} clauses", left_out)


def _raised(project: Project, error: BaseException) -> str:
    """Return what an error says, with the last line of the package that it passed."""
    said = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    if isinstance(error, SyntaxError) and error.filename:
        return f"{_within(project, Path(error.filename))}:{error.lineno}: {said}"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_own(project, Path(frame.filename))]
    place = f"{_within(project, Path(frames[-1].filename))}:{frames[-1].lineno}: " if frames else ""
    return f"{place}{said}"


def _place(project: Project, at: Any) -> str:
    """Return the file and line of a step, function or message, as the beginning of a sentence."""
    if at is None:
        return ""
    name = at if isinstance(at, str) else at.__name__
    if found := _in_protos(project, rf"^message {re.escape(name)}\b"):
        return found
    try:
        file, (_, line) = Path(inspect.getsourcefile(at) or ""), inspect.getsourcelines(at)
    except (TypeError, OSError):
        return ""
    return f"{_within(project, file)}:{line}: " if _is_own(project, file) else ""


def _clause(project: Project, number: str) -> str:
    return _in_protos(project, rf'number: *"{re.escape(number)}"')


def _in_protos(project: Project, pattern: str) -> str:
    """Return the first place in the protos that a pattern finds, as the beginning of a sentence."""
    for file in sorted((project.folder / "protos").rglob("*.proto")):
        text = file.read_text(encoding="utf-8")
        if found := re.search(pattern, text, re.MULTILINE):
            return f"{_within(project, file)}:{text.count(chr(10), 0, found.start()) + 1}: "
    return ""


def _is_own(project: Project, file: Path) -> bool:
    return file.is_relative_to(project.folder)


def _within(project: Project, file: Path) -> Path:
    return file.relative_to(project.folder) if _is_own(project, file) else file
