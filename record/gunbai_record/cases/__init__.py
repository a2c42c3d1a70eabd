"""Numbered rule cases: files that show what a rulebook's clauses mean, and the runner that puts them to a referee.

`docs/cases.md` describes the format. Needs the extra `gunbai-record[cases]`.
"""

from gunbai_record.cases.coverage import Coverage
from gunbai_record.cases.format import Case, CaseError, Expectation, Move, find_files, read_file, read_files, readable
from gunbai_record.cases.places import CaseFailure
from gunbai_record.cases.runner import run
from gunbai_record.cases.venues import CreationRefused, Judged, Match, Setup, Venue

__all__ = [
    "Case",
    "CaseError",
    "CaseFailure",
    "Coverage",
    "CreationRefused",
    "Expectation",
    "Judged",
    "Match",
    "Move",
    "Setup",
    "Venue",
    "find_files",
    "read_file",
    "read_files",
    "readable",
    "run",
]
