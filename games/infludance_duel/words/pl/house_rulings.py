"""The register of house rulings of INFLUDANCE Duel, and the places of its rulebook, in Polish."""

from __future__ import annotations

from games.kit.words.house_ruling import RulingText

RULINGS = {
    "IN-A1": RulingText(
        question="Co oznacza „strona planszy”, którą wybierają gracze?",
        readings=("Jedną z dwóch zadrukowanych stron z różnymi polami.", "Krawędź, przy której siedzi gracz."),
        chosen="Jedną z dwóch zadrukowanych stron z różnymi polami; krawędź wynika z koloru.",
        reason="Gracze wybierają też kolor, a każdy kolor ma swoją krawędź, więc wybieraliby dwa razy.",
    ),
    "IN-A4": RulingText(
        question="Kto jest graczem rozpoczynającym?",
        readings=("Gracz, którego uzgodnią.", "Gracz, którego wskaże los.", "Zawsze ten sam kolor."),
        chosen="Gracz, którego uzgodnią; jeśli się nie zgodzą, decyduje los.",
        reason="Zasady wspominają gracza rozpoczynającego, ale nie mówią, jak go wybrać, a obie krawędzie są równie dobre.",
    ),
    "IN-A5": RulingText(
        question="Czy gracze wybierają figurki jednocześnie, czy po kolei?",
        readings=("Po kolei i jawnie, najpierw gracz rozpoczynający.", "Potajemnie i jednocześnie."),
        chosen="Po kolei i jawnie, najpierw gracz rozpoczynający.",
        reason="W tej kolejności zasady każą ustawiać kowbojów; ta sama kolejność przy wyborze dodaje najmniej.",
    ),
    "IN-A6": RulingText(
        question="Które dwa pola zajmuje duża figurka?",
        readings=(
            "Dwa sąsiednie w rzędzie.",
            "Dwa sąsiednie w kolumnie.",
            "Dowolne dwa sąsiednie, zależnie od ustawienia.",
        ),
        chosen="Dwa sąsiednie w rzędzie; jej miejsce oznacza zachodnie z nich.",
        reason="Krok w bok ma dokładnie jedno nowe pole, a krok do tyłu daje wybór z dwóch: do obu pasuje tylko rząd.",
    ),
    "IN-A7": RulingText(
        question="Jak daleko nabój odrzuca kowboja?",
        readings=("O jedno pole.", "Do krawędzi planszy albo do drugiego kowboja."),
        chosen="O jedno pole.",
        reason="Naboje pokazują tylko kierunek, a amunicja tej samej gry mówi o jednym polu.",
    ),
    "IN-A8": RulingText(
        question="Których kowbojów odrzuca rozpatrywane pole?",
        readings=("Każdego, którego kolor ma na polu nabój, gdziekolwiek stoi.", "Tylko tego, który stoi na polu."),
        chosen="Każdego, którego kolor ma na polu nabój, gdziekolwiek stoi.",
        reason="Zasady mówią o kilku kowbojach, z których każdy jest odrzucany w kierunku naboju swojego koloru.",
    ),
    "IN-A9": RulingText(
        question="Czy rozpatruje się pole, na które kowboj został odrzucony?",
        readings=(
            "Nie: rozpatruje się tylko pole, na które prowadził krok.",
            "Tak, a jeden odrzut może wywołać następny.",
        ),
        chosen="Nie: rozpatruje się tylko pole, na które prowadził krok.",
        reason="Zasady wymieniają pole kroku i kończą turę po odrzutach z tego jednego kroku.",
    ),
    "IN-A10": RulingText(
        question="Czy skośny odrzut przez ostatni rząd dociera na linię zwycięstwa?",
        readings=("Tak, jeśli mieści się w kolumnach planszy.", "Nie: tylko odrzut prosto do przodu."),
        chosen="Tak, jeśli mieści się w kolumnach planszy; kowboj opuszcza wtedy planszę.",
        reason="Linia zwycięstwa to cały pas; poza kolumnami odrzut prowadzi poza planszę.",
    ),
    "IN-A11": RulingText(
        question="Co się dzieje, jeśli odrzut wypchnąłby część dużej figurki poza planszę?",
        readings=("Odrzut nie działa.", "Figurka przesuwa się tak daleko, jak może."),
        chosen="Odrzut nie działa.",
        reason="Figurka jest jednym kawałkiem i rusza się w całości albo wcale.",
    ),
    "IN-A12": RulingText(
        question="Co się dzieje, jeśli każdy kowboj jest odrzucany na pole drugiego?",
        readings=("Zamieniają się miejscami.", "Nie rusza się żaden, bo blokują się nawzajem."),
        chosen="Zamieniają się miejscami.",
        reason="Blokujący kowboj, którego ten sam krok odrzuca gdzie indziej, nie blokuje, i dotyczy to obu.",
    ),
    "IN-A13": RulingText(
        question="Czy kowboj nadal blokuje, jeśli jego własny odrzut w tym samym kroku nie działa?",
        readings=("Tak: nie odchodzi.", "Nie: został odrzucony."),
        chosen="Tak: nie opuszcza swoich pól.",
        reason="Wyjątek dotyczy blokującego, który zostaje odrzucony gdzie indziej, a ten zostaje na miejscu.",
    ),
    "IN-A14": RulingText(
        question="Czy gracz może wybrać kowboja, którego drugi, jeśli zostanie, blokuje w inny sposób?",
        readings=("Nie: można wybrać tylko kowboja, który może się ruszyć.", "Tak, i wtedy nie rusza się żaden."),
        chosen="Nie: wybiera się między kowbojami, którzy mogą się ruszyć; przy jednym nie ma wyboru, przy żadnym nie rusza się nikt.",
        reason="Zasada mówi, że jeden z dwóch się rusza, więc musi to być ten, który może. Ma to znaczenie dla dużych figurek.",
    ),
    "IN-A15": RulingText(
        question="Kto wybiera, jeśli Kopniak ma odrzucić obu kowbojów na jedno pole?",
        readings=("Strzelec.", "Gracz, który w tej turze zrobił krok, nawet jeśli przed strzałem."),
        chosen="Strzelec, czyli gracz, którego tura trwa.",
        reason="Wybiera ten, kto wywołał sytuację, a tutaj wywołał ją strzał.",
    ),
    "IN-A16": RulingText(
        question="Kto wygrywa, jeśli obaj kowboje docierają na swoje linie zwycięstwa jednocześnie?",
        readings=("Gracz, którego tura trwa.", "Nikt: gra kończy się remisem."),
        chosen="Gracz, którego tura trwa.",
        reason="Ten gracz rozstrzyga też drugi sporny przypadek, gdy dwaj kowboje mają trafić na jedno pole.",
    ),
    "IN-A17": RulingText(
        question="Co robi gracz, dla którego żaden krok nie jest możliwy?",
        readings=("Pomija krok i może strzelić.", "Przegrywa."),
        chosen="Pomija krok i może strzelić przed nim albo po nim.",
        reason="Zasady wymagają kroku, ale znają tylko jeden sposób wygranej, więc gra toczy się dalej.",
    ),
    "IN-A18": RulingText(
        question="Czy żeton się zużywa, jeśli jego strzał nie działa?",
        readings=("Tak.", "Nie: wraca do swojej komory."),
        chosen="Tak.",
        reason="Żeton działa, gdy tylko zostanie odsłonięty, a strzałki prowadzą do następnej komory.",
    ),
    "IN-A19": RulingText(
        question="Czy po Podwójnym strzale na początku tury trzeba jeszcze zrobić krok tej tury?",
        readings=("Tak, a potem następuje dodatkowa tura.", "Nie: dodatkowa tura zaczyna się od razu."),
        chosen="Tak, a potem następuje dodatkowa tura.",
        reason="Żeton pozwala strzelcowi zagrać ponownie; to jeszcze jedna tura, a nie ta sama od początku.",
    ),
    "IN-A20": RulingText(
        question="Czy w dodatkowej turze można strzelić?",
        readings=("Tak, raz.", "Nie: strzał w tej turze już padł."),
        chosen="Tak, raz.",
        reason="W turze można strzelić raz, a dodatkowa tura jest osobną turą.",
    ),
    "IN-A21": RulingText(
        question="W którą stronę prowadzą strzałki magazynka?",
        readings=("Do komory z następnym numerem.", "W przeciwną."),
        chosen="Do komory z następnym numerem, a od ostatniej do pierwszej.",
        reason="Brakuje rysunku, a kierunek nie zmienia szans.",
    ),
    "IN-A22": RulingText(
        question="Czy pojedynek może trwać bez końca?",
        readings=(
            "Nie: gdy tura po raz trzeci zaczyna się w tej samej sytuacji, jest remis.",
            "Tak: zasady nie znają remisu.",
        ),
        chosen="Nie: gdy tura po raz trzeci zaczyna się w tej samej sytuacji, jest remis.",
        reason="Dwóch ostrożnych graczy mogłoby krążyć bez końca; trzykrotne powtórzenie to zwykły limit gier planszowych.",
    ),
    "IN-A23": RulingText(
        question="Co się dzieje, gdy magazynek jest pusty?",
        readings=("Jego właściciel nie może już strzelać.", "Wystrzelone żetony miesza się i ładuje ponownie."),
        chosen="Jego właściciel nie może już strzelać.",
        reason="Zasady mówią tylko o ładowaniu przed grą.",
    ),
    "IN-A24": RulingText(
        question="Czy magazynki ładuje się przed ustawieniem kowbojów, czy po nim?",
        readings=("Po nim.", "Przed nim."),
        chosen="Po nim.",
        reason="Taka jest kolejność w tekście, a żaden gracz nie dowiaduje się niczego o drugim.",
    ),
}
SECTIONS = {
    "Czech rulebook, Maty Moves": "czeska instrukcja, Maty Moves",
    "Set-up and aim": "Przygotowanie i cel gry",
    "A player's turn": "Tura gracza",
    "Extra ammunition": "Dodatkowa amunicja",
    "Special situations": "Sytuacje szczególne",
    "Good shot": "Celny strzał",
    "Kicker": "Kopniak",
    "Double shot": "Podwójny strzał",
    "Blank": "Ślepak",
}
