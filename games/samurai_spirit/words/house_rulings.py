"""The register of house rulings, for points that the rulebook of Samurai Spirit leaves open.

Places are headings of the Czech rulebook, in English, with its pages. Open questions about components (SS-A21, SS-A26
and SS-A27) have no ruling: the README says under "Sources" how they were reconstructed.
"""

from __future__ import annotations

from games.kit.words.house_ruling import HouseRuling

RULEBOOK = "Czech rulebook, with the English one of Funforge 2014"
HOUSE_RULINGS: tuple[HouseRuling, ...] = (
    HouseRuling(
        number="SS-A1",
        question="How many chiefs join before the third round on easy?",
        readings=(
            "As many as there are samurai, as on the other levels.",
            "One fewer than there are samurai, like the lieutenants.",
        ),
        chosen="One fewer than there are samurai, like the lieutenants.",
        reason="The Czech rulebook names only the lieutenants; the English one names the chiefs too.",
        place="Levels of difficulty, page 11",
    ),
    HouseRuling(
        number="SS-A2",
        question="Which samurai is wounded by the back of a farm, and which is healed by a family?",
        readings=("The players choose one.", "One is drawn at random."),
        chosen="One is drawn at random; for healing, one of those with a wound token.",
        reason='The Czech rulebook says "one player"; the English one says "a random player".',
        place="End of a round: steps 2 and 3, page 9",
    ),
    HouseRuling(
        number="SS-A3",
        question="Which farm is destroyed, which family is lost to the back of a farm, and what happens if no farm or "
        "no family is left?",
        readings=(
            "The players choose, and a wound replaces whatever is missing.",
            "Chance decides, and nothing replaces whatever is missing.",
        ),
        chosen="Chance decides, and nothing replaces whatever is missing.",
        reason="The backs are hidden, so one farm is as good as another; wounds replace only the penalties of raiders.",
        place="End of a round: step 2, page 9",
    ),
    HouseRuling(
        number="SS-A4",
        question="Does a round end when the last raider leaves the stack without being drawn and played?",
        readings=(
            "No, it ends only once a raider has been drawn and played.",
            "Yes, an empty stack ends it at once and cuts short anything under way.",
            "Yes, an empty stack ends it once anything under way is finished.",
        ),
        chosen="Yes: if the stack is empty after the penalties or after the action, the round ends once anything under "
        "way is finished.",
        reason="The rulebook says that a round generally lasts until the stack is used up.",
        place="End of a round, page 9",
    ),
    HouseRuling(
        number="SS-A5",
        question="Is the game lost as soon as the last farm or the last family is gone?",
        readings=("Yes, at once.", "No, that is checked at the end of a round, after the intruders."),
        chosen="No, that is checked at the end of a round, after the intruders; until then, a step does nothing if "
        "there is nothing left to take.",
        reason="Both rulebooks check for this loss then and at no other time.",
        place="End of a round, page 10",
    ),
    HouseRuling(
        number="SS-A6",
        question="What happens when a samurai is overcome and no barricade is left?",
        readings=("Nothing.", "A farm burns.", "The samurai is wounded."),
        chosen="A farm burns; if none is left, nothing happens.",
        reason="For this case the board shows the same flame as for the fire penalty; wounds replace only the "
        "penalties of raiders.",
        place="Fight: confront, page 5",
    ),
    HouseRuling(
        number="SS-A7",
        question="Does a kiai trigger when the total falls to the number, or when the samurai has passed?",
        readings=(
            "Only when a raider joins the line.",
            "Whenever the total becomes equal, even after passing.",
            "Whenever the total becomes equal, but not after passing.",
        ),
        chosen="Whenever the total becomes equal, even by falling, but not after passing.",
        reason='The rulebook says "whenever", but a samurai who has passed cannot get rid of cards, and a kiai '
        "discards one.",
        place="Kiai, page 7",
    ),
    HouseRuling(
        number="SS-A8",
        question="Does a kiai trigger when a wound at the end of a round turns the board?",
        readings=("Yes, whenever the total is equal.", "No, the round is over."),
        chosen="No, the round is over.",
        reason='"Whenever the total equals the number, at once, even out of turn" supports the other reading, but a '
        'round "ends at once". Its end is a list of steps without decisions, and at the end all lines are collected.',
        place="Kiai, page 7",
    ),
    HouseRuling(
        number="SS-A9",
        question="May Daisuke send an even raider on, as the rulebook's answer about chains suggests?",
        readings=(
            "Yes, the answer names Daisuke and an even raider.",
            "No, Daisuke sends only odd raiders; the answer is about chains and about talents out of turn.",
        ),
        chosen="No: talents chain and work out of turn, even while the token is lent, but each only for its own kind "
        "of value.",
        reason="The talent as printed is for odd values only, and the English rulebook names another samurai in the "
        "same answer.",
        place="Frequently asked questions, page 13",
    ),
    HouseRuling(
        number="SS-A10",
        question="May two samurai send a raider back and forth forever?",
        readings=("Yes.", "No, each may use each talent only once on the same raider."),
        chosen="No, each samurai may use each talent only once on the same raider.",
        reason="Otherwise a turn might never end.",
        place="Frequently asked questions, page 13",
    ),
    HouseRuling(
        number="SS-A11",
        question="May Kikuchiyo fight a second time if the first Fight took the total over the kiai number?",
        readings=(
            "No, such a samurai must pass.",
            "Yes, whether a samurai must pass is only decided when the action is chosen.",
        ),
        chosen="Yes.",
        reason="The rulebook looks at the total when the action is chosen, and the action was Fight.",
        place="Pass, page 7",
    ),
    HouseRuling(
        number="SS-A12",
        question="If a penalty is printed twice on a chief, do you suffer it twice?",
        readings=("No, two penalties only count if they are different.", "Yes, each symbol is a penalty."),
        chosen="Yes, one after the other.",
        reason="The English rulebook speaks of two symbols; each symbol is a penalty.",
        place="Penalties: chiefs, page 16",
    ),
    HouseRuling(
        number="SS-A13",
        question="May Gorobei or Kanbei ignore one of two penalties and suffer the other?",
        readings=(
            "Yes, you decide for each penalty separately.",
            "No, you ignore all penalties of the raider or none.",
        ),
        chosen="No, you ignore all penalties of the raider or none.",
        reason="The talent names the penalties of the raider, not each penalty.",
        place="Talents and kiai: Gorobei, page 14",
    ),
    HouseRuling(
        number="SS-A14",
        question="May Daisuke's kiai give a raider back to the samurai it came from?",
        readings=("Yes, so that samurai can now defend against it.", "No, it goes to another samurai."),
        chosen="No, it goes to another samurai.",
        reason='The effect says "another samurai".',
        place="Talents and kiai: Daisuke, page 14",
    ),
    HouseRuling(
        number="SS-A15",
        question="May talents be used on a raider that Daisuke's kiai has moved?",
        readings=("Yes, the receiver meets it as if drawn.", "No, it was not drawn."),
        chosen="No, it was not drawn.",
        reason="Talents are for drawn raiders, and the effect only allows confronting and defending.",
        place="Use of a talent, page 7",
    ),
    HouseRuling(
        number="SS-A16",
        question="Where do the remaining raiders go when all samurai have passed?",
        readings=("Under the intruders.", "On top of the intruders, in the same order."),
        chosen="On top of the intruders, in the same order.",
        reason="The Czech rulebook only says that they join the intruders; the English one says on top.",
        place="End of a round, page 9",
    ),
    HouseRuling(
        number="SS-A17",
        question="Who starts the next round if an arrow or a talent made another samurai draw the last raider?",
        readings=(
            "The left neighbour of the samurai whose turn it was.",
            "The left neighbour of the samurai who drew the last raider.",
        ),
        chosen="The left neighbour of the samurai whose turn it was, even if nobody drew the last raider.",
        reason='The Czech rulebook says "who drew the last raider or passed last"; the English one says "the last '
        'player".',
        place="End of a round, page 10",
        option="round_starter",
    ),
    HouseRuling(
        number="SS-A18",
        question="May a samurai who has passed still be healed, be wounded at random, or give or receive a token in "
        "that round?",
        readings=("Yes, they only miss raiders and turns.", "No, nothing in the round affects them."),
        chosen="No, nothing in the round affects them.",
        reason="The rulebook says that they are out of the game for the rest of the round.",
        place="Pass, page 7",
    ),
    HouseRuling(
        number="SS-A19",
        question="With two samurai, is a deal with fewer than two dolls dealt again?",
        readings=("Yes, always.", "No.", "As the players agree."),
        chosen="As the players agree; without an agreement, no.",
        reason="Only the English rulebook has the check; in the Czech one, the tokens of absent samurai are the only "
        "change.",
        place="Variants: two players, page 12",
        option="two_player_doll_check",
    ),
    HouseRuling(
        number="SS-A20",
        question="What happens to tokens when a round ends?",
        readings=(
            "All go back to their owners.",
            "Tokens of the last turn go back; the others wait for their holder's next turn.",
        ),
        chosen="The tokens of the last turn go back as usual; the others wait for their holder's next turn.",
        reason="A token helps on its holder's next turn, and no rule takes it away at the end of a round.",
        place="Support, page 6",
    ),
    HouseRuling(
        number="SS-A22",
        question="When one player leads several samurai, do the rules count players or samurai?",
        readings=("Players.", "Samurai."),
        chosen="Samurai, everywhere.",
        reason="The rulebook refers a single player to the rules for two.",
        place="Variants: solo game, page 12",
    ),
    HouseRuling(
        number="SS-A23",
        question="Must a samurai agree when Heihachi's kiai heals them or Kyuzo's kiai makes them give away a token?",
        readings=("Yes.", "No, the owner of the kiai decides."),
        chosen="No, the owner of the kiai decides.",
        reason="The owner uses the effect; the rulebook asks nobody else.",
        place="Talents and kiai: Kyuzo, page 15",
    ),
    HouseRuling(
        number="SS-A24",
        question="May Katsushiro swap the last raider of the stack?",
        readings=("Yes, and Katsushiro then draws it again.", "No, there is no other raider to draw."),
        chosen="No, there is no other raider to draw.",
        reason="The talent draws another raider.",
        place="Talents and kiai: Katsushiro, page 15",
    ),
    HouseRuling(
        number="SS-A25",
        question="Does a token that Kyuzo's kiai gives to the active samurai help in the same turn?",
        readings=("Yes, and it goes back at the end of the turn.", "No, and it goes back at the end of the turn."),
        chosen="No, and it goes back at the end of the turn.",
        reason="The Czech rulebook is silent; a note in the English one says that it does not.",
        place="Support, page 6",
    ),
    HouseRuling(
        number="SS-A28",
        question="May Gorobei and Kanbei ignore an arrow, although talents do not work on cards drawn because of "
        "arrows?",
        readings=("No, an arrow is exempt from all talents.", "Yes, only the drawn raider is exempt."),
        chosen="Yes; only the drawn raider is exempt.",
        reason="The rulebook's exception covers the cards drawn because of the two penalties.",
        place="Penalties, page 16",
    ),
    HouseRuling(
        number="SS-A29",
        question="May you skip your whole kiai, so that the first raider of the line stays?",
        readings=("Yes, triggering a kiai is optional.", "No, you may only skip the effect."),
        chosen="No, you may only skip the effect.",
        reason="The first raider goes whether or not you used the effect.",
        place="Kiai, page 8",
    ),
    HouseRuling(
        number="SS-A30",
        question='Which raider of a line do "uppermost", "lowest", "last" and "bottom" mean?',
        readings=(
            "The uppermost lies on top of the others and is the newest.",
            "The uppermost lies on the table and is the oldest; lowest, last and bottom are the newest.",
        ),
        chosen="A kiai discards the oldest; penalties, Daisuke and Kikuchiyo affect the newest.",
        reason="In the rulebook's example, a kiai discards the card that was laid first.",
        place="Kiai, page 8",
    ),
    HouseRuling(
        number="SS-A31",
        question="Do you suffer the second penalty if the raider has left the line or is no longer the last?",
        readings=(
            "No, whichever raider is last at that moment counts.",
            "Yes, the penalties are fixed when they begin.",
        ),
        chosen="Yes, the penalties are fixed when they begin, and only one raider counts each turn.",
        reason="Suffering the penalty of the last raider is the first step of a turn.",
        place="Course of a round: step A, page 4",
    ),
    HouseRuling(
        number="SS-A32",
        question="When are the giver's and the receiver's totals compared after Daisuke's kiai has moved a raider?",
        readings=(
            "The giver's at once, and the receiver's when the raider is placed.",
            "Both once the raider is placed, the giver's first.",
        ),
        chosen="Both once the raider is placed; the receiver may be overcome before that, and the giver's kiai comes "
        "first.",
        reason="In the English rulebook, both move their figures after the raider is placed.",
        place="Talents and kiai: Daisuke, page 14",
    ),
    HouseRuling(
        number="SS-A33",
        question="How long does the token of an absent samurai help?",
        readings=("For the rest of the round.", "For the turn."),
        chosen="For the turn.",
        reason="The Czech rulebook compares it to a token received through Support, which helps for one turn.",
        place="Variants: two players, page 12",
    ),
    HouseRuling(
        number="SS-A34",
        question="In which order do the samurai carry out a step at the end of a round?",
        readings=("In any order.", "Clockwise from the last active samurai."),
        chosen="Clockwise from the last active samurai.",
        reason="The rulebooks are silent; the order only matters for chance, and a record needs one order.",
        place="End of a round, page 9",
    ),
    HouseRuling(
        number="SS-A35",
        question="Is a samurai overcome if the board turns while the total is over the animal's kiai number?",
        readings=("Yes, a barricade burns.", "No, no raider was confronted."),
        chosen="No.",
        reason="A barricade burns when a confronted raider takes the total over the number; a wound adds no raider.",
        place="Wounds, page 8",
    ),
    HouseRuling(
        number="SS-A36",
        question="Can a samurai who may not use talents or tokens this turn choose Support?",
        readings=("No, Support uses the token on the board.", "Yes, Support lends the token and uses no talent."),
        chosen="Yes, Support lends the token and uses no talent.",
        reason='"Cannot use the talent or any support tokens on the board" supports the other reading, but Support '
        "does not use the talent, and a separate penalty forbids it.",
        place="Penalties: chiefs, page 16",
    ),
    HouseRuling(
        number="SS-A37",
        question="For the start of the next round, who drew a raider that Heihachi or Daisuke sent on?",
        readings=(
            "The samurai who turned it up.",
            "The samurai who received it last, who meets it as if they had drawn it.",
        ),
        chosen="The samurai who turned it up.",
        reason='The receiver "must deal with it as if they had drawn it"; this is about meeting the raider, not '
        "about drawing it.",
        place="Talents and kiai: Heihachi, page 14",
    ),
    HouseRuling(
        number="SS-A38",
        question="Which support token does Kyuzo's kiai move?",
        readings=("The giver's own, which they hold.", "Any token that the giver holds, even a borrowed one."),
        chosen="The giver's own, which they hold.",
        reason='"A support token" supports the other reading, but a borrowed token "must be returned", and Support '
        "only lends the giver's own.",
        place="Talents and kiai: Kyuzo, page 15",
    ),
)
"""Every house ruling, in the order of the numbers."""
