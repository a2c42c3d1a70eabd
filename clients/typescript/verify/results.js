/** The seats' signatures on a game's result. The section follows docs/record-format.md. */
import { field, joined, signedBy, u64, utf8 } from "./bytes.js";
import { RecordError } from "./errors.js";
import { endingOf } from "./frame.js";

/** What decides a game, by its number. */
export const BASES = ["", "rules", "concession", "agreement", "adjudication", "forfeit", "penalty", "time"];

/** @param {import("./record.js").Entry} last @returns {{basis: string, ending: string, scores: number[], winners: number[]}} */
function resultOf(last) {
  const ending = endingOf(last);
  const { winners = [], scores = [] } = ending ?? {};
  if (ending?.name === "GameClosed") return { basis: "rules", ending: ending.ending, scores, winners };
  if (ending?.name === "GameStalled") return { basis: "time", ending: "stalled", scores, winners };
  const basis = BASES[ending?.basis ?? 0];
  if (ending?.name === "GameDecided" && basis) return { basis, ending: basis, scores, winners };
  throw new RecordError("the last entry has no result, but the file has signatures of a result");
}

/** @param {import("./record.js").Entry} last the last entry of a game @returns {Uint8Array} what seats sign to confirm its result */
export function resultPayload(last) {
  const { game, version, digest } = last;
  const result = JSON.stringify(resultOf(last));
  return joined(utf8("gunbai result 1\0"), field(game), u64(version), field(digest), field(result));
}

/**
 * Check the signatures on a game's result. Throws RecordError.
 * @param {import("./record.js").Header} header
 * @param {import("./record.js").Entry} last
 * @param {Map<number, {publicKey: Uint8Array}>} seats those of the last game in the record
 */
export async function checkResultSignatures({ resultSignatures }, last, seats) {
  let before = 0;
  for (const { seat, signature } of resultSignatures) {
    if (seat <= before)
      throw new RecordError(
        "the signatures on the result must be in the order of the seats, at most one for each seat",
      );
    before = seat;
    const key = seats.get(seat)?.publicKey;
    if (!key?.length || !(await signedBy(key, signature, resultPayload(last))))
      throw new RecordError(`seat ${seat}'s signature on the result is not by its key`);
  }
}
