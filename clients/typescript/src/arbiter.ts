// An arbiter: what is decided in a game beside its rules.

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Any } from "@bufbuild/protobuf/wkt";
import { random } from "./bytes.js";
import { commandPayload, leaf } from "./chain.js";
import type { Gunbai } from "./client.js";
import { signed } from "./keys.js";
import { packed, typeName } from "./messages.js";
import { type Json, type Version, textOf } from "./terms.js";
import { newId } from "./tokens.js";
import { PositionSetSchema, RuleIrregularitySchema } from "./stubs/gunbai/record/v1/irregularities_pb.js";
import { DecideGameSchema } from "./stubs/gunbai/record/v1/results_pb.js";
import * as stubs from "./stubs/gunbai/referee/v1/arbiter_pb.js";

const SALT_BYTES = 32;

/** How an arbiter gives an order. */
export interface OrderOptions {
  /** A version at which the position stood: the newest by default. */
  readonly expectedVersion?: Version;
  /** The client's own id of the order, which is carried out once; a new one by default. */
  readonly commandId?: string;
}

/** How an arbiter rules on an irregularity. */
export interface RulingOptions extends OrderOptions {
  /** The table from which the game goes on; it goes on as it is by default. */
  readonly table?: Json;
  /** The salt (32 bytes) of the table where the title has secret messages; random by default. */
  readonly salt?: Uint8Array;
}

/**
 * The arbiter of a game: the holder of the key that it names, or the dealer, whose token the client calls with. An order is carried
 * out once: the same again, with its `commandId` and version, has no further effect.
 */
export class Arbiter {
  readonly #key: CryptoKeyPair | undefined;

  constructor(
    readonly gunbai: Gunbai,
    readonly game: string,
    key?: CryptoKeyPair,
  ) {
    this.#key = key;
  }

  /** Rules on what was done against the rules; the game goes on from `table`, whose leaf is filled in, or as it is. */
  async rule(
    ruling: MessageInitShape<typeof RuleIrregularitySchema>,
    { table, salt, ...options }: RulingOptions = {},
  ): Promise<stubs.RuleIrregularityResponse> {
    const asked = create(RuleIrregularitySchema, ruling);
    const set = { tableJson: textOf(table), salt: new Uint8Array() };
    if (set.tableJson) {
      const { title, rulesVersion } = await this.gunbai.game(this.game);
      const { secretMessages } = await this.gunbai.title(title, rulesVersion);
      if (secretMessages) set.salt = (salt ?? random(SALT_BYTES)).slice();
      const position = packed(PositionSetSchema, { tableJson: set.tableJson });
      asked.position = leaf(typeName(position), position.value, set.salt);
    }
    const order = await this.#order(packed(RuleIrregularitySchema, asked), options);
    return this.gunbai.ask(stubs.Arbiter.method.ruleIrregularity, { ...set, ...order });
  }

  /** Decides the result of the game, finally or with an appeal pending. */
  async decide(
    decision: MessageInitShape<typeof DecideGameSchema>,
    options: OrderOptions = {},
  ): Promise<stubs.DecideGameResponse> {
    const order = await this.#order(packed(DecideGameSchema, decision), options);
    return this.gunbai.ask(stubs.Arbiter.method.decideGame, order);
  }

  /** Returns what the requests have in common, signed if there is a key. */
  async #order(command: Any, { expectedVersion, commandId = newId() }: OrderOptions) {
    const expected = BigInt(expectedVersion ?? (await this.gunbai.game(this.game)).head);
    const order = { game: this.game, expectedVersion: expected, commandId, command };
    return { ...order, signature: this.#key ? await signed(this.#key, commandPayload(order)) : new Uint8Array() };
  }
}
