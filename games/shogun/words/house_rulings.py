"""The register of house rulings, for points where the rulebook of Shogun is silent or unclear.

The numbers SH-A3, SH-A4, SH-A8, SH-A13 and SH-A34 are not used: the rulebook itself answers those questions.
"""

from __future__ import annotations

from games.kit.words.house_ruling import HouseRuling

RULEBOOK = "Czech rulebook, version 2.1, Corfix 2007"
HOUSE_RULINGS: tuple[HouseRuling, ...] = (
    HouseRuling(
        number="SH-A1",
        question="Which action card is turned up after an action, since the first five are face up anyway?",
        readings=(
            "After each of the first five actions the next face-down card is turned up.",
            "The card of the action that follows is turned up just before it is carried out.",
        ),
        chosen="After each of the first five actions the next face-down card is turned up.",
        reason="Five cards stay in view, as at the start, and published versions of the game do the same.",
        place="Carrying out the actions (page 7)",
    ),
    HouseRuling(
        number="SH-A2",
        question="In the tax example, which names two players, whose special card adds a chest?",
        readings=(
            "The player who collects the taxes holds the card and gains the chest.",
            "The holder of the card gains a chest when another player collects taxes.",
        ),
        chosen="The player who collects the taxes holds the card and gains the chest.",
        reason="The card is about the player who carries out the action; the second name in the example is a slip.",
        place="Determining the event (page 6)",
    ),
    HouseRuling(
        number="SH-A5",
        question="May a player bid a war chest card with more chests than they own?",
        readings=(
            "No, such a bid is refused when it is planned.",
            "Yes, and the bid counts as the chests that the player owns, and costs all of them.",
        ),
        chosen="No, such a bid is refused when it is planned.",
        reason="A player's chests cannot change between planning and paying, so the player knows that they cannot "
        "pay the bid.",
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
        reason="The rules for player order mention players who bid no card.",
        place="Planning the actions (page 6)",
    ),
    HouseRuling(
        number="SH-A7",
        question="If an action causes a revolt that the farmers win, does the player keep the rice or chests gained?",
        readings=(
            "Yes, the player gains them before the revolt.",
            "No, the player gains them only when the revolt is put down.",
        ),
        chosen="Yes, the player gains them before the revolt.",
        reason="The action describes the gain first, and only the marker depends on the outcome of the revolt.",
        place="Explanation of the actions (page 5)",
        option="revolt_yield",
    ),
    HouseRuling(
        number="SH-A9",
        question="If a defence wins with the help of farmers, who takes the losses?",
        readings=(
            "The farmers fall first, then the owner's armies.",
            "The owner's armies fall first.",
        ),
        chosen="The farmers fall first, then the owner's armies.",
        reason="All farmers leave the tray after the battle anyway, so counting them first costs nobody an army.",
        place="Result of a battle (page 8)",
    ),
    HouseRuling(
        number="SH-A10",
        question="One event shows a theatre and a revolt marker being removed. What does it do?",
        readings=(
            "Building a theatre this round also removes one revolt marker from its province.",
            "Every province with a theatre loses one revolt marker when the event is drawn.",
        ),
        chosen="Building a theatre this round also removes one revolt marker from its province.",
        reason="Events affect an action of the round, and a published version of the game does the same.",
        place="Event cards (overview)",
    ),
    HouseRuling(
        number="SH-A11",
        question="Who wins if only farmers fall out for the defence, or more farmers than the attacker has cubes?",
        readings=(
            "Nobody: if a defence wins without any of the owner's armies, it is a draw.",
            "It is a draw only if there is nothing but farmers in the tray.",
        ),
        chosen="Nobody: if a defence wins without any of the owner's armies, it is a draw.",
        reason="No army would be left to hold the province, whether or not the attacker has cubes in the tray.",
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
        question="Where does a bonus army come from, and what happens to it?",
        readings=(
            "It comes from the supply and is like any other army of its colour; with an empty supply there is none.",
            "It is an extra cube that leaves the game after the battle.",
        ),
        chosen="It comes from the supply and is like any other army of its colour; with an empty supply there is none.",
        reason="Each player has 62 armies and no others.",
        place="Laying out the special cards (page 4)",
    ),
    HouseRuling(
        number="SH-A15",
        question="With expensive recruits, how many armies does the holder of the six armies card deploy?",
        readings=(
            "Six, since the event is applied first and the card then replaces the number.",
            "Four, one more than the event allows.",
        ),
        chosen="Six, since the event is applied first and the card then replaces the number.",
        reason="The card gives a total, not an extra amount.",
        place="Determining the event (page 6)",
    ),
    HouseRuling(
        number="SH-A16",
        question="Does the attack bonus work against a neutral province?",
        readings=(
            "Yes, in each battle that the march starts.",
            "No, only against another player.",
        ),
        chosen="Yes, in each battle that the march starts.",
        reason="The card names the attacker without further limits, whereas the defence bonus mentions another player.",
        place="Laying out the special cards (page 4)",
    ),
    HouseRuling(
        number="SH-A17",
        question="What does the temple event forbid?",
        readings=(
            "Marching into a province with a temple to attack it.",
            "Every march into or out of a province with a temple, and revolts in it.",
        ),
        chosen="Marching into a province with a temple to attack it.",
        reason="The card shows crossed swords, and players describe the event that way.",
        place="Event cards (overview)",
    ),
    HouseRuling(
        number="SH-A18",
        question="In the draft, when does the offer count as unchanged during a round?",
        readings=(
            "When a player faces the same two cards that they chose from on their previous turn.",
            "When no player has taken an offered card since the last full round of turns.",
        ),
        chosen="When a player faces the same two cards that they chose from on their previous turn.",
        reason="The rule mentions a player who would have to choose from the same cards again.",
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
        reason="The rulebook does not say. Chance favours nobody, and the players can agree on another way.",
        place="Start provinces (page 3)",
    ),
    HouseRuling(
        number="SH-A20",
        question="Are there printed line-ups for the moon side?",
        readings=(
            "No, a game on the moon side starts with a draft.",
            "The line-ups of the sun side apply to both sides.",
        ),
        chosen="No, a game on the moon side starts with a draft.",
        reason="The line-ups fit the regions of the sun side, and the moon side is meant for experienced players.",
        place="Start provinces (page 3)",
    ),
    HouseRuling(
        number="SH-A21",
        question="What are the borders, sea routes and reserved provinces of the moon side?",
        readings=(
            "The same as on the sun side.",
            "Different ones, which no available source shows.",
        ),
        chosen="The same as on the sun side.",
        reason="The cards show the same map for both sides; the owner of a copy can enter other borders as an edition.",
        place="Preparation (page 2)",
    ),
    HouseRuling(
        number="SH-A22",
        question="Does a revolt that is put down in winter add a revolt marker?",
        readings=(
            "No.",
            "Yes, as after taking rice or taxes.",
        ),
        chosen="No.",
        reason="The rule about the marker belongs to the actions for rice and taxes.",
        place="Result of a battle (page 9)",
    ),
    HouseRuling(
        number="SH-A23",
        question="Does anyone have a majority if nobody has a building of that kind, and what is a tie for theatres "
        "worth?",
        readings=(
            "Nobody has a majority without a building, and a tie for theatres is worth nothing.",
            "Everyone ties with no buildings, and each gets one point less than the full score.",
        ),
        chosen="Nobody has a majority without a building, and a tie for theatres is worth nothing.",
        reason="A majority is a majority of buildings; the table itself gives 0 for tied theatres.",
        place="Scoring (page 7)",
    ),
    HouseRuling(
        number="SH-A24",
        question="Where do the armies and the card go when the farmers win a revolt?",
        readings=(
            "The armies go to the supply, and the card goes to the neutral cards.",
            "The armies go to the neutral cards, and the card goes to the supply.",
        ),
        chosen="The armies go to the supply, and the card goes to the neutral cards.",
        reason="The sentence has swapped its two nouns: cards have no supply, and armies have no deck.",
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
        question="What happens to the buildings and revolt markers of a conquered province?",
        readings=(
            "They stay in the province.",
            "They are removed.",
        ),
        chosen="They stay in the province.",
        reason="They are removed only after a draw or a successful revolt.",
        place="Result of a battle (page 9)",
    ),
    HouseRuling(
        number="SH-A27",
        question="Can chests or revolt markers run out?",
        readings=(
            "No, players use substitutes.",
            "Yes, and an action without them lapses or gives whatever is left.",
        ),
        chosen="No, players use substitutes.",
        reason="They stand for money and unrest, and an ordinary game has enough of them.",
        place="Game material (page 2)",
    ),
    HouseRuling(
        number="SH-A28",
        question="What happens if the stock has fewer farmers than a battle or revolt needs?",
        readings=(
            "The farmers in the stock take part.",
            "Farmers in the tower count as thrown.",
        ),
        chosen="The farmers in the stock take part.",
        reason="There are 20 farmers, and the tower is never emptied.",
        place="Who takes part in a battle (page 8)",
    ),
    HouseRuling(
        number="SH-A29",
        question="Can a player with an empty supply use Deploy 1 just to move armies?",
        readings=(
            "No, the action lapses.",
            "Yes, the move is a separate action.",
        ),
        chosen="No, the action lapses.",
        reason="An action that cannot be completed lapses, and the move is only an addition to the deployment.",
        place="Explanation of the actions (page 5)",
    ),
    HouseRuling(
        number="SH-A30",
        question="Can a plan be changed after it has been declared finished?",
        readings=(
            "Yes, until the last plan is finished.",
            "No.",
        ),
        chosen="Yes, until the last plan is finished.",
        reason="At a table the cards stay within reach until everyone is ready.",
        place="Planning the actions (page 4)",
    ),
    HouseRuling(
        number="SH-A31",
        question="Which of a winning attacker's cubes occupy the province?",
        readings=(
            "Any of the attacker's cubes left in the tray, even those from earlier throws.",
            "No more than the number that marched.",
        ),
        chosen="Any of the attacker's cubes left in the tray, even those from earlier throws.",
        reason="The result counts all cubes of that colour in the tray, and the winner places the ones that are left.",
        place="Result of a battle (page 8)",
    ),
    HouseRuling(
        number="SH-A32",
        question="In winter, do provinces won in autumn need rice and count for revolts and points?",
        readings=(
            "Yes, a province counts for the player who owns it in winter.",
            "No, their cards take effect next year.",
        ),
        chosen="Yes, a province counts for the player who owns it in winter.",
        reason="A card goes to the new owner at once.",
        place="Revolts (page 7)",
    ),
    HouseRuling(
        number="SH-A33",
        question="If cubes from earlier throws fall out, can a side count more cubes than it threw?",
        readings=(
            "Yes, all cubes of that colour in the tray count.",
            "No, at most as many as were thrown.",
        ),
        chosen="Yes, all cubes of that colour in the tray count.",
        reason="The tower rules say that cubes from earlier throws may fall out and change the result.",
        place="Result of a battle (page 8)",
    ),
    HouseRuling(
        number="SH-A35",
        question="With several revolts in winter, is their order fixed in advance?",
        readings=(
            "No, the player chooses them one by one and knows the earlier results.",
            "Yes, the player fixes the whole order before the first one.",
        ),
        chosen="No, the player chooses them one by one and knows the earlier results.",
        reason="The player chooses the order, and the provinces are resolved one after the other.",
        place="Revolts (page 7)",
    ),
    HouseRuling(
        number="SH-A36",
        question="Do players pay rice to supply their provinces?",
        readings=(
            "No, their rice is only compared with the number of provinces.",
            "Yes, one rice per province.",
        ),
        chosen="No, their rice is only compared with the number of provinces.",
        reason="The player only has to have the rice; the markers go to zero after the winter anyway.",
        place="Supplying the provinces with rice (page 7)",
    ),
    HouseRuling(
        number="SH-A37",
        question="Can the building tiles of a devastated province be used again?",
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
            "No, they continue to plan and to bid with their war chest cards, and may still win on points.",
            "Yes, they are eliminated.",
        ),
        chosen="No, they continue to plan and to bid with their war chest cards, and may still win on points.",
        reason="The rulebook never eliminates a player, and it has rules for players with too few cards.",
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
        reason="The attacker opens the battle with the march, and the defender responds.",
        place="Laying out the special cards (page 4)",
    ),
    HouseRuling(
        number="SH-A40",
        question="How does a simulated tower behave?",
        readings=(
            (
                "It catches a thrown cube one time in four, and n cubes release each cube inside with probability "
                "n/(n + 36)."
            ),
            "It lets a thrown cube through two times in three, and releases each cube inside with probability 1/3.",
            (
                "It has two storeys that each catch a cube with probability 3/20, and each passing cube releases one "
                "inside with probability 1/40."
            ),
        ),
        chosen="It catches a thrown cube one time in four, and n cubes release each cube inside with probability "
        "n/(n + 36).",
        reason="The number of cubes inside settles near the 10 to 12 that players report; no measurements are known.",
        place="Basic rules of the tower (page 8)",
    ),
    HouseRuling(
        number="SH-A41",
        question="How often may a player change their plan in a round?",
        readings=(
            "At most 100 times; after that, the player must complete the plan and seal it.",
            "As often as they like, until the last plan is finished.",
        ),
        chosen="At most 100 times; after that, the player must complete the plan and seal it.",
        reason="At a table the patience of the others sets a limit; online, a losing player could go on forever.",
        place="Planning the actions (page 4)",
    ),
)
