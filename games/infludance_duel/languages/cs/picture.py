"""What the picture of INFLUDANCE Duel says, by its English words, in Czech."""

from __future__ import annotations

LABELS = {
    "Signs: {red:id} and {blue:id} a cowboy, then where the red and the blue bullet of the field point; - none.": "Značky: {red:id} a {blue:id} kovboj, pak kam míří červená a modrá kulka pole (S sever, V východ, J jih, Z západ); - žádná.",
    "N": "S",
    "NE": "SV",
    "E": "V",
    "SE": "JV",
    "S": "J",
    "SW": "JZ",
    "W": "Z",
    "NW": "SZ",
    "Turn of {who:id}, [start?before the step|after the step][extra?, and another turn after it]": "Na tahu je {who:id}, [start?před krokem|po kroku][extra?, a potom další tah]",
    "red": "červený",
    "blue": "modrý",
    "fired: [{fired:id}|none][; left: {left:id}]": "vystřeleno: [{fired:id}|nic][; zbývá: {left:id}]",
    "[{figure} figure|no figure yet]": "[{figure} figurka|zatím bez figurky]",
    "[on {fields}|off the board]": "[pole {fields}|mimo herní plán]",
    "{tokens:0 token|tokens} left, [spun to chamber {chamber}|not spun yet]": "zbývá {tokens:0 žeton|žetony|žetonů}, [zatočeno na komoru {chamber}|zásobníkem se ještě netočilo]",
    "{field:id}: red bullet {red:id}, blue bullet {blue:id}": "{field:id}: červená kulka {red:id}, modrá kulka {blue:id}",
    "ahead is [north?north|south], the winning line is beyond row {row}": "vpřed je na [north?sever|jih], vítězná linie je za řadou {row}",
    "winning line of {who:id}": "vítězná linie: {who:id}",
    "Won by {who:id}": "Vítězí {who:id}",
    "Drawn by repetition": "Remíza opakováním",
    "Set-up": "Příprava hry",
    "on the winning line": "na vítězné linii",
    "field {field:id}": "pole {field:id}",
    "the last token of {colour:id}": "poslední žeton: {colour:id}",
    "{colour:id} on the winning line": "{colour:id} na vítězné linii",
    "{colour:id} cowboy": "{colour:id} kovboj",
}
