"""The lessons of King of Tokyo in Polish."""

from __future__ import annotations

WORDS = {
    "hook": "Rzucaj kośćmi, bij rywali i trzymaj Tokio, póki się da.",
    "goal": "Wygrywa, kto pierwszy zdobędzie 20 punktów zwycięstwa, albo ostatni żywy potwór. Panel każdego potwora pokazuje jego życie, punkty i energię.",
    "monster": "Weź dowolnego potwora. Różnią się tylko wyglądem.",
    "start": "Każdy rzuca raz: zaczyna potwór z największą liczbą pazurów.",
    "roll": "Twoja tura: rzuć wszystkimi sześcioma kośćmi.",
    "faces": "Trzy takie same liczby dają tyle punktów, ile wynosi liczba. Błyskawica to 1 energia, pazur to 1 obrażenie dla innych, a serce leczy ciebie.",
    "keep": "Dotknij kości, które chcesz zatrzymać, i przerzuć pozostałe. Możesz to zrobić dwa razy albo przestać wcześniej.",
    "tokyo": "Atakując z zewnątrz, zajmujesz puste Tokio za 1 punkt. Każda twoja tura, która się tam zaczyna, daje jeszcze 2. Ale wszyscy atakują ciebie, a serca nie działają.",
    "buy": "Za energię kupuje się karty. Spróbuj kupić Nova Breath za 7: sędzia odrzuci to, na co cię nie stać, i poda regułę. Potem kup kartę albo zakończ zakupy.",
    "log": "Dziennik mówi, co się stało, tura po turze. Numer taki jak KT-3.1 otwiera regułę, która za tym stoi.",
    "yield": "Zaatakowano cię w Tokio. Oddaj je napastnikowi albo zostań dla punktów.",
}
