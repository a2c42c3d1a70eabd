// The terms of a game or branch.

import { create } from "@bufbuild/protobuf";

import { ClockTermsSchema, ExpiryRule } from "./stubs/gunbai/record/v1/clocks_pb.js";
import { ChanceSource, StalledRule } from "./stubs/gunbai/record/v1/lifecycle_pb.js";
import type { NewTokens } from "./tokens.js";

/** The number of an entry. */
export type Version = bigint | number;

/** An object or its JSON text; empty for the default. */
export type Json = object | string;

/** The source of chance; `docs/guarantees.md` says who could foresee, steer or stall chance with each source. */
export type Chance = "referee" | "committed" | "shared" | "dealer";

/** How a game with shared chance ends if a share is late: nobody wins, or the other seats win. */
export type Stalled = "ends" | "loses";

const SOURCES: Readonly<Record<Chance, ChanceSource>> = {
  referee: ChanceSource.REFEREE,
  committed: ChanceSource.COMMITTED,
  shared: ChanceSource.SHARED,
  dealer: ChanceSource.DEALER,
};
const STALLED: Readonly<Record<Stalled, StalledRule>> = { ends: StalledRule.ENDS, loses: StalledRule.LOSES };

const EXPIRY = { default: ExpiryRule.DEFAULT, loses: ExpiryRule.LOSES } as const;

/** The agreed terms of a branch. */
export interface BranchTerms {
  /** The source of chance; by default, the same as in the parent. */
  readonly chance?: Chance;
  /** How many seconds the seats have to give their shares of chance. */
  readonly shareSeconds?: number;
  readonly stalled?: Stalled;
  /** Whether only holders of a token can watch. */
  readonly private?: boolean;
  /** Whether taking a seat requires an invitation; `NewGame.invitations` has one for each seat. */
  readonly invitedOnly?: boolean;
  /** How many seconds a seat without a key has to veto a new token; 0 if its token cannot be replaced. */
  readonly reissueSeconds?: number;
  /** How many seconds a seat that is away has to come back before the others can decide without it; 0 means a day. */
  readonly absenceSeconds?: number;
  /**
   * The Ed25519 public key (`publicBytes`) of the arbiter, who rules on irregularities and decides results; without it,
   * the dealer is the arbiter.
   */
  readonly arbiter?: Uint8Array;
  /** How long the seats have for their decisions; without it, the game has no clocks. */
  readonly clock?: Clock;
}

/** The seats' time: a limit for each decision, or a bank for all decisions with an increment after each one. */
export interface Clock {
  readonly decisionSeconds?: number;
  readonly bankSeconds?: number;
  readonly incrementSeconds?: number;
  /**
   * What happens to a seat whose time is up: the title's default is played for it, it loses, or a bot can decide for it
   * too. The bot has the given number of seconds for each decision, and plays with `NewGame.botToken`.
   */
  readonly expiry: "default" | "loses" | { readonly botSeconds: number };
}

/** The name and tokens of a new game or branch; the tokens are new by default. */
export interface Naming {
  readonly label?: string;
  /** The ISO 8601 date of a game played at a real table: a day, a month or a year. */
  readonly playedOn?: string;
  readonly tags?: readonly string[];
  readonly tokens?: NewTokens;
  /** The client's own id for the request: the id of the game follows from it and the host's token. */
  readonly requestId?: string;
}

/** Returns the common part of requests for a game and for a branch. */
export function asked(options: BranchTerms & Naming, tokens: NewTokens) {
  return {
    ...termsOf(options),
    label: options.label ?? "",
    playedOn: options.playedOn ?? "",
    tags: [...(options.tags ?? [])],
    token: tokens.host,
    dealerToken: tokens.dealer,
    spectatorToken: tokens.spectator,
    botToken: tokens.bot,
    requestId: options.requestId ?? "",
  };
}

/** Returns the terms of clocks in the form of requests. */
function clockOf(clock: Clock) {
  return create(ClockTermsSchema, {
    decisionSeconds: clock.decisionSeconds ?? 0,
    bankSeconds: clock.bankSeconds ?? 0,
    incrementSeconds: clock.incrementSeconds ?? 0,
    expiry: typeof clock.expiry === "object" ? ExpiryRule.BOT : EXPIRY[clock.expiry],
    botSeconds: typeof clock.expiry === "object" ? clock.expiry.botSeconds : 0,
  });
}

/** Returns the terms of a branch in the form of requests. */
export function termsOf(terms: BranchTerms) {
  return {
    chanceSource: terms.chance ? SOURCES[terms.chance] : ChanceSource.UNSPECIFIED,
    shareSeconds: terms.shareSeconds ?? 0,
    stalled: terms.stalled ? STALLED[terms.stalled] : StalledRule.UNSPECIFIED,
    private: terms.private ?? false,
    invitedOnly: terms.invitedOnly ?? false,
    reissueSeconds: terms.reissueSeconds ?? 0,
    absenceSeconds: terms.absenceSeconds ?? 0,
    arbiter: terms.arbiter ?? new Uint8Array(),
    ...(terms.clock && { clock: clockOf(terms.clock) }),
  };
}

/** Returns a value as the text that requests carry. */
export function textOf(value: Json = ""): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
