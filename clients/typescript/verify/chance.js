/** Chance: a game's keys, the streams, and the ways in which steps draw from the streams (docs/draws.md). */
import { field, hkdf, hmac, joined, sha256, u32, u64, utf8 } from "./bytes.js";

const NONE = new Uint8Array(0);

/**
 * Return one of a game's keys.
 * @param {"salts" | "position"} name
 * @param {Uint8Array} secrets its own secret, then the secrets that it inherits
 */
export const keyOf = (name, secrets) => hkdf(secrets, NONE, `gunbai ${name} 1`);

/**
 * Return a game's chance key.
 * @param {Uint8Array} secrets its own secret, then the secrets that it inherits
 * @param {Uint8Array[]} given the seats' entropies or shares, in order
 */
export const chanceKey = async (secrets, given) =>
  hkdf(secrets, await sha256(...given.map((value) => field(value))), "gunbai chance 1");

/** @param {Uint8Array} common the common secret of several games, or the secret of a seed @returns {Promise<Uint8Array>} the chance key */
export const commonChanceKey = (common) => hkdf(common, NONE, "gunbai common chance 1");

/** @param {string} seed @returns {Promise<Uint8Array>} the common secret of all games with it */
export const seedSecret = (seed) => sha256(utf8("gunbai seed 1\0"), field(seed));

/** @param {string} game @param {number} seat @param {Uint8Array} share */
export const link = (game, seat, share) => sha256(utf8("gunbai share 1\0"), field(game), u32(seat), share);

/** @param {(value: Uint8Array) => Promise<Uint8Array>} salts HMAC under the salts key @param {number} version @param {number} index */
export const saltOf = (salts, version, index) => salts(joined(u64(version), u32(index)));

/** @param {(value: Uint8Array) => Promise<Uint8Array>} position HMAC under the position key @param {number} version @param {string} table */
export const positionDigest = (position, version, table) => position(joined(u64(version), utf8(table)));

/** The random numbers of one outcome, and the ways to draw from them. */
export class Stream {
  /** @param {Uint8Array} key the chance key @param {number} ordinal */
  constructor(key, ordinal) {
    this.mac = hmac(key);
    this.ordinal = ordinal;
    this.blocks = 0;
    this.left = NONE;
  }

  /** @param {number} size */
  async take(size) {
    while (this.left.length < size) {
      const block = await (await this.mac)(joined(u64(this.ordinal), u32(this.blocks++)));
      this.left = joined(this.left, block);
    }
    const taken = this.left.subarray(0, size);
    this.left = this.left.subarray(size);
    return taken;
  }

  /**
   * Return a number from 0 to bound - 1.
   * @param {number | bigint} bound
   * @returns {Promise<bigint>}
   */
  async below(bound) {
    const limit = BigInt(bound);
    if (limit < 1n) throw new RangeError(`there is no number below ${bound}`);
    const bits = limit === 1n ? 0 : (limit - 1n).toString(2).length;
    const size = Math.ceil(bits / 8);
    for (;;) {
      let value = 0n;
      for (const byte of await this.take(size)) value = (value << 8n) | BigInt(byte);
      value >>= BigInt(8 * size - bits);
      if (value < limit) return value;
    }
  }

  /** @template T @param {readonly T[]} things @returns {Promise<T>} */
  async pick(things) {
    return things[Number(await this.below(things.length))];
  }

  /** @template T @param {number} count @param {readonly T[]} faces */
  async dice(count, faces) {
    const shown = [];
    for (let die = 0; die < count; die++) shown.push(await this.pick(faces));
    return shown;
  }

  /** @template T @param {number} count @param {readonly T[]} things */
  async sample(count, things) {
    const left = [...things];
    const drawn = [];
    for (let number = 0; number < count; number++) {
      const place = Number(await this.below(left.length));
      drawn.push(left[place]);
      const last = /** @type {T} */ (left.pop());
      if (place < left.length) left[place] = last;
    }
    return drawn;
  }

  /** @template T @param {readonly T[]} things */
  shuffle(things) {
    return this.sample(things.length, things);
  }

  /** @param {bigint} numerator @param {bigint} denominator of a probability, in any terms */
  async odds(numerator, denominator) {
    const common = divisor(numerator, denominator);
    return (await this.below(denominator / common)) < numerator / common;
  }

  /** @param {string | number} place @param {(string | number)[][]} pools */
  async turn(place, pools) {
    let picked = place;
    while (typeof picked === "number") picked = await this.pick(pools[picked]);
    return picked;
  }
}

/** @param {bigint} one @param {bigint} other @returns {bigint} */
const divisor = (one, other) => (other === 0n ? one : divisor(other, one % other));
