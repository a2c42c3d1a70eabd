// The disputes of a game: seats open and discuss them, the arbiter settles them, and everyone can read them.

import { sha256 } from "@noble/hashes/sha2.js";
import { field, joined, u64, utf8 } from "./bytes.js";
import type { Gunbai } from "./client.js";
import { signed } from "./keys.js";
import type { Version } from "./terms.js";
import { hashOf, newId } from "./tokens.js";
import type { SignedReceipt } from "./stubs/gunbai/record/v1/receipt_pb.js";
import {
  type Dispute,
  DisputeOutcome,
  Disputes as Service,
  type GetDisputeResponse,
  type InspectDisputeResponse,
} from "./stubs/gunbai/referee/v1/disputes_pb.js";

/** The subject of a dispute: the entry at a version, or a refusal, identified by its receipt. */
export interface Disputed {
  readonly version?: Version;
  readonly receipt?: SignedReceipt;
  /** The client's own id for the request: repeating the call with the same id returns the same dispute. */
  readonly requestId?: string;
}

/** The options of a statement. */
export interface SayOptions {
  /** Whether the seat lets the arbiter see hidden facts. */
  readonly inspectionAllowed?: boolean;
  /** The client's own id for the request: repeating the call with the same id has no effect. */
  readonly requestId?: string;
}

/** The part of a new dispute that the seat signs. */
type Claim = Pick<Dispute, "game" | "version" | "receiptSha256" | "requestId" | "claim">;

const prefix = (what: string) => utf8(`gunbai ${what} 1\0`);

/** Returns the bytes that a seat signs to open a dispute, as docs/record-format.md specifies. */
export function claimPayload({ game, version, receiptSha256, requestId, claim }: Claim): Uint8Array {
  const parts = [field(utf8(game)), u64(version), field(receiptSha256), field(utf8(requestId)), field(utf8(claim))];
  return joined(prefix("dispute"), ...parts);
}

/** Returns the SHA-256 with which later papers identify a dispute. */
export function reference(dispute: Dispute): Uint8Array {
  return sha256(joined(u64(BigInt(dispute.seat)), claimPayload(dispute)));
}

/**
 * The disputes of one game, for the holder of the client's token. `key` is the key of the seat or the arbiter, if they
 * have one.
 */
export class Disputes {
  constructor(
    readonly gunbai: Gunbai,
    readonly game: string,
    readonly key?: CryptoKeyPair,
  ) {}

  /** As a seat, disputes an entry, or a refusal identified by its receipt. */
  async open(claim: string, { version = 0, receipt, requestId = newId() }: Disputed): Promise<Dispute> {
    const judgedAt = receipt ? (receipt.note.split("\n")[2] ?? 0) : version;
    const receiptSha256 = receipt ? sha256(utf8(receipt.note)) : new Uint8Array();
    const payload = claimPayload({ game: this.game, version: BigInt(judgedAt), receiptSha256, requestId, claim });
    const request = {
      game: this.game,
      version: BigInt(version),
      claim,
      requestId,
      signature: await this.#signed(payload),
    };
    return (await this.gunbai.ask(Service.method.openDispute, receipt ? { ...request, receipt } : request)).dispute!;
  }

  /** Returns a dispute with its evidence, as the holder of the token can see it. */
  get(dispute: number): Promise<GetDisputeResponse> {
    return this.gunbai.ask(Service.method.getDispute, { game: this.game, dispute });
  }

  /** Yields the disputes of the game, oldest first. */
  async *all(): AsyncGenerator<Dispute, void, undefined> {
    let pageToken = "";
    do {
      const page = await this.gunbai.ask(Service.method.listDisputes, { game: this.game, pageSize: 200, pageToken });
      yield* page.disputes;
      pageToken = page.nextPageToken;
    } while (pageToken);
  }

  /** Adds a statement by the seat. */
  async say(dispute: number, text: string, options: SayOptions = {}): Promise<Dispute> {
    const { inspectionAllowed = false, requestId = newId() } = options;
    const said = joined(field(utf8(requestId)), field(utf8(text)), Uint8Array.of(Number(inspectionAllowed)));
    const signature = await this.#signedOf("statement", dispute, said);
    const request = { game: this.game, dispute, text, inspectionAllowed, requestId, signature };
    return (await this.gunbai.ask(Service.method.addStatement, request)).dispute!;
  }

  /** As the arbiter, returns the hidden facts. The inspection is recorded. Anyone with the new token can look again. */
  async inspect(dispute: number, token: string): Promise<InspectDisputeResponse> {
    const signature = await this.#signedOf("inspection", dispute, hashOf(token));
    return this.gunbai.ask(Service.method.inspectDispute, { game: this.game, dispute, token, signature });
  }

  /** As the arbiter, settles a dispute: the ruling stands, or the order at `correctionVersion` corrected it. */
  async settle(dispute: number, reason: string, correctionVersion: Version = 0): Promise<Dispute> {
    const outcome = correctionVersion ? DisputeOutcome.CORRECTED : DisputeOutcome.UPHELD;
    const verdict = joined(Uint8Array.of(outcome), u64(BigInt(correctionVersion)), field(utf8(reason)));
    const signature = await this.#signedOf("verdict", dispute, verdict);
    const request = {
      game: this.game,
      dispute,
      outcome,
      reason,
      correctionVersion: BigInt(correctionVersion),
      signature,
    };
    return (await this.gunbai.ask(Service.method.settleDispute, request)).dispute!;
  }

  async #signedOf(what: string, number: number, said: Uint8Array): Promise<Uint8Array> {
    if (!this.key) return new Uint8Array();
    const { dispute } = await this.get(number);
    return this.#signed(joined(prefix(what), reference(dispute!), said));
  }

  async #signed(payload: Uint8Array): Promise<Uint8Array> {
    return this.key ? signed(this.key, payload) : new Uint8Array();
  }
}
