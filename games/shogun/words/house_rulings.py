"""The register of house rulings, for points where the rulebook of Shogun is silent or unclear.

The numbers A-3, A-4, A-8, A-13 and A-34 are not used: on a second reading the rulebook decides those questions itself.
"""

from __future__ import annotations

from games.kit.words.house_ruling import HouseRuling

RULEBOOK = "Czech rulebook, version 2.1, Corfix 2007"
HOUSE_RULINGS: tuple[HouseRuling, ...] = (
    HouseRuling(
        number="SH-A1",
        question="Which action card is shown after an action, since the first five lie open anyway?",
        readings=(
            "After each of the first five actions the next face-down card is turned up.",
            "The card of the action that follows is turned up just before it is carried out.",
        ),
        chosen="After each of the first five actions the next face-down card is turned up.",
        reason="Five cards stay in view, as at the start, and published versions of the game agree.",
        place="Carrying out the actions (page 7)",
    ),
    HouseRuling(
        number="SH-A2",
        question="Whose special card adds a chest in the example of taxes, which names two players?",
        readings=(
            "The player who collects the taxes holds the card and gains the chest.",
            "The holder of the card gains a chest when another player collects taxes.",
        ),
        chosen="The player who collects the taxes holds the card and gains the chest.",
        reason="The card speaks of the player who carries out the action; the second name in the example is a slip.",
        place="Determining the event (page 6)",
    ),
    HouseRuling(
        number="SH-A5",
        question="May a player bid a war chest card with more chests than they own?",
        readings=(
            "No, such a bid is refused when it is planned.",
            "Yes, and it counts and costs the chests that the player owns.",
        ),
        chosen="No, such a bid is refused when it is planned.",
        reason="Chests cannot change between planning and paying, so the player knows that the bid cannot be paid.",
        place="Bidding for the player order (page 6)",
        option="overbid",
    ),
    HouseRuling(
        number="SH-A6",
        question="Which spaces stay empty when a player has too few cards?",
        readings=(
            "The player chooses, and the bid may be one of them.",
            "The bid must be filled before any action.",
        ),
        chosen="The player chooses, and the bid may be one of them.",
        reason="The rules for the player order speak of players who bid no card.",
        place="Planning the actions (page 6)",
    ),
    HouseRuling(
        number="SH-A7",
        question="Does a player keep rice or chests of an action that raises a revolt when the farmers win it?",
        readings=(
            "Yes, they are gained before the revolt.",
            "No, they are gained only when the revolt is put down.",
        ),
        chosen="Yes, they are gained before the revolt.",
        reason="The action describes the gain first, and only the marker depends on the result of the revolt.",
        place="Explanation of the actions (page 5)",
        option="revolt_yield",
    ),
    HouseRuling(
        number="SH-A9",
        question="Who bears the losses of a defence that wins with the help of farmers?",
        readings=(
            "The farmers fall first, then armies of the owner.",
            "The armies of the owner fall first.",
        ),
        chosen="The farmers fall first, then armies of the owner.",
        reason="All farmers leave the tray after the battle anyway, so counting them first costs nobody an army.",
        place="Result of a battle (page 8)",
    ),
    HouseRuling(
        number="SH-A10",
        question="What does the event with a theatre and a leaving revolt marker do?",
        readings=(
            "Building a theatre in this round also takes one revolt marker from its province.",
            "Every province with a theatre loses one revolt marker when the event is drawn.",
        ),
        chosen="Building a theatre in this round also takes one revolt marker from its province.",
        reason="Events affect an action of the round, and a published version of the game does the same.",
        place="Event cards (overview)",
    ),
    HouseRuling(
        number="SH-A11",
        question="Who wins if only farmers of the defence fall out, or more of them than the attacker has cubes?",
        readings=(
            "Nobody: a defence that wins without an army of the owner is a draw.",
            "It is a draw only if nothing but farmers lies in the tray.",
        ),
        chosen="Nobody: a defence that wins without an army of the owner is a draw.",
        reason="No army would be left to hold the province, whether the attacker has cubes in the tray or not.",
        place="Result of a battle (page 9)",
    ),
    HouseRuling(
        number="SH-A12",
        question="Does the castle event help in a revolt?",
        readings=(
            "Yes, in battles and in revolts.",
            "No, only against another player.",
        ),
        chosen="Yes, in battles and in revolts.",
        reason="In a revolt the owner counts as the defender of the province.",
        place="Event cards (overview)",
    ),
    HouseRuling(
        number="SH-A14",
        question="Where does the army of a bonus come from, and what becomes of it?",
        readings=(
            "It comes from the supply, is like any other army of its colour, and needs an army in the supply.",
            "It is an extra cube that leaves the game after the battle.",
        ),
        chosen="It comes from the supply, is like any other army of its colour, and needs an army in the supply.",
        reason="Each player has 62 armies and no others.",
        place="Laying out the special cards (page 4)",
    ),
    HouseRuling(
        number="SH-A15",
        question="How many armies does the holder of the six armies deploy in the event with expensive recruits?",
        readings=(
            "Six, since the event is applied first and the card then replaces the number.",
            "Four, one more than the event allows.",
        ),
        chosen="Six, since the event is applied first and the card then replaces the number.",
        reason="The card gives a number and not an addition.",
        place="Determining the event (page 6)",
    ),
    HouseRuling(
        number="SH-A16",
        question="Does the attack bonus hold against a neutral province?",
        readings=(
            "Yes, in each battle that the march starts.",
            "No, only against another player.",
        ),
        chosen="Yes, in each battle that the march starts.",
        reason="The card speaks of the attacker of a march without a limit; the defence bonus does name a player.",
        place="Laying out the special cards (page 4)",
    ),
    HouseRuling(
        number="SH-A17",
        question="What does the event with the temple forbid?",
        readings=(
            "Attacks by a march on a province with a temple.",
            "Every march into or out of a province with a temple, and revolts in it.",
        ),
        chosen="Attacks by a march on a province with a temple.",
        reason="The card shows crossed swords, and players report it so.",
        place="Event cards (overview)",
    ),
    HouseRuling(
        number="SH-A18",
        question="When does an offer count as unchanged during a round of the draft?",
        readings=(
            "When a player faces the two cards from which they chose in their previous turn.",
            "When no player has taken an offered card since the last full round of turns.",
        ),
        chosen="When a player faces the two cards from which they chose in their previous turn.",
        reason="The rule speaks of a player who would choose from the same cards.",
        place="Start provinces (page 3)",
    ),
    HouseRuling(
        number="SH-A19",
        question="Who gets which of the printed line-ups?",
        readings=(
            "They are dealt at random, unless the players agree on them before the game.",
            "The players choose in turn.",
        ),
        chosen="They are dealt at random, unless the players agree on them before the game.",
        reason="The rulebook does not say; chance favours nobody, and an agreement covers every other way.",
        place="Start provinces (page 3)",
    ),
    HouseRuling(
        number="SH-A20",
        question="Are there printed line-ups for the moon side?",
        readings=(
            "No, a game on the moon side starts with a draft.",
            "The line-ups of the sun side hold for both sides.",
        ),
        chosen="No, a game on the moon side starts with a draft.",
        reason="They fit the regions of the sun side, and the moon side is meant for experienced players.",
        place="Start provinces (page 3)",
    ),
    HouseRuling(
        number="SH-A21",
        question="What are the borders, sea routes and reserved provinces of the moon side?",
        readings=(
            "Those of the sun side.",
            "Others, which no source at hand shows.",
        ),
        chosen="Those of the sun side.",
        reason="The cards show the same map for both sides; the owner of the game can enter others as an edition.",
        place="Preparation (page 2)",
    ),
    HouseRuling(
        number="SH-A22",
        question="Does a revolt that is put down in winter add a revolt marker?",
        readings=(
            "No.",
            "Yes, as after rice and taxes.",
        ),
        chosen="No.",
        reason="The rule about the marker belongs to the actions for rice and taxes.",
        place="Result of a battle (page 9)",
    ),
    HouseRuling(
        number="SH-A23",
        question="Is there a majority where nobody has a building of the kind, and what is a tie of theatres worth?",
        readings=(
            "No majority without a building, and a tie of theatres is worth nothing.",
            "All tie with no buildings, and each gets the points less one.",
        ),
        chosen="No majority without a building, and a tie of theatres is worth nothing.",
        reason="A majority is one of buildings; the table itself gives 0 for tied theatres.",
        place="Scoring (page 7)",
    ),
    HouseRuling(
        number="SH-A24",
        question="Where do the armies and the card go when farmers win a revolt?",
        readings=(
            "The armies go to the supply, the card to the neutral cards.",
            "The armies go to the neutral cards, and the card goes to the supply.",
        ),
        chosen="The armies go to the supply, the card to the neutral cards.",
        reason="The two nouns have changed places in the sentence: cards have no supply and armies no pack.",
        place="Result of a battle (page 9)",
    ),
    HouseRuling(
        number="SH-A25",
        question="Who wins if points and chests are equal?",
        readings=(
            "The players share the victory.",
            "A further comparison decides, such as provinces.",
        ),
        chosen="The players share the victory.",
        reason="The rulebook names no further comparison.",
        place="End of the game (page 9)",
    ),
    HouseRuling(
        number="SH-A26",
        question="What becomes of the buildings and revolt markers of a conquered province?",
        readings=(
            "They stay in the province.",
            "They are removed.",
        ),
        chosen="They stay in the province.",
        reason="They are removed only after a draw or a revolt that succeeds.",
        place="Result of a battle (page 9)",
    ),
    HouseRuling(
        number="SH-A27",
        question="Do chests and revolt markers run out?",
        readings=(
            "No, players use substitutes.",
            "Yes, and an action without them lapses or gives what is there.",
        ),
        chosen="No, players use substitutes.",
        reason="They stand for money and unrest; in an ordinary game the printed numbers suffice.",
        place="Game material (page 2)",
    ),
    HouseRuling(
        number="SH-A28",
        question="What happens when the stock has fewer farmers than a battle or revolt needs?",
        readings=(
            "Those that are there take part.",
            "Farmers in the tower count as thrown.",
        ),
        chosen="Those that are there take part.",
        reason="There are 20 farmers, and the tower is never emptied.",
        place="Who takes part in a battle (page 8)",
    ),
    HouseRuling(
        number="SH-A29",
        question="Can a player with an empty supply use Deploy 1 only for the move?",
        readings=(
            "No, the action lapses.",
            "Yes, the move is an action of its own.",
        ),
        chosen="No, the action lapses.",
        reason="An action that cannot be done completely lapses, and the move is added to the deploying.",
        place="Explanation of the actions (page 5)",
    ),
    HouseRuling(
        number="SH-A30",
        question="Can a plan be changed after it was declared finished?",
        readings=(
            "Yes, until the last plan is finished.",
            "No.",
        ),
        chosen="Yes, until the last plan is finished.",
        reason="At a table the cards stay at hand until all are ready.",
        place="Planning the actions (page 4)",
    ),
    HouseRuling(
        number="SH-A31",
        question="Which cubes of an attacker who wins occupy the province?",
        readings=(
            "Any cubes of the colour that are left in the tray, those of earlier throws too.",
            "At most as many as marched.",
        ),
        chosen="Any cubes of the colour that are left in the tray, those of earlier throws too.",
        reason="The result counts all cubes of the colour in the tray, and the winner places those that are left.",
        place="Result of a battle (page 8)",
    ),
    HouseRuling(
        number="SH-A32",
        question="Do provinces whose cards were won in autumn need rice and count for revolts and points in winter?",
        readings=(
            "Yes, what counts is who owns a province in winter.",
            "No, their cards take effect in the next year.",
        ),
        chosen="Yes, what counts is who owns a province in winter.",
        reason="A card goes to the new owner at once.",
        place="Revolts (page 7)",
    ),
    HouseRuling(
        number="SH-A33",
        question="Do more cubes count for a side than it threw, when cubes of earlier throws fall out?",
        readings=(
            "Yes, all cubes of the colour in the tray count.",
            "No, at most as many as were thrown.",
        ),
        chosen="Yes, all cubes of the colour in the tray count.",
        reason="The rules of the tower say that cubes of earlier throws may fall out and change the result.",
        place="Result of a battle (page 8)",
    ),
    HouseRuling(
        number="SH-A35",
        question="Is the order of several revolts in winter fixed beforehand?",
        readings=(
            "No, the player names one after the other and knows the earlier results.",
            "Yes, the player fixes the whole order before the first one.",
        ),
        chosen="No, the player names one after the other and knows the earlier results.",
        reason="The player chooses the order, and the provinces are handled in succession.",
        place="Revolts (page 7)",
    ),
    HouseRuling(
        number="SH-A36",
        question="Is rice paid for the provinces that are supplied?",
        readings=(
            "No, it is only compared with the number of provinces.",
            "Yes, one rice for each province.",
        ),
        chosen="No, it is only compared with the number of provinces.",
        reason="The player must have the rice; the markers go to zero after the winter anyway.",
        place="Supplying the provinces with rice (page 7)",
    ),
    HouseRuling(
        number="SH-A37",
        question="Can the building tiles of a devastated province be built again?",
        readings=(
            "Yes, they go back to the stock.",
            "No, they leave the game.",
        ),
        chosen="Yes, they go back to the stock.",
        reason="They are removed from the province, and nothing takes them out of the game.",
        place="Result of a battle (page 9)",
    ),
    HouseRuling(
        number="SH-A38",
        question="Is a player without provinces out of the game?",
        readings=(
            "No, they go on planning and bidding with their war chest cards, and may still win by points.",
            "Yes, they are eliminated.",
        ),
        chosen="No, they go on planning and bidding with their war chest cards, and may still win by points.",
        reason="The rulebook eliminates nobody and provides for players with too few cards.",
        place="Planning the actions (page 6)",
    ),
    HouseRuling(
        number="SH-A39",
        question="In what order are bonus armies declared in a battle?",
        readings=(
            "The attacker first, then the castle, then the defender.",
            "The defender first, since the attacker knows what is coming.",
        ),
        chosen="The attacker first, then the castle, then the defender.",
        reason="The attacker opens the battle with the march, and the defender answers it.",
        place="Laying out the special cards (page 4)",
    ),
    HouseRuling(
        number="SH-A40",
        question="How does a simulated tower behave?",
        readings=(
            "It catches a thrown cube one time in four, and n cubes loosen each resting one with n/(n + 36).",
            "It lets a thrown cube fall two times in three, and each resting one with 1/3.",
            "It has two storeys that each catch 3/20, and each passing cube loosens a resting one with 1/40.",
        ),
        chosen="It catches a thrown cube one time in four, and n cubes loosen each resting one with n/(n + 36).",
        reason="Its content settles near the 10 to 12 cubes that players report; no measurements are known.",
        place="Basic rules of the tower (page 8)",
    ),
    HouseRuling(
        number="SH-A41",
        question="How often may a player change their plan in a round?",
        readings=(
            "At most 100 times; then it is laid to its end and sealed.",
            "As often as they like, until the last plan is finished.",
        ),
        chosen="At most 100 times; then it is laid to its end and sealed.",
        reason="At a table the patience of the others is the limit; whoever is losing could go on for ever.",
        place="Planning the actions (page 4)",
    ),
)
