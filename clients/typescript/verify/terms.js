/**
 * A game's terms: what its first entry says, as far as this can be judged without rules (docs/record-format.md, "The
 * terms of a game"). The rules judge the options, the edition and the table.
 */
import { hex, sha256, utf8 } from "./bytes.js";
import { RecordError } from "./errors.js";

const REFEREE = 1;
const DEALER = 2;
const SHARED = 4;
const BOT = 3;
const KEY_BYTES = 32;
const MOST_SEATS = 255;
const LONGEST_SHARING = 86400;
export const LONGEST_TIME = 2592000;
const LONGEST_SEED = 64;
const MOST_DUPLICATES = 64;
const LEAST_REISSUE = 60;
const LEAST_ABSENCE = 60;
const DISTRIBUTION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const VERSION = /^[A-Za-z0-9][A-Za-z0-9.!+_-]{0,49}$/;

/** @param {number} value @param {number} least @param {number} most */
const between = (value, least, most) => least <= value && value <= most;

/**
 * Check the terms of a game or a branch. Throws RecordError for terms that no referee writes.
 * @param {any} founding its command
 * @param {boolean} creates whether it is not a branch
 */
export async function checkTerms(founding, creates) {
  if (creates) await checkCreated(founding);
  const { chanceSource, shareSeconds, stalled, arbiter, clock } = founding;
  if (!between(chanceSource, 1, SHARED)) throw new RecordError(`${chanceSource} is not a source of chance`);
  const giving = chanceSource > DEALER;
  if (giving ? !between(shareSeconds, 1, LONGEST_SHARING) : shareSeconds)
    throw new RecordError(`the time to give shares cannot be ${shareSeconds} seconds`);
  if (chanceSource === SHARED ? !between(stalled, 1, 2) : stalled)
    throw new RecordError(`its rule for a stalled game cannot be ${stalled}`);
  if (![0, KEY_BYTES].includes(arbiter.length))
    throw new RecordError(`its arbiter's key has ${arbiter.length} bytes, not ${KEY_BYTES}`);
  if (clock) checkClock(clock);
  checkPeriods(founding);
}

/** @param {any} founding */
function checkPeriods({ reissueSeconds, absenceSeconds }) {
  if (reissueSeconds && !between(reissueSeconds, LEAST_REISSUE, LONGEST_TIME))
    throw new RecordError(`the time to veto a new token cannot be ${reissueSeconds} seconds`);
  if (absenceSeconds && !between(absenceSeconds, LEAST_ABSENCE, LONGEST_TIME))
    throw new RecordError(`the time for an absent player to return cannot be ${absenceSeconds} seconds`);
}

/** @param {any} created */
async function checkCreated(created) {
  const { seats, optionsJson, editionJson, editionDigest, distribution, distributionVersion } = created;
  if (!between(seats, 1, MOST_SEATS)) throw new RecordError(`it cannot have ${seats} seats`);
  const named = DISTRIBUTION.test(distribution) && VERSION.test(distributionVersion);
  if ((distribution || distributionVersion) && !named)
    throw new RecordError("its title's package must have a name and a version");
  if (!optionsJson) throw new RecordError("its options are missing");
  if (!/^[0-9a-f]{64}$/.test(editionDigest))
    throw new RecordError("its edition's digest must be 64 hexadecimal digits");
  checkCommon(created);
  if (editionJson && editionDigest !== hex(await sha256(utf8(editionJson))))
    throw new RecordError("its edition does not match its digest");
}

/** Check what a game says about common chance or a seed. @param {any} created */
function checkCommon({ duplicate, seed, chanceSource, private: hidden }) {
  if (!duplicate && !seed) return;
  if (chanceSource !== REFEREE || (seed && duplicate?.games.length))
    throw new RecordError("its chance must come from one source: its own, other games, or a seed");
  if ([...seed].length > LONGEST_SEED)
    throw new RecordError(`its seed has ${[...seed].length} characters; the limit is ${LONGEST_SEED}`);
  if (!duplicate) return;
  const { commitment, games } = duplicate;
  if (!hidden) throw new RecordError("a game with common chance must be private");
  if (commitment.length !== KEY_BYTES) throw new RecordError("it does not commit to a common secret");
  if (!between(games.length, 2, MOST_DUPLICATES) || new Set(games).size !== games.length)
    throw new RecordError(
      `it names ${games.length} games with common chance, only ${new Set(games).size} of them distinct`,
    );
}

/** @param {any} clock */
function checkClock({ decisionSeconds, bankSeconds, incrementSeconds, expiry, botSeconds }) {
  const longest = Math.max(decisionSeconds, bankSeconds, incrementSeconds, botSeconds);
  if (longest > LONGEST_TIME) throw new RecordError(`its clock has ${longest} seconds; the limit is ${LONGEST_TIME}`);
  if (Boolean(decisionSeconds) === Boolean(bankSeconds))
    throw new RecordError("its clock must have either a time for each decision or a bank");
  if (incrementSeconds && !bankSeconds) throw new RecordError("its clock has an increment, but no bank");
  if (!between(expiry, 1, BOT)) throw new RecordError("its clock must say what happens to a seat whose time is up");
  if (Boolean(botSeconds) !== (expiry === BOT))
    throw new RecordError("its clock must have a time for bots if a bot takes over, and none otherwise");
}
