"""The game as a value: titles, entries, the judge, the life of a game. Pure: no store, no clock, no network."""
