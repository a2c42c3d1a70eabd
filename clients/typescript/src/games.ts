// Lists of games: the conditions that games must meet, and their order.

import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { GameStatus } from "./stubs/gunbai/referee/v1/game_pb.js";
import { GameOrder, type ListGamesRequestSchema } from "./stubs/gunbai/referee/v1/lobby_pb.js";

/** The first and the last of a range, both included; undefined for an open end. */
export type Between<T> = readonly [T | undefined, T | undefined];

/** The conditions that games must meet, and their order. Texts are compared without case and diacritics. */
export interface GameConditions {
  readonly title?: string;
  readonly status?: GameStatus;
  /** Only games with a player whose name contains this. */
  readonly player?: string;
  /** Only branches of this game. */
  readonly parent?: string;
  /** Only games whose label contains this. */
  readonly label?: string;
  readonly seats?: number;
  /** Only games whose ending contains this. */
  readonly ending?: string;
  /** Only games won by a player whose name contains this. */
  readonly winner?: string;
  readonly created?: Between<Date>;
  /** When the state or the seats last changed. */
  readonly changed?: Between<Date>;
  /** ISO 8601 dates: a day, a month or a year. */
  readonly playedOn?: Between<string>;
  /** Tags: a game must have all of them. */
  readonly tags?: readonly string[];
  /** The Ed25519 public key of a seat: it identifies a player, which a name does not. */
  readonly publicKey?: Uint8Array;
  /** The newest first by default. */
  readonly order?: GameOrder;
}

/** The largest page that a service returns. */
export const LARGEST_PAGE = 200;

/** Returns the request for the first page of the games that meet all conditions. */
export function listRequest(only: GameConditions): MessageInitShape<typeof ListGamesRequestSchema> {
  const { created, changed, playedOn, order, tags, ...texts } = only;
  return {
    ...texts,
    tags: [...(tags ?? [])],
    ...between("CreateTime", created),
    ...between("ChangeTime", changed),
    minPlayedOn: playedOn?.[0] ?? "",
    maxPlayedOn: playedOn?.[1] ?? "",
    orderBy: order ?? GameOrder.NEWEST,
    pageSize: LARGEST_PAGE,
  };
}

function between(field: string, [first, last]: Between<Date> = [undefined, undefined]) {
  return {
    ...(first && { [`min${field}`]: timestampFromDate(first) }),
    ...(last && { [`max${field}`]: timestampFromDate(last) }),
  };
}
