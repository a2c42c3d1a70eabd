"""The register of house rulings, for points where the rulebook of Titan Race is silent or unclear."""

from __future__ import annotations

from games.kit.words.house_ruling import HouseRuling

RULEBOOK = "Polish rulebook TTR01PL, Rebel"
HOUSE_RULINGS: tuple[HouseRuling, ...] = (
    HouseRuling(
        number="TR-A1",
        question=(
            "The example of the pentagram names E4, E6 and E10, but column E only has odd rows. Which fields are meant?"
        ),
        readings=(
            "Those of column D: the titan goes from D4 via D6 to D10.",
            "Column E has even rows too.",
        ),
        chosen="Those of column D; column E has no fields in even rows.",
        reason="The start fields and all other examples show which rows a column has; one letter is misprinted.",
        place="Ang'lieh",
    ),
    HouseRuling(
        number="TR-A2",
        question="In which order does an effect hit several titans and traps?",
        readings=(
            "The active player chooses the order.",
            "All of them are hit at the same moment.",
            "Clockwise from the field straight ahead, titans and traps alike.",
        ),
        chosen=(
            "Clockwise from the field straight ahead: F, FR, BR, B, BL, FL. The targets are fixed when the effect "
            "begins."
        ),
        reason="Reactions come one after the other, so an order is needed, and this one needs no decision.",
        place="Abilities",
    ),
    HouseRuling(
        number="TR-A3",
        question="Does a knocked-out titan gain a life when its player takes a die of its colour?",
        readings=("It gains 1 life, as for any die of its colour.", "It gains nothing."),
        chosen="It gains nothing.",
        reason="A knocked-out titan gets life back only by recovering.",
        place="Course of a turn",
    ),
    HouseRuling(
        number="TR-A4",
        question="Purple copies another face. Which colour counts for gaining life?",
        readings=("The colour of the die, purple.", "The colour of the copied face."),
        chosen="The colour of the die.",
        reason="The life comes before any action, and the face is only chosen during the action.",
        place="Course of a turn",
    ),
    HouseRuling(
        number="TR-A5",
        question="May a titan be placed on a start field that holds another titan?",
        readings=(
            "Yes, and the titan there is pushed.",
            "No.",
            "Only if all three start fields hold titans; then the titan there is pushed 1 field forward.",
        ),
        chosen="Only if all three start fields hold titans; then the titan there is pushed 1 field forward.",
        reason="A placement has no direction and no length for a push, but the turn must be playable.",
        place="First turn",
    ),
    HouseRuling(
        number="TR-A6",
        question="Does a titan that is placed enter its start field?",
        readings=(
            "Yes: whatever is on the field takes effect.",
            "No: a field only affects titans that move.",
        ),
        chosen="Yes, but placing a titan completes no lap and is not a move.",
        reason="A field takes effect as soon as a titan enters it.",
        place="First turn",
    ),
    HouseRuling(
        number="TR-A7",
        question="May a player choose a path that is blocked at its first step?",
        readings=(
            "Yes, and the titan stays where it is.",
            "No, unless every path of the die is blocked.",
        ),
        chosen=("No, unless every path of the die is blocked; nor may purple copy a face whose paths are all blocked."),
        reason=("A titan always moves on its turn, so a path that cannot move it breaks the rule if another path can."),
        place="Rules of movement",
    ),
    HouseRuling(
        number="TR-A8",
        question="Must red's trap be placed, and must green's damage be dealt?",
        readings=(
            "Both are optional.",
            "Both are compulsory if possible.",
            "Both are compulsory if possible, but a trap in front may be spared.",
        ),
        chosen="Both are compulsory if possible, but a trap in front may be spared.",
        reason=(
            "The word AND joins them to the move, and the die must be performed; destroying a trap is described as "
            "an option."
        ),
        place="Actions",
    ),
    HouseRuling(
        number="TR-A9",
        question="May a titan pay its last life for purple or for a pentagram?",
        readings=("No: a cost must leave 1 life.", "Yes, and it is knocked out."),
        chosen="Yes, and it is knocked out: it moves no further, and for a pentagram the die is not rolled.",
        reason="Nothing forbids it, and purple may be the only die left.",
        place="Actions",
    ),
    HouseRuling(
        number="TR-A10",
        question="If a titan goes back over the line on lap 0, what is its lap count?",
        readings=("It stays 0.", "It falls below 0, and the lap must be made up."),
        chosen="It falls below 0, and the lap must be made up.",
        reason="Otherwise going back and forth over the line would earn laps.",
        place="Chain reactions",
    ),
    HouseRuling(
        number="TR-A11",
        question="When a titan enters a field, in which order do the effects happen?",
        readings=(
            "The entering titan meets its field first, and then pushes the titan there.",
            "The titan there is pushed first, with everything that follows; then the entering titan meets its field.",
        ),
        chosen=(
            "The lap, the push with its whole chain, the trap, the terrain, the special field, the slide on ice; "
            "then the next step."
        ),
        reason="A field only holds one titan, so the other one must leave it before anything else happens there.",
        place="Tracks",
    ),
    HouseRuling(
        number="TR-A12",
        question="If a titan is knocked out when it enters a field, or on the way there, what does the field do to it?",
        readings=(
            "Nothing.",
            "Everything except damage.",
        ),
        chosen="Traps are used up, statues fire and special fields give a card, but lava and pirates do nothing.",
        reason=(
            "Knocked-out titans are only safe from damage, and pirates offer no real choice to a titan that loses no "
            "life."
        ),
        place="Knock-out",
    ),
    HouseRuling(
        number="TR-A13",
        question="How far is a titan pushed?",
        readings=(
            "As far as the segment of the move in which it is pushed: yellow 2, brown 3, green 2, red 1, blue 1.",
            "As far as the pushing titan still has to walk.",
            "As far as the whole move, with both segments of blue added together.",
        ),
        chosen="As far as the whole segment of the move in which it is pushed.",
        reason="The rulebook measures a push by the die action, and a push goes in the direction of one segment.",
        place="Chain reactions",
    ),
    HouseRuling(
        number="TR-A14",
        question="If one movement pushes the same titan twice, what does the titan lose?",
        readings=("1 life in all.", "1 life for each push."),
        chosen="1 life for each push.",
        reason="The rulebook rules out a loss for each field of a push, but not for each push.",
        place="Chain reactions",
    ),
    HouseRuling(
        number="TR-A15",
        question="If an ability or a card moves a titan, does the titan lose a life, and where may it be moved?",
        readings=(
            "It loses 1 life, as if it had been pushed.",
            "It loses nothing; only titans that it pushes lose 1 life each.",
        ),
        chosen=(
            "It loses nothing, and may be moved in any direction that the ability allows, even onto the mover's own "
            "field."
        ),
        reason="A titan is only pushed if another titan runs into it, and the shove excludes no direction.",
        place="Abilities",
    ),
    HouseRuling(
        number="TR-A16",
        question="Do titans that swap enter their new fields?",
        readings=(
            "No: nothing happens to them.",
            "Yes, as if they had stepped there.",
            "Yes, but without a direction: they push nobody, and neither a ramp nor ice moves them on.",
        ),
        chosen=("Yes, but without a direction; Kraken meets its field first. Laps change if a titan crosses the line."),
        reason="They enter the fields, but do not move in a line.",
        place="Abilities",
    ),
    HouseRuling(
        number="TR-A17",
        question="What happens if a chain runs in a circle, or comes around the track to a titan that is still moving?",
        readings=(
            "The chain continues until it comes to rest.",
            "The titan that would move into it stops, and loses a life for the push.",
        ),
        chosen=(
            "The titan that would move into it stops. An ability or a card that could not move its titan at all is "
            "refused."
        ),
        reason="Otherwise one push could go on forever.",
        place="Chain reactions",
    ),
    HouseRuling(
        number="TR-A18",
        question="When may a reaction card be played?",
        readings=(
            "Whenever its text fits, even on the player's own turn.",
            "Only on another player's turn, when the player's titan is about to lose a life.",
        ),
        chosen=(
            "Only on another player's turn, after the first round, when the player's titan is about to lose a life "
            "that is not a cost."
        ),
        reason=(
            "Every loss of a titan on its own turn is part of an action, and no card can be played during an action. "
            "Everyone with a card is asked, so that the question gives nothing away."
        ),
        place="Special cards",
    ),
    HouseRuling(
        number="TR-A19",
        question="If a trap is placed under a titan on a statue field, does it go off?",
        readings=(
            "No: a trap placed on a statue field sets nothing off.",
            "It goes off under the titan, and the statue does not fire.",
        ),
        chosen="It goes off under the titan, and the statue does not fire.",
        reason="A trap never stays under a titan, and a statue only fires when a titan enters it.",
        place="Ruins of Ban-Kogu",
    ),
    HouseRuling(
        number="TR-A20",
        question="Where do discarded traps go?",
        readings=("Out of the game.", "Back to the supply."),
        chosen="Back to the supply.",
        reason="Otherwise red dice would run out of traps, and no rule covers that.",
        place="Traps",
    ),
    HouseRuling(
        number="TR-A21",
        question="Which titans draw a card on a special field?",
        readings=(
            "Only titans that a card or a chain reaction moves there.",
            "Only titans that are not knocked out.",
            "Every titan that enters it.",
        ),
        chosen="Every titan that enters it, even by its own move, and even while knocked out.",
        reason="You win cards by moving through special fields, and nothing excludes knocked-out titans.",
        place="Special cards",
    ),
    HouseRuling(
        number="TR-A22",
        question="When may a player discard a card unused?",
        readings=("At any time.", "Only when they could play a card on their own turn."),
        chosen="Only when they could play a card on their own turn.",
        reason="The discard counts as that turn's card.",
        place="Special cards",
    ),
    HouseRuling(
        number="TR-A23",
        question="May a card be played if it has no target or changes nothing?",
        readings=("Yes, without effect.", "No, but it may be discarded."),
        chosen="No, but it may be discarded.",
        reason="The rulebook lets players discard cards that they do not want.",
        place="Special cards",
    ),
    HouseRuling(
        number="TR-A24",
        question="The rulebook does not describe twelve of the cards. What do they do?",
        readings=(
            "Whatever the owner's copy says.",
            "Whatever the edition of the game says.",
        ),
        chosen="Whatever the edition says; without one, the game uses twelve reconstructed cards.",
        reason=(
            "The rulebook only shows the cards as pictures. Reviews describe several kinds, and the reconstruction "
            "keeps those kinds."
        ),
        place="Special cards",
    ),
    HouseRuling(
        number="TR-A25",
        question="Does a card given to pirates count as the card of the turn?",
        readings=("Yes: a discard counts as playing a card.", "No, and it may be given in the first round."),
        chosen="No, and it may be given in the first round.",
        reason="The pirates on the track take the card; only discarding an unwanted card counts as playing one.",
        place="Dead Man's Lagoon",
    ),
    HouseRuling(
        number="TR-A26",
        question="Do ramps throw titans that are pushed or moved by others?",
        readings=("No.", "Yes, in the directions of the ramp."),
        chosen="Yes, in the directions of the ramp.",
        reason="All other terrain affects pushed titans, and the pentagram is the only exception.",
        place="Forbidden Foundry",
    ),
    HouseRuling(
        number="TR-A27",
        question="If a titan is pushed 2 or 3 fields off a statue, does the blast hit it?",
        readings=("Only if it ends up on an adjacent field.", "Yes, in any case."),
        chosen="Yes, in any case, once, after the titans on the six fields.",
        reason="The rulebook says that a titan pushed off the statue takes the damage.",
        place="Ruins of Ban-Kogu",
    ),
    HouseRuling(
        number="TR-A28",
        question="Does a slide on ice end the movement?",
        readings=(
            "Yes: the titan stops on the first field without ice.",
            "No: the remaining counted steps follow.",
        ),
        chosen="No: the remaining counted steps follow.",
        reason="The rulebook does not count the fields of a slide; this would make no difference if the movement "
        "ended there.",
        place="Ice Plains of Estengaard",
    ),
    HouseRuling(
        number="TR-A29",
        question="After which moves may a pentagram be used?",
        readings=(
            "Only after the die's move.",
            "After any move of the titan's own on its turn, even by an ability or a card, even in the first round.",
        ),
        chosen="After any move of the titan's own on its turn, even by an ability or a card, even in the first round.",
        reason="The rules only exclude pushed titans, and in the first round only abilities and special cards.",
        place="Ang'lieh",
    ),
    HouseRuling(
        number="TR-A30",
        question="With two players, the die shows the colour of a second titan. Who begins?",
        readings=("That titan.", "The first titan of the same player."),
        chosen="The first titan of the same player.",
        reason="In this variant the order begins with player A's first titan.",
        place="Variants: two players",
    ),
    HouseRuling(
        number="TR-A31",
        question="With two players, does each titan have its own hand of cards?",
        readings=("Yes.", "No: a player has one hand, and may play a card on the turn of each titan."),
        chosen="No: a player has one hand, and may play a card on the turn of each titan.",
        reason="The rulebook gives cards and their limit to players, and one card to each turn.",
        place="Variants: two players",
    ),
    HouseRuling(
        number="TR-A32",
        question="May a Grand Slam use both sides of one board?",
        readings=("Yes, one after the other.", "No."),
        chosen="No.",
        reason="The three tracks lie on the table at the same time.",
        place="Variants: Grand Slam",
    ),
    HouseRuling(
        number="TR-A33",
        question="In a Grand Slam, do zones reach from one track to the next?",
        readings=(
            "No: each track is a separate board.",
            "Yes, but not past the outer ends of the first and third tracks.",
        ),
        chosen="Yes, but not past the outer ends of the first and third tracks.",
        reason="The tracks form one course, so the top row of one track adjoins the bottom row of the next.",
        place="Variants: Grand Slam",
    ),
    HouseRuling(
        number="TR-A34",
        question="What happens to a titan forced off the bottom of a Grand Slam's first track?",
        readings=(
            "It stops on the last field.",
            "It comes in at the top of the third track.",
            "It is back at the start, and is placed in its next die action.",
        ),
        chosen="It is back at the start, and is placed in its next die action.",
        reason="There is no track below the first, and titans start from below that edge.",
        place="Variants: Grand Slam",
    ),
)
