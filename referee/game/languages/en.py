"""From a game's creation to its end, in English."""

from __future__ import annotations

from typing import Any

from games.kit.words.phrasebook import Phrasebook, Speaker
from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import irregularities_pb2 as irregular
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.text.foreign import quoted, visible
from gunbai_record.text.languages import LANGUAGES
from referee.game.languages.values import BASES, duration, utc

LABELS = {
    "chance": "chance",
    "host": "host",
    "arbiter": "arbiter",
    "substitute": "the substitute ({seat})",
    "removed": "(removed)",
    "options": "What the players agree on before the game.",
}
BASIS = {
    "rules": "the rules",
    "concession": "concession",
    "agreement": "agreement",
    "adjudication": "adjudication",
    "forfeit": "forfeit",
    "penalty": "penalty",
    "time": "time",
}


UNITS = ("hour|hours", "minute|minutes", "second|seconds")
EXPIRY = {
    clocks.EXPIRY_RULE_DEFAULT: "then the default move is played",
    clocks.EXPIRY_RULE_LOSES: "then the seat loses",
    clocks.EXPIRY_RULE_BOT: "then a bot may also decide for the seat, with {time} for each decision",
}


def _time(seconds: int, say: Speaker) -> str:
    return duration(seconds, say, UNITS)


def _clock_terms(terms: clocks.ClockTerms, say: Speaker) -> str:
    time = _time(terms.decision_seconds or terms.bank_seconds, say)
    more = f", and {_time(terms.increment_seconds, say)} more after each" if terms.increment_seconds else ""
    allowed = f"{time} for each decision" if terms.decision_seconds else f"{time} for all decisions of a seat{more}"
    return f"{allowed}; {EXPIRY.get(terms.expiry, '').format(time=_time(terms.bot_seconds, say))}"


def _clock(move: life.CreateGame | life.ForkGame, say: Speaker) -> str:
    return f": {say.phrase(move.clock)}" if move.HasField("clock") else ""


def _common(move: life.CreateGame) -> str:
    if move.seed:
        return " Its chance follows from a seed, so anyone can foresee it."
    return " Its chance is common to several games." if move.HasField("duplicate") else ""


def _create(move: life.CreateGame, say: Speaker) -> str:
    seats = say.count(move.seats, "seat|seats")
    return f"Create a game with {seats}{_clock(move, say)}.{_common(move)}"


def _fork(move: life.ForkGame, say: Speaker) -> str:
    return f"Branch the game {move.parent} at version {move.parent_version}{_clock(move, say)}."


def _seat_taken(event: life.SeatTaken, say: Speaker) -> str:
    player, place = say.seat(event.seat), say.place(event.seat)
    return f"{place} is taken." if player == place else f"{player} takes {place}."


def _irregular(move: irregular.RuleIrregularity, say: Speaker) -> str:
    remedy = "it is corrected" if move.remedy == irregular.REMEDY_CORRECTED else "it stands"
    return f"Rule on an irregularity: {quoted(move.done)} ({move.clause}); {remedy}."


def _abandon(move: life.AbandonGame, say: Speaker) -> str:
    decided = "The operator voids the game" if move.by_operator else "Abandon the game"
    return f"{decided}: {quoted(move.reason)}." if move.reason else f"{decided}."


def _agree(move: results.Agree, say: Speaker) -> str:
    match move.WhichOneof("matter"):
        case "pause":
            return f"Agree to a pause of {say.phrase(move.pause)}."
        case "resumption":
            return "Agree to end the pause."
        case "absence":
            absent = move.absence.absent_seat
            return (
                f"Agree to give {say.place(absent)} to somebody else."
                if move.absence.token_hash
                else f"Agree to continue without {say.seat(absent)}."
            )
    return f"Agree that the game is {say.phrase(move.result)}."


def _decide(move: results.DecideGame, say: Speaker) -> str:
    pending = " (an appeal is pending)" if move.appeal_pending else ""
    return f"Decide the game ({BASIS.get(BASES.word(move.basis), '')}): {quoted(move.reason)}{pending}."


def _decided(event: results.GameDecided, say: Speaker) -> str:
    winners = say.list(map(say.seat, event.winners)) if event.winners else ""
    won = f"won by {winners}" if winners else "nobody won"
    scores = f"; scores: {', '.join(map(str, event.scores))}" if event.scores else ""
    return f"The game is decided ({BASIS.get(BASES.word(event.basis), '')}); {won}{scores}."


SENTENCES: dict[Any, Any] = {
    # Commands
    life.CreateGame: _create,
    life.ForkGame: _fork,
    life.TakeSeat: lambda move, say: f"Take {say.place(move.seat)}.",
    life.FreeSeat: lambda move, say: f"Free {say.place(move.seat)}.",
    life.LeaveSeat: "Leave the game.",
    life.ReissueToken: "Get a new token.",
    life.AnnounceReissue: "Announce a new token: {seat}.",
    life.VetoReissue: "Keep the token.",
    life.CompleteReissue: "Issue the announced token: {seat}.",
    life.StartGame: "Start the game.",
    life.AskShares: "Ask for shares of chance again.",
    life.RevealShare: "Reveal the share of chance.",
    life.BeginGame: "Begin the game.",
    life.CallTime: "Call time.",
    life.CloseGame: "Close the game.",
    life.AbandonGame: _abandon,
    irregular.RuleIrregularity: _irregular,
    results.Concede: "Concede.",
    results.AgreedResult: "won by {winners:seat}[, scores {scores:by seat}]",
    results.Agree: _agree,
    results.DecideGame: _decide,
    clocks.ClockTerms: _clock_terms,
    clocks.AgreedPause: lambda message, say: _time(message.seconds, say),
    clocks.AgreedResumption: "The end of the pause",
    results.AnnounceAbsence: lambda move, say: f"Report that {say.seat(move.absent_seat)} is away.",
    results.CallAbsence: "Note who is still away.",
    results.AgreedAbsence: lambda move, say: say.seat(move.absent_seat),
    clocks.CallClock: "Call the clock.",
    clocks.ExcuseStop: "Do not count an outage of the service.",
    life.ContinueGame: "Continue the game in the branch {branch:id} from version {version}.",
    life.EndContinuation: "Open the record, since the branch has ended.",
    life.TakeBack: "Take back the moves after version {version}.",
    # Events
    life.GameContinued: "The game continues in the branch"
    "[chance?, after chance was seen][hidden?, after hidden facts may have been seen].",
    life.MovesTakenBack: "{seat} takes back {moves:move|moves}.",
    life.ContinuationEnded: "The branch has ended, and this record is open.",
    clocks.ClockExpired: "{seats} ran out of time.",
    results.AbsenceAnnounced: lambda event, say: (
        f"{say.seat(event.absent_seat)} can come back until {utc(event.until_micros)}, or the others decide."
    ),
    results.AbsenceCalled: lambda event, say: (
        f"Still away: {say.list(map(say.seat, event.absent_seats))}. From now on the others decide."
    ),
    results.AbsenceSettled: lambda event, say: (
        f"{say.seat(event.absent_seat)} is away, and the game continues as agreed."
    ),
    clocks.ClocksPaused: "The clocks are paused.",
    clocks.ClocksResumed: "The clocks run again.",
    clocks.StopExcused: "The outage of the service does not count.",
    irregular.OutcomeCorrected: "The outcome at version {version} was wrong and is replaced.",
    irregular.IrregularityRuled: "The arbiter has ruled on the irregularity.",
    irregular.PositionSet: "The position is set.",
    results.SeatConceded: "{seat} concedes.",
    results.SeatAgreed: "{seat} agrees.",
    results.AgreementReached: "Everyone still playing has agreed.",
    results.ResultDecided: "The arbiter has decided the game.",
    results.GameDecided: _decided,
    life.GameCreated: "The game is created.",
    life.GameForked: "The branch is created.",
    life.HeldSeat: "{seat}",
    life.Duplicate: lambda shared, _: str(len(shared.games)),
    life.SeatTaken: _seat_taken,
    life.PlayerNamed: lambda event, say: f"{say.place(event.seat)}: {visible(event.player)}.",
    life.SeatFreed: lambda event, say: f"{say.place(event.seat)} is free again.",
    life.ReissueAnnounced: lambda event, say: (
        f"{say.seat(event.seat)} gets a new token unless it is vetoed by {utc(event.until_micros)}."
    ),
    life.ReissueVetoed: "{seat} keeps the token.",
    life.TokenReissued: "{seat} has a new token.",
    life.GameStarted: "The game starts.",
    life.SharesAsked: "The players are asked for their shares of chance.",
    life.ShareRevealed: "{seat} reveals a share of chance.",
    life.SeatShare: "{seat}",
    life.SharesGiven: "{shares} gave shares of chance.",
    life.StartPutOff: "The start is put off: no share of chance came in time from {seats}.",
    life.StartVoided: "The start is void: no share of chance came in time from {seats}.",
    life.GameStalled: "The game ends: no share of chance came in time from {seats}[; won by {winners:seat}].",
    life.GameClosed: "The game ends: {ending} ({clause:id})[; won by {winners:seat}|; nobody won]"
    "[; scores: {scores:by seat}][; {remark}].",
    life.GameAbandoned: "The game is abandoned.",
}

WORDS = Phrasebook(SENTENCES, words={"basis": BASIS}, labels=LABELS, language=LANGUAGES["en"])
