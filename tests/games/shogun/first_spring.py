"""The moves of a dealer and three players up to the plans of the first spring, and in it."""

from __future__ import annotations

from gunbai.shogun.v1 import commands as cmd
from gunbai_record.plain import Plain

OPTIONS = '{"start": "preset", "lineups": "ABC"}'
OPENING: list[tuple[int, Plain]] = [
    (0, cmd.DropCubes(fallen=cmd.Cubes(armies=(1, 2, 3), farmers=4))),
    (0, cmd.TurnUpEvents(events=("E1", "E2", "E3", "E6"))),
    (0, cmd.LayActionCards(actions=("march_a", "castle", "temple", "theatre", "rice"))),
    (0, cmd.LaySpecialCards(specials=("tax_bonus", "rice_bonus", "six_armies", "attack_bonus", "defence_bonus"))),
]
ORDER: list[tuple[int, Plain]] = [
    (0, cmd.DrawEvent(card="E6")),
    (1, cmd.PickSpecial(special="tax_bonus")),
    (2, cmd.PickSpecial(special="defence_bonus")),
    (3, cmd.PickSpecial(special="rice_bonus")),
    (1, cmd.MarchTo(province="hoki")),
]
SHORT = ("ise", "kii", "kaga", "chest_0", "shimosa", "hitachi", "yamato", "echizen", "chest_4", "shimotsuke", "chest_2")
LONG = (
    "awa_shikoku",
    "shimotsuke",
    "shimosa",
    "hitachi",
    "chest_4",
    "kii",
    "ise",
    "kaga",
    "yamato",
    "chest_1",
    "chest_2",
)
