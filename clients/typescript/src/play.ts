// Playing a seat without a two-way stream: a watch reports when something happens, and calls do the rest.

import { Patience, sleep } from "./calls.js";
import { InvalidRequest, NotNow, StaleVersion, Unreachable } from "./errors.js";
import type { Command, Seat } from "./seat.js";
import { PATIENCE_MS, PAUSE_MS, type WatchOptions, watch } from "./watch.js";
import type { GameInfo, ShareDue, Waiting } from "./stubs/gunbai/referee/v1/game_pb.js";
import type { GetViewResponse } from "./stubs/gunbai/referee/v1/record_pb.js";
import type { LegalCommand, ListLegalCommandsResponse } from "./stubs/gunbai/referee/v1/referee_pb.js";
import type { Refused } from "./stubs/gunbai/referee/v1/ruling_pb.js";

/** A question to a seat. */
export interface Turn {
  /** The commands that would be accepted, each with its sentence. */
  readonly commands: readonly LegalCommand[];
  /** The step that the rules wait for. */
  readonly waiting: Waiting;
  /** The `expected_version` for an answer. */
  readonly expectedVersion: bigint;
  /** Why the last answer was refused, if the same question comes again. */
  readonly refused: Refused | undefined;
  /** Returns the position as the seat can see it. */
  view(): Promise<GetViewResponse>;
}

/** Returns the command that a seat gives; if it returns nothing, the seat waits until something happens. */
export type Answer = (turn: Turn) => Command | undefined | Promise<Command | undefined>;

/** How to play. `signal` stops the game loop. */
export type PlayOptions = Omit<WatchOptions, "sentences">;

/** Plays a seat until the game is over, as `Seat.play` describes. */
export async function play(seat: Seat, answer: Answer, { signal, ...options }: PlayOptions): Promise<GameInfo> {
  const stop = new AbortController();
  const stopped = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const news = new News();
  const watching = follow(seat, news, { ...options, signal: stopped });
  const left = new Patience(options.patienceMs ?? PATIENCE_MS);
  try {
    await Promise.race([watching, answerAll(seat, answer, news, left)]);
    await watching;
    return await seat.gunbai.game(seat.game);
  } finally {
    stop.abort();
    news.close();
    await watching.catch(() => undefined);
  }
}

/** Counts what has happened in a game, and wakes anyone who waits for more. */
class News {
  count = 0;
  closed = false;
  #wake: (() => void) | undefined;

  add(): void {
    this.count += 1;
    this.#wake?.();
  }

  close(): void {
    this.closed = true;
    this.#wake?.();
  }

  /** Returns once more than `count` things have happened, or once nothing more will happen. */
  async after(count: number): Promise<void> {
    while (this.count === count && !this.closed) await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}

/** Counts watched updates as news, until the game is over. */
async function follow(seat: Seat, news: News, options: WatchOptions): Promise<void> {
  const giveShare = (due: ShareDue) => {
    checkSeed(seat, due);
    return seat.giveShare(due);
  };
  for await (const _ of watch(seat.gunbai, seat.game, options, giveShare)) news.add();
  news.close();
}

/** Throws InvalidRequest if the game waits for a share of a seat without a seed. */
function checkSeed(seat: Seat, due: ShareDue): void {
  if (seat.seed || !due.seats.includes(seat.number)) return;
  const problem = `the game waits for the share of seat ${seat.number}: pass the seed with which the seat joined`;
  throw new InvalidRequest(`seed: ${problem}`, { fields: { seed: problem } });
}

/**
 * Answers every question to a seat until there is no more news. After a lost call, it asks for the open question again.
 */
async function answerAll(seat: Seat, answer: Answer, news: News, left: Patience): Promise<void> {
  let passed = -1n;
  while (!news.closed) {
    const { count } = news;
    try {
      const legal = await questionTo(seat);
      if (!legal || legal.expectedVersion === passed) await news.after(count);
      else if (!(await settled(seat, answer, legal, news))) passed = legal.expectedVersion;
      left.succeeded();
    } catch (error) {
      if (!(error instanceof Unreachable) || left.ends()) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Returns the question to a seat, or undefined if it has none or the game is not running. */
async function questionTo(seat: Seat): Promise<ListLegalCommandsResponse | undefined> {
  try {
    const legal = await seat.legal();
    return legal.waiting?.seats.includes(seat.number) ? legal : undefined;
  } catch (error) {
    if (error instanceof NotNow) return undefined;
    throw error;
  }
}

/**
 * Asks for answers to a question until one is accepted or comes too late. Returns false if there is no answer for now.
 */
async function settled(seat: Seat, answer: Answer, legal: ListLegalCommandsResponse, news: News): Promise<boolean> {
  let refused: Refused | undefined;
  while (!news.closed) {
    const { commands, expectedVersion } = legal;
    const command = await answer({
      commands,
      waiting: legal.waiting!,
      expectedVersion,
      refused,
      view: () => seat.view(),
    });
    if (!command || news.closed) return false;
    try {
      const { verdict } = await seat.submit(command, { expectedVersion });
      if (verdict.case !== "refused") return true;
      refused = verdict.value;
    } catch (error) {
      if (error instanceof StaleVersion || error instanceof NotNow) return true;
      throw error;
    }
  }
  return true;
}
