// The check of the record by the service: its verdict as a badge, and what was checked and what could not be.

import { clauses, path } from "./game.js";
import { load } from "./service.js";

const MEANT = {
  consistent: "nothing in it is wrong, and everything was checked",
  attested: "and a key outside of the record vouches for its last entry",
  incomplete: "nothing is wrong as far as it could be checked",
  failed: "something is wrong",
};
const badge = document.querySelector("#badge");

function* details(found) {
  yield `${found.linked} of ${found.entries} entries continue the chain; ${found.judged} were judged again by the rules`;
  yield `${found.chance} outcomes of chance were recomputed; ${found.logged} leaves of the log were compared`;
  yield* found.unchecked;
  if (found.expected) yield `expected: ${found.expected}`;
  if (found.found) yield `found: ${found.found}`;
}

const item = (words) => Object.assign(document.createElement("li"), { textContent: words });

function irregular({ version, clause, sentence }) {
  const line = item(`entry ${version}: ${sentence} `);
  if (clause) line.append(clauses.button(clause));
  return line;
}

document.querySelector("#verify").addEventListener("click", async ({ target }) => {
  target.disabled = true;
  badge.textContent = "checking …";
  try {
    const found = await load(`${path}/verification`);
    badge.dataset.verdict = found.verdict;
    badge.textContent = found.problem
      ? `failed: ${found.bad_version ? `entry ${found.bad_version}: ` : ""}${found.problem}`
      : `${found.verdict}: ${found.entries} entries judged again, ${MEANT[found.verdict] ?? ""}`;
    document.querySelector("#checks").replaceChildren(...[...details(found)].map(item), ...found.irregular.map(irregular));
  } catch (problem) {
    badge.textContent = problem.message;
  }
  target.disabled = false;
});
