// The transparency log of a service: checkpoints and proofs, including the proof that it only grew.

import { checkConsistency, LogForked, signedCheckpoint } from "gunbai-client/verify";
import type { Gunbai } from "./client.js";
import type { Version } from "./terms.js";
import { utf8 } from "./bytes.js";
import { publicBytes, signed } from "./keys.js";
import { LeafKind, type LoggedReplacement, type SignedCheckpoint } from "./stubs/gunbai/record/v1/log_pb.js";
import {
  type ProveConsistencyResponse,
  type ProveInclusionResponse,
  type ProveLeafResponse,
  TransparencyLog as Service,
} from "./stubs/gunbai/referee/v1/log_pb.js";

/** Which part of a tile: its first hashes, if it is not full, or the entries below it. */
export interface TileOptions {
  /** How many hashes, 1 to 255, of a tile that is not full yet. */
  readonly width?: number;
  readonly entries?: boolean;
}

/** The keys of a player: the old one as a pair that signs, or only its public bytes if the operator says why. */
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

  /** Returns the leaves of a game (by default of all kinds), with proofs that the log contains them. */
  inclusion(game: string, kind = LeafKind.UNSPECIFIED): Promise<ProveInclusionResponse> {
    return this.#gunbai.ask(Service.method.proveInclusion, { game, kind });
  }

  /** Returns the leaf at an index, with the proof that the log of a size (by default the newest) contains it. */
  leaf(index: Version, size: Version = 0): Promise<ProveLeafResponse> {
    return this.#gunbai.ask(Service.method.proveLeaf, { index: BigInt(index), size: BigInt(size) });
  }

  /** Returns the proof that the log of a size (by default the newest) continues a smaller log. */
  consistency(oldSize: Version, newSize: Version = 0): Promise<ProveConsistencyResponse> {
    return this.#gunbai.ask(Service.method.proveConsistency, { oldSize: BigInt(oldSize), newSize: BigInt(newSize) });
  }

  /** Returns the hashes of a tile, or the entries below it. */
  async tile(level: number, index: Version, { width = 0, entries = false }: TileOptions = {}): Promise<Uint8Array> {
    return (await this.#gunbai.ask(Service.method.readTile, { level, index: BigInt(index), width, entries })).data;
  }

  /**
   * Replaces the key of a player who has a seat in a public game: from then on, both keys count as one player. Both sign, or the
   * operator gives a `reason` and the old key does not sign.
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

  /** Yields the replaced keys of players, each with the proof that the log contains it. */
  async *keyReplacements(): AsyncGenerator<LoggedReplacement, void, undefined> {
    for (let first = 0n; ;) {
      const { replacements, next } = await this.#gunbai.ask(Service.method.readKeyReplacements, { first });
      yield* replacements;
      if (!next) return;
      first = next;
    }
  }

  /** Adds the line of a witness to the checkpoint of a size, and returns the checkpoint. */
  async cosign(size: Version, cosignature: string): Promise<SignedCheckpoint> {
    const request = { size: BigInt(size), cosignature: cosignature.replace(/\n$/, "") };
    return (await this.#gunbai.ask(Service.method.addCosignature, request)).checkpoint!;
  }

  /**
   * Returns the newest checkpoint after checking that it continues an earlier one: save it in its place. Both must be
   * signed by one of the keys. Throws RecordError, or LogForked with the checkpoint that the service showed if its log now
   * differs.
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
      if (error instanceof LogForked) error.shown = shown;
      throw error;
    }
    return shown;
  }
}
