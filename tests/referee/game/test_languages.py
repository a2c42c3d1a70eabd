"""What an arbiter rules and what the players agree on is said completely in each language, whatever the title."""

from __future__ import annotations

import pytest
from google.protobuf.message import Message

from games.kit.words.phrasebook import Phrasebook, Speaker
from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as irregular
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai.referee.v1 import audit_pb2, game_pb2
from gunbai_record.text.languages import LANGUAGES
from lab.title_parts import but
from lab.toy import LANTERN_NIGHT
from referee.game.languages import en
from referee.game.languages.values import duration, utc
from referee.game.titles import Rulebook
from referee.game.translator import Translator

PLAYERS = {1: "Ada", 2: "Bob"}
each_language = pytest.mark.parametrize("language", LANGUAGES)

SAID: list[tuple[Message, dict[str, str]]] = [
    (
        irregular.RuleIrregularity(done="two bids", clause="LN-2", remedy=irregular.REMEDY_CORRECTED),
        {
            "en": 'Rule on an irregularity: "two bids" (LN-2); it is corrected.',
            "cs": 'Rozhodnout o porušení pravidel: "two bids" (LN-2); napravuje se.',
            "pl": 'Orzec w sprawie nieprawidłowości: "two bids" (LN-2); zostaje naprawiona.',
        },
    ),
    (
        irregular.RuleIrregularity(done="two bids", clause="LN-2", remedy=irregular.REMEDY_STANDS),
        {
            "en": 'Rule on an irregularity: "two bids" (LN-2); it stands.',
            "cs": 'Rozhodnout o porušení pravidel: "two bids" (LN-2); platí.',
            "pl": 'Orzec w sprawie nieprawidłowości: "two bids" (LN-2); pozostaje w mocy.',
        },
    ),
    (
        irregular.RuleIrregularity(done="A cup fell.", clause="LN-2", remedy=irregular.REMEDY_STANDS),
        {
            "en": 'Rule on an irregularity: "A cup fell." (LN-2); it stands.',
            "cs": 'Rozhodnout o porušení pravidel: "A cup fell." (LN-2); platí.',
            "pl": 'Orzec w sprawie nieprawidłowości: "A cup fell." (LN-2); pozostaje w mocy.',
        },
    ),
    (
        results.Agree(pause=clocks.AgreedPause(seconds=30)),
        {
            "en": "Agree to a pause of 30 seconds.",
            "cs": "Souhlasit s přestávkou: 30 sekund.",
            "pl": "Zgodzić się na przerwę: 30 sekund.",
        },
    ),
    (
        results.Agree(resumption=clocks.AgreedResumption()),
        {
            "en": "Agree to end the pause.",
            "cs": "Souhlasit s koncem přestávky.",
            "pl": "Zgodzić się na koniec przerwy.",
        },
    ),
    (
        results.Agree(result=results.AgreedResult(winners=[1], scores=[3, 1])),
        {
            "en": "Agree that the game is won by Ada, scores 3 (Ada) and 1 (Bob).",
            "cs": "Souhlasit s výsledkem: vítězí Ada, body 3 (Ada) a 1 (Bob).",
            "pl": "Zgodzić się na wynik: zwycięstwo: Ada, punkty 3 (Ada) i 1 (Bob).",
        },
    ),
    (
        results.DecideGame(basis=results.RESULT_BASIS_PENALTY, reason="too late", appeal_pending=True),
        {
            "en": 'Decide the game (penalty): "too late" (an appeal is pending).',
            "cs": 'Rozhodnout hru (trest): "too late" (odvolání se projednává).',
            "pl": 'Rozstrzygnąć grę (kara): "too late" (odwołanie w toku).',
        },
    ),
    (
        results.DecideGame(basis=results.RESULT_BASIS_PENALTY, reason="too late."),
        {
            "en": 'Decide the game (penalty): "too late.".',
            "cs": 'Rozhodnout hru (trest): "too late.".',
            "pl": 'Rozstrzygnąć grę (kara): "too late.".',
        },
    ),
    (
        results.GameDecided(basis=results.RESULT_BASIS_TIME, winners=[1, 2], scores=[3, 1]),
        {
            "en": "The game is decided (time); won by Ada and Bob; scores: 3, 1.",
            "cs": "Hra je rozhodnuta (čas); vítězí Ada a Bob; body: 3, 1.",
            "pl": "Gra jest rozstrzygnięta (czas); zwycięstwo: Ada i Bob; punkty: 3, 1.",
        },
    ),
    (
        results.GameDecided(basis=results.RESULT_BASIS_TIME),
        {
            "en": "The game is decided (time); nobody won.",
            "cs": "Hra je rozhodnuta (čas); nikdo nevyhrál.",
            "pl": "Gra jest rozstrzygnięta (czas); nikt nie wygrał.",
        },
    ),
    (
        life.SeatTaken(seat=1),
        {"en": "Ada takes seat 1.", "cs": "Ada hraje jako hráč 1.", "pl": "Ada gra jako gracz 1."},
    ),
    (
        life.SeatTaken(seat=3),
        {"en": "Seat 3 is taken.", "cs": "Obsazeno: hráč 3.", "pl": "Zajęte: gracz 3."},
    ),
    (
        life.SharesGiven(shares=[life.SeatShare(seat=1), life.SeatShare(seat=2)]),
        {
            "en": "Ada and Bob gave shares of chance.",
            "cs": "Podíly na náhodě dávají Ada a Bob.",
            "pl": "Udziały w losowaniu podają Ada i Bob.",
        },
    ),
]


def translator(language: str) -> Translator:
    """Return what speaks a language, with no words of a title."""
    title = but(
        LANTERN_NIGHT,
        languages={tag: Phrasebook({}, language=spoken) for tag, spoken in LANGUAGES.items()},
    )
    return Rulebook(title).translator(language)


@each_language
def test_what_an_arbiter_rules_and_players_agree_on_is_said_completely(language: str) -> None:
    spoken = translator(language)
    assert [spoken.sentence(message, PLAYERS) for message, _ in SAID] == [sentences[language] for _, sentences in SAID]


@each_language
def test_each_basis_of_a_result_has_words_of_its_own(language: str) -> None:
    bases = [basis for basis in results.ResultBasis.values() if basis != results.RESULT_BASIS_UNSPECIFIED]
    sentences = [translator(language).sentence(results.GameDecided(basis=basis), {}) for basis in bases]
    unsaid = [translator(language).sentence(message, {}) for message in (results.GameDecided(), results.DecideGame())]
    assert ["()" in sentence for sentence in unsaid] == [True, True]
    assert len({*unsaid, *sentences}) == 2 + len(bases)


@each_language
def test_the_terms_of_a_clock_name_its_time(language: str) -> None:
    for terms in (clocks.ClockTerms(decision_seconds=45), clocks.ClockTerms(bank_seconds=45)):
        assert "45" in translator(language).sentence(terms, {})


@each_language
def test_whoever_has_no_seat_has_a_name_of_its_own(language: str) -> None:
    kinds = (record.ACTOR_KIND_HOST, record.ACTOR_KIND_CHANCE, record.ACTOR_KIND_ARBITER)
    names = {translator(language).actor(record.Actor(kind=kind), {}) for kind in kinds}
    assert len(names) == len(kinds)
    assert "" not in names


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "no seconds"),
        (1, "1 second"),
        (60, "1 minute"),
        (3599, "59 minutes and 59 seconds"),
        (3600, "1 hour"),
        (7325, "2 hours, 2 minutes and 5 seconds"),
    ],
)
def test_a_duration_has_what_is_not_zero_of_it(seconds: int, text: str) -> None:
    assert duration(seconds, Speaker(LANTERN_NIGHT.words.english), en.UNITS) == text


NAMES = {
    "en": ("host", "chance", "arbiter", "(removed)"),
    "cs": ("hostitel", "náhoda", "arbitr", "(odstraněno)"),
    "pl": ("gospodarz", "los", "arbiter", "(usunięto)"),
}
BASES = {
    "en": ["concession", "agreement", "adjudication", "forfeit", "penalty", "time"],
    "cs": ["vzdání", "dohoda", "posouzení pozice", "kontumace", "trest", "čas"],
    "pl": ["poddanie", "porozumienie", "ocena pozycji", "walkower", "kara", "czas"],
}
RULED = {
    "cs": [
        '"two bids." (napraveno), rozhodl arbitr 6b6579 podle LN-2',
        '"two bids." (platí), rozhodl krupiér podle LN-2',
    ],
    "pl": [
        '"two bids." (naprawiono), orzekł arbiter 6b6579 na podstawie LN-2',
        '"two bids." (pozostaje w mocy), orzekł krupier na podstawie LN-2',
    ],
}


@each_language
def test_actors_without_a_seat_and_names_that_were_removed_are_called_so(language: str) -> None:
    spoken, (host, chance, arbiter, removed) = translator(language), NAMES[language]
    kinds = (record.ACTOR_KIND_HOST, record.ACTOR_KIND_CHANCE, record.ACTOR_KIND_ARBITER, record.ACTOR_KIND_UNSPECIFIED)
    assert [spoken.actor(record.Actor(kind=kind), {}) for kind in kinds] == [host, chance, arbiter, host]
    assert spoken.nameless(2) == f"{Speaker(spoken.book).place(2)}: {removed}."


@each_language
def test_what_decided_a_game_other_than_its_rules_is_called_so(language: str) -> None:
    by_rules = {results.RESULT_BASIS_UNSPECIFIED, results.RESULT_BASIS_RULES}
    bases = [basis for basis in sorted(results.ResultBasis.values()) if basis not in by_rules]
    all_results = [game_pb2.Result(ending="any", basis=basis) for basis in bases]
    for result in all_results:
        translator(language).say_result(result)
    assert [(answer.ending_words, answer.remark_words, answer.words_language) for answer in all_results] == [
        (word, "", language) for word in BASES[language]
    ]


@pytest.mark.parametrize("language", sorted(RULED))
def test_a_verification_names_the_remedy_and_who_ruled(language: str) -> None:
    remedies = [(irregular.REMEDY_CORRECTED, b"key"), (irregular.REMEDY_STANDS, b"")]
    entries = [
        audit_pb2.IrregularEntry(done="two bids.", clause="LN-2", remedy=remedy, arbiter=key)
        for remedy, key in remedies
    ]
    report = audit_pb2.Verification(irregular_entries=entries)
    translator(language).say_verified(report)
    assert [entry.sentence for entry in report.irregular_entries] == RULED[language]


def test_a_moment_is_said_in_utc_to_the_minute() -> None:
    assert [utc(micros) for micros in (0, 59_999_999, 1_700_000_000_000_000)] == [
        "1970-01-01 00:00 UTC", "1970-01-01 00:00 UTC", "2023-11-14 22:13 UTC",
    ]  # fmt: skip
