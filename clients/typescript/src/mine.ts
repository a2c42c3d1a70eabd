// The games of a client over one stream: their changes, the seats to act, and their ends. A lost stream is resumed.

import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { utf8 } from "./bytes.js";
import { Patience, reading, sleep } from "./calls.js";
import type { Gunbai } from "./client.js";
import { Exhausted, Unreachable } from "./errors.js";
import { publicBytes, signed } from "./keys.js";
import type { Version } from "./terms.js";
import { GameStatus } from "./stubs/gunbai/referee/v1/game_pb.js";
import {
  type AllSeen,
  type LostPlace,
  type MyGame,
  Record as RecordService,
  type WatchMineResponse,
} from "./stubs/gunbai/referee/v1/record_pb.js";

/** How to watch the games of a client. */
export interface MyGamesOptions {
  /** The player's key, whose games are all watched. */
  readonly key?: CryptoKeyPair;
  /** How long attempts to reach the service can fail in a row; by default, 60 seconds. */
  readonly patienceMs?: number;
  /** Ends the stream, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** A game as it is now, a place that is not watched, or the sign that every game has been sent once. */
export type Change =
  | { readonly kind: "game"; readonly game: MyGame }
  | { readonly kind: "lost"; readonly lost: LostPlace }
  | { readonly kind: "allSeen"; readonly allSeen: AllSeen };

interface Place {
  readonly game: string;
  readonly token: string;
  readonly afterVersion: bigint;
}

const OVER = new Set<GameStatus>([
  GameStatus.FINISHED,
  GameStatus.ABANDONED,
  GameStatus.VOIDED,
  GameStatus.STALLED,
  GameStatus.DECIDED,
  GameStatus.SUPERSEDED,
]);
const PROOF = "gunbai key proof v1";
const PAUSE_MS = 200;

/** The places of a client and all games of its key, watched over one stream. */
export class MyGames {
  readonly #gunbai: Gunbai;
  readonly #options: MyGamesOptions;
  readonly #tokens = new Map<string, string[]>();
  readonly #seen = new Map<string, bigint>();
  #added = false;

  constructor(gunbai: Gunbai, options: MyGamesOptions = {}) {
    this.#gunbai = gunbai.holding("");
    this.#options = options;
  }

  /**
   * Watches a place. The stream includes the place after its next message, which takes at most 15 seconds. `after` is
   * the last version seen. The stream sends the game once it has a later version.
   */
  add(game: string, token: string, after: Version = 0): void {
    const tokens = this.#tokens.get(game) ?? [];
    if (tokens.includes(token)) return;
    this.#tokens.set(game, [...tokens, token]);
    this.#seen.set(game, BigInt(after));
    this.#added = true;
  }

  /**
   * Yields each game as it is now, then its changes, forever. Several changes in a row can arrive as one. Read the
   * game's entries to see all changes. Throws Unreachable once the patience runs out.
   */
  async *changes(): AsyncGenerator<Change, void, undefined> {
    const { patienceMs = 60_000, signal } = this.#options;
    const left = new Patience(patienceMs);
    for (;;) {
      try {
        const places = this.#places();
        const request = { places, ...(await this.#proof()) };
        for await (const response of reading(this.#gunbai, RecordService.method.watchMine, request, signal)) {
          left.succeeded();
          const change = this.#taken(places, response);
          if (change) yield change;
          if (this.#added) break;
        }
      } catch (error) {
        if (!(error instanceof Unreachable || error instanceof Exhausted) || left.ends()) throw error;
      }
      await sleep(PAUSE_MS, signal);
    }
  }

  #places(): Place[] {
    this.#added = false;
    const bare = this.#options.key ? [""] : [];
    return [...this.#seen].flatMap(([game, afterVersion]) =>
      (this.#tokens.get(game) ?? bare).map((token) => ({ game, token, afterVersion })),
    );
  }

  async #proof() {
    const { key } = this.#options;
    if (!key) return {};
    const { key: service } = await this.#gunbai.log.checkpoint();
    const [publicKey, now] = [await publicBytes(key), Date.now()];
    const lines = [PROOF, service, btoa(String.fromCharCode(...publicKey)), `${now}000`];
    const signature = await signed(key, utf8(lines.map((line) => `${line}\n`).join("")));
    return { key: { publicKey, time: timestampFromMs(now), signature } };
  }

  /** Returns the news in a response, and notes it for the next stream, which omits finished games. */
  #taken(places: readonly Place[], { message }: WatchMineResponse): Change | undefined {
    switch (message.case) {
      case "game": {
        const { info } = message.value;
        if (info && OVER.has(info.status)) this.#drop(info.game);
        else if (info && message.value.places.length) this.#seen.set(info.game, info.head);
        return { kind: "game", game: message.value };
      }
      case "lost":
        this.#forget(places, message.value);
        return { kind: "lost", lost: message.value };
      case "allSeen":
        return { kind: "allSeen", allSeen: message.value };
      default:
        return undefined;
    }
  }

  #forget(places: readonly Place[], { game, place }: LostPlace): void {
    const token = place ? places[place - 1]?.token : "";
    const others = (this.#tokens.get(game) ?? []).filter((other) => other !== token);
    if (others.length) this.#tokens.set(game, others);
    else this.#drop(game);
  }

  #drop(game: string): void {
    this.#tokens.delete(game);
    this.#seen.delete(game);
  }
}
