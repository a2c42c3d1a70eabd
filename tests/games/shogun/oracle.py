"""An oracle for Shogun: its rules a second time, as one procedure over plain dictionaries, to compare with the title.

Nothing of `games.shogun` is used but the printed data and the type of its options. The procedure yields what it waits
for, with the actors asked; the decision is sent in.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, TypeAlias

from games.shogun.rules.data import EDITION, EVENT, LINEUPS, PROVINCE
from games.shogun.rules.table import Options

Asked: TypeAlias = tuple[str, tuple[int, ...]]
Steps: TypeAlias = Generator[Asked, tuple[int, Any], None]

FARMER = 0
SPACES = (
    "castle", "temple", "theatre", "rice", "tax", "deploy5", "deploy3", "deploy1", "march_a", "march_b", "bid",
)  # fmt: skip
PRICE = {"castle": 3, "temple": 2, "theatre": 1, "deploy5": 3, "deploy3": 2, "deploy1": 1}
RECRUITS = {"deploy5": 5, "deploy3": 3, "deploy1": 1}
TILES = {"castle": 28, "temple": 26, "theatre": 26}
MAJORITY = {"castle": 3, "temple": 2, "theatre": 1}
BIDS = ["chest_4", "chest_3", "chest_2", "chest_1", "province", "chest_0", ""]


class Oracle:
    """A game as its players would keep it in their heads: who owns what, and what lies where."""

    def __init__(self, seats: int, options: Options) -> None:
        self.seats, self.everybody = seats, range(1, seats + 1)
        self.options = options
        board = EDITION.data.sun if options.side == "sun" else EDITION.data.moon
        self.regions = {region.id: set(region.provinces) for region in board.regions}
        out = set(board.reserved) if seats == 3 else set()
        self.provinces = [name for name in PROVINCE if name not in out]
        ways = {(way.a, way.b) for way in board.borders} | {(way.b, way.a) for way in board.borders}
        self.ways = {(a, b) for a, b in ways if not {a, b} & out}
        self.supply = dict.fromkeys(self.everybody, 62)
        self.chests = dict.fromkeys(self.everybody, {3: 18, 4: 15, 5: 12}[seats])
        self.rice, self.points = dict.fromkeys(self.everybody, 0), dict.fromkeys(self.everybody, 0)
        self.owner: dict[str, int] = {}
        self.armies: dict[str, int] = {}
        self.built: dict[str, list[str]] = {}
        self.markers: dict[str, int] = {}
        self.tower = dict.fromkeys((*self.everybody, FARMER), 0)
        self.tray = dict(self.tower)
        self.stock = 20
        self.event = ""
        self.order: list[int] = []
        self.power: dict[str, int] = {}
        self.plan: dict[int, dict[str, str]] = {}
        self.may_refresh = False
        """Whether the player who drafts may have the offer refreshed."""
        self.winners: list[int] = []

    # --- The whole game ---

    def game(self) -> Steps:
        yield from self.draft() if self.options.start == "draft" else self.line_up()
        yield from self.feed()
        used: list[str] = []
        for year in (1, 2):
            _, turned = yield "TurnUpEvents", (0,)
            events = list(turned.events)
            assert not set(events) & set(used)
            used += events
            for _ in range(3):
                yield from self.round(events)
            yield from self.winter(events[0])
            self.score()
            if year == 1:
                self.rice, self.markers = dict.fromkeys(self.everybody, 0), {}
        best = max((self.points[seat], self.chests[seat]) for seat in self.everybody)
        self.winners = [seat for seat in self.everybody if (self.points[seat], self.chests[seat]) == best]

    # --- The set-up ---

    def draft(self) -> Steps:
        sizes = {3: [5, 4, 4, 3, 3, 2, 2, 2, 2], 4: [5, 4, 4, 3, 3, 2, 2, 2], 5: [5, 4, 4, 3, 3, 2, 2]}[self.seats]
        groups = {seat: list(sizes) for seat in self.everybody}
        faced: dict[int, tuple[str, ...]] = {}
        offer: list[str] = []
        for _ in range(2):
            _, card = yield "TurnUpOffer", (0,)
            offer.append(card.province)
        for turn in range(len(sizes) * self.seats):
            seat = (self.options.oldest - 1 + turn) % self.seats + 1
            self.may_refresh = faced.get(seat) == tuple(offer)
            _, chosen = yield "ChooseProvince", (seat,)
            if type(chosen).__name__ == "RefreshOffer":
                self.may_refresh = False
                for slot in range(2):
                    _, card = yield "TurnUpOffer", (0,)
                    offer[slot] = card.province
                _, chosen = yield "ChooseProvince", (seat,)
            faced[seat] = tuple(offer)
            if type(chosen).__name__ == "DrawBlind":
                _, card = yield "TurnUpBlindDraw", (0,)
                taken = card.province
            else:
                taken = offer[chosen.slot - 1]
                _, card = yield "TurnUpOffer", (0,)
                offer[chosen.slot - 1] = card.province
            _, group = yield "PlaceGroup", (seat,)
            groups[seat].remove(group.armies)
            self.settle(taken, seat, group.armies)

    def line_up(self) -> Steps:
        letters: Iterable[str] = self.options.lineups
        if not self.options.lineups:
            _, dealt = yield "DealLineups", (0,)
            letters = dealt.lineups
        for seat, letter in enumerate(letters, 1):
            (printed,) = [lineup for lineup in LINEUPS if (lineup.players, lineup.letter) == (self.seats, letter)]
            for province, armies in printed.armies.items():
                self.settle(province, seat, armies)

    def settle(self, province: str, seat: int, armies: int) -> None:
        assert province in self.provinces
        assert province not in self.owner
        self.owner[province], self.armies[province] = seat, armies
        self.supply[seat] -= armies

    def feed(self) -> Steps:
        for seat in self.everybody:
            self.supply[seat] -= 7
        self.stock -= 10
        yield from self.throw({**dict.fromkeys(self.everybody, 7), FARMER: 10})
        self.leave(*self.everybody, FARMER)

    # --- The tower ---

    def throw(self, cubes: dict[int, int]) -> Steps:
        _, dropped = yield "ThrowCubes", (0,)
        fallen = {**dict(zip(self.everybody, dropped.fallen.armies, strict=True)), FARMER: dropped.fallen.farmers}
        for colour in self.tower:
            everything = self.tower[colour] + self.tray[colour] + cubes.get(colour, 0)
            self.tray[colour] = fallen[colour]
            self.tower[colour] = everything - fallen[colour]
            assert self.tower[colour] >= 0

    def leave(self, *colours: int) -> None:
        for colour in colours:
            if colour == FARMER:
                self.stock += self.tray[FARMER]
            else:
                self.supply[colour] += self.tray[colour]
            self.tray[colour] = 0

    # --- A round ---

    def round(self, events: list[str]) -> Steps:
        _, laid = yield "LayActionCards", (0,)
        row = list(laid.actions)
        _, specials = yield "LaySpecialCards", (0,)
        yield from self.planning()
        _, drawn = yield "DrawEvent", (0,)
        events.remove(drawn.card)
        self.event = EVENT[drawn.card].kind
        yield from self.bidding(list(specials.specials))
        for position in range(10):
            action = row[position]
            for seat in self.order:
                yield from self.act(seat, action)
            if position < 5:
                _, turned = yield "TurnUpAction", (0,)
                assert turned.action not in row
                row.append(turned.action)
        self.event, self.power = "", {}

    def planning(self) -> Steps:
        laid: dict[int, list[str]] = {seat: [] for seat in self.everybody}
        sealed: set[int] = set()
        while len(sealed) < self.seats:
            actor, move = yield "PlanActions", tuple(seat for seat in self.everybody if seat not in sealed)
            self.lay(laid[actor], move)
            if type(move).__name__ in {"SealPlan", "LayPlan"}:
                sealed.add(actor)
            elif type(move).__name__ == "ReopenPlan":
                sealed.remove(actor)
        for seat, cards in laid.items():
            self.check_plan(seat, cards)
            self.plan[seat] = dict(zip(SPACES, cards, strict=True))

    def lay(self, cards: list[str], move: Any) -> None:
        match type(move).__name__:
            case "LayCard":
                cards.append(move.card)
            case "LeaveSpaceEmpty":
                cards.append("")
            case "TakeCardUp":
                cards.pop()
            case "LayPlan":
                cards[:] = move.cards

    def check_plan(self, seat: int, cards: list[str]) -> None:
        owned = [name for name in self.provinces if self.owner.get(name) == seat]
        used = [card for card in cards if card]
        assert len(used) == len(set(used)) == min(11, len(owned) + 5)
        assert set(used) <= {*owned, *BIDS}
        if cards[10].startswith("chest") and self.options.overbid == "refused":
            assert int(cards[10][-1]) <= self.chests[seat]

    def bidding(self, specials: list[str]) -> Steps:
        rank = {}
        for seat in self.everybody:
            bid = self.plan[seat]["bid"]
            paid = min(int(bid[-1]), self.chests[seat]) if bid.startswith("chest") else 0
            rank[seat] = BIDS.index(f"chest_{paid}" if bid.startswith("chest") else "province" if bid else "")
            self.chests[seat] -= paid
        pickers: list[int] = []
        for height in sorted(set(rank.values())):
            equal = [seat for seat in self.everybody if rank[seat] == height]
            if len(equal) > 1:
                _, drawn = yield "DrawDaimyo", (0,)
                assert sorted(drawn.seats) == equal
                equal = list(drawn.seats)
            pickers += equal
        for seat in pickers:
            _, picked = yield "PickSpecial", (seat,)
            assert picked.special not in self.power
            self.power[picked.special] = seat
        self.order = [self.power[card] for card in specials if card in self.power]

    # --- The ten actions ---

    def act(self, seat: int, action: str) -> Steps:
        province = self.plan[seat][action]
        if province not in PROVINCE:
            return
        assert self.owner[province] == seat
        if action in {"castle", "temple", "theatre"}:
            self.build(seat, action, province)
        elif action in {"rice", "tax"}:
            yield from self.squeeze(seat, action, province)
        elif action in RECRUITS:
            yield from self.recruit(seat, action, province)
        else:
            yield from self.march(seat, province)

    def build(self, seat: int, kind: str, province: str) -> None:
        here = self.built.get(province, [])
        stands = sum(kind in kinds for kinds in self.built.values())
        if kind in here or len(here) >= PROVINCE[province].sites or stands >= TILES[kind]:
            return
        if self.chests[seat] < PRICE[kind]:
            return
        self.chests[seat] -= PRICE[kind]
        self.built[province] = [*here, kind]
        if kind == "theatre" and self.event == "theatre_relief" and self.markers.get(province):
            self.markers[province] -= 1

    def squeeze(self, seat: int, action: str, province: str) -> Steps:
        if not self.markers.get(province):
            self.gain(seat, action, province)
            self.markers[province] = 1
            return
        if self.options.revolt_yield == "kept":
            self.gain(seat, action, province)
        yield from self.revolt(seat, province, self.markers[province])
        if province in self.owner:
            if self.options.revolt_yield == "lost":
                self.gain(seat, action, province)
            self.markers[province] += 1

    def gain(self, seat: int, action: str, province: str) -> None:
        if action == "rice":
            gain = PROVINCE[province].rice
            gain = max(gain, 4) if self.event == "rice_min" else min(gain, 3) if self.event == "rice_max" else gain
            self.rice[seat] += gain + (self.power.get("rice_bonus") == seat)
        else:
            gain = PROVINCE[province].chests
            gain = max(gain, 6) if self.event == "tax_min" else min(gain, 5) if self.event == "tax_max" else gain
            self.chests[seat] += gain + (self.power.get("tax_bonus") == seat)

    def recruit(self, seat: int, action: str, province: str) -> Steps:
        number = RECRUITS[action]
        if self.event == "short_recruiting":
            number = {"deploy5": 3, "deploy3": 2, "deploy1": 1}[action]
        if self.chests[seat] < PRICE[action] or self.supply[seat] < number:
            return
        if action == "deploy5" and self.power.get("six_armies") == seat and self.supply[seat] >= 6:
            _, chosen = yield "DeploySix", (seat,)
            number = 6 if type(chosen).__name__ == "DeploySix" else number
        self.chests[seat] -= PRICE[action]
        self.supply[seat] -= number
        self.armies[province] += number
        if action == "deploy1" and any(self.owner.get(b) == seat for a, b in self.ways if a == province):
            _, chosen = yield "MoveAfterDeploying", (seat,)
            if type(chosen).__name__ == "MoveTo":
                _, moved = yield "MoveArmies", (seat,)
                self.shift(province, chosen.province, moved.armies)

    def shift(self, origin: str, target: str, armies: int) -> None:
        assert (origin, target) in self.ways
        assert self.owner[origin] == self.owner[target]
        assert 1 <= armies < self.armies[origin]
        self.armies[origin] -= armies
        self.armies[target] += armies

    def march(self, seat: int, origin: str) -> Steps:
        peace = self.event == "temple_peace"
        neighbours = {b for a, b in self.ways if a == origin}
        targets = {
            name
            for name in neighbours
            if self.owner.get(name) == seat or not (peace and "temple" in self.built.get(name, []))
        }
        if self.armies[origin] < 2 or not targets:
            return
        _, chosen = yield "March", (seat,)
        assert chosen.province in targets
        _, sent = yield "MarchArmies", (seat,)
        assert 1 <= sent.armies < self.armies[origin]
        if self.owner.get(chosen.province) == seat:
            assert not sent.bonus
            self.shift(origin, chosen.province, sent.armies)
        else:
            self.armies[origin] -= sent.armies
            yield from self.battle(seat, chosen.province, sent.armies, bonus=sent.bonus)

    # --- Battles and revolts ---

    def battle(self, attacker: int, province: str, armies: int, *, bonus: bool) -> Steps:
        defender = self.owner.get(province, 0)
        cubes = {attacker: armies}
        if bonus:
            assert self.power["attack_bonus"] == attacker
            self.recall(attacker, cubes)
        if not defender:
            farmers = min(2 if self.event == "neutral_farmers" else 1, self.stock)
            self.stock -= farmers
            cubes[FARMER] = farmers
        else:
            cubes[defender] = self.armies[province]
            self.man_castle(province, cubes)
            if self.power.get("defence_bonus") == defender and self.supply[defender]:
                _, chosen = yield "ReinforceDefence", (defender,)
                if type(chosen).__name__ == "ReinforceDefence":
                    self.recall(defender, cubes)
            self.armies[province] = 0
        yield from self.throw(cubes)
        self.decide(attacker, defender, province)

    def recall(self, seat: int, cubes: dict[int, int]) -> None:
        """Take one more army from the supply into a battle."""
        assert self.supply[seat] > 0
        self.supply[seat] -= 1
        cubes[seat] += 1

    def man_castle(self, province: str, cubes: dict[int, int]) -> None:
        owner = self.owner[province]
        if self.event == "castle_defence" and "castle" in self.built.get(province, []) and self.supply[owner]:
            self.recall(owner, cubes)

    def decide(self, attacker: int, defender: int, province: str) -> None:
        helped = not self.markers.get(province)
        a, d = self.tray[attacker], self.tray[defender] if defender else 0
        f = self.tray[FARMER] if helped else 0
        self.leave(attacker, *([defender] if defender else []), *([FARMER] if helped else []))
        if a > d + f:
            self.lose_card(province)
            self.owner[province] = attacker
            self.hold(province, a - d - f)
        elif defender and d and a < d + f:
            self.hold(province, min(d, d + f - a))
        elif defender:
            self.raze(province)

    def revolt(self, seat: int, province: str, farmers: int) -> Steps:
        cubes = {seat: self.armies[province], FARMER: min(farmers, self.stock)}
        self.stock -= cubes[FARMER]
        self.man_castle(province, cubes)
        self.armies[province] = 0
        yield from self.throw(cubes)
        left = self.tray[seat] - self.tray[FARMER]
        self.leave(seat, FARMER)
        if left > 0:
            self.hold(province, left)
        else:
            self.raze(province)

    def hold(self, province: str, armies: int) -> None:
        self.supply[self.owner[province]] -= armies
        self.armies[province] = armies

    def raze(self, province: str) -> None:
        self.lose_card(province)
        for facts in (self.owner, self.armies, self.built, self.markers):
            facts.pop(province, None)

    def lose_card(self, province: str) -> None:
        for cards in self.plan.values():
            for space, card in cards.items():
                if card == province:
                    cards[space] = ""

    # --- Winter ---

    def winter(self, event: str) -> Steps:
        for seat in self.everybody:
            self.rice[seat] = max(0, self.rice[seat] - EVENT[event].rice_loss)
        for seat in self.order:
            missing = sum(owner == seat for owner in self.owner.values()) - self.rice[seat]
            if missing > 0:
                yield from self.starve(seat, missing)

    def starve(self, seat: int, missing: int) -> Steps:
        revolts = {1: 1, 2: 1, 3: 2, 4: 2, 5: 2, 6: 2}.get(missing, 3)
        extra = {1: 1, 2: 2, 3: 2, 4: 2, 5: 3, 6: 3}.get(missing, 3)
        _, drawn = yield "DrawRevolts", (0,)
        left = list(drawn.provinces)
        assert len(left) == revolts
        while left:
            province = left[0]
            if len(left) > 1:
                _, faced = yield "FaceRevolts", (seat,)
                province = faced.province
            left.remove(province)
            assert self.owner[province] == seat
            yield from self.revolt(seat, province, self.markers.get(province, 0) + extra)

    def score(self) -> None:
        for province, owner in self.owner.items():
            self.points[owner] += 1 + len(self.built.get(province, []))
        for region in self.regions.values():
            for kind, worth in MAJORITY.items():
                count = dict.fromkeys(self.everybody, 0)
                for province in region & self.owner.keys():
                    count[self.owner[province]] += kind in self.built.get(province, [])
                best = [seat for seat in self.everybody if count[seat] == max(count.values()) > 0]
                for seat in best:
                    self.points[seat] += worth if len(best) == 1 else worth - 1
