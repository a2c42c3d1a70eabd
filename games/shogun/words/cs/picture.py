"""The words of the picture of Shogun in Czech, by the English ones."""

from __future__ import annotations

REGIONS = {"green": "zelený", "red": "červený", "purple": "fialový", "yellow": "žlutý", "brown": "hnědý"}

LABELS = {
    "Spring of year {year}": "Jaro {year}. roku",
    "Summer of year {year}": "Léto {year}. roku",
    "Autumn of year {year}": "Podzim {year}. roku",
    "Winter of year {year}": "Zima {year}. roku",
    "{points:0 point|points}, {chests:0 chest|chests}, {rice} rice, {supply} armies in supply, {provinces:0 province|provinces}[, groups {groups:id}][sealed?, plan sealed]": "{points:0 bod|body|bodů}, {chests:0 truhlička|truhličky|truhliček}, rýže {rice}, armády v zásobě {supply}, {provinces:0 provincie|provincie|provincií}[, skupiny {groups:id}][sealed?, plán uzavřen]",
    "{region} ({won:id})": "{region} region ({won:id})",
    "{building} {points}[tied? tied]": "{building} {points}[tied? ve shodě]",
    "Buildings in {region}: {buildings:id}": "Budovy, {region} region: {buildings:id}",
    "{province:id}: [{owner:id}, armies: {armies}|neutral][, {buildings:id}][, revolt markers: {revolts}]; {chests} chests, {rice} rice, sites: {sites}, {region}": "{province:id}: [{owner:id}, armády: {armies}|neutrální][, {buildings:id}][, žetony revolty: {revolts}]; truhličky {chests}, rýže {rice}, stavební místa {sites}, {region} region",
    "Province: armies and sites, below them chests / rice": "Provincie: armády a stavební místa, pod nimi truhličky / rýže",
    "Won by {players:id}": "Vítězí {players:id}",
    "Set-up": "Příprava hry",
    "[sun?sun side|moon side]": "[sun?sluneční strana|měsíční strana]",
    "Provinces: armies, C castle, T temple, H theatre, ! revolt marker": "Provincie: armády, C hrad, T chrám, H divadlo, ! žeton revolty",
    "Neutral: [{provinces:id}|none]": "Neutrální: [{provinces:id}|žádné]",
    "{heap:id}: [{cubes:id}|empty]": "{heap:id}: [{cubes:id}|nic]",
    "{farmers:0 farmer|farmers}": "{farmers:0 sedlák|sedláci|sedláků}",
    "Cubes in {cubes:id}; stock: {farmers:0 farmer|farmers}": "Kostičky, {cubes:id}; zásoba: {farmers:0 sedlák|sedláci|sedláků}",
    "Event: {event:id}": "Událost: {event:id}",
    "Open: {event:id}, winter [-{rice} rice|loses no rice]": "Odkryto: {event:id}, zima [-{rice} rýže|bez ztráty rýže]",
    "Offer: {first:id}[ or {second:id}]; {deck:0 card|cards} in the deck": "Nabídka: {first:id}[ nebo {second:id}]; v balíčku {deck:0 karta|karty|karet}",
    "Actions (those in parentheses are done): {actions:id}": "Akce (v závorkách hotové): {actions:id}",
    "Turn order and special cards: {places:id}": "Pořadí a speciální karty: {places:id}",
    "  shown: {cards:id}": "  odkryto: {cards:id}",
    "  face down: {spaces:id}": "  skrytě: {spaces:id}",
    "  the next card is laid on {space}": "  další karta se pokládá na {space}",
    "  own plan: {cards:id}": "  vlastní plán: {cards:id}",
    "Year {year}: {provinces} for provinces + {buildings} for buildings + {majorities} for majorities = {points:0 point|points}": "{year}. rok: {provinces} za provincie + {buildings} za budovy + {majorities} za většiny = {points:0 bod|body|bodů}",
    "{space} of {player:id}": "{space} ({player:id})",
    "action {action}": "akce {action}",
    "place {place}": "pořadí {place}",
    "cube tower": "bitevní věž",
    "revolt markers": "žetony revolty",
    "Cube tower": "Bitevní věž",
    "Farmers in the stock: {farmers}": "Sedláci v zásobě: {farmers}",
    "{points:0 point|points}": "{points:0 bod|body|bodů}",
    "majorities: [{majorities:id}|none]": "většiny: [{majorities:id}|žádné]",
    "tower": "věž",
    "tray": "nádoba",
    "thrown": "vhozeno",
    "Tower": "Věž",
    "Tray": "Nádoba",
    "Thrown": "Vhozeno",
}
REGION = "Region devíti provincií: kdo v něm má nejvíc hradů, chrámů nebo divadel, získá v zimě body (SH-17.2)"
LEGEND = {
    "hidden": ("?", "Akce, jejíž karta ještě leží skrytě (SH-5.2, SH-9.3)"),
    "done": ("v závorkách", "Akce, kterou v tomto kole už provedli všichni hráči (SH-9.1)"),
    "open": ("Odkryto", "Odkrytá karta události pro některé kolo tohoto roku (SH-4.1)"),
    **{region: (word, REGION) for region, word in REGIONS.items()},
}
