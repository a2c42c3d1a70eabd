"""The Hearts of a monster outside Tokyo (KT-5.17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.king_of_tokyo.rules.powers.hearts import patients, refuse_patient, use_hearts, wounds
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.decider import Decision, Duty, Play, Refusal, refusal
from gunbai.king_of_tokyo.v1 import clauses_pb2 as clause
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev


class UseHearts(Duty[TokyoTable], frozen=True):
    """Hearts heal the monster, unless it can use them for something else (KT-5.17)."""

    seat: int
    hearts: int
    clause = clause.CLAUSE_5_17
    closed_by = (ev.HeartsOffered, ev.HeartsUsed)

    def resolve(self, play: Play[TokyoTable]) -> None:
        monster = play.table.at(self.seat)
        if monster.poison or monster.shrink or patients(play.table, self.seat):
            play.emit(ev.HeartsOffered(seat=self.seat, hearts=self.hearts))
        else:
            use_hearts(play, self.seat, self.hearts, cmd.AssignHearts())


class AssignHearts(Decision[TokyoTable, cmd.AssignHearts], frozen=True):
    """The active monster says what each Heart is used for (KT-5.17)."""

    seat: int
    hearts: int
    clause = clause.CLAUSE_5_17
    takes = (cmd.AssignHearts,)
    closed_by = (ev.HeartsUsed,)

    def candidates(self, table: TokyoTable, seat: int) -> Iterator[cmd.AssignHearts]:
        """Yield every distribution, with the patients from the left on, and with each of them first."""
        monster = table.at(seat)
        others = patients(table, seat)
        most = (monster.poison, monster.shrink, *(wounds(table, other) for other in others))
        for poison, shrink, *given in _shares(most, self.hearts):
            shares = zip(others, given, strict=True)
            treated = tuple(cmd.Patient(seat=other, hearts=share) for other, share in shares if share)
            for first in range(max(1, len(treated))):
                order = treated[first : first + 1] + treated[:first] + treated[first + 1 :]
                yield cmd.AssignHearts(poison=poison, shrink=shrink, patients=order)

    def refuse(self, table: TokyoTable, seat: int, move: cmd.AssignHearts) -> Refusal | None:
        monster = table.at(seat)
        if move.poison > monster.poison or move.shrink > monster.shrink:
            return refusal(clause.CLAUSE_5_17, poison=monster.poison, shrink=monster.shrink)
        if move.poison + move.shrink + sum(patient.hearts for patient in move.patients) > self.hearts:
            return refusal(clause.CLAUSE_5_17, hearts=self.hearts)
        if len({patient.seat for patient in move.patients}) < len(move.patients):
            return refusal(clause.CLAUSE_13_19, patients=tuple(patient.seat for patient in move.patients))
        return next(filter(None, (refuse_patient(table, seat, patient) for patient in move.patients)), None)

    def answer(self, play: Play[TokyoTable], seat: int, move: cmd.AssignHearts) -> None:
        use_hearts(play, seat, self.hearts, move)


def _shares(most: Sequence[int], hearts: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to give out at most this many Hearts, to each at most what it can use."""
    if not most:
        yield ()
        return
    for share in range(min(most[0], hearts) + 1):
        for others in _shares(most[1:], hearts - share):
            yield (share, *others)
