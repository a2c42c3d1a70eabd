// Result sheets: the result of a game that is over, for its seats to confirm.

import { field, joined, u64, utf8 } from "./bytes.js";
import { ResultBasis } from "./stubs/gunbai/record/v1/results_pb.js";
import type { ResultSheet } from "./stubs/gunbai/referee/v1/results_pb.js";

/** Returns the bytes that a seat signs to confirm the result on a sheet, as docs/record-format.md specifies. */
export function resultPayload({ game, head, digest, result }: ResultSheet): Uint8Array {
  const { ending = "", scores = [], winners = [] } = result ?? {};
  const basis = ResultBasis[result?.basis ?? ResultBasis.UNSPECIFIED].toLowerCase();
  const text = JSON.stringify({ basis, ending, scores, winners });
  return joined(utf8("gunbai result 1\0"), field(utf8(game)), u64(head), field(digest), field(utf8(text)));
}
