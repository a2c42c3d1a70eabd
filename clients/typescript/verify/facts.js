/** What a record says about its game without any rules: the title, who sits where, and the state or end of the game. */
import { commandOf, event } from "./commands.js";
import { endingOf, foundingOf } from "./frame.js";
import { messageOf } from "./record.js";
import { BASES } from "./results.js";

/** @typedef {import("./record.js").Entry} Entry */

/**
 * @typedef {object} Result
 * @property {string} basis such as "rules" or "concession"
 * @property {string} ending what the title calls it; "" if the rules did not end the game
 * @property {string} clause of the title
 * @property {number[]} winners
 * @property {number[]} scores one for each seat, or none
 * @property {string} remark
 */

/**
 * @typedef {object} Facts
 * @property {string} title its name in records, such as "king_of_tokyo"
 * @property {number} rulesVersion
 * @property {string} label what the host calls the game, or ""
 * @property {(string | null)[]} players by seat; null for a free seat, "" for a removed name
 * @property {"open" | "revealing" | "running" | "appealed" | "finished" | "abandoned" | "voided" | "stalled" | "continued" | "superseded"} state
 * @property {Result | null} result
 * @property {number[]} absent the seats whose missing shares ended the game
 */

/** The state of a game after a command that neither begins nor ends it. */
const STATES = /** @type {const} */ ({ RuleIrregularity: "running", ContinueGame: "continued" });

/** The state of a game after the event that ends it. */
const ENDED = /** @type {const} */ ({
  GameClosed: "finished",
  GameDecided: "finished",
  GameAbandoned: "abandoned",
  StartVoided: "voided",
  GameStalled: "stalled",
  ContinuationEnded: "superseded",
});

/**
 * Return what a record says about its game. The entries must be from a record that was verified, or at least read.
 * @param {Entry[]} entries
 * @returns {Facts}
 */
export function factsOf(entries) {
  /** @type {Facts} */
  const facts = {
    title: "",
    rulesVersion: 0,
    label: "",
    players: [],
    state: "open",
    result: null,
    absent: [],
  };
  for (const entry of entries) follow(facts, entry);
  return facts;
}

/** @param {Facts} facts @param {Entry} entry */
function follow(facts, entry) {
  const founding = foundingOf(entry);
  if (founding) begin(facts, founding);
  const name = commandOf(entry);
  if (name === "TakeSeat") facts.players[entry.actor.seat - 1] = event(entry, 1, "PlayerNamed")?.player ?? "";
  const freed = messageOf(entry.command, "FreeSeat") ?? messageOf(entry.command, "LeaveSeat");
  if (freed) facts.players[freed.seat - 1] = null;
  const later = event(entry, 0, "StartPutOff");
  if (later) facts.state = "open";
  for (const seat of later?.seats ?? []) facts.players[seat - 1] = null;
  if (event(entry, 0, "SharesAsked") && facts.state === "open") facts.state = "revealing";
  if (event(entry, 0, "GameStarted")) facts.state = "running";
  if (name in STATES) Object.assign(facts, { state: STATES[/** @type {keyof typeof STATES} */ (name)], result: null });
  const decided = messageOf(entry.command, "DecideGame");
  if (decided?.appealPending) Object.assign(facts, { state: "appealed", result: resultOf(decided) });
  const ending = endingOf(entry);
  if (ending) end(facts, ending);
}

/** @param {Facts} facts @param {{command: any, creates: boolean}} founding */
function begin(facts, { command, creates }) {
  if (creates) Object.assign(facts, { title: command.title, rulesVersion: command.rulesVersion });
  const seats = creates ? command.seats : facts.players.length;
  Object.assign(facts, { label: command.label, state: "open", result: null, absent: [] });
  facts.players = Array.from({ length: seats }, () => null);
}

/** @param {Facts} facts @param {any} ending */
function end(facts, ending) {
  facts.state = ENDED[/** @type {keyof typeof ENDED} */ (ending.name)];
  facts.absent = ending.seats ?? [];
  facts.result = ending.winners ? resultOf(ending) : null;
}

/** @param {any} said @returns {Result} */
function resultOf({ name, basis, ending = "", clause = "", winners, scores = [], remark = "" }) {
  const byRules = name === "GameClosed";
  return { basis: byRules ? "rules" : (BASES[basis] ?? "time"), ending, clause, winners, scores, remark };
}
