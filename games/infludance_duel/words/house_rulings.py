"""The register of house rulings, for points where the rules page of INFLUDANCE Duel is silent or unclear.

Places are headings of the Czech rules page, in English. Open questions about components (IN-A2, IN-A3) have no
ruling: the README says under "Sources" how they were reconstructed.
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
        question='What is the "side of the board" that the players choose?',
        readings=(
            "One of two printed faces with different fields.",
            "The edge where a player sits.",
        ),
        chosen="One of two printed faces with different fields; the edge follows from the colour.",
        reason="The players also choose a colour, and each colour has its own edge, so choosing the edge too would be "
        "choosing twice.",
        place=SET_UP,
        option="board_side",
    ),
    HouseRuling(
        number="IN-A4",
        question="Who is the starting player?",
        readings=("The player they agree on.", "A player drawn at random.", "Always the same colour."),
        chosen="The player they agree on; if they do not agree, one drawn at random.",
        reason="The page mentions the starting player but does not say how to choose one, and both edges are equally "
        "good.",
        place=SET_UP,
        option="starting_player",
    ),
    HouseRuling(
        number="IN-A5",
        question="Do the players choose their figures at the same time or one after the other?",
        readings=("One after the other and openly, the starting player first.", "Secretly, and at the same time."),
        chosen="One after the other and openly, the starting player first.",
        reason="The page uses this order for placing, and using it for the choice too adds no new rule.",
        place=SET_UP,
    ),
    HouseRuling(
        number="IN-A6",
        question="Which two fields does the large figure cover?",
        readings=(
            "Two neighbouring fields in a row.",
            "Two neighbouring fields in a column.",
            "Any two neighbouring fields, depending on how it is placed.",
        ),
        chosen="Two neighbouring fields in a row; the western one names its place.",
        reason="A step sideways has exactly one new field, and a step back gives a choice of two: only a row fits "
        "both.",
        place=TURN,
    ),
    HouseRuling(
        number="IN-A7",
        question="How far does a shot move a cowboy?",
        readings=("One field.", "To the edge of the board, or to the other cowboy."),
        chosen="One field.",
        reason="The bullets only show a direction, and the ammunition in the same game names one field.",
        place=TURN,
    ),
    HouseRuling(
        number="IN-A8",
        question="Which cowboys does an evaluated field shoot?",
        readings=(
            "Every cowboy with a bullet of its colour on the field, wherever it is.",
            "Only the cowboy on the field.",
        ),
        chosen="Every cowboy with a bullet of its colour on the field, wherever it is.",
        reason="The page mentions several cowboys, each shot in the direction of the bullet of its own colour.",
        place=TURN,
    ),
    HouseRuling(
        number="IN-A9",
        question="If a cowboy is shot onto a field, does it evaluate the field?",
        readings=("No: only a step evaluates a field.", "Yes, and one shot may lead to another."),
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
        reason="The winning line is as wide as the board; outside the columns, a shot leads off the board.",
        place=SET_UP,
    ),
    HouseRuling(
        number="IN-A11",
        question="What happens if a shot would take part of a large figure off the board?",
        readings=("The shot has no effect.", "The figure moves as far as it can."),
        chosen="The shot has no effect.",
        reason="A figure is one piece and moves as a whole or not at all.",
        place=SPECIAL,
    ),
    HouseRuling(
        number="IN-A12",
        question="What happens if each cowboy is shot onto the other's field?",
        readings=("They change places.", "Neither moves, since each is blocked."),
        chosen="They change places.",
        reason="A blocking cowboy that is shot elsewhere in the same step blocks nothing, and this applies to both.",
        place=SPECIAL,
    ),
    HouseRuling(
        number="IN-A13",
        question="Does a cowboy still block if a shot in the same step has no effect on it?",
        readings=("Yes: it does not leave.", "No: it was shot."),
        chosen="Yes: it does not leave its fields.",
        reason="The exception is for a blocker that is shot elsewhere, and this one stays where it is.",
        place=SPECIAL,
    ),
    HouseRuling(
        number="IN-A14",
        question="May the player choose a cowboy that could not move anyway, because the other one blocks it?",
        readings=(
            "No: only a cowboy that can move may be chosen.",
            "Yes, and then neither moves.",
        ),
        chosen="No: the choice is between cowboys that can move; if only one can, it moves, and if neither can, "
        "neither moves.",
        reason="The rule says that one of the two cowboys moves, so only a cowboy that can move may be chosen. The "
        "question matters for large figures.",
        place=SPECIAL,
    ),
    HouseRuling(
        number="IN-A15",
        question="Who chooses if a kicker shoots both cowboys onto one field?",
        readings=("The shooter.", "The player who has stepped this turn, even if the step came before the shot."),
        chosen="The shooter, who is the active player.",
        reason="The player who causes the situation chooses, and here it is the shot that causes it.",
        place=SPECIAL,
    ),
    HouseRuling(
        number="IN-A16",
        question="Who wins if both cowboys reach their winning lines together?",
        readings=("The active player.", "Nobody: the game is a draw."),
        chosen="The active player.",
        reason="The active player also breaks the other tie, when two cowboys are shot onto one field.",
        place=SET_UP,
    ),
    HouseRuling(
        number="IN-A17",
        question="What does a player do if no step is possible?",
        readings=("They pass the step and may shoot.", "They lose the game."),
        chosen="They pass the step, and may shoot before or after passing.",
        reason="The page requires a step but names only one way to win, so the game continues.",
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
        question="If a double shot is fired at the start of a turn, must the player still step in that turn?",
        readings=("Yes, and then the extra turn follows.", "No: the extra turn begins at once."),
        chosen="Yes, and then the extra turn follows.",
        reason="The token lets the shooter play again; that means one more turn, not starting the same one over.",
        place="Double shot",
    ),
    HouseRuling(
        number="IN-A20",
        question="May the player shoot on an extra turn?",
        readings=("Yes, once.", "No: the shot of the turn has been fired."),
        chosen="Yes, once.",
        reason="A player may fire one shot per turn, and the extra turn is a separate turn.",
        place="Double shot",
    ),
    HouseRuling(
        number="IN-A21",
        question="In which direction do the arrows of the magazine lead?",
        readings=("From a chamber to the one with the next number.", "In the opposite direction."),
        chosen="From a chamber to the one with the next number, and from the last to the first.",
        reason="The drawing is missing, and the direction makes no difference to the odds.",
        place=AMMUNITION,
    ),
    HouseRuling(
        number="IN-A22",
        question="Can a duel go on forever?",
        readings=(
            "No: it is a draw when the same situation begins a turn for the third time.",
            "Yes: the page mentions no draw.",
        ),
        chosen="No: it is a draw when the same situation begins a turn for the third time.",
        reason="Two careful players could circle forever; three times is the usual limit in board games.",
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
        reason="This is the order in the text, and neither player learns anything about the other.",
        place=SET_UP,
    ),
)
