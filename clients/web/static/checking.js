// The check of the record by the service: its verdict as a badge, and lists of what it could and could not check.

import { clauses, path } from "./game.js";
import { ready } from "./ready.js";
import { say } from "./say.js";
import { WHOLE_GAME, load } from "./service.js";

const badge = document.querySelector("#badge");

function* details(found) {
  yield say("continue_chain", found);
  yield say("recomputed", found);
  yield* found.unchecked;
  if (found.expected) yield say("expected", { value: found.expected });
  if (found.found) yield say("found", { value: found.found });
}

const item = (words) => Object.assign(document.createElement("li"), { textContent: words });

function irregular({ version, clause, sentence }) {
  const line = item(`${say("of_entry", { version, sentence })} `);
  if (clause) line.append(clauses.button(clause));
  return line;
}

function problem({ bad_version: version, problem: sentence }) {
  return version ? say("of_entry", { version, sentence }) : sentence;
}

function sound({ verdict, entries }) {
  return say("judged_again", { verdict: say(`verdict.${verdict}`), entries, meant: say(`meant.${verdict}`) });
}

const verify = document.querySelector("#verify");
verify.addEventListener("click", async ({ target }) => {
  // A disabled button would lose the focus.
  if (target.ariaDisabled === "true") return;
  target.ariaDisabled = "true";
  badge.textContent = say("checking");
  try {
    const found = await load(`${path}/verification`, {}, WHOLE_GAME);
    badge.dataset.verdict = found.verdict;
    badge.textContent = found.problem ? say("failed_because", { problem: problem(found) }) : sound(found);
    document.querySelector("#checks").replaceChildren(...[...details(found)].map(item), ...found.irregular.map(irregular));
  } catch ({ message }) {
    badge.textContent = message;
  }
  target.ariaDisabled = "false";
});
ready(verify);
