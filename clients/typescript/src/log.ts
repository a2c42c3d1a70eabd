// The transparency log of a service: checkpoints and proofs, including the proof that the log only grew.

import { checkConsistency, contradicts, LogForked, RecordError, signedCheckpoint } from "gunbai-client/verify";
import type { Gunbai } from "./client.js";
import type { Version } from "./terms.js";
import { utf8 } from "./bytes.js";
import { RequestError } from "./errors.js";
import { publicBytes, signed } from "./keys.js";
import { LeafKind, type LoggedReplacement, type SignedCheckpoint } from "./stubs/gunbai/record/v1/log_pb.js";
import {
  type ProveConsistencyResponse,
  type ProveInclusionResponse,
  type ProveLeafResponse,
  TransparencyLog as Service,
} from "./stubs/gunbai/referee/v1/log_pb.js";

/** Which part of a tile to return: its first hashes, if it is not full, or the entries below it. */
export interface TileOptions {
  /** The number of hashes, 1 to 255, in a tile that is not yet full. */
  readonly width?: number;
  readonly entries?: boolean;
}

/**
 * The keys of a player. The old one is a key pair that signs, or only the public bytes if the operator gives a reason.
 */
export interface ReplacedKeys {
  readonly old: CryptoKeyPair | Uint8Array;
  readonly new: CryptoKeyPair;
  readonly reason?: string;
}

const bytesOf = async (key: CryptoKeyPair | Uint8Array) => (key instanceof Uint8Array ? key : publicBytes(key));
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/** The log of all games of a service; `gunbai-client/verify` verifies it. */
export class TransparencyLog {
  readonly #gunbai: Gunbai;

  constructor(gunbai: Gunbai) {
    this.#gunbai = gunbai;
  }

  /** Returns the newest checkpoint, signed by the service. */
  async checkpoint(): Promise<SignedCheckpoint> {
    return (await this.#gunbai.ask(Service.method.getCheckpoint, {})).checkpoint!;
  }

  /** Returns the leaves about a game (by default of all kinds), with proofs that the log contains them. */
  inclusion(game: string, kind = LeafKind.UNSPECIFIED): Promise<ProveInclusionResponse> {
    return this.#gunbai.ask(Service.method.proveInclusion, { game, kind });
  }

  /** Returns the leaf at an index, with the proof that the log at a size (by default the newest) contains the leaf. */
  leaf(index: Version, size: Version = 0): Promise<ProveLeafResponse> {
    return this.#gunbai.ask(Service.method.proveLeaf, { index: BigInt(index), size: BigInt(size) });
  }

  /** Returns the proof that the log at a size (by default the newest) continues the log at a smaller size. */
  consistency(oldSize: Version, newSize: Version = 0): Promise<ProveConsistencyResponse> {
    return this.#gunbai.ask(Service.method.proveConsistency, { oldSize: BigInt(oldSize), newSize: BigInt(newSize) });
  }

  /** Returns the hashes of a tile, or the entries below it. */
  async tile(level: number, index: Version, { width = 0, entries = false }: TileOptions = {}): Promise<Uint8Array> {
    return (await this.#gunbai.ask(Service.method.readTile, { level, index: BigInt(index), width, entries })).data;
  }

  /**
   * Replaces the key of a player who has a seat in a public game. From then on, both keys count as one player. Either
   * both keys sign, or the operator gives a `reason` and only the new key signs.
   */
  async replaceKey(
    game: string,
    keys: ReplacedKeys,
    timeMicros = BigInt(Date.now()) * 1000n,
  ): Promise<LoggedReplacement> {
    const [oldKey, newKey] = [await bytesOf(keys.old), await publicBytes(keys.new)];
    const lines = ["gunbai key replacement v1", base64(oldKey), base64(newKey), timeMicros];
    const text = utf8(lines.map((line) => `${line}\n`).join(""));
    const newSignature = await signed(keys.new, text);
    const oldSignature = keys.old instanceof Uint8Array ? new Uint8Array() : await signed(keys.old, text);
    const replacement = { oldKey, newKey, timeMicros, oldSignature, newSignature, reason: keys.reason ?? "" };
    return (await this.#gunbai.ask(Service.method.replaceKey, { game, replacement })).logged!;
  }

  /** Yields the key replacements of players, each with the proof that the log contains it. */
  async *keyReplacements(): AsyncGenerator<LoggedReplacement, void, undefined> {
    for (let first = 0n; ;) {
      const { replacements, next } = await this.#gunbai.ask(Service.method.readKeyReplacements, { first });
      yield* replacements;
      if (!next) return;
      first = next;
    }
  }

  /** Adds a witness's signature line to the checkpoint at a size, and returns the checkpoint. */
  async cosign(size: Version, cosignature: string): Promise<SignedCheckpoint> {
    const request = { size: BigInt(size), cosignature: cosignature.replace(/\n$/, "") };
    return (await this.#gunbai.ask(Service.method.addCosignature, request)).checkpoint!;
  }

  /**
   * Returns the newest checkpoint, after checking that it continues an earlier one; save the newest instead of the
   * earlier one. Both checkpoints must be signed by one of the keys. Throws RecordError, or LogForked if the service now
   * shows a different log, with the checkpoint that contradicts the earlier one by itself, or else the newest.
   */
  async since(seen: SignedCheckpoint, keys: readonly string[]): Promise<SignedCheckpoint> {
    const old = await signedCheckpoint(seen, [...keys]);
    let shown = await this.checkpoint();
    const newest = await signedCheckpoint(shown, [...keys]);
    try {
      if (newest.origin !== old.origin || newest.size < old.size) await checkConsistency(old, newest, []);
      const { hashes, checkpoint } = await this.consistency(old.size, newest.size);
      shown = checkpoint!;
      await checkConsistency(old, await signedCheckpoint(shown, [...keys]), hashes);
    } catch (error) {
      if (error instanceof LogForked) error.shown = (await this.#contradicting(seen, keys)) ?? shown;
      throw error;
    }
    return shown;
  }

  /** Returns the checkpoint that the service now shows for a size, if it contradicts the one that was seen. */
  async #contradicting(seen: SignedCheckpoint, keys: readonly string[]): Promise<SignedCheckpoint | undefined> {
    const old = await signedCheckpoint(seen, [...keys]);
    try {
      // Checkpoints of different sizes prove a fork only together with the log itself.
      const { checkpoint } = await this.consistency(old.size, old.size);
      return contradicts(old, await signedCheckpoint(checkpoint!, [...keys])) ? checkpoint : undefined;
    } catch (error) {
      if (error instanceof RequestError || error instanceof RecordError) return undefined;
      throw error;
    }
  }
}
