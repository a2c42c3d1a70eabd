"""A sentence fits its numbers, and a command that is offered says what it means in the position."""

from __future__ import annotations

from typing import Any

import pytest

from games.kit.rules.decider import Step
from games.kit.words.phrasebook import Speaker
from games.samurai_spirit.rules.data import RAIDERS
from games.samurai_spirit.rules.steps import ChooseAction, MeetRaider, PlaceTransfer
from games.shogun.rules.steps import FaceRevolts, PlaceGroup
from gunbai.infludance_duel.v1 import commands as duel
from gunbai.infludance_duel.v1 import commands_pb2 as duel_protos
from gunbai.infludance_duel.v1 import view_pb2 as duel_view
from gunbai.king_of_tokyo.v1 import commands as tokyo
from gunbai.king_of_tokyo.v1 import events as tokyo_events
from gunbai.liars_dice.v1 import commands as dice
from gunbai.liars_dice.v1 import events as dice_events
from gunbai.liars_dice.v1.clauses_pb2 import Clause
from gunbai.rules.v1 import options_pb2 as options
from gunbai.samurai_spirit.v1 import commands as samurai
from gunbai.samurai_spirit.v1 import commands_pb2 as samurai_protos
from gunbai.samurai_spirit.v1 import events as samurai_events
from gunbai.samurai_spirit.v1 import view_pb2 as samurai_view
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as shogun
from gunbai.shogun.v1 import events as shogun_events
from gunbai.shogun.v1 import view_pb2 as shogun_view
from gunbai.titan_race.v1 import commands as race
from gunbai.titan_race.v1 import commands_pb2 as race_protos
from gunbai.titan_race.v1 import events as race_events
from gunbai.titan_race.v1 import view_pb2 as race_view
from gunbai_record.plain import Plain
from titles.catalogue import newest

PLAYERS = {1: "Ann", 2: "Bob", 3: "Cid"}
TITANS = race_view.View(
    mover="ragnarok",
    titans=[
        race_view.Titan(id="ragnarok", seat=1, field="C3"),
        race_view.Titan(id="kraken", seat=2, field="C5"),
    ],
)
ROUND = shogun_view.View(
    event="E12",
    places=[shogun_view.Place(seat=2), shogun_view.Place(special="rice_bonus")],
    provinces=[shogun_view.Province(province="hida", name="Hida", armies=2, revolts=1)],
    farmers=4,
)
BIDDING = shogun_view.View(own=shogun_view.Own(seat=1, next_space="bid"))
DICE, FALLEN = (
    race_view.View(
        mover="ragnarok",
        titans=[race_view.Titan(id="ragnarok", seat=1, colour=race_protos.COLOUR_BLUE, life=5, state=state)],
    )
    for state in (race_view.STATE_UPRIGHT, race_view.STATE_DOWN)
)
TABLE = samurai_view.View(
    samurai=[
        samurai_view.Samurai(seat=1, samurai="kyuzo", line=["R4-03", "R2-07"], left_side=["R1-03"], total=6, kiai=9),
        samurai_view.Samurai(seat=2, samurai="daisuke", left_side=["R1-07"], kiai=8),
    ],
    raiders=["R3-05", "", ""],
    barricades=1,
    farms=[samurai_protos.FARM_PENALTY_REMOVE_FARM],
)
HIDDEN = samurai_view.View(raiders=["", "R3-05"])
PLANNING = shogun_view.View(
    provinces=[shogun_view.Province(province="hida", sites=2)], own=shogun_view.Own(seat=1, next_space="castle")
)


def spoken(title: str, message: Plain, view: Any = None, language: str = "", open_step: Step[Any] | None = None) -> str:
    rules = newest(title)
    words = rules.words.languages[language] if language else rules.words.english
    return words.sentence(message, PLAYERS, None if view is None else lambda: view, None, open_step)


@pytest.mark.parametrize(
    ("title", "message", "sentence"),
    [
        ("king_of_tokyo", tokyo.Reroll(dice=(1,)), "Reroll die 1."),
        ("king_of_tokyo", tokyo.Reroll(dice=(1, 4), card="telepath"), "Reroll dice 1 and 4 with Telepath."),
        ("king_of_tokyo", tokyo_events.RerollCalled(seat=1, dice=(6,)), "Ann rerolls die 6."),
        ("king_of_tokyo", tokyo.ThrowDice(faces=(tokyo.FACE_THREE,)), "The die shows 3."),
        ("king_of_tokyo", tokyo.ThrowDice(faces=(tokyo.FACE_THREE,) * 2), "The dice show 3 and 3."),
        ("liars_dice", dice.ShakeCup(seat=1, dice=(6,)), "The die of Ann shows 6."),
        ("liars_dice", dice.ShakeCup(seat=1, dice=(6, 1)), "The dice of Ann show 6 and 1."),
        (
            *("liars_dice", dice_events.DiceCounted(quantity=3, face=5, count=1)),
            "The bid was 3 dice showing 5, and 1 die counts.",
        ),
        (
            *("liars_dice", dice_events.DiceCounted(quantity=1, face=5, count=0)),
            "The bid was 1 die showing 5, and no dice count.",
        ),
        (
            "infludance_duel",
            duel.RevealTokens(red=(duel.AMMUNITION_BLANK,)),
            "Remaining tokens. Red: blank; Blue: none.",
        ),
        ("titan_race", race.Move(path=(race.DIRECTION_FORWARD_LEFT,) * 3), "Move 3 fields forward left."),
        (
            *("titan_race", race.Move(path=(race.DIRECTION_FORWARD, race.DIRECTION_FORWARD_RIGHT))),
            "Move 1 field forward and 1 field forward right.",
        ),
        (
            *("titan_race", race_events.LifeLost(titan="kraken", cause=race_events.CAUSE_LAVA, life=0)),
            "Kraken loses 1 life to lava: none left.",
        ),
        ("titan_race", race.PlayCard(card="TRC08", titan="kraken"), "Play Lightning on Kraken."),
        (
            *("samurai_spirit", samurai_events.FarmDestroyed(penalty=samurai.FARM_PENALTY_WOUND_RANDOM)),
            "A farm is destroyed; the penalty on its back, for hard and heroic: a random samurai is wounded.",
        ),
        (
            "samurai_spirit",
            samurai_events.PenaltiesDue(seat=1, penalties=(samurai.PENALTY_NO_TALENT, samurai.PENALTY_WOUND)),
            "Ann must now suffer: no talent and no tokens and a wound.",
        ),
        (
            *("samurai_spirit", samurai_events.SamuraiDied(seat=1)),
            "Ann is wounded again as an animal and dies: the game is lost at once (SS-8.23).",
        ),
        ("shogun", shogun.DrawRevolts(provinces=("kozuke",)), "These provinces revolt: Kozuke."),
    ],
)
def test_a_sentence_fits_its_numbers(title: str, message: Plain, sentence: str) -> None:
    assert spoken(title, message) == sentence


@pytest.mark.parametrize(
    ("action", "reason", "missing"),
    [
        ("deploy3", clause.CLAUSE_9_5, "it costs 2 chests, and Ann has fewer"),
        ("castle", clause.CLAUSE_10_2, "no site is free"),
        ("castle", clause.CLAUSE_10_3, "it already has a castle"),
        ("theatre", clause.CLAUSE_10_4, "it needs a tile and 1 chest, and one of them is missing"),
        ("deploy5", clause.CLAUSE_10_8, "Ann has too few armies in their supply"),
        ("deploy1", clause.CLAUSE_10_9, "Ann has no armies in their supply"),
        ("march_a", clause.CLAUSE_10_12, "it needs 2 armies there and a neighbouring province that can be entered"),
    ],
)
def test_a_lapsed_action_says_what_is_missing(action: str, reason: Any, missing: str) -> None:
    lapsed = shogun_events.ActionLapsed(seat=1, action=action, province="settsu", clause=reason)
    assert spoken("shogun", lapsed).endswith(f" in Settsu: {missing}.")


OFFERED = [
    (
        *("titan_race", race.Strike(field="C5"), TITANS),
        *("Deal 1 damage on C5.", "Deal 1 damage on C5, where Kraken of Bob is."),
    ),
    ("titan_race", race.Strike(field="E5"), TITANS, "Deal 1 damage on E5.", "Deal 1 damage on E5."),
    (
        *("titan_race", race.PlayCard(card="TRC07", field="C5"), TITANS),
        *("Play Fireball on C5.", "Play Fireball on C5, where Kraken of Bob is."),
    ),
    (
        "titan_race",
        race.UseAbility(titan="kraken", direction=race.DIRECTION_FORWARD),
        TITANS,
        "Use the ability on Kraken, forward.",
        "Use Shove on Kraken of Bob, forward.",
    ),
    (
        *("shogun", shogun.PickSpecial(special="rice_bonus"), ROUND),
        *("Take the special card +1 rice.", "Take the special card +1 rice, place 2 of the turn order."),
    ),
    (
        *("shogun", shogun.DeployUsual(), ROUND),
        *("Deploy the usual number of armies for 3 chests.", "Deploy 3 armies for 3 chests."),
    ),
    (
        *("shogun", shogun.DeployUsual(), shogun_view.View(event="E1")),
        *("Deploy the usual number of armies for 3 chests.", "Deploy 5 armies for 3 chests."),
    ),
    ("shogun", shogun.LayCard(seat=1, card="hida"), PLANNING, "Lay Hida.", "Lay Hida (costs 3 chests)."),
    ("shogun", shogun.LayCard(seat=1, card="hida"), ROUND, "Lay Hida.", "Lay Hida."),
    (
        *("shogun", shogun.LayCard(seat=1, card="chest_2"), PLANNING),
        *("Lay 2 war chests.", "Lay 2 war chests (no action there)."),
    ),
    ("shogun", shogun.LayCard(seat=1, card="chest_2"), BIDDING, "Lay 2 war chests.", "Lay 2 war chests."),
    ("shogun", shogun.LayCard(seat=1, card="hida"), BIDDING, "Lay Hida.", "Lay Hida (bids no chests)."),
    ("samurai_spirit", samurai.Fight(), TABLE, "Fight.", "Fight: draw a 3 (wound, doll, flames)."),
    ("samurai_spirit", samurai.Fight(), HIDDEN, "Fight.", "Fight."),
    (
        *("samurai_spirit", samurai.Support(to_seat=2), HIDDEN),
        *("Support Bob.", "Support Bob: the top raider becomes an intruder."),
    ),
    (
        *("samurai_spirit", samurai.Support(to_seat=2), TABLE),
        *("Support Bob.", "Support Bob: a 3 (wound, doll, flames) becomes an intruder."),
    ),
    (
        *("samurai_spirit", samurai.Swap(), TABLE, "Put the raider under the stack and draw another one."),
        "Put the raider under the stack and draw a 3 (wound, doll, flames).",
    ),
    (
        *("samurai_spirit", samurai.Strike(from_seat=1), TABLE),
        *("Discard the last raider of Ann.", "Discard a 2 (doll), the last raider of Ann."),
    ),
    (
        *("samurai_spirit", samurai.Transfer(from_seat=1, to_seat=2), TABLE),
        *("Give the last raider of Ann to Bob.", "Give a 2 (doll), the last raider of Ann, to Bob."),
    ),
    (
        *("samurai_spirit", samurai.LendToken(from_seat=2, to_seat=1), TABLE),
        "Make Bob give their support token to Ann.",
        "Make Bob give their support token (sends odd raiders on) to Ann.",
    ),
    (
        *("samurai_spirit", samurai.UseAbsentToken(samurai="kikuchiyo"), TABLE),
        "Use the support token of Kikuchiyo, who is absent.",
        "Use the support token of Kikuchiyo, who is absent (fights twice).",
    ),
    (
        *("titan_race", race.ChooseDie(colour=race.COLOUR_BLUE), DICE),
        *(
            "Choose the blue die.",
            "Choose the blue die: 1 field forward and 1 along a diagonal, in any order; gains 1 life.",
        ),
    ),
    (
        *("titan_race", race.ChooseDie(colour=race_protos.COLOUR_PURPLE), DICE),
        *("Choose the purple die.", "Choose the purple die: copies another face, and costs 1 life."),
    ),
    (
        *("titan_race", race.CopyFace(colour=race.COLOUR_BLUE), DICE),
        *("Use purple as blue.", "Use purple as blue: 1 field forward and 1 along a diagonal, in any order."),
    ),
    (
        *("titan_race", race.ChooseDie(colour=race_protos.COLOUR_RED), FALLEN),
        *("Choose the red die.", "Choose the red die."),
    ),
    (
        "infludance_duel",
        duel.PlaceCowboy(field="b1"),
        duel_view.View(
            starter=1, gunmen=[duel_view.Gunman(seat=1, figure=duel_protos.FIGURE_LARGE), duel_view.Gunman(seat=2)]
        ),
        "Place the cowboy on b1.",
        "Place the cowboy with its western field on b1.",
    ),
]


@pytest.mark.parametrize(("title", "message", "view", "general", "offered"), OFFERED)
def test_a_command_that_is_offered_says_what_it_means_here(
    title: str, message: Plain, view: Any, general: str, offered: str
) -> None:
    assert spoken(title, message) == general
    assert spoken(title, message, view) == offered


def test_other_languages_say_it_too() -> None:
    assert spoken("titan_race", race.Strike(field="C5"), TITANS, "pl").endswith("na polu C5, gdzie jest Kraken (Bob).")
    assert spoken("titan_race", race.UseAbility(titan="kraken"), TITANS, "pl") == (
        "Użyć zdolności: Przepchnięcie, cel: Kraken (Bob)."
    )
    assert spoken("king_of_tokyo", tokyo.Reroll(dice=(1,)), None, "cs") == "Přehodit kostku 1."
    assert spoken("liars_dice", dice.ShakeCup(seat=1, dice=(6,)), None, "cs") == "Na kostce padlo 6 (Ann)."
    assert spoken("shogun", shogun.DeployUsual(), ROUND, "cs") == "Rozmístit 3 armády za 3 truhličky."
    assert spoken("shogun", shogun.PickSpecial(special="rice_bonus"), ROUND, "cs").endswith(", místo 2 v pořadí.")


@pytest.mark.parametrize(("extra", "farmers"), [(2, "3 farmers"), (3, "4 farmers"), (9, "4 farmers")])
def test_a_revolt_that_is_offered_says_which_armies_meet_how_many_farmers(extra: int, farmers: str) -> None:
    move, step = shogun.FaceRevolt(province="hida"), FaceRevolts(1, ("hida", "mino"), extra)
    assert spoken("shogun", move) == "Resolve the revolt in Hida."
    assert spoken("shogun", move, ROUND, "", step) == f"Resolve the revolt in Hida: 2 armies against {farmers}."
    assert spoken("shogun", move, ROUND, "cs", step).endswith(f": 2 armády proti {farmers[0]} sedlákům.")


def test_a_bid_is_challenged_in_every_text() -> None:
    rules = newest("liars_dice")
    spoken = Speaker(rules.words.english).fact("waits_for", "RaiseOrDoubt")
    sentences = [value.GetOptions().Extensions[options.clause].sentence for value in Clause.DESCRIPTOR.values]
    assert spoken == "waits for: raise or challenge"
    assert [sentence for sentence in sentences if "doubt" in sentence] == []


def test_a_face_costs_and_gives_no_life_where_the_rules_say_so() -> None:
    def chosen(titan: str, colour: race_protos.Colour.ValueType, life: int, language: str = "") -> str:
        own = race_view.Titan(id=titan, colour=colour, life=life, state=race_view.STATE_UPRIGHT)
        view = race_view.View(mover=titan, titans=[own])
        return spoken("titan_race", race.ChooseDie(colour=colour), view, language)

    assert chosen("ragnarok", race_protos.COLOUR_YELLOW, 6) == "Choose the yellow die: 2 fields forward."
    assert chosen("chtoolhoo", race_protos.COLOUR_PURPLE, 3) == "Choose the purple die: copies another face."
    assert chosen("ragnarok", race_protos.COLOUR_YELLOW, 5, "pl") == (
        "Wybrać kość: żółta – 2 pola do przodu; zyskuje 1 punkt życia."
    )


def test_a_titan_that_is_offered_says_its_colour_and_its_life() -> None:
    def offered(view: race_view.View | None, language: str = "") -> str:
        return spoken("titan_race", race.ChooseTitan(titan="rassik"), view, language)

    repainted = race_view.View(titans=[race_view.Titan(id="kraken", colour=race_protos.COLOUR_RED)])
    assert offered(None) == "Choose Rassik."
    assert offered(race_view.View()) == "Choose Rassik: yellow, 6 life."
    assert offered(race_view.View(), "pl") == "Wybrać tytana: Rassik (żółty, życie 6)."
    assert offered(repainted) == "Choose Rassik: 6 life."


def test_the_details_of_a_titan_say_its_colour_and_who_rides_it() -> None:
    details = newest("titan_race").words.english.details
    assert details["rassik"] == "6 life; gains 1 with a yellow die; ridden by Salah"
    assert details["chtoolhoo"] == "4 life; gains and pays nothing with a purple die; ridden by Ftag'hn"


def test_a_raider_that_is_drawn_says_what_is_printed_on_it() -> None:
    drawn = samurai_events.OpponentDrawn(seat=1, raider="R2-06")
    revealed = samurai_events.IntruderRevealed(place=2, raider="R4-02")
    assert spoken("samurai_spirit", drawn) == "Ann draws a 2 (wound, doll, flames)."
    assert spoken("samurai_spirit", revealed) == "Intruder number 2 is a 4 (right neighbour draws, hat, flames)."
    assert spoken("samurai_spirit", revealed, None, "cs").startswith("Plenitel číslo 2 je síly 4 (táhne pravý soused, ")


@pytest.mark.parametrize("language", ["en", "cs"])
def test_sentences_call_each_raider_by_what_is_printed_on_it_and_no_two_alike(language: str) -> None:
    book = newest("samurai_spirit").words.languages[language]
    called = [book.words["raider"][raider] for raider in RAIDERS]
    assert len({*called}) == len(RAIDERS)
    assert [words for raider, words in zip(RAIDERS, called, strict=True) if raider in words] == []
    discarded = samurai_events.RaiderDismissed(seat=1, raider="R1-07")
    assert spoken("samurai_spirit", discarded, None, language).endswith(f"{book.words['raider']['R1-07']}.")


def test_a_raider_whose_penalties_begin_says_what_is_printed_on_it() -> None:
    met = samurai_events.PenaltiesMet(seat=1, raider="R6-03")
    assert spoken("samurai_spirit", met) == "Ann faces the penalties of a 6 (fire, fire, farm, flames)."
    assert spoken("samurai_spirit", met, None, "cs").startswith("Na řadě jsou penalty nájezdníka síly 6 (oheň, oheň, ")


@pytest.mark.parametrize(
    ("raider", "village", "follows", "czech"),
    [
        ("R2-10", {}, "total 8 of 9", "součet 8 z 9"),
        (
            *("R3-06", {}, "total 9 of 9: the kiai triggers, then a 4 (hat), the first of the line, is discarded"),
            "součet 9 z 9: spustí se kiai, pak se odhodí první nájezdník ze zástupu, síly 4 (klobouk)",
        ),
        (
            *("R4-06", {"barricades": 1, "farms": [1]}, "total 10, over the kiai number 9; a barricade burns"),
            "součet 10, přes číslo kiai 9; hoří barikáda",
        ),
        (
            *("R4-06", {"barricades": 0, "farms": [1]}, "total 10, over the kiai number 9; a farm burns"),
            "součet 10, přes číslo kiai 9; hoří farma",
        ),
        (
            *(
                "R4-06",
                {"barricades": 0, "farms": []},
                "total 10, over the kiai number 9; no barricade or farm is left to burn",
            ),
            "součet 10, přes číslo kiai 9; nezbývá barikáda ani farma",
        ),
    ],
)
def test_confronting_a_raider_says_what_follows(raider: str, village: dict[str, Any], follows: str, czech: str) -> None:
    view = samurai_view.View(samurai=TABLE.samurai, **village)
    step = MeetRaider(1, raider)
    assert spoken("samurai_spirit", samurai.Confront(), view, "", step) == f"Confront the raider: {follows}."
    assert spoken("samurai_spirit", samurai.Confront(), view, "cs", step) == f"Čelit nájezdníkovi: {czech}."
    assert spoken("samurai_spirit", samurai.Confront()) == "Confront the raider."


def test_a_kiai_by_a_raider_that_was_given_is_not_settled() -> None:
    given = spoken("samurai_spirit", samurai.Confront(), TABLE, "", PlaceTransfer(1, "R3-06"))
    assert given == "Confront the raider: total 9 of 9."


def test_defending_says_what_the_left_side_lacks_then() -> None:
    def defended(language: str, *left: str) -> str:
        view = samurai_view.View(samurai=[samurai_view.Samurai(seat=1, left_side=left)])
        return spoken("samurai_spirit", samurai.Defend(), view, language, MeetRaider(1, "R1-03"))

    assert defended("") == "Defend against the raider: the left side then lacks farm and doll."
    assert defended("", "R1-07", "R1-09") == "Defend against the raider: the left side is then complete."
    assert defended("cs") == "Bránit se proti nájezdníkovi: na levé straně bude ještě chybět farma a panenka."
    assert defended("cs", "R1-07", "R1-09") == "Bránit se proti nájezdníkovi: levá strana bude úplná."
    assert spoken("samurai_spirit", samurai.Defend()) == "Defend against the raider."


@pytest.mark.parametrize(
    ("raider", "bound", "able"),
    [
        ("R1-03", [], "can"),
        ("R1-07", [], "cannot"),
        ("R1-13", [], "cannot"),
        ("R1-03", [samurai.PENALTY_NO_DEFEND], "cannot"),
    ],
)
def test_sending_a_raider_says_how_the_neighbour_stands(
    raider: str, bound: list[samurai_protos.Penalty.ValueType], able: str
) -> None:
    view = samurai_view.View()
    view.CopyFrom(TABLE)
    view.samurai[1].bound.extend(bound)
    sent = spoken("samurai_spirit", samurai.Send(to_seat=2), view, "", MeetRaider(1, raider))
    assert sent == f"Send the raider to Bob, whose total is 0 of 8 and who {able} defend against it."
    assert spoken("samurai_spirit", samurai.Send(to_seat=2)) == "Send the raider to Bob."


def test_a_raider_that_slips_past_is_named_where_it_was_known() -> None:
    slipped = samurai_events.RaiderSlippedPast()
    assert spoken("samurai_spirit", slipped, HIDDEN) == "The top raider becomes an intruder, unseen."
    sentence = "The top raider, a 3 (wound, doll, flames), becomes an intruder."
    assert spoken("samurai_spirit", slipped, TABLE) == sentence
    assert spoken("samurai_spirit", slipped, TABLE, "cs").startswith("Vrchní nájezdník síly 3 (")


def test_a_raider_that_is_confronted_says_the_total_of_the_line_with_it() -> None:
    view = samurai_view.View(samurai=[samurai_view.Samurai(seat=1, total=4, kiai=9)])
    confronted = samurai_events.RaiderConfronted(seat=1, raider="R2-10")
    assert spoken("samurai_spirit", confronted, view) == "Ann confronts a 2 (wound, farm, flames): total 6, kiai 9."
    assert spoken("samurai_spirit", confronted, view, "cs") == (
        "Ann čelí nájezdníkovi síly 2 (zranění, farma, plameny): součet 6, kiai 9."
    )
    assert spoken("samurai_spirit", confronted) == "Ann confronts a 2 (wound, farm, flames)."
    compared = spoken("samurai_spirit", samurai_events.TotalCompared(seat=1), view)
    assert compared == "Ann compares the line with the kiai number (total 4, kiai 9)."


def test_the_back_of_a_farm_is_told_where_it_has_an_effect() -> None:
    burnt = samurai_events.FarmDestroyed(penalty=samurai.FARM_PENALTY_REMOVE_FAMILY)
    back = samurai.TurnFarm(penalty=samurai.FARM_PENALTY_REMOVE_FAMILY)
    normal, hard = (samurai_view.View(difficulty=level) for level in ("normal", "hard"))
    assert spoken("samurai_spirit", burnt, normal) == "A farm is destroyed."
    assert spoken("samurai_spirit", burnt, normal, "cs") == "Farma je zničena."
    assert spoken("samurai_spirit", burnt, hard) == "A farm is destroyed; the penalty on its back: a family is lost."
    shown = "The back of the farm, which only counts on hard and heroic, shows: a family is lost."
    assert spoken("samurai_spirit", back) == shown


def test_a_family_that_is_lost_is_told_by_what_it_would_do_where_families_help() -> None:
    lost = samurai_events.FamilyLost(family=samurai.FAMILY_HEAL_RANDOM)
    assert spoken("samurai_spirit", lost) == "The family that would heal a random samurai is lost."
    assert spoken("samurai_spirit", lost, samurai_view.View(difficulty="heroic")) == "A family is lost."
    assert (
        spoken("samurai_spirit", lost, None, "cs") == "Ztracena je rodina, která by mohla uzdravit náhodného samuraje."
    )


@pytest.mark.parametrize(
    ("family", "idle", "busy", "reason"),
    [
        (samurai.FAMILY_ADD_BARRICADE, {"barricades": 5}, {"barricades": 4}, "all barricades stand"),
        (
            *(samurai.FAMILY_HEAL_RANDOM, {"samurai": [samurai_view.Samurai()]}),
            *({"samurai": [samurai_view.Samurai(wounded=True)]}, "nobody has a wound token"),
        ),
        (samurai.FAMILY_TOP_INTRUDER_TO_DISCARD, {}, {"intruders": [""]}, "there are no intruders"),
    ],
)
def test_a_family_that_finds_nothing_to_do_says_why(
    family: int, idle: dict[str, Any], busy: dict[str, Any], reason: str
) -> None:
    helped = samurai_events.FamilyHelped(family=family)
    sentence = spoken("samurai_spirit", helped, samurai_view.View(**idle, barricade_limit=5))
    assert sentence.startswith("A family would ")
    assert sentence.endswith(f", but {reason}.")
    assert spoken("samurai_spirit", helped, samurai_view.View(**busy, barricade_limit=5)).startswith("A family helps: ")
    assert ", ale " in spoken("samurai_spirit", helped, samurai_view.View(**idle, barricade_limit=5), "cs")


@pytest.mark.parametrize(
    ("before", "reason", "czech"),
    [
        (samurai_events.VillageAbandoned(), ": all samurai have passed.", ": všichni samurajové pasovali."),
        (samurai_events.TurnEnded(seat=1), ": the raider stack is empty.", ": balíček nájezdníků je prázdný."),
        (None, ".", "."),
    ],
)
def test_the_end_of_a_round_says_why_it_ends(before: Plain | None, reason: str, czech: str) -> None:
    ended, rules = samurai_events.RoundEnded(round=2), newest("samurai_spirit")
    assert rules.words.english.sentence(ended, PLAYERS, None, before) == f"Round 2 ends{reason}"
    assert rules.words.languages["cs"].sentence(ended, PLAYERS, None, before) == f"Končí kolo 2{czech}"


def test_a_question_names_no_clause_beside_that_of_its_step() -> None:
    over = samurai_view.View(samurai=[samurai_view.Samurai(seat=1, total=10, kiai=9)])
    sentence = newest("samurai_spirit").words.english.question(ChooseAction(1), PLAYERS, lambda: over)
    assert sentence == "Ann is over the kiai number and must pass."


def test_the_six_armies_cost_what_the_usual_ones_do() -> None:
    assert spoken("shogun", shogun.DeploySix()) == "Deploy 6 armies for 3 chests."
    assert spoken("shogun", shogun.DeploySix(), None, "cs") == "Rozmístit 6 armád za 3 truhličky."
    assert spoken("shogun", shogun.LayCard(seat=1, card="hida"), PLANNING, "cs").endswith(" Hida (stojí 3 truhličky).")


def test_a_province_that_is_shown_says_what_it_yields_and_how_much_can_be_built_there() -> None:
    drawn = shogun_events.ProvinceDrawn(seat=1, province="hida")
    offered = shogun_events.ProvinceOffered(slot=2, province="izu")
    assert spoken("shogun", drawn) == "Ann draws Hida (4 chests, 2 rice, 2 building sites)."
    assert spoken("shogun", offered) == "Izu is offered in slot 2 (6 chests, 2 rice, 3 building sites)."
    assert spoken("shogun", drawn, None, "cs").endswith(" Hida (4 truhličky, 2 rýže, 2 stavební místa).")


def test_who_places_armies_is_told_what_the_province_is_worth_and_its_region() -> None:
    land = shogun_view.Province(province="hida", name="Hida", region="red", sites=2, chests=4, rice=2)
    step, view = PlaceGroup(1, "hida"), shogun_view.View(provinces=[land])
    english, czech = newest("shogun").words, newest("shogun").words.languages["cs"]
    assert english.english.question(step, PLAYERS) == "Ann chooses an army group for Hida."
    assert english.english.question(step, PLAYERS, lambda: view) == (
        "Ann chooses an army group for Hida (4 chests, 2 rice, 2 building sites, region red)."
    )
    assert czech.question(step, PLAYERS, lambda: view).endswith("2 stavební místa, červený region).")


LOST = shogun.Cubes(armies=(1, 1, 0), farmers=0)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            shogun_events.CubesFell(
                thrown=shogun.Cubes(armies=(3, 2, 0), farmers=1),
                fallen=shogun.Cubes(armies=(2, 2, 0)),
                inside=shogun.Cubes(armies=(1, 0, 4), farmers=1),
            ),
            (
                "Thrown into the tower: 3 armies of Ann, 2 armies of Bob and 1 farmer; "
                "fallen into the tray: 2 armies of Ann and 2 armies of Bob; "
                "left in the tower: 1 army of Ann, 4 armies of Cid and 1 farmer."
            ),
        ),
        (
            shogun_events.ProvinceConquered(province="hida", attacker=1, defender=2, armies=2, lost=LOST),
            "Ann conquers Hida (in the tray: 3 armies of Ann against 1 army of Bob) and occupies it with 2 armies.",
        ),
        (
            shogun_events.ProvinceDefended(
                province="hida", attacker=1, defender=2, armies=2, lost=shogun.Cubes(armies=(1, 0, 0), farmers=1)
            ),
            "Bob keeps Hida with 2 armies (in the tray: 1 army of Ann against 2 armies of Bob and 1 farmer).",
        ),
        (
            shogun_events.ProvinceDevastated(province="hida", attacker=1, defender=2, lost=LOST),
            (
                "Nobody wins the battle (in the tray: 1 army of Ann against 1 army of Bob); "
                "Hida becomes neutral and empty."
            ),
        ),
        (
            shogun_events.AttackRepelled(province="hida", attacker=1, lost=shogun.Cubes(armies=(0, 0, 0), farmers=1)),
            "The farmers of Hida repel Ann (in the tray: nothing against 1 farmer).",
        ),
        (
            shogun_events.RevoltPutDown(
                province="hida", seat=1, armies=2, lost=shogun.Cubes(armies=(1, 0, 0), farmers=1)
            ),
            (
                "Ann puts down the revolt in Hida (in the tray: 3 armies of Ann against 1 farmer) "
                "and keeps 2 armies there."
            ),
        ),
        (
            shogun_events.RevoltSucceeded(province="hida", seat=1, lost=shogun.Cubes(armies=(1, 0, 0), farmers=2)),
            "Ann loses Hida (in the tray: 1 army of Ann against 2 farmers); it becomes neutral and empty.",
        ),
    ],
)
def test_a_battle_says_how_many_cubes_of_whom_decided_it(event: Plain, sentence: str) -> None:
    assert spoken("shogun", event) == sentence
    assert spoken("shogun", event, None, "cs").count("nádob") == 1


def test_a_majority_names_its_region_its_building_and_who_is_tied() -> None:
    def majority(region: str, building: int, points: int) -> shogun_events.Majority:
        return shogun_events.Majority(region=region, building=building, points=points, tied=points < 3)

    castles = majority("red", shogun_events.BUILDING_CASTLE, 3)
    shared = majority("green", shogun_events.BUILDING_TEMPLE, 2)
    scores = (
        shogun_events.SeatScore(seat=1, provinces=5, buildings=2, majorities=(castles, shared)),
        shogun_events.SeatScore(seat=2, provinces=4, buildings=1, majorities=(shared,)),
        shogun_events.SeatScore(seat=3, provinces=3),
    )
    assert spoken("shogun", shogun_events.YearScored(scores=scores)) == (
        "Ann scores 12 points: 5 provinces, 2 buildings and 5 for majorities "
        "(castles in red 3; temples in green 2, tied with Bob). "
        "Bob scores 7 points: 4 provinces, 1 building and 2 for majorities (temples in green 2, tied with Ann). "
        "Cid scores 3 points: 3 provinces."
    )
    czech = spoken("shogun", shogun_events.YearScored(scores=scores), None, "cs")
    assert "5 za většiny (hrady, červený region 3; chrámy, zelený region 2, shoda: Bob). Bob " in czech
