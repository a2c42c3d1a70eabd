// A seat at a game: what its player sees, and the commands that they give.

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Any } from "@bufbuild/protobuf/wkt";
import { commandPayload } from "./chain.js";
import type { Gunbai, JoinOptions } from "./client.js";
import type { Disputes } from "./disputes.js";
import { NotNow } from "./errors.js";
import { Keeper } from "./keeper.js";
import { signed } from "./keys.js";
import { packed } from "./messages.js";
import { type Answer, type PlayOptions, play } from "./play.js";
import { type Seed, seedBytes } from "./shares.js";
import { type BranchTerms, type Version, termsOf } from "./terms.js";
import { type NewGame, type NewTokens, newId, newTokens, withTokens } from "./tokens.js";
import { type Update, type WatchOptions, watch } from "./watch.js";
import { TakeBackSchema } from "./stubs/gunbai/record/v1/lifecycle_pb.js";
import { AgreeSchema, AnnounceAbsenceSchema, ConcedeSchema } from "./stubs/gunbai/record/v1/results_pb.js";
import type { GameInfo, ShareDue } from "./stubs/gunbai/referee/v1/game_pb.js";
import { Lobby } from "./stubs/gunbai/referee/v1/lobby_pb.js";
import type { GetViewResponse } from "./stubs/gunbai/referee/v1/record_pb.js";
import {
  type LegalCommand,
  type ListLegalCommandsResponse,
  Referee,
  type SubmitRequest,
  SubmitRequestSchema,
} from "./stubs/gunbai/referee/v1/referee_pb.js";
import type { ResultSheet } from "./stubs/gunbai/referee/v1/results_pb.js";
import type { Ruling } from "./stubs/gunbai/referee/v1/ruling_pb.js";

/** A command to give: a listed command, or a message of the title that `packed` makes. */
export type Command = Any | LegalCommand;

/** The keys of a seat, besides its token. */
export interface SeatSecrets {
  /** The key with which the seat signs its commands, if it joined with one. */
  readonly key?: CryptoKeyPair | undefined;
  /** The seed of the seat's shares of chance: the value of `Seat.seed` when the seat joined. */
  readonly seed?: Seed | undefined;
}

/** How to propose a takeback. */
export interface TakebackOptions {
  /** A name for the branch. */
  readonly label?: string;
  /** The tokens of the branch; new ones by default. */
  readonly tokens?: NewTokens;
}

/** How to submit a command. */
export interface SubmitOptions {
  /** The version of the question; by default, of the last question to the seat. */
  readonly expectedVersion?: Version;
  /** The client's own id for the command, by default a new one. A command is judged only once for each id. */
  readonly commandId?: string;
  /** Whether the entries of an accepted command also come in words. */
  readonly sentences?: boolean;
  /** Whether a refusal comes with a receipt signed by the service. */
  readonly receipt?: boolean;
}

/**
 * A seat at a game, or the dealer's place (number 0), held by the client's token.
 *
 * It remembers the version of its last question, and `submit` expects this version by default. In a game where seats
 * give shares of chance, it gives its share whenever a call shows that the share is due.
 */
export class Seat {
  #askedAt = 0n;
  #keeper: Keeper | undefined;
  /** The share that is being given. The next share waits for it, because both read the record for the same keeper. */
  #giving: Promise<unknown> = Promise.resolve();
  readonly #key: CryptoKeyPair | undefined;
  /** The seed of the seat's shares of chance, if it gives any. Save it with the token, and keep it secret. */
  readonly seed: Uint8Array | undefined;

  constructor(
    readonly gunbai: Gunbai,
    readonly game: string,
    readonly number: number,
    { key, seed }: SeatSecrets = {},
  ) {
    this.#key = key;
    this.seed = seed ? seedBytes(seed) : undefined;
  }

  /** The token of the seat. Save it, and keep it secret. */
  get token(): string {
    return this.gunbai.settings.token;
  }

  /** Returns the commands that the seat can give now. */
  async legal(): Promise<ListLegalCommandsResponse> {
    const ask = () => this.gunbai.ask(Referee.method.listLegalCommands, { game: this.game });
    let legal = await ask();
    if (await this.giveShare(legal.waiting?.shareDue)) legal = await ask();
    this.#askedAt = legal.expectedVersion;
    return legal;
  }

  /** Returns a position (by default the newest) as the seat can see it. */
  async view(version: Version = 0): Promise<GetViewResponse> {
    let view = await this.gunbai.view(this.game, version);
    if (await this.giveShare(view.waiting?.shareDue)) view = await this.gunbai.view(this.game, version);
    this.#askedAt = view.expectedVersion || this.#askedAt;
    return view;
  }

  /** Yields the updates after a version as the seat can see them, and gives its shares; see `Gunbai.watch`. */
  watch(options: WatchOptions = {}): AsyncGenerator<Update, void, undefined> {
    return watch(this.gunbai, this.game, options, (due) => this.giveShare(due));
  }

  /** Returns an SVG picture of a position, as the seat can see it. */
  picture(version: Version = 0): Promise<string> {
    return this.gunbai.picture(this.game, version);
  }

  /**
   * Submits a command, and returns the ruling on it. A refusal is a ruling, not an error. A command that is sent again
   * with the same `commandId` is judged only once.
   */
  submit(command: Command, options: SubmitOptions = {}): Promise<Ruling> {
    return this.#submit(command, options);
  }

  async #submit(command: Command, options: SubmitOptions, corrects = 0n): Promise<Ruling> {
    const request = await this.#request(command, options);
    request.corrects = corrects;
    const ruling = (await this.gunbai.ask(Referee.method.submit, request)).ruling!;
    if (ruling.verdict.case === "accepted") {
      const last = ruling.verdict.value.entries.at(-1)?.version ?? 0n;
      this.#askedAt = last > this.#askedAt ? last : this.#askedAt;
      if (this.seed) await this.legal();
    }
    return ruling;
  }

  /**
   * Concedes: the seat stops playing, and gunbai plays the title's default moves for it. Repeating the call with the
   * same `commandId` has no effect.
   */
  async concede(commandId = newId()): Promise<Ruling> {
    await this.view();
    return this.submit(packed(ConcedeSchema, {}), { commandId, sentences: true });
  }

  /**
   * Agrees to a result, a pause of the clocks, the early end of a pause, or what happens to a seat that is away. Every
   * seat that still plays and is not away must agree. The agreement is for the position at `expectedVersion` (by
   * default the newest), and counts until the position changes.
   */
  async agree(word: MessageInitShape<typeof AgreeSchema>, options: SubmitOptions = {}): Promise<Ruling> {
    const expectedVersion = options.expectedVersion ?? (await this.gunbai.game(this.game)).head;
    return this.submit(packed(AgreeSchema, word), { sentences: true, ...options, expectedVersion });
  }

  /**
   * Reports that another seat, which the game is waiting for, is away. That seat then has some time to come back. Once
   * that time is over, `agree` no longer needs the absent seat's consent. Repeating the call with the same `commandId`
   * has no effect.
   */
  async announceAbsence(absentSeat: number, commandId = newId()): Promise<Ruling> {
    const expectedVersion = (await this.gunbai.game(this.game)).head;
    const notice = packed(AnnounceAbsenceSchema, { absentSeat });
    return this.submit(notice, { expectedVersion, commandId, sentences: true });
  }

  /**
   * Takes back the seat's last move, or all moves after a version, on its own turn and without consent. If chance or
   * anyone else has acted since, or if something hidden has been shown, it fails with `NOT_TAKEN_BACK`. In that case,
   * use `takeBack`.
   */
  async undo(version: Version = 0, commandId = newId()): Promise<Ruling> {
    const last = (await this.legal()).takeBack?.command;
    const order = packed(TakeBackSchema, { version: BigInt(version) });
    return this.submit(version ? order : (last ?? order), { commandId, sentences: true });
  }

  /**
   * As the dealer, corrects the newest entry with a different outcome of chance, before a seat has acted on the entry.
   * The record keeps both outcomes.
   */
  correct(outcome: Command, version: Version, options: SubmitOptions = {}): Promise<Ruling> {
    return this.#submit(outcome, { expectedVersion: version, ...options }, BigInt(version));
  }

  /**
   * Plays the seat until the game is over, and returns the game. `answer` is called whenever the seat has to act. It
   * returns the command to give; if it returns nothing, the seat waits. Meanwhile, the client watches and verifies the
   * entries. Throws InvalidRequest if the seat's share of chance is due and the seat has no seed.
   */
  play(answer: Answer, options: PlayOptions = {}): Promise<GameInfo> {
    return play(this, answer, options);
  }

  /** Returns the seat's consent to one branch at a version, with the terms that you give to `Gunbai.fork`. */
  async consent(version: Version, terms: BranchTerms = {}): Promise<string> {
    const request = { ...termsOf(terms), game: this.game, version: BigInt(version), requestId: newId() };
    return (await this.gunbai.ask(Referee.method.consentToFork, request)).consent;
  }

  /**
   * Leaves the game before its start. The seat becomes free, and its token stops working. Repeating the call with the
   * same `requestId` has no effect.
   */
  async leave(requestId = newId()): Promise<GameInfo> {
    return (await this.gunbai.ask(Lobby.method.leaveGame, { game: this.game, requestId })).info!;
  }

  /**
   * Vetoes the new token that was announced for this seat. The seat keeps its current token. Repeating the call with
   * the same `requestId` has no effect.
   */
  async vetoReissue(requestId = newId()): Promise<GameInfo> {
    return (await this.gunbai.ask(Lobby.method.vetoReissue, { game: this.game, requestId })).info!;
  }

  /**
   * Has the service remove the name of this seat's player from the record forever. The record verifies as before.
   * Copies of the record that others received earlier still contain the name.
   */
  async removeName(): Promise<GameInfo> {
    return (await this.gunbai.ask(Lobby.method.removeName, { game: this.game })).info!;
  }

  /** Returns the disputes of the game. The seat signs its papers if it has a key. */
  disputes(): Disputes {
    return this.gunbai.disputes(this.game, this.#key);
  }

  /** Confirms the result of the game, signed if the seat has a key. */
  confirmResult(): Promise<ResultSheet> {
    return this.gunbai.confirmResult(this.game, this.number, this.#key);
  }

  /**
   * Proposes to take back everything after a version, and returns the branch that would continue the game. The branch
   * begins when every seat, including this one, has consented with `join`. The proposer is its host.
   */
  async takeBack(version: Version, { label = "", tokens = newTokens() }: TakebackOptions = {}): Promise<NewGame> {
    const { host: token, dealer: dealerToken, spectator: spectatorToken, bot: botToken } = tokens;
    const proposal = { game: this.game, version: BigInt(version), label, continues: true };
    const request = { ...proposal, token, dealerToken, spectatorToken, botToken };
    return withTokens(await this.gunbai.ask(Referee.method.forkGame, request), tokens);
  }

  /**
   * Takes the same seat in a branch that keeps it for its holder, under the same name and key. In a branch that takes
   * back moves, joining is the seat's consent. Repeating the call with the same token, entropy and seed returns the
   * same seat.
   */
  async join(branch: string, secrets: Pick<JoinOptions, "token" | "entropy" | "seed"> = {}): Promise<Seat> {
    const info = this.#key && (await this.gunbai.holding("").game(branch));
    const consentsAt = info?.continues ? info.head : 0n;
    const options = { ...secrets, seat: this.number, consentsAt, ...(this.#key && { key: this.#key }) };
    return this.gunbai.join(branch, "", options);
  }

  /**
   * Gives the seat's share of chance if the record shows that it is due; returns whether it was given. Throws
   * BrokenRecord if the service asks for a share that is not due.
   */
  giveShare(due: ShareDue | undefined): Promise<boolean> {
    if (!this.seed || !due?.seats.includes(this.number)) return Promise.resolve(false);
    const keeper = (this.#keeper ??= new Keeper(this.game, this.number, this.seed));
    const given = this.#giving.then(() => this.#give(keeper, due));
    this.#giving = given.catch(() => undefined);
    return given;
  }

  async #give(keeper: Keeper, due: ShareDue): Promise<boolean> {
    for await (const { entry } of this.gunbai.entries(this.game, { after: keeper.version })) keeper.take(entry);
    const request = keeper.handedOver(due);
    if (!request) return false;
    try {
      await this.gunbai.ask(Referee.method.giveShare, request);
    } catch (error) {
      // The time for the share is over, or a different client of the seat has given it.
      if (error instanceof NotNow) return false;
      throw error;
    }
    return true;
  }

  /** Returns the request that submits a command, signed if the seat has a key. */
  async #request(command: Command, options: SubmitOptions): Promise<SubmitRequest> {
    const { expectedVersion, commandId, sentences, receipt } = options;
    if (!expectedVersion && !this.#askedAt) await this.view();
    const request = create(SubmitRequestSchema, {
      game: this.game,
      expectedVersion: BigInt(expectedVersion ?? this.#askedAt),
      commandId: commandId ?? newId(),
      command: command.$typeName === "google.protobuf.Any" ? command : command.command!,
      sentences: sentences ?? false,
      receipt: receipt ?? false,
    });
    if (this.#key) request.signature = await signed(this.#key, commandPayload(request));
    return request;
  }
}
