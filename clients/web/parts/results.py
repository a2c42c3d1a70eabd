"""How a game ended, or its state, in the language of the visitor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from clients.cli.sentences import STATUS, ending_of, remark_of
from clients.web.frame.speech import Speech
from gunbai.record.v1.results_pb2 import RESULT_BASIS_RULES, RESULT_BASIS_UNSPECIFIED, ResultBasis
from gunbai.referee.v1.game_pb2 import GAME_STATUS_APPEALED, STANDING_UNVERIFIED, GameInfo, Result

OF_RULES = {RESULT_BASIS_UNSPECIFIED, RESULT_BASIS_RULES}


class Phrase(NamedTuple):
    """A part of what is said of a game."""

    text: str
    language: str = ""
    """The language of the title, as a tag, where it is not that of the page; otherwise ""."""


def result_in_words(info: GameInfo, say: Speech) -> str:
    """Return the result of a game, or its state if it has none, as one text."""
    return "; ".join(phrase.text for phrase in phrases(info, say))


def phrases(info: GameInfo, say: Speech) -> tuple[Phrase, ...]:
    """Return the result of a game, or its state if it has none, with the seats that gave no share of chance.

    Of a record that is not verified nobody knows either, and that is what is said.
    """
    if info.standing == STANDING_UNVERIFIED:
        return (Phrase(say("standing.unverified")),)
    state = say(f"state.{STATUS[info.status]}")
    if info.absent_seats:
        state = f"{state}: {say('absent', players=_players(info, info.absent_seats, say))}"
        return (Phrase(state), *((Phrase(_won(info, say)),) if info.result.winners else ()))
    if not info.HasField("result"):
        return (Phrase(state),)
    result = info.result
    parts = (
        Phrase(_won(info, say)),
        _decided_by(result, say),
        Phrase(_scores(info, say)),
        Phrase(remark_of(result), _foreign(result, say)),
        Phrase(say("appeal_pending") if info.status == GAME_STATUS_APPEALED else ""),
    )
    return tuple(part for part in parts if part.text)


def player_of(info: GameInfo, seat: int, say: Speech) -> str:
    """Return the name of the player at a seat, or the word for the seat."""
    return next((each.player for each in info.seats if each.seat == seat and each.player), say("seat", seat=seat))


def _players(info: GameInfo, seats: Iterable[int], say: Speech) -> str:
    return ", ".join(player_of(info, seat, say) for seat in seats)


def _won(info: GameInfo, say: Speech) -> str:
    winners = info.result.winners
    return say("won_by", players=_players(info, winners, say)) if winners else say("nobody_won")


def _scores(info: GameInfo, say: Speech) -> str:
    """Return the scores, each with its player; "" for a game without."""
    by_player = (f"{score} ({player_of(info, seat, say)})" for seat, score in enumerate(info.result.scores, 1))
    return say("scores", scores=", ".join(by_player)) if info.result.scores else ""


def _decided_by(result: Result, say: Speech) -> Phrase:
    """Return what decided a game: the ending as the title calls it, or what ended it before the rules did."""
    by_rules = result.basis in OF_RULES
    basis = ResultBasis.Name(result.basis).removeprefix("RESULT_BASIS_").lower()
    words = ending_of(result) if by_rules else say(f"basis.{basis}")
    return Phrase(f"{words} ({result.clause})" if result.clause else words, _foreign(result, say) if by_rules else "")


def _foreign(result: Result, say: Speech) -> str:
    """Return the language of a result's words, or "" for that of the page, or if the service does not say it."""
    return result.words_language if result.words_language != say.tag else ""
