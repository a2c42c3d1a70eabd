"""The sentences of the clauses of Liar's Dice, in Polish."""

from __future__ import annotations

CLAUSES = {
    "LD-1.1": "Gra od dwóch do sześciu graczy, każdy z kubkiem i pięcioma kośćmi o ściankach od jednego do sześciu.",
    "LD-1.2": "Gracz może zaglądać tylko pod własny kubek, a pod inne dopiero po ich podniesieniu.",
    "LD-2.1": "Na początku rundy każdy, kto ma kości, potrząsa nimi wszystkimi w kubku, zanim ktokolwiek złoży zapowiedź.",
    "LD-2.2": "Każda ścianka kości wypada z tym samym prawdopodobieństwem.",
    "LD-2.3": "W pierwszej rundzie pierwszą zapowiedź składa gracz 1.",
    "LD-2.4": "Tura przechodzi w kolejności miejsc, z pominięciem graczy bez kości.",
    "LD-2.5": "Decydować może tylko gracz, którego tura trwa: musi podbić zapowiedź albo ją sprawdzić, pasować nie wolno.",
    "LD-3.1": "Zapowiedź podaje, ile kości, co najmniej jedna, i jaką liczbę: wśród kości wszystkich graczy pokazuje ją co najmniej tyle kości.",
    "LD-3.2": "Zapowiedź nie może podawać więcej kości, niż mają razem wszyscy gracze.",
    "LD-3.3": "Zapowiedź musi być wyższa od poprzedniej w tej rundzie: więcej kości z dowolną liczbą albo tyle samo kości z wyższą liczbą.",
    "LD-4.1": "Zamiast składać zapowiedź gracz może sprawdzić ostatnią zapowiedź rundy, jeśli jakaś jest.",
    "LD-4.2": "Po sprawdzeniu wszystkie kubki idą w górę i wszyscy widzą wszystkie kości.",
    "LD-4.3": "Liczy się wszystkie kości z liczbą z zapowiedzi.",
    "LD-4.4": "Jedynki są jokerami i liczą się jako każda liczba, chyba że gracze ustalili przed grą inaczej.",
    "LD-4.5": "Jeśli kości jest co najmniej tyle, ile w zapowiedzi, kość traci gracz, który sprawdził; w przeciwnym razie ten, kto ją złożył.",
    "LD-5.1": "Jeśli gracze uzgodnili to przed grą, gracz może zamiast tego uznać ostatnią zapowiedź rundy za dokładną.",
    "LD-5.2": "Kubki idą w górę: jeśli kości jest dokładnie tyle, ile w zapowiedzi, po kości tracą wszyscy pozostali; w przeciwnym razie ten, kto uznał ją za dokładną.",
    "LD-6.1": "Stracona kość wypada z gry, a gracz, który stracił ostatnią, odpada.",
    "LD-6.2": "W następnej rundzie pierwszą zapowiedź składa gracz, który stracił kość; po dokładnej zapowiedzi ten, kto ją za taką uznał.",
    "LD-6.3": "Jeśli ten gracz odpadł, pierwszą zapowiedź składa następny gracz, który ma kości.",
    "LD-7.1": "Wygrywa ostatni gracz, który ma kości.",
    "LD-7.2": "Po zakończeniu gry nie można już o niczym decydować.",
}
