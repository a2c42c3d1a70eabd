"""The lessons of INFLUDANCE Duel in English."""

from __future__ import annotations

WORDS = {
    "hook": "A cowboy race where nobody may step forward.",
    "goal": "Get your cowboy over the winning line beyond the far row: red goes north, blue goes south. The first one there wins.",
    "figure": "Take the small cowboy, which covers one field, or the large one, which covers two.",
    "place": "Put your cowboy anywhere on its first line.",
    "step": "You never walk ahead, only sideways or back. Try a step ahead: the referee refuses it and names the clause. Then take any other step.",
    "bullets": "The field that you stepped onto shoots: each bullet moves the cowboy of its colour one field in the bullet's direction. That is how you get ahead.",
    "edge": "A shot off the board does nothing, unless it goes over the winning line. So look where both cowboys stand.",
    "end": "After the step you can fire a token from your magazine, or end your turn.",
    "shoot": "Fire once: you have six tokens that you have not seen. There are twelve in all: three good shots, three kickers, three double shots and three blanks.",
    "tokens": "A fired token is gone, even if it did nothing. The panel says how many you have left.",
    "log": "A shot cannot be declined. The log says what each one did, with the clause behind it.",
}
