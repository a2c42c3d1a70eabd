"""How a game ended, or its state, in the visitor's language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from clients.render.wording import STATUS, ending_of, remark_of
from gunbai.record.v1.results_pb2 import RESULT_BASIS_RULES, RESULT_BASIS_UNSPECIFIED, ResultBasis
from gunbai.referee.v1.game_pb2 import GAME_STATUS_APPEALED, GAME_STATUS_OPEN, STANDING_UNVERIFIED, GameInfo, Result
from gunbai_record.text.catalogue import Catalogue

OF_RULES = {RESULT_BASIS_UNSPECIFIED, RESULT_BASIS_RULES}


class Phrase(NamedTuple):
    """A part of the text about a game."""

    text: str
    language: str = ""
    """The tag of the title's language, if it differs from the page's; otherwise ""."""


class SeatResult(NamedTuple):
    """What a seat made of a game."""

    seat: int
    player: str
    score: int | None
    won: bool


def phrases(info: GameInfo, say: Catalogue) -> tuple[Phrase, ...]:
    """Return a game's result, or its state if it has none, with the seats that gave no share of chance.

    For an unverified record neither is known, and the text says so.
    """
    if info.standing == STANDING_UNVERIFIED:
        return (Phrase(say("standing.unverified")),)
    if info.went_back:
        state = say("state.went_back_unstarted" if info.status == GAME_STATUS_OPEN else "state.went_back")
    else:
        state = say(f"state.{STATUS[info.status]}")
    if info.absent_seats:
        state = f"{state}: {say('absent', players=_name_players(info, info.absent_seats, say))}"
        return (Phrase(state), *((Phrase(say_winners(info, say)),) if info.result.winners else ()))
    if not info.HasField("result"):
        return (Phrase(state),)
    result = info.result
    parts = (
        Phrase(say_winners(info, say)),
        _say_ending(result, say),
        Phrase(_say_scores(info, say)),
        Phrase(remark_of(result), _find_language(result, say)),
        Phrase(say("appeal_pending") if info.status == GAME_STATUS_APPEALED else ""),
    )
    return tuple(part for part in parts if part.text)


def rank_places(info: GameInfo) -> list[SeatResult]:
    """Return the seats of a game with a result: those that won first, then by their scores; none without a result."""
    if not info.HasField("result"):
        return []
    winners, scores = set(info.result.winners), info.result.scores
    places = [
        SeatResult(seat.seat, seat.player, scores[place] if scores else None, won=seat.seat in winners)
        for place, seat in enumerate(info.seats)
    ]
    return sorted(places, key=lambda place: (not place.won, -(place.score or 0)))


def list_points(points: Iterable[tuple[str, object]]) -> str:
    """Return what some players have, such as "Ada 7, Ben 3"."""
    return ", ".join(f"{player} {value}" for player, value in points)


def name_player(info: GameInfo, seat: int, say: Catalogue) -> str:
    """Return the name of a seat's player, or the word for the seat."""
    return next((place.player for place in info.seats if place.seat == seat and place.player), say("seat", seat=seat))


def _name_players(info: GameInfo, seats: Iterable[int], say: Catalogue) -> str:
    return ", ".join(name_player(info, seat, say) for seat in seats)


def say_winners(info: GameInfo, say: Catalogue) -> str:
    """Return who won a game with a result."""
    winners = info.result.winners
    return say("won_by", players=_name_players(info, winners, say)) if winners else say("nobody_won")


def say_to_player(info: GameInfo, seat: int, say: Catalogue, *, cooperative: bool) -> str:
    """Return what a game with a result was for the player at a seat, such as "You lost to Ben, 20-17"."""
    winners, scores = [*info.result.winners], info.result.scores
    if cooperative:
        return say("you_all_won" if winners else "you_all_lost")
    if not winners:
        return say("you_drew")
    others = _name_players(info, (winner for winner in winners if winner != seat), say)
    if seat in winners:
        return say("you_won_with", players=others) if others else say("you_won")
    # Scores that did not decide would contradict the sentence.
    if len(winners) == 1 and scores and scores[winners[0] - 1] > scores[seat - 1]:
        return say("you_lost_by", players=others, theirs=scores[winners[0] - 1], yours=scores[seat - 1])
    return say("you_lost", players=others)


def _say_scores(info: GameInfo, say: Catalogue) -> str:
    """Return the scores, each with its player; "" for a game without scores."""
    by_player = (f"{score} ({name_player(info, seat, say)})" for seat, score in enumerate(info.result.scores, 1))
    return say("scores", scores=", ".join(by_player)) if info.result.scores else ""


def _say_ending(result: Result, say: Catalogue) -> Phrase:
    """Return what decided a game: the ending in the title's words, or what ended it before the rules did."""
    by_rules = result.basis in OF_RULES
    basis = ResultBasis.Name(result.basis).removeprefix("RESULT_BASIS_").lower()
    words = ending_of(result) if by_rules else say(f"basis.{basis}")
    return Phrase(
        f"{words} ({result.clause})" if result.clause else words, _find_language(result, say) if by_rules else ""
    )


def _find_language(result: Result, say: Catalogue) -> str:
    """Return the language of a result's words, or "" if it is the page's or the service does not say."""
    return result.words_language if result.words_language != say.language.tag else ""
