"""Where clauses are cited: in the installed titles' source code, and in a checkout's cases."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import games
from games.kit.title import Title
from gunbai.referee.v1.audit_pb2 import ListClausesResponse
from gunbai_record.cases import Case, find_files, read_file
from gunbai_record.clauses import Citation, Citations, code_of
from gunbai_record.text.languages import LANGUAGES
from gunbai_record.text.negotiation import ENGLISH, lookup
from referee.game.titles import Rulebook
from titles.catalogue import TITLES, newest

ROOT = Path(games.__file__).parent.parent
"""The checkout's root, or the folder of the installed packages."""

_HEADER = re.compile(r"^\s*\[\[\s*case\s*\]\]", re.MULTILINE)


class InstalledRules:
    """The rules of the titles that are installed here, with the code and the cases that cite them."""

    def title_of(self, name: str) -> str:
        """Return the title with this name, or with a clause or house ruling of this number; "" if there is none."""
        return next((title for title in TITLES if name == title or newest(title).code == code_of(name)), "")

    def clauses(self, title: str, language: str = ENGLISH) -> ListClausesResponse:
        """Return a title's clauses in a language, or in English, and its house rulings."""
        book = Rulebook(newest(title))
        translator = book.translator(lookup(language, book.languages))
        clauses = map(translator.clause, book.clauses.values())
        return ListClausesResponse(clauses=clauses, house_rulings=book.house_rulings, rulebook=translator.rulebook)

    def citations(self, title: str, numbers: Sequence[str]) -> Citations:
        """Return the lines of code and the cases that cite one of the numbers; no cases outside a checkout."""
        return Citations(
            code=list(code_citing(newest(title), numbers)),
            cases=list(cases_citing(ROOT / "tests" / "cases" / title, numbers)),
        )


def sources(title: Title[Any]) -> Iterator[Path]:
    """Yield a title's source files in order, except house rulings and languages, which carry no clause out."""
    wordy = {"house_rulings", *LANGUAGES}
    return (path for path in sorted(_folder(title).rglob("*.py")) if not wordy & {*path.parts, path.stem})


def _folder(title: Title[Any]) -> Path:
    """Return the folder of the title's code: here, or in the package with its rules."""
    own = ROOT / "games" / title.name
    if own.is_dir():
        return own
    package = import_module(title.rules.table.__module__.partition(".")[0])
    return Path(package.__path__[0])


def code_citing(title: Title[Any], numbers: Sequence[str]) -> Iterator[Citation]:
    """Yield the lines in a title's code that name one of the clauses, as `KT-6.12` or `CLAUSE_6_12`."""
    cited = [citation_of(number) for number in numbers]
    names = [name for number in numbers for name in (number, constant_of(number))]
    for path in sources(title):
        source = path.read_text(encoding="utf-8")
        # Most files cite none of them: looking for the bare names first is many times faster than matching each line.
        for line, text in enumerate(source.splitlines() if any(name in source for name in names) else (), start=1):
            if any(pattern.search(text) for pattern in cited):
                yield Citation(_shown(path), line, text.strip())


def _shown(path: Path) -> str:
    """Return a file's path below the root, or for a package from elsewhere the whole path."""
    return (path.relative_to(ROOT) if path.is_relative_to(ROOT) else path).as_posix()


def citation_of(number: str) -> re.Pattern[str]:
    """Return the pattern of a clause's citation, which matches no longer number with the same beginning."""
    return re.compile(rf"\b{re.escape(number)}(?![0-9]|\.[0-9])|\b{constant_of(number)}(?![0-9]|_[0-9])")


def constant_of(number: str) -> str:
    """Return the constant that the protos generate for a clause's number."""
    return f"CLAUSE_{number.partition('-')[2].replace('.', '_')}"


def cases_citing(folder: Path, numbers: Sequence[str]) -> Iterator[Citation]:
    """Yield the cases in a folder that cite one of the clauses, by their header's line."""
    sought = set(numbers)
    for file in find_files([folder] if folder.is_dir() else []):
        headers = _HEADER.finditer(text := file.read_text(encoding="utf-8"))
        for header, case in zip(headers, read_file(file), strict=True):
            if isinstance(case, Case) and not sought.isdisjoint(case.clauses):
                yield Citation(file.relative_to(ROOT).as_posix(), text.count("\n", 0, header.end()) + 1, case.name)
