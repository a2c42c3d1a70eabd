"""INFLUDANCE Duel in Polish."""

from __future__ import annotations

from games.infludance_duel.rules import steps
from games.infludance_duel.words.en import both_fields, counts, meeting, moved, shot_left, size, stepping
from games.infludance_duel.words.pl.clauses import CLAUSES
from games.infludance_duel.words.pl.forms import COMMANDS, FIELDS
from games.infludance_duel.words.pl.house_rulings import RULINGS, SECTIONS
from games.infludance_duel.words.pl.picture import LABELS, LEGEND
from games.kit.words.phrasebook import Phrasebook, seen, witnessed
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai.infludance_duel.v1 import events as ev
from gunbai_record.text.languages import LANGUAGES

NAMES = {
    "good_shot": "Celny strzał",
    "kicker": "Kopniak",
    "double_shot": "Podwójny strzał",
    "blank": "Ślepak",
}
TEXTS = {
    "good_shot": "Odrzuca przeciwnika o jedno pole do tyłu",
    "kicker": "Odrzuca obu kowbojów o jedno pole do przodu",
    "double_shot": "Strzelec ma po tej turze jeszcze jedną",
    "blank": "Nie robi nic",
}
EFFECTS = {
    "own_shot": "ty na {fields}",
    "shot": "{seat} na {fields}",
    "own_stays": "ty zostajesz",
    "stays": "{seat} zostaje",
    "own_won": "wygrywasz",
    "won": "{seat} wygrywa",
    "meet": "wybierasz, który kowboj się ruszy",
}
HEADINGS = {
    "left": "w lewo",
    "right": "w prawo",
    "back": "do tyłu",
    "back_left": "skośnie do tyłu w lewo",
    "back_right": "skośnie do tyłu w prawo",
    "forward": "do przodu",
    "forward_left": "skośnie do przodu w lewo",
    "forward_right": "skośnie do przodu w prawo",
}
FIGURES = {"small": "mała", "large": "duża"}
REASONS = {"off_board": "kowboj wypadłby z planszy", "blocked": "drogę zagradza drugi kowboj"}
ENDINGS = {"goal": "linia zwycięstwa", "repetition": "trzeci raz ta sama sytuacja"}
OPTIONS = {
    "board_side": ("Strona planszy", "A albo B."),
    "starting_player": ("Gracz rozpoczynający", 'Czerwony ("red"), błękitny ("blue") albo losowo ("random").'),
}
CHOICES = {
    "board_side": {"A": "A", "B": "B"},
    "starting_player": {"random": "losowo", "red": "czerwony", "blue": "błękitny"},
}
FACTS = {
    "evaluable": "można rozpatrzyć: {evaluable}",
    "evaluated_field": "rozpatrywane pole: {evaluated_field}",
    "field": "pole: {field}",
    "fields": "pola: {fields}",
    "figure": "figurka: {figure}",
    "first_line": "pierwsza linia: {first_line}",
    "heading": "kierunek: {heading}",
    "possible": "możliwe: {possible}",
}
STEPS = {
    "DrawStarter": "losowanie gracza rozpoczynającego",
    "ChooseFigure": "wybór figurki",
    "PlaceCowboy": "ustawienie kowboja",
    "TakeStep": "krok albo strzał",
    "ChooseMover": "wybór, który kowboj się ruszy",
    "SpinMagazine": "zakręcenie magazynkiem",
    "ShowToken": "odsłonięcie żetonu",
    "FinishTurn": "strzał albo koniec tury",
    "PassTurn": "przekazanie tury",
    "RevealTokens": "odsłonięcie pozostałych żetonów",
}
EDITION = {
    "Components": "Edycja gry: obie strony planszy i liczba żetonów każdego rodzaju.",
    "Board": "Jedna strona planszy: jej rzędy od północy, każde pole jako „czerwony nabój/błękitny nabój”; „-” oznacza brak. Kule wydrukowane obok planszy tylko oznaczają linie i się ich nie podaje (IN-1.8).",
}
AIM = (
    "Wygrywa, kto pierwszy dotrze na swoją linię zwycięstwa za przeciwległym rzędem: czerwony na północy, błękitny na "
    "południu. Do przodu się nie chodzi: w swojej turze robisz krok w bok albo do tyłu, a każdy nabój na polu, na "
    "które wchodzisz, odrzuca kowboja swojego koloru o 1 pole. Raz na turę możesz też wystrzelić żeton. W magazynku "
    "masz zakrytych 6 z 12 żetonów: w grze są 3 Celne strzały, 3 Kopniaki, 3 Podwójne strzały i 3 Ślepaki."
)

WORDS = Phrasebook(
    {
        # Commands
        cmd.DrawStarter: "Los wskazał: zaczyna {seat}.",
        cmd.ChooseFigure: "Wybrać figurkę: {figure}.",
        cmd.PlaceCowboy: seen(
            size, "Ustawić kowboja na polu {field}.", large="Ustawić kowboja zachodnim polem na {field}."
        ),
        cmd.Step: stepping("Krok {heading}[ i rozpatrzyć pole {evaluated_field}]", EFFECTS),
        cmd.PassStep: "Pominąć krok.",
        cmd.Shoot: "Strzelić.",
        cmd.SpinMagazine: "Magazynek się zatrzymał, na północy jest komora {chamber}.",
        cmd.ShowToken: "Na żetonie jest {ammunition}.",
        cmd.ChooseMover: moved("Rusza się {seat}[ na pole {fields}]."),
        cmd.EndTurn: "Zakończyć turę.",
        cmd.RevealTokens: "Pozostałe żetony. Czerwony: [{red}|brak]; błękitny: [{blue}|brak].",
        # Events
        ev.StarterDrawn: "Zaczyna {seat}.",
        ev.FigureChosen: "{seat} wybiera figurkę: {figure}.",
        ev.CowboyPlaced: witnessed(
            both_fields, "{seat} ustawia kowboja na polu {field}.", large="{seat} ustawia kowboja na polach {fields}."
        ),
        ev.MagazinesLoaded: "Obaj gracze ładują magazynki.",
        ev.TurnBegan: "{seat} zaczyna [extra?dodatkową ]turę.",
        ev.CowboyStepped: witnessed(
            both_fields,
            "{seat} robi krok na pole {field} i rozpatruje pole {evaluated_field}.",
            large="{seat} robi krok na pola {fields} i rozpatruje pole {evaluated_field}.",
        ),
        ev.StepPassed: "{seat} nie może zrobić kroku i go pomija.",
        ev.TriggerPulled: "{seat} naciska spust.",
        ev.MagazineSpun: "{seat} kręci magazynkiem, na północy zatrzymuje się komora {chamber}.",
        ev.TokenFired: "{seat} strzela z komory {chamber}: {ammunition}.",
        ev.ExtraTurnWon: "{seat} ma po tej turze jeszcze jedną.",
        ev.CowboyShot: witnessed(
            both_fields, "Odrzut na pole {field}: {seat}.", large="Odrzut na pola {fields}: {seat}."
        ),
        ev.ShotVoided: "Odrzut nie działa ({seat}): {reason}.",
        ev.ShotsMet: "Obaj kowboje mieliby trafić na to samo pole; który się ruszy, wybiera {seat}.",
        ev.MoverChosen: "Rusza się {seat}.",
        ev.GoalReached: "{seat} dociera na linię zwycięstwa.",
        ev.TurnEnded: "{seat} kończy turę.",
        ev.GameWon: "{seat} wygrywa grę.",
        ev.GameDrawn: "Ta sama sytuacja wystąpiła po raz trzeci: gra kończy się remisem.",
        ev.TokensRevealed: "Odsłonięto pozostałe żetony. Czerwony: [{red}|brak]; błękitny: [{blue}|brak].",
        # Steps
        steps.DrawStarter: "Losowanie gracza rozpoczynającego.",
        steps.ChooseFigure: "{seat} wybiera figurkę.",
        steps.PlaceCowboy: "{seat} ustawia kowboja na swojej pierwszej linii; żadnego pola jeszcze się nie rozpatruje.",
        steps.TakeStep: seen(
            shot_left,
            "{seat} robi krok albo najpierw strzela.",
            shot="{seat} robi krok; strzał w tej turze już padł.",
            empty="{seat} robi krok; nie ma już żetonu do wystrzelenia.",
        ),
        steps.ChooseMover: meeting(
            "{seat} wybiera, który kowboj się ruszy: {red:seat} na pole {red_fields} albo {blue:seat} na pole {blue_fields}."
        ),
        steps.SpinMagazine: "Magazynek się kręci ({seat}).",
        steps.ShowToken: "Odsłonięcie żetonu ({seat}).",
        steps.FinishTurn: "{seat} strzela albo kończy turę.",
        steps.PassTurn: "Tura przechodzi na drugiego gracza.",
        steps.RevealTokens: "Odsłonięcie niewystrzelonych żetonów.",
    },
    names=NAMES,
    texts=TEXTS,
    aim=AIM,
    details=counts("{count} z {all} żetonów"),
    words={"heading": HEADINGS, "figure": FIGURES, "reason": REASONS, "ending": ENDINGS, "waits_for": STEPS},
    seats={1: "Czerwony", 2: "Błękitny"},
    options=OPTIONS,
    choices=CHOICES,
    commands=COMMANDS,
    fields=FIELDS,
    facts=FACTS,
    clauses=CLAUSES,
    house_rulings=RULINGS,
    places=SECTIONS,
    edition=EDITION,
    legend=LEGEND,
    labels=LABELS,
    language=LANGUAGES["pl"],
)
