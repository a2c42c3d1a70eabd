"""Lantern Night, a toy title on which the kit's own tests stand: small, but with every kind of step there is.

All seats bid light, sealed and at once (LN-1). The highest bid, of equal ones that of the lowest seat, draws two
lanterns (LN-2). The next seat may then object, an objection may be objected to by the seat after that, and so on, one
inside the other; each withdraws in turn (LN-3). The winner pays the bid (LN-4). Once in the night each seat may ring
the bell, whatever else is waited for (LN-5). The night ends when fewer than two lanterns are left (LN-6).
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from html import escape
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import msgspec
from google.protobuf import descriptor_pb2, message_factory
from grpc_tools import protoc

from games.kit.board.caption import Caption
from games.kit.board.spots import pointed
from games.kit.rules.chance import Draws
from games.kit.rules.decider import Actor, Chance, Decision, Duty, Evolve, Outcome, Play, Refusal, Step, Table, refusal
from games.kit.rules.edition import Edition
from games.kit.rules.forms import Known, Sample, exactly
from games.kit.title import Title
from games.kit.words.house_ruling import HouseRuling, RulingText
from games.kit.words.phrasebook import Phrasebook
from gunbai.rules.v1 import options_pb2
from gunbai_record.plain import Plain
from gunbai_record.plain_source import modules
from gunbai_record.text.languages import LANGUAGES
from lab.paths import ROOT
from lab.title_parts import title_of

PROTO = """
syntax = "proto3";
package lantern_night.v1;
import "gunbai/rules/v1/options.proto";

enum Clause {
  CLAUSE_UNSPECIFIED = 0;
  CLAUSE_1 = 1 [(gunbai.rules.v1.clause) = {
    number: "LN-1" sentence: "Nobody bids more than the purse holds." house_ruling: "LN-A1"
  }];
  CLAUSE_2 = 2 [(gunbai.rules.v1.clause) = {number: "LN-2" sentence: "The highest bid draws two lanterns."}];
  CLAUSE_3 = 3 [(gunbai.rules.v1.clause) = {number: "LN-3" sentence: "An objection may be objected to, three deep."}];
  CLAUSE_4 = 4 [(gunbai.rules.v1.clause) = {number: "LN-4" sentence: "The winner pays the bid."}];
  CLAUSE_5 = 5 [(gunbai.rules.v1.clause) = {number: "LN-5" sentence: "A seat rings the bell once in the night."}];
  CLAUSE_6 = 6 [(gunbai.rules.v1.clause) = {number: "LN-6" sentence: "Only what is due is done, by whom it is due."}];
  CLAUSE_7 = 7 [(gunbai.rules.v1.clause) = {number: "LN-7" sentence: "Two to four seats bid."}];
}
enum Mood { MOOD_UNSPECIFIED = 0; MOOD_CALM = 1; MOOD_VERY_LOUD = 2; }

message Bid {
  option (gunbai.rules.v1.visibility) = VISIBILITY_SEAT;
  uint32 light = 1;
  uint32 seat = 2;
}
message Object { Mood mood = 1; }
message Withdraw {}
message Ring {}
message DrawLanterns { repeated string lanterns = 1; }

message BidLaid { uint32 seat = 1; }
message BidSealed {
  option (gunbai.rules.v1.visibility) = VISIBILITY_SEAT;
  uint32 seat = 1;
  uint32 light = 2;
}
message BidsOpened { repeated uint32 lights = 1; uint32 winning_seat = 2; }
message LanternsDrawn { uint32 seat = 1; repeated string lanterns = 2; }
message ObjectionRaised { uint32 seat = 1; Mood mood = 2; }
message ObjectionWithdrawn { uint32 seat = 1; }
message LightPaid { uint32 seat = 1; uint32 light = 2; }
message BellRung { uint32 seat = 1; }
message Thunder {}

message View { repeated uint32 purses = 1; repeated bool has_bid = 2; uint32 own_bid = 3; uint32 lanterns_left = 4; }
"""


def compiled(text: str, name: str) -> ModuleType:
    """Return the messages of a proto as a module."""
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder) / name, Path(folder) / "out"
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text, encoding="utf-8")
        arguments = ["protoc", f"-I{folder}", f"-I{_protos()}", f"-I{_well_known()}", f"-o{out}", str(source)]
        if protoc.main(arguments):
            raise ValueError(f"{name} does not compile")
        described = descriptor_pb2.FileDescriptorSet.FromString(out.read_bytes())
    pool = options_pb2.DESCRIPTOR.pool
    pool.AddSerializedFile(described.file[0].SerializeToString())
    module = ModuleType(f"{name.removesuffix('.proto').replace('/', '.')}_pb2")
    module.DESCRIPTOR = pool.FindFileByName(name)  # type: ignore[attr-defined]  # as in generated modules
    for message in module.DESCRIPTOR.message_types_by_name.values():
        setattr(module, message.name, message_factory.GetMessageClass(message))
    return module


def values_of(stubs: ModuleType) -> ModuleType:
    """Return the plain values of the messages of such a module, as a module."""
    file = descriptor_pb2.FileDescriptorProto()
    stubs.DESCRIPTOR.CopyToProto(file)
    (source,) = modules([file])
    made = ModuleType(source.path.removesuffix(".py").replace("/", "."))
    sys.modules.update({made.__name__: made, f"{made.__name__}_pb2": stubs})
    exec(source.source, vars(made))  # generated here
    return made


def _protos() -> Path:
    return ROOT / "protos"


def _well_known() -> Path:
    return Path(protoc.__file__).parent / "_proto"


protos: Any = compiled(PROTO, "lantern_night/v1/events.proto")
"""The messages, as clients send and see them."""
plain: Any = values_of(protos)
"""The same as values, as the rules take and make them."""
(CLAUSE_1, CLAUSE_2, CLAUSE_3, CLAUSE_4, CLAUSE_5, CLAUSE_6) = range(1, 7)
DEPTH = 3
PURSE = 5
MOST_LIGHT = 100
LANTERN_SEATS = range(2, 5)


class Lanterns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edition: the lanterns that hang in the market."""

    names: tuple[str, ...]


EDITION = Edition(Lanterns(("crane", "fox", "moon", "pine", "wave")))


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed before the night."""

    purse: int = PURSE


class Night(Table, frozen=True):
    """A table of Lantern Night."""

    rows = "purses"

    edition: Edition[Lanterns]
    purses: tuple[int, ...]
    left: tuple[str, ...]
    bids: tuple[int | None, ...]
    bells: tuple[bool, ...]
    hung: tuple[tuple[str, ...], ...]


def changed(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    """Return the values with that of one seat changed."""
    return (*values[: seat - 1], value, *values[seat:])


def following(table: Night, seat: int) -> int:
    """Return the seat to the left."""
    return seat % len(table.purses) + 1


class LayBids(Decision[Night, Any], frozen=True):
    """All seats that have not bid are asked at once."""

    clause = CLAUSE_1
    takes = (plain.Bid,)

    def seats(self, table: Night) -> tuple[int, ...]:
        return tuple(seat for seat, bid in enumerate(table.bids, 1) if bid is None)

    def candidates(self, table: Night, seat: int) -> Iterator[Any]:
        for light in range(table.purses[seat - 1] + 2):
            yield plain.Bid(light=light, seat=seat)

    def refuse(self, table: Night, seat: int, move: Any) -> Refusal | None:
        if move.light > table.purses[seat - 1]:
            return refusal(CLAUSE_1, light=move.light, purse=table.purses[seat - 1])
        return None

    def answer(self, play: Play[Night], seat: int, move: Any) -> None:
        play.emit(plain.BidLaid(seat=seat))
        play.emit(plain.BidSealed(seat=seat, light=move.light))
        lights = tuple(bid for bid in play.table.bids if bid is not None)
        if len(lights) == len(play.table.bids):
            play.emit(plain.BidsOpened(lights=lights, winning_seat=lights.index(max(lights)) + 1))


class DrawLanterns(Chance[Night, Any], frozen=True):
    """Chance shows two of the lanterns left, in drawn order."""

    seat: int
    clause = CLAUSE_2
    takes = (plain.DrawLanterns,)
    closed_by = (plain.LanternsDrawn,)
    form = Sample(exactly(2), Known("the lanterns left", lambda step, table: table.left))

    def showing(self, table: Night, drawn: tuple[str, ...]) -> Any:
        return plain.DrawLanterns(lanterns=drawn)

    def probability(self, table: Night, outcome: Any) -> Fraction:
        names = tuple(outcome.lanterns)
        possible = len(names) == 2 and len(set(names)) == 2 and set(names) <= set(table.left)
        return Fraction(possible, len(table.left) * (len(table.left) - 1))

    def answer(self, play: Play[Night], outcome: Any) -> None:
        play.emit(plain.LanternsDrawn(seat=self.seat, lanterns=outcome.lanterns))


class MayObject(Decision[Night, Any], frozen=True):
    """A seat objects, to which the seat after it may object in turn, or withdraws."""

    seat: int
    depth: int = 1
    clause = CLAUSE_3
    takes = (plain.Object, plain.Withdraw)
    closed_by = (plain.ObjectionWithdrawn,)

    def candidates(self, table: Night, seat: int) -> Iterator[Any]:
        yield plain.Object(mood=plain.MOOD_CALM)
        yield plain.Withdraw()

    def refuse(self, table: Night, seat: int, move: Any) -> Refusal | None:
        if isinstance(move, plain.Object) and self.depth >= DEPTH:
            return refusal(CLAUSE_3, depth=self.depth)
        return None

    def answer(self, play: Play[Night], seat: int, move: Any) -> None:
        if isinstance(move, plain.Object):
            play.emit(plain.ObjectionRaised(seat=seat, mood=move.mood))
        else:
            play.emit(plain.ObjectionWithdrawn(seat=seat))


class PayLight(Duty[Night], frozen=True):
    """The winner pays."""

    seat: int
    light: int
    clause = CLAUSE_4
    closed_by = (plain.LightPaid,)

    def resolve(self, play: Play[Night]) -> None:
        play.emit(plain.LightPaid(seat=self.seat, light=self.light))


class Bell(Decision[Night, Any], frozen=True):
    """A standing step: every seat that has not rung the bell may ring it."""

    clause = CLAUSE_5
    takes = (plain.Ring,)

    def seats(self, table: Night) -> tuple[int, ...]:
        return tuple(range(1, len(table.bells) + 1))

    def candidates(self, table: Night, seat: int) -> Iterator[Any]:
        yield plain.Ring()

    def refuse(self, table: Night, seat: int, move: Any) -> Refusal | None:
        return refusal(CLAUSE_5, seat=seat) if table.bells[seat - 1] else None

    def answer(self, play: Play[Night], seat: int, move: Any) -> None:
        play.emit(plain.BellRung(seat=seat))


class Dawdle(Duty[Night], frozen=True):
    """Breaks the law: emits nothing."""

    clause = CLAUSE_4

    def resolve(self, play: Play[Night]) -> None:
        pass


class Linger(Duty[Night], frozen=True):
    """Breaks the law: nothing that it emits closes it."""

    clause = CLAUSE_4

    def resolve(self, play: Play[Night]) -> None:
        play.emit(plain.BellRung(seat=1))


evolve: Evolve[Night] = Evolve()


@evolve.on(plain.BidLaid)
def bid_laid(table: Night, event: Any) -> Night:
    return table


@evolve.on(plain.BidSealed)
def bid_sealed(table: Night, event: Any) -> Night:
    return table.but(bids=changed(table.bids, event.seat, event.light))


@evolve.on(plain.BidsOpened)
def bids_opened(table: Night, event: Any) -> Night:
    seat = event.winning_seat
    bids = (None,) * len(table.bids)
    pays = PayLight(seat, event.lights[seat - 1])
    return table.but(bids=bids).opens(DrawLanterns(seat), MayObject(following(table, seat)), pays)


@evolve.on(plain.LanternsDrawn)
def lanterns_drawn(table: Night, event: Any) -> Night:
    hung = (*table.hung[event.seat - 1], *event.lanterns)
    left = tuple(name for name in table.left if name not in hung)
    return table.but(left=left, hung=changed(table.hung, event.seat, hung))


@evolve.on(plain.ObjectionRaised)
def objection_raised(table: Night, event: Any) -> Night:
    raised = cast("MayObject", table.agenda[-1])
    return table.opens(MayObject(following(table, event.seat), raised.depth + 1))


@evolve.on(plain.ObjectionWithdrawn)
def objection_withdrawn(table: Night, event: Any) -> Night:
    return table


@evolve.on(plain.LightPaid)
def light_paid(table: Night, event: Any) -> Night:
    return table.but(purses=changed(table.purses, event.seat, table.purses[event.seat - 1] - event.light))


@evolve.on(plain.BellRung)
def bell_rung(table: Night, event: Any) -> Night:
    return table.but(bells=changed(table.bells, event.seat, value=True))


def setup(seats: int, options: Options, edition: Edition[Lanterns]) -> Night:
    """Return the market before the first bid."""
    return Night(
        edition=edition,
        purses=(options.purse,) * seats,
        left=tuple(sorted(edition.data.names)),
        bids=(None,) * seats,
        bells=(False,) * seats,
        hung=((),) * seats,
    )


def turn(table: Night) -> Step[Night] | None:
    """Return the round of bids, while there are lanterns for it."""
    return LayBids() if len(table.left) >= 2 else None


def standing(table: Night) -> tuple[Step[Night], ...]:
    """Return the bell."""
    return (Bell(),)


def misplaced(table: Night, step: Step[Any] | None, actor: Actor, move: Plain) -> Refusal:
    """Return the one clause for anything that is not due."""
    return refusal(CLAUSE_6, waits_for=type(step).__name__, actor=actor)


def outcome(table: Night) -> Outcome | None:
    """Return who hung most lanterns."""
    if table.agenda or turn(table):
        return None
    scores = tuple(len(names) for names in table.hung)
    winners = tuple(seat for seat, score in enumerate(scores, 1) if score == max(scores))
    return Outcome("dawn", CLAUSE_6, winners, scores)


def invariants(table: Night) -> Iterator[str]:
    """Yield what cannot be."""
    seats = range(1, len(table.purses) + 1)
    if {len(table.bids), len(table.bells), len(table.hung)} != {len(seats)}:
        yield "every seat has a purse, a bid or none yet, a bell, and lanterns or none"
        return
    if sorted([*table.left, *(name for names in table.hung for name in names)]) != sorted(table.edition.data.names):
        yield "every lantern hangs somewhere, once"
    if not all(0 <= purse <= MOST_LIGHT for purse in table.purses):
        yield "a purse holds light, and not more than there is"
    if None not in table.bids or any(not 0 <= (bid or 0) <= MOST_LIGHT for bid in table.bids):
        yield "bids are opened when all have been laid"
    if not all(getattr(step, "seat", 1) in seats for step in table.agenda):
        yield "only seats owe anything"
    if len(table.left) < 2 and any(isinstance(step, DrawLanterns) for step in table.agenda):
        yield "two lanterns are left for whoever draws them"
    if any(isinstance(step, Dawdle | Linger) for step in table.agenda):
        yield "nobody dawdles or lingers"


def view(table: Night, seat: int | None) -> Any:
    """Return what a seat may know: whether the others have bid, never what."""
    bid = table.bids[_checked(table, seat) - 1] if seat is not None else None
    has_bid = [bid is not None for bid in table.bids]
    return protos.View(purses=table.purses, has_bid=has_bid, own_bid=bid or 0, lanterns_left=len(table.left))


def _checked(table: Night, seat: int) -> int:
    """Return a seat of the night: to a title, anyone without a seat is None, never 0."""
    if not 1 <= seat <= len(table.purses):
        raise ValueError(f"there is no seat {seat}")
    return seat


def picture(view: Any, caption: Caption) -> str:
    """Return almost nothing: the caption in words, as a text board."""
    seats = ", ".join(map(caption.name, caption.asked_seats)) or "nobody"
    last = ", ".join(type(event).__name__ for event in caption.events) or "nothing"
    left = caption.say("{count} lanterns", count=view.lanterns_left)
    draws: tuple[Any, ...] = caption.recalled
    drawn = "".join(f", {caption.name(draw.seat)} drew {' and '.join(draw.lanterns)}" for draw in draws)
    board = f"{caption.label} at {caption.version}: {left}{drawn}, {seats} to act, last {last}"
    return f"<svg><title>{caption.game}</title><desc>{escape(board)}</desc></svg>"


def guess(table: Night, reader: int | None, draws: Draws) -> Night:
    """Return the table with other bids under the lids of others."""
    own = _checked(table, reader) if reader is not None else None
    for seat, bid in enumerate(table.bids, 1):
        if bid is not None and seat != own and None in table.bids:
            table = table.but(bids=changed(table.bids, seat, draws.below(table.purses[seat - 1] + 1)))
    return table


WORDS = Phrasebook(
    {
        plain.Bid: "Bid {light}.",
        plain.Object: lambda move, say: "Object loudly." if move.mood == 2 else "Object.",
        plain.Withdraw: "Withdraw.",
        plain.Ring: "Ring the bell.",
        plain.DrawLanterns: "Chance shows {lanterns}.",
        plain.BidLaid: "{seat} bids.",
        plain.BidSealed: "{seat} bids {light} under a lid.",
        plain.BidsOpened: "Bids of {lights}; {winning_seat} wins.",
        plain.LanternsDrawn: "{seat} draws {lanterns}.",
        plain.ObjectionRaised: "{seat} objects, {mood}.",
        plain.ObjectionWithdrawn: "{seat} objects no more.",
        plain.LightPaid: "{seat} pays {light}.",
        plain.BellRung: "{seat} rings the bell.",
        MayObject: "Does {seat} object (at depth {depth})?",
        LayBids: "All seats bid.",
        DrawLanterns: "{seat} draws two lanterns.",
    },
    names={"fox": "the Fox", "moon": "the Moon"},
    words={"mood": {"calm": "calmly"}},
    seats={1: "the host", 2: "the guest"},
)

CZECH_WORDS = Phrasebook(
    {
        plain.Bid: "Vsadit {light}.",
        plain.Object: "Namítnout[, {mood}].",
        plain.Withdraw: "Ustoupit.",
        plain.Ring: "Zazvonit.",
        plain.DrawLanterns: "Náhoda ukazuje {lanterns}.",
        plain.BidLaid: "{seat} sází.",
        plain.BidSealed: "{seat} sází pod pokličkou {light}.",
        plain.BidsOpened: "Sázky {lights}; vítězí {winning_seat}.",
        plain.LanternsDrawn: "{seat} táhne {lanterns}.",
        plain.ObjectionRaised: "{seat} namítá, {mood}.",
        plain.ObjectionWithdrawn: "{seat} už nenamítá.",
        plain.LightPaid: "{seat} platí {light}.",
        plain.BellRung: "{seat} zvoní.",
        MayObject: "Namítne {seat} (v hloubce {depth})?",
        LayBids: "Všichni sázejí.",
        DrawLanterns: "{seat} táhne dvě lucerny.",
    },
    names={"fox": "Liška", "moon": "Měsíc"},
    texts={"fox": "Chytrá"},
    words={"mood": {"calm": "klidně", "very_loud": "hlasitě"}, "waits_for": {"LayBids": "sázky"}},
    seats={1: "hostitel", 2: "host"},
    options={"purse": ("Měšec", "Kolik je na začátku v měšci.")},
    facts={"light": "světlo: {light}"},
    clauses={"LN-1": "Nikdo nesází víc, než má v měšci.", "LN-7": "Sázejí dva až čtyři."},
    house_rulings={
        "LN-A1": RulingText(
            question="Smí se vsadit víc, než je v měšci?",
            readings=("Ano, na dluh.", "Ne."),
            chosen="Ne.",
            reason="Banka není.",
        )
    },
    places={"Bids": "Sázky"},
    edition={"Lanterns": "Lucerny edice."},
    labels={"{count} lanterns": "lucerny: {count}"},
    language=LANGUAGES["cs"],
)

PURSES = HouseRuling(
    number="LN-A1",
    question="May a bid be more than the purse holds?",
    readings=("Yes, on credit.", "No."),
    chosen="No.",
    reason="There is no bank.",
    place="Bids",
)

LANTERN_NIGHT: Title[Night] = title_of(
    name="lantern_night",
    code="LN",
    label="Lantern Night",
    rules_version=1,
    seats=LANTERN_SEATS,
    seats_clause="LN-7",
    protos=(protos, protos, protos, protos),
    options=Options,
    edition=EDITION,
    table=Night,
    setup=setup,
    turn=turn,
    standing=standing,
    steps=(LayBids, DrawLanterns, MayObject, PayLight, Bell, Dawdle, Linger),
    misplaced=misplaced,
    evolve=evolve,
    outcome=outcome,
    invariants=invariants,
    spots=lambda table, move: tuple(pointed(move, {"seat": "seat"})),
    view=view,
    guess=guess,
    picture=picture,
    recalled=frozenset({plain.LanternsDrawn}),
    languages={"en": WORDS, "cs": CZECH_WORDS},
    house_rulings=(PURSES,),
)
