"""The register of house rulings, for points where the rules page of INFLUDANCE Duel is silent or unclear.

Places are headings of the Czech rules page, in English. What is open about components (IN-A2, IN-A3) is not ruled but
reconstructed: the README says how, under "Sources".
"""

from __future__ import annotations

from games.kit.words.house_ruling import HouseRuling

RULEBOOK = "Czech rulebook, Maty Moves"
SET_UP = "Set-up and aim"
TURN = "A player's turn"
SPECIAL = "Special situations"
AMMUNITION = "Extra ammunition"

HOUSE_RULINGS: tuple[HouseRuling, ...] = (
    HouseRuling(
        number="IN-A1",
        question="What is meant by the side of the board that the players choose?",
        readings=(
            "One of two printed faces with different fields.",
            "The edge at which a player sits.",
        ),
        chosen="One of two printed faces with different fields; the edge follows from the colour.",
        reason="The players choose a colour as well, and a colour has its own edge: the choice would be made twice.",
        place=SET_UP,
        option="board_side",
    ),
    HouseRuling(
        number="IN-A4",
        question="Who is the starting player?",
        readings=("The one the players agree on.", "One drawn at random.", "Always the same colour."),
        chosen="The one the players agree on; without an agreement, one drawn at random.",
        reason="The page names the starting player but does not say how to find one, and both edges are equally good.",
        place=SET_UP,
        option="starting_player",
    ),
    HouseRuling(
        number="IN-A5",
        question="Do the players choose their figures at the same time or one after the other?",
        readings=("One after the other and openly, the starting player first.", "Secretly, and at the same time."),
        chosen="One after the other and openly, the starting player first.",
        reason="The page orders the placing in this way; the same order for the choice adds least to it.",
        place=SET_UP,
    ),
    HouseRuling(
        number="IN-A6",
        question="Which two fields does the large figure cover?",
        readings=("Two neighbours in a row.", "Two neighbours in a column.", "Any two neighbours, as it is placed."),
        chosen="Two neighbours in a row; the western one names its place.",
        reason="A step sideways has exactly one new field and a step back a choice of two: only a row fits both.",
        place=TURN,
    ),
    HouseRuling(
        number="IN-A7",
        question="How far does a bullet shoot a cowboy?",
        readings=("One field.", "To the edge of the board, or to the other cowboy."),
        chosen="One field.",
        reason="The bullets show a direction only, and the ammunition of the same game names one field.",
        place=TURN,
    ),
    HouseRuling(
        number="IN-A8",
        question="Which cowboys does an evaluated field shoot?",
        readings=(
            "Every cowboy that has a bullet of its colour on the field, wherever it is.",
            "Only the cowboy that is on the field.",
        ),
        chosen="Every cowboy that has a bullet of its colour on the field, wherever it is.",
        reason="The page speaks of several cowboys, each shot in the direction of the bullet of its colour.",
        place=TURN,
    ),
    HouseRuling(
        number="IN-A9",
        question="Does a cowboy that is shot onto a field evaluate it?",
        readings=("No: only a step evaluates a field.", "Yes, and shots may follow from shots."),
        chosen="No: only a step evaluates a field.",
        reason="The page names the field of the step, and ends the turn after the shots of that one step.",
        place=TURN,
    ),
    HouseRuling(
        number="IN-A10",
        question="Does a diagonal shot over the last row reach the winning line?",
        readings=(
            "Yes, if it stays within the columns of the board.",
            "No: only a shot straight ahead does.",
        ),
        chosen="Yes, if it stays within the columns of the board; the cowboy has then left the board.",
        reason="The winning line is a whole row of space; beyond its columns a shot leads off the board.",
        place=SET_UP,
    ),
    HouseRuling(
        number="IN-A11",
        question="What happens to a large figure that a shot would take off the board in part?",
        readings=("The shot has no effect.", "The figure moves as far as it can."),
        chosen="The shot has no effect.",
        reason="A figure is one piece, and moves as a whole or not at all.",
        place=SPECIAL,
    ),
    HouseRuling(
        number="IN-A12",
        question="What happens if each cowboy is shot onto the field of the other?",
        readings=("They change places.", "Neither moves, since each is blocked."),
        chosen="They change places.",
        reason="A blocking cowboy that is shot elsewhere in the same step blocks nothing; this holds for both.",
        place=SPECIAL,
    ),
    HouseRuling(
        number="IN-A13",
        question="Is a cowboy blocked by one that is shot in the same step without effect?",
        readings=("Yes: the other does not leave.", "No: the other was shot."),
        chosen="Yes: the other does not leave its fields.",
        reason="The exception is for a blocker that is shot elsewhere, and this one stays where it is.",
        place=SPECIAL,
    ),
    HouseRuling(
        number="IN-A14",
        question="May the player let a cowboy move that the other, if it stays, blocks in another way?",
        readings=(
            "No: only a cowboy that can move can be chosen.",
            "Yes, and then neither moves.",
        ),
        chosen="No: the choice is among cowboys that can move; with one there is no choice, with none nobody moves.",
        reason="The rule says that one of the two moves, so it must be one that can. It matters for large figures.",
        place=SPECIAL,
    ),
    HouseRuling(
        number="IN-A15",
        question="Who chooses if a kicker shoots both cowboys onto one field?",
        readings=("The shooter.", "The player who has stepped in this turn, even if that was before the shot."),
        chosen="The shooter, who is the active player.",
        reason="The player who causes the situation chooses, and here the shot causes it.",
        place=SPECIAL,
    ),
    HouseRuling(
        number="IN-A16",
        question="Who wins if both cowboys reach their winning lines together?",
        readings=("The active player.", "Nobody: the game is drawn."),
        chosen="The active player.",
        reason="The active player also breaks the other tie, that of two cowboys shot onto one field.",
        place=SET_UP,
    ),
    HouseRuling(
        number="IN-A17",
        question="What does a player without a possible step do?",
        readings=("They pass the step, and may shoot.", "They lose the game."),
        chosen="They pass the step, and may shoot before or after.",
        reason="The page demands a step but knows only one way to win, so the game goes on.",
        place=TURN,
    ),
    HouseRuling(
        number="IN-A18",
        question="Is a token spent if its shot has no effect?",
        readings=("Yes.", "No: it goes back into its chamber."),
        chosen="Yes.",
        reason="A token takes effect when it is shown, and the arrows lead on to the next chamber.",
        place=AMMUNITION,
    ),
    HouseRuling(
        number="IN-A19",
        question="Is the step of this turn still made after a double shot at its start?",
        readings=("Yes, and then comes an extra turn.", "No: the extra turn begins at once."),
        chosen="Yes, and then comes an extra turn.",
        reason="The token lets the shooter play again; that is one more turn, not the same one from its beginning.",
        place="Double shot",
    ),
    HouseRuling(
        number="IN-A20",
        question="May the player shoot in an extra turn?",
        readings=("Yes, once.", "No: the shot of the turn has been fired."),
        chosen="Yes, once.",
        reason="One shot may be fired in a turn, and the extra turn is a turn of its own.",
        place="Double shot",
    ),
    HouseRuling(
        number="IN-A21",
        question="Which way round do the arrows of the magazine lead?",
        readings=("From a chamber to the one with the next number.", "The other way round."),
        chosen="From a chamber to the one with the next number, and from the last to the first.",
        reason="The drawing is missing, and the direction changes no chances.",
        place=AMMUNITION,
    ),
    HouseRuling(
        number="IN-A22",
        question="Can a duel go on for ever?",
        readings=(
            "No: it is drawn when the same situation begins a turn for the third time.",
            "Yes: the page knows no draw.",
        ),
        chosen="No: it is drawn when the same situation begins a turn for the third time.",
        reason="Two careful players could circle for ever; three times is the usual count of board games.",
        place=SET_UP,
    ),
    HouseRuling(
        number="IN-A23",
        question="What happens when a magazine is empty?",
        readings=("Its owner can no longer shoot.", "The fired tokens are mixed and loaded again."),
        chosen="Its owner can no longer shoot.",
        reason="The page only mentions loading before the game.",
        place=AMMUNITION,
    ),
    HouseRuling(
        number="IN-A24",
        question="Are the magazines loaded before or after the cowboys are placed?",
        readings=("After.", "Before."),
        chosen="After.",
        reason="This is the order of the text; no player learns anything from the other.",
        place=SET_UP,
    ),
)
