"""The steps of Titan Race in play order: set-up, a turn, and what a movement brings about."""

# Set-up: titans are chosen (two players put theirs in order), a card is dealt to each, a die finds the first player.
from games.titan_race.steps.choose_titan import ChooseTitan
from games.titan_race.steps.order_titans import OrderTitans
from games.titan_race.steps.draw_card import DrawCard, ReachSpecial
from games.titan_race.steps.roll_for_first import RollForFirst

# A turn begins; the first and the last titan of a round roll the dice; a die is chosen.
from games.titan_race.steps.begin_turn import BeginTurn
from games.titan_race.steps.roll_dice import RollDice
from games.titan_race.steps.choose_die import ChooseDie

# The die is performed, part by part; ability, card and pentagram come before or after it.
from games.titan_race.steps.choose_action import ChooseAction, PutAway
from games.titan_race.steps.perform_die import CompletePart, PerformDie
from games.titan_race.steps.reroll_die import RerollDie
from games.titan_race.steps.steal_card import StealCard

# A titan walks, slides, and meets what lies on each field.
from games.titan_race.steps.walk import EndMove, Slide, Stride
from games.titan_race.steps.meet_field import FireStatue, SpringTrap
from games.titan_race.steps.face_pirates import FacePirates, MeetPirates

# A life is about to be lost, and its player may react.
from games.titan_race.steps.lose_life import LoseLife, React

# A titan that lies on the track ends its turn.
from games.titan_race.steps.end_turn import EndTurn

STEPS = (
    ChooseTitan,
    OrderTitans,
    DrawCard,
    RollForFirst,
    BeginTurn,
    RollDice,
    ChooseDie,
    ChooseAction,
    PerformDie,
    Stride,
    Slide,
    SpringTrap,
    MeetPirates,
    FacePirates,
    FireStatue,
    ReachSpecial,
    LoseLife,
    React,
    EndMove,
    CompletePart,
    StealCard,
    RerollDie,
    PutAway,
    EndTurn,
)
