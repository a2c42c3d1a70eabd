// Watching a game: one stream of entries, each verified against the chain. A lost connection is resumed.

import { ORIGIN, digestOf, itemsOf, problemOf } from "./chain.js";
import { typeName } from "./messages.js";
import { type Line, Patience, reading, sleep } from "./calls.js";
import { BrokenRecord, Silence, Unreachable } from "./errors.js";
import { same } from "./bytes.js";
import type { Entry } from "./stubs/gunbai/record/v1/entry_pb.js";
import {
  ContinuationEndedSchema,
  GameAbandonedSchema,
  GameClosedSchema,
  GameStalledSchema,
  StartVoidedSchema,
} from "./stubs/gunbai/record/v1/lifecycle_pb.js";
import { GameDecidedSchema } from "./stubs/gunbai/record/v1/results_pb.js";
import type { Clocks, ShareDue } from "./stubs/gunbai/referee/v1/game_pb.js";
import {
  Record as RecordService,
  type Heartbeat,
  type WatchGameResponse,
} from "./stubs/gunbai/referee/v1/record_pb.js";
import type { EntrySentences } from "./stubs/gunbai/referee/v1/ruling_pb.js";

/** An entry, and the entry in words if you ask for sentences. */
export interface Said {
  readonly kind: "entry";
  readonly entry: Entry;
  readonly sentences: EntrySentences | undefined;
}

/** The reader has received all entries up to a version. */
export interface CaughtUp {
  readonly kind: "caughtUp";
  readonly version: bigint;
}

/** What a watcher gets. */
export type Update = Said | CaughtUp;

/** How to watch a game. */
export interface WatchOptions {
  /** The version after which to begin; 0 for the beginning. */
  readonly after?: bigint | number;
  /** Whether entries come with their sentences, in the client's language. */
  readonly sentences?: boolean;
  /** Whether to check every entry against the chain, and opened items against the sealed ones. True by default. */
  readonly verify?: boolean;
  /** How long attempts to reach the service can fail in a row; by default, 60 seconds. */
  readonly patienceMs?: number;
  /** A function that gets the clocks of the game, if it has any, after the entries that changed them. */
  readonly onClocks?: (clocks: Clocks) => void;
  /** Ends the watch, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** A function that gives the share of chance of the reader's seat. */
export type GiveShare = (due: ShareDue) => Promise<boolean>;

const LAST = new Set<string>(
  [
    GameClosedSchema,
    GameDecidedSchema,
    GameAbandonedSchema,
    StartVoidedSchema,
    GameStalledSchema,
    ContinuationEndedSchema,
  ].map((schema) => schema.typeName),
);
/** How long to wait before another attempt. */
export const PAUSE_MS = 200;
/** By default, the client gives up when attempts to reach the service have failed for this long in a row. */
export const PATIENCE_MS = 60_000;

/** The state of a watch: the version read so far, the digest that must follow, and whether more entries can follow. */
class Reader {
  version: bigint;
  #previous: Uint8Array | undefined;
  #caughtUp = false;
  #over = false;
  #drained = false;
  /** The digests of the entries with sealed parts, by version. */
  readonly #sealed = new Map<bigint, Uint8Array>();

  constructor(
    readonly game: string,
    after: bigint,
    readonly verify: boolean,
  ) {
    this.version = after;
    this.#previous = after ? undefined : ORIGIN;
  }

  /** Yields the new entries in a response. Throws BrokenRecord. */
  *take({ message }: WatchGameResponse): Generator<Update> {
    this.#drained = message.case === "drained";
    if (message.case === "entries") yield* this.#entries(message.value.entries, message.value.sentences);
    if (message.case === "heartbeat") this.#compare(message.value);
    if (message.case !== "caughtUp" || this.#caughtUp) return;
    this.#caughtUp = true;
    yield { kind: "caughtUp", version: message.value.version };
  }

  /** Whether the game is over and all its entries have been yielded. */
  get done(): boolean {
    return this.#over && this.#caughtUp;
  }

  /** Whether the stream, which ended without an error, is complete. */
  get doneWith(): boolean {
    return this.#over || !this.#drained;
  }

  /** The versions of the entries that were sealed, once the game is over and they can be opened. */
  get sealed(): readonly bigint[] {
    return this.verify && this.#over ? [...this.#sealed.keys()] : [];
  }

  /** Checks an entry, read after the end of the game, against its sealed form. Throws BrokenRecord. */
  open(entry: Entry): void {
    const sealed = this.#sealed.get(entry.version);
    if (!same(digestOf(entry), sealed ?? entry.digest))
      throw this.#broken(entry.version, "the opened entry does not match its sealed form");
  }

  *#entries(entries: readonly Entry[], sentences: readonly EntrySentences[]): Generator<Said> {
    for (const [place, entry] of entries.entries())
      if (entry.version > this.version) {
        this.#take(entry);
        yield { kind: "entry", entry, sentences: sentences[place] };
      }
  }

  #take(entry: Entry): void {
    const next = this.version + 1n;
    if (entry.version > next) throw this.#broken(next, `entry ${entry.version} came instead`);
    const problem = this.verify ? problemOf(entry, next, this.#previous ?? entry.previous) : "";
    if (problem) throw this.#broken(next, problem);
    if (itemsOf(entry).some(({ content }) => content.case === "sealed")) this.#sealed.set(next, entry.digest);
    this.version = next;
    this.#previous = entry.digest;
    this.#over = entry.events.some(({ content }) => content.case === "open" && LAST.has(typeName(content.value)));
  }

  #compare({ head, headDigest }: Heartbeat): void {
    const known = this.verify && head === this.version ? this.#previous : undefined;
    if (known && headDigest.length && !same(headDigest, known))
      throw this.#broken(head, "the service now gives a different digest for this entry");
  }

  #broken(version: bigint, problem: string): BrokenRecord {
    return new BrokenRecord(this.game, version, problem);
  }
}

/** Yields the updates of a game, as `Gunbai.watch` describes, and gives the shares that are due. */
export async function* watch(
  line: Line,
  game: string,
  { after = 0n, sentences = false, verify = true, patienceMs = PATIENCE_MS, onClocks, signal }: WatchOptions,
  giveShare?: GiveShare,
): AsyncGenerator<Update, void, undefined> {
  const reader = new Reader(game, BigInt(after), verify);
  const left = new Patience(patienceMs);
  let afterSilence = false;
  for (;;) {
    const request = { game, afterVersion: reader.version, sentences };
    try {
      for await (const response of reading(line, RecordService.method.watchGame, request, signal)) {
        // A proxy may answer for a service that is down, so after a silence, the beginning of a stream is not enough.
        if (!(afterSilence && response.message.case === "caughtUp")) {
          left.succeeded();
          afterSilence = false;
        }
        yield* reader.take(response);
        if (reader.done) break;
        if (response.message.case === "clocks") onClocks?.(response.message.value);
        if (response.message.case === "shareDue") await giveShare?.(response.message.value);
      }
      if (reader.doneWith) return await checkOpened(line, reader, signal);
    } catch (error) {
      afterSilence = error instanceof Silence;
      if (!(error instanceof Unreachable) || left.ends()) throw error;
    }
    await sleep(PAUSE_MS, signal);
  }
}

/** Reads the entries that were sealed during the game again, and checks that the opened items match the sealed ones. */
async function checkOpened(line: Line, reader: Reader, signal?: AbortSignal): Promise<void> {
  const [first, last] = [reader.sealed[0], reader.sealed.at(-1)];
  if (!first || !last) return;
  const request = { game: reader.game, afterVersion: first - 1n, upToVersion: last };
  for await (const { entry } of reading(line, RecordService.method.readEntries, request, signal))
    if (entry) reader.open(entry);
}
