// The client: it offers everything that the service does.

import type {
  DescMessage,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import type { Any } from "@bufbuild/protobuf/wkt";
import type { Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { type Position, type Report, verify } from "gunbai-client/verify";
import { Arbiter } from "./arbiter.js";
import { Disputes } from "./disputes.js";
import { DEFAULTS, type Line, type Settings, ask, Patience, reading, repeated, sleep } from "./calls.js";
import { AlreadyThere, InvalidRequest, NotAllowed, StaleVersion, Unreachable } from "./errors.js";
import { type GameConditions, LARGEST_PAGE, listRequest } from "./games.js";
import { commandPayload } from "./chain.js";
import { publicBytes, signed } from "./keys.js";
import { TransparencyLog } from "./log.js";
import { isKnown, learn, packed } from "./messages.js";
import { MyGames, type MyGamesOptions } from "./mine.js";
import { TokenUsed } from "./reasons.js";
import { resultPayload } from "./results.js";
import { Questions } from "./questions.js";
import { Seat, type SeatSecrets } from "./seat.js";
import { type Seed, SHARE_BYTES, Shares, seedBytes } from "./shares.js";
import { joined, random } from "./bytes.js";
import { type BranchTerms, type Json, type Naming, type Version, textOf, asked } from "./terms.js";
import {
  type NewGame,
  type NewTokens,
  gameId,
  hashOf,
  newId,
  newToken,
  newTokens,
  seatOf,
  withTokens,
} from "./tokens.js";
import { type Said, type Update, type WatchOptions, watch } from "./watch.js";
import type { ActorSchema } from "./stubs/gunbai/record/v1/entry_pb.js";
import type { SignedHead } from "./stubs/gunbai/record/v1/head_pb.js";
import { ReissueTokenSchema, TakeSeatSchema } from "./stubs/gunbai/record/v1/lifecycle_pb.js";
import * as audit from "./stubs/gunbai/referee/v1/audit_pb.js";
import type { GameInfo, Invitation } from "./stubs/gunbai/referee/v1/game_pb.js";
import * as lobby from "./stubs/gunbai/referee/v1/lobby_pb.js";
import * as record from "./stubs/gunbai/referee/v1/record_pb.js";
import * as referee from "./stubs/gunbai/referee/v1/referee_pb.js";
import { type ResultSheet, Results } from "./stubs/gunbai/referee/v1/results_pb.js";
import type { Clause, HouseRuling } from "./stubs/gunbai/rules/v1/clauses_pb.js";

const { Audit } = audit;
const { Lobby } = lobby;
const { Record: Entries } = record;
const { Referee } = referee;

const PAUSE_MS = 200;

/** A request for a new token. */
interface Reissuing {
  readonly game: string;
  readonly seat: number;
  readonly token: string;
  readonly requestId: string;
}

/** The secrets of a seat that commits to its shares. */
type Committing = Pick<SeatSecrets, "key"> & { readonly seed: Uint8Array };

/** A request for a seat. */
interface Joining {
  readonly game: string;
  readonly player: string;
  readonly seat: number;
  readonly token: string;
  readonly publicKey: Uint8Array;
  readonly invitation: string;
  readonly entropy?: Uint8Array;
  readonly commitment?: Uint8Array;
}

/**
 * A seat's consent to a takeback: the seat's key, if it has one, and a version of the branch (0 if there is no
 * takeback).
 */
interface Consenting {
  readonly key: CryptoKeyPair | undefined;
  readonly expectedVersion: bigint;
}

/** Returns a request for a seat. It is signed if it consents to a takeback for a seat with a key. */
async function signedConsent(request: Joining, { key, expectedVersion }: Consenting) {
  if (!key || !expectedVersion) return request;
  const { game, seat, entropy = new Uint8Array(), publicKey, commitment = new Uint8Array() } = request;
  const command = packed(TakeSeatSchema, { seat, entropy, publicKey, commitment });
  const requestId = newId();
  const signature = await signed(key, commandPayload({ game, expectedVersion, commandId: requestId, command }));
  return { ...request, requestId, expectedVersion, signature };
}

/** How to create a game. */
export interface NewGameOptions extends BranchTerms, Naming {
  readonly seats?: number;
  readonly options?: Json;
  readonly edition?: Json;
  /** The table to start from, instead of the ordinary set-up. */
  readonly table?: Json;
  readonly rulesVersion?: number;
  /** The seed of the draws, for tests, if the operator allows seeded games. */
  readonly seed?: string;
  /** The ids of the private games with common chance, including this game. */
  readonly duplicateGames?: readonly string[];
}

/** How to branch a game. */
export interface ForkOptions extends BranchTerms, Naming {
  /** The consents of the seats, if the branch shares hidden facts. */
  readonly consents?: readonly string[];
}

/** How to take a seat. Secrets are random by default. */
export interface JoinOptions {
  /** The seat, counted from 1; by default, any free seat. */
  readonly seat?: number;
  /** The invitation to a seat, if the game requires one; it also names the seat. */
  readonly invitation?: string;
  /** The key with which the seat signs its commands. */
  readonly key?: CryptoKeyPair;
  /** The seat's contribution to the referee's chance. */
  readonly entropy?: Uint8Array;
  readonly token?: string;
  /** The seed of the seat's shares of chance. */
  readonly seed?: Seed;
  /** A version of the takeback branch that a seat with a key consents to; `Seat.join` fills it in. */
  readonly consentsAt?: Version;
}

/** Which positions of a game to replay, from first to last, and which parts of each. Ask for at least one part. */
export interface ReplayParts {
  /** By default, the first version. */
  readonly from?: Version;
  /** By default, the newest version. */
  readonly to?: Version;
  readonly views?: boolean;
  readonly pictures?: boolean;
  /** Whether to include the entry that led to each position, with its sentences. */
  readonly sentences?: boolean;
  /** Whether to include the whole table of each position, if it hides nothing. */
  readonly tables?: boolean;
  /** The seat whose view to show. While the game hides facts, it must be the caller's own. */
  readonly seat?: number;
}

/** The options for a new token. */
export interface ReissueOptions {
  readonly token?: string;
  readonly requestId?: string;
  /** The seed of the seat's shares of chance. */
  readonly seed?: Seed;
}

/** How the service verifies a game. */
export interface VerifyOptions {
  readonly deadlineMs?: number;
  readonly progress?: (done: number, entries: number) => void;
}

/** Which rulings of a game to list. */
export interface RulingOptions {
  /** Whether only refusals are listed. */
  readonly refusedOnly?: boolean;
  /** Whether each refusal comes with a signed receipt, if the caller can see its command. */
  readonly receipts?: boolean;
}

/** How the client verifies a game. */
export interface VerifyHereOptions {
  readonly keys?: readonly string[];
  readonly tables?: boolean;
  readonly progress?: (done: number, entries: number) => void;
}

/** How to connect. */
export interface ConnectOptions extends Partial<Settings> {
  /**
   * The transport for calls, which uses fetch by default. `@connectrpc/connect-node` has one that takes your own
   * certificates.
   */
  readonly transport?: Transport;
}

/**
 * Returns a client of the service at a URL, such as "http://localhost:7071". Every call ends within `deadlineMs`. Until
 * then the client keeps trying to reach the service, and retries calls that are safe to retry. With `wait: false`, it
 * throws Unreachable at once. Sentences come in `language` if the title supports it, otherwise in English.
 */
export function connect(url: string, { transport, ...settings }: ConnectOptions = {}): Gunbai {
  const made = transport ?? createConnectTransport({ baseUrl: url, useBinaryFormat: true });
  return new Gunbai(made, { ...DEFAULTS, ...settings });
}

/** A client of one service. Its calls carry the token in its settings, if there is one. */
export class Gunbai implements Line {
  constructor(
    readonly transport: Transport,
    readonly settings: Settings,
  ) {}

  /** Returns a client of the same service that calls with a different token. */
  holding(token: string): Gunbai {
    return new Gunbai(this.transport, { ...this.settings, token });
  }

  /** Returns a client of the same service that gets sentences in a different language. */
  speaking(language: string): Gunbai {
    return new Gunbai(this.transport, { ...this.settings, language });
  }

  /** Returns the seat whose token this client holds; number 0 is the dealer. */
  seat(game: string, number = 0, secrets: SeatSecrets = {}): Seat {
    return new Seat(this, game, number, secrets);
  }

  /** Returns the arbiter of a game: the holder of `key`, which the game names, or without a key the dealer. */
  arbiter(game: string, key?: CryptoKeyPair): Arbiter {
    return new Arbiter(this, game, key);
  }

  /**
   * Returns the disputes of a game, for the holder of the client's token. `key` is the key of the seat or of the
   * arbiter.
   */
  disputes(game: string, key?: CryptoKeyPair): Disputes {
    return new Disputes(this, game, key);
  }

  /** Makes any call with the client's token and deadline, and returns its response. Throws GunbaiError. */
  ask<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    deadlineMs = this.settings.deadlineMs,
  ): Promise<MessageShape<O>> {
    return ask({ transport: this.transport, settings: { ...this.settings, deadlineMs } }, method, request);
  }

  // The lobby.

  /** Returns the titles that can be played. */
  async titles(): Promise<lobby.Title[]> {
    return collected(this.#pages(Lobby.method.listTitles, {}), (page) => page.titles);
  }

  /**
   * Returns a title with its options, edition, commands, events and languages. If the client has no stubs for the
   * title's messages, it builds them from the protos of the service, and `schemaOf` returns them by name.
   */
  async title(title: string, rulesVersion = 0): Promise<lobby.GetTitleResponse> {
    const answer = await this.ask(Lobby.method.getTitle, { title, rulesVersion });
    if (answer.commands.every(isKnown)) return answer;
    const whole = await this.ask(Lobby.method.getTitle, { title, rulesVersion, withProtos: true });
    learn(whole.fileDescriptorSet);
    return whole;
  }

  /**
   * Creates a game and returns it with its tokens, which are new unless you give them. Repeating the call with the same
   * tokens returns the same game.
   */
  async create(title: string, options: NewGameOptions = {}): Promise<NewGame> {
    const tokens = options.tokens ?? newTokens();
    const shared = options.seed || options.duplicateGames?.length;
    const created = await this.ask(Lobby.method.createGame, {
      ...asked({ chance: shared ? "referee" : "committed", ...options }, tokens),
      title,
      seats: options.seats ?? 0,
      optionsJson: textOf(options.options),
      editionJson: textOf(options.edition),
      tableJson: textOf(options.table),
      rulesVersion: options.rulesVersion ?? 0,
      seed: options.seed ?? "",
      duplicateGames: [...(options.duplicateGames ?? [])],
    });
    return withTokens(created, tokens);
  }

  /**
   * Creates private games with common chance, one for each item in `tokens`, and returns them. The referee draws from
   * one secret, which it reveals when all these games are over. Repeating the call with the same tokens returns the
   * same games.
   */
  async createDuplicates(
    tokens: readonly NewTokens[],
    title: string,
    options: Omit<NewGameOptions, "tokens" | "duplicateGames" | "seed"> = {},
  ): Promise<NewGame[]> {
    const duplicateGames = tokens.map(({ host }) => gameId(host, ""));
    const games: NewGame[] = [];
    for (const each of tokens)
      games.push(await this.create(title, { ...options, private: true, duplicateGames, tokens: each }));
    return games;
  }

  /** Returns a game: its seats, status and result. */
  async game(game: string): Promise<GameInfo> {
    return (await this.ask(Lobby.method.getGame, { game })).info!;
  }

  /** Yields the public games that meet all conditions. */
  async *games(only: GameConditions = {}): AsyncGenerator<GameInfo, void, undefined> {
    for await (const page of this.#pages(Lobby.method.listGames, listRequest(only))) yield* page.games;
  }

  /**
   * Claims a seat, or any free seat. Save the seat's token, and its seed if the seats give shares of chance. Repeating
   * the call with the same seat, token, entropy and seed returns the same seat.
   */
  async join(game: string, player: string, options: JoinOptions = {}): Promise<Seat> {
    const { key, seat = 0, token = newToken(), entropy = random(SHARE_BYTES), invitation = "" } = options;
    const publicKey = key ? await publicBytes(key) : new Uint8Array();
    const consents = { key, expectedVersion: BigInt(options.consentsAt ?? 0) };
    const request = { game, player, seat, token, publicKey, invitation };
    // A token that is already in use may have committed to this seed's shares.
    let again = false;
    try {
      const joined = await this.ask(Lobby.method.joinGame, await signedConsent({ ...request, entropy }, consents));
      return this.holding(token).seat(game, joined.seat, { key });
    } catch (error) {
      again = error instanceof TokenUsed && options.token !== undefined && options.seed !== undefined;
      const commits = error instanceof InvalidRequest && "commitment" in error.fields;
      if (!again && !commits) throw error;
    }
    const seed = seedBytes(options.seed ?? random(SHARE_BYTES));
    return this.#commit(request, { key, seed }, again, consents);
  }

  /**
   * Claims a seat with a commitment bound to it. If someone else was faster, it tries a different seat. If the token
   * may already hold a seat, it tries all seats.
   */
  async #commit(request: Joining, secrets: Committing, again: boolean, consents: Consenting): Promise<Seat> {
    const { game, token } = request;
    const named = request.seat || seatOf(request.invitation);
    const free = async () => (await this.game(game)).seats.filter(({ taken }) => again || !taken);
    let late = new AlreadyThere("no seat is free");
    for (const { seat } of named ? [{ seat: named }] : await free())
      try {
        const commitment = new Shares(game, seat, secrets.seed).tip();
        await this.ask(Lobby.method.joinGame, await signedConsent({ ...request, seat, commitment }, consents));
        return this.holding(token).seat(game, seat, secrets);
      } catch (error) {
        if (!(error instanceof AlreadyThere)) throw error;
        late = error;
      }
    throw late;
  }

  /** Returns the invitations to the seats of a game in order. Requires the host's token. */
  async invitations(game: string): Promise<Invitation[]> {
    return (await this.ask(Lobby.method.getInvitations, { game })).invitations;
  }

  /**
   * Frees a seat before the start, which revokes its token. Requires the host's token. Repeating the call with the same
   * `requestId` has no effect.
   */
  async free(game: string, seat: number, requestId = newId()): Promise<GameInfo> {
    return (await this.ask(Lobby.method.freeSeat, { game, seat, requestId })).info!;
  }

  /**
   * Gets a new token for a seat that joined with a key, and returns the seat; the old token stops working. Repeating
   * the call with the same token and `requestId` has no effect.
   */
  async reissue(game: string, seat: number, key: CryptoKeyPair, options: ReissueOptions = {}): Promise<Seat> {
    const { token = newToken(), requestId = newId(), seed } = options;
    const request = { game, seat, token, requestId };
    try {
      await this.#sign(request, key, 1n);
    } catch (error) {
      if (!(error instanceof StaleVersion)) throw error;
      // The seat's signature was valid, so the service says which versions are allowed.
      await this.#sign(request, key, BigInt(error.facts["head"]!));
    }
    return this.holding(token).seat(game, seat, { key, seed });
  }

  /**
   * Announces a new token, given by its SHA-256 (`hashOf`), for a seat without a key. Requires the host's token. The
   * player makes the token (`newToken`) and keeps it secret. The new token works once the time for a veto is over,
   * unless the seat vetoes it (`Seat.vetoReissue`). Repeating the call with the same `requestId` has no effect.
   */
  async announceReissue(game: string, seat: number, tokenHash: Uint8Array, requestId = newId()): Promise<GameInfo> {
    return (await this.ask(Lobby.method.announceReissue, { game, seat, tokenHash, requestId })).info!;
  }

  /** Signs a request for a new token at a version, and sends it. */
  async #sign(request: Reissuing, key: CryptoKeyPair, expectedVersion: bigint): Promise<void> {
    const { game, seat, token, requestId } = request;
    const command = packed(ReissueTokenSchema, { seat, tokenHash: hashOf(token) });
    const signature = await signed(key, commandPayload({ game, expectedVersion, commandId: requestId, command }));
    await this.ask(Lobby.method.reissueToken, { ...request, expectedVersion, signature });
  }

  /** Starts a game whose seats are all taken. Requires the host's token. */
  async start(game: string): Promise<GameInfo> {
    return (await this.ask(Lobby.method.startGame, { game })).info!;
  }

  /** Ends an unfinished game. Requires the host's token. */
  async abandon(game: string, reason = ""): Promise<GameInfo> {
    return (await this.ask(Lobby.method.abandonGame, { game, reason })).info!;
  }

  /**
   * Branches a game at a version into a new game, with new tokens unless you give them. A branch that shares hidden
   * facts needs every seat's consent (`Seat.consent`) and the host's token. The holders of the game's seats take the
   * same seats in the branch with `Seat.join`.
   */
  async fork(game: string, version: Version, options: ForkOptions = {}): Promise<NewGame> {
    const tokens = options.tokens ?? newTokens();
    const forked = await this.ask(Referee.method.forkGame, {
      ...asked(options, tokens),
      game,
      version: BigInt(version),
      consents: [...(options.consents ?? [])],
    });
    return withTokens(forked, tokens);
  }

  // The record.

  /**
   * Yields the entries after a version, as the caller can see them, unverified. Use `watch` to verify them. A lost
   * stream is resumed within the client's deadline.
   */
  async *entries(
    game: string,
    { after = 0n, upTo = 0n, sentences = false }: { after?: Version; upTo?: Version; sentences?: boolean } = {},
  ): AsyncGenerator<Said, void, undefined> {
    const request = { game, upToVersion: BigInt(upTo), sentences };
    const responses = this.resumed(
      Entries.method.readEntries,
      (afterVersion) => ({ ...request, afterVersion }),
      ({ entry }) => entry!.version,
      BigInt(after),
    );
    for await (const { entry, sentences } of responses) yield { kind: "entry", entry: entry!, sentences };
  }

  /**
   * Yields the positions of a game from one version to another, or to the newest, as the caller can see them. Each
   * position has the parts that you ask for, as `view`, `picture`, `entries` and `table` return them. The service
   * computes all positions in one pass, so this is faster than a call for each position. A lost stream is resumed
   * within the client's deadline.
   */
  async *replay(game: string, parts: ReplayParts): AsyncGenerator<record.ReplayGameResponse, void, undefined> {
    const { from = 1n, to, ...wanted } = parts;
    const toVersion = to ? BigInt(to) : (await this.game(game)).head;
    yield* this.resumed(
      Entries.method.replayGame,
      (after) => ({ game, fromVersion: after + 1n, toVersion, ...wanted }),
      ({ version }) => version,
      BigInt(from) - 1n,
      toVersion,
    );
  }

  /**
   * Yields the entries after a version, then new entries live until the game is over, each exactly once. `caughtUp`
   * comes once, after the stored entries. A lost or silent connection is resumed; Unreachable is thrown after
   * `patienceMs` of failed attempts. Unless `verify` is false, every entry is checked against the chain, and at the end
   * of the game the opened items are checked against the sealed ones. BrokenRecord names the first entry that does not
   * fit.
   */
  watch(game: string, options: WatchOptions = {}): AsyncGenerator<Update, void, undefined> {
    return watch(this, game, options);
  }

  /**
   * Returns the games to watch over one stream: the places that you add, and every game in which the key has a seat or
   * an invitation.
   */
  myGames(options: MyGamesOptions = {}): MyGames {
    return new MyGames(this, options);
  }

  /** The transparency log of all games of the service. */
  get log(): TransparencyLog {
    return new TransparencyLog(this);
  }

  /** Questions about the records of games, for the holder of this client's token. */
  get questions(): Questions {
    return new Questions(this);
  }

  /**
   * Returns a position (by default the newest) as the caller or a seat sees it. Throws NotAllowed for another player's
   * seat while the game hides facts.
   */
  view(game: string, version: Version = 0, seat = 0): Promise<record.GetViewResponse> {
    return this.ask(Entries.method.getView, { game, version: BigInt(version), seat });
  }

  /**
   * Returns the commands that a seat (by default the caller's) can give at a position (by default the newest). While
   * the game hides facts, throws NotAllowed for everyone but the holder of the seat.
   */
  legal(game: string, version: Version = 0, seat = 0): Promise<referee.ListLegalCommandsResponse> {
    return this.ask(Referee.method.listLegalCommands, { game, version: BigInt(version), seat });
  }

  /** Returns a position's table as canonical JSON: the real one if it hides nothing, or with `guess` a possible one. */
  async table(game: string, version: Version = 0, guess = false): Promise<string> {
    return (await this.ask(Entries.method.getTable, { game, version: BigInt(version), guess })).tableJson;
  }

  /** Returns an SVG picture of a position, as the caller or a seat sees it; see `view`. */
  async picture(game: string, version: Version = 0, seat = 0): Promise<string> {
    return (await this.ask(Entries.method.drawPosition, { game, version: BigInt(version), seat })).svg;
  }

  /** Yields the pieces of the game's record file. */
  async *export(game: string): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const { chunk } of reading(this, Entries.method.exportRecord, { game })) yield chunk;
  }

  // The audit.

  /** Returns how a command would be judged, optionally by another version of the rules; nothing is written. */
  adjudicate(
    game: string,
    actor: MessageInitShape<typeof ActorSchema>,
    command: Any,
    version: Version = 0,
    rulesVersion = 0,
  ): Promise<audit.AdjudicateResponse> {
    return this.ask(Audit.method.adjudicate, { game, actor, command, version: BigInt(version), rulesVersion });
  }

  /**
   * Has the service check the chain, judge every command again and, after the end, recompute chance. `progress` gets
   * the number of entries checked and the total. A lost stream is restarted within the deadline.
   */
  async verify(game: string, { deadlineMs = 300_000, progress }: VerifyOptions = {}): Promise<audit.Verification> {
    const line = { transport: this.transport, settings: { ...this.settings, deadlineMs } };
    return repeated(line, Audit.method.verifyGame.idempotency, async (leftMs) => {
      let verdict: audit.Verification | undefined;
      // Read the stream to its end; otherwise the timer of its deadline would keep running.
      for await (const { message } of reading(line, Audit.method.verifyGame, { game }, undefined, leftMs))
        if (message.case === "verification") verdict = message.value;
        else if (message.value) progress?.(Number(message.value.entriesDone), Number(message.value.entries));
      if (!verdict) throw new Unreachable("the verification ended without a verdict");
      return verdict;
    });
  }

  /**
   * Verifies a game with `gunbai-client/verify`, which shares no code with the service. It checks the game's chain,
   * seals, signatures and shares, and every outcome of chance, but knows no rules. `keys` are the verifier keys of
   * services that can vouch for the game's head. Unless `tables` is false, it also replays the tables of the game, if
   * they hide nothing. Without tables, most cards are not recomputed, and the verdict is "incomplete".
   */
  async verifyHere(game: string, { keys = [], tables = true, progress }: VerifyHereOptions = {}): Promise<Report> {
    const pieces = await collected(this.export(game), (piece) => [piece]);
    const options = { keys: [...keys], ...(progress && { progress }) };
    return verify(joined(...pieces), tables ? { ...options, tables: await this.#tables(game) } : options);
  }

  /** Returns the tables of a game by version; none if any table hides something. */
  async #tables(game: string): Promise<[number, Position][]> {
    try {
      const positions = this.replay(game, { tables: true });
      return await collected(positions, ({ version, table }) => {
        const { tableJson, stepJson, seats } = table!;
        return [[Number(version), { table: tableJson, step: stepJson, seats }]];
      });
    } catch (error) {
      if (!(error instanceof NotAllowed)) throw error;
      return [];
    }
  }

  /** Returns the clauses of a title (by default of its newest rules) and its register of house rulings. */
  async clauses(
    title: string,
    rulesVersion = 0,
  ): Promise<{ clauses: Clause[]; houseRulings: HouseRuling[]; rulebook: string }> {
    const pages = await collected(this.#pages(Audit.method.listClauses, { title, rulesVersion }), (page) => [page]);
    return {
      rulebook: pages[0]?.rulebook ?? "",
      clauses: pages.flatMap(({ clauses }) => clauses),
      houseRulings: pages.flatMap(({ houseRulings }) => houseRulings),
    };
  }

  /** Yields the rulings of a game, including refusals, as the caller can see them. */
  async *rulings(
    game: string,
    { refusedOnly = false, receipts = false }: RulingOptions = {},
  ): AsyncGenerator<audit.GivenRuling, void, undefined> {
    const request = { game, refusedOnly, receipts };
    for await (const page of this.#pages(Audit.method.listRulings, request)) yield* page.rulings;
  }

  /** Returns the result of a game, and the seats that have confirmed it. */
  async resultSheet(game: string): Promise<ResultSheet> {
    return (await this.ask(Results.method.getResultSheet, { game })).sheet!;
  }

  /**
   * Confirms the result of a game for a seat, signed with the seat's key or as the holder of its token. Repeating the
   * call has no further effect.
   */
  async confirmResult(game: string, seat: number, key?: CryptoKeyPair): Promise<ResultSheet> {
    const sheet = await this.resultSheet(game);
    const signature = key ? await signed(key, resultPayload(sheet)) : new Uint8Array();
    return (await this.ask(Results.method.confirmResult, { game, seat, digest: sheet.digest, signature })).sheet!;
  }

  /** Returns the head of a game at a version, signed by the service. */
  async head(game: string, version: Version = 0): Promise<SignedHead> {
    return (await this.ask(Audit.method.getHead, { game, version: BigInt(version) })).signedHead!;
  }

  /** Yields the responses after a version, up to version `last` if given. A lost stream is resumed. */
  async *resumed<I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    request: (after: bigint) => MessageInitShape<I>,
    place: (response: MessageShape<O>) => bigint,
    after: bigint,
    last = 0n,
  ): AsyncGenerator<MessageShape<O>, void, undefined> {
    const { wait, deadlineMs } = this.settings;
    const left = new Patience(deadlineMs);
    for (; ; await sleep(PAUSE_MS))
      try {
        for await (const response of reading(this, method, request(after))) {
          left.succeeded();
          after = place(response);
          yield response;
        }
        return;
      } catch (error) {
        if (last && after >= last) return;
        if (!wait || !(error instanceof Unreachable) || left.ends()) throw error;
      }
  }

  /** Yields the pages of a list. */
  async *#pages<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
  ): AsyncGenerator<MessageShape<O>, void, undefined> {
    for (let pageToken = ""; ;) {
      const page = await this.ask(method, { ...request, pageSize: LARGEST_PAGE, pageToken } as MessageInitShape<I>);
      yield page;
      ({ nextPageToken: pageToken } = page as unknown as { nextPageToken: string });
      if (!pageToken) return;
    }
  }
}

async function collected<P, T>(pages: AsyncIterable<P>, items: (page: P) => T[]): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...items(page));
  return all;
}
