"""Numbered rule cases: files that say what a clause of a rulebook means, and the runner that asks a referee.

`docs/cases.md` describes the format. Needs the extra `gunbai-client[cases]`.
"""

from gunbai_client.cases.format import Case, CaseError, Expectation, Move, read_file, read_files
from gunbai_client.cases.runner import CaseFailure, Judged, Match, Setup, Venue, run

__all__ = [
    "Case",
    "CaseError",
    "CaseFailure",
    "Expectation",
    "Judged",
    "Match",
    "Move",
    "Setup",
    "Venue",
    "read_file",
    "read_files",
    "run",
]
