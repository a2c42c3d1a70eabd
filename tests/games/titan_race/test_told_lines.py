"""What players are told of a race: without the asides, the lines of an entry still say all that happened."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from games.kit.rules.decider import CHANCE, Actor
from games.kit.words.phrasebook import Speaker
from games.titan_race import TITAN_RACE
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev
from gunbai_record.plain import Plain
from tests.games.titan_race.race import given, race, titan
from titles.checks.drawing import is_for
from titles.checks.walk import Turn, set_up, walk

PLAYERS = {1: "Ann", 2: "Bob", 3: "Cid", 4: "Dan", 5: "Eve", 6: "Fay"}
BOOK = TITAN_RACE.words.english
SLAM = '{"tracks": ["kaldheira", "forbidden_foundry", "ban_kogu"]}'
RACES = [
    (2, '{"tracks": ["dead_lagoon"]}', 1),
    (3, '{"tracks": ["kaldheira"]}', 2),
    (4, '{"tracks": ["ban_kogu"]}', None),
    (5, '{"tracks": ["anglieh"]}', 5),
    (6, SLAM, 3),
]


def told(table: Any, move: Plain, events: tuple[Plain, ...], reader: int | None) -> Iterator[str]:
    """Yield what a reader is told of an entry: its command and its events, but for asides and what it says twice."""
    command = BOOK.sentence(move, PLAYERS) if is_for(move, reader) else ""
    if command:
        yield command
    for event in events:
        if is_for(event, reader) and type(event) not in TITAN_RACE.words.asides:
            sentence = BOOK.sentence(event, PLAYERS, partial(TITAN_RACE.rules.view, table, None))
            yield from () if sentence == command else (sentence,)
        table = TITAN_RACE.rules.evolve(table, event)


class Listener:
    """What somebody knows of a race who hears nothing but the lines: where titans are, their life, laps and dice."""

    def __init__(self, reader: int | None) -> None:
        self.reader = PLAYERS.get(reader or 0, "nobody")
        self.field: dict[str, str] = {}
        self.life: dict[str, int] = {}
        self.laps: dict[str, int] = {}
        self.down: set[str] = set()
        self.die: dict[str, str] = {}
        self.traps: set[str] = set()
        self.cards: Counter[str] = Counter()
        self.hand: list[str] = []
        self.mover = self.actor = ""

    def hear(self, actor: Actor, lines: list[str]) -> None:
        """Follow the lines of an entry."""
        self.actor = "" if actor == CHANCE else PLAYERS[int(actor)]
        for line in lines:
            for pattern, follow in FOLLOWED:
                heard = re.match(pattern, line)
                if heard is not None:
                    follow(self, *heard.groups())

    def chosen(self, name: str) -> None:
        self.field[name], self.life[name], self.laps[name] = "", 4 if name == "Chtóólhóó" else 6, 0

    def began(self, name: str) -> None:
        self.mover = name

    def rolled(self) -> None:
        self.die = {}

    def took(self, colour: str) -> None:
        self.die[self.mover] = colour

    def entered(self, name: str, field: str) -> None:
        self.field[name] = field

    def left(self, name: str) -> None:
        self.field[name] = ""

    def swapped(self, one: str, field: str, other: str, other_field: str) -> None:
        self.field |= {one: field, other: other_field}

    def lives(self, name: str, life: str) -> None:
        self.life[name] = 0 if life == "none" else int(life)

    def got_up(self, name: str, life: str) -> None:
        self.down.remove(name)
        self.lives(name, life)

    def fell(self, name: str) -> None:
        self.down.add(name)

    def lapped(self, name: str, laps: str) -> None:
        self.laps[name] = 0 if laps == "no" else int(laps)

    def laid(self, field: str) -> None:
        self.traps.add(field)

    def cleared(self, field: str) -> None:
        self.traps.remove(field)

    def drew(self, player: str) -> None:
        self.cards[player] += 1

    def stole(self, player: str, victim: str) -> None:
        self.cards[player] += 1
        self.cards[victim] -= 1

    def gave(self, card: str) -> None:
        self.cards[self.actor] -= 1
        if self.actor == self.reader:
            self.hand.remove(card)

    def got(self, player: str, card: str) -> None:
        assert player == self.reader
        self.hand.append(card)

    def missed(self, player: str, card: str) -> None:
        assert player == self.reader
        self.hand.remove(card)


CARDS = "|".join(re.escape(card.name) for card in TITAN_RACE.rules.edition.data.cards)
FOLLOWED: tuple[tuple[str, Callable[..., None]], ...] = (
    (r"Choose (\w+)\.", Listener.chosen),
    (r"(\w+)'s turn in round \d+ begins\.", Listener.began),
    (r"The dice show ", Listener.rolled),
    (r"Choose the (\w+) die", Listener.took),
    (r"The die shows (\w+)\.", Listener.took),
    (r"(\w+) enters ([\w:]+)", Listener.entered),
    (r"(\w+) is thrown back to the start", Listener.left),
    (r"(\w+) wins the race", Listener.left),
    (r"\w+ and \w+ swap fields: (\w+) moves to ([\w:]+).*, (\w+) to ([\w:]+)", Listener.swapped),
    (r"(\w+) loses 1 life to .*: (\w+) left\.", Listener.lives),
    (r"(\w+) gains life and now has (\d+)\.", Listener.lives),
    (r"(\w+) gets up with (\d+) life", Listener.got_up),
    (r"(\w+) is knocked out\.", Listener.fell),
    (r"(\w+) (?:completes|loses) a lap and now has (-?\w+) laps?\.", Listener.lapped),
    (r"\w+ places a trap on ([\w:]+)\.", Listener.laid),
    (r"\w+ springs the trap on ([\w:]+)\.", Listener.cleared),
    (r"The trap on ([\w:]+) is destroyed\.", Listener.cleared),
    (r"(\w+) draws a card\.", Listener.drew),
    (r"(\w+) takes a card from (\w+)\.", Listener.stole),
    (rf"(?:Play|Discard|Give) ({CARDS})", Listener.gave),
    (rf"The card (?:dealt to|stolen by) (\w+) is ({CARDS})\.", Listener.got),
    (rf"(\w+) loses ({CARDS})\.", Listener.missed),
)
"""The lines that change what a listener knows, and how."""


@pytest.mark.parametrize(("seats", "options", "reader"), RACES)
@pytest.mark.parametrize("seed", range(3))
def test_lives_fields_laps_dice_traps_and_cards_follow_from_what_is_told(
    seats: int, options: str, reader: int | None, seed: int
) -> None:
    listener = Listener(reader)
    for turn in walk(TITAN_RACE, set_up(TITAN_RACE, seats, options).table, seed):
        listener.hear(turn.actor, list(told(turn.before, turn.move, turn.accepted.events, reader)))
        table: RaceTable = turn.accepted.table
        name = {racer.id: BOOK.names[racer.id] for racer in table.titans}
        assert listener.field == {name[racer.id]: racer.field for racer in table.titans}, turn.move
        assert listener.life == {name[racer.id]: racer.life for racer in table.titans}, turn.move
        assert listener.laps == {name[racer.id]: racer.laps for racer in table.titans}, turn.move
        assert listener.down == {name[racer.id] for racer in table.titans if racer.knocked_out}, turn.move
        assert listener.die == {name[racer.id]: racer.die for racer in table.titans if racer.die}, turn.move
        assert listener.traps == set(table.traps), turn.move
        held = [len(rider.hand) for rider in table.riders]
        assert [listener.cards[PLAYERS[seat]] for seat in table.seats] == held, turn.move
        own = table.at(reader).hand if reader else ()
        assert sorted(listener.hand) == sorted(BOOK.names[card] for card in own), turn.move


def entries(seed: int) -> list[Turn]:
    return list(walk(TITAN_RACE, set_up(TITAN_RACE, 4, '{"tracks": ["dead_lagoon"]}').table, seed))


@pytest.mark.parametrize("reader", [None, 1, 4])
def test_something_is_told_of_every_entry_also_where_the_command_is_sealed(reader: int | None) -> None:
    for turn in entries(6):
        assert [*told(turn.before, turn.move, turn.accepted.events, reader)], turn.move


def test_a_push_is_told_by_the_fields_that_are_entered_and_the_lives_that_are_lost() -> None:
    table = race(titan("rassik", "A3"), titan("kraken", "A7"), titan("grinder", "C3"))
    move = cmd.Move(path=(cmd.DIRECTION_FORWARD,) * 2)
    assert [*told(table, move, given(table).when(1, move).events, 2)] == [
        "Move 2 fields forward.",
        "Rassik enters A5.",
        "Rassik enters A7 and pushes Kraken.",
        "Kraken enters A9 (lava).",
        "Kraken loses 1 life to lava: 5 left.",
        "Kraken enters A11.",
        "Kraken loses 1 life to Rassik's push: 4 left.",
    ]


def entry(table: RaceTable, actor: Actor, move: Any, reader: int | None) -> list[str]:
    return [*told(table, move, given(table).when(actor, move).events, reader)]


def test_a_card_that_is_drawn_or_stolen_is_told_once() -> None:
    table = race(titan("rassik", "A1"), titan("kraken", "A7"), titan("grinder", "C3"), hands={1: ("TRC12",)})
    drawing = given(table).when(1, cmd.Move(path=(cmd.DIRECTION_FORWARD,) * 2)).table
    dealt = cmd.DealCard(seat=1, card="TRC08")
    assert entry(drawing, CHANCE, dealt, 1)[:2] == ["The card dealt to Ann is Lightning.", "Ann draws a card."]
    assert entry(drawing, CHANCE, dealt, 2)[0] == "Ann draws a card."
    hands: dict[int, tuple[str, ...]] = {1: ("TRC12",), 2: ("TRC08",)}
    robbed = race(titan("rassik", "A5"), titan("kraken", "A7"), titan("grinder", "C3"), hands=hands)
    play = cmd.PlayCard(card="TRC12", titan="kraken")
    assert entry(robbed, 1, play, None) == ["Play Thief's Glove on Kraken."]
    stealing, stolen = given(robbed).when(1, play).table, cmd.StealCard(seat=1, card="TRC08")
    assert entry(stealing, CHANCE, stolen, 1) == ["The card stolen by Ann is Lightning.", "Ann takes a card from Bob."]
    assert entry(stealing, CHANCE, stolen, 2) == ["Ann takes a card from Bob.", "Bob loses Lightning."]
    assert entry(stealing, CHANCE, stolen, None) == ["Ann takes a card from Bob."]


def test_the_breath_and_the_drain_are_those_of_the_titan_that_acts_also_when_they_are_copied() -> None:
    table = race(titan("rassik", "A5"), titan("slaugg", "A7"), titan("chtoolhoo", "A3"), hands={1: ("TRC06",)})
    breath = cmd.PlayCard(card="TRC06", model="slaugg")
    assert entry(table, 1, breath, None)[1:] == [
        "Rassik's breath hits Slaugg.",
        "Slaugg loses 1 life to Rassik's breath: 5 left.",
    ]
    weak = race(titan("rassik", "A5", life=3), titan("chtoolhoo", "A7"), titan("slaugg", "C3"), hands={1: ("TRC06",)})
    drain = cmd.PlayCard(card="TRC06", model="chtoolhoo", titan="chtoolhoo")
    assert entry(weak, 1, drain, None)[1:] == [
        "Rassik's drain hits Chtóólhóó.",
        "Chtóólhóó loses 1 life to Rassik's drain: 3 left.",
        "Rassik gains life and now has 4.",
    ]
    assert spoken("pl", weak, 1, drain) == [
        "Trafione cele (wyssanie, Rassik): Chtóólhóó.",
        "Chtóólhóó traci 1 punkt życia (wyssanie, Rassik), zostało: 3 punkty.",
        "Rassik odzyskuje życie i ma 4 punkty.",
    ]


def spoken(language: str, table: RaceTable, actor: Actor, move: Plain) -> list[str]:
    """Return the events of a move that are told, in another language."""
    book, lines = TITAN_RACE.words.languages[language], []
    for event in given(table).when(actor, move).events:
        if type(event) not in TITAN_RACE.words.asides:
            lines.append(book.sentence(event, PLAYERS, partial(TITAN_RACE.rules.view, table, None)))
        table = TITAN_RACE.rules.evolve(table, event)
    return lines


def test_a_card_that_does_harm_is_named() -> None:
    table = race(titan("rassik", "A5"), titan("kraken", "A7"), titan("grinder", "C3"), hands={1: ("TRC07",)})
    fireball = cmd.PlayCard(card="TRC07", field="A7")
    lines = ["Rassik's Fireball hits Kraken.", "Kraken loses 1 life to Rassik's Fireball: 5 left."]
    assert entry(table, 1, fireball, None)[1:] == lines
    assert spoken("pl", table, 1, fireball)[0] == "Trafione cele (Kula Ognia, Rassik): Kraken."
    lost = ev.LifeLost(titan="kraken", cause=ev.CAUSE_CARD, by="rassik", life=5)
    assert BOOK.sentence(lost) == "Kraken loses 1 life to Rassik's special card: 5 left."


def test_who_may_play_a_card_against_another_is_asked_with_its_name() -> None:
    hands: dict[int, tuple[str, ...]] = {1: ("TRC07",), 2: ("TRC02",)}
    table = race(titan("rassik", "A5"), titan("kraken", "A7"), titan("grinder", "C3"), hands=hands)
    threatened = given(table).when(1, cmd.PlayCard(card="TRC07", field="A7")).table
    step = threatened.agenda[-1]
    assert BOOK.question(step, PLAYERS, lambda: TITAN_RACE.rules.view(threatened, 2)) == (
        "Bob chooses whether to play a card before Kraken loses 1 life to Rassik's Fireball."
    )
    assert BOOK.question(step, PLAYERS).endswith("loses 1 life to Rassik's special card.")


def test_a_special_field_that_gives_no_card_says_why() -> None:
    move = cmd.Move(path=(cmd.DIRECTION_FORWARD,) * 2)
    hands = {1: ("TRC01", "TRC02"), 2: (), 3: ()}
    full = race(titan("rassik", "A1"), titan("kraken", "A7"), titan("grinder", "C3"), hands=hands)
    assert entry(full, 1, move, None)[1:3] == [
        "Rassik enters A3 (special field).",
        "Rassik draws no card on the special field: the hand of Ann is full.",
    ]
    missed = ev.EffectMissed(titan="rassik", effect=ev.FIELD_EFFECT_SPECIAL)
    bare = full.but(deck=()).but_at(1, hand=())
    sentences = [BOOK.sentence(missed, PLAYERS, sight) for sight in (lambda: TITAN_RACE.rules.view(bare, None), None)]
    assert sentences == [
        "Rassik draws no card on the special field: none is left.",
        "Rassik draws no card on the special field: its player's hand is full, or no card is left.",
    ]


def test_a_titan_that_was_knocked_out_before_is_told_from_one_that_just_was() -> None:
    assert BOOK.sentence(ev.TitanKnockedOut(titan="kraken")) == "Kraken is knocked out."
    later = (ev.TurnPassed(titan="kraken"), ev.LifeSpared(titan="kraken"))
    pirates = ev.EffectMissed(titan="kraken", effect=ev.FIELD_EFFECT_PIRATES)
    assert [BOOK.sentence(event) for event in (*later, pirates)] == [
        "Kraken is already knocked out and passes.",
        "Kraken is already knocked out and loses no life.",
        "Kraken is already knocked out, and the pirates spare it.",
    ]


def test_the_end_says_which_titan_finished() -> None:
    say = [Speaker(book) for book in (BOOK, TITAN_RACE.words.languages["pl"])]
    assert [speaker.name("grinder", "remark") for speaker in say] == [
        "Grinder finished first",
        "na mecie pierwszy: Masakrator",
    ]
