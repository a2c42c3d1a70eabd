"""The register of house rulings, for points where the rulebook of Titan Race is silent or unclear."""

from __future__ import annotations

from games.kit.words.house_ruling import HouseRuling

RULEBOOK = "Polish rulebook TTR01PL, Rebel"
HOUSE_RULINGS: tuple[HouseRuling, ...] = (
    HouseRuling(
        number="TR-A1",
        question=(
            "The example of the pentagram names E4, E6 and E10, but column E has odd rows only. Which fields are meant?"
        ),
        readings=(
            "Column D: the titan goes from D4 over D6 to D10.",
            "Column E has even rows too.",
        ),
        chosen="Column D; no field lies in an even row of column E.",
        reason="The start fields and all other examples fix which rows a column has; one letter is misprinted.",
        place="Ang'lieh",
    ),
    HouseRuling(
        number="TR-A2",
        question="In which order does an effect strike several titans and traps?",
        readings=(
            "The player in turn chooses the order.",
            "All are struck at the same moment.",
            "Clockwise from the field straight ahead, titans and traps together.",
        ),
        chosen=(
            "Clockwise from the field straight ahead: F, FR, BR, B, BL, FL. The targets are fixed when the "
            "effect begins."
        ),
        reason="Reactions come one after the other, so an order is needed, and this one asks nobody for it.",
        place="Abilities",
    ),
    HouseRuling(
        number="TR-A3",
        question="Does a knocked-out titan gain a life when its player takes the die of its colour?",
        readings=("It gains 1 life, as for any die of its colour.", "It gains nothing."),
        chosen="It gains nothing.",
        reason="A knocked-out titan comes back to life only by its recovery.",
        place="Course of a turn",
    ),
    HouseRuling(
        number="TR-A4",
        question="Purple copies another face. Which colour counts for the life?",
        readings=("The colour of the die, purple.", "The colour of the face that is copied."),
        chosen="The colour of the die.",
        reason="The life comes before any action, and the face is chosen in the action.",
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
            "No: the field takes effect only on titans that move.",
        ),
        chosen="Yes, but the placing completes no lap and is no move.",
        reason="A field takes effect as soon as a titan comes onto it.",
        place="First turn",
    ),
    HouseRuling(
        number="TR-A7",
        question="May a player choose a path that is blocked at its first step?",
        readings=(
            "Yes, and the titan stays.",
            "No, unless every path of the die is blocked.",
        ),
        chosen=(
            "No, unless every path of the die is blocked; purple does not copy a face with blocked paths only, either."
        ),
        reason=(
            "A titan always moves in its turn; a path that cannot move it leaves the rule unfulfilled while "
            "another fulfils it."
        ),
        place="Rules of movement",
    ),
    HouseRuling(
        number="TR-A8",
        question="Must the trap of red be placed, and the damage of green be dealt?",
        readings=(
            "Both are optional.",
            "Both are compulsory if they are possible.",
            "Both are compulsory if they are possible, but a trap in front may be spared.",
        ),
        chosen="Both are compulsory if they are possible, but a trap in front may be spared.",
        reason=(
            "The word AND joins them to the move, and the die must be performed; destroying a trap is described "
            "as a possibility."
        ),
        place="Actions",
    ),
    HouseRuling(
        number="TR-A9",
        question="May a titan pay its last life for purple or for a pentagram?",
        readings=("No: a cost must leave 1 life.", "Yes, and it is knocked out."),
        chosen="Yes, and it is knocked out: it moves no further, and the die of a pentagram is not rolled.",
        reason="Nothing forbids it, and purple may be the only die that is left.",
        place="Actions",
    ),
    HouseRuling(
        number="TR-A10",
        question="What is the lap count of a titan that goes back over the line on lap 0?",
        readings=("It stays 0.", "It falls below 0, and the lap is made up later."),
        chosen="It falls below 0, and the lap is made up later.",
        reason="Otherwise going back and forth over the line would earn laps.",
        place="Chain reactions",
    ),
    HouseRuling(
        number="TR-A11",
        question="In which order do the effects of entering a field happen?",
        readings=(
            "The entering titan meets its field first, and pushes the titan there afterwards.",
            "The titan there is pushed first, with everything that follows; then the entering titan meets its field.",
        ),
        chosen=(
            "The lap, the push with its whole chain, the trap, the terrain, the special field, the slide on ice; "
            "then the next step."
        ),
        reason="A field holds one titan, so the other one leaves it before anything else happens there.",
        place="Tracks",
    ),
    HouseRuling(
        number="TR-A12",
        question="What does a field do to a titan that is knocked out when it enters, or on the way there?",
        readings=(
            "Nothing.",
            "Everything but damage.",
        ),
        chosen="Traps are used up, statues fire and special fields give a card; lava and pirates do nothing.",
        reason=(
            "Knocked-out titans are safe from damage only. Pirates offer no real choice to a titan that loses no life."
        ),
        place="Knock-out",
    ),
    HouseRuling(
        number="TR-A13",
        question="How far is a titan pushed?",
        readings=(
            "As far as the segment of the move in which it is pushed: yellow 2, brown 3, green 2, red 1, blue 1.",
            "As far as the steps that the pushing titan still has to walk.",
            "As far as the whole move, both segments of blue together.",
        ),
        chosen="As far as the whole segment of the move in which it is pushed.",
        reason="The rulebook measures the push by the die action, and the push has the direction of one segment.",
        place="Chain reactions",
    ),
    HouseRuling(
        number="TR-A14",
        question="One movement pushes the same titan twice. What does it lose?",
        readings=("1 life in all.", "1 life for each push."),
        chosen="1 life for each push.",
        reason="The rulebook excludes a loss for each field of a push, not for each push.",
        place="Chain reactions",
    ),
    HouseRuling(
        number="TR-A15",
        question="Does a titan lose a life when an ability or a card moves it, and where may it be moved?",
        readings=(
            "It loses 1 life, as if it were pushed.",
            "It loses nothing; only titans that it pushes lose 1 life each.",
        ),
        chosen=(
            "It loses nothing, and may be moved in any direction that the ability allows, also into the mover's "
            "own field."
        ),
        reason="Only a titan that another one runs into is pushed; the shove names no direction that is excluded.",
        place="Abilities",
    ),
    HouseRuling(
        number="TR-A16",
        question="Do titans that swap enter their new fields?",
        readings=(
            "No: nothing happens to them.",
            "Yes, as by a step.",
            "Yes, but without a direction: they push nobody, and no ramp and no ice moves them on.",
        ),
        chosen=(
            "Yes, but without a direction; Kraken meets its field first. Laps change with the line that each crosses."
        ),
        reason="They come onto the fields, but they do not move along a line.",
        place="Abilities",
    ),
    HouseRuling(
        number="TR-A17",
        question="A chain comes round the track to a titan that is still moving, or runs in a circle. What happens?",
        readings=(
            "The chain goes on until it comes to rest.",
            "The titan that would move into it stops, and loses its life for the push.",
        ),
        chosen=(
            "The titan that would move into it stops. An ability or a card that could not move its titan at all "
            "is refused."
        ),
        reason="One push could otherwise run for ever.",
        place="Chain reactions",
    ),
    HouseRuling(
        number="TR-A18",
        question="When may a reaction card be played?",
        readings=(
            "Whenever its text fits, in the player's own turn too.",
            "Only in another player's turn, when the player's titan is about to lose a life.",
        ),
        chosen=(
            "Only in another player's turn, after the first round, when the player's titan is about to lose a "
            "life that is no cost."
        ),
        reason=(
            "Every loss of a titan in its own turn belongs to an action, during which no card is played. "
            "Everybody with a card is asked, so that the question gives nothing away."
        ),
        place="Special cards",
    ),
    HouseRuling(
        number="TR-A19",
        question="A trap is placed under a titan that is on a statue field. Does it go off?",
        readings=(
            "No: a trap placed on a statue field sets off nothing.",
            "It goes off under the titan, and the statue does not fire.",
        ),
        chosen="It goes off under the titan, and the statue does not fire.",
        reason="A trap never stays under a titan, and a statue fires only when it is entered.",
        place="Ruins of Ban-Kogu",
    ),
    HouseRuling(
        number="TR-A20",
        question="Where do discarded traps go?",
        readings=("Out of the game.", "Back to the supply."),
        chosen="Back to the supply.",
        reason="Red dice would otherwise run out of traps, and no rule speaks of that.",
        place="Traps",
    ),
    HouseRuling(
        number="TR-A21",
        question="Which titans draw a card on a special field?",
        readings=(
            "Only those that a card or a chain reaction moves there.",
            "Only those that are not knocked out.",
            "Every titan that enters it.",
        ),
        chosen="Every titan that enters it, by its own move too, and knocked out too.",
        reason="Cards are won by moving through special fields, and nothing excludes knocked-out titans.",
        place="Special cards",
    ),
    HouseRuling(
        number="TR-A22",
        question="When may a player discard a card unused?",
        readings=("At any time.", "Only where they could play a card in their own turn."),
        chosen="Only where they could play a card in their own turn.",
        reason="The discard counts as the card of that turn.",
        place="Special cards",
    ),
    HouseRuling(
        number="TR-A23",
        question="May a card be played that has no target or changes nothing?",
        readings=("Yes, without effect.", "No, but it may be discarded."),
        chosen="No, but it may be discarded.",
        reason="The rulebook has a discard for cards that a player does not want.",
        place="Special cards",
    ),
    HouseRuling(
        number="TR-A24",
        question="What do the twelve cards without a description in the rulebook do?",
        readings=(
            "What their owner's copy says.",
            "What the edition of the game says.",
        ),
        chosen="What the edition says; without one, twelve reconstructed cards are used.",
        reason=(
            "The rulebook shows the cards only as pictures. Reviews describe several kinds, which the "
            "reconstruction keeps."
        ),
        place="Special cards",
    ),
    HouseRuling(
        number="TR-A25",
        question="Does a card given to pirates count as the card of the turn?",
        readings=("Yes: a discard counts as a play.", "No, and it may be given in the first round."),
        chosen="No, and it may be given in the first round.",
        reason="The track forces it; only discarding an unwanted card counts as a play.",
        place="Dead Man's Lagoon",
    ),
    HouseRuling(
        number="TR-A26",
        question="Do ramps throw titans that are pushed or moved by others?",
        readings=("No.", "Yes, in the directions of the ramp."),
        chosen="Yes, in the directions of the ramp.",
        reason="All other terrain takes effect on pushed titans, and only the pentagram is excepted.",
        place="Forbidden Foundry",
    ),
    HouseRuling(
        number="TR-A27",
        question="A titan is pushed off a statue by 2 or 3 fields. Does the blast hit it?",
        readings=("Only if it is on an adjacent field.", "In any case."),
        chosen="In any case, once, after the titans on the six fields.",
        reason="The rulebook says that a titan pushed off the statue takes the damage.",
        place="Ruins of Ban-Kogu",
    ),
    HouseRuling(
        number="TR-A28",
        question="Is the movement over after a slide on ice?",
        readings=(
            "Yes: the titan stops on the first field without ice.",
            "No: the counted steps that are left follow.",
        ),
        chosen="No: the counted steps that are left follow.",
        reason="The fields of a slide do not count, which would mean nothing if the movement ended there.",
        place="Ice Plains of Estengaard",
    ),
    HouseRuling(
        number="TR-A29",
        question="After which moves may a pentagram be used?",
        readings=(
            "Only after the move of the die.",
            "After any move of the titan's own in its turn, also by ability or card, and in the first round too.",
        ),
        chosen="After any move of the titan's own in its turn, also by ability or card, and in the first round too.",
        reason="Only pushed titans are excluded, and the first round excludes only abilities and special cards.",
        place="Ang'lieh",
    ),
    HouseRuling(
        number="TR-A30",
        question="Two players: the die shows the colour of a second titan. Who begins?",
        readings=("That titan.", "The first titan of its player."),
        chosen="The first titan of its player.",
        reason="The order of the variant begins with the first titan of player A.",
        place="Variants: two players",
    ),
    HouseRuling(
        number="TR-A31",
        question="Two players: does each titan have a hand of its own?",
        readings=("Yes.", "No: a player has one hand, and may play a card in the turn of each titan."),
        chosen="No: a player has one hand, and may play a card in the turn of each titan.",
        reason="The rulebook gives cards and their limit to players, and the card of a turn to a turn.",
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
        question="Do zones reach from one track of a Grand Slam to the next?",
        readings=("No: each track is a board of its own.", "Yes, but not beyond the first and the third track."),
        chosen="Yes, but not beyond the first and the third track.",
        reason="The tracks are one course, whose neighbouring rows follow each other.",
        place="Variants: Grand Slam",
    ),
    HouseRuling(
        number="TR-A34",
        question="What happens to a titan forced off the bottom of a Grand Slam's first track?",
        readings=(
            "It stops on the last field.",
            "It comes in at the top of the third track.",
            "It is at the start again, and is placed in its next die action.",
        ),
        chosen="It is at the start again, and is placed in its next die action.",
        reason="No track lies below the first, and titans start from below that edge.",
        place="Variants: Grand Slam",
    ),
)
