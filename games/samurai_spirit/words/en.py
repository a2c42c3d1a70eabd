"""The sentences of Samurai Spirit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.kit.words.phrasebook import Phrasebook, Sentence, Speaker, Telling, offered, seen, witnessed
from games.samurai_spirit.rules import steps
from games.samurai_spirit.rules.data import DIFFICULTIES, RAIDERS, SAMURAI, Raider
from games.samurai_spirit.rules.steps.hold_raider import HoldRaider
from games.samurai_spirit.words.foreseen import can_defend, confronted, last_raider, top_raider, undefended
from games.samurai_spirit.words.legend import LEGEND
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev
from gunbai.samurai_spirit.v1 import view_pb2
from gunbai_record.plain import Plain

PENALTIES = {
    # Penalties of raiders
    "fire": "a barricade or a farm burns",
    "wound": "a wound",
    "ninja": "the top raider becomes an intruder",
    "no_defend": "no Defend",
    "no_support": "no Support",
    "draw_left": "the left neighbour draws a raider",
    "draw_right": "the right neighbour draws a raider",
    "must_pass": "only Pass",
    "reinforce": "a discarded raider returns",
    "no_talent": "no talent and no tokens",
    "discard_left": "discard a raider from the left side",
    # Penalties of farms
    "remove_family": "a family is lost",
    "remove_farm": "another farm is destroyed",
    "remove_barricade": "a barricade or another farm is destroyed",
    "wound_random": "a random samurai is wounded",
}
MARKS = {
    "ninja": "ninja",
    "fire": "fire",
    "wound": "wound",
    "no_defend": "no Defend",
    "no_support": "no Support",
    "draw_left": "left neighbour draws",
    "draw_right": "right neighbour draws",
    "must_pass": "only Pass",
    "reinforce": "a raider returns",
    "no_talent": "no talent",
    "discard_left": "left side discards",
    "remove_family": "a family lost",
    "remove_farm": "another farm lost",
    "remove_barricade": "a barricade lost",
    "wound_random": "a wound",
}
"""Penalties in a word or two, for pictures."""
FAMILIES = {
    "heal_random": "heal a random samurai",
    "add_barricade": "add a barricade",
    "top_intruder_to_discard": "discard the top intruder",
}
EFFECTS = {
    "add_barricade": "add a barricade",
    "heal": "heal a samurai",
    "transfer_last_card": "give the last raider of a line to another samurai",
    "raider_stack_to_discard": "discard raiders from the top of their stack",
    "intruder_stack_to_discard": "discard intruders from the top of their stack",
    "discard_last_card": "discard the last raider of a line",
    "give_support_token": "make a samurai give their support token to another",
    "reorder_raider_stack": "reorder raiders on top of their stack",
    "add_barricade_too": "add a barricade",
}
TEXTS = {
    "heihachi": "Sends raiders of even value to a neighbour. Kiai: adds a barricade (as an animal, also heals a "
    "samurai)",
    "daisuke": "Sends raiders of odd value to a neighbour. Kiai: gives a line's last raider away (twice as an animal)",
    "gorobei": "Ignores the penalties of raiders of even value. Kiai: discards the top 2 raiders (3 as an animal)",
    "kanbei": "Ignores the penalties of raiders of odd value. Kiai: discards the top 2 intruders (3 as an animal)",
    "kikuchiyo": "Fights once more on the same turn. Kiai: discards the last raider of a line (twice as an animal)",
    "kyuzo": "Discards a raider whose value is in the line. Kiai: moves a support token (as an animal, also adds a "
    "barricade)",
    "katsushiro": "Replaces a drawn raider with another. Kiai: reorders the top 2 raiders (3 as an animal)",
}
TALENTS = {
    "heihachi": "sends even raiders on",
    "daisuke": "sends odd raiders on",
    "gorobei": "ignores penalties of even raiders",
    "kanbei": "ignores penalties of odd raiders",
    "kikuchiyo": "fights twice",
    "kyuzo": "discards a value that is in the line",
    "katsushiro": "draws another raider",
}
"""What each support token does, in a few words."""
OPTIONS = {
    "difficulty": ("Difficulty", '"easy", "normal", "hard" or "heroic".'),
    "samurai": (
        "Samurai",
        "The samurai of each seat, starting with seat 1. Leave any seat empty to deal it a samurai at random.",
    ),
    "solo": ("Solo", "One player leads two or three samurai; each counts as a player."),
    "absent_tokens": ("Absent tokens", "The tokens of absent samurai are also in play with three to six samurai."),
    "two_player_doll_check": (
        "Doll check",
        "With two samurai only: deal again if fewer than two dolls were dealt.",
    ),
    "round_starter": (
        "Start of the next round",
        'The left neighbour of the samurai who had the last turn ("last_turn") or drew the last raider ("last_draw").',
    ),
}
NAMES = {samurai: samurai.capitalize() for samurai in SAMURAI}
AIM = (
    "All samurai win or lose together: they win if a farm and a family are left after three rounds, and lose as "
    "soon as a samurai dies. On your turn you suffer the penalties of your last raider, then fight, support "
    "somebody or pass."
)


def _printed(raider: Raider) -> str:
    """Return what is printed on a raider, in words."""
    parts = [f"Value {raider.value}"]
    parts += [f"penalty: {PENALTIES[penalty]}" for penalty in raider.penalties]
    parts += [f"a {raider.defence} to defend with"] if raider.defence else []
    parts += ["flames, which burn a barricade or a farm if the raider is among the intruders"] if raider.flames else []
    return "; ".join(parts)


DETAILS = {
    **{raider.id: _printed(raider) for raider in RAIDERS.values()},
    **{
        samurai.id: f"Kiai number {samurai.kiai_human} ({samurai.kiai_animal} as an animal)"
        for samurai in SAMURAI.values()
    },
}
CHOICES = {
    "difficulty": {"easy": "easy", "normal": "normal", "hard": "hard", "heroic": "heroic"},
    "samurai": NAMES,
    "round_starter": {"last_turn": "after the last turn", "last_draw": "after the last draw"},
}


def shown(raider: str, word: Callable[[str, str], str], flames: str) -> str:
    """Return a raider with its value, its penalties, its symbol and its flames: "R2-06 (2, wound, hat)".

    `word` returns the word of a penalty, a "mark", or of a "symbol".
    """
    printed = RAIDERS[raider]
    return f"{raider} ({', '.join((str(printed.value), *_signs(printed, word, flames)))})"


def _signs(raider: Raider, word: Callable[[str, str], str], flames: str) -> Iterator[str]:
    """Yield what is printed on a raider below its value, in words."""
    yield from (word(penalty, "mark") for penalty in raider.penalties)
    yield from [word(raider.defence, "symbol")] if raider.defence else []
    yield from [flames] if raider.flames else []


def in_words(template: str, words: Mapping[str, Mapping[str, str]], flames: str) -> dict[str, str]:
    """Return how sentences call each raider: by its value, in a template, and what else is printed on it.

    No two raiders have the same printed on them.
    """

    def word(value: str, field: str) -> str:
        return words.get(field, {}).get(value, value)

    signs = {raider.id: ", ".join(_signs(raider, word, flames)) for raider in RAIDERS.values()}
    return {
        raider.id: template.format(raider.value) + (f" ({signs[raider.id]})" if signs[raider.id] else "")
        for raider in RAIDERS.values()
    }


CALLED = in_words("a {}", {"mark": MARKS}, "flames")
"""The raiders in sentences: "a 2 (wound, hat)"."""


def _describe_raider(raider: str, say: Speaker) -> str:
    """Return a raider in words; "" for an unknown one."""
    return say.name(raider, "raider") if raider else ""


def top_known(move: Plain, say: Speaker) -> dict[str, Any]:
    """Return the "top" raider of the stack, if known, for a command that moves it and is "offered"."""
    return {"offered": say.view is not None, "top": _describe_raider(top_raider(say.view), say)}


def last_known(move: cmd.Strike | cmd.Transfer, say: Speaker) -> dict[str, Any]:
    """Return the "last" raider of the line that loses one."""
    return {"last": _describe_raider(last_raider(say.view, move.from_seat), say)}


def talent_known(move: cmd.UseAbsentToken | cmd.LendToken, say: Speaker) -> dict[str, Any]:
    """Return in a few words the "talent" of a support token that is offered."""
    if say.view is None:
        return {"talent": ""}
    samurai = move.samurai if isinstance(move, cmd.UseAbsentToken) else say.view.samurai[move.from_seat - 1].samurai
    return {"talent": say.name(samurai, "talent_of")}


def confronting(move: cmd.Confront, say: Speaker) -> dict[str, Any]:
    """Return the consequences of confronting the raider in hand (SS-4.6)."""
    if say.view is None or not isinstance(say.open_step, HoldRaider):
        return {"offered": False}
    follows = confronted(say.open_step, say.view)
    burning = {"barricade": say.view.barricades, "farm": len(say.view.farms)}
    first = _describe_raider(follows.first, say)
    return {"offered": True, "over": follows.over, **follows._asdict(), **burning, "first": first}


def suffering(move: cmd.AcceptPenalties, say: Speaker) -> dict[str, Any]:
    """Return whether the penalties of the raider that is met kill the samurai (SS-8.23)."""
    if say.view is None or not isinstance(say.open_step, steps.WeighPenalties):
        return {"dies": False}
    samurai = say.view.samurai[say.open_step.seat - 1]
    return {"dies": samurai.animal and samurai.wounded and "wound" in RAIDERS[say.open_step.raider].penalties}


def defending(move: cmd.Defend, say: Speaker) -> dict[str, Any]:
    """Return the symbols that the left side still lacks with the raider in hand (SS-4.7)."""
    if say.view is None or not isinstance(say.open_step, HoldRaider):
        return {"offered": False}
    lacking = undefended(say.view.samurai[say.open_step.seat - 1], say.open_step.raider)
    words = say.list(say.name(symbol, "symbol") for symbol in lacking) if lacking else ""
    return {"offered": True, "lacking": words}


def sending(move: cmd.Send, say: Speaker) -> dict[str, Any]:
    """Return the state of the neighbour who would get the raider in hand (SS-7.3, SS-7.4)."""
    if say.view is None or not isinstance(say.open_step, HoldRaider):
        return {"offered": False}
    samurai = say.view.samurai[move.to_seat - 1]
    able = can_defend(samurai, say.open_step.raider)
    return {"offered": True, "total": samurai.total, "kiai": samurai.kiai, "able": able}


def top_taken(event: ev.RaiderSlippedPast, say: Speaker) -> Telling:
    """Tell which raider leaves its stack, if it was known (SS-8.17)."""
    raider = _describe_raider(top_raider(say.view), say)
    return Telling("known" if raider else "", {"raider": raider})


def line_total(event: ev.RaiderConfronted | ev.TotalCompared, say: Speaker) -> Telling:
    """Tell the "total" of a line, with a confronted raider, and the kiai number (SS-4.6)."""
    if say.view is None:
        return Telling()
    samurai = say.view.samurai[event.seat - 1]
    more = RAIDERS[event.raider].value if isinstance(event, ev.RaiderConfronted) else 0
    return Telling("total", {"total": samurai.total + more, "kiai": samurai.kiai})


def farm_shown(event: ev.FarmDestroyed, say: Speaker) -> Telling:
    """Tell the back of a farm only where it has an effect: on hard and heroic (SS-10.2, SS-10.3)."""
    level = None if say.view is None else DIFFICULTIES.get(say.view.difficulty)
    return Telling("" if level is None else "effective" if level.farm_penalties else "blank")


def family_lost(event: ev.FamilyLost, say: Speaker) -> Telling:
    """Tell which family is lost, except on heroic, where families give no bonus (SS-9.4)."""
    level = None if say.view is None else DIFFICULTIES.get(say.view.difficulty)
    return Telling("alike" if level is not None and not level.family_bonuses else "")


def bonus_missed(event: ev.FamilyHelped, say: Speaker) -> Telling:
    """Tell why a family finds nothing to do (SS-8.8, SS-9.4)."""
    view = say.view
    if view is None:
        return Telling()
    missed = {
        cmd.FAMILY_HEAL_RANDOM: ("unhurt", not any(samurai.wounded for samurai in view.samurai)),
        cmd.FAMILY_ADD_BARRICADE: ("complete", view.barricades >= view.barricade_limit),
        cmd.FAMILY_TOP_INTRUDER_TO_DISCARD: ("clear", not view.intruders),
    }
    template, idle = missed[event.family]
    return Telling(template if idle else "")


def round_over(event: ev.RoundEnded, say: Speaker) -> Telling:
    """Tell why a round ends: nobody is left to fight, or no raider (SS-3.3, SS-3.4)."""
    match say.after:
        case ev.VillageAbandoned():
            return Telling("passed")
        case ev.TurnEnded():
            return Telling("fought")
    return Telling()


def actions_left(step: steps.ChooseAction, view: view_pb2.View) -> str:
    """Return why a samurai cannot choose each action, "" if they can (SS-4.2, SS-4.9, SS-5.8, SS-5.11)."""
    samurai = view.samurai[step.seat - 1]
    if samurai.total > samurai.kiai:
        return "over"
    if cmd.PENALTY_MUST_PASS in samurai.bound:
        return "bound"
    if cmd.PENALTY_NO_SUPPORT in samurai.bound:
        return "forbidden"
    if samurai.token_with_seat != step.seat:
        return "lent"
    return "alone" if all(other.passed for other in view.samurai if other.seat != step.seat) else ""


def prepared(otherwise: str, second: str, third: str) -> Sentence:
    """Return the sentence of a new round, from templates by what joins the raiders before it (SS-9.9)."""

    def sentence(event: ev.RoundPrepared, say: Speaker) -> str:
        return say.filled({2: second, 3: third}.get(event.round, otherwise), event)

    return sentence


ASIDES: frozenset[type[Plain]] = frozenset(
    {
        # Begins or ends a part of a procedure, whose effects other events tell
        ev.TurnEnded,
        ev.AbsentTokensLeft,
        ev.IgnoringOffered,
        ev.OrderAsked,
        ev.PenaltiesDue,
        ev.PenaltySuffered,
        ev.ReinforcementCalled,
        ev.DefenceBroken,
        ev.PenaltiesEnded,
        ev.SecondFightOffered,
        ev.FightingEnded,
        ev.KiaiOffered,
        ev.TotalCompared,
        ev.ScatteringBegan,
        ev.RepellingBegan,
        ev.ScoutingBegan,
        ev.KiaiEnded,
        ev.FarmAttacked,
        ev.VillagersAttacked,
        ev.FamilyAttacked,
        ev.FamiliesTurnedUp,
        ev.HealingBegan,
        # Says what the command has just said
        ev.AbsentTokenUsed,
        ev.PenaltiesIgnored,
        ev.PenaltiesAccepted,
        ev.PenaltyPutFirst,
        ev.FightChosen,
        ev.SupportGiven,
        ev.SamuraiPassed,
        ev.SecondFightChosen,
        ev.KiaiSkipped,
        ev.TokenLent,
        ev.RaidersArranged,
    }
)

WORDS = Phrasebook(
    {
        # Commands
        cmd.UseAbsentToken: offered(talent_known, "Use the support token of {samurai}, who is absent[ ({talent:id})]."),
        cmd.LeaveAbsentTokens: "Use no more tokens of absent samurai.",
        cmd.IgnorePenalties: "Ignore the penalties.",
        cmd.AcceptPenalties: offered(
            suffering, "Suffer the penalties[dies?: you are wounded again as an animal, and this loses the game]."
        ),
        cmd.PutPenaltyFirst: "Suffer first: {penalty}.",
        cmd.DiscardDefender: "Discard {raider} from the left side.",
        cmd.Fight: offered(top_known, "Fight[: draw {top:id}]."),
        cmd.Support: offered(top_known, "Support {to_seat}[offered?: [{top:id}|the top raider] becomes an intruder]."),
        cmd.Pass: "Pass.",
        cmd.Confront: offered(
            confronting,
            "Confront the raider[offered?: total {total}[over?, over the kiai number {kiai}; [barricade?a barricade "
            "burns|[farm?a farm burns|no barricade or farm is left to burn]]| of {kiai}[first?: the kiai triggers, "
            "then {first:id}, the first of the line, is discarded]]].",
        ),
        cmd.Defend: offered(
            defending,
            "Defend against the raider[offered?: the left side [lacking?then lacks {lacking:id}|is then complete]].",
        ),
        cmd.Send: offered(
            sending,
            "Send the raider to {to_seat}[offered?, whose total is {total} of {kiai} and who [able?can|cannot] "
            "defend against it].",
        ),
        cmd.Dismiss: "Discard the raider.",
        cmd.Swap: offered(top_known, "Put the raider under the stack and draw [{top:id}|another one]."),
        cmd.FightAgain: offered(top_known, "Fight again[: draw {top:id}]."),
        cmd.StopFighting: "Stop fighting.",
        cmd.SkipKiai: "Skip the effect of the kiai.",
        cmd.BuildBarricade: "Add a barricade.",
        cmd.Heal: "Heal {healed_seat}.",
        cmd.Transfer: offered(last_known, "Give [{last:id}, ]the last raider of {from_seat}[last?,] to {to_seat}."),
        cmd.ScatterRaiders: "Discard raiders from the top of their stack.",
        cmd.RepelIntruders: "Discard intruders from the top of their stack.",
        cmd.Strike: offered(last_known, "Discard [{last:id}, ]the last raider of {from_seat}."),
        cmd.LendToken: offered(talent_known, "Make {from_seat} give their support token[ ({talent:id})] to {to_seat}."),
        cmd.ScoutRaiders: "Turn up raiders from the top of their stack.",
        cmd.ArrangeRaiders: "Put the raiders back, from the top: {raiders}.",
        cmd.DealSamurai: "The samurai are {samurai:by seat}.",
        cmd.CheckDeal: "The dealt raiders show [enough?enough|too few] dolls.",
        cmd.DrawFirstSamurai: "{seat} is drawn to take the first turn.",
        cmd.TurnRaider: "The raider is {raider}.",
        cmd.TurnIntruder: "The intruder is {raider}.",
        cmd.TurnFarm: "The back of the farm, which only counts on hard and heroic, shows: {penalty}.",
        cmd.RemoveFamily: "The family that would {family} is drawn.",
        cmd.WoundSamurai: "{wounded_seat} is drawn.",
        cmd.HealSamurai: "{healed_seat} is drawn.",
        cmd.Reinforce: "{raider} is drawn.",
        # Events
        ev.SamuraiDealt: "The samurai are {samurai:by seat}.",
        ev.DealSetAside: "The dealt raiders are set aside, and others are dealt.",
        ev.DealKept: "The dealt raiders are kept.",
        ev.FirstSamuraiDrawn: "{seat} takes the first turn.",
        ev.TurnBegan: "{seat}'s turn begins.",
        ev.AbsentTokenUsed: "{seat} uses the support token of {samurai}, who is absent.",
        ev.AbsentTokensLeft: "{seat} uses no more tokens of absent samurai.",
        ev.TokenReturned: "{seat} returns the support token of {owner_seat}.",
        ev.TurnEnded: "{seat}'s turn ends.",
        ev.PenaltiesMet: "{seat} faces the penalties of {raider}.",
        ev.IgnoringOffered: "{seat} may ignore the penalties of {raider}.",
        ev.PenaltiesIgnored: "{seat} ignores the penalties of {raider}.",
        ev.PenaltiesAccepted: "{seat} suffers the penalties of {raider}.",
        ev.OrderAsked: "{seat} may choose which penalty of {raider} comes first.",
        ev.PenaltyPutFirst: "{seat} suffers this penalty of {raider} first: {penalty}.",
        ev.PenaltiesDue: "{seat} must now suffer: {penalties}.",
        ev.PenaltySuffered: "{seat} suffers a penalty: {penalty}.",
        ev.PenaltyImpossible: "{seat} cannot carry out a penalty ({penalty}) and is wounded instead.",
        ev.SamuraiBound: "{seat} is restricted this turn: {penalty}.",
        ev.NeighbourChallenged: "{seat} must confront the top raider.",
        ev.ChallengerDrawn: "{seat} draws {raider}.",
        ev.ReinforcementCalled: "A raider returns from the discard pile.",
        ev.RaiderReinforced: "{raider} is shuffled into the raider stack.",
        ev.DefenceBroken: "{seat} must discard a raider from the left side.",
        ev.DefenderDiscarded: "{seat} discards {raider} from the left side.",
        ev.PenaltiesEnded: "{seat} has dealt with all penalties.",
        ev.ActionForfeited: "{seat} takes no action: the raider stack is empty.",
        ev.FightChosen: "{seat} fights.",
        ev.SupportGiven: "{seat} supports {to_seat}.",
        ev.SamuraiPassed: "{seat} passes.",
        ev.RaiderSlippedPast: witnessed(
            top_taken,
            "The top raider becomes an intruder, unseen.",
            known="The top raider, {raider:id}, becomes an intruder.",
        ),
        ev.OpponentDrawn: "{seat} draws {raider}.",
        ev.LastRaiderDrawn: "{seat} has drawn the last raider of the stack.",
        ev.RaiderConfronted: witnessed(
            line_total, "{seat} confronts {raider}.", total="{seat} confronts {raider}: total {total}, kiai {kiai}."
        ),
        ev.RaiderDefended: "{seat} defends against {raider}.",
        ev.RaiderSent: "{seat} sends {raider} to {to_seat}.",
        ev.RaiderDismissed: "{seat} discards {raider}.",
        ev.RaiderSwapped: "{seat} puts {raider} under the raider stack.",
        ev.ReplacementDrawn: "{seat} draws {raider} instead.",
        ev.SamuraiOvercome: "{seat} is overcome: the line exceeds the kiai number, and the village burns.",
        ev.SecondFightOffered: "{seat} may fight again.",
        ev.SecondFightChosen: "{seat} fights again.",
        ev.FightingEnded: "{seat} stops fighting.",
        ev.KiaiTriggered: "{seat} triggers a kiai!",
        ev.KiaiOffered: "{seat} may use an effect of the kiai: {effect}.",
        ev.KiaiFruitless: "{seat} cannot use an effect of the kiai: {effect}.",
        ev.KiaiSkipped: "{seat} skips the effect of the kiai.",
        ev.FirstRaiderDiscarded: "{seat} discards {raider}, the first raider of the line.",
        ev.KiaiEnded: "{seat}'s kiai ends.",
        ev.RaiderTransferred: "{from_seat} gives {raider} to {to_seat}.",
        ev.TotalCompared: witnessed(
            line_total,
            "{seat} compares the line with the kiai number.",
            total="{seat} compares the line with the kiai number (total {total}, kiai {kiai}).",
        ),
        ev.ScatteringBegan: "{count:raider is|raiders are} discarded from the top of their stack.",
        ev.RaiderScattered: "{raider} is discarded.",
        ev.RepellingBegan: "{count:intruder is|intruders are} discarded from the top of their stack.",
        ev.IntruderRepelled: "An intruder is discarded: {raider}.",
        ev.RaiderStruck: "{raider}, the last raider of {from_seat}'s line, is discarded.",
        ev.TokenLent: "{from_seat} gives their support token to {to_seat}.",
        ev.ScoutingBegan: "{seat} turns up {count:raider|raiders} from the top of their stack.",
        ev.RaiderRevealed: "Raider number {place} of the stack is {raider}.",
        ev.RaidersArranged: "The raiders are put back, from the top: {raiders}.",
        ev.BarricadeDestroyed: "A barricade is destroyed.",
        ev.BarricadeBuilt: "A barricade is added.",
        ev.FarmAttacked: "A farm is attacked.",
        ev.FarmDestroyed: witnessed(
            farm_shown,
            "A farm is destroyed[; the penalty on its back, for hard and heroic: {penalty}].",
            effective="A farm is destroyed; the penalty on its back: {penalty}.",
            blank="A farm is destroyed.",
        ),
        ev.VillagersAttacked: "A random samurai is attacked.",
        ev.FamilyAttacked: "A family is attacked.",
        ev.FamilyLost: witnessed(family_lost, "The family that would {family} is lost.", alike="A family is lost."),
        ev.WoundTaken: "{seat} takes a wound token.",
        ev.SpiritAwakened: "{seat} turns the board to the animal side.",
        ev.SamuraiDied: "{seat} is wounded again as an animal and dies: the game is lost at once (SS-8.23).",
        ev.SamuraiHealed: "{seat} discards the wound token.",
        ev.VillageAbandoned: "Nobody is left to fight: the raiders left in the stack become intruders.",
        ev.RoundEnded: witnessed(
            round_over,
            "Round {round} ends.",
            passed="Round {round} ends: all samurai have passed.",
            fought="Round {round} ends: the raider stack is empty.",
        ),
        ev.PeasantsUndefended: "{seat} has no hat on the left side.",
        ev.FarmUndefended: "{seat} has no farm on the left side.",
        ev.FamilyUndefended: "{seat} has no doll on the left side.",
        ev.FamiliesTurnedUp: "The families left are turned up.",
        ev.FamilyHelped: witnessed(
            bonus_missed,
            "A family helps: {family}.",
            unhurt="A family would {family}, but nobody has a wound token.",
            complete="A family would {family}, but all barricades stand.",
            clear="A family would {family}, but there are no intruders.",
        ),
        ev.HealingBegan: "A wound token will be removed.",
        ev.IntrudersFaced: "{count:intruder is|intruders are} turned up.",
        ev.IntruderRevealed: "Intruder number {place} is {raider}.",
        ev.RoundPrepared: prepared(
            "The raiders are shuffled for round {round}; {first_seat} starts it.",
            "The raiders are shuffled for round 2, lieutenants among them; {first_seat} starts it.",
            "The raiders are shuffled for round 3, chiefs among them; {first_seat} starts it.",
        ),
        ev.VillageLost: "The village is lost.",
        ev.VillageSaved: "The village is saved.",
        # Steps
        steps.DealSamurai: "Chance deals the samurai.",
        steps.CheckDeal: "Chance shows whether the dealt raiders have enough dolls.",
        steps.DrawFirstSamurai: "Chance draws the samurai who takes the first turn.",
        steps.BeginTurn: "{seat}'s turn begins.",
        steps.CallAbsent: "{seat} chooses whether to use tokens of absent samurai.",
        steps.MeetPenalties: "{seat} faces the penalties of {raider}.",
        steps.WeighPenalties: "{seat} chooses whether to ignore the penalties of {raider}.",
        steps.OrderPenalties: "{seat} chooses which penalty of {raider} comes first.",
        steps.SufferPenalty: "{seat} suffers a penalty: {penalty}.",
        steps.DrawLeft: "Chance draws a raider for {seat}.",
        steps.DrawRight: "Chance draws a raider for {seat}.",
        steps.CallReinforcement: "Chance draws a raider from the discard pile.",
        steps.BreakDefence: "{seat} chooses a raider on the left side to discard.",
        steps.EndPenalties: "{seat} has dealt with all penalties.",
        steps.ChooseAction: seen(
            actions_left,
            "{seat} chooses Fight, Support or Pass.",
            over="{seat} is over the kiai number and must pass.",
            bound="{seat} must pass because of a penalty.",
            forbidden="{seat} chooses Fight or Pass; a penalty forbids Support.",
            lent="{seat} chooses Fight or Pass; their own support token, which Support needs, is lent.",
            alone="{seat} chooses Fight or Pass; nobody else is left to support.",
        ),
        steps.DrawOpponent: "Chance draws a raider for {seat}.",
        steps.MeetRaider: "{seat} chooses how to meet {raider}.",
        steps.DrawReplacement: "Chance draws another raider for {seat}.",
        steps.MeetReplacement: "{seat} chooses whether to confront {raider} or to defend against it.",
        steps.EndFight: "{seat}'s first Fight ends.",
        steps.FightAgain: "{seat} chooses whether to fight again.",
        steps.EndTurn: "{seat}'s turn ends.",
        steps.OfferKiai: "Next in {seat}'s kiai: {effect}.",
        steps.BuildBarricade: "{seat} chooses whether to add a barricade.",
        steps.Heal: "{seat} chooses a samurai to heal.",
        steps.Transfer: "{seat} chooses a samurai to give a last raider and another to receive it.",
        steps.ScatterRaiders: "{seat} chooses whether to discard {count:raider|raiders}.",
        steps.RepelIntruders: "{seat} chooses whether to discard {count:intruder|intruders}.",
        steps.Strike: "{seat} chooses whose last raider to discard.",
        steps.LendToken: "{seat} chooses who gives away their support token, and who gets it.",
        steps.BuildForKyuzo: "{seat} chooses whether to add a barricade.",
        steps.ScoutRaiders: "{seat} chooses whether to turn up {count:raider|raiders}.",
        steps.PlaceTransfer: "{seat} chooses whether to confront {raider} or to defend against it.",
        steps.CompareTotal: "{seat} compares the line with the kiai number.",
        steps.ScatterRaider: "Chance turns up the top raider.",
        steps.RepelIntruder: "Chance turns up the top intruder.",
        steps.RevealRaider: "Chance turns up raider number {place} of the stack.",
        steps.ArrangeRaiders: "{seat} chooses the order of the raiders.",
        steps.EndKiai: "{seat}'s kiai ends.",
        steps.DestroyFarm: "Chance draws the farm that is destroyed.",
        steps.WoundVillager: "Chance draws the samurai who is wounded.",
        steps.LoseFamily: "Chance draws the family that is lost.",
        steps.LoseFamilyToFarm: "Chance draws the family that is lost.",
        steps.FailPeasants: "{seat} has no hat on the left side.",
        steps.FailFarm: "{seat} has no farm on the left side.",
        steps.FailFamily: "{seat} has no doll on the left side.",
        steps.TurnUpFamilies: "The families left are turned up.",
        steps.GiveBonus: "A family helps: {family}.",
        steps.HealRandom: "Chance draws the samurai who is healed.",
        steps.RepelForFamily: "Chance turns up the top intruder.",
        steps.FaceIntruders: "The intruders are turned up.",
        steps.RevealIntruder: "Chance turns up intruder number {place}.",
        steps.CloseRound: "The village is checked at the end of the round.",
    },
    names=NAMES,
    texts=TEXTS,
    aim=AIM,
    legend=LEGEND,
    details=DETAILS,
    words={
        "penalty": PENALTIES,
        "penalties": PENALTIES,
        "family": FAMILIES,
        "effect": EFFECTS,
        "mark": MARKS,
        "raider": CALLED,
        "raiders": CALLED,
        "talent_of": TALENTS,
    },
    options=OPTIONS,
    choices=CHOICES,
    facts={
        "empty_line_of": "empty line of: {empty_line_of:seat}",
        "passed": "passed: {passed:seat}",
        "token_with": "token with: {token_with:seat}",
    },
)
