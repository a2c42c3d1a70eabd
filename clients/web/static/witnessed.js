// How a reader's policy judges the cosignatures of a record, in a sentence.

import { say } from "./say.js";

export function sentence({ holds, by, of, needed, problem }) {
  if (problem) return say("not_in_log");
  return say(holds ? "witnessed" : "not_witnessed", { count: by.length, of, needed, names: by.join(", ") || "–" });
}
