"""From a game's creation to its end, in Czech."""

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
    "chance": "náhoda",
    "host": "hostitel",
    "arbiter": "arbitr",
    "substitute": "náhrada ({seat})",
    "removed": "(odstraněno)",
    "options": "Na čem se hráči před hrou dohodnou.",
}
BASIS = {
    "rules": "pravidla",
    "concession": "vzdání",
    "agreement": "dohoda",
    "adjudication": "posouzení pozice",
    "forfeit": "kontumace",
    "penalty": "trest",
    "time": "čas",
}


UNITS = ("hodina|hodiny|hodin", "minuta|minuty|minut", "sekunda|sekundy|sekund")
EXPIRY = {
    clocks.EXPIRY_RULE_DEFAULT: "potom se zahraje výchozí tah",
    clocks.EXPIRY_RULE_LOSES: "potom hráč prohrává",
    clocks.EXPIRY_RULE_BOT: "potom za hráče smí rozhodovat i bot, na každé rozhodnutí má {time}",
}


def _time(seconds: int, say: Speaker) -> str:
    return duration(seconds, say, UNITS)


def _clock_terms(terms: clocks.ClockTerms, say: Speaker) -> str:
    time = _time(terms.decision_seconds or terms.bank_seconds, say)
    more = f", po každém navíc {_time(terms.increment_seconds, say)}" if terms.increment_seconds else ""
    allowed = f"na každé rozhodnutí {time}" if terms.decision_seconds else f"na všechna rozhodnutí hráče {time}{more}"
    return f"{allowed}; {EXPIRY.get(terms.expiry, '').format(time=_time(terms.bot_seconds, say))}"


def _clock(move: life.CreateGame | life.ForkGame, say: Speaker) -> str:
    return f": {say.phrase(move.clock)}" if move.HasField("clock") else ""


def _common(move: life.CreateGame) -> str:
    if move.seed:
        return " Náhoda plyne ze semínka, takže ji každý může předvídat."
    return " Náhodu má společnou s jinými hrami." if move.HasField("duplicate") else ""


def _create(move: life.CreateGame, say: Speaker) -> str:
    seats = say.count(move.seats, "hráč|hráči|hráčů")
    return f"Založit hru, {seats}{_clock(move, say)}.{_common(move)}"


def _fork(move: life.ForkGame, say: Speaker) -> str:
    return f"Založit větev hry {move.parent} od verze {move.parent_version}{_clock(move, say)}."


def _seat_taken(event: life.SeatTaken, say: Speaker) -> str:
    player, place = say.seat(event.seat), say.place(event.seat)
    return f"Obsazeno: {place}." if player == place else f"{player} hraje jako {place}."


def _irregular(move: irregular.RuleIrregularity, say: Speaker) -> str:
    remedy = "napravuje se" if move.remedy == irregular.REMEDY_CORRECTED else "platí"
    return f"Rozhodnout o porušení pravidel: {quoted(move.done)} ({move.clause}); {remedy}."


def _abandon(move: life.AbandonGame, say: Speaker) -> str:
    decided = "Provozovatel ruší hru" if move.by_operator else "Ukončit hru předčasně"
    return f"{decided}: {quoted(move.reason)}." if move.reason else f"{decided}."


def _agree(move: results.Agree, say: Speaker) -> str:
    match move.WhichOneof("matter"):
        case "pause":
            return f"Souhlasit s přestávkou: {say.phrase(move.pause)}."
        case "resumption":
            return "Souhlasit s koncem přestávky."
        case "absence":
            absent = move.absence.absent_seat
            return (
                f"Souhlasit s tím, že {say.place(absent)} dostane někdo jiný."
                if move.absence.token_hash
                else f"Souhlasit s pokračováním bez hráče: {say.seat(absent)}."
            )
    return f"Souhlasit s výsledkem: {say.phrase(move.result)}."


def _decide(move: results.DecideGame, say: Speaker) -> str:
    pending = " (odvolání se projednává)" if move.appeal_pending else ""
    return f"Rozhodnout hru ({BASIS.get(BASES.word(move.basis), '')}): {quoted(move.reason)}{pending}."


def _decided(event: results.GameDecided, say: Speaker) -> str:
    winners = say.list(map(say.seat, event.winners)) if event.winners else ""
    won = f"vítězí {winners}" if winners else "nikdo nevyhrál"
    scores = f"; body: {', '.join(map(str, event.scores))}" if event.scores else ""
    return f"Hra je rozhodnuta ({BASIS.get(BASES.word(event.basis), '')}); {won}{scores}."


UNCHECKED = {
    audit.UNCHECKED_REASON_SEALED_ITEM: "údaj je zapečetěný: odtud byl zkontrolován jen řetězec",
    audit.UNCHECKED_REASON_SECRET_NOT_OPEN: "tajemství hry není otevřené: náhoda, soli ani pozice nebyly přepočítány",
    audit.UNCHECKED_REASON_UNKNOWN_RULES: "služba tato pravidla nemá: odtud byl zkontrolován jen řetězec",
    audit.UNCHECKED_REASON_MISSING_ENTRIES: "chybějí zápisy, ačkoli podepsaný konec ukazuje, že hra pokračovala",
}


def _irregular_entry(entry: audit.IrregularEntry, say: Speaker) -> str:
    remedy = "napraveno" if entry.remedy == irregular.REMEDY_CORRECTED else "platí"
    by = f"arbitr {entry.arbiter.hex()}" if entry.arbiter else "krupiér"
    return f"{quoted(entry.done)} ({remedy}), rozhodl {by} podle {entry.clause}"


SENTENCES: dict[Any, Any] = {
    # Verifications
    audit.Unchecked: lambda part, say: UNCHECKED[part.reason],
    audit.IrregularEntry: _irregular_entry,
    # Commands
    life.CreateGame: _create,
    life.ForkGame: _fork,
    life.TakeSeat: lambda move, say: f"Zaujmout místo: {say.place(move.seat)}.",
    life.FreeSeat: lambda move, say: f"Uvolnit místo: {say.place(move.seat)}.",
    life.LeaveSeat: "Opustit hru.",
    life.ReissueToken: "Vyžádat si nový token.",
    life.AnnounceReissue: "Oznámit nový token: {seat}.",
    life.VetoReissue: "Ponechat si token.",
    life.CompleteReissue: "Vydat oznámený token: {seat}.",
    life.StartGame: "Zahájit hru.",
    life.AskShares: "Znovu požádat o podíly na náhodě.",
    life.RevealShare: "Odhalit podíl na náhodě.",
    life.BeginGame: "Začít hru.",
    life.CallTime: "Oznámit vypršení času.",
    life.CloseGame: "Uzavřít hru.",
    life.AbandonGame: _abandon,
    irregular.RuleIrregularity: _irregular,
    results.Concede: "Vzdát se.",
    results.AgreedResult: "vítězí {winners:seat}[, body {scores:by seat}]",
    results.Agree: _agree,
    results.DecideGame: _decide,
    clocks.ClockTerms: _clock_terms,
    clocks.AgreedPause: lambda message, say: _time(message.seconds, say),
    clocks.AgreedResumption: "Konec přestávky",
    results.AnnounceAbsence: lambda move, say: f"Oznámit nepřítomnost: {say.seat(move.absent_seat)}.",
    results.CallAbsence: "Zaznamenat, kdo se nevrátil.",
    results.AgreedAbsence: lambda move, say: say.seat(move.absent_seat),
    clocks.CallClock: "Oznámit vypršení času na hodinách.",
    clocks.ExcuseStop: "Nezapočítat výpadek služby.",
    life.ContinueGame: "Pokračovat ve větvi {branch:id} od verze {version}.",
    life.EndContinuation: "Otevřít záznam, protože větev skončila.",
    life.TakeBack: "Vzít zpět tahy po verzi {version}.",
    # Events
    life.GameContinued: "Hra pokračuje ve větvi[chance?; náhoda už byla vidět][hidden?; skryté informace mohly vyjít "
    "najevo].",
    life.MovesTakenBack: "{seat} bere zpět {moves:tah|tahy|tahů}.",
    life.ContinuationEnded: "Větev skončila a tento záznam je otevřen.",
    clocks.ClockExpired: "Čas vypršel: {seats}.",
    results.AbsenceAnnounced: lambda event, say: (
        f"{say.seat(event.absent_seat)} se může vrátit do {utc(event.until_micros)}, jinak rozhodnou ostatní."
    ),
    results.AbsenceCalled: lambda event, say: (
        f"Nepřítomnost trvá: {say.list(map(say.seat, event.absent_seats))}. Od teď rozhodují ostatní."
    ),
    results.AbsenceSettled: lambda event, say: (
        f"Hra pokračuje podle dohody o nepřítomném místě: {say.seat(event.absent_seat)}."
    ),
    clocks.ClocksPaused: "Hodiny stojí.",
    clocks.ClocksResumed: "Hodiny opět běží.",
    clocks.StopExcused: "Výpadek služby se nezapočítává.",
    irregular.OutcomeCorrected: "Výsledek náhody ve verzi {version} byl chybný a je nahrazen.",
    irregular.IrregularityRuled: "O porušení pravidel je rozhodnuto.",
    irregular.PositionSet: "Pozice je nastavena.",
    results.SeatConceded: "{seat} se vzdává.",
    results.SeatAgreed: "{seat} souhlasí.",
    results.AgreementReached: "Všichni hrající souhlasí.",
    results.ResultDecided: "Hru rozhodl arbitr.",
    results.GameDecided: _decided,
    life.GameCreated: "Hra je založena.",
    life.GameForked: "Větev je založena.",
    life.HeldSeat: "{seat}",
    life.Duplicate: lambda shared, _: str(len(shared.games)),
    life.SeatTaken: _seat_taken,
    life.PlayerNamed: lambda event, say: f"{say.place(event.seat)}: {visible(event.player)}.",
    life.SeatFreed: lambda event, say: f"Místo se uvolnilo: {say.place(event.seat)}.",
    life.ReissueAnnounced: lambda event, say: (
        f"{say.seat(event.seat)} dostane nový token, pokud to nezamítne do {utc(event.until_micros)}."
    ),
    life.ReissueVetoed: "{seat} si ponechává token.",
    life.TokenReissued: lambda event, say: f"{say.seat(event.seat)}: nový token.",
    life.GameStarted: "Hra začíná.",
    life.SharesAsked: "Hráči mají dát své podíly na náhodě.",
    life.ShareRevealed: "{seat} odhaluje podíl na náhodě.",
    life.SeatShare: "{seat}",
    life.SharesGiven: "Podíly na náhodě dávají {shares}.",
    life.StartPutOff: "Zahájení se odkládá: podíl na náhodě včas nedali {seats}.",
    life.StartVoided: "Zahájení neplatí: podíl na náhodě včas nedali {seats}.",
    life.GameStalled: "Hra končí: podíl na náhodě včas nedali {seats}[; vítězí {winners:seat}].",
    life.GameClosed: "Hra končí: {ending} ({clause:id})[; vítězí {winners:seat}|; nikdo nevyhrál]"
    "[; body: {scores:by seat}][; {remark}].",
    life.GameAbandoned: "Hra je předčasně ukončena.",
}

WORDS = Phrasebook(SENTENCES, words={"basis": BASIS}, labels=LABELS, language=LANGUAGES["cs"])
