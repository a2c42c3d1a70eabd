"""The lessons of Liar's Dice in English."""

from __future__ import annotations

WORDS = {
    "hook": "Bid on dice that you cannot see, or call the bluff.",
    "goal": "You each have five dice. A player who is wrong loses one, and the last player with dice wins.",
    "cup": "Only you see what is under your own cup. You have to guess the others' dice.",
    "bid": "A bid of 3 fours says: at least 3 of all dice show a four. Try 11 sixes: the referee refuses it and names the clause. Then make any bid.",
    "wild": "Ones are wild: they count as every face, so there are usually more than you think.",
    "raise": "Raise the bid to more dice, or to the same number of a higher face. Or challenge it if you think that it is too high.",
    "log": "The log has every bid of the round. A number such as LD-2.5 opens the clause behind it.",
    "doubt": "Keep raising until you do not believe a bid; then challenge it.",
    "count": "All cups are lifted and the dice counted. If enough of them show the face, the challenger loses a die; otherwise the bidder does.",
    "next": "The player who lost the die bids first in the next round. Play on: you know all the rules.",
}
