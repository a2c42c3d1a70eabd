/**
 * Tokens, and the ids of new games. Clients make the tokens, so that a lost answer loses no token. The id of a game
 * follows from its host's token.
 *
 * A token is 32 random bytes as URL-safe Base64 without padding (RFC 4648, section 5). A service keeps only its SHA-256.
 */

import { sha256 } from "@noble/hashes/sha2.js";
import { field, hex, joined, random, utf8 } from "./bytes.js";
import { ExpiryRule } from "./stubs/gunbai/record/v1/clocks_pb.js";
import { ChanceSource } from "./stubs/gunbai/record/v1/lifecycle_pb.js";
import type { GameInfo, Invitation } from "./stubs/gunbai/referee/v1/game_pb.js";

/** The length of a token before it is written as text. */
export const TOKEN_BYTES = 32;

const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

/** Returns a new token. */
export function newToken(): string {
  const written = btoa(String.fromCharCode(...random(TOKEN_BYTES)));
  return written.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns a new id of a command or a request: 128 random bits in hexadecimal. */
export function newId(): string {
  return hex(random(16));
}

/** Returns the SHA-256 of a token, which is all that a service keeps of the token. */
export function hashOf(token: string): Uint8Array {
  return sha256(utf8(token));
}

/** Returns the id of the game that a host's token creates with a request: 80 bits as 16 letters and digits. */
export function gameId(token: string, requestId: string): string {
  const made = sha256(joined(utf8("gunbai game 1\0"), hashOf(token), field(utf8(requestId))));
  return Array.from(made.subarray(0, 16), (byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** Returns the seat of an invitation, or 0 for none. */
export function seatOf(invitation: string): number {
  return Number(/^(\d+)-/.exec(invitation)?.[1] ?? 0);
}

/** A new game or branch with the tokens that the client made for it. Save the tokens, and keep them secret. */
export interface NewGame {
  readonly info: GameInfo;
  readonly hostToken: string;
  /** The token of the dealer; "" if there is none. */
  readonly dealerToken: string;
  /** The token for watching a private game; "" for a public one. */
  readonly spectatorToken: string;
  /** The token of the bot that takes over seats whose time is up; "" if no bot does. */
  readonly botToken: string;
  /** The invitations to the seats, in order. Anyone who has an invitation can take its seat. */
  readonly invitations: readonly Invitation[];
}

/** The tokens that a client makes for a new game or branch. */
export interface NewTokens {
  readonly host: string;
  readonly dealer: string;
  readonly spectator: string;
  readonly bot: string;
}

/** Returns tokens for a new game or branch. */
export function newTokens(): NewTokens {
  return { host: newToken(), dealer: newToken(), spectator: newToken(), bot: newToken() };
}

/** Returns a game that was created with these tokens, with the invitations to its seats. */
export function withTokens(
  created: { info?: GameInfo | undefined; invitations: Invitation[] },
  tokens: NewTokens,
): NewGame {
  const info = created.info!;
  return {
    info,
    hostToken: tokens.host,
    dealerToken: info.chanceSource === ChanceSource.DEALER ? tokens.dealer : "",
    spectatorToken: info.private ? tokens.spectator : "",
    botToken: info.clock?.expiry === ExpiryRule.BOT ? tokens.bot : "",
    invitations: created.invitations,
  };
}
