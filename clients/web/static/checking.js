// The check of the record by the service: its verdict as a badge, and lists of what it could and could not check.

import { clauses, path } from "./game.js";
import { ready } from "./ready.js";
import { say } from "./say.js";
import { WHOLE_GAME, load } from "./service.js";

const badge = document.querySelector("#badge");

function* details(report) {
  yield say("continue_chain", report);
  yield say("recomputed", report);
  yield* report.unchecked;
  if (report.expected) yield say("expected", { value: report.expected });
  if (report.found) yield say("found", { value: report.found });
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
    const report = await load(`${path}/verification`, {}, WHOLE_GAME);
    badge.dataset.verdict = report.verdict;
    badge.textContent = report.problem ? say("failed_because", { problem: problem(report) }) : sound(report);
    document.querySelector("#checks").replaceChildren(...[...details(report)].map(item), ...report.irregular.map(irregular));
  } catch ({ message }) {
    badge.textContent = message;
  }
  target.ariaDisabled = "false";
});
ready(verify);
