"""First games: a title's tutorial against the easiest bots, which only the learner sees."""

from __future__ import annotations

from collections.abc import Sequence

from clients.cli.seating.hosted_bots import check_rules
from clients.cli.seating.new_seats import Company, login, seated
from clients.cli.session import Session
from clients.cli.sources.title_names import titles_meant
from gunbai.referee.v1.lobby_pb2 import Lesson
from gunbai_client import NewTokens

EASIEST = 1
"""The level of the bots."""
OWN = 1
"""The learner's seat."""


def begin(session: Session, title: str) -> tuple[str, Sequence[Lesson]]:
    """Create and start the first game of a title; return its id and its lessons. Raises NotFound."""
    with session.connect() as gunbai:
        titles, tokens = gunbai.titles(), NewTokens()
        with titles_meant(titles, title):
            tutorial = gunbai.tutorial(title)
        check_rules(titles, title)
        with session.tokens.of_new(tokens):
            created = gunbai.create_first_game(title, tutorial, label="Practice game", tokens=tokens)
        session.tokens.save_all(created)
        company = Company(login(), tutorial.seats - 1, EASIEST, start=True)
        seated(session, gunbai, created.info, company, seat=OWN)
    return created.info.game, tutorial.lessons
