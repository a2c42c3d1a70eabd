// The referee's ruling on a hypothetical command.

import { clauses } from "./game.js";
import { parts, refusal, say } from "./say.js";

const paragraph = (...inside) => {
  const made = document.createElement("p");
  made.append(...inside);
  return made;
};

export function judged({ version, sentence, refused, accepted, withheld }) {
  const command = Object.assign(document.createElement("b"), { textContent: sentence });
  if (refused) return [paragraph(...refusal("judged_refused", refused, { version, command, clause: clauses.button(refused.clause) }))];
  const first = paragraph(...parts("judged_accepted", { version, command }));
  return withheld ? [first, paragraph(say("could_tell"))] : [first, ...accepted.map((event) => paragraph(event))];
}
