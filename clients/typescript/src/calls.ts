// Calls, with their metadata, deadlines and retries.

import type { DescMessage, DescMethodServerStreaming, DescMethodUnary } from "@bufbuild/protobuf";
import type { MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel as Idempotency } from "@bufbuild/protobuf/wkt";
import type { Transport } from "@connectrpc/connect";
import { Silence, Unreachable, type GunbaiError } from "./errors.js";
import { failure } from "./failures.js";
import { Reason } from "./reasons.js";

/** How a client makes calls. */
export interface Settings {
  /** The token that calls carry; "" for none. */
  readonly token: string;
  /** How long a call can take, including retries. */
  readonly deadlineMs: number;
  /** Whether to wait for an unreachable service, and to retry calls that are safe to retry. */
  readonly wait: boolean;
  /** The language of sentences, as an Accept-Language value (RFC 9110, section 12.5.4); "" for English. */
  readonly language: string;
  /**
   * How long a stream can be silent before it counts as lost: a little more than 2 heartbeats, which are 15 s apart.
   */
  readonly silenceMs: number;
}

export const DEFAULTS: Settings = { token: "", deadlineMs: 15_000, wait: true, language: "", silenceMs: 35_000 };

/** Where a client sends its calls, and how. */
export interface Line {
  readonly transport: Transport;
  readonly settings: Settings;
}

/** Returns after some time, or as soon as a signal aborts the wait. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal?.aborted) done();
    signal?.addEventListener("abort", done);
  });
}

/** Returns the metadata of calls. */
function headersOf({ token, language }: Settings): Record<string, string> {
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(language && { "accept-language": language }),
  };
}

/** Makes a call that ends within the deadline, and returns its response. Throws GunbaiError. */
export function ask<I extends DescMessage, O extends DescMessage>(
  line: Line,
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
): Promise<MessageShape<O>> {
  const { transport, settings } = line;
  const safe = settings.wait && method.idempotency !== Idempotency.IDEMPOTENCY_UNKNOWN;
  const call = async (ms: number) => {
    const headers = headersOf(settings);
    return (await transport.unary(method, undefined, ms, headers, request, undefined)).message;
  };
  return repeated(line, method.idempotency, call, safe ? settings.deadlineMs / 8 : settings.deadlineMs);
}

/**
 * Returns the result of the first attempt that succeeds. Safe calls are retried until the deadline. An answer can be
 * lost without an error, so the first attempt can take `shareMs`, each further attempt twice as long as the previous
 * one, and the last attempt all the remaining time.
 */
export async function repeated<T>(
  { settings }: Line,
  idempotency: Idempotency,
  attempt: (ms: number) => Promise<T>,
  shareMs = settings.deadlineMs,
): Promise<T> {
  const end = performance.now() + settings.deadlineMs;
  for (let pause = 100, share = shareMs; ; pause = Math.min(2 * pause, 1000), share *= 2) {
    const left = end - performance.now();
    const last = left < 3 * share;
    try {
      return await attempt(Math.max(Math.ceil(last ? left : share), 1));
    } catch (thrown) {
      const error = failure(thrown);
      const again = repeatable(error, idempotency) || (!last && error instanceof Unreachable && error.late);
      if (!settings.wait || !again || performance.now() + pause >= end) throw error;
    }
    await sleep(pause);
  }
}

/**
 * Returns whether a failed call can be repeated safely and might then succeed. A service that is stopping says that it
 * did nothing. A lost call may have been executed, so it is repeated only if the protos declare it idempotent.
 */
export function repeatable(error: GunbaiError, idempotency: Idempotency): boolean {
  if (!(error instanceof Unreachable && error.unavailable)) return false;
  if (error.reason) return error.reason === Reason.SERVICE_STOPPING;
  return error.unsent || idempotency !== Idempotency.IDEMPOTENCY_UNKNOWN;
}

/** Yields the messages of a stream. Leaving the iteration cancels the stream. Throws GunbaiError. */
export async function* reading<I extends DescMessage, O extends DescMessage>(
  { transport, settings }: Line,
  method: DescMethodServerStreaming<I, O>,
  request: MessageInitShape<I>,
  signal?: AbortSignal,
  leftMs?: number,
): AsyncGenerator<MessageShape<O>, void, undefined> {
  const cancel = new AbortController();
  const waiting = new Waiting(settings.silenceMs, signal);
  try {
    const requests = only(request);
    const headers = headersOf(settings);
    const response = await waiting.for(transport.stream(method, cancel.signal, leftMs, headers, requests, undefined));
    const messages = response.message[Symbol.asyncIterator]();
    for (;;) {
      const next = await waiting.for(messages.next());
      if (next.done) return;
      yield next.value;
    }
  } catch (thrown) {
    signal?.throwIfAborted();
    throw failure(thrown);
  } finally {
    waiting.end();
    cancel.abort();
  }
}

async function* only<T>(request: T): AsyncGenerator<T, void, undefined> {
  yield request;
}

/**
 * Waits for the next message of a stream, until a timeout or a signal. A platform may ignore an abort of its fetch, so
 * this class does not wait for the abort.
 */
class Waiting {
  #stop: (reason: unknown) => void = () => undefined;
  readonly #aborted = () => this.#stop(this.signal?.reason);

  constructor(
    readonly ms: number,
    readonly signal?: AbortSignal,
  ) {
    signal?.addEventListener("abort", this.#aborted);
  }

  /** Returns the value of a promise. Throws Unreachable after a silence, or the signal's reason. */
  for<T>(promise: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Silence(`the service sent nothing for ${this.ms / 1000} s`)), this.ms);
      const settled = () => clearTimeout(timer);
      promise.then(resolve, reject).then(settled, settled);
      this.#stop = reject;
      if (this.signal?.aborted) this.#aborted();
    });
  }

  end(): void {
    this.signal?.removeEventListener("abort", this.#aborted);
  }
}

/** How long attempts can fail in a row. Time counts from the first failure, not from the last success. */
export class Patience {
  #failingSince: number | undefined;

  constructor(readonly ms: number) {}

  /** Notes that an attempt got an answer. */
  succeeded(): void {
    this.#failingSince = undefined;
  }

  /** Notes that an attempt failed, and returns whether it is too late for another. */
  ends(): boolean {
    this.#failingSince ??= performance.now();
    return performance.now() - this.#failingSince >= this.ms;
  }
}
