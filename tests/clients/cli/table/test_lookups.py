"""What a person may look up while they play."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from rich.text import Text

from clients.cli.table.lookups import MOST, Lookups
from gunbai.referee.v1.audit_pb2 import ListClausesResponse
from gunbai.referee.v1.lobby_pb2 import BoardWord, Component, GetTitleResponse, Title
from gunbai.rules.v1.clauses_pb2 import Clause
from gunbai_client import Gunbai
from tests.clients.cli.command_run import DUEL, Run

LISTING = GetTitleResponse(
    title=Title(label="Night"),
    aim="Be the last awake.",
    clauses=11,
    components=[
        Component(id="acid", name="Acid Attack", text="It burns", details="Costs 6"),
        Component(id="acid_rain", name="Acid Rain", details="Costs 3"),
        Component(id="mast", name="Mast"),
        Component(id="aki", name="Aki", details="Next to Bingo"),
        Component(id="castle", name="Castle"),
        Component(id="mask", name="Mask", text="It hides"),
        Component(id="r2", name="R2", details="Value 3"),
    ],
    board_words=[
        BoardWord(word="resting", meaning="The titan has passed (NI-1.2)"),
        BoardWord(word="ability ready", meaning="It can be used"),
        BoardWord(word="?", meaning="A card that lies face down"),
        BoardWord(word="Sl", meaning="The titan Slaugg"),
    ],
)
CLAUSES = [
    *(Clause(number=f"NI-1.{number}", sentence=f"Rule {number} of lava-fields.") for number in range(1, MOST + 4)),
    Clause(number="NI-2.1", sentence="An owl takes a card.", place="Owls of Kaldheira"),
    Clause(number="NI-10.10", sentence="On each pirate field a titan loses 1 life.", place="Dead Man's Lagoon"),
]
SPOTS = {
    "card:acid": "Acid Attack (costs 6): It burns",
    "province:aki": "Aki: neutral",
    "field:c3": "c3: a bullet",
    "field:d4": "d4 Slaugg, pirates",
    "seat:1": "seat 1 (Ann, you), Kanbei",
    "seat:2": "seat 2 (Bob), Kyuzo",
    "seat:3": "seat 3 (Bob 2), Daisuke",
}
BOARD = """Night, version 3
Turn of Ann; to act: Ann
12 !     .     p     !p
Signs: two letters a titan, ! an owl, p pirates (at sea)
> Slaugg (Ann): d4, lap 1, resting, ability ready
seat 1 (Ann): life 3, points 1; line: R1 (2, fire), R2 (3, wound); left: doll
  Acid Attack: It burns
seat 2 (Bob): 1 card (Mask); hand: Cloak
last discarded: Boots; deck: 3"""
LINE = "line: R1 (2, fire), R2 (3, wound); left: doll"
PICTURE = f"<desc>{BOARD}</desc>" + "".join(
    f'<g data-spot="{spot}"><title>{words}</title></g>' for spot, words in SPOTS.items()
)


@pytest.fixture
def lookups() -> Lookups:
    """Return what may be looked up of a title."""
    rules = ListClausesResponse(clauses=CLAUSES)
    client = SimpleNamespace(title=lambda *_: LISTING, clauses=lambda *_: rules)
    return Lookups(cast("Gunbai", client), "night", 1)


def test_of_several_things_that_a_name_may_stand_for_those_on_the_board_are_meant(lookups: Lookups) -> None:
    assert lookups.ids("aci", PICTURE) == {"acid"}
    assert lookups.ids("Acid Rain", PICTURE) == {"acid_rain"}
    assert lookups.ids("mas", PICTURE) == {"mask", "mast"}
    assert lookups.ids("aki", PICTURE) == {"aki"}


def test_cards_of_one_name_are_told_once() -> None:
    heads = [Component(id=f"extra_head_{number}", name="Extra Head", text="You get one more die.") for number in (1, 2)]
    client = SimpleNamespace(title=lambda *_: GetTitleResponse(components=heads))
    lines = list(Lookups(cast("Gunbai", client), "night", 1).thing("extra head", PICTURE))
    assert lines == ["[bold]Extra Head[/]: You get one more die."]


def test_the_rules_begin_with_the_aim_and_how_to_read_on(lookups: Lookups) -> None:
    aim, more = (Text.from_markup(line).plain for line in lookups.aim())
    assert aim == "Night  Be the last awake."
    assert "`rules NI-1.1` explains one, `gunbai title clauses night` lists all 11." in more


def test_clauses_are_found_by_a_word_or_its_beginning(lookups: Lookups) -> None:
    *clauses, more = lookups.clauses_with("lav")
    assert (len(clauses), clauses[0]) == (MOST, "[bold]NI-1.1   [/]Rule 1 of lava-fields.")
    assert "and 3 more: `gunbai title clauses night --search lav`" in more
    assert "`gunbai title clauses night --search 'of lava'`" in [*lookups.clauses_with("of lava")][-1]
    assert list(lookups.clauses_with("ava")) == []


def test_a_clause_is_explained_by_its_number(lookups: Lookups) -> None:
    assert next(lookups.clause("ni-1.2")) == "[bold]NI-1.2[/]  Rule 2 of lava-fields."
    assert list(lookups.clause("NI-9.9")) == []


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("acid", ["Acid Attack: It burns. Costs 6", "      Now: seat 1 (Ann)"]),
        ("acid attack", ["Acid Attack: It burns. Costs 6", "      Now: seat 1 (Ann)"]),
        ("att", ["Acid Attack: It burns. Costs 6", "      Now: seat 1 (Ann)"]),
        ("mask", ["Mask: It hides", "      Now: seat 2 (Bob): 1 card (Mask); …"]),
        ("R2", ["R2: Value 3", "      Now: seat 1 (Ann): …; line: …, R2 (3, wound); …"]),
        ("Aki", ["Aki: Next to Bingo", "      Now: Aki: neutral"]),
        ("c3", ["c3: a bullet"]),
        (
            "resting",
            ["resting: The titan has passed (NI-1.2)", "      Now: > Slaugg (Ann): …, resting, …"],
        ),
        ("ready", ["ability ready: It can be used", "      Now: > Slaugg (Ann): …, ability ready"]),
        ("?", ["?: A card that lies face down"]),
        ("sl", ["Sl: The titan Slaugg"]),
        ("castle", []),
        ("1", []),
        ("ac", []),
        ("moon", []),
    ],
)
def test_a_thing_is_told_by_its_name_with_how_and_where_it_lies(lookups: Lookups, name: str, lines: list[str]) -> None:
    assert [Text.from_markup(line).plain for line in lookups.thing(name, PICTURE)] == lines


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("d4", ["d4 Slaugg, pirates", "NI-10.10 On each pirate field a titan loses 1 life."]),
        ("!", ["! an owl", "NI-2.1   An owl takes a card."]),
        ("P!", []),
        (
            "!p",
            [
                *("! an owl", "NI-2.1   An owl takes a card."),
                *("p pirates (at sea)", "NI-10.10 On each pirate field a titan loses 1 life."),
            ],
        ),
        ("p", ["p pirates (at sea)", "NI-10.10 On each pirate field a titan loses 1 life."]),
    ],
)
def test_a_place_and_a_sign_of_the_board_are_told_with_the_clauses_on_them(
    lookups: Lookups, name: str, lines: list[str]
) -> None:
    assert [Text.from_markup(line).plain for line in lookups.thing(name, PICTURE)] == lines


@pytest.mark.parametrize(
    ("word", "lines"),
    [
        ("resting", ["> Slaugg (Ann): …, resting, …"]),
        ("Ann", ["> Slaugg (Ann): d4, lap 1, resting, ability ready", "seat 1 (Ann): life 3, points 1; " + LINE]),
        ("cloak", ["seat 2 (Bob): …; hand: Cloak"]),
        ("boots", ["last discarded: Boots; …"]),
        ("moon", []),
    ],
)
def test_a_word_is_found_on_the_board_with_what_it_stands_under(lookups: Lookups, word: str, lines: list[str]) -> None:
    assert [Text.from_markup(line).plain for line in lookups.on_board(word, PICTURE)] == lines


def test_clauses_are_found_by_a_plural_and_by_their_place(lookups: Lookups) -> None:
    assert [Text.from_markup(line).plain for line in lookups.clauses_with("pirates")] == [
        "NI-10.10 On each pirate field a titan loses 1 life."
    ]
    assert [Text.from_markup(line).plain for line in lookups.clauses_with("kaldheira")] == [
        "NI-2.1   An owl takes a card. (Owls of Kaldheira)"
    ]
    assert list(lookups.clauses_with("ki")) == []


def test_who_plays_learns_the_game_by_words(run: Run, duel: str) -> None:
    typed = "rules\nrules bullet\nIN-2.2\nkicker\nwhat c3\nwhat IN-9.99\nwhat large\nnonsense\n"
    played = run("play", duel, typed=typed)
    assert played.code == 0
    for text in (
        "INFLUDANCE Duel  Be the first to reach your winning line",
        "IN-5.1  Each bullet on the evaluated field shoots",
        "\nIN-2.2  ",
        "  Czech rulebook, Maty Moves: ",
        "kicker: Shoots both cowboys one field ahead",
        "c3: red bullet ",
        "neither the board nor the rules mention 'IN-9.99'",
        " A large figure covers two neighbouring fields",
        "nothing here matches 'nonsense'",
    ):
        assert text in played.out
    assert "→ Ann chooses" not in played.out


def test_marks_on_letters_do_not_count_in_what_is_looked_up(run: Run, duel: str) -> None:
    looked_up = "what slepa munice\nrules zeton\nwhat NAKOPAVACKA\n"
    played = run("play", duel, "--language", "cs", typed=looked_up).out
    assert "Slepá munice: Neudělá nic. 3 z 12 žetonů" in played
    assert "IN-2.10 Po umístění kovbojů se dvanáct žetonů zamíchá" in played
    assert "Nakopávačka: Odstřelí oba kovboje" in played
    assert "IN-6.6" in run("title", "clauses", DUEL, "--language", "cs", "--search", "vystreleny").out


def test_a_name_explains_nothing_to_a_strict_script(run: Run, duel: str) -> None:
    assert run("play", duel, "--strict", typed="kicker\n").code == 2


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("Bob", {2}),
        ("bob 2", {3}),
        ("bo", {2, 3}),
        ("kyu", {2}),
        ("ANN", {1}),
        ("seat 3", {3}),
        ("3", {3}),
        ("4", set()),
        ("cloak", set()),
        ("", {1, 2, 3}),
    ],
)
def test_a_seat_is_found_by_its_player_its_number_or_what_they_play(
    lookups: Lookups, name: str, seats: set[int]
) -> None:
    assert lookups.seats(name, PICTURE) == seats


@pytest.mark.parametrize("typed", ["rules 4.2", "what 4.2", "4.2", "rules in-4.2"])
def test_a_clause_of_the_game_is_explained_without_the_code_of_its_title(run: Run, duel: str, typed: str) -> None:
    played = run("play", duel, typed=f"{typed}\nquit\n").out
    assert "IN-4.2  A step cannot go ahead or diagonally ahead.\n" in played
    assert "Czech rulebook, Maty Moves: A player's turn\n" in played
