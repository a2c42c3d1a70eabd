"""The public effects of a move: laps, pushes, new fields of titans, and lives.

The move is carried out on the board as it is seen, with empty hands and an empty deck, so that nobody is asked and
nothing is drawn. A card in a hand can spare a titan a loss of life, or cost 1 life for pushing one, and a titan that is
knocked out stops (TR-6.8). Therefore the move is carried out twice, with the most losses and with the fewest: what
happens both times is certain. A loss is only certain if the titan's player can have no card against it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple, TypeAlias

import msgspec

from games.kit.rules.decider import Duty, Play
from games.kit.rules.edition import Edition
from games.titan_race.rules.cards import OWN_TURN
from games.titan_race.rules.data import DIRECTION, EDITION, MOST_LIFE, STATE, TERRAIN, Components, Layout, Ramp
from games.titan_race.rules.evolve import evolve
from games.titan_race.rules.steps.choose_action import ANSWERS
from games.titan_race.rules.steps.lose_life import LoseLife
from games.titan_race.rules.steps.perform_die import PART_OF, PerformDie, perform_part
from games.titan_race.rules.table import RaceTable, Rider, Titan, Turn
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev
from gunbai.titan_race.v1 import view_pb2
from gunbai_record.plain import Plain

Foretold: TypeAlias = cmd.Move | cmd.ChooseStart | cmd.PlaceTrap | cmd.Strike | cmd.UseAbility | cmd.PlayCard
"""The commands by which titans move or come to harm."""


class Effect(NamedTuple):
    """An effect of a move.

    Of a titan: a lap, the victory, that it is pushed, shoved or swapped, where it ends, and what becomes of its life;
    or what becomes of a trap.
    """

    kind: str
    """The name of a template.

    Of a titan: "lap", "lap_lost", "won", "pushed", "shoved", "swapped", "end", "hurt", "knocked_out", "spared" and
    "hit", or with "own_" before it for the active titan. Of a trap: "sprung", "wasted" and "destroyed".
    """
    titan: str
    by: str = ""
    life: int = 0
    """How many lives a titan loses."""
    field: str = ""
    """The new field of a titan, empty if uncertain; or the field of a trap."""


def foreseen(move: Foretold, view: view_pb2.View | None) -> tuple[Effect, ...]:
    """Return the certain effects of a move, in order; none without a view."""
    if view is None or not view.tracks or not view.mover or not _is_known(move):
        return ()
    table = table_of(view, move)
    holders = {player.seat for player in view.players if player.cards}
    spared = table.but(titans=tuple(_spared(titan) if titan.seat in holders else titan for titan in table.titans))
    most, fewest = _carried_out(table, move, _armed(view)), _carried_out(spared, move)
    moved, others = ([*_moved(table, move, play)] for play in (most, fewest))
    goes_on = moved == others and not most.table.winner
    return (*_common(moved, others), *(_harmed(most.events, fewest.events, view, move) if goes_on else ()))


def _common(most: Iterable[Effect], fewest: Iterable[Effect]) -> Iterator[Effect]:
    """Yield the effects shared by the most and the fewest losses, up to the first difference."""
    for one, other in zip(most, fewest, strict=False):
        if one != other:
            if one[:-1] == other[:-1]:
                yield one._replace(field="")
            return
        yield one


def _spared(titan: Titan) -> Titan:
    """Return a titan that has enough life for any move."""
    return msgspec.structs.replace(titan, life=MOST_LIFE)


def _is_known(move: Foretold) -> bool:
    """Return whether the effect of a command is known: a card must be in the own edition, and for its player's turn."""
    cards = {card.id for card in EDITION.data.cards if card.effect in OWN_TURN}
    return not isinstance(move, cmd.PlayCard) or move.card in cards


def _armed(view: view_pb2.View) -> tuple[str, ...]:
    """Return the titans whose players may answer a push with a card (TR-8.5)."""
    mover = next(titan.seat for titan in view.titans if titan.id == view.mover)
    holders = {player.seat for player in view.players if player.cards and player.seat != mover and view.round > 1}
    return tuple(titan.id for titan in view.titans if titan.seat in holders and titan.state == view_pb2.STATE_UPRIGHT)


def _carried_out(table: RaceTable, move: Foretold, armed: Sequence[str] = ()) -> Play[RaceTable]:
    """Carry out a move; each of the `armed` titans that is pushed costs the other a life, too (TR-11.3)."""
    play = Play(evolve, table)
    _begin(play, table.mover, move)
    while play.table.agenda and isinstance(duty := play.table.agenda[-1], Duty):
        duty.resolve(play)
        if isinstance(duty, LoseLife) and duty.pusher and duty.titan in armed:
            play.table = play.table.opens(LoseLife(duty.pusher, "card", duty.titan))
    return play


def _moved(table: RaceTable, move: Foretold, play: Play[RaceTable]) -> Iterator[Effect]:
    """Yield the laps, pushes and shoves of a move that was carried out, and where the titan in turn ends."""
    mover, met = table.mover.id, [*effects_of(play.events, table.mover.id)]
    yield from met
    end = play.table.titan(mover).field
    if (
        end
        and end != _expected(table, move)
        and not any(end == effect.field and effect.titan == mover for effect in met)
    ):
        yield Effect("own_end", mover, field=end)


def _expected(table: RaceTable, move: Foretold) -> str:
    """Return the target field of a command for the active titan, if nothing is in the way."""
    field = table.mover.field
    match move:
        case cmd.ChooseStart():
            return move.field
        case cmd.Move(path=path):
            for direction in map(DIRECTION.word, path):
                way = table.course.ways[field][direction] if field else None
                field = way.field if way is not None else ""
    return field


def _begin(play: Play[RaceTable], titan: Titan, move: Any) -> None:
    part = PART_OF.get(type(move))
    if part is None:
        ANSWERS[type(move)](play, titan, move)
    else:
        play.table = play.table.opens(PerformDie(titan.seat, titan.id, titan.die, (part,)))
        perform_part(play, titan.id, move)


def effects_of(events: Sequence[Plain], mover: str) -> Iterator[Effect]:
    """Yield the laps, pushes, shoves and swaps among events."""
    for place, event in enumerate(events, 1):
        match event:
            case ev.TitanPushed(titan=titan, by=by):
                kind = "own_pushed" if by == mover else "pushed"
                yield Effect(kind, titan, by, field=_field_of(titan, events[place:]))
            case ev.TitanShoved(titan=titan, by=by):
                yield Effect("shoved", titan, by, field=_field_of(titan, events[place:]))
            case ev.TitansSwapped(titan=titan, other=other, other_field=field):
                yield Effect("swapped", other, titan, field=field)
            case ev.LapCompleted(titan=titan):
                yield _of_titan("lap", titan, mover)
            case ev.LapLost(titan=titan):
                yield _of_titan("lap_lost", titan, mover)
            case ev.RaceWon(titan=titan):
                yield _of_titan("won", titan, mover)


def _field_of(titan: str, events: Iterable[Plain]) -> str:
    """Return the last field that a titan enters before it is pushed again; "" for none."""
    once = takewhile(lambda event: not (isinstance(event, ev.TitanPushed) and event.titan == titan), events)
    return next((e.field for e in reversed([*once]) if isinstance(e, ev.TitanEntered) and e.titan == titan), "")


def _of_titan(kind: str, titan: str, mover: str) -> Effect:
    return Effect(f"own_{kind}" if titan == mover else kind, titan)


# --- Lives and traps ---


def _harmed(most: Sequence[Plain], fewest: Sequence[Plain], view: view_pb2.View, move: Foretold) -> Iterator[Effect]:
    """Yield what becomes of traps and lives by the events with the most losses and by those with the fewest."""
    yield from (trap for trap in _traps(most) if trap in [*_traps(fewest)])
    lost = Counter(_losses(most, view, move)) & Counter(_losses(fewest, view, move))
    struck = [titan for titan in _struck(most) if titan in [*_struck(fewest)]]
    fallen, spared = (_named_by(kind, most) & _named_by(kind, fewest) for kind in (ev.TitanKnockedOut, ev.LifeSpared))
    for titan in dict.fromkeys((*lost, *struck)):
        kind = "knocked_out" if titan in fallen else "hurt" if lost[titan] else "spared" if titan in spared else "hit"
        yield _of_titan(kind, titan, view.mover)._replace(life=lost[titan])


def _traps(events: Sequence[Plain]) -> Iterator[Effect]:
    """Yield the traps that are set off by being placed, under a titan or on lava, and those that are destroyed."""
    placed = {event.field for event in events if isinstance(event, ev.TrapPlaced)}
    for event in events:
        match event:
            case ev.TrapSprung(titan=titan, field=field) if field in placed:
                yield Effect("sprung", titan, field=field)
            case ev.TrapDestroyed(field=field):
                yield Effect("wasted" if field in placed else "destroyed", "", field=field)


def _losses(events: Sequence[Plain], view: view_pb2.View, move: Foretold) -> Iterator[str]:
    """Yield the titan of each loss of life that no card can prevent: on a titan's own turn none is played.

    A card of the special field that it entered on the way may be one, and any card satisfies pirates (TR-8.5, TR-13.2).
    """
    seat_of = {titan.id: titan.seat for titan in view.titans}
    cards = {player.seat: player.cards for player in view.players}
    own = seat_of[view.mover]
    cards[own] -= isinstance(move, cmd.PlayCard)
    for event in events:
        match event:
            case ev.EffectMissed(titan=titan, effect=ev.FIELD_EFFECT_SPECIAL):
                cards[seat_of[titan]] += 1
            case ev.LifeLost(titan=titan, cause=cause):
                seat = seat_of[titan]
                may_react = view.round > 1 and seat != own
                if not (cards[seat] and (may_react or cause == ev.CAUSE_PIRATES)):
                    yield titan


def _struck(events: Sequence[Plain]) -> Iterator[str]:
    """Yield the titans that are hit, and those under which a trap is placed."""
    for event in events:
        if isinstance(event, ev.TargetsHit):
            yield from (target.titan for target in event.targets if target.titan)
    yield from (trap.titan for trap in _traps(events) if trap.titan)


def _named_by(kind: type[ev.TitanKnockedOut | ev.LifeSpared], events: Sequence[Plain]) -> set[str]:
    """Return the titans that events of a kind name."""
    return {event.titan for event in events if isinstance(event, kind)}


# --- The board as it is seen ---


def table_of(view: view_pb2.View, move: Foretold) -> RaceTable:
    """Return the table that a view shows, with no card but the one that is played."""
    order = tuple(titan.id for titan in view.titans)
    played = (move.card,) if isinstance(move, cmd.PlayCard) else ()
    mover = next(titan for titan in view.titans if titan.id == view.mover)
    return RaceTable(
        edition=edition_of(view),
        tracks=tuple(view.tracks),
        teams=tuple(player.team for player in view.players if player.team),
        riders=tuple(Rider(played if player.seat == mover.seat else ()) for player in view.players),
        deck=(),
        titans=tuple(map(_titan, view.titans)),
        order=order,
        traps=tuple(field.name for field in view.fields if field.trap),
        round=view.round,
        place=order.index(view.mover),
        turn=Turn(),
    )


def _titan(titan: view_pb2.Titan) -> Titan:
    """Return a titan as it is seen, without its die."""
    state: Any = STATE.word(titan.state)
    return Titan(titan.id, titan.seat, titan.life, titan.field, titan.laps, state, titan.ready)


def edition_of(view: view_pb2.View) -> Edition[Components]:
    """Return the title's own edition, with the tracks that a view shows."""
    shown = {track: _layout(view, number) for number, track in enumerate(view.tracks)}
    layouts = tuple(shown.get(layout.track, layout) for layout in EDITION.data.layouts)
    return Edition(msgspec.structs.replace(EDITION.data, layouts=layouts))


def _layout(view: view_pb2.View, number: int) -> Layout:
    """Return the layout of a track by its number from 0."""
    size = len(view.fields) // len(view.tracks)
    fields = view.fields[number * size : (number + 1) * size]
    kinds: dict[str, list[str]] = {}
    for field in fields:
        kinds.setdefault(TERRAIN.word(field.terrain), []).append(_coordinate(field))
    return Layout(
        view.tracks[number],
        special=tuple(_coordinate(field) for field in fields if field.special),
        lava=tuple(kinds.get("lava", ())),
        pirates=tuple(kinds.get("pirates", ())),
        statues=tuple(kinds.get("statue", ())),
        ice=tuple(kinds.get("ice", ())),
        pentagrams=(tuple(kinds.get("pentagram", ())),),
        multi_ramps=tuple(_coordinate(field) for field in fields if len(field.leaps) > 1),
        super_ramps=tuple(
            Ramp(_coordinate(field), DIRECTION.word(field.leaps[0])) for field in fields if len(field.leaps) == 1
        ),
    )


def _coordinate(field: view_pb2.Field) -> str:
    """Return the coordinate of a field on its track, without the number of the track."""
    return field.name.rpartition(":")[2]
