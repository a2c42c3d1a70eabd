// The shares of one seat, with the record as far as the seat has verified it.

import { create } from "@bufbuild/protobuf";
import { ORIGIN, problemOf } from "./chain.js";
import { BrokenRecord } from "./errors.js";
import { unpackedAs } from "./messages.js";
import { Shares } from "./shares.js";
import { ActorKind, type Entry } from "./stubs/gunbai/record/v1/entry_pb.js";
import * as life from "./stubs/gunbai/record/v1/lifecycle_pb.js";
import type { ShareDue } from "./stubs/gunbai/referee/v1/game_pb.js";
import { type GiveShareRequest, GiveShareRequestSchema } from "./stubs/gunbai/referee/v1/referee_pb.js";

/**
 * Decides which shares are handed over. From a later share, a service could compute all earlier shares and foresee
 * their outcomes. So the keeper hands over a share only if the record, which it verifies itself, shows that the share
 * is due.
 */
export class Keeper {
  /** The newest verified version of the record. */
  version = 0n;
  readonly #shares: Shares;
  #digest: Uint8Array = ORIGIN;
  #source = life.ChanceSource.UNSPECIFIED;
  #seats = 0;
  /** The last commitment of each seat. */
  #committed = new Map<number, Uint8Array>();
  /** The shares that were revealed for the start. */
  #revealed = new Map<number, Uint8Array>();
  #outcomes = 0n;
  #chains = 0;
  #sharesAsked = false;

  constructor(
    readonly game: string,
    readonly seat: number,
    seed: Uint8Array,
  ) {
    this.#shares = new Shares(game, seat, seed);
  }

  /** Verifies the next entry, and notes what it shows about shares. Throws BrokenRecord. */
  take(entry: Entry): void {
    const problem = problemOf(entry, this.version + 1n, this.#digest);
    if (problem) throw new BrokenRecord(this.game, this.version + 1n, problem);
    this.version = entry.version;
    this.#digest = entry.digest;
    this.#note(entry);
  }

  /**
   * Returns the requested share, or undefined if the seat has none to give or has already given it. Throws BrokenRecord
   * if the record does not show that the share is due.
   */
  handedOver(due: ShareDue): GiveShareRequest | undefined {
    const shared = this.#source === life.ChanceSource.SHARED;
    const expected = shared ? this.#outcomes + 1n : 0n;
    if (!due.seats.includes(this.seat) || due.outcome < expected) return undefined;
    if (due.outcome > expected || !this.#sharesAsked)
      throw this.#broken(
        `the service asks for a share for outcome ${due.outcome}, which is not the next in the record`,
      );
    if (this.#committed.size < this.#seats)
      throw this.#broken("the service asks for a share before every seat has committed to one");
    const link = this.#shares.before(this.#committed.get(this.seat)!, this.#chains);
    if (!link) throw this.#broken("the record has a commitment for this seat that the seat did not make");
    const nextCommitment = shared ? link.following : new Uint8Array();
    return create(GiveShareRequestSchema, {
      game: this.game,
      outcome: due.outcome,
      share: link.share,
      nextCommitment,
    });
  }

  #note(entry: Entry): void {
    const command = entry.command?.content.case === "open" ? entry.command.content.value : undefined;
    const created = unpackedAs(command, life.CreateGameSchema);
    const forked = unpackedAs(command, life.ForkGameSchema);
    const taken = unpackedAs(command, life.TakeSeatSchema);
    const freed = unpackedAs(command, life.FreeSeatSchema) ?? unpackedAs(command, life.LeaveSeatSchema);
    const revealed = unpackedAs(command, life.RevealShareSchema);
    if (created) [this.#source, this.#seats] = [created.chanceSource, created.seats];
    else if (forked) this.#forked(forked);
    else if (taken) this.#committed.set(taken.seat, taken.commitment);
    else if (freed) this.#committed.delete(freed.seat);
    else if (unpackedAs(command, life.StartGameSchema)) this.#sharesAsked = true;
    else if (revealed) this.#revealed.set(revealed.seat, revealed.share);
    else if (unpackedAs(command, life.CallTimeSchema)?.putsOff) this.#putOff();
    else if (entry.actor?.kind === ActorKind.CHANCE) this.#resolved(entry);
  }

  #forked(forked: life.ForkGame): void {
    this.#source = forked.chanceSource;
    this.#committed = new Map();
    this.#revealed = new Map();
    this.#sharesAsked = false;
    this.#chains = 0;
  }

  /** A revealed share is its seat's commitment to the next share of its chain. */
  #putOff(): void {
    this.#committed = this.#revealed;
    this.#revealed = new Map();
    this.#sharesAsked = false;
  }

  #resolved({ events }: Entry): void {
    this.#outcomes += 1n;
    const first = events[0]?.content;
    const given = first?.case === "open" ? unpackedAs(first.value, life.SharesGivenSchema) : undefined;
    for (const { seat, share, nextCommitment } of given?.shares ?? []) {
      this.#committed.set(seat, nextCommitment.length ? nextCommitment : share);
      if (seat === this.seat && nextCommitment.length) this.#chains += 1;
    }
  }

  #broken(problem: string): BrokenRecord {
    return new BrokenRecord(this.game, this.version, problem);
  }
}
