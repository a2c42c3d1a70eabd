"""From a game's creation to its end, in Polish."""

from __future__ import annotations

from typing import Any

from games.kit.words.phrasebook import Phrasebook, Speaker
from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import irregularities_pb2 as irregular
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai.referee.v1 import audit_pb2 as audit
from gunbai_record.text.foreign import quoted, visible
from gunbai_record.text.languages import LANGUAGES
from referee.game.languages.values import BASES, duration, utc

LABELS = {
    "chance": "los",
    "host": "gospodarz",
    "arbiter": "arbiter",
    "substitute": "zastępstwo ({seat})",
    "removed": "(usunięto)",
    "options": "Co gracze uzgadniają przed grą.",
}
BASIS = {
    "rules": "zasady",
    "concession": "poddanie",
    "agreement": "porozumienie",
    "adjudication": "ocena pozycji",
    "forfeit": "walkower",
    "penalty": "kara",
    "time": "czas",
}


UNITS = ("godzina|godziny|godzin", "minuta|minuty|minut", "sekunda|sekundy|sekund")
EXPIRY = {
    clocks.EXPIRY_RULE_DEFAULT: "potem wykonuje się ruch domyślny",
    clocks.EXPIRY_RULE_LOSES: "potem gracz przegrywa",
    clocks.EXPIRY_RULE_BOT: "potem za gracza może decydować także bot, na każdą decyzję ma {time}",
}


def _time(seconds: int, say: Speaker) -> str:
    return duration(seconds, say, UNITS)


def _clock_terms(terms: clocks.ClockTerms, say: Speaker) -> str:
    time = _time(terms.decision_seconds or terms.bank_seconds, say)
    more = f", po każdej dodatkowo {_time(terms.increment_seconds, say)}" if terms.increment_seconds else ""
    allowed = f"na każdą decyzję {time}" if terms.decision_seconds else f"na wszystkie decyzje gracza {time}{more}"
    return f"{allowed}; {EXPIRY.get(terms.expiry, '').format(time=_time(terms.bot_seconds, say))}"


def _clock(move: life.CreateGame | life.ForkGame, say: Speaker) -> str:
    return f": {say.phrase(move.clock)}" if move.HasField("clock") else ""


def _common(move: life.CreateGame) -> str:
    if move.seed:
        return " Losowania wynikają z ziarna, więc każdy może je przewidzieć."
    return " Losowania są wspólne z innymi grami." if move.HasField("duplicate") else ""


def _create(move: life.CreateGame, say: Speaker) -> str:
    seats = say.count(move.seats, "gracz|gracze|graczy")
    return f"Utworzyć grę, {seats}{_clock(move, say)}.{_common(move)}"


def _fork(move: life.ForkGame, say: Speaker) -> str:
    return f"Utworzyć gałąź gry {move.parent} od wersji {move.parent_version}{_clock(move, say)}."


def _seat_taken(event: life.SeatTaken, say: Speaker) -> str:
    player, place = say.seat(event.seat), say.place(event.seat)
    return f"Zajęte: {place}." if player == place else f"{player} gra jako {place}."


def _irregular(move: irregular.RuleIrregularity, say: Speaker) -> str:
    corrected = move.remedy == irregular.REMEDY_CORRECTED
    remedy = "zostaje naprawiona" if corrected else "pozostaje w mocy"
    return f"Orzec w sprawie nieprawidłowości: {quoted(move.done)} ({move.clause}); {remedy}."


def _abandon(move: life.AbandonGame, say: Speaker) -> str:
    decided = "Operator unieważnia grę" if move.by_operator else "Przerwać grę"
    return f"{decided}: {quoted(move.reason)}." if move.reason else f"{decided}."


def _agree(move: results.Agree, say: Speaker) -> str:
    match move.WhichOneof("matter"):
        case "pause":
            return f"Zgodzić się na przerwę: {say.phrase(move.pause)}."
        case "resumption":
            return "Zgodzić się na koniec przerwy."
        case "absence":
            absent = move.absence.absent_seat
            return (
                f"Zgodzić się, że {say.place(absent)} dostanie ktoś inny."
                if move.absence.token_hash
                else f"Zgodzić się na grę bez gracza: {say.seat(absent)}."
            )
    return f"Zgodzić się na wynik: {say.phrase(move.result)}."


def _decide(move: results.DecideGame, say: Speaker) -> str:
    pending = " (odwołanie w toku)" if move.appeal_pending else ""
    return f"Rozstrzygnąć grę ({BASIS.get(BASES.word(move.basis), '')}): {quoted(move.reason)}{pending}."


def _decided(event: results.GameDecided, say: Speaker) -> str:
    winners = say.list(map(say.seat, event.winners)) if event.winners else ""
    won = f"zwycięstwo: {winners}" if winners else "nikt nie wygrał"
    scores = f"; punkty: {', '.join(map(str, event.scores))}" if event.scores else ""
    return f"Gra jest rozstrzygnięta ({BASIS.get(BASES.word(event.basis), '')}); {won}{scores}."


UNCHECKED = {
    audit.UNCHECKED_REASON_SEALED_ITEM: "element jest zapieczętowany: odtąd sprawdzono tylko łańcuch",
    audit.UNCHECKED_REASON_SECRET_NOT_OPEN: "sekret gry nie jest otwarty: losowań, soli i skrótów pozycji nie "
    "przeliczono",
    audit.UNCHECKED_REASON_UNKNOWN_RULES: "usługa nie ma tych zasad: odtąd sprawdzono tylko łańcuch",
    audit.UNCHECKED_REASON_MISSING_ENTRIES: "brakuje wpisów, choć podpisany koniec pokazuje, że gra toczyła się dalej",
}


def _irregular_entry(entry: audit.IrregularEntry, say: Speaker) -> str:
    remedy = "naprawiono" if entry.remedy == irregular.REMEDY_CORRECTED else "pozostaje w mocy"
    by = f"arbiter {entry.arbiter.hex()}" if entry.arbiter else "krupier"
    return f"{quoted(entry.done)} ({remedy}), orzekł {by} na podstawie {entry.clause}"


SENTENCES: dict[Any, Any] = {
    # Verifications
    audit.Unchecked: lambda part, say: UNCHECKED[part.reason],
    audit.IrregularEntry: _irregular_entry,
    # Commands
    life.CreateGame: _create,
    life.ForkGame: _fork,
    life.TakeSeat: lambda move, say: f"Zająć miejsce: {say.place(move.seat)}.",
    life.FreeSeat: lambda move, say: f"Zwolnić miejsce: {say.place(move.seat)}.",
    life.LeaveSeat: "Opuścić grę.",
    life.ReissueToken: "Poprosić o nowy token.",
    life.AnnounceReissue: "Zapowiedzieć nowy token: {seat}.",
    life.VetoReissue: "Zachować token.",
    life.CompleteReissue: "Wydać zapowiedziany token: {seat}.",
    life.StartGame: "Rozpocząć grę.",
    life.AskShares: "Poprosić ponownie o udziały w losowaniu.",
    life.RevealShare: "Ujawnić udział w losowaniu.",
    life.BeginGame: "Zacząć grę.",
    life.CallTime: "Ogłosić koniec czasu.",
    life.CloseGame: "Zamknąć grę.",
    life.AbandonGame: _abandon,
    irregular.RuleIrregularity: _irregular,
    results.Concede: "Poddać się.",
    results.AgreedResult: "zwycięstwo: {winners:seat}[, punkty {scores:by seat}]",
    results.Agree: _agree,
    results.DecideGame: _decide,
    clocks.ClockTerms: _clock_terms,
    clocks.AgreedPause: lambda message, say: _time(message.seconds, say),
    clocks.AgreedResumption: "Koniec przerwy",
    results.AnnounceAbsence: lambda move, say: f"Zgłosić nieobecność: {say.seat(move.absent_seat)}.",
    results.CallAbsence: "Odnotować, kto nie wrócił.",
    results.AgreedAbsence: lambda move, say: say.seat(move.absent_seat),
    clocks.CallClock: "Ogłosić upływ czasu na zegarze.",
    clocks.ExcuseStop: "Nie liczyć przestoju usługi.",
    life.ContinueGame: "Kontynuować grę w gałęzi {branch:id} od wersji {version}.",
    life.EndContinuation: "Otworzyć zapis, bo gałąź się skończyła.",
    life.TakeBack: "Cofnąć ruchy po wersji {version}.",
    # Events
    life.GameContinued: "Gra toczy się dalej w gałęzi"
    "[chance?; los był już widoczny][hidden?; to, co ukryte, mogło wyjść na jaw].",
    life.MovesTakenBack: "{seat} cofa {moves:ruch|ruchy|ruchów}.",
    life.ContinuationEnded: "Gałąź się skończyła, a ten zapis jest otwarty.",
    clocks.ClockExpired: "Upłynął czas: {seats}.",
    results.AbsenceAnnounced: lambda event, say: (
        f"{say.seat(event.absent_seat)} może wrócić do {utc(event.until_micros)}, inaczej zdecydują pozostali."
    ),
    results.AbsenceCalled: lambda event, say: (
        f"Nieobecność trwa: {say.list(map(say.seat, event.absent_seats))}. Odtąd decydują pozostali."
    ),
    results.AbsenceSettled: lambda event, say: (
        f"Gra toczy się dalej według umowy o nieobecnym miejscu: {say.seat(event.absent_seat)}."
    ),
    clocks.ClocksPaused: "Zegary stoją.",
    clocks.ClocksResumed: "Zegary znów chodzą.",
    clocks.StopExcused: "Przestój usługi się nie liczy.",
    irregular.OutcomeCorrected: "Wynik losowy w wersji {version} był błędny i zostaje zastąpiony.",
    irregular.IrregularityRuled: "Orzeczono w sprawie nieprawidłowości.",
    irregular.PositionSet: "Pozycja jest ustawiona.",
    results.SeatConceded: "{seat} się poddaje.",
    results.SeatAgreed: "{seat} wyraża zgodę.",
    results.AgreementReached: "Wszyscy grający się zgodzili.",
    results.ResultDecided: "Grę rozstrzygnął arbiter.",
    results.GameDecided: _decided,
    life.GameCreated: "Gra jest utworzona.",
    life.GameForked: "Gałąź jest utworzona.",
    life.HeldSeat: "{seat}",
    life.Duplicate: lambda shared, _: str(len(shared.games)),
    life.SeatTaken: _seat_taken,
    life.PlayerNamed: lambda event, say: f"{say.place(event.seat)}: {visible(event.player)}.",
    life.SeatFreed: lambda event, say: f"Miejsce jest znów wolne: {say.place(event.seat)}.",
    life.ReissueAnnounced: lambda event, say: (
        f"{say.seat(event.seat)} dostanie nowy token, jeśli nie sprzeciwi się do {utc(event.until_micros)}."
    ),
    life.ReissueVetoed: "{seat} zachowuje token.",
    life.TokenReissued: lambda event, say: f"{say.seat(event.seat)}: nowy token.",
    life.GameStarted: "Gra się zaczyna.",
    life.SharesAsked: "Gracze mają podać swoje udziały w losowaniu.",
    life.ShareRevealed: "{seat} ujawnia udział w losowaniu.",
    life.SeatShare: "{seat}",
    life.SharesGiven: "Udziały w losowaniu podają {shares}.",
    life.StartPutOff: "Rozpoczęcie zostaje odłożone: udziału w losowaniu nie podali na czas {seats}.",
    life.StartVoided: "Rozpoczęcie jest nieważne: udziału w losowaniu nie podali na czas {seats}.",
    life.GameStalled: "Gra się kończy: udziału w losowaniu nie podali na czas {seats}[; zwycięstwo: {winners:seat}].",
    life.GameClosed: "Gra się kończy: {ending} ({clause:id})[; zwycięstwo: {winners:seat}|; nikt nie wygrał][; "
    "punkty: {scores:by seat}][; {remark}].",
    life.GameAbandoned: "Gra jest przerwana.",
}

WORDS = Phrasebook(SENTENCES, words={"basis": BASIS}, labels=LABELS, language=LANGUAGES["pl"])
