"""Choices: what is listed of the legal commands, with which labels, and where labels and words lead."""

from __future__ import annotations

from itertools import combinations

from clients.cli.table.choices import Choices
from clients.cli.table.moves import Move
from gunbai.infludance_duel.v1 import commands_pb2 as duel
from gunbai.king_of_tokyo.v1 import commands_pb2 as tokyo
from gunbai.liars_dice.v1 import commands_pb2 as liars
from gunbai.samurai_spirit.v1 import commands_pb2 as samurai
from gunbai.shogun.v1 import commands_pb2 as shogun
from gunbai.titan_race.v1 import commands_pb2 as race

FACES = ("3", "heart", "heart", "attack", "energy", "energy")
DICE = {f"die:{number}": face for number, face in enumerate(FACES, 1)}


def reroll(*dice: int) -> Move:
    named = ", ".join(map(str, dice))
    sentence = f"Reroll {'die' if len(dice) == 1 else 'dice'} {named}."
    dice_kept = (die for die in range(1, 7) if die not in dice)
    return Move(tokyo.Reroll(dice=dice), sentence, tuple(f"die:{die}" for die in dice_kept))


def commands_of(title: str, *names: str) -> tuple[str, ...]:
    """Return the full names of commands of a title."""
    return tuple(f"gunbai.{title}.v1.{name}" for name in names)


STOP = Move(tokyo.StopRolling(), "Stop rolling.")
REROLLS = tuple(reroll(*dice) for count in range(1, 7) for dice in combinations(range(1, 7), count))
ROLLS = commands_of("king_of_tokyo", "Reroll", "TurnDie", "StopRolling")
ROLLING = Choices((*REROLLS, STOP), DICE, ROLLS)
CHALLENGE = Move(liars.ChallengeBid(), "Challenge the bid.")
BIDS = tuple(
    Move(liars.MakeBid(quantity=quantity, face=face), f"Bid {quantity} dice showing {face}.")
    for quantity in range(2, 8)
    for face in range(1, 7)
)
RAISES = commands_of("liars_dice", "MakeBid", "ChallengeBid", "CallSpotOn")
BIDDING = Choices((CHALLENGE, *BIDS), {}, RAISES)
MARCHES = Choices(
    tuple(
        Move(shogun.MarchTo(province=name.lower()), f"March to {name}.", (f"province:{name.lower()}",))
        for name in ("Kai", "Mino", "Mikawa")
    ),
    {"province:kai": "Kai: seat 2 (Bob), armies: 3, revolt markers: 1", "province:mino": "Mino: neutral"},
)
FIGHTING = Choices(
    (
        Move(samurai.Fight(), "Fight."),
        Move(samurai.Support(to_seat=2), "Support Bob.", ("seat:2",)),
        Move(samurai.Support(to_seat=3), "Support Greedy.", ("seat:3",)),
        Move(samurai.Pass(), "Pass."),
    ),
    {"seat:2": "seat 2 (Bob), Heihachi", "seat:3": "seat 3 (Greedy), Kyuzo"},
    commands_of("samurai_spirit", "Fight", "Support", "Pass"),
)


def listed(choices: Choices) -> list[str]:
    return [f"{option.key} {option.label}" for option in choices.options]


def led(choices: Choices, *keys: str) -> Choices:
    """Return where labels lead, all of them."""
    pair = choices.followed(keys)
    assert pair is not None
    assert not pair[1]
    return pair[0]


def only(choices: Choices) -> object:
    """Return the command that is left."""
    (move,) = choices.left
    return move.command


# --- Labels ---


def test_dice_are_listed_with_their_faces_in_place_of_their_combinations() -> None:
    assert ROLLING.things is not None
    assert ROLLING.things.keys == ("a", "b", "c", "d", "e", "f")
    assert ROLLING.things.words == FACES
    assert listed(ROLLING) == ["1 Stop rolling."]


def test_the_label_of_a_row_is_the_same_whatever_else_is_legal() -> None:
    assert listed(Choices((STOP,), DICE, ROLLS)) == listed(ROLLING)
    assert listed(Choices((CHALLENGE,), {}, RAISES)) == ["a Challenge the bid."]
    assert listed(BIDDING)[-1] == "a Challenge the bid."
    assert listed(Choices((CHALLENGE, BIDS[-1]), {}, RAISES)) == ["7 Bid 7 dice showing 6.", "a Challenge the bid."]


def test_amounts_are_typed_as_they_are() -> None:
    groups = Choices(tuple(Move(shogun.PlaceGroup(armies=n), f"Place {n} armies.") for n in (5, 4, 2)))
    assert [option.key for option in groups.options] == ["5", "4", "2"]
    assert only(led(groups, "4")) == shogun.PlaceGroup(armies=4)
    assert groups.followed(["1"]) is None
    last = Choices((Move(shogun.PlaceGroup(armies=2), "Place 2 armies."),))
    assert listed(last) == ["2 Place 2 armies."]


def test_a_seat_is_no_amount() -> None:
    assert listed(FIGHTING) == ["1 Fight.", "2 Support Bob.", "3 Support Greedy.", "4 Pass."]


def test_amounts_lead_from_field_to_field() -> None:
    assert listed(BIDDING)[:2] == ["2 Bid 2 dice showing …", "3 Bid 3 dice showing …"]
    assert listed(led(BIDDING, "3"))[-1] == "6 Bid 3 dice showing 6."
    assert only(led(BIDDING, "3", "5")) == liars.MakeBid(quantity=3, face=5)
    assert only(led(Choices((CHALLENGE, BIDS[-1]), {}, RAISES), "7", "6")) == liars.MakeBid(quantity=7, face=6)
    assert BIDDING.followed(["9"]) is None


def test_a_list_is_as_long_as_the_cards_in_a_hand() -> None:
    laid = tuple(Move(shogun.LayCard(seat=1, card=f"c{n}"), f"Lay c{n}.") for n in range(14))
    up = Move(shogun.TakeCardUp(seat=1), "Take back the last card.", takes_back=True)
    assert listed(Choices((*laid, up)))[::14] == ["1 Lay c0.", "15 Take back the last card."]


def test_many_commands_of_a_type_among_others_are_one_row() -> None:
    plays = tuple(Move(race.PlayCard(card=f"c{n}"), f"Play c{n} now.") for n in range(30))
    assert listed(Choices((*plays, Move(race.EndTurn(), "End the turn.")))) == ["1 Play … now.", "2 End the turn."]


def test_a_list_in_which_the_order_counts_is_no_set_of_things() -> None:
    ahead, left = race.DIRECTION_FORWARD, race.DIRECTION_FORWARD_LEFT
    paths = [(ahead, ahead), (ahead, left), (left, ahead), (left, left)]
    assert Choices(tuple(Move(race.Move(path=path), f"Move {path}.") for path in paths)).things is None


# --- Rows ---


def test_rows_stand_in_the_order_of_the_step_and_what_takes_back_comes_last() -> None:
    heal = Move(tokyo.HealRapidly(), "Pay 2 energy to heal 1.")
    sweep, end = Move(tokyo.SweepMarket(), "Pay 2 energy to sweep."), Move(tokyo.EndBuying(), "Buy nothing more.")
    names = commands_of("king_of_tokyo", "BuyCard", "SweepMarket", "EndBuying")
    buying = Choices((end, heal, sweep, Move(tokyo.BuyCard(card="wings"), "Buy Wings.")), {}, names)
    assert [move.kind for row in buying.options for move in row.moves] == [
        "BuyCard",
        "SweepMarket",
        "EndBuying",
        "HealRapidly",
    ]
    planning = (Move(shogun.TakeCardUp(), "Take back.", takes_back=True), Move(shogun.SealPlan(), "Seal the plan."))
    assert listed(Choices(planning, {}, commands_of("shogun", "TakeCardUp", "SealPlan")))[0] == "1 Seal the plan."


def test_a_choice_is_listed_with_what_the_picture_says_of_it() -> None:
    assert [option.note for option in MARCHES.options] == [
        "Kai: seat 2 (Bob), armies: 3, revolt markers: 1",
        "Mino: neutral",
        "",
    ]


def test_a_row_shows_its_whole_path_though_every_path_ends_there() -> None:
    words = {"field:C9": "C9", "field:E9": "E9 lava", "field:F10": "F10", "field:B10": "B10", "field:A11": "A11 lava"}
    ways = (("C9", "B10", "A11"), ("E9", "F10", "A11"))
    moves = tuple(Move(race.Move(), f"Go {n}.", tuple(f"field:{field}" for field in way)) for n, way in enumerate(ways))
    rows = Choices(moves, words)
    assert [option.note for option in rows.options] == ["C9; B10; A11 lava", "E9 lava; F10; A11 lava"]
    assert [option.note for option in rows.keeping(frozenset((1,))).options] == ["E9 lava; F10; A11 lava"]


# --- Words ---


def test_a_word_of_the_board_fits_whole_and_its_beginning_too() -> None:
    assert MARCHES.matching(["mi"], whole=True) is None
    choices, kai = MARCHES.matching(["mi"], whole=False), MARCHES.matching(["kai"], whole=True)
    assert choices is not None
    assert kai is not None
    assert [move.command for move in choices.left] == [
        shogun.MarchTo(province=province) for province in ("mino", "mikawa")
    ]
    assert only(kai) == shogun.MarchTo(province="kai")


def test_a_list_that_is_narrowed_keeps_the_labels_of_the_full_one() -> None:
    choices = FIGHTING.matching(["support"], whole=True)
    assert choices is not None
    assert listed(choices) == ["2 Support Bob.", "3 Support Greedy."]
    assert only(led(choices, "3")) == samurai.Support(to_seat=3)
    assert only(led(choices, "1")) == samurai.Fight()


def test_a_row_of_a_narrowed_list_leads_to_what_is_left_of_it() -> None:
    choices = BIDDING.matching(["showing", "5"], whole=True)
    assert choices is not None
    assert listed(choices)[0] == "2 Bid 2 dice showing 5."
    assert only(led(choices, "2")) == liars.MakeBid(quantity=2, face=5)
    assert len(led(BIDDING, "2").options) == 6


def test_a_list_of_one_is_chosen_by_its_number() -> None:
    assert only(led(Choices((Move(duel.Shoot(), "Shoot."),)), "1")) == duel.Shoot()
