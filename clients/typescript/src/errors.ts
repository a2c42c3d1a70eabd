/**
 * The errors of the client.
 *
 *     GunbaiError
 *     ├── Unreachable            the service did not answer in time
 *     ├── RequestError           the service rejected the request before applying the rules
 *     │   ├── InvalidRequest     a field is invalid; `fields` has the field and the problem
 *     │   ├── NotFound           there is no such game, title, version or seat
 *     │   ├── NotAllowed         the token is missing, unknown, or does not allow this
 *     │   ├── StaleVersion       the question at the expected version is no longer open
 *     │   ├── NotNow             the state of the game does not allow this
 *     │   ├── AlreadyThere       what the request would create already exists
 *     │   └── Exhausted          a quota or a resource is used up, or the request is too large
 *     ├── ServiceError           the service failed, and may have carried out the request
 *     ├── UnknownMessageError    a message of a type that this client does not know
 *     └── BrokenRecord           the record was changed after it was written
 *
 * Each reason for a failed call has its own class: `SeatTaken` of `reasons.ts`, for example, is an AlreadyThere. A move
 * against the rules throws none of these errors: the call returns a ruling.
 */

import type { Reason } from "./reasons.js";

/** The details of a failure, in addition to its message. */
export interface Facts {
  /** The reason; unset if the service gave none, or one that this client does not know. */
  readonly reason?: Reason | undefined;
  /** Values that belong to the reason, such as the head of the game. */
  readonly facts?: Readonly<Record<string, string>>;
  /** The invalid fields, each with its problem. */
  readonly fields?: Readonly<Record<string, string>>;
  /** How long to wait before the next attempt; 0 if the service gave no time. */
  readonly retryAfterMs?: number;
  /** The error of the platform or of the transport. */
  readonly cause?: unknown;
}

/** The base class of the errors of this client. */
export class GunbaiError extends Error {
  override readonly name: string;
  /** What to do about the reason, if the service gave one. */
  readonly advice: string = "";
  readonly reason: Reason | undefined;
  readonly facts: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfterMs: number;

  constructor(message: string, facts: Facts = {}) {
    super(message, { cause: facts.cause });
    this.name = new.target.name;
    this.reason = facts.reason;
    this.facts = facts.facts ?? {};
    this.fields = facts.fields ?? {};
    this.retryAfterMs = facts.retryAfterMs ?? 0;
  }
}

/** The service did not answer in time. The reason `SERVICE_STOPPING` means that the service did nothing. */
export class Unreachable extends GunbaiError {
  /** Whether the service could not be reached, was lost, or is stopping, rather than being slow. */
  unavailable = false;
  /** Whether the request certainly did not reach the service. */
  unsent = false;
  /** Whether the call timed out. */
  late = false;
}

/** Nothing came on a stream for some time, not even a heartbeat. */
export class Silence extends Unreachable {
  override unavailable = true;
}

/** The service rejected the request. */
export class RequestError extends GunbaiError {}

/** A field of the request is invalid. */
export class InvalidRequest extends RequestError {
  /** The number of the clause that a new game's options or table break, or "" if they break none. */
  get clause(): string {
    return this.facts["clause"] ?? "";
  }

  /** The sentence of that clause. */
  get sentence(): string {
    return this.facts["sentence"] ?? "";
  }
}

/** There is no such game, title, version or seat. */
export class NotFound extends RequestError {}

/** The token is missing, unknown, or does not allow this. */
export class NotAllowed extends RequestError {}

/** The question at the expected version is no longer open. */
export class StaleVersion extends RequestError {}

/** The state of the game does not allow this. */
export class NotNow extends RequestError {}

/** The request would create something that already exists. */
export class AlreadyThere extends RequestError {}

/** A quota or a resource is used up, or the request is too large. */
export class Exhausted extends RequestError {}

/** The service failed. */
export class ServiceError extends GunbaiError {}

/** The client has no stubs for the type of a message, or the bytes are not a message of their type. */
export class UnknownMessageError extends GunbaiError {}

/** An entry does not fit the chain; `version` is the first such entry. */
export class BrokenRecord extends GunbaiError {
  constructor(
    readonly game: string,
    readonly version: bigint,
    readonly problem: string,
  ) {
    super(`the record of ${game} is damaged at entry ${version}: ${problem}`);
  }
}
