"""The game as a value: titles, entries, the judge, a game's life. Pure: no store, no clock, no network."""
