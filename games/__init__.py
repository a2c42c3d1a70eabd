"""The rules of the games: pure functions of values, with no I/O, clock or randomness."""
