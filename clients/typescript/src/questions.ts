// Questions about the records of games: entries, changes of a value, when something was true, how positions differ.

import type { Gunbai } from "./client.js";
import type { Version } from "./terms.js";
import * as pb from "./stubs/gunbai/referee/v1/questions_pb.js";

const { Questions: Service } = pb;

/**
 * The conditions that entries must meet, all of them: a range of versions, a seat, a clause, and the name of a command
 * or event.
 */
export interface EntryConditions {
  readonly after?: Version;
  readonly upTo?: Version;
  readonly seat?: number;
  readonly clause?: string;
  readonly event?: string;
}

/**
 * How to search for positions: between which versions, in whole tables or in views, and whether to stop at the first.
 */
export interface PositionConditions {
  readonly from?: Version;
  readonly to?: Version;
  readonly table?: boolean;
  readonly firstOnly?: boolean;
}

/**
 * A client's questions, answered from what the holder of its token can see, each in one pass over the game. With
 * `table`, a question is about the whole table, if it hides nothing. A lost stream is resumed within the client's
 * deadline.
 */
export class Questions {
  readonly #gunbai: Gunbai;

  constructor(gunbai: Gunbai) {
    this.#gunbai = gunbai;
  }

  /** Yields the entries that meet all conditions, each event with the clause that it follows from. */
  async *entries(game: string, only: EntryConditions = {}): AsyncGenerator<pb.ExplainedEntry, void, undefined> {
    const { after = 0, upTo = 0, ...conditions } = only;
    const responses = this.#gunbai.resumed(
      Service.method.searchEntries,
      (afterVersion) => ({ game, afterVersion, upToVersion: BigInt(upTo), ...conditions }),
      ({ entry }) => entry!.entry!.version,
      BigInt(after),
      BigInt(upTo),
    );
    for await (const { entry } of responses) yield entry!;
  }

  /** Yields the entries, up to a version, that changed the value at or below a path, each with its changes. */
  changes(
    game: string,
    path: string,
    options: { readonly version?: Version; readonly after?: Version; readonly table?: boolean } = {},
  ): AsyncGenerator<pb.TraceValueResponse, void, undefined> {
    const version = BigInt(options.version ?? 0);
    return this.#gunbai.resumed(
      Service.method.traceValue,
      (afterVersion) => ({ game, path, version, afterVersion, table: options.table ?? false }),
      ({ entry }) => entry!.entry!.version,
      BigInt(options.after ?? 0),
      version,
    );
  }

  /** Yields the first position where an expression is true, and each later position where it becomes false or true. */
  async *positions(
    game: string,
    expression: string,
    only: PositionConditions = {},
  ): AsyncGenerator<pb.FindPositionsResponse, void, undefined> {
    const { from = 0, to = 0, ...conditions } = only;
    let held = false;
    const responses = this.#gunbai.resumed(
      Service.method.findPositions,
      // After a lost stream, the search resumes at the last position found, which must not come twice.
      (fromVersion) => ({ game, expression, fromVersion, toVersion: BigInt(to), ...conditions }),
      ({ version }) => version,
      BigInt(from),
      BigInt(to),
    );
    for await (const response of responses) {
      if (response.holds === held) continue;
      held = response.holds;
      yield response;
    }
  }

  /** Yields the outcomes of chance in a game that hides nothing, each with its probability and worth. */
  luck(game: string, after: Version = 0): AsyncGenerator<pb.MeasureLuckResponse, void, undefined> {
    return this.#gunbai.resumed(
      Service.method.measureLuck,
      (afterVersion) => ({ game, afterVersion }),
      ({ version }) => version,
      BigInt(after),
    );
  }

  /** Returns where two games, or two versions of one game, diverge, and how the two positions differ. */
  differences(
    game: string,
    version: Version,
    other: { readonly game?: string; readonly version?: Version; readonly table?: boolean } = {},
  ): Promise<pb.ComparePositionsResponse> {
    return this.#gunbai.ask(Service.method.comparePositions, {
      game,
      version: BigInt(version),
      otherGame: other.game ?? "",
      otherVersion: BigInt(other.version ?? 0),
      table: other.table ?? false,
    });
  }
}
