/**
 * Shares of chance: a seat commits to them when it joins, and hands them over when they are due.
 *
 *     link(share) = SHA-256("gunbai share 1" | 00 | length of game | game | seat | share)
 *
 * With committed chance, a seat commits to the link of one share, which it reveals at the start. With shared chance, a
 * seat commits to the tip of a chain: the link of the first share is the tip, and the link of each later share is the
 * previous share. With the last share of a chain, the seat commits to the tip of the next chain. docs/record-format.md
 * specifies the bytes.
 *
 * The chains follow from a seed in the same way as in the Python client, so either client can continue a seat.
 */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { field, joined, same, u32, utf8 } from "./bytes.js";
import { InvalidRequest } from "./errors.js";

/** The length of a share, of a commitment, and of the seed from which the client makes the shares of a seat. */
export const SHARE_BYTES = 32;
/** The number of shares in each chain. Committed chance uses one share; shared chance continues with a new chain. */
export const CHAIN_LENGTH = 4096;

const LINK = utf8("gunbai share 1\0");
const CHAIN = utf8("gunbai chain 1\0");

/** A seed of 32 bytes: as bytes, as `JSON.stringify` writes them, or in hexadecimal. */
export type Seed = Uint8Array | ArrayLike<number> | Readonly<Record<string, number>> | string;

/** Returns the bytes of a seed. Throws InvalidRequest. */
export function seedBytes(seed: Seed): Uint8Array {
  if (seed instanceof Uint8Array) return seed;
  const digits = typeof seed === "string" ? (seed.match(/[^]{1,2}/g) ?? []) : [];
  const bytes = typeof seed === "string" ? digits.map((pair) => parseInt(pair, 16)) : Object.values(seed);
  const hexadecimal = typeof seed !== "string" || /^[0-9a-f]{64}$/i.test(seed);
  if (!hexadecimal || bytes.length !== SHARE_BYTES || !bytes.every((byte) => byte >= 0 && byte <= 255)) {
    const problem = `expected ${SHARE_BYTES} bytes, or ${2 * SHARE_BYTES} hexadecimal digits`;
    throw new InvalidRequest(`seed: ${problem}`, { fields: { seed: problem } });
  }
  return Uint8Array.from(bytes);
}

/** Returns the commitment of a seat to a share. The commitment is valid only for this game and seat. */
export function link(game: string, seat: number, share: Uint8Array): Uint8Array {
  return sha256(joined(LINK, field(utf8(game)), u32(seat), share));
}

/** A share and, if it is the last of its chain, the tip of the next chain. */
export interface Share {
  readonly share: Uint8Array;
  readonly following: Uint8Array;
}

/** The shares of one seat, all made from a seed of 32 random bytes that only the seat knows. */
export class Shares {
  /** The chains made so far, by number, each from its last share to its tip. */
  readonly #chains = new Map<number, readonly Uint8Array[]>();

  constructor(
    readonly game: string,
    readonly seat: number,
    readonly seed: Uint8Array,
    readonly length = CHAIN_LENGTH,
  ) {}

  /** Returns the seat's commitment to a chain; the seat joins with chain 0. */
  tip(number = 0): Uint8Array {
    return this.#chain(number).at(-1)!;
  }

  /** Returns the share of a chain whose link is `committed`, or undefined if the chain has none. */
  before(committed: Uint8Array, number = 0): Share | undefined {
    const chain = this.#chain(number);
    const place = chain.findIndex((link) => same(link, committed)) - 1;
    if (place < 0) return undefined;
    return { share: chain[place]!, following: place ? new Uint8Array() : this.tip(number + 1) };
  }

  #chain(number: number): readonly Uint8Array[] {
    const made = this.#chains.get(number) ?? this.#made(number);
    this.#chains.set(number, made);
    return made;
  }

  #made(number: number): readonly Uint8Array[] {
    const chain: Uint8Array[] = [hmac(sha256, this.seed, joined(CHAIN, u32(number)))];
    while (chain.length <= this.length) chain.push(link(this.game, this.seat, chain.at(-1)!));
    return chain;
  }
}
