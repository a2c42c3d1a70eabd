"""From the creation of a game to its end, in Czech."""

from __future__ import annotations

from typing import Any

from games.kit.phrasebook import Speaker
from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import irregularities_pb2 as irregular
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from referee.game.languages.times import utc

CHANCE, HOST, ARBITER = "náhoda", "hostitel", "rozhodčí"
SUBSTITUTE = "náhrada ({seat})"
BASIS = {
    results.RESULT_BASIS_RULES: "pravidla",
    results.RESULT_BASIS_CONCESSION: "vzdání",
    results.RESULT_BASIS_AGREEMENT: "dohoda",
    results.RESULT_BASIS_ADJUDICATION: "rozhodnutí o pozici",
    results.RESULT_BASIS_FORFEIT: "kontumace",
    results.RESULT_BASIS_PENALTY: "trest",
    results.RESULT_BASIS_TIME: "čas",
}


def _seat_taken(event: life.SeatTaken, say: Speaker) -> str:
    player, place = say.seat(event.seat), say.place(event.seat)
    return f"{place} je obsazen." if player == place else f"{player} hraje jako {place}."


def _irregular(move: irregular.RuleIrregularity, say: Speaker) -> str:
    corrected = move.remedy == irregular.REMEDY_CORRECTED
    return f"Rozhodnout o přestupku: {move.done} ({move.clause}); {'napravuje se' if corrected else 'platí'}."


def _agree(move: results.Agree, say: Speaker) -> str:
    match move.WhichOneof("matter"):
        case "pause":
            return f"Souhlasit s přestávkou: {say.phrase(move.pause)}."
        case "resumption":
            return "Souhlasit s koncem přestávky."
    return f"Souhlasit s výsledkem: {say.phrase(move.result)}."


def _decide(move: results.DecideGame, say: Speaker) -> str:
    pending = " (odvolání se projednává)" if move.appeal_pending else ""
    return f"Rozhodnout hru ({BASIS.get(move.basis, '')}): {move.reason}{pending}."


def _decided(event: results.GameDecided, say: Speaker) -> str:
    winners = say.list(map(say.seat, event.winners)) if event.winners else ""
    won = f"vítězí {winners}" if winners else "nikdo nevyhrál"
    scores = f"; body: {', '.join(map(str, event.scores))}" if event.scores else ""
    return f"Hra je rozhodnuta ({BASIS.get(event.basis, '')}); {won}{scores}."


SENTENCES: dict[Any, Any] = {
    # Commands
    life.CreateGame: lambda move, say: f"Založit hru, {say.count(move.seats, 'hráč|hráči|hráčů')}.",
    life.ForkGame: "Rozvětvit hru {parent:id} ve verzi {parent_version}.",
    life.TakeSeat: lambda move, say: f"Přisednout jako {say.place(move.seat)}.",
    life.FreeSeat: lambda move, say: f"Uvolnit místo: {say.place(move.seat)}.",
    life.LeaveSeat: "Opustit hru.",
    life.ReissueToken: "Vyžádat si jiný token.",
    life.AnnounceReissue: "Oznámit jiný token: {seat}.",
    life.VetoReissue: "Ponechat si token.",
    life.CompleteReissue: "Vydat oznámený token: {seat}.",
    life.StartGame: "Zahájit hru.",
    life.AskShares: "Znovu požádat o podíly na náhodě.",
    life.RevealShare: "Odhalit podíl na náhodě.",
    life.BeginGame: "Začít hru.",
    life.CallTime: "Oznámit vypršení času.",
    life.CloseGame: "Uzavřít hru.",
    life.AbandonGame: "Ukončit hru předčasně[: {reason:id}].",
    irregular.RuleIrregularity: _irregular,
    results.Concede: "Vzdát se.",
    results.AgreedResult: "vítězí {winners:seat}[, body {scores:by seat}]",
    results.Agree: _agree,
    results.DecideGame: _decide,
    clocks.ClockTerms: lambda message, say: f"{message.decision_seconds or message.bank_seconds} s",
    clocks.AgreedPause: lambda message, say: say.count(message.seconds, "sekunda|sekundy|sekund"),
    clocks.AgreedResumption: "Konec přestávky",
    clocks.CallClock: "Oznámit vypršení času na hodinách.",
    clocks.ExcuseStop: "Nezapočítat výpadek služby.",
    life.ContinueGame: "Pokračovat ve větvi {branch:id} od verze {version}.",
    life.EndContinuation: "Otevřít záznam, protože větev skončila.",
    # Events
    life.GameContinued: "Hra pokračuje ve větvi[chance?; náhoda už byla vidět][hidden?; skryté mohlo být odhaleno].",
    life.ContinuationEnded: "Větev skončila a tento záznam je otevřen.",
    clocks.ClockExpired: "Čas vypršel: {seats}.",
    clocks.ClocksPaused: "Hodiny stojí.",
    clocks.ClocksResumed: "Hodiny opět běží.",
    clocks.StopExcused: "Výpadek služby se nezapočítává.",
    irregular.OutcomeCorrected: "Výsledek náhody ve verzi {version} byl chybný a je nahrazen.",
    irregular.IrregularityRuled: "O přestupku je rozhodnuto.",
    irregular.PositionSet: "Pozice je nastavena.",
    results.SeatConceded: "{seat} se vzdává.",
    results.SeatAgreed: "{seat} souhlasí.",
    results.AgreementReached: "Všichni, kdo hrají, souhlasí.",
    results.ResultDecided: "Rozhodčí rozhodl hru.",
    results.GameDecided: _decided,
    life.GameCreated: "Hra je založena.",
    life.GameForked: "Větev je založena.",
    life.HeldSeat: "{seat}",
    life.SeatTaken: _seat_taken,
    life.PlayerNamed: lambda event, say: f"{say.place(event.seat)}: {event.player}.",
    life.SeatFreed: lambda event, say: f"Místo se uvolnilo: {say.place(event.seat)}.",
    life.ReissueAnnounced: lambda event, say: (
        f"{say.seat(event.seat)} dostane jiný token, pokud to nezamítne do {utc(event.until_micros)}."
    ),
    life.ReissueVetoed: "{seat} si ponechává token.",
    life.TokenReissued: lambda event, say: f"{say.seat(event.seat)}: nový token.",
    life.GameStarted: "Hra začíná.",
    life.SharesAsked: "Hráči mají dát své podíly na náhodě.",
    life.ShareRevealed: "{seat} odhaluje podíl na náhodě.",
    life.SeatShare: "{seat}",
    life.SharesGiven: "Podíly na náhodě dávají {shares}.",
    life.StartVoided: "Zahájení neplatí: podíl na náhodě včas nedali {seats}.",
    life.GameStalled: "Hra končí: podíl na náhodě včas nedali {seats}[; vítězí {winners:seat}].",
    life.GameClosed: "Hra končí: {ending} ({clause:id})[; vítězí {winners:seat}|; nikdo nevyhrál]"
    "[; body: {scores:by seat}][; {remark}].",
    life.GameAbandoned: "Hra je předčasně ukončena.",
}
