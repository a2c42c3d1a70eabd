"""Choices: what is listed of the legal commands, and what a typed line means."""

from __future__ import annotations

from itertools import combinations

from clients.cli.choices import Choices, Move, label
from gunbai.infludance_duel.v1 import commands_pb2 as duel
from gunbai.king_of_tokyo.v1 import commands_pb2 as tokyo
from gunbai.liars_dice.v1 import commands_pb2 as liars
from gunbai.shogun.v1 import commands_pb2 as shogun
from gunbai.titan_race.v1 import commands_pb2 as race

FACES = ("3", "heart", "heart", "attack", "energy", "energy")
DICE = {f"die:{number}": face for number, face in enumerate(FACES, 1)}


def reroll(*dice: int) -> Move:
    named = ", ".join(map(str, dice))
    sentence = f"Reroll {'die' if len(dice) == 1 else 'dice'} {named}."
    kept = (die for die in range(1, 7) if die not in dice)
    return Move(tokyo.Reroll(dice=dice), sentence, tuple(f"die:{die}" for die in kept))


STOP = Move(tokyo.StopRolling(), "Stop rolling.")
REROLLS = tuple(reroll(*dice) for count in range(1, 7) for dice in combinations(range(1, 7), count))
ROLLING = Choices((*REROLLS, STOP), DICE)
FACE_WORDS = ("", "ones", "twos", "threes", "fours", "fives", "sixes")
BIDS = tuple(
    Move(liars.MakeBid(quantity=quantity, face=face), f"Bid {quantity} {FACE_WORDS[face]}.")
    for quantity in range(2, 8)
    for face in range(1, 7)
)
BIDDING = Choices((*BIDS, Move(liars.ChallengeBid(), "Challenge the bid.")))
MARCHES = Choices(
    tuple(
        Move(shogun.MarchTo(province=name.lower()), f"March to {name}.", (f"province:{name.lower()}",))
        for name in ("Kai", "Mino", "Mikawa")
    ),
    {"province:kai": "Kai: seat 2 (Bob), armies: 3, revolt markers: 1", "province:mino": "Mino: neutral"},
)


def only(choices: Choices | None) -> object:
    """Return the command that is left."""
    assert choices is not None
    assert len(choices.moves) == 1
    return choices.moves[0].command


def test_dice_are_listed_with_their_faces_in_place_of_their_combinations() -> None:
    assert ROLLING.things is not None
    assert ROLLING.things.keys == ("1", "2", "3", "4", "5", "6")
    assert ROLLING.things.words == FACES
    assert [(option.key, option.label) for option in ROLLING.options] == [("a", "Stop rolling.")]


def test_the_dice_to_keep_are_named_by_position_or_by_face() -> None:
    assert only(ROLLING.chosen("keep 2 3")) == tokyo.Reroll(dice=[1, 4, 5, 6])
    assert only(ROLLING.chosen("keep hearts")) == tokyo.Reroll(dice=[1, 4, 5, 6])
    assert only(ROLLING.chosen("keep heart energy")) == tokyo.Reroll(dice=[1, 3, 4, 6])
    assert only(ROLLING.chosen("KEEP Attack, 5")) == tokyo.Reroll(dice=[1, 2, 3, 6])
    assert ROLLING.chosen("keep all") is None
    assert ROLLING.chosen("keep claws") is None


def test_the_dice_to_roll_are_named_with_or_without_the_word_of_the_list() -> None:
    assert only(ROLLING.chosen("1 4")) == tokyo.Reroll(dice=[1, 4])
    assert only(ROLLING.chosen("reroll 1")) == tokyo.Reroll(dice=[1])
    assert only(ROLLING.chosen("all")) == tokyo.Reroll(dice=[1, 2, 3, 4, 5, 6])
    assert only(ROLLING.chosen("a")) == tokyo.StopRolling()
    assert only(ROLLING.chosen("stop")) == tokyo.StopRolling()


def test_a_list_in_which_the_order_counts_is_no_set_of_things() -> None:
    ahead, left = race.DIRECTION_FORWARD, race.DIRECTION_FORWARD_LEFT
    paths = [(ahead, ahead), (ahead, left), (left, ahead), (left, left)]
    assert Choices(tuple(Move(race.Move(path=path), f"Move {path}.") for path in paths)).things is None


def test_amounts_are_typed_as_they_are() -> None:
    groups = Choices(tuple(Move(shogun.PlaceGroup(armies=n), f"Place {n} armies.") for n in (5, 4, 2)))
    assert [option.key for option in groups.options] == ["5", "4", "2"]
    assert only(groups.chosen("4")) == shogun.PlaceGroup(armies=4)
    assert groups.chosen("1") is None


def test_many_commands_of_one_type_are_asked_for_field_by_field() -> None:
    assert [option.label for option in BIDDING.options] == ["Bid …", "Challenge the bid."]
    bids = BIDDING.chosen("a")
    assert bids is not None
    assert [(option.key, option.label) for option in bids.options][:2] == [("2", "Bid 2 …"), ("3", "Bid 3 …")]
    assert only(bids.chosen("3 5")) == liars.MakeBid(quantity=3, face=5)


def test_numbers_in_a_row_lead_on_at_once() -> None:
    assert only(BIDDING.chosen("3 5")) == liars.MakeBid(quantity=3, face=5)
    assert only(BIDDING.chosen("3 fives")) == liars.MakeBid(quantity=3, face=5)
    assert only(BIDDING.chosen("challenge")) == liars.ChallengeBid()


def test_a_key_that_is_followed_by_what_fits_nothing_chooses_nothing() -> None:
    assert MARCHES.chosen("1 2") is None
    assert BIDDING.chosen("3 9") is None


def test_a_choice_is_listed_with_what_the_picture_says_of_it() -> None:
    assert [option.note for option in MARCHES.options] == [
        "Kai: seat 2 (Bob), armies: 3, revolt markers: 1",
        "Mino: neutral",
        "",
    ]


def test_a_word_of_the_board_chooses_and_its_beginning_only_finds() -> None:
    assert only(MARCHES.chosen("kai")) == shogun.MarchTo(province="kai")
    assert MARCHES.chosen("mi") is None
    found = MARCHES.found("mi")
    assert found is not None
    assert [move.command for move in found.moves] == [shogun.MarchTo(province=each) for each in ("mino", "mikawa")]


def test_a_number_alone_never_chooses_from_a_list_above() -> None:
    assert BIDDING.spoken("3") is None
    assert only(BIDDING.spoken("challenge")) == liars.ChallengeBid()


def test_a_list_of_one_is_chosen_by_its_number() -> None:
    assert only(Choices((Move(duel.Shoot(), "Shoot."),)).chosen("1")) == duel.Shoot()


def test_commands_without_a_shared_word_are_called_by_their_type() -> None:
    assert label([Move(duel.EndTurn(), "Ende."), Move(duel.EndTurn(), "Schluss.")]) == "End turn …"
