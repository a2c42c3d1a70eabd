"""The ways in which the tests that hold for all titles play each title: numbers of seats and options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pytest

VARIANTS: Mapping[str, Sequence[tuple[int, str]]] = {
    "infludance_duel": [(2, '{"board_side": "A"}'), (2, '{"board_side": "B"}')],
    "king_of_tokyo": [
        (2, "{}"),
        (3, "{}"),
        (4, "{}"),
        (5, "{}"),
        (5, '{"first_game": true}'),
        (
            5,
            '{"one_die_at_least": true, "quiet_entry": true, "hearts_first": true, "child_counters": true}',
        ),
        (6, '{"closing_bay": "city", "drop_empties_bay": true, "underdog_every_turn": true}'),
    ],
    "liars_dice": [
        (2, "{}"),
        (4, '{"ones_wild": false, "spot_on": true}'),
        (6, '{"spot_on": true}'),
    ],
    "samurai_spirit": [
        (2, '{"difficulty": "easy", "two_player_doll_check": true}'),
        (2, '{"difficulty": "heroic"}'),
        (3, '{"difficulty": "hard", "solo": true}'),
        (3, '{"samurai": ["daisuke", "kikuchiyo", "heihachi"]}'),
        (3, '{"samurai": ["", "katsushiro", ""], "difficulty": "easy", "round_starter": "last_draw"}'),
        (4, '{"difficulty": "easy", "absent_tokens": true}'),
        (5, "{}"),
        (6, '{"difficulty": "hard", "round_end_kiai": true, "no_talent_bars_support": true}'),
        (7, '{"difficulty": "heroic"}'),
    ],
    "shogun": [
        (3, '{"side": "moon"}'),
        (3, '{"start": "preset"}'),
        (3, '{"start": "preset", "overbid": "capped", "revolt_yield": "lost"}'),
        (4, '{"oldest": 3}'),
        (5, '{"side": "moon", "tower": "table"}'),
        (5, '{"start": "preset", "lineups": "EDCBA", "colours": ["red", "black", "blue", "purple", "yellow"]}'),
    ],
    "titan_race": [
        (2, "{}"),
        (3, '{"tracks": ["dead_lagoon"]}'),
        (4, '{"tracks": ["forbidden_foundry"], "teams": [1, 2, 1, 2]}'),
        (5, '{"tracks": ["ban_kogu"]}'),
        (6, '{"tracks": ["anglieh"], "teams": [1, 2, 3, 1, 2, 3]}'),
        (6, '{"tracks": ["estengaard"]}'),
        (2, '{"tracks": ["anglieh", "estengaard", "kaldheira"]}'),
        (6, '{"tracks": ["dead_lagoon", "forbidden_foundry", "ban_kogu"], "teams": [1, 2, 1, 2, 1, 2]}'),
    ],
}
"""Title -> (seats, options as JSON)."""

LONGEST: Mapping[str, int] = {
    "infludance_duel": 2_000,
    "king_of_tokyo": 5_000,
    "liars_dice": 2_000,
    "samurai_spirit": 3_000,
    "shogun": 5_000,
    "titan_race": 5_000,
}
"""Title -> more entries than any random game has."""


def marked(name: str) -> Iterator[tuple[int, str, list[pytest.MarkDecorator]]]:
    """Yield the variants of a title with their marks: all but the first and the last are for the long suite."""
    variants = VARIANTS[name]
    for number, (seats, options) in enumerate(variants, 1):
        yield seats, options, [] if number in {1, len(variants)} else [pytest.mark.long]
