"""The register of house rulings of Liar's Dice, and the places of its rulebook, in Polish."""

from __future__ import annotations

from games.kit.words.house_ruling import RulingText

RULINGS = {
    "LD-A1": RulingText(
        question="Kto składa pierwszą zapowiedź w pierwszej rundzie?",
        readings=("Gracz 1.", "Gracz, który rzuci na kości najwięcej.", "Najmłodszy gracz."),
        chosen="Gracz 1.",
        reason="Każdy wybiera miejsce, gdy dołącza do gry, więc losowanie nic by nie wniosło.",
    ),
    "LD-A2": RulingText(
        question="Czy zapowiedź może podawać więcej kości, niż jest w grze?",
        readings=("Nie.", "Tak, ale następny gracz taką zapowiedź sprawdzi."),
        chosen="Nie.",
        reason="Taka zapowiedź tylko oddaje kość, a bez ograniczenia runda mogłaby się nigdy nie skończyć.",
    ),
    "LD-A3": RulingText(
        question="Która zapowiedź jest wyższa?",
        readings=(
            "Więcej kości z dowolną liczbą albo tyle samo kości z wyższą liczbą.",
            "Wyższa liczba na dowolnie wielu kościach albo więcej kości z tą samą liczbą.",
            "Więcej kości albo wyższa liczba, przy czym drugie pozostaje bez zmian.",
        ),
        chosen="Więcej kości z dowolną liczbą albo tyle samo kości z wyższą liczbą.",
        reason="To najczęstsza zasada, a ustawia wszystkie zapowiedzi w jednej kolejności, więc każda runda się kończy.",
    ),
    "LD-A4": RulingText(
        question="Czy jedynki liczą się jako każda liczba?",
        readings=("Tak: jedynki są jokerami.", "Nie: jedynka to jedynka."),
        chosen="Tak, chyba że gracze ustalą inaczej; przy zapowiedzi jedynek w obu wersjach liczą się tylko jedynki.",
        reason="Obie wersje są popularne; z jokerami blefowanie jest bezpieczniejsze, a gra żywsza.",
    ),
    "LD-A5": RulingText(
        question="Ile kości traci przegrany przy sprawdzeniu?",
        readings=("Jedną.", "Tyle, o ile zapowiedź różni się od wyniku."),
        chosen="Jedną.",
        reason="To najczęstsza zasada, a jedna odważna zapowiedź nikogo nie wyrzuca z gry.",
    ),
    "LD-A6": RulingText(
        question="Czy zapowiedź można uznać za dokładną i co się wtedy dzieje?",
        readings=(
            "Nie można.",
            "Można: jeśli się zgadza, wszyscy pozostali gracze tracą po kości.",
            "Można: jeśli się zgadza, gracz, który to ogłosił, odzyskuje straconą kość.",
        ),
        chosen="Tylko jeśli gracze to uzgodnią; gdy się zgadza, wszyscy pozostali gracze tracą po kości.",
        reason="Podstawowa gra tego nie zna. Gdyby kości wracały, gra mogłaby trwać bez końca.",
    ),
    "LD-A7": RulingText(
        question="Kto składa pierwszą zapowiedź w następnej rundzie?",
        readings=(
            "Gracz, który stracił kość, albo następny po nim, jeśli odpadł.",
            "Gracz, który wygrał sprawdzenie.",
            "Gracz po tym, który zaczynał tę rundę.",
        ),
        chosen="Gracz, który stracił kość, albo następny po nim, jeśli odpadł; po dokładnej zapowiedzi ten, kto ją za taką uznał.",
        reason="To najczęstsza zasada. Po dokładnej zapowiedzi kość traci kilku graczy, a ogłosił ją tylko jeden.",
    ),
    "LD-A8": RulingText(
        question="Kto składa pierwszą zapowiedź w następnej rundzie, gdy gracz, który stracił kość, odpadł z gry?",
        readings=(
            "Następny gracz, który ma kości.",
            "Gracz, który wygrał sprawdzenie: autor zapowiedzi, jeśli odpadł sprawdzający.",
        ),
        chosen="Następny gracz, który ma kości.",
        reason="Gra toczy się dalej tam, gdzie i tak by się toczyła, a wygrane sprawdzenie nie daje nic więcej.",
    ),
    "LD-A9": RulingText(
        question="Jak porównuje się zapowiedź jedynek z zapowiedziami innych liczb, gdy jedynki są jokerami?",
        readings=(
            "Jak zapowiedź najniższej liczby.",
            "Jedynki liczą się podwójnie: przejście na jedynki wymaga połowy kości, zaokrąglonej w górę, a powrót dwukrotności plus 1.",
        ),
        chosen="Jak zapowiedź najniższej liczby.",
        reason="Jedna kolejność wszystkich zapowiedzi jest prostsza; druga zasada należy do odmian takich jak Perudo.",
    ),
    "LD-A10": RulingText(
        question="Czy gracz może sprawdzić zapowiedź albo uznać ją za dokładną poza swoją turą?",
        readings=(
            "Nie: tylko gracz, którego tura trwa.",
            "Tak: każdy oprócz autora zapowiedzi, kto pierwszy to powie.",
        ),
        chosen="Nie: tylko gracz, którego tura trwa.",
        reason="Przez sieć nie da się stwierdzić, kto odezwał się pierwszy, a kolejność tur jest sprawiedliwsza.",
    ),
}
SECTIONS = {
    "The cups": "Kubki",
    "A round": "Runda",
    "Bids": "Zapowiedzi",
    "The challenge": "Sprawdzenie",
    "Spot-on": "W punkt",
    "The next round": "Następna runda",
    "The end": "Koniec",
}
