// Lists of games: the conditions that games must meet, and their order.

import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { GameStatus } from "./stubs/gunbai/referee/v1/game_pb.js";
import { GameOrder, type ListGamesRequestSchema } from "./stubs/gunbai/referee/v1/lobby_pb.js";

/** The first and the last value of a range, both included; undefined for an open end. */
export type Between<T> = readonly [T | undefined, T | undefined];

/** The conditions that games must meet, and their order. Comparisons of text ignore case and diacritics. */
export interface GameConditions {
  readonly title?: string;
  readonly status?: GameStatus;
  /** Only games with a player whose name contains this text. */
  readonly player?: string;
  /** Only branches of this game. */
  readonly parent?: string;
  /** Only games whose label contains this text. */
  readonly label?: string;
  readonly seats?: number;
  /** Only games with an ending whose name contains this text. */
  readonly ending?: string;
  /** Only games won by a player whose name contains this text. */
  readonly winner?: string;
  readonly created?: Between<Date>;
  /** When the state or the seats last changed. */
  readonly changed?: Between<Date>;
  /** ISO 8601 dates: a day, a month or a year. */
  readonly playedOn?: Between<string>;
  /** Tags, all of which a game must have. */
  readonly tags?: readonly string[];
  /** The Ed25519 public key of a seat: it identifies a player, which a name does not. */
  readonly publicKey?: Uint8Array;
  /** By default, the newest first. */
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
