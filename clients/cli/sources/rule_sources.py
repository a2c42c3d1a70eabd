"""Where `gunbai title clauses` finds rules: in the titles that are installed here, or at a service.

Another package contributes the installed titles by an entry point of the group `gunbai.rules`, which names a `Rules`.
If an option or variable names a service, it is asked instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib.metadata import entry_points
from typing import Protocol

from gunbai.referee.v1.audit_pb2 import ListClausesResponse
from gunbai_client import Gunbai
from gunbai_record.clauses import Citations, code_of

GROUP = "gunbai.rules"


class Rules(Protocol):
    """A source of titles' rules."""

    def title_of(self, name: str) -> str:
        """Return the title with this name, or with a clause or house ruling of this number; "" if there is none."""

    def clauses(self, title: str, language: str = "") -> ListClausesResponse:
        """Return a title's clauses, in a language that it speaks or in English, and its house rulings."""

    def citations(self, title: str, numbers: Sequence[str]) -> Citations:
        """Return the lines of code and the cases that cite one of the numbers; empty without source code."""


class ServiceRules:
    """The rules of a service's titles; it has no source code to show."""

    def __init__(self, gunbai: Gunbai) -> None:
        self._gunbai = gunbai

    def title_of(self, name: str) -> str:
        """Return the title with a clause or house ruling of this number, and any other name unchanged."""
        return next((title.name for title in self._gunbai.titles() if title.code == code_of(name)), name)

    def clauses(self, title: str, language: str = "") -> ListClausesResponse:
        """Return a title's clauses, in a language that it speaks or in English, and its house rulings."""
        return self._gunbai.speaking(language).clauses(title)

    def citations(self, title: str, numbers: Sequence[str]) -> Citations:
        """Return no citations."""
        del title, numbers
        return Citations()


@contextmanager
def open_rules(
    name: str, connect: Callable[[], AbstractContextManager[Gunbai]], *, at_service: bool
) -> Iterator[Rules]:
    """Yield the source to ask about a title or a number: the installed titles, or the service."""
    installed = () if at_service else _installed()
    source = next((rules for rules in installed if rules.title_of(name)), None)
    if source is not None:
        yield source
        return
    with connect() as gunbai:
        yield ServiceRules(gunbai)


def _installed() -> Iterator[Rules]:
    return (point.load()() for point in entry_points(group=GROUP))
