"""The lessons of Liar's Dice in Polish."""

from __future__ import annotations

WORDS = {
    "hook": "Licytuj kości, których nie widzisz, albo sprawdź blef.",
    "goal": "Każdy ma pięć kości. Kto się pomyli, traci jedną, a wygrywa ostatni gracz z kośćmi.",
    "cup": "Tylko ty widzisz, co jest pod twoim kubkiem. Kości innych musisz odgadnąć.",
    "bid": "Zapowiedź 3 czwórki znaczy: co najmniej 3 ze wszystkich kości pokazują czwórkę. Spróbuj 11 szóstek: sędzia odrzuci zapowiedź i poda regułę. Potem zapowiedz cokolwiek.",
    "wild": "Jedynki są jokerami: liczą się jako każda liczba, więc zwykle jest ich więcej, niż myślisz.",
    "raise": "Podbij zapowiedź: więcej kości albo tyle samo z wyższą liczbą. Albo ją sprawdź, jeśli wydaje ci się za wysoka.",
    "log": "W dzienniku są wszystkie zapowiedzi rundy. Numer taki jak LD-2.5 otwiera regułę, która za tym stoi.",
    "doubt": "Sprawdź zapowiedź, w którą nie wierzysz. Do tego czasu podbijaj.",
    "count": "Kubki idą w górę i kości się liczy. Jeśli jest ich dość, kość traci ten, kto sprawdził, w przeciwnym razie ten, kto zapowiedział.",
    "next": "Kto stracił kość, zapowiada pierwszy w następnej rundzie. Graj dalej: znasz już wszystkie zasady.",
}
