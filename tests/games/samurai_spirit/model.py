"""Samurai Spirit implemented a second time, in another form: an independent check of every verdict, for tests.

The rules of the title are steps on an agenda, so that any position can be set up; here they are generators that call
each other, in the order of the rulebook. Only the components are shared with the title. The model stops wherever a
seat is asked or chance has to show something, and receives what was chosen or shown.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, TypeAlias

from games.kit.rules.pile import Pile
from games.samurai_spirit.rules.data import DIFFICULTIES, RAIDERS, SAMURAI
from games.samurai_spirit.rules.table import SamuraiTable

Move: TypeAlias = tuple[Any, ...]
"""The name of a command and its fields."""


@dataclass(frozen=True)
class Asks:
    """A samurai has to choose one of these moves."""

    seat: int
    moves: frozenset[Move]


@dataclass(frozen=True)
class Turns:
    """Chance has to show something by a command of this name."""

    command: str


Request: TypeAlias = Asks | Turns
Story: TypeAlias = Generator[Request, Move, None]
Choice: TypeAlias = Generator[Request, Move, Move]
Lot: TypeAlias = Generator[Request, Move, Any]


class Dead(Exception):
    """A samurai has died."""


@dataclass
class Board:
    """A samurai as the table shows it."""

    name: str
    line: list[str]
    left: list[str]
    animal: bool
    wounded: bool
    passed: bool
    token_with: int

    @property
    def total(self) -> int:
        return sum(RAIDERS[raider].value for raider in self.line)

    @property
    def kiai(self) -> int:
        return SAMURAI[self.name].kiai_animal if self.animal else SAMURAI[self.name].kiai_human

    def defends(self, symbol: str) -> bool:
        return symbol in (RAIDERS[raider].defence for raider in self.left)


def known(pile: Pile) -> list[str | None]:
    """Return the raiders of a pile as far as anybody knows them."""
    return [place if isinstance(place, str) else None for place in pile]


@dataclass
class Model:
    """A game between two turns, and its further course."""

    boards: dict[int, Board]
    level: str
    round: int
    active: int
    barricades: int
    farms: list[str]
    families: list[str]
    absent: list[str]
    raiders: list[str | None]
    intruders: list[str | None]
    discard: list[str]
    helpers: set[str] = field(default_factory=set)
    bound: set[str] = field(default_factory=set)
    in_kiai: set[int] = field(default_factory=set)
    closing: bool = False
    last_draw_decides: bool = False
    last_draw: int = 0
    ending: str = ""

    @classmethod
    def of(cls, table: SamuraiTable) -> Model:
        """Return the same game as a table between two turns."""
        boards = {
            seat: Board(on.id, [*on.line], [*on.left], on.animal, on.wounded, on.passed, on.token_with)
            for seat, on in enumerate(table.samurai, 1)
        }
        return cls(
            boards,
            table.difficulty,
            table.round,
            table.active,
            table.barricades,
            [*table.farms],
            [*table.families],
            [*table.absent],
            known(table.raiders),
            known(table.intruders),
            [*table.discard],
            last_draw_decides=table.round_starter == "last_draw",
        )

    def shows(self) -> dict[str, Any]:
        """Return all that lies on the table."""
        return {
            "boards": [
                (on.name, on.line, sorted(on.left), on.animal, on.wounded, on.passed, on.token_with)
                for on in self.boards.values()
            ],
            "round": (self.round, self.active),
            "village": (self.barricades, sorted(self.farms), sorted(self.families), sorted(self.absent)),
            "piles": (self.raiders, self.intruders, sorted(self.discard)),
            "turn": (sorted(self.helpers), sorted(self.bound)),
        }

    # What is often asked

    @property
    def players(self) -> int:
        return len(self.boards)

    @property
    def most_barricades(self) -> int:
        return self.players + DIFFICULTIES[self.level].barricades

    def left_of(self, seat: int) -> int:
        return seat % self.players + 1

    def right_of(self, seat: int) -> int:
        return (seat - 2) % self.players + 1

    def in_round(self) -> list[int]:
        return [seat for seat, board in self.boards.items() if not board.passed]

    def may_use(self, seat: int, talent_of: str) -> bool:
        if seat == self.active and "no_talent" in self.bound:
            return False
        return self.boards[seat].name == talent_of or (seat == self.active and talent_of in self.helpers)

    def may_defend(self, seat: int, raider: str) -> bool:
        if seat == self.active and "no_defend" in self.bound:
            return False
        symbol = RAIDERS[raider].defence
        return bool(symbol) and not self.boards[seat].defends(symbol)

    def ask(self, seat: int, moves: Iterable[Move], *, always: bool = False) -> Choice:
        """Yield one of the moves: a single one that cannot be declined is made unasked (SS-1.3)."""
        allowed = frozenset(moves)
        if len(allowed) == 1 and not always:
            return next(iter(allowed))
        return (yield Asks(seat, allowed))

    def offer(self, seat: int, moves: Iterable[Move], declined: str) -> Generator[Request, Move, Move | None]:
        """Yield one of the moves, or None if it is declined or if there is none."""
        allowed = frozenset(moves)
        if not allowed:
            return None
        move = yield Asks(seat, allowed | {(declined,)})
        return move if move in allowed else None

    def lot(self, command: str, among: Iterable[Any]) -> Lot:
        _, shown = yield Turns(command)
        assert shown in tuple(among)
        return shown

    def draw(self, seat: int) -> Lot:
        """Yield a raider drawn by a samurai, which may be the last one."""
        raider = yield from self.take_top(self.raiders, "TurnRaider")
        if not self.raiders:
            self.last_draw = seat
        return raider

    def take_top(self, pile: list[str | None], command: str) -> Lot:
        """Yield the top card of a pile, which is what everybody knows it to be."""
        _, raider = yield Turns(command)
        assert pile.pop(0) in {None, raider}
        return raider

    # The game, its rounds and its turns: clauses 3 and 9

    def play(self) -> Story:
        """Yield the game from the next turn to its end."""
        try:
            while not self.ending:
                seat = self.left_of(self.active)
                while self.boards[seat].passed:
                    seat = self.left_of(seat)
                yield from self.turn(seat)
                if not self.in_round():
                    self.intruders[:0], self.raiders = self.raiders, []
                if not self.raiders:
                    yield from self.close_round()
        except Dead:
            self.ending = "death"

    def turn(self, seat: int) -> Story:
        self.active = seat
        others = [owner for owner in self.boards.values() if owner is not self.boards[seat]]
        self.helpers, self.bound = {owner.name for owner in others if owner.token_with == seat}, set()
        yield from self.call_absent(seat)
        yield from self.suffer(seat)
        if self.raiders:
            yield from self.act(seat)
        for owner, board in self.boards.items():
            if board.token_with == seat:
                board.token_with = owner
        self.helpers, self.bound = set(), set()

    def call_absent(self, seat: int) -> Story:
        while move := (
            yield from self.offer(seat, [("UseAbsentToken", name) for name in self.absent], "LeaveAbsentTokens")
        ):
            self.absent.remove(move[1])
            self.helpers.add(move[1])

    def act(self, seat: int) -> Story:
        board = self.boards[seat]
        moves: set[Move] = {("Pass",)}
        if board.total <= board.kiai and "must_pass" not in self.bound:
            moves.add(("Fight",))
            if board.token_with == seat and "no_support" not in self.bound:
                moves |= {("Support", other) for other in self.in_round() if other != seat}
        match (yield from self.ask(seat, moves, always=True)):
            case ("Pass",):
                board.passed = True
            case ("Support", other):
                board.token_with = other
                self.intruders.insert(0, self.raiders.pop(0))
            case _:
                yield from self.fight(seat)
                again = [("FightAgain",)] if self.raiders and self.may_use(seat, "kikuchiyo") else []
                if (yield from self.offer(seat, again, "StopFighting")):
                    yield from self.fight(seat)

    def close_round(self) -> Story:
        self.closing = True
        yield from self.pay_for_gaps()
        if DIFFICULTIES[self.level].family_bonuses:
            yield from self.thank()
        for place, intruder in enumerate(self.intruders):
            _, shown = yield Turns("TurnIntruder")
            assert intruder in {None, shown}
            self.intruders[place] = shown
            if RAIDERS[shown].flames:
                yield from self.burn()
        self.look_at_village()

    def pay_for_gaps(self) -> Story:
        """Peasants, farms and families that somebody has not defended (SS-9.1, SS-9.2, SS-9.3)."""
        order = [self.active, *range(self.active + 1, self.players + 1), *range(1, self.active)]
        for seat in order:
            if not self.boards[seat].defends("hat"):
                yield from self.wound(seat)
        for seat in order:
            if not self.boards[seat].defends("farm"):
                yield from self.destroy_farm()
        for seat in order:
            if not self.boards[seat].defends("doll"):
                yield from self.lose_family()

    def thank(self) -> Story:
        """Yield the families left give their bonuses (SS-9.4)."""
        wounded = [seat for seat, board in self.boards.items() if board.wounded]
        if "heal_random" in self.families and wounded:
            healed = yield from self.lot("HealSamurai", wounded)
            self.boards[healed].wounded = False
        if "add_barricade" in self.families:
            self.barricades = min(self.barricades + 1, self.most_barricades)
        if "top_intruder_to_discard" in self.families and self.intruders:
            self.discard.append((yield from self.take_top(self.intruders, "TurnIntruder")))

    def look_at_village(self) -> None:
        if not (self.farms and self.families):
            self.ending = "village_lost"
        elif self.round == 3:
            self.ending = "village_saved"
        else:
            self.prepare_round()

    def prepare_round(self) -> None:
        level = DIFFICULTIES[self.level]
        self.round += 1
        entering = self.players + (level.lieutenants if self.round == 2 else level.chiefs)
        lying = sum(len(board.line) + len(board.left) for board in self.boards.values())
        lying += len(self.raiders) + len(self.intruders) + len(self.discard)
        self.raiders, self.intruders, self.discard = [None] * (lying + entering), [], []
        for board in self.boards.values():
            board.line, board.left, board.passed = [], [], False
        if self.last_draw_decides and self.last_draw:
            self.active = self.last_draw
        self.last_draw, self.closing = 0, False

    # What a Fight brings: clauses 4 and 7

    def fight(self, seat: int) -> Story:
        raider = yield from self.draw(seat)
        value = RAIDERS[raider].value
        sender = "daisuke" if value % 2 else "heihachi"
        sent_by: set[int] = set()
        while True:
            moves = self.plain_replies(seat, raider)
            if self.may_use(seat, sender) and seat not in sent_by:
                sides = {self.left_of(seat), self.right_of(seat)}
                moves |= {("Send", side) for side in sides if not self.boards[side].passed}
            if self.may_use(seat, "kyuzo") and value in (
                RAIDERS[raider_id].value for raider_id in self.boards[seat].line
            ):
                moves.add(("Dismiss",))
            if self.may_use(seat, "katsushiro") and self.raiders:
                moves.add(("Swap",))
            match (yield from self.ask(seat, moves)):
                case ("Send", side):
                    sent_by.add(seat)
                    seat = side
                    continue
                case ("Dismiss",):
                    self.discard.append(raider)
                case ("Swap",):
                    self.raiders.append(raider)
                    raider = yield from self.draw(seat)
                    reply = yield from self.ask(seat, self.plain_replies(seat, raider))
                    yield from self.place(seat, raider, reply)
                case reply:
                    yield from self.place(seat, raider, reply)
            return

    def plain_replies(self, seat: int, raider: str) -> set[Move]:
        return {("Confront",), ("Defend",)} if self.may_defend(seat, raider) else {("Confront",)}

    def place(self, seat: int, raider: str, reply: Move) -> Story:
        if reply == ("Defend",):
            self.boards[seat].left.append(raider)
        else:
            yield from self.confront(seat, raider)

    def confront(self, seat: int, raider: str) -> Story:
        board = self.boards[seat]
        board.line.append(raider)
        if board.total > board.kiai:
            yield from self.burn()
        yield from self.compare(seat)

    # The penalties of raiders: clause 5

    def suffer(self, seat: int) -> Story:
        board = self.boards[seat]
        if not board.line:
            return
        raider = RAIDERS[board.line[-1]]
        ignoring = self.may_use(seat, "kanbei" if raider.value % 2 else "gorobei") and raider.penalties
        if (yield from self.offer(seat, [("IgnorePenalties",)] if ignoring else [], "AcceptPenalties")):
            return
        penalties = raider.penalties
        if len(set(penalties)) == 2:
            _, first = yield from self.ask(seat, {("PutPenaltyFirst", penalty) for penalty in penalties})
            penalties = penalties if penalties[0] == first else penalties[::-1]
        for penalty in penalties:
            yield from self.suffer_one(seat, penalty)

    def suffer_one(self, seat: int, penalty: str) -> Story:
        match penalty:
            case "fire" if self.barricades or self.farms:
                yield from self.burn()
            case "ninja" if self.raiders:
                self.intruders.insert(0, self.raiders.pop(0))
            case "draw_left" if self.raiders and not self.boards[self.left_of(seat)].passed:
                raider = yield from self.draw(self.left_of(seat))
                yield from self.confront(self.left_of(seat), raider)
            case "draw_right" if self.raiders and not self.boards[self.right_of(seat)].passed:
                raider = yield from self.draw(self.right_of(seat))
                yield from self.confront(self.right_of(seat), raider)
            case "reinforce" if self.discard:
                raider = yield from self.lot("Reinforce", self.discard)
                self.discard.remove(raider)
                self.last_draw = 0
                self.raiders = [None] * (len(self.raiders) + 1) if self.raiders else [raider]
            case "discard_left" if self.boards[seat].left:
                left = self.boards[seat].left
                _, raider = yield from self.ask(seat, {("DiscardDefender", defender) for defender in left})
                left.remove(raider)
                self.discard.append(raider)
            case "no_defend" | "no_support" | "must_pass" | "no_talent":
                self.bound.add(penalty)
            case _:
                yield from self.wound(seat)

    # What the village and the samurai lose: clauses 8.20 and 10

    def burn(self) -> Story:
        if self.barricades:
            self.barricades -= 1
        else:
            yield from self.destroy_farm()

    def destroy_farm(self) -> Story:
        if not self.farms:
            return
        penalty = yield from self.lot("TurnFarm", self.farms)
        self.farms.remove(penalty)
        if not DIFFICULTIES[self.level].farm_penalties:
            return
        match penalty:
            case "remove_family":
                yield from self.lose_family()
            case "remove_farm":
                yield from self.destroy_farm()
            case "remove_barricade":
                yield from self.burn()
            case "wound_random":
                seats = [*self.boards] if self.closing else self.in_round()
                yield from self.wound((yield from self.lot("WoundSamurai", seats)))

    def lose_family(self) -> Story:
        if self.families:
            self.families.remove((yield from self.lot("RemoveFamily", self.families)))

    def wound(self, seat: int) -> Story:
        board = self.boards[seat]
        if not board.wounded:
            board.wounded = True
        elif board.animal:
            raise Dead
        else:
            board.wounded, board.animal = False, True
            yield from self.compare(seat)

    # What a kiai does: clause 8

    def compare(self, seat: int) -> Story:
        board = self.boards[seat]
        if board.passed or self.closing or seat in self.in_kiai or board.total != board.kiai:
            return
        sides = SAMURAI[board.name]
        self.in_kiai.add(seat)
        for effect, count in sides.animal if board.animal else sides.human:
            yield from self.use_effect(seat, effect, count)
        self.discard += board.line[:1]
        del board.line[:1]
        self.in_kiai.remove(seat)
        yield from self.compare(seat)

    def use_effect(self, seat: int, effect: str, count: int) -> Story:
        match (yield from self.offer(seat, self.uses(effect), "SkipKiai")):
            case ("Transfer", giver, receiver):
                yield from self.transfer(giver, receiver)
            case ("ScatterRaiders",):
                yield from self.discard_top(self.raiders, count, "TurnRaider")
            case ("RepelIntruders",):
                yield from self.discard_top(self.intruders, count, "TurnIntruder")
            case ("Strike", struck):
                self.discard.append(self.boards[struck].line.pop())
                yield from self.compare(struck)
            case ("ScoutRaiders",):
                yield from self.scout(seat, count)
            case move:
                self.do_at_once(move)

    def do_at_once(self, move: Move | None) -> None:
        """Do what asks and causes nothing further."""
        match move:
            case ("BuildBarricade",):
                self.barricades += 1
            case ("Heal", healed):
                self.boards[healed].wounded = False
            case ("LendToken", owner, receiver):
                self.boards[owner].token_with = receiver

    def discard_top(self, pile: list[str | None], count: int, command: str) -> Story:
        for _ in pile[:count]:
            self.discard.append((yield from self.take_top(pile, command)))

    def uses(self, effect: str) -> list[Move]:
        """Return the ways in which an effect can be used now."""
        boards, fighting = self.boards, self.in_round()
        others = [(one, other) for one in fighting for other in fighting if one != other]
        uses: dict[str, list[Move]] = {
            "add_barricade": [("BuildBarricade",)] * (self.barricades < self.most_barricades),
            "add_barricade_too": [("BuildBarricade",)] * (self.barricades < self.most_barricades),
            "heal": [("Heal", seat) for seat in fighting if boards[seat].wounded],
            "transfer_last_card": [("Transfer", *both) for both in others if boards[both[0]].line],
            "raider_stack_to_discard": [("ScatterRaiders",)] * bool(self.raiders),
            "intruder_stack_to_discard": [("RepelIntruders",)] * bool(self.intruders),
            "discard_last_card": [("Strike", seat) for seat in fighting if boards[seat].line],
            "give_support_token": [("LendToken", *both) for both in others if boards[both[0]].token_with == both[0]],
            "reorder_raider_stack": [("ScoutRaiders",)] * bool(self.raiders),
        }
        return uses[effect]

    def transfer(self, giver: int, receiver: int) -> Story:
        raider = self.boards[giver].line.pop()
        if (yield from self.ask(receiver, self.plain_replies(receiver, raider))) == ("Defend",):
            self.boards[receiver].left.append(raider)
        else:
            self.boards[receiver].line.append(raider)
            if self.boards[receiver].total > self.boards[receiver].kiai:
                yield from self.burn()
        yield from self.compare(giver)
        yield from self.compare(receiver)

    def scout(self, seat: int, count: int) -> Story:
        for place, raider in enumerate(self.raiders[:count]):
            if raider is None:
                _, self.raiders[place] = yield Turns("TurnRaider")
        orders = {("ArrangeRaiders", order) for order in permutations(self.raiders[:count])}
        _, order = yield from self.ask(seat, orders)
        self.raiders[:count] = order
