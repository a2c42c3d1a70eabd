// An arbiter: decisions that a game's rules do not make.

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
  /** The version of the position; by default the newest. */
  readonly expectedVersion?: Version;
  /** The client's own id for the order, by default a new one. An order is carried out only once for each id. */
  readonly commandId?: string;
}

/** How an arbiter rules on an irregularity. */
export interface RulingOptions extends OrderOptions {
  /** The table from which the game continues; by default, its current table. */
  readonly table?: Json;
  /** The salt (32 bytes) of the table in a title with secret messages; random by default. */
  readonly salt?: Uint8Array;
}

/**
 * The arbiter of a game: the holder of the key that the game names, or else the dealer with the client's token. An
 * order is carried out only once: sending it again with the same `commandId` and version has no effect.
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

  /**
   * Rules on an irregularity. The game continues from `table` or, without one, from its current position. The client
   * adds the table's leaf.
   */
  async rule(
    ruling: MessageInitShape<typeof RuleIrregularitySchema>,
    { table, salt, ...options }: RulingOptions = {},
  ): Promise<stubs.RuleIrregularityResponse> {
    const message = create(RuleIrregularitySchema, ruling);
    const set = { tableJson: textOf(table), salt: new Uint8Array() };
    if (set.tableJson) {
      const { title, rulesVersion } = await this.gunbai.game(this.game);
      const { secretMessages } = await this.gunbai.title(title, rulesVersion);
      if (secretMessages) set.salt = (salt ?? random(SALT_BYTES)).slice();
      const position = packed(PositionSetSchema, { tableJson: set.tableJson });
      message.position = leaf(typeName(position), position.value, set.salt);
    }
    const order = await this.#order(packed(RuleIrregularitySchema, message), options);
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

  /** Returns the fields that both requests have, signed if there is a key. */
  async #order(command: Any, { expectedVersion, commandId = newId() }: OrderOptions) {
    const expected = BigInt(expectedVersion ?? (await this.gunbai.game(this.game)).head);
    const order = { game: this.game, expectedVersion: expected, commandId, command };
    return { ...order, signature: this.#key ? await signed(this.#key, commandPayload(order)) : new Uint8Array() };
  }
}
