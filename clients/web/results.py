"""How a game ended, or its state, in the language of the visitor."""

from __future__ import annotations

from collections.abc import Iterable

from clients.cli.sentences import STATUS
from clients.web.speech import Speech
from gunbai.record.v1.results_pb2 import RESULT_BASIS_RULES, RESULT_BASIS_UNSPECIFIED, ResultBasis
from gunbai.referee.v1.game_pb2 import GAME_STATUS_APPEALED, GameInfo, Result

OF_RULES = {RESULT_BASIS_UNSPECIFIED, RESULT_BASIS_RULES}


def result_in_words(info: GameInfo, say: Speech) -> str:
    """Return the result of a game, or its state if it has none, with the seats that gave no share of chance."""
    state = say(f"state.{STATUS[info.status]}")
    if info.absent_seats:
        state = f"{state}: {say('absent', players=_players(info, info.absent_seats, say))}"
        return f"{state}; {_won(info, say)}" if info.result.winners else state
    if not info.HasField("result"):
        return state
    result = info.result
    parts = (
        f"{_won(info, say)} ({result.clause})" if result.clause else _won(info, say),
        _basis(result, say),
        say("scores", scores=", ".join(map(str, result.scores))) if result.scores else "",
        # That of the rules is an id, which the sentence of the last entry has in words.
        result.remark if result.basis not in OF_RULES else "",
        say("appeal_pending") if info.status == GAME_STATUS_APPEALED else "",
    )
    return "; ".join(filter(None, parts))


def player_of(info: GameInfo, seat: int, say: Speech) -> str:
    """Return the name of the player at a seat, or the word for the seat."""
    return next((each.player for each in info.seats if each.seat == seat and each.player), say("seat", seat=seat))


def _players(info: GameInfo, seats: Iterable[int], say: Speech) -> str:
    return ", ".join(player_of(info, seat, say) for seat in seats)


def _won(info: GameInfo, say: Speech) -> str:
    winners = info.result.winners
    return say("won_by", players=_players(info, winners, say)) if winners else say("nobody_won")


def _basis(result: Result, say: Speech) -> str:
    """Return what decided a game other than its rules."""
    if result.basis in OF_RULES:
        return ""
    return say(f"basis.{ResultBasis.Name(result.basis).removeprefix('RESULT_BASIS_').lower()}")
