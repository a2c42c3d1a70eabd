"""The chooser: what becomes of typed lines."""

from __future__ import annotations

import pytest
from google.protobuf.message import Message

from clients.cli.table.choices import Choices
from clients.cli.table.chooser import Chooser, Chosen, Mistaken, Shown, ranges
from clients.cli.table.moves import Move
from gunbai.king_of_tokyo.v1 import commands_pb2 as tokyo
from gunbai.liars_dice.v1 import commands_pb2 as liars
from gunbai.samurai_spirit.v1 import commands_pb2 as samurai
from gunbai.shogun.v1 import commands_pb2 as shogun
from gunbai.titan_race.v1 import commands_pb2 as race
from tests.clients.cli.table.test_choices import BIDDING, DICE, FIGHTING, MARCHES, REROLLS, ROLLING, ROLLS, STOP

RACING = Choices(
    (
        Move(race.Move(path=[race.DIRECTION_FORWARD_LEFT]), "Move forward left.", ("field:D6", "field:E7")),
        Move(race.Move(path=[race.DIRECTION_FORWARD]), "Move forward.", ("field:E7",)),
        Move(race.UseAbility(field="E7"), "Use Shove on Slaugg of C, forward: to E7.", ("field:E7",)),
    ),
    {"field:D6": "D6", "field:E7": "E7 special field"},
)
BUYING = Choices((Move(tokyo.EndBuying(), "Buy nothing more."),))


def chosen(chooser: Chooser, line: str) -> Message:
    heard = chooser.heard(line)
    assert isinstance(heard, Chosen), heard
    return heard.command


def shown(chooser: Chooser, line: str) -> list[str]:
    heard = chooser.heard(line)
    assert isinstance(heard, Shown), heard
    return heard.plain


def mistake(chooser: Chooser, line: str) -> str:
    heard = chooser.heard(line)
    assert isinstance(heard, Mistaken), heard
    return heard.text


# --- Proposals ---


@pytest.mark.parametrize("word", ["no", "Ne", "nie"])
def test_what_is_proposed_can_be_refused(word: str) -> None:
    buying = Chooser(Choices((*BUYING.moves, Move(tokyo.BuyCard(card="heal"), "Buy Heal: not dear."))))
    assert shown(buying, "more") == ["Buy nothing more. Enter chooses it."]
    assert shown(buying, word) == ["Nothing was chosen."]
    assert len(shown(buying, "")) > 1


def test_a_note_beside_a_choice_denies_nothing() -> None:
    laying = Choices(
        (
            Move(shogun.LayCard(card="chest0"), "Lay 0 war chests (no action there)."),
            Move(shogun.LayCard(card="hida"), "Lay Hida."),
        )
    )
    assert chosen(Chooser(laying), "lay 0 war chests") == shogun.LayCard(card="chest0")


def test_the_beginning_of_a_word_proposes_and_enter_chooses() -> None:
    fighting = Chooser(FIGHTING)
    assert shown(fighting, "gre") == ["Support Greedy. Enter chooses it."]
    assert chosen(fighting, "") == samurai.Support(to_seat=3)


def test_a_number_after_a_proposal_means_what_the_list_above_has_beside_it() -> None:
    fighting = Chooser(FIGHTING)
    shown(fighting, "gre")
    assert chosen(fighting, "1") == samurai.Fight()


@pytest.mark.parametrize("between", ["search gre", "qqqq", "sup", "9"])
def test_whatever_is_typed_between_cancels_a_proposal(between: str) -> None:
    fighting = Chooser(FIGHTING)
    shown(fighting, "gre")
    fighting.heard(between)
    assert shown(fighting, "")[0] == "1  Fight."


def test_a_word_does_not_choose_the_opposite_of_what_it_says() -> None:
    buying = Chooser(BUYING)
    assert shown(buying, "buy") == ["Buy nothing more. Enter chooses it."]
    assert chosen(buying, "nothing") == tokyo.EndBuying()


@pytest.mark.parametrize("line", ["e7", "special", "E7 field"])
def test_a_word_behind_a_sentence_is_asked_back_like_one_within_it(line: str) -> None:
    racing = Chooser(RACING)
    assert shown(racing, line)[-1] == "3 of 3 match; `all` or Enter shows all."
    assert chosen(racing, "3") == race.UseAbility(field="E7")


def test_what_the_picture_says_of_one_row_alone_chooses_it() -> None:
    assert chosen(Chooser(RACING), "D6") == race.Move(path=[race.DIRECTION_FORWARD_LEFT])
    assert chosen(Chooser(RACING), "shove E7") == race.UseAbility(field="E7")
    assert shown(Chooser(RACING), "move e7")[-1] == "2 of 3 match; `all` or Enter shows all."
    assert chosen(Chooser(MARCHES), "revolt") == shogun.MarchTo(province="kai")


def test_a_label_that_is_also_what_a_die_shows_is_asked_back() -> None:
    rolling = Chooser(Choices((*REROLLS, STOP), {**DICE, "die:1": "1"}, ROLLS))
    assert mistake(rolling, "1") == (
        "'1' is the label of 'Stop rolling.', and a thing shows it too: type 'stop rolling', "
        "or begin with `keep` or `reroll`"
    )
    assert chosen(rolling, "stop rolling") == tokyo.StopRolling()
    assert chosen(rolling, "keep 1") == tokyo.Reroll(dice=[2, 3, 4, 5, 6])
    assert chosen(Chooser(ROLLING), "1") == tokyo.StopRolling()


# --- Narrowing ---


def test_a_search_chooses_nothing_and_keeps_the_labels() -> None:
    fighting = Chooser(FIGHTING)
    assert shown(fighting, "search greedy") == [
        "3  Support Greedy.  seat 3 (Greedy), Kyuzo",
        "1 of 4 matches; `all` or Enter shows all.",
    ]
    assert shown(fighting, "")[0] == "1  Fight."
    shown(fighting, "search greedy")
    assert chosen(fighting, "3") == samurai.Support(to_seat=3)


def test_a_search_without_words_explains_itself() -> None:
    assert shown(Chooser(FIGHTING), "search") == [
        "`search` with words, such as `search bob`, lists the matches and chooses nothing"
    ]


def test_words_that_fit_several_list_them_and_all_shows_all() -> None:
    fighting = Chooser(FIGHTING)
    assert shown(fighting, "support")[-1] == "2 of 4 match; `all` or Enter shows all."
    assert len(shown(fighting, "all")) == 4
    shown(fighting, "support")
    assert chosen(fighting, "4") == samurai.Pass()


def test_a_printed_sentence_chooses() -> None:
    assert chosen(Chooser(BIDDING), "Bid 5 dice showing 6.") == liars.MakeBid(quantity=5, face=6)
    assert chosen(Chooser(BIDDING), "5 dice 6") == liars.MakeBid(quantity=5, face=6)
    assert chosen(Chooser(ROLLING), "Reroll dice 1, 4.") == tokyo.Reroll(dice=[1, 4])


@pytest.mark.parametrize(
    "typed", ["bid 3 sixes", "three sixes", "3 sixes", "3x6", "3 x 6", "bid 3 x 6", "tři šestky", "trzy szóstki"]
)
def test_numbers_are_typed_as_they_are_spoken(typed: str) -> None:
    assert chosen(Chooser(BIDDING), typed) == liars.MakeBid(quantity=3, face=6)


def test_a_word_for_dice_of_a_face_is_no_amount() -> None:
    assert shown(Chooser(BIDDING), "sixes")[-1] == "6 of 37 match; `all` or Enter shows all."
    bidding = Chooser(BIDDING)
    shown(bidding, "sixes")
    assert [move.command.face for move in bidding.current.left] == [6] * 6  # type: ignore[attr-defined]  # all are bids
    assert chosen(bidding, "3") == liars.MakeBid(quantity=3, face=6)
    opened = Chooser(BIDDING)
    shown(opened, "4")
    assert chosen(opened, "fives") == liars.MakeBid(quantity=4, face=5)


def test_things_are_searched_by_their_words() -> None:
    assert shown(Chooser(ROLLING), "search hear")[1:] == [
        "b heart   c heart",
        "2 of 6 match; `all` or Enter shows all.",
    ]
    assert chosen(Chooser(ROLLING), "keep hearts") == tokyo.Reroll(dice=[1, 4, 5, 6])
    assert chosen(Chooser(ROLLING), "stop") == tokyo.StopRolling()


def test_the_name_of_a_command_lists_its_moves_or_chooses_the_only_one() -> None:
    fighting = Chooser(FIGHTING)
    listed = fighting.of_kind("Support")
    assert isinstance(listed, Shown)
    assert listed.unfinished
    assert [move.kind for move in fighting.current.left] == ["Support", "Support"]
    assert fighting.of_kind("Fight") is None
    assert fighting.of_kind("Step") is None
    alone = Chooser(Choices((FIGHTING.moves[0], FIGHTING.moves[1])))
    assert alone.of_kind("Support") == Chosen(samurai.Support(to_seat=2))


# --- Labels in a row ---


def test_numbers_in_a_row_lead_on_at_once() -> None:
    assert chosen(Chooser(BIDDING), "3 5") == liars.MakeBid(quantity=3, face=5)
    bidding = Chooser(BIDDING)
    assert shown(bidding, "3")[-1] == "`undo` goes back."
    assert chosen(bidding, "5") == liars.MakeBid(quantity=3, face=5)
    assert chosen(Chooser(BIDDING), "a") == liars.ChallengeBid()


def test_what_leads_no_further_is_not_dropped_and_nothing_is_chosen() -> None:
    assert mistake(Chooser(MARCHES), "1 1") == "nothing was chosen: '1' does not follow 'March to Kai.'"
    assert "'9' does not follow" in mistake(Chooser(BIDDING), "3 9")
    bidding = Chooser(BIDDING)
    shown(bidding, "4")
    assert "'5' does not follow" in mistake(bidding, "6 5")
    assert mistake(Chooser(BIDDING), "9 5") == "no 9 here: choose 2 to 7 or a"


def test_words_may_follow_a_label() -> None:
    assert chosen(Chooser(BIDDING), "5 dice 6") == liars.MakeBid(quantity=5, face=6)
    assert shown(Chooser(BIDDING), "5 dice")[0].startswith("5  Bid 5 dice showing …")


def test_a_list_that_was_opened_is_left_again() -> None:
    bidding = Chooser(BIDDING)
    shown(bidding, "3")
    assert bidding.back()
    assert chosen(bidding, "3 6") == liars.MakeBid(quantity=3, face=6)
    assert not Chooser(BIDDING).back()
    shown(bidding, "search 5")
    assert bidding.back()
    assert bidding.current is BIDDING


def test_words_in_a_list_that_was_opened_may_fit_the_whole_question() -> None:
    bidding = Chooser(BIDDING)
    shown(bidding, "3")
    assert chosen(bidding, "challenge") == liars.ChallengeBid()


# --- What fits nothing ---


def test_a_number_that_is_not_listed_says_which_there_are() -> None:
    groups = Choices(tuple(Move(shogun.PlaceGroup(armies=n), f"Place {n} armies.") for n in (5, 4, 3, 2)))
    assert mistake(Chooser(groups), "9") == "no 9 here: choose 5, 4, 3 or 2"
    assert mistake(Chooser(BIDDING), "9") == "no 9 here: choose 2 to 7 or a"
    bidding = Chooser(BIDDING)
    shown(bidding, "3")
    assert mistake(bidding, "8") == "no 8 here: choose 1 to 6; `undo` goes back"


@pytest.mark.parametrize("line", ["-1", "+3", "\\", "1\\", "#"])
def test_a_sign_is_not_dropped(line: str) -> None:
    assert line in mistake(Chooser(FIGHTING), line).replace("\\\\", "\\") or "does not follow" in mistake(
        Chooser(FIGHTING), line
    )


def test_a_misspelled_word_is_asked_about() -> None:
    assert mistake(Chooser(FIGHTING), "fihgt") == "nothing here matches 'fihgt'; did you mean 'Fight'?"
    assert mistake(Chooser(FIGHTING), "serach bob") == "nothing here matches 'serach bob'; did you mean 'search bob'?"
    assert mistake(Chooser(FIGHTING), "qqqq") == "nothing here matches 'qqqq'; ? shows help"


@pytest.mark.parametrize("line", ["keep energy", "nech energii"])
def test_to_keep_where_nothing_can_be_named_any_more_says_so(line: str) -> None:
    board = "Apartment Building (costs 5 energy, is kept)"
    for move in (Move(tokyo.StopRolling(), "Stop rolling."), Move(tokyo.Roll(), "Roll the dice.")):
        problem = mistake(Chooser(Choices((move,)), board), line)
        assert problem == "nothing to keep here: choose 1"


def test_a_misspelled_word_after_keep_is_asked_about_where_a_choice_keeps_something() -> None:
    keeping = Chooser(Choices((Move(tokyo.KeepMimic(), "Keep the copy."), Move(tokyo.Roll(), "Roll the dice."))))
    assert mistake(keeping, "keep cpoy") == "nothing here matches 'keep cpoy'; did you mean 'keep copy'?"


def test_a_word_of_the_board_that_no_choice_has_says_so() -> None:
    fighting = Chooser(FIGHTING, "5 of 5 barricades")
    assert mistake(fighting, "barricades") == ("'barricades' is on the board, but you cannot choose it now")


@pytest.mark.parametrize("line", ["meka dragon", "Play Meka Dragon", "play mekadragon"])
def test_a_name_in_one_word_is_typed_as_two(line: str) -> None:
    monsters = {"king": "Play King.", "mekadragon": "Play MekaDragon."}
    moves = tuple(Move(tokyo.ChooseMonster(monster=name), sentence) for name, sentence in monsters.items())
    assert chosen(Chooser(Choices(moves)), line) == tokyo.ChooseMonster(monster="mekadragon")


def test_labels_in_words() -> None:
    assert ranges(["1"]) == "1"
    assert ranges(["1", "2"]) == "1 or 2"
    assert ranges(["4", "5", "6", "9", "a"]) == "4 to 6, 9 or a"
