"""The lessons of INFLUDANCE Duel in Polish."""

from __future__ import annotations

WORDS = {
    "hook": "Wyścig kowbojów, w którym nikomu nie wolno iść naprzód.",
    "goal": "Doprowadź swojego kowboja za linię zwycięstwa, za przeciwległym rzędem: czerwony na północ, błękitny na południe. Kto pierwszy, ten wygrywa.",
    "figure": "Weź małego kowboja, który zajmuje jedno pole, albo dużego, który zajmuje dwa.",
    "place": "Ustaw kowboja w dowolnym miejscu jego pierwszej linii.",
    "step": "Do przodu się nie chodzi, tylko w bok albo do tyłu. Spróbuj kroku do przodu: sędzia go odrzuci i poda regułę. Potem zrób inny krok.",
    "bullets": "Pole, na które wchodzisz, strzela: każdy nabój odrzuca kowboja swojego koloru o jedno pole w swoim kierunku. Tak idzie się do przodu.",
    "edge": "Odrzut poza planszę nie działa, chyba że prowadzi przez linię zwycięstwa. Patrz więc, gdzie stoją obaj kowboje.",
    "end": "Po kroku możesz wystrzelić żeton z magazynku albo zakończyć turę.",
    "shoot": "Strzel raz: masz sześć żetonów, których nie znasz. Wśród dwunastu są po trzy: Celny strzał, Kopniak, Podwójny strzał i Ślepak.",
    "tokens": "Wystrzelony żeton przepada, nawet jeśli nic nie zrobił. Panel pokazuje, ile ci zostało.",
    "log": "Odrzutu nie można odmówić. Dziennik mówi, co zrobił każdy z nich i według której reguły.",
}
