"""Results in the language of the visitor."""

from __future__ import annotations

from clients.web.results import result_in_words
from clients.web.speech import speech_for
from gunbai.record.v1.results_pb2 import RESULT_BASIS_CONCESSION, RESULT_BASIS_RULES
from gunbai.referee.v1.game_pb2 import (
    GAME_STATUS_APPEALED,
    GAME_STATUS_DECIDED,
    GAME_STATUS_RUNNING,
    GAME_STATUS_STALLED,
    GameInfo,
    Result,
)
from gunbai.referee.v1.game_pb2 import Seat as Place


def test_a_result_is_said_with_who_won_and_how() -> None:
    seats = [Place(seat=1, player="Ann", taken=True), Place(seat=2)]
    info = GameInfo(seats=seats, status=GAME_STATUS_RUNNING)
    assert [result_in_words(info, speech_for(tag)) for tag in ("en", "cs", "pl")] == ["running", "probíhá", "w toku"]
    info.status = GAME_STATUS_DECIDED
    info.result.CopyFrom(Result(winners=[1], clause="GB-1.1", basis=RESULT_BASIS_CONCESSION, scores=[3, 0]))
    assert result_in_words(info, speech_for("en")) == "won by Ann (GB-1.1); by concession; scores 3, 0"
    assert result_in_words(info, speech_for("cs")) == "vítězí Ann (GB-1.1); vzdáním; body: 3, 0"
    info.status = GAME_STATUS_APPEALED
    info.result.CopyFrom(Result(basis=RESULT_BASIS_RULES))
    assert result_in_words(info, speech_for("pl")) == "nikt nie wygrał; odwołanie w toku"
    info = GameInfo(seats=seats, status=GAME_STATUS_STALLED, absent_seats=[2])
    assert result_in_words(info, speech_for("cs")) == "uvázla: podíl náhody včas neposlal: hráč 2"
