"""The runner of cases, the same for every venue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gunbai_record.cases.checks import check
from gunbai_record.cases.format import Case, CaseError, Expectation, Move
from gunbai_record.cases.places import Place, message, sentence
from gunbai_record.cases.setups import setup_of
from gunbai_record.cases.venues import CHANCE, CreationRefused, Judged, Match, Venue

if TYPE_CHECKING:  # The messages of the service belong to the client; a record is read without them.
    from gunbai.referee.v1.ruling_pb2 import Refused


def run(case: Case, venue: Venue) -> None:
    """Play a case. Raises CaseFailure if the referee rules differently, CaseError if the case cannot be played."""
    try:
        match = _created(case, venue)
        if match is not None:
            _play(case, match)
    except CaseError as problem:
        if str(problem).startswith(case.place):
            raise
        raise CaseError(f"{case.place}: {problem}") from None


def _created(case: Case, venue: Venue) -> Match | None:
    """Return the started game, or None if the referee refuses to create it as the case expects."""
    expected, setup = case.refused_creation, setup_of(case, venue)
    place = Place(case, "refused_creation")
    try:
        match = venue.open(setup)
    except CreationRefused as refusal:
        if expected is None:
            raise CaseError(f"a game of {case.title} cannot be created: {refusal}") from None
        if expected not in {True, refusal.clause}:
            place.fails(expected, f"{refusal.clause or 'no clause'} ({refusal})")
        return None
    if expected is not None:
        place.fails("a refused creation" if expected is True else expected, "the game was created")
    return match


def _play(case: Case, match: Match) -> None:
    for number, move in enumerate(case.before, start=1):
        _move(case, f"before[{number}]", match, move)
    judged = Judged(match.started)
    reached = [(match, match.position)]
    for number, move in enumerate(case.moves, start=1):
        if move.fork_at is not None:
            parent, position = reached[move.fork_at]
            match = parent.fork(position)
        last = number == len(case.moves)
        judged = _move(case, f"move {number}", match, move, also=case if last else None)
        reached.append((match, match.position))
    check(Place(case, "at the end"), case, match, judged)


def _move(case: Case, name: str, match: Match, move: Move, also: Expectation | None = None) -> Judged:
    place = Place(case, f"{name} ({move.command})")
    command = message(place, move.command, move.fields)
    judged = match.judge(CHANCE if move.actor == "chance" else move.actor, command)
    expected = move.refused or (also.refused if also else None)
    if judged.refused is None and expected is not None:
        events = [sentence(event) for event in judged.events]
        place.fails(f"the refusal {expected}", f"it was accepted, with {events}")
    if judged.refused is not None and judged.refused.clause != expected:
        place.fails(f"the refusal {expected}" if expected else "acceptance", f"the refusal {_refusal(judged.refused)}")
    check(place, move, match, judged)
    return judged


def _refusal(refused: Refused) -> str:
    values = ", ".join(f"{value.name} = {value.value}" for value in refused.values)
    return f"{refused.clause} ({refused.sentence}{'; ' if values else ''}{values})"
