"""The lessons of Titan Race in English."""

from __future__ import annotations

WORDS = {
    "hook": "Take a die, move as it says and cross the line first.",
    "goal": "The first titan to complete three laps wins. Leave the track at the top, and you re-enter at the bottom, one lap further.",
    "titan": "Take any titan. Each has a colour and an ability.",
    "die": "Each player takes one die from the pool, and it says how their titan moves this turn. Take any.",
    "place": "Your titan starts on one of the fields in row 1. Choose one.",
    "move": "Now move as the die says. Try your ability first: the referee refuses it during the die's action and names the clause. Then choose a path.",
    "faces": "Yellow goes 2 ahead and brown 3 along a diagonal. Blue takes one step of each kind, red lays a trap, green hits what is in front, and purple copies another colour for 1 life.",
    "life": "A die of your titan's own colour gives it 1 life. With no life left, it is knocked out and misses a turn.",
    "push": "Enter an occupied field, and the titan there is pushed on and loses 1 life. Traps and lava cost life, too.",
    "again": "From the second round on you can also use your ability once per turn. First take a die.",
    "card": "You can play one special card on your turn. Reaction cards protect you on other players' turns.",
    "log": "The log says what each field did to you, with the clause behind it.",
}
