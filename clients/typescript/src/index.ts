// The gunbai client: it calls a referee over Connect and verifies what the referee sends.

export { Arbiter, type OrderOptions, type RulingOptions } from "./arbiter.js";
export * from "./client.js";
export { type Disputed, Disputes, type SayOptions } from "./disputes.js";
export * from "./errors.js";
export { type GameConditions } from "./games.js";
export { newKey, publicBytes } from "./keys.js";
export { type ReplacedKeys, type TileOptions, TransparencyLog } from "./log.js";
export { jsonText, packed, schemaOf, typeName, unpacked, unpackedAs } from "./messages.js";
export { type Change, MyGames, type MyGamesOptions } from "./mine.js";
export { type Answer, type PlayOptions, type Turn } from "./play.js";
export { type EntryConditions, type PositionConditions, Questions } from "./questions.js";
export * as reasons from "./reasons.js";
export { Reason } from "./reasons.js";
export { type Command, Seat, type SeatSecrets, type SubmitOptions, type TakebackOptions } from "./seat.js";
export { type BranchTerms, type Chance, type Json, type Naming, type Stalled, type Version } from "./terms.js";
export { gameId, hashOf, newId, newToken, newTokens, type NewGame, type NewTokens } from "./tokens.js";
export { type Report, verify } from "gunbai-client/verify";
export { type CaughtUp, type Said, type Update, type WatchOptions } from "./watch.js";
export * as chain from "./chain.js";
export * as shares from "./shares.js";
