/**
 * The record's commands: who gives each command, and which events follow (docs/record-format.md, "Commands of the
 * record"). This module does not describe what follows from a title's rules.
 */
import { RecordError } from "./errors.js";
import { messageOf } from "./record.js";

/** @typedef {import("./record.js").Entry} Entry */

const V1 = "gunbai.record.v1.";
export const HOST = 1;
export const SEAT = 2;
export const CHANCE = 3;
export const ARBITER = 4;
export const SUBSTITUTE = 5;

/**
 * For each of the record's commands: who gives it, whether its client sent an id and an expected version, and the
 * events that can follow. There, * stands for the title's events, if there are any.
 * @type {Record<string, {by: number, sent?: "order" | "request", events: string[]}>}
 */
const COMMANDS = {
  CreateGame: { by: HOST, events: ["GameCreated"] },
  ForkGame: { by: HOST, events: ["GameForked"] },
  TakeSeat: { by: SEAT, events: ["SeatTaken PlayerNamed"] },
  FreeSeat: { by: HOST, sent: "request", events: ["SeatFreed"] },
  LeaveSeat: { by: SEAT, sent: "request", events: ["SeatFreed"] },
  ReissueToken: { by: SEAT, sent: "order", events: ["TokenReissued"] },
  AnnounceReissue: { by: HOST, sent: "request", events: ["ReissueAnnounced"] },
  VetoReissue: { by: SEAT, sent: "request", events: ["ReissueVetoed"] },
  CompleteReissue: { by: HOST, events: ["TokenReissued"] },
  StartGame: { by: HOST, events: ["GameStarted *", "SharesAsked"] },
  AskShares: { by: HOST, events: ["SharesAsked"] },
  RevealShare: { by: SEAT, events: ["ShareRevealed"] },
  BeginGame: { by: HOST, events: ["GameStarted *"] },
  CallTime: { by: HOST, events: ["StartVoided", "StartPutOff", "GameStalled"] },
  Concede: { by: SEAT, sent: "order", events: ["SeatConceded"] },
  Agree: {
    by: SEAT,
    sent: "order",
    events: [
      "SeatAgreed",
      "SeatAgreed AgreementReached",
      "SeatAgreed AgreementReached ClocksPaused",
      "SeatAgreed AgreementReached ClocksResumed",
      "SeatAgreed AgreementReached AbsenceSettled",
    ],
  },
  AnnounceAbsence: { by: SEAT, sent: "order", events: ["AbsenceAnnounced"] },
  TakeBack: { by: SEAT, sent: "order", events: ["MovesTakenBack"] },
  CallAbsence: { by: HOST, events: ["AbsenceCalled"] },
  RuleIrregularity: { by: ARBITER, sent: "order", events: ["IrregularityRuled", "IrregularityRuled PositionSet *"] },
  DecideGame: { by: ARBITER, sent: "order", events: ["ResultDecided"] },
  CallClock: { by: HOST, events: ["ClockExpired"] },
  ExcuseStop: { by: HOST, events: ["StopExcused"] },
  ContinueGame: { by: HOST, events: ["GameContinued"] },
  EndContinuation: { by: HOST, events: ["ContinuationEnded"] },
  CloseGame: { by: HOST, events: ["GameClosed", "GameDecided"] },
  AbandonGame: { by: HOST, events: ["GameAbandoned"] },
};

/** The events that can come before the title's own events in an entry: an outcome's shares, or what the outcome corrects. */
const BEFORE_THE_TITLES = ["*", "SharesGiven *", "OutcomeCorrected *"];

/** @param {import("./record.js").Item | undefined} item @returns {string} the name of its message in the record, or "" */
const ownName = (item) => (item && "type" in item && item.type.startsWith(V1) ? item.type.slice(V1.length) : "");

/** @param {Entry} entry @returns {string} the name of its command in the record, or "" if it is the title's */
export const commandOf = (entry) => ownName(entry.command);

/** @param {Entry} entry @returns {any} its command of the record */
export const command = (entry) => messageOf(entry.command, commandOf(entry));

/** @param {Entry} entry @param {number} index @param {string} name @returns {any} one of its events, or null */
export const event = (entry, index, name) => messageOf(entry.events[index], name);

/**
 * Return whether an entry's events match a pattern, such as "GameStarted *". A sealed item matches any event.
 * @param {Entry} entry
 * @param {string} pattern
 */
function fits(entry, pattern) {
  const names = pattern.split(" ");
  const open = names.at(-1) === "*";
  if (open) names.pop();
  if (entry.events.length < names.length || (!open && entry.events.length > names.length)) return false;
  return entry.events.every((item, index) => "sealed" in item || ownName(item) === (names[index] ?? ""));
}

/** @param {Entry} entry @returns {boolean} whether a bot decided for a seat; a title's default has no id */
export const byBot = (entry) => entry.actor.kind === SUBSTITUTE && entry.commandId !== "";

/**
 * Check that an entry's actor, id, expected version and events fit its command. Throws RecordError.
 * @param {Entry} entry
 * @param {boolean} dealt whether a dealer resolves chance
 */
export function checkShape(entry, dealt) {
  const name = commandOf(entry);
  if (name && !Object.hasOwn(COMMANDS, name)) throw new RecordError(`${name} is not a command of the record`);
  const known = COMMANDS[name];
  const own = known ?? { by: entry.actor.kind, events: BEFORE_THE_TITLES };
  const { kind, seat } = entry.actor;
  if (kind !== own.by || (!known && ![SEAT, CHANCE, SUBSTITUTE].includes(kind))) {
    throw new RecordError(`an actor of kind ${kind} cannot give its command`);
  }
  if ([SEAT, SUBSTITUTE].includes(kind) !== seat > 0) throw new RecordError(`its actor cannot be seat ${seat}`);
  if (!own.events.some((pattern) => fits(entry, pattern)))
    throw new RecordError("its events do not belong to its command");
  const order = own.sent === "order" || (!known && (kind === SEAT || byBot(entry) || (kind === CHANCE && dealt)));
  checkSent(entry, order ? "order" : own.sent);
  if (known) checkSeats(entry);
}

/** @param {Entry} entry @param {"order" | "request" | undefined} sent */
function checkSent(entry, sent) {
  // A seat that consents to a branch sends an id with its signature; the key is checked with the signature.
  if (commandOf(entry) === "TakeSeat" && entry.signature.length) sent = "order";
  if (Boolean(entry.commandId) !== Boolean(sent)) {
    throw new RecordError(sent ? "a client's command must have an id" : "it has an id, though no client sent it");
  }
  const { expectedVersion, version } = entry;
  const right = sent === "order" ? expectedVersion >= 1 && expectedVersion < version : expectedVersion === 0;
  if (!right) throw new RecordError(`it cannot expect version ${expectedVersion}`);
}

/** Check that the command and the events name the acting seat, if they name one. @param {Entry} entry */
function checkSeats(entry) {
  const message = command(entry);
  const named = message.seat ?? entry.actor.seat;
  const acts = entry.actor.kind === SEAT;
  if (acts && named !== entry.actor.seat) throw new RecordError(`it is about seat ${named}, not its actor's seat`);
  if (commandOf(entry) === "RuleIrregularity") return;
  for (const [index, item] of entry.events.entries()) {
    const name = ownName(item);
    const seat = name ? event(entry, index, name).seat : undefined;
    if (seat !== undefined && seat !== named) throw new RecordError(`its events are about seat ${seat}, not ${named}`);
  }
}
